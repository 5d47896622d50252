//! Pipelining along arc-disjoint trees, or along a ring: the number of segments, and the price if messages are too many to be listed.

use super::fate::{Fate, Laid, LaidPipes, NoPipes, SearchedPieces};
use super::ground::{means_on, path_from};
use super::plan::Collectives;
use crate::collective::{
    Algorithm, Beyond, Branches, BroadcastRule, Conveyor, Kind, Means, MessagePath, NoTrees, Pace, Pipes,
    Tree, Trees,
};
use crate::cost::{self, Cost, CostMachine};
use crate::error::Error;
use crate::net::Faults;
use crate::verify::{self, Asserted, Claim, Ports, Verdict, arborescences};
use std::collections::BTreeMap;

/// Schedules of more messages are priced by formula: their trees are verified, and not every message.
const MAX_REPLAYED: u64 = 1 << 20;

/// Trees up to this many parent lookups are verified; of larger ones the closed form gives number and depth.
const MAX_ASKED: u64 = 1 << 22;

/// Schedules of at most this many messages are listed to look for the fastest number of pieces.
const MAX_SEARCHED: u64 = 1 << 16;

/// This many messages are listed in all for one number of pieces.
const MAX_SEARCHED_IN_ALL: u64 = 1 << 21;

impl Collectives<'_> {
    /// By which means an algorithm is priced, at one size.
    pub(super) fn means(&self, algorithm: &'static Algorithm, bytes: u64) -> Result<Means, Error> {
        let means = means_on(&self.ends, algorithm, self.kind());
        if means != Means::List || self.conveyor(algorithm)?.is_none() {
            return Ok(means);
        }
        let messages = self.conveyed(algorithm, bytes)?.map_or(0, |cost| cost.messages);
        Ok(if messages > MAX_REPLAYED { Means::Pipes } else { means })
    }

    /// The pipelining of an algorithm, if it determines its price at any number of segments: over links that are all equivalent.
    fn conveyor(&self, algorithm: &'static Algorithm) -> Result<Option<Conveyor>, Error> {
        let pieces = matches!(self.kind(), Kind::Broadcast | Kind::Reduce | Kind::AllReduce);
        if !algorithm.in_pieces || !pieces || self.ends.switched() || self.ends.message_paths().is_none() {
            return Ok(None);
        }
        Ok(self.laid(algorithm)?.ok().and_then(|laid| laid.conveyor))
    }

    /// The price along the conveyor.
    fn conveyed(&self, algorithm: &'static Algorithm, bytes: u64) -> Result<Option<Cost>, Error> {
        let Some(conveyor) = self.conveyor(algorithm)? else { return Ok(None) };
        let pieces = self.pieces(algorithm, bytes)?;
        let others = self.net.endpoints().saturating_sub(1);
        Ok(Some(cost::of_conveyor(&conveyor, (pieces, bytes), others, &self.machine(), self.message_path())))
    }

    /// The links of every message of a conveyor.
    fn message_path(&self) -> MessagePath {
        self.ends.message_paths().and_then(|ways| ways.first()).copied().unwrap_or(MessagePath::LINK)
    }

    /// Number of pieces: those that were requested, else as many as are fastest.
    pub(super) fn pieces(&self, algorithm: &'static Algorithm, bytes: u64) -> Result<u64, Error> {
        if let Some(pieces) = self.request.pieces {
            return Ok(pieces);
        }
        Ok(self.searched_pieces(algorithm, bytes)?.pieces)
    }

    /// The fastest number of segments.
    pub(super) fn searched_pieces(
        &self,
        algorithm: &'static Algorithm,
        bytes: u64,
    ) -> Result<SearchedPieces, Error> {
        let key = (algorithm.name, bytes);
        if let Some(&searched) = self.searched.borrow().get(&key) {
            return Ok(searched);
        }
        let exactly = |pieces: u64| SearchedPieces { pieces, ended_early: false };
        let searched = match self.conveyor(algorithm)? {
            Some(Conveyor::Lines { .. } | Conveyor::Branches { overlaps: true, .. })
                if self.request.ports == Ports::Half =>
            {
                exactly(1)
            }
            Some(conveyor) => {
                exactly(cost::fastest_pieces(&conveyor, bytes, &self.machine(), self.message_path()))
            }
            None => self.fastest_listed(algorithm, bytes)?,
        };
        self.searched.borrow_mut().insert(key, searched);
        Ok(searched)
    }

    /// The fastest number of pieces by the price of the messages, and whether the search has ended before more of them became slower: more and more
    /// pieces, then numbers halfway between the best and the next ones, then all near the best. Near it the price is flat, and what decides is how
    /// evenly the bytes are cut, which repeats within P/√c of P pieces of c bytes.
    fn fastest_listed(&self, algorithm: &'static Algorithm, bytes: u64) -> Result<SearchedPieces, Error> {
        let kind = self.kind();
        let mut searched = SearchedPieces { pieces: 1, ended_early: false };
        if matches!(kind, Kind::Scatter | Kind::Gather) || self.net.endpoints() > (algorithm.most_nodes)(kind)
        {
            return Ok(searched);
        }
        let most = bytes.clamp(1, cost::MAX_PIECES);
        let mut search = ListedSearch { times: BTreeMap::new(), messages: 0 };
        let mut pieces = 1;
        while let Some((time, messages)) = self.priced(algorithm, bytes, pieces, &mut search)? {
            if time > 1.1 * search.best().1 || pieces >= most {
                break;
            }
            searched.ended_early = messages > MAX_SEARCHED;
            if searched.ended_early {
                break;
            }
            pieces = (pieces + (pieces >> 1)).max(pieces + 1).min(most);
        }
        for _ in 0..REFINED {
            let best = search.best().0;
            let below = search.times.range(..best).next_back().map(|(&below, _)| (below + best) / 2);
            let above = search.times.range(best + 1..).next().map(|(&above, _)| (best + above).div_ceil(2));
            for pieces in [below, above].into_iter().flatten() {
                self.priced(algorithm, bytes, pieces, &mut search)?;
            }
        }
        for _ in 0..RECENTRED {
            let best = search.best().0;
            let each = bytes.div_ceil(best) as f64;
            let near = (3.0 * best as f64 / each.sqrt()) as u64 + 3;
            for pieces in best.saturating_sub(near).max(1)..=best.saturating_add(near).min(most) {
                if search.messages > MAX_SEARCHED_IN_ALL {
                    searched.ended_early = true;
                    break;
                }
                self.priced(algorithm, bytes, pieces, &mut search)?;
            }
            if search.best().0 == best {
                break;
            }
        }
        searched.pieces = search.best().0;
        Ok(searched)
    }

    /// The price of this many pieces, kept; `None` if it is known already, or there is none.
    fn priced(
        &self,
        algorithm: &'static Algorithm,
        bytes: u64,
        pieces: u64,
        search: &mut ListedSearch,
    ) -> Result<Option<(f64, u64)>, Error> {
        if search.times.contains_key(&pieces) {
            return Ok(None);
        }
        let price = self.listed_price(algorithm, bytes, pieces)?;
        search.times.insert(pieces, price.map_or(f64::INFINITY, |(time, _)| time));
        search.messages += price.map_or(0, |(_, messages)| messages);
        Ok(price)
    }

    /// Time and number of the messages in this many pieces; `None` if there is no schedule, or the verifier refuses it.
    fn listed_price(
        &self,
        algorithm: &'static Algorithm,
        bytes: u64,
        pieces: u64,
    ) -> Result<Option<(f64, u64)>, Error> {
        let Ok(schedule) = self.made(algorithm, bytes, pieces) else { return Ok(None) };
        let net = self.net.as_ref();
        Ok(match verify::schedule(net, schedule, self.model(), self.progress)? {
            Verdict::Holds(checked) => {
                let cost = cost::of(net, &checked, &self.machine())?;
                Some((cost.seconds, cost.messages))
            }
            _ => None,
        })
    }

    /// The price by formula.
    pub(super) fn piped(
        &self,
        algorithm: &'static Algorithm,
        bytes: u64,
        machine: &CostMachine,
    ) -> Result<Fate, Error> {
        let laid = match self.laid(algorithm)? {
            Ok(laid) => laid,
            Err(no) => return Ok(no.into()),
        };
        let pieces = self.pieces(algorithm, bytes)?;
        if self.request.ports == Ports::Half && pieces > 1 && laid.conveyor.as_ref().is_none_or(overlaps) {
            return Ok(Fate::Refused(
                "a node sends one piece and receives another, and its port allows one".to_owned(),
            ));
        }
        if let Some(cost) = self.conveyed(algorithm, bytes)? {
            return Ok(Fate::Formula(cost, laid.judged));
        }
        let volume = laid.pipes.volume(self.net.endpoints(), self.kind(), pieces);
        Ok(match volume.zip(self.ends.message_paths()) {
            Some((volume, ways)) => {
                Fate::Formula(cost::of_volume(&volume, bytes, machine, ways), laid.judged)
            }
            None => Fate::None(format!("no formula for the cost of this {}", self.kind())),
        })
    }

    /// The pipes of an algorithm, found once.
    fn laid(&self, algorithm: &'static Algorithm) -> Result<Laid, Error> {
        if let Some(laid) = self.laid.borrow().get(algorithm.name) {
            return Ok(laid.clone());
        }
        let laid = match algorithm.beyond {
            Beyond::Chain => self.line()?,
            Beyond::Trees => self.trees()?,
            _ => self.branches()?,
        };
        self.laid.borrow_mut().insert(algorithm.name, laid.clone());
        Ok(laid)
    }

    /// A ring from the root on, or a path.
    fn line(&self) -> Result<Laid, Error> {
        let pipes = Pipes { lines: 1, depth: self.net.endpoints().saturating_sub(1) };
        let conveyor = Some(Conveyor::Lines { depths: vec![pipes.depth], twice: false });
        let why = match self.ring_through_all()? {
            Ok(()) => return Ok(Ok(LaidPipes { pipes, conveyor, judged: "its ring verified" })),
            Err(why) => why,
        };
        let graph = self.ends.graph().as_ref();
        let Some(path) = path_from(graph, self.root, self.progress)? else {
            return Ok(Err(NoPipes::None(why.replacen("no ring", "no ring, and no path from the root,", 1))));
        };
        let (faults, last) = (Faults::none(), path.ring.node_at(path.ring.positions().saturating_sub(1)));
        let claim = Claim { closed: false, ends: Some((self.root, last)), faults: &faults, left_out: 0 };
        Ok(match verify::ring(graph, path.ring, &claim, self.progress)? {
            Verdict::Holds(_) => Ok(LaidPipes { pipes, conveyor, judged: "its path verified" }),
            Verdict::Refuted(broken) => {
                return Err(Error::internal(format!("the verifier refutes the path: {broken}")));
            }
            Verdict::Undecided(limit) => Err(NoPipes::Limit(limit.into())),
        })
    }

    /// One broadcast tree, whose nodes serve their children in turn.
    fn branches(&self) -> Result<Laid, Error> {
        let graph = self.ends.graph();
        let most = Algorithm::named(self.kind(), "pipelined").map_or(0, |a| (a.most_nodes)(self.kind()));
        let tree =
            if graph.nodes() <= most { BroadcastRule::new(graph, self.root, Pace::Eager) } else { None };
        let Some(tree) = tree else {
            return Ok(Err(NoPipes::None("the network is not connected, or a part is too large".to_owned())));
        };
        let conveyor = Branches::of(&tree, graph.nodes()).conveyor(self.root.0);
        let pipes = Pipes { lines: 1, depth: u64::from(tree.steps()) };
        Ok(match verify::tree(graph.as_ref(), tree, self.progress)? {
            Verdict::Holds(_) => {
                Ok(LaidPipes { pipes, conveyor: Some(conveyor), judged: "its tree verified" })
            }
            Verdict::Refuted(bad) => Err(NoPipes::None(bad.to_string())),
            Verdict::Undecided(limit) => Err(NoPipes::Limit(limit.into())),
        })
    }

    fn trees(&self) -> Result<Laid, Error> {
        let net = self.net.as_ref();
        if self.ends.switched() {
            return Ok(Err(NoPipes::None("arc-disjoint trees need a network without switches".to_owned())));
        }
        let trees = match Trees::of(net, self.progress) {
            Ok(trees) => trees,
            Err(NoTrees::Stopped) => return Err(NoTrees::Stopped.into()),
            Err(NoTrees::Apart) => return Ok(Err(NoPipes::None(NoTrees::Apart.to_string()))),
            Err(large) => return Ok(Err(NoPipes::Limit(large.into()))),
        };
        let lines = u64::from(trees.count());
        let bounded = Pipes { lines, depth: trees.depth_bound() };
        if net.nodes().saturating_mul(lines) > MAX_ASKED {
            let conveyor = self.lines(vec![bounded.depth; lines as usize]);
            return Ok(Ok(LaidPipes { pipes: bounded, conveyor, judged: "not verified" }));
        }
        let depths = match arborescences(net, trees.from_root(self.root), self.progress)? {
            Verdict::Holds(judged) => match judged.asserted() {
                Asserted::Trees { depths, .. } => depths.clone(),
                _ => return Err(Error::internal("the tree verifier checked something else")),
            },
            Verdict::Refuted(bad) => {
                return Err(Error::internal(format!("the verifier rejects the trees: {bad}")));
            }
            Verdict::Undecided(limit) => return Ok(Err(NoPipes::Limit(limit.into()))),
        };
        let depth = depths.iter().copied().max().unwrap_or(0);
        let conveyor = self.lines(depths.into_iter().map(u64::from).collect());
        let (pipes, judged) = match self.kind().rooted() || self.kind() == Kind::AllReduce {
            true => (Pipes { lines, depth: depth.into() }, "its trees verified"),
            // Other roots may have deeper ones.
            false => (bounded, "the trees of one node verified"),
        };
        Ok(Ok(LaidPipes { pipes, conveyor, judged }))
    }

    /// Pieces down trees of these depths, for kinds that go along those of one root.
    fn lines(&self, depths: Vec<u64>) -> Option<Conveyor> {
        let twice = self.kind() == Kind::AllReduce;
        (self.kind().rooted() || twice).then_some(Conveyor::Lines { depths, twice })
    }
}

/// Returns `true` if a node receives a piece while it sends another.
fn overlaps(conveyor: &Conveyor) -> bool {
    !matches!(conveyor, Conveyor::Branches { overlaps: false, .. })
}

/// Prices of numbers of pieces, by listed messages.
struct ListedSearch {
    times: BTreeMap<u64, f64>,
    /// Messages that were listed.
    messages: u64,
}

impl ListedSearch {
    /// The fewest pieces with the least time.
    fn best(&self) -> (u64, f64) {
        let all = self.times.iter().map(|(&pieces, &time)| (pieces, time));
        all.min_by(|a, b| a.1.total_cmp(&b.1).then(a.0.cmp(&b.0))).unwrap_or((1, f64::INFINITY))
    }
}

/// Number of refinements halfway to the next numbers of segments.
const REFINED: usize = 6;

/// Number of rounds over all numbers near the best.
const RECENTRED: usize = 3;
