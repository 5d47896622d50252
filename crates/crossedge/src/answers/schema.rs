//! The JSON schemas of the answers, made from their types.

use super::collective::CollectiveTold;
use super::envelope::{Envelope, Request, SCHEMA_VERSION};
use super::{
    AdviseRequest, CiteRequest, CollectiveRequest, CompareRequest, DeadlockRequest, DesignRequest,
    DisjointRequest, DistanceRequest, DrawRequest, DrawnAnswer, ExportRequest, ExportedAnswer,
    FailuresRequest, FormatsRequest, LayoutRequest, ListRequest, LoadRequest, NodeRequest, PhasesRequest,
    RingRequest, RouteRequest, ShowRequest, ThroughputRequest, TreesRequest, VerifyRequest, WiringRequest,
};
use schemars::generate::SchemaSettings;
use schemars::{JsonSchema, Schema};

/// Makes the schema of one verb.
pub type SchemaOf = fn() -> Schema;

/// The verbs of the library, each with its schema.
pub const SCHEMAS: &[(&str, SchemaOf)] = &[
    (ListRequest::VERB, schema_of::<ListRequest>),
    (ShowRequest::VERB, schema_of::<ShowRequest>),
    (CiteRequest::VERB, schema_of::<CiteRequest>),
    (DistanceRequest::VERB, schema_of::<DistanceRequest>),
    (CompareRequest::VERB, schema_of::<CompareRequest>),
    (DesignRequest::VERB, schema_of::<DesignRequest>),
    (AdviseRequest::VERB, schema_of::<AdviseRequest>),
    (FailuresRequest::VERB, schema_of::<FailuresRequest>),
    (LayoutRequest::VERB, schema_of::<LayoutRequest>),
    (NodeRequest::VERB, schema_of::<NodeRequest>),
    (RouteRequest::VERB, schema_of::<RouteRequest>),
    (DeadlockRequest::VERB, schema_of::<DeadlockRequest>),
    (LoadRequest::VERB, schema_of::<LoadRequest>),
    (ThroughputRequest::VERB, schema_of::<ThroughputRequest>),
    (PhasesRequest::VERB, schema_of::<PhasesRequest>),
    (CollectiveRequest::VERB, || schema::<CollectiveTold>(CollectiveRequest::VERB)),
    (VerifyRequest::VERB, schema_of::<VerifyRequest>),
    (DisjointRequest::VERB, schema_of::<DisjointRequest>),
    (TreesRequest::VERB, schema_of::<TreesRequest>),
    (RingRequest::VERB, schema_of::<RingRequest>),
    (DrawRequest::VERB, || schema::<DrawnAnswer>(DrawRequest::VERB)),
    (WiringRequest::VERB, schema_of::<WiringRequest>),
    (FormatsRequest::VERB, schema_of::<FormatsRequest>),
    (ExportRequest::VERB, || schema::<ExportedAnswer>(ExportRequest::VERB)),
];

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
