//! Latency against load, drawn by kuva: a panel for each traffic, a curve for each network, a mark where it saturates. Below them, where it is
//! known, the accepted load against the offered one, beyond saturation, too.

use crate::charts::chart_theme;
use crossedge::render::Theme;
use kuva::prelude::*;

/// One network under one traffic.
#[derive(Debug, Clone, PartialEq)]
pub struct Curve {
    /// The network and its routing.
    pub name: String,
    /// Offered load and mean latency, below saturation.
    pub points: Vec<(f64, f64)>,
    /// Loads that are not carried: latency grows there as long as anybody looks.
    pub beyond: Vec<f64>,
    /// Offered and accepted load, beyond saturation, too; nothing where it is not drawn.
    pub accepted: Vec<(f64, f64)>,
    /// The load at which it saturates.
    pub saturation: Option<f64>,
    /// Upper bound on every simulation.
    pub bound: Option<f64>,
}

/// One traffic.
#[derive(Debug, Clone, PartialEq)]
pub struct Panel {
    /// The traffic, as text.
    pub title: String,
    /// The networks.
    pub curves: Vec<Curve>,
}

/// Draws the panels side by side. Latencies above eight times the least are cut off: they only show saturation.
pub fn load_latency(panels: &[Panel], theme: Theme) -> String {
    let all = || panels.iter().flat_map(|panel| &panel.curves);
    let least = all().flat_map(|curve| &curve.points).map(|p| p.1).fold(f64::INFINITY, f64::min);
    let top = if least.is_finite() { 8.0 * least } else { 100.0 };
    let (mut plots, mut layouts) = (Vec::new(), Vec::new());
    for panel in panels {
        let mut drawn: Vec<Plot> = Vec::new();
        let (mut near, mut reach) = (f64::INFINITY, 0.0_f64);
        for (number, curve) in panel.curves.iter().enumerate() {
            let ink = theme.series_color(number);
            let points: Vec<(f64, f64)> = cut_below(&curve.points, top);
            let line = LinePlot::new().with_data(points.clone()).with_color(ink).with_stroke_width(2.0);
            drawn.push(line.with_legend(curve.name.as_str()).into());
            let below = points.into_iter().filter(|p| p.1 < top);
            drawn.push(ScatterPlot::new().with_data(below).with_color(ink).with_size(3.0).into());
            // Saturated points are drawn at the upper end: the true value is above.
            let beyond = curve.beyond.iter().map(|&load| (load, top));
            let marks = ScatterPlot::new().with_data(beyond).with_color(ink).with_size(5.0);
            let marks = marks.with_marker(MarkerShape::Cross);
            let first = number == 0 && !curve.beyond.is_empty();
            drawn.push(if first { marks.with_legend("load not carried (cross)") } else { marks }.into());
            if let Some(at) = curve.saturation {
                let wall = LinePlot::new().with_data(vec![(at, 0.0), (at, top)]).with_color(ink);
                let wall = wall.with_stroke_width(1.2).with_dashed();
                drawn.push(if number == 0 { wall.with_legend("saturation (dashed)") } else { wall }.into());
            }
            if let Some(at) = curve.bound {
                let wall = LinePlot::new().with_data(vec![(at, 0.0), (at, top)]).with_color(ink);
                let wall = wall.with_stroke_width(1.0).with_dotted();
                drawn.push(
                    if number == 0 { wall.with_legend("bound on any load (dotted)") } else { wall }.into(),
                );
            }
            near = curve.points.first().map_or(near, |p| near.min(p.0));
            reach = reach.max(curve.saturation.unwrap_or(0.0)).max(curve.bound.unwrap_or(0.0));
            reach =
                curve.points.iter().map(|p| p.0).chain(curve.beyond.iter().copied()).fold(reach, f64::max);
        }
        // Saturation loads of different magnitude need a logarithmic axis.
        let ends = panel.curves.iter().filter_map(|curve| curve.saturation);
        let log_scale = reach > 5.0 * ends.fold(f64::INFINITY, f64::min) && near.is_finite();
        let layout = Layout::auto_from_plots(&drawn)
            .with_title(capitalized(&panel.title))
            .with_x_label("offered load, flits per node and cycle")
            .with_y_label("mean latency, cycles")
            .with_x_axis_min(if log_scale { near } else { 0.0 })
            .with_x_axis_max((reach * 1.05).max(0.05))
            .with_y_axis_min(0.0)
            .with_y_axis_max(top)
            .with_theme(chart_theme(theme))
            .with_title_size(15)
            .with_label_size(12)
            .with_tick_size(11);
        plots.push(drawn);
        layouts.push(if log_scale { layout.with_log_x() } else { layout });
    }
    let reported = all().any(|curve| !curve.accepted.is_empty());
    for panel in panels.iter().filter(|_| reported) {
        let (drawn, layout) = accepted_panel(panel, theme);
        plots.push(drawn);
        layouts.push(layout);
    }
    let figure = Figure::new(1 + usize::from(reported), panels.len().max(1))
        .with_plots(plots)
        .with_layouts(layouts)
        .with_cell_size(460.0, 380.0)
        .with_shared_legend_bottom();
    SvgBackend::new().render_scene(&figure.render())
}

/// The accepted load against the offered one; what is carried is on the diagonal.
fn accepted_panel(panel: &Panel, theme: Theme) -> (Vec<Plot>, Layout) {
    let mut drawn: Vec<Plot> = Vec::new();
    let most = panel.curves.iter().flat_map(|curve| &curve.accepted).map(|p| p.1).fold(0.05, f64::max);
    for (number, curve) in panel.curves.iter().enumerate() {
        let ink = theme.series_color(number);
        let points = || curve.accepted.iter().copied();
        drawn.push(LinePlot::new().with_data(points()).with_color(ink).with_stroke_width(2.0).into());
        drawn.push(ScatterPlot::new().with_data(points()).with_color(ink).with_size(3.0).into());
    }
    let layout = Layout::auto_from_plots(&drawn)
        .with_title(format!("{}, accepted", capitalized(&panel.title)))
        .with_x_label("offered load, flits per node and cycle")
        .with_y_label("accepted load")
        .with_x_axis_min(0.0)
        .with_x_axis_max(1.0)
        .with_y_axis_min(0.0)
        .with_y_axis_max(most * 1.05)
        .with_theme(chart_theme(theme))
        .with_title_size(15)
        .with_label_size(12)
        .with_tick_size(11);
    (drawn, layout)
}

/// A text that begins a sentence.
fn capitalized(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

/// The part of a curve below `top`, with the point where it leaves.
pub fn cut_below(points: &[(f64, f64)], top: f64) -> Vec<(f64, f64)> {
    let mut out: Vec<(f64, f64)> = Vec::new();
    for &(x, y) in points {
        if y <= top {
            out.push((x, y));
            continue;
        }
        if let Some(&(x0, y0)) = out.last() {
            out.push((x0 + (x - x0) * (top - y0) / (y - y0), top));
        }
        break;
    }
    out
}
