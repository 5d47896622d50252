//! `crossedge draw`: a picture of a network, with what is laid over it.

use crate::Outcome;
use crate::failure::Failure;
use crate::files;
use crate::output::{show, written};

use crate::progress::Bars;
use crate::source;
use crate::words::word;
use crossedge::answers::{DrawRequest, Envelope, Request, Written};
use crossedge::exact::Exact;
use crossedge::render::{Labels, Size, Theme, View};
use crossedge::route::Algorithm;
use crossedge::route::channels::RoutingName;
use crossedge::topology::NodeName;
use crossedge_report::{pdf, picture_page, png, png_wide};
use std::path::PathBuf;
use std::process::ExitCode;

/// Arguments of `draw`.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The network, as in: rdn(ring(3), 1)
    #[arg(value_name = "EXPR")]
    pub expr: String,
    /// The file to write: .svg, .png, .pdf, .html or .tex
    #[arg(short, long, value_name = "FILE")]
    pub output: PathBuf,
    /// Overwrite the file if it is there
    #[arg(long)]
    pub force: bool,
    /// Light or dark; a page has both
    #[arg(long, value_name = "THEME", default_value = "light", value_parser = word::<Theme>())]
    pub theme: Theme,
    /// Draw the clusters of a dual construction as glyphs, and one of them opened; larger networks are drawn so in any case
    #[arg(long)]
    pub zoom: bool,
    /// Lay the route between two nodes over it, in the colours of its cases
    #[arg(long, value_names = ["FROM", "TO"], num_args = 2)]
    pub route: Option<Vec<String>>,
    /// The algorithm of the route
    #[arg(long, value_name = "ALGORITHM", default_value = "minimal", requires = "route", value_parser = word::<Algorithm>())]
    pub algorithm: Algorithm,
    /// Lay a ring through all nodes over it
    #[arg(long)]
    pub ring: bool,
    /// Lay so many virtual rings over it, two nodes of every cluster each
    #[arg(long, value_name = "COUNT")]
    pub virtual_rings: Option<u64>,
    /// Lay a broadcast from a node over it, by step; a page plays it
    #[arg(long, value_name = "NODE")]
    pub broadcast: Option<String>,
    /// Lay trees from a node over it that share no arc, as many as there are
    #[arg(long, value_name = "NODE")]
    pub trees: Option<String>,
    /// Only the steps up to this one
    #[arg(long, value_name = "STEP")]
    pub step: Option<u32>,
    /// Colour every link by how many routes between all pairs use it
    #[arg(long)]
    pub load: bool,
    /// Dead nodes and links, as in: 5,7-8,(0,2,1)-(1,1,2)
    #[arg(long, value_name = "NODE|LINK,…")]
    pub faults: Vec<String>,
    /// A dead node; may be given several times
    #[arg(long, value_name = "NODE", hide = true)]
    pub dead_node: Vec<String>,
    /// A dead link by its ends; may be given several times
    #[arg(long, value_names = ["FROM", "TO"], num_args = 2, hide = true)]
    pub dead_link: Vec<String>,
    /// Every cross-edge in full ink, however many there are
    #[arg(long)]
    pub all: bool,
    /// Lay as many paths over it as there are between two nodes that share nothing but their ends
    #[arg(long, value_names = ["FROM", "TO"], num_args = 2)]
    pub disjoint: Option<Vec<String>>,
    /// Lay the best known cut into halves over it
    #[arg(long)]
    pub cut: bool,
    /// Lay the cycle of channels over it by which this routing deadlocks
    #[arg(long, value_name = "ROUTING", value_parser = super::deadlock::routings())]
    pub deadlock: Option<RoutingName>,
    /// Its virtual channels; as many as it asks for without this
    #[arg(long, value_name = "COUNT", requires = "deadlock")]
    pub vcs: Option<u32>,
    /// What is drawn; without this what suits the size of the network
    #[arg(long, value_name = "VIEW", value_parser = word::<View>())]
    pub view: Option<View>,
    /// What is written in the nodes
    #[arg(long, value_name = "LABELS", default_value = "auto", value_parser = word::<Labels>())]
    pub labels: Labels,
    /// The title; nothing stands above the picture if it is empty
    #[arg(long, value_name = "TEXT")]
    pub title: Option<String>,
    /// The width of the picture, as in: 84mm, 3.3in, 240pt, 800px
    #[arg(long, value_name = "WIDTH")]
    pub size: Option<Size>,
    /// The size of letters, in points with --size, else in pixels
    #[arg(long, value_name = "SIZE")]
    pub font_size: Option<f64>,
    /// Tell about the written file as JSON
    #[arg(long)]
    pub json: bool,
}

impl Args {
    fn request(&self) -> DrawRequest {
        let pair = |ends: &[String]| match ends {
            [from, to] => Some((NodeName::from(from), NodeName::from(to))),
            _ => None,
        };
        let links = self.dead_link.chunks_exact(2).map(|ends| ends.join("-"));
        DrawRequest {
            zoom: self.zoom,
            route: self.route.as_deref().and_then(pair),
            algorithm: self.algorithm,
            ring: self.ring,
            virtual_rings: self.virtual_rings,
            broadcast: self.broadcast.as_ref().map(NodeName::from),
            trees: self.trees.as_ref().map(NodeName::from),
            step: self.step,
            load: self.load,
            faults: self.faults.iter().chain(&self.dead_node).cloned().chain(links).collect(),
            all: self.all,
            disjoint: self.disjoint.as_deref().and_then(pair),
            cut: self.cut,
            deadlock: self.deadlock,
            vcs: self.vcs,
            view: self.view,
            labels: self.labels,
            title: self.title.clone(),
            size: self.size,
            font_size: self.font_size,
        }
    }
}

/// Draws a network into a file.
pub fn run(args: &Args, bars: &Bars) -> Outcome {
    let net = source::topology(&args.expr)?;
    net.network()?;
    let format = args.output.extension().and_then(|e| e.to_str()).unwrap_or_default().to_owned();
    if !["svg", "png", "pdf", "html", "tex"].contains(&format.as_str()) {
        let message = "the file to draw into ends with .svg, .png, .pdf, .html or .tex";
        return Err(Failure::Usage(format!("{message}\nhelp: write -o picture.svg")));
    }
    files::check(&args.output, args.force)?;
    let shows = args.request().answer(&net, bars)?;
    let bytes = match format.as_str() {
        "svg" => shows.scene.svg(args.theme).into_bytes(),
        "png" => match args.size {
            Some(size) => png_wide(&shows.scene.svg(args.theme), size.dots())?,
            None => png(&shows.scene.svg(args.theme), 2.0)?,
        },
        "pdf" => pdf(&shows.scene.svg(args.theme))?,
        "tex" => shows.scene.tikz(args.theme).into_bytes(),
        _ => picture_page(&shows.scene, shows.steps).into_bytes(),
    };
    files::write(&args.output, &bytes, args.force)?;
    bars.done();
    let (file, size) = (args.output.display().to_string(), bytes.len() as u64);
    let answer = Written { file, format, bytes: Some(Exact(size)), shows };
    let told = Envelope::new(DrawRequest::VERB, Some(net.to_string()), answer);
    show(&told, args.json, |_| written(&args.output, size))?;
    Ok(ExitCode::SUCCESS)
}
