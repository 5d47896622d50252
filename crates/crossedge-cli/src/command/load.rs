//! `crossedge load`: how busy each kind of link is under a pattern of traffic, and the throughput that follows.

use super::deadlock::{bases, resolve, routings};
use crate::Outcome;
use crate::failure::Failure;
use crate::output::{evidence, grouped, head, id, integer, table, write_json, write_table};
use crate::progress::Bars;
use crate::source::{self, Source};
use crossedge::evidence::Known;
use crossedge::metrics::traffic::{self, Bound, ClassUse, Loads, NoLoads, Traffic};
use crossedge::net::Structure;
use crossedge::render::decimal;
use crossedge::route::channels::{RoutingEntry, RoutingName, Unroutable};
use num_integer::Integer;
use serde_json::{Value, json};
use std::io::Write;
use std::process::ExitCode;

/// Arguments of `load`.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The network, as in: rdn(torus(5,5), 2)
    #[arg(value_name = "EXPR")]
    pub expr: String,
    /// Who sends to whom
    #[arg(long, value_name = "PATTERN", default_value = "uniform")]
    pub traffic: Pattern,
    /// The routing; without it minimal, or address where the addresses do not always lead along shortest ways
    #[arg(long, value_name = "NAME", value_parser = routings())]
    pub routing: Option<RoutingName>,
    /// The routing below valiant; the one with the fewest channels without it
    #[arg(long, value_name = "NAME", value_parser = bases())]
    pub over: Option<&'static RoutingEntry>,
    /// How far shift goes
    #[arg(long, value_name = "K", default_value_t = 1)]
    pub by: u64,
    /// The node of hotspot: an id, or an address in the notation of the network
    #[arg(long, value_name = "NODE", default_value = "0")]
    pub hot: String,
    /// Answer as JSON
    #[arg(long)]
    pub json: bool,
}

/// Patterns of traffic.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub enum Pattern {
    /// Every node sends to every other one, each as often
    Uniform,
    /// Every node sends one message to every other one
    AllToAll,
    /// (i, j) sends to (j, i)
    Transpose,
    /// v sends to N - 1 - v: every bit inverted
    #[value(alias = "bit-complement")]
    Complement,
    /// v sends to v + K modulo N (--by K)
    Shift,
    /// Just less than half way round, in every coordinate of a product
    Tornado,
    /// The bits of v in reverse
    #[value(alias = "bit-reverse")]
    Reverse,
    /// Every node sends to one (--hot NODE)
    Hotspot,
}

/// Counts the routes over every kind of link.
pub fn run(args: &Args, bars: &Bars) -> Outcome {
    let source = Source::read(&args.expr)?;
    let shared = source.network()?;
    let net = shared.as_ref();
    let traffic = match args.traffic {
        Pattern::Uniform => Traffic::Uniform,
        Pattern::AllToAll => Traffic::AllToAll,
        Pattern::Transpose => Traffic::Transpose,
        Pattern::Complement => Traffic::Complement,
        Pattern::Shift => Traffic::Shift(args.by),
        Pattern::Tornado => Traffic::Tornado,
        Pattern::Reverse => Traffic::Reverse,
        Pattern::Hotspot => Traffic::Hotspot(source::node(net, &args.hot)?.0),
    };
    let routing = resolve(net, args.routing, args.over)?;
    let loads = traffic::loads(&shared, routing, traffic, bars).map_err(|why| match why {
        NoLoads::Stopped => Failure::Interrupted,
        NoLoads::TooMany { .. } | NoLoads::Unroutable(Unroutable::TooLarge { .. }) => {
            Failure::Limit(format!("{why}\nhelp: take a smaller network of the same construction"))
        }
        why => Failure::Usage(why.to_string()),
    })?;
    let cut = traffic::any_bound(source.shape.as_ref(), net, traffic, bars)?;
    let told = Told { source: &source, net, traffic, routing, loads: &loads, cut: cut.as_ref() };
    match args.json {
        true => write_json(&told.json())?,
        false => told.text()?,
    }
    Ok(ExitCode::SUCCESS)
}

/// What the answer tells of.
struct Told<'a> {
    source: &'a Source,
    net: &'a dyn Structure,
    traffic: Traffic,
    routing: RoutingName,
    loads: &'a Loads,
    cut: Option<&'a Known<Bound>>,
}

/// A ratio in lowest terms.
fn lowest((a, b): Bound) -> Bound {
    let common = a.gcd(&b).max(1);
    (a / common, b / common)
}

/// A ratio for people: exact when it is short, and as a decimal.
fn ratio(value: Bound) -> String {
    let (a, b) = lowest(value);
    match b {
        1 => grouped(&a.into()),
        _ if a < 1_000_000 && b < 1_000_000 => format!("{a}/{b} ≈ {}", decimal(&a.into(), &b.into(), 4)),
        _ => decimal(&a.into(), &b.into(), 4),
    }
}

/// A ratio for programs.
fn exact(value: Bound) -> Value {
    let (a, b) = lowest(value);
    json!({"numerator": integer(&a.into()), "denominator": integer(&b.into()), "value": a as f64 / b as f64})
}

impl Told<'_> {
    /// What each node can offer on this routing; none when nothing is sent.
    fn throughput(&self) -> Option<Bound> {
        let most = self.loads.most();
        (most > 0).then_some((self.loads.unit, most))
    }

    /// All messages of all-to-all take at least so many cycles; other patterns go on for ever.
    fn cycles(&self) -> bool {
        self.traffic == Traffic::AllToAll
    }

    fn json(&self) -> Value {
        let loads = self.loads;
        let class = |class: &ClassUse| {
            let links = class.links.max(1);
            json!({
                "link_class": class.name,
                "links": integer(&class.links.into()),
                "least": exact((class.least, loads.unit)),
                "mean": exact((class.total, links * loads.unit)),
                "most": exact((class.most, loads.unit)),
            })
        };
        let mut map = head("load", Some(&self.source.expr.to_string()));
        map.insert("traffic".to_owned(), json!(self.traffic.to_string()));
        map.insert("routing".to_owned(), json!(self.routing.to_string()));
        map.insert("classes".to_owned(), loads.classes.iter().map(class).collect());
        map.insert("bottleneck".to_owned(), json!(loads.bottleneck().map(|class| &class.name)));
        let busiest = loads.busiest.map(|(v, port)| {
            let to = self.net.link(v, port).0;
            json!({"from": id(v.0), "to": id(to.0), "port": port.0})
        });
        map.insert("busiest_link".to_owned(), busiest.unwrap_or(Value::Null));
        map.insert("highest_load".to_owned(), exact((loads.most(), loads.unit)));
        map.insert("mean_hops".to_owned(), exact((loads.hops(), loads.routes.max(1))));
        map.insert("evidence".to_owned(), evidence(&loads.evidence));
        let bound = |bound: Option<Bound>| bound.map(exact).unwrap_or(Value::Null);
        let key = |key: &str| if self.cycles() { format!("{key}_cycles") } else { key.to_owned() };
        let turned = |(a, b): Bound| if self.cycles() { (b, a) } else { (a, b) };
        map.insert(key("throughput_bound"), bound(self.throughput().map(turned)));
        let cut = self
            .cut
            .map(|cut| json!({"value": exact(turned(cut.value)), "evidence": evidence(&cut.evidence)}));
        map.insert(key("cut_bound"), cut.unwrap_or(Value::Null));
        Value::Object(map)
    }

    fn text(&self) -> Result<(), Failure> {
        let (loads, mut out) = (self.loads, crate::output::stdout());
        writeln!(out, "{}", self.source.expr)?;
        let what = match self.cycles() {
            true => "messages over each link",
            false => "packets per cycle over each link, when every node offers one",
        };
        writeln!(out, "{} traffic, {} routing: {what}", self.traffic, self.routing)?;
        let mut rows = table(["link", "links", "least", "mean", "most", ""]);
        let bottleneck = loads.bottleneck().map(|class| class.most);
        for class in loads.classes.iter().filter(|class| class.links > 0) {
            let mark = if Some(class.most) == bottleneck { "← bottleneck" } else { "" };
            rows.add_row([
                class.name.as_str(),
                &grouped(&class.links.into()),
                &ratio((class.least, loads.unit)),
                &ratio((class.total, class.links * loads.unit)),
                &ratio((class.most, loads.unit)),
                mark,
            ]);
        }
        write_table(&rows)?;
        writeln!(out, "links count once for each direction ({})", loads.evidence)?;
        if let Some((v, port)) = loads.busiest {
            let to = self.net.link(v, port).0;
            let ends = [v, to].map(|v| self.net.address(v).to_string());
            writeln!(
                out,
                "busiest: {} → {}; mean route {} hops",
                ends[0],
                ends[1],
                ratio((loads.hops(), loads.routes.max(1)))
            )?;
        }
        let Some(bound) = self.throughput() else {
            writeln!(out, "nothing is sent")?;
            return Ok(());
        };
        match self.cycles() {
            true => writeln!(out, "at least {} cycles on this routing", ratio((bound.1, bound.0)))?,
            false => writeln!(
                out,
                "throughput at most {} packets per node and cycle on this routing",
                ratio(bound)
            )?,
        }
        match (self.cut, self.cycles()) {
            (Some(cut), false) => {
                writeln!(out, "  and at most {} on any ({})", ratio(cut.value), cut.evidence)?
            }
            (Some(cut), true) => {
                writeln!(
                    out,
                    "  and at least {} on any ({})",
                    ratio((cut.value.1, cut.value.0)),
                    cut.evidence
                )?;
            }
            (None, _) => {}
        }
        Ok(())
    }
}
