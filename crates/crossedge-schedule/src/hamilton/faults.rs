//! A Hamiltonian ring around faults, by the dual construction or by search.
//!
//! Dead links in a dual construction: if the base has degree d, at least 2d-1 nodes, and a Hamiltonian ring around any d-2 dead links, then
//! the dual construction has one around any d-1 dead links, that is, its degree minus two. This is optimal, because d dead links
//! may leave a node with a single link. Proof: the ring of [`Twin`] walks class 0 along h and class 1 along g. Let h avoid the dead links of
//! class 0 and g those of class 1. A dead cross-edge excludes two of the n rotations of h against g, and all of them together fewer
//! than n. If all d-1 dead links are in one class, h avoids all but one of them; h is rotated such that the cluster of that one omits
//! exactly this link. By induction rdn(ring(m), k) has a ring around any k dead links.
//!
//! Dead nodes: a cluster with a dead node gets its own ring, the longest one of the base that is found, and h is rotated such that both rings
//! use the link at which the cluster is left.

use super::connected::plain_dual_level;
use super::dual::Twin;
use super::dual_faulty::Patched;
use super::find::{RingOptions, Sought, cycle};
use super::obstruction;
use super::orders::{Turned, listed_order};
use super::search::budget;
use super::search::forced::SearchOutcome;
use super::search::graph::SortedGraph;
use super::search::longest;
use crossedge_core::model::Around;
use crossedge_core::model::FoundRing;
use crossedge_core::model::{Direction, NodeOrder};
use crossedge_core::progress::{Progress, Stopped};
use crossedge_lang::net::address::{add_mod, sub_mod};
use crossedge_lang::net::{Faults, Node, Numbering, Place, Structure};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// A link, the smaller id first.
type SortedLink = (u64, u64);

/// Rings of single clusters, by class and label.
type Patches = BTreeMap<(u64, u64), Patch>;

/// The faults of a dual construction, by location.
#[derive(Default)]
struct Places {
    /// For each class: the links of the base, and the clusters in which each is dead.
    links: [BTreeMap<SortedLink, BTreeSet<u64>>; 2],
    /// Cross-edges, as the coordinates a and b of their ends.
    cross: BTreeSet<(u64, u64)>,
    /// Dead nodes of each cluster, given as class and label.
    nodes: BTreeMap<(u64, u64), BTreeSet<u64>>,
}

/// The resources of a search.
pub struct SearchResources<'a> {
    /// The options.
    pub options: &'a RingOptions,
    /// The observer.
    pub watch: &'a dyn Progress,
}

impl SearchResources<'_> {
    /// A ring through all living nodes; through fewer only where dead nodes of a dual construction require it.
    pub fn ring(&self, part: &dyn Structure, faults: &Faults) -> Result<Option<Around>, Stopped> {
        let whole = |ring| Some(Around::whole(ring));
        let plain = self.faultless_ring(part)?;
        if let Some(plain_ring) = &plain
            && faults.node_count() == 0
            && faults.links().all(|(v, w)| !uses_link(plain_ring.ring.as_ref(), (v.0, w.0)))
        {
            return Ok(whole(plain_ring.clone()));
        }
        if let Some(level) = plain_dual_level(part)
            && let Some(around) = self.dual_ring(level.base().as_ref(), *level.numbering(), faults)?
        {
            return Ok(Some(around));
        }
        if part.nodes() <= self.options.budget.nodes {
            let graph = SortedGraph::live_part(part, faults);
            if obstruction::no_ring(&graph).is_none()
                && let SearchOutcome::Ring(order) = budget::ring(&graph, &self.options.budget, self.watch)?
            {
                let ids: Vec<u64> = order.iter().map(|&v| graph.id(v)).collect();
                let ring = listed_order(&ids, part.nodes(), true);
                return Ok(whole(FoundRing {
                    ring,
                    rules: vec!["search on the stored network [ring-search]"],
                    searched: true,
                }));
            }
        }
        Ok(None)
    }

    fn faultless_ring(&self, part: &dyn Structure) -> Result<Option<FoundRing>, Stopped> {
        Ok(match cycle(part, self.options, self.watch)? {
            Sought::Found(found_ring) => Some(found_ring),
            _ => None,
        })
    }

    fn dual_ring(
        &self,
        base: &dyn Structure,
        numbering: Numbering,
        faults: &Faults,
    ) -> Result<Option<Around>, Stopped> {
        let n = base.nodes();
        let places = sorted_faults(numbering, faults);
        let patches = self.cluster_patches(base, &places)?;
        let Some(patches) = patches else { return Ok(None) };
        // h is walked in class 0 and g in class 1. Over a small base the first rings may not fit, and more are made.
        for more in [0, EXTRA_RINGS] {
            if more > 0 && n > SMALL_BASE {
                break;
            }
            let hs = self.candidate_rings(base, &places.links[0], &patches, 0, more)?;
            let gs = self.candidate_rings(base, &places.links[1], &patches, 1, more)?;
            for (h, g) in hs.iter().flat_map(|h| gs.iter().map(move |g| (h, g))) {
                if let Some(turned) = fitting_turn(g, h, &places, &patches) {
                    let twin = Twin::new(g.found_ring.ring.clone(), Arc::new(turned), numbering);
                    let mut rules = h.found_ring.rules.clone();
                    for rule in g
                        .found_ring
                        .rules
                        .iter()
                        .chain(&["dual construction, rings turned against each other"])
                    {
                        if !rules.contains(rule) {
                            rules.push(rule);
                        }
                    }
                    let searched = h.found_ring.searched || g.found_ring.searched || !patches.is_empty();
                    let left_out = patches.values().map(|patch| patch.left_out).sum();
                    let ring: Arc<dyn NodeOrder> = match patches.is_empty() {
                        true => Arc::new(twin),
                        false => {
                            Arc::new(Patched::new(twin, patches.iter().map(|(&at, p)| (at, p.ring.clone()))))
                        }
                    };
                    let (at_most, bound) = (ring.positions() + left_out, "no live nodes remain");
                    let found_ring = FoundRing { ring, rules, searched };
                    return Ok(Some(Around { found_ring, left_out, at_most, bound }));
                }
            }
        }
        Ok(None)
    }

    /// A separate ring for every cluster with a dead node, around the dead links there too; `None` if some cluster has no ring.
    fn cluster_patches(&self, base: &dyn Structure, places: &Places) -> Result<Option<Patches>, Stopped> {
        let mut patches = BTreeMap::new();
        for (&(class, label), dead) in &places.nodes {
            let mut faults = Faults::none();
            faults.kill_nodes(dead.iter().map(|&v| Node(v)));
            for (&(v, w), labels) in &places.links[class as usize] {
                if labels.contains(&label) {
                    faults.kill_link(Node(v), Node(w));
                }
            }
            let around = match self.ring(base, &faults)? {
                Some(around) => Some(around),
                None if base.nodes() <= self.options.budget.nodes => self.longest_by_search(base, &faults)?,
                None => None,
            };
            match around {
                Some(around) => patches.insert(
                    (class, label),
                    Patch { ring: around.found_ring.ring, left_out: around.left_out },
                ),
                None => return Ok(None),
            };
        }
        Ok(Some(patches))
    }

    /// The longest ring that a search comes to.
    fn longest_by_search(&self, base: &dyn Structure, faults: &Faults) -> Result<Option<Around>, Stopped> {
        let graph = SortedGraph::live_part(base, faults);
        Ok(longest::ring(&graph, None, &self.options.budget, self.watch)?.map(|longest| {
            let ids: Vec<u64> = longest.order.iter().map(|&v| graph.id(v)).collect();
            let found_ring = FoundRing {
                ring: listed_order(&ids, base.nodes(), true),
                rules: vec![longest::SEARCH_METHOD],
                searched: true,
            };
            let (at_most, bound) = (longest.at_most as u64, longest.by);
            Around { found_ring, left_out: graph.len() as u64 - ids.len() as u64, at_most, bound }
        }))
    }

    /// Rings of the base to walk in one class: around all its dead links, and around all but one that is dead in one cluster only.
    fn candidate_rings(
        &self,
        base: &dyn Structure,
        dead: &BTreeMap<SortedLink, BTreeSet<u64>>,
        patches: &Patches,
        class: u64,
        more: u64,
    ) -> Result<Vec<FaultyRing>, Stopped> {
        // A patched cluster has its own ring, and its dead links do not matter here.
        let matters =
            |labels: &BTreeSet<u64>| labels.iter().any(|&label| !patches.contains_key(&(class, label)));
        let dead: Vec<(SortedLink, &BTreeSet<u64>)> =
            dead.iter().filter(|(_, labels)| matters(labels)).map(|(&link, labels)| (link, labels)).collect();
        let mut walks = Vec::new();
        let without = |skip: Option<usize>, more: Option<SortedLink>| {
            let mut faults = Faults::none();
            let kept = dead.iter().enumerate().filter(|(i, _)| Some(*i) != skip).map(|(_, (link, _))| *link);
            faults.kill_links(kept.chain(more).map(|(v, w)| (Node(v), Node(w))));
            faults
        };
        if let Some(around) = self.ring(base, &without(None, None))? {
            walks.push(FaultyRing { found_ring: around.found_ring, left: None });
        }
        for (i, (link, labels)) in dead.iter().enumerate() {
            if let (1, Some(&label)) = (labels.len(), labels.first())
                && let Some(around) = self.ring(base, &without(Some(i), None))?
            {
                walks.push(FaultyRing { found_ring: around.found_ring, left: Some((*link, label)) });
            }
        }
        // Rings that differ: around one link of the first ring as well.
        if let Some(first) = walks.first().map(|walk| walk.found_ring.ring.clone()) {
            for p in 0..first.positions().min(more) {
                let (v, w) = (first.node_at(p), first.node_at(Direction::Up.step(p, 1, first.positions())));
                if let Some(around) = self.ring(base, &without(None, Some((v.0.min(w.0), v.0.max(w.0)))))? {
                    walks.push(FaultyRing { found_ring: around.found_ring, left: None });
                }
            }
        }
        Ok(walks)
    }
}

/// Number of further rings to try over a small base.
const EXTRA_RINGS: u64 = 8;
/// Larger bases have more turns than faults can rule out.
const SMALL_BASE: u64 = 64;

/// The ring of a cluster with dead nodes.
struct Patch {
    ring: Arc<dyn NodeOrder>,
    left_out: u64,
}

/// A ring of the base, and the dead link that it may still use, with the cluster where that is dead.
struct FaultyRing {
    found_ring: FoundRing,
    left: Option<(SortedLink, u64)>,
}

/// Returns `true` if two nodes are neighbours on a closed ring.
fn uses_link(ring: &dyn NodeOrder, link: SortedLink) -> bool {
    let n = ring.positions();
    match (ring.position_of(Node(link.0)), ring.position_of(Node(link.1))) {
        (Some(p), Some(q)) => add_mod(p, 1, n) == q || add_mod(q, 1, n) == p,
        _ => false,
    }
}

/// Sorts faults by where they are in a dual construction.
fn sorted_faults(numbering: Numbering, faults: &Faults) -> Places {
    let place = |v: u64| {
        let Place { class, cluster, node } = numbering.place(v);
        (class, cluster, node)
    };
    let nodes = numbering.nodes();
    let mut places = Places::default();
    for (Node(v), Node(w)) in faults.links() {
        if v >= nodes || w >= nodes {
            continue;
        }
        let ((class, label, x), (class_w, label_w, y)) = (place(v), place(w));
        if class != class_w {
            let (a, b) = if class == 0 { (label, x) } else { (x, label) };
            places.cross.insert((a, b));
        } else if label == label_w {
            places.links[class as usize].entry((x.min(y), x.max(y))).or_default().insert(label);
        }
    }
    for Node(v) in faults.nodes().filter(|v| v.0 < nodes) {
        let (class, label, x) = place(v);
        places.nodes.entry((class, label)).or_default().insert(x);
        places.cross.insert(if class == 0 { (label, x) } else { (x, label) });
    }
    places
}

/// How to turn h against g so that nothing dead is used; `None` if no turn fits.
fn fitting_turn(g: &FaultyRing, h: &FaultyRing, places: &Places, patches: &Patches) -> Option<Turned> {
    let (g_ring, h_ring, n) =
        (g.found_ring.ring.as_ref(), h.found_ring.ring.as_ref(), g.found_ring.ring.positions());
    if h_ring.positions() != n {
        return None;
    }
    let on = |ring: &dyn NodeOrder, label: u64| ring.position_of(Node(label));
    for direction in [Direction::Up, Direction::Down] {
        // Turned h: place i is h[start ± i]. So start is the position in h less i, or more i.
        let start =
            |p: u64, i: u64| if direction == Direction::Up { sub_mod(p, i, n) } else { add_mod(p, i, n) };
        let mut wanted: Vec<u64> = Vec::new();
        if let Some(((x, y), label)) = h.left
            && uses_link(h_ring, (x, y))
        {
            // Cluster g[i] of class 0 leaves out the link between places i and i + 1 of turned h.
            let (i, p, q) = (on(g_ring, label)?, on(h_ring, x)?, on(h_ring, y)?);
            let first = if direction.step(p, 1, n) == q { p } else { q };
            wanted.push(start(first, i));
        }
        if let Some(((x, y), label)) = g.left
            && uses_link(g_ring, (x, y))
        {
            // Cluster h[i + 1] of class 1 leaves out the link between places i and i + 1 of g.
            let (p, q, b) = (on(g_ring, x)?, on(g_ring, y)?, on(h_ring, label)?);
            let next = if add_mod(p, 1, n) == q { q } else { p };
            wanted.push(start(b, next));
        }
        let mut banned = BTreeSet::new();
        for &(a, b) in &places.cross {
            let (i, p) = (on(g_ring, a)?, on(h_ring, b)?);
            banned.extend([start(p, i), start(p, add_mod(i, 1, n))]);
        }
        // Every turn is tried that a cross-edge or a patch can rule out, and a few more.
        let tries = (banned.len() as u64 + 64 * (1 + patches.len() as u64)).saturating_mul(64).min(n);
        let fits = |&r: &u64| {
            !banned.contains(&r)
                && wanted.iter().all(|&w| w == r)
                && patches_fit(
                    g_ring,
                    &Turned { ring: h.found_ring.ring.clone(), start: r, direction },
                    patches,
                )
        };
        let chosen = match wanted.first() {
            Some(&r) => Some(r).filter(fits),
            None => (0..tries).find(fits),
        };
        if let Some(start) = chosen {
            return Some(Turned { ring: h.found_ring.ring.clone(), start, direction });
        }
    }
    None
}

/// Returns `true` if every patched cluster can be entered and left as the turned rings require.
fn patches_fit(g: &dyn NodeOrder, h: &Turned, patches: &Patches) -> bool {
    let n = g.positions();
    patches.iter().all(|(&(class, label), patch)| {
        let link = match class {
            0 => {
                g.position_of(Node(label)).map(|i| (h.node_at(i).0, h.node_at(Direction::Up.step(i, 1, n)).0))
            }
            _ => h
                .position_of(Node(label))
                .map(|i| (g.node_at(Direction::Down.step(i, 1, n)).0, g.node_at(i).0)),
        };
        link.is_some_and(|link| uses_link(patch.ring.as_ref(), link))
    })
}
