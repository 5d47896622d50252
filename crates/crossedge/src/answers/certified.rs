//! Certificates of deadlock freedom, of a deadlock, and of transitivity, each verified before it is returned.

use super::{DeadlockAnswer, DeadlockRequest, Request};
use crate::certificate::routing::{DeadlockFreedom, WaitingCycle};
use crate::certificate::symmetry::{Automorphisms, SYMMETRY_FORM, TransitiveOn};
use crate::error::Error;
use crate::metrics::symmetry_certificate;
use crate::net::Port;
use crate::progress::Progress;
use crate::route::channels::{Channel, ListedStates, MAX_LISTED, listed_states, waiting_cycle};
use crate::topology::Topology;
use crate::verify::{self, Verdict};

/// A certificate about deadlock.
#[derive(Debug, Clone, serde::Serialize)]
#[serde(untagged)]
pub enum DeadlockCertificate {
    /// No packets can deadlock.
    Freedom(Box<DeadlockFreedom>),
    /// These packets do.
    Cycle(WaitingCycle),
}

impl DeadlockRequest {
    /// The answer with its certificate, which was verified: all routes with ranks of their channels, or the packets of a deadlock.
    pub fn certified(
        &self,
        on: &Topology,
        progress: &dyn Progress,
    ) -> Result<(DeadlockAnswer, DeadlockCertificate), Error> {
        let answer = self.answer(on, progress)?;
        let net = on.network()?;
        let routing = self.routing.on(net.as_ref())?.on(net)?;
        let names = (on.to_string(), answer.routing.clone());
        let none =
            |why: &str| Error::limit(format!("there is no certificate: {why}"), "leave out the certificate");
        if answer.proved {
            let listed = listed_states(net.as_ref(), routing.as_ref(), names, answer.vcs, progress)?;
            let claim = match listed {
                ListedStates::Ranked(claim) => claim,
                ListedStates::Cyclic => {
                    return Err(none("the proof is not by ranks of the channels that packets use"));
                }
                ListedStates::TooMany => {
                    let message =
                        format!("there is no certificate: packets have more than {MAX_LISTED} states");
                    return Err(Error::limit(message, "take a smaller network of the same construction"));
                }
            };
            if let Verdict::Refuted(bad) = verify::deadlock_freedom(net.as_ref(), &claim, progress)? {
                return Err(Error::internal(format!("a certificate was refuted: {bad}")));
            }
            return Ok((answer, DeadlockCertificate::Freedom(claim)));
        }
        let Some(held) = &answer.cycle else { return Err(none("nothing is decided")) };
        let cycle: Vec<_> = held
            .iter()
            .map(|held| {
                let channel = Channel { from: held.from, port: Port(held.port), vc: held.vc };
                (channel, (held.packet.from, held.packet.via, held.packet.to))
            })
            .collect();
        let claim = waiting_cycle(net.as_ref(), routing.as_ref(), names, answer.vcs, &cycle)
            .ok_or_else(|| none("packets of an adaptive routing may take other channels"))?;
        if let Verdict::Refuted(bad) = verify::waiting_cycle(net.as_ref(), &claim) {
            return Err(Error::internal(format!("a certificate was refuted: {bad}")));
        }
        Ok((answer, DeadlockCertificate::Cycle(claim)))
    }
}

impl Topology {
    /// Automorphisms that show that all nodes, or all links, are equivalent; verified. `None` if they are not, or if this is not decided by a search.
    pub fn automorphisms(
        &self,
        transitive_on: TransitiveOn,
        progress: &dyn Progress,
    ) -> Result<Option<Automorphisms>, Error> {
        // Maps are searched for among all nodes and links: none of them speaks of roles or widths.
        if self.shape().machine().is_some() {
            return Ok(None);
        }
        let net = self.network()?;
        let Some(maps) = symmetry_certificate(net.as_ref(), transitive_on, progress)? else {
            return Ok(None);
        };
        let form = SYMMETRY_FORM.to_owned();
        let claim = Automorphisms { form, expression: self.to_string(), transitive_on, maps };
        match verify::automorphisms(net.as_ref(), &claim, progress)? {
            Verdict::Refuted(bad) => Err(Error::internal(format!("a certificate was refuted: {bad}"))),
            _ => Ok(Some(claim)),
        }
    }
}
