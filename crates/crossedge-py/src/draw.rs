//! Pictures, by the rule of the network, with what is laid over them.

use crate::convert::python;
use crate::error::{to_exception, word, words};
use crate::topology::Topology;
use crate::values::Name;
use crate::watch::run_interruptible;
use crossedge::Error;
use crossedge::answers::{DrawRequest, Envelope, Request};
use pyo3::prelude::*;

#[pymethods]
impl Topology {
    /// A picture, by the rule of the network, with what is laid over it.
    ///
    /// Parameters
    /// ----------
    /// theme : str
    ///     ``light`` or ``dark``.
    /// view : str, optional
    ///     ``layout``, ``matrix`` or ``circle``; what suits the size by default.
    /// labels : str
    ///     What is written in the nodes: ``auto``, ``id``, ``address`` or ``none``.
    /// zoom : bool
    ///     Clusters of a dual construction as glyphs, one of them opened.
    /// route, disjoint : tuple of nodes, optional
    ///     The route, or disjoint paths, between two nodes.
    /// ring, cut, load, all : bool
    ///     A ring through all nodes; the cut into halves; links in the colour of their load; every cross-edge in full ink.
    /// broadcast : int or str, optional
    ///     A broadcast from a node, by step; only up to `step`.
    /// trees : int or str, optional
    ///     Overlay the arc-disjoint spanning trees rooted at a node.
    /// virtual_rings : int, optional
    ///     Number of node-disjoint virtual rings.
    /// deadlock : str, optional
    ///     The cycle of channels by which this routing deadlocks, with `vcs` virtual channels.
    /// faults : str or sequence, optional
    ///     Dead nodes and links.
    /// title : str, optional
    ///     What is above.
    /// size : str, optional
    ///     How wide the picture is, e.g. ``"8cm"``.
    /// font_size : float, optional
    ///     The size of letters.
    ///
    /// Examples
    /// --------
    /// >>> import crossedge
    /// >>> crossedge.Topology("dualcube(3)").draw(route=(0, 31)).svg[:4]
    /// '<svg'
    #[pyo3(signature = (
        *, theme="light", view=None, labels="auto", zoom=false, route=None, algorithm="minimal", disjoint=None, ring=false, cut=false,
        load=false, all=false, broadcast=None, trees=None, step=None, virtual_rings=None, deadlock=None, vcs=None, faults=None, title=None,
        size=None, font_size=None
    ))]
    fn draw<'py>(
        &self,
        py: Python<'py>,
        theme: &str,
        view: Option<&str>,
        labels: &str,
        zoom: bool,
        route: Option<(Name, Name)>,
        algorithm: &str,
        disjoint: Option<(Name, Name)>,
        ring: bool,
        cut: bool,
        load: bool,
        all: bool,
        broadcast: Option<Name>,
        trees: Option<Name>,
        step: Option<u32>,
        virtual_rings: Option<u64>,
        deadlock: Option<&str>,
        vcs: Option<u32>,
        faults: Option<&Bound<'py, PyAny>>,
        title: Option<String>,
        size: Option<&str>,
        font_size: Option<f64>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let faults = crate::values::faults(self, faults)?;
        let both = |ends: Option<(Name, Name)>| {
            let named = ends.map(|(a, b)| Ok((self.named(py, &a)?, self.named(py, &b)?)));
            named.transpose().map_err(|error: PyErr| error)
        };
        let (route, disjoint) = (both(route)?, both(disjoint)?);
        let broadcast = self.named_if_any(py, broadcast.as_ref())?;
        let trees = self.named_if_any(py, trees.as_ref())?;
        let size = size.map(str::parse).transpose();
        let request = || {
            Ok(DrawRequest {
                zoom,
                route,
                algorithm: word(algorithm)?,
                ring,
                virtual_rings,
                broadcast,
                trees,
                step,
                load,
                faults,
                all,
                disjoint,
                cut,
                deadlock: words(deadlock)?,
                vcs,
                view: words(view)?,
                labels: word(labels)?,
                title,
                size: size.map_err(|why: crossedge::render::NoSize| Error::usage(why.to_string()))?,
                font_size,
            })
        };
        let theme = word(theme);
        let made = request().and_then(|request| Ok((request, theme?)));
        let (request, theme) = made.map_err(|error| to_exception(py, &error))?;
        let net = self.net.clone();
        let (svg, answer) = run_interruptible(py, None, move |watch| {
            let answer = request.answer(&net, watch)?;
            Ok((answer.scene.svg(theme), answer))
        })?;
        let answer = python(py, &Envelope::new(DrawRequest::VERB, Some(self.net.to_string()), answer))?;
        py.import("crossedge._drawing")?.call_method1("drawing", (svg, answer))
    }
}

/// A picture as a file of pixels or pages: `png` or `pdf`.
#[pyfunction]
pub fn _picture(py: Python<'_>, svg: &str, format: &str) -> PyResult<Vec<u8>> {
    let made = py.detach(|| match format {
        "png" => crossedge_report::png(svg, 2.0),
        _ => crossedge_report::pdf(svg),
    });
    made.map_err(|error| to_exception(py, &Error::usage(error.to_string())))
}
