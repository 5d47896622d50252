//! The faults of as-built cabling against a plan, if the nodes are identified.
//!
//! A planned port without its cable begins a path: its cable ends in a wrong port, or is missing. A cable on two unplanned ports is
//! extra. The rest are cycles that alternate between planned and found cables. A cycle with k cables of each kind is fixed by k - 1 exchanges of two ends, and
//! not by fewer, because an exchange removes at most one planned cable from a cycle.

use crossedge_core::model::{CableEnd, Wiring, WiringFault};

/// The faults, and how they are fixed, in order.
pub fn faults(plan: &Wiring, built: &Wiring) -> Vec<WiringFault> {
    let mut now = built.clone();
    let mut out = Vec::new();
    let planned: Vec<(CableEnd, CableEnd)> = plan.ends().collect();
    // A name that the plan does not have may is next to all of its nodes.
    for &(end, _) in &planned {
        let mut at = end;
        while now.at(at).is_none()
            && let Some(want) = plan.at(at)
        {
            let Some(from) = now.at(want) else {
                out.push(WiringFault::Missing { ends: [at, want] });
                now.join(at, want);
                break;
            };
            out.push(WiringFault::Moved { stays: want, from, to: at });
            now.unplug(want);
            now.join(want, at);
            at = from;
        }
    }
    // Every planned port has a cable now.
    let unplanned: Vec<CableEnd> =
        now.ends().map(|(end, _)| end).filter(|&end| plan.at(end).is_none()).collect();
    for end in unplanned {
        while let Some(other) = now.at(end) {
            let Some(want) = plan.at(other) else {
                out.push(WiringFault::Extra { ends: [end, other] });
                now.unplug(end);
                break;
            };
            out.extend(join_ports(&mut now, other, want));
        }
    }
    for (a, b) in planned {
        if now.at(a) != Some(b) {
            out.extend(join_ports(&mut now, a, b));
        }
    }
    out
}

/// Joins two ports whose cables end elsewhere; these other ends are joined, too.
fn join_ports(now: &mut Wiring, a: CableEnd, b: CableEnd) -> Option<WiringFault> {
    let (x, y) = (now.unplug(a)?, now.unplug(b)?);
    now.join(a, b);
    now.join(x, y);
    Some(WiringFault::Swapped { right: [a, b], others: [x, y] })
}
