//! Metrics of one network and of several, designs, and what holds of a construction.

use super::call::{Call, VerbAnswer, WebVerb, text};
use crossedge::answers::{
    CompareRequest, DataRequest, DesignRequest, FailuresRequest, LintRequest, PhasesRequest, WiringRequest,
};
use crossedge::{Error, Topology};
use serde_json::{Map, Value};

/// The verbs of this file.
pub const VERBS: &[WebVerb] = &[
    WebVerb::plain_verb("show"),
    WebVerb::library_verb("compare", of_some::<CompareRequest>),
    WebVerb {
        own: &[text("base", "only networks over this one")],
        ..WebVerb::library_verb("design", design)
    },
    WebVerb::plain_verb("advise"),
    WebVerb::plain_verb("layout"),
    WebVerb::plain_verb("expand"),
    WebVerb::library_verb("failures", of_some::<FailuresRequest>),
    WebVerb::library_verb("phases", of_some::<PhasesRequest>),
    WebVerb::plain_verb("ranks"),
    WebVerb::plain_verb("throughput"),
    WebVerb::plain_verb("recognize"),
    WebVerb::library_verb("lint", lint),
    WebVerb::library_verb("check-wiring", check_wiring),
    WebVerb::plain_verb("verify"),
    WebVerb { quick: true, ..WebVerb::plain_verb("cite") },
];

/// More designs are for the command line.
const MAX_DESIGNS: usize = 500;

/// Asks of networks, one at least.
fn of_some<R: DataRequest<On = [Topology]>>(call: &Call<'_>) -> Result<VerbAnswer, Error> {
    let nets = call.networks()?;
    if nets.is_empty() {
        return Err(Error::usage("the parameter 'exprs' is missing").help("e.g. ring(8); torus(4,4)"));
    }
    VerbAnswer::of_all(call, nets.as_slice(), &call.request::<R>()?, &nets)
}

/// Findings, with the ids of the nodes that they name, so that the map can show them.
fn lint(call: &Call<'_>) -> Result<VerbAnswer, Error> {
    let on = call.network()?;
    let request: LintRequest = call.request()?;
    let (response, envelope) = VerbAnswer::from_request(call, &on, &request)?;
    let mut ids = Map::new();
    let mut nodes = Vec::new();
    for place in envelope.answer.findings.iter().flat_map(|finding| &finding.places) {
        if !ids.contains_key(&place.node)
            && let Ok(node) = on.net.node(&place.node)
        {
            ids.insert(place.node.clone(), node.0.into());
            nodes.push(node);
        }
    }
    Ok(response.with_value("ids", Value::Object(ids)).naming(nodes))
}

/// A file of cables compared with the plan.
fn check_wiring(call: &Call<'_>) -> Result<VerbAnswer, Error> {
    let on = call.network()?;
    let mut request: WiringRequest = call.request()?;
    request.bytes = call.house.file(&call.params.require_text("file")?)?;
    Ok(VerbAnswer::from_request(call, &on, &request)?.0)
}

fn design(call: &Call<'_>) -> Result<VerbAnswer, Error> {
    let nets = call.networks()?;
    let mut request: DesignRequest = call.request()?;
    // It may name a file below the folder that is allowed.
    let base = call.params.text("base").map(|text| call.house.read(&text)).transpose()?;
    request.base = base.map(|base| base.net.clone());
    request.limit = request.limit.min(MAX_DESIGNS);
    request.check_bounded(&nets)?;
    VerbAnswer::of_all(call, nets.as_slice(), &request, &nets)
}
