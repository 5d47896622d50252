//! Faults: dead nodes and dead links of a network, their text form, and a seeded draw.
//!
//! A dead node takes all its links with it. Written as `5,7-8`: node 5, and the link between 7 and 8; a node may be given by its address
//! where the network is known, and a set of nodes by a pattern of addresses ([`Faults::parse`]).
//!
//! ```
//! use crossedge::net::{Faults, Network, Node, Table};
//!
//! let ring = Table::from_edges(4, [(0, 1), (1, 2), (2, 3), (3, 0)]).expect("simple");
//! let faults = Faults::parse(&ring, "3-2, 1").expect("a node and a link of the ring");
//! assert_eq!(faults.to_string(), "1,2-3");
//! assert!(faults.node(Node(1)) && faults.link(Node(3), Node(2)));
//! let wrong = Faults::parse(&ring, "0-2").unwrap_err();
//! assert_eq!(wrong.to_string(), "there is no link between 0 and 2; node 0 is linked to 1, 3");
//! ```

use super::pattern::{MAX_MATCHED, NodePattern, split};
use super::{Address, Network, Node, Port, Structure, neighbors, parse_address};
use crate::expr;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};
use std::collections::BTreeSet;
use std::fmt;
use std::str::FromStr;

/// Dead nodes and dead links. A dead node takes all its links with it.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Faults {
    nodes: BTreeSet<Node>,
    /// The smaller end first.
    links: BTreeSet<(Node, Node)>,
}

impl Faults {
    /// No faults.
    pub fn none() -> Self {
        Faults::default()
    }

    /// These nodes and links of `net`; one that is named twice counts once.
    pub fn new(
        net: &dyn Network,
        nodes: impl IntoIterator<Item = Node>,
        links: impl IntoIterator<Item = (Node, Node)>,
    ) -> Result<Self, BadFaults> {
        let faults = Faults {
            nodes: nodes.into_iter().collect(),
            links: links.into_iter().map(|(v, w)| (v.min(w), v.max(w))).collect(),
        };
        faults.check(net)?;
        Ok(faults)
    }

    /// Returns `true` if every fault is a node or a link of a network.
    pub fn check(&self, net: &dyn Network) -> Result<(), BadFaults> {
        let ends = self.links.iter().flat_map(|&(v, w)| [v, w]);
        for v in self.nodes.iter().copied().chain(ends) {
            if v.0 >= net.nodes() {
                return Err(BadFaults::NoNode { node: v, nodes: net.nodes() });
            }
        }
        for &(v, w) in &self.links {
            if !neighbors(net, v).any(|other| other == w) {
                let around = neighbors(net, v).take(8).collect();
                return Err(BadFaults::NoLink { ends: (v, w), around });
            }
        }
        Ok(())
    }

    /// Reads faults of a network, with addresses in its notation: `5`, `7-8`, `(0,2,1)-(1,1,2)`, commas between. A pattern of addresses,
    /// `(0,2,*)`, stands for all nodes that have such an address ([`NodePattern`]), and between two patterns for all links between them.
    /// Names may have hyphens: `leaf-03` is a node, and `leaf-03-spine-2` the link to the other one.
    pub fn parse(net: &dyn Structure, text: &str) -> Result<Self, BadFaults> {
        let mut faults = Faults::none();
        for item in split_items(text) {
            match ends_of_item(net, item)? {
                (from, None) => faults.kill_nodes(from),
                (from, Some(to)) => match (&from[..], &to[..]) {
                    ([v], [w]) => drop(faults.kill_link(*v, *w)),
                    _ => faults.kill_between(net, &from, &to, item)?,
                },
            }
        }
        faults.check(net).map_err(|why| why.with_names(net))?;
        Ok(faults)
    }

    /// All links between two sets of nodes, of which there is at least one.
    fn kill_between(
        &mut self,
        net: &dyn Structure,
        from: &[Node],
        to: &[Node],
        text: &str,
    ) -> Result<(), BadFaults> {
        let mut any = false;
        for &v in from {
            for w in neighbors(net, v).filter(|w| to.binary_search(w).is_ok()) {
                any = true;
                self.kill_link(v, w);
            }
        }
        if any { Ok(()) } else { Err(BadFaults::NoneBetween(text.to_owned())) }
    }

    /// Draws faults of a network. The remaining generator serves everything else drawn with the same seed.
    pub fn draw(net: &dyn Network, draw: &Draw) -> (Self, ChaCha8Rng) {
        let mut seed = [0; 32];
        let numbers = [draw.seed, draw.nodes, draw.links, draw.number];
        for (bytes, number) in seed.chunks_exact_mut(8).zip(numbers) {
            bytes.copy_from_slice(&number.to_le_bytes());
        }
        let mut rng = ChaCha8Rng::from_seed(seed);
        let mut faults = Faults::none();
        // Spared ids are removed, and larger ones move down by one.
        let (first, end) = draw.node_range.unwrap_or((0, net.nodes()));
        let mortal = end - first - u64::from(draw.spared.is_some());
        let id = |v: u64| Node(first + v + u64::from(draw.spared.is_some_and(|spared| v >= spared.0)));
        // Floyd: one draw for each member, and all sets of the size are equivalent.
        for last in mortal - draw.nodes.min(mortal)..mortal {
            let drawn = id(random_below(last + 1, &mut rng));
            if !faults.kill_node(drawn) {
                faults.kill_node(id(last));
            }
        }
        let mut left = draw.links.min(draw.of_links);
        while left > 0 {
            // A port that the node does not have is drawn again, node and all, so that every link has the same chance.
            let v = Node(random_below(net.nodes(), &mut rng));
            let port = random_below(draw.max_degree, &mut rng) as u32;
            if port < net.degree(v) && faults.kill_link(v, net.link(v, Port(port)).0) {
                left -= 1;
            }
        }
        (faults, rng)
    }

    /// Another dead node of the network that is meant; whether it is new.
    pub fn kill_node(&mut self, v: Node) -> bool {
        self.nodes.insert(v)
    }

    /// Another dead link of the network that is meant, in both directions; whether it is new.
    pub fn kill_link(&mut self, v: Node, w: Node) -> bool {
        self.links.insert((v.min(w), v.max(w)))
    }

    /// More dead nodes.
    pub fn kill_nodes(&mut self, nodes: impl IntoIterator<Item = Node>) {
        self.nodes.extend(nodes);
    }

    /// More dead links.
    pub fn kill_links(&mut self, links: impl IntoIterator<Item = (Node, Node)>) {
        self.links.extend(links.into_iter().map(|(v, w)| (v.min(w), v.max(w))));
    }

    /// Returns `true` if a node is dead.
    #[inline]
    pub fn node(&self, v: Node) -> bool {
        self.nodes.contains(&v)
    }

    /// Returns `true` if the link between two nodes is dead; their own state does not count.
    #[inline]
    pub fn link(&self, v: Node, w: Node) -> bool {
        !self.links.is_empty() && self.links.contains(&(v.min(w), v.max(w)))
    }

    /// Returns `true` if nothing passes between linked nodes: the link or one of its ends is dead.
    pub fn cut(&self, v: Node, w: Node) -> bool {
        self.link(v, w) || self.node(v) || self.node(w)
    }

    /// Returns `true` if a packet at `v` gets to its neighbour `w`.
    pub fn passes(&self, v: Node, w: Node) -> bool {
        !self.node(w) && !self.link(v, w)
    }

    /// Returns `true` if a dead node or link is on a path after its first node.
    pub fn block(&self, path: &[Node]) -> bool {
        path.windows(2).any(|step| !self.passes(step[0], step[1]))
    }

    /// Number of nodes and links that are dead.
    pub fn len(&self) -> usize {
        self.nodes.len() + self.links.len()
    }

    /// Returns `true` if nothing is dead.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Number of nodes that are dead.
    pub fn node_count(&self) -> u64 {
        self.nodes.len() as u64
    }

    /// Number of links that are dead by themselves.
    pub fn link_count(&self) -> u64 {
        self.links.len() as u64
    }

    /// The dead nodes, in order.
    pub fn nodes(&self) -> impl ExactSizeIterator<Item = Node> + '_ {
        self.nodes.iter().copied()
    }

    /// The dead links, the smaller end first, in order. Links of dead nodes are not among them unless they were named.
    pub fn links(&self) -> impl ExactSizeIterator<Item = (Node, Node)> + '_ {
        self.links.iter().copied()
    }
}

impl fmt::Display for Faults {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let nodes = self.nodes.iter().map(|v| v.0.to_string());
        let links = self.links.iter().map(|(v, w)| format!("{}-{}", v.0, w.0));
        f.write_str(&nodes.chain(links).collect::<Vec<String>>().join(","))
    }
}

impl FromStr for Faults {
    type Err = BadFaults;

    /// Parses ids: `5,7-8`. [`Faults::check`] checks them against a network.
    fn from_str(text: &str) -> Result<Self, BadFaults> {
        let mut faults = Faults::none();
        for item in split_items(text) {
            let node = |text: &str| {
                let id = text.trim().parse().map_err(|_| BadFaults::Text(item.to_owned()))?;
                Ok::<Node, BadFaults>(Node(id))
            };
            match item.split_once('-') {
                None => faults.kill_node(node(item)?),
                Some((v, w)) => faults.kill_link(node(v)?, node(w)?),
            };
        }
        Ok(faults)
    }
}

/// The parts between commas outside parentheses.
fn split_items(text: &str) -> impl Iterator<Item = &str> {
    split(text).filter(|item| !item.is_empty())
}

/// The nodes that are named, and those at the other end of a link.
fn ends_of_item(net: &dyn Structure, item: &str) -> Result<(Vec<Node>, Option<Vec<Node>>), BadFaults> {
    let hyphens = item.match_indices('-').count();
    if hyphens == 0 {
        return Ok((nodes(net, item)?, None));
    }
    // A name with hyphens: a node by itself, or the one place where both sides are nodes.
    if let Ok(named) = nodes(net, item) {
        return Ok((named, None));
    }
    let at = |(at, _): (usize, &str)| (item[..at].trim(), item[at + 1..].trim());
    let mut splits =
        item.match_indices('-').map(at).filter_map(|(v, w)| nodes(net, v).ok().zip(nodes(net, w).ok()));
    match (splits.next(), splits.next()) {
        (Some((from, to)), None) => Ok((from, Some(to))),
        (Some(_), Some(_)) => Err(BadFaults::Ambiguous(item.to_owned())),
        (None, _) if hyphens == 1 => {
            let (v, w) = item.split_once('-').unwrap_or((item, ""));
            Ok((nodes(net, v.trim())?, Some(nodes(net, w.trim())?)))
        }
        (None, _) => Err(BadFaults::Unnamed(item.to_owned())),
    }
}

/// The node of an address, or the nodes of a pattern, in order.
fn nodes(net: &dyn Structure, text: &str) -> Result<Vec<Node>, BadFaults> {
    let address =
        || parse_address(net, text).map_err(|error| BadFaults::Address(Box::new(error), text.to_owned()));
    let pattern = match NodePattern::parse(text) {
        // Text that is not a pattern either is reported as an address.
        None => return Ok(vec![address()?]),
        Some(Err(_)) if !text.contains('*') && !text.contains("..") => return Ok(vec![address()?]),
        Some(Err(why)) => return Err(BadFaults::Pattern(why)),
        Some(Ok(pattern)) => pattern,
    };
    match pattern.nodes(net) {
        None => Err(BadFaults::TooMany(net.nodes())),
        Some(nodes) if nodes.is_empty() => {
            Err(BadFaults::NoneSuch { pattern: text.to_owned(), notation: net.notation() })
        }
        Some(nodes) => Ok(nodes),
    }
}

/// Faults that are not nodes or links of the network.
#[derive(Debug, Clone, PartialEq)]
pub enum BadFaults {
    /// There is no such node.
    NoNode {
        /// The id.
        node: Node,
        /// Number of nodes.
        nodes: u64,
    },
    /// There is no such link.
    NoLink {
        /// The two nodes.
        ends: (Node, Node),
        /// Some that the first is linked to.
        around: Vec<Node>,
    },
    /// The same by the names of a file.
    NoNamedLink {
        /// The two nodes.
        ends: (String, String),
        /// Some that the first is linked to.
        around: Vec<String>,
    },
    /// A text that is not an address of the network.
    Address(Box<expr::Error>, String),
    /// A text that is neither a node nor a link.
    Text(String),
    /// A text with several hyphens that names no node and no link.
    Unnamed(String),
    /// A text that names links in several ways, for names have hyphens.
    Ambiguous(String),
    /// A pattern of addresses that is not one.
    Pattern(String),
    /// A pattern that no node has.
    NoneSuch {
        /// The pattern.
        pattern: String,
        /// The form of addresses.
        notation: String,
    },
    /// Two sets of nodes without a link between them.
    NoneBetween(String),
    /// Larger networks are not searched for matching addresses.
    TooMany(u64),
}

impl BadFaults {
    /// The same by names, where nodes have some.
    fn with_names(self, net: &dyn Structure) -> Self {
        match self {
            BadFaults::NoLink { ends: (v, w), around } if matches!(net.address(v), Address::Name(_)) => {
                let name = |v: Node| match net.address(v) {
                    Address::Name(name) => name,
                    address => address.to_string(),
                };
                BadFaults::NoNamedLink {
                    ends: (name(v), name(w)),
                    around: around.into_iter().map(name).collect(),
                }
            }
            other => other,
        }
    }

    /// The error.
    pub fn message(&self) -> String {
        match self {
            BadFaults::NoNode { node, .. } => format!("there is no node {}", node.0),
            BadFaults::NoLink { ends: (v, w), .. } => format!("there is no link between {} and {}", v.0, w.0),
            BadFaults::NoNamedLink { ends: (v, w), .. } => format!("there is no link between {v} and {w}"),
            BadFaults::Address(error, text) => format!("{text}: {error}"),
            BadFaults::Text(text) => format!("'{text}' is neither a node nor a link"),
            BadFaults::Unnamed(text) => {
                format!("there is no node '{text}', and no link between two nodes by this name")
            }
            BadFaults::Ambiguous(text) => format!("'{text}' can be read as several links"),
            BadFaults::Pattern(why) => why.clone(),
            BadFaults::NoneSuch { pattern, .. } => format!("no node has an address like {pattern}"),
            BadFaults::NoneBetween(text) => format!("there is no link like {text}"),
            BadFaults::TooMany(nodes) => {
                format!(
                    "a pattern is matched against every address, of at most {MAX_MATCHED} nodes (got {nodes})"
                )
            }
        }
    }

    /// Advice.
    pub fn advice(&self) -> String {
        match self {
            BadFaults::NoNode { nodes, .. } => format!("ids run from 0 to {}", nodes - 1),
            BadFaults::NoLink { ends: (v, _), around } if around.is_empty() => {
                format!("node {} has no links", v.0)
            }
            BadFaults::NoLink { ends: (v, _), around } => {
                let around: Vec<String> = around.iter().map(|w| w.0.to_string()).collect();
                format!("node {} is linked to {}", v.0, around.join(", "))
            }
            BadFaults::NoNamedLink { ends: (v, _), around } => {
                format!("{v} is linked to {}", around.join(", "))
            }
            BadFaults::Address(..) | BadFaults::Text(_) => "write a node as 5, a link as 7-8".to_owned(),
            BadFaults::Unnamed(_) => {
                "`crossedge node` shows the names; write a link as leaf-03-spine-2".to_owned()
            }
            BadFaults::Ambiguous(_) => {
                "write the ids of the nodes, as 5-17: `crossedge node` shows them".to_owned()
            }
            BadFaults::Pattern(_) => "in an address * stands for anything, and 0..3 for 0 to 3".to_owned(),
            BadFaults::NoneSuch { notation, .. } => format!("addresses are written {notation}"),
            BadFaults::NoneBetween(_) => "`crossedge node` lists the neighbours of a node".to_owned(),
            BadFaults::TooMany(_) => {
                "name the nodes one by one, or by a range of ids such as 0..99".to_owned()
            }
        }
    }
}

impl fmt::Display for BadFaults {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}; {}", self.message(), self.advice())
    }
}

impl std::error::Error for BadFaults {}

/// Which faults to draw: the same numbers draw the same faults for ever.
///
/// The generator is ChaCha8, whose 32 bytes of seed are four numbers, least byte first: the seed, the number of dead nodes, of dead
/// links, and of the draw. A number below m is the top bits of a 64-bit word, as many as m - 1 has, drawn again while they are not
/// below m. Failed nodes are drawn first, uniformly among the sets of that size; then failed links, uniformly among the links of the entire network.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Draw {
    /// The seed.
    pub seed: u64,
    /// The number of the draw, as of a trial of a campaign.
    pub number: u64,
    /// Number of nodes that fail, at most the number of candidates.
    pub nodes: u64,
    /// Number of links that fail, at most the number of links.
    pub links: u64,
    /// Number of links, if links fail.
    pub of_links: u64,
    /// The largest degree of a node, where links die.
    pub max_degree: u64,
    /// A node that never dies.
    pub spared: Option<Node>,
    /// Range of the ids that may fail [default: all]. Not together with `spared`.
    pub node_range: Option<(u64, u64)>,
}

/// A uniform number below `m`, at least 1.
pub fn random_below(m: u64, rng: &mut ChaCha8Rng) -> u64 {
    let shift = (m - 1).leading_zeros();
    loop {
        // A shift by 64 leaves 0, the only number below 1.
        let drawn = rng.next_u64().checked_shr(shift).unwrap_or(0);
        if drawn < m {
            return drawn;
        }
    }
}
