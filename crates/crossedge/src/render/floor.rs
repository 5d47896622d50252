//! A floor plan: racks in their rows, each in the shade of the cables that leave it, and the thickest bundles between them.

use crate::layout::{Cable, Layout};
use std::collections::BTreeMap;
use std::fmt::Write;

/// At most so many bundles are drawn, the thickest.
const MAX_BUNDLES: usize = 400;

/// Racks are numbered when there are at most so many.
const MAX_NUMBERED: usize = 400;

/// The floor plan of a layout as SVG: the same bytes for the same layout.
pub fn floor_plan(layout: &Layout, cables: &[Cable], title: &str) -> String {
    let room = &layout.room;
    let (columns, rows) = (room.columns as usize, room.rows as usize);
    let scale = (960.0 / columns.max(1) as f64).clamp(4.0, 40.0);
    // Rows stand as far apart as they do in the room.
    let (across, deep) = (scale, scale * room.row_pitch as f64 / room.pitch.max(1) as f64);
    let (width, height) = (columns as f64 * across + 40.0, rows as f64 * deep + 84.0);
    let mut leaving = vec![0u64; columns * rows];
    let mut bundles: BTreeMap<(u32, u32), u64> = BTreeMap::new();
    for cable in cables {
        let [a, b] = cable.places.map(|place| place.rack);
        if a == b {
            continue;
        }
        *bundles.entry((a.min(b), a.max(b))).or_default() += cable.width;
        for rack in [a, b] {
            if let Some(count) = leaving.get_mut(rack as usize) {
                *count += cable.width;
            }
        }
    }
    let mut used = vec![false; columns * rows];
    for place in &layout.places {
        if let Some(used) = used.get_mut(place.rack as usize) {
            *used = true;
        }
    }
    let most = leaving.iter().copied().max().unwrap_or(0).max(1);
    let mut out = String::new();
    let corner =
        |rack: usize| (20.0 + (rack % columns) as f64 * across, 44.0 + (rack / columns) as f64 * deep);
    // Writing to a string cannot fail.
    let _ = writeln!(
        out,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width:.0} {height:.0}\" width=\"{width:.0}\" height=\"{height:.0}\" font-family=\"sans-serif\">"
    );
    let _ = writeln!(out, "<rect width=\"100%\" height=\"100%\" fill=\"#ffffff\"/>");
    let count = used.iter().filter(|used| **used).count();
    let _ = writeln!(
        out,
        "<text x=\"20\" y=\"26\" font-size=\"15\" fill=\"#1b1b1b\">{}: {count} racks of {} units</text>",
        escape(title),
        room.units
    );
    let tall = across * 1.6;
    let mut thickest: Vec<(&(u32, u32), &u64)> = bundles.iter().collect();
    thickest.sort_by_key(|(ends, count)| (std::cmp::Reverse(**count), **ends));
    let top = thickest.first().map_or(1, |(_, count)| **count).max(1);
    for ((a, b), count) in thickest.iter().take(MAX_BUNDLES) {
        let ((x, y), (s, t)) = (corner(*a as usize), corner(*b as usize));
        let thick = 0.4 + 2.6 * **count as f64 / top as f64;
        let middle = across / 2.0;
        let _ = writeln!(
            out,
            "<path d=\"M{:.1} {:.1}V{:.1}H{:.1}V{:.1}\" fill=\"none\" stroke=\"#c2571a\" stroke-opacity=\"0.25\" stroke-width=\"{thick:.2}\"/>",
            x + middle,
            y + tall / 2.0,
            (y + t) / 2.0 + tall * 0.5 + middle * (f64::from(a + b) % 7.0) / 14.0,
            s + middle,
            t + tall / 2.0
        );
    }
    for rack in 0..columns * rows {
        let (x, y) = corner(rack);
        let share = leaving[rack] as f64 / most as f64;
        let shade = |from: f64, to: f64| (from + (to - from) * share).round() as u8;
        let fill = match used[rack] {
            true => {
                format!("#{:02x}{:02x}{:02x}", shade(222.0, 23.0), shade(235.0, 84.0), shade(247.0, 140.0))
            }
            false => "none".to_owned(),
        };
        let _ = writeln!(
            out,
            "<rect x=\"{:.1}\" y=\"{y:.1}\" width=\"{:.1}\" height=\"{tall:.1}\" rx=\"1\" fill=\"{fill}\" stroke=\"#6b7683\" stroke-width=\"0.6\"><title>rack {}: {} cables leave it</title></rect>",
            x + across * 0.06,
            across * 0.88,
            rack + 1,
            leaving[rack]
        );
        if columns * rows <= MAX_NUMBERED && across >= 16.0 {
            let ink = if share > 0.55 { "#ffffff" } else { "#1b1b1b" };
            let _ = writeln!(
                out,
                "<text x=\"{:.1}\" y=\"{:.1}\" font-size=\"{:.1}\" text-anchor=\"middle\" fill=\"{ink}\">{}</text>",
                x + across / 2.0,
                y + tall * 0.58,
                (across * 0.36).min(11.0),
                rack + 1
            );
        }
    }
    let drawn = thickest.len().min(MAX_BUNDLES);
    let _ = writeln!(
        out,
        "<text x=\"20\" y=\"{:.0}\" font-size=\"12\" fill=\"#444444\">darker: more cables leave the rack, at most {most}; lines: the {drawn} thickest of {} bundles, at most {top} cables</text>",
        height - 14.0,
        thickest.len()
    );
    out.push_str("</svg>\n");
    out
}

/// A text that stands for itself in SVG.
fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}
