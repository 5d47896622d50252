//! `crossedge ring --verify`: every position is judged, and the verdict is told instead of the nodes.

use super::{Args, extent, map};
use crate::Outcome;
use crate::failure::Failure;
use crate::output::{evidence, write_json};
use crate::progress::Bars;
use crate::source::Source;
use crossedge::expr::Error;
use crossedge::hamilton::Around;
use crossedge::net::Faults;
use crossedge::net::{Node, Structure};
use crossedge::verify::{self, Claim, Judged, MAX_JUDGED, Verdict};
use serde_json::{Value, json};
use std::io::Write;
use std::process::ExitCode;
use std::sync::Arc;

/// What the judge says.
pub fn tell(
    args: &Args,
    source: &Source,
    net: &Arc<dyn Structure>,
    around: &Around,
    ends: Option<(Node, Node)>,
    faults: &Faults,
    bars: &Bars,
) -> Outcome {
    if net.nodes() > MAX_JUDGED {
        let message = format!("the judge keeps one bit per node, for at most {MAX_JUDGED} nodes");
        let error =
            Error::limit(message, source.expr.span.clone()).help("--position and --node answer at any size");
        return Err(Failure::Source(error, source.text.clone()));
    }
    let (mut broken, mut answer) = (None, None);
    match verify::answer(net.as_ref(), around, ends, faults, bars)? {
        Verdict::Holds(judged) => answer = Some(judged),
        Verdict::Refuted(why) => broken = Some(why.to_string()),
        Verdict::Undecided(limit) => return Err(Failure::Limit(limit.to_string())),
    }
    let ring = &around.found.ring;
    if answer.as_ref().is_some_and(|answer| !matches!(answer.judged, Judged::All(_))) {
        // A sample is not what was asked for.
        let claim = Claim { closed: ends.is_none(), ends, faults, left_out: around.left_out };
        match verify::ring(net.as_ref(), ring.clone(), &claim, bars)? {
            Verdict::Holds(_) => {}
            Verdict::Refuted(why) => broken = Some(why.to_string()),
            Verdict::Undecided(limit) => return Err(Failure::Limit(limit.to_string())),
        }
    }
    let all = Judged::All(ring.positions());
    if args.json {
        let mut map = map(args, source, around, faults);
        if let Some(answer) = &answer {
            map.insert("evidence".to_owned(), evidence(&answer.evidence));
            map.insert("judged".to_owned(), extent(all));
        }
        map.insert("holds".to_owned(), json!(broken.is_none()));
        if let Some(broken) = &broken {
            map.insert("counterexample".to_owned(), json!(broken));
        }
        write_json(&Value::Object(map))?;
    } else {
        let mut out = crate::output::stdout();
        writeln!(out, "{}", source.expr)?;
        match &broken {
            Some(broken) => writeln!(out, "  refuted: {broken}")?,
            None => {
                let every = match around.left_out {
                    0 => "every node stands once".to_owned(),
                    n => format!("no node stands twice, and {n} living nodes are left out"),
                };
                let last = match ends {
                    None => "the last is linked to the first",
                    Some(_) => "the ends are those asked for",
                };
                writeln!(out, "  holds: {every}\n  holds: each is linked to the next\n  holds: {last}")?;
                if around.left_out > 0 && !faults.is_empty() {
                    match around.at_most > ring.positions() {
                        true => writeln!(
                            out,
                            "  bounded: no ring has more than {} nodes: {}",
                            around.at_most, around.bound
                        )?,
                        false => writeln!(out, "  holds: no ring is longer: {}", around.bound)?,
                    }
                }
                writeln!(out, "judged {} positions; made by {}", ring.positions(), around.found.by())?;
            }
        }
    }
    Ok(ExitCode::from(u8::from(broken.is_some())))
}
