//! A job: all ranks together. Errors that every rank finds are reported once; an error of one rank alone ends all of them.

use crate::failure::exit_code;
use crate::ffi;
use crate::heart::Heart;
use crossedge::Error;
use crossedge::error::ErrorKind;
use mpi::collective::SystemOperation;
use mpi::topology::SimpleCommunicator;
use mpi::traits::{Communicator, CommunicatorCollectives};
use std::io::Write;
use std::time::Duration;

/// The end of a job that has reported its reason: its exit code.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ReportedFailure(pub u8);

/// For tests: what happens to one rank when it comes to a phase.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Trial {
    phase: String,
    rank: u64,
    what: What,
}

/// The event.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum What {
    Panic,
    Error,
    Hold,
}

impl std::str::FromStr for Trial {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let wrong = || "expected PHASE:RANK:WHAT, WHAT one of panic, error, hold".to_owned();
        let mut parts = text.split(':');
        let (Some(phase), Some(rank), Some(what), None) =
            (parts.next(), parts.next(), parts.next(), parts.next())
        else {
            return Err(wrong());
        };
        let what = match what {
            "panic" => What::Panic,
            "error" => What::Error,
            "hold" => What::Hold,
            _ => return Err(wrong()),
        };
        Ok(Trial { phase: phase.to_owned(), rank: rank.parse().map_err(|_| wrong())?, what })
    }
}

/// All ranks.
pub struct RankJob {
    /// The communicator of all.
    pub world: SimpleCommunicator,
    /// This rank.
    pub rank: u64,
    /// The number.
    pub ranks: u64,
    /// The injected test behaviour.
    pub trial: Option<Trial>,
    /// Reports slow phases; the first rank speaks for all.
    pub heart: Heart,
}

impl RankJob {
    /// The job that this process is in.
    pub fn new(world: SimpleCommunicator) -> RankJob {
        let (rank, ranks) = (world.rank() as u64, world.size() as u64);
        let heart = if rank == 0 { Heart::with_reports() } else { Heart::default() };
        RankJob { world, rank, ranks, trial: None, heart }
    }

    /// Returns `true` if this rank speaks for all.
    pub fn is_first(&self) -> bool {
        self.rank == 0
    }

    /// Enters another phase. No effect, except in tests.
    pub fn phase(&self, name: &str) {
        let Some(trial) = self.trial.as_ref().filter(|trial| trial.rank == self.rank && trial.phase == name)
        else {
            return;
        };
        match trial.what {
            What::Panic => panic!("a test wants it, in phase {name}"),
            What::Error => {
                self.fail_alone(&Error::new(ErrorKind::Input, format!("a test wants it, in phase {name}")))
            }
            What::Hold => {
                let _ = writeln!(
                    std::io::stderr(),
                    "holding: phase {name}, rank {}, process {}",
                    self.rank,
                    std::process::id()
                );
                std::thread::sleep(Duration::from_secs(60));
            }
        }
    }

    /// This rank has failed alone: it reports the error and aborts all ranks.
    pub fn fail_alone(&self, failure: &Error) -> ! {
        let _ = writeln!(std::io::stderr(), "rank {}: {}", self.rank, failure.render(false));
        ffi::abort(exit_code(failure))
    }

    /// Exchanges the results of the local preparation. If some ranks have failed, the first of them reports it, and all exit.
    pub fn agree_on_result<T>(&self, mine: Result<T, Error>) -> Result<T, ReportedFailure> {
        let failed = if mine.is_err() { self.rank } else { u64::MAX };
        let first = self.min_over_ranks(failed);
        if first == u64::MAX {
            return mine.map_err(|failure| ReportedFailure(exit_code(&failure)));
        }
        let code = match &mine {
            Err(failure) if first == self.rank => {
                let _ = writeln!(std::io::stderr(), "{}", failure.render(false));
                exit_code(failure)
            }
            _ => 0,
        };
        Err(ReportedFailure(self.max_over_ranks(code.into()) as u8))
    }

    /// The least of a number over all ranks.
    pub fn min_over_ranks(&self, mine: u64) -> u64 {
        let mut all = 0;
        self.world.all_reduce_into(&mine, &mut all, SystemOperation::min());
        all
    }

    /// The most.
    pub fn max_over_ranks(&self, mine: u64) -> u64 {
        let mut all = 0;
        self.world.all_reduce_into(&mine, &mut all, SystemOperation::max());
        all
    }

    /// The sum.
    pub fn sum(&self, mine: u64) -> u64 {
        let mut all = 0;
        self.world.all_reduce_into(&mine, &mut all, SystemOperation::sum());
        all
    }

    /// The most of each of several times.
    pub fn max_times(&self, mine: &[f64]) -> Vec<f64> {
        let mut all = vec![0.0; mine.len()];
        self.world.all_reduce_into(mine, &mut all[..], SystemOperation::max());
        all
    }
}
