//! Crossedge analyses interconnection networks exactly.
//!
//! A network is an expression such as `rdn(ring(3), 2)` or `hosts(dragonfly(14,7), 6)`. It is not stored: neighbours, distances and next hops are
//! computed from node addresses, so that size costs nothing until an algorithm needs every node. Every metric comes with its
//! [evidence]: a theorem, a search, or a pair of bounds.
//!
//! # Overview
//!
//! ```
//! use crossedge::prelude::*;
//!
//! let net: Topology = "rdn(ring(3), 2)".parse()?;
//! println!("{}", net.metrics().diameter()?); // 10, proved: distances in the dual construction, …
//! let route = net.route(0, 647)?; // hop by hop, with the excess over a shortest path
//! let broadcast = net.collective(Broadcast::from(0).bytes(1 << 20)).best()?; // verified, with its cost and the lower bound
//! let picture = net.draw().overlay(&route).svg(Theme::Light)?;
//! # assert!(net.metrics().diameter()?.to_string().starts_with("10, proved: "));
//! # assert!(route.stretch == Some(Ratio::new(7u32, 7u32)) && broadcast.cost.seconds >= broadcast.bound.seconds());
//! # assert!(picture.starts_with("<svg"));
//! # Ok::<(), crossedge::Error>(())
//! ```
//!
//! [`Topology`] is the main type: parse it, and call the method of the analysis you need. The rest of the crate is organised as follows:
//!
//! * [`answers`] has a request and an answer for each verb of the command line, plain data that serialises with serde.
//! * [`net`] has the constructions, and the traits [`net::Shape`] (exact counts at any size) and [`net::Network`] (address arithmetic on 64-bit ids).
//! * [`metrics`], [`route`], [`collective`] and [`hamilton`] compute; [`verify`] checks their results without sharing code with them.
//! * [`search`] finds networks for a requirement; [`failures`], [`wiring`], [`recognize`](mod@recognize) and [`lint`] analyse machines as they are built.
//! * [`render`], [`layout`] and [`export`] write pictures, floor plans and files for other tools.
//!
//! # From text to network
//!
//! Text is parsed into an [`expr::Expr`], an expression is elaborated into a [`net::Shape`], and a shape whose ids fit 64 bits has a [`net::Network`]:
//!
//! ```
//! use crossedge::expr::parse;
//! use crossedge::net::{Node, elaborate, neighbors, no_files, to_network};
//!
//! let expr = parse("rdn(ring(3), 1)")?;
//! let shape = elaborate(&expr, &no_files)?;
//! assert_eq!(shape.nodes(), 18u32.into());
//! let net = to_network(&expr, shape.as_ref(), &no_files)?;
//! let around: Vec<_> = neighbors(net.as_ref(), Node(5)).map(|w| w.0).collect();
//! assert_eq!(around, [3, 4, 16]);
//! assert_eq!(net.address(Node(5)).to_string(), "(0,1,2)");
//! # Ok::<(), crossedge::expr::Error>(())
//! ```

#![warn(clippy::print_stdout, clippy::print_stderr)]

pub mod answers;
pub mod atlas;
pub mod error;
pub mod failures;
pub mod lint;
pub mod prelude;
pub mod ranks;
pub mod recognize;
pub mod search;
pub mod tables;
pub mod topology;
pub mod validation;
pub mod wiring;

pub use crossedge_core::model::certificate;
pub use crossedge_core::{evidence, exact, expr, progress, theorems, words};
pub use crossedge_draw::{export, layout, render};
pub use crossedge_lang::{net, references};
pub use crossedge_metrics as metrics;
pub use crossedge_route as route;
pub use crossedge_schedule::{collective, cost, hamilton};
pub use crossedge_verify as verify;
pub use error::Error;
pub use topology::Topology;
