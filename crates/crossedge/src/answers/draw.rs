//! A picture of a network, with what is laid over it.

use super::route::RouteAnswer;
use crate::error::Error;
use crate::net::Faults;
use crate::render::{MAX_DRAWN, Options, Overlay, Scene, Theme, grouped, picture, zoom};
use crate::topology::Topology;

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

impl<'a> Drawing<'a> {
    /// Lays something over it.
    pub fn overlay(mut self, over: &impl Overlaid) -> Self {
        over.lay(&mut self.overlay);
        self
    }

    /// Marks dead nodes and links.
    pub fn faults(mut self, faults: &Faults) -> Self {
        self.overlay.dead(faults);
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
            return Ok(picture(net, &self.overlay, &self.options));
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
}
