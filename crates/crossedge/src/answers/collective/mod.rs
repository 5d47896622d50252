//! Collectives: what becomes of every algorithm, judged and priced, beside what no schedule can beat.

mod answer;
mod fate;
mod plan;
mod request;
mod simgrid;
mod sizes;

pub use answer::{
    BoundAnswer, CollectiveAnswer, CostAnswer, CrossoverAnswer, LimitAnswer, MessageAnswer, OneSizeAnswer,
    SizeAnswer, SizesAnswer, TimeAnswer, TriedAnswer,
};
pub use fate::Outcome;
pub use plan::{Asking, BestSchedule, Collectives, Judged};
pub use request::{AllReduce, AllToAll, Broadcast, Choice, CollectiveRequest};
pub use simgrid::SimGrid;
