//! What a network with switches or widths has beyond other networks: roles, ports, cables.

use super::asked::Asked;
use crate::error::{Error, ErrorKind};
use crate::evidence::{Evidence, Known};
use crate::exact::Exact;
use crate::metrics::bfs;
use crate::net::{Faults, Node, Port, Structure, classes, endpoints, links, switch_degrees};
use crate::progress::Progress;
use crate::topology::Topology;
use num_bigint::BigUint;

/// What a network with switches or widths has.
#[derive(Debug, Clone)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct MachineAnswer {
    /// How many endpoints: nodes that send and receive. Distances, diameter and mean are between these.
    pub endpoints: Asked<Exact<BigUint>>,
    /// How many switches: nodes that only pass on.
    pub switches: Asked<Exact<BigUint>>,
    /// The most ports of a switch; absent without switches.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
    pub radix: Option<Asked<Exact<u64>>>,
    /// How many cables: a link has as many as its class is wide.
    pub cables: Asked<Exact<BigUint>>,
    /// The largest distance of two nodes, be they endpoints or switches.
    pub diameter_of_nodes: Asked<Exact<u64>>,
    /// The classes of links; null where they are not known at this size.
    pub link_classes: Option<Vec<LinkClassAnswer>>,
}

/// A class of links.
#[derive(Debug, Clone)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
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

/// Links are counted one by one up to so many ports.
const MAX_COUNTED: u64 = 1 << 27;

/// What a network has beyond other networks; none of one without switches and widths.
pub(super) fn machine(on: &Topology, progress: &dyn Progress) -> Result<Option<MachineAnswer>, Error> {
    let shape = on.shape();
    if shape.machine().is_none() {
        return Ok(None);
    }
    let proved = |by: &str| Evidence::proved(by);
    let counted =
        |value: BigUint| Known::new(Exact(value), proved("counted by the definition of the construction"));
    let ends = endpoints(shape);
    let switches = shape.nodes() - &ends;
    let radix = switch_degrees(shape).keys().next_back().copied();
    let told = classes(shape);
    Ok(Some(MachineAnswer {
        endpoints: counted(ends).into(),
        switches: counted(switches).into(),
        radix: radix.map(|most| Known::new(Exact(most), proved("the largest degree of a switch")).into()),
        cables: cables(on, told.as_deref()),
        diameter_of_nodes: diameter(on, progress)?,
        link_classes: told.map(|told| told.into_iter().map(LinkClassAnswer::from).collect()),
    }))
}

impl From<crate::net::LinkClass> for LinkClassAnswer {
    fn from(class: crate::net::LinkClass) -> Self {
        LinkClassAnswer { name: class.name, width: Exact(class.width), links: class.links.map(Exact) }
    }
}

/// A figure that is not told.
fn gap<T>(reason: &str, help: &str) -> Asked<T> {
    let (reason, help) = (Some(reason.to_owned()), Some(help.to_owned()));
    Asked { value: None, evidence: None, counterexample: None, reason, help }
}

/// The links of each class, as often as it is wide.
fn cables(on: &Topology, told: Option<&[crate::net::LinkClass]>) -> Asked<Exact<BigUint>> {
    let help = "take a smaller network";
    let Some(told) = told else { return gap("the classes of links are not known at this size", help) };
    if told.iter().all(|class| class.width == 1) {
        return Known::new(Exact(on.links()), Evidence::proved("one for each link")).into();
    }
    let by_class = told.iter().map(|class| Some(class.links.clone()? * class.width)).sum::<Option<BigUint>>();
    if let Some(cables) = by_class {
        return Known::new(Exact(cables), Evidence::proved("the links of each class times its width")).into();
    }
    match on.network_if_it_fits() {
        Some(net) if links(on.shape()) <= (MAX_COUNTED / 2).into() => {
            let cables = (0..net.nodes()).map(|v| ends(net.as_ref(), Node(v))).sum::<u128>() / 2;
            Known::new(Exact(cables.into()), Evidence::computed("every link counted")).into()
        }
        _ => gap("links of a class are not counted at this size", help),
    }
}

/// The widths of all links of a node, added.
fn ends(net: &dyn Structure, v: Node) -> u128 {
    let width = |port| u128::from(net.width(net.link_class(v, Port(port))));
    (0..net.degree(v)).map(width).sum()
}

/// The largest distance of two nodes, by a search from every node.
fn diameter(on: &Topology, progress: &dyn Progress) -> Result<Asked<Exact<u64>>, Error> {
    let steps = u128::try_from(on.nodes() * on.links()).unwrap_or(u128::MAX);
    let net = match on.network_if_it_fits() {
        Some(net) if steps <= MAX_STEPS => net.as_ref(),
        _ => return Ok(gap("a search from every node takes too long", "take a smaller network")),
    };
    let pairs = match bfs::all_pairs(net, &Faults::none(), progress).map_err(Error::from) {
        Ok(pairs) => pairs,
        Err(error) if error.kind() == ErrorKind::Stopped => return Err(error),
        Err(error) => return Ok(gap(error.message(), error.advice().unwrap_or_default())),
    };
    Ok(match pairs.apart {
        0 => Known::new(Exact(pairs.diameter()), Evidence::computed("search from every node")).into(),
        _ => gap("the network is not connected", "verifying it names a node that is not reached"),
    })
}
