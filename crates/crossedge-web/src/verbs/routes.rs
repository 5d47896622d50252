//! Ways through a network: routes, distances, disjoint paths, trees, rings, and ways around faults.

use super::told::{Call, EXPR, MAX_PLACES, Told, Verb, flag, ids, json, list, need, number, text};
use crossedge::Error;
use crossedge::answers::{
    DisjointRequest, DistanceRequest, Envelope, LeftRequest, PacketRequest, Request, RingRequest, RingTell,
    RouteRequest, TreesRequest,
};
use crossedge::net::Node;
use crossedge::route::fault::Diameter;
use crossedge_campaign::{Dead, Dying, Records, SurvivalRequest};

const FROM: super::told::Param = need("from", "where it begins: an id or an address");
const TO: super::told::Param = need("to", "where it ends");
const FAULTS: super::told::Param = text("faults", "dead nodes and links, as in 5,7-8,(0,2,1)-(1,1,2)");

/// The verbs of this file.
pub const VERBS: &[Verb] = &[
    Verb {
        name: "route",
        summary: "A route from one node to another, hop by hop, with the case taken at each level",
        params: &[EXPR, FROM, TO, text("algorithm", "minimal, paper or address")],
        schema: Some("route"),
        quick: false,
        tool: true,
        run: route,
    },
    Verb {
        name: "distance",
        summary: "The distance between two nodes",
        params: &[EXPR, FROM, TO],
        schema: Some("distance"),
        quick: false,
        tool: true,
        run: |call| {
            let (on, from, to) = ends(call)?;
            let (told, answer) = Told::of(call, &on, &DistanceRequest::new(&from, &to))?;
            let told = told.naming([answer.answer.from, answer.answer.to]);
            Ok(told.command(&["distance", &on.net.to_string(), &from, &to]))
        },
    },
    Verb {
        name: "disjoint",
        summary: "Node-disjoint paths between two nodes, as many as there are",
        params: &[EXPR, FROM, TO],
        schema: Some("disjoint"),
        quick: false,
        tool: true,
        run: |call| {
            let (on, from, to) = ends(call)?;
            let (told, answer) = Told::of(call, &on, &DisjointRequest::new(&from, &to))?;
            let told = told.naming(answer.answer.paths.iter().flat_map(|path| path.path.iter().copied()));
            Ok(told.command(&["disjoint", &on.net.to_string(), &from, &to]))
        },
    },
    Verb {
        name: "trees",
        summary: "Spanning trees from one root that share no arc",
        params: &[EXPR, text("root", "the root: an id or an address")],
        schema: Some("trees"),
        quick: false,
        tool: true,
        run: |call| {
            let on = call.network()?;
            let root = call.params.text("root").unwrap_or_else(|| "0".to_owned());
            let (told, _) = Told::of(call, &on, &TreesRequest { root: (&root).into() })?;
            Ok(told.command(&["trees", &on.net.to_string(), &format!("--root={root}")]))
        },
    },
    Verb {
        name: "ring",
        summary: "A Hamiltonian cycle, judged, around faults where there are some",
        params: &[
            EXPR,
            FAULTS,
            number("from", "the position at which the list begins"),
            number("count", "so many of its nodes are listed; 2000 without it"),
            flag("reverse", "the other way round"),
        ],
        schema: Some("ring"),
        quick: false,
        tool: true,
        run: ring,
    },
    Verb {
        name: "fault",
        summary: "What becomes of a packet that meets dead nodes and links",
        params: &[
            EXPR,
            FROM,
            TO,
            FAULTS,
            number("search", "so many nodes may it search when it has no other plan"),
        ],
        schema: Some("fault"),
        quick: false,
        tool: true,
        run: packet,
    },
    Verb {
        name: "left",
        summary: "What given faults leave of a network: alive, connected, cut off, diameter",
        params: &[EXPR, FAULTS],
        schema: Some("fault"),
        quick: false,
        tool: true,
        run: |call| {
            let on = call.network()?;
            let faults = call.params.text("faults").unwrap_or_default();
            let (told, answer) = Told::of(call, &on, &LeftRequest { faults: given(&faults) })?;
            let told =
                told.naming(answer.answer.dead_endpoints.iter().chain(&answer.answer.cut_off).copied());
            Ok(told.command(&["fault", &on.net.to_string(), &format!("--faults={faults}")]))
        },
    },
    Verb {
        name: "survival",
        summary: "What random faults leave, by trials: connected, delivered, stretch",
        params: &[
            EXPR,
            list("rates", "fractions that die, as in 0.01,0.05"),
            number("trials", "at each rate; 100 without it"),
            number("seed", "of all trials"),
        ],
        schema: Some("fault"),
        quick: false,
        tool: true,
        run: survival,
    },
];

/// Faults, where some are given.
fn given(faults: &str) -> Vec<String> {
    if faults.is_empty() { Vec::new() } else { vec![faults.to_owned()] }
}

type Ends = (std::sync::Arc<crate::house::Kept>, String, String);

fn ends(call: &Call<'_>) -> Result<Ends, Error> {
    Ok((call.network()?, call.params.need("from")?, call.params.need("to")?))
}

fn route(call: &Call<'_>) -> Result<Told, Error> {
    let (on, from, to) = ends(call)?;
    let mut request = RouteRequest::new(&from, &to);
    let mut option = String::new();
    if let Some(algorithm) = call.params.word::<crossedge::route::Algorithm>("algorithm")? {
        option = format!("--algorithm={algorithm}");
        request = request.by(algorithm);
    }
    let (told, answer) = Told::of(call, &on, &request)?;
    let named =
        [answer.answer.from, answer.answer.to].into_iter().chain(answer.answer.path.into_iter().flatten());
    Ok(told.naming(named).command(&["route", &on.net.to_string(), &from, &to, &option]))
}

fn ring(call: &Call<'_>) -> Result<Told, Error> {
    let on = call.network()?;
    let faults = call.params.text("faults");
    let count = call.params.read("count", 2_000u64)?.min(MAX_PLACES as u64);
    let from = call.params.read("from", 0u64)?;
    let whole = RingRequest {
        faults: faults.iter().cloned().collect(),
        count: Some(count),
        reverse: call.params.flag("reverse")?,
        ..RingRequest::cycle()
    };
    // The node at the position where the list begins.
    let start = match from {
        0 => None,
        _ => {
            let there = RingRequest { tell: RingTell::Position(from), count: None, ..whole.clone() };
            there.answer(&on.net, call.progress)?.place.map(|place| place.node)
        }
    };
    let request = RingRequest { from: start.map(Into::into), ..whole };
    let (told, answer) = Told::of(call, &on, &request)?;
    let nodes: Vec<Node> = answer.answer.nodes.unwrap_or_default();
    let mut order = serde_json::Map::new();
    order.insert("from".to_owned(), from.into());
    order.insert("nodes".to_owned(), ids(nodes.iter().map(|node| node.0))?);
    let option = faults.map(|faults| format!("--faults={faults}")).unwrap_or_default();
    let begin = start.map(|node| format!("--from={}", node.0)).unwrap_or_default();
    let told = told.beside("order", order.into()).naming(nodes);
    Ok(told.command(&["ring", &on.net.to_string(), &option, &begin, &format!("--count={count}")]))
}

fn packet(call: &Call<'_>) -> Result<Told, Error> {
    let (on, from, to) = ends(call)?;
    let faults = call.params.text("faults").unwrap_or_default();
    let search = call.params.read("search", 0usize)?;
    let request = PacketRequest { search, faults: given(&faults), ..PacketRequest::new(&from, &to) };
    let (told, answer) = Told::of(call, &on, &request)?;
    let answer = answer.answer;
    let links = answer.dead_links.iter().flat_map(|(a, b)| [*a, *b]);
    let named =
        answer.path.iter().chain(&answer.dead_nodes).copied().chain([answer.from, answer.to]).chain(links);
    let option = if faults.is_empty() { String::new() } else { format!("--faults={faults}") };
    Ok(told.naming(named.collect::<Vec<_>>()).command(&["fault", &on.net.to_string(), &from, &to, &option]))
}

/// More trials are for the command line, which keeps a journal.
const MAX_TRIALS: u64 = 10_000;

fn survival(call: &Call<'_>) -> Result<Told, Error> {
    let on = call.network()?;
    let rates = call.params.list("rates").join(",");
    let trials = call.params.read("trials", 100u64)?;
    if trials > MAX_TRIALS {
        return Err(Error::limit(
            format!("{trials} trials are too many here"),
            format!("take at most {MAX_TRIALS}"),
        ));
    }
    if rates.is_empty() {
        return Err(Error::usage("the parameter 'rates' is missing").help("as in 0.01,0.05"));
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
    let answer = request.on(&on.net)?.answer(None, Records::new(), call.progress);
    let answer = answer.map_err(|why| match call.progress.stopped() {
        true => Error::from(crossedge::progress::Stopped),
        false => Error::internal(why.to_string()),
    })?;
    let told = Envelope::new(PacketRequest::VERB, Some(on.net.to_string()), answer);
    let words = [format!("--rates={rates}"), format!("--trials={trials}")];
    let links = if dying == Dying::Links { "--links" } else { "" };
    Ok(Told { answer: json(&told)?, ..Told::default() }.command(&[
        "fault",
        &on.net.to_string(),
        &words[0],
        &words[1],
        links,
    ]))
}
