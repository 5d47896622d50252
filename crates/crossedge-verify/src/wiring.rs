//! The verifier of repairs: they are made one after another on the list of cables that was found, and must leave the list that was planned.

use crossedge_core::model::{CableEnd, Wiring, WiringFault};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

/// The reasons why repairs do not fix a fabric.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum BadRepair {
    /// This one, by its number, cannot be made: a cable that it takes is not there, or a port that it needs has one.
    Impossible(usize),
    /// After all of them this port is not as it was planned.
    Left(CableEnd),
}

impl fmt::Display for BadRepair {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            BadRepair::Impossible(number) => write!(f, "repair {} cannot be made", number + 1),
            BadRepair::Left((node, port)) => {
                write!(f, "after all repairs port {port} of node {node} is not as planned")
            }
        }
    }
}

impl std::error::Error for BadRepair {}

/// Applies the repairs, and compares the result.
pub fn wiring(plan: &Wiring, built: &Wiring, repairs: &[WiringFault]) -> Result<(), BadRepair> {
    let cable = |a: CableEnd, b: CableEnd| if a < b { [a, b] } else { [b, a] };
    let mut cables: BTreeSet<[CableEnd; 2]> = built.cables().map(|(a, b)| cable(a, b)).collect();
    for (number, repair) in repairs.iter().enumerate() {
        let mut taken = Vec::new();
        let mut put = Vec::new();
        match repair {
            WiringFault::Names { called } => {
                let next = called.iter().cycle().skip(1);
                let names: BTreeMap<u32, u32> = called.iter().copied().zip(next.copied()).collect();
                let end = |(node, port): CableEnd| (names.get(&node).copied().unwrap_or(node), port);
                let renamed: BTreeSet<_> = cables.iter().map(|&[a, b]| cable(end(a), end(b))).collect();
                if renamed.len() != cables.len() || names.len() != called.len() {
                    return Err(BadRepair::Impossible(number));
                }
                cables = renamed;
            }
            &WiringFault::Missing { ends: [a, b] } => put.push(cable(a, b)),
            &WiringFault::Extra { ends: [a, b] } => taken.push(cable(a, b)),
            &WiringFault::Moved { stays, from, to } => {
                taken.push(cable(stays, from));
                put.push(cable(stays, to));
            }
            &WiringFault::Swapped { right: [a, b], others: [x, y] } => {
                taken.extend([cable(a, x), cable(b, y)]);
                put.extend([cable(a, b), cable(x, y)]);
            }
        }
        let had = taken.iter().all(|cable| cables.remove(cable));
        let new = put.into_iter().all(|cable| cables.insert(cable));
        if !had || !new {
            return Err(BadRepair::Impossible(number));
        }
    }
    // Two cables in one port would be reported by the comparison: the plan has none.
    let planned: BTreeSet<[CableEnd; 2]> = plan.cables().map(|(a, b)| cable(a, b)).collect();
    match planned.symmetric_difference(&cables).next() {
        Some(&[end, _]) => Err(BadRepair::Left(end)),
        None => Ok(()),
    }
}
