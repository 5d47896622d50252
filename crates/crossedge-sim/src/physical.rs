//! Physical time: from the rate, the routers and the cables of a machine to cycles, and from cycles to nanoseconds and Gbit/s.
//!
//! A cycle is the time of one flit on a link. A flit that leaves a router is at the next one after one cycle for its own length, the
//! pipeline of the router and the cable, rounded up to whole cycles. A route over k links between routers passes k + 1 routers: each of these
//! links has the pipeline of one, and the links to servers, one at either end, have one half of a pipeline each.
//!
//! This is the only place that converts cycles.

use crate::error::Error;
use crossedge::Topology;
use crossedge::answers::LayoutRequest;
use crossedge::exact::Ratio;
use crossedge::net::Structure;
use crossedge::progress::Progress;
use num_integer::Integer;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// The cycles that the engine allows for a link.
pub(crate) const MAX_LINK_CYCLES: u128 = 900;

/// Highest rate, in Mbit/s.
const MAX_RATE: u64 = 100_000_000;

/// Longest delay, in picoseconds, and longest cable, in millimetres.
const MAX_LENGTH: u64 = 1_000_000_000;

/// The physical parameters of a machine. Whole numbers of small units, so that results are exact.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Physical {
    /// Rate of a link in each direction, in Mbit/s.
    pub link_mbps: u64,
    /// Delay of the pipeline of a router, in picoseconds.
    #[serde(default)]
    pub router_ps: u64,
    /// Delay of a cable, in picoseconds per metre.
    #[serde(default = "light_in_fibre")]
    pub cable_ps_per_m: u64,
    /// Length of cables, in millimetres, for all classes of links that have no length of their own.
    #[serde(default)]
    pub cable_mm: u64,
    /// Length of the cables of some classes of links, in millimetres.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub class_mm: BTreeMap<String, u64>,
}

/// 5 ns per metre: two thirds of the speed of light.
fn light_in_fibre() -> u64 {
    5_000
}

impl Physical {
    /// Links of this rate, in Mbit/s, with routers and cables that take no time.
    pub fn with_rate(link_mbps: u64) -> Self {
        Physical {
            link_mbps,
            router_ps: 0,
            cable_ps_per_m: light_in_fibre(),
            cable_mm: 0,
            class_mm: BTreeMap::new(),
        }
    }

    /// The clock of a machine with flits of this many bytes.
    pub fn clock(&self, flit_bytes: u32) -> Clock {
        Clock { flit_bits: 8 * u64::from(flit_bytes), link_mbps: self.link_mbps.max(1) }
    }

    /// Rejects values that make no machine.
    pub(crate) fn check(&self) -> Result<(), Error> {
        let wrong = |message: String, help: String| Err(Error::usage(message).help(help));
        if !(1..=MAX_RATE).contains(&self.link_mbps) {
            return wrong(
                format!("a link of {} Mbit/s", self.link_mbps),
                format!("a rate of 0.001 to {} Gbit/s", MAX_RATE / 1000),
            );
        }
        let lengths = self.class_mm.values().chain([&self.cable_mm]);
        for (what, unit, value) in
            [("a router", "ps", &self.router_ps), ("a metre of cable", "ps", &self.cable_ps_per_m)]
                .into_iter()
                .chain(lengths.map(|mm| ("a cable", "mm", mm)))
        {
            if *value > MAX_LENGTH {
                return wrong(format!("{what} of {value} {unit}"), format!("at most {MAX_LENGTH} {unit}"));
            }
        }
        Ok(())
    }

    /// The delays of the links of a network.
    pub(crate) fn delays(&self, net: &dyn Structure, flit_bytes: u32) -> Result<LinkDelays, Error> {
        let names = net.link_classes();
        if let Some(unknown) = self.class_mm.keys().find(|name| !names.contains(name)) {
            return Err(Error::usage(format!("no class of links is called '{unknown}'"))
                .help(format!("the classes here are {}", names.join(", "))));
        }
        let clock = self.clock(flit_bytes);
        let cycles = |router_ps: u64, mm: u64| {
            // Picoseconds times 1000, which a millimetre of cable needs.
            let delay = u128::from(router_ps) * 1000 + u128::from(mm) * u128::from(self.cable_ps_per_m);
            1 + clock.cycles_of(delay, 1000)
        };
        let length = |name: &String| self.class_mm.get(name).copied().unwrap_or(self.cable_mm);
        let between = names.iter().map(|name| cycles(self.router_ps, length(name)));
        let to_hosts = names.iter().map(|name| cycles(self.router_ps / 2, length(name)));
        let all: Vec<u128> = between.chain(to_hosts).chain([cycles(self.router_ps / 2, 0)]).collect();
        if let Some(most) = all.iter().find(|&&cycles| cycles > MAX_LINK_CYCLES) {
            return Err(Error::usage(format!("a link of {most} cycles, each of {} ns", clock.nanoseconds_text()))
                .help(format!(
                    "the engine takes 1 to {MAX_LINK_CYCLES} cycles: take longer flits, shorter cables or a lower rate"
                )));
        }
        Ok(LinkDelays { classes: names.len(), cycles: all.into_iter().map(|cycles| cycles as u32).collect() })
    }
}

/// The delay of every class of links of the engine: those between routers, the same classes to hosts, and from routers to their own server.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct LinkDelays {
    classes: usize,
    pub cycles: Vec<u32>,
}

impl LinkDelays {
    /// Delays of one number of cycles.
    pub(crate) fn uniform(classes: usize, cycles: u32) -> Self {
        LinkDelays { classes, cycles: vec![cycles; 2 * classes + 1] }
    }

    /// The class of the engine for links of a class of the network to hosts.
    pub(crate) fn host_class(classes: usize, class: usize) -> usize {
        classes + class
    }

    /// The class of the engine for the link of a router to its own server, the last one.
    pub(crate) fn server_class(classes: usize) -> usize {
        2 * classes
    }

    /// Cycles of a link of a class of the network, between routers or to a host.
    pub(crate) fn of(&self, class: usize, to_host: bool) -> u32 {
        self.cycles[class + if to_host { self.classes } else { 0 }]
    }

    /// The longest.
    pub(crate) fn longest(&self) -> u32 {
        self.cycles.iter().copied().max().unwrap_or(1)
    }
}

/// The length of a cycle.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Clock {
    flit_bits: u64,
    link_mbps: u64,
}

impl Clock {
    /// Picoseconds of a cycle, as a ratio: a flit at the rate of a link.
    fn picoseconds(self) -> (u128, u128) {
        (u128::from(self.flit_bits) * 1_000_000, self.link_mbps.into())
    }

    /// Nanoseconds of a cycle, exactly.
    pub fn cycle_ns(self) -> Ratio {
        let (a, b) = self.picoseconds();
        let (a, b) = (a, b * 1000);
        let common = a.gcd(&b).max(1);
        Ratio::new(a / common, b / common)
    }

    /// Cycles that a delay of `numerator / denominator` picoseconds takes, rounded up.
    fn cycles_of(self, numerator: u128, denominator: u128) -> u128 {
        let (a, b) = self.picoseconds();
        (numerator * b).div_ceil(denominator * a)
    }

    /// Nanoseconds of some cycles.
    pub fn nanoseconds(self, cycles: f64) -> f64 {
        let (a, b) = self.picoseconds();
        cycles * (a as f64 / (b as f64 * 1000.0))
    }

    /// Gbit/s of some flits per cycle.
    pub fn gigabits(self, flits_per_cycle: f64) -> f64 {
        flits_per_cycle * self.link_mbps as f64 / 1000.0
    }

    /// The length of a cycle, in nanoseconds, for people.
    pub fn nanoseconds_text(self) -> String {
        format!("{:.4}", self.nanoseconds(1.0)).trim_end_matches('0').trim_end_matches('.').to_owned()
    }
}

/// A decimal number of at most three places, in thousandths: 0.64 is 640.
pub fn thousandths(text: &str) -> Result<u64, String> {
    let wrong = || format!("'{text}' is not a number of at most three decimal places, e.g. 106.25");
    let (whole, part) = text.split_once('.').unwrap_or((text, "0"));
    let digits = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    if !digits(whole) || !digits(part) || part.len() > 3 {
        return Err(wrong());
    }
    let part: u64 = format!("{part:0<3}").parse().map_err(|_| wrong())?;
    let whole: u64 = whole.parse().map_err(|_| wrong())?;
    whole.checked_mul(1000).and_then(|whole| whole.checked_add(part)).ok_or_else(wrong)
}

/// The mean length of the cables of every class of links, rounded up to millimetres: those of [`LayoutRequest`] with its defaults.
pub fn layout_lengths(on: &Topology, watch: &dyn Progress) -> Result<BTreeMap<String, u64>, Error> {
    let answer = LayoutRequest::default().plan(on, watch)?.answer;
    let mean = |length: u128, cables: u64| {
        u64::try_from(length.div_ceil(u128::from(cables.max(1)))).unwrap_or(u64::MAX)
    };
    let classes = answer.classes.into_iter();
    Ok(classes.map(|class| (class.name, mean(class.length.0, class.cables.0))).collect())
}
