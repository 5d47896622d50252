//! The JSON schemas of the answers, made from their types.

use super::envelope::{Envelope, Request, SCHEMA_VERSION};
use schemars::generate::SchemaSettings;
use schemars::{JsonSchema, Schema};

/// Makes the schema of one verb.
pub type SchemaOf = fn() -> Schema;

/// The schema of what a request is answered with, the head included.
pub fn schema_of<R: Request>() -> Schema
where
    R::Answer: JsonSchema,
{
    schema::<R::Answer>(R::VERB)
}

/// The schema of an answer to a verb, the head included.
pub fn schema<A: JsonSchema>(verb: &'static str) -> Schema {
    let generator = SchemaSettings::draft2020_12().for_serialize().into_generator();
    let mut schema = generator.into_root_schema_for::<Envelope<A>>();
    schema.insert("title".to_owned(), format!("crossedge {verb}").into());
    for (key, value) in [("schema_version", SCHEMA_VERSION.into()), ("command", verb.into())] {
        if let Some(property) = schema.pointer_mut(&format!("/properties/{key}"))
            && let Some(property) = property.as_object_mut()
        {
            property.insert("const".to_owned(), value);
        }
    }
    schema
}
