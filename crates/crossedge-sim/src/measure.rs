//! One simulation from its first cycle to its metrics: warm-up until it has settled, then a measurement until it is sure enough.

use crate::caminos;
use crate::caminos::traffic::{EarlyEnd, Tally, TrafficPlan};
use crate::engine::Running;
use crate::error::Error;
use crate::outcome::{ClassUse, Ending, Judged, Latency, Outcome, Stuck};
use crate::prepared::Prepared;
use crate::settings::Settings;
use crate::statistics::{batched_interval, warm_up_windows};
use crate::verdict::{Carried, LoadVerdict, verdict};
use crossedge::net::{Node, Port};
use crossedge::progress::Progress;
use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::time::Duration;

/// Messages that a window of cycles should see.
const WINDOW_MESSAGES: f64 = 100.0;

/// Windows before a run may count as settled, and before the first look at a measurement.
const LEAST_WINDOWS: usize = 20;

/// The verdict on the load is looked for when a measurement has this many times the windows of the last look.
const LOOK_FACTOR: f64 = 1.25;

/// Simulates.
pub(crate) fn measure(
    prepared: &Prepared,
    settings: &Settings,
    watch: &dyn Progress,
) -> Result<Outcome, Error> {
    run_stoppable(watch, |stop| {
        let plugs = caminos::plugin_builders();
        let plan = prepared.plan();
        let running = Running::new(&plugs, settings, prepared, plan, stop)?;
        let mut job = MeasureJob { prepared, settings, running, watch };
        watch.stage("cycles", settings.limits.cycles);
        if settings.traffic.is_open_loop() { job.measure_stream() } else { job.measure_finite() }
    })
}

/// Sends messages one at a time, and returns the latency of each and the distribution of hops.
pub fn probe(
    prepared: &Prepared,
    pairs: &[(Node, Node)],
    watch: &dyn Progress,
) -> Result<(Vec<u64>, Vec<u64>), Error> {
    let n = prepared.net().endpoints();
    if let Some((from, to)) = pairs.iter().find(|(from, to)| from == to || from.0.max(to.0) >= n) {
        return Err(Error::usage(format!("no message goes from {} to {}", from.0, to.0))
            .help(format!("two nodes of 0 to {}", n - 1)));
    }
    run_stoppable(watch, |stop| {
        let plugs = caminos::plugin_builders();
        let plan = TrafficPlan::Probes(pairs.iter().map(|(a, b)| (a.0 as u32, b.0 as u32)).collect(), 0);
        let mut running = Running::new(&plugs, &prepared.settings, prepared, plan, stop)?;
        while running.run(1 << 20)?.is_none() {}
        Ok((running.take_counts().probed, running.total_counts().by_hops))
    })
}

/// Runs `work` with a flag that goes up soon after the watch asks to stop.
fn run_stoppable<T: Send>(
    watch: &dyn Progress,
    work: impl FnOnce(&Arc<AtomicBool>) -> Result<T, Error>,
) -> Result<T, Error> {
    let stop = Arc::new(AtomicBool::new(watch.stopped()));
    let (working, ended) = mpsc::channel::<()>();
    std::thread::scope(|scope| {
        let flag = stop.clone();
        let look = move || {
            while ended.recv_timeout(Duration::from_millis(50)) == Err(RecvTimeoutError::Timeout) {
                flag.store(watch.stopped(), Ordering::Relaxed);
            }
        };
        // Without a watching thread the run cannot be cancelled, but still completes.
        let _ = std::thread::Builder::new().spawn_scoped(scope, look);
        let result = work(&stop);
        drop(working);
        result
    })
}

struct MeasureJob<'a> {
    prepared: &'a Prepared,
    settings: &'a Settings,
    running: Running<'a>,
    watch: &'a dyn Progress,
}

/// Counts at the beginning of a measurement.
struct Start {
    cycle: u64,
    packets: u64,
    hops: u64,
    arrivals: Vec<Vec<u64>>,
    host_flits: Vec<(u64, u64)>,
}

fn add_tally(into: &mut Tally, more: &Tally) {
    into.wanted += more.wanted;
    into.consumed += more.consumed;
    into.flits += more.flits;
    into.delay += more.delay;
    into.host_links += more.host_links;
    for (delay, count) in &more.delays {
        *into.delays.entry(*delay).or_insert(0) += count;
    }
}

impl MeasureJob<'_> {
    fn flits(&self) -> u64 {
        self.settings.machine.packet_flits.into()
    }

    /// Cycles of a window: enough for a hundred messages, and for a few hops.
    fn window_cycles(&self) -> u64 {
        let each = self.prepared.senders() as f64 * self.settings.load / self.flits() as f64;
        let least = 50.max(10 * u64::from(self.prepared.delays.longest())) as f64;
        let cycles = (WINDOW_MESSAGES / each).ceil().clamp(least, 1e6) as u64;
        cycles.min(self.settings.limits.cycles.div_ceil(4 * LEAST_WINDOWS as u64)).max(1)
    }

    /// The verdict on windows of messages offered and flits arrived.
    fn load_verdict(&self, flows: &[(u64, u64)], last: bool) -> LoadVerdict {
        let windows: Vec<(u64, u64)> = flows.iter().map(|flow| (flow.0 * self.flits(), flow.1)).collect();
        verdict(&windows, last)
    }

    /// Returns `true` if it is decided that the load is not carried.
    fn is_overloaded(&self, flows: &[(u64, u64)]) -> bool {
        self.load_verdict(flows, false).carried == Carried::NotCarried
    }

    /// No flit moves. A routing that is proved deadlock-free cannot do that: the engine or this crate has a bug.
    fn deadlock(
        &self,
        start: &Start,
        all: &Tally,
        windows: &[(u64, u64)],
        end: EarlyEnd,
    ) -> Result<Outcome, Error> {
        if let (Judged::Proved, EarlyEnd::Deadlock { since, outstanding }) = (self.prepared.judged, end) {
            return Err(self.running.engine_error(format!(
                "nothing arrives after cycle {since} and no flit moves, with {outstanding} messages under way, on a routing that is proved deadlock-free"
            )));
        }
        Ok(self.outcome(Ending::Deadlock, start, all, windows, Some(end)))
    }

    /// A stop at the end of the cycles, before a deadlock may be called: nothing has moved for as long as the slowest packet may take.
    fn stall_at_end(&self) -> Option<EarlyEnd> {
        self.running.stall(self.settings.machine.stall_cycles(self.prepared.delays.longest()))
    }

    fn start(&self) -> Start {
        let counts = self.running.total_counts();
        Start {
            cycle: self.running.cycle(),
            packets: counts.packets,
            hops: counts.hops,
            arrivals: self.running.link_arrivals(),
            host_flits: self.running.host_flits(),
        }
    }

    /// Traffic that goes on for ever.
    fn measure_stream(&mut self) -> Result<Outcome, Error> {
        let (window, limit) = (self.window_cycles(), self.settings.limits.cycles);
        let mut start = self.start();
        let mut all = Tally::default();
        let (mut means, mut flows) = (Vec::new(), Vec::new());
        // Warm-up. A run that does not settle in half of its cycles is measured as it is.
        let mut calm = false;
        while self.running.cycle() < limit / 2 {
            let end = self.running.run(window)?;
            self.watch.advance(window);
            let tally = self.running.take_counts();
            add_tally(&mut all, &tally);
            if let Some(end) = end {
                return self.deadlock(&start, &all, &[], end);
            }
            means.push(tally.delay as f64 / tally.consumed.max(1) as f64);
            flows.push((tally.wanted, tally.flits));
            if means.len() >= LEAST_WINDOWS && means.len().is_multiple_of(5) {
                calm = warm_up_windows(&means).is_some();
                if calm || (self.is_overloaded(&flows[flows.len() / 2..]) && tally.consumed > 0) {
                    break;
                }
            }
        }
        start = self.start();
        all = Tally::default();
        let mut windows = Vec::new();
        flows.clear();
        let mut next_look = LEAST_WINDOWS;
        let (ending, verdict) = loop {
            if self.running.cycle() >= limit {
                if let Some(end) = self.stall_at_end() {
                    return self.deadlock(&start, &all, &windows, end);
                }
                let verdict = self.load_verdict(&flows, true);
                let saturated = verdict.carried == Carried::NotCarried;
                break (if saturated { Ending::Saturated } else { Ending::OutOfCycles }, verdict);
            }
            let end = self.running.run(window.min(limit - self.running.cycle()))?;
            self.watch.advance(window);
            let tally = self.running.take_counts();
            add_tally(&mut all, &tally);
            windows.push((tally.delay, tally.consumed));
            flows.push((tally.wanted, tally.flits));
            if let Some(end) = end {
                return self.deadlock(&start, &all, &windows, end);
            }
            let whole = self.settings.limits.precision == 0.0;
            if !whole && windows.len() >= next_look {
                next_look = (windows.len() as f64 * LOOK_FACTOR).ceil() as usize;
                let verdict = self.load_verdict(&flows, false);
                match verdict.carried {
                    // A routing that can deadlock may do so at any time, and a window without arrivals may be the beginning.
                    Carried::NotCarried if self.prepared.judged == Judged::Proved && tally.consumed > 0 => {
                        break (Ending::Saturated, verdict);
                    }
                    Carried::Carried if calm => {
                        let mean = all.delay as f64 / all.consumed.max(1) as f64;
                        let precise = |half: f64| half <= self.settings.limits.precision * mean;
                        if batched_interval(&windows).is_some_and(precise) {
                            break (Ending::Steady, verdict);
                        }
                    }
                    _ => {}
                }
            }
        };
        Ok(Outcome { load_verdict: Some(verdict), ..self.outcome(ending, &start, &all, &windows, None) })
    }

    /// Traffic that ends of itself.
    fn measure_finite(&mut self) -> Result<Outcome, Error> {
        let start = self.start();
        let limit = self.settings.limits.cycles;
        let mut end = None;
        while end.is_none() && self.running.cycle() < limit {
            let window = 1000.min(limit - self.running.cycle());
            end = self.running.run(window)?;
            self.watch.advance(window);
        }
        let all = self.running.take_counts();
        match end.or_else(|| self.stall_at_end()) {
            Some(EarlyEnd::Finished(_)) => Ok(self.outcome(Ending::Finished, &start, &all, &[], end)),
            Some(end) => self.deadlock(&start, &all, &[], end),
            None => Ok(self.outcome(Ending::OutOfCycles, &start, &all, &[], None)),
        }
    }

    fn outcome(
        &self,
        ending: Ending,
        start: &Start,
        all: &Tally,
        windows: &[(u64, u64)],
        end: Option<EarlyEnd>,
    ) -> Outcome {
        let prepared = self.prepared;
        let last = match end {
            Some(EarlyEnd::Finished(cycle)) => cycle,
            _ => self.running.cycle(),
        };
        let cycles = last - start.cycle;
        let senders = prepared.senders();
        let per_node = |flits: u64| flits as f64 / (senders * cycles.max(1)) as f64;
        let counts = self.running.total_counts();
        let packets = counts.packets - start.packets;
        let loaded = self.settings.traffic.is_open_loop();
        Outcome {
            ending,
            judged: prepared.judged,
            routing: prepared.routing.to_string(),
            vcs: prepared.vcs,
            nodes: prepared.net().nodes(),
            senders,
            warmup_cycles: start.cycle,
            measured_cycles: cycles,
            offered_load: loaded.then_some(self.settings.load),
            drawn_load: if loaded { per_node(all.wanted * self.flits()) } else { per_node(all.flits) },
            accepted_load: per_node(all.flits),
            messages: all.consumed,
            latency: (all.consumed > 0).then(|| latency(all, windows)),
            // The engine counts hops between routers, and not the links of hosts.
            mean_hops: (packets > 0)
                .then(|| (counts.hops - start.hops + all.host_links) as f64 / packets as f64),
            classes: self.classes(start, cycles),
            load_verdict: None,
            completion_cycles: match end {
                Some(EarlyEnd::Finished(cycle)) => Some(cycle),
                _ => None,
            },
            deadlock: match end {
                Some(EarlyEnd::Deadlock { since, outstanding }) => {
                    Some(Stuck { since_cycle: since, messages: outstanding })
                }
                _ => None,
            },
        }
    }

    fn classes(&self, start: &Start, cycles: u64) -> Vec<ClassUse> {
        let net = self.prepared.net();
        let names = net.link_classes();
        let mut uses = vec![(0u64, 0u64, 0u64); names.len()];
        for (v, ports) in self.running.link_arrivals().iter().enumerate() {
            for (port, &flits) in ports.iter().enumerate() {
                let flits = flits - start.arrivals[v][port];
                let (node, port) = self.prepared.routed.link_end(v, port);
                let class = &mut uses[net.link_class(node, port)];
                *class = (class.0 + 1, class.1 + flits, class.2.max(flits));
            }
        }
        for (host, (sent, taken)) in self.running.host_flits().into_iter().enumerate() {
            let node = Node(host as u64);
            if self.prepared.routed.host_links(host) > 0 {
                let class = &mut uses[net.link_class(node, Port(0))];
                let (sent_before, taken_before) = start.host_flits[host];
                let (sent, taken) = (sent - sent_before, taken - taken_before);
                *class = (class.0 + 2, class.1 + sent + taken, class.2.max(sent).max(taken));
            }
        }
        let cycles = cycles.max(1) as f64;
        let reported = |(name, (links, flits, most)): (String, (u64, u64, u64))| ClassUse {
            link_class: name,
            links,
            mean_utilisation: flits as f64 / (links as f64 * cycles),
            highest_utilisation: most as f64 / cycles,
        };
        names.into_iter().zip(uses).filter(|(_, uses)| uses.0 > 0).map(reported).collect()
    }
}

fn latency(all: &Tally, windows: &[(u64, u64)]) -> Latency {
    Latency {
        mean_latency_cycles: all.delay as f64 / all.consumed as f64,
        half_width_cycles: batched_interval(windows),
        least: percentile(&all.delays, all.consumed, 0),
        p50: percentile(&all.delays, all.consumed, 50),
        p90: percentile(&all.delays, all.consumed, 90),
        p99: percentile(&all.delays, all.consumed, 99),
        most: percentile(&all.delays, all.consumed, 100),
    }
}

/// A percentile of the counted values.
pub fn percentile(counts: &BTreeMap<u64, u64>, total: u64, percent: u64) -> u64 {
    let mut below = 0;
    for (&value, &count) in counts {
        below += count;
        if below * 100 >= total * percent {
            return value;
        }
    }
    0
}
