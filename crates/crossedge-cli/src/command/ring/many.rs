//! `crossedge ring --disjoint` and `--virtual`: several rings of one network.

use super::{Args, Job, extent, judged, none, too_large};
use crate::Outcome;
use crate::failure::Failure;
use crate::output::{evidence, head, id, write_json};
use crate::progress::Bars;
use crate::source::Source;
use crossedge::hamilton::{self, Apart, Around, Cursor, Found, Options, Sought, Virtuals, Way};
use crossedge::net::Faults;
use crossedge::net::Structure;
use crossedge::verify::{self, Answer, Judged, Verdict};
use serde_json::{Map, Value, json};
use std::io::Write;
use std::process::ExitCode;
use std::sync::Arc;

/// Rings that share no link, one after the other with an empty line between.
pub fn disjoint(
    args: &Args,
    source: &Source,
    net: &Arc<dyn Structure>,
    options: &Options,
    bars: &Bars,
) -> Outcome {
    let apart = match hamilton::link_disjoint(net.as_ref(), options, bars)? {
        Sought::Found(apart) => apart,
        Sought::Absent(reason) => return none(args, source, Some(false), &reason),
        Sought::Unknown(why) => return none(args, source, None, &why),
        Sought::TooLarge(why) => return too_large(source, &why, options),
    };
    let answers = match verify::rings_apart(net.as_ref(), &apart.rings, bars)? {
        Verdict::Holds(answers) => answers,
        Verdict::Refuted(why) if args.verify => return refuted(args, source, &apart, &why.to_string()),
        Verdict::Refuted(why) => {
            return Err(Failure::Internal(format!("the judge refuses what was made: {why}")));
        }
        Verdict::Undecided(limit) => return Err(Failure::Limit(limit.to_string())),
    };
    if args.verify {
        return verdict(args, source, &apart, &answers);
    }
    let faults = Faults::none();
    let arounds: Vec<Around> = apart.rings.iter().cloned().map(Around::whole).collect();
    let jobs = || {
        arounds.iter().zip(&answers).map(|(around, answer)| Job {
            args,
            source,
            net,
            around,
            answer,
            from: None,
            to: None,
            faults: &faults,
        })
    };
    if !args.json {
        for (i, job) in jobs().enumerate() {
            if i > 0 {
                writeln!(crate::output::stdout())?;
            }
            job.stream(bars)?;
        }
        return Ok(ExitCode::SUCCESS);
    }
    let mut rings: Vec<Value> = Vec::new();
    for job in jobs() {
        job.fits_json(apart.rings.len() as u64)?;
        rings.push(json!({
            "evidence": evidence(&job.answer.evidence),
            "judged": extent(job.answer.judged),
            "nodes": job.cursor().map(|v| id(v.0)).collect::<Vec<_>>(),
        }));
    }
    let mut map = head("ring", Some(&source.expr.to_string()));
    map.insert("kind".to_owned(), json!("link-disjoint rings"));
    map.insert("found".to_owned(), json!(apart.rings.len()));
    map.insert("at_most".to_owned(), id(apart.most));
    map.insert("rings".to_owned(), Value::Array(rings));
    write_json(&Value::Object(map))?;
    Ok(ExitCode::SUCCESS)
}

/// The head of a JSON answer about the verdict.
fn head_of(source: &Source, apart: &Apart, holds: bool) -> Map<String, Value> {
    let mut map = head("ring", Some(&source.expr.to_string()));
    map.insert("kind".to_owned(), json!("link-disjoint rings"));
    map.insert("found".to_owned(), json!(apart.rings.len()));
    map.insert("at_most".to_owned(), id(apart.most));
    map.insert("holds".to_owned(), json!(holds));
    map
}

/// Where the judge finds a fault.
fn refuted(args: &Args, source: &Source, apart: &Apart, why: &str) -> Outcome {
    if args.json {
        let mut map = head_of(source, apart, false);
        map.insert("counterexample".to_owned(), json!(why));
        write_json(&Value::Object(map))?;
    } else {
        writeln!(crate::output::stdout(), "{}\n  refuted: {why}", source.expr)?;
    }
    Ok(ExitCode::from(1))
}

/// What the judge says of all of them together.
fn verdict(args: &Args, source: &Source, apart: &Apart, answers: &[Answer]) -> Outcome {
    let all = answers.iter().all(|answer| matches!(answer.judged, Judged::All(_)));
    if args.json {
        let mut map = head_of(source, apart, true);
        if let Some(answer) = answers.first() {
            map.insert("judged".to_owned(), extent(answer.judged));
        }
        write_json(&Value::Object(map))?;
        return Ok(ExitCode::SUCCESS);
    }
    let mut out = crate::output::stdout();
    writeln!(out, "{}", source.expr)?;
    let by = apart.rings.last().map(Found::by).unwrap_or_default();
    let word = if all { "holds" } else { "sampled" };
    writeln!(out, "  {word}: each is a ring through all nodes\n  {word}: no link is in two of them")?;
    if let (false, Some(answer)) = (all, answers.first()) {
        writeln!(out, "  of each ring: {}", answer.judged)?;
    }
    writeln!(out, "judged {} of at most {} rings; made by {by}", answers.len(), apart.most)?;
    Ok(ExitCode::SUCCESS)
}

/// A virtual ring: two neighbours of every cluster.
pub fn through_clusters(
    args: &Args,
    source: &Source,
    net: &Arc<dyn Structure>,
    number: u64,
    options: &Options,
    bars: &Bars,
) -> Outcome {
    let virtuals = match Virtuals::of(net.as_ref(), options, bars)? {
        Sought::Found(virtuals) => virtuals,
        Sought::Absent(reason) => return none(args, source, Some(false), &reason),
        Sought::Unknown(why) => return none(args, source, None, &why),
        Sought::TooLarge(why) => return too_large(source, &why, options),
    };
    if number >= virtuals.count() {
        let message = format!("--virtual {number}: numbers run from 0 to {}", virtuals.count() - 1);
        return Err(Failure::Usage(message));
    }
    let ring = virtuals.number(number).through_clusters;
    let found =
        Found { ring, rules: vec!["Corollary 1 of HAM, erratum E10"], searched: virtuals.base().searched };
    let (faults, left_out) = (Faults::none(), net.nodes() - found.ring.positions());
    let at_most = found.ring.positions();
    let around = Around { found, left_out, at_most, bound: "two nodes of every cluster" };
    if args.verify {
        return super::verdict::tell(args, source, net, &around, None, &faults, bars);
    }
    let answer = judged(net.as_ref(), &around, None, &faults, bars)?;
    let job =
        Job { args, source, net, around: &around, answer: &answer, from: None, to: None, faults: &faults };
    if !args.json {
        return job.stream(bars);
    }
    job.fits_json(1)?;
    let mut map = job.map();
    map.insert("kind".to_owned(), json!("virtual ring"));
    map.insert("number".to_owned(), id(number));
    map.insert("without_common_nodes".to_owned(), id(virtuals.count()));
    let nodes: Vec<Value> = Cursor::new(answer.ring.as_ref(), 0, Way::Up).map(|v| id(v.0)).collect();
    map.insert("nodes".to_owned(), Value::Array(nodes));
    write_json(&Value::Object(map))?;
    Ok(ExitCode::SUCCESS)
}
