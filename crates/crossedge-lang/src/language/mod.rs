//! The language of expressions: the words, their arguments, and the way from text to shape and network.

pub mod args;
pub mod budget;
pub mod catalog;
pub mod elaborate;
pub mod suggest;
