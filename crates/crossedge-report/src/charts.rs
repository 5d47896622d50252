//! Charts, drawn by kuva: distance distributions, and time against message size.

use crossedge::render::{Theme, decimal};
use kuva::prelude::*;
use num_bigint::BigUint;
use std::collections::BTreeSet;

/// The canvas of charts.
pub(crate) fn chart_theme(theme: Theme) -> kuva::render::theme::Theme {
    let mut ground = match theme {
        Theme::Light => kuva::render::theme::Theme::light(),
        Theme::Dark => kuva::render::theme::Theme::dark(),
    };
    if theme == Theme::Dark {
        "#14161a".clone_into(&mut ground.background);
        "#1d2026".clone_into(&mut ground.legend_bg);
    }
    ground.font_family = Some("Inter, DejaVu Sans, Verdana, sans-serif".to_owned());
    ground
}

pub(crate) fn render_chart(plots: Vec<Plot>, layout: Layout, theme: Theme) -> String {
    let layout =
        layout.with_theme(chart_theme(theme)).with_title_size(16).with_label_size(13).with_tick_size(11);
    render_to_svg(plots, layout)
}

/// The fraction of all ordered pairs at each distance, one line per network.
pub fn distance_histogram(networks: &[(String, Vec<BigUint>)], theme: Theme) -> String {
    let mut plots: Vec<Plot> = Vec::new();
    for (number, (name, counts)) in unique_names(networks).into_iter().enumerate() {
        let total: BigUint = counts.iter().skip(1).sum();
        let share = |count: &BigUint| percent_of(count, &total);
        let points: Vec<(f64, f64)> =
            counts.iter().enumerate().skip(1).map(|(d, c)| (d as f64, share(c))).collect();
        let ink = theme.series_color(number);
        let line = LinePlot::new().with_data(points.clone()).with_color(ink).with_stroke_width(2.0);
        plots.push(line.with_legend(legend_label(name, counts)).into());
        plots.push(ScatterPlot::new().with_data(points).with_color(ink).with_size(3.0).into());
    }
    let farthest = networks.iter().map(|(_, counts)| counts.len().saturating_sub(1)).max().unwrap_or(0);
    let step = whole_step(farthest as u64);
    let layout = Layout::auto_from_plots(&plots)
        .with_title("Distance distribution")
        .with_x_label("distance in hops")
        .with_y_label("share of ordered pairs, percent")
        .with_x_axis_min(0.0)
        .with_x_axis_max((farthest as u64).div_ceil(step).max(1) as f64 * step as f64)
        .with_x_tick_step(step as f64)
        .with_x_tick_format(TickFormat::Integer)
        .with_y_axis_min(0.0);
    render_chart(plots, layout, theme)
}

/// Integer ticks up to `most`, in steps of 1, 2 or 5 times a power of ten, at most about a dozen.
fn whole_step(most: u64) -> u64 {
    let mut power = 1u64;
    loop {
        for step in [power, power.saturating_mul(2), power.saturating_mul(5)] {
            if most / step <= 12 {
                return step;
            }
        }
        power = power.saturating_mul(10);
    }
}

/// The legend entry of a network: its diameter and mean distance.
fn legend_label(name: &str, counts: &[BigUint]) -> String {
    let pairs: BigUint = counts.iter().skip(1).sum();
    let hops: BigUint = counts.iter().enumerate().map(|(d, count)| count * d).sum();
    let farthest = counts.len().saturating_sub(1);
    if pairs == BigUint::ZERO {
        return name.to_owned();
    }
    format!("{name}: diameter {farthest}, mean {}", decimal(&hops, &pairs, 2))
}

/// A ratio in percent, exact to six places at any size.
fn percent_of(part: &BigUint, whole: &BigUint) -> f64 {
    let millionths = part * 100_000_000u32 / whole.max(&BigUint::from(1u32));
    u64::try_from(millionths).map_or(100.0, |m| m as f64 / 1_000_000.0)
}

/// A line with a name.
#[derive(Debug, Clone, PartialEq)]
pub struct Line {
    /// The name.
    pub name: String,
    /// Its points.
    pub points: Vec<(f64, f64)>,
}

/// Time against message size over logarithmic axes. The last line is what no schedule can beat, and dashed.
pub fn time_chart(title: &str, lines: &[Line], theme: Theme) -> String {
    let mut plots: Vec<Plot> = Vec::new();
    for (number, line) in lines.iter().enumerate() {
        // A logarithmic axis has no place for nothing.
        let points: Vec<(f64, f64)> =
            line.points.iter().copied().filter(|(x, y)| *x > 0.0 && *y > 0.0).collect();
        let ink = theme.series_color(number);
        let drawn = LinePlot::new().with_data(points.clone()).with_color(ink).with_stroke_width(2.0);
        let last = number + 1 == lines.len();
        let drawn = if last { drawn.with_dashed() } else { drawn };
        plots.push(drawn.with_legend(line.name.as_str()).into());
        if !last {
            plots.push(ScatterPlot::new().with_data(points).with_color(ink).with_size(3.0).into());
        }
    }
    let layout = Layout::auto_from_plots(&plots)
        .with_title(title)
        .with_x_label("bytes of a message")
        .with_y_label("seconds");
    // Logarithmic axes have no ends where there is nothing.
    let empty = lines.iter().all(|line| line.points.iter().all(|(x, y)| *x <= 0.0 || *y <= 0.0));
    render_chart(plots, if empty { layout } else { layout.with_log_scale() }, theme)
}

/// Bars side by side, one group for each name, with one bar for each series.
pub fn group_chart(
    title: &str,
    unit: &str,
    series: &[&str],
    groups: &[(String, Vec<f64>)],
    theme: Theme,
) -> String {
    let mut bars = BarPlot::new().with_legend(series.to_vec());
    for (name, values) in groups {
        let coloured = values.iter().enumerate().map(|(i, &value)| (value, theme.series_color(i)));
        bars = bars.with_group(name.as_str(), coloured.collect::<Vec<_>>());
    }
    let plots: Vec<Plot> = vec![bars.into()];
    let layout = Layout::auto_from_plots(&plots).with_title(title).with_y_label(unit).with_y_axis_min(0.0);
    render_chart(plots, layout, theme)
}

/// The entries with distinct names, the first of each.
pub(crate) fn unique_names<T>(named: &[(String, T)]) -> Vec<&(String, T)> {
    let mut seen = BTreeSet::new();
    named.iter().filter(|(name, _)| seen.insert(name.as_str())).collect()
}
