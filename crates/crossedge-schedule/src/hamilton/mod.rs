//! Rings and paths through all nodes of a network: in closed form where a rule is known, by search where not.
//!
//! Every construction has its file. [`cycle()`] chooses; the verifier is [`crossedge_verify`].
//!
//! ```
//! use crossedge::hamilton::{RingOptions, Sought, cycle};
//! use crossedge::prelude::*;
//!
//! let net: Topology = "rdn(ring(3), 1)".parse()?;
//! let Sought::Found(found) = cycle(net.network()?.as_ref(), &RingOptions::default(), &Silent)? else { panic!("none") };
//! assert_eq!(found.ring.positions(), 18);
//! # Ok::<(), crossedge::Error>(())
//! ```

mod around;
mod between;
mod connected;
mod dual;
mod dual_faulty;
mod dual_path;
mod faults;
mod find;
mod hdn;
mod many;
mod obstruction;
mod orders;
mod path;
mod product;
mod re;
mod search;

pub use around::around;
pub use crossedge_core::model::{
    Around, Cursor, Direction, FoundRing, NodeOrder, Run, fill, predecessor, successor,
};
pub use find::{RingOptions, Sought, cycle, not_found};
pub use many::{Apart, Grown, Virtuals, link_disjoint};
pub use path::path;
pub use search::budget::Budget;
