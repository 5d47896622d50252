//! Uniform throughput of basic networks, with traffic to self counted. All links of a class have the same width.

use super::bounds::{Bounds, Ratio};
use super::widths::Widths;
use crossedge_core::evidence::Evidence;
use crossedge_lang::net::{ExpandedShape, Leaf, Shape, follows, links};
use num_bigint::BigUint;
use num_integer::Integer;
use num_traits::One;

/// Rings, paths, complete graphs, stars and cubes.
pub fn of_leaf(leaf: Leaf, n: BigUint, widths: Widths<'_>) -> Option<Bounds> {
    if n.is_one() {
        return Some(Bounds::unlimited("a single node sends nothing [single-node]"));
    }
    let (value, why): (Ratio, _) = match leaf {
        // In each direction ⌊n/2⌋·⌈n/2⌉ of n² pairs use the link in the middle, and no link has a higher load.
        Leaf::Path => {
            let half = &n >> 1u32;
            let pairs = &half * (&n - &half);
            ((n, pairs), "uniform throughput of a path, by its middle link [elementary-throughput]")
        }
        Leaf::Ring => {
            let value = match n.is_even() {
                true => (8u32.into(), n.clone()),
                // Two links for each node, over a mean of (n² - 1)/4n hops.
                false => (&n * 8u32, &n * &n - 1u32),
            };
            // Two nodes have one link, not two.
            let value = if n == 2u32.into() { (2u32.into(), BigUint::one()) } else { value };
            (value, "uniform throughput of a ring, which is edge-transitive [elementary-throughput]")
        }
        Leaf::Complete => (
            (n, BigUint::one()),
            "uniform throughput of a complete graph: a link for each pair [elementary-throughput]",
        ),
        // A leaf has one link, for what it sends to the n - 1 others and for what it has from them.
        Leaf::Star => {
            let others = &n - 1u32;
            ((n, others), "uniform throughput of a star, by the link of a leaf [elementary-throughput]")
        }
        // A power of one link; the narrowest dimension decides.
        Leaf::Cube(_) => {
            let why = "uniform throughput of a cube is that of one link [elementary-throughput]";
            return Some(Bounds::exactly((2u32.into(), BigUint::one()), why).times(widths.least(), 1u32));
        }
        Leaf::Dragonfly { routers, globals } => return dragonfly(routers, globals, n, widths),
        _ => return None,
    };
    Some(Bounds::exactly(value, why).times(widths.same()?, 1u32))
}

/// A dragonfly of `a` routers in a group and `h` global links of a router. One link joins two groups, and a² of n² pairs need it in each direction. Over
/// it, with a local hop on either side, a local link has 2ah + 1 pairs: those to and from the h groups behind each of its ends, and its
/// own. Paths over a third group may do better than that.
fn dragonfly(a: u64, h: u64, n: BigUint, widths: Widths<'_>) -> Option<Bounds> {
    let [local, global] = [0, 1].map(|class| widths.at(class));
    let over_globals = (&n * global, BigUint::from(a) * a);
    let why = "one global link joins two groups of a dragonfly, with a local hop on either side [dragonfly-throughput]";
    if a == 1 {
        return Some(Bounds::exactly(over_globals, why));
    }
    let over_locals = (n * local, BigUint::from(a) * h * 2u32 + 1u32);
    let direct = Bounds::exactly(over_globals.clone(), why).and(Bounds::exactly(over_locals, why));
    Some(Bounds::between(direct.lower, over_globals, why))
}

/// For edge-transitive networks: capacity over the demand of all pairs. Equal lengths are optimal, because the mean over all symmetries of
/// any lengths is as good.
pub fn alike(shape: &dyn Shape, widths: Widths<'_>) -> Option<Bounds> {
    let why = shape.edge_symmetric()?;
    let mean = mean(shape)?;
    let width = widths.same()?;
    let value = (links(shape) * 2u32 * width * mean.1, shape.nodes() * mean.0);
    let theorem =
        format!("uniform throughput of an edge-transitive network ({why}) [edge-transitive-throughput]");
    Some(Bounds::with_evidence(value.clone(), value, &shape.distances()?.evidence).by(theorem))
}

/// An expansion in which every phase has one pivot, all pivots have the same number of phases, and unit and frames are edge-transitive: a wreath
/// product. Its automorphism group is transitive on the links of the unit and on the links of the frames. A shortest path takes the fewest
/// possible links in every frame and on the unit, so the minima of both classes add up to the distance, and the class formula is exact.
pub fn wreath(shape: &dyn Shape, net: &dyn ExpandedShape, widths: Widths<'_>) -> Option<Bounds> {
    let (unit, frames) = (net.unit().as_ref(), net.frames());
    let why = shape.node_symmetric()?;
    let frame = frames.first()?.as_ref();
    unit.edge_symmetric()?;
    frame.edge_symmetric()?;
    let width = widths.same()?;
    let ((hops, pairs), (inside, over)) = (mean(shape)?, mean(frame)?);
    let phases = BigUint::from(frames.len());
    // Hops in all, and hops in frames, over a common number of pairs.
    let (all, framed) = (hops * &over, inside * &phases * &pairs);
    let common = pairs * over * width;
    // Of all links a node has, on average, those of a node of the unit, and its share of those of the frames.
    let by_unit = (links(unit) * 2u32 * &common, unit.nodes() * (all - &framed));
    let by_frames = (links(frame) * 2u32 * &phases * common, frame.nodes() * unit.nodes() * framed);
    let theorem = "class formula for a wreath product: links of the unit are in one orbit, and links of the frames [wreath-throughput]";
    let from = [shape.distances()?.evidence, frame.distances()?.evidence];
    let evidence = follows(theorem, [Evidence::proved(why)].into_iter().chain(from));
    let exact_bounds = |value: Ratio| Bounds::with_evidence(value.clone(), value, &evidence);
    Some(exact_bounds(by_unit).and(exact_bounds(by_frames)))
}

/// The mean distance with pairs of a node and itself counted, as a ratio.
fn mean(shape: &dyn Shape) -> Option<Ratio> {
    let distances = shape.distances()?.value;
    Some((distances.sum(), distances.sources() * shape.nodes()))
}

/// The capacity of all links over what all pairs need of them at least: no throughput is higher. Of endpoints, traffic to self counted.
pub fn capacity_over_distance(capacity: BigUint, ends: &BigUint, shape: &dyn Shape) -> Option<Bounds> {
    let distances = shape.distances()?;
    let upper = (capacity * distances.value.sources(), distances.value.sum());
    let nothing = (BigUint::ZERO, BigUint::one());
    if *ends <= BigUint::one() {
        return None;
    }
    let theorem = "no more than the capacity of all links over the hops that all pairs need [capacity-bound]";
    Some(Bounds::with_evidence(nothing, upper, &distances.evidence).by(theorem))
}
