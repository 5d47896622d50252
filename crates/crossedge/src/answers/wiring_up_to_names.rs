//! A fabric compared with the plan up to names and port numbers: is the wiring the same?

use super::cable_rates::slow_cables;
use super::wiring::{WiringAnswer, WiringRequest};
use crate::error::Error;
use crate::evidence::{Evidence, Known};
use crate::exact::Exact;
use crate::export::{Given, fabric};
use crate::net::read::Fabric;
use crate::net::{Node, Port};
use crate::progress::Progress;
use crate::recognize::{CabledGraph, Search, isomorphism};
use crate::topology::Topology;

impl WiringRequest {
    /// Compares up to names and port numbers.
    pub(super) fn up_to_names(
        &self,
        on: &Topology,
        built: &Fabric,
        discovered: bool,
        progress: &dyn Progress,
    ) -> Result<WiringAnswer, Error> {
        let text = on.to_string();
        let net = on.network()?.as_ref();
        let kinds = built.nodes.iter().all(|node| node.switch.is_some());
        let kind = |switch: bool| u32::from(kinds && switch);
        let plan = if discovered {
            let (wiring, _) = fabric(&Given::new(on.network()?, &text, progress));
            let cables = wiring.cables().map(|((a, _), (b, _))| (a, b)).collect::<Vec<_>>();
            CabledGraph::new((0..wiring.nodes()).map(|v| kind(wiring.is_switch(v))).collect(), cables)
        } else {
            let switch = |v: u64| v >= net.endpoints();
            let mut cables = Vec::new();
            for v in (0..net.nodes()).map(Node) {
                for port in (0..net.degree(v)).map(Port) {
                    let (w, _) = net.link(v, port);
                    let count = if v < w { net.cables(net.link_class(v, port)) } else { 0 };
                    cables.extend((0..count).map(|_| (v.0 as u32, w.0 as u32)));
                }
            }
            CabledGraph::new((0..net.nodes()).map(|v| kind(switch(v))).collect(), cables)
        };
        let cables = built.cables.iter().flat_map(|cable| {
            let [(a, _), (b, _)] = cable.ends;
            (0..cable.width.unwrap_or(1)).map(move |_| (a, b))
        });
        let ours = built.nodes.iter().map(|node| kind(node.switch == Some(true))).collect();
        let ours = CabledGraph::new(ours, cables);
        let as_planned = match isomorphism(&ours, &plan) {
            Search::Found(_) => Known::new(
                Some(true),
                Evidence::computed("a map from its nodes to the plan, verified link by link [plan-map]"),
            ),
            Search::None(why) => Known::new(
                Some(false),
                Evidence::computed(format!("no map from its nodes to the plan: {why} [plan-map]")),
            ),
            Search::Unknown => {
                Known::new(None, Evidence::computed("no map from its nodes to the plan was found [plan-map]"))
            }
        };
        let right = if as_planned.value == Some(true) { plan.cables() } else { 0 };
        Ok(WiringAnswer {
            file: self.file.clone(),
            trust: self.trust.name(),
            planned: Exact(plan.cables()),
            found: Exact(ours.cables()),
            right: Exact(right),
            as_planned,
            faults: Vec::new(),
            slow: slow_cables(built),
        })
    }
}
