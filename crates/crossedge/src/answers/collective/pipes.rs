//! What goes in pieces down trees that share no arc, or along a ring: how many pieces, and the price where messages are too many to be listed.

use super::fate::{Fate, Laid, NoPipes};
use super::ground::means_on;
use super::plan::Collectives;
use super::request::CollectiveRequest;
use crate::collective::{Algorithm, Beyond, Kind, Means, NoTrees, Pipes, Trees, Volume, Way};
use crate::cost::{self, Machine};
use crate::error::Error;
use crate::verify::{Asserted, Verdict, arborescences};

/// Schedules of more messages are priced by formula: their trees are judged, and not every message.
const MAX_REPLAYED: u64 = 1 << 20;

/// Trees of networks in which so many parents are asked for are judged; of larger ones the rule tells number and depth.
const MAX_ASKED: u64 = 1 << 22;

impl Collectives<'_> {
    /// By which means an algorithm is priced, at one size.
    pub(super) fn means(&self, algorithm: &'static Algorithm, bytes: u64) -> Result<Means, Error> {
        let found = means_on(&self.ends, algorithm, self.kind());
        if found != Means::List || !self.by_formula(algorithm) {
            return Ok(found);
        }
        let Ok((pipes, _)) = self.laid(algorithm)? else { return Ok(found) };
        let volume = self.volume(&pipes, self.pieces(algorithm, bytes)?);
        let messages = volume.iter().flat_map(|volume| &volume.turns).map(|turn| turn.messages).sum::<u64>();
        Ok(if messages > MAX_REPLAYED { Means::Pipes } else { found })
    }

    /// Whether number and depth of its pipes tell its price.
    fn by_formula(&self, algorithm: &Algorithm) -> bool {
        let pipes = matches!(algorithm.beyond, Beyond::Trees | Beyond::Chain);
        let pieces = matches!(self.kind(), Kind::Broadcast | Kind::Reduce | Kind::AllReduce);
        pipes && pieces && !self.ends.switched() && self.ends.ways().is_some()
    }

    fn volume(&self, pipes: &Pipes, pieces: u64) -> Option<Volume> {
        pipes.volume(self.net.endpoints(), self.kind(), pieces)
    }

    /// How many pieces: those that were asked for, else as many as are fastest.
    pub(super) fn pieces(&self, algorithm: &'static Algorithm, bytes: u64) -> Result<u64, Error> {
        if let Some(pieces) = self.request.pieces {
            return Ok(pieces);
        }
        if !matches!(algorithm.beyond, Beyond::Trees | Beyond::Chain) {
            return Ok(CollectiveRequest::PIECES);
        }
        let Ok((pipes, _)) = self.laid(algorithm)? else { return Ok(1) };
        let way = self.ends.ways().and_then(|ways| ways.first()).copied().unwrap_or(Way::LINK);
        let best = cost::pieces(bytes, &pipes, &self.machine(), way);
        // Where only a list has a price, it must not be too long.
        let all = pipes.lines.saturating_mul(self.net.endpoints()).max(1);
        Ok(if self.by_formula(algorithm) { best } else { best.min(MAX_REPLAYED.div_ceil(all)) })
    }

    /// The price by formula.
    pub(super) fn piped(
        &self,
        algorithm: &'static Algorithm,
        bytes: u64,
        machine: &Machine,
    ) -> Result<Fate, Error> {
        let (pipes, judged) = match self.laid(algorithm)? {
            Ok(laid) => laid,
            Err(no) => return Ok(no.into()),
        };
        let volume = self.volume(&pipes, self.pieces(algorithm, bytes)?);
        Ok(match volume.zip(self.ends.ways()) {
            Some((volume, ways)) => Fate::Formula(cost::of_volume(&volume, bytes, machine, ways), judged),
            None => Fate::None(format!("no formula tells what a {} takes so", self.kind())),
        })
    }

    /// The pipes of an algorithm, found once.
    fn laid(&self, algorithm: &'static Algorithm) -> Result<Laid, Error> {
        if let Some(laid) = self.laid.borrow().get(algorithm.name) {
            return Ok(laid.clone());
        }
        let laid = match algorithm.beyond {
            Beyond::Chain => self.ring_through_all()?.map_err(NoPipes::None).map(|()| {
                let pipes = Pipes { lines: 1, depth: self.net.endpoints().saturating_sub(1) };
                (pipes, "its ring judged")
            }),
            _ => self.trees()?,
        };
        self.laid.borrow_mut().insert(algorithm.name, laid.clone());
        Ok(laid)
    }

    fn trees(&self) -> Result<Laid, Error> {
        let net = self.net.as_ref();
        if self.ends.switched() {
            return Ok(Err(NoPipes::None(
                "trees that share no arc are for networks without switches".to_owned(),
            )));
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
            return Ok(Ok((bounded, "not judged")));
        }
        let depths = match arborescences(net, trees.from_root(self.root), self.progress)? {
            Verdict::Holds(judged) => match judged.asserted() {
                Asserted::Trees { depths, .. } => depths.clone(),
                _ => return Err(Error::internal("the judge of trees asserts something else")),
            },
            Verdict::Refuted(bad) => {
                return Err(Error::internal(format!("the judge refuses the trees: {bad}")));
            }
            Verdict::Undecided(limit) => return Ok(Err(NoPipes::Limit(limit.into()))),
        };
        let depth = depths.into_iter().max().unwrap_or(0);
        Ok(Ok(match self.kind().rooted() || self.kind() == Kind::AllReduce {
            true => (Pipes { lines, depth: depth.into() }, "its trees judged"),
            // Other roots may have deeper ones.
            false => (bounded, "the trees of one node judged"),
        }))
    }
}
