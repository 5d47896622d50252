//! Uniform throughput in closed form, at any size.

use super::bounds::{Bounds, Ratio};
use super::composition::with_self;
use super::widths::Widths;
use crossedge_core::evidence::Known;
use crossedge_lang::net::{Shape, endpoints};
use num_bigint::BigUint;
use num_traits::One;

/// The uniform throughput θ by rules alone: packets per endpoint and cycle, spread evenly over all other endpoints. In lowest terms.
///
/// `None` if no closed form gives it, and for one endpoint, which has no one to send to.
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

/// Closed-form bounds on the uniform throughput. `None` for one endpoint.
pub fn uniform_bounds(shape: &dyn Shape) -> Option<Bounds> {
    let ends = endpoints(shape);
    if ends <= BigUint::one() {
        return None;
    }
    Some(with_self(shape, Widths::Own, &mut |_, _, _| None).times(&ends - 1u32, ends))
}
