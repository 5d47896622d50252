//! Paths through a network: routes, distances, disjoint paths, trees, rings, and paths around faults.

use super::call::{Call, EXPRESSION_PARAM, MAX_PLACES, VerbAnswer, WebVerb, ids, json, list, number};
use crossedge::Error;
use crossedge::answers::{
    DisjointRequest, DistanceRequest, Envelope, LeftRequest, PacketRequest, Request, RingReport, RingRequest,
    RouteRequest,
};
use crossedge::net::Node;
use crossedge::route::fault::Diameter;
use crossedge_campaign::{Dead, Dying, Records, SurvivalRequest};

/// The verbs of this file.
pub const VERBS: &[WebVerb] = &[
    WebVerb::library_verb("route", |call| {
        let (response, answer) =
            VerbAnswer::from_request(call, &call.network()?, &call.request::<RouteRequest>()?)?;
        let answer = answer.answer;
        Ok(response.naming([answer.from, answer.to].into_iter().chain(answer.path.into_iter().flatten())))
    }),
    WebVerb::library_verb("distance", |call| {
        let (response, answer) =
            VerbAnswer::from_request(call, &call.network()?, &call.request::<DistanceRequest>()?)?;
        Ok(response.naming([answer.answer.from, answer.answer.to]))
    }),
    WebVerb::library_verb("disjoint", |call| {
        let (response, answer) =
            VerbAnswer::from_request(call, &call.network()?, &call.request::<DisjointRequest>()?)?;
        Ok(response.naming(answer.answer.paths.iter().flat_map(|path| path.path.iter().copied())))
    }),
    WebVerb::plain_verb("trees"),
    WebVerb {
        own: &[number("start", "position at which the list begins")],
        ..WebVerb::library_verb("ring", ring)
    },
    WebVerb::library_verb("fault", packet),
    WebVerb {
        schema: Some("fault"),
        ..WebVerb::library_verb("left", |call| {
            let (response, answer) =
                VerbAnswer::from_request(call, &call.visited_network()?, &call.request::<LeftRequest>()?)?;
            Ok(response.naming(answer.answer.dead_endpoints.iter().chain(&answer.answer.cut_off).copied()))
        })
    },
    WebVerb {
        name: "survival",
        summary: "Survival of random faults, by trials: connected, delivered, stretch",
        // A campaign is no request of the library.
        request: None,
        own: &[
            EXPRESSION_PARAM,
            list("rates", "fractions that die, e.g. 0.01,0.05"),
            number("trials", "trials at each rate [default: 100]"),
            number("seed", "seed of all trials"),
        ],
        schema: Some("fault"),
        quick: false,
        tool: true,
        run: survival,
    },
];

/// Nodes of a ring that are listed without a count.
const MAX_LISTED_NODES: u64 = 2_000;

fn ring(call: &Call<'_>) -> Result<VerbAnswer, Error> {
    let on = call.network()?;
    let mut request: RingRequest = call.request()?;
    let start = call.params.read("start", 0u64)?;
    if request.report == RingReport::Nodes {
        request.count = Some(request.count.unwrap_or(MAX_LISTED_NODES).min(MAX_PLACES as u64));
        // The node at the position where the list begins.
        if start > 0 {
            let there = RingRequest { report: RingReport::Position(start), count: None, ..request.clone() };
            let place = there.answer(&on.net, call.progress)?.place;
            request.from = place.map(|place| place.node.into());
        }
    }
    let (response, answer) = VerbAnswer::from_request(call, &on, &request)?;
    let nodes: Vec<Node> = answer.answer.nodes.unwrap_or_default();
    let mut order = serde_json::Map::new();
    order.insert("from".to_owned(), start.into());
    order.insert("nodes".to_owned(), ids(nodes.iter().map(|node| node.0))?);
    Ok(response.with_value("order", order.into()).naming(nodes))
}

fn packet(call: &Call<'_>) -> Result<VerbAnswer, Error> {
    let (response, answer) =
        VerbAnswer::from_request(call, &call.network()?, &call.request::<PacketRequest>()?)?;
    let answer = answer.answer;
    let links = answer.dead_links.iter().flat_map(|(a, b)| [*a, *b]);
    let named =
        answer.path.iter().chain(&answer.dead_nodes).copied().chain([answer.from, answer.to]).chain(links);
    Ok(response.naming(named.collect::<Vec<_>>()))
}

/// More trials are for the command line, which keeps a journal.
const MAX_TRIALS: u64 = 10_000;

fn survival(call: &Call<'_>) -> Result<VerbAnswer, Error> {
    let on = call.visited_network()?;
    let rates = call.params.list("rates").join(",");
    let trials = call.params.read("trials", 100u64)?;
    if trials > MAX_TRIALS {
        return Err(Error::limit(
            format!("{trials} trials are too many here"),
            format!("take at most {MAX_TRIALS}"),
        ));
    }
    if rates.is_empty() {
        return Err(Error::usage("the parameter 'rates' is missing").help("e.g. 0.01,0.05"));
    }
    let dying = match on.net.network()?.endpoints() == on.net.network()?.nodes() {
        true => Dying::Nodes,
        false => Dying::Links,
    };
    let request = SurvivalRequest {
        dead: Dead::Rates(rates.clone()),
        dying,
        trials,
        pairs: 1,
        seed: call.params.read("seed", 0)?,
        diameter: Diameter::Sweep,
        search: 0,
    };
    let answer = request.prepare(&on.net)?.answer(None, Records::new(), call.progress);
    let answer = answer.map_err(|why| match call.progress.stopped() {
        true => Error::from(crossedge::progress::Stopped),
        false => Error::internal(why.to_string()),
    })?;
    let response = Envelope::new(PacketRequest::VERB, Some(on.net.to_string()), answer);
    let words =
        [format!("--rates={rates}"), format!("--trials={trials}"), format!("--seed={}", request.seed)];
    let links = if dying == Dying::Links { "--links" } else { "" };
    Ok(VerbAnswer { answer: json(&response)?, ..VerbAnswer::default() }.with_command_line(&[
        "fault",
        &on.net.to_string(),
        &words[0],
        &words[1],
        &words[2],
        links,
    ]))
}
