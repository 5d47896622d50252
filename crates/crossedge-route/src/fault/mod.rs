//! Routes around faults (`router`), and properties of the surviving network (`survey`).
//!
//! ```
//! use crossedge::prelude::*;
//! use crossedge::route::fault::{JourneyEnd, Router};
//!
//! let net: Topology = "hypercube(4)".parse()?;
//! let faults = net.faults(&["1,2,4".to_owned()])?;
//! let journey = Router::new(net.network()?.as_ref()).route(Node(0), Node(15), &faults);
//! assert_eq!(journey.end, JourneyEnd::Delivered, "by the one neighbour that is left");
//! # Ok::<(), crossedge::Error>(())
//! ```

mod router;
mod survey;

pub use router::{Journey, JourneyEnd, Router, Sense};
pub use survey::{Diameter, MAX_LINKS, MAX_NODES, Setting, Survey, Trial, larger_stretch};
