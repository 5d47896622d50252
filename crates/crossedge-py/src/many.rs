//! Questions about single nodes and about arrays of them.

use crate::arrays::{self, IdArgument, Lists, MISSING};
use crate::error::to_exception;
use crate::topology::Topology;
use crate::values::Name;
use crossedge::Error;
use crossedge::net::{Node, Port, Structure, neighbors};
use crossedge::progress::Progress;
use crossedge::route;
use numpy::{IntoPyArray, PyArrayMethods};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyInt, PyString};
use rayon::prelude::*;

/// An array of links or of neighbours has at most this many places: 16 GiB.
const MAX_PLACES: u64 = 1 << 31;

impl Topology {
    /// Ids as they are given, one node by its address, or labels as ids.
    fn ids<'py>(&self, given: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        let py = given.py();
        if let Some(labels) = &self.labels {
            return labels.bind(py).call_method1("positions", (given,));
        }
        if given.is_instance_of::<PyString>() {
            let node = self.node(py, given.extract()?)?;
            return Ok(node.into_pyobject(py)?.into_any());
        }
        Ok(given.clone())
    }

    /// One node as the caller names it; arrays hold ids. `None` where there is none.
    fn label_or_none<'py>(&self, ids: Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        let py = ids.py();
        let ids = none_if_missing(ids)?;
        match &self.labels {
            Some(labels) if ids.is_instance_of::<PyInt>() => labels.bind(py).call_method1("label", (ids,)),
            _ => Ok(ids),
        }
    }
}

/// `None` for one answer that is missing; arrays as they are.
fn none_if_missing(values: Bound<'_, PyAny>) -> PyResult<Bound<'_, PyAny>> {
    let py = values.py();
    match values.is_instance_of::<PyInt>() && values.extract::<u64>()? == MISSING {
        true => Ok(py.None().into_bound(py)),
        false => Ok(values),
    }
}

#[pymethods]
impl Topology {
    /// Number of ports a node has; for an array of nodes, an array.
    ///
    /// Parameters
    /// ----------
    /// nodes : int, str or array_like of int
    ///     One node, or many.
    ///
    /// Examples
    /// --------
    /// >>> import crossedge
    /// >>> crossedge.Topology("star(4)").degree([0, 1])
    /// array([3, 1], dtype=uint64)
    fn degree<'py>(&self, nodes: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        let py = nodes.py();
        let (net, ids) = (self.network(py)?.as_ref(), IdArgument::read(&self.ids(nodes)?)?);
        arrays::map_ids(py, &ids, net.nodes(), |v| u64::from(net.degree(Node(v))))
    }

    /// The neighbours of a node, in the order of its ports.
    ///
    /// For an array of nodes: where the neighbours of each begin, and all of them, as the index pointers and indices of a sparse matrix.
    ///
    /// Parameters
    /// ----------
    /// nodes : int, str or array_like of int
    ///     One node, or many.
    ///
    /// Examples
    /// --------
    /// >>> import crossedge
    /// >>> net = crossedge.Topology("rdn(ring(3), 1)")
    /// >>> net.neighbors(5)
    /// array([ 3,  4, 16], dtype=uint64)
    /// >>> starts, all = net.neighbors([5, 0])
    /// >>> starts
    /// array([0, 3, 6], dtype=uint64)
    fn neighbors<'py>(&self, nodes: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        let py = nodes.py();
        let (net, ids) = (self.network(py)?.as_ref(), IdArgument::read(&self.ids(nodes)?)?);
        let one = matches!(ids, IdArgument::One(_));
        let ids = arrays::flat_ids(py, &ids, net.nodes())?;
        let length = |i: usize| u64::from(net.degree(Node(ids[i])));
        let fill = |i: usize, out: &mut [u64]| {
            out.iter_mut().zip(neighbors(net, Node(ids[i]))).for_each(|(place, w)| *place = w.0);
        };
        let (starts, all) = arrays::id_lists(py, ids.len(), MAX_PLACES, length, fill)?;
        if one { Ok(all) } else { Ok((starts, all).into_pyobject(py)?.into_any()) }
    }

    /// The distance of two nodes, exactly; for arrays, an array of uint64.
    ///
    /// Parameters
    /// ----------
    /// source, target : int, str or array_like of int
    ///     Arrays of equal shapes, or one node on either side.
    ///
    /// Returns
    /// -------
    /// int, None or numpy.ndarray
    ///     `None` if there is no path; `UNREACHABLE`, which is 2**64 - 1, in an array.
    ///
    /// Examples
    /// --------
    /// >>> import crossedge
    /// >>> net = crossedge.Topology("rdn(torus(5,5), 2)")
    /// >>> net.distance(0, 3_124_999)
    /// 11
    /// >>> net.distance(0, [1, 2, 3_000_000])
    /// array([1, 2, 4], dtype=uint64)
    fn distance<'py>(
        &self,
        source: &Bound<'py, PyAny>,
        target: &Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let py = source.py();
        let net = self.network(py)?.as_ref();
        let answer = |net: &dyn Structure, a: Node, b: Node, progress: &dyn Progress| match net.distance(a, b)
        {
            Some(distance) => distance,
            // No closed form: a search from both ends, which meets no limit but that of the graph.
            None => route::distance(net, a, b, usize::MAX, progress)
                .ok()
                .and_then(|known| known.value)
                .unwrap_or(MISSING),
        };
        let (source, target) = (self.ids(source)?, self.ids(target)?);
        if let Some(distances) = arrays::searched_distances(net, &source, &target)? {
            return Ok(distances);
        }
        let distances = arrays::pairs(net, &source, &target, answer)?;
        none_if_missing(distances)
    }

    /// The next node on the way to a target, by the routing of the network; the node itself when it is there.
    ///
    /// Parameters
    /// ----------
    /// source, target : int, str or array_like of int
    ///     Arrays of equal shapes, or one node on either side.
    ///
    /// Returns
    /// -------
    /// int, None or numpy.ndarray
    ///     `None` if there is no path; `UNREACHABLE` in an array.
    ///
    /// Examples
    /// --------
    /// >>> import crossedge
    /// >>> net = crossedge.Topology("ring(8)")
    /// >>> net.next_hop(0, [0, 3, 6])
    /// array([0, 1, 7], dtype=uint64)
    fn next_hop<'py>(
        &self,
        source: &Bound<'py, PyAny>,
        target: &Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let net = self.network(source.py())?.as_ref();
        let answer = |net: &dyn Structure, a: Node, b: Node, _: &dyn Progress| match net.next_port(a, b) {
            Some(port) => net.link(a, port).0.0,
            None if a == b => a.0,
            None => MISSING,
        };
        let next = arrays::pairs(net, &self.ids(source)?, &self.ids(target)?, answer)?;
        self.label_or_none(next)
    }

    /// The node at the other end of a port.
    ///
    /// Parameters
    /// ----------
    /// node : int or str
    ///     The node.
    /// port : int
    ///     Its port, from 0 on.
    ///
    /// Returns
    /// -------
    /// tuple of int
    ///     The other node, and the port there that leads back.
    ///
    /// Examples
    /// --------
    /// >>> import crossedge
    /// >>> crossedge.Topology("rdn(ring(3), 1)").link(5, 2)
    /// (16, 2)
    fn link(&self, py: Python<'_>, node: Name, port: u32) -> PyResult<(u64, u32)> {
        let (net, v) = (self.network(py)?, Node(self.node(py, node)?));
        let degree = net.degree(v);
        if port >= degree {
            let error = Error::usage(format!("node {} has no port {port}", v.0));
            return Err(to_exception(py, &error.help(format!("it has {degree} ports, from 0 on"))));
        }
        let (w, back) = net.link(v, Port(port));
        Ok((w.0, back.0))
    }

    /// The paths that packets take between many pairs, hop by hop.
    ///
    /// Parameters
    /// ----------
    /// sources, targets : int, str or array_like of int
    ///     Arrays of one length, or one node on either side.
    ///
    /// Returns
    /// -------
    /// tuple of numpy.ndarray
    ///     The offset of each path, and the nodes of all of them. A pair without a path has none.
    ///
    /// Examples
    /// --------
    /// >>> import crossedge
    /// >>> starts, nodes = crossedge.Topology("ring(8)").paths(0, [2, 7])
    /// >>> nodes[starts[0]:starts[1]]
    /// array([0, 1, 2], dtype=uint64)
    fn paths<'py>(&self, sources: &Bound<'py, PyAny>, targets: &Bound<'py, PyAny>) -> PyResult<Lists<'py>> {
        let py = sources.py();
        let net = self.network(py)?.as_ref();
        let n = net.nodes();
        let (a, b) = (IdArgument::read(&self.ids(sources)?)?, IdArgument::read(&self.ids(targets)?)?);
        let (a, b) = (arrays::flat_ids(py, &a, n)?, arrays::flat_ids(py, &b, n)?);
        let count = match (a.len(), b.len()) {
            (1, many) | (many, 1) => many,
            (left, right) if left == right => left,
            (left, right) => {
                let message = format!("{left} sources and {right} targets; give equally many, or one");
                return Err(to_exception(py, &Error::usage(message)));
            }
        };
        let at = |ids: &[u64], i: usize| if ids.len() == 1 { ids[0] } else { ids[i] };
        let walk = |i: usize| {
            let (from, to) = (at(&a, i), Node(at(&b, i)));
            std::iter::successors(Some(Node(from)), move |&v| {
                net.next_port(v, to).map(|port| net.link(v, port).0)
            })
        };
        let fill =
            |i: usize, out: &mut [u64]| out.iter_mut().zip(walk(i)).for_each(|(place, v)| *place = v.0);
        // Without a path a walk would not end: no path has more nodes than the network.
        let length = |i: usize| {
            let (count, last) = walk(i)
                .take(usize::try_from(n).unwrap_or(usize::MAX))
                .fold((0, None), |(count, _), v| (count + 1, Some(v)));
            if last == Some(Node(at(&b, i))) { count } else { 0 }
        };
        arrays::id_lists(py, count, MAX_PLACES, length, fill)
    }

    /// All links as an array of the shape (m, 2), the smaller id first, sorted.
    ///
    /// Examples
    /// --------
    /// >>> import crossedge
    /// >>> crossedge.Topology("path(3)").edges()
    /// array([[0, 1],
    ///        [1, 2]], dtype=uint64)
    fn edges<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let net = self.network(py)?.as_ref();
        let links = u64::try_from(self.net.links()).unwrap_or(u64::MAX);
        if links > MAX_PLACES / 2 || net.nodes() > MAX_PLACES {
            let error = Error::limit(
                format!("{} links are too many for an array", self.net.links()),
                "at most 1073741824",
            );
            return Err(to_exception(py, &error));
        }
        let above = |v: usize| neighbors(net, Node(v as u64)).map(|w| w.0).filter(move |w| *w > v as u64);
        let fill = |v: usize, out: &mut [u64]| {
            let mut ends: Vec<u64> = above(v).collect();
            ends.sort_unstable();
            out.chunks_mut(2).zip(ends).for_each(|(pair, w)| pair.copy_from_slice(&[v as u64, w]));
        };
        let (_, all) =
            arrays::id_lists(py, net.nodes() as usize, MAX_PLACES, |v| 2 * above(v).count() as u64, fill)?;
        let pairs = all.cast::<numpy::PyArray1<u64>>()?;
        Ok(pairs.reshape([pairs.len()? / 2, 2])?.into_any())
    }

    /// The kinds of link, from the innermost out, and how wide each is.
    ///
    /// Examples
    /// --------
    /// >>> import crossedge
    /// >>> crossedge.Topology("dual(ring(3))").link_classes
    /// {'ring': 1, 'cross level 1': 1}
    #[getter]
    fn link_classes<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let net = self.network(py)?;
        let classes = PyDict::new(py);
        for (number, name) in net.link_classes().into_iter().enumerate() {
            classes.set_item(name, net.width(number))?;
        }
        Ok(classes)
    }

    /// The kind of every link that `edges` lists, as a number of `link_classes`.
    ///
    /// Examples
    /// --------
    /// >>> import crossedge
    /// >>> crossedge.Topology("dual(ring(2))").edge_classes()
    /// array([0, 1, 1, 0, 1, 1, 0, 0], dtype=uint64)
    fn edge_classes<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let edges = self.edges(py)?;
        let net = self.network(py)?.as_ref();
        let edges = edges.cast::<numpy::PyArray2<u64>>()?.readonly();
        let edges = edges.as_slice()?;
        let class = |v: Node, w: Node| {
            let ports = (0..net.degree(v)).map(Port);
            ports
                .filter(|port| net.link(v, *port).0 == w)
                .map(|port| net.link_class(v, port))
                .next()
                .unwrap_or(0)
        };
        let classes = crate::watch::run_scoped(py, |_| {
            let all = edges.par_chunks(2).map(|pair| class(Node(pair[0]), Node(pair[1])) as u64);
            all.collect::<Vec<u64>>()
        })?;
        Ok(classes.into_pyarray(py).into_any())
    }
}
