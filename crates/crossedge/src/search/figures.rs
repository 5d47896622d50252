//! The metrics of a network from those of its parts, in integers of 128 bits: the closed forms of the library, as a search over millions of
//! networks needs them. A test compares them with the library's own.
//!
//! *Distances* are kept as the sum over all ordered pairs of endpoints: H(G·K) = H(G)·|K|² + H(K)·|G|²; in dual(A, B) a pair is as far as in both bases
//! together, and one hop more in the other class, two more in another cluster of its class (identity I1). *Throughput* counts traffic to
//! self (θ°), by the rules of [`crate::metrics::throughput`]. *Virtual channels* are those of dimension order with datelines on products, of order
//! routing on duals (identity I7, whose five stages need no more where the bases differ), of up and down in trees.

use super::fraction::Fraction;

/// Metrics of a network.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Figures {
    /// Nodes that send and receive.
    pub endpoints: u64,
    /// Nodes that only pass on.
    pub switches: u64,
    /// The most ports of an endpoint.
    pub own_ports: u32,
    /// The most ports of a switch; 0 without any.
    pub radix: u32,
    /// Number of links.
    pub links: u128,
    /// The largest distance, and the sum of all; `None` if no closed form gives them.
    pub distances: Option<DistanceSums>,
    /// Uniform throughput with traffic to self, from below and from above.
    pub with_self: [Fraction; 2],
    /// Virtual channels that a routing without deadlock needs; `None` if there is no closed form.
    pub channels: Option<u32>,
    /// Links between any two halves of the endpoints, at least, where a rule gives more than the throughput does; else 0.
    pub least_cut: u128,
}

/// Distances between endpoints.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct DistanceSums {
    /// The largest.
    pub diameter: u64,
    /// The sum over all ordered pairs.
    pub hops: u128,
}

impl Figures {
    /// The most ports of any node.
    pub fn ports(&self) -> u32 {
        self.own_ports.max(self.radix)
    }

    /// Returns `true` if every node is an endpoint.
    pub fn direct(&self) -> bool {
        self.switches == 0
    }

    /// The mean distance between two different endpoints.
    pub fn mean(&self) -> Option<Fraction> {
        let pairs = u128::from(self.endpoints) * u128::from(self.endpoints.checked_sub(1)?);
        Some(Fraction::new(self.distances?.hops, pairs))
    }

    /// Uniform throughput from below and from above.
    pub fn throughput(&self) -> Option<[Fraction; 2]> {
        let [lower, upper] = self.with_self.map(|one| one.times(self.endpoints - 1, self.endpoints));
        Some([lower?, upper?])
    }

    /// Lower bound on the links between any two halves of the endpoints: the traffic between the halves at that throughput.
    pub fn bisection(&self) -> Option<u128> {
        let half = u128::from(self.endpoints / 2);
        let pairs = half * (u128::from(self.endpoints) - half);
        let Fraction { over, under } = self.with_self[0].times(pairs, self.endpoints)?;
        (under > 0).then(|| over.div_ceil(under).max(self.least_cut))
    }
}

fn exact_bounds(over: impl Into<u128>, under: impl Into<u128>) -> [Fraction; 2] {
    [Fraction::new(over, under); 2]
}

fn direct_network(endpoints: u64, own_ports: u32, links: u128, diameter: u64, hops: u128) -> Figures {
    let distances = Some(DistanceSums { diameter, hops });
    let with_self = [Fraction::NOTHING, Fraction::UNLIMITED];
    Figures {
        endpoints,
        switches: 0,
        own_ports,
        radix: 0,
        links,
        distances,
        with_self,
        channels: Some(1),
        least_cut: 0,
    }
}

/// What no network of this many nodes exceeds.
pub fn unlimited(nodes: u64) -> Figures {
    direct_network(nodes, 0, 0, 1, 0)
}

/// A ring of at least two nodes.
pub fn ring(n: u64) -> Figures {
    if n == 2 {
        return complete_graph(2);
    }
    let wide = u128::from(n);
    let with_self =
        if n.is_multiple_of(2) { exact_bounds(8u32, wide) } else { exact_bounds(wide * 8, wide * wide - 1) };
    let channels = Some(if n < 4 { 1 } else { 2 });
    Figures { with_self, channels, ..direct_network(n, 2, wide, n / 2, wide * (wide * wide / 4)) }
}

/// A path of at least two nodes.
pub fn path(n: u64) -> Figures {
    let (wide, half) = (u128::from(n), u128::from(n / 2));
    let hops = wide * (wide * wide - 1) / 3;
    let own_ports = if n == 2 { 1 } else { 2 };
    Figures {
        with_self: exact_bounds(wide, half * (wide - half)),
        ..direct_network(n, own_ports, wide - 1, n - 1, hops)
    }
}

/// A complete graph of at least two nodes.
pub fn complete_graph(n: u32) -> Figures {
    let wide = u128::from(n);
    Figures {
        with_self: exact_bounds(n, 1u32),
        ..direct_network(n.into(), n - 1, wide * (wide - 1) / 2, 1, wide * (wide - 1))
    }
}

/// Endpoints on one switch.
pub fn switch(n: u32) -> Figures {
    let pairs = u128::from(n) * u128::from(n - 1);
    let diameter = if n == 1 { 0 } else { 2 };
    let one = direct_network(n.into(), 1, n.into(), diameter, 2 * pairs);
    Figures { switches: 1, radix: n, with_self: exact_bounds(n, n - 1), ..one }
}

/// The Cartesian product of two, switches in at most one factor. `None` on overflow.
pub fn product(a: &Figures, b: &Figures) -> Option<Figures> {
    let (ea, eb) = (u128::from(a.endpoints), u128::from(b.endpoints));
    let distances = match (a.distances, b.distances) {
        (Some(x), Some(y)) => Some(DistanceSums {
            diameter: x.diameter + y.diameter,
            hops: x.hops.checked_mul(eb * eb)?.checked_add(y.hops.checked_mul(ea * ea)?)?,
        }),
        _ => None,
    };
    let switches = u128::from(a.switches) * eb + u128::from(b.switches) * ea;
    Some(Figures {
        endpoints: a.endpoints.checked_mul(b.endpoints)?,
        switches: u64::try_from(switches).ok()?,
        own_ports: a.own_ports.checked_add(b.own_ports)?,
        radix: a.radix.max(b.radix),
        links: a.links.checked_mul(eb)?.checked_add(b.links.checked_mul(ea)?)?,
        distances,
        with_self: [0, 1].map(|end| a.with_self[end].least(b.with_self[end])),
        channels: a.channels.zip(b.channels).map(|(a, b)| a.max(b)),
        least_cut: 0,
    })
}

/// The dual construction over two bases without switches. `None` on overflow.
pub fn dual_construction(a: &Figures, b: &Figures) -> Option<Figures> {
    let (na, nb) = (u128::from(a.endpoints), u128::from(b.endpoints));
    let (aa, bb) = (na * na, nb * nb);
    let pairs = na.checked_mul(nb)?;
    let distances = match (a.distances, b.distances) {
        (Some(x), Some(y)) => {
            let inside = x.hops.checked_mul(bb)?.checked_add(y.hops.checked_mul(aa)?)?.checked_mul(4)?;
            let crossings = aa.checked_mul(bb)?.checked_mul(6)?.checked_sub(2 * aa * nb + 2 * bb * na)?;
            let diameter = x.diameter + y.diameter + 2;
            Some(DistanceSums { diameter, hops: inside.checked_add(crossings)? })
        }
        _ => None,
    };
    let nodes = pairs.checked_mul(2)?;
    let cross = Fraction::new(2 * nodes, 3 * nodes - 2 * na - 2 * nb);
    let half = |end: usize| Some(cross.least(a.with_self[end].least(b.with_self[end]).times(1u32, 2u32)?));
    Some(Figures {
        endpoints: u64::try_from(nodes).ok()?,
        switches: 0,
        own_ports: a.own_ports.max(b.own_ports).checked_add(1)?,
        radix: 0,
        links: a.links.checked_mul(nb)?.checked_add(b.links.checked_mul(na)?)?.checked_add(pairs)?,
        distances,
        with_self: [half(0)?, half(1)?],
        channels: a.channels.zip(b.channels).map(|(a, b)| a.max(b).max(2)),
        least_cut: 0,
    })
}

/// Hosts on every endpoint. `None` on overflow.
pub fn hosts(below: &Figures, each: u32) -> Option<Figures> {
    let endpoints = below.endpoints.checked_mul(each.into())?;
    let (ends, each_wide) = (u128::from(endpoints), u128::from(each));
    let distances = match below.distances {
        Some(distances) => {
            let hops =
                distances.hops.checked_mul(each_wide * each_wide)?.checked_add(2 * ends * (ends - 1))?;
            // One endpoint alone is at no distance from another.
            let diameter = if endpoints == 1 { 0 } else { distances.diameter + 2 };
            Some(DistanceSums { diameter, hops })
        }
        None => None,
    };
    let host = if endpoints == 1 { Fraction::UNLIMITED } else { Fraction::new(ends, ends - 1) };
    let carried = |end: usize| Some(host.least(below.with_self[end].times(1u32, each)?));
    Some(Figures {
        endpoints,
        switches: below.endpoints.checked_add(below.switches)?,
        own_ports: 1,
        radix: below.own_ports.checked_add(each)?.max(below.radix),
        links: below.links.checked_add(ends)?,
        distances,
        with_self: [carried(0)?, carried(1)?],
        channels: below.channels,
        least_cut: 0,
    })
}

/// Several copies of a network with one port for each endpoint: endpoints have a port in every copy. `None` on overflow.
pub fn planes(one: &Figures, count: u32) -> Option<Figures> {
    let with_self = one.with_self.map(|end| end.times(count, 1u32));
    Some(Figures {
        switches: one.switches.checked_mul(count.into())?,
        own_ports: one.own_ports.checked_mul(count)?,
        links: one.links.checked_mul(count.into())?,
        with_self: [with_self[0]?, with_self[1]?],
        least_cut: one.least_cut.checked_mul(count.into())?,
        ..*one
    })
}

/// A generalized fat tree of at least two children at every level: children and parents of a node, from the endpoints up, and the cables of a link of the highest level.
pub fn tree(children: &[u32], parents: &[u32], width: u32) -> Option<Figures> {
    let ends = children.iter().try_fold(1u128, |all, &m| all.checked_mul(m.into()))?;
    let (mut below, mut up, mut here) = (1u128, 1u128, ends);
    let (mut switches, mut links, mut hops) = (0u128, 0u128, 0u128);
    let (mut radix, mut least) = (0, Fraction::UNLIMITED);
    let (mut tightest, last) = (u128::MAX, width);
    for (level, (&m, &w)) in children.iter().zip(parents).enumerate() {
        let width = if level + 1 == children.len() { width } else { 1 };
        let across = here.checked_mul(w.into())?.checked_mul(width.into())?;
        links = links.checked_add(across)?;
        tightest = tightest.min(across);
        up = up.checked_mul(w.into())?;
        if below < ends {
            let over = up.checked_mul(ends)?.checked_mul(width.into())?;
            least = least.least(Fraction::new(over, below.checked_mul(ends - below)?));
        }
        let pairs = ends.checked_mul(below)?.checked_mul(u128::from(m) - 1)?;
        hops = hops.checked_add(pairs.checked_mul(2 * (level as u128 + 1))?)?;
        below = below.checked_mul(m.into())?;
        here = here / u128::from(m) * u128::from(w);
        switches = switches.checked_add(here)?;
        let above = parents.get(level + 1).copied().unwrap_or(0);
        let above = if level + 2 == children.len() { above.checked_mul(last)? } else { above };
        radix = radix.max(m.checked_mul(width)?.checked_add(above)?);
    }
    Some(Figures {
        endpoints: u64::try_from(ends).ok()?,
        switches: u64::try_from(switches).ok()?,
        own_ports: parents.first()?.checked_mul(if children.len() == 1 { last } else { 1 })?,
        radix,
        links,
        distances: Some(DistanceSums { diameter: 2 * children.len() as u64, hops }),
        with_self: [least; 2],
        channels: Some(1),
        // Any pairing of the endpoints can send at once at the rate of the tightest level.
        least_cut: (ends / 2).checked_mul(tightest)?.div_ceil(ends),
    })
}

/// A dragonfly of `a` routers in a group and `h` global links of a router.
///
/// Over the link between two groups a pair is at 1 and a local hop on either side where needed. A packet that enters a group by a global link
/// enters it at router a - 1 - r, r being where it came from; so two global hops lead from router r to routers r of the h - 1 groups before and the
/// h - 1 behind its own. These are nearer so than by the link between the groups when r is neither the first nor the last router.
pub fn dragonfly(a: u32, h: u32) -> Option<Figures> {
    let (a_wide, h_wide) = (u128::from(a), u128::from(h));
    let groups = a_wide * h_wide + 1;
    let nodes = a_wide.checked_mul(groups)?;
    let over_one = a_wide * a_wide + 2 * a_wide * (a_wide - 1);
    let nearer = if a > 2 { (a_wide - 2) * 2 * (h_wide - 1) } else { 0 };
    let hops = groups.checked_mul((groups - 1).checked_mul(over_one)?)? + groups * a_wide * (a_wide - 1)
        - groups * nearer;
    let global = Fraction::new(nodes, a_wide * a_wide);
    let local = if a == 1 { Fraction::UNLIMITED } else { Fraction::new(nodes, 2 * a_wide * h_wide + 1) };
    let links = nodes * (a_wide - 1 + h_wide) / 2;
    let own_ports = (a - 1).checked_add(h)?;
    let diameter = if a == 1 { 1 } else { 3 };
    let one = direct_network(u64::try_from(nodes).ok()?, own_ports, links, diameter, hops);
    Some(Figures { with_self: [global.least(local), global], channels: Some(2), ..one })
}

/// A dragonfly+ of `s` leaves and `s` spines in a group and `h` global links of a spine. Up, over, down is an order of channels without a cycle.
pub fn megafly(s: u32, h: u32) -> Option<Figures> {
    let (wide, h_wide) = (u128::from(s), u128::from(h));
    let groups = wide * h_wide + 1;
    let ends = wide.checked_mul(groups)?;
    let hops = ends.checked_mul(2 * (wide - 1) + 3 * (ends - wide))?;
    let up = Fraction::new(wide * ends, ends - 1);
    let links = groups * wide * wide + groups * (groups - 1) / 2;
    let endpoints = u64::try_from(ends).ok()?;
    let one = direct_network(endpoints, s, links, 3, hops);
    let with_self = [up.least(Fraction::new(ends, wide * wide)); 2];
    Some(Figures { switches: endpoints, radix: s.checked_add(h)?, with_self, ..one })
}
