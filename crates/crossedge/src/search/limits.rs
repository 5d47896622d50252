//! The restrictions of a search, and what can meet them.

use super::figures::{self, Figures};
use super::fraction::Fraction;
use super::recipe::{Base, Recipe};

/// Bases of two-base duals have at most this many nodes.
pub(super) const MAX_PAIRED: u64 = 1 << 13;

/// Bases of duals of two have at most this many times the nodes of each other: much larger on one side is a network of the other kind with extra hops.
pub(super) const MAX_SIZE_RATIO: u64 = 4;

/// Number of times that the dual construction is applied over a base.
pub(super) const MAX_LEVELS: usize = 4;

/// The restrictions of a search.
#[derive(Debug, Clone)]
pub struct Limits {
    /// No fewer endpoints.
    pub least: u64,
    /// No more.
    pub most: u64,
    /// No node with more ports.
    pub ports: u32,
    /// Only networks whose nodes are all endpoints.
    pub direct: bool,
    /// Only these families; all without any.
    pub families: Vec<&'static str>,
    /// Only constructions over this network.
    pub base: Option<Base>,
    /// Ports of an endpoint; networks whose endpoints have one port are built this many times. `None` if endpoints may have as many as switches.
    pub endpoint_ports: Option<u32>,
    /// Uniform throughput that a candidate must carry, as a fraction of what an endpoint injects.
    pub throughput: Option<Fraction>,
    /// Of each family without closed form only the few most promising networks by this are measured; all without.
    pub promising: Option<Promising>,
}

/// By what networks are promising before they are measured: from nodes and degree alone.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Promising {
    /// Most hosts on a router, so that switches are few.
    Cost,
    /// Most throughput.
    Throughput,
    /// Most endpoints.
    Endpoints,
}

impl Default for Limits {
    /// Anything up to ten million endpoints.
    fn default() -> Self {
        Limits {
            least: 2,
            most: 10_000_000,
            ports: 64,
            direct: false,
            families: Vec::new(),
            base: None,
            endpoint_ports: None,
            throughput: None,
            promising: None,
        }
    }
}

impl Limits {
    /// Returns `true` if endpoints may have this many ports.
    pub fn allows_endpoint_ports(&self, ports: u32) -> bool {
        self.endpoint_ports.is_none_or(|most| ports <= most)
    }

    /// Number of copies of a network whose endpoints have this many ports.
    pub fn planes(&self, ports: u32) -> u32 {
        if ports == 1 && !self.direct { self.endpoint_ports.unwrap_or(1).max(1) } else { 1 }
    }

    /// Returns `true` if a base may carry the required throughput with this many hosts on each of its endpoints, or by itself.
    pub(super) fn may_carry(&self, figures: &Figures, hosts: u64) -> bool {
        self.throughput.is_none_or(|wanted| {
            // Copies of the network carry as many times as much as endpoints inject more.
            let upper = figures.with_self[1].times(1u32, hosts.max(1));
            upper.is_none_or(|upper| upper >= wanted)
        })
    }

    /// Returns `true` if a network is of a family that is searched. Every tree is an xgft.
    pub(super) fn wants(&self, base: &Base) -> bool {
        self.wants_family(base.recipe.family())
            || matches!(base.recipe, Recipe::Tree { .. }) && self.wants_family("xgft")
    }

    /// Returns `true` if a family is looked at.
    pub fn wants_family(&self, family: &str) -> bool {
        self.families.is_empty() || self.families.contains(&family)
    }

    /// Returns `true` if a base gives a candidate: itself, or with hosts.
    pub(super) fn gives_candidate(&self, base: &Base) -> bool {
        self.may_meet(&base.figures, takes_hosts(base))
    }

    pub(super) fn may_meet(&self, figures: &Figures, takes_hosts: bool) -> bool {
        let itself = (self.least..=self.most).contains(&figures.endpoints)
            && figures.ports() <= self.ports
            && self.allows_endpoint_ports(figures.own_ports);
        let room = self.ports.saturating_sub(figures.own_ports);
        let hosted = !self.direct
            && takes_hosts
            && figures.radix <= self.ports
            && room > 0
            && figures.endpoints <= self.most
            && figures.endpoints.saturating_mul(room.into()) >= self.least
            && self.may_carry(figures, self.least.div_ceil(figures.endpoints.max(1)));
        itself || hosted
    }

    /// Returns `true` if a dual over a base may give a candidate: over the base alone, up to four times, or over it and the best network of
    /// another size.
    pub(super) fn serves_duals(&self, base: &Base) -> bool {
        let figures = &base.figures;
        let dual = |below: &Figures| figures::dual_construction(below, below);
        let mut levels = std::iter::successors(dual(figures), dual).take(MAX_LEVELS);
        if levels.any(|dual| self.may_meet(&dual, true)) {
            return true;
        }
        let n = figures.endpoints.max(1);
        let most = (self.most / (2 * n)).min(n.saturating_mul(MAX_SIZE_RATIO));
        n <= MAX_PAIRED
            && (n.div_ceil(MAX_SIZE_RATIO)..=most.min(MAX_PAIRED)).any(|other| {
                let best = figures::unlimited(other);
                figures::dual_construction(figures, &best).is_some_and(|dual| self.may_meet(&dual, true))
            })
    }

    /// The most hosts on each node of a base with which it meets the limits; `None` if it does not.
    pub(super) fn most_hosts(&self, base: &Base) -> Option<u64> {
        self.most_hosts_at(&base.figures, base.figures.with_self[0])
    }

    /// The same at this throughput of one host.
    pub(super) fn most_hosts_at(&self, figures: &Figures, throughput: Fraction) -> Option<u64> {
        let room = u64::from(self.ports.saturating_sub(figures.own_ports));
        let most = (self.most / figures.endpoints.max(1)).min(if self.direct { 1 } else { room });
        let least = self.least.div_ceil(figures.endpoints.max(1)).max(1);
        let carries = |hosts: &u64| {
            let carried = throughput.times(1u32, *hosts);
            carried.is_some_and(|carried| {
                carried.over > 0 && self.throughput.is_none_or(|wanted| carried >= wanted)
            })
        };
        (least..=most).rev().find(carries)
    }

    /// The most routers: as many as endpoints.
    pub(super) fn nodes(&self) -> u64 {
        self.most
    }
}

/// Returns `true` if hosts are put on it.
pub fn takes_hosts(base: &Base) -> bool {
    base.figures.direct() || matches!(base.recipe, Recipe::Megafly(..))
}
