//! Charts, drawn by kuva: how far nodes are apart, the cost ratio of families against their size, time against message size.

use crate::failure::Failure;
use crossedge::expr::parse;
use crossedge::metrics::{Effort, Metrics};
use crossedge::net::{Shape, elaborate, no_files};
use crossedge::progress::Progress;
use crossedge::render::Theme;
use kuva::prelude::*;
use num_bigint::BigUint;
use std::sync::Arc;

/// What charts are drawn on.
pub fn ground(theme: Theme) -> kuva::render::theme::Theme {
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

fn drawn(plots: Vec<Plot>, layout: Layout, theme: Theme) -> String {
    let layout = layout.with_theme(ground(theme)).with_title_size(16).with_label_size(13).with_tick_size(11);
    render_to_svg(plots, layout)
}

/// What share of all ordered pairs lies at each distance, one line for each network.
pub fn histogram(networks: &[(String, Vec<BigUint>)], theme: Theme) -> String {
    let mut plots: Vec<Plot> = Vec::new();
    for (number, (name, counts)) in networks.iter().enumerate() {
        let total: BigUint = counts.iter().skip(1).sum();
        let share = |count: &BigUint| percent(count, &total);
        let points: Vec<(f64, f64)> =
            counts.iter().enumerate().skip(1).map(|(d, c)| (d as f64, share(c))).collect();
        let ink = theme.series(number);
        let line = LinePlot::new().with_data(points.clone()).with_color(ink).with_stroke_width(2.0);
        plots.push(line.with_legend(name.as_str()).into());
        plots.push(ScatterPlot::new().with_data(points).with_color(ink).with_size(3.0).into());
    }
    let layout = Layout::auto_from_plots(&plots)
        .with_title("How far two nodes are apart")
        .with_x_label("distance in hops")
        .with_y_label("share of ordered pairs, percent")
        .with_y_axis_min(0.0);
    drawn(plots, layout, theme)
}

/// A part of a whole in percent, exact to six places at any size.
fn percent(part: &BigUint, whole: &BigUint) -> f64 {
    let millionths = part * 100_000_000u32 / whole.max(&BigUint::from(1u32));
    u64::try_from(millionths).map_or(100.0, |m| m as f64 / 1_000_000.0)
}

/// A family of networks: its name and members of growing size.
pub struct Family {
    /// The name.
    pub name: &'static str,
    /// The members.
    pub members: &'static [&'static str],
}

/// The families of the papers' comparison.
pub const FAMILIES: &[Family] = &[
    Family {
        name: "3D torus",
        members: &[
            "torus(4,4,4)",
            "torus(8,8,8)",
            "torus(16,16,16)",
            "torus(32,32,32)",
            "torus(64,64,64)",
            "torus(128,128,128)",
        ],
    },
    Family { name: "WK(8,t)", members: &["wk(8,2)", "wk(8,3)", "wk(8,4)", "wk(8,5)", "wk(8,6)", "wk(8,7)"] },
    Family {
        name: "hypercube",
        members: &[
            "hypercube(6)",
            "hypercube(10)",
            "hypercube(14)",
            "hypercube(18)",
            "hypercube(22)",
            "hypercube(26)",
        ],
    },
    Family { name: "CCC(n)", members: &["ccc(4)", "ccc(6)", "ccc(8)", "ccc(11)", "ccc(14)", "ccc(17)"] },
    Family {
        name: "dual-cube",
        members: &[
            "dualcube(3)",
            "dualcube(5)",
            "dualcube(7)",
            "dualcube(9)",
            "dualcube(11)",
            "dualcube(13)",
        ],
    },
    Family { name: "RDN over C3", members: &["rdn(ring(3), 1)", "rdn(ring(3), 2)", "rdn(ring(3), 3)"] },
    Family { name: "RDN over C5", members: &["rdn(ring(5), 1)", "rdn(ring(5), 2)", "rdn(ring(5), 3)"] },
    Family { name: "RDN over 5×5", members: &["rdn(torus(5,5), 1)", "rdn(torus(5,5), 2)"] },
    Family { name: "RDN over 3×3×3", members: &["rdn(torus(3,3,3), 1)", "rdn(torus(3,3,3), 2)"] },
];

/// A point of the cost chart: nodes and cost ratio.
pub fn point(text: &str, watch: &dyn Progress) -> Result<Option<(f64, f64)>, Failure> {
    let tell = |error| Failure::Source(error, text.to_owned());
    let shape: Arc<dyn Shape> = elaborate(&parse(text).map_err(tell)?, &no_files).map_err(tell)?;
    of_shape(shape.as_ref(), watch)
}

/// The same for a shape.
pub fn of_shape(shape: &dyn Shape, watch: &dyn Progress) -> Result<Option<(f64, f64)>, Failure> {
    let net = shape.network().ok();
    let mut figures = Metrics::new(shape, net.as_deref(), Effort::Exhaustive, watch);
    let ratio = figures.cost_ratio((1.0, 1.0)).map_err(crossedge::Error::from)?;
    let nodes = crossedge::metrics::log2(&shape.nodes()).exp2();
    Ok(ratio.filter(|_| nodes.is_finite()).map(|ratio| (nodes, ratio.value)))
}

/// The cost ratio (degree + diameter) / log2 nodes of the families against their size; networks of the reader's own stand out.
pub fn cost(own: &[(String, (f64, f64))], theme: Theme, watch: &dyn Progress) -> Result<String, Failure> {
    let mut plots: Vec<Plot> = Vec::new();
    for (number, family) in FAMILIES.iter().enumerate() {
        let mut points = Vec::new();
        for member in family.members {
            points.extend(point(member, watch)?);
        }
        let ink = theme.series(number);
        let line = LinePlot::new().with_data(points.clone()).with_color(ink).with_stroke_width(2.0);
        plots.push(line.with_legend(family.name).into());
        plots.push(ScatterPlot::new().with_data(points).with_color(ink).with_size(3.5).into());
    }
    for (name, point) in own {
        let ink = if theme == Theme::Light { "#000000" } else { "#ffffff" };
        let dot = ScatterPlot::new().with_data(vec![*point]).with_color(ink).with_size(7.0);
        plots.push(dot.with_legend(name.as_str()).into());
    }
    let layout = Layout::auto_from_plots(&plots)
        .with_title("Cost ratio against size; lower is better")
        .with_x_label("nodes")
        .with_y_label("(degree + diameter) / log2 nodes")
        .with_log_x()
        .with_y_axis_min(0.0);
    Ok(drawn(plots, layout, theme))
}

/// A line with a name.
pub struct Line {
    /// What it is called.
    pub name: String,
    /// Its points.
    pub points: Vec<(f64, f64)>,
}

/// Time against message size over logarithmic axes. The last line is what no schedule can beat, and dashed.
pub fn times(title: &str, lines: &[Line], theme: Theme) -> String {
    let mut plots: Vec<Plot> = Vec::new();
    for (number, line) in lines.iter().enumerate() {
        // A logarithmic axis has no place for nothing.
        let points: Vec<(f64, f64)> =
            line.points.iter().copied().filter(|(x, y)| *x > 0.0 && *y > 0.0).collect();
        let ink = theme.series(number);
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
        .with_y_label("seconds")
        .with_log_scale();
    drawn(plots, layout, theme)
}
