//! Text to network: the catalog of constructions, one file each, the language that names them, and readers of graph files.
//!
//! The crate `crossedge` re-exports all of this; depend on that one.

#![warn(clippy::print_stdout, clippy::print_stderr)]

pub mod families;
pub mod language;
pub mod references;
pub mod stored;

/// Networks: the traits, the shapes and the catalog of constructions.
pub mod net {
    pub use crate::families::ENTRIES;
    pub use crate::families::complete::Complete;
    pub use crate::families::hosts::OVER_ROUTERS;
    pub use crate::families::hypercube::Hypercube;
    pub use crate::families::product::{factors, of_networks};
    pub use crate::language::args::{Args, Load, describe, is_network};
    pub use crate::language::catalog::Entry;
    pub use crate::language::elaborate::{elaborate, no_files, to_network};
    pub use crate::language::normal::normal_form;
    pub use crate::language::suggest::{nearest_of, word as nearest_word};
    pub use crate::stored::file::{MAX_FILE, is_graph_file};
    pub use crossedge_core::net::*;

    /// Readers of graph files and of cabled fabrics.
    pub mod read {
        pub use crate::stored::cable_list::cable_list;
        pub use crate::stored::chakra::{TraceTraffic, chakra_traffic};
        pub use crate::stored::containerlab::containerlab;
        pub use crate::stored::devices::json;
        pub use crate::stored::fabric::{Defect, Fabric, FabricCable, FabricNode, Lid, host_of};
        pub use crate::stored::file::{INPUTS, InputFormat, fabric_of};
        pub use crate::stored::forwarding::{SwitchTable, forwarding_tables};
        pub use crate::stored::grouping::rate_value;
        pub use crate::stored::hostlist::host_list;
        pub use crate::stored::ibnetdiscover::ibnetdiscover;
        pub use crate::stored::lanes::{
            DeviceId, LaneTable, SERVICE_LEVELS, ServiceLevel, lane_tables, service_levels,
        };
        pub use crate::stored::matrix_market::matrix_market;
        pub use crate::stored::nccl::nccl_topology;
        pub use crate::stored::read::{ReadError, ReadGraph, edge_list, graphml, named_edge_list};
        pub use crate::stored::slurm::{slurm_conf, slurm_yaml};
    }
}
