//! Networks on paper and in a browser: charts, pixel pictures, and self-contained pages.
//!
//! Everything here takes types of the library and returns texts and bytes; the caller writes them.
//!
//! ```
//! use crossedge::prelude::*;
//! use crossedge_report::{distances, distance_histogram};
//!
//! let net: Topology = "rdn(ring(3), 2)".parse()?;
//! let counts = distances(&net, &Silent)?;
//! let svg = distance_histogram(&[(net.to_string(), counts)], Theme::Light);
//! assert!(svg.contains("rdn(ring(3), 2)"));
//! # Ok::<(), crossedge::Error>(())
//! ```

mod advice;
mod answer;
mod charts;
mod cost;
mod curves;
mod decision;
mod decision_pdf;
mod front;
mod lint;
mod nearest;
mod page;
mod pdf;
mod png;
mod report;
mod sections;
mod subject;

pub use advice::advice_page;
pub use answer::{PlotAnswer, ReportAnswer, SCHEMAS};
pub use charts::{Line, distance_histogram, group_chart, time_chart};
pub use cost::{CostPoint, cost_chart, cost_point};
pub use curves::{Curve, Panel, load_latency};
pub use decision_pdf::advice_pdf;
pub use front::front_page;
pub use lint::lint_page;
pub use nearest::{Neighbour, nearest_machines, nearest_networks};
pub use page::picture_page;
pub use pdf::pdf;
pub use png::{MAX_BYTES, png, png_wide};
pub use report::{distances, report};
pub use subject::{
    COMPARED_METRICS, CollectiveRow, Collectives, Fastest, Other, ReportedNetwork, Row, compared_by,
};

/// Parts that the tests call on their own. No stable API.
#[doc(hidden)]
pub mod internals {
    pub use super::advice::percent;
    pub use super::curves::cut_below;
    pub use super::front::{outermost_construction, script_string};
}
