//! Routings with virtual channels: which channel a packet takes next, and which channels can follow which.
//!
//! A link carries several virtual channels in each direction. A [`Routing`] is a rule: it takes a packet that has come over one of them
//! and names the next, by its target. Loads, simulations and routes ask for nothing else. A [`ChannelGraph`] is the channel dependency
//! graph of such a rule, for the verifier: the channels that packets are injected on at a node, those that can follow a channel, and those
//! from which packets are ejected, over all targets. It is closed: made from those of the parts, so that no list of targets is walked. A
//! cycle in it is a possible deadlock; an acyclic graph is deadlock-free (Dally, Seitz, Deadlock-free message routing in
//! multiprocessor interconnection networks, 1987).
//!
//! A routing is one file with an entry, and the list below: [`ROUTINGS`].
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
mod lists;
mod minimal;
mod name;
mod negative_first;
mod product;
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
pub use minimal::{ADDRESS, MINIMAL};
pub use name::RoutingName;
pub use name::own_detour;
pub use negative_first::NEGATIVE_FIRST;
pub use product::DIMENSION;
pub use spread::{SPREAD, SPREAD_OVER_ORDER};
pub use ugal::{UGAL, UGAL_OVER_NODES, UGAL_OVER_ORDER};
pub use updown::UPDOWN;

/// The routings that have a name, in the order in which they are listed. The first that exists on a network is its usual one.
pub static ROUTINGS: [&RoutingEntry; 15] = [
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
    &ADAPTIVE,
    &ECMP,
    &LAYERS,
];
