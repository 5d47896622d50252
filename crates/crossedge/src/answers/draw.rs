//! A picture of a network, with what is laid over it.

use super::route::RouteAnswer;
use super::{Request, Written, direct};
use crate::collective::{Pace, Rule, Tree};
use crate::error::Error;
use crate::exact::Exact;
use crate::hamilton::{Around, NodeOrder, Options as RingOptions, Sought, Virtuals, cycle};
use crate::net::{Faults, Node, Structure};
use crate::progress::{Progress, Silent};
use crate::render::{MAX_DRAWN, Options, Overlay, Scene, Theme, grouped, loads, picture, zoom};
use crate::route::{self, Algorithm, MAX_SEEN};
use crate::topology::{NodeName, Topology};
use crate::verify::{self, Verdict};
use std::sync::Arc;

/// What is laid over all pairs is counted in networks up to this size.
const MAX_LOADED: u64 = 1_500;

/// Asks for a picture.
#[derive(Debug, Clone)]
pub struct DrawRequest {
    /// Clusters of a dual construction as glyphs, one of them opened; larger networks are drawn so in any case.
    pub zoom: bool,
    /// The route between two nodes, in the colours of its cases.
    pub route: Option<(NodeName, NodeName)>,
    /// The algorithm of the route.
    pub algorithm: Algorithm,
    /// A ring through all nodes.
    pub ring: bool,
    /// So many virtual rings without common nodes.
    pub virtual_rings: Option<u64>,
    /// A broadcast from a node, by step.
    pub broadcast: Option<NodeName>,
    /// Only the steps up to this one.
    pub step: Option<u32>,
    /// Every link in the colour of how many routes between all pairs use it.
    pub load: bool,
    /// Dead nodes and links, as in `5,7-8`.
    pub faults: Vec<String>,
    /// Every cross-edge in full ink, however many there are.
    pub all: bool,
}

impl Default for DrawRequest {
    fn default() -> Self {
        DrawRequest {
            zoom: false,
            route: None,
            algorithm: Algorithm::Paper,
            ring: false,
            virtual_rings: None,
            broadcast: None,
            step: None,
            load: false,
            faults: Vec::new(),
            all: false,
        }
    }
}

/// A picture.
#[derive(Debug, Clone)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct DrawAnswer {
    /// The picture itself, for any theme.
    #[cfg_attr(feature = "serde", serde(skip))]
    pub scene: Scene,
    /// How many nodes the network has.
    pub nodes: Exact<u64>,
    /// Whether clusters are drawn as glyphs.
    pub zoomed: bool,
    /// How many steps can be played.
    pub steps: u32,
}

/// What is told of the file.
pub type DrawnAnswer = Written<DrawAnswer>;

impl Request for DrawRequest {
    type On = Topology;
    type Answer = DrawAnswer;
    const VERB: &'static str = "draw";

    fn answer(&self, on: &Topology, progress: &dyn Progress) -> Result<DrawAnswer, Error> {
        let net = on.network()?;
        let mut drawing = on.draw();
        drawing.overlay = self.overlay(on, net, progress)?;
        (drawing.zoomed, drawing.options.all, drawing.options.step) = (self.zoom, self.all, self.step);
        let steps = drawing.overlay.steps;
        let zoomed = self.zoom || net.nodes() > MAX_DRAWN;
        Ok(DrawAnswer { scene: drawing.scene()?, nodes: Exact(net.nodes()), zoomed, steps })
    }
}

impl DrawRequest {
    /// What is laid over the picture.
    fn overlay(
        &self,
        on: &Topology,
        whole: &Arc<dyn Structure>,
        progress: &dyn Progress,
    ) -> Result<Overlay, Error> {
        let net = whole.as_ref();
        if self.load || self.broadcast.is_some() || self.ring || self.virtual_rings.is_some() {
            direct(on.shape(), "what is laid over this picture")?;
        }
        let mut overlay = Overlay::default();
        let small = |limit: u64| match net.nodes() <= limit {
            true => Ok(()),
            false => Err(Error::limit(
                format!("this is laid over networks of at most {limit} nodes"),
                "draw a smaller one, such as rdn(ring(3), 2)",
            )),
        };
        if self.load {
            small(MAX_LOADED)?;
            overlay.loads(&loads(net));
        }
        if let Some(from) = &self.broadcast {
            small(MAX_DRAWN)?;
            let from = on.node(from)?;
            overlay.rounds(from, &broadcast(whole, from, progress)?);
        }
        if self.ring {
            small(MAX_DRAWN)?;
            let around = Around::whole(sought(cycle(net, &RingOptions::default(), progress)?)?);
            let judged = match verify::answer(net, &around, None, &Faults::none(), progress)? {
                Verdict::Holds(judged) => judged,
                Verdict::Refuted(broken) => {
                    return Err(Error::internal(format!("the judge refuses what was made: {broken}")));
                }
                Verdict::Undecided(limit) => return Err(limit.into()),
            };
            overlay.round(&order(judged.ring.as_ref()), true, "ring through all nodes");
        }
        if let Some(count) = self.virtual_rings {
            small(MAX_DRAWN)?;
            let virtuals = sought(Virtuals::of(net, &RingOptions::default(), progress)?)?;
            for number in 0..count.min(virtuals.count()) {
                let ring = virtuals.number(number).through_clusters;
                overlay.round(&order(ring.as_ref()), true, &format!("virtual ring {}", number + 1));
            }
        }
        if let Some((from, to)) = &self.route {
            let (from, to) = (on.node(from)?, on.node(to)?);
            let found = route::route(net, from, to, self.algorithm, MAX_SEEN, progress);
            overlay.route(net, &found.map_err(|why| Error::usage(why.to_string()))?);
        }
        let faults = on.faults(&self.faults)?;
        if !faults.is_empty() {
            overlay.dead(&faults);
        }
        Ok(overlay)
    }
}

fn order(ring: &dyn NodeOrder) -> Vec<Node> {
    (0..ring.positions()).map(|position| ring.node_at(position)).collect()
}

/// Who sends to whom in each step of the papers' broadcast by levels; judged before it is drawn.
fn broadcast(
    net: &Arc<dyn Structure>,
    from: Node,
    progress: &dyn Progress,
) -> Result<Vec<Vec<(u64, u64)>>, Error> {
    let none = || Error::nothing("there is no broadcast: some nodes are out of reach");
    let rule = Rule::new(net, from, Pace::Stages).ok_or_else(none)?;
    let rule = verify::tree(net.as_ref(), rule, progress)?.into_result()?;
    let mut rounds = vec![Vec::new(); rule.steps() as usize];
    let mut program = Vec::new();
    for v in 0..net.nodes() {
        program.clear();
        rule.program(Node(v), &mut program);
        for &(step, to) in &program {
            if let Some(round) = rounds.get_mut(step as usize) {
                round.push((v, to.0));
            }
        }
    }
    Ok(rounds)
}

fn sought<T>(answer: Sought<T>) -> Result<T, Error> {
    match answer {
        Sought::Found(found) => Ok(found),
        Sought::Absent(why) | Sought::Unknown(why) => Err(Error::nothing(why)),
        Sought::TooLarge(why) => Err(Error::new(crate::error::ErrorKind::Limit, why)),
    }
}

/// A picture that is being made.
#[derive(Debug, Clone)]
pub struct Drawing<'a> {
    net: &'a Topology,
    overlay: Overlay,
    options: Options,
    zoomed: bool,
}

/// What can be laid over a picture.
pub trait Overlaid {
    /// Lays it over.
    fn lay(&self, overlay: &mut Overlay);
}

impl Overlaid for RouteAnswer {
    fn lay(&self, overlay: &mut Overlay) {
        let hops = self.hops.iter().map(|hop| {
            let decided = hop.cases.iter().rev().find(|case| !case.rule.is_empty());
            let told = decided.or(hop.cases.first());
            (hop.node, told.map(|case| (case.part.as_str(), case.rule.as_str())))
        });
        let name = format!("{} to {}, {} hops", self.from_address, self.to_address, self.hops.len());
        overlay.hops(self.from, hops, name);
    }
}

impl Drawing<'_> {
    /// Lays something over it.
    pub fn overlay(mut self, over: &impl Overlaid) -> Self {
        over.lay(&mut self.overlay);
        self
    }

    /// Clusters of a dual construction as glyphs, one of them opened; larger networks are drawn so in any case.
    pub fn zoomed(mut self) -> Self {
        self.zoomed = true;
        self
    }

    /// The picture, for any theme.
    pub fn scene(&self) -> Result<Scene, Error> {
        let net = self.net.network()?.as_ref();
        if !self.zoomed && net.nodes() <= MAX_DRAWN {
            return Ok(picture(net, &self.overlay, &self.options)?);
        }
        if !self.overlay.is_empty() {
            let message =
                format!("only a network of at most {MAX_DRAWN} nodes is drawn with something laid over it");
            return Err(Error::limit(message, "draw a smaller one, such as rdn(ring(3), 2)"));
        }
        zoom(net, &self.options.title).ok_or_else(|| {
            let nodes = net.nodes();
            let message =
                format!("{nodes} nodes are too many to draw, and only dual constructions are drawn by level");
            Error::limit(message, format!("at most {MAX_DRAWN} nodes, such as torus(50,50)"))
        })
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
        let count = |number: num_bigint::BigUint| grouped(&number.to_string());
        let title = format!("{self}: {} nodes, {} links", count(self.nodes()), count(self.links()));
        let options = Options { title, ..Options::default() };
        Drawing { net: self, overlay: Overlay::default(), options, zoomed: false }
    }

    /// The same with everything that a request lays over it.
    pub fn draw_with(&self, request: &DrawRequest) -> Result<DrawAnswer, Error> {
        request.answer(self, &Silent)
    }
}
