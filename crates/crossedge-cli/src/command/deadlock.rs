//! `crossedge deadlock`: a proof that a routing cannot deadlock, or a circle of channels that wait for each other.

use crate::Outcome;
use crate::failure::Failure;
use crate::output::{grouped, head, id, table, write_json, write_table};
use crate::progress::Bars;
use crate::source::Source;
use crossedge::net::Structure;
use crossedge::route::channels::{self, Routing, Scheme, Unroutable};
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
    #[arg(long, value_name = "NAME")]
    pub routing: Choice,
    /// The routing below valiant; the one with the fewest channels without it
    #[arg(long, value_name = "NAME")]
    pub over: Option<Base>,
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

/// The routings.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub enum Choice {
    /// Shortest ways by the addresses, one channel set per segment
    Minimal,
    /// The addresses, shortest ways or not, one channel set per segment
    Address,
    /// The textbook routing of the dragonfly
    LocalGlobalLocal,
    /// First a, then b, then the class, at every level of dual construction
    Order,
    /// Dimension order, with datelines on rings
    Dimension,
    /// Up*/down* from node 0
    Updown,
    /// To a node drawn at random first, over another routing
    Valiant,
}

/// Routings below valiant.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub enum Base {
    /// Shortest ways by the addresses, one channel set per segment
    Minimal,
    /// The addresses, shortest ways or not, one channel set per segment
    Address,
    /// The textbook routing of the dragonfly
    LocalGlobalLocal,
    /// First a, then b, then the class, at every level of dual construction
    Order,
    /// Dimension order, with datelines on rings
    Dimension,
    /// Up*/down* from node 0
    Updown,
}

impl Base {
    /// The same for the library.
    pub fn scheme(self) -> Scheme {
        match self {
            Base::Minimal => Scheme::Minimal,
            Base::Address => Scheme::Address,
            Base::LocalGlobalLocal => Scheme::LocalGlobalLocal,
            Base::Order => Scheme::Order,
            Base::Dimension => Scheme::Dimension,
            Base::Updown => Scheme::UpDown,
        }
    }
}

/// The routing that is asked for, or the usual one of the network: the base, and whether packets make a detour.
pub fn resolve(
    net: &dyn Structure,
    choice: Option<Choice>,
    over: Option<Base>,
) -> Result<(Scheme, bool), Failure> {
    if over.is_some() && choice != Some(Choice::Valiant) {
        return Err(Failure::Usage("--over is for --routing valiant".to_owned()));
    }
    Ok(match choice {
        None => (Scheme::usual(net), false),
        Some(Choice::Minimal) => (Scheme::Minimal, false),
        Some(Choice::Address) => (Scheme::Address, false),
        Some(Choice::LocalGlobalLocal) => (Scheme::LocalGlobalLocal, false),
        Some(Choice::Order) => (Scheme::Order, false),
        Some(Choice::Dimension) => (Scheme::Dimension, false),
        Some(Choice::Updown) => (Scheme::UpDown, false),
        Some(Choice::Valiant) => (over.map_or_else(|| Scheme::below_detour(net), Base::scheme), true),
    })
}

/// A routing in words.
pub fn name_of(base: Scheme, detour: bool) -> String {
    if detour { format!("valiant over {}", base.name()) } else { base.name().to_owned() }
}

/// Judges a routing; exit code 1 and a circle of channels when it can deadlock.
pub fn run(args: &Args, bars: &Bars) -> Outcome {
    let source = Source::read(&args.expr)?;
    let net = source.network()?;
    let net = net.as_ref();
    let (base, detour) = resolve(net, Some(args.routing), args.over)?;
    let name = name_of(base, detour);
    let routing = channels::routing(net, base, detour).map_err(|why| match why {
        Unroutable::TooLarge { .. } if base == Scheme::UpDown => {
            Failure::Limit(format!("{why}\nhelp: take a smaller network of the same construction"))
        }
        Unroutable::TooLarge { .. } => {
            Failure::Limit(format!("{why}\nhelp: --routing updown knows networks of any structure"))
        }
        why => Failure::Usage(why.to_string()),
    })?;
    let asked = routing.channels();
    let mut tried = Vec::new();
    let mut vcs = if args.minimum { 1 } else { args.vcs.unwrap_or(asked) };
    let verdict = loop {
        let more = args.minimum && vcs < asked;
        match judge(net, routing.as_ref(), vcs, bars)? {
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
    let told = Told { source: &source, net, routing: routing.as_ref(), name: &name, vcs, tried: &tried };
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
    name: &'a str,
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
        map.insert("routing".to_owned(), json!(self.name));
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
                    let head = self.net.link(by.from, by.lane.port).0;
                    json!({
                        "from": id(by.from.0),
                        "to": id(head.0),
                        "port": by.lane.port.0,
                        "vc": by.lane.vc,
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
            let head = self.net.link(by.from, by.lane.port).0;
            let ends = format!("{} → {}", self.net.address(by.from), self.net.address(head));
            let class = classes[self.net.link_class(by.from, by.lane.port)].clone();
            rows.add_row([ends, by.lane.vc.to_string(), class, packet.to_string()]);
        }
        write_table(&rows)?;
        let mut out = crate::output::stdout();
        writeln!(out, "each packet waits for the channel in the next line, the last one for the first")?;
        Ok(())
    }
}
