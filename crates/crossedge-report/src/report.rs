//! One page about networks that needs nothing else: all of them in one table, then of each metrics, pictures, a route, what collectives cost, others of the same size, charts.

use crate::charts::distance_histogram;
use crate::cost::{cost_chart, cost_point};
use crate::page::{PAGE_END, escape_markup, light_and_dark, page_head};
use crate::sections;
use crate::subject::ReportedNetwork;
use crossedge::metrics::{Effort, Metrics};
use crossedge::progress::Progress;
use crossedge::render::Theme;
use crossedge::{Error, Topology};
use num_bigint::BigUint;
use std::fmt::Write as _;

/// The page; `version` is at its foot.
pub fn report(subjects: &[ReportedNetwork], version: &str, progress: &dyn Progress) -> Result<String, Error> {
    let names: Vec<String> = subjects.iter().map(|subject| subject.net.to_string()).collect();
    let mut out = page_head(&names.join(", "));
    if subjects.len() > 1 {
        sections::overview_table(&mut out, subjects);
    }
    for (number, subject) in subjects.iter().enumerate() {
        sections::network(&mut out, number, subject, progress);
    }
    charts_section(&mut out, subjects, progress)?;
    let _ = write!(out, "<p>crossedge {}</p>\n{PAGE_END}", escape_markup(version));
    Ok(out)
}

/// Pairs at each distance, by theorem or by search from every node.
pub fn distances(net: &Topology, progress: &dyn Progress) -> Result<Vec<BigUint>, Error> {
    Metrics::new(net.shape(), None, Effort::Exhaustive, progress).distances_affordable()?;
    let network = net.network_if_it_fits();
    let mut metrics = Metrics::new(net.shape(), network.map(AsRef::as_ref), Effort::Exhaustive, progress);
    Ok(metrics.distances()?.distances.value.pairs())
}

/// Networks of more nodes are not searched for a page.
const MAX_SEARCHED_NODES: u32 = 5_000;

fn charts_section(
    out: &mut String,
    subjects: &[ReportedNetwork],
    progress: &dyn Progress,
) -> Result<(), Error> {
    let soon = |net: &Topology| net.shape().distances().is_some() || net.nodes() <= MAX_SEARCHED_NODES.into();
    let nets = || subjects.iter().map(|subject| &subject.net);
    let known: Vec<(String, _)> = nets()
        .filter(|net| soon(net))
        .filter_map(|net| Some((net.to_string(), distances(net, progress).ok()?)))
        .collect();
    if !known.is_empty() {
        out.push_str("<h2>Distances</h2>\n");
        out.push_str(&light_and_dark(
            distance_histogram(&known, Theme::Light),
            distance_histogram(&known, Theme::Dark),
        ));
    }
    // Machines have no cost ratio: their nodes have different roles.
    if subjects.iter().all(ReportedNetwork::machine) {
        return Ok(());
    }
    let mut own = Vec::new();
    let direct = subjects.iter().filter(|subject| !subject.machine()).map(|subject| &subject.net);
    for net in direct.filter(|net| net.shape().diameter().is_some()) {
        own.extend(cost_point(net, progress)?.map(|point| (net.to_string(), point)));
    }
    out.push_str("<h2>Cost ratio</h2>\n");
    let chart = |theme| cost_chart(&own, theme, progress);
    out.push_str(&light_and_dark(chart(Theme::Light)?, chart(Theme::Dark)?));
    Ok(())
}
