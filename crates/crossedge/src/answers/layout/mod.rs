//! The place of every node of a network, and the cables between them: verified, counted by kind and length.

mod answer;
mod costs;
mod files;
mod request;

pub use answer::{CostLineAnswer, LayoutAnswer, LayoutClassAnswer, LengthAnswer};
pub use costs::{ALL_ITEMS, Price, Prices};
pub use files::PlannedLayout;
#[cfg(feature = "schema")]
pub(super) use request::ENTRY;
pub use request::LayoutRequest;
