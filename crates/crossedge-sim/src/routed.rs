//! A network together with a routing on it, as one value: the routing borrows from the network.

use crossedge::net::Structure;
use crossedge::route::channels::{self, Routing, Scheme, Unroutable};
use std::sync::Arc;

type Lanes<'a> = Box<dyn Routing + 'a>;

self_cell::self_cell!(
    struct Both {
        owner: Arc<dyn Structure>,
        #[covariant]
        dependent: Lanes,
    }

    impl {Debug}
);

/// A network with a routing.
#[derive(Debug)]
pub(crate) struct Routed(Both);

impl Routed {
    /// A routing by name; with `detour`, Valiant's routing over it.
    pub(crate) fn new(net: Arc<dyn Structure>, scheme: Scheme, detour: bool) -> Result<Self, Unroutable> {
        Both::try_new(net, |net| channels::routing(net.as_ref(), scheme, detour)).map(Routed)
    }

    #[inline]
    pub(crate) fn net(&self) -> &dyn Structure {
        self.0.borrow_owner().as_ref()
    }

    /// The network, to share.
    pub(crate) fn shared(&self) -> &Arc<dyn Structure> {
        self.0.borrow_owner()
    }

    #[inline]
    pub(crate) fn routing(&self) -> &dyn Routing {
        self.0.borrow_dependent().as_ref()
    }
}
