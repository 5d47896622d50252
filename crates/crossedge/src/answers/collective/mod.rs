//! Collectives: what becomes of every algorithm, verified and priced, next to what no schedule can beat.

mod answer;
mod fate;
mod files;
mod ground;
mod pipes;
mod plan;
mod request;
mod simgrid;
mod sizes;

pub use answer::{
    BoundAnswer, CollectiveAnswer, CostAnswer, CrossoverAnswer, LimitAnswer, MessageAnswer, OnNetworkAnswer,
    OneSizeAnswer, SeveralAnswer, SizeAnswer, SizesAnswer, TimeAnswer, TriedAnswer,
};
pub use fate::FateName;
pub use plan::{Asking, BestSchedule, Collectives, VerifiedForm};
#[cfg(feature = "schema")]
pub(super) use request::ENTRY;
pub use request::{AllReduce, AllToAll, Broadcast, Choice, CollectiveRequest, SeveralRequest};
pub use simgrid::SimGrid;
