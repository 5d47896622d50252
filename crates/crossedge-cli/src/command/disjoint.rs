//! `crossedge disjoint`: paths between two nodes that share nothing but their ends.

use crate::Outcome;
use crate::failure::Failure;
use crate::output::{evidence, figure, head, id, integer, table, write_json, write_table};
use crate::progress::Bars;
use crate::source::{self, Source};
use crossedge::evidence::Known;
use crossedge::expr::Error;
use crossedge::net::{Node, Structure};
use crossedge::route::disjoint::{Found, find};
use crossedge::route::{self, NoRoute, flow};
use crossedge::verify::disjoint::{Facts, check};
use serde_json::{Value, json};
use std::io::Write;
use std::process::ExitCode;

/// Arguments of `disjoint`.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The network, as in: rdn(torus(5,5), 2)
    #[arg(value_name = "EXPR")]
    pub expr: String,
    /// The first node: an id, or an address in the notation of the network
    #[arg(value_name = "A")]
    pub from: String,
    /// The last node
    #[arg(value_name = "B")]
    pub to: String,
    /// How many nodes a search may meet, where no construction is known
    #[arg(long, value_name = "N", default_value_t = flow::MAX_MET)]
    pub limit: u64,
    /// Answer as JSON
    #[arg(long)]
    pub json: bool,
}

/// Finds the paths and judges them; exit code 1 when there is no way at all.
pub fn run(args: &Args, bars: &Bars) -> Outcome {
    let source = Source::read(&args.expr)?;
    let net = source.network()?;
    let (a, b) = (source::node(net.as_ref(), &args.from)?, source::node(net.as_ref(), &args.to)?);
    if a == b {
        return Err(Failure::Usage(format!("both ends are node {}\nhelp: name two different nodes", a.0)));
    }
    let found = find(net.as_ref(), a, b, args.limit, bars).map_err(|failure| match failure {
        flow::Failure::Stopped => Failure::Interrupted,
        limit @ flow::Failure::TooLong { .. } => {
            let error = Error::limit(limit.to_string(), source.expr.span.clone());
            Failure::Source(error.help("take a smaller network, such as ring(4000000)"), source.text.clone())
        }
        limit @ flow::Failure::TooLarge { .. } => {
            let error = Error::limit(limit.to_string(), source.expr.span.clone());
            let help = "--limit raises it; duals, nested hdn, tori and cubes need no search";
            Failure::Source(error.help(help), source.text.clone())
        }
    })?;
    let facts = check(net.as_ref(), a, b, &found.paths)
        .map_err(|wrong| Failure::Internal(format!("the judge refuses the paths: {wrong}")))?;
    let seen = usize::try_from(args.limit).unwrap_or(usize::MAX);
    let distance = match route::distance(net.as_ref(), a, b, seen, bars) {
        Ok(Known { value, evidence }) => value.map(|value| Known::new(value, evidence)),
        Err(NoRoute::Stopped) => return Err(Failure::Interrupted),
        Err(_) => None,
    };
    let told = Told { source: &source, net: net.as_ref(), ends: (a, b), distance, found: &found, facts };
    match args.json {
        true => told.json()?,
        false => told.text()?,
    }
    Ok(if facts.count > 0 { ExitCode::SUCCESS } else { ExitCode::from(1) })
}

/// Hops of the longest path over the distance.
fn excess(hops: u64, distance: Option<u64>) -> Option<u64> {
    distance.map(|distance| hops - distance)
}

/// What the answer tells of.
struct Told<'a> {
    source: &'a Source,
    net: &'a dyn Structure,
    ends: (Node, Node),
    /// None when the search for it passed its limit, or there is no way.
    distance: Option<Known<u64>>,
    found: &'a Found,
    facts: Facts,
}

impl Told<'_> {
    fn json(&self) -> Result<(), Failure> {
        let Told { source, ends: (a, b), found, facts, .. } = self;
        let distance = self.distance.as_ref().map(|d| d.value);
        let path = |path: &Vec<Node>| {
            let hops = path.len() as u64 - 1;
            let ids: Vec<Value> = path.iter().map(|v| id(v.0)).collect();
            json!({"hops": hops, "excess": excess(hops, distance), "path": ids})
        };
        let mut map = head("disjoint", Some(&source.expr.to_string()));
        let mut put = |key: &str, value: Value| map.insert(key.to_owned(), value);
        put("from", id(a.0));
        put("to", id(b.0));
        put("count", json!({"value": facts.count, "evidence": evidence(&found.evidence())}));
        put("most", json!(found.most));
        let known = |d: &Known<u64>| evidence(&d.evidence);
        put("distance", distance.map_or(Value::Null, id));
        put("distance_evidence", self.distance.as_ref().map_or(Value::Null, known));
        put("longest", id(facts.longest));
        put("excess", json!(excess(facts.longest, distance)));
        put("diameter", source.shape.diameter().map_or(Value::Null, |d| figure(&d.map(|d| integer(&d)))));
        put("paths", found.paths.iter().map(path).collect());
        write_json(&Value::Object(map))?;
        Ok(())
    }

    fn text(&self) -> Result<(), Failure> {
        let Told { source, net, ends: (a, b), found, facts, .. } = self;
        let name = |v: Node| match net.notation() {
            notation if notation == "id" => v.0.to_string(),
            _ => format!("{} = {}", v.0, net.address(v)),
        };
        let mut out = crate::output::stdout();
        writeln!(out, "{}", source.expr)?;
        writeln!(out, "from {} to {}", name(*a), name(*b))?;
        let distance = self.distance.as_ref().map(|d| d.value);
        let mut rows = table(["path", "hops", "excess", "nodes"]);
        for (i, path) in found.paths.iter().enumerate() {
            let hops = path.len() as u64 - 1;
            let excess = excess(hops, distance).map_or("unknown".to_owned(), |e| e.to_string());
            rows.add_row([(i + 1).to_string(), hops.to_string(), excess, nodes(path)]);
        }
        write_table(&rows)?;
        writeln!(out, "{} disjoint paths of at most {} ({})", facts.count, found.most, found.evidence())?;
        if facts.count > 0 {
            let tell = |d: &Known<u64>| format!("; the distance is {} ({})", d.value, d.evidence);
            let distance = self.distance.as_ref().map_or(String::new(), tell);
            let diameter = source.shape.diameter();
            let diameter =
                diameter.map_or(String::new(), |d| format!("; the diameter is {} ({})", d.value, d.evidence));
            writeln!(out, "the longest has {} hops{distance}{diameter}", facts.longest)?;
            writeln!(out, "judged: every step is a link, no node is met twice")?;
        }
        Ok(())
    }
}

/// The ids along a path; of long ones the ends.
fn nodes(path: &[Node]) -> String {
    let text = |part: &[Node]| part.iter().map(|v| v.0.to_string()).collect::<Vec<_>>().join(" ");
    match path.len() {
        0..=40 => text(path),
        n => format!("{} … {}", text(&path[..20]), text(&path[n - 5..])),
    }
}
