//! Networks that are stored as lists of links, written in the expression or read from a file. Each file format has a reader in a file of its own; [`mod@file`] lists
//! them by suffix.

pub mod cable_list;
pub mod chakra;
pub mod containerlab;
pub mod devices;
mod document;
pub mod fabric;
pub mod file;
pub mod forwarding;
pub mod graph;
pub mod grouping;
pub mod hostlist;
mod hosts;
pub mod ibnetdiscover;
pub mod lanes;
pub mod machine;
pub mod matrix_market;
pub mod nccl;
mod node_link;
pub mod read;
pub mod slurm;
