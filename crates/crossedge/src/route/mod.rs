//! Routes: what a packet does on a network.

pub mod flow;
