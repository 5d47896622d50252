//! `crossedge route`: a way from one node to another, hop by hop, with the case taken at each level.

use crate::Outcome;
use crate::failure::Failure;
use crate::output::{evidence, head, id, table, write_json, write_table};
use crate::progress::Bars;
use crate::source::{self, Source};
use crossedge::evidence::Known;
use crossedge::net::{Node, Structure};
use crossedge::render::decimal;
use crossedge::route::{self, Algorithm, Hop, MAX_SEEN, NoRoute, Route};
use crossedge::verify;
use serde_json::{Value, json};
use std::io::Write;
use std::process::ExitCode;

/// Arguments of `route`.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The network, as in: rdn(torus(5,5), 2)
    #[arg(value_name = "EXPR")]
    pub expr: String,
    /// Where to begin: an id, or an address in the notation of the network
    #[arg(value_name = "A")]
    pub from: String,
    /// Where to end
    #[arg(value_name = "B")]
    pub to: String,
    /// How the way is found
    #[arg(long, value_name = "NAME", default_value = "minimal")]
    pub algorithm: Choice,
    /// Only the ports, one way in a line
    #[arg(long, conflicts_with = "json")]
    pub ports: bool,
    /// How many nodes a search for a shortest way may see, where no closed form is known
    #[arg(long, value_name = "NODES", default_value_t = MAX_SEEN)]
    pub limit: usize,
    /// Answer as JSON
    #[arg(long)]
    pub json: bool,
}

/// How a way is found.
#[derive(Debug, Clone, Copy, clap::ValueEnum)]
pub enum Choice {
    /// A shortest way
    Minimal,
    /// As the paper of the construction prints it
    Paper,
    /// The next port that each address gives
    Address,
}

impl Choice {
    fn algorithm(self) -> Algorithm {
        match self {
            Choice::Minimal => Algorithm::Minimal,
            Choice::Paper => Algorithm::Paper,
            Choice::Address => Algorithm::Address,
        }
    }

    fn name(self) -> &'static str {
        match self {
            Choice::Minimal => "minimal",
            Choice::Paper => "paper",
            Choice::Address => "address",
        }
    }
}

/// More hops than this are not shown in a table.
const SHOWN: usize = 1000;

/// Shows a route that its judge has walked; exit code 1 when there is no way.
pub fn run(args: &Args, bars: &Bars) -> Outcome {
    let source = Source::read(&args.expr)?;
    let net = source.network()?;
    let net = net.as_ref();
    let (from, to) = (source::node(net, &args.from)?, source::node(net, &args.to)?);
    let found = route::route(net, from, to, args.algorithm.algorithm(), args.limit, bars);
    let route = match found {
        Ok(route) => route,
        Err(NoRoute::Apart { .. }) => return apart(args, &source, from, to),
        Err(other) => return Err(failure(other)),
    };
    let claimed = route.length();
    let route = verify::route(net, (from, to), claimed, route)
        .map_err(|bad| Failure::Internal(format!("the route does not hold: {bad}")))?;
    if args.ports {
        let ports: Vec<String> = route.hops.iter().map(|hop| hop.port.0.to_string()).collect();
        writeln!(crate::output::stdout(), "{}", ports.join(" "))?;
        return Ok(ExitCode::SUCCESS);
    }
    // The paper's way is shown even where the shortest one is out of reach.
    let distance = match route::distance(net, from, to, args.limit, bars) {
        Ok(Known { value, evidence }) => value.map(|value| Known::new(value, evidence)),
        Err(NoRoute::TooMany { .. }) => None,
        Err(other) => return Err(failure(other)),
    };
    match args.json {
        true => write_json(&answer(args, &source, net, &route, distance.as_ref()))?,
        false => show(args, &source, net, &route, distance.as_ref())?,
    }
    Ok(ExitCode::SUCCESS)
}

fn failure(why: NoRoute) -> Failure {
    let help = match why {
        NoRoute::TooMany { .. } => {
            "\nhelp: --limit lets it see more nodes; --algorithm address needs no search"
        }
        _ => "",
    };
    match why {
        NoRoute::Stopped => Failure::Interrupted,
        why => Failure::Limit(format!("{why}{help}")),
    }
}

fn apart(args: &Args, source: &Source, from: Node, to: Node) -> Outcome {
    let why = NoRoute::Apart { from, to }.to_string();
    if args.json {
        let mut map = head("route", Some(&source.expr.to_string()));
        map.insert("path".to_owned(), Value::Null);
        map.insert("reason".to_owned(), json!(why));
        write_json(&Value::Object(map))?;
    } else {
        writeln!(crate::output::stdout(), "{why}")?;
    }
    Ok(ExitCode::from(1))
}

/// Length over distance; a route that goes nowhere stretches nothing.
fn stretch(length: u64, distance: u64) -> f64 {
    if distance == 0 { 1.0 } else { length as f64 / distance as f64 }
}

fn answer(
    args: &Args,
    source: &Source,
    net: &dyn Structure,
    route: &Route,
    distance: Option<&Known<u64>>,
) -> Value {
    let classes = net.link_classes();
    let mut at = route.from;
    let hop = |hop: &Hop| {
        let class = net.link_class(at, hop.port);
        at = hop.node;
        let case = |c: &route::Case| json!({"part": c.part, "rule": c.rule, "goal": c.goal.to_string()});
        json!({
            "port": hop.port.0,
            "node": id(hop.node.0),
            "address": net.address(hop.node).to_string(),
            "link_class": classes[class],
            "cases": hop.cases.iter().map(case).collect::<Vec<_>>(),
        })
    };
    let hops: Vec<Value> = route.hops.iter().map(hop).collect();
    let mut map = head("route", Some(&source.expr.to_string()));
    map.insert("from".to_owned(), id(route.from.0));
    map.insert("to".to_owned(), id(route.to().0));
    map.insert("algorithm".to_owned(), json!(args.algorithm.name()));
    map.insert("length".to_owned(), id(route.length()));
    let value = |d: &Known<u64>| json!({"value": id(d.value), "evidence": evidence(&d.evidence)});
    map.insert("distance".to_owned(), distance.map(value).unwrap_or(Value::Null));
    let ratio = distance.map(|d| json!(stretch(route.length(), d.value)));
    map.insert("stretch".to_owned(), ratio.unwrap_or(Value::Null));
    map.insert("path".to_owned(), route.nodes().map(|v| id(v.0)).collect());
    map.insert("ports".to_owned(), route.hops.iter().map(|hop| json!(hop.port.0)).collect());
    map.insert("hops".to_owned(), Value::Array(hops));
    Value::Object(map)
}

fn show(
    args: &Args,
    source: &Source,
    net: &dyn Structure,
    route: &Route,
    distance: Option<&Known<u64>>,
) -> Result<(), Failure> {
    let mut out = crate::output::stdout();
    writeln!(out, "{}", source.expr)?;
    let ends = [route.from, route.to()].map(|v| net.address(v).to_string());
    writeln!(out, "from {} to {}, {} route", ends[0], ends[1], args.algorithm.name())?;
    let parts = columns(&route.hops);
    let named = net.notation() != "id";
    let mut header = vec!["hop".to_owned(), "port".to_owned(), "node".to_owned()];
    header.extend(named.then(|| "address".to_owned()));
    header.push("link".to_owned());
    header.extend(parts.iter().cloned());
    let mut rows = table(header);
    let start = |v: Node| [v.0.to_string()].into_iter().chain(named.then(|| net.address(v).to_string()));
    let first = ["0".to_owned(), String::new()].into_iter().chain(start(route.from));
    rows.add_row(first.chain(std::iter::repeat_n(String::new(), parts.len() + 1)).collect::<Vec<_>>());
    let classes = net.link_classes();
    let mut at = route.from;
    for (i, hop) in route.hops.iter().enumerate().take(SHOWN) {
        let mut row = vec![(i + 1).to_string(), hop.port.0.to_string()];
        row.extend(start(hop.node));
        row.push(classes[net.link_class(at, hop.port)].clone());
        for (depth, part) in parts.iter().enumerate() {
            row.push(hop.cases.get(depth).map_or(String::new(), |case| match *part == case.part {
                true => case.to_string(),
                false => format!("{}: {case}", case.part),
            }));
        }
        rows.add_row(row);
        at = hop.node;
    }
    write_table(&rows)?;
    if route.hops.len() > SHOWN {
        writeln!(out, "… {} hops in all; --json gives every one", route.hops.len())?;
    }
    write!(out, "length {}", route.length())?;
    match distance {
        Some(d) => {
            let ratio = match d.value {
                0 => decimal(&1u32.into(), &1u32.into(), 3),
                far => decimal(&route.length().into(), &far.into(), 3),
            };
            writeln!(out, ", distance {} ({}), stretch {ratio}", d.value, d.evidence)?;
        }
        None => writeln!(out, ", distance not found within {} nodes (--limit)", args.limit)?,
    }
    let has = |case: &str| route.hops.iter().flat_map(|hop| &hop.cases).any(|c| c.rule == case);
    for (case, meaning) in MEANINGS {
        if has(case) {
            writeln!(out, "  {case}: {meaning}")?;
        }
    }
    Ok(())
}

/// The cases of dual constructions, in the words of Algorithm 1 of RDN and HDN.
const MEANINGS: [(&str, &str); 3] = [
    ("case 1", "same cluster: the way stays inside it"),
    ("case 2", "the other class: to the node that is linked with the cluster of the target, and across"),
    ("case 3", "another cluster of the same class: two crossings"),
];

/// A column for each depth of the cases, named by its part where all hops agree.
fn columns(hops: &[Hop]) -> Vec<String> {
    let deepest = hops.iter().map(|hop| hop.cases.len()).max().unwrap_or(0);
    let name = |depth: usize| {
        let mut parts = hops.iter().filter_map(|hop| hop.cases.get(depth)).map(|case| &case.part);
        let first = parts.next().cloned().unwrap_or_default();
        if parts.all(|part| *part == first) { first } else { "case".to_owned() }
    };
    (0..deepest).map(name).collect()
}
