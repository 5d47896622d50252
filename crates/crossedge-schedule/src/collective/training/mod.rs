//! What training a large model sends: phases of tensor, expert, data and pipeline parallel groups (Shoeybi et al., Megatron-LM, 2019; Narayanan et
//! al. 2021; experts as in Lepikhin et al., GShard, 2020).
//!
//! A [`Job`] has tensor × data × pipeline ranks, the tensor index running fastest and the stage slowest. A [`Phase`] is one exchange of all
//! its groups at once: round rings for an all-reduce, everybody to everybody among experts, to the next stage along a pipeline. A
//! [`Mapping`] says on which endpoint a rank stands, and a [`Timetable`] in which step which message goes, over which links: no two on one
//! link in one direction. Generators promise nothing: [`crossedge_verify::timetable`] judges.
//!
//! ```
//! use crossedge::collective::training::{Job, Phase};
//!
//! let job: Job = "8x4x4".parse()?;
//! assert_eq!((job.ranks(), job.group(Phase::Data)), (128, (4, 8)));
//! let round = &job.rounds(Phase::Data, 1 << 20)[0];
//! assert_eq!((round.times, round.bytes, round.pairs[0]), (6, 1 << 18, (0, 8)));
//! # Ok::<(), String>(())
//! ```

mod mapping;
mod timetable;

pub use crossedge_core::model::{Job, NoJob, Phase, Round, TimedRound, Timetable};
pub use mapping::{Mapping, MappingText, NoMapping};
pub use timetable::{MAX_MESSAGES, NoTimetable, timetable};
