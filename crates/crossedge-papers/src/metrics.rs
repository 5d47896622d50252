//! Evaluators of metrics: counts, distances, the cost ratio; the bisection and symmetry, recounted.

use crate::claim::ClaimCase;
use crate::evaluated::{ComputedValue, Evaluated};
use crate::net::topology;
use crate::ratio::LowestTerms;
use crossedge::Topology;
use crossedge::metrics::{Effort, Metrics, Symmetry, bfs, cost_ratio, halves, machine};
use crossedge::net::{Faults, Network, Node, Structure, endpoints, neighbors, switch_degrees};
use crossedge::progress::Progress;
use crossedge::verify;
use num_bigint::{BigInt, BigUint};
use std::collections::{BTreeMap, VecDeque};

/// A metric as a number that formulas can use.
pub fn to_lowest_terms(value: &BigUint) -> Result<LowestTerms, String> {
    match value.bits() <= 127 {
        true => Ok(LowestTerms::from_integer(BigInt::from(value.clone()))),
        false => Err("a metric does not fit 128 bits".to_owned()),
    }
}

/// One metric of a network.
pub fn metric(what: &str, case: &ClaimCase, progress: &dyn Progress) -> Result<Evaluated, String> {
    let net = topology(&case.expr)?;
    let network = net.network_if_it_fits();
    let mut metrics = Metrics::new(net.shape(), network.map(AsRef::as_ref), Effort::Exhaustive, progress);
    let exact = |value: Result<LowestTerms, String>, evidence: String| {
        Ok(Evaluated { value: ComputedValue::Exact(value?), evidence })
    };
    let message = |e: bfs::Error| e.to_string();
    match what {
        "nodes" => exact(to_lowest_terms(&metrics.nodes().value), metrics.nodes().evidence.to_string()),
        "links" => exact(to_lowest_terms(&metrics.links().value), metrics.links().evidence.to_string()),
        "degree" => {
            let most = LowestTerms::from_integer(metrics.largest_degree());
            exact(Ok(most), metrics.degree().evidence.to_string())
        }
        "least_degree" => {
            let degrees = metrics.degree();
            let least = degrees.value.keys().next().copied().unwrap_or(0);
            exact(Ok(LowestTerms::from_integer(least)), degrees.evidence.to_string())
        }
        "degrees" => exact(
            Ok(LowestTerms::from_integer(metrics.degree().value.len())),
            format!("degrees {:?}", metrics.degree().value.keys().collect::<Vec<_>>()),
        ),
        "diameter" => {
            let d = metrics.diameter().map_err(message)?;
            exact(to_lowest_terms(d.value.least()), d.evidence.to_string())
        }
        "radius" | "kinds" => {
            let network = network.ok_or("ids do not fit")?;
            let pairs = bfs::all_pairs(network.as_ref(), &Faults::none(), progress).map_err(message)?;
            let value = if what == "radius" { pairs.radius() } else { pairs.kinds };
            let evidence = format!(
                "computed: search from every node; node {} has eccentricity {}, node {} has {}",
                pairs.centre.0,
                pairs.radius(),
                pairs.rim.0,
                pairs.diameter()
            );
            Ok(Evaluated::count(value, evidence))
        }
        "diameter_bounds" => {
            let network = network.ok_or("ids do not fit")?;
            let levels =
                bfs::levels(network.as_ref(), Node(0), &Faults::none(), progress).map_err(message)?;
            let eccentricity = u128::from(levels.eccentricity());
            let evidence = format!(
                "bounded: node 0 has eccentricity {eccentricity}, and the diameter is at most twice that"
            );
            Ok(Evaluated {
                value: ComputedValue::Between(
                    LowestTerms::from_integer(eccentricity),
                    LowestTerms::from_integer(2 * eccentricity),
                ),
                evidence,
            })
        }
        "mean_with_itself" => {
            let d = metrics.distances().map_err(message)?.distances.clone();
            let nodes = d.value.nodes() * d.value.sources();
            let value = to_lowest_terms(&d.value.sum())?.divided_by(&to_lowest_terms(&nodes)?);
            exact(value, d.evidence.to_string())
        }
        "connectivity" => {
            let c = metrics.connectivity().map_err(message)?;
            let end = |v: u64| LowestTerms::from_integer(v);
            let value = ComputedValue::Between(end(c.value.lower), end(c.value.upper));
            Ok(Evaluated { value, evidence: c.evidence.to_string() })
        }
        "cost_ratio" | "cost_ratio_weighted" => {
            let weights = if what == "cost_ratio" { (1.0, 1.0) } else { (0.5, 0.5) };
            let diameter = metrics.diameter().map_err(message)?;
            // Some papers count a dimension of size 2 as two links.
            let more = case.numbers.get("extra_degree").map_or(0, |&more| more.max(0) as u64);
            let degree = metrics.largest_degree() + more;
            let ratio = cost_ratio(&net.nodes(), degree, diameter.value.least(), weights);
            let value = ComputedValue::Rounded(ratio.ok_or("one node has no cost ratio")?);
            Ok(Evaluated {
                value,
                evidence: format!(
                    "degree {degree}, diameter {}; {}",
                    diameter.value.least(),
                    diameter.evidence
                ),
            })
        }
        other => of_machine(other, &net, network.map(AsRef::as_ref)),
    }
}

/// A metric of machines.
fn of_machine(what: &str, net: &Topology, network: Option<&dyn Structure>) -> Result<Evaluated, String> {
    let shape = net.shape();
    let ends = to_lowest_terms(&endpoints(shape))?;
    let large = || "it is not counted at this size".to_owned();
    let exact =
        |value: LowestTerms, evidence: String| Ok(Evaluated { value: ComputedValue::Exact(value), evidence });
    let counted = "proved: follows from the definition".to_owned();
    match what {
        "endpoints" => exact(ends, counted),
        "switches" => exact(to_lowest_terms(&(net.nodes() - endpoints(shape)))?, counted),
        "radix" => {
            let most = switch_degrees(shape).keys().next_back().copied();
            exact(
                LowestTerms::from_integer(most.ok_or("the network has no switches")?),
                "proved: the largest degree of a switch".into(),
            )
        }
        "cables" | "cables_per_endpoint" => {
            let all = machine::cable_count(shape, network).ok_or_else(large)?;
            let value = to_lowest_terms(&all.value)?;
            exact(if what == "cables" { value } else { value.divided_by(&ends)? }, all.evidence.to_string())
        }
        "ports_per_endpoint" => {
            let all = machine::ports(shape, network).ok_or_else(large)?;
            exact(to_lowest_terms(&all.value)?.divided_by(&ends)?, all.evidence.to_string())
        }
        "oversubscription" => {
            let levels = machine::oversubscription(shape, network).ok_or_else(large)?;
            let each = levels.value.iter().map(|(a, b)| to_lowest_terms(a)?.divided_by(&to_lowest_terms(b)?));
            let each = each.collect::<Result<Vec<LowestTerms>, String>>()?;
            let most = each.into_iter().max().unwrap_or(LowestTerms::from_integer(1));
            exact(most, levels.evidence.to_string())
        }
        other => Err(format!("unknown metric '{other}'")),
    }
}

/// The bisection: the lower bound by theorem, the upper one recounted by the verifier.
pub fn cut(case: &ClaimCase, progress: &dyn Progress) -> Result<Evaluated, String> {
    let net = topology(&case.expr)?;
    let known_cut = halves::halves(net.shape()).ok_or("no cut into halves is known")?;
    let (Some(side), Ok(net)) = (&known_cut.value.side, net.network()) else {
        return Err("the cut cannot be recounted".to_owned());
    };
    let claimed = u64::try_from(&known_cut.value.upper).map_err(|_| "the cut cannot be recounted")?;
    let counted = verify::halves(net.as_ref(), &|v| side.holds(net.as_ref(), v), claimed, progress)
        .map_err(|_| "stopped".to_owned())?
        .into_result()
        .map_err(|no| no.to_string())?;
    let evidence = format!(
        "verified: {} links recounted between {} and {} {} ({}); {}",
        counted.links,
        counted.first,
        counted.second,
        if net.endpoints() == net.nodes() { "nodes" } else { "endpoints" },
        side.describe(),
        known_cut.evidence
    );
    let value = ComputedValue::Between(
        to_lowest_terms(&known_cut.value.lower)?,
        LowestTerms::from_integer(counted.links),
    );
    Ok(Evaluated { value, evidence })
}

/// Returns `true` if the network is vertex- or edge-transitive. Links are also distinguished by the shortest cycles through them.
pub fn symmetry(what: &str, case: &ClaimCase, progress: &dyn Progress) -> Result<Evaluated, String> {
    let net = topology(&case.expr)?;
    let network = net.network_if_it_fits();
    let mut metrics = Metrics::new(net.shape(), network.map(AsRef::as_ref), Effort::Exhaustive, progress);
    let known = match what {
        "nodes" => metrics.node_symmetry().map_err(|e| e.to_string())?,
        "links" => metrics.edge_symmetry().map_err(|e| e.to_string())?,
        other => return Err(format!("symmetry of nodes or links, not of '{other}'")),
    };
    let word = |text: &str| ComputedValue::Text(text.to_owned());
    Ok(match known.value {
        Symmetry::Holds => Evaluated { value: word("yes"), evidence: known.evidence.to_string() },
        Symmetry::Unknown => Evaluated { value: word("not known"), evidence: known.evidence.to_string() },
        Symmetry::Refuted(why) if what == "nodes" => {
            Evaluated { value: word("no"), evidence: format!("{why}; {}", known.evidence) }
        }
        Symmetry::Refuted(why) => {
            let net = network.ok_or("ids do not fit, so the links are not recounted")?;
            let rounds: Vec<Option<u64>> =
                neighbors(net.as_ref(), Node(0)).map(|w| shortest_round(net.as_ref(), Node(0), w)).collect();
            let differ = rounds.iter().any(|r| *r != rounds[0]);
            let lengths: Vec<String> =
                rounds.iter().map(|r| r.map_or("none".to_owned(), |l| l.to_string())).collect();
            let evidence = format!("{why}; recounted at node 0: shortest cycles {}", lengths.join(", "));
            Evaluated { value: word(if differ { "no" } else { "not known" }), evidence }
        }
    })
}

/// The length of a shortest cycle through a link: a plain search for the other end without the link.
fn shortest_round(net: &dyn Network, v: Node, w: Node) -> Option<u64> {
    let mut eccentricity = BTreeMap::from([(v, 0)]);
    let mut queue = VecDeque::from([v]);
    while let Some(x) = queue.pop_front() {
        let next = eccentricity[&x] + 1;
        for y in neighbors(net, x).filter(|y| !(x == v && *y == w)) {
            if y == w {
                return Some(next + 1);
            }
            if let std::collections::btree_map::Entry::Vacant(free) = eccentricity.entry(y) {
                free.insert(next);
                queue.push_back(y);
            }
        }
    }
    None
}
