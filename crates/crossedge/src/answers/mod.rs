//! Requests and answers about a [`Topology`]: for each verb a request and an answer, in a separate file.
//!
//! A request contains everything that the answer depends on, and is data as well: its fields serialise as the options of the command line, and with the feature
//! `schema` the list `VERBS` has for each verb the schema of its parameters, a function from JSON to JSON, and the equivalent command line.
//!
//! An answer is plain data, complete for programs in any language:
//! answers serialise with serde, and with the feature `schema` they have a JSON schema. [`ask`] adds a header that
//! names the request.
//!
//! ```
//! use crossedge::answers::{DistanceRequest, ask};
//! use crossedge::prelude::*;
//!
//! let net: Topology = "rdn(ring(3), 2)".parse()?;
//! let envelope = ask(&DistanceRequest::new(0, 647), &net, &Silent)?;
//! assert_eq!((envelope.command, envelope.expression.as_deref()), ("distance", Some("rdn(ring(3), 2)")));
//! assert_eq!(envelope.answer.distance.value, Some(Exact(7)));
//! # Ok::<(), crossedge::Error>(())
//! ```

mod advise;
mod asked;
mod cable_rates;
#[cfg(feature = "schema")]
mod certificates;
mod certified;
mod check_tables;
mod cite;
mod collective;
mod compare;
mod deadlock;
mod derivation;
mod design;
mod direct;
mod disjoint;
mod distance;
mod draw;
mod envelope;
mod expand;
mod export;
mod failures;
mod fault;
mod layout;
mod left;
mod lint;
mod list;
mod load;
mod metrics;
mod node;
mod old_keys;
mod phases;
mod plain;
mod ranks;
mod recognize;
mod record;
mod ring;
mod route;
#[cfg(feature = "schema")]
mod schema;
mod show;
mod texts;
mod theorem;
mod throughput;
mod trees;
#[cfg(feature = "schema")]
mod verbs;
mod verify;
mod verify_schedule;
mod window;
mod wiring;
mod wiring_faults;
mod wiring_plan;
mod wiring_up_to_names;
mod written;

pub use crate::metrics::{
    BetweenAnswer, BisectionAnswer, CostRatioAnswer, DegreeAnswer, DiameterAnswer, LevelsAnswer, MetricValue,
    MooreAnswer, ShareAnswer,
};
pub use advise::{
    Advice, AdviceAnswer, AdviseRequest, AdvisedCollectiveAnswer, AdvisedFileAnswer, ComparedObjectiveAnswer,
    RecommendedAnswer,
};
pub use asked::Asked;
pub use cable_rates::CableRateAnswer;
#[cfg(feature = "schema")]
pub use certificates::{AnyCertificate, AnyCertificateRequest, CERTIFICATE_SCHEMAS, ListedAnswer};
pub use certified::DeadlockCertificate;
pub use check_tables::{
    DetourAnswer, HeldCableAnswer, LoadedCableAnswer, TableFailureAnswer, TablesAnswer, TablesRequest,
};
pub use cite::{CiteAnswer, CiteRequest, WorkAnswer};
pub use collective::{
    AllReduce, AllToAll, Asking, BestSchedule, BoundAnswer, Broadcast, Choice, CollectiveAnswer,
    CollectiveRequest, Collectives, CostAnswer, CrossoverAnswer, FateName, LimitAnswer, MessageAnswer,
    OnNetworkAnswer, OneSizeAnswer, SeveralAnswer, SeveralRequest, SimGrid, SizeAnswer, SizesAnswer,
    TimeAnswer, TriedAnswer, VerifiedForm,
};
pub use compare::{CompareAnswer, CompareRequest, ComparedAnswer};
pub use deadlock::{DeadlockAnswer, DeadlockRequest, HeldAnswer, ProofAnswer, RefutedAnswer, RoutingRequest};
pub use derivation::{DerivationAnswer, DerivationStepAnswer};
pub use design::{
    DesignAnswer, DesignChoiceAnswer, DesignCostAnswer, DesignRequest, DesignedAnswer, FamilyAnswer,
    LeastAnswer, MoreAnswer, NearAnswer, RunnerUpAnswer, SensitivityAnswer, SizeRange, WinnerAnswer,
};
pub use direct::direct;
pub use disjoint::{DisjointAnswer, DisjointRequest, PathAnswer};
pub use distance::{DistanceAnswer, DistanceRequest};
pub use draw::{DrawAnswer, DrawRequest, Drawing, DrawnAnswer, Overlaid};
pub use envelope::{Envelope, Request, SCHEMA_VERSION, Subject, ask};
pub use expand::{ExpandAnswer, ExpandRequest, ExpandedCableAnswer, ExpandedNodeAnswer};
pub use export::{
    ExportAnswer, ExportRequest, ExportedAnswer, FormatAnswer, FormatsAnswer, FormatsRequest,
    InputFormatAnswer, OriginAnswer,
};
pub use failures::{
    FailureAnswer, FailuresAnswer, FailuresRequest, JobAnswer, OperatedAnswer, RandomFailuresAnswer,
    RandomSampleAnswer,
};
pub use fault::{PacketAnswer, PacketRequest};
pub use layout::{
    ALL_ITEMS, CostLineAnswer, LayoutAnswer, LayoutClassAnswer, LayoutRequest, LengthAnswer, PlannedLayout,
    Price, Prices,
};
pub use left::{LeftAnswer, LeftLinksAnswer, LeftRequest, LeftThroughputAnswer};
pub use lint::{
    BoundsAnswer, DrawnLink, FindingAnswer, FindingPlaceAnswer, LintAnswer, LintDrawing, LintFile,
    LintRequest, LintThroughputAnswer, RuleAnswer,
};
pub use list::{ConstructionAnswer, ListAnswer, ListRequest};
pub use load::{ChannelAnswer, ClassLoadAnswer, LoadAnswer, LoadRequest, Pattern, PatternText};
pub use metrics::{LinkClassAnswer, MetricsAnswer};
pub use node::{NodeAnswer, NodeRequest, PortAnswer};
pub use old_keys::{RENAMED_KEYS, RenamedKey, old_key};
pub use phases::{PhaseAnswer, PhasesAnswer, PhasesRequest, TrainedAnswer};
pub use plain::{Plain, PlainColumn};
pub use ranks::{OtherOrderAnswer, RankPhaseAnswer, RanksAnswer, RanksRequest};
pub use recognize::{
    DifferenceAnswer, HostCountAnswer, MappedAnswer, PlanAnswer, RecognizeAnswer, RecognizeRequest,
};
pub use record::{RecordAnswer, RecordRequest, recorded_metrics};
pub use ring::{
    OneRingAnswer, PlaceAnswer, RingAnswer, RingKind, RingReport, RingRequest, Rings, RingsOf,
    VerifiedPositionsAnswer,
};
pub use route::{CandidateAnswer, CaseAnswer, ChannelRequest, HopAnswer, RouteAnswer, RouteRequest};
#[cfg(feature = "schema")]
pub use schema::{SchemaOf, schema, schema_of};
pub use show::{EffortRequest, ShowAnswer, ShowRequest};
pub use texts::{metric, read_budget, read_metres, read_room, read_weights};
pub use theorem::{FormalProofAnswer, TheoremAnswer, TheoremEntryAnswer, TheoremRequest};
pub use throughput::{
    CertificateRequest, Certified, ThroughputAnswer, ThroughputRequest, TrafficRequest, TrafficText,
};
pub use trees::{EdgeConnectivityAnswer, TreeAnswer, TreesAnswer, TreesRequest};
#[cfg(feature = "schema")]
pub use verbs::{DataRequest, Networks, RunVerb, SCHEMAS, VERBS, Verb, command_line, read, request_schema};
pub use verify::{
    AcceptedAnswer, ClaimAnswer, CountedAnswer, JudgedScheduleAnswer, RecountedAnswer, VerifyAnswer,
    VerifyRequest,
};
pub use verify_schedule::{GivenSchedule, ScheduleRequest};
pub use window::{BoxLists, BundleLists, LeftOut, LinkLists, PointLists, WindowAnswer, WindowRequest};
pub use wiring::{Trust, WiringAnswer, WiringRequest};
pub use wiring_faults::{CableAnswer, WiringFaultAnswer};
pub use written::Written;

/// Parts that the tests call on their own. No stable API.
#[doc(hidden)]
pub mod internals {
    pub use super::advise::choose::{factor_to_best, recommended};
    pub use crate::failures::NodeCoordinates;
}

#[cfg(doc)]
use crate::topology::Topology;
