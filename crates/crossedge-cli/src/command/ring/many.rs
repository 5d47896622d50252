//! `crossedge ring --disjoint` and `--virtual`: several rings of one network.

use super::{Args, Job, none, too_large};
use crate::Outcome;
use crate::failure::Failure;
use crate::output::{evidence, head, id, write_json};
use crate::progress::Bars;
use crate::source::Source;
use crossedge::embed::{self, Apart, Cursor, Faults, Found, Options, Sought, Virtuals, Way};
use crossedge::net::Structure;
use crossedge::verify::{self, Claim, Verdict};
use serde_json::{Value, json};
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
    let apart = match embed::link_disjoint(net.as_ref(), options, bars)? {
        Sought::Found(apart) => apart,
        Sought::Absent(reason) => return none(args, source, Some(false), &reason),
        Sought::Unknown(why) => return none(args, source, None, &why),
        Sought::TooLarge(why) => return too_large(source, &why, options),
    };
    if args.verify {
        return verdict(args, source, net, &apart, bars);
    }
    let faults = Faults::none();
    let jobs = || {
        apart.rings.iter().map(|found| Job {
            args,
            source,
            net,
            found,
            from: None,
            to: None,
            faults: &faults,
            left_out: 0,
        })
    };
    if !args.json {
        for (i, job) in jobs().enumerate() {
            if i > 0 {
                writeln!(anstream::stdout())?;
            }
            job.stream(bars)?;
        }
        return Ok(ExitCode::SUCCESS);
    }
    let mut rings: Vec<Value> = Vec::new();
    for job in jobs() {
        job.fits_json(apart.rings.len() as u64)?;
        rings.push(json!({
            "evidence": evidence(&job.evidence()),
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

/// What the judge says of all of them together.
fn verdict(args: &Args, source: &Source, net: &Arc<dyn Structure>, apart: &Apart, bars: &Bars) -> Outcome {
    let faults = Faults::none();
    let claim = Claim { closed: true, ends: None, faults: &faults, left_out: 0 };
    let mut judged = Vec::new();
    let mut broken = None;
    for found in &apart.rings {
        match verify::ring(net.as_ref(), found.ring.clone(), &claim, bars)? {
            Verdict::Holds(ring) => judged.push(ring),
            Verdict::Refuted(why) => broken = Some(why.to_string()),
            Verdict::Undecided(limit) => return Err(Failure::Limit(limit.to_string())),
        }
    }
    let shared = match verify::link_disjoint(net.as_ref(), &judged) {
        Ok(verdict) => verdict.into_result().err().map(|no| no.to_string()),
        Err(unfit) => Some(unfit.to_string()),
    };
    let broken = broken.or(shared);
    if args.json {
        let mut map = head("ring", Some(&source.expr.to_string()));
        map.insert("kind".to_owned(), json!("link-disjoint rings"));
        map.insert("found".to_owned(), json!(apart.rings.len()));
        map.insert("at_most".to_owned(), id(apart.most));
        map.insert("holds".to_owned(), json!(broken.is_none()));
        if let Some(broken) = &broken {
            map.insert("counterexample".to_owned(), json!(broken));
        }
        write_json(&Value::Object(map))?;
    } else {
        let mut out = anstream::stdout();
        writeln!(out, "{}", source.expr)?;
        match &broken {
            Some(broken) => writeln!(out, "  refuted: {broken}")?,
            None => {
                let by = apart.rings.last().map(Found::by).unwrap_or_default();
                writeln!(
                    out,
                    "  holds: each is a ring through all nodes\n  holds: no link is in two of them"
                )?;
                writeln!(out, "judged {} of at most {} rings; made by {by}", judged.len(), apart.most)?;
            }
        }
    }
    Ok(ExitCode::from(u8::from(broken.is_some())))
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
    let job = Job { args, source, net, found: &found, from: None, to: None, faults: &faults, left_out };
    if args.verify {
        return job.verdict(bars);
    }
    if !args.json {
        return job.stream(bars);
    }
    job.fits_json(1)?;
    let mut map = job.map();
    map.insert("kind".to_owned(), json!("virtual ring"));
    map.insert("number".to_owned(), id(number));
    map.insert("without_common_nodes".to_owned(), id(virtuals.count()));
    let nodes: Vec<Value> = Cursor::new(found.ring.as_ref(), 0, Way::Up).map(|v| id(v.0)).collect();
    map.insert("nodes".to_owned(), Value::Array(nodes));
    write_json(&Value::Object(map))?;
    Ok(ExitCode::SUCCESS)
}
