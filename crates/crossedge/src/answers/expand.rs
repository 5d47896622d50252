//! Expansions of a network: the cables that are kept, moved, removed and added, and the throughput before, during and after.

#[cfg(feature = "schema")]
use super::verbs::Verb;
use super::{BoundsAnswer, Request};
use crate::error::{Error, ErrorKind};
use crate::evidence::Evidence;
use crate::exact::Exact;
use crate::lint::Change;
use crate::lint::throughput::{changed, fabric_of_network, network_throughput, throughput};
use crate::net::{Node, Structure};
use crate::progress::{CancelOnly, Progress};
use crate::recognize::{CabledGraph, Difference, Match, Site, cabled_graph, match_by_ids, match_plan};
use crate::topology::Topology;
use std::collections::{BTreeMap, BTreeSet};

/// Request for an expansion.
#[derive(Debug, Clone, Default, serde::Serialize, serde::Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(default, deny_unknown_fields)]
pub struct ExpandRequest {
    /// The network after the expansion.
    pub to: String,
    /// Skip throughput.
    pub no_throughput: bool,
    /// List every cable that moves, is taken out or is new.
    pub cables: bool,
}

/// The cables and the throughput of an expansion.
#[derive(Debug, Clone, serde::Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ExpandAnswer {
    /// The network before.
    pub before: String,
    /// The network after.
    pub after: String,
    /// Endpoints before and after.
    pub endpoints: [Exact<u64>; 2],
    /// Switches before and after.
    pub switches: [Exact<u64>; 2],
    /// Switches that stay.
    pub kept_switches: Exact<u64>,
    /// Cables that stay as they are, those of endpoints included.
    pub kept: Exact<u64>,
    /// Cables of which one end moves to another switch.
    pub moved: Exact<u64>,
    /// Cables that are taken out.
    pub removed: Exact<u64>,
    /// Cables that are new.
    pub new: Exact<u64>,
    /// Ports of a switch, as the order of the work assumes: as many as the largest switch uses.
    pub ports: Exact<u64>,
    /// The order of the work: no switch ever needs more ports.
    pub steps: Vec<String>,
    /// Every cable that moves, is taken out or is new; absent if not requested.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cables: Option<Vec<ExpandedCableAnswer>>,
    /// Uniform throughput before; absent if not requested.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub throughput_before: Option<BoundsAnswer>,
    /// Uniform throughput of the old endpoints while all cables that move or go are out.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub throughput_during: Option<BoundsAnswer>,
    /// Uniform throughput after.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub throughput_after: Option<BoundsAnswer>,
    /// Evidence of the cable counts.
    pub evidence: Evidence,
}

/// A cable that an expansion touches.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, serde::Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ExpandedCableAnswer {
    /// The number of its step, from 1.
    pub step: usize,
    /// The action: `new`, `move` or `remove`.
    pub action: &'static str,
    /// An end that the cable has throughout.
    pub end: ExpandedNodeAnswer,
    /// The other end before; absent for a new cable.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub from: Option<ExpandedNodeAnswer>,
    /// The other end after; absent for a cable that is taken out.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub to: Option<ExpandedNodeAnswer>,
}

/// A node by its addresses in both networks.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, serde::Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ExpandedNodeAnswer {
    /// Its address before; absent for a new node.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub before: Option<String>,
    /// Its address after; absent for a node that goes.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub after: Option<String>,
}

impl ExpandedNodeAnswer {
    /// As text: the address before, with the one after if that differs; `new` marks a new node.
    pub fn text(&self) -> String {
        match (&self.before, &self.after) {
            (Some(before), Some(after)) if before == after => before.clone(),
            (Some(before), Some(after)) => format!("{before} (then {after})"),
            (Some(before), None) => format!("{before} (goes)"),
            (None, after) => format!("{} (new)", after.as_deref().unwrap_or_default()),
        }
    }
}

/// Cables of every pair of nodes, by their positions in the new network.
type Pairs = BTreeMap<(u32, u32), u64>;

fn pairs(graph: &CabledGraph, place: impl Fn(u32) -> u32) -> Pairs {
    let mut out = Pairs::new();
    for (v, links) in (0u32..).zip(&graph.links) {
        for &(w, cables) in links.iter().filter(|link| v < link.0) {
            let (a, b) = (place(v), place(w));
            *out.entry((a.min(b), a.max(b))).or_default() += cables;
        }
    }
    out
}

/// The total of what one list of cables has more than another.
fn surplus(of: &Pairs, over: &Pairs) -> u64 {
    of.iter().map(|(pair, count)| count.saturating_sub(over.get(pair).copied().unwrap_or(0))).sum()
}

impl Request for ExpandRequest {
    type On = Topology;
    type Answer = ExpandAnswer;
    const VERB: &'static str = "expand";

    fn answer(&self, on: &Topology, progress: &dyn Progress) -> Result<ExpandAnswer, Error> {
        let after: Topology = self.to.parse()?;
        let (old, new) = (on.network()?.as_ref(), after.network()?.as_ref());
        if old.endpoints() > new.endpoints() {
            let message = format!("{after} has fewer endpoints than {on}");
            return Err(Error::usage(message).help("write the smaller network first"));
        }
        let roles = |net: &dyn Structure| net.endpoints() < net.nodes();
        if roles(old) != roles(new) {
            let message = "one of the networks has switches and the other has none";
            return Err(Error::usage(message).help("put hosts on the routers: hosts(G, p)"));
        }
        let graph = cabled_graph(old, roles(old));
        let target = cabled_graph(new, roles(new));
        // Counted again from both lists: old nodes without a place in the new network keep numbers of their own.
        let free = target.kinds.len() as u32;
        let wanted = pairs(&target, |v| v);
        let had = |plan: &Match| pairs(&graph, |v| plan.image[v as usize].unwrap_or(free + v));
        // By the order of ids, or by the search for the most similar places, whichever keeps more cables.
        let by_ids = match_by_ids(&graph, &after)?;
        let plan = match match_plan(&graph, &after, progress) {
            Ok(near) if surplus(&had(&near), &wanted) < surplus(&had(&by_ids), &wanted) => near,
            Err(error) if error.kind() == ErrorKind::Stopped => return Err(error),
            _ => by_ids,
        };
        let had = had(&plan);
        let (out, come) = (surplus(&had, &wanted), surplus(&wanted, &had));
        let moved = moved_cables(&plan);
        let total: u64 = had.values().sum();
        let (removed, added) = (out.saturating_sub(moved), come.saturating_sub(moved));
        let kept_switches =
            (old.endpoints()..old.nodes()).filter(|&v| plan.image[v as usize].is_some()).count();
        let place = |site: Site| match site {
            Site::Built(v) => plan.image[v as usize].unwrap_or(free + v),
            Site::Absent(is) => is,
        };
        // Nodes of the new network first, then old ones that go.
        let is_switch = |place: u32| match place.checked_sub(free) {
            None => target.kinds[place as usize] > 0,
            Some(v) => graph.kinds[v as usize] > 0,
        };
        let counts = |net: &dyn Structure| [net.endpoints(), net.nodes() - net.endpoints()];
        let ([e0, s0], [e1, s1]) = (counts(old), counts(new));
        let new_switches = s1.saturating_sub(kept_switches as u64);
        let work =
            Work::new(new_switches, moves(&plan, place), &had, &wanted, |v| !roles(new) || is_switch(v));
        let mut answer = ExpandAnswer {
            before: on.to_string(),
            after: after.to_string(),
            endpoints: [Exact(e0), Exact(e1)],
            switches: [Exact(s0), Exact(s1)],
            kept_switches: Exact(kept_switches as u64),
            kept: Exact(total - out),
            moved: Exact(moved),
            removed: Exact(removed),
            new: Exact(added),
            ports: Exact(work.ports),
            steps: work.steps.clone(),
            cables: self.cables.then(|| {
                let mut before: Vec<Option<u32>> = vec![None; free as usize];
                for (v, is) in (0u32..).zip(&plan.image) {
                    if let Some(is) = is {
                        before[*is as usize] = Some(v);
                    }
                }
                let name = |place: u32| {
                    let old_node =
                        place.checked_sub(free).or_else(|| before.get(place as usize).copied().flatten());
                    ExpandedNodeAnswer {
                        before: old_node.map(|v| old.address(Node(v.into())).to_string()),
                        after: (place < free).then(|| new.address(Node(place.into())).to_string()),
                    }
                };
                work.listed(name)
            }),
            throughput_before: None,
            throughput_during: None,
            throughput_after: None,
            evidence: Evidence::computed(
                "cables of both networks counted under one map; fewer may move under another map [plan-map]",
            ),
        };
        if !self.no_throughput {
            let quiet = CancelOnly(progress);
            let now = fabric_of_network(old);
            let during = changed(&now, &taken_out(&now, &plan));
            answer.throughput_before = Some((&network_throughput(on, old, &quiet)?).into());
            answer.throughput_during = Some((&throughput(&during, &quiet)?).into());
            answer.throughput_after = Some((&network_throughput(&after, new, &quiet)?).into());
        }
        Ok(answer)
    }
}

/// The moves of one end of a cable, by positions: the end that stays, the old one, the new one.
fn moves(plan: &Match, place: impl Fn(Site) -> u32) -> Vec<[u32; 3]> {
    let mut out = Vec::new();
    for difference in &plan.differences {
        match *difference {
            Difference::Moved { stays, from, to } => out.push([stays, from, to].map(&place)),
            Difference::Swapped { right: [a, b], others: [c, d] } => {
                out.extend([[a, c, b].map(&place), [d, b, c].map(&place)]);
            }
            Difference::Missing(_) | Difference::Extra(_) => {}
        }
    }
    out
}

/// The order of the work.
struct Work {
    ports: u64,
    steps: Vec<String>,
    /// Moves of one end of a cable.
    moves: Vec<[u32; 3]>,
    removed: Vec<[u32; 2]>,
    /// New cables between ports that are free from the start.
    early: Vec<[u32; 2]>,
    /// New cables at ports that become free.
    late: Vec<[u32; 2]>,
    /// Numbers of the steps of `early`, `removed`, `moves` and `late`.
    numbers: [usize; 4],
}

impl Work {
    /// Sorts the cables into steps; all switches have as many ports as the largest uses before or after.
    fn new(
        switches: u64,
        moves: Vec<[u32; 3]>,
        had: &Pairs,
        wanted: &Pairs,
        is_switch: impl Fn(u32) -> bool,
    ) -> Self {
        let pair = |a: u32, b: u32| (a.min(b), a.max(b));
        let mut have = had.clone();
        for &[stays, from, to] in &moves {
            if let Some(count) = have.get_mut(&pair(stays, from)) {
                *count = count.saturating_sub(1);
            }
            *have.entry(pair(stays, to)).or_default() += 1;
        }
        let mut used = used_ports(had);
        let after = used_ports(wanted);
        let most = |ports: &BTreeMap<u32, u64>| {
            ports.iter().filter(|entry| is_switch(*entry.0)).map(|entry| *entry.1).max()
        };
        let ports = most(&used).max(most(&after)).unwrap_or(0);
        let limits: BTreeMap<u32, u64> = used
            .keys()
            .chain(after.keys())
            .map(|&v| {
                let own = used.get(&v).max(after.get(&v)).copied().unwrap_or(0);
                (v, if is_switch(v) { ports } else { own })
            })
            .collect();
        let (mut removed, mut early, mut late) = (Vec::new(), Vec::new(), Vec::new());
        let all: BTreeSet<(u32, u32)> = have.keys().chain(wanted.keys()).copied().collect();
        for (a, b) in all {
            let [has, needs] = [&have, wanted].map(|pairs| pairs.get(&(a, b)).copied().unwrap_or(0));
            removed.extend((needs..has).map(|_| [a, b]));
            for _ in has..needs {
                let free = [a, b].iter().all(|v| used.get(v).copied().unwrap_or(0) < limits[v]);
                if free {
                    [a, b].iter().for_each(|v| *used.entry(*v).or_default() += 1);
                    early.push([a, b]);
                } else {
                    late.push([a, b]);
                }
            }
        }
        let mut out = Self { ports, steps: Vec::new(), moves, removed, early, late, numbers: [0; 4] };
        out.write(switches);
        out
    }

    fn write(&mut self, switches: u64) {
        if switches > 0 {
            self.steps.push(format!("place {switches} new switch{}", if switches == 1 { "" } else { "es" }));
        }
        let cables = |count: usize| if count == 1 { "1 cable".to_owned() } else { format!("{count} cables") };
        let texts = [
            (
                self.early.len(),
                format!("put in {} at free ports: no traffic is interrupted", cables(self.early.len())),
            ),
            (self.removed.len(), format!("take out {}", cables(self.removed.len()))),
            (
                self.moves.len(),
                format!(
                    "move one end of {}, a few at a time: each is out while it moves",
                    cables(self.moves.len())
                ),
            ),
            (self.late.len(), format!("put in {} at ports that are free by now", cables(self.late.len()))),
        ];
        for (number, (count, text)) in self.numbers.iter_mut().zip(texts) {
            if count > 0 {
                self.steps.push(text);
                *number = self.steps.len();
            }
        }
        self.steps.push("route again".to_owned());
    }

    /// Every cable, in the order of the work.
    fn listed(&self, name: impl Fn(u32) -> ExpandedNodeAnswer) -> Vec<ExpandedCableAnswer> {
        let [early, removed, moved, late] = self.numbers;
        let mut out = Vec::new();
        let mut add = |step, action, end, from: Option<u32>, to: Option<u32>| {
            let (end, from, to) = (name(end), from.map(&name), to.map(&name));
            out.push(ExpandedCableAnswer { step, action, end, from, to });
        };
        self.early.iter().for_each(|&[a, b]| add(early, "new", a, None, Some(b)));
        self.removed.iter().for_each(|&[a, b]| add(removed, "remove", a, Some(b), None));
        self.moves.iter().for_each(|&[stays, from, to]| add(moved, "move", stays, Some(from), Some(to)));
        self.late.iter().for_each(|&[a, b]| add(late, "new", a, None, Some(b)));
        out.sort();
        out
    }
}

/// Ports that are used at every node.
fn used_ports(cables: &Pairs) -> BTreeMap<u32, u64> {
    let mut out = BTreeMap::new();
    for (&(a, b), &count) in cables {
        *out.entry(a).or_default() += count;
        *out.entry(b).or_default() += count;
    }
    out
}

/// Cables of which one end stays.
fn moved_cables(plan: &Match) -> u64 {
    let count = |difference: &Difference| match difference {
        Difference::Moved { .. } => 1,
        Difference::Swapped { .. } => 2,
        Difference::Missing(_) | Difference::Extra(_) => 0,
    };
    plan.differences.iter().map(count).sum()
}

/// The cables that are out while the work goes on.
fn taken_out(fabric: &crate::net::read::Fabric, plan: &Match) -> Vec<Change> {
    let mut by_pair: BTreeMap<[u32; 2], Vec<u32>> = BTreeMap::new();
    for (number, cable) in (0u32..).zip(&fabric.cables) {
        let [a, b] = cable.ends.map(|(v, _)| v);
        by_pair.entry([a.min(b), a.max(b)]).or_default().push(number);
    }
    let mut out = Vec::new();
    let mut take = |a: Site, b: Site| {
        if let (Site::Built(a), Site::Built(b)) = (a, b) {
            out.extend(by_pair.get_mut(&[a.min(b), a.max(b)]).and_then(Vec::pop).map(Change::Remove));
        }
    };
    for difference in &plan.differences {
        match *difference {
            Difference::Missing(_) => {}
            Difference::Extra([a, b]) => take(a, b),
            Difference::Moved { stays, from, .. } => take(stays, from),
            Difference::Swapped { right, others } => {
                take(right[0], others[0]);
                take(right[1], others[1]);
            }
        }
    }
    out
}

/// The verb.
#[cfg(feature = "schema")]
pub(in crate::answers) const ENTRY: Verb =
    Verb::one::<ExpandRequest>("Plan the expansion of a network: cables that stay, move and are new");
