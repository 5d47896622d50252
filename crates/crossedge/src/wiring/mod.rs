//! Cables as built: a fabric that someone has cabled, compared with the one that was planned.

mod faults;
mod names;
mod unnamed;

pub use crossedge_core::model::{CableEnd, Wiring, WiringFault};
pub use faults::faults;
pub use names::misnamed;
pub use unnamed::{images, told_apart};
