//! The class `Ring`: a Hamiltonian cycle or path as arithmetic, from position to node and back, at any length.

use crate::arrays::{self, IdArgument, MISSING};
use crate::error::to_exception;
use crate::topology::Topology;
use crate::values::Name;
use crate::verbs::seed;
use crate::watch::run_interruptible;
use crossedge::Error;
use crossedge::answers::{RingReport, RingRequest, RingsOf};
use crossedge::hamilton::NodeOrder;
use crossedge::net::Node;
use pyo3::prelude::*;
use std::sync::Arc;

/// A Hamiltonian cycle or path that a verifier has passed: the node at every position, and the position of every node, by arithmetic.
///
/// Examples
/// --------
/// >>> import crossedge
/// >>> ring = crossedge.Topology("rdn(torus(5,5), 2)").ring_order()
/// >>> len(ring)
/// 3125000
/// >>> ring.position_of(ring.node_at([0, 1_000_000])).tolist()
/// [0, 1000000]
#[pyclass(frozen, module = "crossedge")]
pub struct Ring {
    order: Arc<dyn NodeOrder>,
    evidence: String,
    nodes: u64,
}

#[pymethods]
impl Ring {
    /// The node at a position, or the nodes at an array of them.
    ///
    /// Parameters
    /// ----------
    /// positions : int or array_like of int
    ///     From 0 to the length, less one.
    ///
    /// Examples
    /// --------
    /// >>> import crossedge
    /// >>> crossedge.Topology("hypercube(3)").ring_order().node_at([0, 1, 2])
    /// array([0, 1, 3], dtype=uint64)
    fn node_at<'py>(&self, positions: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        let ids = IdArgument::read(positions)?;
        arrays::map_ids(positions.py(), &ids, self.order.positions(), |at| self.order.node_at(at).0)
    }

    /// The position of a node, or of an array of them; 2**64 - 1 for one that the ring leaves out.
    ///
    /// Parameters
    /// ----------
    /// nodes : int or array_like of int
    ///     The nodes.
    ///
    /// Examples
    /// --------
    /// >>> import crossedge
    /// >>> crossedge.Topology("hypercube(3)").ring_order().position_of(3)
    /// 2
    fn position_of<'py>(&self, nodes: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        let ids = IdArgument::read(nodes)?;
        arrays::map_ids(nodes.py(), &ids, self.nodes, |v| self.order.position_of(Node(v)).unwrap_or(MISSING))
    }

    /// Returns `true` if the last node is linked to the first.
    ///
    /// Examples
    /// --------
    /// >>> import crossedge
    /// >>> crossedge.Topology("hypercube(3)").ring_order().closed
    /// True
    #[getter]
    fn closed(&self) -> bool {
        self.order.closed()
    }

    /// The evidence.
    ///
    /// Examples
    /// --------
    /// >>> import crossedge
    /// >>> crossedge.Topology("ring(5)").ring_order().evidence.split(":")[0]
    /// 'proved'
    #[getter]
    fn evidence(&self) -> &str {
        &self.evidence
    }

    fn __len__(&self) -> usize {
        usize::try_from(self.order.positions()).unwrap_or(usize::MAX >> 1).min(usize::MAX >> 1)
    }

    fn __repr__(&self) -> String {
        let kind = if self.order.closed() { "cycle" } else { "path" };
        format!("Ring({kind} of {} nodes, {})", self.order.positions(), self.evidence)
    }
}

#[pymethods]
impl Topology {
    /// A Hamiltonian cycle or path, verified. `ring_order` gives it as arithmetic, at any length.
    ///
    /// Parameters
    /// ----------
    /// start, end : int or str, optional
    ///     Begin at a node; with an end, a path instead of a cycle.
    /// faults : str or sequence, optional
    ///     Dead nodes and links to go around.
    /// edge_disjoint : bool
    ///     A maximal set of edge-disjoint cycles.
    /// virtual : int, optional
    ///     The virtual ring of this number, through two neighbours of every cluster.
    /// count : int, optional
    ///     Return at most this many nodes.
    /// reverse : bool
    ///     Go the other way round.
    /// verdict : bool
    ///     Return the verdict on every position, and no nodes.
    /// steps : int
    ///     How many steps a search may take where no closed form is known.
    /// rng : int or numpy.random.Generator, optional
    ///     The seed of a search.
    ///
    /// Examples
    /// --------
    /// >>> import crossedge
    /// >>> crossedge.Topology("hypercube(3)").ring().nodes
    /// (0, 1, 3, 2, 6, 7, 5, 4)
    /// >>> crossedge.Topology("mesh(3,3)").ring().exists
    /// False
    #[pyo3(signature = (
        *, start=None, end=None, faults=None, edge_disjoint=false, r#virtual=None, count=None, reverse=false, verdict=false,
        steps=None, rng=None, progress=None
    ))]
    fn ring<'py>(
        &self,
        py: Python<'py>,
        start: Option<Name>,
        end: Option<Name>,
        faults: Option<&Bound<'py, PyAny>>,
        edge_disjoint: bool,
        r#virtual: Option<u64>,
        count: Option<u64>,
        reverse: bool,
        verdict: bool,
        steps: Option<u64>,
        rng: Option<&Bound<'py, PyAny>>,
        progress: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let faults = crate::values::faults(self, faults)?;
        let of = match r#virtual {
            Some(number) => RingsOf::Virtual(number),
            None if edge_disjoint => RingsOf::EdgeDisjoint,
            None => RingsOf::All,
        };
        let seed = rng.map_or(Ok(RingRequest::default_seed()), |rng| seed(py, Some(rng)))?;
        let (from, to) = (self.named_if_any(py, start.as_ref())?, self.named_if_any(py, end.as_ref())?);
        self.run_request(py, "RingAnswer", progress, || {
            Ok(RingRequest {
                of,
                from,
                to,
                faults,
                report: if verdict { RingReport::Verdict } else { RingReport::Nodes },
                reverse,
                count,
                steps: steps.unwrap_or(RingRequest::default_steps()),
                seed,
            })
        })
    }

    /// A Hamiltonian cycle or path as arithmetic: positions and nodes of any number, one at a time or in arrays.
    ///
    /// Parameters
    /// ----------
    /// start, end : int or str, optional
    ///     The ends of a path [default: a cycle].
    /// faults : str or sequence, optional
    ///     Dead nodes and links to go around.
    /// steps : int, optional
    ///     How many steps a search may take where no closed form is known.
    /// rng : int or numpy.random.Generator, optional
    ///     The seed of a search.
    ///
    /// Examples
    /// --------
    /// >>> import crossedge
    /// >>> crossedge.Topology("rdn(ring(3), 2)").ring_order().node_at(647)
    /// 324
    #[pyo3(signature = (*, start=None, end=None, faults=None, steps=None, rng=None))]
    fn ring_order<'py>(
        &self,
        py: Python<'py>,
        start: Option<Name>,
        end: Option<Name>,
        faults: Option<&Bound<'py, PyAny>>,
        steps: Option<u64>,
        rng: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Ring> {
        let faults = crate::values::faults(self, faults)?;
        let seed = rng.map_or(Ok(RingRequest::default_seed()), |rng| seed(py, Some(rng)))?;
        let (from, to) = (self.named_if_any(py, start.as_ref())?, self.named_if_any(py, end.as_ref())?);
        let request = RingRequest {
            of: RingsOf::All,
            from,
            to,
            faults,
            report: RingReport::Nodes,
            steps: steps.unwrap_or(RingRequest::default_steps()),
            seed,
            ..RingRequest::cycle()
        };
        let net = self.net.clone();
        let rings = run_interruptible(py, None, move |watch| request.find(&net, watch))?;
        let evidence = rings.answer.evidence.as_ref();
        let evidence =
            evidence.map(|known| format!("{}: {}", known.kind(), known.text())).unwrap_or_default();
        let order = rings.orders().first().cloned().ok_or_else(|| {
            let why = rings.answer.reason.clone().unwrap_or_else(|| "none was found".to_owned());
            to_exception(py, &Error::nothing(format!("there is no {} here: {why}", rings.answer.kind)))
        })?;
        Ok(Ring { order, evidence, nodes: self.network(py)?.nodes() })
    }
}
