//! Designs for a requirement: the best networks of this many endpoints and ports, or some that are named, side by side.

mod answer;
mod families;
mod priced;
mod request;
mod row;

pub use answer::{DesignAnswer, NearAnswer, WinnerAnswer};
pub use families::{DesignChoiceAnswer, FamilyAnswer, MoreAnswer, RunnerUpAnswer, SensitivityAnswer};
pub use priced::DesignCostAnswer;
#[cfg(feature = "schema")]
pub(super) use request::ENTRY;
pub use request::{DesignRequest, SizeRange};
pub use row::{DesignedAnswer, LeastAnswer};
