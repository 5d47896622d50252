//! Traffic for the engine. It counts sent and received messages, and detects deadlock.
//!
//! Traffic at a load is a Bernoulli process at each node: in each cycle a node begins a message with probability load / flits. Finite
//! traffic sends as soon as possible. If messages are in transit and none arrives for a long time, the run returns to
//! the driver of the engine, which checks whether flits move ([`Desk::moved`]), because a long message may take longer than that.

use super::super::programs::TracePrograms;
use caminos_lib::Message;
use caminos_lib::quantify::Quantifiable;
use caminos_lib::topology::Topology;
use caminos_lib::traffic::{TaskTrafficState, Traffic, TrafficError};
use crossedge::metrics::traffic::Groups;
use rand::Rng;
use rand::rngs::StdRng;
use std::cell::{Cell, RefCell};
use std::collections::{BTreeMap, HashMap};
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// The actions of every node.
#[derive(Debug)]
pub(crate) enum TrafficPlan {
    /// Every node sends to any other one.
    Uniform,
    /// Every node sends to any other one of its group; the last groups may be smaller.
    Groups(Groups),
    /// Every node sends to one; a node that is its own target sends nothing.
    Targets(Vec<u32>),
    /// Every node sends to every other one, starting with the next; counts the sent ones.
    Rotation(Vec<u32>),
    /// The messages of a schedule, and the steps of those under way.
    Programs(TracePrograms, HashMap<usize, u32>),
    /// These messages, one at a time; counts the sent ones.
    Probes(Vec<(u32, u32)>, usize),
}

/// Counters, read by the driver between windows.
#[derive(Debug, Default)]
pub(crate) struct Tally {
    /// Messages that nodes wanted to send, whether they found room or not.
    pub wanted: u64,
    /// Messages that have arrived.
    pub consumed: u64,
    /// Their flits.
    pub flits: u64,
    /// Links to hosts that their packets took.
    pub host_links: u64,
    /// Their latencies together, from the cycle in which they were wanted.
    pub delay: u64,
    /// Number of had which latency.
    pub delays: BTreeMap<u64, u64>,
    /// The latency of each, when they are sent one at a time.
    pub probed: Vec<u64>,
}

/// Why a run ended before its cycles did.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum EarlyEnd {
    /// Everything was sent and has arrived, in this cycle.
    Finished(u64),
    /// No flit has moved for too long, and no message has arrived since this cycle, with messages in flight.
    Deadlock { since: u64, outstanding: u64 },
    /// Cancelled.
    Stopped,
}

/// State shared by a sender and the driver of the engine.
#[derive(Debug, Default)]
pub(crate) struct Desk {
    pub tally: RefCell<Tally>,
    pub end: Cell<Option<EarlyEnd>>,
    /// Flits that every endpoint has taken from the beginning; empty where none is a host.
    pub taken: RefCell<Vec<u64>>,
    /// Messages that are wanted and have not arrived.
    pub outstanding: Cell<u64>,
    /// The last cycle in which something arrived or the first message set out.
    pub last: Cell<u64>,
    /// The last cycle in which flits moved; written by the driver.
    pub moved: Cell<u64>,
}

/// A traffic of ours.
#[derive(Debug)]
pub(crate) struct Sender {
    pub nodes: usize,
    pub plan: TrafficPlan,
    /// The probability that a node begins a message in a cycle.
    pub rate: f64,
    /// The cycle in which each node begins its next message; [`NOT_DRAWN`] at first. Gaps are drawn, and not a number for each cycle.
    pub due: Vec<Cell<u64>>,
    /// Flits of a message, and of a packet.
    pub flits: usize,
    /// Links to a host, for each endpoint that is one; empty where there are none.
    pub hosts: Vec<u8>,
    /// Number of cycles without movement that count as a deadlock.
    pub patience: u64,
    pub desk: Rc<Desk>,
    pub stop: Arc<AtomicBool>,
    /// The cycle.
    pub now: Cell<u64>,
}

/// No message of a node is drawn yet.
pub(crate) const NOT_DRAWN: u64 = u64::MAX;

impl Sender {
    /// Cycles to the next message: geometric, as a Bernoulli process has them.
    fn cycles_to_next(&self, rng: &mut StdRng) -> u64 {
        let below = 1.0 - rng.r#gen::<f64>();
        // A rate of 1 divides by minus infinity, and the gap is 1. One that 1 - rate would round away keeps its logarithm.
        1 + (below.ln() / (-self.rate).ln_1p()).min(1e15) as u64
    }

    fn outstanding(&self) -> u64 {
        self.desk.outstanding.get()
    }

    fn is_done(&self) -> bool {
        match &self.plan {
            TrafficPlan::Uniform | TrafficPlan::Groups(_) | TrafficPlan::Targets(_) => false,
            TrafficPlan::Rotation(sent) => {
                self.outstanding() == 0 && sent.iter().all(|&sent| sent as usize + 1 >= self.nodes)
            }
            TrafficPlan::Programs(programs, _) => programs.all_arrived(),
            TrafficPlan::Probes(pairs, sent) => self.outstanding() == 0 && *sent == pairs.len(),
        }
    }
}

impl Traffic for Sender {
    fn should_generate(&self, task: usize, cycle: u64, rng: &mut StdRng) -> bool {
        self.now.set(cycle);
        let draws = match &self.plan {
            TrafficPlan::Uniform => true,
            TrafficPlan::Groups(groups) => groups.members(task as u64, self.nodes as u64).1 > 1,
            TrafficPlan::Targets(targets) => targets[task] as usize != task,
            TrafficPlan::Rotation(sent) => return sent[task] as usize + 1 < self.nodes,
            TrafficPlan::Programs(programs, _) => return programs.can_send(task),
            TrafficPlan::Probes(pairs, sent) => {
                return self.outstanding() == 0
                    && pairs.get(*sent).is_some_and(|pair| pair.0 as usize == task);
            }
        };
        if !draws {
            return false;
        }
        let due = &self.due[task];
        if due.get() == NOT_DRAWN {
            due.set(cycle + self.cycles_to_next(rng) - 1);
        }
        if cycle < due.get() {
            return false;
        }
        due.set(cycle + self.cycles_to_next(rng));
        self.desk.tally.borrow_mut().wanted += 1;
        true
    }

    fn generate_message(
        &mut self,
        origin: usize,
        cycle: u64,
        _topology: &dyn Topology,
        rng: &mut StdRng,
    ) -> Result<Rc<Message>, TrafficError> {
        let mut size = self.flits;
        let mut step = 0;
        let destination = match &mut self.plan {
            TrafficPlan::Uniform => {
                let drawn = rng.gen_range(0..self.nodes - 1);
                if drawn < origin { drawn } else { drawn + 1 }
            }
            TrafficPlan::Groups(groups) => {
                let (first, count, place) = groups.members(origin as u64, self.nodes as u64);
                let drawn = rng.gen_range(0..count.max(2) as usize - 1);
                let drawn = if drawn < place as usize { drawn } else { drawn + 1 };
                first as usize + drawn * groups.stride as usize
            }
            TrafficPlan::Targets(targets) => targets[origin] as usize,
            TrafficPlan::Rotation(sent) => {
                sent[origin] += 1;
                let to = origin + sent[origin] as usize;
                if to < self.nodes { to } else { to - self.nodes }
            }
            TrafficPlan::Programs(programs, _) => {
                let Some(send) = programs.next(origin) else {
                    return Err(TrafficError::OriginOutsideTraffic);
                };
                size = send.flits;
                step = send.step;
                send.to as usize
            }
            TrafficPlan::Probes(pairs, sent) => {
                *sent += 1;
                pairs[*sent - 1].1 as usize
            }
        };
        if self.outstanding() == 0 {
            self.desk.last.set(cycle);
        }
        self.desk.outstanding.set(self.outstanding() + 1);
        let message = Rc::new(Message { origin, destination, size, creation_cycle: cycle });
        match &mut self.plan {
            TrafficPlan::Uniform | TrafficPlan::Groups(_) | TrafficPlan::Targets(_) => {}
            TrafficPlan::Programs(_, steps) => {
                self.desk.tally.borrow_mut().wanted += 1;
                steps.insert(Rc::as_ptr(&message).addr(), step);
            }
            _ => self.desk.tally.borrow_mut().wanted += 1,
        }
        Ok(message)
    }

    fn probability_per_cycle(&self, _task: usize) -> f32 {
        self.rate as f32
    }

    fn try_consume(
        &mut self,
        task: usize,
        message: Rc<Message>,
        cycle: u64,
        _topology: &dyn Topology,
        _rng: &mut StdRng,
    ) -> bool {
        self.desk.outstanding.set(self.outstanding() - 1);
        self.desk.last.set(cycle);
        let delay = cycle - message.creation_cycle;
        let mut tally = self.desk.tally.borrow_mut();
        tally.consumed += 1;
        tally.flits += message.size as u64;
        tally.delay += delay;
        if let Some(taken) = self.desk.taken.borrow_mut().get_mut(task) {
            *taken += message.size as u64;
        }
        if let (Some(from), Some(to)) = (self.hosts.get(message.origin), self.hosts.get(task)) {
            tally.host_links += u64::from(from + to) * message.size.div_ceil(self.flits).max(1) as u64;
        }
        *tally.delays.entry(delay).or_insert(0) += 1;
        match &mut self.plan {
            TrafficPlan::Programs(programs, steps) => {
                if let Some(step) = steps.remove(&Rc::as_ptr(&message).addr()) {
                    programs.record_received(task, step);
                }
            }
            TrafficPlan::Probes(..) => tally.probed.push(delay),
            _ => {}
        }
        true
    }

    fn is_finished(&self) -> bool {
        let (now, last, outstanding) = (self.now.get(), self.desk.last.get(), self.outstanding());
        let end = if self.is_done() {
            Some(EarlyEnd::Finished(last))
        } else if outstanding > 0 && now.saturating_sub(last.max(self.desk.moved.get())) >= self.patience {
            Some(EarlyEnd::Deadlock { since: last, outstanding })
        } else if self.stop.load(Ordering::Relaxed) {
            Some(EarlyEnd::Stopped)
        } else {
            None
        };
        if end.is_some() {
            self.desk.end.set(end);
        }
        end.is_some()
    }

    fn task_state(&self, _task: usize, _cycle: u64) -> TaskTrafficState {
        TaskTrafficState::UnspecifiedWait
    }

    fn number_tasks(&self) -> usize {
        self.nodes
    }
}

impl Quantifiable for Sender {
    fn total_memory(&self) -> usize {
        size_of::<Self>()
    }

    fn print_memory_breakdown(&self) {}

    fn forecast_total_memory(&self) -> usize {
        size_of::<Self>()
    }
}
