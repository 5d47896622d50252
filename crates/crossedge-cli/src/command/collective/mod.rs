//! `crossedge collective`: schedules for a collective, judged, priced, beside what no schedule can beat.

mod answer;
mod args;
mod brief;
mod sizes;
mod trace;

use crate::Outcome;
use crate::failure::Failure;
use crate::progress::Bars;
use crate::source::{self, Source};
use crossedge::collective::{
    ALGORITHMS, Collective, Kind, Listed, Order, Pace, Rule, Unmade, bounds, make, most_nodes, paper,
};
use crossedge::cost::{self, Cost, Machine};
use crossedge::embed::{Options, Sought, link_disjoint};
use crossedge::metrics::traffic::{self, Traffic};
use crossedge::net::{Node, Structure};
use crossedge::verify::{self, Checked, Verdict};
use std::cell::RefCell;
use std::collections::HashMap;
use std::process::ExitCode;
use std::sync::Arc;

pub use answer::seconds;
pub use args::{Args, Word};
use args::{ModelWord, PortsWord};
pub use brief::{best, chart, kinds, most_nodes as most_on_page};

/// What became of one algorithm.
struct Tried {
    name: &'static str,
    paper: Option<&'static str>,
    /// The cost, or why there is none.
    outcome: Result<Cost, Refusal>,
    /// The time when nodes do not wait for each other's steps.
    replay_seconds: Option<f64>,
    listed: Option<Listed>,
}

/// Why an algorithm has no cost.
enum Refusal {
    /// The judge has found a fault.
    Fault(String),
    /// It is not for this network, or not at this size.
    Unmade(String),
}

/// What no schedule can beat.
struct Least {
    steps: u64,
    latency_seconds: f64,
    bandwidth_seconds: f64,
    bisection_seconds: Option<f64>,
}

impl Least {
    fn seconds(&self) -> f64 {
        self.latency_seconds.max(self.bandwidth_seconds).max(self.bisection_seconds.unwrap_or(0.0))
    }
}

/// All that the answer needs.
struct Job<'a> {
    args: &'a Args,
    source: Source,
    net: Arc<dyn Structure>,
    root: Node,
    rings: Vec<Vec<u64>>,
    bars: &'a Bars,
    /// Distance of the farthest node, and the largest degree.
    reach: u64,
    degree: u64,
    /// Broadcasts by rule that were judged: they are the same for every size.
    judged: RefCell<HashMap<&'static str, Checked<Rule>>>,
    /// Messages of an all-to-all that the best known cut must let through for each of its links.
    cut: Option<f64>,
}

/// Makes, judges and prices.
pub fn run(args: &Args, bars: &Bars) -> Outcome {
    let job = Job::new(args, Source::read(&args.expr)?, bars)?;
    if args.trace.is_some() {
        trace::check(args, job.net.nodes())?;
    }
    if args.sizes || args.plot.is_some() {
        return sizes::run(&job);
    }
    let tried = job.all(args.bytes)?;
    answer::tell(&job, &tried)?;
    let holds = tried.iter().any(|tried| tried.outcome.is_ok());
    let refuted = tried.iter().any(|tried| matches!(tried.outcome, Err(Refusal::Fault(_))));
    Ok(if holds && (!refuted || tried.len() > 1) { ExitCode::SUCCESS } else { ExitCode::from(1) })
}

/// Rings through all nodes, where an algorithm asks for them.
fn rings(args: &Args, net: &dyn Structure, kind: Kind, bars: &Bars) -> Result<Vec<Vec<u64>>, Failure> {
    let wanted = ALGORITHMS.iter().any(|a| {
        a.name.starts_with("ring")
            && a.kinds.contains(&kind)
            && (a.name == args.algorithm || ["all", "best"].contains(&args.algorithm.as_str()))
    });
    if !wanted || net.nodes() > most_nodes("ring", kind) {
        return Ok(Vec::new());
    }
    Ok(match link_disjoint(net, &Options::default(), bars)? {
        Sought::Found(apart) => {
            let list =
                |found: &crossedge::embed::Found| (0..net.nodes()).map(|p| found.ring.node_at(p).0).collect();
            apart.rings.iter().map(list).collect()
        }
        _ => Vec::new(),
    })
}

/// The distance of the farthest node from the root: the diameter where all nodes look alike.
fn reach(source: &Source, net: &dyn Structure, root: Node, bars: &Bars) -> Result<u64, Failure> {
    if source.shape.node_symmetric().is_some()
        && let Some(diameter) = source.shape.diameter()
        && let Ok(diameter) = u64::try_from(&diameter.value)
    {
        return Ok(diameter);
    }
    const MOST: u64 = 1 << 28;
    if net.nodes() > MOST {
        return Err(too_large(MOST));
    }
    bounds::reach(net, root, bars)?.ok_or_else(|| {
        Failure::Usage(
            "the network does not hang together\nhelp: a collective needs a way between any two nodes"
                .to_owned(),
        )
    })
}

fn too_large(most: u64) -> Failure {
    Failure::Limit(format!(
        "this needs what every node holds, and works up to {most} nodes\nhelp: take a smaller network of the same construction"
    ))
}

impl<'a> Job<'a> {
    /// What holds at every size of message.
    fn new(args: &'a Args, source: Source, bars: &'a Bars) -> Result<Job<'a>, Failure> {
        let net = source.network()?;
        let root = source::node(net.as_ref(), &args.root)?;
        let kind = args.kind.kind();
        let rings = rings(args, net.as_ref(), kind, bars)?;
        let reach = reach(&source, net.as_ref(), root, bars)?;
        let degree = source.shape.degrees().keys().next_back().copied().unwrap_or(0);
        let cut = match kind {
            Kind::AllToAll => {
                let cut = traffic::cut_bound(source.shape.as_ref(), net.as_ref(), Traffic::AllToAll, bars)?;
                cut.map(|cut| cut.value.1 as f64 / cut.value.0 as f64)
            }
            _ => None,
        };
        Ok(Job { args, source, net, root, rings, bars, reach, degree, judged: RefCell::default(), cut })
    }

    fn kind(&self) -> Kind {
        self.args.kind.kind()
    }

    fn collective(&self, bytes: u64) -> Collective {
        Collective::new(self.kind(), self.net.nodes(), self.root.0, bytes)
    }

    /// The names that the user asked for.
    fn names(&self) -> Result<Vec<&'static str>, Failure> {
        let kind = self.kind();
        let all = ALGORITHMS.iter().filter(|a| a.kinds.contains(&kind)).map(|a| a.name);
        // Several rings at once need all ports.
        let all = all.filter(|&name| name != "rings" || self.args.ports == PortsWord::All);
        match self.args.algorithm.as_str() {
            "best" | "all" => Ok(all.collect()),
            "paper" => match paper(self.net.as_ref(), kind) {
                Some((name, _)) => Ok(vec![name]),
                None => Err(Failure::Usage(format!(
                    "the papers give no {kind} for this network\nhelp: they have broadcast and alltoall for rdn, alltoall for hdn, and broadcast, scatter, allgather and alltoall for dualcube; try --algorithm all"
                ))),
            },
            name => match ALGORITHMS.iter().find(|a| a.name == name && a.kinds.contains(&kind)) {
                Some(algorithm) => Ok(vec![algorithm.name]),
                None => Err(Failure::Usage(format!(
                    "there is no algorithm '{name}' for {kind}\nhelp: there are {}, and paper, best, all",
                    ALGORITHMS
                        .iter()
                        .filter(|a| a.kinds.contains(&kind))
                        .map(|a| a.name)
                        .collect::<Vec<_>>()
                        .join(", ")
                ))),
            },
        }
    }

    /// Every algorithm that was asked for, at one size.
    fn all(&self, bytes: u64) -> Result<Vec<Tried>, Failure> {
        let mut tried = Vec::new();
        let mut least: Option<Failure> = None;
        let names = self.names()?;
        for &name in &names {
            match self.one(name, bytes) {
                Ok(one) => tried.push(one),
                // One that is too large does not stand in the way of another one.
                Err(failure @ Failure::Limit(_)) => least = Some(failure),
                Err(failure) => return Err(failure),
            }
        }
        let made = tried.iter().any(|t| !matches!(t.outcome, Err(Refusal::Unmade(_))));
        match least {
            Some(failure) if !made => {
                // The advice is that of the one that goes farthest.
                let most = names.iter().map(|name| most_nodes(name, self.kind())).max();
                Err(most.filter(|&most| self.net.nodes() > most).map_or(failure, too_large))
            }
            _ => Ok(tried),
        }
    }

    /// One algorithm: made, judged, priced.
    fn one(&self, name: &'static str, bytes: u64) -> Result<Tried, Failure> {
        let here = paper(self.net.as_ref(), self.kind()).filter(|(algorithm, _)| *algorithm == name);
        let paper = here.map(|(_, place)| place);
        let machine = self.args.model.machine();
        if self.kind() == Kind::Broadcast && name != "pipelined" && self.net.nodes() > 4096 {
            return Ok(Tried {
                name,
                paper,
                outcome: self.stream(name, bytes, &machine)?,
                replay_seconds: None,
                listed: None,
            });
        }
        let order =
            Order { kind: self.kind(), root: self.root, bytes, pieces: self.args.pieces, rings: &self.rings };
        let schedule = match make(&self.net, name, &order) {
            Ok(schedule) => schedule,
            Err(Unmade::TooLarge(most)) => return Err(too_large(most)),
            Err(Unmade::NotHere(why)) => {
                let outcome = Err(Refusal::Unmade(why.to_owned()));
                return Ok(Tried { name, paper, outcome, replay_seconds: None, listed: None });
            }
        };
        let model = self.args.ports.model(self.args.model);
        let listed = self.args.steps.then(|| Listed::of(&schedule));
        let mut replay_seconds = None;
        let outcome = match verify::schedule(self.net.as_ref(), schedule, model, self.bars)? {
            Verdict::Undecided(limit) => return Err(Failure::Limit(limit.to_string())),
            Verdict::Refuted(fault) => Err(Refusal::Fault(fault.to_string())),
            Verdict::Holds(checked) => {
                replay_seconds = cost::replay_seconds(self.net.as_ref(), &checked, &machine)?;
                if let Some(folder) = &self.args.trace {
                    trace::write(self, &checked, &machine, folder)?;
                }
                Ok(cost::of(self.net.as_ref(), &checked, &machine)?)
            }
        };
        Ok(Tried { name, paper, outcome, replay_seconds, listed })
    }

    /// A broadcast by rule, judged without a list of what is sent.
    fn stream(
        &self,
        name: &'static str,
        bytes: u64,
        machine: &Machine,
    ) -> Result<Result<Cost, Refusal>, Failure> {
        const MOST: u64 = 1 << 32;
        if self.net.nodes() > MOST {
            return Err(too_large(MOST));
        }
        let price = |checked: &Checked<Rule>| cost::of_tree(self.net.as_ref(), checked, bytes, machine);
        if let Some(checked) = self.judged.borrow().get(name) {
            return Ok(Ok(price(checked)?));
        }
        let pace = if name == "stages" { Pace::Stages } else { Pace::Eager };
        let Some(rule) = Rule::new(&self.net, self.root, pace) else {
            return Err(too_large(crossedge::collective::MAX_PLANNED));
        };
        Ok(match verify::tree(self.net.as_ref(), rule, self.bars)? {
            Verdict::Holds(checked) => {
                let cost = price(&checked)?;
                self.judged.borrow_mut().insert(name, checked);
                Ok(cost)
            }
            Verdict::Refuted(bad) => Err(Refusal::Fault(bad.to_string())),
            Verdict::Undecided(limit) => return Err(Failure::Limit(limit.to_string())),
        })
    }

    /// What no schedule can beat, at one size.
    fn least(&self, bytes: u64) -> Least {
        let of = self.collective(bytes);
        let machine = self.args.model.machine();
        let one_port = self.args.ports != PortsWord::All;
        let doubling = bounds::steps(&of, 0, u64::from(u32::MAX), one_port);
        // A message over several links is one step under cut-through.
        let (steps, latency_seconds) = match self.args.model {
            ModelWord::StoreAndForward => {
                let steps = bounds::steps(&of, self.reach, self.degree, one_port);
                (steps, steps as f64 * machine.startup_seconds)
            }
            _ => {
                let farthest = if self.reach == 0 { 0.0 } else { machine.message_seconds(self.reach, 0) };
                (doubling, farthest.max(doubling as f64 * machine.message_seconds(1, 0)))
            }
        };
        let ports = if one_port { 1 } else { self.degree.max(1) };
        let bandwidth_seconds = bounds::port_bytes(&of) as f64 * machine.byte_seconds / ports as f64;
        let bisection_seconds = self.cut.map(|each| each * bytes as f64 * machine.byte_seconds);
        Least { steps, latency_seconds, bandwidth_seconds, bisection_seconds }
    }
}
