//! The map of a network, by recursion over its construction.

use super::area::Area;
use super::facing::{BlockIds, Facing};
use super::nest::Nest;
use super::points::{PointRows, Points};
use super::tree::TreeArea;
use crate::render::plan::{circle, plan};
use crossedge_lang::net::{Layout, Leaf, Parts, Structure};
use std::sync::Arc;

/// A network of at most this many nodes with nothing inside has the places of its plan.
const MAX_PLANNED: u64 = 1_000;

/// Bits of a cube that go into one square.
const SQUARE_BITS: u32 = 4;

/// The area of a network.
pub fn area(net: &dyn Structure) -> Arc<dyn Area> {
    let endpoints = net.endpoints();
    match net.roles().map(|roles| roles.layout()) {
        Some(Layout::Hosts { routers, each }) => return Arc::new(Nest::hosts(area(routers.as_ref()), each)),
        Some(Layout::TwoBases { bases, numbering }) => {
            let counts = [bases[1].nodes(), bases[0].nodes()];
            let inner = bases.each_ref().map(|base| area(base.as_ref()));
            return Arc::new(Facing::new(inner, counts, BlockIds::Two(numbering), 1));
        }
        Some(Layout::Tree { children, parents }) if net.nodes() > 1 => {
            return Arc::new(TreeArea::new(children, parents));
        }
        _ => {}
    }
    match net.parts() {
        Parts::Level(level) => {
            let (inner, count) = (area(level.base().as_ref()), level.numbering().count());
            // One link per node of a super-node.
            let links = level.super_nodes().map_or(1, |split| split.positions());
            Arc::new(Facing::new(
                [inner.clone(), inner],
                [count; 2],
                BlockIds::Level(Box::new(level.clone())),
                links,
            ))
        }
        _ if net.nodes() <= MAX_PLANNED => Arc::new(Points::from_plan(plan(net), endpoints)),
        Parts::Product(parts) => product(parts),
        Parts::Expansion(re) => {
            // The last phase is the slowest digit.
            let frames = (0..re.phase_count()).map(|i| area(re.phase(i).frame.as_ref()));
            frames.fold(area(re.unit().as_ref()), nested_area)
        }
        Parts::Leaf(Leaf::Cube(bits) | Leaf::FoldedCube(bits)) => cube_area(bits.min(64) as u32),
        Parts::Leaf(Leaf::Wk { base, digits }) => {
            let one = || many_nodes(base, base);
            (1..digits).fold(one(), |inner, _| nested_area(inner, one()))
        }
        Parts::Leaf(Leaf::Dragonfly { routers, .. }) if routers > 1 => {
            let groups = net.nodes() / routers;
            nested_area(many_nodes(routers, routers), many_nodes(groups, groups))
        }
        _ => Arc::new(PointRows::in_square(net.nodes(), endpoints)),
    }
}

/// A copy of one area at every node of another.
fn nested_area(inner: Arc<dyn Area>, outer: Arc<dyn Area>) -> Arc<dyn Area> {
    match (inner.extent().nodes, outer.extent().nodes) {
        (1, _) => outer,
        (_, 1) => inner,
        _ => Arc::new(Nest::digits(outer, inner)),
    }
}

/// A few nodes on a circle, many in a square.
fn many_nodes(nodes: u64, endpoints: u64) -> Arc<dyn Area> {
    match nodes {
        0..=48 => Arc::new(Points::from_plan(circle(nodes), endpoints)),
        _ => Arc::new(PointRows::in_square(nodes, endpoints)),
    }
}

/// Squares of squares: the highest bits are outermost.
fn cube_area(bits: u32) -> Arc<dyn Area> {
    let square = |bits: u32| -> Arc<dyn Area> {
        Arc::new(PointRows::in_rows(1 << bits, 1 << bits.div_ceil(2), 1 << bits))
    };
    let (whole, rest) = (bits / SQUARE_BITS, bits % SQUARE_BITS);
    let inner = (1..whole).fold(square(SQUARE_BITS), |inner, _| nested_area(inner, square(SQUARE_BITS)));
    if rest == 0 { inner } else { nested_area(inner, square(rest)) }
}

/// Lines are the rows and columns of a grid, two at a time from the last; other parts are copied at the places of those before them.
fn product(parts: &[Arc<dyn Structure>]) -> Arc<dyn Area> {
    let line = |part: &Arc<dyn Structure>| part.parts().leaf().in_line() || part.nodes() <= 2;
    let mut left = parts;
    let mut out: Option<Arc<dyn Area>> = None;
    while let Some((last, before)) = left.split_last() {
        let (next, rest): (Arc<dyn Area>, _) = match before.split_last() {
            Some((above, rest)) if line(last) && line(above) => {
                let nodes = last.nodes() * above.nodes();
                (Arc::new(PointRows::in_rows(nodes, last.nodes(), nodes)), rest)
            }
            _ => (area(last.as_ref()), before),
        };
        out = Some(match out {
            None => next,
            Some(inner) => nested_area(inner, next),
        });
        left = rest;
    }
    out.unwrap_or_else(|| Arc::new(PointRows::in_square(1, 1)))
}
