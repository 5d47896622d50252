//! `crossedge ring`: a ring or path through all nodes, around faults if there are some.

mod many;
mod verdict;

use crate::Outcome;
use crate::failure::Failure;
use crate::output::{evidence, head, id, note, write_json};
use crate::progress::Bars;
use crate::source::{self, Source};
use crossedge::expr::Error;
use crossedge::hamilton::{
    self, Around, Budget, Cursor, Found, NodeOrder, Options, Sought, Way, predecessor, successor,
};
use crossedge::net::Faults;
use crossedge::net::{Node, Structure};
use crossedge::progress::Progress;
use crossedge::verify::{self, Answer, Judged, Verdict};
use serde_json::{Map, Value, json};
use std::io::{BufWriter, Write};
use std::process::ExitCode;
use std::sync::Arc;

/// Arguments of `ring`.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The network, as in: rdn(torus(5,5), 2)
    #[arg(value_name = "EXPR")]
    pub expr: String,
    /// Start at this node
    #[arg(long, value_name = "NODE")]
    pub from: Option<String>,
    /// End at this node: a path through all nodes instead of a ring
    #[arg(long, value_name = "NODE", requires = "from")]
    pub to: Option<String>,
    /// Dead nodes and links to avoid, as in: 5,7-8,(0,2,1)-(1,1,2)
    #[arg(long, alias = "avoid", value_name = "NODE|LINK,…")]
    pub faults: Vec<String>,
    /// As many rings without common links as are found, an empty line between them
    #[arg(long, conflicts_with_all = ["from", "to", "faults", "position", "node"])]
    pub disjoint: bool,
    /// A virtual ring of a dual construction, by its number from 0: two neighbours of every cluster
    #[arg(long, value_name = "N", conflicts_with_all = ["from", "to", "faults", "position", "node", "disjoint"])]
    pub r#virtual: Option<u64>,
    /// Go the other way round
    #[arg(long)]
    pub reverse: bool,
    /// At most so many nodes
    #[arg(long, value_name = "N")]
    pub count: Option<u64>,
    /// Only the node at this position
    #[arg(long, value_name = "N", conflicts_with_all = ["node", "count"])]
    pub position: Option<u64>,
    /// Only the position of this node, and the nodes beside it
    #[arg(long, value_name = "NODE", conflicts_with = "count")]
    pub node: Option<String>,
    /// Let the judge look at every position, and tell the verdict instead of the nodes
    #[arg(long, conflicts_with_all = ["position", "node", "count"])]
    pub verify: bool,
    /// How many steps a search may take where no rule is known
    #[arg(long, value_name = "N", default_value_t = Budget::default().steps)]
    pub steps: u64,
    /// The seed of a search
    #[arg(long, value_name = "N", default_value_t = Budget::default().seed)]
    pub seed: u64,
    /// Answer as JSON
    #[arg(long)]
    pub json: bool,
}

/// JSON answers hold at most this many nodes.
const MAX_JSON: u64 = 1 << 20;

/// Writes a ring or path, one id a line; exit code 1 and the reason when there is none.
pub fn run(args: &Args, bars: &Bars) -> Outcome {
    let source = Source::read(&args.expr)?;
    let net = source.network()?;
    let node = |text: &Option<String>| text.as_ref().map(|t| source::node(net.as_ref(), t)).transpose();
    let (from, to, asked) = (node(&args.from)?, node(&args.to)?, node(&args.node)?);
    let budget = Budget { steps: args.steps, seed: args.seed, ..Budget::default() };
    let options = Options { budget, ..Options::default() };
    if args.disjoint {
        return many::disjoint(args, &source, &net, &options, bars);
    }
    if let Some(number) = args.r#virtual {
        return many::through_clusters(args, &source, &net, number, &options, bars);
    }
    let faults = source::faults(net.as_ref(), &args.faults)?;
    if let Some(dead) = [from, to, asked].into_iter().flatten().find(|v| faults.node(*v)) {
        return Err(Failure::Usage(format!("node {} is dead by --faults", dead.0)));
    }
    let whole = |sought: Sought<Found>| match sought {
        Sought::Found(found) => Sought::Found(Around::whole(found)),
        Sought::Absent(why) => Sought::Absent(why),
        Sought::Unknown(why) => Sought::Unknown(why),
        Sought::TooLarge(why) => Sought::TooLarge(why),
    };
    let sought = match (from, to) {
        (Some(from), Some(to)) => whole(hamilton::path(net.as_ref(), from, to, &faults, &options, bars)?),
        _ if faults.is_empty() => whole(hamilton::cycle(net.as_ref(), &options, bars)?),
        _ => hamilton::around(net.as_ref(), &faults, &options, bars)?,
    };
    let around = match sought {
        Sought::Found(around) => around,
        Sought::Absent(reason) => return none(args, &source, Some(false), &reason),
        Sought::Unknown(why) => return none(args, &source, None, &why),
        Sought::TooLarge(why) => return too_large(&source, &why, &options),
    };
    let ends = from.zip(to);
    if args.verify {
        return verdict::tell(args, &source, &net, &around, ends, &faults, bars);
    }
    let answer = judged(net.as_ref(), &around, ends, &faults, bars)?;
    let job =
        Job { args, source: &source, net: &net, around: &around, answer: &answer, from, to, faults: &faults };
    match (asked, args.position) {
        (Some(v), _) => job.beside(v),
        (_, Some(position)) => job.at(position),
        _ if args.json => job.list(bars),
        _ => job.stream(bars),
    }
}

/// The order that was found, as its judge leaves it. Nothing is shown that a judge refuses.
pub fn judged(
    net: &dyn Structure,
    around: &Around,
    ends: Option<(Node, Node)>,
    faults: &Faults,
    bars: &Bars,
) -> Result<Answer, Failure> {
    match verify::answer(net, around, ends, faults, bars)? {
        Verdict::Holds(answer) => Ok(answer),
        Verdict::Refuted(broken) => {
            Err(Failure::Internal(format!("the judge refuses what was made: {broken}")))
        }
        Verdict::Undecided(limit) => Err(Failure::Limit(limit.to_string())),
    }
}

/// No rule is known, and a search takes smaller networks.
fn too_large(source: &Source, why: &str, options: &Options) -> Outcome {
    let error = Error::limit(why, source.expr.span.clone())
        .help(format!("a search takes networks of at most {} nodes", options.budget.nodes));
    Err(Failure::Source(error, source.text.clone()))
}

/// There is none, or none was found.
fn none(args: &Args, source: &Source, exists: Option<bool>, why: &str) -> Outcome {
    let what = if args.to.is_some() { "path" } else { "ring" };
    if args.json {
        let mut map = head("ring", Some(&source.expr.to_string()));
        map.insert("kind".to_owned(), json!(what));
        map.insert("exists".to_owned(), json!(exists));
        map.insert("reason".to_owned(), json!(why));
        write_json(&Value::Object(map))?;
    } else {
        let none = if exists.is_some() { "there is no" } else { "found no" };
        writeln!(crate::output::stdout(), "{}\n{none} {what}: {why}", source.expr)?;
    }
    Ok(ExitCode::from(1))
}

/// A ring that was found and judged, and what is asked about it.
struct Job<'a> {
    args: &'a Args,
    source: &'a Source,
    net: &'a Arc<dyn Structure>,
    around: &'a Around,
    answer: &'a Answer,
    from: Option<Node>,
    to: Option<Node>,
    faults: &'a Faults,
}

/// The head of a JSON answer: what was found.
fn map(args: &Args, source: &Source, around: &Around, faults: &Faults) -> Map<String, Value> {
    let mut map = head("ring", Some(&source.expr.to_string()));
    map.insert("kind".to_owned(), json!(if args.to.is_some() { "path" } else { "ring" }));
    map.insert("exists".to_owned(), json!(true));
    map.insert("length".to_owned(), id(around.found.ring.positions()));
    if !faults.is_empty() {
        map.insert("left_out".to_owned(), id(around.left_out));
        if args.to.is_none() {
            map.insert("at_most".to_owned(), id(around.at_most));
        }
    }
    map
}

/// How much was judged, as JSON.
fn extent(judged: Judged) -> Value {
    match judged {
        Judged::All(positions) => json!({ "positions": id(positions), "all": true }),
        Judged::Sample { positions, seed } => {
            json!({ "positions": id(positions), "all": false, "seed": id(seed) })
        }
    }
}

impl Job<'_> {
    fn ring(&self) -> &dyn NodeOrder {
        self.answer.ring.as_ref()
    }

    /// The head of a JSON answer: what was found, how it is known, and what was judged.
    fn map(&self) -> Map<String, Value> {
        let mut map = map(self.args, self.source, self.around, self.faults);
        map.insert("evidence".to_owned(), evidence(&self.answer.evidence));
        map.insert("judged".to_owned(), extent(self.answer.judged));
        map
    }

    /// What a reader of plain ids must know besides: that nodes are left out, or that a sample was judged.
    fn note(&self) {
        let Around { left_out, at_most, bound, .. } = self.around;
        let length = self.ring().positions();
        if *left_out > 0 && !self.faults.is_empty() {
            let living = length + left_out;
            note(&match *at_most > length {
                true => format!(
                    "{length} of {living} living nodes, the longest ring found; none has more than {at_most}: {bound}"
                ),
                false => format!("{length} of {living} living nodes, the longest ring: {bound}"),
            });
        }
        match self.answer.judged {
            Judged::All(_) => {}
            sample => note(&format!("{sample}; --verify judges all")),
        }
    }

    /// Whether a JSON answer holds so many rings like this one.
    fn fits_json(&self, rings: u64) -> Result<(), Failure> {
        let length = self.ring().positions().min(self.args.count.unwrap_or(u64::MAX)).saturating_mul(rings);
        if length <= MAX_JSON {
            return Ok(());
        }
        let message = format!("a JSON answer holds at most {MAX_JSON} nodes, and here are {length}");
        let error = Error::limit(message, self.source.expr.span.clone())
            .help("take --count, --position or --node, or leave --json out");
        Err(Failure::Source(error, self.source.text.clone()))
    }

    /// The nodes that were asked for, in order.
    fn cursor(&self) -> Cursor<'_> {
        let start = self.from.and_then(|v| self.ring().position_of(v)).unwrap_or(0);
        let way = match (self.args.reverse, self.to) {
            (true, None) => Way::Down,
            _ => Way::Up,
        };
        let start = if self.to.is_some() { 0 } else { start };
        let cursor = Cursor::new(self.ring(), start, way);
        match self.args.count {
            Some(count) => cursor.at_most(count),
            None => cursor,
        }
    }

    /// One id a line.
    fn stream(&self, bars: &Bars) -> Outcome {
        self.note();
        let mut out = BufWriter::with_capacity(1 << 16, crate::output::raw());
        let mut text = Vec::with_capacity(1 << 16);
        for (i, v) in self.cursor().enumerate() {
            write_id(v.0, &mut text);
            if i & 0xfff == 0xfff {
                out.write_all(&text)?;
                text.clear();
                if bars.stopped() {
                    return Err(Failure::Interrupted);
                }
            }
        }
        out.write_all(&text)?;
        out.flush()?;
        Ok(ExitCode::SUCCESS)
    }

    /// The same as JSON.
    fn list(&self, bars: &Bars) -> Outcome {
        self.fits_json(1)?;
        if bars.stopped() {
            return Err(Failure::Interrupted);
        }
        let mut map = self.map();
        map.insert("nodes".to_owned(), self.cursor().map(|v| id(v.0)).collect());
        write_json(&Value::Object(map))?;
        Ok(ExitCode::SUCCESS)
    }

    /// The node at a position.
    fn at(&self, position: u64) -> Outcome {
        let length = self.ring().positions();
        if position >= length {
            let message = format!("--position {position}: positions run from 0 to {}", length - 1);
            return Err(Failure::Usage(message));
        }
        self.tell(position, self.ring().node_at(position))
    }

    /// The position of a node.
    fn beside(&self, v: Node) -> Outcome {
        match self.ring().position_of(v) {
            Some(position) => self.tell(position, v),
            None => Err(Failure::Usage(format!("node {} is not on the ring", v.0))),
        }
    }

    /// A node, its position, and its neighbours on the ring.
    fn tell(&self, position: u64, v: Node) -> Outcome {
        let (before, after) = (predecessor(self.ring(), v), successor(self.ring(), v));
        if self.args.json {
            let mut map = self.map();
            let node = |v: Option<Node>| v.map_or(Value::Null, |v| id(v.0));
            map.insert("position".to_owned(), id(position));
            map.insert("node".to_owned(), id(v.0));
            map.insert("address".to_owned(), json!(self.net.address(v).to_string()));
            map.insert("predecessor".to_owned(), node(before));
            map.insert("successor".to_owned(), node(after));
            write_json(&Value::Object(map))?;
            return Ok(ExitCode::SUCCESS);
        }
        let mut out = crate::output::stdout();
        let mut line = |name: &str, v: Option<Node>| match v {
            Some(v) if self.net.notation() == "id" => writeln!(out, "{name:<12} {}", v.0),
            Some(v) => writeln!(out, "{name:<12} {} {}", v.0, self.net.address(v)),
            None => writeln!(out, "{name:<12} none"),
        };
        line("node", Some(v))?;
        line("predecessor", before)?;
        line("successor", after)?;
        writeln!(out, "{:<12} {position} of {}", "position", self.ring().positions())?;
        writeln!(out, "{:<12} {}", "judged", self.answer.judged)?;
        Ok(ExitCode::SUCCESS)
    }
}

/// An id and the end of the line. The general formatter takes several times as long.
fn write_id(v: u64, text: &mut Vec<u8>) {
    let (mut digits, mut at, mut rest) = ([0u8; 20], 20, v);
    loop {
        at -= 1;
        digits[at] = b'0' + (rest % 10) as u8;
        rest /= 10;
        if rest == 0 {
            break;
        }
    }
    text.extend_from_slice(&digits[at..]);
    text.push(b'\n');
}
