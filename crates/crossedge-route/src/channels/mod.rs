//! Routing algorithms with virtual channels, and their channel dependency graphs.
//!
//! The main trait is [`Routing`]: given the virtual channel on which a packet arrived and its target, it returns the next one. A link
//! carries several virtual channels in each direction. Link loads, simulations and printed routes need nothing else.
//!
//! [`ROUTINGS`] lists all routings. [`RoutingName`] parses a name such as `dimension` or `valiant over minimal`, and builds the routing for
//! a network. A new routing is one file with a [`RoutingEntry`], and one line in that list.
//!
//! # Deadlock freedom
//!
//! A [`ChannelGraph`] is the channel dependency graph of a routing, over all targets: the channels on which packets are injected, those
//! that can follow a given channel, and those from which packets are ejected. A routing whose graph is acyclic is deadlock-free; a
//! cycle is a possible deadlock (Dally, Seitz, Deadlock-free message routing in multiprocessor interconnection networks, 1987).
//!
//! The graph of a construction is composed from the graphs of its parts. It could also be collected from the routes of all pairs of nodes,
//! but then proofs would be limited to small networks.
//!
//! # Example
//!
//! ```
//! use crossedge::net::{Node, elaborate, no_files};
//! use crossedge::route::channels::{DIMENSION, RoutingName};
//!
//! let torus = elaborate(&crossedge::expr::parse("torus(5,5)").unwrap(), &no_files).unwrap().network().unwrap();
//! let name: RoutingName = "dimension".parse().unwrap();
//! let routing = name.on(&torus).unwrap();
//! assert_eq!(routing.channels(), 2, "datelines");
//! let first = routing.start(Node(0), Node(7)).unwrap();
//! assert_eq!(torus.link(Node(0), first.port).0, Node(5));
//! assert!(routing.channel_graph().unwrap().tight());
//! assert_eq!(name.entry(torus.as_ref()), &DIMENSION);
//! ```

mod adaptive;
mod choose;
mod clusters;
mod connected;
mod cube;
mod dragonfly;
mod dual_order;
mod ecmp;
mod entry;
mod enumerated;
mod escape;
mod factor_table;
mod hops;
mod hosts;
mod layers;
mod line;
mod listed;
mod lists;
mod minimal;
mod name;
mod negative_first;
mod product;
mod progressive;
mod recursion;
mod spread;
mod tabulated;
mod tree;
mod ugal;
mod updown;
mod valiant;

pub use adaptive::ADAPTIVE;
pub use crossedge_core::model::{Channel, ChannelGraph, Routing, VirtualChannel};
pub use dragonfly::LOCAL_GLOBAL_LOCAL;
pub use dual_order::ORDER;
pub use ecmp::ECMP;
pub use entry::{Detour, Make, RoutingEntry, Symmetry, Unroutable};
pub use enumerated::{MAX_ENUMERATED, enumerated_routing};
pub use layers::LAYERS;
pub use listed::{HeldChannel, ListedStates, MAX_LISTED, listed_states, waiting_cycle};
pub use minimal::{ADDRESS, MINIMAL};
pub use name::RoutingName;
pub use name::own_detour;
pub use negative_first::NEGATIVE_FIRST;
pub use product::DIMENSION;
pub use progressive::PAR;
pub use spread::{SPREAD, SPREAD_OVER_ORDER};
pub use ugal::{UGAL, UGAL_OVER_NODES, UGAL_OVER_ORDER};
pub use updown::UPDOWN;

/// All routings, in the order of the help. The default of a network is the first that exists on it.
pub static ROUTINGS: [&RoutingEntry; 16] = [
    &MINIMAL,
    &ADDRESS,
    &LOCAL_GLOBAL_LOCAL,
    &ORDER,
    &DIMENSION,
    &NEGATIVE_FIRST,
    &UPDOWN,
    &SPREAD,
    &SPREAD_OVER_ORDER,
    &UGAL,
    &UGAL_OVER_ORDER,
    &UGAL_OVER_NODES,
    &PAR,
    &ADAPTIVE,
    &ECMP,
    &LAYERS,
];
