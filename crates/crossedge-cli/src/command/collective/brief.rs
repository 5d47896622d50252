//! What a page says of collectives: the fastest schedule of a kind at a size, and one kind against all sizes.

use super::sizes;
use crate::charts;
use crate::failure::Failure;
use crate::progress::Bars;
use crossedge::Topology;
use crossedge::answers::{CollectiveRequest, Collectives, Outcome};
use crossedge::collective::Kind;
use crossedge::cost::Cost;
use crossedge::render::Theme;

/// The fastest schedule that holds.
pub struct Best {
    /// Its algorithm, and whether it was priced by formula and not judged message by message.
    pub name: String,
    /// What it costs.
    pub cost: Cost,
    /// What no schedule can beat.
    pub least_seconds: f64,
}

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
pub fn best(net: &Topology, kind: Kind, sizes: &[u64], bars: &Bars) -> Result<Vec<Best>, Failure> {
    let plan = Collectives::new(net, CollectiveRequest::new(kind), bars)?;
    let mut found = Vec::new();
    for &bytes in sizes {
        let Some((name, outcome, cost)) = plan.fastest(bytes)? else { continue };
        let name = match outcome {
            Outcome::Formula => format!("{name}, by formula"),
            _ => name.to_owned(),
        };
        found.push(Best { name, cost, least_seconds: plan.bound(bytes).seconds() });
    }
    Ok(found)
}

/// Time against message size, light and dark.
pub fn chart(net: &Topology, kind: Kind, bars: &Bars) -> Result<Option<(String, String)>, Failure> {
    let request = CollectiveRequest { sizes: true, ..CollectiveRequest::new(kind) };
    let answer = Collectives::new(net, request, bars)?.answer()?;
    let draw = |theme| {
        let title = format!("{kind} on {net}");
        Some(charts::times(&title, &sizes::lines(answer.all.as_ref()?), theme))
    };
    Ok(draw(Theme::Light).zip(draw(Theme::Dark)))
}
