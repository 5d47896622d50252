//! Machines from the requirement to the cables: designs, layouts, failures, and what was built, compared with the plan.

use crate::error::{to_exception, word};
use crate::module::networks;
use crate::topology::Topology;
use crate::values::Name;
use crate::verbs::{answer_object, progress_callback};
use crate::watch::run_interruptible;
use crossedge::Error;
use crossedge::answers::{
    DesignRequest, FailuresRequest, FormatsRequest, GivenSchedule, LayoutRequest, LintRequest, PhasesRequest,
    RecognizeRequest, ScheduleRequest, SizeRange, Trust, WiringRequest, ask,
};
use crossedge::collective::training::MappingText;
use crossedge::progress::Silent;
use pyo3::prelude::*;

/// A range of sizes: a number, a pair of ends, or a text such as 8k..12k.
#[derive(FromPyObject)]
pub enum Range {
    /// This number.
    Number(u64),
    /// From the first to the second, both of which count; none is no limit.
    Pair(Option<u64>, Option<u64>),
    /// As it is written.
    Text(String),
}

impl Range {
    fn read(self) -> Result<SizeRange, Error> {
        match self {
            Range::Number(both) => Ok(SizeRange { least: Some(both), most: Some(both) }),
            Range::Pair(least, most) => {
                let end = |end: Option<u64>| end.map_or(String::new(), |end| end.to_string());
                format!("{}..{}", end(least), end(most)).parse()
            }
            Range::Text(text) => text.parse(),
        }
    }
}

#[pymethods]
impl Topology {
    /// The place of every node and the length of every cable: blocks in racks, racks in a room, by the levels of the construction, then improved, and verified.
    ///
    /// Parameters
    /// ----------
    /// block : int
    ///     Endpoints that are grouped together.
    /// units : int
    ///     Nodes of a rack.
    /// room : tuple of int, optional
    ///     Rows of racks and racks of a row; as many as are needed by default.
    /// copper_reach : int
    ///     How far copper reaches, in millimetres.
    /// improve : bool
    ///     Racks change places until cables get no shorter.
    /// seed : int
    ///     Of these exchanges.
    ///
    /// Examples
    /// --------
    /// >>> import crossedge
    /// >>> crossedge.Topology("rdn(torus(5,5), 1)").layout().command
    /// 'layout'
    #[pyo3(signature = (*, block=64, units=64, room=None, copper_reach=3000, improve=true, seed=1, progress=None))]
    fn layout<'py>(
        &self,
        py: Python<'py>,
        block: u64,
        units: u32,
        room: Option<(u32, u32)>,
        copper_reach: u64,
        improve: bool,
        seed: u64,
        progress: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        self.run_request(py, "LayoutAnswer", progress, || {
            Ok(LayoutRequest { block, units, room, copper_reach, improve, seed, prices: None })
        })
    }

    /// The expression of this network, up to names and port numbers, with the differences if some cables are wrong.
    ///
    /// Parameters
    /// ----------
    /// plan : str, optional
    ///     Compare with this network only.
    /// map : bool
    ///     List the node of the plan that each node is.
    ///
    /// Examples
    /// --------
    /// >>> import crossedge
    /// >>> crossedge.Topology("complete(2) ^ 4").recognize().plan.expression
    /// 'hypercube(4)'
    #[pyo3(signature = (*, plan=None, map=false, progress=None))]
    fn recognize<'py>(
        &self,
        py: Python<'py>,
        plan: Option<String>,
        map: bool,
        progress: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        self.run_request(py, "RecognizeAnswer", progress, || Ok(RecognizeRequest { plan, map }))
    }

    /// Problems of a fabric, most costly first. The network is a file, e.g. ``Topology('file("today.ibnet")')``.
    ///
    /// Parameters
    /// ----------
    /// plan : str, optional
    ///     The planned network; it is recognized by default.
    /// tables : str, optional
    ///     The file with forwarding tables.
    /// service_levels, sl2vl : list of str
    ///     Files with service levels and SL2VL tables.
    /// since : str, optional
    ///     An earlier dump of the same fabric.
    /// disable : list of str
    ///     Skip these rules, e.g. ['F004'].
    /// throughput : bool
    ///     Compute throughput, and the gain of each repair.
    ///
    /// Examples
    /// --------
    /// >>> import crossedge
    /// >>> crossedge.Topology("clos(4, 4, 2)").lint().findings
    /// ()
    #[pyo3(signature = (*, plan=None, tables=None, service_levels=vec![], sl2vl=vec![], since=None, disable=vec![], throughput=true, progress=None))]
    fn lint<'py>(
        &self,
        py: Python<'py>,
        plan: Option<String>,
        tables: Option<String>,
        service_levels: Vec<String>,
        sl2vl: Vec<String>,
        since: Option<String>,
        disable: Vec<String>,
        throughput: bool,
        progress: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        self.run_request(py, "LintAnswer", progress, || {
            let no_throughput = !throughput;
            Ok(LintRequest { plan, tables, service_levels, sl2vl, since, disable, no_throughput })
        })
    }

    /// A fabric as it was built, compared with this network: which cables are missing, too many, swapped or in a wrong port, and what to do.
    ///
    /// Parameters
    /// ----------
    /// name : str
    ///     The file name; its extension gives the format: ``.ibnet``, ``.csv``, ``.edges``, ``.graphml``.
    /// data : bytes
    ///     What is in it.
    /// trust : str
    ///     Which names are certain: 'names', 'hosts' or 'ports'.
    ///
    /// Examples
    /// --------
    /// >>> import crossedge
    /// >>> crossedge.ring(3).check_wiring("built.edges", b"0 1\n1 2\n").faults[0].kind
    /// 'missing'
    #[pyo3(signature = (name, data, *, trust="names", progress=None))]
    fn check_wiring<'py>(
        &self,
        py: Python<'py>,
        name: String,
        data: Vec<u8>,
        trust: &str,
        progress: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        self.run_request(py, "CheckWiringAnswer", progress, || {
            let matching = Trust::ALL.into_iter().find(|known| known.name() == trust);
            let trust = matching.ok_or_else(|| {
                let known = Trust::ALL.map(Trust::name).join(", ");
                Error::usage(format!("'{trust}' cannot be trusted")).help(format!("there are {known}"))
            })?;
            Ok(WiringRequest { file: name, bytes: data, trust, layout: None })
        })
    }

    /// Verifies a schedule in GOAL or in the JSON of ``crossedge collective --export``.
    ///
    /// Parameters
    /// ----------
    /// text : str
    ///     The schedule. JSON begins with a brace.
    /// kind : str, optional
    ///     For what a schedule in GOAL is meant, e.g. 'broadcast'.
    /// root : int or str
    ///     The special node of a rooted one.
    ///
    /// Examples
    /// --------
    /// >>> import crossedge
    /// >>> text = "num_ranks 2\nrank 0 {\nsend 8b to 1\n}\nrank 1 {\nrecv 8b from 0\n}\n"
    /// >>> crossedge.path(2).judge_schedule(text, "broadcast").schedule.messages
    /// 1
    #[pyo3(signature = (text, kind=None, *, root=None, progress=None))]
    fn judge_schedule<'py>(
        &self,
        py: Python<'py>,
        text: String,
        kind: Option<&str>,
        root: Option<Name>,
        progress: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let root = self.named_if_any(py, root.as_ref())?.unwrap_or_else(|| 0.into());
        self.run_request(py, "VerifyAnswer", progress, || {
            let schedule = if text.trim_start().starts_with('{') {
                let wrong = |why: serde_json::Error| Error::usage(format!("no schedule: {why}"));
                GivenSchedule::Listed(serde_json::from_str(&text).map_err(wrong)?)
            } else {
                let kind = kind.map(word).transpose()?;
                GivenSchedule::Goal { text, kind, root }
            };
            Ok(ScheduleRequest { name: "schedule".to_owned(), schedule })
        })
    }
}

/// The formats of files for other tools: readers, size limits, losses.
///
/// Examples
/// --------
/// >>> import crossedge
/// >>> "graphml" in [format.name for format in crossedge.formats().formats]
/// True
#[pyfunction]
pub fn formats(py: Python<'_>) -> PyResult<Bound<'_, PyAny>> {
    let envelope = ask(&FormatsRequest, &(), &Silent).map_err(|error| to_exception(py, &error))?;
    answer_object(py, "FormatsAnswer", &envelope)
}

/// The worst failure of each kind and its impact, and the jobs that fit, for several machines.
///
/// Parameters
/// ----------
/// networks : sequence of Topology or str
///     The machines.
/// block : int
///     Endpoints of a block.
/// units : int
///     Nodes of a rack.
/// jobs : sequence of int, optional
///     Sizes of jobs.
/// random : float, optional
///     Share of the cables that fail at random; then throughput is sampled.
/// samples, seed : int
///     Number of samples, and their seed.
///
/// Examples
/// --------
/// >>> import crossedge
/// >>> crossedge.failures("torus(4,4)", block=4, units=8, jobs=[4]).command
/// 'failures'
#[pyfunction]
#[pyo3(signature = (networks, *, block=64, units=128, jobs=None, random=None, samples=20, seed=1, progress=None))]
pub fn failures<'py>(
    py: Python<'py>,
    networks: &Bound<'py, PyAny>,
    block: u64,
    units: u32,
    jobs: Option<Vec<u64>>,
    random: Option<f64>,
    samples: u32,
    seed: u64,
    progress: Option<&Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyAny>> {
    let nets = crate::module::networks(py, networks)?;
    let jobs = jobs.unwrap_or_else(|| FailuresRequest::default().jobs);
    let request = FailuresRequest { block, units, jobs, random, samples, seed };
    let teller = progress_callback(py, progress)?;
    let envelope =
        run_interruptible(py, teller.as_ref(), move |watch| ask(&request, nets.as_slice(), watch))?;
    answer_object(py, "FailuresAnswer", &envelope)
}

/// The time of the phases of a training step on several machines: a bound for any routing, and a verified timetable.
///
/// Parameters
/// ----------
/// networks : sequence of Topology or str
///     The machines.
/// tensor : int
///     Ranks that share a layer; their index runs fastest.
/// pipeline : int
///     Stages of the pipeline; their index runs slowest.
/// data : int, optional
///     Copies of the model; as many as there is room for.
/// expert : int, optional
///     Copies that share experts, which divide all copies.
/// bytes : int
///     Bytes that every rank holds.
/// flit_bytes : int
///     Bytes of a flit, which a link takes in a cycle.
/// mapping : str or sequence of int
///     The mapping of ranks: "linear", "block 2x2x2", or the endpoints of all ranks.
///
/// Examples
/// --------
/// >>> import crossedge
/// >>> answer = crossedge.phases("torus(4,4)", tensor=4, pipeline=2, bytes=1024)
/// >>> [phase.phase for phase in answer.machines[0].phases]
/// ['tensor', 'expert', 'data', 'pipeline']
#[pyfunction]
#[pyo3(signature = (networks, *, tensor=8, pipeline=4, data=None, expert=None, bytes=65536, flit_bytes=16, mapping=None, progress=None))]
#[expect(clippy::too_many_arguments, reason = "each is a keyword")]
pub fn phases<'py>(
    py: Python<'py>,
    networks: &Bound<'py, PyAny>,
    tensor: u64,
    pipeline: u64,
    data: Option<u64>,
    expert: Option<u64>,
    bytes: u64,
    flit_bytes: u64,
    mapping: Option<&Bound<'py, PyAny>>,
    progress: Option<&Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyAny>> {
    let nets = crate::module::networks(py, networks)?;
    let mapping = match mapping {
        None => MappingText::Linear,
        Some(given) => match given.extract::<String>() {
            Ok(text) => text.parse().map_err(|why: String| to_exception(py, &Error::usage(why)))?,
            Err(_) => MappingText::Given(given.extract::<Vec<u64>>()?),
        },
    };
    let request = PhasesRequest {
        tensor,
        pipeline,
        data,
        expert,
        bytes,
        flit_bytes,
        mapping,
        ..PhasesRequest::default()
    };
    let teller = progress_callback(py, progress)?;
    let envelope =
        run_interruptible(py, teller.as_ref(), move |watch| ask(&request, nets.as_slice(), watch))?;
    answer_object(py, "PhasesAnswer", &envelope)
}

/// Networks for a requirement, by exact metrics: the front of those that no other beats, or given ones side by side.
///
/// Parameters
/// ----------
/// networks : sequence of Topology or str, optional
///     Compare these [default: search all families].
/// endpoints, ports : int, tuple or str, optional
///     How many: a number, a pair of ends, or a text such as '8k..12k'.
/// radix : int, optional
///     Maximum ports of a switch; short for ports up to this number.
/// endpoint_ports : int, optional
///     Ports of an endpoint, 1 unless networks are direct.
/// throughput : float, optional
///     Uniform throughput required, as a fraction of what endpoints inject, default 1.
/// budget : float, optional
///     Maximum total cost.
/// max_power : float, optional
///     Maximum total power, in the unit of power of the prices.
/// max_racks : int, optional
///     Maximum number of racks.
/// direct : bool
///     Only networks without switches.
/// families : sequence of str, optional
///     Only these.
/// base : Topology, optional
///     Only networks over this one.
/// block : int, optional
///     This many endpoints are grouped together, wired in copper; what leaves them is optical.
/// objectives : sequence of str, optional
///     What is compared, the most important first.
/// where : str, optional
///     What else must hold, e.g. 'diameter<=6 and throughput>=0.5'.
/// by_size : bool
///     The best for every power of two of endpoints, by the first objective.
/// all : bool
///     Every candidate that meets the requirement, the smallest first.
/// limit : int
///     How many are reported.
///
/// Examples
/// --------
/// >>> import crossedge
/// >>> answer = crossedge.design(["torus(16,16,32)", "dual(torus(8,8))"], block=64)
/// >>> [design.diameter for design in answer.designs]
/// [32, 18]
#[pyfunction]
#[pyo3(signature = (networks=None, *, endpoints=None, ports=None, radix=None, endpoint_ports=None, throughput=None,
    budget=None, max_power=None, max_racks=None, direct=false, families=None, base=None, block=None, objectives=None, r#where=None, by_size=false, all=false, limit=20, progress=None))]
pub fn design<'py>(
    py: Python<'py>,
    networks: Option<&Bound<'py, PyAny>>,
    endpoints: Option<Range>,
    ports: Option<Range>,
    radix: Option<u32>,
    endpoint_ports: Option<u32>,
    throughput: Option<f64>,
    budget: Option<f64>,
    max_power: Option<f64>,
    max_racks: Option<u64>,
    direct: bool,
    families: Option<Vec<String>>,
    base: Option<&Bound<'py, Topology>>,
    block: Option<u64>,
    objectives: Option<Vec<String>>,
    r#where: Option<String>,
    by_size: bool,
    all: bool,
    limit: usize,
    progress: Option<&Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyAny>> {
    let nets = networks.map(|given| self::networks(py, given)).transpose()?.unwrap_or_default();
    let range =
        |range: Option<Range>| range.map(Range::read).transpose().map_err(|error| to_exception(py, &error));
    let request = DesignRequest {
        endpoints: range(endpoints)?,
        ports: range(ports)?,
        direct,
        families: families.unwrap_or_default(),
        base: base.map(|base| base.get().net.clone()),
        block,
        objectives: objectives.unwrap_or_default(),
        condition: r#where,
        by_size,
        all,
        limit,
        radix,
        endpoint_ports,
        throughput,
        budget,
        max_power,
        max_racks,
        ..DesignRequest::default()
    };
    if nets.is_empty() && request.endpoints.is_none() && request.base.is_none() {
        let help = "name networks, or how many endpoints there shall be";
        return Err(to_exception(py, &Error::usage("nothing is requested").help(help)));
    }
    let teller = progress_callback(py, progress)?;
    let envelope =
        run_interruptible(py, teller.as_ref(), move |watch| ask(&request, nets.as_slice(), watch))?;
    answer_object(py, "DesignAnswer", &envelope)
}
