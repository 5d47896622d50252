//! The sections of the page about one network.

use crate::charts::time_chart;
use crate::page::{escape_markup, light_and_dark, themed_drawing};
use crate::subject::{Collectives, ReportedNetwork, Row, compared_by};
use crossedge::Topology;
use crossedge::metrics::Metric;
use crossedge::metrics::metric::DIAMETER;
use crossedge::net::{Node, Structure};
use crossedge::progress::Progress;
use crossedge::render::{MAX_DRAWN, Options, Overlay, Theme, picture, seconds};
use crossedge::route::{self, Algorithm, Route};
use std::fmt::Write as _;

/// Maximum number of listed hops of a route.
const MAX_LISTED_HOPS: usize = 60;

/// All networks of the page side by side, each with a link to what is reported of it.
pub fn overview_table(out: &mut String, subjects: &[ReportedNetwork]) {
    out.push_str("<h1>Networks</h1>\n");
    comparison_table(out, compared_by(subjects.iter().any(ReportedNetwork::machine)), |one| {
        for (number, subject) in subjects.iter().enumerate() {
            let name = format!("<a href=\"#n{number}\">{}</a>", escape_markup(&subject.net.to_string()));
            one(&name, &subject.rows, "");
        }
    });
}

/// All about one network, the one of this number on the page.
pub fn network(out: &mut String, number: usize, subject: &ReportedNetwork, progress: &dyn Progress) {
    let net = &subject.net;
    let _ = writeln!(out, "<h1 id=\"n{number}\">{}</h1>", escape_markup(&net.to_string()));
    out.push_str("<h2>Metrics</h2>\n");
    table(out, &["metric", "value", "evidence"]);
    for row in &subject.rows {
        table_line(out, [&row.label, &row.text, &row.evidence].map(|text| escape_markup(text)));
    }
    out.push_str("</table>\n");
    for note in crossedge::net::notes(net.shape()) {
        let _ = writeln!(out, "<p>{}</p>", escape_markup(&note));
    }
    if let Some(network) = net.network_if_it_fits() {
        picture_section(out, net);
        example_route(out, net, network.as_ref(), progress);
    }
    if let Some(priced) = &subject.collectives {
        collectives(out, priced);
    }
    comparison_section(out, subject);
}

/// Begins a table.
fn table(out: &mut String, header: &[&str]) {
    out.push_str("<table><tr>");
    for name in header {
        let _ = write!(out, "<th>{name}</th>");
    }
    out.push_str("</tr>\n");
}

/// A line of a table, whose cells are markup.
fn table_line<C: AsRef<str>>(out: &mut String, cells: impl IntoIterator<Item = C>) {
    out.push_str("<tr>");
    for cell in cells {
        let _ = write!(out, "<td>{}</td>", cell.as_ref());
    }
    out.push_str("</tr>\n");
}

/// The picture that suits the size of the network, where there is one.
fn picture_section(out: &mut String, net: &Topology) {
    if let Ok(scene) = net.draw().scene() {
        out.push_str("<h2>Picture</h2>\n");
        out.push_str(&themed_drawing(&scene));
    }
}

/// A long route, hop by hop.
fn example_route(out: &mut String, net: &Topology, network: &dyn Structure, progress: &dyn Progress) {
    let Some((from, to)) = far_pair(network) else { return };
    let route = route::route(network, from, to, Algorithm::Paper, route::MAX_SEEN, progress);
    let Ok(route) = route else { return };
    let [start, end] = [from, to].map(|v| escape_markup(&network.address(v).to_string()));
    let hops_told = route.length();
    out.push_str("<h2>A route</h2>\n");
    let _ = writeln!(out, "<p>From {start} to {end} by the algorithm of its paper, {hops_told} hops.</p>");
    if network.nodes() <= MAX_DRAWN {
        let mut overlay = Overlay::default();
        overlay.route(network, &route);
        let title = format!("{net}: a route");
        if let Ok(scene) = picture(network, &overlay, &Options { title, ..Options::default() }) {
            out.push_str(&themed_drawing(&scene));
        }
    }
    hops(out, network, &route);
}

fn hops(out: &mut String, net: &dyn Structure, route: &Route) {
    table(out, &["hop", "node", "address", "link", "why"]);
    let classes = net.link_classes();
    let mut at = route.from;
    for (hop, number) in route.hops.iter().take(MAX_LISTED_HOPS).zip(1..) {
        let why: Vec<String> = hop.cases.iter().map(|case| format!("{}: {case}", case.part)).collect();
        let class = classes.get(net.link_class(at, hop.port)).map_or("", String::as_str);
        let address = net.address(hop.node).to_string();
        let cells = [number.to_string(), hop.node.0.to_string(), address, class.to_owned(), why.join("; ")];
        table_line(out, cells.map(|text: String| escape_markup(&text)));
        at = hop.node;
    }
    out.push_str("</table>\n");
}

/// Two distant endpoints, if distances have a closed form: the farthest of some hundred candidates.
fn far_pair(net: &dyn Structure) -> Option<(Node, Node)> {
    let nodes = net.endpoints();
    let last = nodes.checked_sub(1).filter(|last| *last > 0)?;
    let stride = (nodes / 997).max(1);
    let candidates = (1..nodes).step_by(stride as usize).chain([last, nodes / 2]);
    let distance = |to: &u64| net.distance(Node(0), Node(*to)).unwrap_or(0);
    candidates.max_by_key(distance).map(|to| (Node(0), Node(to)))
}

/// The fastest schedule of each kind, and one kind against all sizes.
fn collectives(out: &mut String, collectives: &Collectives) {
    let (model, price) = match collectives.switched {
        true => ("cut-through", "1 ns a byte"),
        false => ("store-and-forward", "1 ns a byte and link"),
    };
    out.push_str(
        "<h2>Collectives</h2>\n<p>The fastest schedule of each collective, replayed by the verifier: ",
    );
    let _ = writeln!(out, "{model}, one port, 1 µs a message and {price}.</p>");
    let sizes = collectives.sizes.iter().flat_map(|size| [size.as_str(), "steps", "time", "least"]);
    let header: Vec<&str> = std::iter::once("collective").chain(sizes).collect();
    table(out, &header);
    for row in &collectives.rows {
        match &row.fastest {
            Err(why) => {
                let _ = write!(out, "<tr><td>{}</td>", row.collective);
                let _ =
                    writeln!(out, "<td colspan=\"{}\">{}</td></tr>", header.len() - 1, escape_markup(why));
            }
            Ok(fastest) => {
                let cells = fastest.iter().flat_map(|best| {
                    let (time, least) = (seconds(best.cost.seconds), seconds(best.least_seconds));
                    [escape_markup(&best.algorithm), best.cost.steps.to_string(), time, least]
                });
                table_line(out, std::iter::once(row.collective.to_owned()).chain(cells));
            }
        }
    }
    out.push_str("</table>\n");
    if let Some((title, lines)) = &collectives.times {
        out.push_str(&light_and_dark(
            time_chart(title, lines, Theme::Light),
            time_chart(title, lines, Theme::Dark),
        ));
    }
}

/// Networks of the nearest size, side by side.
fn comparison_section(out: &mut String, subject: &ReportedNetwork) {
    out.push_str("<h2>Networks of similar size</h2>\n");
    comparison_table(out, compared_by(subject.machine()), |one| {
        one(&escape_markup(&subject.net.to_string()), &subject.rows, "");
        for other in &subject.others {
            match &other.rows {
                Ok(rows) => one(&escape_markup(&other.expr), rows, ""),
                Err(why) => one(&escape_markup(&other.expr), &[], why),
            }
        }
    });
}

/// A table of networks by these metrics. `rows` calls what it is given with the markup of a name, its metrics, and how they
/// are known where there are none.
fn comparison_table(out: &mut String, by: &[Metric], rows: impl FnOnce(&mut dyn FnMut(&str, &[Row], &str))) {
    let names: Vec<String> = by.iter().map(|metric| metric.name().replace('_', " ")).collect();
    let names = names.iter().map(String::as_str);
    let header: Vec<&str> = std::iter::once("network").chain(names).chain(["evidence"]).collect();
    out.push_str("<div class=\"wide\">");
    table(out, &header);
    rows(&mut |name, rows, how| {
        let of = |metric: Metric| rows.iter().find(|row| row.metric == metric);
        let how = of(DIAMETER).map_or(how, |row| row.evidence.as_str());
        let name = format!("<code>{name}</code>");
        let cells = by.iter().map(|metric| escape_markup(of(*metric).map_or("–", |row| row.text.as_str())));
        table_line(out, std::iter::once(name).chain(cells).chain([escape_markup(how)]));
    });
    out.push_str("</table></div>\n");
}
