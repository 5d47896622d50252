//! What holds of a network at every size of message: its endpoints, the rings on them, and what bounds every schedule.

use super::super::Request;
use super::fate::too_large;
use super::request::{Choice, CollectiveRequest};
use crate::collective::bounds::{self, NoReach};
use crate::collective::{Algorithm, Ends, Kind, Means, Rings, Unmade, grown, means, ring};
use crate::cost::{Ground, Switching};
use crate::error::Error;
use crate::hamilton::{NodeOrder, Options, Sought, cycle, link_disjoint};
use crate::metrics::traffic::{Traffic, any_bound};
use crate::net::{Node, Structure, endpoint_degrees};
use crate::progress::{Progress, Stopped};
use crate::topology::Topology;
use crate::verify::Ports;

/// The endpoints of a network.
pub fn ends(on: &Topology) -> Result<Ends, Error> {
    Ends::of(on.network()?).map_err(|unmade| match unmade {
        Unmade::TooLarge(most) => Error::limit(
            format!("no rule tells the ways between these endpoints, and {most} are searched at most"),
            "take a smaller network of the same construction",
        ),
        other => Error::usage(other.to_string()),
    })
}

/// How messages move: switches do not store them, so there is no choice where they stand between.
pub fn switching(request: &CollectiveRequest, ends: &Ends) -> Result<Switching, Error> {
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

/// The special node, which is an endpoint.
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

/// By which means an algorithm is priced. Trees and rings that are judged without a list are ways over single links, all alike.
pub fn means_on(ends: &Ends, algorithm: &Algorithm, kind: Kind) -> Means {
    let (nodes, most) = (ends.graph().nodes(), (algorithm.most_nodes)(kind));
    match means(algorithm, kind, nodes) {
        Means::Tree | Means::Ring | Means::Pipes if ends.switched() || ends.ways().is_none() => {
            if nodes <= most { Means::List } else { Means::Beyond(most) }
        }
        Means::Formula if ends.ways().is_none() => Means::Beyond(most),
        found => found,
    }
}

/// What bounds every schedule.
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
    Ok(Ground { reach, degree, least, grown, width, one_port, cut })
}

/// Rings through all nodes, where an algorithm asks for them.
pub fn rings(
    request: &CollectiveRequest,
    net: &dyn Structure,
    progress: &dyn Progress,
) -> Result<Vec<Vec<u64>>, Error> {
    let asked = |name: &str| match &request.algorithm {
        Choice::Best | Choice::All => true,
        Choice::Paper => false,
        Choice::Named(asked) => asked == name,
    };
    let wanted = |rings| Algorithm::all(request.kind).any(|a| a.rings == rings && asked(a.name));
    if net.nodes() > ring::MAX_ROUND {
        return Ok(Vec::new());
    }
    if !wanted(Rings::Several) {
        let found = match wanted(Rings::One) {
            true => cycle(net, &Options::default(), progress)?,
            false => return Ok(Vec::new()),
        };
        return Ok(match found {
            Sought::Found(found) => vec![(0..net.nodes()).map(|p| found.ring.node_at(p).0).collect()],
            _ => Vec::new(),
        });
    }
    Ok(match link_disjoint(net, &Options::default(), progress)? {
        Sought::Found(apart) => {
            let order = |ring: &dyn NodeOrder| (0..net.nodes()).map(|p| ring.node_at(p).0).collect();
            apart.rings.iter().map(|found| order(found.ring.as_ref())).collect()
        }
        _ => Vec::new(),
    })
}

/// The distance of the farthest endpoint from the root: the diameter where all nodes look alike.
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
        Error::usage("the network is not connected").help("a collective needs a way between any two nodes")
    })
}
