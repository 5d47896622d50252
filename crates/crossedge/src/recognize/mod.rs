//! What network a fabric is: maps between cabled graphs, up to names and port numbers.

mod isomorphism;

pub use isomorphism::{CabledGraph, Search, isomorphism, verify_map};
