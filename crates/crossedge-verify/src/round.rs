//! The verifier of one round: every endpoint of a ring sends one message to the next one. It asserts
//!
//! - the messages are those of the ring, each once;
//! - each goes over links of the network, and only switches hand it on;
//! - in every step of the round ports and links have room for its messages.
//!
//! A collective round a ring repeats the round, with other data of the same size, so this is all there is to verify of its messages at sizes at
//! which they are not listed.

use super::links::Taken;
use super::ports::Busy;
use super::schedule::widths;
use super::schedule_fault::{Model, Reason};
use super::{Asserted, Checked, Verdict};
use crate::ScheduleFault;
use crate::fingerprint::{Fingerprint, THOROUGH};
use crossedge_core::model::Message;
use crossedge_core::net::{Node, Structure};
use crossedge_core::progress::{Progress, Stopped};

/// The steps of one round.
pub type RoundSteps = Vec<Vec<Message>>;

/// Verifies a round between the endpoints of a network, which follow each other in this order.
pub fn round(
    net: &dyn Structure,
    order: &[u64],
    steps: RoundSteps,
    model: Model,
    watch: &dyn Progress,
) -> Result<Verdict<Checked<RoundSteps>, ScheduleFault>, Stopped> {
    if watch.stopped() {
        return Err(Stopped);
    }
    Ok(replay(net, order, &steps, model)
        .map(|()| {
            Checked::new(
                steps,
                Fingerprint::of(net, THOROUGH),
                Asserted::Round { model, widths: widths(net) },
            )
        })
        .into())
}

fn replay(net: &dyn Structure, order: &[u64], steps: &RoundSteps, model: Model) -> Result<(), ScheduleFault> {
    let ends = net.endpoints();
    let fault = |step, node, reason| ScheduleFault { step, node, chunk: None, reason };
    if order.len() as u64 != ends {
        return Err(fault(None, ends, Reason::Nodes(order.len() as u64)));
    }
    // To whom each endpoint has to send, until it has.
    let mut next: Vec<Option<u64>> = vec![None; order.len()];
    for (&from, &to) in order.iter().zip(order.iter().cycle().skip(1)) {
        match next.get_mut(from as usize) {
            Some(slot @ None) if to < ends => *slot = Some(to),
            _ => return Err(fault(None, from, Reason::Outside)),
        }
    }
    let plain = widths(net).is_empty();
    let (mut ports, mut taken) = (Busy::new(order.len(), model), Taken::default());
    for (step, messages) in (0u32..).zip(steps) {
        ports.begin(step);
        taken.clear();
        for m in messages {
            let wrong = |node, reason| fault(Some(step), node, reason);
            if m.path.len() < 2 || next.get(m.from() as usize).copied().flatten() != Some(m.to()) {
                return Err(wrong(m.from(), Reason::NoWay));
            }
            next[m.from() as usize] = None;
            if let Some(&relay) =
                m.path[1..m.path.len() - 1].iter().find(|&&at| at < ends && ends < net.nodes())
            {
                return Err(wrong(relay, Reason::Relay));
            }
            let mut widths = Vec::new();
            for hop in m.path.windows(2) {
                if hop[0] >= net.nodes() || hop[1] >= net.nodes() {
                    return Err(wrong(hop[0].max(hop[1]), Reason::Outside));
                }
                match net.width_between(Node(hop[0]), Node(hop[1])) {
                    None => return Err(wrong(hop[0], Reason::Unlinked(hop[1]))),
                    Some(_) if plain => {}
                    Some(width) => widths.push(width),
                }
            }
            ports.take(m).map_err(|(node, reason)| wrong(node, reason))?;
            if let Err((link, other)) = taken.take(m, model.switching, (&widths, net.unit())) {
                return Err(wrong(link.0, Reason::Link { to: link.1, other }));
            }
        }
    }
    match (0..).zip(&next).find(|(_, left)| left.is_some()) {
        Some((node, _)) => Err(fault(None, node, Reason::Absent)),
        None => Ok(()),
    }
}
