//! Endpoints and switches, and links of different width; direct networks are the default.
//!
//! A network has N nodes; ids below E are endpoints, ids from E on are switches. A direct network has E = N. A class of links has a width.

use super::parts::{Leaf, Parts};
use super::shape::{DegreeCounts, LinkClass, Shape, links};
use num_bigint::BigUint;
use std::sync::Arc;

/// Classes of products of more factors than this are not listed.
const MAX_CLASSES: usize = 4096;

/// Number of endpoints that have each degree.
pub fn endpoint_degrees(shape: &dyn Shape) -> DegreeCounts {
    shape.machine().map_or_else(|| shape.degrees(), |machine| machine.endpoint_degrees())
}

/// Number of switches that have each degree.
pub fn switch_degrees(shape: &dyn Shape) -> DegreeCounts {
    let Some(machine) = shape.machine() else { return DegreeCounts::new() };
    let mut out = shape.degrees();
    for (degree, count) in machine.endpoint_degrees() {
        if let Some(all) = out.get_mut(&degree) {
            *all -= count;
        }
    }
    out.retain(|_, count| *count > BigUint::ZERO);
    out
}

/// Number of endpoints.
pub fn endpoints(shape: &dyn Shape) -> BigUint {
    shape.machine().map_or_else(|| shape.nodes(), |machine| machine.endpoint_degrees().into_values().sum())
}

/// Returns `true` if every node is an endpoint.
pub fn direct(shape: &dyn Shape) -> bool {
    shape.machine().is_none() || endpoints(shape) == shape.nodes()
}

/// Returns `true` if two endpoints are linked directly; `None` if unknown.
pub fn joins_endpoints(shape: &dyn Shape) -> Option<bool> {
    match shape.machine() {
        Some(machine) => machine.joins_endpoints(),
        None => Some(links(shape) > BigUint::ZERO),
    }
}

/// The classes of links, where they are known: at any size for products, where ids fit otherwise.
pub fn classes(shape: &dyn Shape) -> Option<Vec<LinkClass>> {
    if let Some(machine) = shape.machine() {
        return machine.classes();
    }
    match shape.parts() {
        Parts::Product(parts) => product_classes(parts),
        Parts::Leaf(Leaf::Cube(dimensions @ 1..)) if dimensions <= MAX_CLASSES as u64 => {
            let each = Some(shape.nodes() >> 1u32);
            let class = |i| LinkClass { name: format!("dimension {i}"), width: 1, links: each.clone() };
            Some((1..=dimensions).map(class).collect())
        }
        _ => {
            let names = shape.network().ok()?.link_classes();
            // A single class contains all links.
            let all = (names.len() == 1).then(|| links(shape));
            Some(names.into_iter().map(|name| LinkClass { name, width: 1, links: all.clone() }).collect())
        }
    }
}

/// The classes of a product: a factor with one class gives `dimension i`, another one `dimension i: name` for each.
pub fn product_classes(parts: &[Arc<dyn Shape>]) -> Option<Vec<LinkClass>> {
    if parts.len() > MAX_CLASSES {
        return None;
    }
    let ends: Vec<BigUint> = parts.iter().map(|part| endpoints(part.as_ref())).collect();
    let all: BigUint = ends.iter().product();
    let mut out = Vec::new();
    for (i, (part, ends)) in (1..).zip(parts.iter().zip(&ends)) {
        let inside = classes(part.as_ref())?;
        let names = dimension_names(i, inside.iter().map(|class| class.name.as_str()));
        let copies = &all / ends;
        for (class, name) in inside.into_iter().zip(names) {
            out.push(LinkClass { name, width: class.width, links: class.links.map(|links| links * &copies) });
        }
    }
    Some(out)
}

/// Names of the classes of factor `i` of a product.
pub fn dimension_names<'a>(i: usize, names: impl ExactSizeIterator<Item = &'a str>) -> Vec<String> {
    match names.len() {
        1 => vec![format!("dimension {i}")],
        _ => names.map(|name| format!("dimension {i}: {name}")).collect(),
    }
}

/// A name that no class has yet: `name`, or `name 2`, `name 3`, …
pub fn unused_class_name<'a>(name: &str, taken: impl Iterator<Item = &'a str> + Clone) -> String {
    let free = |candidate: &String| taken.clone().all(|other| other != candidate);
    let mut numbered = std::iter::once(name.to_owned()).chain((2u64..).map(|i| format!("{name} {i}")));
    numbered.find(free).unwrap_or_default()
}

/// The degrees of both.
pub fn merged_degrees(mut a: DegreeCounts, b: DegreeCounts) -> DegreeCounts {
    for (degree, count) in b {
        *a.entry(degree).or_default() += count;
    }
    a
}

/// The degrees of several copies.
pub fn degrees_of_copies(degrees: DegreeCounts, count: &BigUint) -> DegreeCounts {
    degrees.into_iter().map(|(degree, nodes)| (degree, nodes * count)).collect()
}

/// The degrees of nodes with `more` additional links; `None` if a degree exceeds 64 bits.
pub fn raised_degrees(degrees: DegreeCounts, more: u64) -> Option<DegreeCounts> {
    degrees.into_iter().map(|(degree, nodes)| Some((degree.checked_add(more)?, nodes))).collect()
}
