//! Interconnection networks built by rule.
//!
//! Text becomes an [`expr::Expr`], an expression becomes a [`net::Shape`] (exact counts at any size), and a shape whose ids fit
//! 64 bits becomes a [`net::Network`] (address arithmetic, no stored links).
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

pub mod collective;
pub mod cost;
pub mod evidence;
pub mod export;
pub mod expr;
pub mod hamilton;
pub mod metrics;
pub mod net;
pub mod progress;
pub mod render;
mod rng;
pub mod route;
pub mod verify;
