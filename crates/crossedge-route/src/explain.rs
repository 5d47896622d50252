//! Why the next hop is what it is: the case that the addresses take at each level, from the outermost in.
//!
//! It mirrors `next_port` of each construction over its parts. Levels of dual construction take the three cases of Algorithm 1 of
//! RDN and HDN: 1, same cluster; 2, the other class; 3, another cluster of the same class.

use crossedge_core::model::route::{Case, Goal};
use crossedge_lang::net::address::{Address, Digits};
use crossedge_lang::net::{Expanded, Leaf, Level, Node, Parts, Place, Structure, UnitWalks, levels};

/// The case of Algorithm 1 for a path from one place to another.
pub(super) fn algorithm1_case(here: Place, there: Place) -> u8 {
    match (here.class == there.class, here.cluster == there.cluster) {
        (true, true) => 1,
        (false, _) => 2,
        (true, false) => 3,
    }
}

/// A case at a level of dual construction.
pub(super) fn at_level(level: u32, case: u8, goal: Goal) -> Case {
    Case { part: format!("level {level}"), rule: format!("case {case}"), goal }
}

/// Adds the cases of the next hop from `at` towards `to` under address routing. Adds none if they are the same.
pub fn explain(net: &dyn Structure, at: Node, to: Node, cases: &mut Vec<Case>) {
    if at == to {
        return;
    }
    match net.parts() {
        Parts::Level(level) => explain_level(net, level, at, to, cases),
        Parts::Product(parts) => {
            let Some(digits) = Digits::new(parts.iter().map(|p| p.nodes()).collect()) else { return };
            for (i, part) in parts.iter().enumerate() {
                let (x, y) = (Node(digits.digit(at.0, i)), Node(digits.digit(to.0, i)));
                if x != y {
                    cases.push(hop_case(format!("dimension {}", i + 1), part.address(y)));
                    if !is_plain(part.as_ref()) {
                        explain(part.as_ref(), x, y, cases);
                    }
                    return;
                }
            }
        }
        Parts::Leaf(Leaf::Cube(dimension)) => {
            let differ = at.0 ^ to.0;
            let bit = differ.ilog2();
            cases.push(hop_case(
                format!("dimension {}", dimension - u64::from(bit)),
                Address::Int(to.0 >> bit & 1),
            ));
        }
        Parts::Expansion(re) => explain_expansion(re, at, to, cases),
        Parts::Leaf(_) => cases.push(hop_case("base".to_owned(), net.address(to))),
    }
}

/// A hop along one part, with nothing to decide.
fn hop_case(part: String, to: Address) -> Case {
    Case { part, rule: String::new(), goal: Goal::To(to) }
}

/// Returns `true` if a factor has no state beyond its destination.
fn is_plain(net: &dyn Structure) -> bool {
    match net.parts() {
        Parts::Leaf(leaf) => !matches!(leaf, Leaf::Cube(_)),
        _ => false,
    }
}

/// The case of a level, and then the level below unless the node is where it must cross. The crossing needs the right super-node only;
/// the position is fixed on the other side.
fn explain_level(net: &dyn Structure, level: &Level, at: Node, to: Node, cases: &mut Vec<Case>) {
    let (here, there) = (level.place(at), level.place(to));
    let (number, case) = (levels(net), algorithm1_case(here, there));
    let target = level.target(here, there);
    if case != 1 && level.split(here.node).0 == level.split(target).0 {
        return cases.push(at_level(number, case, Goal::Cross));
    }
    let base = level.base().as_ref();
    cases.push(at_level(number, case, Goal::To(base.address(Node(target)))));
    explain(base, Node(here.node), Node(target), cases);
}

fn explain_expansion(re: &dyn Expanded, at: Node, to: Node, cases: &mut Vec<Case>) {
    let ((u, f), (v, g)) = (re.coordinates(at), re.coordinates(to));
    let due: Vec<usize> = (0..f.len()).filter(|&i| f[i] != g[i]).collect();
    let frame = |i: usize| re.phase(i).frame.address(Node(g[i] as u64));
    let unit = |x: usize| re.unit().address(Node(x as u64));
    let phase = |i: usize, rule: &str, goal| Case {
        part: format!("phase {}", i + 1),
        rule: rule.to_owned(),
        goal: Goal::To(goal),
    };
    if re.unit_walks() == UnitWalks::Unknown {
        // One phase after the other, the lowest first.
        match due.first() {
            Some(&i) => cases.push(phase(i, "differs", frame(i))),
            None => cases.push(hop_case("unit".to_owned(), unit(v))),
        }
    } else if let Some(&i) = due.iter().find(|&&i| re.phase(i).pivots[0] == u) {
        cases.push(phase(i, "due at this pivot", frame(i)));
    } else {
        let mut visit: Vec<usize> = due.iter().map(|&i| re.phase(i).pivots[0]).collect();
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
