//! The class `Topology`: text, builders, counts, and questions about single nodes and arrays of them.

use crate::arrays::{self, IdArgument};
use crate::error::to_exception;
use crate::values::{Name, expression_part};
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
        Ok(Topology { net, kept })
    }

    /// Makes a network of an expression that was put together.
    pub fn from_expression(py: Python<'_>, expr: &Expr, kept: PythonGraphs) -> PyResult<Self> {
        let text = expr.to_string();
        py.detach(|| Topology::read(&text, kept)).map_err(|error| to_exception(py, &error))
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

    pub fn network(&self, py: Python<'_>) -> PyResult<&Arc<dyn Structure>> {
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
        py.detach(|| Topology::read(&text, PythonGraphs::default())).map_err(|error| to_exception(py, &error))
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
        let ids = IdArgument::read(edges)?;
        let flat = arrays::flat_ids(&ids, u64::MAX)?;
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
        let (name, bytes) = crate::graph::graph_text(count, &flat, names.as_deref());
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
        self.net.node(name.0).map(|node| node.0).map_err(|error| to_exception(py, &error))
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
        Ok((read, (slf.get().net.to_string(), graphs).into_pyobject(py)?))
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
pub fn _topology(py: Python<'_>, text: &str, graphs: BTreeMap<String, Vec<u8>>) -> PyResult<Topology> {
    let kept = PythonGraphs(graphs.into_iter().map(|(name, bytes)| (name, Arc::new(bytes))).collect());
    py.detach(|| Topology::read(text, kept)).map_err(|error| to_exception(py, &error))
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
