//! The remaining network after given faults, exactly.

use super::asked::Asked;
use super::failures::damaged_network;
#[cfg(feature = "schema")]
use super::verbs::Verb;
use super::{Request, texts};
use crate::error::Error;
use crate::evidence::{Evidence, Known};
use crate::exact::{Exact, Ratio};
use crate::lint::throughput::{network_throughput, throughput};
use crate::metrics::remains::{Remains, remaining_network};
use crate::net::{Faults, Node, Structure};
use crate::progress::{Progress, Silent};
use crate::topology::Topology;
use num_bigint::BigUint;
use std::collections::BTreeMap;

/// Networks of more endpoints times links have no throughput after faults: bounds for those need switches with hosts.
const MAX_THROUGHPUT_WORK: u128 = 100_000_000;

/// Request for the remaining network after faults.
#[derive(Debug, Clone, Default, serde::Serialize, serde::Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct LeftRequest {
    /// Dead nodes and links, e.g. `5,7-8,(0..2,(0,*,*))`.
    #[serde(with = "texts::list")]
    #[cfg_attr(feature = "schema", schemars(with = "Vec<String>"))]
    pub faults: Vec<String>,
    /// Also the uniform throughput of the endpoints that stay connected, before and after.
    #[serde(default)]
    pub throughput: bool,
}

/// The remaining network after faults: live endpoints and their connectivity.
#[derive(Debug, Clone, serde::Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct LeftAnswer {
    /// Dead endpoints.
    pub dead_endpoints: Vec<Node>,
    /// Dead switches.
    pub dead_switches: Vec<Node>,
    /// Failed links, by their ends.
    pub dead_links: Vec<(Node, Node)>,
    /// Number of endpoints; without switches every node is one.
    pub endpoints: Exact<u64>,
    /// Number of live endpoints.
    pub alive: Exact<u64>,
    /// Live endpoints of the largest component.
    pub connected: Exact<u64>,
    /// Number of components by their number of live endpoints: one component if nothing is cut off.
    pub parts: BTreeMap<u64, Exact<u64>>,
    /// Live endpoints outside the largest part.
    pub cut_off: Vec<Node>,
    /// Number of switches before the faults.
    pub switches: Exact<u64>,
    /// Ordered pairs of endpoints before the faults.
    pub pairs: Exact<u128>,
    /// Ordered pairs of live endpoints that are connected.
    pub connected_pairs: Exact<u128>,
    /// Largest distance between connected endpoints.
    pub diameter: Asked<Exact<u64>>,
    /// Their mean distance.
    pub mean_distance: Asked<Ratio>,
    /// The diameter without faults, if the construction gives it.
    pub diameter_without_faults: Option<Exact<BigUint>>,
    /// The uniform throughput of the connected endpoints, before and after, where it was requested.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub throughput: Option<LeftThroughputAnswer>,
    /// The kinds of link.
    pub classes: Vec<LeftLinksAnswer>,
    /// The evidence.
    pub evidence: Evidence,
}

/// The remaining links of a class.
#[derive(Debug, Clone, serde::Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct LeftLinksAnswer {
    /// The kind.
    pub link_class: String,
    /// Total number.
    pub links: Exact<u64>,
    /// Number of live links with live endpoints.
    pub remaining: Exact<u64>,
}

/// The uniform throughput before and after faults.
#[derive(Debug, Clone, serde::Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct LeftThroughputAnswer {
    /// Lower bound without faults.
    pub before_at_least: Ratio,
    /// Upper bound without faults.
    pub before_at_most: Ratio,
    /// Lower bound after the faults, for the endpoints of the largest component.
    pub after_at_least: Ratio,
    /// Upper bound after the faults; denominator 0 if unknown.
    pub after_at_most: Ratio,
    /// Evidence of the throughput after the faults.
    pub evidence: Evidence,
}

impl LeftAnswer {
    /// A remaining quantity: a name, the remaining number, and the total.
    pub fn rows(&self) -> Vec<(String, u128, u128)> {
        let row = |name: &str, left: u128, all: u128| (name.to_owned(), left, all);
        let switches = u128::from(self.switches.0);
        // Without switches every node is an endpoint.
        let what = if switches > 0 { "endpoints" } else { "nodes" };
        let mut rows = vec![row(&format!("{what} alive"), self.alive.0.into(), self.endpoints.0.into())];
        rows.push(row(
            &format!("{what} alive and connected"),
            self.connected.0.into(),
            self.endpoints.0.into(),
        ));
        rows.push(row(
            &format!("pairs of {what} that reach each other"),
            self.connected_pairs.0,
            self.pairs.0,
        ));
        if switches > 0 {
            rows.push(row("switches", switches - self.dead_switches.len() as u128, switches));
        }
        let links = |class: &LeftLinksAnswer| {
            let name = match class.link_class.as_str() {
                "link" => "links".to_owned(),
                name => format!("links of {name}"),
            };
            (name, class.remaining.0.into(), class.links.0.into())
        };
        rows.extend(self.classes.iter().map(links));
        rows
    }
}

impl LeftAnswer {
    /// The rest in sentences: distances, and cut-off nodes.
    pub fn sentences(&self) -> Vec<String> {
        let mut out = Vec::new();
        if let (Some(diameter), Some(mean)) = (&self.diameter.value, &self.mean_distance.value) {
            let before =
                self.diameter_without_faults.as_ref().map(|diameter| format!(" ({diameter} without faults)"));
            let before = before.unwrap_or_default();
            out.push(format!("between them: diameter {diameter}{before}, mean distance {}", mean.decimal(6)));
        } else if let Some(why) = &self.diameter.reason {
            out.push(format!("no distances: {why}"));
        }
        if let Some(throughput) = &self.throughput {
            let LeftThroughputAnswer {
                before_at_least, before_at_most, after_at_least, after_at_most, ..
            } = throughput;
            let range = |lower: &Ratio, upper: &Ratio| match lower == upper {
                true => lower.decimal(4),
                false if upper.value().is_none() => format!("at least {}", lower.decimal(4)),
                false => format!("{} to {}", lower.decimal(4), upper.decimal(4)),
            };
            out.push(format!(
                "uniform throughput of those connected: {} ({} without faults)",
                range(after_at_least, after_at_most),
                range(before_at_least, before_at_most)
            ));
        }
        let ids: Vec<String> = self.cut_off.iter().take(8).map(|v| v.0.to_string()).collect();
        let more = if self.cut_off.len() > ids.len() { ", …" } else { "" };
        match self.cut_off.len() {
            0 => {}
            1 => out.push(format!("cut off though alive: endpoint {}", ids.concat())),
            count => out.push(format!("cut off though alive: {count} endpoints, {}{more}", ids.join(", "))),
        }
        out.push(format!("({})", self.evidence));
        out
    }
}

impl Request for LeftRequest {
    type On = Topology;
    type Answer = LeftAnswer;
    const VERB: &'static str = "fault";

    fn answer(&self, on: &Topology, progress: &dyn Progress) -> Result<LeftAnswer, Error> {
        let net = on.network()?.as_ref();
        let dead = Faults::parse(net, &self.faults.join(","))?;
        let left = remaining_network(net, &dead, progress)?;
        let throughput = match self.throughput {
            true => Some(throughput_before_and_after(on, net, &dead, progress)?),
            false => None,
        };
        Ok(LeftAnswer { throughput, ..answer(on, net, &dead, left) })
    }
}

/// The uniform throughput of the network, and of the largest component of what is left of it.
fn throughput_before_and_after(
    on: &Topology,
    net: &dyn Structure,
    dead: &Faults,
    progress: &dyn Progress,
) -> Result<LeftThroughputAnswer, Error> {
    let work = u128::from(net.endpoints()).saturating_mul(u128::try_from(on.links()).unwrap_or(u128::MAX));
    if work > MAX_THROUGHPUT_WORK {
        let message = "the throughput after faults is solved link by link, and this network is too large";
        return Err(on.too_large(message, "omit `throughput`, or take a network such as torus(10,10,10)"));
    }
    let before = network_throughput(on, net, progress)?;
    let after = throughput(&damaged_network(net, dead), progress)?;
    Ok(LeftThroughputAnswer {
        before_at_least: before.lower,
        before_at_most: before.upper,
        after_at_least: after.lower,
        after_at_most: after.upper,
        evidence: after.evidence,
    })
}

fn answer(on: &Topology, net: &dyn Structure, dead: &Faults, left: Remains) -> LeftAnswer {
    let (ends, nodes) = (net.endpoints(), net.nodes());
    let (dead_endpoints, dead_switches) = dead.nodes().partition(|v| v.0 < ends);
    let classes = net.link_classes().into_iter().zip(&left.links).map(|(link_class, &(links, left))| {
        LeftLinksAnswer { link_class, links: Exact(links), remaining: Exact(left) }
    });
    let (diameter, mean_distance) = distances(&left);
    LeftAnswer {
        dead_endpoints,
        dead_switches,
        dead_links: dead.links().collect(),
        endpoints: Exact(ends),
        alive: Exact(left.alive),
        connected: Exact(left.largest),
        parts: left.parts.iter().map(|(&size, &count)| (size, Exact(count))).collect(),
        switches: Exact(nodes - ends),
        pairs: Exact(u128::from(ends) * u128::from(ends - 1)),
        connected_pairs: Exact(left.pairs()),
        diameter,
        mean_distance,
        throughput: None,
        diameter_without_faults: on.shape().diameter().map(|diameter| Exact(diameter.value)),
        classes: classes.collect(),
        cut_off: left.cut_off,
        evidence: Evidence::computed("every live node and link visited [bfs]"),
    }
}

/// The largest and the mean distance between endpoints that reach each other.
fn distances(left: &Remains) -> (Asked<Exact<u64>>, Asked<Ratio>) {
    let none = |reason: &str, help: &str| (Asked::gap(reason, help), Asked::gap(reason, help));
    let Some(distances) = &left.distances else {
        return none("searches from every endpoint take too long", "take a smaller network");
    };
    let diameter = distances.counts.len().saturating_sub(1) as u64;
    let pairs = left.pairs();
    if pairs == 0 {
        return none("no two endpoints reach each other", "take fewer faults");
    }
    let sum: BigUint =
        distances.counts.iter().enumerate().map(|(hops, &count)| BigUint::from(count) * hops).sum();
    let evidence = Evidence::computed("search from every live endpoint [bfs]");
    let mean = Ratio::lowest(sum, pairs.into());
    (Known::new(Exact(diameter), evidence.clone()).into(), Known::new(mean, evidence).into())
}

impl Topology {
    /// The remaining network after faults: live endpoints and their connectivity.
    ///
    /// ```
    /// use crossedge::prelude::*;
    ///
    /// let net: Topology = "fattree(8)".parse()?;
    /// let left = net.left("(0..2,(0,*,*))")?;
    /// assert_eq!((left.alive, left.connected), (Exact(112), Exact(112)), "all pods but one");
    /// # Ok::<(), crossedge::Error>(())
    /// ```
    pub fn left(&self, faults: impl Into<String>) -> Result<LeftAnswer, Error> {
        LeftRequest { faults: vec![faults.into()], throughput: false }.answer(self, &Silent)
    }
}

/// The verb.
#[cfg(feature = "schema")]
pub(in crate::answers) const ENTRY: Verb =
    Verb::one::<LeftRequest>("Remaining network after given faults: live, connected, cut off, diameter")
        .named("left");
