//! Exact channel loads: the number of packets over each link for a traffic pattern and a routing.
//!
//! A load is an integer number of routes over a common unit, so nothing is rounded. All pairs are walked from one node of each orbit
//! (`orbits`); other patterns have one route for each node. Valiant's routing spreads a pattern over all nodes and gathers it again, so
//! its load is that of two uniform halves. With switches, only endpoints send and receive. Links carry as many packets per cycle as
//! they are wide (default 1) in each direction: the injection rate of a node is at most 1 over the highest load on this routing (Dally,
//! Towles, Principles and practices of interconnection networks, chapter 3).
//!
//! ```
//! use crossedge::metrics::traffic::Traffic;
//! use crossedge::prelude::*;
//! use crossedge::route::channels::RoutingName;
//! use crossedge::route::loads::loads;
//!
//! let net: Topology = "hypercube(4)".parse()?;
//! let loads = loads(net.network()?, RoutingName::default(), Traffic::Uniform, &Silent)?;
//! assert!(loads.max_load() > 0);
//! # Ok::<(), crossedge::Error>(())
//! ```

mod count;
mod orbits;
mod walks;

pub use count::{ClassUse, Loads, MAX_ROUTES, NoLoads, loads};
