//! Loads of each link class if every node sends to every other one along shortest paths, spread by symmetry.
//!
//! Within a class the links are equivalent (some symmetry of the network takes any to any), so each carries the same share. Products and
//! duals only scale the counts of their parts. For the dual construction over n nodes: a pair projects on two pairs of the base, so
//! crossings grow by 8n² and links by 2n; the cross-edges carry 6n⁴ - 4n³ crossings, one for a pair in different classes, two for
//! a pair in one class that differs in the coordinate which the class cannot move (identity I1).
//!
//! ```
//! use crossedge::metrics::traffic::symmetric::class_loads;
//! use crossedge::prelude::*;
//!
//! let net: Topology = "dual(ring(5))".parse()?;
//! let loads = class_loads(net.shape()).expect("all nodes are equivalent");
//! assert_eq!(loads[1].name, "cross level 1");
//! # Ok::<(), crossedge::Error>(())
//! ```

use crossedge_lang::net::{Parts, Shape, links};
use num_bigint::BigUint;

/// The links of one kind.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ClassLoad {
    /// The link class, as text.
    pub name: String,
    /// Number of links.
    pub links: BigUint,
    /// Number of times they are crossed, in both directions together, when every ordered pair of nodes sends one message.
    pub crossings: BigUint,
}

/// The loads of every link class; `None` if links of a class are not known to be equivalent.
pub fn class_loads(shape: &dyn Shape) -> Option<Vec<ClassLoad>> {
    if shape.machine().is_some() {
        return None;
    }
    match shape.parts() {
        Parts::Relabelled(same) => class_loads(same.as_ref()),
        Parts::Product(parts) => {
            let nodes = shape.nodes();
            let mut out = Vec::new();
            for (i, part) in parts.iter().enumerate() {
                let copies = &nodes / part.nodes();
                for load in class_loads(part.as_ref())? {
                    out.push(ClassLoad {
                        name: format!("dimension {}", i + 1),
                        links: load.links * &copies,
                        crossings: load.crossings * &copies * &copies,
                    });
                }
            }
            Some(out)
        }
        Parts::Level(base) => {
            base.node_symmetric()?;
            let loads = class_loads(base.as_ref())?;
            Some(dual_loads(loads, base.nodes(), levels(shape)))
        }
        Parts::Leaf(_) | Parts::Expansion(_) | Parts::Made(_) => {
            shape.edge_symmetric()?;
            let links = links(shape);
            if links == BigUint::ZERO {
                return Some(Vec::new());
            }
            let distances = shape.distances()?.value;
            let crossings = distances.sum() * shape.nodes() / distances.sources();
            Some(vec![ClassLoad { name: "base".into(), links, crossings }])
        }
    }
}

/// Number of dual constructions that are nested in a shape, for the names of their cross-edges.
fn levels(shape: &dyn Shape) -> u32 {
    match shape.parts() {
        Parts::Relabelled(same) => levels(same.as_ref()),
        Parts::Product(parts) => parts.iter().map(|part| levels(part.as_ref())).max().unwrap_or(0),
        Parts::Level(base) => levels(base.as_ref()) + 1,
        Parts::Leaf(_) | Parts::Expansion(_) | Parts::Made(_) => 0,
    }
}

fn dual_loads(base: Vec<ClassLoad>, n: BigUint, level: u32) -> Vec<ClassLoad> {
    let scale = |load: ClassLoad| ClassLoad {
        links: (load.links * &n) << 1u32,
        crossings: (load.crossings * &n * &n) << 3u32,
        ..load
    };
    let mut out: Vec<ClassLoad> = base.into_iter().map(scale).collect();
    let square = &n * &n;
    let crossings = &square * &square * 6u32 - &square * &n * 4u32;
    out.push(ClassLoad { name: format!("cross level {level}"), links: square, crossings });
    out
}

/// A cut into halves has at least this many links: the crossings that it must carry, over the load of the busiest kind of link.
pub fn least_cut(nodes: &BigUint, loads: &[ClassLoad]) -> Option<BigUint> {
    let half = nodes >> 1u32;
    // One message each path between any two nodes on different sides.
    let demand = (&half * (nodes - &half)) << 1u32;
    let most = loads.iter().max_by(|a, b| (&a.crossings * &b.links).cmp(&(&b.crossings * &a.links)))?;
    let carried = demand * &most.links;
    Some((carried + &most.crossings - 1u32) / &most.crossings)
}
