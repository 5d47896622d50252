//! Candidates that only the library knows: their metrics are requested from it, once for each.

use super::figures::{self, DistanceSums, Figures};
use super::fraction::Fraction;
use super::recipe::{Base, Factor, FactorKind, Recipe};
use crate::expr::parse;
use crate::metrics::machine::{cable_count, endpoint_ports, max_radix};
use crate::metrics::throughput::uniform_bounds;
use crate::metrics::{Effort, Metrics, at_least_by_shortest_ways};
use crate::net::{Leaf, Made, Parts, Shape, Structure, direct, elaborate, endpoints, no_files};
use crate::progress::Progress;
use num_bigint::BigUint;
use num_traits::ToPrimitive;
use std::sync::Arc;

/// In a network that is named, distances are searched for up to this many pairs of a node and a link.
const MAX_NAMED: u128 = 1 << 28;

/// In one of many candidates up to this many.
const MAX_TRIED: u128 = 1 << 26;

/// A network by its expression, throughput bounded from above only where no theorem gives more; `None` if it does not build, is too large, or is
/// disconnected.
pub fn with_distances(recipe: Recipe, progress: &dyn Progress) -> Option<Base> {
    let text = recipe.to_string();
    let shape = elaborate(&parse(&text).ok()?, &no_files).ok()?;
    Some(Base { figures: distances_of_shape(shape.as_ref(), MAX_TRIED, progress)?.0, recipe })
}

/// Bounds throughput from below by the loads of all shortest paths, if nothing is known and the network is small enough.
pub fn add_shortest_ways(base: &mut Base, progress: &dyn Progress) -> Option<()> {
    let figures = &mut base.figures;
    let work = u128::from(figures.endpoints).checked_mul(figures.links)?;
    if figures.with_self[0] == Fraction::NOTHING && work <= MAX_TRIED {
        let shape = elaborate(&parse(&base.recipe.to_string()).ok()?, &no_files).ok()?;
        by_shortest_ways(figures, shape.network().ok()?.as_ref(), progress)?;
    }
    Some(())
}

fn by_shortest_ways(figures: &mut Figures, net: &dyn Structure, progress: &dyn Progress) -> Option<()> {
    if let Ok(Some((over, under))) = at_least_by_shortest_ways(net, progress) {
        let ends = figures.endpoints;
        figures.with_self[0] = Fraction::new(over, under).times(ends, ends - 1)?;
    }
    Some(())
}

/// Returns `true` if an expression is a network.
pub fn is_network(recipe: &Recipe) -> bool {
    parse(&recipe.to_string()).is_ok_and(|parsed| elaborate(&parsed, &no_files).is_ok())
}

/// The metrics of any shape, as far as the library knows them or a short search finds them.
fn of_shape(shape: &dyn Shape, most: u128, progress: &dyn Progress) -> Option<Figures> {
    let (mut figures, net) = distances_of_shape(shape, most, progress)?;
    if figures.with_self[0] == Fraction::NOTHING
        && let Some(net) = net
    {
        by_shortest_ways(&mut figures, net.as_ref(), progress)?;
    }
    Some(figures)
}

/// The metrics without those that loads of paths give, and the network if it is small enough for them.
fn distances_of_shape(
    shape: &dyn Shape,
    most: u128,
    progress: &dyn Progress,
) -> Option<(Figures, Option<Arc<dyn Structure>>)> {
    let ends = endpoints(shape).to_u64()?;
    let nodes = shape.nodes().to_u64()?;
    // Wide links are built to be counted: a link of width w is w cables in w ports.
    let wide = shape.machine().is_some_and(|machine| {
        machine.classes().is_none_or(|classes| classes.iter().any(|class| class.width != 1))
    });
    let counted = if wide { Some(shape.network().ok()?) } else { None };
    let counted = counted.as_deref();
    let all = cable_count(shape, counted)?.value.to_u128()?;
    let switch_ports = match nodes == ends {
        true => 0,
        false => max_radix(shape, counted)?.value,
    };
    let mut figures = Figures {
        endpoints: ends,
        switches: nodes - ends,
        own_ports: u32::try_from(endpoint_ports(shape, counted)?).ok()?,
        radix: u32::try_from(switch_ports).ok()?,
        links: all,
        distances: None,
        with_self: [Fraction::NOTHING, Fraction::UNLIMITED],
        channels: None,
        least_cut: 0,
    };
    let searched = u128::from(ends).checked_mul(all)? <= most;
    let closed = shape.distances().map(|known| known.value);
    let net = if searched { shape.network().ok() } else { None };
    let distances = closed.or_else(|| {
        let mut metrics = Metrics::new(shape, Some(net.as_deref()?), Effort::Exhaustive, progress);
        Some(metrics.distances().ok()?.distances.value.clone())
    });
    if let Some(distances) = distances {
        // Of as many sources as were counted, for all endpoints.
        let hops = distances.sum() * endpoints(shape) / distances.sources();
        figures.distances = Some(DistanceSums { diameter: distances.diameter(), hops: hops.to_u128()? });
        // A channel for each hop is enough on shortest paths (Günther 1981).
        figures.channels = u32::try_from(distances.diameter()).ok();
    }
    if let Some(bounds) = uniform_bounds(shape) {
        let with_self = |(a, b): (BigUint, BigUint)| {
            let (a, b) = (a * ends, b * (ends - 1));
            let common = num_integer::Integer::gcd(&a, &b).max(1u32.into());
            Some(Fraction { over: (a / &common).to_u128()?, under: (b / &common).to_u128()? })
        };
        figures.with_self = [with_self(bounds.lower)?, with_self(bounds.upper)?];
    }
    if let Some(distances) = figures.distances.filter(|_| shape.machine().is_none()) {
        // No more than the capacity of all links over what all pairs need.
        let capacity = 2 * all * u128::from(ends);
        figures.with_self[1] = figures.with_self[1].least(Fraction::new(capacity, distances.hops));
    }
    Some((figures, net))
}

/// The composition of a shape, if the search knows it.
pub fn read(shape: &dyn Shape) -> Option<Base> {
    match shape.parts() {
        Parts::Relabelled(same) => read(same.as_ref()),
        Parts::Leaf(leaf) => of_leaf(shape, leaf),
        Parts::Product(parts) | Parts::Made(Made::Product(parts)) => {
            let mut all: Option<Base> = None;
            for part in parts {
                let next = read(part.as_ref())?;
                all = Some(match all {
                    None => next,
                    Some(before) => joined_product(before, next)?,
                });
            }
            all
        }
        Parts::Level(base) => Base::dual(&Arc::new(read(base.as_ref())?)),
        Parts::Made(Made::TwoBases { bases: [a, b], same }) => {
            let a = Arc::new(read(a.as_ref())?);
            if same { Base::dual(&a) } else { Base::dual_of_two(&a, &Arc::new(read(b.as_ref())?)) }
        }
        Parts::Made(Made::Hosts { routers, each }) => {
            let below = Arc::new(read(routers.as_ref())?);
            let each = u32::try_from(each).ok()?;
            let wide = shape.machine()?.classes()?.iter().any(|class| class.width != 1);
            let figures = figures::hosts(&below.figures, each).filter(|_| !wide)?;
            Some(Base { recipe: Recipe::Hosts(below, each), figures })
        }
        Parts::Made(Made::Tree { children, parents }) => {
            let small =
                |all: &[u64]| all.iter().map(|&n| u32::try_from(n).ok()).collect::<Option<Vec<u32>>>();
            let (children, parents) = (small(children)?, small(parents)?);
            let figures =
                figures::tree(&children, &parents, 1).filter(|_| children.iter().all(|m| *m > 1))?;
            Some(Base { recipe: Recipe::Tree { children, parents, width: 1 }, figures })
        }
        Parts::Made(Made::Megafly { leaves }) => {
            let s = u32::try_from(leaves).ok().filter(|s| *s > 0)?;
            let groups = endpoints(shape).to_u64()? / u64::from(s);
            let h = u32::try_from((groups - 1) / u64::from(s)).ok()?;
            Some(Base { recipe: Recipe::Megafly(s, h), figures: figures::megafly(s, h)? })
        }
        _ => None,
    }
}

fn of_leaf(shape: &dyn Shape, leaf: Leaf) -> Option<Base> {
    let line = |line: FactorKind| {
        let n = u32::try_from(shape.nodes()).ok().filter(|n| *n > 1)?;
        Base::lines(&[Factor { line, n }])
    };
    match leaf {
        Leaf::Ring => line(FactorKind::Ring),
        Leaf::Path => line(FactorKind::Path),
        Leaf::Complete => line(FactorKind::Complete),
        Leaf::Cube(d @ 1..=40) => Base::lines(&vec![Factor { line: FactorKind::Complete, n: 2 }; d as usize]),
        Leaf::Dragonfly { routers, globals } => {
            let (a, h) = (u32::try_from(routers).ok()?, u32::try_from(globals).ok()?);
            Some(Base { recipe: Recipe::Dragonfly(a, h), figures: figures::dragonfly(a, h)? })
        }
        _ => None,
    }
}

/// A product of two, flat where both are lines.
fn joined_product(a: Base, b: Base) -> Option<Base> {
    if let (Recipe::Product(x), Recipe::Product(y)) = (&a.recipe, &b.recipe) {
        let all: Vec<Factor> = x.iter().chain(y).copied().collect();
        return Base::lines(&all);
    }
    Base::times(&Arc::new(a), &Arc::new(b))
}

/// The metrics of a network that someone names: by the rules of the search where it has them, else as the library knows them.
pub fn base_of_network(text: &str, shape: &dyn Shape, progress: &dyn Progress) -> Option<Base> {
    // Words whose blocks are known, but whose metrics are the library's.
    let known = |recipe: Recipe| Some(Base { figures: of_shape(shape, MAX_NAMED, progress)?, recipe });
    if let Some(sizes) = text.strip_prefix("twisted(").and_then(|rest| rest.strip_suffix(')')) {
        let sizes: Vec<u32> = sizes.split(',').map_while(|n| n.trim().parse().ok()).collect();
        if let Ok(sizes) = <[u32; 3]>::try_from(sizes) {
            return known(Recipe::Twisted(sizes));
        }
    }
    if let Some(base) = read(shape) {
        return Some(base);
    }
    if let Parts::Made(Made::Hosts { routers, each }) = shape.parts()
        && let Ok(each) = u32::try_from(each)
        && direct(routers.as_ref())
        && let Some(below) = of_shape(routers.as_ref(), MAX_NAMED, progress)
        && let Some(figures) = figures::hosts(&below, each)
    {
        let below = Base { recipe: Recipe::Text(String::new()), figures: below };
        return Some(Base { recipe: Recipe::Hosts(Arc::new(below), each), figures });
    }
    known(Recipe::Text(text.to_owned()))
}
