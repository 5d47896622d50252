//! Writers for other tools. They write to what they are given.

mod edges;

pub use edges::edges;
