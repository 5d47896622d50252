//! The cost of plugging in: CPU time per cycle of our network, routing and traffic against the engine's own torus, dimension-order routing
//! and traffic, of the same size, degree, channels, buffers and load, in turns within one run. And the largest network.
//!
//! Times are recorded, not verified: `bench/simulate` writes them to `bench/runs/simulate.txt`.
//!
//!     cargo run --release -p crossedge-bench --features simulate --bin overhead -- [EXPR LOAD]

use caminos_lib::{Plugs, Simulation, config_parser};
use crossedge::net::no_files;
use crossedge::progress::Silent;
use crossedge_sim::{Limits, Prepared, Settings};
use rustix::time::{ClockId, clock_gettime};
use std::time::Instant;

const CYCLES: u64 = 4_000;

/// Runs of each, every one with a seed of its own.
const ROUNDS: usize = 15;

/// CPU seconds of this thread.
fn cpu() -> f64 {
    let now = clock_gettime(ClockId::ThreadCPUTime);
    now.tv_sec as f64 + now.tv_nsec as f64 * 1e-9
}

/// Seconds of the engine's own parts from nothing to the last cycle, and the flits that arrived.
fn theirs(settings: &Settings, side: u32, vcs: u32, seed: u64) -> (f64, u64) {
    let (load, packet) = (settings.load, settings.machine.packet_flits);
    let buffer = settings.machine.input_buffer_flits / vcs;
    let text = format!(
        "Configuration{{ random_seed: {seed}, warmup: 0, measured: {CYCLES}, maximum_packet_size: {packet},
            topology: Torus{{ sides: [{side}, {side}], servers_per_router: 1 }},
            routing: DOR{{ order: [0, 1] }},
            traffic: HomogeneousTraffic{{ pattern: Uniform, tasks: {}, load: {load}, message_size: {packet} }},
            link_classes: [LinkClass{{ delay: 1 }}, LinkClass{{ delay: 1 }}, LinkClass{{ delay: 1 }}],
            router: Basic{{
                virtual_channels: {vcs}, virtual_channel_policies: [EnforceFlowControl, Random],
                buffer_size: {buffer}, output_buffer_size: {buffer}, bubble: false, flit_size: {packet},
                intransit_priority: false, allow_request_busy_port: true, output_prioritize_lowest_label: false,
            }},
        }}",
        side * side
    );
    let parsed = match config_parser::parse(&text) {
        Ok(config_parser::Token::Value(value)) => value,
        _ => panic!("the configuration does not parse"),
    };
    let plugs = Plugs::default();
    let start = cpu();
    let mut simulation = Simulation::new(&parsed, &plugs);
    simulation.run();
    (cpu() - start, simulation.statistics.current_measurement.consumed_phits as u64)
}

/// The same of our parts, verified beforehand.
fn ours(prepared: &Prepared, seed: u64) -> (f64, u64) {
    let start = cpu();
    let outcome = prepared.run_at(prepared.settings().load, seed, &Silent).expect("runs");
    let seconds = cpu() - start;
    assert_eq!(outcome.warmup_cycles + outcome.measured_cycles, CYCLES);
    // Warm-up and measurement accept the same, below saturation.
    let flits = outcome.accepted_load * (outcome.senders * CYCLES) as f64;
    (seconds, flits as u64)
}

fn plugged_against_the_engines_own_torus() {
    for (side, load) in [(16, 0.05), (16, 0.2)] {
        let settings = Settings {
            routing: "dimension".parse().expect("a routing"),
            load,
            // Never precise enough: all cycles are run.
            limits: Limits { cycles: CYCLES, precision: 1e-9, ..Limits::default() },
            ..Settings::new(format!("torus({side},{side})"))
        };
        let prepared = Prepared::new(&settings, &no_files, &Silent).expect("judged");
        let (mut ratios, mut flits) = (Vec::new(), (0, 0));
        for seed in 0..ROUNDS as u64 {
            // The first run has other caches and clocks: take turns.
            let (plugged, own) = if seed % 2 == 0 {
                let plugged = ours(&prepared, seed);
                (plugged, theirs(&settings, side, prepared.vcs, seed))
            } else {
                let own = theirs(&settings, side, prepared.vcs, seed);
                (ours(&prepared, seed), own)
            };
            flits = (flits.0 + plugged.1, flits.1 + own.1);
            ratios.push(plugged.0 / own.0);
            eprintln!(
                "torus({side},{side}) at {load}: ours {:.3} ms per cycle, the engine's own {:.3}, {:.3} of its flits",
                plugged.0 * 1e3 / CYCLES as f64,
                own.0 * 1e3 / CYCLES as f64,
                plugged.1 as f64 / own.1 as f64
            );
        }
        // Every round draws its own messages; together they are the same work.
        let work = flits.0 as f64 / flits.1 as f64;
        ratios.sort_by(f64::total_cmp);
        let median = ratios[ROUNDS / 2];
        eprintln!(
            "torus({side},{side}) at {load}: {median:.3} times the engine's own time per cycle, median of {ROUNDS}, {work:.3} of its flits"
        );
    }
}

/// A thousand cycles of a network, with time and memory.
fn thousand_cycles(expression: &str, load: f64) {
    let settings = Settings {
        routing: "order".parse().expect("a routing"),
        load,
        limits: Limits { cycles: 1_000, precision: 1e-9, ..Limits::default() },
        ..Settings::new(expression)
    };
    let begun = Instant::now();
    let prepared = Prepared::new(&settings, &no_files, &Silent).expect("judged");
    let judged = begun.elapsed().as_secs_f64();
    let (start, begun) = (cpu(), Instant::now());
    let outcome = prepared.run(&Silent).expect("runs");
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let peak = status.lines().find(|line| line.starts_with("VmHWM")).unwrap_or("VmHWM unknown");
    eprintln!(
        "{}: {} nodes, verified in {judged:.0} s, {} cycles in {:.0} s ({:.0} s of CPU), {peak}, accepted {:.4}, {:?}",
        settings.expression,
        outcome.nodes,
        outcome.warmup_cycles + outcome.measured_cycles,
        begun.elapsed().as_secs_f64(),
        cpu() - start,
        outcome.accepted_load,
        outcome.ending
    );
}

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    match &args[..] {
        [] => plugged_against_the_engines_own_torus(),
        [expression, load] => thousand_cycles(expression, load.parse().expect("a load")),
        _ => eprintln!("usage: overhead [EXPR LOAD]"),
    }
}
