//! Cables of a fabric that run at another rate than most of their kind.

use super::wiring_faults::CableAnswer;
use crate::exact::Exact;
use crate::net::read::{Fabric, FabricCable};
use std::collections::BTreeMap;

/// A cable and its rate.
#[derive(Debug, Clone, serde::Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct CableRateAnswer {
    /// The cable, by the names of the file.
    pub cable: CableAnswer,
    /// Its rate, e.g. 4xDDR.
    pub rate: String,
    /// The rate of most others.
    pub common_rate: String,
    /// The line of the file.
    pub line: Exact<u64>,
}

/// The cables that run at another rate than most of their kind: between switches, or at a host.
pub(super) fn slow_cables(built: &Fabric) -> Vec<CableRateAnswer> {
    let switch = |v: u32| built.nodes[v as usize].switch == Some(true);
    let inner = |cable: &FabricCable| cable.ends.iter().all(|&(v, _)| switch(v));
    let mut counts: BTreeMap<(bool, u32), u64> = BTreeMap::new();
    let rated = || built.cables.iter().filter_map(|cable| Some((cable, cable.rate?)));
    rated().for_each(|(cable, rate)| *counts.entry((inner(cable), rate)).or_default() += 1);
    let usual = |kind: bool| {
        let of_kind = counts.iter().filter(|((inner, _), _)| *inner == kind);
        of_kind
            .max_by_key(|((_, rate), count)| (**count, std::cmp::Reverse(*rate)))
            .map(|((_, rate), _)| *rate)
    };
    let usual = [false, true].map(usual);
    let slow = rated().filter_map(|(cable, rate)| {
        let most = usual[usize::from(inner(cable))].filter(|&most| most != rate)?;
        let [a, z] = cable.ends;
        let name = |v: u32| built.nodes[v as usize].name.clone();
        let place = |v: u32| built.nodes[v as usize].place.clone();
        Some(CableRateAnswer {
            cable: CableAnswer {
                a_node: name(a.0),
                a_place: place(a.0),
                a_port: a.1.unwrap_or(0),
                z_node: name(z.0),
                z_place: place(z.0),
                z_port: z.1.unwrap_or(0),
            },
            rate: built.rates[rate as usize].clone(),
            common_rate: built.rates[most as usize].clone(),
            line: Exact(cable.line),
        })
    });
    slow.collect()
}
