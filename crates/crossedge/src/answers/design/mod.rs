//! Designs for a requirement: the best networks of this many endpoints and ports, or some that are named, side by side.

mod answer;
mod request;
mod row;

pub use answer::{DesignAnswer, NearAnswer, WinnerAnswer};
#[cfg(feature = "schema")]
pub(super) use request::ENTRY;
pub use request::{DesignRequest, SizeRange};
pub use row::{DesignedAnswer, LeastAnswer};
