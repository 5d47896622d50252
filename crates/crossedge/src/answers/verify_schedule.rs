//! A schedule from a file, verified: JSON chunk by chunk, GOAL as far as it goes.

use super::{JudgedScheduleAnswer, Request, VerifyAnswer};
use crate::collective::{Goal, Kind, Schedule};
use crate::error::Error;
use crate::exact::Exact;
use crate::export::schedule::{FORMAT_TAG, ScheduleFile};
use crate::net::Node;
use crate::progress::Progress;
use crate::topology::{NodeName, Topology};
use crate::verify::{self, No};

/// Request for the verification of a schedule from a file.
// No request as data: a schedule is the contents of a file.
#[derive(Debug, Clone)]
pub struct ScheduleRequest {
    /// The file name.
    pub name: String,
    /// The contents.
    pub schedule: GivenSchedule,
}

/// A schedule as files have it.
#[derive(Debug, Clone)]
pub enum GivenSchedule {
    /// JSON, which names its collective.
    Listed(ScheduleFile),
    /// GOAL, with the intended collective if given.
    Goal {
        /// The text.
        text: String,
        /// The collective.
        kind: Option<Kind>,
        /// The root of a rooted collective.
        root: NodeName,
    },
}

impl Request for ScheduleRequest {
    type On = Topology;
    type Answer = VerifyAnswer;
    const VERB: &'static str = "verify";

    fn answer(&self, on: &Topology, progress: &dyn Progress) -> Result<VerifyAnswer, Error> {
        match &self.schedule {
            GivenSchedule::Listed(file) => self.read_schedule(file, on, progress),
            GivenSchedule::Goal { text, kind, root } => self.read_goal(text, *kind, root, on, progress),
        }
    }
}

impl ScheduleRequest {
    fn schedule_error(&self, why: &dyn std::fmt::Display) -> Error {
        Error::usage(format!("{}: {why}", self.name))
    }

    /// A schedule refers to nodes by number, so it does not apply to another network of the same size.
    fn same_network(&self, expression: &str, on: &Topology) -> Result<(), Error> {
        let named =
            crate::expr::parse(expression).map_or_else(|_| expression.to_owned(), |named| named.to_string());
        if named == on.to_string() {
            return Ok(());
        }
        Err(self
            .schedule_error(&format!("the schedule is for {named:?}, and this network is \"{on}\""))
            .help("verify it on the network that it names, or change its `expression`"))
    }

    fn read_schedule(
        &self,
        file: &ScheduleFile,
        on: &Topology,
        progress: &dyn Progress,
    ) -> Result<VerifyAnswer, Error> {
        if file.form != FORMAT_TAG {
            return Err(self
                .schedule_error(&format!("its form is {:?}", file.form))
                .help(format!("{FORMAT_TAG:?} is read")));
        }
        self.same_network(&file.expression, on)?;
        let (schedule, model) = file.to_schedule().map_err(|unknown| self.schedule_error(&unknown))?;
        let of = schedule.collective();
        let messages: u64 = schedule.messages().iter().map(|step| step.len() as u64).sum();
        let bytes = schedule.messages().iter().flatten().map(|m| u128::from(m.bytes)).sum();
        let steps = schedule.steps();
        match verify::schedule(on.network()?.as_ref(), schedule, model, progress)?.into_result() {
            Err(No::Undecided(limit)) => Err(limit.into()),
            Err(No::Refuted(fault)) => Ok(VerifyAnswer::refuted(fault.to_string())),
            Ok(_) => Ok(VerifyAnswer::of_schedule(JudgedScheduleAnswer {
                file: self.name.clone(),
                collective: Some(of.kind.word()),
                ranks: Exact(of.nodes),
                messages: Exact(messages),
                bytes: Exact(bytes),
                steps: Exact(steps.into()),
                contents_verified: true,
                completes_with_synchronous_sends: None,
            })),
        }
    }

    fn read_goal(
        &self,
        text: &str,
        kind: Option<Kind>,
        root: &NodeName,
        on: &Topology,
        progress: &dyn Progress,
    ) -> Result<VerifyAnswer, Error> {
        let goal = Goal::read(text).map_err(|bad| self.schedule_error(&bad))?;
        let (net, ranks) = (on.network()?, goal.ranks.len() as u64);
        let of = match kind {
            None => None,
            Some(kind) => {
                let Node(root) = if kind.rooted() { on.node(root)? } else { Node(0) };
                if root >= ranks {
                    return Err(Error::usage(format!("the root, {root}, is not a rank"))
                        .help(format!("the schedule has {ranks} ranks, from 0")));
                }
                Some((kind, root))
            }
        };
        match verify::goal(net.endpoints(), &goal, of, progress)?.into_result() {
            Err(No::Undecided(limit)) => Err(limit.into()),
            Err(No::Refuted(fault)) => Ok(VerifyAnswer::refuted(fault.to_string())),
            Ok(counted) => Ok(VerifyAnswer::of_schedule(JudgedScheduleAnswer {
                file: self.name.clone(),
                collective: kind.map(Kind::word),
                ranks: Exact(ranks),
                messages: Exact(counted.messages),
                bytes: Exact(counted.bytes),
                steps: Exact(counted.chain),
                contents_verified: false,
                completes_with_synchronous_sends: Some(counted.patient),
            })),
        }
    }
}
