//! Collectives between endpoints of switched networks.
//!
//! The algorithms assume direct networks. On a switched network they run on a stand-in: a direct network of the endpoints, in which two are linked if
//! a path through switches only joins them. A message over a link of the stand-in takes that path, and switches forward it. If the paths of a
//! step exceed the width of a link, its messages are split into several steps ([`super::split_steps`]).
//!
//! - A switch with n = 2^k·p·q·… endpoints: the product of a hypercube of k dimensions and of complete graphs of p, q, … nodes. It is a subgraph of the
//!   complete graph in which bundles double fast.
//! - A fat tree: the same for every digit of its endpoint addresses, so that a message changes one digit.
//! - `hosts`: the stand-in of the base network times that of a switch. A product: the product of the stand-ins. Planes: that of one of them.
//! - Anything else: the graph of all such paths, by search.
//!
//! **When no message is delayed.** Let a fat tree have as many parents at every level as children one level below (w_{i+1} >= m_i), and let every
//! endpoint send at most one message and receive at most one, each changing one digit. Then no two use the same link. Proof: a message that changes
//! digit j goes up to level j, from level i < j by parent x_i, which it does not change. Two messages that go up over the same link at level i agree in
//! the digits above i and in their parents, hence in all digits up to i: they have the same sender. Likewise, two that go down over the same link have the
//! same receiver. Copies of a factor in a product are edge-disjoint.

use super::split_steps::{follow_route, one_by_one, one_port, split_steps};
use super::unmade::Unmade;
use super::{Action, Collective, Kind, Listed, Message, Schedule};
use crossedge_lang::net::address::{Digits, Pair};
use crossedge_lang::net::{Complete, Hypercube, Layout, Node, Structure, Table, neighbors, of_networks};
use std::collections::{HashMap, VecDeque};
use std::sync::Arc;

/// A network as collectives see it: its endpoints, and a direct network on them.
#[derive(Debug, Clone)]
pub struct EndpointNetwork {
    net: Arc<dyn Structure>,
    stand_in: Option<StandIn>,
    message_paths: Option<Vec<MessagePath>>,
}

/// A direct network on the endpoints.
#[derive(Debug, Clone)]
struct StandIn {
    net: Arc<dyn Structure>,
    /// No two messages of a step share a link, for any messages, if a node sends and receives at most one.
    clear: bool,
}

/// The path of a message between neighbours.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct MessagePath {
    /// Number of links.
    pub hops: u64,
    /// The narrowest of them has this width.
    pub width: u64,
}

/// Machines without closed form are searched up to this many endpoints.
pub const MAX_SEARCHED: u64 = 1024;

/// Limit of endpoints per switch or hosts per router: larger ones are not priced.
const MAX_SPLIT: u64 = 1 << 32;

impl MessagePath {
    /// One link of width 1.
    pub const LINK: MessagePath = MessagePath { hops: 1, width: 1 };
}

impl EndpointNetwork {
    /// The endpoints of a network. The error names the largest machine that is searched.
    pub fn of(net: &Arc<dyn Structure>) -> Result<EndpointNetwork, Unmade> {
        if net.endpoints() == net.nodes() {
            return Ok(EndpointNetwork {
                net: net.clone(),
                stand_in: None,
                message_paths: direct_links(net.as_ref()),
            });
        }
        let mut factors = Factors { parts: Vec::new(), clear: true, alike: true };
        factors.add_factors(net)?;
        let strides = Digits::new(factors.parts.iter().map(|part| part.nodes()).collect());
        let message_paths = strides.filter(|_| factors.clear && factors.alike).and_then(|strides| {
            let sample = |(i, part): (usize, &Arc<dyn Structure>)| {
                let neighbor = neighbors(part.as_ref(), Node(0)).next()?;
                let to = neighbor.0 * strides.stride(i);
                Some(measure_path(net.as_ref(), &switch_path(net.as_ref(), 0, to)?))
            };
            factors.parts.iter().enumerate().map(sample).collect()
        });
        let clear = factors.clear;
        let stand_in = of_networks(factors.parts).map_err(|_| Unmade::TooLarge(MAX_SEARCHED))?;
        Ok(EndpointNetwork {
            net: net.clone(),
            stand_in: Some(StandIn { net: stand_in, clear }),
            message_paths,
        })
    }

    /// The network itself.
    pub fn network(&self) -> &Arc<dyn Structure> {
        &self.net
    }

    /// The direct network on the endpoints that algorithms work on; the network itself where there are no switches.
    pub fn graph(&self) -> &Arc<dyn Structure> {
        self.stand_in.as_ref().map_or(&self.net, |stand_in| &stand_in.net)
    }

    /// Returns `true` if there are switches.
    pub fn switched(&self) -> bool {
        self.stand_in.is_some()
    }

    /// The path of a message between neighbours: for each factor of the graph, or the same for all. `None` if paths differ, or if
    /// messages may be delayed: then there is no price without a list.
    pub fn message_paths(&self) -> Option<&[MessagePath]> {
        self.message_paths.as_deref()
    }

    /// A schedule between neighbours of the graph, over paths of the network.
    pub(super) fn over_switches(&self, schedule: &dyn Schedule) -> Result<Listed, Unmade> {
        let Some(stand_in) = &self.stand_in else { return Ok(Listed::of(schedule)) };
        let (of, mut steps) = Listed::of(schedule).into_parts();
        for m in steps.iter_mut().flatten() {
            m.path = switch_path(self.net.as_ref(), m.from(), m.to()).ok_or(PASSES_ENDPOINT)?;
        }
        match stand_in.clear && one_port(&steps) {
            true => Ok(Listed::new(of, steps)),
            false => Ok(Listed::new(of, split_steps(self.net.as_ref(), of.kind.reduces(), steps)?)),
        }
    }

    /// One round of a ring: every endpoint sends `bytes` bytes to the next one in the order, in as many steps as the links need.
    pub fn round(&self, order: &[u64], bytes: u64) -> Result<Vec<Vec<Message>>, Unmade> {
        let of = Collective::new(Kind::AllGather, order.len() as u64, 0, bytes);
        let mut step = Vec::new();
        for (&from, &to) in order.iter().zip(order.iter().cycle().skip(1)) {
            let mut m = Message::hop(&of, from, to, vec![from], Action::Copy);
            if self.switched() {
                m.path = switch_path(self.net.as_ref(), from, to).ok_or(PASSES_ENDPOINT)?;
            }
            step.push(m);
        }
        match &self.stand_in {
            Some(stand_in) if !stand_in.clear => split_steps(self.net.as_ref(), false, vec![step]),
            _ => Ok(vec![step]),
        }
    }

    /// Every message straight to its receiver, one of a node in each step; an error where an endpoint is between.
    pub(super) fn send_directly(&self, of: Collective, mut messages: Vec<Message>) -> Result<Listed, Unmade> {
        for m in &mut messages {
            m.path = switch_path(self.net.as_ref(), m.from(), m.to()).ok_or(PASSES_ENDPOINT)?;
        }
        Ok(Listed::new(of, one_by_one(self.net.as_ref(), messages)))
    }
}

/// A path passes an endpoint.
const PASSES_ENDPOINT: Unmade =
    Unmade::NotHere("its messages would be handed on by endpoints, which switches alone do");

/// The links of a direct network, when all have one width and cables one rate.
fn direct_links(net: &dyn Structure) -> Option<Vec<MessagePath>> {
    let width = net.width(0);
    let same = net.unit() == 1 && (0..net.link_classes().len()).all(|class| net.width(class) == width);
    same.then(|| vec![MessagePath { hops: 1, width }])
}

/// Factors of a stand-in under construction.
struct Factors {
    parts: Vec<Arc<dyn Structure>>,
    clear: bool,
    /// All paths of a factor are equivalent.
    alike: bool,
}

impl Factors {
    fn add_factors(&mut self, net: &Arc<dyn Structure>) -> Result<(), Unmade> {
        let Some(roles) = net.roles().filter(|roles| roles.endpoints() < net.nodes()) else {
            self.alike &= direct_links(net.as_ref()).is_some();
            self.parts.extend((net.nodes() > 1).then(|| net.clone()));
            return Ok(());
        };
        match roles.layout() {
            Layout::Tree { children, parents } => {
                let tall = children.iter().rposition(|&m| m > 1).unwrap_or(0);
                self.clear &= (0..tall).all(|i| parents[i + 1] >= children[i]);
                children.iter().rev().try_for_each(|&m| self.split_complete(m))
            }
            Layout::Hosts { routers, each } => {
                // Two hosts of a router may send by one link of it.
                self.clear &= each == 1 || routers.endpoints() == 1;
                self.add_factors(routers)?;
                self.split_complete(each)
            }
            Layout::Factors(parts) => parts.iter().try_for_each(|part| self.add_factors(part)),
            Layout::Planes(one) => self.add_factors(one),
            Layout::Other | Layout::TwoBases { .. } | Layout::Hub { .. } => self.search(net.as_ref()),
        }
    }

    /// Of n endpoints that reach each other: a cube and complete graphs, the cube last.
    fn split_complete(&mut self, n: u64) -> Result<(), Unmade> {
        if n > MAX_SPLIT {
            return Err(Unmade::TooLarge(MAX_SPLIT));
        }
        let bits = n.trailing_zeros();
        let mut rest = n >> bits;
        let mut prime = 3;
        while rest > 1 {
            let (quotient, left) = Pair::new(prime).split(rest);
            // A number without a divisor up to its root is a prime.
            match (left, quotient < prime) {
                (0, _) => {
                    self.parts.push(Arc::new(Complete::new(prime)));
                    rest = quotient;
                }
                (_, true) => prime = rest,
                (_, false) => prime += 2,
            }
        }
        if bits > 0 {
            self.parts.push(Arc::new(Hypercube::new(bits.into())));
        }
        Ok(())
    }

    /// All pairs of endpoints with a path over switches alone.
    fn search(&mut self, net: &dyn Structure) -> Result<(), Unmade> {
        let ends = net.endpoints();
        if ends > MAX_SEARCHED {
            return Err(Unmade::TooLarge(MAX_SEARCHED));
        }
        (self.clear, self.alike) = (false, false);
        let mut edges = Vec::new();
        for v in 0..ends {
            let (near, _) = reachable_over_switches(net, v, None);
            edges.extend(near.into_iter().filter(|&w| v < w).map(|w| (v, w)));
        }
        match edges.len() as u64 == ends * (ends - 1) / 2 {
            true => self.split_complete(ends),
            false => {
                let table = Table::from_edges(ends, edges).map_err(|_| Unmade::TooLarge(MAX_SEARCHED))?;
                self.parts.push(Arc::new(table));
                Ok(())
            }
        }
    }
}

/// The endpoints reachable from one over switches alone, by distance; with a target only the path to it.
fn reachable_over_switches(net: &dyn Structure, from: u64, to: Option<u64>) -> (Vec<u64>, Option<Vec<u64>>) {
    let ends = net.endpoints();
    let mut before: HashMap<u64, u64> = HashMap::from([(from, from)]);
    let (mut near, mut queue) = (Vec::new(), VecDeque::from([from]));
    while let Some(v) = queue.pop_front() {
        for w in neighbors(net, Node(v)).map(|w| w.0) {
            if before.contains_key(&w) {
                continue;
            }
            before.insert(w, v);
            if to == Some(w) {
                let mut path = vec![w];
                let mut at = w;
                while at != from {
                    at = before[&at];
                    path.push(at);
                }
                path.reverse();
                return (near, Some(path));
            }
            if w < ends { near.push(w) } else { queue.push_back(w) }
        }
    }
    (near, None)
}

/// The path over switches alone: the network's own if it is one, else a shortest one; `None` if there is none.
fn switch_path(net: &dyn Structure, from: u64, to: u64) -> Option<Vec<u64>> {
    follow_route(net, vec![from], to).or_else(|| reachable_over_switches(net, from, Some(to)).1)
}

/// Links and width of a path.
fn measure_path(net: &dyn Structure, path: &[u64]) -> MessagePath {
    let widths = path.windows(2).filter_map(|hop| net.width_between(Node(hop[0]), Node(hop[1])));
    MessagePath { hops: (path.len() as u64).saturating_sub(1), width: widths.min().unwrap_or(1) }
}
