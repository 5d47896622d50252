//! Settings: all that a simulation depends on. Two runs with the same settings give the same outcome.

use crate::error::Error;
use crate::physical::{Clock, Physical};
use crate::words::TrafficName;
use crossedge::route::channels::RoutingName;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// All settings of a simulation. [`Settings::canonical_text`] names it in a campaign.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Settings {
    /// The network, e.g. `rdn(torus(5,5), 1)`.
    pub expression: String,
    /// The routing: `minimal`, `order`, `dimension`, `updown`, `valiant`, `valiant over order`, …
    #[serde(default, with = "crate::words::text")]
    #[schemars(with = "String")]
    pub routing: RoutingName,
    /// Virtual channels per link [default: as the routing needs]. With fewer, its last ones are merged.
    #[serde(default)]
    pub vcs: Option<u32>,
    /// The traffic pattern: `uniform`, `shift by 3`, `collective broadcast eager`, …
    #[serde(default)]
    #[schemars(with = "String")]
    pub traffic: TrafficName,
    /// Flits per cycle that each sending node offers, above 0 and at most 1. A traffic that ends of itself has no load.
    #[serde(default = "full_load")]
    pub load: f64,
    /// The seed of the engine's generator.
    #[serde(default)]
    pub seed: u64,
    /// The machine.
    #[serde(default)]
    pub machine: Machine,
    /// Physical time: rate, routers and cables, in place of the cycles of a link.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub physical: Option<Physical>,
    /// How packets choose, with a routing that leaves them a choice.
    #[serde(default, skip_serializing_if = "Choice::is_default")]
    pub choice: Choice,
    /// When to end.
    #[serde(default)]
    pub limits: Limits,
    /// Simulate the routing even when the verifier has refuted it, or has no verdict.
    #[serde(default)]
    pub unjudged: bool,
}

fn full_load() -> f64 {
    1.0
}

/// The machine: virtual cut-through routers, one of them with one server at each node.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct Machine {
    /// Flits of a packet; a message of stochastic traffic is one packet.
    pub packet_flits: u32,
    /// Flits that fit in the input buffers at the end of a link. Its virtual channels share them equally, so that routings with
    /// few and with many channels have the same memory.
    pub input_buffer_flits: u32,
    /// Flits that fit in the output buffers before a link, shared in the same way.
    pub output_buffer_flits: u32,
    /// Cycles that a flit needs over a link.
    pub link_cycles: u32,
    /// Bytes of a flit: the messages of a collective are cut into flits.
    pub flit_bytes: u32,
}

impl Default for Machine {
    fn default() -> Self {
        Machine {
            packet_flits: 16,
            input_buffer_flits: 256,
            output_buffer_flits: 256,
            link_cycles: 1,
            flit_bytes: 16,
        }
    }
}

impl Machine {
    /// The share of each virtual channel in the input and output buffers.
    pub(crate) fn channel_shares(&self, vcs: u32) -> (u32, u32) {
        (self.input_buffer_flits / vcs.max(1), self.output_buffer_flits / vcs.max(1))
    }

    /// Cycles in which something moves wherever anything can.
    pub(crate) fn stall_cycles(&self, link_cycles: u32) -> u64 {
        20 * u64::from(self.packet_flits.max(link_cycles))
    }

    /// Refuses buffers in which a channel has no room for a packet: packets are switched by virtual cut-through.
    pub(crate) fn check_shares(&self, vcs: u32) -> Result<(), Error> {
        let (input, output) = self.channel_shares(vcs);
        for (what, share, all) in
            [("input", input, self.input_buffer_flits), ("output", output, self.output_buffer_flits)]
        {
            if share < self.packet_flits {
                return Err(Error::usage(format!("{all} flits of {what} buffers for {vcs} virtual channels are {share} for each, and a packet has {}", self.packet_flits)).help(format!("{} flits or more, or fewer channels", u64::from(self.packet_flits) * u64::from(vcs))));
            }
        }
        Ok(())
    }
}

/// How packets choose by the queues. The defaults are those of docs/ADAPTIVE.md.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct Choice {
    /// Number of detours a source draws, and weighs against the shortest path.
    pub candidates: u32,
    /// Bias towards the minimal path, in flits times hops.
    pub bias: u32,
    /// How old, in cycles, what a source knows of the links between groups may be.
    pub backlog_age: u32,
    /// Cycles that a packet waits before it turns to the escape.
    pub escape_wait: u32,
    /// `true` if packets on their way go before those that are injected, where both ask for a channel.
    pub transit_first: bool,
}

impl Default for Choice {
    fn default() -> Self {
        Choice { candidates: 4, bias: 400, backlog_age: 16, escape_wait: 32, transit_first: false }
    }
}

impl Choice {
    /// Returns `true` if nothing was changed: then it is no part of the canonical text, which is older.
    fn is_default(&self) -> bool {
        *self == Choice::default()
    }

    fn check(&self) -> Result<(), Error> {
        let wrong = |message: String, help: String| Err(Error::usage(message).help(help));
        if !(1..=64).contains(&self.candidates) {
            return wrong(
                format!("{} detours to choose from", self.candidates),
                "a source weighs 1 to 64".to_owned(),
            );
        }
        if !(1..=1 << 20).contains(&self.backlog_age) {
            return wrong(format!("a backlog {} cycles old", self.backlog_age), format!("1 to {}", 1 << 20));
        }
        for (what, value) in [("a bias of", self.bias), ("a wait before the escape of", self.escape_wait)] {
            if value > 1 << 20 {
                return wrong(format!("{what} {value}"), format!("at most {}", 1 << 20));
            }
        }
        Ok(())
    }
}

/// When to end.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct Limits {
    /// No more cycles than these, warm-up and measurement together.
    pub cycles: u64,
    /// The half-width of the 95 % interval of the mean latency at which the measurement ends, as a part of the mean. With 0 all cycles are run, those of a
    /// saturated network, too.
    pub precision: f64,
    /// A deadlock is called when no flit moves for this many cycles while messages are under way.
    pub deadlock_cycles: u64,
}

impl Default for Limits {
    fn default() -> Self {
        Limits { cycles: 50_000, precision: 0.05, deadlock_cycles: 2_000 }
    }
}

impl Settings {
    /// Settings with the usual machine and limits: minimal routing, uniform traffic at a tenth of the load, seed 0.
    pub fn new(expression: impl Into<String>) -> Self {
        Settings {
            expression: expression.into(),
            routing: RoutingName::default(),
            vcs: None,
            traffic: TrafficName::default(),
            load: 0.1,
            seed: 0,
            machine: Machine::default(),
            physical: None,
            choice: Choice::default(),
            limits: Limits::default(),
            unjudged: false,
        }
    }

    /// The length of a cycle, where physical time is given.
    pub fn clock(&self) -> Option<Clock> {
        self.physical.as_ref().map(|physical| physical.clock(self.machine.flit_bytes))
    }

    /// The canonical text: JSON on one line with every field, in the order of the fields.
    pub fn canonical_text(&self) -> String {
        serde_json::to_string(self).expect("numbers and texts only, and a load that is not finite is null")
    }

    /// Refuses what the engine would choke on.
    pub(crate) fn check(&self) -> Result<(), Error> {
        let wrong = |message: String, help: String| Err(Error::usage(message).help(help));
        if self.traffic.is_open_loop() && !(self.load > 0.0 && self.load <= 1.0) {
            return wrong(
                format!("the load is {}, in flits per node and cycle", self.load),
                "write a number above 0, at most 1".to_owned(),
            );
        }
        let Machine { packet_flits: packet, link_cycles, flit_bytes, .. } = self.machine;
        if !(1..=4096).contains(&packet) {
            return wrong(format!("a packet of {packet} flits"), "a packet has 1 to 4096 flits".to_owned());
        }
        for flits in [self.machine.input_buffer_flits, self.machine.output_buffer_flits] {
            if flits > 1 << 20 {
                return wrong(format!("buffers of {flits} flits"), format!("at most {}", 1 << 20));
            }
        }
        if !(1..=900).contains(&link_cycles) {
            return wrong(format!("a link of {link_cycles} cycles"), "the engine takes 1 to 900".to_owned());
        }
        if flit_bytes == 0 {
            return wrong("a flit of 0 bytes".to_owned(), "1 or more".to_owned());
        }
        if self.vcs == Some(0) {
            return wrong("0 virtual channels".to_owned(), "a link has at least 1".to_owned());
        }
        self.choice.check()?;
        let Limits { cycles, precision, deadlock_cycles } = self.limits;
        if cycles == 0 {
            return wrong("0 cycles".to_owned(), "1000 cycles show something".to_owned());
        }
        if !(0.0..1.0).contains(&precision) {
            return wrong(
                format!("a precision of {precision}"),
                "a part of the mean latency, such as 0.05, or 0 to run all cycles".to_owned(),
            );
        }
        let least = self.machine.stall_cycles(link_cycles);
        if deadlock_cycles < least {
            return wrong(
                format!("a deadlock is called after {deadlock_cycles} cycles, which a slow packet may take"),
                format!("{least} cycles or more for this machine"),
            );
        }
        match &self.physical {
            Some(_) if link_cycles != 1 => wrong(
                format!("a link of {link_cycles} cycles, and its delay in nanoseconds"),
                "give the delay of links once: in cycles, or by rate, router and cables".to_owned(),
            ),
            Some(physical) => physical.check(),
            None => Ok(()),
        }
    }
}
