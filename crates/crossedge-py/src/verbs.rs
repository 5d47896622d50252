//! One method for each verb of the library: arguments become a request, the answer becomes an object of `crossedge.answers`.

use crate::convert::python;
use crate::error::{error_from_text, to_exception, word, words};
use crate::topology::Topology;
use crate::values::{Bytes, Name, Quantity};
use crate::watch::run_interruptible;
use crossedge::Error;
use crossedge::answers::{
    Choice, CiteRequest, CollectiveRequest, DeadlockRequest, DisjointRequest, DistanceRequest, EffortRequest,
    LeftRequest, LoadRequest, NodeRequest, PacketRequest, PatternText, Request, RouteRequest, RoutingRequest,
    ShowRequest, TreesRequest, VerifyRequest, ask,
};
use crossedge::cost::Link;
use crossedge::error::ErrorKind;
use crossedge::metrics::Metric;
use crossedge::progress::Progress;
use pyo3::prelude::*;
use serde::Serialize;

/// The metrics that are requested by name.
pub fn metrics(names: Option<Vec<String>>) -> Result<Vec<Metric>, Error> {
    let one = |name: String| {
        let matching = Metric::every().find(|metric| metric.name() == name);
        matching.ok_or_else(|| {
            let known: Vec<&str> = Metric::every().map(Metric::name).collect();
            Error::usage(format!("there is no metric '{name}'"))
                .help(format!("there are {}", known.join(", ")))
        })
    };
    names.unwrap_or_default().into_iter().map(one).collect()
}

/// A seed from what Scientific Python calls `rng`.
pub fn seed(py: Python<'_>, rng: Option<&Bound<'_, PyAny>>) -> PyResult<u64> {
    py.import("crossedge._rng")?.call_method1("seed", (rng,))?.extract()
}

/// The progress callback; `None` if there is none.
pub fn progress_callback<'py>(
    py: Python<'py>,
    progress: Option<&Bound<'py, PyAny>>,
) -> PyResult<Option<Bound<'py, PyAny>>> {
    let teller = py.import("crossedge._progress")?.call_method1("teller", (progress,))?;
    Ok((!teller.is_none()).then_some(teller))
}

/// An answer as an object of the class of this name.
pub fn answer_object<'py, A: Serialize>(
    py: Python<'py>,
    class: &str,
    answer: &A,
) -> PyResult<Bound<'py, PyAny>> {
    py.import("crossedge._build")?.call_method1("build", (class, python(py, answer)?))
}

impl Topology {
    /// Asks the library, in a thread of its own, and makes an object of the answer.
    pub fn run_request<'py, R>(
        &self,
        py: Python<'py>,
        class: &str,
        progress: Option<&Bound<'py, PyAny>>,
        request: impl FnOnce() -> Result<R, Error>,
    ) -> PyResult<Bound<'py, PyAny>>
    where
        R: Request<On = crossedge::Topology> + Send + 'static,
        R::Answer: Serialize + Send + 'static,
    {
        let request = request().map_err(|error| to_exception(py, &error))?;
        let teller = progress_callback(py, progress)?;
        let net = self.net.clone();
        let envelope =
            run_interruptible(py, teller.as_ref(), move |watch: &dyn Progress| ask(&request, &net, watch))?;
        let labels = self.labels.as_ref().map(|labels| labels.bind(py));
        py.import("crossedge._build")?.call_method1("build", (class, python(py, &envelope)?, labels))
    }
}

fn routing_request(routing: Option<&str>) -> Result<RoutingRequest, Error> {
    Ok(RoutingRequest { routing: words(routing)?, over: None })
}

#[pymethods]
impl Topology {
    /// The metrics of the network, each with evidence.
    ///
    /// Parameters
    /// ----------
    /// metrics : sequence of str, optional
    ///     Only these; an unavailable one is an error [default: all known metrics but the histogram].
    /// histogram : bool
    ///     Also how many pairs there are at each distance.
    /// explain : bool
    ///     Also the theorem that was applied to each part of the expression.
    /// sample : int, optional
    ///     Search from this many random nodes if no theorem gives the distances.
    /// rng : int or numpy.random.Generator, optional
    ///     Where the sample comes from.
    /// weights : tuple of float
    ///     Of degree and diameter in the weighted cost ratio.
    /// progress : bool or callable
    ///     A progress bar, or a callable with stage, done and total.
    ///
    /// Examples
    /// --------
    /// >>> import crossedge
    /// >>> answer = crossedge.Topology("dualcube(3)").show()
    /// >>> str(answer.links)
    /// '48, proved: half the sum of the degrees'
    #[pyo3(signature = (metrics=None, *, histogram=false, explain=false, sample=None, rng=None, weights=(0.5, 0.5), progress=None))]
    fn show<'py>(
        &self,
        py: Python<'py>,
        metrics: Option<Vec<String>>,
        histogram: bool,
        explain: bool,
        sample: Option<u64>,
        rng: Option<&Bound<'py, PyAny>>,
        weights: (f64, f64),
        progress: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let effort = EffortRequest { sample, seed: seed(py, rng)?, weights, budget: None };
        self.run_request(py, "ShowAnswer", progress, || {
            Ok(ShowRequest { metrics: crate::verbs::metrics(metrics)?, histogram, explain, effort })
        })
    }

    /// The distance of two nodes, with evidence.
    ///
    /// Parameters
    /// ----------
    /// source, target : int or str
    ///     The nodes.
    ///
    /// Examples
    /// --------
    /// >>> import crossedge
    /// >>> crossedge.Topology("rdn(ring(3), 2)").distance_figure(0, 647).distance.evidence.kind
    /// 'proved'
    fn distance_figure<'py>(
        &self,
        py: Python<'py>,
        source: Name,
        target: Name,
    ) -> PyResult<Bound<'py, PyAny>> {
        let (source, target) = (self.named(py, &source)?, self.named(py, &target)?);
        self.run_request(py, "DistanceAnswer", None, || Ok(DistanceRequest::new(source, target)))
    }

    /// One node: its address, its ports and neighbours.
    ///
    /// Parameters
    /// ----------
    /// node : int or str
    ///     The node.
    /// ports : int
    ///     This many ports are listed at most.
    ///
    /// Examples
    /// --------
    /// >>> import crossedge
    /// >>> [port.address for port in crossedge.Topology("rdn(ring(3), 1)").inspect(5).ports]
    /// ['(0,1,0)', '(0,1,1)', '(1,2,1)']
    #[pyo3(signature = (node, *, ports=NodeRequest::PORTS))]
    fn inspect<'py>(&self, py: Python<'py>, node: Name, ports: u32) -> PyResult<Bound<'py, PyAny>> {
        let node = self.named(py, &node)?;
        self.run_request(py, "NodeAnswer", None, || Ok(NodeRequest { node, ports }))
    }

    /// A path from one node to another, verified, with the case taken at each level.
    ///
    /// Parameters
    /// ----------
    /// source, target : int or str
    ///     The ends.
    /// algorithm : str
    ///     ``minimal``, ``paper`` or ``address``.
    /// limit : int
    ///     How many nodes a search may see, where no closed form is known.
    ///
    /// Examples
    /// --------
    /// >>> import crossedge
    /// >>> crossedge.Topology("torus(5,5)").route(0, 12).path
    /// (0, 5, 10, 11, 12)
    #[pyo3(signature = (source, target, *, algorithm="minimal", limit=RouteRequest::LIMIT))]
    fn route<'py>(
        &self,
        py: Python<'py>,
        source: Name,
        target: Name,
        algorithm: &str,
        limit: usize,
    ) -> PyResult<Bound<'py, PyAny>> {
        let (source, target) = (self.named(py, &source)?, self.named(py, &target)?);
        self.run_request(py, "RouteAnswer", None, || {
            Ok(RouteRequest { limit, ..RouteRequest::new(source, target).by(word(algorithm)?) })
        })
    }

    /// A maximum set of internally node-disjoint paths between two nodes.
    ///
    /// Parameters
    /// ----------
    /// source, target : int or str
    ///     The ends.
    /// limit : int
    ///     How many nodes a search may meet, where no construction is known.
    ///
    /// Examples
    /// --------
    /// >>> import crossedge
    /// >>> crossedge.Topology("dualcube(3)").disjoint(0, 31).count.value
    /// 3
    #[pyo3(signature = (source, target, *, limit=DisjointRequest::LIMIT))]
    fn disjoint<'py>(
        &self,
        py: Python<'py>,
        source: Name,
        target: Name,
        limit: u64,
    ) -> PyResult<Bound<'py, PyAny>> {
        let (from, to) = (self.named(py, &source)?, self.named(py, &target)?);
        self.run_request(py, "DisjointAnswer", None, || Ok(DisjointRequest { from, to, limit }))
    }

    /// Spanning trees from a root that are arc-disjoint, as many as there are.
    ///
    /// Parameters
    /// ----------
    /// root : int or str
    ///     The root.
    ///
    /// Examples
    /// --------
    /// >>> import crossedge
    /// >>> crossedge.Topology("hypercube(4)").trees(0).count.value
    /// 4
    #[pyo3(signature = (root, *, progress=None))]
    fn trees<'py>(
        &self,
        py: Python<'py>,
        root: Name,
        progress: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let root = self.named(py, &root)?;
        self.run_request(py, "TreesAnswer", progress, || Ok(TreesRequest { root }))
    }

    /// A proof that a routing cannot deadlock, or a cycle of channels that wait for each other.
    ///
    /// Parameters
    /// ----------
    /// routing : str, optional
    ///     Its name; the usual one of the network by default.
    /// vcs : int, optional
    ///     Virtual channels on each link; as many as the routing asks for by default.
    /// minimum : bool
    ///     Find the least number of channels with a proof.
    ///
    /// Examples
    /// --------
    /// >>> import crossedge
    /// >>> net = crossedge.Topology("torus(5,5)")
    /// >>> net.deadlock("dimension").proved, net.deadlock("dimension", vcs=1).proved
    /// (True, False)
    #[pyo3(signature = (routing=None, *, vcs=None, minimum=false, progress=None))]
    fn deadlock<'py>(
        &self,
        py: Python<'py>,
        routing: Option<&str>,
        vcs: Option<u32>,
        minimum: bool,
        progress: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        self.run_request(py, "DeadlockAnswer", progress, || {
            Ok(DeadlockRequest { routing: crate::verbs::routing_request(routing)?, vcs, minimum })
        })
    }

    /// How busy each kind of link is under a pattern of traffic, and the throughput that follows.
    ///
    /// Parameters
    /// ----------
    /// traffic : str
    ///     ``uniform``, ``all-to-all``, ``transpose``, ``complement``, ``tornado``, ``reverse``, ``shift by 3``, ``hotspot at 0``.
    /// routing : str, optional
    ///     The usual one of the network by default.
    ///
    /// Examples
    /// --------
    /// >>> import crossedge
    /// >>> crossedge.Topology("hypercube(4)").load("uniform").max_channel_load
    /// Fraction(8, 15)
    #[pyo3(signature = (traffic="uniform", *, routing=None, progress=None))]
    fn load<'py>(
        &self,
        py: Python<'py>,
        traffic: &str,
        routing: Option<&str>,
        progress: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        self.run_request(py, "LoadAnswer", progress, || {
            let PatternText { pattern, by, stride, hot } =
                traffic.parse().map_err(|why: String| error_from_text(ErrorKind::Usage, &why))?;
            let usual = LoadRequest::new(pattern);
            let hot = hot.map_or(usual.hot, Into::into);
            Ok(LoadRequest {
                traffic: pattern,
                routing: crate::verbs::routing_request(routing)?,
                by: by.unwrap_or(usual.by),
                stride: stride.unwrap_or(usual.stride),
                hot,
            })
        })
    }

    /// Schedules of a collective, verified, priced, next to what no schedule can beat.
    ///
    /// Parameters
    /// ----------
    /// kind : str
    ///     ``broadcast``, ``scatter``, ``gather``, ``reduce``, ``allgather``, ``reduce-scatter``, ``allreduce``, ``all-to-all``, ``barrier``.
    /// bytes : int or str
    ///     Of the vector (broadcast, reduce, allreduce) or of one node's message, e.g. ``"1MiB"``.
    /// algorithm : str
    ///     ``best``, ``all``, ``paper``, or the name of one.
    /// root : int or str
    ///     The special node, where there is one.
    /// model : str, optional
    ///     How messages move.
    /// ports : str
    ///     How many messages a node can have under way: ``one`` or ``all``.
    /// latency, bandwidth : float or str, optional
    ///     Of a link, in seconds and bytes per second, or e.g. ``"0.5us"`` and ``"400Gbit/s"``.
    /// pieces : int, optional
    ///     Pipeline segments [default: the fastest number].
    /// steps : bool
    ///     Also return the messages of every step.
    /// sizes : bool
    ///     Instead of one size all from one byte to 16 MiB: which algorithm is fastest where.
    ///
    /// Examples
    /// --------
    /// >>> import crossedge
    /// >>> answer = crossedge.Topology("hypercube(4)").collective("broadcast", bytes="1KiB")
    /// >>> answer.step_count, answer.lower_bound.step_count, answer.verdict
    /// (4, 4, 'holds')
    #[pyo3(signature = (
        kind, *, bytes=Bytes::Number(CollectiveRequest::BYTES), algorithm="best", root=None, model=None, ports="one",
        latency=None, bandwidth=None, pieces=None, steps=false, sizes=false, progress=None
    ))]
    fn collective<'py>(
        &self,
        py: Python<'py>,
        kind: &str,
        bytes: Bytes,
        algorithm: &str,
        root: Option<Name>,
        model: Option<&str>,
        ports: &str,
        latency: Option<Quantity>,
        bandwidth: Option<Quantity>,
        pieces: Option<u64>,
        steps: bool,
        sizes: bool,
        progress: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let root = self.named_if_any(py, root.as_ref())?.unwrap_or_else(|| 0.into());
        self.run_request(py, "CollectiveAnswer", progress, || {
            let usual = Link::default();
            if let Some(pieces) = pieces.filter(|pieces| !(1..=4096).contains(pieces)) {
                return Err(Error::usage(format!("{pieces} pieces cannot be")).help("take from 1 to 4096"));
            }
            let seconds = latency.map(|latency| latency.seconds()).transpose()?;
            let rate = bandwidth.map(|bandwidth| bandwidth.bytes_per_second()).transpose()?;
            Ok(CollectiveRequest {
                algorithm: algorithm.parse::<Choice>().unwrap_or(Choice::Best),
                model: words(model)?,
                link: Link {
                    latency_seconds: seconds.unwrap_or(usual.latency_seconds),
                    byte_seconds: rate.map_or(usual.byte_seconds, f64::recip),
                },
                ports: word(ports)?,
                pieces,
                steps,
                sizes,
                ..CollectiveRequest::new(word(kind)?).root(root).bytes(bytes.read()?)
            })
        })
    }

    /// Routes a packet around faults that it discovers on its path.
    ///
    /// Parameters
    /// ----------
    /// source, target : int or str
    ///     The ends.
    /// faults : str or sequence
    ///     E.g. ``"5,7-8"``, or a list of nodes and of pairs.
    /// search : int
    ///     How many nodes the packet may search when it has no other plan.
    ///
    /// Examples
    /// --------
    /// >>> import crossedge
    /// >>> crossedge.Topology("rdn(ring(3), 2)").packet(0, 647, [2, 324]).end
    /// 'delivered'
    #[pyo3(signature = (source, target, faults=None, *, search=0))]
    fn packet<'py>(
        &self,
        py: Python<'py>,
        source: Name,
        target: Name,
        faults: Option<&Bound<'py, PyAny>>,
        search: usize,
    ) -> PyResult<Bound<'py, PyAny>> {
        let faults = crate::values::faults(self, faults)?;
        let (from, to) = (self.named(py, &source)?, self.named(py, &target)?);
        self.run_request(py, "PacketAnswer", None, || Ok(PacketRequest { from, to, faults, search }))
    }

    /// The remaining network after given faults, exactly.
    ///
    /// Parameters
    /// ----------
    /// faults : str or sequence
    ///     E.g. ``"5,7-8"`` or ``"(0,*,*)"``, or a list of nodes and of pairs.
    /// throughput : bool
    ///     Also the uniform throughput of the endpoints that stay connected, before and after.
    ///
    /// Examples
    /// --------
    /// >>> import crossedge
    /// >>> left = crossedge.Topology("torus(5,5)").left([0, (7, 8)])
    /// >>> left.alive, left.diameter.value
    /// (24, 4)
    #[pyo3(signature = (faults, *, throughput=false, progress=None))]
    fn left<'py>(
        &self,
        py: Python<'py>,
        faults: &Bound<'py, PyAny>,
        throughput: bool,
        progress: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let faults = crate::values::faults(self, Some(faults))?;
        self.run_request(py, "LeftAnswer", progress, || Ok(LeftRequest { faults, throughput }))
    }

    /// The laws of the network, checked link by link, and its claims compared with what is counted.
    ///
    /// Examples
    /// --------
    /// >>> import crossedge
    /// >>> crossedge.Topology("dualcube(3)").verify().holds
    /// True
    #[pyo3(signature = (*, progress=None))]
    fn verify<'py>(
        &self,
        py: Python<'py>,
        progress: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        self.run_request(py, "VerifyAnswer", progress, || Ok(VerifyRequest))
    }

    /// The works behind the expression, as BibTeX.
    ///
    /// Parameters
    /// ----------
    /// evidence : bool
    ///     Also the works of the theorems and methods behind the metrics.
    ///
    /// Examples
    /// --------
    /// >>> import crossedge
    /// >>> crossedge.Topology("rdn(ring(3), 2)").cite().folklore
    /// ('ring',)
    #[pyo3(signature = (*, evidence=false))]
    fn cite<'py>(&self, py: Python<'py>, evidence: bool) -> PyResult<Bound<'py, PyAny>> {
        self.run_request(py, "CiteAnswer", None, || Ok(CiteRequest { evidence }))
    }
}
