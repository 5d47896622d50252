//! The engine's own topology and routing instead of ours, with the same servers, traffic, seeds and measurement: an independent check of our
//! plug-ins.

use crate::error::Error;
use crate::outcome::Judged;
use crate::prepared::Prepared;
use caminos_lib::config_parser::{ConfigurationValue, Token, parse};

/// Parts of the engine, as its configurations write them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Theirs {
    /// The topology, e.g. `Dragonfly{ global_ports_per_router: 1, servers_per_router: 2, group_size: 2 }`; it has as many servers as the
    /// network has endpoints, in the same order.
    pub topology: String,
    /// The routing, e.g. `UpDown`.
    pub routing: String,
}

impl Theirs {
    /// Both, as the engine reads them.
    pub(crate) fn configurations(&self) -> Result<[ConfigurationValue; 2], Error> {
        Ok([read(&self.topology)?, read(&self.routing)?])
    }
}

/// Kinds of link that a topology of the engine may have, those to servers counted.
pub(crate) const MAX_CLASSES: usize = 16;

fn read(text: &str) -> Result<ConfigurationValue, Error> {
    match parse(text) {
        Ok(Token::Value(value)) => Ok(value),
        _ => Err(Error::usage(format!("the engine does not read '{text}'")).help("e.g. 'UpDown'")),
    }
}

impl Prepared {
    /// The same with its verdict forgotten. A run that may deadlock is not called saturated before its last cycle, so that parts of the
    /// engine, which are not verified, and ours are measured in the same way.
    pub fn unjudged(self) -> Prepared {
        Prepared { judged: Judged::Unjudged, ..self }
    }

    /// The same traffic and machine on parts of the engine. No one has verified their routing.
    pub fn by_theirs(self, theirs: Theirs) -> Result<Prepared, Error> {
        theirs.configurations()?;
        Ok(Prepared { theirs: Some(theirs), judged: Judged::Unjudged, ..self })
    }
}
