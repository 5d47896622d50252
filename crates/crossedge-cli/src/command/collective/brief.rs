//! What a page says of collectives: the fastest schedule of a kind at a size, and one kind against all sizes.

use super::sizes;
use crate::failure::Failure;
use crate::progress::Bars;
use crossedge::Topology;
use crossedge::answers::{CollectiveRequest, Collectives, Outcome};
use crossedge::collective::Kind;
use crossedge_report::{Fastest, Line};

/// The largest network on which a page has a kind: every one is made and judged anew, and the page should come soon.
pub fn most_nodes(kind: Kind) -> u64 {
    match kind {
        Kind::AllToAll => 256,
        Kind::AllGather | Kind::ReduceScatter | Kind::AllReduce => 1024,
        Kind::Broadcast => 1 << 22,
        _ => 4096,
    }
}

/// The fastest at each of some sizes, store-and-forward with one port; the limit that stands in the way.
pub fn best(net: &Topology, kind: Kind, sizes: &[u64], bars: &Bars) -> Result<Vec<Fastest>, Failure> {
    let plan = Collectives::new(net, CollectiveRequest::new(kind), bars)?;
    let mut found = Vec::new();
    for &bytes in sizes {
        let Some((name, outcome, cost)) = plan.fastest(bytes)? else { continue };
        let algorithm = match outcome {
            // Priced, and not judged message by message.
            Outcome::Formula => format!("{name}, by formula"),
            _ => name.to_owned(),
        };
        found.push(Fastest { algorithm, cost, least_seconds: plan.bound(bytes).seconds() });
    }
    Ok(found)
}

/// Time against message size: what it is called, and the lines.
pub fn times(net: &Topology, kind: Kind, bars: &Bars) -> Result<(String, Vec<Line>), Failure> {
    let request = CollectiveRequest { sizes: true, ..CollectiveRequest::new(kind) };
    let answer = Collectives::new(net, request, bars)?.answer()?;
    Ok((format!("{kind} on {net}"), answer.all.as_ref().map(sizes::lines).unwrap_or_default()))
}
