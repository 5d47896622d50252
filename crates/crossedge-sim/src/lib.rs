//! Flit-level simulation: what a network does under load, cycle by cycle.
//!
//! The engine is CAMINOS, in process. Our networks are its topologies and our routings with virtual channels its routings, both without
//! tables: the engine asks for a neighbour or the next channel, and address arithmetic answers. A routing is verified first, and one that can
//! deadlock is refused unless asked for.
//!
//! [`Settings`] hold all that a simulation depends on; the same settings give the same [`Outcome`]. The engine prints reports on
//! standard output and has no switch for it: stdout is redirected while a simulation runs, and any other output of the process
//! prints on it meanwhile is lost. Its panics are caught and come back as an error.
//!
//! ```
//! use crossedge::progress::Silent;
//! use crossedge_sim::{Ending, Settings, simulate};
//!
//! let settings = Settings { load: 0.2, ..Settings::new("rdn(ring(3), 1)") };
//! let outcome = simulate(&settings, &Silent)?;
//! assert_eq!(outcome.ending, Ending::Steady);
//! assert!((outcome.accepted_load - 0.2).abs() < 0.02);
//! # Ok::<(), crossedge_sim::Error>(())
//! ```

mod answer;
mod bounds;
mod caminos;
mod engine;
mod error;
mod flows;
mod many;
mod measure;
mod outcome;
mod physical;
mod point;
mod prepared;
mod programs;
mod room;
mod routed;
mod saturation;
mod settings;
mod statistics;
mod theirs;
mod verdict;
mod wiring;
mod words;

pub use answer::{
    BoundsAnswer, ENGINE_VERSION, LinkDelayAnswer, PhysicalAnswer, PhysicalPoint, PointAnswer, SCHEMAS,
    SaturationAnswer, SimulateAnswer, SimulatedAnswer, StoppedAnswer,
};
pub use bounds::LoadBounds;
pub use crossedge::route::channels::RoutingName;
pub use error::Error;
pub use flows::{FLOW_MODEL, FlowAnswer, FlowProgram, FlowTime, FlowsAnswer};
pub use many::{CurveRequest, SimulateRequest, SimulatedNetwork};
pub use measure::probe;
pub use outcome::{ClassUse, Ending, Judged, Latency, Outcome, Stuck};
pub use physical::{Clock, Physical, layout_lengths, thousandths};
pub use point::{Mean, Point};
pub use prepared::{MAX_NODES, Prepared};
pub use room::{MAX_BYTES, MAX_FLITS};
pub use saturation::{Saturation, SaturationRun, saturation};
pub use settings::{Choice, Limits, Machine, Settings};
pub use statistics::interval;
pub use theirs::Theirs;
pub use verdict::{Carried, LoadVerdict, TOLERANCE};
pub use words::TrafficName;

/// Parts that the tests call on their own. No stable API.
#[doc(hidden)]
pub mod internals {
    pub use super::engine::panics::catch_panics;
    pub use super::measure::percentile;
    pub use super::statistics::{batched_interval, student_cdf, warm_up_windows};
    pub use super::verdict::verdict;
}

use crossedge::progress::Progress;

// Named so that the engine's old progress bars find the feature they need.
use console as _;

/// Simulates. The expression names no files; [`Prepared::new`] takes a reader for them.
pub fn simulate(settings: &Settings, watch: &dyn Progress) -> Result<Outcome, Error> {
    Prepared::new(settings, &crossedge::net::no_files, watch)?.run(watch)
}
