//! The common part of all requests, and the envelope of every answer.

use super::old_keys::{WithOldKeys, has_old_keys};
use crate::error::Error;
use crate::progress::Progress;
use crate::topology::Topology;

/// Schema version of answers; it grows when a key is removed or changes its meaning.
pub const SCHEMA_VERSION: u32 = 3;

/// A request with an answer.
pub trait Request {
    /// The subject: a [`Topology`], several of them, or nothing.
    type On: Subject + ?Sized;
    /// The answer.
    type Answer;
    /// The verb.
    const VERB: &'static str;

    /// Computes the answer. Long work reports to `progress`, and stops on cancellation.
    fn answer(&self, on: &Self::On, progress: &dyn Progress) -> Result<Self::Answer, Error>;
}

/// The subject of a request.
pub trait Subject {
    /// The expression, in canonical text; `None` if it is not exactly one network.
    fn expression(&self) -> Option<String>;
}

impl Subject for Topology {
    fn expression(&self) -> Option<String> {
        Some(self.to_string())
    }
}

impl Subject for [Topology] {
    fn expression(&self) -> Option<String> {
        None
    }
}

impl Subject for () {
    fn expression(&self) -> Option<String> {
        None
    }
}

/// An answer with its header.
#[derive(Debug, Clone)]
pub struct Envelope<A> {
    /// The version of these keys.
    pub schema_version: u32,
    /// The version of the library.
    pub crossedge_version: &'static str,
    /// The verb.
    pub command: &'static str,
    /// The network, in canonical text.
    pub expression: Option<String>,
    /// The answer.
    pub answer: A,
}

/// An answer with its header.
#[derive(serde::Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(super) struct EnvelopeFields<'a, A> {
    /// The version of these keys.
    schema_version: u32,
    /// The version of the library.
    crossedge_version: &'static str,
    /// The verb.
    command: &'static str,
    /// The network, in canonical text.
    #[serde(skip_serializing_if = "Option::is_none")]
    expression: Option<&'a str>,
    /// The answer.
    #[serde(flatten)]
    answer: &'a A,
}

/// Renamed keys are written with their old names, too.
impl<A: serde::Serialize> serde::Serialize for Envelope<A> {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Envelope { schema_version, crossedge_version, command, expression, answer } = self;
        let fields = EnvelopeFields {
            schema_version: *schema_version,
            crossedge_version,
            command,
            expression: expression.as_deref(),
            answer,
        };
        if has_old_keys(command) {
            WithOldKeys(command, &fields).serialize(serializer)
        } else {
            fields.serialize(serializer)
        }
    }
}

impl<A> Envelope<A> {
    /// Adds the header to an answer.
    pub fn new(command: &'static str, expression: Option<String>, answer: A) -> Self {
        let crossedge_version = env!("CARGO_PKG_VERSION");
        Envelope { schema_version: SCHEMA_VERSION, crossedge_version, command, expression, answer }
    }
}

/// Computes the answer, and adds the header.
pub fn ask<R: Request>(
    request: &R,
    on: &R::On,
    progress: &dyn Progress,
) -> Result<Envelope<R::Answer>, Error> {
    Ok(Envelope::new(R::VERB, on.expression(), request.answer(on, progress)?))
}
