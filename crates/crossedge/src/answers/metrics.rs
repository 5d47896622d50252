//! The figures of a network, one at a time.

use crate::metrics::{Effort, Metrics};
use crate::progress::Silent;
use crate::topology::Topology;

impl Topology {
    /// The figures of the network, each with how it is known; distances are found once.
    ///
    /// ```
    /// use crossedge::prelude::*;
    ///
    /// let net: Topology = "rdn(ring(3), 7)".parse()?;
    /// assert_eq!(net.metrics().diameter()?.value.to_string(), "382");
    /// # Ok::<(), crossedge::Error>(())
    /// ```
    pub fn metrics(&self) -> Metrics<'_> {
        let net = self.network_if_it_fits().map(|net| net.as_ref());
        Metrics::new(self.shape(), net, Effort::Exhaustive, &Silent)
    }
}
