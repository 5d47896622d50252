//! Search for a ring by forced links: every link is free, in, or out. A node with two links in gives up the others, a node with two
//! left takes both, and a link that would close too short a ring is out. Where nothing is forced, one link is tried both ways.
//!
//! Without a budget it decides; with one it may give up. Eppstein, The traveling salesman problem for cubic graphs (2007), uses the
//! same rules.

use super::dice::Dice;
use super::graph::Graph;

/// How a search ended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Verdict {
    /// A ring, from number 0.
    Ring(Vec<u32>),
    /// There is none.
    None,
    /// The budget is used up.
    Unknown,
}

const FREE: u8 = 0;
const IN: u8 = 1;
const OUT: u8 = 2;

/// What is taken back on the way up.
enum Undo {
    Link(u32, u8),
    Other(u32, u32),
}

/// The state of a search.
pub struct Exact<'a> {
    graph: &'a Graph,
    /// The link at each place of a row, and the ends of each link.
    link_at: Vec<u32>,
    links: Vec<(u32, u32)>,
    state: Vec<u8>,
    free: Vec<u32>,
    taken: Vec<u32>,
    /// For an end of a stretch: the other end.
    other: Vec<u32>,
    count: usize,
    trail: Vec<Undo>,
    check: Vec<u32>,
    /// The end of a stretch that was touched last: the search goes on there.
    at: u32,
}

impl<'a> Exact<'a> {
    /// A search over a graph of at least three nodes.
    pub fn new(graph: &'a Graph) -> Self {
        let n = graph.len();
        let mut link_at = vec![0; graph.ends()];
        let mut links = Vec::new();
        for v in 0..n as u32 {
            for place in graph.places(v) {
                let w = graph.row(v)[place - graph.places(v).start];
                if v < w {
                    link_at[place] = links.len() as u32;
                    if let Some(back) = graph.place(w, v) {
                        link_at[back] = links.len() as u32;
                    }
                    links.push((v, w));
                }
            }
        }
        Exact {
            graph,
            state: vec![FREE; links.len()],
            free: (0..n as u32).map(|v| graph.row(v).len() as u32).collect(),
            taken: vec![0; n],
            other: (0..n as u32).collect(),
            count: 0,
            trail: Vec::new(),
            check: (0..n as u32).collect(),
            at: 0,
            link_at,
            links,
        }
    }

    fn put(&mut self, link: u32, value: u8) -> bool {
        match self.state[link as usize] {
            FREE => {}
            same => return same == value,
        }
        let (a, b) = self.links[link as usize];
        self.state[link as usize] = value;
        self.trail.push(Undo::Link(link, value));
        self.free[a as usize] -= 1;
        self.free[b as usize] -= 1;
        self.check.extend([a, b]);
        if value == OUT {
            return true;
        }
        self.taken[a as usize] += 1;
        self.taken[b as usize] += 1;
        self.count += 1;
        let (far_a, far_b) = (self.other[a as usize], self.other[b as usize]);
        let n = self.graph.len();
        if self.taken[a as usize] > 2 || self.taken[b as usize] > 2 || (far_a == b && self.count < n) {
            return false;
        }
        self.join(far_a, far_b);
        self.at = far_a;
        if self.count + 1 < n
            && let Some(place) = self.graph.place(far_a, far_b)
        {
            // Both ends of one stretch: their own link would close it too early.
            let link = self.link_at[place];
            if self.state[link as usize] == FREE {
                return self.put(link, OUT);
            }
        }
        true
    }

    fn join(&mut self, a: u32, b: u32) {
        for (end, far) in [(a, b), (b, a)] {
            self.trail.push(Undo::Other(end, self.other[end as usize]));
            self.other[end as usize] = far;
        }
    }

    /// Draws every forced conclusion; false on a contradiction.
    fn settle(&mut self, steps: &mut u64) -> bool {
        while let Some(v) = self.check.pop() {
            *steps += 1;
            let (taken, free) = (self.taken[v as usize], self.free[v as usize]);
            let value = match (taken, free) {
                (_, 0) if taken == 2 => continue,
                (2, _) => OUT,
                _ if taken + free < 2 => return self.clear(),
                _ if taken + free == 2 => IN,
                _ => continue,
            };
            for place in self.graph.places(v) {
                let link = self.link_at[place];
                if self.state[link as usize] == FREE && !self.put(link, value) {
                    return self.clear();
                }
            }
        }
        true
    }

    fn clear(&mut self) -> bool {
        self.check.clear();
        false
    }

    fn back(&mut self, length: usize) {
        while self.trail.len() > length {
            match self.trail.pop() {
                Some(Undo::Link(link, value)) => {
                    let (a, b) = self.links[link as usize];
                    self.state[link as usize] = FREE;
                    self.free[a as usize] += 1;
                    self.free[b as usize] += 1;
                    if value == IN {
                        self.taken[a as usize] -= 1;
                        self.taken[b as usize] -= 1;
                        self.count -= 1;
                    }
                }
                Some(Undo::Other(end, far)) => self.other[end as usize] = far,
                None => break,
            }
        }
    }

    /// The link to try next: at the end of a stretch, towards the node with the fewest free links.
    fn choose(&mut self, dice: &mut Dice) -> Option<u32> {
        let open = |s: &Self, v: u32| s.taken[v as usize] < 2 && s.free[v as usize] > 0;
        let n = self.graph.len() as u32;
        if !open(self, self.at) {
            let ends = (0..n).filter(|&v| open(self, v));
            self.at = ends.min_by_key(|&v| (self.taken[v as usize] == 0, self.free[v as usize]))?;
        }
        let free = self.graph.places(self.at).zip(self.graph.row(self.at)).filter_map(|(place, &w)| {
            let link = self.link_at[place];
            (self.state[link as usize] == FREE).then_some((link, w))
        });
        free.min_by_key(|&(_, w)| (self.free[w as usize] + self.taken[w as usize], dice.below(1 << 16)))
            .map(|(link, _)| link)
    }

    /// Searches until it knows, or the budget of `steps` is used up. `stopped` is asked now and then.
    pub fn search(
        &mut self,
        dice: &mut Dice,
        steps: &mut u64,
        budget: u64,
        stopped: &dyn Fn() -> bool,
    ) -> Verdict {
        if !self.settle(steps) {
            return Verdict::None;
        }
        let mut tries: Vec<(u32, usize)> = Vec::new();
        let mut asked = *steps;
        loop {
            if self.count == self.graph.len() {
                return Verdict::Ring(self.ring());
            }
            if *steps > budget {
                return Verdict::Unknown;
            }
            if *steps - asked > 1 << 16 {
                asked = *steps;
                if stopped() {
                    return Verdict::Unknown;
                }
            }
            let next = self.choose(dice);
            let good = match next {
                Some(link) => {
                    tries.push((link, self.trail.len()));
                    self.put(link, IN) && self.settle(steps)
                }
                None => false,
            };
            if good {
                continue;
            }
            self.check.clear();
            loop {
                let Some((link, length)) = tries.pop() else { return Verdict::None };
                *steps += 1;
                self.back(length);
                if self.put(link, OUT) && self.settle(steps) {
                    break;
                }
                self.check.clear();
            }
        }
    }

    /// The ring, when every node has two links in.
    fn ring(&self) -> Vec<u32> {
        let (mut before, mut at) = (u32::MAX, 0);
        let mut order = Vec::with_capacity(self.graph.len());
        for _ in 0..self.graph.len() {
            order.push(at);
            let on = self
                .graph
                .places(at)
                .zip(self.graph.row(at))
                .find(|&(place, &w)| w != before && self.state[self.link_at[place] as usize] == IN);
            (before, at) = (at, on.map_or(0, |(_, &w)| w));
        }
        order
    }
}
