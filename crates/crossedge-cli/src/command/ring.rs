//! `crossedge ring`: a ring or path through all nodes, around faults if there are some.

use crate::CommandOutcome;
use crate::failure::Failure;
use crate::output::{print_note, raw_output, stdout, write_json};
use crate::progress::Bars;
use crate::source;
use crossedge::answers::{
    Envelope, PlaceAnswer, Request, RingAnswer, RingKind, RingReport, RingRequest, Rings, RingsOf,
};
use crossedge::net::Node;
use crossedge::progress::Progress;
use std::io::{self, BufWriter, Write};
use std::process::ExitCode;

/// Arguments of `ring`.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Network expression, e.g. rdn(torus(5,5), 2)
    #[arg(value_name = "EXPR")]
    pub expr: String,
    /// Start node
    #[arg(long, value_name = "NODE")]
    pub from: Option<String>,
    /// End node: find a Hamiltonian path instead of a cycle
    #[arg(long, value_name = "NODE", requires = "from")]
    pub to: Option<String>,
    /// Failed nodes and links to avoid, e.g. 5,7-8,(0,2,1)-(1,1,2)
    #[arg(long, alias = "avoid", value_name = "NODE|LINK,…")]
    pub faults: Vec<String>,
    /// List edge-disjoint Hamiltonian cycles, separated by empty lines
    #[arg(long, conflicts_with_all = ["from", "to", "faults", "position", "node"])]
    pub disjoint: bool,
    /// Print virtual ring N (from 0) of a dual, with two nodes per cluster
    #[arg(long, value_name = "N", conflicts_with_all = ["from", "to", "faults", "position", "node", "disjoint"])]
    pub r#virtual: Option<u64>,
    /// Reverse the direction
    #[arg(long)]
    pub reverse: bool,
    /// Maximum number of nodes to list
    #[arg(long, value_name = "N")]
    pub count: Option<u64>,
    /// Print only the node at this position
    #[arg(long, value_name = "N", conflicts_with_all = ["node", "count"])]
    pub position: Option<u64>,
    /// Print only the position of this node, and its neighbours on the cycle
    #[arg(long, value_name = "NODE", conflicts_with = "count")]
    pub node: Option<String>,
    /// Check every position, and print the verdict instead of the nodes
    #[arg(long, conflicts_with_all = ["position", "node", "count"])]
    pub verify: bool,
    /// Maximum number of search steps if no construction is known
    #[arg(long, value_name = "N", default_value_t = RingRequest::default_steps())]
    pub steps: u64,
    /// Random seed of the search
    #[arg(long, value_name = "N", default_value_t = RingRequest::default_seed())]
    pub seed: u64,
    /// Print the answer as JSON
    #[arg(long)]
    pub json: bool,
}

impl Args {
    fn request(&self) -> RingRequest {
        RingRequest {
            of: match self.r#virtual {
                _ if self.disjoint => RingsOf::EdgeDisjoint,
                Some(number) => RingsOf::Virtual(number),
                None => RingsOf::All,
            },
            from: self.from.as_ref().map(Into::into),
            to: self.to.as_ref().map(Into::into),
            faults: self.faults.clone(),
            report: match (&self.node, self.position) {
                _ if self.verify => RingReport::Verdict,
                (Some(node), _) => RingReport::Node(node.into()),
                (None, Some(position)) => RingReport::Position(position),
                (None, None) => RingReport::Nodes,
            },
            reverse: self.reverse,
            count: self.count,
            steps: self.steps,
            seed: self.seed,
        }
    }
}

/// Writes a cycle or path, one id per line; exit code 1 and the reason if there is none, or where verification fails.
pub fn run(args: &Args, bars: &Bars) -> CommandOutcome {
    let net = source::topology(&args.expr)?;
    let rings = args.request().find(&net, bars)?;
    let envelope = |answer| Envelope::new(RingRequest::VERB, Some(net.to_string()), answer);
    let fails = rings.answer.exists != Some(true) || rings.answer.holds == Some(false);
    bars.clear_bars();
    match args.json {
        true => write_json(&envelope(rings.listed(&net)?))?,
        false if rings.has_nodes() => stream_ids(&rings, bars)?,
        false => text(&envelope(rings.answer))?,
    }
    Ok(ExitCode::from(u8::from(fails)))
}

/// One id per line, an empty line between cycles.
fn stream_ids(rings: &Rings, bars: &Bars) -> Result<(), Failure> {
    warn_about_ids(&rings.answer);
    let mut out = BufWriter::with_capacity(1 << 16, raw_output());
    let mut text = Vec::with_capacity(1 << 16);
    for (number, cursor) in rings.cursors().enumerate() {
        if number > 0 {
            text.push(b'\n');
        }
        for (i, v) in cursor.enumerate() {
            write_id(v.0, &mut text);
            if i & 0xfff == 0xfff {
                out.write_all(&text)?;
                text.clear();
                if bars.stopped() {
                    return Err(Failure::Interrupted);
                }
            }
        }
    }
    out.write_all(&text)?;
    out.flush()?;
    Ok(())
}

/// Warnings for readers of the plain ids: nodes omitted, or only a sample verified.
fn warn_about_ids(answer: &RingAnswer) {
    if let (Some(length), Some(omitted), Some(upper_bound), Some(bound)) =
        (answer.length, answer.omitted, answer.upper_bound, answer.bound)
        && omitted.0 > 0
    {
        let living = length.0 + omitted.0;
        print_note(&match upper_bound > length {
            true => format!(
                "{length} of {living} living nodes, the longest ring found; none has more than {upper_bound}: {bound}"
            ),
            false => format!("{length} of {living} living nodes, the longest ring: {bound}"),
        });
    }
    let each = answer.rings.iter().flatten().map(|ring| &ring.verified);
    for verified in answer.verified.iter().chain(each).filter(|verified| !verified.all) {
        print_note(&format!("{verified}; --verify checks all"));
    }
}

fn text(envelope: &Envelope<RingAnswer>) -> io::Result<()> {
    let (answer, mut out) = (&envelope.answer, stdout());
    if let Some(place) = &answer.place {
        return print_position(place, answer);
    }
    writeln!(out, "{}", envelope.expression.as_deref().unwrap_or_default())?;
    if let Some(why) = &answer.reason {
        let none = if answer.exists.is_some() { "there is no" } else { "found no" };
        let what = if answer.kind == RingKind::Path { "path" } else { "ring" };
        return writeln!(out, "{none} {what}: {why}");
    }
    match (&answer.counterexample, answer.cycle_count) {
        (Some(broken), _) => writeln!(out, "  refuted: {broken}"),
        (None, Some(cycle_count)) => print_cycles_verdict(answer, cycle_count),
        (None, None) => print_verdict(answer),
    }
}

/// A node, its position, and its neighbours on the ring.
fn print_position(place: &PlaceAnswer, answer: &RingAnswer) -> io::Result<()> {
    let mut out = stdout();
    let mut line = |name: &str, v: Option<Node>, address: Option<&String>| match (v, address) {
        (Some(v), _) if place.notation == "id" => writeln!(out, "{name:<12} {}", v.0),
        (Some(v), Some(address)) => writeln!(out, "{name:<12} {} {address}", v.0),
        _ => writeln!(out, "{name:<12} none"),
    };
    line("node", Some(place.node), Some(&place.address))?;
    line("predecessor", place.predecessor, place.predecessor_address.as_ref())?;
    line("successor", place.successor, place.successor_address.as_ref())?;
    if let Some(length) = answer.length {
        writeln!(out, "{:<12} {} of {length}", "position", place.position)?;
    }
    match &answer.verified {
        Some(verified) => writeln!(out, "{:<12} {verified}", "evidence"),
        None => Ok(()),
    }
}

/// The verdict on every position.
fn print_verdict(answer: &RingAnswer) -> io::Result<()> {
    let mut out = stdout();
    let omitted = answer.omitted.map_or(0, |omitted| omitted.0);
    let every = match omitted {
        0 => "every node appears once".to_owned(),
        n => format!("no node appears twice; {n} live nodes are omitted"),
    };
    let last = match answer.kind {
        RingKind::Path => "the endpoints are as requested",
        _ => "the last is linked to the first",
    };
    writeln!(out, "  holds: {every}\n  holds: each is linked to the next\n  holds: {last}")?;
    if let (Some(length), Some(upper_bound), Some(bound)) = (answer.length, answer.upper_bound, answer.bound)
        && omitted > 0
    {
        match upper_bound > length {
            true => writeln!(out, "  bounded: no ring has more than {upper_bound} nodes: {bound}")?,
            false => writeln!(out, "  holds: no ring is longer: {bound}")?,
        }
    }
    let (length, by) =
        (answer.length.unwrap_or_default(), answer.construction.as_deref().unwrap_or_default());
    writeln!(out, "verified {length} positions; constructed by {by}")
}

/// The verdict on several cycles together.
fn print_cycles_verdict(answer: &RingAnswer, cycle_count: usize) -> io::Result<()> {
    let mut out = stdout();
    let sample = answer.verified.as_ref().filter(|verified| !verified.all);
    let word = if sample.is_some() { "sampled" } else { "holds" };
    writeln!(out, "  {word}: each is a Hamiltonian cycle\n  {word}: no link is in two of them")?;
    if let Some(verified) = sample {
        writeln!(out, "  of each cycle: {verified}")?;
    }
    let (most, by) =
        (answer.upper_bound.unwrap_or_default(), answer.construction.as_deref().unwrap_or_default());
    writeln!(out, "verified {cycle_count} of at most {most} cycles; constructed by {by}")
}

/// Writes an id and a newline, several times faster than the general formatter.
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
