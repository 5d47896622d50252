//! Random faults, many trials, a curve; and simulations, where they are built in.

use crate::error::{error_from_text, to_exception};
use crate::topology::Topology;
use crate::verbs::{answer_object, progress_callback, seed};
use crate::watch::run_interruptible;
use crossedge::Error;
use crossedge::answers::{Envelope, PacketRequest, Request};
use crossedge::error::ErrorKind;
use crossedge::route::fault::Diameter;
use crossedge_campaign::{Dead, Dying, Journal, Records, SurvivalRequest};
use pyo3::prelude::*;
use std::path::PathBuf;

/// The error of a campaign.
fn campaign_error(error: crossedge_campaign::Error) -> Error {
    match error {
        crossedge_campaign::Error::Stopped => crossedge::progress::Stopped.into(),
        error => error_from_text(ErrorKind::Input, &error.to_string()),
    }
}

/// A list of numbers as the library reads it.
fn comma_list<T: ToString>(numbers: &[T]) -> String {
    numbers.iter().map(ToString::to_string).collect::<Vec<_>>().join(",")
}

#[pymethods]
impl Topology {
    /// Survival of random faults: many trials at each point of a curve. Finished trials survive in a journal.
    ///
    /// Parameters
    /// ----------
    /// rates : sequence of float, optional
    ///     Fractions that die at each point.
    /// counts : sequence of int, optional
    ///     Or how many die.
    /// dying : str
    ///     ``nodes``, ``endpoints``, ``switches`` or ``links``.
    /// trials : int
    ///     At each point.
    /// pairs : int
    ///     Packets in each trial.
    /// rng : int or numpy.random.Generator, optional
    ///     The seed of the campaign.
    /// exact_diameter : bool
    ///     The diameter of the largest part by a search from every node, and not by two.
    /// search : int
    ///     How many nodes a packet may search when it has no other plan.
    /// journal : str or path, optional
    ///     Where finished trials are kept: a campaign that is interrupted goes on from there.
    ///
    /// Examples
    /// --------
    /// >>> import crossedge
    /// >>> answer = crossedge.Topology("torus(5,5)").survival(counts=[0, 2], trials=10, pairs=5)
    /// >>> [point.connected.hits for point in answer.points]
    /// [10, 10]
    #[pyo3(signature = (
        rates=None, *, counts=None, dying="nodes", trials=100, pairs=100, rng=None, exact_diameter=false, search=0, journal=None,
        progress=None
    ))]
    fn survival<'py>(
        &self,
        py: Python<'py>,
        rates: Option<Vec<f64>>,
        counts: Option<Vec<u64>>,
        dying: &str,
        trials: u64,
        pairs: u64,
        rng: Option<&Bound<'py, PyAny>>,
        exact_diameter: bool,
        search: usize,
        journal: Option<PathBuf>,
        progress: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let wrong = |message: &str, help: &str| to_exception(py, &Error::usage(message).help(help));
        let dead = match (rates, counts) {
            (Some(rates), None) => Dead::Rates(comma_list(&rates)),
            (None, Some(counts)) => Dead::Counts(comma_list(&counts)),
            _ => return Err(wrong("give the number of failures", "give `rates` or `counts`, not both")),
        };
        let all = [Dying::Nodes, Dying::Endpoints, Dying::Switches, Dying::Links];
        let dying = all.into_iter().find(|what| what.word() == dying);
        let dying =
            dying.ok_or_else(|| wrong("that cannot die", "there are nodes, endpoints, switches, links"))?;
        let diameter = if exact_diameter { Diameter::Exact } else { Diameter::Sweep };
        let request = SurvivalRequest { dead, dying, trials, pairs, seed: seed(py, rng)?, diameter, search };
        let teller = progress_callback(py, progress)?;
        let net = self.net.clone();
        let answer = run_interruptible(py, teller.as_ref(), move |watch| {
            let survival = request.prepare(&net)?;
            let (journal, finished) = match &journal {
                Some(path) => Journal::open(path)
                    .map(|(journal, finished)| (Some(journal), finished))
                    .map_err(campaign_error)?,
                None => (None, Records::new()),
            };
            survival.answer(journal.as_ref(), finished, watch).map_err(campaign_error)
        })?;
        answer_object(
            py,
            "SurvivalAnswer",
            &Envelope::new(PacketRequest::VERB, Some(self.net.to_string()), answer),
        )
    }
}

/// Simulates networks under load, flit by flit, side by side on all cores.
///
/// Parameters
/// ----------
/// networks : Topology, str, or a sequence of them
///     The networks.
/// traffic : str or sequence of str
///     As for `Topology.load`, and ``collective broadcast eager``.
/// load : float
///     Flits per cycle that each sending node offers.
/// curve : bool
///     Find the saturation load, and simulate at `points` loads below; `step` is the resolution.
/// routing : str, optional
///     For all networks; the usual one of each by default.
/// vcs : int, optional
///     Virtual channels; as many as the routing asks for by default.
/// unjudged : bool
///     Simulate a routing that the verifier has refuted, too.
/// seeds : int
///     How many; intervals are taken over them.
/// rng : int or numpy.random.Generator, optional
///     The first seed.
/// packet, buffers, link : int
///     Flits of a packet, flits of the buffers of a link, cycles over a link.
/// cycles : int
///     No more than these in a run.
/// precision : float
///     End when the mean latency is known to this part of it.
///
/// Examples
/// --------
/// >>> import crossedge
/// >>> if crossedge.has_simulator:
/// ...     answer = crossedge.simulate("rdn(ring(3), 1)", load=0.2)
/// ...     assert abs(answer.results[0].points[0].accepted_load - 0.2) < 0.02
#[pyfunction]
#[pyo3(signature = (
    networks, *, traffic=None, load=0.1, curve=false, points=10, step=0.01, routing=None, vcs=None, unjudged=false, seeds=1, rng=None,
    packet=16, buffers=256, link=1, cycles=50_000, precision=0.05, progress=None
))]
#[cfg_attr(not(feature = "simulate"), expect(unused_variables, reason = "there is nothing to do with them"))]
pub fn simulate<'py>(
    py: Python<'py>,
    networks: &Bound<'py, PyAny>,
    traffic: Option<&Bound<'py, PyAny>>,
    load: f64,
    curve: bool,
    points: u32,
    step: f64,
    routing: Option<&str>,
    vcs: Option<u32>,
    unjudged: bool,
    seeds: u64,
    rng: Option<&Bound<'py, PyAny>>,
    packet: u32,
    buffers: u32,
    link: u32,
    cycles: u64,
    precision: f64,
    progress: Option<&Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyAny>> {
    let nets = crate::module::networks(py, networks)?;
    #[cfg(not(feature = "simulate"))]
    {
        let error = Error::usage("this module was built without the simulator");
        Err(to_exception(
            py,
            &error.help("build it with the feature `simulate`, which needs the headers of OpenSSL"),
        ))
    }
    #[cfg(feature = "simulate")]
    {
        use crossedge::route::channels::RoutingEntry;
        use crossedge_sim::{Choice, CurveRequest, Limits, Machine, Settings, SimulateRequest};
        let traffics: Vec<String> = match traffic {
            None => vec!["uniform".to_owned()],
            Some(one) if one.is_instance_of::<pyo3::types::PyString>() => vec![one.extract()?],
            Some(several) => several.extract()?,
        };
        let wrong = |error: Error| to_exception(py, &error);
        if !(1..=100).contains(&points) || seeds == 0 {
            return Err(wrong(Error::usage(
                "a curve has from 1 to 100 points, and a simulation a seed at least",
            )));
        }
        let seed = seed(py, rng)?;
        let mut settings = Vec::new();
        for net in &nets {
            let usual = || net.network().map(|net| RoutingEntry::default_for(net.as_ref()).name);
            let name = routing.map_or_else(usual, Ok).map_err(wrong)?;
            for traffic in &traffics {
                settings.push(Settings {
                    expression: net.to_string(),
                    routing: crate::error::word(name).map_err(wrong)?,
                    vcs,
                    traffic: traffic
                        .parse()
                        .map_err(|why: String| wrong(error_from_text(ErrorKind::Usage, &why)))?,
                    load,
                    seed,
                    machine: Machine {
                        packet_flits: packet,
                        input_buffer_flits: buffers,
                        output_buffer_flits: buffers,
                        link_cycles: link,
                        ..Machine::default()
                    },
                    physical: None,
                    choice: Choice::default(),
                    limits: Limits { cycles, precision, ..Limits::default() },
                    unjudged,
                });
            }
        }
        let curve = curve.then_some(CurveRequest { points, step, beyond: 0 });
        let request = SimulateRequest { settings, seeds, curve };
        let teller = progress_callback(py, progress)?;
        let answer = run_interruptible(py, teller.as_ref(), move |watch| {
            let mut subjects = request.prepare(&crossedge_campaign::graph_file, watch)?;
            request.run(&mut subjects, watch)?;
            Ok(request.answer(&subjects))
        })?;
        answer_object(py, "SimulateAnswer", &Envelope::new(SimulateRequest::VERB, None, answer))
    }
}
