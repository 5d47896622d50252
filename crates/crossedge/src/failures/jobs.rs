//! Isolated jobs: parts of a machine without common nodes or links, and the throughput of each.

use crate::exact::{Exact, Ratio};
use crate::expr::parse;
use crate::metrics::throughput::uniform;
use crate::net::{Leaf, Made, Parts, Shape, elaborate, endpoints, no_files};

/// Jobs of one size.
#[derive(Debug, Clone, serde::Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct JobAnswer {
    /// Endpoints of a job.
    pub endpoints: Exact<u64>,
    /// Number of jobs that fit at once.
    pub jobs: Exact<u64>,
    /// The resources of each job.
    pub network: String,
    /// Its uniform throughput; null if there is no closed form.
    pub throughput: Option<Ratio>,
}

/// Part of a machine, and how often it fits.
struct JobPart {
    text: String,
    copies: u64,
}

/// Jobs of about these sizes: of every size the one with the most throughput.
pub(crate) fn jobs(shape: &dyn Shape, sizes: &[u64]) -> Vec<JobAnswer> {
    let mut jobs: Vec<JobAnswer> = Vec::new();
    for part in job_parts(shape) {
        let Ok(made) = parse(&part.text) else { continue };
        let Ok(made) = elaborate(&made, &no_files) else { continue };
        let Ok(ends) = u64::try_from(&endpoints(made.as_ref())) else { continue };
        if !sizes.contains(&ends) {
            continue;
        }
        let throughput = uniform(made.as_ref()).map(|known| Ratio::new(known.value.0, known.value.1));
        let value = |ratio: &Option<Ratio>| ratio.as_ref().and_then(Ratio::value).unwrap_or(0.0);
        let new =
            JobAnswer { endpoints: Exact(ends), jobs: Exact(part.copies), network: part.text, throughput };
        match jobs.iter_mut().find(|old| old.endpoints == new.endpoints) {
            // More jobs first: a size that fills the machine is preferred.
            Some(old) if (old.jobs.0, value(&old.throughput)) >= (new.jobs.0, value(&new.throughput)) => {}
            Some(old) => *old = new,
            None => jobs.push(new),
        }
    }
    jobs.sort_by_key(|job| job.endpoints.0);
    jobs
}

fn divisors(n: u64) -> impl Iterator<Item = u64> {
    (1..=n.min(4096)).filter(move |b| n.is_multiple_of(*b))
}

/// A part of a ring is a path, unless it is the entire ring.
fn side_text(n: u64, b: u64) -> String {
    if b == n && n > 2 { format!("ring({n})") } else { format!("path({b})") }
}

/// Boxes of a torus: sides that divide its own, as a product of paths and complete rings.
fn torus_boxes(sizes: &[u64]) -> Vec<(String, u64)> {
    let mut all: Vec<(Vec<String>, u64)> = vec![(Vec::new(), 1)];
    for &n in sizes {
        let longer = |(names, copies): &(Vec<String>, u64)| {
            let with = |b: u64| {
                let mut names = names.clone();
                if b > 1 {
                    names.push(side_text(n, b));
                }
                (names, copies * (n / b))
            };
            divisors(n).map(with).collect::<Vec<_>>()
        };
        all = all.iter().flat_map(longer).take(20_000).collect();
    }
    all.into_iter()
        .filter(|(names, _)| !names.is_empty())
        .map(|(names, copies)| (names.join(" * "), copies))
        .collect()
}

/// The sides of a product of rings.
fn ring_sides(shape: &dyn Shape) -> Option<Vec<u64>> {
    match shape.parts() {
        Parts::Leaf(Leaf::Ring) => Some(vec![u64::try_from(&shape.nodes()).ok()?]),
        Parts::Product(factors) => {
            let sides: Option<Vec<Vec<u64>>> =
                factors.iter().map(|factor| ring_sides(factor.as_ref())).collect();
            Some(sides?.concat())
        }
        _ => None,
    }
}

/// Parts of a machine that jobs can have to themselves.
fn job_parts(shape: &dyn Shape) -> Vec<JobPart> {
    let part = |text: String, copies: u64| JobPart { text, copies };
    if let Some(sides) = ring_sides(shape) {
        return torus_boxes(&sides).into_iter().map(|(text, copies)| part(text, copies)).collect();
    }
    match shape.parts() {
        // Clusters and boxes of them; and of boxes of the base in both coordinates a dual, cut out of clusters of both classes.
        Parts::Level(base) => {
            let Some(sides) = ring_sides(base.as_ref()) else { return Vec::new() };
            let nodes: u64 = sides.iter().product();
            let inside = torus_boxes(&sides);
            let clusters = inside.iter().map(|(text, copies)| part(text.clone(), 2 * nodes * copies));
            let duals =
                inside.iter().flat_map(|(a, of_a)| inside.iter().map(move |(b, of_b)| (a, of_a, b, of_b)));
            let duals = duals.map(|(a, of_a, b, of_b)| {
                let text = if a == b { format!("dual({a})") } else { format!("dual({a}, {b})") };
                part(text, of_a * of_b)
            });
            clusters.chain(duals).collect()
        }
        Parts::Made(Made::Tree { children, parents }) => {
            let ends: u64 = children.iter().product();
            let mut size = 1;
            let mut out = Vec::new();
            for level in 0..children.len() {
                size *= children[level];
                let list = |all: &[u64]| all.iter().map(|n| n.to_string()).collect::<Vec<_>>().join(",");
                let text = format!("xgft([{}],[{}])", list(&children[..=level]), list(&parents[..=level]));
                out.push(part(text, ends / size));
            }
            out
        }
        Parts::Made(Made::Hosts { routers, each }) => match routers.parts() {
            Parts::Leaf(Leaf::Dragonfly { routers: a, globals }) => {
                let groups = a * globals + 1;
                let some = divisors(a).map(|b| match b {
                    1 => part(format!("switch({each})"), a * groups),
                    _ => part(format!("hosts(complete({b}), {each})"), a / b * groups),
                });
                some.collect()
            }
            _ => Vec::new(),
        },
        _ => Vec::new(),
    }
}
