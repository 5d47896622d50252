//! The class `Topology`: text, builders, counts, and questions about single nodes and arrays of them.

use crate::arrays::{self, IdArgument};
use crate::error::to_exception;
use crate::values::{Name, expression_part};
use crate::watch::run_interruptible;
use crossedge::Error;
use crossedge::error::ErrorKind;
use crossedge::expr::{Arg, Call, Expr, Kind, Power};
use crossedge::net::{Node, Structure};
use num_bigint::BigUint;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};
use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// Networks and files up to this size are read and built at once.
const SMALL: usize = 1 << 12;

/// Graphs that came from Python, by the names under which an expression reads them.
#[derive(Clone, Default)]
pub struct PythonGraphs(pub BTreeMap<String, Arc<Vec<u8>>>);

impl PythonGraphs {
    /// Takes over the graphs of another network. Names identify their contents.
    pub fn add(&mut self, other: &PythonGraphs) {
        self.0.extend(other.0.iter().map(|(name, bytes)| (name.clone(), bytes.clone())));
    }
}

/// A network by its expression.
///
/// Parameters
/// ----------
/// expression : str
///     The network expression, e.g. ``rdn(torus(5,5), 2)``. `crossedge.catalog` lists the constructions. A name that ends with ``.graphml``,
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
    pub kept: PythonGraphs,
    /// The labels of the graph that the network was made of: an object of `crossedge._labels.Labels`.
    pub labels: Option<Py<PyAny>>,
    /// `true` once the network is built.
    built: AtomicBool,
}

impl Topology {
    /// Reads an expression; graphs that are kept come before files.
    pub fn read(text: &str, kept: PythonGraphs) -> Result<Self, Error> {
        let graphs = kept.0.clone();
        let files = move |name: &str| match graphs.get(name) {
            Some(bytes) => Ok(bytes.as_ref().clone()),
            None => crossedge_campaign::graph_file(name),
        };
        let net = crossedge::Topology::builder().files(files).parse(text)?;
        Ok(Topology { net, kept, labels: None, built: AtomicBool::new(false) })
    }

    /// Reads an expression outside of the interpreter's lock. Files and stored graphs may be large: reading them can be interrupted.
    pub fn read_interruptibly(py: Python<'_>, text: &str, kept: PythonGraphs) -> PyResult<Self> {
        if kept.0.values().all(|bytes| bytes.len() < SMALL) && !text.contains("file(") {
            return py.detach(|| Topology::read(text, kept)).map_err(|error| to_exception(py, &error));
        }
        let text = text.to_owned();
        run_interruptible(py, None, move |_| Topology::read(&text, kept))
    }

    /// Makes a network of an expression that was put together.
    pub fn from_expression(py: Python<'_>, expr: &Expr, kept: PythonGraphs) -> PyResult<Self> {
        let text = expr.to_string();
        Topology::read_interruptibly(py, &text, kept)
    }

    /// A construction of the catalog.
    pub fn call(
        py: Python<'_>,
        name: &str,
        first: Option<&Topology>,
        args: &Bound<'_, PyTuple>,
        kwargs: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Self> {
        let mut kept = PythonGraphs::default();
        let mut all = Vec::new();
        if let Some(first) = first {
            kept.add(&first.kept);
            all.push(Arg::new(None, first.net.expr().clone()));
        }
        for given in args {
            all.push(Arg::new(None, expression_part(&given, false, &mut kept)?));
        }
        for (key, given) in kwargs.into_iter().flatten() {
            all.push(Arg::new(Some(key.extract()?), expression_part(&given, true, &mut kept)?));
        }
        let call = Call { name: name.to_owned(), name_span: 0..0, args: all };
        Topology::from_expression(py, &Expr::new(Kind::Call(call)), kept)
    }

    /// The network. A large one is built outside of the interpreter's lock at first, and can be interrupted.
    pub fn network(&self, py: Python<'_>) -> PyResult<&Arc<dyn Structure>> {
        if !self.built.load(Ordering::Relaxed) {
            if self.net.nodes() > SMALL.into() {
                let net = self.net.clone();
                run_interruptible(py, None, move |_| net.network().map(drop))?;
            }
            self.built.store(true, Ordering::Relaxed);
        }
        self.net.network().map_err(|error| to_exception(py, &error))
    }

    fn product(py: Python<'_>, a: &Topology, b: &Topology) -> PyResult<Self> {
        let mut kept = a.kept.clone();
        kept.add(&b.kept);
        // A product of a product is one product: factors have numbers.
        let factors = |net: &Topology| match &net.net.expr().kind {
            Kind::Product(parts) => parts.clone(),
            _ => vec![net.net.expr().clone()],
        };
        Topology::from_expression(py, &Expr::new(Kind::Product([factors(a), factors(b)].concat())), kept)
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
        Topology::read_interruptibly(py, &text, PythonGraphs::default())
    }

    /// A graph of links between numbered nodes.
    ///
    /// Parameters
    /// ----------
    /// edges : array_like of int, shape (m, 2)
    ///     The links. Loops and links that are there twice are refused.
    /// nodes : int, optional
    ///     How many nodes; one more than the largest id by default.
    /// names : sequence of str, optional
    ///     What the nodes are called; then these are their addresses.
    /// endpoints : int, optional
    ///     Nodes below this id send and receive, the others are switches; all nodes by default.
    /// widths : sequence of int, optional
    ///     The number of cables of each link; one by default.
    ///
    /// Examples
    /// --------
    /// >>> import crossedge
    /// >>> crossedge.Topology.from_edges([(0, 1), (1, 2), (2, 0)]).diameter.value
    /// 1
    #[staticmethod]
    #[pyo3(signature = (edges, nodes=None, names=None, *, endpoints=None, widths=None))]
    fn from_edges(
        py: Python<'_>,
        edges: &Bound<'_, PyAny>,
        nodes: Option<u64>,
        names: Option<Vec<String>>,
        endpoints: Option<u64>,
        widths: Option<Vec<u64>>,
    ) -> PyResult<Self> {
        let ids = IdArgument::read(edges)?;
        let flat = arrays::flat_ids(py, &ids, u64::MAX)?;
        if !flat.len().is_multiple_of(2) || matches!(ids, IdArgument::One(_)) || !pairs_of_two(&ids) {
            return Err(PyTypeError::new_err("links are an array of the shape (m, 2)"));
        }
        let least = flat.iter().max().map_or(0, |most| most.saturating_add(1));
        let count = nodes.unwrap_or(least).max(names.as_ref().map_or(0, |names| names.len() as u64));
        if count < least || names.as_ref().is_some_and(|names| names.len() as u64 != count) {
            let error = Error::usage(format!("the links need {least} nodes (got {count})"));
            return Err(to_exception(
                py,
                &error.help("give every node a name, or leave `nodes` and `names` out"),
            ));
        }
        if count > 1 << 26 {
            return Err(to_exception(
                py,
                &Error::limit(format!("{count} nodes are too many to keep"), "at most 67108864"),
            ));
        }
        let wrong = |message: String, help: &str| to_exception(py, &Error::usage(message).help(help));
        if let Some(ends) = endpoints.filter(|ends| *ends == 0 || *ends > count) {
            return Err(wrong(
                format!("{ends} endpoints of {count} nodes"),
                "give a number from 1 to the nodes",
            ));
        }
        if let Some(given) = widths.as_ref().filter(|widths| 2 * widths.len() != flat.len()) {
            let message = format!("{} widths for {} links", given.len(), flat.len() / 2);
            return Err(wrong(message, "give a width for every link, or none"));
        }
        let mut seen = std::collections::HashSet::new();
        for pair in flat.chunks_exact(2) {
            let name =
                |v: u64| names.as_ref().map_or_else(|| v.to_string(), |names| names[v as usize].clone());
            if pair[0] == pair[1] {
                return Err(wrong(format!("node {} has a link to itself", name(pair[0])), "leave loops out"));
            }
            if !seen.insert([pair[0].min(pair[1]), pair[0].max(pair[1])]) {
                let message = format!("the link {} – {} is there twice", name(pair[0]), name(pair[1]));
                return Err(wrong(message, "give parallel links as one, with `widths`"));
            }
        }
        let roles = endpoints.filter(|ends| *ends < count);
        let (name, bytes) =
            crate::graph::graph_text(count, &flat, names.as_deref(), roles, widths.as_deref());
        let expr = Expr::call("file", vec![Expr::new(Kind::Text(name.clone()))]);
        Topology::from_expression(py, &expr, PythonGraphs(BTreeMap::from([(name, Arc::new(bytes))])))
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

    /// Number of nodes, of any size.
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

    /// Number of links.
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

    /// Number of endpoints: ids below are endpoints, the others are switches.
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

    /// The form of an address, as text.
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

    /// The labels of the nodes by id, where the network was made of a graph with labels of its own; else `None`.
    ///
    /// Examples
    /// --------
    /// >>> import crossedge, networkx
    /// >>> crossedge.from_networkx(networkx.Graph([("a", "b"), ("b", "c")])).labels
    /// ['a', 'b', 'c']
    #[getter]
    fn labels<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        self.labels.as_ref().map(|labels| labels.bind(py).getattr("names")).transpose()
    }

    /// The ids of nodes, as an array: of labels where the graph has its own, else of ids and addresses.
    ///
    /// Parameters
    /// ----------
    /// names : sequence
    ///     The nodes.
    ///
    /// Examples
    /// --------
    /// >>> import crossedge, networkx
    /// >>> net = crossedge.from_networkx(networkx.Graph([("a", "b"), ("b", "c")]))
    /// >>> net.index(["c", "a"])
    /// array([2, 0], dtype=uint64)
    fn index<'py>(&self, py: Python<'py>, names: Vec<Name>) -> PyResult<Bound<'py, PyAny>> {
        let ids = names.into_iter().map(|name| self.node(py, name)).collect::<PyResult<Vec<u64>>>()?;
        Ok(numpy::IntoPyArray::into_pyarray(ids, py).into_any())
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
    pub fn node(&self, py: Python<'_>, name: Name) -> PyResult<u64> {
        self.network(py)?;
        self.net.node(self.named(py, &name)?).map(|node| node.0).map_err(|error| to_exception(py, &error))
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
        Topology::from_expression(py, &expr, self.kept.clone())
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
        let too_large = || {
            to_exception(py, &Error::new(ErrorKind::Limit, "too many nodes for len()").help("give `nodes`"))
        };
        usize::try_from(self.net.nodes()).ok().filter(|n| isize::try_from(*n).is_ok()).ok_or_else(too_large)
    }

    /// A network consists of its expression, and of graphs from Python that it uses.
    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyTuple>)> {
        let py = slf.py();
        let read = py.import("crossedge._crossedge")?.getattr("_topology")?;
        let graphs = PyDict::new(py);
        for (name, bytes) in &slf.get().kept.0 {
            graphs.set_item(name, pyo3::types::PyBytes::new(py, bytes))?;
        }
        let labels = slf.get().labels.as_ref().map(|labels| labels.bind(py));
        Ok((read, (slf.get().net.to_string(), graphs, labels).into_pyobject(py)?))
    }
}

/// Returns `true` if an array has two columns, or nothing in it.
fn pairs_of_two(ids: &IdArgument<'_>) -> bool {
    use numpy::PyUntypedArrayMethods;
    match ids {
        IdArgument::One(_) => false,
        IdArgument::Many(array) => array.shape() == [0] || matches!(array.shape(), [_, 2]),
    }
}

/// Reads back what was pickled.
#[pyfunction]
#[pyo3(signature = (text, graphs, labels=None))]
pub fn _topology(
    py: Python<'_>,
    text: &str,
    graphs: BTreeMap<String, Vec<u8>>,
    labels: Option<Py<PyAny>>,
) -> PyResult<Topology> {
    let kept = PythonGraphs(graphs.into_iter().map(|(name, bytes)| (name, Arc::new(bytes))).collect());
    Ok(Topology { labels, ..Topology::read_interruptibly(py, text, kept)? })
}

/// The same network with labels for its nodes.
#[pyfunction]
pub fn _labelled(py: Python<'_>, net: &Bound<'_, Topology>, labels: Py<PyAny>) -> PyResult<Topology> {
    let kept = net.get().kept.clone();
    let labels = Some(labels);
    Ok(Topology { labels, ..Topology::read_interruptibly(py, &net.get().net.to_string(), kept)? })
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
        let rows = [
            ("network", self.net.to_string()),
            ("nodes", self.net.nodes().to_string()),
            ("links", self.net.links().to_string()),
        ];
        let row = |(name, value): &(&str, String)| {
            let value = value.replace('&', "&amp;").replace('<', "&lt;");
            let digits = value.chars().all(|c| c.is_ascii_digit());
            let shown = if digits && value.len() > 60 {
                format!("{}… ({} digits)", &value[..20], value.len())
            } else {
                value
            };
            format!(
                "<tr><th style='text-align:left'>{name}</th><td style='text-align:left'>{shown}</td></tr>"
            )
        };
        Some(format!("<table>{}</table>", rows.iter().map(row).collect::<String>()))
    }
}
