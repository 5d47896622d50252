//! The expression language: text to tree and back, with errors that point at the place.

mod error;
mod parse;
mod print;
mod token;
mod tree;

pub use error::{Class, Error};
pub use parse::{MAX_DEPTH, MAX_LENGTH, parse};
pub(crate) use token::shorten;
pub use tree::{Arg, Call, Expr, Kind, Power, Span};
