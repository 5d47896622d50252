//! The list of verbs, and the JSON schemas of the answers, made from their types.

use super::envelope::{Envelope, Request, SCHEMA_VERSION};
use super::verbs::Verb;
use super::{
    advise, cite, collective, compare, deadlock, design, disjoint, distance, draw, export, failures, fault,
    layout, left, list, load, node, phases, ring, route, show, throughput, trees, verify, wiring,
};
use schemars::generate::SchemaSettings;
use schemars::{JsonSchema, Schema};

/// Makes the schema of one verb.
pub type SchemaOf = fn() -> Schema;

/// The verbs of the library: an entry for each, from the file of its request.
pub const VERBS: &[Verb] = &[
    list::ENTRY,
    show::ENTRY,
    cite::ENTRY,
    distance::ENTRY,
    compare::ENTRY,
    design::ENTRY,
    advise::ENTRY,
    failures::ENTRY,
    layout::ENTRY,
    node::ENTRY,
    route::ENTRY,
    deadlock::ENTRY,
    load::ENTRY,
    throughput::ENTRY,
    phases::ENTRY,
    collective::ENTRY,
    verify::ENTRY,
    disjoint::ENTRY,
    trees::ENTRY,
    ring::ENTRY,
    draw::ENTRY,
    wiring::ENTRY,
    export::FORMATS_ENTRY,
    export::ENTRY,
    // The last two share the command `fault`, whose schema the crate of campaigns completes.
    fault::ENTRY,
    left::ENTRY,
];

/// Verbs that share a command.
const SHARED: usize = 2;

/// The commands of the library, each with the schema of its answer.
pub const SCHEMAS: &[(&str, SchemaOf)] = &{
    let mut schemas = [(VERBS[0].name, VERBS[0].answer); VERBS.len() - SHARED];
    let mut at = 1;
    while at < schemas.len() {
        schemas[at] = (VERBS[at].name, VERBS[at].answer);
        at += 1;
    }
    schemas
};

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
