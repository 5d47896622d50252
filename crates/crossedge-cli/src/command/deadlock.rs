//! `crossedge deadlock`: a proof that a routing cannot deadlock, or a circle of channels that wait for each other.

use crate::Outcome;
use crate::failure::Failure;
use crate::output::{grouped, head, id, table, write_json, write_table};
use crate::progress::Bars;
use crate::source::Source;
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use crossedge::net::Structure;
use crossedge::route::channels::{ROUTINGS, Routing, RoutingEntry, RoutingName, Unroutable};
use crossedge::verify::Verdict;
use crossedge::verify::deadlock::{Cycle, Packet, Proof, Refuted, judge};
use serde_json::{Map, Value, json};
use std::io::Write;
use std::process::ExitCode;

/// Arguments of `deadlock`.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The network, as in: rdn(torus(5,5), 2)
    #[arg(value_name = "EXPR")]
    pub expr: String,
    /// The routing
    #[arg(long, value_name = "NAME", value_parser = routings())]
    pub routing: RoutingName,
    /// The routing below valiant; the one with the fewest channels without it
    #[arg(long, value_name = "NAME", value_parser = bases())]
    pub over: Option<&'static RoutingEntry>,
    /// Virtual channels on each link; as many as the routing asks for without it. With fewer, its last ones are put together
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub vcs: Option<u32>,
    /// Find the least number of channels with a proof
    #[arg(long, conflicts_with = "vcs")]
    pub minimum: bool,
    /// Answer as JSON
    #[arg(long)]
    pub json: bool,
}

/// The names of the routings, with what they do, as values of an option.
fn named() -> impl Iterator<Item = PossibleValue> {
    ROUTINGS.into_iter().map(|entry| PossibleValue::new(entry.name).help(entry.summary))
}

/// The values of `--routing`.
pub fn routings() -> impl TypedValueParser<Value = RoutingName> {
    let valiant = PossibleValue::new("valiant").help("To a node drawn at random first, over another routing");
    PossibleValuesParser::new(named().chain([valiant])).try_map(|name| name.parse::<RoutingName>())
}

/// The values of `--over`: routings below valiant.
pub fn bases() -> impl TypedValueParser<Value = &'static RoutingEntry> {
    let entry = |name: String| RoutingEntry::named(&name).ok_or(format!("there is no routing '{name}'"));
    PossibleValuesParser::new(named()).try_map(entry)
}

/// The routing that is asked for, or the usual one of the network.
pub fn resolve(
    net: &dyn Structure,
    choice: Option<RoutingName>,
    over: Option<&'static RoutingEntry>,
) -> Result<RoutingName, Failure> {
    if over.is_some() && !choice.is_some_and(|name| name.detour) {
        return Err(Failure::Usage("--over is for --routing valiant".to_owned()));
    }
    let name = choice.unwrap_or_else(|| RoutingEntry::usual(net).into());
    Ok(over.map_or(name, RoutingName::valiant).resolved(net))
}

/// Judges a routing; exit code 1 and a circle of channels when it can deadlock.
pub fn run(args: &Args, bars: &Bars) -> Outcome {
    let source = Source::read(&args.expr)?;
    let net = source.network()?;
    let name = resolve(net.as_ref(), Some(args.routing), args.over)?;
    let routing = name.on(&net).map_err(|why| match why {
        Unroutable::TooLarge { .. } => {
            Failure::Limit(format!("{why}\nhelp: take a smaller network of the same construction"))
        }
        why => Failure::Usage(why.to_string()),
    })?;
    let net = net.as_ref();
    let asked = routing.channels();
    let mut tried = Vec::new();
    let mut vcs = if args.minimum { 1 } else { args.vcs.unwrap_or(asked) };
    let verdict = loop {
        let more = args.minimum && vcs < asked;
        match judge(net, &routing, vcs, bars)? {
            Verdict::Refuted(Refuted::Deadlock(cycle)) if more => {
                tried.push((vcs, Some(cycle.channels.len())))
            }
            Verdict::Undecided(_) if more => tried.push((vcs, None)),
            Verdict::Undecided(limit) => {
                return Err(Failure::Limit(format!("{name} routing is undecided: {limit}")));
            }
            Verdict::Holds(proof) => break Ok(proof),
            Verdict::Refuted(refuted) => break Err(refuted),
        }
        vcs += 1;
    };
    let told = Told { source: &source, net, routing: routing.as_ref(), name, vcs, tried: &tried };
    match args.json {
        true => write_json(&told.json(args, &verdict))?,
        false => told.text(args, &verdict)?,
    }
    Ok(match verdict {
        Ok(_) => ExitCode::SUCCESS,
        Err(_) => ExitCode::from(1),
    })
}

/// A proof, or why there is none.
type Judged = Result<Proof, Refuted>;

/// What the answer tells of.
struct Told<'a> {
    source: &'a Source,
    net: &'a dyn Structure,
    routing: &'a dyn Routing,
    name: RoutingName,
    vcs: u32,
    /// Numbers of channels without a proof, and the length of the circle that was found; none where there is no verdict.
    tried: &'a [(u32, Option<usize>)],
}

/// What the routes that were walked say of the description.
fn held(proof: &Proof) -> String {
    let routes = grouped(&proof.routes.into());
    match proof.all_routes {
        true if proof.from_packets => format!("those that all {routes} routes make"),
        true => format!("held against all {routes} routes"),
        false => format!("held against {routes} routes drawn at random"),
    }
}

impl Told<'_> {
    fn json(&self, args: &Args, verdict: &Judged) -> Value {
        let mut map = head("deadlock", Some(&self.source.expr.to_string()));
        map.insert("routing".to_owned(), json!(self.name.to_string()));
        map.insert("vcs".to_owned(), json!(self.vcs));
        map.insert("vcs_asked_by_routing".to_owned(), json!(self.routing.channels()));
        map.insert("proved".to_owned(), json!(verdict.is_ok()));
        if args.minimum {
            let refuted = |&(vcs, length): &(u32, Option<usize>)| {
                length.map(|length| json!({"vcs": vcs, "cycle_length": length}))
            };
            map.insert("refuted".to_owned(), self.tried.iter().filter_map(refuted).collect());
            let undecided = self.tried.iter().filter(|(_, length)| length.is_none());
            map.insert("undecided".to_owned(), undecided.map(|(vcs, _)| json!(vcs)).collect());
        }
        map.insert("longest_route".to_owned(), self.routing.longest().map(id).unwrap_or(Value::Null));
        match verdict {
            Ok(proof) => {
                let mut inner = Map::new();
                inner.insert("channels".to_owned(), id(proof.channels));
                inner.insert("dependencies".to_owned(), id(proof.dependencies));
                inner.insert("ranks".to_owned(), json!(proof.ranks));
                inner.insert("bytes".to_owned(), id(proof.bytes));
                inner.insert("routes_walked".to_owned(), id(proof.routes));
                inner.insert("all_routes_walked".to_owned(), json!(proof.all_routes));
                inner.insert("from_packets".to_owned(), json!(proof.from_packets));
                inner.insert("longest_walked".to_owned(), id(proof.longest));
                map.insert("proof".to_owned(), Value::Object(inner));
            }
            Err(Refuted::Deadlock(cycle)) => {
                map.insert("happens".to_owned(), json!(true));
                let packet = |p: &Packet| json!({"from": id(p.from.0), "via": p.via.map(|v| id(v.0)), "to": id(p.to.0)});
                let each = cycle.channels.iter().zip(&cycle.packets).map(|(by, p)| {
                    let head = self.net.link(by.from, by.port).0;
                    json!({
                        "from": id(by.from.0),
                        "to": id(head.0),
                        "port": by.port.0,
                        "vc": by.vc,
                        "packet": packet(p),
                    })
                });
                map.insert("cycle".to_owned(), each.collect());
            }
            Err(Refuted::Broken(broken)) => {
                map.insert("broken".to_owned(), json!(broken.to_string()));
            }
        }
        Value::Object(map)
    }

    fn text(&self, args: &Args, verdict: &Judged) -> Result<(), Failure> {
        let mut out = crate::output::stdout();
        writeln!(out, "{}", self.source.expr)?;
        let many =
            |n: u32| if n == 1 { "1 virtual channel".to_owned() } else { format!("{n} virtual channels") };
        for (vcs, length) in self.tried {
            match length {
                Some(length) => writeln!(
                    out,
                    "refuted with {}: {length} channels wait for each other in a circle",
                    many(*vcs)
                )?,
                None => writeln!(out, "undecided with {}: a circle without packets", many(*vcs))?,
            }
        }
        let on = format!("{} routing with {} on each link", self.name, many(self.vcs));
        match verdict {
            Ok(proof) => {
                writeln!(out, "proved: {on} cannot deadlock")?;
                self.proof(proof)?;
                let least = self.tried.iter().all(|(_, length)| length.is_some());
                match args.minimum {
                    true if least => {
                        writeln!(out, "{} is the least number for this assignment of channels", self.vcs)?
                    }
                    true => writeln!(out, "{} is enough; a smaller number is undecided", self.vcs)?,
                    false => {}
                }
            }
            Err(Refuted::Deadlock(cycle)) => {
                writeln!(out, "refuted: {on} can deadlock")?;
                self.cycle(cycle)?;
            }
            Err(Refuted::Broken(broken)) => {
                writeln!(out, "refuted: {on} breaks its own description: {broken}")?
            }
        }
        Ok(())
    }

    fn proof(&self, proof: &Proof) -> Result<(), Failure> {
        let mut rows = table(["figure", "value", "how it is known"]);
        let number = |n: u64| grouped(&n.into());
        rows.add_row(["channels", &number(proof.channels), "every one that a packet uses was visited"]);
        let each = format!("each leads to a lower rank; {}", held(proof));
        rows.add_row(["dependencies", &number(proof.dependencies), &each]);
        rows.add_row([
            "ranks",
            &number(proof.ranks.into()),
            "the longest chain of channels that wait for each other",
        ]);
        if let Some(longest) = self.routing.longest() {
            let seen = format!("from the routing of the parts; the longest walked has {}", proof.longest);
            rows.add_row(["longest route", &number(longest), &seen]);
        }
        rows.add_row(["memory", &number(proof.bytes), "bytes for the ranks"]);
        write_table(&rows)?;
        Ok(())
    }

    fn cycle(&self, cycle: &Cycle) -> Result<(), Failure> {
        let classes = self.net.link_classes();
        let mut rows = table(["held channel", "vc", "link", "by a packet"]);
        for (by, packet) in cycle.channels.iter().zip(&cycle.packets) {
            let head = self.net.link(by.from, by.port).0;
            let ends = format!("{} → {}", self.net.address(by.from), self.net.address(head));
            let class = classes[self.net.link_class(by.from, by.port)].clone();
            rows.add_row([ends, by.vc.to_string(), class, packet.to_string()]);
        }
        write_table(&rows)?;
        let mut out = crate::output::stdout();
        writeln!(out, "each packet waits for the channel in the next line, the last one for the first")?;
        Ok(())
    }
}
