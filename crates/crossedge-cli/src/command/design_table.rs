//! Designs as programs read them: one row each, on standard output or in a file.

use crate::table::Sheet;
use crossedge::answers::{DesignAnswer, DesignedAnswer};
use crossedge::exact::Ratio;
use crossedge_campaign::{Cells, Column, ResultTable};

fn ratio_value(ratio: &Option<Ratio>) -> Option<f64> {
    ratio.as_ref().and_then(Ratio::value)
}

/// Integers that do not fit 64 bits are none.
fn fits_u64(n: u128) -> Option<u64> {
    u64::try_from(n).ok()
}

/// The columns, from the first design to the last.
pub fn table(answer: &DesignAnswer) -> ResultTable {
    let designs = &answer.designs;
    let text = |of: fn(&DesignedAnswer) -> String| Cells::Text(designs.iter().map(|d| Some(of(d))).collect());
    let whole = |of: fn(&DesignedAnswer) -> Option<u64>| Cells::Count(designs.iter().map(of).collect());
    let real = |of: fn(&DesignedAnswer) -> Option<f64>| Cells::Number(designs.iter().map(of).collect());
    let columns = [
        ("network", text(|d| d.expression.clone())),
        ("endpoints", whole(|d| Some(d.endpoints.0))),
        ("switches", whole(|d| Some(d.switches.0))),
        ("ports", whole(|d| Some(d.ports.into()))),
        ("diameter", whole(|d| d.diameter.map(|diameter| diameter.0))),
        ("mean_distance", real(|d| ratio_value(&d.mean_distance))),
        ("throughput_at_least", real(|d| ratio_value(&d.throughput_at_least))),
        ("throughput_at_most", real(|d| ratio_value(&d.throughput_at_most))),
        ("bisection_at_least", whole(|d| d.bisection_at_least.and_then(|links| fits_u64(links.0)))),
        ("virtual_channels", whole(|d| d.virtual_channels.map(u64::from))),
        ("cables", whole(|d| fits_u64(d.cables.0))),
        ("optical_cables", whole(|d| d.optical_cables.flatten().and_then(|links| fits_u64(links.0)))),
        ("weighted_cost_ratio", real(|d| d.weighted_cost_ratio)),
        ("moore_diameter", whole(|d| d.limits.diameter.map(|diameter| diameter.0))),
        ("moore_mean_distance", real(|d| ratio_value(&d.limits.mean_distance))),
        ("best_throughput", real(|d| ratio_value(&d.limits.throughput))),
        ("best_weighted_cost_ratio", real(|d| d.limits.weighted_cost_ratio)),
        ("ties", whole(|d| Some(d.ties.0))),
    ];
    let provenance = [
        ("crossedge_version", env!("CARGO_PKG_VERSION").to_owned()),
        ("objectives", answer.objectives.join(",")),
        ("candidates", answer.examined.to_string()),
        ("evidence", answer.evidence.to_string()),
    ];
    ResultTable {
        columns: columns.map(|(name, cells)| Column { name: name.to_owned(), cells }).to_vec(),
        provenance: provenance.map(|(name, text)| (name.to_owned(), text)).to_vec(),
    }
}

/// The same on standard output.
pub fn sheet(answer: &DesignAnswer) -> Sheet {
    let table = table(answer);
    let mut shown = Sheet::new(table.columns.iter().map(|column| column.name.clone()));
    let cell = |cells: &Cells, row: usize| match cells {
        Cells::Text(cells) => cells[row].clone(),
        Cells::Count(cells) => cells[row].map(|n| n.to_string()),
        Cells::Number(cells) => cells[row].map(|x| x.to_string()),
        Cells::Flag(cells) => cells[row].map(|yes| yes.to_string()),
    };
    for row in 0..table.rows() {
        shown.row(table.columns.iter().map(|column| cell(&column.cells, row).unwrap_or_default()));
    }
    shown
}
