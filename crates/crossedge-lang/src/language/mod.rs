//! The expression language: constructions, their arguments, and the path from text to shape and network.

pub mod args;
pub mod budget;
pub mod catalog;
pub mod elaborate;
pub mod suggest;
