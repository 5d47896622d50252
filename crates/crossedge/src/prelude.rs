//! One `use` line for everything that the first lines of a program need.
//!
//! ```
//! use crossedge::prelude::*;
//!
//! let net: Topology = "torus(5,5)".parse()?;
//! assert_eq!(net.distance(0, 12)?.distance.value, Some(Exact(4)));
//! # Ok::<(), crossedge::Error>(())
//! ```

pub use crate::answers::{AllReduce, AllToAll, Broadcast, CollectiveRequest, Request};
pub use crate::error::{Error, ErrorKind};
pub use crate::evidence::{Evidence, Known};
pub use crate::exact::{Exact, Ratio};
pub use crate::net::{Node, Port};
pub use crate::progress::{Progress, Silent};
pub use crate::render::Theme;
pub use crate::topology::{NodeName, Topology};
pub use crate::verify::Checked;
