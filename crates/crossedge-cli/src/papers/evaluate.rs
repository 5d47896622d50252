//! The evaluators: each takes one case and says what the paper says of it, what is so, and how that is known.

use super::claim::{Case, Check, Kind};
use super::formula::{Formula, Names};
use super::ratio::Ratio;
use super::{Instance, Outcome, exchange, rings, walks};
use crossedge::expr::parse;
use crossedge::metrics::{Effort, Figures, Symmetry, bisection, cost_ratio, search};
use crossedge::net::{
    Form, Network, Node, Shape, Structure, Table, elaborate, neighbors, no_files, parse_address, to_network,
};
use crossedge::verify;
use crossedge::watch::Watch;
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
pub fn case(check: &Check, case: &Case, watch: &dyn Watch) -> Result<Instance, String> {
    let names = names(case, watch)?;
    let found = match check.kind {
        Kind::Figure => figure(&check.what, case, watch)?,
        Kind::Bisection => cut(case, watch)?,
        Kind::Symmetry => symmetry(&check.what, case, watch)?,
        Kind::Route => walks::route(&check.what, case, watch)?,
        Kind::Routes => walks::routes(&check.what, case, watch)?,
        Kind::PointerLongest => walks::pointer_longest(case)?,
        Kind::Links => links(case, &names)?,
        Kind::Round => rings::round(case)?,
        Kind::Ring => rings::ring(case, watch)?,
        Kind::Path => rings::one_path(case, watch)?,
        Kind::Ends => rings::ends(case, watch)?,
        Kind::VirtualRings => rings::virtual_rings(case, watch)?,
        Kind::Address => address(case)?,
        Kind::Same => same(&check.what, case)?,
        Kind::Value => {
            let value = Formula::read(&case.ours)?.value(&names)?;
            Found { value: Value::Exact(value), evidence: format!("computed: {}", case.ours) }
        }
        Kind::Count => count(case, &names)?,
        Kind::Pivots => pivots(case)?,
        Kind::FirstCopy => first_copy(case)?,
        Kind::CrossEdges => cross_edges(case)?,
        Kind::Congestion => exchange::congestion(case)?,
        Kind::ExchangeHops => exchange::hops(case)?,
        Kind::ExchangeWords => exchange::words(case)?,
        Kind::BroadcastPrinted => exchange::broadcast_as_printed(case)?,
        Kind::BroadcastRounds => exchange::broadcast_by_levels(&check.what, case)?,
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
fn names(case: &Case, watch: &dyn Watch) -> Result<Names, String> {
    let mut names: Names =
        case.numbers.iter().map(|(name, &value)| (name.clone(), Ratio::int(value.into()))).collect();
    for (name, text) in &case.nets {
        let built = Built::of(text)?;
        let net = built.shape.network().ok();
        let mut figures = Figures::new(built.shape.as_ref(), net.as_deref(), Effort::Exhaustive, watch);
        let diameter = figures.diameter().map_err(|e| e.to_string())?.value;
        let degree = Ratio::int(figures.largest_degree().into());
        names.insert(format!("{name}.nodes"), big(&built.shape.nodes())?);
        names.insert(format!("{name}.degree"), degree);
        names.insert(format!("{name}.diameter"), big(&diameter)?);
    }
    Ok(names)
}

fn big(value: &BigUint) -> Result<Ratio, String> {
    i128::try_from(value.clone()).map(Ratio::int).map_err(|_| "a figure does not fit 128 bits".to_owned())
}

/// One figure of a network.
fn figure(what: &str, case: &Case, watch: &dyn Watch) -> Result<Found, String> {
    let built = Built::of(&case.expr)?;
    let net = built.shape.network().ok();
    let mut figures = Figures::new(built.shape.as_ref(), net.as_deref(), Effort::Exhaustive, watch);
    let exact =
        |value: Result<Ratio, String>, evidence: String| Ok(Found { value: Value::Exact(value?), evidence });
    let tell = |e: search::Error| e.to_string();
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
            exact(big(&d.value), d.evidence.to_string())
        }
        "radius" | "kinds" => {
            let net = net.as_deref().ok_or("ids do not fit")?;
            let pairs = search::all_pairs(net, &search::Dead::none(), watch).map_err(tell)?;
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
            let levels = search::levels(net, Node(0), &search::Dead::none(), watch).map_err(tell)?;
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
            let ratio = cost_ratio(&built.shape.nodes(), degree, &diameter.value, weights);
            let value = Value::Rounded(ratio.ok_or("one node has no cost ratio")?);
            Ok(Found {
                value,
                evidence: format!("degree {degree}, diameter {}; {}", diameter.value, diameter.evidence),
            })
        }
        other => Err(format!("there is no figure '{other}'")),
    }
}

/// The bisection: the lower bound by theorem, the upper one recounted by the judge.
fn cut(case: &Case, watch: &dyn Watch) -> Result<Found, String> {
    let built = Built::of(&case.expr)?;
    let found = bisection::bisection(built.shape.as_ref()).ok_or("no cut into halves is known")?;
    let (Some(side), Ok(net)) = (&found.value.side, built.net()) else {
        return Err("the cut cannot be recounted".to_owned());
    };
    let counted = verify::cut(net.as_ref(), &|v| side.holds(net.as_ref(), v), watch)
        .map_err(|_| "stopped".to_owned())?;
    if !counted.even() {
        return Err("the cut is not into halves".to_owned());
    }
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
fn symmetry(what: &str, case: &Case, watch: &dyn Watch) -> Result<Found, String> {
    let built = Built::of(&case.expr)?;
    let net = built.shape.network().ok();
    let mut figures = Figures::new(built.shape.as_ref(), net.as_deref(), Effort::Exhaustive, watch);
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

/// Fills every `{formula}` of a text.
fn filled(text: &str, names: &Names) -> Result<String, String> {
    let mut out = String::new();
    let mut rest = text;
    while let Some((before, after)) = rest.split_once('{') {
        let (inside, behind) = after.split_once('}').ok_or("a { is not closed")?;
        out += before;
        out += &Formula::read(inside)?.value(names)?.to_string();
        rest = behind;
    }
    Ok(out + rest)
}

/// Runs over all values of the ranges of a case.
pub fn over(
    case: &Case,
    names: &Names,
    mut visit: impl FnMut(&Names) -> Result<(), String>,
) -> Result<(), String> {
    let ranges: Vec<(&String, [i64; 2])> = case.each.iter().map(|(name, range)| (name, *range)).collect();
    let sizes = ranges.iter().map(|(_, [from, to])| (to - from + 1).max(0) as u128);
    if sizes.product::<u128>() > 1 << 22 {
        return Err("the ranges have more than 4 million places".to_owned());
    }
    if ranges.iter().any(|(_, [from, to])| from > to) {
        return Err("a range runs from the smaller number to the larger".to_owned());
    }
    let mut at: Vec<i64> = ranges.iter().map(|(_, [from, _])| *from).collect();
    let mut names = names.clone();
    loop {
        for ((name, _), value) in ranges.iter().zip(&at) {
            names.insert((*name).clone(), Ratio::int((*value).into()));
        }
        visit(&names)?;
        let Some(turn) = (0..at.len()).rev().find(|&i| at[i] < ranges[i].1[1]) else { return Ok(()) };
        at[turn] += 1;
        for (place, (_, [from, _])) in at.iter_mut().zip(&ranges).skip(turn + 1) {
            *place = *from;
        }
    }
}

/// How many links of a pattern are there.
fn links(case: &Case, names: &Names) -> Result<Found, String> {
    let net = Built::of(&case.expr)?.net()?;
    let (mut there, mut all, mut missing) = (0, 0, None);
    over(case, names, |names| {
        let ends = [filled(&case.from, names)?, filled(&case.to, names)?];
        let [v, w] = [node(net.as_ref(), &ends[0])?, node(net.as_ref(), &ends[1])?];
        all += 1;
        if neighbors(net.as_ref(), v).any(|x| x == w) {
            there += 1;
        } else if missing.is_none() {
            let last = neighbors(net.as_ref(), v).last().map(|x| net.address(x).to_string());
            missing = Some(format!(
                "{} and {} are not linked; the last link of {} leads to {}",
                ends[0],
                ends[1],
                ends[0],
                last.unwrap_or_default()
            ));
        }
        Ok(())
    })?;
    let evidence = missing.unwrap_or_else(|| format!("computed: all {all} links of the pattern looked up"));
    Ok(Found::count(there, evidence))
}

/// The id of an address, or the address of an id.
fn address(case: &Case) -> Result<Found, String> {
    let net = Built::of(&case.expr)?.net()?;
    let v = match case.nets.get("lower") {
        Some(lower) => node(Built::of(lower)?.net()?.as_ref(), &case.from)?,
        None => node(net.as_ref(), &case.from)?,
    };
    let evidence = format!("{} of {}", net.notation(), case.expr);
    match case.to.as_str() {
        "address" => Ok(Found { value: Value::Text(net.address(v).to_string()), evidence }),
        "" => Ok(Found::count(v.0, evidence)),
        _ => Err("an address is told as an id, or with to = 'address'".to_owned()),
    }
}

/// How many links two networks do not share.
fn same(what: &str, case: &Case) -> Result<Found, String> {
    let table = |text: &str| Table::try_of(Built::of(text)?.net()?.as_ref());
    let (a, b) = (table(&case.expr)?, table(&case.to)?);
    let inside = |&(v, w): &(u64, u64)| what != "first" || v.max(w) < a.nodes();
    let [a, b]: [std::collections::BTreeSet<(u64, u64)>; 2] =
        [a.edges().collect(), b.edges().filter(inside).collect()];
    let differ = a.symmetric_difference(&b).count() as u64;
    Ok(Found::count(differ, format!("computed: {} and {} links compared", a.len(), b.len())))
}

/// In how many places a condition holds.
fn count(case: &Case, names: &Names) -> Result<Found, String> {
    let condition = Formula::read(&case.ours)?;
    let (mut holds, mut all) = (0, 0);
    over(case, names, |names| {
        all += 1;
        holds += u64::from(condition.value(names)? != Ratio::int(0));
        Ok(())
    })?;
    Ok(Found::count(holds, format!("computed: {} in {holds} of {all} places", case.ours)))
}

/// In how many phases the pivots do not hang together.
fn pivots(case: &Case) -> Result<Found, String> {
    let net = Built::of(&case.expr)?.net()?;
    let Form::Expansion(re) = net.form() else { return Err("only an expansion has pivots".to_owned()) };
    let unit = re.unit_table();
    let mut apart = Vec::new();
    for (i, phase) in re.phases().iter().enumerate() {
        let set = phase.pivots();
        let mut reached = vec![set[0]];
        let mut at = 0;
        while at < reached.len() {
            let near = unit.row(reached[at]);
            let more = set.iter().filter(|p| near.contains(&(**p as u32)) && !reached.contains(p));
            let more: Vec<usize> = more.copied().collect();
            reached.extend(more);
            at += 1;
        }
        if reached.len() < set.len() {
            apart.push(format!("phase {}: {set:?}", i + 1));
        }
    }
    let evidence = match apart.is_empty() {
        true => format!("computed: the pivots of {} phases hang together", re.phases().len()),
        false => format!("pivots that fall apart: {}", apart.join(", ")),
    };
    Ok(Found::count(apart.len() as u64, evidence))
}

/// The links that remain when phase j wires the first copy only: those whose later coordinates are all 0.
fn first_copy(case: &Case) -> Result<Found, String> {
    let net = Built::of(&case.expr)?.net()?;
    let Form::Expansion(re) = net.form() else { return Err("only an expansion has phases".to_owned()) };
    let (mut made, mut all) = (0, 0);
    for v in (0..net.nodes()).map(Node) {
        let (_, at) = re.coordinates(v);
        for w in neighbors(net.as_ref(), v).filter(|w| w.0 > v.0) {
            let (_, there) = re.coordinates(w);
            all += 1;
            made += u64::from(match (0..at.len()).find(|&j| at[j] != there[j]) {
                Some(phase) => at[phase + 1..].iter().all(|&f| f == 0),
                None => true,
            });
        }
    }
    Ok(Found::count(made, format!("computed: {made} of {all} links lie in the first copies")))
}

/// How many cross-edges join a cluster of class 0 with one of class 1: the same number for all pairs.
fn cross_edges(case: &Case) -> Result<Found, String> {
    let net = Built::of(&case.expr)?.net()?;
    let lower = match net.form() {
        Form::Dual(base) => base.nodes(),
        Form::Super(level) => level.lower().nodes(),
        _ => return Err("only a dual construction has clusters".to_owned()),
    };
    let mut pairs: BTreeMap<(u64, u64), u64> = BTreeMap::new();
    let half = net.nodes() / 2;
    for v in (0..half).map(Node) {
        for w in neighbors(net.as_ref(), v).filter(|w| w.0 >= half) {
            *pairs.entry((v.0 / lower, (w.0 - half) / lower)).or_default() += 1;
        }
    }
    let clusters = half / lower;
    let (least, most) = (pairs.values().min().copied(), pairs.values().max().copied());
    let all = pairs.len() as u64 == clusters * clusters;
    match (least, most) {
        (Some(a), Some(b)) if a == b && all => {
            Ok(Found::count(a, format!("computed: counted for all {} pairs of clusters", pairs.len())))
        }
        _ => Err("pairs of clusters differ".to_owned()),
    }
}
