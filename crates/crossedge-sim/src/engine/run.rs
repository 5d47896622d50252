//! One run of the engine: built from settings, advanced by windows of cycles, queried for counts.
//!
//! The engine is CAMINOS (Camarero, Postigo, Fuentes, CAMINOS: a modular interconnection network simulator), in process. Its own
//! warm-up is not used: all counts are differences between windows.

use super::mute_stdout::Silence;
use super::panics::catch_panics;
use crate::caminos::backlog::Backlog;
use crate::caminos::traffic::{Desk, EarlyEnd, NOT_DRAWN, Sender, Tally, TrafficPlan};
use crate::caminos::{self, Handed, Plug};
use crate::error::{Error, engine_failed, stdout_not_redirected};
use crate::prepared::Prepared;
use crate::routed::Routed;
use crate::settings::Settings;
use crate::theirs;
use caminos_lib::config_parser::ConfigurationValue;
use caminos_lib::{Plugs, Simulation};
use rand::SeedableRng;
use rand::rngs::StdRng;
use std::cell::Cell;
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// Messages that wait at a node for their turn: more than a run makes, so that latency counts all of the waiting.
const QUEUE_LIMIT: u32 = 1 << 20;

/// Totals since the beginning of a run.
#[derive(Debug, Clone, Default)]
pub(crate) struct Counts {
    pub packets: u64,
    pub hops: u64,
    /// Packets by hops.
    pub by_hops: Vec<u64>,
}

/// A simulation under way. It lives and dies on one thread.
pub(crate) struct Running<'a> {
    simulation: Simulation<'a>,
    desk: Rc<Desk>,
    settings: &'a Settings,
    routed: &'a Routed,
    /// The engine has its own topology.
    theirs: bool,
    /// Flits that had moved when the engine was last looked at.
    seen: u64,
    _silence: Silence,
}

fn number_value(value: impl Into<f64>) -> ConfigurationValue {
    ConfigurationValue::Number(value.into())
}

fn object_value(name: &str, fields: Vec<(&str, ConfigurationValue)>) -> ConfigurationValue {
    let fields = fields.into_iter().map(|(name, value)| (name.to_owned(), value));
    ConfigurationValue::Object(name.to_owned(), fields.collect())
}

/// The configuration of the engine. `parts` are its topology, routing and traffic.
pub(crate) fn configuration(
    settings: &Settings,
    vcs: u32,
    delays: &[u32],
    parts: [ConfigurationValue; 3],
    by_queues: bool,
) -> ConfigurationValue {
    let machine = settings.machine;
    let (input, output) = machine.channel_shares(vcs);
    let word = |name: &str| object_value(name, Vec::new());
    let transit_first = match settings.choice.transit_first {
        true => ConfigurationValue::True,
        false => ConfigurationValue::False,
    };
    let policies = match by_queues {
        true => vec![caminos::plugin_configuration()],
        false => vec![word("EnforceFlowControl"), word("Random")],
    };
    let router = object_value(
        "Basic",
        vec![
            ("virtual_channels", number_value(vcs)),
            ("virtual_channel_policies", ConfigurationValue::Array(policies)),
            ("buffer_size", number_value(input)),
            ("output_buffer_size", number_value(output)),
            ("bubble", ConfigurationValue::False),
            // Virtual cut-through: a packet moves when the next buffer has room for all of it.
            ("flit_size", number_value(machine.packet_flits)),
            ("intransit_priority", transit_first),
            ("allow_request_busy_port", ConfigurationValue::True),
            ("output_prioritize_lowest_label", ConfigurationValue::False),
        ],
    );
    // One class for each kind of link between routers and to hosts, and the last one for the links of routers to their own server.
    let link = |&delay: &u32| object_value("LinkClass", vec![("delay", number_value(delay))]);
    let [topology, routing, traffic] = parts;
    object_value(
        "Configuration",
        vec![
            // The generator is seeded once the engine is built: a configuration holds no integers of 64 bits.
            ("random_seed", number_value(0)),
            ("warmup", number_value(0)),
            ("measured", number_value(1)),
            ("maximum_packet_size", number_value(machine.packet_flits)),
            ("server_queue_size", number_value(QUEUE_LIMIT)),
            ("topology", topology),
            ("routing", routing),
            ("traffic", traffic),
            ("link_classes", ConfigurationValue::Array(delays.iter().map(link).collect())),
            ("router", router),
        ],
    )
}

impl<'a> Running<'a> {
    /// Builds the engine.
    pub(crate) fn new(
        plugs: &'a Plugs,
        settings: &'a Settings,
        prepared: &'a Prepared,
        plan: TrafficPlan,
        stop: &Arc<AtomicBool>,
    ) -> Result<Self, Error> {
        let (routed, vcs) = (&prepared.routed, prepared.vcs);
        let silence = Silence::mute().map_err(|why| stdout_not_redirected(&why))?;
        let flits = settings.machine.packet_flits;
        let nodes = routed.net.endpoints() as usize;
        let desk = Rc::new(Desk::default());
        if routed.wiring.is_some() {
            desk.taken.replace(vec![0; nodes]);
        }
        let sender = Sender {
            nodes,
            plan,
            rate: settings.load / f64::from(flits),
            due: vec![Cell::new(NOT_DRAWN); if settings.traffic.is_open_loop() { nodes } else { 0 }],
            flits: flits as usize,
            hosts: match &routed.wiring {
                None => Vec::new(),
                Some(_) => (0..nodes).map(|v| routed.host_links(v) as u8).collect(),
            },
            patience: settings.limits.deadlock_cycles,
            desk: desk.clone(),
            stop: stop.clone(),
            now: Cell::new(0),
        };
        let (delays, parts) = match &prepared.theirs {
            None => (
                prepared.delays.cycles.clone(),
                [caminos::plugin_configuration(), caminos::plugin_configuration()],
            ),
            Some(theirs) => {
                (vec![settings.machine.link_cycles; theirs::MAX_CLASSES + 1], theirs.configurations()?)
            }
        };
        let [topology, routing] = parts;
        let by_queues = prepared.theirs.is_none() && caminos::by_queues(routed);
        let parts = [topology, routing, caminos::plugin_configuration()];
        let configuration = configuration(settings, vcs, &delays, parts, by_queues);
        let choice = settings.choice;
        let backlog = Rc::new(Backlog::new(routed, flits, choice.backlog_age));
        let plug = Plug { routed: routed.clone(), vcs, choice, backlog };
        let handed = Handed { plug, sender: Some(sender) };
        let built = catch_panics(|| caminos::hand_over(handed, || Simulation::new(&configuration, plugs)));
        let mut simulation = built.map_err(|message| engine_failed(&message, &settings.canonical_text()))?;
        simulation.mutable.rng = StdRng::seed_from_u64(settings.seed);
        let theirs = prepared.theirs.is_some();
        Ok(Running { simulation, desk, settings, routed, theirs, seen: 0, _silence: silence })
    }

    /// Runs for this many cycles, or until the traffic ends.
    pub(crate) fn run(&mut self, cycles: u64) -> Result<Option<EarlyEnd>, Error> {
        let until = self.cycle().saturating_add(cycles);
        loop {
            self.simulation.measured = until;
            let simulation = &mut self.simulation;
            catch_panics(|| simulation.run()).map_err(|message| self.engine_error(message))?;
            let moved = self.has_moved();
            match self.desk.end.take() {
                Some(EarlyEnd::Stopped) => return Err(crossedge::progress::Stopped.into()),
                // No complete message for a long time, but flits still move: continue.
                Some(EarlyEnd::Deadlock { .. }) if moved && self.cycle() < until => {}
                Some(EarlyEnd::Deadlock { .. }) if moved => return Ok(None),
                end => return Ok(end),
            }
        }
    }

    /// Returns `true` if a flit has moved since the last call.
    fn has_moved(&mut self) -> bool {
        let measured = &self.simulation.statistics.current_measurement;
        let hops: usize = measured.virtual_channel_usage.iter().sum();
        let moved = (measured.created_phits + measured.consumed_phits + hops) as u64;
        if moved == self.seen {
            return false;
        }
        self.seen = moved;
        self.desk.moved.set(self.cycle());
        true
    }

    /// Messages under way in a network in which nothing has moved for this many cycles, and the cycle of the last arrival.
    pub(crate) fn stall(&self, cycles: u64) -> Option<EarlyEnd> {
        let (outstanding, since) = (self.desk.outstanding.get(), self.desk.last.get());
        let quiet = self.cycle().saturating_sub(since.max(self.desk.moved.get()));
        (outstanding > 0 && quiet >= cycles).then_some(EarlyEnd::Deadlock { since, outstanding })
    }

    /// The engine has failed.
    pub(crate) fn engine_error(&self, message: String) -> Error {
        engine_failed(&message, &self.settings.canonical_text())
    }

    /// The cycle.
    pub(crate) fn cycle(&self) -> u64 {
        self.simulation.shared.cycle
    }

    /// The counts since the last call.
    pub(crate) fn take_counts(&self) -> Tally {
        self.desk.tally.take()
    }

    /// The counts since the beginning.
    pub(crate) fn total_counts(&self) -> Counts {
        let measured = &self.simulation.statistics.current_measurement;
        Counts {
            packets: measured.consumed_packets as u64,
            hops: measured.total_packet_hops as u64,
            by_hops: measured.total_packet_per_hop_count.iter().map(|&count| count as u64).collect(),
        }
    }

    /// The flits that every host has sent and taken, from the beginning; of routers, and in the engine's own topology, nothing.
    pub(crate) fn host_flits(&self) -> Vec<(u64, u64)> {
        let Some(wiring) = self.routed.wiring.as_ref().filter(|_| !self.theirs) else { return Vec::new() };
        let statistics = &self.simulation.statistics.link_statistics;
        let taken = self.desk.taken.borrow();
        let of = |(host, &taken): (usize, &u64)| {
            let (router, port) = wiring.server(host);
            match wiring.is_server(host) {
                true => (statistics[router as usize][port as usize].phit_arrivals as u64, taken),
                false => (0, 0),
            }
        };
        taken.iter().enumerate().map(of).collect()
    }

    /// The flits that have come over every link, by router and port of the engine, from the beginning; of its own topology nothing.
    pub(crate) fn link_arrivals(&self) -> Vec<Vec<u64>> {
        if self.theirs {
            return Vec::new();
        }
        let of = |(router, ports): (usize, &Vec<caminos_lib::measures::LinkStatistics>)| {
            let degree = self.routed.degree(router);
            ports.iter().take(degree).map(|link| link.phit_arrivals as u64).collect()
        };
        self.simulation.statistics.link_statistics.iter().enumerate().map(of).collect()
    }
}
