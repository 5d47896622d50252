//! `crossedge collective`: schedules for a collective, judged, priced, beside what no schedule can beat.

mod answer;
mod args;
mod brief;
mod sizes;
mod trace;
mod tried;

use crate::Outcome;
use crate::failure::Failure;
use crate::progress::Bars;
use crate::source::{self, Source};
use crossedge::collective::{Algorithm, Collective, Kind, Rings, Rule, bounds, ring};
use crossedge::cost::{Bound, Ground};
use crossedge::hamilton::{NodeOrder, Options, Sought, link_disjoint};
use crossedge::metrics::traffic::{self, Traffic};
use crossedge::net::{Node, Structure};
use crossedge::verify::Checked;
use std::cell::RefCell;
use std::collections::HashMap;
use std::process::ExitCode;
use std::sync::Arc;

pub use args::{Args, Word};
use args::{ModelWord, PortsWord};
pub use brief::{best, kinds, most_nodes as most_on_page, times};
use tried::{Fate, Tried};

/// A ring that was looked for: judged, or why there is none.
type Looked = Result<Checked<Arc<dyn NodeOrder>>, String>;

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
    /// A ring through all nodes of a large network, once it was looked for.
    ring: RefCell<Option<Looked>>,
    /// Messages of an all-to-all that the best known cut must let through for each of its links.
    cut: Option<f64>,
}

/// Makes, judges and prices.
pub fn run(args: &Args, bars: &Bars) -> Outcome {
    let job = Job::new(args, Source::read(&args.expr)?, bars)?;
    if let Some(folder) = &args.trace {
        trace::check(args, folder, job.net.nodes())?;
    }
    if args.sizes || args.plot.is_some() {
        return sizes::run(&job);
    }
    let tried = job.all(args.bytes)?;
    answer::tell(&job, &tried)?;
    let holds = tried.iter().any(|tried| tried.fate.cost().is_some());
    let refuted = tried.iter().any(|tried| matches!(tried.fate, Fate::Refused(_)));
    Ok(if holds && (!refuted || tried.len() > 1) { ExitCode::SUCCESS } else { ExitCode::from(1) })
}

/// Rings through all nodes, where an algorithm asks for them.
fn rings(args: &Args, net: &dyn Structure, kind: Kind, bars: &Bars) -> Result<Vec<Vec<u64>>, Failure> {
    let wanted = Algorithm::all(kind).any(|a| {
        a.rings != Rings::None
            && (a.name == args.algorithm || ["all", "best"].contains(&args.algorithm.as_str()))
    });
    if !wanted || net.nodes() > ring::MAX_ROUND {
        return Ok(Vec::new());
    }
    Ok(match link_disjoint(net, &Options::default(), bars)? {
        Sought::Found(apart) => {
            let list = |found: &crossedge::hamilton::Found| {
                (0..net.nodes()).map(|p| found.ring.node_at(p).0).collect()
            };
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
        Ok(Job {
            args,
            source,
            net,
            root,
            rings,
            bars,
            reach,
            degree,
            judged: RefCell::default(),
            ring: RefCell::default(),
            cut,
        })
    }

    fn kind(&self) -> Kind {
        self.args.kind.kind()
    }

    fn collective(&self, bytes: u64) -> Collective {
        Collective::new(self.kind(), self.net.nodes(), self.root.0, bytes)
    }

    /// The algorithms that the user asked for.
    fn algorithms(&self) -> Result<Vec<&'static Algorithm>, Failure> {
        let kind = self.kind();
        match self.args.algorithm.as_str() {
            "best" | "all" => Ok(Algorithm::all(kind).collect()),
            "paper" => match Algorithm::of_paper(self.net.as_ref(), kind) {
                Some((algorithm, _)) => Ok(vec![algorithm]),
                None => Err(Failure::Usage(format!(
                    "the papers give no {kind} for this network\nhelp: they have broadcast and alltoall for rdn, alltoall for hdn, and broadcast, scatter, allgather and alltoall for dualcube; try --algorithm all"
                ))),
            },
            name => match Algorithm::named(kind, name) {
                Some(algorithm) => Ok(vec![algorithm]),
                None => Err(Failure::Usage(format!(
                    "there is no algorithm '{name}' for {kind}\nhelp: there are {}, and paper, best, all",
                    Algorithm::all(kind).map(|a| a.name).collect::<Vec<_>>().join(", ")
                ))),
            },
        }
    }

    /// What no schedule can beat, at one size.
    fn least(&self, bytes: u64) -> Bound {
        let ground = Ground {
            reach: self.reach,
            degree: self.degree,
            one_port: self.args.ports != PortsWord::All,
            cut: self.cut,
        };
        Bound::of(&self.collective(bytes), &ground, &self.args.model.machine())
    }
}
