//! The JSON schemas of the answers, made from their types.

use super::envelope::{Envelope, Request, SCHEMA_VERSION};
use super::{DistanceRequest, NodeRequest, RouteRequest};
use schemars::generate::SchemaSettings;
use schemars::{JsonSchema, Schema};

/// Makes the schema of one verb.
pub type SchemaOf = fn() -> Schema;

/// The verbs of the library, each with its schema.
pub const SCHEMAS: &[(&str, SchemaOf)] = &[
    (DistanceRequest::VERB, schema_of::<DistanceRequest>),
    (NodeRequest::VERB, schema_of::<NodeRequest>),
    (RouteRequest::VERB, schema_of::<RouteRequest>),
];

/// The schema of what a request is answered with, the head included.
pub fn schema_of<R: Request>() -> Schema
where
    R::Answer: JsonSchema,
{
    let generator = SchemaSettings::draft2020_12().for_serialize().into_generator();
    let mut schema = generator.into_root_schema_for::<Envelope<R::Answer>>();
    schema.insert("title".to_owned(), format!("crossedge {}", R::VERB).into());
    for (key, value) in [("schema_version", SCHEMA_VERSION.into()), ("command", R::VERB.into())] {
        if let Some(property) = schema.pointer_mut(&format!("/properties/{key}"))
            && let Some(property) = property.as_object_mut()
        {
            property.insert("const".to_owned(), value);
        }
    }
    schema
}
