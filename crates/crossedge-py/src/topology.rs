//! The class `Topology`: text, builders, counts, and questions about single nodes and arrays of them.

use crate::arrays::{self, Ids, Lists, NONE};
use crate::error::raise;
use crate::values::{Name, part};
use crossedge::Error;
use crossedge::error::ErrorKind;
use crossedge::expr::{Arg, Call, Expr, Kind, Power};
use crossedge::net::{Node, Port, Structure, neighbors};
use crossedge::progress::Silent;
use crossedge::route;
use num_bigint::BigUint;
use numpy::{IntoPyArray, PyArrayMethods};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyInt, PyString, PyTuple};
use std::collections::BTreeMap;
use std::sync::Arc;

/// An array of links or of neighbours has at most so many places: 16 GiB.
const MAX_PLACES: u64 = 1 << 31;

/// Graphs that came from Python, by the names under which an expression reads them.
#[derive(Clone, Default)]
pub struct Kept(pub BTreeMap<String, Arc<Vec<u8>>>);

impl Kept {
    /// Takes the graphs of another network along. Names tell what is inside.
    pub fn add(&mut self, other: &Kept) {
        self.0.extend(other.0.iter().map(|(name, bytes)| (name.clone(), bytes.clone())));
    }
}

/// A network by its expression.
///
/// Parameters
/// ----------
/// expression : str
///     The network in one line, as in ``rdn(torus(5,5), 2)``. `crossedge.catalog` lists the words. A name that ends with ``.graphml``,
///     ``.edges`` or the like is read as a file.
///
/// Examples
/// --------
/// >>> import crossedge
/// >>> net = crossedge.Topology("rdn(ring(3), 2)")
/// >>> net.nodes, net.diameter.value
/// (648, 10)
/// >>> crossedge.ring(3).dual().dual() == crossedge.Topology("dual(dual(ring(3)))")
/// True
#[pyclass(frozen, module = "crossedge")]
pub struct Topology {
    pub net: crossedge::Topology,
    pub kept: Kept,
}

impl Topology {
    /// Reads an expression; graphs that are kept come before files.
    pub fn read(text: &str, kept: Kept) -> Result<Self, Error> {
        let graphs = kept.0.clone();
        let files = move |name: &str| match graphs.get(name) {
            Some(bytes) => Ok(bytes.as_ref().clone()),
            None => crossedge_campaign::graph_file(name),
        };
        let net = crossedge::Topology::builder().files(files).parse(text)?;
        Ok(Topology { net, kept })
    }

    /// Makes a network of an expression that was put together.
    pub fn made(py: Python<'_>, expr: &Expr, kept: Kept) -> PyResult<Self> {
        let text = expr.to_string();
        py.detach(|| Topology::read(&text, kept)).map_err(|error| raise(py, &error))
    }

    /// A construction of the catalog.
    pub fn call(
        py: Python<'_>,
        name: &str,
        first: Option<&Topology>,
        args: &Bound<'_, PyTuple>,
        kwargs: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Self> {
        let mut kept = Kept::default();
        let mut all = Vec::new();
        if let Some(first) = first {
            kept.add(&first.kept);
            all.push(Arg::new(None, first.net.expr().clone()));
        }
        for given in args {
            all.push(Arg::new(None, part(&given, false, &mut kept)?));
        }
        for (key, given) in kwargs.into_iter().flatten() {
            all.push(Arg::new(Some(key.extract()?), part(&given, true, &mut kept)?));
        }
        let call = Call { name: name.to_owned(), name_span: 0..0, args: all };
        Topology::made(py, &Expr::new(Kind::Call(call)), kept)
    }

    pub fn network(&self, py: Python<'_>) -> PyResult<&Arc<dyn Structure>> {
        self.net.network().map_err(|error| raise(py, &error))
    }

    fn product(py: Python<'_>, a: &Topology, b: &Topology) -> PyResult<Self> {
        let mut kept = a.kept.clone();
        kept.add(&b.kept);
        // A product of a product is one product: factors have numbers.
        let factors = |net: &Topology| match &net.net.expr().kind {
            Kind::Product(parts) => parts.clone(),
            _ => vec![net.net.expr().clone()],
        };
        Topology::made(py, &Expr::new(Kind::Product([factors(a), factors(b)].concat())), kept)
    }

    /// Ids as they are given, or one node by its address.
    fn ids<'py>(&self, given: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        if given.is_instance_of::<PyString>() {
            let node = self.node(given.py(), given.extract()?)?;
            return Ok(node.into_pyobject(given.py())?.into_any());
        }
        Ok(given.clone())
    }
}

#[pymethods]
impl Topology {
    #[new]
    fn new(py: Python<'_>, expression: &str) -> PyResult<Self> {
        let named = crossedge::net::is_graph_file(expression) && !expression.contains(['(', '"']);
        let text = match named {
            true => Expr::call("file", vec![Expr::new(Kind::Text(expression.to_owned()))]).to_string(),
            false => expression.to_owned(),
        };
        py.detach(|| Topology::read(&text, Kept::default())).map_err(|error| raise(py, &error))
    }

    /// A graph of links between numbered nodes.
    ///
    /// Parameters
    /// ----------
    /// edges : array_like of int, shape (m, 2)
    ///     The links. Loops and links that are there twice are refused.
    /// nodes : int, optional
    ///     How many nodes; one more than the largest id without it.
    /// names : sequence of str, optional
    ///     What the nodes are called; then these are their addresses.
    ///
    /// Examples
    /// --------
    /// >>> import crossedge
    /// >>> crossedge.Topology.from_edges([(0, 1), (1, 2), (2, 0)]).diameter.value
    /// 1
    #[staticmethod]
    #[pyo3(signature = (edges, nodes=None, names=None))]
    fn from_edges(
        py: Python<'_>,
        edges: &Bound<'_, PyAny>,
        nodes: Option<u64>,
        names: Option<Vec<String>>,
    ) -> PyResult<Self> {
        let ids = Ids::read(edges)?;
        let flat = arrays::flat(&ids, u64::MAX)?;
        if !flat.len().is_multiple_of(2) || matches!(ids, Ids::One(_)) || !pairs_of_two(&ids) {
            return Err(PyTypeError::new_err("links are an array of the shape (m, 2)"));
        }
        let least = flat.iter().max().map_or(0, |most| most.saturating_add(1));
        let count = nodes.unwrap_or(least).max(names.as_ref().map_or(0, |names| names.len() as u64));
        if count < least || names.as_ref().is_some_and(|names| names.len() as u64 != count) {
            let error = Error::usage(format!("the links need {least} nodes, and {count} are told of"));
            return Err(raise(py, &error.help("give every node a name, or leave `nodes` and `names` out")));
        }
        if count > 1 << 26 {
            return Err(raise(py, &Error::limit(format!("{count} nodes are too many to keep"), "at most 67108864")));
        }
        let (name, bytes) = crate::graph::kept(count, &flat, names.as_deref());
        let expr = Expr::call("file", vec![Expr::new(Kind::Text(name.clone()))]);
        Topology::made(py, &expr, Kept(BTreeMap::from([(name, Arc::new(bytes))])))
    }

    /// The expression, in canonical text.
    ///
    /// Examples
    /// --------
    /// >>> import crossedge
    /// >>> crossedge.Topology("rdn( ring(3),1 )").expression
    /// 'rdn(ring(3), 1)'
    #[getter]
    fn expression(&self) -> String {
        self.net.to_string()
    }

    /// How many nodes, of any size.
    ///
    /// Examples
    /// --------
    /// >>> import crossedge
    /// >>> crossedge.Topology("hypercube(100)").nodes == 2**100
    /// True
    #[getter]
    fn nodes(&self) -> BigUint {
        self.net.nodes()
    }

    /// How many links.
    ///
    /// Examples
    /// --------
    /// >>> import crossedge
    /// >>> crossedge.Topology("torus(5,5)").links
    /// 50
    #[getter]
    fn links(&self) -> BigUint {
        self.net.links()
    }

    /// How many endpoints: ids below are endpoints, the others are switches.
    ///
    /// Examples
    /// --------
    /// >>> import crossedge
    /// >>> net = crossedge.Topology("fattree(4)")
    /// >>> net.endpoints, net.nodes
    /// (16, 36)
    #[getter]
    fn endpoints(&self) -> BigUint {
        crossedge::net::endpoints(self.net.shape())
    }

    /// The form of an address, in words.
    ///
    /// Examples
    /// --------
    /// >>> import crossedge
    /// >>> crossedge.Topology("dual(ring(3))").notation
    /// '(class, cluster, node)'
    #[getter]
    fn notation(&self, py: Python<'_>) -> PyResult<String> {
        Ok(self.network(py)?.notation())
    }

    /// The id of a node.
    ///
    /// Parameters
    /// ----------
    /// name : str or int
    ///     An address in the notation of the network, or an id.
    ///
    /// Examples
    /// --------
    /// >>> import crossedge
    /// >>> crossedge.Topology("rdn(ring(3), 1)").node("(0,1,2)")
    /// 5
    fn node(&self, py: Python<'_>, name: Name) -> PyResult<u64> {
        self.net.node(name.0).map(|node| node.0).map_err(|error| raise(py, &error))
    }

    /// The address of a node, in the notation of the network.
    ///
    /// Parameters
    /// ----------
    /// node : int or str
    ///     The node.
    ///
    /// Examples
    /// --------
    /// >>> import crossedge
    /// >>> crossedge.Topology("rdn(ring(3), 1)").address(5)
    /// '(0,1,2)'
    fn address(&self, py: Python<'_>, node: Name) -> PyResult<String> {
        let id = self.node(py, node)?;
        Ok(self.network(py)?.address(Node(id)).to_string())
    }

    /// How many ports a node has; for an array of nodes, an array.
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
        let (net, ids) = (self.network(py)?.as_ref(), Ids::read(&self.ids(nodes)?)?);
        arrays::single(py, &ids, net.nodes(), |v| u64::from(net.degree(Node(v))))
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
        let (net, ids) = (self.network(py)?.as_ref(), Ids::read(&self.ids(nodes)?)?);
        let one = matches!(ids, Ids::One(_));
        let ids = arrays::flat(&ids, net.nodes())?;
        let length = |i: usize| u64::from(net.degree(Node(ids[i])));
        let fill = |i: usize, out: &mut [u64]| {
            out.iter_mut().zip(neighbors(net, Node(ids[i]))).for_each(|(place, w)| *place = w.0);
        };
        let (starts, all) = arrays::lists(py, ids.len(), MAX_PLACES, length, fill)?;
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
    ///     None where there is no way; 2**64 - 1 in an array.
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
        let answer = |net: &dyn Structure, a: Node, b: Node| match net.distance(a, b) {
            Some(distance) => distance,
            // No closed form: a search from both ends, which meets no limit but that of the graph.
            None => route::distance(net, a, b, usize::MAX, &Silent).ok().and_then(|known| known.value).unwrap_or(NONE),
        };
        let (source, target) = (self.ids(source)?, self.ids(target)?);
        if let Some(found) = arrays::searched(net, &source, &target)? {
            return Ok(found);
        }
        let found = arrays::pairs(net, &source, &target, answer)?;
        if found.is_instance_of::<PyInt>() && found.extract::<u64>()? == NONE {
            return Ok(py.None().into_bound(py));
        }
        Ok(found)
    }

    /// The next node on the way to a target, by the routing of the network; the node itself when it is there.
    ///
    /// Parameters
    /// ----------
    /// source, target : int, str or array_like of int
    ///     Arrays of equal shapes, or one node on either side.
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
        let answer = |net: &dyn Structure, a: Node, b: Node| match net.next_port(a, b) {
            Some(port) => net.link(a, port).0.0,
            None => a.0,
        };
        arrays::pairs(net, &self.ids(source)?, &self.ids(target)?, answer)
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
            return Err(raise(py, &error.help(format!("it has {degree} ports, from 0 on"))));
        }
        let (w, back) = net.link(v, Port(port));
        Ok((w.0, back.0))
    }

    /// The ways that packets take between many pairs, hop by hop.
    ///
    /// Parameters
    /// ----------
    /// sources, targets : int, str or array_like of int
    ///     Arrays of one length, or one node on either side.
    ///
    /// Returns
    /// -------
    /// tuple of numpy.ndarray
    ///     Where each way begins, and the nodes of all of them.
    ///
    /// Examples
    /// --------
    /// >>> import crossedge
    /// >>> starts, nodes = crossedge.Topology("ring(8)").paths(0, [2, 7])
    /// >>> nodes[starts[0]:starts[1]]
    /// array([0, 1, 2], dtype=uint64)
    fn paths<'py>(
        &self,
        sources: &Bound<'py, PyAny>,
        targets: &Bound<'py, PyAny>,
    ) -> PyResult<Lists<'py>> {
        let py = sources.py();
        let net = self.network(py)?.as_ref();
        let n = net.nodes();
        let (a, b) = (Ids::read(&self.ids(sources)?)?, Ids::read(&self.ids(targets)?)?);
        let (a, b) = (arrays::flat(&a, n)?, arrays::flat(&b, n)?);
        let count = match (a.len(), b.len()) {
            (1, many) | (many, 1) => many,
            (left, right) if left == right => left,
            (left, right) => {
                let told = format!("{left} sources and {right} targets; give as many, or one");
                return Err(raise(py, &Error::usage(told)));
            }
        };
        let at = |ids: &[u64], i: usize| if ids.len() == 1 { ids[0] } else { ids[i] };
        let walk = |i: usize| {
            let (from, to) = (at(&a, i), Node(at(&b, i)));
            std::iter::successors(Some(Node(from)), move |&v| net.next_port(v, to).map(|port| net.link(v, port).0))
        };
        let fill = |i: usize, out: &mut [u64]| out.iter_mut().zip(walk(i)).for_each(|(place, v)| *place = v.0);
        // Where there is no way, a walk would not end: no way has more nodes than there are.
        let length = |i: usize| walk(i).take(usize::try_from(n).unwrap_or(usize::MAX)).count() as u64;
        arrays::lists(py, count, MAX_PLACES, length, fill)
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
            let error = Error::limit(format!("{} links are too many for an array", self.net.links()), "at most 1073741824");
            return Err(raise(py, &error));
        }
        let above = |v: usize| neighbors(net, Node(v as u64)).map(|w| w.0).filter(move |w| *w > v as u64);
        let fill = |v: usize, out: &mut [u64]| {
            let mut ends: Vec<u64> = above(v).collect();
            ends.sort_unstable();
            out.chunks_mut(2).zip(ends).for_each(|(pair, w)| pair.copy_from_slice(&[v as u64, w]));
        };
        let (_, all) =
            arrays::lists(py, net.nodes() as usize, MAX_PLACES, |v| 2 * above(v).count() as u64, fill)?;
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
            ports.filter(|port| net.link(v, *port).0 == w).map(|port| net.link_class(v, port)).next().unwrap_or(0)
        };
        let classes = py.detach(|| {
            use rayon::prelude::*;
            let all = edges.par_chunks(2).map(|pair| class(Node(pair[0]), Node(pair[1])) as u64);
            all.collect::<Vec<u64>>()
        });
        Ok(classes.into_pyarray(py).into_any())
    }

    fn __mul__(&self, py: Python<'_>, other: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
        match other.cast::<Topology>() {
            Ok(other) => Ok(Py::new(py, Topology::product(py, self, other.get())?)?.into_any()),
            Err(_) => Ok(py.NotImplemented()),
        }
    }

    fn __pow__(&self, py: Python<'_>, exponent: u64, modulo: Option<&Bound<'_, PyAny>>) -> PyResult<Self> {
        if modulo.is_some() {
            return Err(PyTypeError::new_err("a power of a network has no modulus"));
        }
        let power = Power { exponent, span: 0..0 };
        let expr = Expr::new(Kind::Power(Box::new(self.net.expr().clone()), power));
        Topology::made(py, &expr, self.kept.clone())
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        other.cast::<Topology>().is_ok_and(|other| other.get().net.expr() == self.net.expr())
    }

    fn __hash__(&self) -> u64 {
        use std::hash::{DefaultHasher, Hash, Hasher};
        let mut hasher = DefaultHasher::new();
        self.net.to_string().hash(&mut hasher);
        hasher.finish()
    }

    fn __str__(&self) -> String {
        self.net.to_string()
    }

    fn __repr__(&self) -> String {
        format!("Topology({:?})", self.net.to_string())
    }

    fn __len__(&self, py: Python<'_>) -> PyResult<usize> {
        let too_large = || raise(py, &Error::new(ErrorKind::Limit, "too many nodes for len()").help("`nodes` tells them"));
        usize::try_from(self.net.nodes()).ok().filter(|n| isize::try_from(*n).is_ok()).ok_or_else(too_large)
    }

    /// A network is what its expression says, and graphs from Python that it stands on.
    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyTuple>)> {
        let py = slf.py();
        let read = py.import("crossedge._crossedge")?.getattr("_topology")?;
        let graphs = PyDict::new(py);
        for (name, bytes) in &slf.get().kept.0 {
            graphs.set_item(name, pyo3::types::PyBytes::new(py, bytes))?;
        }
        Ok((read, (slf.get().net.to_string(), graphs).into_pyobject(py)?))
    }
}

/// Whether an array has two columns, or nothing in it.
fn pairs_of_two(ids: &Ids<'_>) -> bool {
    use numpy::PyUntypedArrayMethods;
    match ids {
        Ids::One(_) => false,
        Ids::Many(array) => array.shape() == [0] || matches!(array.shape(), [_, 2]),
    }
}

/// Reads back what was pickled.
#[pyfunction]
pub fn _topology(py: Python<'_>, text: &str, graphs: BTreeMap<String, Vec<u8>>) -> PyResult<Topology> {
    let kept = Kept(graphs.into_iter().map(|(name, bytes)| (name, Arc::new(bytes))).collect());
    py.detach(|| Topology::read(text, kept)).map_err(|error| raise(py, &error))
}

/// A notebook shows pictures of networks up to this size; of larger ones the table.
const MAX_SHOWN: u32 = 500;

#[pymethods]
impl Topology {
    /// The picture that a notebook shows; none of a large network.
    fn _repr_svg_(&self, py: Python<'_>) -> Option<String> {
        if self.net.nodes() > MAX_SHOWN.into() {
            return None;
        }
        py.detach(|| self.net.draw().svg(crossedge::render::Theme::Light).ok())
    }

    /// The table that a notebook shows of a network without a picture: what is known at any size.
    fn _repr_html_(&self) -> Option<String> {
        if self.net.nodes() <= MAX_SHOWN.into() {
            return None;
        }
        let rows = [("network", self.net.to_string()), ("nodes", self.net.nodes().to_string()), ("links", self.net.links().to_string())];
        let row = |(name, value): &(&str, String)| {
            let value = value.replace('&', "&amp;").replace('<', "&lt;");
            let digits = value.chars().all(|c| c.is_ascii_digit());
            let shown = if digits && value.len() > 60 { format!("{}… ({} digits)", &value[..20], value.len()) } else { value };
            format!("<tr><th style='text-align:left'>{name}</th><td style='text-align:left'>{shown}</td></tr>")
        };
        Some(format!("<table>{}</table>", rows.iter().map(row).collect::<String>()))
    }
}
