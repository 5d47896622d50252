//! Collectives: the answer, and the messages of one step at a time, for a slider.

use super::call::{Call, MAX_PLACES, VerbAnswer, WebVerb, ids, json, number};
use crate::house::{CachedNetwork, Schedule};
use crossedge::answers::{Choice, CollectiveRequest, MessageAnswer, Request, ask};
use crossedge::collective::Kind;
use crossedge::topology::NodeName;
use crossedge::{Error, Topology};
use serde_json::{Map, Value};
use std::collections::BTreeSet;
use std::sync::Arc;

/// The verbs of this file.
pub const VERBS: &[WebVerb] = &[WebVerb {
    own: &[number("step", "also the messages of this step, from 1; 0 is before the first")],
    ..WebVerb::library_verb("collective", collective)
}];

/// Messages are listed on networks of at most this many nodes: where one node sends, or where all do.
const MAX_LISTED: [u64; 2] = [2_600, 256];

/// Maximum number of messages of a step in an answer.
const MAX_MESSAGES: usize = 5_000;

fn collective(call: &Call<'_>) -> Result<VerbAnswer, Error> {
    let on = call.network()?;
    let request: CollectiveRequest = call.request()?;
    let key = format!("{} {}", on.net, json(&request)?);
    let schedule = match call.house.schedule(&key) {
        Some(schedule) => schedule,
        None => {
            let response = ask(&request, &on.net, call.progress)?;
            let steps = message_steps(
                &request,
                &on.net,
                response.answer.one.as_ref().and_then(|one| one.best),
                call,
            )?;
            call.house.keep_schedule(Schedule { key, answer: json(&response)?, steps })
        }
    };
    let response =
        VerbAnswer { answer: schedule.answer.clone(), on: Some(on.clone()), ..VerbAnswer::default() };
    let response = response.with_command(call, &request, std::slice::from_ref(&on.net))?;
    step_messages(response, &on, &schedule, request.kind, &request.root, call.params.read("step", 0)?)
}

/// The messages of the best algorithm, step by step, on small networks.
fn message_steps(
    request: &CollectiveRequest,
    on: &Topology,
    best: Option<&str>,
    call: &Call<'_>,
) -> Result<Option<Vec<Vec<MessageAnswer>>>, Error> {
    let one_sends =
        matches!(request.kind, Kind::Broadcast | Kind::Reduce | Kind::Scatter | Kind::Gather | Kind::Barrier);
    let few = on.network()?.nodes() <= MAX_LISTED[usize::from(!one_sends)];
    let Some(best) = best.filter(|_| few && request.algorithm != Choice::All) else { return Ok(None) };
    // Asked for on its own: the answer stays that of the command.
    let one = CollectiveRequest { steps: true, sizes: false, ..request.clone().by(best) };
    let response = one.answer(on, call.progress)?;
    let algorithms = response.one.into_iter().flat_map(|one| one.algorithms);
    Ok(algorithms.filter(|tried| tried.algorithm == best).find_map(|tried| tried.steps))
}

/// The messages of a step, and whom a broadcast has reached after it.
fn step_messages(
    response: VerbAnswer,
    on: &Arc<CachedNetwork>,
    schedule: &Schedule,
    kind: Kind,
    root: &NodeName,
    step: usize,
) -> Result<VerbAnswer, Error> {
    let Some(steps) = &schedule.steps else { return Ok(response.with_value("steps", Value::Null)) };
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
    let response = response.naming(named.into_iter().map(crossedge::net::Node));
    Ok(response.with_value("steps", out.into()))
}
