//! Recursive expansions at any size: counts, degrees, distances.

use super::network::ReNet;
use super::part::ExpansionPart;
use crate::families::product::too_many_digits;
use crate::language::budget::Elaboration;
use crate::net::address::Digits;
use crate::net::algebra::distance_polynomial::{Distances, multiply};
use crate::net::algebra::edge_coloring;
use crate::net::algebra::steiner_walk::Walks;
use crate::net::algebra::wreath_distances::{self, Pivot};
use crate::net::shape::{DegreeCounts, MAX_BITS, Shape, TooLarge, check_id_range, follows, reasons, regular};
use crate::net::{ExpandedShape, Parts, Phase, ShapeParts, Structure, Table};
use crossedge_core::evidence::{Evidence, Known};
use crossedge_core::expr::{Error, Span};
use num_bigint::BigUint;
use num_integer::Integer;
use num_traits::One;
use std::collections::{BTreeMap, HashMap, HashSet};
use std::sync::Arc;

/// A phase: its frame and the attachment of the frame's links.
#[derive(Debug)]
pub(super) struct PhaseFrame {
    pub(super) frame: Arc<ExpansionPart>,
    pub(super) pivots: Vec<usize>,
    pub(super) connected: bool,
    /// For frame node α, the pivot of each of its links, in the order of its neighbours.
    pub(super) ports: Arc<PivotPorts>,
}

type PivotPorts = Vec<Vec<usize>>;

impl PhaseFrame {
    /// The phase as algorithms see it.
    pub(super) fn phase(&self) -> Phase<'_> {
        let ExpansionPart { net, table, .. } = self.frame.as_ref();
        Phase { frame: net, sorted: table.as_ref(), pivots: &self.pivots, ports: &self.ports }
    }

    /// The neighbours of frame node `alpha` whose link is attached at unit node `u`, as indices among all its neighbours.
    pub(super) fn neighbours_attached_at(&self, alpha: usize, u: usize) -> impl Iterator<Item = usize> + '_ {
        self.ports[alpha].iter().enumerate().filter(move |(_, pivot)| **pivot == u).map(|(i, _)| i)
    }
}

/// The shape of a recursive expansion; its network shares the parts.
#[derive(Debug)]
pub(super) struct Expansion {
    pub(super) core: Arc<Core>,
}

#[derive(Debug)]
pub(super) struct Core {
    pub(super) unit: ExpansionPart,
    pub(super) phases: Vec<PhaseFrame>,
    /// The phases that use each unit node.
    pub(super) phases_at: Vec<Vec<usize>>,
    pub(super) nodes: BigUint,
    pub(super) degrees: DegreeCounts,
}

impl Core {
    /// Walks on the unit, when every phase has one pivot.
    fn unit_walks(&self) -> Option<Walks> {
        let single = self.phases.iter().all(|p| p.pivots.len() == 1);
        let points: Vec<usize> =
            (0..self.phases_at.len()).filter(|&u| !self.phases_at[u].is_empty()).collect();
        if single { Walks::new(&self.unit.table, &points) } else { None }
    }

    /// The evidence of walks on the unit: a table of walks is a search, and so are the distances of a searched unit.
    pub(super) fn unit_known(&self, walks: Option<&Walks>) -> Vec<Evidence> {
        let searched = matches!(walks, Some(Walks::General { .. }));
        let table = searched.then(|| Evidence::computed("walks on the unit by search [bfs]"));
        table.into_iter().chain([self.unit.net.distance_known()]).collect()
    }

    /// The frames, phases with the same one only once in a row.
    pub(super) fn different_frames(&self) -> impl Iterator<Item = &Arc<ExpansionPart>> {
        self.phases.chunk_by(|a, b| Arc::ptr_eq(&a.frame, &b.frame)).map(|run| &run[0].frame)
    }
}

impl Expansion {
    pub(super) fn new(
        unit: ExpansionPart,
        frames: Vec<Arc<ExpansionPart>>,
        pivots: Vec<Vec<usize>>,
        aligned: bool,
        work: &Elaboration<'_>,
        span: Span,
    ) -> Result<Self, Error> {
        let bits = frames.iter().map(|f| f.table.nodes().ilog2() as u64 + 1).sum::<u64>();
        if bits + 64 > MAX_BITS {
            return Err(too_many_digits(span));
        }
        let mut phases_at = vec![Vec::new(); unit.table.nodes() as usize];
        let mut phases: Vec<PhaseFrame> = Vec::new();
        // Phases with the same frame and pivots are equivalent.
        let mut alike: HashMap<(*const ExpansionPart, Vec<usize>), usize> = HashMap::new();
        for (i, (frame, pivots)) in frames.into_iter().zip(pivots).enumerate() {
            for &p in &pivots {
                phases_at[p].push(i);
            }
            let same = *alike.entry((Arc::as_ptr(&frame), pivots.clone())).or_insert(i);
            let (ports, connected) = match phases.get(same) {
                Some(phase) => (phase.ports.clone(), phase.connected),
                None => {
                    let around = |v: usize| unit.table.row(v).len() as u64;
                    // Counts at a pivot are maps of their own, and take longer than a link does.
                    let looks = pivots.iter().map(|&p| around(p) + 32).sum::<u64>();
                    work.spend(4 * frame.table.nodes() + 2 * frame.table.edge_count() + looks, &span)?;
                    let ports = if aligned {
                        aligned_ports(&frame, &pivots, &span)?
                    } else {
                        ranked_ports(&frame, &pivots)
                    };
                    (Arc::new(ports), induced_connected(&unit.table, &pivots))
                }
            };
            phases.push(PhaseFrame { frame, pivots, connected, ports });
        }
        let frames: BigUint = phases.iter().map(|p| BigUint::from(p.frame.table.nodes())).product();
        let degrees = degrees(&unit, &phases, &phases_at, &frames, work, &span)?;
        let nodes = frames * unit.table.nodes();
        Ok(Expansion { core: Arc::new(Core { unit, phases, phases_at, nodes, degrees }) })
    }
}

/// The link of rank i goes to pivot i, round and round.
fn ranked_ports(frame: &ExpansionPart, pivots: &[usize]) -> PivotPorts {
    let row = |v| (0..frame.table.row(v).len()).map(|rank| pivots[rank % pivots.len()]).collect();
    (0..frame.table.nodes() as usize).map(row).collect()
}

/// Both ends of a link go to the pivot of its colour.
fn aligned_ports(frame: &ExpansionPart, pivots: &[usize], span: &Span) -> Result<PivotPorts, Error> {
    if pivots.len() == 1 {
        return Ok(ranked_ports(frame, pivots));
    }
    let colours = edge_coloring(frame.net.as_ref(), &frame.table).ok_or_else(|| {
        let message = "no edge colouring of the frame with as many colours as its degree was found";
        Error::usage(message, span.clone())
            .help("policy=aligned needs one: take a hypercube, a bipartite frame or an even complete one")
    })?;
    let pivot = |c: &usize| pivots[c % pivots.len()];
    Ok(colours.iter().map(|row| row.iter().map(pivot).collect()).collect())
}

/// Number of nodes that have each degree; `all` is the product of the frames. A node of the unit has its own links, and with each phase at it
/// those of the frame nodes; nodes with the same links and phases that are equivalent count together.
fn degrees(
    unit: &ExpansionPart,
    phases: &[PhaseFrame],
    phases_at: &[Vec<usize>],
    all: &BigUint,
    work: &Elaboration<'_>,
    span: &Span,
) -> Result<DegreeCounts, Error> {
    // The counts at each pivot of each kind of phase, each different one once.
    let mut different: BTreeMap<DegreeCounts, usize> = BTreeMap::new();
    let mut kinds: HashMap<*const PivotPorts, HashMap<usize, usize>> = HashMap::new();
    for phase in phases {
        kinds.entry(Arc::as_ptr(&phase.ports)).or_insert_with(|| {
            let number = |(pivot, counts)| {
                let next = different.len();
                (pivot, *different.entry(counts).or_insert(next))
            };
            attached_counts(phase).into_iter().map(number).collect()
        });
    }
    let mut groups: BTreeMap<(usize, Vec<usize>), (usize, u64)> = BTreeMap::new();
    for (u, at) in phases_at.iter().enumerate() {
        let mut here: Vec<usize> = at.iter().map(|&i| kinds[&Arc::as_ptr(&phases[i].ports)][&u]).collect();
        here.sort_unstable();
        groups.entry((unit.table.row(u).len(), here)).or_insert((u, 0)).1 += 1;
    }
    let mut by_number: Vec<&DegreeCounts> = different.keys().collect();
    by_number.sort_unstable_by_key(|counts| different[counts]);
    let mut out = DegreeCounts::new();
    for ((links, here), (u, times)) in groups {
        let mut counts = regular(links as u64, BigUint::one());
        for run in here.chunk_by(|a, b| a == b) {
            let power = work.power_degrees(by_number[run[0]], run.len() as u64, span)?;
            counts = work.product_degrees(&counts, &power, span)?;
        }
        let used: BigUint =
            phases_at[u].iter().map(|&i| BigUint::from(phases[i].frame.table.nodes())).product();
        let copies = all / used * times;
        for (degree, count) in counts {
            *out.entry(degree).or_default() += count * &copies;
        }
    }
    Ok(out)
}

/// For each pivot of a phase, the number of frame nodes by their number of links there.
fn attached_counts(phase: &PhaseFrame) -> HashMap<usize, DegreeCounts> {
    let mut links: HashMap<usize, BTreeMap<u64, u64>> =
        phase.pivots.iter().map(|&p| (p, BTreeMap::new())).collect();
    for row in phase.ports.iter() {
        let mut here: BTreeMap<usize, u64> = BTreeMap::new();
        for &pivot in row {
            *here.entry(pivot).or_default() += 1;
        }
        for (pivot, count) in here {
            *links.entry(pivot).or_default().entry(count).or_default() += 1;
        }
    }
    let nodes = phase.frame.table.nodes();
    let with_none = |(pivot, counts): (usize, BTreeMap<u64, u64>)| {
        let none = nodes - counts.values().sum::<u64>();
        let all = counts.into_iter().chain([(0, none)].into_iter().filter(|(_, none)| *none > 0));
        (pivot, all.map(|(degree, count)| (degree, BigUint::from(count))).collect())
    };
    links.into_iter().map(with_none).collect()
}

/// Returns `true` if some nodes of a graph are connected among themselves.
fn induced_connected(graph: &Table, nodes: &[usize]) -> bool {
    let mut left: HashSet<usize> = nodes[1..].iter().copied().collect();
    let mut reached = vec![nodes[0]];
    while let Some(v) = reached.pop() {
        if left.is_empty() {
            break;
        }
        for &w in graph.row(v) {
            if left.remove(&(w as usize)) {
                reached.push(w as usize);
            }
        }
    }
    left.is_empty()
}

impl ExpandedShape for Expansion {
    fn unit(&self) -> &Arc<dyn Shape> {
        &self.core.unit.shape
    }

    fn frames(&self) -> Vec<&Arc<dyn Shape>> {
        self.core.phases.iter().map(|phase| &phase.frame.shape).collect()
    }

    fn first_half_cut(&self) -> Option<BigUint> {
        // The frame of the last phase decides; each of its links appears once for every choice of the other frames.
        let last = self.core.phases.last()?;
        let nodes = last.frame.table.nodes();
        if nodes.is_odd() {
            return None;
        }
        let half = (nodes / 2) as usize;
        let above = |v: usize| last.frame.table.row(v).iter().filter(|&&w| w as usize >= half).count();
        let across: usize = (0..half).map(above).sum();
        Some(&self.core.nodes / (self.core.unit.table.nodes() * nodes) * across)
    }

    fn notes(&self) -> Vec<String> {
        let loose = self.core.phases.iter().enumerate().filter(|(_, p)| !p.connected);
        let note = |(i, p): (usize, &PhaseFrame)| {
            format!(
                "pivots {:?} of phase {} are not connected in the unit (Definition 4(1) of RE)",
                p.pivots,
                i + 1
            )
        };
        loose.map(note).collect()
    }
}

impl Shape for Expansion {
    fn parts(&self) -> ShapeParts<'_> {
        Parts::Expansion(self)
    }

    fn nodes(&self) -> BigUint {
        self.core.nodes.clone()
    }

    fn degrees(&self) -> DegreeCounts {
        self.core.degrees.clone()
    }

    fn distances(&self) -> Option<Known<Distances>> {
        let Core { unit, phases, phases_at, .. } = self.core.as_ref();
        let walks = self.core.unit_walks()?;
        let mut pivots = Vec::new();
        let mut from = self.core.unit_known(Some(&walks));
        for (node, at) in phases_at.iter().enumerate().filter(|(_, at)| !at.is_empty()) {
            let mut pairs = vec![BigUint::one()];
            for &i in at {
                let frame = phases[i].frame.shape.distances()?;
                pairs = multiply(&pairs, &frame.value.pairs());
                from.push(frame.evidence);
            }
            pivots.push(Pivot { node, pairs });
        }
        let value = wreath_distances::distances(&walks, unit.table.nodes() as usize, &pivots)?;
        Some(Known::new(
            value,
            follows("wreath product, exact distance theorem of the RE audit (§4) [wreath-distance]", from),
        ))
    }

    fn diameter(&self) -> Option<Known<BigUint>> {
        let Core { unit, phases, .. } = self.core.as_ref();
        let n = unit.table.nodes() as usize;
        if n > 2048 {
            return None;
        }
        let walks = self.core.unit_walks()?;
        let mut sum = BigUint::from(0u32);
        let mut from = self.core.unit_known(Some(&walks));
        // A frame of one node never calls for a visit to its pivot.
        let mut visit = Vec::new();
        for phase in phases {
            let frame = phase.frame.shape.diameter()?;
            sum += frame.value;
            from.push(frame.evidence);
            if phase.frame.table.nodes() > 1 {
                visit.push(phase.pivots[0]);
            }
        }
        visit.sort_unstable();
        visit.dedup();
        let ends = (0..n).flat_map(|u| (u..n).map(move |v| (u, v)));
        sum += ends.map(|(u, v)| walks.length(u, v, &visit)).max().unwrap_or(0);
        let why = "frame diameters and the longest walk through all pivots, RE audit [wreath-distance] (§4)";
        Some(Known::new(sum, follows(why, from)))
    }

    fn node_symmetric(&self) -> Option<String> {
        let Core { unit, phases, phases_at, .. } = self.core.as_ref();
        if phases.is_empty() {
            return unit.shape.node_symmetric();
        }
        let single = phases.iter().all(|p| p.pivots.len() == 1);
        let same = phases.windows(2).all(|pair| Arc::ptr_eq(&pair[0].frame, &pair[1].frame));
        let even = phases_at.windows(2).all(|pair| pair[0].len() == pair[1].len());
        if !(single && same && even) {
            return None;
        }
        let (unit, frame) = (unit.shape.node_symmetric()?, phases[0].frame.shape.node_symmetric()?);
        Some(reasons([
            "automorphisms of the wreath product (RE audit, §3) [wreath-symmetry]".to_owned(),
            unit,
            frame,
        ]))
    }

    fn network(&self) -> Result<Arc<dyn Structure>, TooLarge> {
        check_id_range(&self.core.nodes)?;
        let core = self.core.clone();
        let mut radices: Vec<u64> = core.phases.iter().rev().map(|p| p.frame.table.nodes()).collect();
        radices.push(core.unit.table.nodes());
        let digits = Digits::new(radices).ok_or(TooLarge::Ids)?;
        let single = core.phases.iter().all(|p| p.pivots.len() == 1);
        let points: Vec<usize> =
            (0..core.phases_at.len()).filter(|&u| !core.phases_at[u].is_empty()).collect();
        let walks = if single { Walks::new(&core.unit.table, &points) } else { None };
        Ok(Arc::new(ReNet { core, digits, walks }))
    }
}
