//! A map from a graph to a plan under which as many cables as possible agree, when some cables of the graph are wrong.
//!
//! Percolation: a matched pair marks the pairs of its neighbours, and the pair with most marks is matched next, so that a wrong cable is outvoted.
//! Nodes of the plan with the same neighbours (twins, e.g. the spines of a Clos network) are one candidate. While few nodes are matched, marks
//! are equal for many candidates; then the numbers of common neighbours with the matched nodes decide. Afterwards nodes with few agreeing cables are
//! matched again, and pairs are exchanged while that helps. Several starts are tried.

use super::switch_graph::{SwitchGraph, cables_between, common_neighbors};
use super::twins::{Links, Twins, start_nodes};
use crossedge_core::rng::Dice;
use std::collections::{BinaryHeap, HashMap};

/// Not matched.
const FREE: u32 = u32::MAX;

/// Weight of a mark. A mark that leaves no other choice adds almost one more.
const MARK: u64 = 16;

/// Nodes matched first; candidates with equal marks are compared with these.
const ANCHORS: usize = 48;

/// Starts that are tried with a plan that is likely.
pub const STARTS: u64 = 48;

/// Number of starts with a good map after which the best map is taken.
const GOOD_STARTS: u64 = 4;

/// Images that are tried for a node, and nodes that change places one after the other.
const MAX_IMAGES: usize = 4;
const MAX_CHAIN: usize = 8;

/// Passes over nodes with few agreeing cables.
const PASSES: usize = 6;

/// A partial map and its agreeing cables.
#[derive(Debug, Clone)]
pub struct NearMap {
    /// The node of the plan for each node of the graph, if it has one.
    pub image: Vec<Option<u32>>,
    /// Number of agreeing cables, those of hosts included.
    pub agreeing: u64,
}

/// The best map that was found. `seeds` are partial maps to begin with; if there are none, up to `starts_tried` starts are drawn. `stop` ends the search early.
pub fn near_map(
    built: &SwitchGraph,
    plan: &SwitchGraph,
    seeds: &[Vec<(u32, u32)>],
    starts_tried: u64,
    stop: &dyn Fn() -> bool,
) -> Option<NearMap> {
    let twins = Twins::new(plan);
    let all = total_cables(built).min(total_cables(plan));
    let mut best: Option<NearMap> = None;
    let mut good = 0;
    let mut dice = Dice::new(1);
    let starts = if seeds.is_empty() { start_nodes(built, plan) } else { Vec::new() };
    let rounds =
        if seeds.is_empty() { starts_tried.min(64 * starts.len() as u64) } else { seeds.len() as u64 };
    for round in 0..rounds {
        let mut run = Percolation::new(built, plan, &twins, Dice::new(round));
        let complete = match seeds.get(round as usize) {
            Some(seeds) => {
                seeds.iter().for_each(|&(v, is)| run.assign(v, is));
                run.percolate(false)
            }
            None => {
                let (nodes, images) = &starts[dice.index(starts.len())];
                run.assign(nodes[dice.index(nodes.len())], images[dice.index(images.len())]);
                run.percolate(true)
            }
        };
        if complete {
            run.rematch();
            run.exchange();
            let agreeing = run.agreeing();
            if best.as_ref().is_none_or(|best| best.agreeing < agreeing) {
                let image = run.image.iter().map(|&is| (is != FREE).then_some(is)).collect();
                best = Some(NearMap { image, agreeing });
            }
            // No map is better than one under which all cables of the smaller graph agree. Otherwise a few more starts may find a better map.
            good += u64::from(10 * agreeing >= 8 * all);
            if agreeing == all || good == GOOD_STARTS {
                break;
            }
        }
        if stop() {
            break;
        }
    }
    best
}

/// Number of cables, those of hosts included.
fn total_cables(graph: &SwitchGraph) -> u64 {
    graph.graph.cables() + graph.hosts.iter().map(|hosts| hosts.len() as u64).sum::<u64>()
}

/// A map in the making.
struct Percolation<'a> {
    built: &'a SwitchGraph,
    plan: &'a SwitchGraph,
    twins: &'a Twins,
    image: Vec<u32>,
    holder: Vec<u32>,
    /// Members of each class that are not yet images.
    free: Vec<Vec<u32>>,
    /// Marks of each node: candidate classes with their weights.
    marks: Vec<Vec<(u32, u64)>>,
    queue: BinaryHeap<(u64, u64, u32, u32)>,
    anchors: Vec<u32>,
    matched: usize,
    dice: Dice,
}

impl<'a> Percolation<'a> {
    fn new(built: &'a SwitchGraph, plan: &'a SwitchGraph, twins: &'a Twins, dice: Dice) -> Self {
        Percolation {
            built,
            plan,
            twins,
            image: vec![FREE; built.len()],
            holder: vec![FREE; plan.len()],
            free: twins.members.clone(),
            marks: vec![Vec::new(); built.len()],
            queue: BinaryHeap::new(),
            anchors: Vec::new(),
            matched: 0,
            dice,
        }
    }

    /// Matches a node with a node of the plan, and marks the pairs around them. Does nothing if one of them is matched already.
    fn assign(&mut self, v: u32, is: u32) {
        if self.image[v as usize] != FREE || self.holder[is as usize] != FREE {
            return;
        }
        self.image[v as usize] = is;
        self.holder[is as usize] = v;
        let class = self.twins.class[is as usize];
        self.free[class as usize].retain(|&member| member != is);
        self.matched += 1;
        if self.anchors.len() < ANCHORS {
            self.anchors.push(v);
        }
        self.mark_around(v, is);
        // Neighbours that have one choice left.
        let matched: Vec<u32> = self.neighbors(v).filter(|&w| self.image[w as usize] != FREE).collect();
        for w in matched {
            self.mark_last(w);
        }
    }

    fn neighbors(&self, v: u32) -> impl Iterator<Item = u32> + '_ {
        self.built.graph.links[v as usize].iter().map(|&(w, _)| w)
    }

    /// Unmatched neighbours of a node, and the candidate classes around its image.
    fn open_around(&self, v: u32, is: u32) -> (Links, Links) {
        let links = self.built.graph.links[v as usize].iter();
        let nodes = links.filter(|&&(w, _)| self.image[w as usize] == FREE).copied().collect();
        let around = &self.twins.around[self.twins.class[is as usize] as usize];
        let classes = around.iter().filter(|&&(class, _)| !self.free[class as usize].is_empty()).copied();
        (nodes, classes.collect())
    }

    fn mark_around(&mut self, v: u32, is: u32) {
        let (nodes, classes) = self.open_around(v, is);
        let choices = nodes.len().max(classes.len()) as u64;
        if choices == 0 {
            return;
        }
        for &(w, cables) in &nodes {
            for &(class, planned) in &classes {
                if self.compatible(w, class) {
                    self.mark(w, class, MARK * cables.min(planned) + (MARK - 1) / choices);
                }
            }
        }
    }

    /// Marks the last pair of neighbours of a matched node.
    fn mark_last(&mut self, v: u32) {
        let is = self.image[v as usize];
        if let (nodes, classes) = self.open_around(v, is)
            && let ([(w, _)], [(class, _)]) = (nodes.as_slice(), classes.as_slice())
            && self.compatible(*w, *class)
        {
            self.mark(*w, *class, MARK - 1);
        }
    }

    fn compatible(&self, v: u32, class: u32) -> bool {
        let member = self.twins.members[class as usize][0];
        self.built.graph.kinds[v as usize] == self.plan.graph.kinds[member as usize]
    }

    fn mark(&mut self, v: u32, class: u32, weight: u64) {
        let marks = &mut self.marks[v as usize];
        let total = match marks.iter_mut().find(|mark| mark.0 == class) {
            Some(mark) => {
                mark.1 += weight;
                mark.1
            }
            None => {
                // Hosts on both or on neither count a little.
                let member = self.twins.members[class as usize][0];
                let alike = (self.built.host_count(v) > 0) == (self.plan.host_count(member) > 0);
                marks.push((class, weight + u64::from(alike)));
                weight + u64::from(alike)
            }
        };
        let tie = self.dice.number_below(1 << 16);
        self.queue.push((total, tie, v, class));
    }

    /// Matches what the marks reach. If `guess`, it gives up (`false`) as soon as few cables agree.
    fn percolate(&mut self, guess: bool) -> bool {
        let mut check = 64;
        while let Some((weight, _, v, class)) = self.queue.pop() {
            if self.image[v as usize] != FREE || self.free[class as usize].is_empty() {
                continue;
            }
            let current = self.marks[v as usize].iter().find(|mark| mark.0 == class);
            if current.is_none_or(|mark| mark.1 != weight) {
                continue;
            }
            let class =
                if self.anchors.len() < ANCHORS { self.best_candidate(v, class, weight) } else { class };
            let Some(&is) = self.free[class as usize].last() else { continue };
            self.assign(v, is);
            if guess && self.matched == check {
                check *= 2;
                let (agreeing, all) = self.agreeing_inside();
                if 4 * agreeing < 3 * all {
                    return false;
                }
            }
        }
        true
    }

    /// Of the candidates with most marks, the one that fits the anchors best.
    fn best_candidate(&self, v: u32, class: u32, weight: u64) -> u32 {
        let tied = self.marks[v as usize].iter().filter(|mark| mark.1 + MARK / 2 >= weight);
        let tied = tied.map(|mark| mark.0).filter(|&class| !self.free[class as usize].is_empty());
        let tied: Vec<u32> = tied.collect();
        if tied.len() < 2 {
            return class;
        }
        let fit = |class: u32| {
            let is = self.free[class as usize][0];
            let fit = |&anchor: &u32| {
                let image = self.image[anchor as usize];
                let linked = [
                    cables_between(&self.built.graph, v, anchor),
                    cables_between(&self.plan.graph, is, image),
                ];
                let common = [
                    common_neighbors(&self.built.graph, v, anchor),
                    common_neighbors(&self.plan.graph, is, image),
                ];
                let links = match linked {
                    [0, 0] => 0,
                    [0, _] | [_, 0] => -2,
                    _ => 2,
                };
                let paths = match common {
                    [0, 0] => 0,
                    [a, b] if a == b => 1,
                    [a, b] => -(a.abs_diff(b).min(4) as i64),
                };
                links + paths
            };
            self.anchors.iter().map(fit).sum::<i64>()
        };
        // The one that was drawn, unless another is better.
        let mut best = (fit(class), class);
        for other in tied {
            let fit = fit(other);
            if fit > best.0 {
                best = (fit, other);
            }
        }
        best.1
    }

    /// Cables between matched nodes that agree, and all of them.
    fn agreeing_inside(&self) -> (u64, u64) {
        let (mut agreeing, mut all) = (0, 0);
        for (v, links) in self.built.graph.links.iter().enumerate() {
            if self.image[v] == FREE {
                continue;
            }
            for &(w, cables) in links.iter().filter(|&&(w, _)| self.image[w as usize] != FREE) {
                all += cables;
                agreeing +=
                    cables.min(cables_between(&self.plan.graph, self.image[v], self.image[w as usize]));
            }
        }
        (agreeing, all)
    }

    /// Number of agreeing cables of a node, those of hosts included.
    fn agreeing_of(&self, v: u32) -> u64 {
        let is = self.image[v as usize];
        if is == FREE {
            return 0;
        }
        let hosts = self.built.host_count(v).min(self.plan.host_count(is));
        let links = self.built.graph.links[v as usize].iter();
        let agreeing = links
            .filter(|&&(w, _)| self.image[w as usize] != FREE)
            .map(|&(w, cables)| cables.min(cables_between(&self.plan.graph, is, self.image[w as usize])));
        hosts + agreeing.sum::<u64>()
    }

    /// Number of agreeing cables.
    fn agreeing(&self) -> u64 {
        let hosts = |v: u32| match self.image[v as usize] {
            FREE => 0,
            is => self.built.host_count(v).min(self.plan.host_count(is)),
        };
        self.agreeing_inside().0 / 2 + (0..self.built.len() as u32).map(hosts).sum::<u64>()
    }

    /// Matches nodes with few agreeing cables again, and nodes that have no image yet.
    fn rematch(&mut self) {
        let mut best = (self.agreeing(), self.image.clone());
        for _ in 0..PASSES {
            let degree = |v: u32| {
                let links = &self.built.graph.links[v as usize];
                links.iter().map(|&(_, cables)| cables).sum::<u64>() + self.built.host_count(v)
            };
            let poor: Vec<u32> =
                (0..self.built.len() as u32).filter(|&v| 2 * self.agreeing_of(v) < degree(v)).collect();
            if poor.is_empty() {
                break;
            }
            let kept: Vec<(u32, u32)> = (0..self.built.len() as u32)
                .filter(|v| poor.binary_search(v).is_err())
                .filter_map(|v| Some((v, self.image[v as usize])).filter(|pair| pair.1 != FREE))
                .collect();
            self.restart(&kept);
            self.percolate(false);
            self.complete();
            let agreeing = self.agreeing();
            if agreeing <= best.0 {
                break;
            }
            best = (agreeing, self.image.clone());
        }
        let pairs: Vec<(u32, u32)> = (0u32..).zip(best.1).filter(|&(_, is)| is != FREE).collect();
        self.restart(&pairs);
        self.complete();
    }

    /// Begins again with these pairs.
    fn restart(&mut self, pairs: &[(u32, u32)]) {
        self.image.fill(FREE);
        self.holder.fill(FREE);
        self.free.clone_from(&self.twins.members);
        self.marks.iter_mut().for_each(Vec::clear);
        self.queue.clear();
        self.matched = 0;
        // Marks are given when all pairs are known: matched nodes need none.
        for &(v, is) in pairs {
            self.image[v as usize] = is;
            self.holder[is as usize] = v;
        }
        let holder = &self.holder;
        self.free.iter_mut().for_each(|members| members.retain(|&is| holder[is as usize] == FREE));
        self.matched = pairs.len();
        self.anchors = pairs.iter().map(|&(v, _)| v).take(ANCHORS).collect();
        for &(v, is) in pairs {
            self.mark_around(v, is);
        }
    }

    /// Gives nodes without an image one that is free, of the same kind.
    fn complete(&mut self) {
        let mut free: Vec<u32> =
            (0..self.plan.len() as u32).filter(|&is| self.holder[is as usize] == FREE).collect();
        for v in (0..self.built.len() as u32).filter(|&v| self.image[v as usize] == FREE).collect::<Vec<_>>()
        {
            let kind = self.built.graph.kinds[v as usize];
            let bearing = self.built.host_count(v) > 0;
            let fits = |&&is: &&u32| self.plan.graph.kinds[is as usize] == kind;
            let alike = |is: &&u32| fits(is) && (self.plan.host_count(**is) > 0) == bearing;
            let Some(&is) = free.iter().find(alike).or_else(|| free.iter().find(fits)) else { continue };
            free.retain(|&other| other != is);
            self.image[v as usize] = is;
            self.holder[is as usize] = v;
            self.free[self.twins.class[is as usize] as usize].retain(|&member| member != is);
            self.matched += 1;
        }
    }

    /// Exchanges images of two nodes while more cables agree then.
    fn exchange(&mut self) {
        for _ in 0..PASSES {
            let mut changed = false;
            for v in 0..self.built.len() as u32 {
                changed |= self.improve(v);
            }
            if !changed {
                break;
            }
        }
    }

    /// Gives a node the image that its neighbours vote for, if more cables agree then. The node that had it looks for another one in turn.
    fn improve(&mut self, v: u32) -> bool {
        for first in self.better_images(v).into_iter().take(MAX_IMAGES) {
            let mut made: Vec<(u32, u32, u32, u32)> = Vec::new();
            let (mut at, mut wanted, mut gain) = (v, Some(first), 0i64);
            while let Some(is) = wanted.take() {
                let (now, other) = (self.image[at as usize], self.holder[is as usize]);
                let both =
                    |run: &Self| run.agreeing_of(at) + if other == FREE { 0 } else { run.agreeing_of(other) };
                let before = both(self);
                self.swap_images(at, other, now, is);
                made.push((at, other, now, is));
                gain += both(self) as i64 - before as i64;
                if gain > 0 {
                    return true;
                }
                if other != FREE && made.len() < MAX_CHAIN {
                    let seen = |is: &u32| made.iter().any(|&(_, _, now, to)| [now, to].contains(is));
                    wanted = self.better_images(other).into_iter().find(|is| !seen(is));
                    at = other;
                }
            }
            for (at, other, now, is) in made.into_iter().rev() {
                self.swap_images(at, other, is, now);
            }
        }
        false
    }

    /// Images under which more cables of a node would agree, best first.
    fn better_images(&self, v: u32) -> Vec<u32> {
        let own = self.agreeing_of(v);
        let mut votes: HashMap<u32, u64> = HashMap::new();
        for &(w, cables) in &self.built.graph.links[v as usize] {
            let is = self.image[w as usize];
            if is == FREE {
                continue;
            }
            for &(class, planned) in &self.twins.around[self.twins.class[is as usize] as usize] {
                *votes.entry(class).or_default() += cables.min(planned);
            }
        }
        let hosts = self.built.host_count(v);
        let now = self.image[v as usize];
        let mut wanted: Vec<(u64, u32)> = votes
            .into_iter()
            .filter(|&(class, _)| now == FREE || class != self.twins.class[now as usize])
            .filter(|&(class, _)| self.compatible(v, class))
            .map(|(class, votes)| {
                (votes + hosts.min(self.plan.host_count(self.twins.members[class as usize][0])), class)
            })
            .filter(|&(votes, _)| votes > own)
            .collect();
        wanted.sort_unstable_by(|a, b| b.cmp(a));
        // Of twins the one that loses least: a free one, or the one whose holder has fewest agreeing cables.
        let loss = |is: &u32| match self.holder[*is as usize] {
            FREE => (0, *is),
            holder => (1 + self.agreeing_of(holder), *is),
        };
        let cheapest =
            |&(_, class): &(u64, u32)| self.twins.members[class as usize].iter().copied().min_by_key(loss);
        wanted.iter().take(MAX_IMAGES).filter_map(cheapest).collect()
    }

    /// Moves node `v` from image `from` to `to`, and the other node, which had `to`, to `from`; one of the nodes or images may be free.
    fn swap_images(&mut self, v: u32, other: u32, from: u32, to: u32) {
        self.image[v as usize] = to;
        if other != FREE {
            self.image[other as usize] = from;
        }
        if to != FREE {
            self.holder[to as usize] = v;
        }
        if from != FREE {
            self.holder[from as usize] = other;
        }
    }
}
