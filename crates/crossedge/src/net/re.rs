//! `re(F, U, r)`: recursive expansion of unit U by r phases with frame F (or a list of frames F1…Fr).
//!
//! Nodes (u, f1, …, fr), u in U, fi in Fi; id = u + |U|·(f1 + |F1|·(f2 + …)). Links: (u,f) – (v,f) for every link uv of U; and for
//! every link αβ of Fi and every choice of the other coordinates, (port_i(α,β), …fi=α…) – (port_i(β,α), …fi=β…). The ports of phase i
//! lie in its pivots Pi, nodes of U:
//!
//! - `policy=diameter` (PSS_sk of the paper): one pivot, (i-1) mod |U|. The network is the wreath product of frame and unit.
//! - `policy=degree` (PSS_sd): the last phases share the unit out in blocks; port_i(α,β) = Pi[rank of β among the neighbours of α].
//! - `policy=aligned`: the blocks of `degree`, and both ends of a frame link use the pivot of its colour in an edge colouring of F.
//! - `pivots=[[…],…]`: blocks as given, one list per phase, ports as in `degree`.
//!
//! Shen, Back, Construction of large-scale interconnection networks by recursive expansion (RE, 1993), with the errata of the audit.
//! `ccc(n)`, the cube-connected cycles, is `re(complete(2), ring(n), n)`.

use super::address::{Address, Digits};
use super::build::shape_of;
use super::colour;
use super::complete::Complete;
use super::distances::{Distances, multiply};
use super::product::too_many_digits;
use super::ring::Ring;
use super::shape::{DegreeCounts, MAX_BITS, Shape, TooLarge, fits, follows, links, reasons, regular};
use super::suggest::magnitude;
use super::walk::{Walks, connected};
use super::work::Work;
use super::wreath::{self, Pivot};
use super::{Args, Entry, Network, NetworkParts, Node, Parts, Port, Structure, Table, describe, is_network};
use crate::evidence::{Evidence, Figure};
use crate::expr::{Error, Expr, Kind, Span};
use num_bigint::BigUint;
use num_integer::Integer;
use num_traits::One;
use std::collections::{BTreeMap, HashMap, HashSet};
use std::sync::Arc;

/// The catalog entry of `re`.
pub const RE: Entry = Entry {
    name: "re",
    signature: "re(F, U, r, policy=diameter|degree|aligned)",
    summary: "recursive expansion: frame F (or a list of frames), unit U, r phases; pivots=[[…],…] gives the pivots by hand",
    paper: "Shen, Back, Construction of large-scale interconnection networks by recursive expansion (RE, 1993)",
    examples: &[
        "re(ring(4), ring(3), 3)",
        "re(ring(4), ring(4), 2, policy=degree)",
        "re(hypercube(2), ring(4), 2, policy=aligned)",
        "re([ring(5), complete(4), path(3)], ring(4))",
        "re(path(3), path(3), 1, pivots=[[0,2]])",
    ],
    build,
};

/// The catalog entry of `ccc`.
pub const CCC: Entry = Entry {
    name: "ccc",
    signature: "ccc(n)",
    summary: "cube-connected cycles: re(complete(2), ring(n), n)",
    paper: "Preparata, Vuillemin, The cube-connected cycles: a versatile network for parallel computation, CACM 24 (1981)",
    examples: &["ccc(4)", "ccc(3)", "ccc(2)", "ccc(1)"],
    build: |args| {
        let n = args.int("n", 1)?;
        if n > MAX_PHASES {
            let message = format!("ccc needs n of at most {MAX_PHASES}, found {n}");
            return Err(Error::limit(message, args.span()));
        }
        let frame = store(Arc::new(Complete::new(2)), "the frame", args.work(), args.span())?;
        let unit = store(Arc::new(Ring::new(n)), "the unit", args.work(), args.span())?;
        let frame = Arc::new(frame);
        let phases = vec![frame; n as usize];
        let pivots = (0..n).map(|i| vec![i as usize]).collect();
        Ok(Arc::new(Expansion::new(unit, phases, pivots, false, args.work(), args.span())?))
    },
};

/// More phases than this are refused.
const MAX_PHASES: u64 = 4096;

/// A frame or unit of more nodes than this is refused: both are stored.
const MAX_PART: u64 = 1 << 20;

/// The same for links.
const MAX_PART_LINKS: u64 = 1 << 22;

/// A frame or unit: its stored links, its own arithmetic, and its degree.
#[derive(Debug)]
struct Part {
    table: Arc<Table>,
    net: Arc<dyn Structure>,
    shape: Arc<dyn Shape>,
    degree: usize,
}

fn store(shape: Arc<dyn Shape>, what: &str, work: &Work<'_>, span: Span) -> Result<Part, Error> {
    let (nodes, links) = (shape.nodes(), links(shape.as_ref()));
    let limit = || {
        let found = format!("{} nodes and {} links", magnitude(&nodes), magnitude(&links));
        Error::limit(format!("{what} of re is too large: it has {found}"), span.clone()).help(format!(
            "frames and units are stored, with at most {MAX_PART} nodes and {MAX_PART_LINKS} links"
        ))
    };
    if nodes > MAX_PART.into() || links > MAX_PART_LINKS.into() {
        return Err(limit());
    }
    let units = u64::try_from(&nodes * 4u32 + &links * 2u32).map_err(|_| limit())?;
    work.spend(units, &span)?;
    let net = shape.network().map_err(|_| limit())?;
    let table = Arc::new(Table::try_of(net.as_ref()).map_err(|_| limit())?);
    if !connected(&table) {
        return Err(Error::usage(format!("{what} of re is not connected"), span.clone())
            .help("frames and units are connected networks"));
    }
    let degree = (0..table.nodes() as usize).map(|v| table.row(v).len()).max().unwrap_or(0);
    Ok(Part { table, net, shape, degree })
}

fn build(args: &mut Args<'_>) -> Result<Arc<dyn Shape>, Error> {
    let frame = args.required("F")?;
    let mut frames = Vec::new();
    match &frame.kind {
        Kind::List(items) => {
            for item in items {
                if !is_network(item) {
                    return Err(args.wrong(item, "a frame", "a network"));
                }
                let shape = shape_of(item, args.work())?;
                frames.push(Arc::new(store(shape, "a frame", args.work(), item.span.clone())?));
            }
        }
        _ if is_network(frame) => {
            let shape = shape_of(frame, args.work())?;
            frames.push(Arc::new(store(shape, "the frame", args.work(), frame.span.clone())?));
        }
        _ => return Err(args.wrong(frame, "F", "a network or a list of networks")),
    }
    let unit_at = args.required("U")?;
    if !is_network(unit_at) {
        return Err(args.wrong(unit_at, "U", "a network"));
    }
    let unit = shape_of(unit_at, args.work())?;
    let unit = store(unit, "the unit", args.work(), unit_at.span.clone())?;
    let is_list = matches!(frame.kind, Kind::List(_));
    let too_many = |r: u64| {
        Error::limit(
            format!("re has at most {MAX_PHASES} phases, found {r}"),
            frame.span.start..unit_at.span.end,
        )
    };
    if frames.len() as u64 > MAX_PHASES {
        return Err(too_many(frames.len() as u64));
    }
    if !is_list || args.left() > 0 {
        let r = args.int("r", 0)?;
        if r > MAX_PHASES {
            return Err(too_many(r));
        }
        match is_list {
            true if r != frames.len() as u64 => {
                let message = format!("{} frames are given for {r} phases", frames.len());
                return Err(Error::usage(message, frame.span.clone()).help("give one frame per phase"));
            }
            true => {}
            false => frames = vec![frames[0].clone(); r as usize],
        }
    }
    let policy = args.named("policy");
    let word = match policy.map(|p| &p.kind) {
        None => None,
        Some(Kind::Word(word)) => Some(word.as_str()),
        Some(_) => return Err(unknown_policy(policy)),
    };
    let n_u = unit.table.nodes() as usize;
    let given = args.named("pivots");
    let pivots = match (given, word) {
        (Some(given), None) => explicit(args, given, frames.len(), n_u)?,
        (Some(given), Some(_)) => {
            return Err(Error::usage("re takes policy or pivots, not both", given.span.clone())
                .help("leave out one of the two"));
        }
        (None, None | Some("diameter")) => (0..frames.len()).map(|i| vec![i % n_u]).collect(),
        (None, Some("degree" | "aligned")) => blocks(&frames, n_u),
        (None, Some(_)) => return Err(unknown_policy(policy)),
    };
    let aligned = word == Some("aligned");
    Ok(Arc::new(Expansion::new(unit, frames, pivots, aligned, args.work(), args.span())?))
}

fn unknown_policy(policy: Option<&Expr>) -> Error {
    let found = policy.map(describe).unwrap_or_default();
    let span = policy.map(|p| p.span.clone()).unwrap_or_default();
    Error::usage(format!("unknown policy {found}"), span)
        .help("the policies are diameter, degree and aligned; or give pivots=[[…],…]")
}

/// The blocks of PSS_sd: the last s = r - λ·n_u phases share the unit out.
fn blocks(frames: &[Arc<Part>], n_u: usize) -> Vec<Vec<usize>> {
    let r = frames.len();
    let first_shared = if r == 0 { 0 } else { (r - 1) / n_u * n_u };
    let s = r - first_shared;
    let widest = frames[first_shared..].iter().map(|f| f.degree).max().unwrap_or(0);
    let stride = n_u.checked_div(s).unwrap_or(0).min(widest);
    (0..r)
        .map(|i| {
            let k = i % n_u;
            if i < first_shared {
                return vec![k];
            }
            // A frame of one node has no links; its block still needs a place.
            let size = stride.min(frames[i].degree).max(1);
            (k * stride..k * stride + size).collect()
        })
        .collect()
}

const PIVOTS: &str = "write one list of unit nodes per phase, as in pivots=[[0],[1,2]]";

/// Pivots as the user gives them, held against the unit.
fn explicit(args: &Args<'_>, given: &Expr, r: usize, n_u: usize) -> Result<Vec<Vec<usize>>, Error> {
    let Kind::List(phases) = &given.kind else {
        return Err(args.wrong(given, "pivots", "a list of lists").help(PIVOTS));
    };
    if phases.len() != r {
        let message = format!("pivots are given for {} phases, and there are {r}", phases.len());
        return Err(Error::usage(message, given.span.clone()).help(PIVOTS));
    }
    let mut out = Vec::new();
    for phase in phases {
        let Kind::List(items) = &phase.kind else {
            return Err(args.wrong(phase, "each phase of pivots", "a list").help(PIVOTS));
        };
        let mut pivots = Vec::new();
        let mut seen = HashSet::new();
        for item in items {
            match item.kind {
                Kind::Int(p) if p < n_u as u64 && seen.insert(p) => pivots.push(p as usize),
                Kind::Int(p) if p < n_u as u64 => {
                    return Err(Error::usage(
                        format!("pivot {p} stands twice in the phase"),
                        item.span.clone(),
                    )
                    .help("keep one of the two"));
                }
                _ => {
                    let message =
                        format!("a pivot is a node of the unit, 0 to {}, found {}", n_u - 1, describe(item));
                    return Err(Error::usage(message, item.span.clone()).help("write ids of the unit"));
                }
            }
        }
        if pivots.is_empty() {
            return Err(Error::usage("a phase needs at least one pivot", phase.span.clone()).help(PIVOTS));
        }
        out.push(pivots);
    }
    Ok(out)
}

/// One phase: its frame and where the frame's links are attached.
#[derive(Debug)]
pub struct Phase {
    frame: Arc<Part>,
    pivots: Vec<usize>,
    connected: bool,
    /// For frame node α, the pivot of each of its links, in the order of its neighbours.
    ports: Arc<Ports>,
}

type Ports = Vec<Vec<usize>>;

impl Phase {
    /// The frame.
    pub fn frame(&self) -> &Arc<dyn Structure> {
        &self.frame.net
    }

    /// The frame, stored; ranks count its sorted neighbours.
    pub fn table(&self) -> &Table {
        &self.frame.table
    }

    /// The pivots: nodes of the unit where links of the frame are attached.
    pub fn pivots(&self) -> &[usize] {
        &self.pivots
    }

    /// For frame node α, the pivot of each of its links, in the order of its sorted neighbours.
    pub fn ports(&self, alpha: usize) -> &[usize] {
        &self.ports[alpha]
    }

    /// The neighbours of frame node `alpha` whose link is attached at unit node `u`, as indices among all its neighbours.
    fn at(&self, alpha: usize, u: usize) -> impl Iterator<Item = usize> + '_ {
        self.ports[alpha].iter().enumerate().filter(move |(_, pivot)| **pivot == u).map(|(i, _)| i)
    }
}

/// The shape of a recursive expansion; its network shares the parts.
#[derive(Debug)]
struct Expansion {
    core: Arc<Core>,
}

#[derive(Debug)]
struct Core {
    unit: Part,
    phases: Vec<Phase>,
    /// The phases that use each unit node.
    phases_at: Vec<Vec<usize>>,
    nodes: BigUint,
    degrees: DegreeCounts,
}

impl Core {
    /// Walks on the unit, when every phase has one pivot.
    fn walks(&self) -> Option<Walks> {
        let single = self.phases.iter().all(|p| p.pivots.len() == 1);
        let points: Vec<usize> =
            (0..self.phases_at.len()).filter(|&u| !self.phases_at[u].is_empty()).collect();
        if single { Walks::new(&self.unit.table, &points) } else { None }
    }

    /// How walks on the unit are known: a table of walks is a search, and so is whatever the unit itself is searched for.
    fn unit_known(&self, walks: Option<&Walks>) -> Vec<Evidence> {
        let searched = matches!(walks, Some(Walks::General { .. }));
        let table = searched.then(|| Evidence::computed("walks on the unit by search"));
        table.into_iter().chain([self.unit.net.distance_known()]).collect()
    }

    /// The frames, phases with the same one only once in a row.
    fn different_frames(&self) -> impl Iterator<Item = &Arc<Part>> {
        self.phases.chunk_by(|a, b| Arc::ptr_eq(&a.frame, &b.frame)).map(|run| &run[0].frame)
    }
}

impl Expansion {
    fn new(
        unit: Part,
        frames: Vec<Arc<Part>>,
        pivots: Vec<Vec<usize>>,
        aligned: bool,
        work: &Work<'_>,
        span: Span,
    ) -> Result<Self, Error> {
        let bits = frames.iter().map(|f| f.table.nodes().ilog2() as u64 + 1).sum::<u64>();
        if bits + 64 > MAX_BITS {
            return Err(too_many_digits(span));
        }
        let mut phases_at = vec![Vec::new(); unit.table.nodes() as usize];
        let mut phases: Vec<Phase> = Vec::new();
        // Phases with the same frame and pivots are alike.
        let mut alike: HashMap<(*const Part, Vec<usize>), usize> = HashMap::new();
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
            phases.push(Phase { frame, pivots, connected, ports });
        }
        let frames: BigUint = phases.iter().map(|p| BigUint::from(p.frame.table.nodes())).product();
        let degrees = degrees(&unit, &phases, &phases_at, &frames, work, &span)?;
        let nodes = frames * unit.table.nodes();
        Ok(Expansion { core: Arc::new(Core { unit, phases, phases_at, nodes, degrees }) })
    }
}

/// The link of rank i goes to pivot i, round and round.
fn ranked_ports(frame: &Part, pivots: &[usize]) -> Ports {
    let row = |v| (0..frame.table.row(v).len()).map(|rank| pivots[rank % pivots.len()]).collect();
    (0..frame.table.nodes() as usize).map(row).collect()
}

/// Both ends of a link go to the pivot of its colour.
fn aligned_ports(frame: &Part, pivots: &[usize], span: &Span) -> Result<Ports, Error> {
    if pivots.len() == 1 {
        return Ok(ranked_ports(frame, pivots));
    }
    let colours = colour::edges(frame.net.as_ref(), &frame.table).ok_or_else(|| {
        let message = "no edge colouring of the frame with as many colours as its degree was found";
        Error::usage(message, span.clone())
            .help("policy=aligned needs one: take a hypercube, a bipartite frame or an even complete one")
    })?;
    let pivot = |c: &usize| pivots[c % pivots.len()];
    Ok(colours.iter().map(|row| row.iter().map(pivot).collect()).collect())
}

/// How many nodes have each degree; `all` is the product of the frames. A node of the unit has its own links, and with each phase at it
/// those of the frame nodes; nodes with the same links and phases that are alike count together.
fn degrees(
    unit: &Part,
    phases: &[Phase],
    phases_at: &[Vec<usize>],
    all: &BigUint,
    work: &Work<'_>,
    span: &Span,
) -> Result<DegreeCounts, Error> {
    // The counts at each pivot of each kind of phase, each different one once.
    let mut different: BTreeMap<DegreeCounts, usize> = BTreeMap::new();
    let mut kinds: HashMap<*const Ports, HashMap<usize, usize>> = HashMap::new();
    for phase in phases {
        kinds.entry(Arc::as_ptr(&phase.ports)).or_insert_with(|| {
            let number = |(pivot, counts)| {
                let next = different.len();
                (pivot, *different.entry(counts).or_insert(next))
            };
            attached(phase).into_iter().map(number).collect()
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

/// For each pivot of a phase, how many frame nodes have so many links there.
fn attached(phase: &Phase) -> HashMap<usize, DegreeCounts> {
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

/// Whether some nodes of a graph are connected among themselves.
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

impl Shape for Expansion {
    fn nodes(&self) -> BigUint {
        self.core.nodes.clone()
    }

    fn degrees(&self) -> DegreeCounts {
        self.core.degrees.clone()
    }

    fn distances(&self) -> Option<Figure<Distances>> {
        let Core { unit, phases, phases_at, .. } = self.core.as_ref();
        let walks = self.core.walks()?;
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
        let value = wreath::distances(&walks, unit.table.nodes() as usize, &pivots)?;
        Some(Figure::new(value, follows("wreath product, exact distance theorem of the RE audit (§4)", from)))
    }

    fn diameter(&self) -> Option<Figure<BigUint>> {
        let Core { unit, phases, .. } = self.core.as_ref();
        let n = unit.table.nodes() as usize;
        if n > 2048 {
            return None;
        }
        let walks = self.core.walks()?;
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
        let why = "frame diameters and the longest walk through all pivots, RE audit (§4)";
        Some(Figure::new(sum, follows(why, from)))
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
        Some(reasons(["automorphisms of the wreath product (RE audit, §3)".to_owned(), unit, frame]))
    }

    fn first_half_cut(&self) -> Option<BigUint> {
        // The frame of the last phase decides; each of its links stands once for every choice of the other frames.
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

    fn no_four_all_linked(&self) -> bool {
        let Core { unit, phases, .. } = self.core.as_ref();
        // Four nodes that are all linked agree in all coordinates but one.
        unit.shape.no_four_all_linked() && phases.iter().all(|p| p.frame.shape.no_four_all_linked())
    }

    fn network(&self) -> Result<Arc<dyn Structure>, TooLarge> {
        fits(&self.core.nodes)?;
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

    fn notes(&self) -> Vec<String> {
        let loose = self.core.phases.iter().enumerate().filter(|(_, p)| !p.connected);
        let note = |(i, p): (usize, &Phase)| {
            format!(
                "pivots {:?} of phase {} are not connected in the unit (Definition 4(1) of RE)",
                p.pivots,
                i + 1
            )
        };
        loose.map(note).collect()
    }
}

/// The network of a recursive expansion. Ports: those of the unit, then phase by phase the frame links attached here.
#[derive(Debug)]
pub struct ReNet {
    core: Arc<Core>,
    digits: Digits,
    /// Set when every phase has one pivot and walks on the unit can be measured: then distances and routes are exact.
    walks: Option<Walks>,
}

impl ReNet {
    /// The unit.
    pub fn unit(&self) -> &Arc<dyn Structure> {
        &self.core.unit.net
    }

    /// The unit, stored.
    pub fn unit_table(&self) -> &Table {
        &self.core.unit.table
    }

    /// The phases, the first one innermost.
    pub fn phases(&self) -> &[Phase] {
        &self.core.phases
    }

    /// Walks on the unit, when every phase has one pivot and they can be measured: then distances and routes are exact.
    pub fn walks(&self) -> Option<&Walks> {
        self.walks.as_ref()
    }

    /// Unit node and frame nodes of `v`.
    pub fn coordinates(&self, v: Node) -> (usize, Vec<usize>) {
        (self.unit_of(v), (0..self.core.phases.len()).map(|i| self.frame_of(v, i)).collect())
    }

    /// The node with these coordinates.
    pub fn at(&self, unit: usize, frames: &[usize]) -> Node {
        let mut digits: Vec<u64> = frames.iter().rev().map(|&f| f as u64).collect();
        digits.push(unit as u64);
        Node(self.digits.join(&digits))
    }

    fn unit_digit(&self) -> usize {
        self.core.phases.len()
    }

    /// The digit of phase i, counted from 0: the last phase is most significant.
    fn phase_digit(&self, i: usize) -> usize {
        self.core.phases.len() - 1 - i
    }

    fn unit_of(&self, v: Node) -> usize {
        self.digits.digit(v.0, self.unit_digit()) as usize
    }

    fn frame_of(&self, v: Node, i: usize) -> usize {
        self.digits.digit(v.0, self.phase_digit(i)) as usize
    }

    fn unit_degree(&self, u: usize) -> u32 {
        self.core.unit.table.row(u).len() as u32
    }

    /// The port of `v` that leads along neighbour `rank` of its coordinate in phase `i`.
    fn frame_port(&self, v: Node, i: usize, rank: usize) -> Port {
        let u = self.unit_of(v);
        let mut port = self.unit_degree(u);
        for &j in self.core.phases_at[u].iter() {
            let alpha = self.frame_of(v, j);
            if j == i {
                port += self.core.phases[j].at(alpha, u).take_while(|&r| r < rank).count() as u32;
                break;
            }
            port += self.core.phases[j].at(alpha, u).count() as u32;
        }
        Port(port)
    }

    /// The port of unit node `u` towards its neighbour `w`.
    fn unit_port(&self, u: usize, w: usize) -> Port {
        let rank = self.core.unit.table.row(u).partition_point(|&x| (x as usize) < w);
        Port(rank as u32)
    }

    /// The next frame node from `alpha` towards `beta`, as a rank among the neighbours of `alpha`.
    fn frame_step(&self, i: usize, alpha: usize, beta: usize) -> Option<usize> {
        let Part { net, table, .. } = self.core.phases[i].frame.as_ref();
        let from = Node(alpha as u64);
        let port = net.next_port(from, Node(beta as u64))?;
        let next = net.link(from, port).0.0 as u32;
        Some(table.row(alpha).partition_point(|&x| x < next))
    }

    /// The phases in which two nodes differ.
    fn differing(&self, a: Node, b: Node) -> impl Iterator<Item = usize> + '_ {
        (0..self.core.phases.len()).filter(move |&i| self.frame_of(a, i) != self.frame_of(b, i))
    }

    /// One unit step towards `target`.
    fn unit_step(&self, u: usize, target: usize) -> Option<Port> {
        let net = &self.core.unit.net;
        let port = net.next_port(Node(u as u64), Node(target as u64))?;
        Some(self.unit_port(u, net.link(Node(u as u64), port).0.0 as usize))
    }
}

impl Network for ReNet {
    fn nodes(&self) -> u64 {
        self.digits.size()
    }

    fn degree(&self, v: Node) -> u32 {
        let u = self.unit_of(v);
        let frames = self.core.phases_at[u].iter();
        let links: usize = frames.map(|&i| self.core.phases[i].at(self.frame_of(v, i), u).count()).sum();
        self.unit_degree(u) + links as u32
    }

    fn link(&self, v: Node, port: Port) -> (Node, Port) {
        let u = self.unit_of(v);
        let mut rest = port.0;
        let neighbors = self.core.unit.table.row(u);
        if let Some(&w) = neighbors.get(rest as usize) {
            let there = self.digits.with_digit(v.0, self.unit_digit(), u as u64, u64::from(w));
            return (Node(there), self.unit_port(w as usize, u));
        }
        rest -= neighbors.len() as u32;
        for &i in &self.core.phases_at[u] {
            let phase = &self.core.phases[i];
            let alpha = self.frame_of(v, i);
            let here = phase.at(alpha, u).count() as u32;
            if rest >= here {
                rest -= here;
                continue;
            }
            let rank = phase.at(alpha, u).nth(rest as usize).expect("below the count of links here");
            let table = &phase.frame.table;
            let beta = table.row(alpha)[rank] as usize;
            let back = table.row(beta).partition_point(|&x| (x as usize) < alpha);
            let w = phase.ports[beta][back];
            let there = self.digits.with_digit(v.0, self.phase_digit(i), alpha as u64, beta as u64);
            let there = Node(self.digits.with_digit(there, self.unit_digit(), u as u64, w as u64));
            return (there, self.frame_port(there, i, back));
        }
        unreachable!("port is below the degree, which counts the unit and every phase")
    }

    /// With single pivots and measured walks: a frame step if one is due here, else the unit step with the shortest walk left.
    /// Otherwise phase by phase, lowest first: to the pivot of the next frame link, and along it.
    fn next_port(&self, at: Node, to: Node) -> Option<Port> {
        let (u, v) = (self.unit_of(at), self.unit_of(to));
        let step = |i: usize| self.frame_step(i, self.frame_of(at, i), self.frame_of(to, i));
        let Some(walks) = &self.walks else {
            let Some(i) = self.differing(at, to).next() else {
                return self.unit_step(u, v);
            };
            let rank = step(i)?;
            let pivot = self.core.phases[i].ports[self.frame_of(at, i)][rank];
            return if pivot == u { Some(self.frame_port(at, i, rank)) } else { self.unit_step(u, pivot) };
        };
        let due: Vec<usize> = self.differing(at, to).collect();
        if let Some(&i) = due.iter().find(|&&i| self.core.phases[i].pivots[0] == u) {
            return Some(self.frame_port(at, i, step(i)?));
        }
        if due.is_empty() && u == v {
            return None;
        }
        let visit: Vec<usize> = due.iter().map(|&i| self.core.phases[i].pivots[0]).collect();
        let nearest = (self.core.unit.table.row(u).iter().enumerate())
            .min_by_key(|&(_, &w)| walks.length(w as usize, v, &visit))?;
        Some(Port(nearest.0 as u32))
    }
}

impl Structure for ReNet {
    fn distance(&self, a: Node, b: Node) -> Option<u64> {
        let walks = self.walks.as_ref()?;
        let mut total = 0;
        let mut visit = Vec::new();
        for i in self.differing(a, b) {
            let phase = &self.core.phases[i];
            let (alpha, beta) = (Node(self.frame_of(a, i) as u64), Node(self.frame_of(b, i) as u64));
            total += phase.frame.net.distance(alpha, beta)?;
            visit.push(phase.pivots[0]);
        }
        Some(total + walks.length(self.unit_of(a), self.unit_of(b), &visit))
    }

    fn distance_known(&self) -> Evidence {
        let theorem =
            "wreath product: frame distances, and the shortest walk on the unit by the pivots that differ";
        let frames = self.core.different_frames().map(|frame| frame.net.distance_known());
        follows(theorem, self.core.unit_known(self.walks.as_ref()).into_iter().chain(frames))
    }

    fn minimal(&self) -> bool {
        self.walks.is_some() && self.core.phases.iter().all(|p| p.frame.net.minimal())
    }

    fn address(&self, v: Node) -> Address {
        let mut parts = vec![self.core.unit.net.address(Node(self.unit_of(v) as u64))];
        for (i, phase) in self.core.phases.iter().enumerate() {
            parts.push(phase.frame.net.address(Node(self.frame_of(v, i) as u64)));
        }
        Address::Tuple(parts)
    }

    fn node_at(&self, address: &Address) -> Result<Node, String> {
        if let Address::Int(_) = address {
            return address.id_below(self.nodes());
        }
        let parts = address.parts(self.core.phases.len() + 1, || self.notation())?;
        let mut digits = vec![0; self.digits.len()];
        digits[self.unit_digit()] = self.core.unit.net.node_at(&parts[0])?.0;
        for (i, phase) in self.core.phases.iter().enumerate() {
            digits[self.phase_digit(i)] = phase.frame.net.node_at(&parts[i + 1])?.0;
        }
        Ok(Node(self.digits.join(&digits)))
    }

    fn notation(&self) -> String {
        match self.core.phases.len() {
            0 => "(u)".to_owned(),
            1 => "(u,f1)".to_owned(),
            r => format!("(u,f1,…,f{r})"),
        }
    }

    fn parts(&self) -> NetworkParts<'_> {
        Parts::Expansion(self)
    }

    fn link_classes(&self) -> Vec<String> {
        let phases = 1..=self.core.phases.len();
        [String::from("unit")].into_iter().chain(phases.map(|i| format!("phase {i}"))).collect()
    }

    fn link_class(&self, v: Node, port: Port) -> usize {
        let u = self.unit_of(v);
        let mut rest = port.0;
        if rest < self.unit_degree(u) {
            return 0;
        }
        rest -= self.unit_degree(u);
        for &i in &self.core.phases_at[u] {
            let here = self.core.phases[i].at(self.frame_of(v, i), u).count() as u32;
            if rest < here {
                return i + 1;
            }
            rest -= here;
        }
        unreachable!("port is below the degree, which counts the unit and every phase")
    }
}
