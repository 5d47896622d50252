//! The ring of a recursive expansion with single pivots, if the unit has a ring on which every pivot is adjacent to another one.
//!
//! The lamp of a unit node is the product of the frames attached there. Every state of all lamps has its own copy of the unit's ring.
//! Consecutive pivots on the ring form groups of two, and one group of three if their number is odd. A group removes
//! the links between its pivots and joins the copies of all states of its lamps into one ring: for lamps of two states, by a pattern of
//! segments traversed forwards and backwards; for longer lamps of even length, by going around the lamp, two states at a time. Groups are
//! joined one after the other, each through the copy in which the lamps of the earlier groups are in state 0.
//!
//! `ccc(n)` has such a ring for every n >= 2: its lamps have two states. Stong, On Hamiltonian cycles in Cayley graphs of wreath
//! products (1987), showed that it has one for n >= 3; the pattern of three was found by search.

use super::find::product;
use crossedge_core::model::NodeOrder;
use crossedge_lang::net::address::{Digits, Pair, add_mod, sub_mod};
use crossedge_lang::net::{Expanded, Node};
use std::sync::Arc;

/// One piece of a pattern. The bits of a state are the lamps of the group in order.
#[derive(Debug, Clone, Copy)]
enum Item {
    /// From the last pivot of the group round the rest of the ring to the first.
    Long(usize),
    /// The same backwards.
    Back(usize),
    /// The pivot in the middle, alone.
    Middle(usize),
}
use Item::{Back, Long, Middle};

/// Each piece ends where one lamp leads to the state of the next piece.
const TWO_PIVOTS: &[Item] = &[Long(0), Back(1), Long(3), Back(2)];
/// The same with a middle pivot, which is next to both others.
const THREE_PIVOTS: &[Item] = &[
    Long(0),
    Back(1),
    Middle(1),
    Middle(3),
    Back(3),
    Long(7),
    Middle(7),
    Middle(5),
    Long(5),
    Back(4),
    Middle(4),
    Middle(6),
    Back(6),
    Long(2),
    Middle(2),
    Middle(0),
];
/// For each lamp, the piece after a step of that lamp from state 0 to state 1.
const TWO_STEPS: &[usize] = &[1, 2];
const THREE_STEPS: &[usize] = &[1, 3, 5];

/// The attachments of one unit node.
#[derive(Debug, Clone)]
struct Lamp {
    order: Arc<dyn NodeOrder>,
    /// The frames as digits of the lamp's id, and what one step of each adds to the id of a node.
    digits: Digits,
    strides: Vec<u64>,
}

impl Lamp {
    /// The contribution of a state to the id.
    fn id(&self, state: u64) -> u64 {
        let lamp = self.order.node_at(state).0;
        self.strides.iter().enumerate().map(|(i, stride)| stride * self.digits.digit(lamp, i)).sum()
    }

    /// The state of a node, whose frame coordinates are `frame` in the order of the strides.
    fn lamp_state(&self, frame: impl Fn(u64, u64) -> u64) -> Option<u64> {
        let digits = self.strides.iter().enumerate();
        let lamp =
            digits.map(|(i, &stride)| frame(stride, self.digits.radix(i)) * self.digits.stride(i)).sum();
        self.order.position_of(Node(lamp))
    }
}

/// Going round one lamp, two states at a time.
#[derive(Debug)]
struct LampRound {
    /// The opening of the current ring.
    start: u64,
    length: u64,
    lap: Pair,
    /// Half the states of the lamp.
    count: u64,
}

/// Two or three pivots that follow each other, and how they join the rings of all states of their lamps.
#[derive(Debug)]
struct PivotGroup {
    lamps: Vec<Lamp>,
    pattern: &'static [Item],
    /// Offset of each piece of the pattern.
    offsets: Vec<u64>,
    rounds: Vec<LampRound>,
    /// The ring that is joined: its length, the position of the last pivot of the group, and whether the rest follows upwards.
    length: u64,
    last: u64,
    upwards: bool,
}

impl PivotGroup {
    /// A group on a ring of `length`, where its pivots are at these positions, the last one given first.
    fn new(lamps: Vec<Lamp>, length: u64, last: u64, upwards: bool) -> Option<Self> {
        let (pattern, steps) =
            if lamps.len() == 2 { (TWO_PIVOTS, TWO_STEPS) } else { (THREE_PIVOTS, THREE_STEPS) };
        let long = length - (lamps.len() as u64 - 2);
        let mut offsets = vec![0];
        for item in pattern {
            let piece = if let Middle(_) = item { 1 } else { long };
            offsets.push(offsets[offsets.len() - 1] + piece);
        }
        let mut whole = *offsets.last()?;
        let mut rounds: Vec<LampRound> = Vec::new();
        for (lamp, &piece) in lamps.iter().zip(steps) {
            // The piece reached by a step of this lamp, in the ring of the rounds processed.
            let start =
                rounds.iter().fold(offsets[piece], |at, round| sub_mod(at, round.start, round.length));
            let count = lamp.order.positions() >> 1;
            rounds.push(LampRound { start, length: whole, lap: Pair::new(whole), count });
            whole = whole.checked_mul(count)?;
        }
        Some(PivotGroup { lamps, pattern, offsets, rounds, length, last, upwards })
    }

    /// The length of the ring that it makes.
    fn ring_length(&self) -> u64 {
        self.rounds.last().map_or(0, |round| round.length * round.count)
    }

    /// From a position of the new ring to one of the joined ring; returns the states of its lamps.
    fn inner_position(&self, mut at: u64, mut visit: impl FnMut(&Lamp, u64)) -> u64 {
        let mut halves = [0; 3];
        for (i, round) in self.rounds.iter().enumerate().rev() {
            let (lap, along) = round.lap.split(at);
            halves[i] = sub_mod(0, lap, round.count);
            at = add_mod(along, round.start, round.length);
        }
        let piece = self.offsets.partition_point(|&offset| offset <= at) - 1;
        let (along, all) = (at - self.offsets[piece], self.offsets[piece + 1] - self.offsets[piece]);
        let (state, along) = match self.pattern[piece] {
            Long(state) => (state, along),
            Back(state) => (state, all - 1 - along),
            Middle(state) => (state, self.length - 1),
        };
        for (i, lamp) in self.lamps.iter().enumerate() {
            visit(lamp, 2 * halves[i] + (state >> i & 1) as u64);
        }
        match self.upwards {
            true => add_mod(self.last, along, self.length),
            false => sub_mod(self.last, along, self.length),
        }
    }

    /// The inverse: from a position of the joined ring, and the states of its lamps.
    fn outer_position(&self, at: u64, states: &[u64]) -> Option<u64> {
        let along = match self.upwards {
            true => sub_mod(at, self.last, self.length),
            false => sub_mod(self.last, at, self.length),
        };
        let state = states.iter().enumerate().fold(0, |all, (i, s)| all | ((s & 1) as usize) << i);
        let alone = self.lamps.len() == 3 && along == self.length - 1;
        let piece = self.pattern.iter().position(|item| match *item {
            Long(s) | Back(s) => s == state && !alone,
            Middle(s) => s == state && alone,
        })?;
        let all = self.offsets[piece + 1] - self.offsets[piece];
        let along = match self.pattern[piece] {
            Long(_) => along,
            Back(_) => all - 1 - along,
            Middle(_) => 0,
        };
        let mut at = self.offsets[piece] + along;
        for (round, s) in self.rounds.iter().zip(states) {
            let lap = sub_mod(0, s >> 1, round.count);
            at = round.lap.join(lap, sub_mod(at, round.start, round.length));
        }
        Some(at)
    }
}

/// The ring of a recursive expansion.
#[derive(Debug)]
pub struct Expansion {
    unit: Arc<dyn NodeOrder>,
    unit_size: Pair,
    groups: Vec<PivotGroup>,
    whole: u64,
}

/// The ring, from orders of the unit and of the frame of every phase; `None` if the rule does not apply.
pub fn order(
    net: &dyn Expanded,
    unit: &Arc<dyn NodeOrder>,
    frames: &[Arc<dyn NodeOrder>],
) -> Option<Arc<dyn NodeOrder>> {
    let n = unit.positions();
    if !(unit.closed() || n == 2) {
        return None;
    }
    // The phases at each place of the unit's ring, and what a step of their frames adds to an id.
    let mut at: Vec<Vec<(usize, u64)>> = vec![Vec::new(); n as usize];
    let mut stride = n;
    for (i, phase) in net.phases().enumerate() {
        let &[pivot] = phase.pivots else { return None };
        if frames[i].positions() > 1 {
            at[unit.position_of(Node(pivot as u64))? as usize].push((i, stride));
        }
        stride = stride.checked_mul(frames[i].positions())?;
    }
    let mut expansion =
        Expansion { unit: unit.clone(), unit_size: Pair::new(n), groups: Vec::new(), whole: n };
    for places in lamp_groups(&at)? {
        let mut lamps = Vec::new();
        for &place in &places {
            let here = &at[place as usize];
            let order = product(here.iter().map(|&(i, _)| frames[i].clone()).collect());
            if order.positions() & 1 == 1 || !(order.closed() || order.positions() == 2) {
                return None;
            }
            let digits = Digits::new(here.iter().map(|&(i, _)| frames[i].positions()).collect())?;
            lamps.push(Lamp { order, digits, strides: here.iter().map(|&(_, stride)| stride).collect() });
        }
        // The pivots are adjacent in the copy in which every processed lamp is in state 0.
        let place = |p: u64| {
            expansion
                .groups
                .iter()
                .try_fold(p, |at, group| group.outer_position(at, &[0, 0, 0][..group.lamps.len()]))
        };
        let (last, before) = (place(*places.last()?)?, place(places[places.len() - 2])?);
        let upwards = add_mod(before, 1, expansion.whole) == last;
        let group = PivotGroup::new(lamps, expansion.whole, last, upwards)?;
        expansion.whole = group.ring_length();
        expansion.groups.push(group);
    }
    Some(Arc::new(expansion))
}

/// The positions with lamps in groups of two, and of three if a run is odd; `None` if one is isolated.
fn lamp_groups(at: &[Vec<(usize, u64)>]) -> Option<Vec<Vec<u64>>> {
    let n = at.len();
    let lit = |p: usize| !at[if p >= n { p - n } else { p }].is_empty();
    let first = (0..n).find(|&p| !lit(p)).map_or(0, |gap| gap + 1);
    let (mut groups, mut p) = (Vec::new(), first);
    while p < first + n {
        let run = (p..first + n).take_while(|&p| lit(p)).count();
        if run == 1 {
            return None;
        }
        let (mut from, end) = (p, p + run);
        while from < end {
            let size = if (end - from) & 1 == 1 { 3 } else { 2 };
            groups.push((from..from + size).map(|p| (if p >= n { p - n } else { p }) as u64).collect());
            from += size;
        }
        p = end + 1;
    }
    Some(groups)
}

impl NodeOrder for Expansion {
    fn positions(&self) -> u64 {
        self.whole
    }

    fn closed(&self) -> bool {
        self.whole > 2
    }

    fn node_at(&self, position: u64) -> Node {
        let (mut at, mut id) = (position, 0);
        for group in self.groups.iter().rev() {
            at = group.inner_position(at, |lamp, state| id += lamp.id(state));
        }
        Node(id + self.unit.node_at(at).0)
    }

    fn position_of(&self, v: Node) -> Option<u64> {
        let (_, unit) = self.unit_size.split(v.0);
        let mut at = self.unit.position_of(Node(unit))?;
        for group in &self.groups {
            let mut states = [0; 3];
            for (state, lamp) in states.iter_mut().zip(&group.lamps) {
                *state = lamp
                    .lamp_state(|stride, radix| Pair::new(radix).split(Pair::new(stride).split(v.0).0).1)?;
            }
            at = group.outer_position(at, &states[..group.lamps.len()])?;
        }
        Some(at)
    }

    fn bytes(&self) -> usize {
        let lamp = |lamp: &Lamp| size_of::<Lamp>() + lamp.order.bytes() + lamp.digits.len() * 56;
        let group = |group: &PivotGroup| {
            let lamps: usize = group.lamps.iter().map(lamp).sum();
            size_of::<PivotGroup>()
                + lamps
                + group.offsets.len() * 8
                + group.rounds.len() * size_of::<LampRound>()
        };
        size_of::<Self>() + self.unit.bytes() + self.groups.iter().map(group).sum::<usize>()
    }
}
