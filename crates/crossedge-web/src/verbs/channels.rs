//! Channels: how busy each is, and whether they can wait for each other in a cycle.

use super::call::{Call, VerbAnswer, WebVerb, json};
use crate::house::CachedNetwork;
use crossedge::Error;
use crossedge::answers::{DeadlockRequest, LoadRequest};
use crossedge::metrics::traffic::Traffic;
use crossedge::net::{Node, Port};
use crossedge::progress::{Progress, Stopped};
use crossedge::route::channels::{Channel, RoutingName};
use serde_json::{Map, Value};
use std::collections::BTreeMap;

/// The verbs of this file.
pub const VERBS: &[WebVerb] =
    &[WebVerb::library_verb("load", load), WebVerb::library_verb("deadlock", deadlock)];

/// Limits of endpoints: for routes of all pairs, and for routes to one target each.
const MAX_WALKED: [u64; 2] = [700, 20_000];

/// This many channels are reported.
const MAX_CHANNELS: usize = 10_000;

fn load(call: &Call<'_>) -> Result<VerbAnswer, Error> {
    let on = call.network()?;
    let request: LoadRequest = call.request()?;
    let (response, answer) = VerbAnswer::from_request(call, &on, &request)?;
    let traffic = request.traffic.on(&on.net, request.by, request.stride, &request.hot)?;
    let name_of = request.routing.on(on.net.network()?.as_ref())?;
    let channels = channels(&on, name_of, traffic, call.progress)?;
    let ends = answer.answer.bottleneck_channel.iter().flat_map(|channel| [channel.from, channel.to]);
    Ok(response.with_value("channels", channels).naming(ends))
}

/// The load of single channels, where the routing has no choice and the network is small; null if it is not.
fn channels(
    on: &CachedNetwork,
    name: RoutingName,
    traffic: Traffic,
    progress: &dyn Progress,
) -> Result<Value, Error> {
    let whole = on.net.network()?;
    let (net, ends) = (whole.as_ref(), whole.endpoints());
    let all = traffic.all_pairs();
    let listed = !matches!(traffic, Traffic::Groups(_) | Traffic::Rings(_));
    if name.detour || !listed || ends > MAX_WALKED[usize::from(!all)] || ends < 2 {
        return Ok(Value::Null);
    }
    let routing = name.on(whole)?;
    if routing.chooses() {
        return Ok(Value::Null);
    }
    let mut loads: BTreeMap<(u64, u32), u64> = BTreeMap::new();
    progress.stage("channels", ends);
    for from in (0..ends).map(Node) {
        if progress.stopped() {
            return Err(Stopped.into());
        }
        progress.advance(1);
        let targets = match all {
            true => 0..ends,
            false => {
                let to = traffic.target(net, from).map_err(Error::usage)?.0;
                to..to + 1
            }
        };
        for to in targets.map(Node).filter(|to| *to != from) {
            let (mut at, mut next) = (from, routing.start(from, to));
            // A route has at most as many hops as the network has nodes.
            for _ in 0..net.nodes() {
                let Some(by) = next else { break };
                *loads.entry((at.0, by.port.0)).or_default() += 1;
                let came = Channel { from: at, port: by.port, vc: by.vc };
                at = net.link(at, by.port).0;
                next = routing.next(came, at, to);
            }
        }
    }
    // Of uniform traffic every endpoint sends one packet in a cycle, to all others together.
    let unit = if traffic == Traffic::Uniform { (ends - 1) as f64 } else { 1.0 };
    let width = |v: u64, port: u32| net.width(net.link_class(Node(v), Port(port))) as f64;
    let mut channel_loads: Vec<(u64, u32, f64)> =
        loads.into_iter().map(|((v, port), count)| (v, port, count as f64 / unit / width(v, port))).collect();
    let most = channel_loads.iter().map(|channel| channel.2).fold(0.0, f64::max);
    channel_loads.sort_by(|a, b| b.2.total_cmp(&a.2));
    let exact = channel_loads.len() <= MAX_CHANNELS;
    channel_loads.truncate(MAX_CHANNELS);
    let round = |x: f64| (x * 1e6).round() / 1e6;
    let mut out = Map::new();
    out.insert("from".to_owned(), json(&channel_loads.iter().map(|(v, _, _)| Node(*v)).collect::<Vec<_>>())?);
    let to = |(v, port, _): &(u64, u32, f64)| net.link(Node(*v), Port(*port)).0;
    out.insert("to".to_owned(), json(&channel_loads.iter().map(to).collect::<Vec<_>>())?);
    out.insert(
        "load".to_owned(),
        json(&channel_loads.iter().map(|channel| round(channel.2)).collect::<Vec<_>>())?,
    );
    let share = |channel: &(u64, u32, f64)| round(channel.2 / most);
    out.insert("share".to_owned(), json(&channel_loads.iter().map(share).collect::<Vec<_>>())?);
    out.insert("exact".to_owned(), exact.into());
    Ok(out.into())
}

fn deadlock(call: &Call<'_>) -> Result<VerbAnswer, Error> {
    let (response, answer) =
        VerbAnswer::from_request(call, &call.visited_network()?, &call.request::<DeadlockRequest>()?)?;
    Ok(response.naming(answer.answer.cycle.iter().flatten().flat_map(|held| [held.from, held.to])))
}
