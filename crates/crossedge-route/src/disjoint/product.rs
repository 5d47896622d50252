//! Disjoint paths in a product G □ H: as many as G and H have together between the coordinates.
//!
//! Ends s = (g, h) and t = (g', h'); row z is the copy of G at z, column x the copy of H at x. P1, P2, … are disjoint paths of G from
//! g to g', the shortest first, and Pi begins with u and ends with v before g'; Q1, Q2, … are those of H from h to h', w and w'.
//! If g and g' are linked, P1 is that link; likewise Q1.
//!
//! *g ≠ g' and h ≠ h'*. Along P1 in row h and Q1 in column g'; along Q1 in column g and P1 in row h'. For each other Pi: to u, along
//! Q1 in column u, along the rest of Pi in row h'. For each other Qj: to w, along P1 in row w, along the rest of Qj in column g'.
//! These meet nowhere, for u is not on P1 and w not on Q1. Hops: |Pi| + |Q1| and |P1| + |Qj|.
//! Two that are long, with u ≠ v and w ≠ w', may change their ends: s, u, along Q1 in column u and on to w', back along g and P1 in
//! row w', t; and s, w, along P1 in row w and on to v, back along h and Q1 in column v, t. Both have |P1| + |Q1| + 4 hops.
//!
//! *h = h'*. Every Pi in row h, and for each neighbour w of h along P1 in row w. A long Pi may instead go from u up its column by w
//! to some z, two away from h, to column v in row z, and down; every such path has a z of its own. *g = g'* likewise.
//!
//! Xu, Connectivity of Cartesian product digraphs and fault-tolerant routings of generalized hypercube, 1998, for the count; the
//! lengths are better here.

use super::decomposition::ConstructionPaths;
use super::path::{IdPath, Trouble};
use super::paths;
use crossedge_lang::net::decomposition::Part;
use std::collections::HashSet;

/// Disjoint paths between two different nodes; `join` makes an id of the two coordinates.
pub(super) fn disjoint(
    parts: &[Part<'_>; 2],
    (g, h): (u64, u64),
    (g2, h2): (u64, u64),
    join: &dyn Fn(u64, u64) -> u64,
) -> Result<Vec<IdPath>, Trouble> {
    let [left, right] = parts;
    if h == h2 {
        one_differs(left, right, g, g2, h, join)
    } else if g == g2 {
        one_differs(right, left, h, h2, g, &|y, x| join(x, y))
    } else {
        let (p, q) = (paths(left, g, g2)?, paths(right, h, h2)?);
        if p.is_empty() || q.is_empty() {
            return Err(Trouble::NoWay);
        }
        Ok(both_differ(&p, &q, join))
    }
}

/// Both coordinates differ; `p` and `q` are not empty, the shortest first.
fn both_differ(p: &[IdPath], q: &[IdPath], join: &dyn Fn(u64, u64) -> u64) -> Vec<IdPath> {
    let (p1, q1) = (&p[0], &q[0]);
    let (g, g2) = (p1[0], p1[p1.len() - 1]);
    let (h, h2) = (q1[0], q1[q1.len() - 1]);
    let row = |path: &[u64], z: u64| path.iter().map(|&x| join(x, z)).collect::<IdPath>();
    let column = |x: u64, path: &[u64]| path.iter().map(|&z| join(x, z)).collect::<IdPath>();
    let mut out =
        vec![[row(p1, h), column(g2, &q1[1..])].concat(), [column(g, q1), row(&p1[1..], h2)].concat()];
    // The longest are at the end. Those with more than 4 hops over the shortest change ends, as long as both sides have one left.
    let (mut p_left, mut q_left) = (p.len(), q.len());
    let turns = |path: &IdPath| path.len() > 3;
    while p_left > 1 && q_left > 1 {
        let (pi, qj) = (&p[p_left - 1], &q[q_left - 1]);
        let long = pi.len() > p1.len() + 4 || qj.len() > q1.len() + 4;
        if !(long && turns(pi) && turns(qj)) {
            break;
        }
        let (u, v) = (pi[1], pi[pi.len() - 2]);
        let (w, w2) = (qj[1], qj[qj.len() - 2]);
        out.push(
            [vec![join(g, h)], column(u, q1), vec![join(u, w2)], row(p1, w2), vec![join(g2, h2)]].concat(),
        );
        out.push(
            [vec![join(g, h)], row(p1, w), vec![join(v, w)], column(v, q1), vec![join(g2, h2)]].concat(),
        );
        p_left -= 1;
        q_left -= 1;
    }
    for pi in &p[1..p_left] {
        out.push([vec![join(g, h)], column(pi[1], q1), row(&pi[2..], h2)].concat());
    }
    for qj in &q[1..q_left] {
        out.push([vec![join(g, h)], row(p1, qj[1]), column(g2, &qj[2..])].concat());
    }
    out
}

/// Only the coordinate of `along` differs; the other one, of `other`, is h.
fn one_differs(
    along: &Part<'_>,
    other: &Part<'_>,
    g: u64,
    g2: u64,
    h: u64,
    join: &dyn Fn(u64, u64) -> u64,
) -> Result<Vec<IdPath>, Trouble> {
    let p = paths(along, g, g2)?;
    let Some(p1) = p.first() else { return Err(Trouble::NoWay) };
    let row = |path: &[u64], z: u64| path.iter().map(|&x| join(x, z)).collect::<IdPath>();
    let rows = other.neighbours(h);
    let mut out = vec![row(p1, h)];
    for &w in &rows {
        out.push([vec![join(g, h)], row(p1, w), vec![join(g2, h)]].concat());
    }
    let mut turns: Option<Vec<(u64, u64)>> = None;
    for pi in p[1..].iter().rev() {
        // By z it takes 6 hops and the path from u to v, which is at most 2 longer than the distance of the ends.
        if pi.len() > p1.len() + 6 {
            let (u, v) = (pi[1], pi[pi.len() - 2]);
            let path = along.path_between(u, v)?;
            let turns = turns.get_or_insert_with(|| two_away(other, h, &rows, p.len()));
            if path.len() + 6 < pi.len()
                && let Some((w, z)) = turns.pop()
            {
                let (up, down) = ([join(u, h), join(u, w)], [join(v, w), join(v, h)]);
                out.push([&[join(g, h)], &up[..], &row(&path, z), &down[..], &[join(g2, h)]].concat());
                continue;
            }
        }
        out.push(row(pi, h));
    }
    Ok(out)
}

/// Up to `count` nodes two hops from `h`, each with a node between.
fn two_away(part: &Part<'_>, h: u64, rows: &[u64], count: usize) -> Vec<(u64, u64)> {
    let mut met: HashSet<u64> = rows.iter().copied().chain([h]).collect();
    let mut pairs = Vec::new();
    for &w in rows {
        for z in part.neighbours(w) {
            if pairs.len() == count {
                return pairs;
            }
            if met.insert(z) {
                pairs.push((w, z));
            }
        }
    }
    pairs
}
