//! The expression language: from a parsed expression to its shape and its network.
//!
//! An expression is a construction applied to integers, strings, sets `{1,2}`, lists `[…]` and other networks; `G * H` is the Cartesian product, and
//! `G ^ k` a power. The parser, [`crossedge_core::expr`], knows no constructions. They are given a meaning here:
//!
//! - [`elaborate`] builds the shape of an expression, and the network of a shape whose ids fit 64 bits;
//! - [`catalog`] has the type of a catalog entry: name, signature, examples, and the function that builds the shape;
//! - [`args`] reads the arguments of a call, and reports wrong ones;
//! - [`normal`] has the normal form of an expression, by which equal networks are found;
//! - [`budget`] limits the work, because an expression may come from an untrusted source;
//! - [`suggest`] finds the nearest name, and the largest size that works, for error messages.
//!
//! ```
//! use crossedge::expr::parse;
//! use crossedge::net::{elaborate, no_files};
//!
//! let shape = elaborate(&parse("rdn(ring(3), 1)")?, &no_files)?;
//! assert_eq!(shape.nodes(), 18u32.into());
//!
//! let error = elaborate(&parse("rnig(3)")?, &no_files).err().expect("no such construction");
//! assert!(error.render("rnig(3)", false).contains("did you mean 'ring'?"));
//! # Ok::<(), crossedge::expr::Error>(())
//! ```

pub mod args;
pub mod budget;
pub mod catalog;
pub mod elaborate;
pub mod normal;
pub mod suggest;
