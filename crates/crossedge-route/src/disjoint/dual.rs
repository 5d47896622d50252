//! Disjoint paths in dual(G), as many as the smaller degree of the ends, for every connected G of two or more nodes.
//!
//! Write a node as (class, a, b): cluster a, node b. A cluster meets every cluster of the other class in exactly one cross-edge, and
//! none of its own. So paths through different clusters never meet, and that gives all the room there is. Proof, by where the ends
//! s = (c, a, b) and t are; N is the neighbours in G, "walk" any path in G:
//!
//! *Other class*, t = (1-c, cluster b', node a'). One shortest path: b to b' inside, across, a to a' inside. It takes one neighbour
//! (or the cross-edge) of each end. Every other y of {b} ∪ N(b) is paired with another x of {a'} ∪ N(a'): s to y, across, walk a to
//! x in cluster y, across, walk y to b' in cluster x, across, x to a'. The clusters y and x are all different, and none is that of
//! an end: y = b' or x = a are on the shortest path only.
//!
//! *Same class, other cluster*, t = (c, a', b'), b = b': for every y of {b} ∪ N(b): s to y, across, walk a to a' in cluster y,
//! across, y to b.
//!
//! *Same class, other cluster*, b ≠ b'. Take *strands* between b and b' in G: pairs of a neighbour y of b and a neighbour y' of b',
//! all different, the first with a path P between them that meets no other strand. Along P in cluster a and then in cluster b'; in
//! cluster b and then along P in the cluster of t: two paths. Every other strand: if it is a path of G, across at its first node and
//! along the rest of it at the other side. Else s to y, across, walk a to some x, across, walk y to y' in cluster x, across, walk x
//! to a' in cluster y', across, y' to t. Every strand has its own x, neither a nor a'.
//!
//! *Same cluster*: strands again. Those that are paths of G stay inside, others go by an x of their own as above with a' = a, and
//! one more path goes from the cross-edge of s by another x to the cross-edge of t.
//!
//! Strands: the disjoint paths of G if they reach the smaller degree. If not, a tight path P of G, every common neighbour of b and b'
//! off P, and the other neighbours of the two in pairs. There is an x for each: m pairs y ≠ y' and b, b' are 2m + 2 nodes of G, and
//! at most m + 1 are requested, or m besides a and a'.
//!
//! So κ(s, t) = min(deg s, deg t) in dual(G), for every G; node connectivity is the least degree (AUDIT I8, there only checked).
//! Lengths: with shortest paths in G, a strand is taken inside or by x, whichever is shorter. When b and b' are in one cluster the
//! path by both cross-edges has 6 hops more than the distance, which is optimal; in the other class at most 6 more.

use super::decomposition::{ConstructionPaths, Trail, nearest_nodes};
use super::path::{IdPath, Trouble};
use super::paths;
use crossedge_lang::net::Place;
use crossedge_lang::net::decomposition::Dual;
use std::collections::HashSet;

/// A neighbour of b and one of b', and the path between b and b' through them if there is one that no other strand meets.
struct Strand {
    first: u64,
    last: u64,
    inside: Option<IdPath>,
}

impl Strand {
    fn from_path(path: IdPath) -> Strand {
        Strand { first: path[1], last: path[path.len() - 2], inside: Some(path) }
    }

    /// Hops inside; the most there are when there is no path.
    fn inside_hops(&self) -> u64 {
        self.inside.as_ref().map_or(u64::MAX, |path| path.len() as u64 - 1)
    }
}

/// Disjoint paths between two different nodes.
pub(super) fn disjoint(dual: &Dual<'_>, a: u64, b: u64) -> Result<Vec<IdPath>, Trouble> {
    let (s, t) = (dual.place(a), dual.place(b));
    if s.class != t.class {
        other_class(dual, s, t)
    } else if s.cluster != t.cluster && s.node == t.node {
        same_node(dual, s, t)
    } else {
        strands_between(dual, s, t)
    }
}

/// Through different clusters of both classes.
fn other_class(dual: &Dual<'_>, s: Place, t: Place) -> Result<Vec<IdPath>, Trouble> {
    let base = &dual.base;
    let (a, b, a2, b2) = (s.cluster, s.node, t.node, t.cluster);
    let (out, back) = (base.path_between(b, b2)?, base.path_between(a, a2)?);
    let mut trail = Trail::new(dual, s);
    trail.walk(&out);
    trail.cross();
    trail.walk(&back);
    let mut paths = vec![trail.path];
    // The ends of the shortest path: the neighbour after b or the cross-edge of s, and the one before a' or the cross-edge of t.
    let taken_y = out.get(1).copied().unwrap_or(b);
    let taken_x = if back.len() > 1 { back[back.len() - 2] } else { a2 };
    let mut ys = Vec::new();
    for y in std::iter::once(b).chain(base.neighbours(b)).filter(|&y| y != taken_y) {
        ys.push((u64::from(y != b) + base.length(y, b2)?, y));
    }
    let mut xs = Vec::new();
    for x in std::iter::once(a2).chain(base.neighbours(a2)).filter(|&x| x != taken_x) {
        xs.push((u64::from(x != a2) + base.length(a, x)?, x));
    }
    // Cheap with expensive, so that the longest is as short as can be.
    ys.sort_unstable();
    xs.sort_unstable();
    let count = ys.len().min(xs.len());
    for (&(_, y), &(_, x)) in ys[..count].iter().zip(xs[..count].iter().rev()) {
        let mut trail = Trail::new(dual, s);
        if y != b {
            trail.step(y);
        }
        trail.cross();
        trail.walk(&base.path_between(a, x)?);
        trail.cross();
        trail.walk(&base.path_between(y, b2)?);
        trail.cross();
        if x != a2 {
            trail.step(a2);
        }
        paths.push(trail.path);
    }
    Ok(paths)
}

/// Straight over the clusters of the other class, one for the node and each of its neighbours.
fn same_node(dual: &Dual<'_>, s: Place, t: Place) -> Result<Vec<IdPath>, Trouble> {
    let bridge = dual.base.path_between(s.cluster, t.cluster)?;
    let mut paths = Vec::new();
    for y in std::iter::once(s.node).chain(dual.base.neighbours(s.node)) {
        let mut trail = Trail::new(dual, s);
        if y != s.node {
            trail.step(y);
        }
        trail.cross();
        trail.walk(&bridge);
        trail.cross();
        if y != s.node {
            trail.step(s.node);
        }
        paths.push(trail.path);
    }
    Ok(paths)
}

/// The same class, different nodes: by strands.
fn strands_between(dual: &Dual<'_>, s: Place, t: Place) -> Result<Vec<IdPath>, Trouble> {
    let base = &dual.base;
    let (a, a2) = (s.cluster, t.cluster);
    let mut strands = make_strands(dual, s.node, t.node)?.into_iter();
    let Some(Strand { inside: Some(main), .. }) = strands.next() else { return Err(Trouble::NoWay) };
    // Places to turn, the nearest last. One more is requested than strands, and a and a' may be among the near ones.
    let wanted = strands.len() + 3;
    let mut turns = Vec::new();
    for (x, distance) in nearest_nodes(base, a, wanted) {
        if x != a2 {
            turns.push((distance + base.length(x, a2)?, x));
        }
    }
    if a != a2 {
        for (x, distance) in nearest_nodes(base, a2, wanted) {
            if x != a {
                turns.push((distance + base.length(a, x)?, x));
            }
        }
    }
    turns.sort_unstable();
    let mut met = HashSet::new();
    turns.retain(|&(_, x)| met.insert(x));
    turns.reverse();
    let mut paths = Vec::new();
    let bridge = base.path_between(a, a2)?;
    if a == a2 {
        paths.push(path_inside(dual, s, &main));
        if let Some((_, x)) = turns.pop() {
            paths.push(path_around(dual, s, t, (s.node, t.node), x)?);
        }
    } else {
        paths.push(path_over_cluster(dual, s, &main, main.len() - 1, &bridge));
        paths.push(path_over_cluster(dual, s, &main, 0, &bridge));
    }
    // The longest choose first among the places to turn.
    let mut rest: Vec<Strand> = strands.collect();
    rest.sort_by_key(|strand| std::cmp::Reverse(strand.inside_hops()));
    for strand in rest {
        let straight = strand.inside_hops().saturating_add(if a == a2 { 0 } else { bridge.len() as u64 + 1 });
        let by_turn = match turns.last() {
            Some((distance, _)) if strand.first != strand.last => {
                distance + base.length(strand.first, strand.last)? + 6
            }
            _ => u64::MAX,
        };
        match (&strand.inside, turns.last()) {
            (Some(path), _) if straight <= by_turn && a == a2 => paths.push(path_inside(dual, s, path)),
            (Some(path), _) if straight <= by_turn => {
                paths.push(path_over_cluster(dual, s, path, 1, &bridge))
            }
            (_, Some(&(_, x))) => {
                turns.pop();
                paths.push(path_around(dual, s, t, (strand.first, strand.last), x)?);
            }
            // There is always a place to turn, by the count above.
            (_, None) => {}
        }
    }
    Ok(paths)
}

/// Along a path of G inside the cluster.
fn path_inside(dual: &Dual<'_>, s: Place, path: &[u64]) -> IdPath {
    let mut trail = Trail::new(dual, s);
    trail.walk(path);
    trail.path
}

/// Along a path of G to its node number `turn`, over that cluster, and along the rest at the other side.
fn path_over_cluster(dual: &Dual<'_>, s: Place, path: &[u64], turn: usize, bridge: &[u64]) -> IdPath {
    let mut trail = Trail::new(dual, s);
    trail.walk(&path[..=turn]);
    trail.cross();
    trail.walk(bridge);
    trail.cross();
    trail.walk(&path[turn..]);
    trail.path
}

/// Out at y, over cluster x to y', and back: the clusters y, x and y' belong to this path alone.
fn path_around(dual: &Dual<'_>, s: Place, t: Place, (y, y2): (u64, u64), x: u64) -> Result<IdPath, Trouble> {
    let base = &dual.base;
    let mut trail = Trail::new(dual, s);
    if y != s.node {
        trail.step(y);
    }
    trail.cross();
    trail.walk(&base.path_between(s.cluster, x)?);
    trail.cross();
    trail.walk(&base.path_between(y, y2)?);
    trail.cross();
    trail.walk(&base.path_between(x, t.cluster)?);
    trail.cross();
    if y2 != t.node {
        trail.step(t.node);
    }
    Ok(trail.path)
}

/// Strands between two different nodes of G, as many as the smaller degree; the first is a path, the shortest of them.
fn make_strands(dual: &Dual<'_>, b: u64, b2: u64) -> Result<Vec<Strand>, Trouble> {
    let base = &dual.base;
    let (mut firsts, mut lasts) = (base.neighbours(b), base.neighbours(b2));
    if let Ok(paths) = paths(base, b, b2)
        && paths.len() == firsts.len().min(lasts.len())
    {
        return Ok(paths.into_iter().map(Strand::from_path).collect());
    }
    let mut strands = vec![Strand::from_path(base.path_between(b, b2)?)];
    let main = (strands[0].first, strands[0].last);
    firsts.retain(|&y| y != main.0);
    lasts.retain(|&y| y != main.1);
    lasts.sort_unstable();
    firsts.retain(|&y| match lasts.binary_search(&y) {
        Ok(place) => {
            lasts.remove(place);
            strands.push(Strand { first: y, last: y, inside: Some(vec![b, y, b2]) });
            false
        }
        Err(_) => true,
    });
    strands.extend(firsts.into_iter().zip(lasts).map(|(first, last)| Strand { first, last, inside: None }));
    Ok(strands)
}
