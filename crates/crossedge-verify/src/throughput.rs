//! The verifier of a throughput: it recounts both ends from the links of the network and their widths, and from nothing else. It asserts
//!
//! - the traffic is one of this network: endpoints send to other endpoints, each named once;
//! - for every source, what comes to a node and does not go on is what is sent there, in parts of the scale;
//! - at the rate of the lower end no link carries more than its width in either direction, and one carries just that;
//! - capacity times length of all links, over traffic times distance by these lengths, is the upper end.

use super::Verdict;
use super::checked::{Asserted, Checked};
use super::fingerprint::{Fingerprint, THOROUGH};
use super::verdict::Limit;
use crossedge_core::exact::{Exact, Ratio};
use crossedge_core::model::certificate::{Certificate, Demands, FORM, Sent};
use crossedge_core::net::{Node, Port, Structure};
use crossedge_core::progress::{Progress, Stopped};
use num_bigint::BigUint;
use num_traits::{One, Zero};
use rayon::prelude::*;
use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::fmt;
use std::ops::Add;

/// More links, each from both ends, are not verified.
const MAX_ARCS: u64 = 1 << 24;

/// An error in a certificate.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum BadCertificate {
    /// It is of another form.
    Form(String),
    /// A list has not as many entries as the network has nodes, ports or endpoints.
    Entries {
        /// The list.
        what: String,
        /// Actual number.
        given: u64,
        /// Required number.
        wanted: u64,
    },
    /// An endpoint sends to itself, to an unknown endpoint, to one endpoint twice, or an amount of 0; or amounts have no unit.
    Demand {
        /// The endpoint.
        from: u64,
        /// The error.
        why: String,
    },
    /// A source, or a port of a node in what it sends, that is not there or appears twice.
    Place {
        /// The source.
        from: u64,
        /// The error.
        why: String,
    },
    /// More comes to a node than goes on and is sent there.
    Lost {
        /// The source.
        from: u64,
        /// Here.
        at: Node,
        /// The amount, in units of the scale.
        amount: BigUint,
    },
    /// Less comes to a node than goes on and is sent there.
    Created {
        /// The source.
        from: u64,
        /// Here.
        at: Node,
        /// The amount, in units of the scale.
        amount: BigUint,
    },
    /// At the rate of the lower end a link carries more than its width.
    OverCapacity {
        /// From this node.
        node: Node,
        /// By this port.
        port: Port,
        /// The rate at which it carries its width.
        carries: Ratio,
        /// The claimed lower bound.
        claimed: Ratio,
    },
    /// The flow shows another lower end.
    Lower {
        /// The claimed value.
        claimed: Ratio,
        /// Counts from the verification.
        counted: Ratio,
    },
    /// The lengths show another upper end.
    Upper {
        /// The claimed value.
        claimed: Ratio,
        /// Counts from the verification.
        counted: Ratio,
    },
    /// More is claimed to be carried than the lengths allow.
    Crossed {
        /// The claimed lower bound.
        lower: Ratio,
        /// The claimed upper bound.
        upper: Ratio,
    },
    /// A source and a destination without a path.
    Apart {
        /// The source.
        from: u64,
        /// The target.
        to: u64,
    },
}

impl fmt::Display for BadCertificate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let fraction_text = |ratio: &Ratio| format!("{}/{}", ratio.numerator, ratio.denominator);
        match self {
            BadCertificate::Form(form) => write!(f, "'{form}' is not the form '{FORM}'"),
            BadCertificate::Entries { what, given, wanted } => {
                write!(f, "{given} entries for {what}, where the network has {wanted}")
            }
            BadCertificate::Demand { from, why } => write!(f, "traffic of endpoint {from}: {why}"),
            BadCertificate::Place { from, why } => write!(f, "flow of source {from}: {why}"),
            BadCertificate::Lost { from, at, amount } => {
                write!(f, "{amount} of what source {from} sends is lost at node {}", at.0)
            }
            BadCertificate::Created { from, at, amount } => {
                write!(f, "{amount} of what source {from} sends appears at node {}", at.0)
            }
            BadCertificate::OverCapacity { node, port, carries, claimed } => write!(
                f,
                "port {} of node {} carries its width at a rate of {}, and {} is claimed",
                port.0,
                node.0,
                fraction_text(carries),
                fraction_text(claimed)
            ),
            BadCertificate::Lower { claimed, counted } => {
                write!(
                    f,
                    "a lower end of {} is claimed, and the flow shows {}",
                    fraction_text(claimed),
                    fraction_text(counted)
                )
            }
            BadCertificate::Upper { claimed, counted } => {
                write!(
                    f,
                    "an upper end of {} is claimed, and the lengths show {}",
                    fraction_text(claimed),
                    fraction_text(counted)
                )
            }
            BadCertificate::Crossed { lower, upper } => {
                write!(
                    f,
                    "{} is claimed to be carried, and {} to be the most",
                    fraction_text(lower),
                    fraction_text(upper)
                )
            }
            BadCertificate::Apart { from, to } => write!(f, "no path leads from endpoint {from} to {to}"),
        }
    }
}

impl std::error::Error for BadCertificate {}

type CertificateResult<T> = Result<T, BadCertificate>;

/// Verifies a certificate on a network.
pub fn throughput(
    net: &dyn Structure,
    certificate: Certificate,
    watch: &dyn Progress,
) -> Result<Verdict<Checked<Certificate>, BadCertificate>, Stopped> {
    let Some(links) = Links::of(net) else {
        return Ok(Verdict::Undecided(Limit {
            what: "links from both ends",
            asked: None,
            most: MAX_ARCS.into(),
            works: format!("a network of at most {MAX_ARCS} links from both ends"),
        }));
    };
    let judged = match judge(net, &links, &certificate, watch) {
        None => return Err(Stopped),
        Some(judged) => judged,
    };
    Ok(judged
        .map(|()| {
            let asserted = Asserted::Throughput {
                lower: certificate.lower.clone(),
                upper: certificate.upper.clone(),
                traffic: certificate.traffic.clone(),
            };
            Checked::new(certificate, Fingerprint::of(net, THOROUGH), asserted)
        })
        .into())
}

/// `None` if cancelled.
fn judge(
    net: &dyn Structure,
    links: &Links,
    certificate: &Certificate,
    watch: &dyn Progress,
) -> Option<CertificateResult<()>> {
    let Certificate { form, demands, lower, upper, flow, lengths, .. } = certificate;
    if form != FORM {
        return Some(Err(BadCertificate::Form(form.clone())));
    }
    if let Err(bad) = entries("endpoints", demands.ends(), net.endpoints())
        .and_then(|()| traffic(demands))
        .and_then(|()| same_shape(links, lengths))
    {
        return Some(Err(bad));
    }
    // Ends in integers, of which neither is over nothing.
    for end in [lower, upper] {
        if end.denominator.is_zero() {
            let counted = Ratio::new(0u32, 1u32);
            return Some(Err(BadCertificate::Lower { claimed: end.clone(), counted }));
        }
    }
    let counted = match longest_ways(links, demands, lengths, watch)? {
        Ok(counted) => counted,
        Err(bad) => return Some(Err(bad)),
    };
    // Lengths by which everybody is where it sends to show nothing.
    if counted.denominator.is_zero() || !equal(&counted, upper) {
        return Some(Err(BadCertificate::Upper { claimed: upper.clone(), counted }));
    }
    if smaller(upper, lower) {
        return Some(Err(BadCertificate::Crossed { lower: lower.clone(), upper: upper.clone() }));
    }
    let loads = match conserved(links, demands, &flow.scale.0, &flow.sources, watch)? {
        Ok(loads) => loads,
        Err(bad) => return Some(Err(bad)),
    };
    Some(within_capacity(links, &loads, &flow.scale.0, lower))
}

/// The links of a network, from both ends: by node and port.
struct Links {
    starts: Vec<usize>,
    to: Vec<usize>,
    widths: Vec<u64>,
    /// The width of an endpoint port.
    unit: u64,
}

impl Links {
    /// `None` if there are too many.
    fn of(net: &dyn Structure) -> Option<Self> {
        if net.nodes() > MAX_ARCS {
            return None;
        }
        let (mut starts, mut to, mut widths) = (vec![0], Vec::new(), Vec::new());
        for v in (0..net.nodes()).map(Node) {
            for port in (0..net.degree(v)).map(Port) {
                to.push(net.link(v, port).0.0 as usize);
                widths.push(net.width(net.link_class(v, port)));
            }
            if to.len() as u64 > MAX_ARCS {
                return None;
            }
            starts.push(to.len());
        }
        Some(Links { starts, to, widths, unit: net.unit() })
    }

    fn nodes(&self) -> usize {
        self.starts.len() - 1
    }

    /// Node and port of a place.
    fn port(&self, place: usize) -> (Node, Port) {
        let v = self.starts.partition_point(|&start| start <= place) - 1;
        (Node(v as u64), Port((place - self.starts[v]) as u32))
    }
}

fn entries(what: impl Into<String>, given: usize, wanted: u64) -> CertificateResult<()> {
    match given as u64 == wanted {
        true => Ok(()),
        false => Err(BadCertificate::Entries { what: what.into(), given: given as u64, wanted }),
    }
}

/// Every port has a length.
fn same_shape(links: &Links, lengths: &[Vec<Exact<BigUint>>]) -> CertificateResult<()> {
    entries("lengths of nodes", lengths.len(), links.nodes() as u64)?;
    for (v, row) in lengths.iter().enumerate() {
        let ports = links.starts[v + 1] - links.starts[v];
        entries(format!("lengths of the ports of node {v}"), row.len(), ports as u64)?;
    }
    Ok(())
}

/// Endpoints send something to other endpoints.
fn traffic(demands: &Demands) -> CertificateResult<()> {
    let Demands::Listed { unit, rows } = demands else { return Ok(()) };
    let bad = |from: usize, why: String| Err(BadCertificate::Demand { from: from as u64, why });
    if *unit == 0 {
        return bad(0, "amounts over nothing".to_owned());
    }
    for (from, row) in rows.iter().enumerate() {
        for (i, &(to, amount)) in row.iter().enumerate() {
            if to as usize == from || to as usize >= rows.len() {
                return bad(from, format!("there is no other endpoint {to}"));
            }
            if i > 0 && row[i - 1].0 >= to {
                return bad(from, format!("endpoint {to} is not in order"));
            }
            if amount == 0 {
                return bad(from, format!("nothing is sent to endpoint {to}"));
            }
        }
    }
    Ok(())
}

fn equal(a: &Ratio, b: &Ratio) -> bool {
    &a.numerator * &b.denominator == &b.numerator * &a.denominator
}

fn smaller(a: &Ratio, b: &Ratio) -> bool {
    &a.numerator * &b.denominator < &b.numerator * &a.denominator
}

/// Capacity times length, over traffic times distance.
fn longest_ways(
    links: &Links,
    demands: &Demands,
    lengths: &[Vec<Exact<BigUint>>],
    watch: &dyn Progress,
) -> Option<CertificateResult<Ratio>> {
    let flat: Vec<&BigUint> = lengths.iter().flatten().map(|length| &length.0).collect();
    let held: BigUint = flat.iter().zip(&links.widths).map(|(length, &width)| *length * width).sum();
    let all: BigUint = flat.iter().copied().sum();
    let sources = demands.sources();
    watch.stage("recounting distances", sources.len() as u64);
    // Most certificates have short numbers, with which a search is quick.
    let needed = match all.bits() < 120 {
        true => {
            let short: Vec<u128> = flat.iter().map(|length| u128::try_from(*length).unwrap_or(0)).collect();
            each(&sources, watch, |s| sent(demands, s, search(links, &short, 0, s)))?
        }
        false => {
            let long: Vec<BigUint> = flat.into_iter().cloned().collect();
            each(&sources, watch, |s| sent(demands, s, search(links, &long, BigUint::ZERO, s)))?
        }
    };
    let needed = match needed {
        Ok(needed) => needed.into_iter().sum::<BigUint>(),
        Err(bad) => return Some(Err(bad)),
    };
    Some(Ok(Ratio::new(held * demands.unit(), needed * links.unit)))
}

/// Request for every source, on all cores; `None` if it is stopped.
fn each<T: Send>(
    sources: &[usize],
    watch: &dyn Progress,
    ask: impl Fn(usize) -> CertificateResult<T> + Sync,
) -> Option<CertificateResult<Vec<T>>> {
    let asked = |&s: &usize| {
        if watch.stopped() {
            return None;
        }
        watch.advance(1);
        Some(ask(s))
    };
    sources
        .par_iter()
        .map(asked)
        .collect::<Option<Vec<CertificateResult<T>>>>()
        .map(|all| all.into_iter().collect())
}

/// Demand of a source times distance.
fn sent<T: Clone + Into<BigUint>>(
    demands: &Demands,
    s: usize,
    far: Vec<Option<T>>,
) -> CertificateResult<BigUint> {
    let mut sum = BigUint::zero();
    for (to, amount) in demands.row(s) {
        match &far[to] {
            Some(far) => sum += far.clone().into() * amount,
            None => return Err(BadCertificate::Apart { from: s as u64, to: to as u64 }),
        }
    }
    Ok(sum)
}

/// Distances from a node by lengths of links.
fn search<T>(links: &Links, lengths: &[T], zero: T, from: usize) -> Vec<Option<T>>
where
    T: Clone + Ord,
    for<'a> &'a T: Add<&'a T, Output = T>,
{
    let mut far: Vec<Option<T>> = vec![None; links.nodes()];
    let mut open = BinaryHeap::from([Reverse((zero, from))]);
    while let Some(Reverse((at, v))) = open.pop() {
        if far[v].is_some() {
            continue;
        }
        let places = links.starts[v]..links.starts[v + 1];
        for (&w, length) in links.to[places.clone()].iter().zip(&lengths[places]) {
            if far[w].is_none() {
                open.push(Reverse((&at + length, w)));
            }
        }
        far[v] = Some(at);
    }
    far
}

/// The load of every link, if flow is conserved.
fn conserved(
    links: &Links,
    demands: &Demands,
    scale: &BigUint,
    flows: &[Sent],
    watch: &dyn Progress,
) -> Option<CertificateResult<Vec<BigUint>>> {
    let sources = demands.sources();
    let places = |from: u64, why: &str| Err(BadCertificate::Place { from, why: why.to_owned() });
    if let Err(bad) = entries("sources of the flow", flows.len(), sources.len() as u64) {
        return Some(Err(bad));
    }
    if let Some(flow) = flows.iter().zip(&sources).find(|(flow, s)| flow.from != **s as u64) {
        return Some(places(flow.0.from, "it sends nothing, or is out of order"));
    }
    watch.stage("recounting the flow", sources.len() as u64);
    let all: Vec<usize> = (0..flows.len()).collect();
    let judged = each(&all, watch, |i| one_source(links, demands, scale, &flows[i]))?;
    Some(judged.map(|each| {
        let mut loads = vec![BigUint::zero(); links.to.len()];
        each.into_iter().flatten().for_each(|(place, amount)| loads[place] += amount);
        loads
    }))
}

/// The places that one source uses, when everything that it sends arrives.
fn one_source<'a>(
    links: &Links,
    demands: &Demands,
    scale: &BigUint,
    flow: &'a Sent,
) -> CertificateResult<Vec<(usize, &'a BigUint)>> {
    let s = flow.from as usize;
    let unit = BigUint::from(demands.unit());
    // Inflow, and outflow plus delivery, in units of the demands.
    let mut comes = vec![BigUint::zero(); links.nodes()];
    let mut goes = vec![BigUint::zero(); links.nodes()];
    for (to, amount) in demands.row(s) {
        goes[to] += scale * amount;
        comes[s] += scale * amount;
    }
    let bad = |why: String| Err(BadCertificate::Place { from: flow.from, why });
    let mut used = Vec::with_capacity(flow.amounts.len());
    for (v, port, amount) in &flow.amounts {
        let row = usize::try_from(*v).ok().filter(|v| *v < links.nodes());
        let place = row.map(|v| (links.starts[v] + *port as usize, links.starts[v + 1]));
        let Some((place, _)) = place.filter(|(place, end)| place < end) else {
            return bad(format!("there is no port {port} of node {v}"));
        };
        goes[*v as usize] += &amount.0 * &unit;
        comes[links.to[place]] += &amount.0 * &unit;
        used.push((place, &amount.0));
    }
    used.sort_unstable_by_key(|(place, _)| *place);
    if let Some(twice) = used.windows(2).find(|pair| pair[0].0 == pair[1].0) {
        let (node, port) = links.port(twice[0].0);
        return bad(format!("duplicate port {} of node {}", port.0, node.0));
    }
    for (v, (comes, goes)) in comes.iter().zip(&goes).enumerate() {
        let at = Node(v as u64);
        if comes > goes {
            return Err(BadCertificate::Lost { from: flow.from, at, amount: (comes - goes) / &unit });
        }
        if comes < goes {
            return Err(BadCertificate::Created { from: flow.from, at, amount: (goes - comes) / &unit });
        }
    }
    Ok(used)
}

/// At the lower end no link carries more than its width, and one carries just that.
fn within_capacity(
    links: &Links,
    loads: &[BigUint],
    scale: &BigUint,
    lower: &Ratio,
) -> CertificateResult<()> {
    let mut least: Option<(Ratio, usize)> = None;
    for (place, load) in loads.iter().enumerate().filter(|(_, load)| !load.is_zero()) {
        let carries = Ratio::new(scale * links.widths[place], load * links.unit);
        if least.as_ref().is_none_or(|(known, _)| smaller(&carries, known)) {
            least = Some((carries, place));
        }
    }
    let Some((carries, place)) = least else {
        let counted = Ratio::new(0u32, BigUint::one());
        return Err(BadCertificate::Lower { claimed: lower.clone(), counted });
    };
    if smaller(&carries, lower) {
        let (node, port) = links.port(place);
        return Err(BadCertificate::OverCapacity { node, port, carries, claimed: lower.clone() });
    }
    match equal(&carries, lower) {
        true => Ok(()),
        false => Err(BadCertificate::Lower { claimed: lower.clone(), counted: carries }),
    }
}
