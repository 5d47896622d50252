//! The expression language: text to tree and back, with errors that point at the place.
//!
//! ```
//! use crossedge::expr::parse;
//!
//! let expr = parse("rdn( torus(5,5),2 )").expect("an expression");
//! assert_eq!(expr.to_string(), "rdn(torus(5,5), 2)");
//! let wrong = parse("rdn(torus(5,5), 2").unwrap_err();
//! assert!(wrong.render("rdn(torus(5,5), 2", false).contains("^"));
//! ```

mod define;
mod error;
mod parse;
mod print;
mod token;
mod tree;

pub use error::{Class, Error};
pub use parse::{MAX_DEPTH, MAX_LENGTH, parse};
pub use token::shorten;
pub use tree::{Arg, Call, Expr, Kind, Power, Span};
