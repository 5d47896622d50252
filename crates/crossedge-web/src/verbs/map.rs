//! The map: windows, places, nodes.

use super::call::{
    Call, EXPRESSION_PARAM, MAX_PLACES, VerbAnswer, WebVerb, flag, ids, json, list, number, required_text,
    text,
};
use super::matrix::matrix_window;
use crossedge::Error;
use crossedge::answers::{Envelope, NodeRequest, Request, WindowRequest};
use crossedge::exact::Exact;
use crossedge::net::Node;
use serde_json::{Map, Value};

/// The verbs of this file.
pub const VERBS: &[WebVerb] = &[
    WebVerb {
        name: "window",
        summary: "Contents of a window on the map of a network: clusters, nodes, links and bundles of links",
        request: None,
        own: &[
            EXPRESSION_PARAM,
            number("x0", "left end of the window, in units of the map"),
            number("y0", "its upper end"),
            number("x1", "its right end"),
            number("y1", "its lower end"),
            number("width", "pixels of the view"),
            number("height", "pixels of the view"),
            flag("labels", "also the addresses of nodes"),
        ],
        schema: None,
        quick: true,
        tool: false,
        run: map_window,
    },
    WebVerb {
        name: "matrix",
        summary: "A window of the adjacency matrix of a network, in blocks: links between any two of them",
        request: None,
        own: &[
            EXPRESSION_PARAM,
            text("row", "first row, in the order of the construction"),
            text("column", "first column"),
            text("span", "rows and columns of the window [default: all]"),
            number("cells", "blocks per side, about"),
        ],
        schema: None,
        quick: true,
        tool: false,
        run: matrix_window,
    },
    WebVerb {
        name: "places",
        summary: "The places of nodes on the map",
        request: None,
        own: &[EXPRESSION_PARAM, list("nodes", "ids or addresses")],
        schema: None,
        quick: true,
        tool: false,
        run: node_positions,
    },
    WebVerb { quick: true, ..WebVerb::library_verb("node", node_answer) },
    WebVerb {
        name: "at",
        summary: "The node nearest to a place of the map",
        request: None,
        own: &[
            EXPRESSION_PARAM,
            required_text("x", "units from the left"),
            required_text("y", "units from above"),
        ],
        schema: None,
        quick: true,
        tool: false,
        run: node_at,
    },
];

/// Returns `true` if the answer of a verb has no envelope.
pub fn with_map(name: &str) -> bool {
    ["window", "matrix", "places", "at"].contains(&name)
}

fn map_window(call: &Call<'_>) -> Result<VerbAnswer, Error> {
    let params = call.params;
    let on = call.network()?;
    let map = on.map()?;
    let ends = [
        params.optional::<f64>("x0")?,
        params.optional("y0")?,
        params.optional("x1")?,
        params.optional("y1")?,
    ];
    let window = match ends {
        [Some(x0), Some(y0), Some(x1), Some(y1)] => {
            let ends = [x0, y0, x1, y1];
            if ends.iter().any(|end| !end.is_finite() || end.abs() > 1e300) {
                return Err(Error::usage("a window has four finite ends"));
            }
            Some(ends)
        }
        [None, None, None, None] => None,
        _ => {
            return Err(
                Error::usage("a window has four ends").help("give x0, y0, x1 and y1, or none of them")
            );
        }
    };
    let (width, height) = (params.read("width", 1400.0)?, params.read("height", 900.0)?);
    let request = WindowRequest { window, width, height, labels: params.flag("labels")? };
    let answer = request.on_map(&on.net, map);
    let response = Envelope::new(WindowRequest::VERB, Some(on.net.to_string()), answer);
    Ok(VerbAnswer { answer: json(&response)?, ..VerbAnswer::default() })
}

fn node_positions(call: &Call<'_>) -> Result<VerbAnswer, Error> {
    let on = call.network()?;
    let map = on.map()?;
    let names = call.params.list("nodes");
    if names.len() > MAX_PLACES {
        return Err(Error::limit(
            format!("{} nodes are too many at once", names.len()),
            format!("at most {MAX_PLACES}"),
        ));
    }
    let mut positions = Map::new();
    for name in &names {
        let node = on.net.node(name)?;
        let at = map.place(node);
        positions.insert(node.0.to_string(), Value::from(vec![at.0, at.1]));
    }
    let mut answer = Map::new();
    answer.insert("places".to_owned(), positions.into());
    answer.insert("size".to_owned(), json(&map.size())?);
    answer.insert("radius".to_owned(), map.radius().into());
    Ok(VerbAnswer { answer: answer.into(), ..VerbAnswer::default() })
}

fn node_answer(call: &Call<'_>) -> Result<VerbAnswer, Error> {
    let on = call.network()?;
    let request: NodeRequest = call.request()?;
    let (response, answer) = VerbAnswer::from_request(call, &on, &request)?;
    let response = match on.map() {
        Err(_) => response,
        Ok(map) => {
            // A dozen nodes across are well seen.
            let (at, half) = (map.place(answer.answer.node), 8.0);
            response.with_value(
                "window",
                json(&[at.0 - half, at.1 - half * 0.64, at.0 + half, at.1 + half * 0.64])?,
            )
        }
    };
    let named = std::iter::once(answer.answer.node).chain(answer.answer.ports.iter().map(|port| port.node));
    Ok(response.naming(named))
}

fn node_at(call: &Call<'_>) -> Result<VerbAnswer, Error> {
    let on = call.network()?;
    let map = on.map()?;
    let place = (call.params.read("x", f64::NAN)?, call.params.read("y", f64::NAN)?);
    let finite = place.0.is_finite() && place.1.is_finite();
    let nearest = finite.then(|| map.nearest_node(place)).flatten();
    let node: Node = nearest.ok_or_else(|| Error::nothing("no node is near that place"))?;
    let network = on.net.network()?;
    let mut answer = Map::new();
    answer.insert("node".to_owned(), json(&Exact(node.0))?);
    answer.insert("address".to_owned(), network.address(node).to_string().into());
    answer.insert("place".to_owned(), json(&map.place(node))?);
    answer.insert("ids".to_owned(), ids([node.0])?);
    Ok(VerbAnswer { answer: answer.into(), ..VerbAnswer::default() })
}
