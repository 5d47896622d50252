//! What a network has that machines are compared by: roles, ports, cables, oversubscription, the bisection per endpoint.

use super::asked::Asked;
use crate::error::{Error, ErrorKind};
use crate::evidence::{Evidence, Known};
use crate::exact::{Exact, Ratio};
use crate::metrics::machine::{cables, diameter_of_nodes, oversubscription, ports, radix};
use crate::metrics::{Metric, bfs};
use crate::net::{Faults, LinkClass, Node, classes, endpoints, switch_degrees};
use crate::progress::Progress;
use crate::topology::Topology;
use num_bigint::BigUint;
use num_integer::Integer;
use num_traits::One;
use std::fmt;

/// What machines are compared by. What was not asked for is absent.
#[derive(Debug, Clone, Default, serde::Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct MachineAnswer {
    /// How many endpoints: nodes that send and receive. Distances, diameter and mean are between these.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub endpoints: Option<Asked<Exact<BigUint>>>,
    /// How many switches: nodes that only pass on.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub switches: Option<Asked<Exact<BigUint>>>,
    /// The most ports of a switch; absent without switches.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub radix: Option<Asked<Exact<u64>>>,
    /// How many cables: a link has as many as its class is wide.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cables: Option<Asked<Exact<BigUint>>>,
    /// Ports of switches over the endpoints, one for each cable; where two endpoints are linked, their ports count.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ports_per_endpoint: Option<Asked<Ratio>>,
    /// Cables over the endpoints.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cables_per_endpoint: Option<Asked<Ratio>>,
    /// For each level of switches with links up, from the endpoints on: the width of all links down over that of all links up.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub oversubscription: Option<Asked<LevelsAnswer>>,
    /// The fewest cables between two halves of the endpoints, over all endpoints: no less than the first, no more than the second.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub bisection_per_endpoint: Option<Asked<ShareAnswer>>,
    /// The largest distance of two nodes, be they endpoints or switches.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub diameter_of_nodes: Option<Asked<Exact<BigUint>>>,
    /// The classes of links; absent where they are not known at this size.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub link_classes: Option<Vec<LinkClassAnswer>>,
}

/// The fewest links between two halves, between two ends.
#[derive(Debug, Clone, serde::Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct BisectionAnswer {
    /// No cut has fewer.
    pub lower: Exact<BigUint>,
    /// A cut has so many.
    pub upper: Exact<BigUint>,
    /// The rule of that cut.
    pub witness: Option<String>,
    /// The nodes of one side, where no rule tells them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub nodes: Option<Vec<Node>>,
}

/// A share between two ends.
#[derive(Debug, Clone, serde::Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ShareAnswer {
    /// Not less.
    pub lower: Ratio,
    /// Not more.
    pub upper: Ratio,
}

impl fmt::Display for ShareAnswer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [lower, upper] = [self.lower.short(), self.upper.short()];
        match self.lower.numerator == BigUint::ZERO {
            _ if self.lower == self.upper => f.write_str(&upper),
            true => write!(f, "≤ {upper}"),
            false => write!(f, "{lower} to {upper}"),
        }
    }
}

/// For each level of switches the width of all links down over that of all links up; empty where all switches are on one level.
#[derive(Debug, Clone, serde::Serialize)]
#[serde(transparent)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct LevelsAnswer(
    /// From the switches of the endpoints on.
    pub Vec<Ratio>,
);

impl fmt::Display for LevelsAnswer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let level = |ratio: &Ratio| format!("{}:{}", ratio.numerator, ratio.denominator);
        match &self.0[..] {
            [] => f.write_str("–"),
            levels => f.write_str(&levels.iter().map(level).collect::<Vec<_>>().join(", ")),
        }
    }
}

/// A class of links.
#[derive(Debug, Clone, serde::Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct LinkClassAnswer {
    /// Its name.
    pub name: String,
    /// How many flits a link carries in a cycle and direction.
    pub width: Exact<u64>,
    /// How many links it has; null where that is not known.
    pub links: Option<Exact<BigUint>>,
}

/// A search over all nodes takes at most so many steps; a few seconds.
const MAX_STEPS: u128 = 1 << 33;

/// What is told of a network that has it all: beside the usual figures of one with switches or widths.
pub(super) fn whole(
    on: &Topology,
    bisection: Option<&Asked<BisectionAnswer>>,
    progress: &dyn Progress,
) -> Result<MachineAnswer, Error> {
    let mut answer = MachineAnswer::default();
    for metric in Metric::OF_MACHINES {
        // Without switches there is neither a radix nor a level.
        if !(matches!(metric, Metric::Radix | Metric::Oversubscription)
            && on.nodes() == endpoints(on.shape()))
        {
            answer.add(on, metric, bisection);
        }
    }
    answer.diameter_of_nodes = Some(diameter(on, progress)?);
    answer.link_classes =
        classes(on.shape()).map(|told| told.into_iter().map(LinkClassAnswer::from).collect());
    Ok(answer)
}

impl MachineAnswer {
    /// Adds a figure of machines; the bisection is found before.
    pub(super) fn add(&mut self, on: &Topology, metric: Metric, bisection: Option<&Asked<BisectionAnswer>>) {
        let shape = on.shape();
        let net = on.network_if_it_fits().map(|net| net.as_ref());
        let ends = endpoints(shape);
        let counted = |value: BigUint| {
            let by = "counted by the definition of the construction";
            Some(Known::new(Exact(value), Evidence::proved(by)).into())
        };
        let each = |all: Option<Known<BigUint>>, what: &str| {
            let large = format!("{what} are not counted at this size");
            Some(all.map_or_else(
                || Asked::gap(&large, "take a smaller network"),
                |all| all.map(|all| lowest(all, ends.clone())).into(),
            ))
        };
        match metric {
            Metric::Endpoints => self.endpoints = counted(ends),
            Metric::Switches => self.switches = counted(on.nodes() - ends),
            Metric::Radix => {
                self.radix = Some(match radix(shape, net) {
                    Some(radix) => radix.map(Exact).into(),
                    None if switch_degrees(shape).is_empty() => no_switches(),
                    None => Asked::gap(
                        "ports of wide links are not counted at this size",
                        "take a smaller network",
                    ),
                });
            }
            Metric::Cables => {
                let found = cables(shape, net).map(|all| all.map(Exact).into());
                let large =
                    || Asked::gap("links of a class are not counted at this size", "take a smaller network");
                self.cables = Some(found.unwrap_or_else(large));
            }
            Metric::PortsPerEndpoint => self.ports_per_endpoint = each(ports(shape, net), "ports"),
            Metric::CablesPerEndpoint => self.cables_per_endpoint = each(cables(shape, net), "cables"),
            Metric::Oversubscription => {
                let ratios = |all: Vec<(BigUint, BigUint)>| {
                    LevelsAnswer(all.into_iter().map(|(a, b)| Ratio::new(a, b)).collect())
                };
                let found = oversubscription(shape, net).map(|all| all.map(ratios).into());
                let none = || match on.nodes() == ends {
                    true => no_switches(),
                    false => Asked::gap(
                        "levels of switches are not counted at this size",
                        "take a smaller network",
                    ),
                };
                self.oversubscription = Some(found.unwrap_or_else(none));
            }
            Metric::BisectionPerEndpoint => {
                let share = |cut: &BisectionAnswer| ShareAnswer {
                    lower: lowest(cut.lower.0.clone(), ends.clone()),
                    upper: lowest(cut.upper.0.clone(), ends.clone()),
                };
                self.bisection_per_endpoint = bisection.map(|asked| asked.derived(share));
            }
            _ => {}
        }
    }
}

/// A ratio in lowest terms.
fn lowest(a: BigUint, b: BigUint) -> Ratio {
    let common = a.gcd(&b).max(BigUint::one());
    Ratio::new(a / &common, b / common)
}

impl From<LinkClass> for LinkClassAnswer {
    fn from(class: LinkClass) -> Self {
        LinkClassAnswer { name: class.name, width: Exact(class.width), links: class.links.map(Exact) }
    }
}

/// A figure of switches, where there are none.
fn no_switches<T>() -> Asked<T> {
    Asked::gap("the network has no switches", "put hosts on it, as in hosts(torus(4,4), 2)")
}

/// The largest distance of two nodes, by rule, or by a search from every node.
fn diameter(on: &Topology, progress: &dyn Progress) -> Result<Asked<Exact<BigUint>>, Error> {
    if let Some(far) = diameter_of_nodes(on.shape()) {
        return Ok(far.map(Exact).into());
    }
    let steps = u128::try_from(on.nodes() * on.links()).unwrap_or(u128::MAX);
    let net = match on.network_if_it_fits() {
        Some(net) if steps <= MAX_STEPS => net.as_ref(),
        _ => return Ok(Asked::gap("a search from every node takes too long", "take a smaller network")),
    };
    let pairs = match bfs::all_pairs(net, &Faults::none(), progress).map_err(Error::from) {
        Ok(pairs) => pairs,
        Err(error) if error.kind() == ErrorKind::Stopped => return Err(error),
        Err(error) => return Ok(Asked::gap(error.message(), error.advice().unwrap_or_default())),
    };
    Ok(match pairs.apart {
        0 => Known::new(Exact(pairs.diameter().into()), Evidence::computed("search from every node")).into(),
        _ => Asked::gap("the network is not connected", "verifying it names a node that is not reached"),
    })
}
