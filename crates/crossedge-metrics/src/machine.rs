//! Metrics of machines: ports and cables, oversubscription, and the largest distance of any two nodes.
//!
//! ```
//! use crossedge::metrics::machine::{cable_count, oversubscription, ports};
//! use crossedge::prelude::*;
//!
//! let net: Topology = "fattree(48)".parse()?;
//! let cables = cable_count(net.shape(), None).expect("by the definition").value;
//! let ports = ports(net.shape(), None).expect("by the definition").value;
//! assert_eq!((cables, ports), (82_944u32.into(), 138_240u32.into()), "3 cables and 5 ports for each of 27,648 hosts");
//! let levels = oversubscription(net.shape(), None).expect("a tree").value;
//! assert_eq!(levels, [(1u32.into(), 1u32.into()), (1u32.into(), 1u32.into())], "none at either level");
//! # Ok::<(), crossedge::Error>(())
//! ```

use crossedge_core::evidence::{Evidence, Known};
use crossedge_lang::net::{
    LinkClass, Made, Node, Parts, Port, Shape, ShapeParts, Structure, classes, direct, endpoint_degrees,
    endpoints, joins_endpoints, links, neighbors, switch_degrees,
};
use num_bigint::BigUint;
use num_integer::Integer;

/// Links are counted one by one up to this many ports.
const MAX_COUNTED: u64 = 1 << 27;

/// Creates a ratio without reducing it.
pub type Over = (BigUint, BigUint);

/// A network whose links can be counted one by one.
fn countable_network<'a>(shape: &dyn Shape, net: Option<&'a dyn Structure>) -> Option<&'a dyn Structure> {
    net.filter(|_| links(shape) <= (MAX_COUNTED / 2).into())
}

/// Number of cables: one per unit of link width.
pub fn cable_count(shape: &dyn Shape, net: Option<&dyn Structure>) -> Option<Known<BigUint>> {
    if one_wide(shape) {
        return Some(Known::new(links(shape), Evidence::proved("one for each link [definition-counts]")));
    }
    let each = |class: &LinkClass| Some(class.links.clone()? * class.width);
    let one_rate = net.is_none_or(|net| (0..net.link_classes().len()).all(|c| net.cables(c) == net.width(c)));
    if let Some(cables) = classes(shape)?.iter().map(each).sum::<Option<BigUint>>().filter(|_| one_rate) {
        return Some(Known::new(
            cables,
            Evidence::proved("the links of each class times its width [definition-counts]"),
        ));
    }
    let net = countable_network(shape, net)?;
    let ends: u128 =
        (0..net.nodes()).map(|v| cable_counts(net, Node(v)).map(|(_, cables)| cables).sum::<u128>()).sum();
    Some(Known::new((ends / 2).into(), Evidence::computed("every link counted [counted]")))
}

/// Returns `true` if every link has width one according to the construction: at any size, because classes have no names if ids do not fit.
fn one_wide(shape: &dyn Shape) -> bool {
    let all = |parts: &[std::sync::Arc<dyn Shape>]| parts.iter().all(|part| one_wide(part.as_ref()));
    let by_class = || classes(shape).is_some_and(|reported| reported.iter().all(|class| class.width == 1));
    if shape.machine().is_none() {
        return true;
    }
    let ShapeParts::Made(made) = shape.parts() else { return by_class() };
    match made {
        Made::Switch | Made::Tree { .. } | Made::Megafly { .. } => true,
        Made::Hosts { routers: inside, .. }
        | Made::Planes { plane: inside, .. }
        | Made::Hub { inside, .. } => one_wide(inside.as_ref()),
        Made::Product(parts) => all(parts),
        Made::TwoBases { bases, .. } => all(bases),
        Made::Widened(_) => by_class(),
    }
}

/// The neighbours of a node, and the width of the link to each.
fn neighbour_widths(net: &dyn Structure, v: Node) -> impl Iterator<Item = (Node, u128)> + '_ {
    (0..net.degree(v)).map(Port).map(move |port| {
        let width = net.width(net.link_class(v, port));
        (net.link(v, port).0, width.into())
    })
}

/// The neighbours of a node, and the number of cables to each.
fn cable_counts(net: &dyn Structure, v: Node) -> impl Iterator<Item = (Node, u128)> + '_ {
    (0..net.degree(v)).map(Port).map(move |port| {
        let cables = net.cables(net.link_class(v, port));
        (net.link(v, port).0, cables.into())
    })
}

/// Number of used switch ports, one per cable; ports of linked endpoints count, since these forward packets.
pub fn ports(shape: &dyn Shape, net: Option<&dyn Structure>) -> Option<Known<BigUint>> {
    if direct(shape) {
        return Some(cable_count(shape, net)?.map(|cables| cables * 2u32));
    }
    if one_wide(shape) && joins_endpoints(shape) == Some(false) {
        let all = switch_degrees(shape).iter().map(|(degree, count)| count * degree).sum();
        return Some(Known::new(all, Evidence::proved("the degrees of all switches [definition-counts]")));
    }
    if let (Some(cables), Some(hosts)) = (cable_count(shape, net), host_cables(shape)) {
        let evidence = Evidence::proved("two ends of every cable but those at endpoints [definition-counts]");
        return Some(Known::new(cables.value * 2u32 - hosts, evidence));
    }
    let net = countable_network(shape, net)?;
    let ends = net.endpoints();
    let at = |v: u64| -> u128 {
        let counts = |(w, _): &(Node, u128)| v >= ends || w.0 < ends;
        cable_counts(net, Node(v)).filter(counts).map(|(_, cables)| cables).sum()
    };
    Some(Known::new(
        (0..net.nodes()).map(at).sum::<u128>().into(),
        Evidence::computed("every port counted [counted]"),
    ))
}

/// The most ports of a switch: a link takes as many as it is wide.
pub fn max_radix(shape: &dyn Shape, net: Option<&dyn Structure>) -> Option<Known<u64>> {
    let most = switch_degrees(shape).keys().next_back().copied()?;
    if one_wide(shape) {
        return Some(Known::new(
            most,
            Evidence::proved("the largest degree of a switch [definition-counts]"),
        ));
    }
    let net = countable_network(shape, net)?;
    let most = most_ports(net, net.endpoints()..net.nodes())?;
    Some(Known::new(most, Evidence::computed("every port counted [counted]")))
}

/// The most ports of an endpoint: a link takes as many as it is wide.
pub fn endpoint_ports(shape: &dyn Shape, net: Option<&dyn Structure>) -> Option<u64> {
    if one_wide(shape) {
        return endpoint_degrees(shape).keys().next_back().copied();
    }
    let net = countable_network(shape, net)?;
    most_ports(net, 0..net.endpoints())
}

fn most_ports(net: &dyn Structure, mut nodes: std::ops::Range<u64>) -> Option<u64> {
    let at = |v: u64| cable_counts(net, Node(v)).map(|(_, cables)| cables).sum::<u128>();
    nodes.try_fold(0, |most, v| Some(u64::try_from(at(v)).ok()?.max(most)))
}

/// Number of cables that lead from endpoints, all of them to switches, where one class has these.
fn host_cables(shape: &dyn Shape) -> Option<BigUint> {
    let reported = classes(shape)?;
    let class = match parts_without_widths(shape) {
        Parts::Made(Made::Tree { .. } | Made::Switch) => reported.first()?,
        Parts::Made(Made::Hosts { .. }) => reported.last()?,
        _ => return None,
    };
    Some(class.links.clone()? * class.width)
}

/// The oversubscription of each level of switches: the width of all links down over that of all links up, from the switches of
/// the endpoints on, for every level that has links up. Empty if all switches are on one level.
pub fn oversubscription(shape: &dyn Shape, net: Option<&dyn Structure>) -> Option<Known<Vec<Over>>> {
    if let Some(level_capacities) = level_capacities(shape) {
        let evidence = Evidence::proved(
            "the width of all links below a level of switches over those above it [definition-counts]",
        );
        return Some(Known::new(
            level_capacities.windows(2).map(|two| reduced_ratio(&two[0], &two[1])).collect(),
            evidence,
        ));
    }
    let net = countable_network(shape, net).filter(|_| !direct(shape))?;
    let ends = net.endpoints();
    let mut levels = vec![u32::MAX; net.nodes() as usize];
    let mut row: Vec<u64> = (0..ends).collect();
    let mut tapers: Vec<Over> = Vec::new();
    for level in 0u32.. {
        row.iter().for_each(|&v| levels[v as usize] = level);
        let next = row.iter().flat_map(|&v| neighbors(net, Node(v)));
        let mut next: Vec<u64> = next.map(|w| w.0).filter(|&w| levels[w as usize] == u32::MAX).collect();
        next.sort_unstable();
        next.dedup();
        if next.is_empty() {
            break;
        }
        // Links up lead to nodes that have no level yet. Switches without any are at the top, regardless of their distance from endpoints.
        let (mut below, mut above) = (0u128, 0u128);
        for &v in &row {
            let (mut down, mut up) = (0, 0);
            for (w, width) in neighbour_widths(net, Node(v)) {
                match levels[w.0 as usize] {
                    u32::MAX => up += width,
                    other if other < level => down += width,
                    _ => {}
                }
            }
            if up > 0 {
                below += down;
                above += up;
            }
        }
        if level > 0 && above > 0 {
            tapers.push(reduced_ratio(&below.into(), &above.into()));
        }
        row = next;
    }
    Some(Known::new(tapers, Evidence::computed("every link counted by the levels of its ends [counted]")))
}

/// The width of all links below each level of switches, if the construction gives it.
fn level_capacities(shape: &dyn Shape) -> Option<Vec<BigUint>> {
    let reported = || -> Option<Vec<BigUint>> {
        classes(shape)?.into_iter().map(|class| Some(class.links? * class.width)).collect()
    };
    if let Parts::Made(Made::Planes { plane, .. }) = shape.parts() {
        return level_capacities(plane.as_ref());
    }
    match parts_without_widths(shape) {
        Parts::Made(Made::Tree { .. } | Made::Switch) => reported(),
        // Routers with hosts are one level, and the switches of a tree of routers are above.
        Parts::Made(Made::Hosts { routers, .. }) => {
            let mut reported = reported()?;
            let hosts = reported.pop()?;
            match parts_without_widths(routers.as_ref()) {
                _ if direct(routers.as_ref()) => Some(vec![hosts]),
                Parts::Made(Made::Tree { .. } | Made::Switch) => Some([vec![hosts], reported].concat()),
                _ => None,
            }
        }
        _ => None,
    }
}

/// The composition of a shape, regardless of its widths.
fn parts_without_widths(shape: &dyn Shape) -> ShapeParts<'_> {
    match shape.parts() {
        Parts::Made(Made::Widened(inside)) => parts_without_widths(inside.as_ref()),
        parts => parts,
    }
}

fn reduced_ratio(a: &BigUint, b: &BigUint) -> Over {
    let common = a.gcd(b).max(1u32.into());
    (a / &common, b / common)
}

/// The largest distance of two nodes, be they endpoints or switches, where a rule gives it.
pub fn diameter_of_nodes(shape: &dyn Shape) -> Option<Known<BigUint>> {
    match shape.parts() {
        _ if direct(shape) => shape.diameter(),
        Parts::Made(Made::Widened(inside)) => diameter_of_nodes(inside.as_ref()),
        Parts::Made(Made::Switch) => Some(Known::new(
            if endpoints(shape) > 1u32.into() { 2u32 } else { 1 }.into(),
            Evidence::proved("two hops by the switch [switch-distance]"),
        )),
        // Hosts are farther apart than anything else; one host is a hop away from its router.
        Parts::Made(Made::Hosts { routers, .. }) if direct(routers.as_ref()) => {
            let one = endpoints(shape) == 1u32.into();
            Some(shape.diameter()?.map(|between| if one { between + 1u32 } else { between }))
        }
        Parts::Made(Made::Tree { children, parents }) => {
            let height = children.len();
            // The lowest level that a walk from level a must see, and the highest from level b, where digits differ as they can.
            let lowest = |a: usize| (1..=a).find(|j| parents[j - 1] > 1).map_or(a, |j| j - 1);
            let highest = |b: usize| (b + 1..=height).rev().find(|j| children[j - 1] > 1).unwrap_or(b);
            let distance = |a: usize, b: usize| {
                let (low, high) = (lowest(a), highest(b));
                (a - low) + (high - low) + (high - b)
            };
            let most = (0..=height).map(|a| (a..=height).map(|b| distance(a, b)).max().unwrap_or(0)).max()?;
            let why =
                "a walk in a fat tree changes digit j between the levels j-1 and j alone [fat-tree-distance]";
            Some(Known::new(most.into(), Evidence::proved(why)))
        }
        _ => None,
    }
}
