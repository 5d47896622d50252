//! A picture of a network, with what is laid over it.

mod overlays;

use super::route::RouteAnswer;
use super::{Request, Written, texts};
#[cfg(feature = "schema")]
use super::{schema::schema, verbs::Verb};
use crate::error::Error;
use crate::exact::Exact;
use crate::net::Parts;
use crate::progress::{Progress, Silent};
use crate::render::{
    Labels, MAX_DRAWN, MAX_VISITED, Options, Overlay, Scene, Size, Theme, View, grouped, matrix, picture,
    zoom,
};
use crate::route::Algorithm;
use crate::route::channels::RoutingName;
use crate::topology::{NodeName, Topology};

/// A network of more links is drawn as a matrix, unless something is laid over it or a view is requested.
const MAX_LINKS: u64 = 12_000;

/// Request for a picture.
#[derive(Debug, Clone, serde::Serialize, serde::Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(default, deny_unknown_fields)]
pub struct DrawRequest {
    /// Draw clusters of a dual construction as glyphs, with one expanded; the default for large networks.
    pub zoom: bool,
    /// Overlay the route between two nodes, coloured by case.
    pub route: Option<(NodeName, NodeName)>,
    /// The algorithm of the route.
    pub algorithm: Algorithm,
    /// Overlay a Hamiltonian cycle.
    pub ring: bool,
    /// Overlay this many node-disjoint virtual rings.
    pub virtual_rings: Option<u64>,
    /// Overlay a broadcast from a node, by step.
    pub broadcast: Option<NodeName>,
    /// Overlay arc-disjoint spanning trees from a node.
    pub trees: Option<NodeName>,
    /// Show only the steps up to this one.
    pub step: Option<u32>,
    /// Colour links by their load under uniform traffic.
    pub load: bool,
    /// Dead nodes and links, e.g. `5,7-8`.
    #[serde(with = "texts::list")]
    #[cfg_attr(feature = "schema", schemars(with = "Vec<String>"))]
    pub faults: Vec<String>,
    /// Draw every cross-edge at full opacity.
    pub all: bool,
    /// Overlay a maximum set of internally node-disjoint paths between two nodes.
    pub disjoint: Option<(NodeName, NodeName)>,
    /// Overlay the best known bisection.
    pub cut: bool,
    /// Overlay the channel cycle by which this routing deadlocks.
    #[serde(with = "texts::routing")]
    #[cfg_attr(feature = "schema", schemars(with = "Option<String>"))]
    pub deadlock: Option<RoutingName>,
    /// With `deadlock`: virtual channels per link [default: as the routing needs].
    pub vcs: Option<u32>,
    /// View [default: by the size of the network].
    pub view: Option<View>,
    /// Labels of the nodes.
    pub labels: Labels,
    /// Title [default: the expression and its counts].
    pub title: Option<String>,
    /// Width of the picture, e.g. 84mm, 3.3in, 240pt or 800px.
    #[serde(with = "texts::text_or_none")]
    #[cfg_attr(feature = "schema", schemars(with = "Option<String>"))]
    pub size: Option<Size>,
    /// Font size, in points if the picture has a size, otherwise in pixels.
    pub font_size: Option<f64>,
}

impl Default for DrawRequest {
    fn default() -> Self {
        DrawRequest {
            zoom: false,
            route: None,
            algorithm: Algorithm::Minimal,
            ring: false,
            virtual_rings: None,
            broadcast: None,
            trees: None,
            step: None,
            load: false,
            faults: Vec::new(),
            all: false,
            disjoint: None,
            cut: false,
            deadlock: None,
            vcs: None,
            view: None,
            labels: Labels::Auto,
            title: None,
            size: None,
            font_size: None,
        }
    }
}

/// A picture.
#[derive(Debug, Clone, serde::Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct DrawAnswer {
    /// The picture itself, for any theme.
    #[serde(skip)]
    pub scene: Scene,
    /// Number of nodes of the network.
    pub nodes: Exact<u64>,
    /// Contents of the picture.
    pub view: View,
    /// `true` if clusters are drawn as glyphs.
    pub zoomed: bool,
    /// Number of steps that can be played.
    pub steps: u32,
}

/// The report on the file.
pub type DrawnAnswer = Written<DrawAnswer>;

impl Request for DrawRequest {
    type On = Topology;
    type Answer = DrawAnswer;
    const VERB: &'static str = "draw";

    fn answer(&self, on: &Topology, progress: &dyn Progress) -> Result<DrawAnswer, Error> {
        let net = on.network()?;
        if self.font_size.is_some_and(|size| !(1.0..=1_000.0).contains(&size)) {
            return Err(Error::usage("letters have a size from 1 to 1000").help("such as 9"));
        }
        if self.vcs.is_some() && self.deadlock.is_none() {
            return Err(Error::usage("`vcs` needs `deadlock`"));
        }
        if self.algorithm != Algorithm::Minimal && self.route.is_none() {
            return Err(Error::usage("`algorithm` needs `route`"));
        }
        let mut drawing = on.draw();
        drawing.overlay = self.overlay(on, net, progress)?;
        (drawing.zoomed, drawing.view) = (self.zoom, self.view);
        let options = &mut drawing.options;
        (options.all, options.step, options.labels) = (self.all, self.step, self.labels);
        options.title = self.title.clone().unwrap_or(std::mem::take(&mut options.title));
        options.font = self.font_size;
        let mut scene = drawing.scene()?;
        if let (Some(size), Some(points)) = (self.size, self.font_size) {
            // Letters have their size when the picture has its own.
            drawing.options.font = Some(points * scene.width / size.points());
            scene = drawing.scene()?;
        }
        scene.size = self.size;
        let (view, zoomed) = drawing.view_and_glyphs()?;
        Ok(DrawAnswer { scene, nodes: Exact(net.nodes()), view, zoomed, steps: drawing.overlay.steps })
    }
}

/// A picture that is being made.
#[derive(Debug, Clone)]
pub struct Drawing<'a> {
    net: &'a Topology,
    overlay: Overlay,
    options: Options,
    zoomed: bool,
    view: Option<View>,
}

/// Overlays of a picture.
pub trait Overlaid {
    /// Adds an overlay.
    fn lay(&self, overlay: &mut Overlay);
}

impl Overlaid for RouteAnswer {
    fn lay(&self, overlay: &mut Overlay) {
        let hops = self.hops.iter().map(|hop| {
            let decided = hop.cases.iter().rev().find(|case| !case.rule.is_empty());
            let shown_case = decided.or(hop.cases.first());
            (hop.node, shown_case.map(|case| (case.part.as_str(), case.rule.as_str())))
        });
        let name = format!("{} to {}, {} hops", self.from_address, self.to_address, self.hops.len());
        overlay.hops(self.from, hops, name);
    }
}

impl Drawing<'_> {
    /// Adds an overlay.
    pub fn overlay(mut self, over: &impl Overlaid) -> Self {
        over.lay(&mut self.overlay);
        self
    }

    /// Clusters of a dual construction as glyphs, one of them opened; larger networks are drawn so in any case.
    pub fn zoomed(mut self) -> Self {
        self.zoomed = true;
        self
    }

    /// Overrides the default view.
    pub fn view(mut self, view: View) -> Self {
        self.view = Some(view);
        self
    }

    /// Which view the picture has, and whether clusters are drawn as glyphs.
    fn view_and_glyphs(&self) -> Result<(View, bool), Error> {
        let net = self.net.network()?.as_ref();
        let (nodes, laid) = (net.nodes(), !self.overlay.is_empty());
        let links = u64::try_from(self.net.links()).unwrap_or(u64::MAX);
        let whole = nodes <= MAX_DRAWN && (links <= MAX_LINKS || laid);
        let levels = matches!(net.parts(), Parts::Level(_));
        if laid && (nodes > MAX_DRAWN || self.zoomed || self.view == Some(View::Matrix)) {
            let message = format!("overlays need a network of at most {MAX_DRAWN} nodes, drawn completely");
            return Err(Error::limit(message, "draw a smaller one, such as rdn(ring(3), 2)"));
        }
        match self.view {
            _ if self.zoomed && levels => Ok((View::Layout, true)),
            _ if self.zoomed => Err(Error::nothing("only dual constructions are drawn by level")),
            Some(View::Circle) if nodes > MAX_DRAWN => Err(self.too_many(MAX_DRAWN, "torus(50,50)")),
            Some(View::Layout) if nodes > MAX_DRAWN && !levels => {
                Err(self.too_many(MAX_DRAWN, "torus(50,50)"))
            }
            Some(View::Layout) if nodes > MAX_DRAWN => Ok((View::Layout, true)),
            Some(View::Matrix) if links > MAX_VISITED => {
                Err(self.too_many(MAX_VISITED / 2, "torus(3000,3000)"))
            }
            Some(view) => Ok((view, false)),
            None if whole => Ok((View::Layout, false)),
            None if levels => Ok((View::Layout, true)),
            None if links > MAX_VISITED => Err(self.too_many(MAX_VISITED / 2, "torus(3000,3000)")),
            None => Ok((View::Matrix, false)),
        }
    }

    fn too_many(&self, most: u64, works: &str) -> Error {
        let [nodes, most] = [self.net.nodes().to_string(), most.to_string()].map(|count| grouped(&count));
        Error::limit(
            format!("{nodes} nodes are too many to draw so"),
            format!("at most {most} nodes, such as {works}"),
        )
    }

    /// The picture, for any theme.
    pub fn scene(&self) -> Result<Scene, Error> {
        let net = self.net.network()?.as_ref();
        let (view, zoomed) = self.view_and_glyphs()?;
        let options = Options { view, ..self.options.clone() };
        if view == View::Matrix {
            return Ok(matrix(net, &options));
        }
        match zoomed {
            true => zoom(net, &options)
                .ok_or_else(|| Error::nothing("only dual constructions are drawn by level")),
            false => Ok(picture(net, &self.overlay, &options)?),
        }
    }

    /// The picture as SVG.
    pub fn svg(&self, theme: Theme) -> Result<String, Error> {
        Ok(self.scene()?.svg(theme))
    }
}

impl Topology {
    /// A picture of the network.
    ///
    /// ```
    /// use crossedge::prelude::*;
    ///
    /// let net: Topology = "dualcube(3)".parse()?;
    /// assert!(net.draw().svg(Theme::Dark)?.starts_with("<svg"));
    /// # Ok::<(), crossedge::Error>(())
    /// ```
    pub fn draw(&self) -> Drawing<'_> {
        let count = |number: num_bigint::BigUint, what: &str| {
            let many = if number == 1u32.into() { "" } else { "s" };
            format!("{} {what}{many}", grouped(&number.to_string()))
        };
        let title = format!("{self}: {}, {}", count(self.nodes(), "node"), count(self.links(), "link"));
        let options = Options { title, ..Options::default() };
        Drawing { net: self, overlay: Overlay::default(), options, zoomed: false, view: None }
    }

    /// The picture of a request, with its overlays.
    pub fn draw_with(&self, request: &DrawRequest) -> Result<DrawAnswer, Error> {
        request.answer(self, &Silent)
    }
}

/// The verb.
#[cfg(feature = "schema")]
pub(in crate::answers) const ENTRY: Verb = Verb::one::<DrawRequest>(
    "A picture of a network, with routes, rings, faults, loads or a broadcast over it",
)
.answered_by(|| schema::<DrawnAnswer>(DrawRequest::VERB));
