//! The chart of the cost ratio: families of networks against their size, and networks of the reader's own among them.

use crate::charts::{render_chart, unique_names};
use crossedge::metrics::{Effort, Metrics, log2};
use crossedge::progress::Progress;
use crossedge::render::Theme;
use crossedge::{Error, Topology};
use kuva::prelude::*;

/// A family of networks: its name and members of growing size.
struct Family {
    name: &'static str,
    members: &'static [&'static str],
}

/// The families of the papers' comparison.
const COMPARED_FAMILIES: &[Family] = &[
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

/// A point of the chart: nodes and cost ratio.
pub type CostPoint = (f64, f64);

/// The position of a network on the chart; `None` for one node, which has no cost ratio, and for sizes beyond all doubles.
pub fn cost_point(net: &Topology, progress: &dyn Progress) -> Result<Option<CostPoint>, Error> {
    let network = net.network_if_it_fits();
    let mut metrics = Metrics::new(net.shape(), network.map(AsRef::as_ref), Effort::Exhaustive, progress);
    let ratio = metrics.cost_ratio((1.0, 1.0))?;
    let nodes = log2(&net.nodes()).exp2();
    Ok(ratio.filter(|_| nodes.is_finite()).map(|ratio| (nodes, ratio.value)))
}

/// Colours of the user's networks on light and on dark paper; none is that of a family.
const OWN_INKS: [(&str, &str); 8] = [
    ("#000000", "#ffffff"),
    ("#e6007e", "#ff7ac0"),
    ("#00a2c7", "#7ce3ff"),
    ("#7b3f00", "#d9a066"),
    ("#7fb800", "#c6f06a"),
    ("#5b2fc9", "#b79cff"),
    ("#ff9500", "#ffc766"),
    ("#006d6f", "#66d9d5"),
];

/// Markers of the user's networks; families have circles.
const OWN_MARKERS: [MarkerShape; 7] = [
    MarkerShape::Square,
    MarkerShape::Triangle,
    MarkerShape::Diamond,
    MarkerShape::TriangleDown,
    MarkerShape::Star,
    MarkerShape::Cross,
    MarkerShape::Plus,
];

/// The colour and the marker of one of the user's networks. Their numbers have no common factor, so that the first 56 pairs differ.
fn own_style(number: usize, theme: Theme) -> (&'static str, MarkerShape) {
    let (light, dark) = OWN_INKS[number % OWN_INKS.len()];
    let ink = if theme == Theme::Light { light } else { dark };
    (ink, OWN_MARKERS[number % OWN_MARKERS.len()])
}

/// The cost ratio (degree + diameter) / log2 nodes of the families against their size; the user's networks are highlighted.
pub fn cost_chart(
    own: &[(String, CostPoint)],
    theme: Theme,
    progress: &dyn Progress,
) -> Result<String, Error> {
    let mut plots: Vec<Plot> = Vec::new();
    for (number, family) in COMPARED_FAMILIES.iter().enumerate() {
        let mut points = Vec::new();
        for member in family.members {
            points.extend(cost_point(&member.parse()?, progress)?);
        }
        let ink = theme.series_color(number);
        let line = LinePlot::new().with_data(points.clone()).with_color(ink).with_stroke_width(2.0);
        plots.push(line.with_legend(family.name).into());
        plots.push(ScatterPlot::new().with_data(points).with_color(ink).with_size(3.5).into());
    }
    for (number, (name, point)) in unique_names(own).into_iter().enumerate() {
        let (ink, marker) = own_style(number, theme);
        let dot =
            ScatterPlot::new().with_data(vec![*point]).with_color(ink).with_size(7.0).with_marker(marker);
        plots.push(dot.with_legend(name.as_str()).into());
    }
    let layout = Layout::auto_from_plots(&plots)
        .with_title("Cost ratio against size; lower is better")
        .with_x_label("nodes")
        .with_y_label("(degree + diameter) / log2 nodes")
        .with_log_x()
        .with_y_axis_min(0.0);
    Ok(render_chart(plots, layout, theme))
}
