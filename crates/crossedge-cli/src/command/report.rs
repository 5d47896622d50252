//! `crossedge report`: one page about networks that needs nothing else: figures, pictures, charts, a route, what collectives cost, and
//! others of its size.

use super::collective::{self, Word};
use super::plot::distances;
use super::show::EffortArgs;
use crate::Outcome;
use crate::charts;
use crate::failure::Failure;
use crate::figures::{Job, Row, rows};
use crate::files;
use crate::nearest::{Other, nearest};
use crate::output::{grouped, head, id, write_json};
use crate::page::{self, safe};
use crate::progress::Bars;
use crate::source::Source;
use crossedge::metrics::Metric;
use crossedge::net::{Node, Structure, links};
use crossedge::render::{MAX_DRAWN, Options, Overlay, Theme, picture, zoom};
use crossedge::route::{self, Algorithm, Route};
use serde_json::{Value, json};
use std::fmt::Write as _;
use std::path::PathBuf;
use std::process::ExitCode;

/// Arguments of `report`.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The networks, as in: 'rdn(torus(5,5), 2)'
    #[arg(value_name = "EXPR", required = true)]
    pub exprs: Vec<String>,
    /// The page to write
    #[arg(short, long, value_name = "FILE")]
    pub output: PathBuf,
    /// Overwrite the file if it is there
    #[arg(long)]
    pub force: bool,
    #[command(flatten)]
    pub effort: EffortArgs,
    /// Tell about the written file as JSON
    #[arg(long)]
    pub json: bool,
}

/// What others of the same size are held against.
const KEYS: [Metric; 6] = [
    Metric::Nodes,
    Metric::Degree,
    Metric::Diameter,
    Metric::MeanDistance,
    Metric::Bisection,
    Metric::CostRatio,
];

/// Writes the page.
pub fn run(args: &Args, bars: &Bars) -> Outcome {
    if args.output.extension().is_none_or(|e| e != "html") {
        return Err(Failure::Usage("a report is a page\nhelp: write -o report.html".to_owned()));
    }
    files::check(&args.output, args.force)?;
    let sources = args.exprs.iter().map(|text| Source::read(text)).collect::<Result<Vec<_>, _>>()?;
    let names: Vec<String> = sources.iter().map(|s| s.expr.to_string()).collect();
    let mut out = page::head(&names.join(", "));
    for source in &sources {
        network(&mut out, source, args, bars)?;
    }
    charts_of(&mut out, &sources, bars)?;
    let _ = writeln!(out, "<p>crossedge {}</p>\n</body></html>", env!("CARGO_PKG_VERSION"));
    files::write(&args.output, out.as_bytes(), args.force)?;
    if args.json {
        let mut map = head("report", None);
        map.insert("file".to_owned(), json!(args.output.display().to_string()));
        map.insert("format".to_owned(), json!("html"));
        map.insert("bytes".to_owned(), id(out.len() as u64));
        map.insert("networks".to_owned(), json!(names));
        write_json(&Value::Object(map))?;
    }
    Ok(ExitCode::SUCCESS)
}

/// All about one network.
fn network(out: &mut String, source: &Source, args: &Args, bars: &Bars) -> Result<(), Failure> {
    let net = source.shape.network().ok();
    let _ = writeln!(out, "<h1>{}</h1>", safe(&source.expr.to_string()));
    let job = Job { source, net: net.as_deref(), effort: &args.effort, asked: false, watch: bars };
    let keys: Vec<Metric> = Metric::ALL.into_iter().filter(|k| *k != Metric::Histogram).collect();
    let found = rows(&job, &keys)?;
    out.push_str("<h2>Metrics</h2>\n<table><tr><th>figure</th><th>value</th><th>how it is known</th></tr>\n");
    for row in &found {
        let cells = [&row.label, &row.text, &row.evidence].map(|text| safe(text));
        let _ = writeln!(out, "<tr><td>{}</td><td>{}</td><td>{}</td></tr>", cells[0], cells[1], cells[2]);
    }
    out.push_str("</table>\n");
    for note in crossedge::net::notes(source.shape.as_ref()) {
        let _ = writeln!(out, "<p>{}</p>", safe(&note));
    }
    if let Some(net) = net.as_deref() {
        pictures(out, source, net);
        example(out, source, net, bars);
        collectives(out, source, net.nodes(), bars)?;
    }
    others(out, source, args, &found, bars)
}

/// The picture, whole or by level.
fn pictures(out: &mut String, source: &Source, net: &dyn Structure) {
    let nodes = grouped(&source.shape.nodes());
    let title = format!("{}: {nodes} nodes, {} links", source.expr, grouped(&links(source.shape.as_ref())));
    let scene = match net.nodes() <= MAX_DRAWN {
        true => Some(picture(net, &Overlay::default(), &Options { title, ..Options::default() })),
        false => zoom(net, &title),
    };
    if let Some(scene) = scene {
        out.push_str("<h2>Picture</h2>\n");
        out.push_str(&page::both(&scene));
    }
}

/// A route between two nodes that are far apart, hop by hop.
fn example(out: &mut String, source: &Source, net: &dyn Structure, bars: &Bars) {
    let Some((from, to)) = far_pair(net) else { return };
    let Ok(found) = route::route(net, from, to, Algorithm::Paper, route::MAX_SEEN, bars) else { return };
    let _ = writeln!(
        out,
        "<h2>A route</h2>\n<p>From {} to {} by the algorithm of its paper, {} hops.</p>",
        safe(&net.address(from).to_string()),
        safe(&net.address(to).to_string()),
        found.length()
    );
    if net.nodes() <= MAX_DRAWN {
        let mut overlay = Overlay::default();
        overlay.route(net, &found);
        let title = format!("{}: a route", source.expr);
        out.push_str(&page::both(&picture(net, &overlay, &Options { title, ..Options::default() })));
    }
    hops(out, net, &found);
}

fn hops(out: &mut String, net: &dyn Structure, found: &Route) {
    const LISTED: usize = 60;
    out.push_str("<table><tr><th>hop</th><th>node</th><th>address</th><th>link</th><th>why</th></tr>\n");
    let classes = net.link_classes();
    let mut at = found.from;
    for (number, hop) in found.hops.iter().take(LISTED).enumerate() {
        let why: Vec<String> = hop.cases.iter().map(|case| format!("{}: {case}", case.part)).collect();
        let _ = writeln!(
            out,
            "<tr><td>{}</td><td>{}</td><td>{}</td><td>{}</td><td>{}</td></tr>",
            number + 1,
            hop.node.0,
            safe(&net.address(hop.node).to_string()),
            safe(&classes[net.link_class(at, hop.port)]),
            safe(&why.join("; "))
        );
        at = hop.node;
    }
    out.push_str("</table>\n");
}

/// Sizes of messages that the table of collectives has.
const SIZES: [(u64, &str); 2] = [(1024, "1 KiB"), (1 << 20, "1 MiB")];

/// The fastest schedule of each kind, made and judged for this page, and one kind against all sizes.
fn collectives(out: &mut String, source: &Source, nodes: u64, bars: &Bars) -> Result<(), Failure> {
    out.push_str("<h2>Collectives</h2>\n<p>The fastest schedule of each kind, replayed by the judge: store-and-forward, one port, ");
    out.push_str("1 µs a message and 1 ns a byte and link.</p>\n<table><tr><th>collective</th>");
    for (_, size) in SIZES {
        let _ = write!(out, "<th>{size}</th><th>steps</th><th>time</th><th>least</th>");
    }
    out.push_str("</tr>\n");
    let text = source.expr.to_string();
    for &kind in collective::kinds() {
        let _ = write!(out, "<tr><td>{}</td>", kind.name());
        let most = collective::most_on_page(kind);
        if nodes > most {
            let _ = writeln!(out, "<td colspan=\"8\">on a page up to {most} nodes</td></tr>");
            continue;
        }
        let found = match collective::best(&text, kind, &SIZES.map(|(bytes, _)| bytes), bars) {
            // One that is too large is left out of the table, not of the page.
            Err(Failure::Limit(why)) => {
                let why = why.lines().next().unwrap_or_default();
                let _ = writeln!(out, "<td colspan=\"8\">{}</td></tr>", safe(why));
                continue;
            }
            found => found?,
        };
        for best in &found {
            let _ = write!(
                out,
                "<td>{}</td><td>{}</td><td>{}</td><td>{}</td>",
                best.name,
                best.cost.steps,
                collective::seconds(best.cost.seconds),
                collective::seconds(best.least_seconds)
            );
        }
        out.push_str("</tr>\n");
    }
    out.push_str("</table>\n");
    // All-reduce is made anew for every size; a broadcast by rule is judged once.
    let kind = if nodes <= 256 { Word::Allreduce } else { Word::Broadcast };
    let shown = Some(kind).filter(|&kind| nodes <= collective::most_on_page(kind));
    if let Some(kind) = shown {
        match collective::chart(&text, kind, bars) {
            Err(Failure::Limit(_)) => {}
            chart => {
                let (light, dark) = chart?;
                out.push_str(&page::shaded(light, dark));
            }
        }
    }
    Ok(())
}

/// Two nodes far apart, where distances have a closed form: of some hundred candidates the farthest.
fn far_pair(net: &dyn Structure) -> Option<(Node, Node)> {
    let nodes = net.nodes();
    let last = nodes.checked_sub(1).filter(|last| *last > 0)?;
    let stride = (nodes / 997).max(1);
    let candidates = (1..nodes).step_by(stride as usize).chain([last, nodes / 2]);
    let far = |to: &u64| net.distance(Node(0), Node(*to)).unwrap_or(0);
    candidates.max_by_key(far).map(|to| (Node(0), Node(to)))
}

/// Networks of the nearest size, side by side.
fn others(out: &mut String, source: &Source, args: &Args, found: &[Row], bars: &Bars) -> Result<(), Failure> {
    out.push_str(
        "<h2>Beside others of its size</h2>\n<table><tr><th>network</th><th>nodes</th><th>degree</th>",
    );
    out.push_str("<th>diameter</th><th>mean distance</th><th>bisection</th><th>cost ratio</th><th>how it is known</th></tr>\n");
    let line = |out: &mut String, name: &str, rows: &[Row]| {
        let _ = write!(out, "<tr><td><code>{}</code></td>", safe(name));
        for key in KEYS {
            let text = rows.iter().find(|row| row.key == key.name()).map_or("–", |row| row.text.as_str());
            let _ = write!(out, "<td>{}</td>", safe(text));
        }
        let how = rows
            .iter()
            .find(|row| row.key == Metric::Diameter.name())
            .map_or("", |row| row.evidence.as_str());
        let _ = writeln!(out, "<td>{}</td></tr>", safe(how));
    };
    line(out, &source.expr.to_string(), found);
    let degree = source.shape.degrees().keys().next_back().copied().unwrap_or(0);
    for Other { expr, effort, left_out } in nearest(&source.shape.nodes(), degree, &args.effort) {
        if let Some(why) = left_out {
            let dashes = "<td>–</td>".repeat(KEYS.len());
            let _ = writeln!(
                out,
                "<tr><td><code>{}</code></td>{dashes}<td>{}</td></tr>",
                safe(&expr),
                safe(&why)
            );
            continue;
        }
        // A neighbour that cannot be had is left out of the table, not of the page.
        let Ok(other) = Source::read(&expr) else { continue };
        let net = other.shape.network().ok();
        let job = Job { source: &other, net: net.as_deref(), effort: &effort, asked: false, watch: bars };
        line(out, &expr, &rows(&job, &KEYS)?);
    }
    out.push_str("</table>\n");
    Ok(())
}

fn charts_of(out: &mut String, sources: &[Source], bars: &Bars) -> Result<(), Failure> {
    let known: Vec<(String, _)> = sources
        .iter()
        .filter(|s| s.shape.distances().is_some() || s.shape.nodes() <= 5_000u32.into())
        .filter_map(|s| Some((s.expr.to_string(), distances(s, bars).ok()?)))
        .collect();
    let both = page::shaded;
    if !known.is_empty() {
        out.push_str("<h2>Distances</h2>\n");
        out.push_str(&both(charts::histogram(&known, Theme::Light), charts::histogram(&known, Theme::Dark)));
    }
    let mut own = Vec::new();
    for source in sources.iter().filter(|s| s.shape.diameter().is_some()) {
        own.extend(
            charts::of_shape(source.shape.as_ref(), bars)?.map(|point| (source.expr.to_string(), point)),
        );
    }
    out.push_str("<h2>Cost ratio</h2>\n");
    out.push_str(&both(charts::cost(&own, Theme::Light, bars)?, charts::cost(&own, Theme::Dark, bars)?));
    Ok(())
}
