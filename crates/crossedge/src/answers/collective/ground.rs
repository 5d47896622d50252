//! The facts that hold of a network at every size of message: its endpoints, the rings on them, and what bounds every schedule.

use super::super::Request;
use super::fate::too_large;
use super::request::{Choice, CollectiveRequest};
use crate::collective::bounds::{self, NoReach};
use crate::collective::{Algorithm, Beyond, EndpointNetwork, Kind, Means, Rings, Unmade, grown, means, ring};
use crate::cost::{Ground, Switching};
use crate::error::Error;
use crate::hamilton::{self, FoundRing, NodeOrder, RingOptions, Sought, cycle, link_disjoint};
use crate::metrics::traffic::{Traffic, any_bound};
use crate::net::{Faults, Node, Structure, endpoint_degrees};
use crate::progress::{Progress, Stopped};
use crate::topology::Topology;
use crate::verify::Ports;

/// The endpoints of a network.
pub fn ends(on: &Topology) -> Result<EndpointNetwork, Error> {
    EndpointNetwork::of(on.network()?).map_err(|unmade| match unmade {
        Unmade::TooLarge(most) => Error::limit(
            format!("no closed form for the paths between these endpoints, and at most {most} are searched"),
            "take a smaller network of the same construction",
        ),
        other => Error::usage(other.to_string()),
    })
}

/// How messages move: switches do not store them, so there is no choice where they are between.
pub fn switching(request: &CollectiveRequest, ends: &EndpointNetwork) -> Result<Switching, Error> {
    match (request.model, ends.switched()) {
        (None, false) => Ok(Switching::StoreAndForward),
        (None, true) => Ok(Switching::CutThrough),
        (Some(Switching::StoreAndForward), true) => {
            Err(Error::usage("switches hand messages on and do not store them")
                .help("take `model` cut-through or loggp"))
        }
        (Some(model), _) => Ok(model),
    }
}

/// The root, which is an endpoint.
pub fn root(on: &Topology, request: &CollectiveRequest) -> Result<Node, Error> {
    let root = on.node(&request.root)?;
    let (net, ends) = (on.network()?, on.network()?.endpoints());
    match root.0 < ends {
        true => Ok(root),
        false => Err(Error::usage(format!("the root, {}, is a switch", net.address(root))).help(format!(
            "{} is between endpoints, ids 0 to {}",
            CollectiveRequest::VERB,
            ends - 1
        ))),
    }
}

/// The pricing method of an algorithm. Trees that are verified without a list are paths over single links, all equivalent; of a ring one round is built,
/// for any links.
pub fn means_on(ends: &EndpointNetwork, algorithm: &Algorithm, kind: Kind) -> Means {
    let (nodes, most) = (ends.graph().nodes(), (algorithm.most_nodes)(kind));
    match means(algorithm, kind, nodes) {
        Means::Tree | Means::Pipes if ends.switched() || ends.message_paths().is_none() => {
            if nodes <= most {
                Means::List
            } else {
                Means::Beyond(most)
            }
        }
        Means::Formula if ends.message_paths().is_none() => Means::Beyond(most),
        other => other,
    }
}

/// Bounds on every schedule.
pub fn ground(
    on: &Topology,
    request: &CollectiveRequest,
    root: Node,
    progress: &dyn Progress,
) -> Result<Ground, Error> {
    let net = on.network()?.as_ref();
    let reach = reach(on, net, root, progress)?;
    let degrees = endpoint_degrees(on.shape());
    let [least, degree] =
        [degrees.keys().next(), degrees.keys().next_back()].map(|d| d.copied().unwrap_or(0));
    let one_port = request.ports != Ports::All;
    // Clusters of nodes without switches between them.
    let grown = if one_port && on.shape().machine().is_none() { grown(net, degree) } else { 0 };
    let width = (0..net.link_classes().len()).map(|class| net.width(class)).max().unwrap_or(1);
    let cut = match request.kind {
        Kind::AllToAll => {
            let cut = any_bound(on.shape(), net, Traffic::AllToAll, progress)?;
            cut.map(|cut| cut.value.1 as f64 / cut.value.0 as f64)
        }
        _ => None,
    };
    let unit = net.unit();
    Ok(Ground { reach, degree, least, grown, width, unit, one_port, cut })
}

/// Orders of all nodes that are known, as lists.
#[derive(Debug, Default)]
pub struct Orders {
    /// One ring: the same whichever algorithms are requested, so that each has one price.
    one: Vec<Vec<u64>>,
    /// A path from the root, where no ring is known.
    path: Vec<Vec<u64>>,
    /// Rings that are edge-disjoint.
    several: Vec<Vec<u64>>,
}

impl Orders {
    /// Those that an algorithm goes along.
    pub fn of(&self, algorithm: &Algorithm) -> &[Vec<u64>] {
        match algorithm.rings {
            Rings::None => &[],
            Rings::Several => &self.several,
            Rings::One if self.one.is_empty() && matches!(algorithm.beyond, Beyond::Chain) => &self.path,
            Rings::One => &self.one,
        }
    }
}

/// A path through all nodes from the root on: the ends that a path can have are few where a node has one link.
pub fn path_from(
    net: &dyn Structure,
    root: Node,
    progress: &dyn Progress,
) -> Result<Option<FoundRing>, Error> {
    const TRIED: usize = 8;
    if net.nodes() < 2 {
        return Ok(None);
    }
    let others = || (0..net.nodes()).rev().map(Node).filter(|&v| v != root);
    let dead_ends: Vec<Node> = others().filter(|&v| net.degree(v) == 1).take(2).collect();
    let ends = match dead_ends[..] {
        [] => others().take(TRIED).collect(),
        [end] => vec![end],
        _ => return Ok(None),
    };
    for end in ends {
        let sought = hamilton::path(net, root, end, &Faults::none(), &RingOptions::default(), progress)?;
        if let Sought::Found(found_ring) = sought {
            return Ok(Some(found_ring));
        }
    }
    Ok(None)
}

/// Rings through all nodes, where an algorithm asks for them.
pub fn orders(
    request: &CollectiveRequest,
    net: &dyn Structure,
    root: Node,
    progress: &dyn Progress,
) -> Result<Orders, Error> {
    let asked = |name: &str| match &request.algorithm {
        Choice::Best | Choice::All => true,
        Choice::Paper => false,
        Choice::Named(asked) => asked == name,
    };
    let wanted = |rings| Algorithm::all(request.kind).any(|a| a.rings == rings && asked(a.name));
    let mut orders = Orders::default();
    if net.nodes() > ring::MAX_ROUND {
        return Ok(orders);
    }
    let listed = |order: &dyn NodeOrder| (0..net.nodes()).map(|p| order.node_at(p).0).collect::<Vec<u64>>();
    if wanted(Rings::One) {
        if let Sought::Found(found_ring) = cycle(net, &RingOptions::default(), progress)? {
            orders.one.push(listed(found_ring.ring.as_ref()));
        } else if request.kind.rooted()
            && let Some(found_ring) = path_from(net, root, progress)?
        {
            orders.path.push(listed(found_ring.ring.as_ref()));
        }
    }
    if wanted(Rings::Several)
        && let Sought::Found(apart) = link_disjoint(net, &RingOptions::default(), progress)?
    {
        orders.several = apart.rings.iter().map(|found_ring| listed(found_ring.ring.as_ref())).collect();
    }
    Ok(orders)
}

/// The distance of the farthest endpoint from the root: the diameter where all nodes are equivalent.
fn reach(on: &Topology, net: &dyn Structure, root: Node, progress: &dyn Progress) -> Result<u64, Error> {
    if on.shape().node_symmetric().is_some()
        && let Some(diameter) = on.shape().diameter()
        && let Ok(diameter) = u64::try_from(&diameter.value)
    {
        return Ok(diameter);
    }
    let far = bounds::reach(net, root, progress).map_err(|why| match why {
        NoReach::TooLarge { most } => too_large(most),
        NoReach::Stopped => Stopped.into(),
    })?;
    far.ok_or_else(|| {
        Error::usage("the network is not connected").help("a collective needs a connected network")
    })
}
