//! Maps between two cabled graphs that keep roles and cables: colour refinement of both at once, then one node at a time is matched and the colours
//! are refined again. A map that is found is verified link by link; that there is none is proved when colours differ, or when every choice has failed.

use std::collections::{BTreeMap, HashMap, HashSet};

/// Nodes with roles, and links of several cables.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct CabledGraph {
    /// A kind for each node, e.g. 0 for hosts and 1 for switches.
    pub kinds: Vec<u32>,
    /// Neighbours of each node with the number of cables, sorted.
    pub links: Vec<Vec<(u32, u64)>>,
}

impl CabledGraph {
    /// A graph of these cables, each between two nodes; parallel ones are counted.
    pub fn new(kinds: Vec<u32>, cables: impl IntoIterator<Item = (u32, u32)>) -> Self {
        let mut counts: BTreeMap<(u32, u32), u64> = BTreeMap::new();
        for (a, b) in cables {
            *counts.entry((a, b)).or_default() += 1;
            *counts.entry((b, a)).or_default() += 1;
        }
        let mut links = vec![Vec::new(); kinds.len()];
        counts.into_iter().for_each(|((a, b), cables)| links[a as usize].push((b, cables)));
        CabledGraph { kinds, links }
    }

    /// Number of cables.
    pub fn cables(&self) -> u64 {
        self.links.iter().flatten().map(|(_, cables)| cables).sum::<u64>() / 2
    }
}

/// The outcome of a search for a map.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Search {
    /// The node of the second graph for every node of the first; verified.
    Found(Vec<u32>),
    /// There is none, and why.
    None(String),
    /// The search was given up.
    Unknown,
}

/// Visits of nodes, in choices that have failed, after which a search is given up: some ten seconds.
const MAX_VISITS: u64 = 1 << 24;

/// A breadth-first search visits a node in a fraction of the time that refinement takes.
const VISITS_PER_REFINEMENT: u64 = 8;

/// A map from one graph to another that keeps kinds and numbers of cables.
pub fn isomorphism(a: &CabledGraph, b: &CabledGraph) -> Search {
    isomorphism_within(a, b, MAX_VISITS)
}

/// The same, given up after this many visits of nodes in choices that have failed.
pub(super) fn isomorphism_within(a: &CabledGraph, b: &CabledGraph, visits: u64) -> Search {
    let (one, other) = (a.kinds.len(), b.kinds.len());
    if one != other {
        return Search::None(format!("{one} nodes and {other}"));
    }
    if a.cables() != b.cables() {
        return Search::None(format!("{} cables and {}", a.cables(), b.cables()));
    }
    let (a_small, a_hosts) = without_hosts(a);
    let (b_small, b_hosts) = without_hosts(b);
    let mut matching = Matching::new(&a_small.graph, &b_small.graph);
    let mut choices = 0;
    match matching.search(&mut choices, visits) {
        Some(true) => {}
        Some(false) if choices <= 1 => {
            return Search::None("colour refinement separates the nodes of the two".to_owned());
        }
        Some(false) => return Search::None(format!("all of {choices} choices of colour refinement fail")),
        None => return Search::Unknown,
    }
    // From the smaller graphs back to all nodes: hosts of one switch are interchangeable.
    let mut map = vec![u32::MAX; one];
    for (v, w) in matching.pairs() {
        let (from, to) = (a_small.nodes[v as usize], b_small.nodes[w as usize]);
        map[from as usize] = to;
        for (kind, hosts) in a_hosts.get(&from).into_iter().flatten() {
            let there = b_hosts.get(&to).and_then(|hosts| hosts.get(kind)).map_or(&[][..], Vec::as_slice);
            hosts.iter().zip(there).for_each(|(&host, &image)| map[host as usize] = image);
        }
    }
    match verify_map(a, b, &map) {
        Ok(()) => Search::Found(map),
        Err(_) => Search::Unknown,
    }
}

/// Sees that a map keeps kinds and cables, and uses every node once; shares nothing with the search.
pub fn verify_map(a: &CabledGraph, b: &CabledGraph, map: &[u32]) -> Result<(), String> {
    let images: HashSet<u32> = map.iter().copied().collect();
    if map.len() != a.kinds.len() || images.len() != map.len() || b.kinds.len() != map.len() {
        return Err("the map is not one to one".to_owned());
    }
    if let Some(w) = map.iter().find(|&&w| w as usize >= b.kinds.len()) {
        return Err(format!("there is no node {w}"));
    }
    for (v, &w) in map.iter().enumerate() {
        if a.kinds[v] != b.kinds[w as usize] {
            return Err(format!("node {v} and its image {w} have different kinds"));
        }
        let mut links: Vec<(u32, u64)> =
            a.links[v].iter().map(|&(to, cables)| (map[to as usize], cables)).collect();
        links.sort_unstable();
        if links != b.links[w as usize] {
            return Err(format!("the cables of node {v} and its image {w} differ"));
        }
    }
    Ok(())
}

/// The number of nodes of each kind at each distance from a node.
pub(super) fn distance_counts(graph: &CabledGraph, v: u32) -> Vec<BTreeMap<u32, u64>> {
    let mut seen = vec![false; graph.kinds.len()];
    seen[v as usize] = true;
    let mut layer = vec![v];
    let mut counts = Vec::new();
    while !layer.is_empty() {
        let mut kinds = BTreeMap::new();
        layer.iter().for_each(|&v| *kinds.entry(graph.kinds[v as usize]).or_default() += 1);
        counts.push(kinds);
        let mut next = Vec::new();
        for &v in &layer {
            for &(w, _) in &graph.links[v as usize] {
                if !std::mem::replace(&mut seen[w as usize], true) {
                    next.push(w);
                }
            }
        }
        layer = next;
    }
    counts
}

/// Nodes by the colours around them, with the numbers of cables.
type Groups = BTreeMap<Vec<(u32, u64)>, Vec<u32>>;

/// Hosts by switch and kind.
type Hosts = HashMap<u32, BTreeMap<(u32, u64), Vec<u32>>>;

/// A part of a graph: its nodes, by their old numbers.
struct Smaller {
    graph: CabledGraph,
    nodes: Vec<u32>,
}

/// The graph without nodes of one neighbour; the kind of a node includes how many of them it has of each kind. Two such nodes that are linked to each other stay.
fn without_hosts(graph: &CabledGraph) -> (Smaller, Hosts) {
    let mut hosts = Hosts::new();
    let leaf = |v: usize| match graph.links[v].as_slice() {
        [(at, cables)] if graph.links[*at as usize].len() > 1 => Some((*at, *cables)),
        _ => None,
    };
    let mut number = vec![None; graph.kinds.len()];
    let mut nodes = Vec::new();
    for (v, number) in number.iter_mut().enumerate() {
        match leaf(v) {
            Some((at, cables)) => {
                hosts.entry(at).or_default().entry((graph.kinds[v], cables)).or_default().push(v as u32);
            }
            None => {
                *number = Some(nodes.len() as u32);
                nodes.push(v as u32);
            }
        }
    }
    let kinds = nodes.iter().map(|&v| kind_with_hosts(graph.kinds[v as usize], hosts.get(&v))).collect();
    let links = nodes
        .iter()
        .map(|&v| {
            let kept =
                graph.links[v as usize].iter().filter_map(|&(w, cables)| Some((number[w as usize]?, cables)));
            let mut kept: Vec<(u32, u64)> = kept.collect();
            kept.sort_unstable();
            kept
        })
        .collect();
    (Smaller { graph: CabledGraph { kinds, links }, nodes }, hosts)
}

/// One number for a kind and the hosts of a node: equal for equal ones. A clash would only cost time, because maps are verified.
fn kind_with_hosts(kind: u32, hosts: Option<&BTreeMap<(u32, u64), Vec<u32>>>) -> u32 {
    use std::hash::{DefaultHasher, Hash, Hasher};
    let mut hasher = DefaultHasher::new();
    kind.hash(&mut hasher);
    for (kind, hosts) in hosts.into_iter().flatten() {
        (kind, hosts.len()).hash(&mut hasher);
    }
    hasher.finish() as u32
}

/// Both graphs as one, with colours; nodes of the second come after those of the first.
struct Matching<'a> {
    graphs: [&'a CabledGraph; 2],
    size: usize,
    colour: Vec<u32>,
    /// Nodes of every colour.
    members: Vec<Vec<u32>>,
    /// Nodes that refinement has looked at.
    visits: u64,
}

impl<'a> Matching<'a> {
    fn new(a: &'a CabledGraph, b: &'a CabledGraph) -> Self {
        let size = a.kinds.len();
        let mut number: HashMap<u32, u32> = HashMap::new();
        let mut members: Vec<Vec<u32>> = Vec::new();
        let mut colour = Vec::new();
        for (v, &kind) in a.kinds.iter().chain(&b.kinds).enumerate() {
            let next = number.len() as u32;
            let own = *number.entry(kind).or_insert(next);
            if own == next && members.len() == next as usize {
                members.push(Vec::new());
            }
            members[own as usize].push(v as u32);
            colour.push(own);
        }
        Matching { graphs: [a, b], size, colour, members, visits: 0 }
    }

    fn links(&self, v: u32) -> impl Iterator<Item = (u32, u64)> + '_ {
        let second = v as usize >= self.size;
        let (graph, offset) = if second { (self.graphs[1], self.size as u32) } else { (self.graphs[0], 0) };
        graph.links[(v - offset) as usize].iter().map(move |&(w, cables)| (w + offset, cables))
    }

    /// Returns `true` if a colour has the same number of nodes in both graphs.
    fn balanced(&self, colour: u32) -> bool {
        let members = &self.members[colour as usize];
        let first = members.iter().filter(|&&v| (v as usize) < self.size).count();
        2 * first == members.len()
    }

    /// Refines colours after these nodes have changed; `false` if the graphs differ.
    fn refine(&mut self, mut changed: Vec<u32>) -> bool {
        while !changed.is_empty() {
            let mut affected: Vec<u32> =
                changed.iter().flat_map(|&v| self.links(v).map(|(w, _)| w).collect::<Vec<_>>()).collect();
            affected.sort_unstable();
            affected.dedup();
            self.visits += affected.len() as u64;
            // Affected nodes by colour, then by what is around them.
            let mut parts: BTreeMap<u32, Groups> = BTreeMap::new();
            for v in affected {
                let mut around: Vec<(u32, u64)> =
                    self.links(v).map(|(w, cables)| (self.colour[w as usize], cables)).collect();
                around.sort_unstable();
                parts.entry(self.colour[v as usize]).or_default().entry(around).or_default().push(v);
            }
            changed.clear();
            for (colour, groups) in parts {
                let touched: usize = groups.values().map(Vec::len).sum();
                let mut groups: Vec<Vec<u32>> = groups.into_values().collect();
                if touched == self.members[colour as usize].len() {
                    // The largest part keeps the colour.
                    groups.sort_by_key(Vec::len);
                    groups.pop();
                }
                for group in groups {
                    self.split(colour, &group);
                    let new = self.members.len() as u32 - 1;
                    if !self.balanced(new) {
                        return false;
                    }
                    changed.extend(group);
                }
                if !self.balanced(colour) {
                    return false;
                }
            }
        }
        true
    }

    /// Gives some nodes of a colour a new one.
    fn split(&mut self, colour: u32, group: &[u32]) {
        let new = self.members.len() as u32;
        group.iter().for_each(|&v| self.colour[v as usize] = new);
        let kept = &self.colour;
        self.members[colour as usize].retain(|&v| kept[v as usize] == colour);
        self.members.push(group.to_vec());
    }

    /// The number of nodes of each kind at each distance from a node.
    fn distance_counts(&self, v: u32) -> Vec<BTreeMap<u32, u64>> {
        let (graph, offset) =
            if (v as usize) < self.size { (self.graphs[0], 0) } else { (self.graphs[1], self.size as u32) };
        distance_counts(graph, v - offset)
    }

    /// Matches all nodes; `None` if this takes too many visits. Choices that fail are undone.
    fn search(&mut self, choices: &mut u64, max_visits: u64) -> Option<bool> {
        *choices += 1;
        if (0..self.members.len() as u32).any(|colour| !self.balanced(colour)) {
            return Some(false);
        }
        let all: Vec<u32> = (0..self.colour.len() as u32).collect();
        if !self.refine(all) {
            return Some(false);
        }
        // The nodes still to be tried at each depth, with the colours before them.
        struct BranchPoint {
            colour: Vec<u32>,
            members: Vec<Vec<u32>>,
            node: u32,
            images: Vec<u32>,
        }
        let mut open: Vec<BranchPoint> = Vec::new();
        let mut failed = 0;
        // The first node and its image have the same distances to all others.
        let mut first: Option<Vec<BTreeMap<u32, u64>>> = None;
        loop {
            let next = (0..self.members.len())
                .filter(|&c| self.members[c].len() > 2)
                .min_by_key(|&c| self.members[c].len());
            let Some(next) = next else { return Some(true) };
            let (ours, theirs): (Vec<u32>, Vec<u32>) =
                self.members[next].iter().partition(|&&v| (v as usize) < self.size);
            open.push(BranchPoint {
                colour: self.colour.clone(),
                members: self.members.clone(),
                node: ours[0],
                images: theirs,
            });
            loop {
                let Some(choice) = open.last_mut() else { return Some(false) };
                let Some(image) = choice.images.pop() else {
                    open.pop();
                    continue;
                };
                *choices += 1;
                if failed > max_visits {
                    return None;
                }
                let (node, depth) = (choice.node, open.len());
                if depth == 1 {
                    let counts = first.get_or_insert_with(|| self.distance_counts(node));
                    if *counts != self.distance_counts(image) {
                        failed += (self.size as u64).div_ceil(VISITS_PER_REFINEMENT);
                        continue;
                    }
                }
                let Some(choice) = open.last() else { return Some(false) };
                let before = self.visits;
                self.colour.clone_from(&choice.colour);
                self.members.clone_from(&choice.members);
                let pair = [choice.node, image];
                self.split(self.colour[choice.node as usize], &pair);
                if self.refine(pair.to_vec()) {
                    break;
                }
                failed += self.visits - before + 1;
            }
        }
    }

    /// The matched nodes: one of either graph for each colour.
    fn pairs(&self) -> Vec<(u32, u32)> {
        let size = self.size as u32;
        self.members
            .iter()
            .filter_map(|members| Some((*members.iter().min()?, *members.iter().max()? - size)))
            .collect()
    }
}
