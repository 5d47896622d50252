//! What becomes of every algorithm: made, judged, priced; or priced by formula; or not tried, with the reason. None is left out.

use super::{Job, PortsWord, too_large, trace};
use crate::failure::Failure;
use crossedge::collective::{Algorithm, Kind, Listed, MAX_LISTED, Means, Order, Rings, Rule, Unmade, means};
use crossedge::cost::{self, Cost, Machine};
use crossedge::hamilton::{Options, Sought, cycle};
use crossedge::net::Faults;
use crossedge::verify::{self, Claim, Verdict};

/// What became of one algorithm.
pub struct Tried {
    /// The algorithm.
    pub algorithm: &'static Algorithm,
    pub name: &'static str,
    pub paper: Option<&'static str>,
    pub fate: Fate,
    /// The time when nodes do not wait for each other's steps.
    pub replay_seconds: Option<f64>,
    pub listed: Option<Listed>,
}

/// The end of it.
pub enum Fate {
    /// Every message was judged, or every program of a broadcast.
    Holds(Cost),
    /// Priced by formula; what was judged, if anything.
    Formula(Cost, &'static str),
    /// The judge has found a fault.
    Refused(String),
    /// It is not for this network.
    None(String),
    /// A limit stands in the way: what it is, and the whole message.
    NotTried(NotTried),
}

/// A limit.
pub struct NotTried {
    /// In a few words.
    pub why: String,
    /// It works up to so many nodes.
    pub most_nodes: Option<u64>,
    /// With a size that works.
    pub message: String,
}

impl Fate {
    /// The cost, however it was found.
    pub fn cost(&self) -> Option<&Cost> {
        match self {
            Fate::Holds(cost) | Fate::Formula(cost, _) => Some(cost),
            _ => None,
        }
    }

    /// One word, for programs.
    pub fn word(&self) -> &'static str {
        match self {
            Fate::Holds(_) => "holds",
            Fate::Formula(..) => "formula",
            Fate::Refused(_) => "refused",
            Fate::None(_) => "none",
            Fate::NotTried(_) => "not tried",
        }
    }

    /// What is to be said of it beyond the word.
    pub fn reason(&self) -> Option<&str> {
        match self {
            Fate::Holds(_) => None,
            Fate::Formula(_, judged) => Some(judged),
            Fate::Refused(why) | Fate::None(why) => Some(why),
            Fate::NotTried(limit) => Some(&limit.why),
        }
    }

    /// For people.
    pub fn text(&self) -> String {
        match (self, self.reason()) {
            (Fate::Formula(..), Some(judged)) => format!("by formula, {judged}"),
            (_, Some(why)) => format!("{}: {why}", self.word()),
            (_, None) => self.word().to_owned(),
        }
    }

    fn beyond(most: u64) -> Fate {
        let why = format!("works up to {} nodes", crate::output::grouped(&most.into()));
        Fate::NotTried(NotTried { why, most_nodes: Some(most), message: too_large_text(most) })
    }

    fn limit(message: String) -> Fate {
        let why = message.lines().next().unwrap_or_default().to_owned();
        Fate::NotTried(NotTried { why, most_nodes: None, message })
    }
}

fn too_large_text(most: u64) -> String {
    match too_large(most) {
        Failure::Limit(text) => text,
        _ => String::new(),
    }
}

impl Job<'_> {
    /// Every algorithm that was asked for, at one size. A limit of one does not stand in the way of another one; when nothing else
    /// came of it, it is the answer.
    pub fn all(&self, bytes: u64) -> Result<Vec<Tried>, Failure> {
        let algorithms = self.algorithms()?;
        let tried = algorithms.iter().map(|a| self.one(a, bytes)).collect::<Result<Vec<_>, _>>()?;
        let made = tried.iter().any(|t| !matches!(t.fate, Fate::None(_) | Fate::NotTried(_)));
        let limits = tried.iter().filter_map(|t| match &t.fate {
            Fate::NotTried(limit) => Some(limit),
            _ => None,
        });
        // The advice is that of the one that goes farthest.
        match limits.max_by_key(|limit| limit.most_nodes) {
            Some(limit) if !made => Err(Failure::Limit(limit.message.clone())),
            _ => Ok(tried),
        }
    }

    /// One algorithm.
    pub fn one(&self, algorithm: &'static Algorithm, bytes: u64) -> Result<Tried, Failure> {
        let name = algorithm.name;
        let mut tried = Tried {
            algorithm,
            name,
            paper: (algorithm.printed)(self.net.as_ref(), self.kind()),
            fate: Fate::None(String::new()),
            replay_seconds: None,
            listed: None,
        };
        let machine = self.args.model.machine();
        let bytes = self.collective(bytes).bytes;
        tried.fate = match means(algorithm, self.kind(), self.net.nodes()) {
            _ if algorithm.rings == Rings::Several
                && self.args.ports != PortsWord::All
                && self.args.algorithm != name =>
            {
                Fate::NotTried(NotTried {
                    why: "several rings at once need --ports all".to_owned(),
                    most_nodes: None,
                    message: "several rings at once need all ports\nhelp: add --ports all".to_owned(),
                })
            }
            Means::List => self.list(&mut tried, bytes, &machine)?,
            // Who asks for every message is not answered with a formula.
            _ if self.args.steps || self.args.trace.is_some() => {
                let listed = if self.kind() == Kind::Broadcast { MAX_LISTED } else { u64::MAX };
                Fate::beyond((algorithm.most_nodes)(self.kind()).min(listed))
            }
            Means::Tree => self.tree(algorithm, bytes, &machine)?,
            Means::Ring => self.ring(bytes, &machine)?,
            Means::Formula => match algorithm.volume(&self.net, self.kind()) {
                Some(volume) => Fate::Formula(cost::of_volume(&volume, bytes, &machine), "not judged"),
                None => Fate::beyond(crossedge::collective::MAX_PLANNED),
            },
            Means::Beyond(most) => Fate::beyond(most),
        };
        // No time is told that lies below what no schedule can beat.
        if let Some(cost) = tried.fate.cost() {
            self.least(bytes).times(cost).map_err(|wrong| {
                Failure::Internal(format!("{} by {name} on {}: {wrong}", self.kind(), self.source.expr))
            })?;
        }
        Ok(tried)
    }

    /// Every message, listed and judged.
    fn list(&self, tried: &mut Tried, bytes: u64, machine: &Machine) -> Result<Fate, Failure> {
        let order =
            Order { kind: self.kind(), root: self.root, bytes, pieces: self.args.pieces, rings: &self.rings };
        let schedule = match tried.algorithm.schedule(&self.net, &order) {
            Ok(schedule) => schedule,
            Err(Unmade::TooLarge(most)) => return Ok(Fate::beyond(most)),
            Err(Unmade::Bytes(most)) => {
                let what = "all blocks together have more bytes than 64 bits count";
                return Ok(Fate::limit(format!("{what}\nhelp: take --bytes {most} or less")));
            }
            Err(Unmade::NotHere(why)) => return Ok(Fate::None(why.to_owned())),
        };
        let net = self.net.as_ref();
        tried.listed = self.args.steps.then(|| Listed::of(&schedule));
        let model = self.args.ports.model(self.args.model);
        Ok(match verify::schedule(net, schedule, model, self.bars)? {
            Verdict::Undecided(limit) => Fate::limit(limit.to_string()),
            Verdict::Refuted(fault) => Fate::Refused(fault.to_string()),
            Verdict::Holds(checked) => {
                tried.replay_seconds = cost::replay_seconds(net, &checked, machine)?;
                if let Some(folder) = &self.args.trace {
                    trace::write(self, &checked, machine, folder)?;
                }
                Fate::Holds(cost::of(net, &checked, machine)?)
            }
        })
    }

    /// A broadcast tree, judged without a list of what is sent; a reduction is the same backwards.
    fn tree(&self, algorithm: &Algorithm, bytes: u64, machine: &Machine) -> Result<Fate, Failure> {
        let (net, name) = (self.net.as_ref(), algorithm.name);
        if !self.judged.borrow().contains_key(name) {
            let rule = algorithm.tree().and_then(|pace| Rule::new(&self.net, self.root, pace));
            let Some(rule) = rule else {
                return Ok(Fate::beyond(crossedge::collective::MAX_PLANNED));
            };
            match verify::tree(net, rule, self.bars)? {
                Verdict::Holds(checked) => self.judged.borrow_mut().insert(name, checked),
                Verdict::Refuted(bad) => return Ok(Fate::Refused(bad.to_string())),
                Verdict::Undecided(limit) => return Ok(Fate::limit(limit.to_string())),
            };
        }
        let judged = self.judged.borrow();
        let Some(checked) = judged.get(name) else { return Ok(Fate::None("no tree".to_owned())) };
        let cost = cost::of_tree(net, checked, (self.kind(), bytes), machine)?;
        Ok(match (cost, self.kind()) {
            (None, _) => Fate::None("a tree is not for this collective".to_owned()),
            // The programs of the tree are the schedule.
            (Some(cost), Kind::Broadcast) => Fate::Holds(cost),
            (Some(cost), _) => Fate::Formula(cost, "its tree judged"),
        })
    }

    /// A ring, judged; every step round it is alike.
    fn ring(&self, bytes: u64, machine: &Machine) -> Result<Fate, Failure> {
        let net = self.net.as_ref();
        if self.ring.borrow().is_none() {
            let found = match cycle(net, &Options::default(), self.bars)? {
                Sought::Found(found) => {
                    let faults = Faults::none();
                    let claim = Claim { closed: true, ends: None, faults: &faults, left_out: 0 };
                    verify::ring(net, found.ring, &claim, self.bars)?
                        .into_result()
                        .map_err(|no| no.to_string())
                }
                Sought::Absent(why) | Sought::Unknown(why) | Sought::TooLarge(why) => Err(why),
            };
            *self.ring.borrow_mut() = Some(found);
        }
        Ok(match self.ring.borrow().as_ref() {
            Some(Ok(ring)) => match cost::of_ring(net, ring, (self.kind(), bytes), machine)? {
                Some(cost) => Fate::Formula(cost, "its ring judged"),
                None => Fate::None("a ring is not for this collective".to_owned()),
            },
            Some(Err(why)) => Fate::None(format!("no ring through all nodes is known: {why}")),
            None => Fate::None("no ring through all nodes is known".to_owned()),
        })
    }
}
