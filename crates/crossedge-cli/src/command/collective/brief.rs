//! Collectives in reports: the fastest schedule of a collective at a size, and one collective over all sizes.

use super::sizes;
use crate::failure::Failure;
use crate::progress::Bars;
use crossedge::Topology;
use crossedge::answers::{CollectiveRequest, Collectives, FateName};
use crossedge::collective::Kind;
use crossedge_report::{Fastest, Line};

/// Size limit of a collective in reports, where every schedule is rebuilt and verified.
pub fn most_nodes(kind: Kind) -> u64 {
    match kind {
        Kind::AllToAll => 256,
        Kind::AllGather | Kind::ReduceScatter | Kind::AllReduce => 1024,
        Kind::Broadcast => 1 << 22,
        _ => 4096,
    }
}

/// The fastest algorithm per message size (store-and-forward, one port), or the limit that prevents it.
pub fn fastest_per_size(
    net: &Topology,
    kind: Kind,
    sizes: &[u64],
    bars: &Bars,
) -> Result<Vec<Fastest>, Failure> {
    let plan = Collectives::new(net, CollectiveRequest::new(kind), bars)?;
    let mut fastest = Vec::new();
    for &bytes in sizes {
        let Some((name, outcome, cost)) = plan.fastest(bytes)? else { continue };
        let algorithm = match outcome {
            // Priced, and not verified message by message.
            FateName::Formula => format!("{name}, by formula"),
            _ => name.to_owned(),
        };
        fastest.push(Fastest { algorithm, cost, least_seconds: plan.bound(bytes).seconds() });
    }
    Ok(fastest)
}

/// Time against message size: title and lines.
pub fn time_lines(net: &Topology, kind: Kind, bars: &Bars) -> Result<(String, Vec<Line>), Failure> {
    let request = CollectiveRequest { sizes: true, ..CollectiveRequest::new(kind) };
    let answer = Collectives::new(net, request, bars)?.answer()?;
    Ok((format!("{kind} on {net}"), answer.all.as_ref().map(sizes::lines).unwrap_or_default()))
}
