//! Throughput: the largest rate at which a pattern of traffic can be carried, over any ways at once, exactly.
//!
//! A link carries as many packets per cycle and direction as it is wide. A rate θ is the most iff some flow carries it and some lengths on
//! the links show that no flow carries more: capacity times length, over traffic times distance by these lengths. For uniform traffic the
//! construction tells it at any size ([`composition`](uniform)); where all links look alike it is their capacity over the mean distance.
//!
//! ```
//! use crossedge::metrics::throughput::uniform;
//! use crossedge::prelude::*;
//!
//! let net: Topology = "hypercube(4)".parse()?;
//! let most = uniform(net.shape()).expect("a closed form").value;
//! assert_eq!(most, (15u32.into(), 8u32.into()), "packets per node and cycle");
//! let tree: Topology = "hosts(dragonfly(16,8), 8)".parse()?;
//! assert_eq!(uniform(tree.shape()).expect("a closed form").value, (1u32.into(), 1u32.into()));
//! # Ok::<(), crossedge::Error>(())
//! ```

mod bounds;
mod composition;
mod leaves;
mod machines;
mod widths;

pub use bounds::{Bounds, Ratio};

use crate::evidence::Known;
use crate::net::{Shape, endpoints};
use composition::with_self;
use num_traits::One;
use widths::Widths;

/// The uniform throughput θ by rules alone: packets per endpoint and cycle, spread evenly over all other endpoints. In lowest terms.
///
/// `None` where no rule gives it, and for one endpoint, which has nobody to send to.
///
/// ```
/// use crossedge::metrics::throughput::uniform;
/// use crossedge::{expr::parse, net::{elaborate, no_files}};
/// let shape = elaborate(&parse("rdn(ring(3), 1)")?, &no_files)?;
/// let most = uniform(shape.as_ref()).expect("by the dual construction");
/// assert_eq!(most.value, (17u32.into(), 21u32.into()));
/// # Ok::<(), crossedge::expr::Error>(())
/// ```
pub fn uniform(shape: &dyn Shape) -> Option<Known<Ratio>> {
    uniform_bounds(shape)?.value()
}

/// What rules say of the uniform throughput from both sides. `None` for one endpoint.
pub fn uniform_bounds(shape: &dyn Shape) -> Option<Bounds> {
    let ends = endpoints(shape);
    if ends <= num_bigint::BigUint::one() {
        return None;
    }
    Some(with_self(shape, Widths::Own, &mut |_, _, _| None).times(&ends - 1u32, ends))
}
