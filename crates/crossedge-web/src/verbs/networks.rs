//! Metrics of one network and of several, designs, and what holds of a construction.

use super::told::{Call, Told, Verb, text};
use crossedge::Error;
use crossedge::answers::{
    CiteRequest, CompareRequest, DesignRequest, ShowRequest, ThroughputRequest, VerifyRequest,
};

/// The verbs of this file.
pub const VERBS: &[Verb] = &[
    Verb::asks("show", |call| Ok(Told::of(call, &call.network()?, &call.request::<ShowRequest>()?)?.0)),
    Verb::asks("compare", compare),
    Verb { own: &[text("base", "only networks over this one")], ..Verb::asks("design", design) },
    Verb::asks("throughput", |call| {
        Ok(Told::of(call, &call.network()?, &call.request::<ThroughputRequest>()?)?.0)
    }),
    Verb::asks("verify", |call| Ok(Told::of(call, &call.network()?, &VerifyRequest)?.0)),
    Verb { quick: true, ..Verb::asks("cite", |call| Ok(Told::of(call, &call.network()?, &CiteRequest)?.0)) },
];

/// More designs are for the command line.
const MAX_DESIGNS: usize = 500;

fn compare(call: &Call<'_>) -> Result<Told, Error> {
    let nets = call.networks()?;
    if nets.is_empty() {
        return Err(Error::usage("there is nothing to compare").help("give `exprs` two networks"));
    }
    Told::of_all(call, nets.as_slice(), &call.request::<CompareRequest>()?, &nets)
}

fn design(call: &Call<'_>) -> Result<Told, Error> {
    let nets = call.networks()?;
    let mut request: DesignRequest = call.request()?;
    // It may name a file below the folder that is allowed.
    let base = call.params.text("base").map(|text| call.house.read(&text)).transpose()?;
    request.base = base.map(|base| base.net.clone());
    request.limit = request.limit.min(MAX_DESIGNS);
    request.bounded(&nets)?;
    Told::of_all(call, nets.as_slice(), &request, &nets)
}
