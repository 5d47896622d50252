//! `crossedge draw`: a picture of a network, with what is laid over it.

use crate::CommandOutcome;
use crate::failure::Failure;
use crate::files;
use crate::output::{print_answer, written_message};

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
    /// Network expression, e.g. rdn(ring(3), 1)
    #[arg(value_name = "EXPR")]
    pub expr: String,
    /// Output file: .svg, .png, .pdf, .html or .tex
    #[arg(short, long, value_name = "FILE")]
    pub output: PathBuf,
    /// Overwrite an existing file
    #[arg(long)]
    pub force: bool,
    /// Colour theme; HTML has both
    #[arg(long, value_name = "THEME", default_value = "light", value_parser = word::<Theme>())]
    pub theme: Theme,
    /// Draw clusters of a dual construction as glyphs, with one expanded
    #[arg(long)]
    pub zoom: bool,
    /// Overlay the route between two nodes, coloured by case
    #[arg(long, value_names = ["FROM", "TO"], num_args = 2)]
    pub route: Option<Vec<String>>,
    /// Routing algorithm of --route
    #[arg(long, value_name = "ALGORITHM", default_value = "minimal", requires = "route", value_parser = word::<Algorithm>())]
    pub algorithm: Algorithm,
    /// Overlay a Hamiltonian cycle
    #[arg(long)]
    pub ring: bool,
    /// Overlay COUNT virtual rings, each with two nodes per cluster
    #[arg(long, value_name = "COUNT")]
    pub virtual_rings: Option<u64>,
    /// Overlay a broadcast from a node; HTML animates it
    #[arg(long, value_name = "NODE")]
    pub broadcast: Option<String>,
    /// Overlay the arc-disjoint spanning trees rooted at a node
    #[arg(long, value_name = "NODE")]
    pub trees: Option<String>,
    /// Show only the steps up to this one
    #[arg(long, value_name = "STEP")]
    pub step: Option<u32>,
    /// Colour links by their load under uniform traffic
    #[arg(long)]
    pub load: bool,
    /// Failed nodes and links, e.g. 5,7-8,(0,2,1)-(1,1,2)
    #[arg(long, value_name = "NODE|LINK,…")]
    pub faults: Vec<String>,
    /// Failed node; repeatable
    #[arg(long, value_name = "NODE", hide = true)]
    pub dead_node: Vec<String>,
    /// Failed link, given by its endpoints; repeatable
    #[arg(long, value_names = ["FROM", "TO"], num_args = 2, hide = true)]
    pub dead_link: Vec<String>,
    /// Draw every cross-edge at full opacity
    #[arg(long)]
    pub all: bool,
    /// Overlay a maximum set of node-disjoint paths between two nodes
    #[arg(long, value_names = ["FROM", "TO"], num_args = 2)]
    pub disjoint: Option<Vec<String>>,
    /// Overlay the best known bisection cut
    #[arg(long)]
    pub cut: bool,
    /// Overlay the channel cycle by which this routing deadlocks
    #[arg(long, value_name = "ROUTING", value_parser = super::deadlock::routing_parser())]
    pub deadlock: Option<RoutingName>,
    /// Virtual channels of --deadlock [default: as the routing needs]
    #[arg(long, value_name = "COUNT", requires = "deadlock")]
    pub vcs: Option<u32>,
    /// Kind of picture [default: by network size]
    #[arg(long, value_name = "VIEW", value_parser = word::<View>())]
    pub view: Option<View>,
    /// Node labels
    #[arg(long, value_name = "LABELS", default_value = "auto", value_parser = word::<Labels>())]
    pub labels: Labels,
    /// Title; empty for none
    #[arg(long, value_name = "TEXT")]
    pub title: Option<String>,
    /// Width of the picture, e.g. 84mm, 3.3in, 240pt, 800px
    #[arg(long, value_name = "WIDTH")]
    pub size: Option<Size>,
    /// Font size, in points with --size, otherwise in pixels
    #[arg(long, value_name = "SIZE")]
    pub font_size: Option<f64>,
    /// Describe the written file as JSON
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
pub fn run(args: &Args, bars: &Bars) -> CommandOutcome {
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
            Some(size) => png_wide(&shows.scene.svg(args.theme), size.in_pixels())?,
            None => png(&shows.scene.svg(args.theme), 2.0)?,
        },
        "pdf" => pdf(&shows.scene.svg(args.theme))?,
        "tex" => shows.scene.tikz(args.theme).into_bytes(),
        _ => picture_page(&shows.scene, shows.steps).into_bytes(),
    };
    files::write(&args.output, &bytes, args.force)?;
    bars.clear_bars();
    let (file, size) = (args.output.display().to_string(), bytes.len() as u64);
    let answer = Written { file, format, bytes: Some(Exact(size)), shows };
    let envelope = Envelope::new(DrawRequest::VERB, Some(net.to_string()), answer);
    print_answer(&envelope, args.json, |_| written_message(&args.output, size))?;
    Ok(ExitCode::SUCCESS)
}
