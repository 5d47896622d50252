//! The evaluators: each takes one case and says what the paper says of it, what is so, and how that is known.

use super::claim::{Case, Check, Kind};
use super::formula::{Formula, Names};
use super::ratio::Ratio;
use super::{Instance, Outcome, collectives, counts, rings, walks};
use crossedge::expr::parse;
use crossedge::metrics::{Effort, Metrics, Symmetry, bfs, bisection, cost_ratio};
use crossedge::net::{
    Network, Node, Shape, Structure, elaborate, neighbors, no_files, parse_address, to_network,
};
use crossedge::progress::Progress;
use crossedge::verify;
use num_bigint::BigUint;
use std::collections::{BTreeMap, VecDeque};
use std::sync::Arc;

/// A network of a case.
pub struct Built {
    /// What is known at any size.
    pub shape: Arc<dyn Shape>,
    text: String,
}

impl Built {
    /// From an expression.
    pub fn of(text: &str) -> Result<Built, String> {
        let expr = parse(text).map_err(|e| e.to_string())?;
        let shape = elaborate(&expr, &no_files).map_err(|e| e.to_string())?;
        Ok(Built { shape, text: text.to_owned() })
    }

    /// The network itself.
    pub fn net(&self) -> Result<Arc<dyn Structure>, String> {
        let expr = parse(&self.text).map_err(|e| e.to_string())?;
        to_network(&expr, self.shape.as_ref(), &no_files).map_err(|e| e.to_string())
    }
}

/// The node at an address.
pub fn node(net: &dyn Structure, text: &str) -> Result<Node, String> {
    parse_address(net, text).map_err(|e| e.to_string())
}

/// What an evaluator found, before it is held against the paper.
pub struct Found {
    /// The value.
    pub value: Value,
    /// How it is known.
    pub evidence: String,
}

/// A value of ours.
pub enum Value {
    /// An exact number.
    Exact(Ratio),
    /// A number that is rounded as the paper rounds.
    Rounded(f64),
    /// Between two ends.
    Between(Ratio, Ratio),
    /// A text.
    Text(String),
}

impl Found {
    /// An exact whole number.
    pub fn count(value: u64, evidence: impl Into<String>) -> Found {
        Found { value: Value::Exact(Ratio::int(value.into())), evidence: evidence.into() }
    }
}

/// Evaluates one case, and holds it against the paper.
pub fn case(check: &Check, case: &Case, watch: &dyn Progress) -> Result<Instance, String> {
    let names = names(case, watch)?;
    let found = match check.kind {
        Kind::Figure => figure(&check.what, case, watch)?,
        Kind::Bisection => cut(case, watch)?,
        Kind::Symmetry => symmetry(&check.what, case, watch)?,
        Kind::Route => walks::route(&check.what, case, watch)?,
        Kind::Routes => walks::routes(&check.what, case, watch)?,
        Kind::PointerLongest => walks::pointer_longest(case)?,
        Kind::Links => counts::links(case, &names)?,
        Kind::Round => rings::round(case)?,
        Kind::Ring => rings::ring(case, watch)?,
        Kind::Path => rings::one_path(case, watch)?,
        Kind::Ends => rings::ends(case, watch)?,
        Kind::VirtualRings => rings::virtual_rings(case, watch)?,
        Kind::Address => counts::address(case)?,
        Kind::Same => counts::same(&check.what, case)?,
        Kind::Value => {
            let value = Formula::read(&case.ours)?.value(&names)?;
            Found { value: Value::Exact(value), evidence: format!("computed: {}", case.ours) }
        }
        Kind::Count => counts::count(case, &names)?,
        Kind::Pivots => counts::pivots(case)?,
        Kind::FirstCopy => counts::first_copy(case)?,
        Kind::CrossEdges => counts::cross_edges(case)?,
        Kind::Schedule => collectives::schedule(&check.what, case, watch)?,
        Kind::BroadcastPrinted if case.expr.is_empty() => collectives::broadcast_as_printed(case)?,
        Kind::BroadcastPrinted => collectives::stages_as_printed(case)?,
    };
    hold(check, case, &names, found)
}

/// Holds what was found against the paper's value.
fn hold(check: &Check, case: &Case, names: &Names, found: Found) -> Result<Instance, String> {
    let text = match (&case.paper, &check.formula) {
        (Some(text), _) => text.to_string(),
        (None, Some(formula)) => Formula::read(formula)?.value(names)?.to_string(),
        (None, None) => return Err("the case has no value of the paper, and the check no formula".to_owned()),
    };
    let number = || Formula::read(&text)?.value(names);
    let (ours, outcome) = match found.value {
        Value::Exact(value) => (value.to_string(), Outcome::compare(value, number()?, check.relation)),
        Value::Rounded(value) => {
            let decimals = text.split_once('.').map_or(0, |(_, d)| d.len());
            let shown = format!("{value:.decimals$}");
            let rounded = Ratio::decimal(&shown).ok_or("a figure is no number")?;
            (shown, Outcome::compare(rounded, number()?, check.relation))
        }
        Value::Between(low, high) if low == high => {
            (low.to_string(), Outcome::compare(low, number()?, check.relation))
        }
        Value::Between(low, high) => {
            let paper = number()?;
            let ends = [low, high].map(|end| Outcome::compare(end, paper, check.relation));
            let outcome = if ends[0] == ends[1] { ends[0] } else { Outcome::Open };
            (format!("{low} to {high}"), outcome)
        }
        Value::Text(ours) => {
            let outcome = if ours == text { Outcome::Agrees } else { Outcome::Differs };
            (ours, outcome)
        }
    };
    let paper = match number() {
        Ok(value) if !text.contains('.') => value.to_string(),
        _ => text,
    };
    Ok(Instance {
        what: what(check, case),
        paper,
        ours,
        evidence: found.evidence,
        outcome,
        outside: false,
        reading: None,
    })
}

/// What a case is about, in few words.
fn what(check: &Check, case: &Case) -> String {
    let thing = check.what.replace('_', " ");
    let mut out = match (case.expr.is_empty(), thing.is_empty()) {
        (true, _) => thing,
        (false, true) => case.expr.clone(),
        (false, false) => format!("{thing} of {}", case.expr),
    };
    if !case.from.is_empty() {
        out += &format!(", {}", case.from);
    }
    if !case.to.is_empty() {
        out += &format!(" to {}", case.to);
    }
    let numbers: Vec<String> = case.numbers.iter().map(|(name, value)| format!("{name} = {value}")).collect();
    if !numbers.is_empty() {
        out += &format!(" ({})", numbers.join(", "));
    }
    out
}

/// The names that formulas of a case may use.
fn names(case: &Case, watch: &dyn Progress) -> Result<Names, String> {
    let mut names: Names =
        case.numbers.iter().map(|(name, &value)| (name.clone(), Ratio::int(value.into()))).collect();
    for (name, text) in &case.nets {
        let built = Built::of(text)?;
        let net = built.shape.network().ok();
        let mut figures = Metrics::new(built.shape.as_ref(), net.as_deref(), Effort::Exhaustive, watch);
        let diameter = figures.diameter().map_err(|e| e.to_string())?.value;
        let degree = Ratio::int(figures.largest_degree().into());
        names.insert(format!("{name}.nodes"), big(&built.shape.nodes())?);
        names.insert(format!("{name}.degree"), degree);
        names.insert(format!("{name}.diameter"), big(diameter.least())?);
    }
    Ok(names)
}

fn big(value: &BigUint) -> Result<Ratio, String> {
    i128::try_from(value.clone()).map(Ratio::int).map_err(|_| "a figure does not fit 128 bits".to_owned())
}

/// One figure of a network.
fn figure(what: &str, case: &Case, watch: &dyn Progress) -> Result<Found, String> {
    let built = Built::of(&case.expr)?;
    let net = built.shape.network().ok();
    let mut figures = Metrics::new(built.shape.as_ref(), net.as_deref(), Effort::Exhaustive, watch);
    let exact =
        |value: Result<Ratio, String>, evidence: String| Ok(Found { value: Value::Exact(value?), evidence });
    let tell = |e: bfs::Error| e.to_string();
    match what {
        "nodes" => exact(big(&figures.nodes().value), figures.nodes().evidence.to_string()),
        "links" => exact(big(&figures.links().value), figures.links().evidence.to_string()),
        "degree" => {
            let most = Ratio::int(figures.largest_degree().into());
            exact(Ok(most), figures.degree().evidence.to_string())
        }
        "least_degree" => {
            let degrees = figures.degree();
            let least = degrees.value.keys().next().copied().unwrap_or(0);
            exact(Ok(Ratio::int(least.into())), degrees.evidence.to_string())
        }
        "degrees" => exact(
            Ok(Ratio::int(figures.degree().value.len() as i128)),
            format!("degrees {:?}", figures.degree().value.keys().collect::<Vec<_>>()),
        ),
        "diameter" => {
            let d = figures.diameter().map_err(tell)?;
            exact(big(d.value.least()), d.evidence.to_string())
        }
        "radius" | "kinds" => {
            let net = net.as_deref().ok_or("ids do not fit")?;
            let pairs = bfs::all_pairs(net, &bfs::Dead::none(), watch).map_err(tell)?;
            let value = if what == "radius" { pairs.radius() } else { pairs.kinds };
            let evidence = format!(
                "computed: search from every node; node {} has eccentricity {}, node {} has {}",
                pairs.centre.0,
                pairs.radius(),
                pairs.rim.0,
                pairs.diameter()
            );
            Ok(Found::count(value, evidence))
        }
        "diameter_bounds" => {
            let net = net.as_deref().ok_or("ids do not fit")?;
            let levels = bfs::levels(net, Node(0), &bfs::Dead::none(), watch).map_err(tell)?;
            let far = i128::from(levels.eccentricity());
            let evidence =
                format!("bounded: node 0 has eccentricity {far}, and the diameter is at most twice that");
            Ok(Found { value: Value::Between(Ratio::int(far), Ratio::int(2 * far)), evidence })
        }
        "mean_with_itself" => {
            let d = figures.distances().map_err(tell)?.distances.clone();
            let nodes = d.value.nodes() * d.value.sources();
            let value = big(&d.value.sum())?.over(big(&nodes)?);
            exact(value, d.evidence.to_string())
        }
        "connectivity" => {
            let c = figures.connectivity().map_err(tell)?;
            let end = |v: u64| Ratio::int(v.into());
            let value = Value::Between(end(c.value.lower), end(c.value.upper));
            Ok(Found { value, evidence: c.evidence.to_string() })
        }
        "cost_ratio" | "cost_ratio_weighted" => {
            let weights = if what == "cost_ratio" { (1.0, 1.0) } else { (0.5, 0.5) };
            let diameter = figures.diameter().map_err(tell)?;
            // Some papers count a dimension of size 2 as two links.
            let more = case.numbers.get("extra_degree").map_or(0, |&more| more.max(0) as u64);
            let degree = figures.largest_degree() + more;
            let ratio = cost_ratio(&built.shape.nodes(), degree, diameter.value.least(), weights);
            let value = Value::Rounded(ratio.ok_or("one node has no cost ratio")?);
            Ok(Found {
                value,
                evidence: format!(
                    "degree {degree}, diameter {}; {}",
                    diameter.value.least(),
                    diameter.evidence
                ),
            })
        }
        other => Err(format!("there is no figure '{other}'")),
    }
}

/// The bisection: the lower bound by theorem, the upper one recounted by the judge.
fn cut(case: &Case, watch: &dyn Progress) -> Result<Found, String> {
    let built = Built::of(&case.expr)?;
    let found = bisection::bisection(built.shape.as_ref()).ok_or("no cut into halves is known")?;
    let (Some(side), Ok(net)) = (&found.value.side, built.net()) else {
        return Err("the cut cannot be recounted".to_owned());
    };
    let claimed = u64::try_from(&found.value.upper).map_err(|_| "the cut cannot be recounted")?;
    let counted = verify::cut(net.as_ref(), &|v| side.holds(net.as_ref(), v), claimed, watch)
        .map_err(|_| "stopped".to_owned())?
        .into_result()
        .map_err(|no| no.to_string())?;
    let evidence = format!(
        "judged: {} links recounted between {} and {} nodes ({}); {}",
        counted.links,
        counted.first,
        counted.second,
        side.describe(),
        found.evidence
    );
    let value = Value::Between(big(&found.value.lower)?, Ratio::int(counted.links.into()));
    Ok(Found { value, evidence })
}

/// Whether all nodes or links are alike. Links are told apart once more by the shortest cycles through them.
fn symmetry(what: &str, case: &Case, watch: &dyn Progress) -> Result<Found, String> {
    let built = Built::of(&case.expr)?;
    let net = built.shape.network().ok();
    let mut figures = Metrics::new(built.shape.as_ref(), net.as_deref(), Effort::Exhaustive, watch);
    let found = match what {
        "nodes" => figures.node_symmetry().map_err(|e| e.to_string())?,
        "links" => figures.edge_symmetry(),
        other => return Err(format!("symmetry of nodes or links, not of '{other}'")),
    };
    let word = |text: &str| Value::Text(text.to_owned());
    Ok(match found.value {
        Symmetry::Holds => Found { value: word("yes"), evidence: found.evidence.to_string() },
        Symmetry::Unknown => Found { value: word("not known"), evidence: found.evidence.to_string() },
        Symmetry::Refuted(why) if what == "nodes" => {
            Found { value: word("no"), evidence: format!("{why}; {}", found.evidence) }
        }
        Symmetry::Refuted(why) => {
            let net = net.ok_or("ids do not fit, so the links are not recounted")?;
            let rounds: Vec<Option<u64>> =
                neighbors(net.as_ref(), Node(0)).map(|w| shortest_round(net.as_ref(), Node(0), w)).collect();
            let differ = rounds.iter().any(|r| *r != rounds[0]);
            let lengths: Vec<String> =
                rounds.iter().map(|r| r.map_or("none".to_owned(), |l| l.to_string())).collect();
            let evidence = format!("{why}; recounted at node 0: shortest cycles {}", lengths.join(", "));
            Found { value: word(if differ { "no" } else { "not known" }), evidence }
        }
    })
}

/// The length of a shortest cycle through a link: a plain search for the other end without the link.
fn shortest_round(net: &dyn Network, v: Node, w: Node) -> Option<u64> {
    let mut far = BTreeMap::from([(v, 0)]);
    let mut queue = VecDeque::from([v]);
    while let Some(x) = queue.pop_front() {
        let next = far[&x] + 1;
        for y in neighbors(net, x).filter(|y| !(x == v && *y == w)) {
            if y == w {
                return Some(next + 1);
            }
            if let std::collections::btree_map::Entry::Vacant(free) = far.entry(y) {
                free.insert(next);
                queue.push_back(y);
            }
        }
    }
    None
}
