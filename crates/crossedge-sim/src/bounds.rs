//! Upper bounds on every simulation: the exact bounds of the load analysis, next to the curves.

use crate::error::Error;
use crate::prepared::Prepared;
use crossedge::metrics::traffic::{self, RateBound, Traffic};
use crossedge::progress::Progress;
use crossedge::route::loads::{Loads, NoLoads, loads};

/// Maximum injection rate of each sending node, in flits per cycle.
#[derive(Debug, Clone, PartialEq)]
pub struct LoadBounds {
    /// Bound for this routing: the inverse of its maximum link load.
    pub routing: Option<RateBound>,
    /// On any routing: the throughput of the network in closed form or solved, else what the best known cut lets through.
    pub cut: Option<RateBound>,
    /// On any network: what the busiest server takes in.
    pub server: RateBound,
    /// Mean hops of a packet.
    pub mean_hops: Option<RateBound>,
}

impl LoadBounds {
    /// The least of them; at most 1, for a server sends one flit in a cycle.
    pub fn least_bound(&self) -> f64 {
        let value = |bound: RateBound| bound.0 as f64 / bound.1 as f64;
        [self.routing, self.cut, Some(self.server)].into_iter().flatten().map(value).fold(1.0, f64::min)
    }
}

impl Prepared {
    /// The bounds for this traffic; none for a collective, which sends between neighbours step by step.
    pub fn bounds(&self, watch: &dyn Progress) -> Result<Option<LoadBounds>, Error> {
        let Some(pattern) = self.pattern else { return Ok(None) };
        let net = self.net();
        let loads = match loads(&self.routed.net, self.routing, pattern, watch) {
            Ok(loads) => Some(loads),
            Err(NoLoads::Stopped) => return Err(crossedge::progress::Stopped.into()),
            // The analysis has its own limits; beyond them the simulation runs without bounds.
            Err(_) => None,
        };
        let cut = traffic::any_bound(self.shape.as_ref(), net, pattern, watch)?;
        let most = match &self.targets {
            Some(targets) => {
                let mut taken = vec![0u64; targets.len()];
                let sent = targets.iter().enumerate().filter(|(v, to)| *v != **to as usize);
                sent.for_each(|(_, &to)| taken[to as usize] += 1);
                taken.into_iter().max().unwrap_or(1)
            }
            // Every node sends a message to every other one, and they come in one after the other.
            None if pattern == Traffic::AllToAll => net.endpoints() - 1,
            None => 1,
        };
        let routing = loads.as_ref().and_then(Loads::max_injection_rate);
        let mean_hops = loads.as_ref().map(|loads| (loads.hops(), loads.routes.max(1)));
        Ok(Some(LoadBounds { routing, cut: cut.map(|cut| cut.value), server: (1, most.into()), mean_hops }))
    }
}
