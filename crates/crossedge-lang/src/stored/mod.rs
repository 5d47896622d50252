//! Networks that are stored as lists of links, written in the expression or read from a file.

pub mod fabric;
pub mod file;
pub mod graph;
mod grouping;
pub mod machine;
pub mod read;
