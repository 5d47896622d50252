//! `crossedge draw`: a picture of a network, with what is laid over it.

use super::ring;
use crate::Outcome;
use crate::failure::Failure;
use crate::files;
use crate::output::{grouped, head, id, write_json};
use crate::progress::Bars;
use crate::source::{Source, node};
use clap::ValueEnum;
use crossedge::collective::{Pace, Rule, Tree};
use crossedge::hamilton::{Around, Faults, Options as RingOptions, Sought, Virtuals, cycle};
use crossedge::net::{Node, Structure, links};
use crossedge::render::{MAX_DRAWN, Options, Overlay, Scene, Theme, loads, picture, zoom};
use crossedge::route::{self, Algorithm};
use crossedge::verify;
use crossedge_report::{picture_page, png};
use serde_json::{Value, json};
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;

/// Arguments of `draw`.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The network, as in: rdn(ring(3), 1)
    #[arg(value_name = "EXPR")]
    pub expr: String,
    /// The file to write; its ending, svg, png or html, gives the form
    #[arg(short, long, value_name = "FILE")]
    pub output: PathBuf,
    /// Overwrite the file if it is there
    #[arg(long)]
    pub force: bool,
    /// Light or dark; a page has both
    #[arg(long, value_name = "THEME", default_value = "light")]
    pub theme: Tone,
    /// Draw the clusters of a dual construction as glyphs, and one of them opened; larger networks are drawn so in any case
    #[arg(long)]
    pub zoom: bool,
    /// Lay the route between two nodes over it, in the colours of its cases
    #[arg(long, value_names = ["FROM", "TO"], num_args = 2)]
    pub route: Option<Vec<String>>,
    /// The algorithm of the route
    #[arg(long, value_name = "ALGORITHM", default_value = "paper", requires = "route")]
    pub algorithm: Way,
    /// Lay a ring through all nodes over it
    #[arg(long)]
    pub ring: bool,
    /// Lay so many virtual rings without common nodes over it, two nodes of every cluster each
    #[arg(long, value_name = "COUNT")]
    pub virtual_rings: Option<u64>,
    /// Lay a broadcast from a node over it, by step; a page plays it
    #[arg(long, value_name = "NODE")]
    pub broadcast: Option<String>,
    /// Only the steps up to this one
    #[arg(long, value_name = "STEP", requires = "broadcast")]
    pub step: Option<u32>,
    /// Colour every link by how many routes between all pairs use it
    #[arg(long)]
    pub load: bool,
    /// A dead node; may be given several times
    #[arg(long, value_name = "NODE")]
    pub dead_node: Vec<String>,
    /// A dead link by its ends; may be given several times
    #[arg(long, value_names = ["FROM", "TO"], num_args = 2)]
    pub dead_link: Vec<String>,
    /// Every cross-edge in full ink, however many there are
    #[arg(long)]
    pub all: bool,
    /// Tell about the written file as JSON
    #[arg(long)]
    pub json: bool,
}

/// Light or dark.
#[derive(Debug, Clone, Copy, ValueEnum)]
pub enum Tone {
    /// Dark ink on white
    Light,
    /// Light ink on near black
    Dark,
}

impl From<Tone> for Theme {
    fn from(tone: Tone) -> Theme {
        match tone {
            Tone::Light => Theme::Light,
            Tone::Dark => Theme::Dark,
        }
    }
}

/// The algorithm of a route.
#[derive(Debug, Clone, Copy, ValueEnum)]
pub enum Way {
    /// As the paper of the construction prints it
    Paper,
    /// A shortest way
    Minimal,
}

/// What is laid over all pairs is counted in networks up to this size.
const MAX_LOADED: u64 = 1_500;

/// Draws a network into a file.
pub fn run(args: &Args, bars: &Bars) -> Outcome {
    let source = Source::read(&args.expr)?;
    let net = source.network()?;
    let ending = args.output.extension().and_then(|e| e.to_str()).unwrap_or_default().to_owned();
    if !["svg", "png", "html"].contains(&ending.as_str()) {
        let message = "the file to draw into ends with .svg, .png or .html";
        return Err(Failure::Usage(format!("{message}\nhelp: write -o picture.svg")));
    }
    files::check(&args.output, args.force)?;
    let title = format!(
        "{}: {} nodes, {} links",
        source.expr,
        grouped(&source.shape.nodes()),
        grouped(&links(source.shape.as_ref()))
    );
    let overlay = overlay(args, &net, bars)?;
    let zoomed = args.zoom || net.nodes() > MAX_DRAWN;
    let scene = match zoomed {
        true => zoomed_scene(net.as_ref(), &overlay, &title)?,
        false => {
            let options = Options { title, all: args.all, step: args.step };
            picture(net.as_ref(), &overlay, &options)
        }
    };
    let bytes = match ending.as_str() {
        "svg" => scene.svg(args.theme.into()).into_bytes(),
        "png" => png(&scene.svg(args.theme.into()), 2.0)?,
        _ => picture_page(&scene, overlay.steps).into_bytes(),
    };
    files::write(&args.output, &bytes, args.force)?;
    if args.json {
        let mut map = head("draw", Some(&source.expr.to_string()));
        map.insert("file".to_owned(), json!(args.output.display().to_string()));
        map.insert("format".to_owned(), json!(ending));
        map.insert("bytes".to_owned(), id(bytes.len() as u64));
        map.insert("nodes".to_owned(), id(net.nodes()));
        map.insert("zoomed".to_owned(), json!(zoomed));
        map.insert("steps".to_owned(), json!(overlay.steps));
        write_json(&Value::Object(map))?;
    }
    Ok(ExitCode::SUCCESS)
}

fn zoomed_scene(net: &dyn Structure, overlay: &Overlay, title: &str) -> Result<Scene, Failure> {
    if !overlay.is_empty() {
        let message =
            format!("only a network of at most {MAX_DRAWN} nodes is drawn with something laid over it");
        return Err(Failure::Limit(format!("{message}\nhelp: draw a smaller one, such as rdn(ring(3), 2)")));
    }
    zoom(net, title).ok_or_else(|| {
        let message = format!(
            "{} nodes are too many to draw, and only dual constructions are drawn by level",
            net.nodes()
        );
        Failure::Limit(format!("{message}\nhelp: at most {MAX_DRAWN} nodes, such as torus(50,50)"))
    })
}

/// What the options lay over the picture.
fn overlay(args: &Args, whole: &Arc<dyn Structure>, bars: &Bars) -> Result<Overlay, Failure> {
    let net = whole.as_ref();
    let mut overlay = Overlay::default();
    let small = |limit: u64| match net.nodes() <= limit {
        true => Ok(()),
        false => Err(Failure::Limit(format!(
            "this is laid over networks of at most {limit} nodes\nhelp: draw a smaller one, such as rdn(ring(3), 2)"
        ))),
    };
    if args.load {
        small(MAX_LOADED)?;
        overlay.loads(&loads(net));
    }
    if let Some(from) = &args.broadcast {
        small(MAX_DRAWN)?;
        let from = node(net, from)?;
        overlay.rounds(from, &broadcast(whole, from, bars)?);
    }
    if args.ring {
        small(MAX_DRAWN)?;
        let found = sought(cycle(net, &RingOptions::default(), bars)?)?;
        let ring = ring::judged(net, &Around::whole(found), None, &Faults::none(), bars)?.ring;
        let order: Vec<Node> = (0..ring.positions()).map(|p| ring.node_at(p)).collect();
        overlay.round(&order, true, "ring through all nodes");
    }
    if let Some(count) = args.virtual_rings {
        small(MAX_DRAWN)?;
        let virtuals = sought(Virtuals::of(net, &RingOptions::default(), bars)?)?;
        for number in 0..count.min(virtuals.count()) {
            let ring = virtuals.number(number).through_clusters;
            let order: Vec<Node> = (0..ring.positions()).map(|p| ring.node_at(p)).collect();
            overlay.round(&order, true, &format!("virtual ring {}", number + 1));
        }
    }
    if let Some([from, to]) = args.route.as_deref() {
        let ends = (node(net, from)?, node(net, to)?);
        let way = match args.algorithm {
            Way::Paper => Algorithm::Paper,
            Way::Minimal => Algorithm::Minimal,
        };
        let found = route::route(net, ends.0, ends.1, way, route::MAX_SEEN, bars);
        overlay.route(net, &found.map_err(|e| Failure::Usage(e.to_string()))?);
    }
    let dead = args.dead_node.iter().map(|text| node(net, text)).collect::<Result<Vec<_>, _>>()?;
    let ends = args.dead_link.iter().map(|text| node(net, text)).collect::<Result<Vec<_>, _>>()?;
    let links: Vec<(Node, Node)> = ends.chunks_exact(2).map(|pair| (pair[0], pair[1])).collect();
    if !dead.is_empty() || !links.is_empty() {
        overlay.dead(&dead, &links);
    }
    Ok(overlay)
}

/// Who sends to whom in each step of the papers' broadcast by levels; judged before it is drawn.
fn broadcast(net: &Arc<dyn Structure>, from: Node, bars: &Bars) -> Result<Vec<Vec<(u64, u64)>>, Failure> {
    let none = || Failure::Nothing("there is no broadcast: some nodes are out of reach".to_owned());
    let rule = Rule::new(net, from, Pace::Stages).ok_or_else(none)?;
    let rule = verify::tree(net.as_ref(), rule, bars)?.into_result()?;
    let mut rounds = vec![Vec::new(); rule.steps() as usize];
    let mut program = Vec::new();
    for v in 0..net.nodes() {
        program.clear();
        rule.program(Node(v), &mut program);
        for &(step, to) in &program {
            rounds[step as usize].push((v, to.0));
        }
    }
    Ok(rounds)
}

fn sought<T>(answer: Sought<T>) -> Result<T, Failure> {
    match answer {
        Sought::Found(found) => Ok(found),
        Sought::Absent(why) | Sought::Unknown(why) => Err(Failure::Nothing(why)),
        Sought::TooLarge(why) => Err(Failure::Limit(why)),
    }
}
