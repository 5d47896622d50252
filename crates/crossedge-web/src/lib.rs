//! The explorer: a server on the loopback address that answers a page in the browser with the library's own answers, and the same answers as
//! tools of the Model Context Protocol ([`mcp`]). [`publish`] writes the page with answers as files. `docs/EXPLORE.md` has the interface.
//!
//! ```no_run
//! use crossedge_web::{Listening, ServerOptions};
//!
//! let server = Listening::start(&ServerOptions::default())?;
//! println!("{}", server.address(Some("rdn(ring(5), 3)")));
//! server.run(&|| false);
//! # Ok::<(), crossedge::Error>(())
//! ```

mod api;
mod browser;
mod fault;
mod guard;
mod house;
mod jobs;
pub mod mcp;
mod page;
mod params;
pub mod publish;
mod serve;
mod verbs;

pub use browser::{Redirect, open};
pub use guard::CONTENT_POLICY;
pub use serve::{Listening, MAX_CONNECTIONS, ServerOptions, memory};

/// Parts that the tests call on their own. No stable API.
#[doc(hidden)]
pub mod internals {
    pub use super::page::is_plain_path;
    pub use super::params::{Param, ParamKind, Params, split_list};
    pub use super::verbs::words::enclosing_construction;
    pub use super::verbs::{answer_page, of_the_library};
}
