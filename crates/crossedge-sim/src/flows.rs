//! Traffic that ends as flows for SimGrid: every message is one flow over the links of its route, and flows share links max-min fairly.
//!
//! The machine is that of the flit level: the same routes, a server that sends and takes one flit in a cycle, links of width w with w flits in a
//! cycle, and the same delays. In an empty network a message takes as long as at the flit level: the delays of its links, and a cycle for every flit
//! but the first. What flows do not have is what is between them at the flit level: packets, buffers, credits, virtual channels, and the order
//! in which a switch serves its inputs.
//!
//! An endpoint sends one message after the other, as a server does at the flit level, and the messages of a step when all that it receives in
//! earlier steps has come. The lower bound holds for any sharing of the links: no link carries more than its width in a cycle, and no message is
//! faster than alone.

use crate::error::Error;
use crate::outcome::Judged;
use crate::physical::LinkDelays;
use crate::prepared::Prepared;
use crate::programs::Send;
use crate::settings::Settings;
use crossedge::error::ErrorKind;
use crossedge::evidence::Evidence;
use crossedge::exact::Exact;
use crossedge::net::Node;
use crossedge::progress::{Progress, Stopped};
use crossedge::route::channels::Channel;
use schemars::JsonSchema;
use serde::Serialize;
use std::collections::HashMap;
use std::io::{self, Write};

/// The routes of all messages together have at most this many links.
const MAX_ROUTE_LINKS: usize = 1 << 28;

/// A link of the flow level, in one direction.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct FlowLink {
    /// Flits in a cycle.
    width: u64,
    /// Cycles.
    latency: u64,
}

/// A message.
#[derive(Debug, Clone, Copy)]
struct Flow {
    from: u32,
    send: Send,
    /// The place of its links, and how many they are.
    first: usize,
    links: u32,
}

/// The messages of a traffic that ends, with their routes.
#[derive(Debug)]
pub struct FlowProgram {
    endpoints: u64,
    links: Vec<FlowLink>,
    /// By step.
    flows: Vec<Flow>,
    routes: Vec<u32>,
}

/// The result that SimGrid printed.
#[derive(Debug, Clone, PartialEq)]
pub struct FlowTime {
    /// The engine, and its version.
    pub engine: String,
    /// Cycles until the last message had arrived.
    pub cycles: f64,
}

/// Flow-level runs of several networks and traffics.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct FlowsAnswer {
    /// The engine, and its version.
    pub engine: String,
    /// What it models.
    pub model: &'static str,
    /// The results, for each network and traffic.
    pub results: Vec<FlowAnswer>,
}

/// One network under one traffic, at the level of flows.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct FlowAnswer {
    /// The network, in canonical text.
    pub expression: String,
    /// All settings that the run depends on; a load, a seed and buffers are none.
    pub settings: Settings,
    /// The routing on this network.
    pub routing: String,
    /// The verdict on the routing.
    pub verdict: Judged,
    /// Messages.
    pub messages: Exact<u64>,
    /// Their flits.
    pub flits: Exact<u64>,
    /// Links in use, counted per direction, with those of servers.
    pub links: Exact<u64>,
    /// Cycles that no sharing of the links can do without.
    pub bound_cycles: Exact<u64>,
    /// Evidence of the lower bound.
    pub bound_evidence: Evidence,
    /// Cycles until the last message had arrived, by the engine.
    pub completion_cycles: f64,
    /// The same in ns; null unless physical time was requested.
    pub completion_ns: Option<f64>,
}

/// What the flow level models, in a line.
pub const FLOW_MODEL: &str =
    "flows that share links max-min fairly over fixed routes; no packets, buffers or virtual channels";

impl Prepared {
    /// The messages of the traffic as flows.
    pub fn flows(&self, watch: &dyn Progress) -> Result<FlowProgram, Error> {
        let routing = self.routing();
        if routing.chooses() || routing.source_chooses() || routing.detours(Node(0)) > 0 {
            return Err(Error::usage(format!(
                "a flow has one route, and packets of {} routing take several",
                self.routing
            ))
            .help("take a routing without detours and choices, or the engine caminos"));
        }
        let sends = self.sends()?;
        watch.stage("routes of messages", sends.len() as u64);
        let mut program = FlowProgram {
            endpoints: self.net().endpoints(),
            links: Vec::new(),
            flows: Vec::new(),
            routes: Vec::new(),
        };
        let mut places: HashMap<(u64, u32), u32> = HashMap::new();
        let mut known: HashMap<(u32, u32), (usize, u32)> = HashMap::new();
        for (i, (from, send)) in sends.into_iter().enumerate() {
            if i & 0xfff == 0 {
                watch.advance(0x1000);
                if watch.stopped() {
                    return Err(Stopped.into());
                }
            }
            let (first, links) = match known.get(&(from, send.to)) {
                Some(&place) => place,
                None => {
                    let place = self.add_route(from, send.to, &mut program, &mut places)?;
                    known.insert((from, send.to), place);
                    place
                }
            };
            program.flows.push(Flow { from, send, first, links });
        }
        Ok(program)
    }

    /// The messages, by step.
    fn sends(&self) -> Result<Vec<(u32, Send)>, Error> {
        let ends = self.net().endpoints();
        let flits = self.settings().machine.packet_flits as usize;
        let mut sends: Vec<(u32, Send)> = match (&self.programs, self.settings().traffic.is_open_loop()) {
            (Some(programs), _) => programs.sends().map(|(from, send)| (from, *send)).collect(),
            (None, false) => {
                if ends.saturating_mul(ends) > MAX_ROUTE_LINKS as u64 {
                    return Err(Error::new(
                        ErrorKind::Limit,
                        format!("an all-to-all of {ends} endpoints has too many messages for flows"),
                    )
                    .help("take at most 16384 endpoints"));
                }
                let others = |from: u64| (1..ends).map(move |i| (from as u32, ((from + i) % ends) as u32));
                let send = |(from, to): (u32, u32)| (from, Send { step: 0, to, flits });
                (0..ends).flat_map(others).map(send).collect()
            }
            (None, true) => {
                return Err(Error::usage(format!(
                    "{} traffic goes on for ever, and flows are for traffic that ends",
                    self.settings().traffic
                ))
                .help("take a collective, a phase or all-to-all, or the engine caminos"));
            }
        };
        sends.sort_by_key(|(_, send)| send.step);
        Ok(sends)
    }

    /// Adds the route of a message: the link of its server, those of the network, and the link of the other server.
    fn add_route(
        &self,
        from: u32,
        to: u32,
        program: &mut FlowProgram,
        places: &mut HashMap<(u64, u32), u32>,
    ) -> Result<(usize, u32), Error> {
        // In place of a port: the links of a router with its own server.
        const UP: u32 = u32::MAX;
        const DOWN: u32 = u32::MAX - 1;
        let (net, routing) = (self.net(), self.routing());
        let first = program.routes.len();
        let own = LinkDelays::server_class(net.link_classes().len());
        let is_host = |v: u64| v < net.endpoints() && self.routed.host_links(v as usize) > 0;
        let mut add = |key: (u64, u32), width: u64, cycles: u32| {
            let next = program.links.len() as u32;
            let place = *places.entry(key).or_insert(next);
            if place == next {
                program.links.push(FlowLink { width, latency: cycles.into() });
            }
            program.routes.push(place);
        };
        let server = self.delays.cycles[own];
        if !is_host(from.into()) {
            add((from.into(), UP), 1, server);
        }
        let (mut at, mut by) = (Node(from.into()), None);
        while let Some(next) = routing.step(by, at, None, Node(to.into())) {
            let (head, _) = net.link(at, next.port);
            let class = net.link_class(at, next.port);
            let to_host = is_host(at.0) || is_host(head.0);
            // The last flit is counted with its message.
            let last = u32::from(is_host(head.0));
            add((at.0, next.port.0), net.width(class), self.delays.of(class, to_host) - last);
            by = Some(Channel::new(at, next));
            at = head;
        }
        if !is_host(to.into()) {
            add((to.into(), DOWN), 1, server - 1);
        }
        if program.routes.len() > MAX_ROUTE_LINKS {
            return Err(Error::new(
                ErrorKind::Limit,
                format!("the routes of the messages have more than {MAX_ROUTE_LINKS} links together"),
            )
            .help("take a smaller network of the same construction"));
        }
        Ok((first, (program.routes.len() - first) as u32))
    }

    /// The answer of a run.
    pub fn flow_answer(&self, program: &FlowProgram, time: &FlowTime) -> FlowAnswer {
        FlowAnswer {
            expression: self.settings().expression.clone(),
            settings: self.settings().clone(),
            routing: self.routing.to_string(),
            verdict: self.judged,
            messages: Exact(program.flows.len() as u64),
            flits: Exact(program.flits()),
            links: Exact(program.links.len() as u64),
            bound_cycles: Exact(program.bound()),
            bound_evidence: Evidence::computed(
                "messages over the busiest link counted, and the longest chain of messages that wait for each other [message-bound]",
            ),
            completion_cycles: time.cycles,
            completion_ns: self.settings().clock().map(|clock| clock.nanoseconds(time.cycles)),
        }
    }
}

impl FlowProgram {
    fn route(&self, flow: &Flow) -> &[u32] {
        &self.routes[flow.first..flow.first + flow.links as usize]
    }

    /// Flits of all messages.
    pub fn flits(&self) -> u64 {
        self.flows.iter().map(|flow| flow.send.flits as u64).sum()
    }

    /// Cycles that the messages take with any sharing of the links: those of the busiest link, or of the longest chain of messages that wait for each
    /// other, each as fast as alone.
    pub fn bound(&self) -> u64 {
        let mut loads = vec![0u64; self.links.len()];
        for flow in &self.flows {
            self.route(flow).iter().for_each(|&link| loads[link as usize] += flow.send.flits as u64);
        }
        let busiest = loads.iter().zip(&self.links).map(|(&load, link)| load.div_ceil(link.width)).max();
        let ends = self.endpoints as usize;
        // When an endpoint has sent what it began, and what it received before this step and in it.
        let (mut free, mut before, mut now) = (vec![0u64; ends], vec![0u64; ends], vec![0u64; ends]);
        let mut step = 0;
        for flow in &self.flows {
            if flow.send.step != step {
                step = flow.send.step;
                before.clone_from(&now);
            }
            let (from, to) = (flow.from as usize, flow.send.to as usize);
            free[from] = free[from].max(before[from]) + flow.send.flits as u64;
            let latency: u64 = self.route(flow).iter().map(|&link| self.links[link as usize].latency).sum();
            now[to] = now[to].max(free[from] + latency);
        }
        now.into_iter().max().unwrap_or(0).max(busiest.unwrap_or(0))
    }

    /// Writes the messages for the program that runs them on SimGrid: whole numbers, in cycles and flits.
    pub fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        writeln!(out, "{} {} {}", self.endpoints, self.links.len(), self.flows.len())?;
        for link in &self.links {
            writeln!(out, "{} {}", link.width, link.latency)?;
        }
        for flow in &self.flows {
            let Send { step, to, flits } = flow.send;
            write!(out, "{} {to} {step} {flits} {}", flow.from, flow.links)?;
            for link in self.route(flow) {
                write!(out, " {link}")?;
            }
            writeln!(out)?;
        }
        Ok(())
    }

    /// Reads what that program has printed. An error says what is wrong.
    pub fn read(&self, printed: &str) -> Result<FlowTime, String> {
        let line = printed.lines().find(|line| line.starts_with("simgrid ")).ok_or("it printed no result")?;
        let words: Vec<&str> = line.split(' ').collect();
        let ["simgrid", version, "arrived", arrived, "of", all, "end", end] = words[..] else {
            return Err(format!("it printed '{line}'"));
        };
        if arrived != all || all.parse() != Ok(self.flows.len()) {
            return Err(format!("{arrived} of {} messages have arrived", self.flows.len()));
        }
        let cycles: f64 = end.parse().map_err(|_| format!("it printed '{line}'"))?;
        let bound = self.bound() as f64;
        // SimGrid computes with floating-point numbers.
        if !cycles.is_finite() || cycles < bound * (1.0 - 1e-6) - 1.0 {
            return Err(format!("it ends after {cycles} cycles, before the lower bound of {bound}"));
        }
        Ok(FlowTime { engine: format!("SimGrid {version}"), cycles })
    }
}
