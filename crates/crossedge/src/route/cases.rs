//! Why the next hop is what it is: the case that the addresses take at each level, from the outermost in.
//!
//! It mirrors `next_port` of each construction over its [`Form`]. Levels of dual construction take the three cases of Algorithm 1 of
//! RDN and HDN: 1, same cluster; 2, the other class; 3, another cluster of the same class.

use super::path::{Case, Goal};
use crate::net::address::{Address, Digits, Pair};
use crate::net::{Form, HdnNet, Node, ReNet, Structure};

/// A node of a level as class, cluster, and node inside the cluster.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Place {
    pub class: u64,
    pub cluster: u64,
    pub node: u64,
}

impl Place {
    /// The place of `v` when a cluster has `size` nodes and a class has `clusters` of them.
    pub fn of(v: Node, size: u64, clusters: u64) -> Place {
        let (high, node) = Pair::new(size).split(v.0);
        let (class, cluster) = Pair::new(clusters).split(high);
        Place { class, cluster, node }
    }

    /// The node at this place.
    pub fn id(self, size: u64, clusters: u64) -> Node {
        let high = Pair::new(clusters).join(self.class, self.cluster);
        Node(Pair::new(size).join(high, self.node))
    }

    /// The case of Algorithm 1 for a way from here to there.
    pub fn case(self, there: Place) -> u8 {
        match (self.class == there.class, self.cluster == there.cluster) {
            (true, true) => 1,
            (false, _) => 2,
            (true, false) => 3,
        }
    }
}

/// How many levels of dual construction a network has from here down, for the names of its levels.
pub(super) fn levels(net: &dyn Structure) -> u32 {
    match net.form() {
        Form::Dual(base) => levels(base.as_ref()) + 1,
        Form::Super(level) => levels(level.lower().as_ref()) + 1,
        Form::DualCube(_) => 1,
        Form::Product(parts) => parts.iter().map(|p| levels(p.as_ref())).max().unwrap_or(0),
        _ => 0,
    }
}

/// A case at a level of dual construction.
pub(super) fn at_level(level: u32, case: u8, goal: Goal) -> Case {
    Case { part: format!("level {level}"), rule: format!("case {case}"), goal }
}

/// Adds the cases of the next hop from `at` towards `to` when the addresses are followed. Nothing when they are the same.
pub fn explain(net: &dyn Structure, at: Node, to: Node, cases: &mut Vec<Case>) {
    if at == to {
        return;
    }
    match net.form() {
        Form::Dual(base) => dual(net, base.as_ref(), at, to, cases),
        Form::DualCube(part) => dual_cube(part, at, to, cases),
        Form::Super(level) => super_node(net, level, at, to, cases),
        Form::Product(parts) => {
            let Some(digits) = Digits::new(parts.iter().map(|p| p.nodes()).collect()) else { return };
            for (i, part) in parts.iter().enumerate() {
                let (x, y) = (Node(digits.digit(at.0, i)), Node(digits.digit(to.0, i)));
                if x != y {
                    cases.push(step(format!("dimension {}", i + 1), part.address(y)));
                    if !matches!(part.form(), Form::Leaf) {
                        explain(part.as_ref(), x, y, cases);
                    }
                    return;
                }
            }
        }
        Form::Cube(dimension) => {
            let differ = at.0 ^ to.0;
            let bit = differ.ilog2();
            cases.push(step(format!("dimension {}", dimension - bit), Address::Int(to.0 >> bit & 1)));
        }
        Form::Expansion(re) => expansion(re, at, to, cases),
        Form::Leaf => cases.push(step("base".to_owned(), net.address(to))),
    }
}

/// A hop along one part, with nothing to decide.
fn step(part: String, to: Address) -> Case {
    Case { part, rule: String::new(), goal: Goal::To(to) }
}

fn dual(net: &dyn Structure, base: &dyn Structure, at: Node, to: Node, cases: &mut Vec<Case>) {
    let n = base.nodes();
    let (here, there) = (Place::of(at, n, n), Place::of(to, n, n));
    let target = if here.class == there.class { there.node } else { there.cluster };
    inside(net, base, here, there, target, cases);
}

/// The case of a level, and then the level below unless the node is where it must cross.
fn inside(
    net: &dyn Structure,
    lower: &dyn Structure,
    here: Place,
    there: Place,
    target: u64,
    cases: &mut Vec<Case>,
) {
    let (level, case) = (levels(net), here.case(there));
    if here.node == target {
        cases.push(at_level(level, case, Goal::Cross));
    } else {
        cases.push(at_level(level, case, Goal::To(lower.address(Node(target)))));
        explain(lower, Node(here.node), Node(target), cases);
    }
}

fn dual_cube(part: u32, at: Node, to: Node, cases: &mut Vec<Case>) {
    let low = (1u64 << part) - 1;
    let place = |v: Node| {
        let (class, two, one) = (v.0 >> (2 * part), v.0 >> part & low, v.0 & low);
        match class {
            0 => Place { class, cluster: two, node: one },
            _ => Place { class, cluster: one, node: two },
        }
    };
    let (here, there) = (place(at), place(to));
    let target = if here.class == there.class { there.node } else { there.cluster };
    let case = here.case(there);
    if here.node == target {
        return cases.push(at_level(1, case, Goal::Cross));
    }
    cases.push(at_level(1, case, Goal::To(Address::Bits(vec![(part, target)]))));
    let bit = (here.node ^ target).ilog2();
    cases.push(step(format!("dimension {}", part - bit), Address::Int(target >> bit & 1)));
}

fn super_node(net: &dyn Structure, level: &HdnNet, at: Node, to: Node, cases: &mut Vec<Case>) {
    let (n, q) = (level.lower().nodes(), level.quotient());
    let (here, there) = (Place::of(at, n, q), Place::of(to, n, q));
    let split = level.super_nodes();
    let case = here.case(there);
    let (rank, position) = split.split(there.node);
    let target = match case {
        1 => there.node,
        2 => split.join(there.cluster, position),
        _ => split.join(rank, position),
    };
    // The crossing needs the right super-node only; the position is mended on the other side.
    let crosses = case != 1 && split.split(here.node).0 == split.split(target).0;
    let target = if crosses { here.node } else { target };
    inside(net, level.lower().as_ref(), here, there, target, cases);
}

fn expansion(re: &ReNet, at: Node, to: Node, cases: &mut Vec<Case>) {
    let ((u, f), (v, g)) = (re.coordinates(at), re.coordinates(to));
    let due: Vec<usize> = (0..f.len()).filter(|&i| f[i] != g[i]).collect();
    let frame = |i: usize| re.phases()[i].frame().address(Node(g[i] as u64));
    let unit = |x: usize| re.unit().address(Node(x as u64));
    let phase = |i: usize, rule: &str, goal| Case {
        part: format!("phase {}", i + 1),
        rule: rule.to_owned(),
        goal: Goal::To(goal),
    };
    if re.walks().is_none() {
        // One phase after the other, the lowest first.
        match due.first() {
            Some(&i) => cases.push(phase(i, "differs", frame(i))),
            None => cases.push(step("unit".to_owned(), unit(v))),
        }
    } else if let Some(&i) = due.iter().find(|&&i| re.phases()[i].pivots()[0] == u) {
        cases.push(phase(i, "due at this pivot", frame(i)));
    } else {
        let mut visit: Vec<usize> = due.iter().map(|&i| re.phases()[i].pivots()[0]).collect();
        visit.sort_unstable();
        visit.dedup();
        let rule = match visit.len() {
            0 => String::new(),
            _ => format!(
                "walk by {}",
                visit.iter().map(|&p| unit(p).to_string()).collect::<Vec<_>>().join(" ")
            ),
        };
        cases.push(Case { part: "unit".to_owned(), rule, goal: Goal::To(unit(v)) });
    }
}
