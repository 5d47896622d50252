//! The written report, as data with a JSON schema.

use crossedge::answers::{SchemaOf, schema};
use crossedge::exact::Exact;
use schemars::JsonSchema;
use serde::Serialize;

/// The verbs, each with its schema.
pub const SCHEMAS: &[(&str, SchemaOf)] = &[
    (PlotAnswer::VERB, || schema::<PlotAnswer>(PlotAnswer::VERB)),
    (ReportAnswer::VERB, || schema::<ReportAnswer>(ReportAnswer::VERB)),
];

/// A chart that was written.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct PlotAnswer {
    /// The file.
    pub file: String,
    /// `svg`, `png` or `pdf`.
    pub format: String,
    /// Number of bytes.
    pub bytes: Exact<u64>,
}

impl PlotAnswer {
    /// The name.
    pub const VERB: &'static str = "plot";
}

/// A page that was written.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct ReportAnswer {
    /// The file.
    pub file: String,
    /// `html`.
    pub format: &'static str,
    /// Number of bytes.
    pub bytes: Exact<u64>,
    /// The networks on it, in canonical text.
    pub networks: Vec<String>,
}

impl ReportAnswer {
    /// The name.
    pub const VERB: &'static str = "report";
}
