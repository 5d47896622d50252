//! Collectives: the answer, and the messages of one step at a time, for a slider.

use super::told::{Call, EXPR, MAX_PLACES, Told, Verb, ids, json, need, number, text};
use crate::house::{Kept, Schedule};
use crossedge::Error;
use crossedge::answers::{Choice, CollectiveRequest, MessageAnswer, ask};
use crossedge::collective::Kind;
use crossedge::verify::Ports;
use serde_json::{Map, Value};
use std::collections::BTreeSet;
use std::sync::Arc;

/// The verbs of this file.
pub const VERBS: &[Verb] = &[Verb {
    name: "collective",
    summary: "Schedules for broadcast, all-reduce and others: judged, priced, beside a lower bound",
    params: &[
        EXPR,
        need(
            "kind",
            "broadcast, scatter, gather, reduce, allgather, reduce-scatter, allreduce, all-to-all or barrier",
        ),
        text("algorithm", "best, all, paper, or the name of one"),
        text("root", "the special node, where there is one"),
        number("bytes", "of the vector, or of one node's message; 1024 without it"),
        text("ports", "how many messages a node can have under way: one or all"),
        number("step", "also the messages of this step, from 1; 0 is before the first"),
    ],
    schema: Some("collective"),
    quick: false,
    tool: true,
    run: collective,
}];

/// Messages are listed on networks of at most so many nodes: where one node sends, or where all do.
const MAX_LISTED: [u64; 2] = [2_600, 256];

/// So many messages of a step are told.
const MAX_MESSAGES: usize = 5_000;

fn collective(call: &Call<'_>) -> Result<Told, Error> {
    let params = call.params;
    let on = call.network()?;
    let kind: Kind = params.word("kind")?.ok_or_else(|| Error::usage("the parameter 'kind' is missing"))?;
    let algorithm = params.text("algorithm").unwrap_or_else(|| "best".to_owned());
    let root = params.text("root").unwrap_or_else(|| "0".to_owned());
    let bytes = params.read("bytes", CollectiveRequest::BYTES)?;
    let ports: Ports = params.word("ports")?.unwrap_or(Ports::One);
    let text = on.net.to_string();
    let key = format!("{text} {kind} {algorithm} {root} {bytes} {ports}");
    let schedule = match call.house.schedule(&key) {
        Some(schedule) => schedule,
        None => {
            let all = !matches!(
                kind,
                Kind::Broadcast | Kind::Reduce | Kind::Scatter | Kind::Gather | Kind::Barrier
            );
            let request = CollectiveRequest {
                algorithm: algorithm.parse().unwrap_or(Choice::Best),
                ports,
                steps: on.net.network()?.nodes() <= MAX_LISTED[usize::from(all)] && algorithm != "all",
                ..CollectiveRequest::new(kind).root(&root).bytes(bytes)
            };
            let mut told = ask(&request, &on.net, call.progress)?;
            // The steps stand beside the answer, one at a time.
            let steps = told.answer.one.as_mut().and_then(|one| {
                let best = one.best?;
                one.algorithms.iter_mut().find(|tried| tried.algorithm == best)?.steps.take()
            });
            call.house.keep(Schedule { key, answer: json(&told)?, steps })
        }
    };
    let ports = params.text("ports").map(|_| format!("--ports={ports}")).unwrap_or_default();
    let words =
        [format!("--algorithm={algorithm}"), format!("--root={root}"), format!("--bytes={bytes}"), ports];
    let told = Told { answer: schedule.answer.clone(), on: Some(on.clone()), ..Told::default() };
    let told =
        told.command(&["collective", &text, &kind.to_string(), &words[0], &words[1], &words[2], &words[3]]);
    steps(told, &on, &schedule, kind, &root, params.read("step", 0)?)
}

/// The messages of a step, and whom a broadcast has reached after it.
fn steps(
    told: Told,
    on: &Arc<Kept>,
    schedule: &Schedule,
    kind: Kind,
    root: &str,
    step: usize,
) -> Result<Told, Error> {
    let Some(steps) = &schedule.steps else { return Ok(told.beside("steps", Value::Null)) };
    let empty: Vec<MessageAnswer> = Vec::new();
    let here = step.checked_sub(1).and_then(|index| steps.get(index)).unwrap_or(&empty);
    let shown = &here[..here.len().min(MAX_MESSAGES)];
    let mut out = Map::new();
    out.insert("count".to_owned(), steps.len().into());
    out.insert("messages".to_owned(), json(&steps.iter().map(Vec::len).collect::<Vec<_>>())?);
    out.insert("step".to_owned(), step.into());
    out.insert("paths".to_owned(), json(&shown.iter().map(|message| &message.path).collect::<Vec<_>>())?);
    out.insert("bytes".to_owned(), json(&shown.iter().map(|message| &message.bytes).collect::<Vec<_>>())?);
    out.insert("left_out".to_owned(), (here.len() - shown.len()).into());
    let mut named: BTreeSet<u64> =
        shown.iter().flat_map(|message| message.path.iter().map(|v| v.0)).collect();
    if kind == Kind::Broadcast {
        let before = steps.iter().take(step).flatten();
        let mut reached: BTreeSet<u64> = before.filter_map(|message| Some(message.path.last()?.0)).collect();
        reached.insert(on.net.node(root)?.0);
        out.insert("reached".to_owned(), ids(reached.iter().copied().take(MAX_PLACES))?);
        named.extend(reached);
    }
    let told = told.naming(named.into_iter().map(crossedge::net::Node));
    Ok(told.beside("steps", out.into()))
}
