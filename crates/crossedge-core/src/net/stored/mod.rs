//! Networks that are stored link by link.

pub mod names;
pub mod searched;
pub mod table;
