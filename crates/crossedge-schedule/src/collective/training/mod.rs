//! The communication of training a large model: phases of tensor, expert, data and pipeline parallel groups (Shoeybi et al., Megatron-LM, 2019; Narayanan et
//! al. 2021; experts as in Lepikhin et al., GShard, 2020).
//!
//! A [`Job`] has tensor × data × pipeline ranks, the tensor index running fastest and the stage slowest. A [`Phase`] is one exchange of all
//! its groups at once: around rings for an all-reduce, all-to-all among experts, to the next stage along a pipeline. A
//! [`Mapping`] gives the endpoint of a rank, and a [`Timetable`] the step and links of every message: no two on one
//! link in one direction. Generators are not trusted: [`crossedge_verify::timetable`] verifies.
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
