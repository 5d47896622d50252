//! One node: its address, its ports and neighbours.

use super::Request;
#[cfg(feature = "schema")]
use super::verbs::Verb;
use crate::error::Error;
use crate::net::{Node, Port};
use crate::progress::{Progress, Silent};
use crate::topology::{NodeName, Topology};

/// More ports are not listed: each takes about a kilobyte on the way to a reader.
const MAX_PORTS: u32 = 1_000_000;

/// Request for one node.
#[derive(Debug, Clone, serde::Serialize, serde::Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct NodeRequest {
    /// The node: an id, or an address in the notation of the network.
    pub node: NodeName,
    /// Maximum number of ports to list.
    #[serde(default = "default_ports")]
    pub ports: u32,
}

fn default_ports() -> u32 {
    NodeRequest::PORTS
}

impl NodeRequest {
    /// This many ports are listed by default.
    pub const PORTS: u32 = 64;

    /// One node, with its first ports.
    pub fn new(node: impl Into<NodeName>) -> Self {
        NodeRequest { node: node.into(), ports: Self::PORTS }
    }
}

/// One node and its neighbours.
#[derive(Debug, Clone, serde::Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct NodeAnswer {
    /// The node.
    pub node: Node,
    /// Its address, in the notation of the paper that defined the network.
    pub address: String,
    /// The form of addresses; `id` where they are plain ids.
    pub notation: String,
    /// Number of ports.
    pub degree: u32,
    /// The first ports, as many as were requested.
    pub ports: Vec<PortAnswer>,
}

/// One port.
#[derive(Debug, Clone, serde::Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PortAnswer {
    /// Its number.
    pub port: u32,
    /// The node that it leads to.
    pub node: Node,
    /// The address of that node.
    pub address: String,
    /// The port there that leads back.
    pub back_port: u32,
    /// The kind of link.
    pub link_class: String,
    /// The number of that kind, from the innermost out.
    pub link_level: usize,
}

impl Request for NodeRequest {
    type On = Topology;
    type Answer = NodeAnswer;
    const VERB: &'static str = "node";

    fn answer(&self, on: &Topology, _: &dyn Progress) -> Result<NodeAnswer, Error> {
        let net = on.network()?.as_ref();
        let node = on.node(&self.node)?;
        let classes = net.link_classes();
        let degree = net.degree(node);
        // A node of a large complete graph has millions of ports.
        let listed = degree.min(self.ports);
        if listed > MAX_PORTS {
            let message = format!("at most {MAX_PORTS} ports are listed, and here are {listed}");
            return Err(Error::limit(message, format!("take `ports` {MAX_PORTS}")));
        }
        let port = |port: u32| {
            let (neighbor, back) = net.link(node, Port(port));
            let link_level = net.link_class(node, Port(port));
            PortAnswer {
                port,
                node: neighbor,
                address: net.address(neighbor).to_string(),
                back_port: back.0,
                link_class: classes.get(link_level).cloned().unwrap_or_default(),
                link_level,
            }
        };
        Ok(NodeAnswer {
            node,
            address: net.address(node).to_string(),
            notation: net.notation(),
            degree,
            ports: (0..listed).map(port).collect(),
        })
    }
}

impl Topology {
    /// One node with its first ports.
    ///
    /// ```
    /// use crossedge::prelude::*;
    ///
    /// let net: Topology = "rdn(ring(3), 1)".parse()?;
    /// let node = net.look_at("(0,2,1)")?;
    /// assert_eq!(node.ports.iter().map(|port| port.node.0).collect::<Vec<_>>(), [8, 6, 14]);
    /// # Ok::<(), crossedge::Error>(())
    /// ```
    pub fn look_at(&self, node: impl Into<NodeName>) -> Result<NodeAnswer, Error> {
        NodeRequest::new(node).answer(self, &Silent)
    }
}

/// The verb.
#[cfg(feature = "schema")]
pub(in crate::answers) const ENTRY: Verb =
    Verb::one::<NodeRequest>("One node: its address, its ports and neighbours").positional(&["node"]);
