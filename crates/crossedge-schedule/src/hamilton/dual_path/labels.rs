//! An order of labels: those of a ring except for a few, with a given first and last one. Over a bipartite base, they alternate between the two
//! sides: the sides also alternate along a ring, so each side is every other position.

use crossedge_core::model::NodeOrder;
use crossedge_lang::net::Node;
use std::sync::Arc;

/// The labels of some clusters, in the order in which they are visited.
#[derive(Debug)]
pub struct Sequence {
    ring: Arc<dyn NodeOrder>,
    /// `true` if the sides take turns.
    turns: bool,
    /// The side of the first label: the parity of its position on the ring.
    side: u64,
    length: u64,
    /// Positions on the ring.
    first: Option<u64>,
    last: Option<u64>,
    /// Ranks of the labels that are not taken in order, for each side; without sides all are in the first list.
    skipped: [Vec<u64>; 2],
}

/// The omitted labels of a sequence, and its ends.
#[derive(Debug, Default)]
pub struct OmittedLabels<'a> {
    /// The first label.
    pub first: Option<u64>,
    /// The last label.
    pub last: Option<u64>,
    /// Labels that are left out.
    pub without: &'a [u64],
    /// Some label of the side that begins, where the first is not given.
    pub beside: Option<u64>,
}

impl Sequence {
    /// All labels on the ring but those left out.
    pub fn new(ring: &Arc<dyn NodeOrder>, turns: bool, bounds: &OmittedLabels<'_>) -> Self {
        let position = |label: u64| ring.position_of(Node(label)).unwrap_or(0);
        let (first, last) = (bounds.first.map(position), bounds.last.map(position));
        let side = match (turns, first, bounds.beside) {
            (false, ..) => 0,
            (true, Some(first), _) => first & 1,
            (true, None, beside) => beside.map_or(0, |label| position(label) & 1),
        };
        let mut skipped = [Vec::new(), Vec::new()];
        let left_out = bounds.without.iter().copied().map(position);
        for p in left_out.chain(first).chain(last) {
            let (side, rank) = Self::rank(turns, p);
            skipped[side].push(rank);
        }
        for ranks in &mut skipped {
            ranks.sort_unstable();
            ranks.dedup();
        }
        let length = ring.positions() - bounds.without.len() as u64;
        Sequence { ring: ring.clone(), turns, side, length, first, last, skipped }
    }

    fn rank(turns: bool, position: u64) -> (usize, u64) {
        if turns { ((position & 1) as usize, position >> 1) } else { (0, position) }
    }

    /// Number of labels.
    pub fn len(&self) -> u64 {
        self.length
    }

    /// Label number `k`.
    pub fn label_at(&self, k: u64) -> u64 {
        let position = match (self.first, self.last) {
            (Some(first), _) if k == 0 => first,
            (_, Some(last)) if k + 1 == self.length => last,
            (first, _) => {
                let given = u64::from(first.is_some());
                let (side, rank) = match self.turns {
                    true => ((self.side + k) & 1, (k >> 1) - if k & 1 == 0 { given } else { 0 }),
                    false => (0, k - given),
                };
                let rank =
                    self.skipped[side as usize].iter().fold(rank, |rank, &s| rank + u64::from(s <= rank));
                if self.turns { 2 * rank + side } else { rank }
            }
        };
        self.ring.node_at(position).0
    }

    /// The number of a label; `None` if it is left out.
    pub fn index_of(&self, label: u64) -> Option<u64> {
        let position = self.ring.position_of(Node(label))?;
        if self.first == Some(position) {
            return Some(0);
        }
        if self.last == Some(position) {
            return Some(self.length - 1);
        }
        let (side, rank) = Self::rank(self.turns, position);
        let place = match self.skipped[side].binary_search(&rank) {
            Ok(_) => return None,
            Err(before) => rank - before as u64,
        };
        let given = u64::from(self.first.is_some());
        Some(match self.turns {
            false => place + given,
            true if (side as u64 ^ self.side) == 0 => 2 * (place + given),
            true => 2 * place + 1,
        })
    }
}
