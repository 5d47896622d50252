//! An order of ranks that makes the phases of a job fast, with the bound for every order.

use super::deadlock::RoutingRequest;
#[cfg(feature = "schema")]
use super::verbs::Verb;
use super::{Request, texts};
use crate::collective::Goal;
use crate::collective::training::MappingText;
use crate::cost::size;
use crate::error::Error;
use crate::evidence::Evidence;
use crate::exact::{Exact, Ratio};
use crate::export::host_name;
use crate::net::read::chakra_traffic;
use crate::net::{Node, Structure};
use crate::progress::Progress;
use crate::ranks::bound::{Limit, bounds};
use crate::ranks::{
    Ending, NoMachine, PhaseLoad, RankGroup, RankJob, RankMachine, RankTraffic, SHARE, SearchLimits,
    cyclic_order, host_order, linear_order, phase_times, random_order, search,
};
use crate::route::channels::RoutingName;
use crate::topology::{NodeName, Topology};
use crate::words::Word;
use std::collections::HashMap;

/// Request for an order of ranks.
#[derive(Debug, Clone, serde::Serialize, serde::Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(default, deny_unknown_fields)]
pub struct RanksRequest {
    /// Sizes of parallel groups, e.g. 'tensor 8, pipeline 4, data 16'; also context and expert. Rank = tensor + tensor·(context + context·(data + data·pipeline)).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub job: Option<String>,
    /// Bytes per rank of every phase, e.g. 64MiB, or of each: 'tensor 64MiB, data 1GiB'.
    pub bytes: String,
    /// Name of a file with messages between ranks instead of a job: lines of sender, receiver and bytes, a square CSV matrix, Matrix Market, GOAL, or Chakra traces.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub messages: Option<String>,
    /// Endpoints of the allocation, e.g. '0-63, 128-191' or names [default: all].
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hosts: Option<String>,
    /// Consecutive endpoints that are adapters of one host.
    pub per_host: u64,
    /// Routing algorithm [default: split evenly over all shortest paths].
    #[serde(with = "texts::routing")]
    #[cfg_attr(feature = "schema", schemars(with = "Option<String>"))]
    pub routing: Option<RoutingName>,
    /// Another order for comparison: linear, 'block 2x2x2', or the endpoints of all ranks such as 0,4,1,5.
    #[serde(with = "texts::text_or_none")]
    #[cfg_attr(feature = "schema", schemars(with = "Option<String>"))]
    pub compare: Option<MappingText>,
    /// Rate of an endpoint port in Gbit/s.
    pub rate: u64,
    /// Work of the search, in millions of updates of a link.
    pub effort: u64,
    /// Seed of the search.
    pub seed: u64,
    /// The contents of the file, or of all of its parts.
    #[serde(skip)]
    pub contents: Vec<(String, Vec<u8>)>,
}

impl Default for RanksRequest {
    fn default() -> Self {
        RanksRequest {
            job: None,
            bytes: "64MiB".to_owned(),
            messages: None,
            hosts: None,
            per_host: 1,
            routing: None,
            compare: None,
            rate: 400,
            effort: 100,
            seed: 0,
            contents: Vec::new(),
        }
    }
}

/// An order of ranks with its time, beside other orders and the bound.
#[derive(Debug, Clone, serde::Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct RanksAnswer {
    /// Endpoints of the allocation.
    pub endpoints: Exact<u64>,
    /// Number of ranks.
    pub ranks: Exact<u64>,
    /// The job or the file.
    pub job: String,
    /// The routing.
    pub routing: String,
    /// Rate of an endpoint port in Gbit/s.
    pub gbit_per_second: Exact<u64>,
    /// The endpoint of every rank.
    pub order: Vec<Node>,
    /// Its host.
    pub hosts: Vec<String>,
    /// Its number among the endpoints of the allocation on that host.
    pub slots: Vec<Exact<u32>>,
    /// Consecutive endpoints that are adapters of one host.
    pub per_host: Exact<u64>,
    /// The phases.
    pub phases: Vec<RankPhaseAnswer>,
    /// Time of all phases, in microseconds.
    pub microseconds: f64,
    /// Lower bound for every order, in microseconds.
    pub bound_microseconds: f64,
    /// Time over the bound.
    pub ratio_to_bound: f64,
    /// The evidence of the bound.
    pub bound_evidence: Evidence,
    /// The evidence of the time, and how the search ended.
    pub evidence: Evidence,
    /// Other orders with their times.
    pub others: Vec<OtherOrderAnswer>,
    /// `true` if the search was interrupted, and this is its best order so far.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub interrupted: bool,
}

/// A phase under the order, and under the linear one.
#[derive(Debug, Clone, serde::Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct RankPhaseAnswer {
    /// The phase.
    pub phase: String,
    /// Number of messages.
    pub messages: Exact<u64>,
    /// Bytes that the most loaded cable carries, per width of an endpoint port.
    pub load: Ratio,
    /// The time in microseconds.
    pub microseconds: f64,
    /// The same in linear order.
    pub linear_microseconds: f64,
    /// Lower bound for every order.
    pub bound_microseconds: f64,
    /// What limits every order.
    pub limit: String,
    /// The most loaded cable, from and to; null if nothing is sent.
    pub bottleneck: Option<[String; 2]>,
    /// The same in linear order.
    pub linear_bottleneck: Option<[String; 2]>,
}

/// The time of another order.
#[derive(Debug, Clone, serde::Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct OtherOrderAnswer {
    /// The order: linear, random, or cyclic over hosts.
    pub order: String,
    /// Time of all phases, in microseconds.
    pub microseconds: f64,
}

/// Most messages.
const MAX_MESSAGES: u64 = 1 << 26;

/// Largest sum of the bytes of a phase: loads are counted in parts of a byte.
const MAX_BYTES: u128 = (u64::MAX / SHARE as u64) as u128;

impl Request for RanksRequest {
    type On = Topology;
    type Answer = RanksAnswer;
    const VERB: &'static str = "ranks";

    fn answer(&self, on: &Topology, progress: &dyn Progress) -> Result<RanksAnswer, Error> {
        if self.rate == 0 || self.per_host == 0 || self.effort == 0 {
            return Err(Error::usage("`rate`, `per-host` and `effort` must be at least 1"));
        }
        let whole = on.network()?;
        let net = whole.as_ref();
        let hosts = self.host_list(on, net)?;
        let traffic = self.traffic(hosts.len() as u64)?;
        if u64::from(traffic.ranks) > hosts.len() as u64 {
            let message = format!("{} ranks do not fit on {} endpoints", traffic.ranks, hosts.len());
            return Err(Error::usage(message)
                .help("take smaller groups, or more hosts; several ranks of a host need an endpoint each"));
        }
        let over = |phase: &crate::ranks::RankPhase| {
            phase.messages.iter().map(|message| u128::from(message.2)).sum::<u128>() > MAX_BYTES
        };
        if traffic.phases.iter().any(over) {
            return Err(Error::limit(
                format!("a phase sends more than {MAX_BYTES} bytes"),
                "divide all bytes by 1000, and read the times in milliseconds",
            ));
        }
        let routing = match self.routing {
            Some(routing) => Some(
                RoutingRequest { routing: Some(routing), over: None }
                    .on(net)?
                    .on(whole)
                    .map_err(|why| Error::usage(why.to_string()))?,
            ),
            None => None,
        };
        let machine = RankMachine::new(net, hosts, routing.as_deref()).map_err(|why| no_machine(on, &why))?;
        if let Some(why) = machine.separated() {
            return Err(no_machine(on, &why));
        }
        self.order(net, &machine, &traffic, progress)
    }
}

fn no_machine(on: &Topology, why: &NoMachine) -> Error {
    match why {
        NoMachine::Apart(..) => Error::nothing(format!("{on}: {why}")).help("take a connected allocation"),
        NoMachine::Queues | NoMachine::Detours(_) => Error::usage(format!("{on}: {why}"))
            .help("leave `routing` out to split messages evenly over shortest paths, or take a routing without detours such as minimal or adaptive"),
        _ => Error::limit(format!("{on}: {why}"), "take a smaller allocation"),
    }
}

impl RanksRequest {
    /// The order to compare with, as indices into the hosts.
    fn compared(&self, net: &dyn Structure, hosts: &[u64], ranks: u32) -> Result<Option<Vec<u32>>, Error> {
        let Some(order) = &self.compare else { return Ok(None) };
        let wrong = |why: String| {
            Error::usage(format!("the order to compare with: {why}"))
                .help("one endpoint of the allocation for every rank, each once")
        };
        let mapping = order.on(net, ranks.into()).map_err(|why| wrong(why.to_string()))?;
        let place: HashMap<u64, u32> = hosts.iter().copied().zip(0..).collect();
        let index = |endpoint: &u64| {
            place
                .get(endpoint)
                .copied()
                .ok_or_else(|| wrong(format!("endpoint {endpoint} is not in the allocation")))
        };
        mapping.endpoints().iter().map(index).collect::<Result<_, _>>().map(Some)
    }

    /// The endpoints of the allocation.
    fn host_list(&self, on: &Topology, net: &dyn Structure) -> Result<Vec<u64>, Error> {
        let ends = net.endpoints();
        let Some(text) = &self.hosts else {
            if ends > 1 << 24 {
                return Err(
                    on.too_large(format!("{ends} endpoints are listed"), "give the allocation with `hosts`")
                );
            }
            return Ok((0..ends).collect());
        };
        let mut out = Vec::new();
        for word in text.split([',', '\n', ';']).map(str::trim).filter(|word| !word.is_empty()) {
            let range = word
                .split_once('-')
                .and_then(|(a, b)| Some((a.trim().parse::<u64>().ok()?, b.trim().parse::<u64>().ok()?)));
            match range {
                Some((a, b)) if a <= b && b < ends => out.extend(a..=b),
                Some((a, b)) => {
                    return Err(Error::usage(format!("hosts {a}-{b} are not endpoints of {on}"))
                        .help(format!("endpoints are 0 to {}", ends - 1)));
                }
                None => {
                    let node = on.node(NodeName::from(word))?.0;
                    if node >= ends {
                        return Err(Error::usage(format!("'{word}' is a switch")).help("hosts are endpoints"));
                    }
                    out.push(node);
                }
            }
        }
        let mut sorted = out.clone();
        sorted.sort_unstable();
        if let Some(pair) = sorted.windows(2).find(|pair| pair[0] == pair[1]) {
            return Err(Error::usage(format!("endpoint {} is listed twice", pair[0]))
                .help("a rank needs an endpoint of its own"));
        }
        if out.is_empty() {
            return Err(Error::usage("the list of hosts is empty").help("e.g. `hosts` 0-63"));
        }
        Ok(out)
    }

    /// The messages of the job or of the file.
    fn traffic(&self, hosts: u64) -> Result<RankTraffic, Error> {
        let traffic = match (&self.job, &self.messages) {
            (Some(job), None) => self.job_traffic(job, hosts)?,
            (None, Some(name)) => self.listed(name)?,
            _ => {
                return Err(Error::usage("a job or a file with messages is needed, and not both")
                    .help("e.g. `job` 'tensor 8, pipeline 4, data 16', or `messages` matrix.csv"));
            }
        };
        match traffic.messages() {
            0 => Err(Error::usage("no rank sends anything")
                .help("groups need at least two ranks, e.g. 'tensor 8, data 4'")),
            count if count > MAX_MESSAGES => Err(Error::limit(
                format!("{count} messages are more than {MAX_MESSAGES}"),
                "take smaller groups of experts",
            )),
            _ => Ok(traffic),
        }
    }

    fn job_traffic(&self, text: &str, hosts: u64) -> Result<RankTraffic, Error> {
        let example = "e.g. 'tensor 8, pipeline 4, data 16, expert 4, context 2'";
        let mut sizes: Vec<(RankGroup, u64)> = Vec::new();
        for part in text.split(',').map(str::trim).filter(|part| !part.is_empty()) {
            let (name, size) = part.split_once(char::is_whitespace).unwrap_or((part, ""));
            let group: RankGroup =
                name.parse().map_err(|wrong| Error::usage(format!("{wrong}")).help(example))?;
            let size =
                size.trim().parse::<u64>().ok().filter(|&size| size > 0).ok_or_else(|| {
                    Error::usage(format!("'{part}' has no size of at least 1")).help(example)
                })?;
            if sizes.iter().any(|known| known.0 == group) {
                return Err(Error::usage(format!("{group} is given twice")).help(example));
            }
            sizes.push((group, size));
        }
        let size = |group| sizes.iter().find(|known| known.0 == group).map(|known| known.1);
        let [tensor, context, pipeline] = [RankGroup::Tensor, RankGroup::Context, RankGroup::Pipeline]
            .map(|group| size(group).unwrap_or(1));
        let copy = tensor.saturating_mul(context).saturating_mul(pipeline);
        let fits = hosts / copy.max(1);
        let expert = size(RankGroup::Expert);
        let data =
            size(RankGroup::Data).unwrap_or_else(|| fits / expert.unwrap_or(1) * expert.unwrap_or(1)).max(1);
        let job = RankJob { tensor, context, data, pipeline, expert: expert.unwrap_or(1) };
        let wrong = |why: String| Error::usage(why).help(example);
        RankTraffic::of_job(&job, &self.group_bytes()?).map_err(|why| wrong(why.to_string()))
    }

    /// Bytes of every group.
    fn group_bytes(&self) -> Result<Vec<(RankGroup, u64)>, Error> {
        let example = "e.g. 64MiB, or 'tensor 64MiB, data 1GiB'";
        let mut bytes: Vec<(RankGroup, u64)> = RankGroup::ALL.iter().map(|&group| (group, 0)).collect();
        let read = |text: &str| {
            size::parse(text.trim())
                .ok()
                .filter(|&size| size > 0)
                .ok_or_else(|| Error::usage(format!("'{text}' is not a number of bytes")).help(example))
        };
        if let Ok(all) = size::parse(self.bytes.trim()) {
            bytes.iter_mut().for_each(|entry| entry.1 = all);
            if all == 0 {
                return Err(Error::usage("0 bytes are sent").help(example));
            }
            return Ok(bytes);
        }
        for part in self.bytes.split(',').map(str::trim) {
            let (name, size) = part
                .split_once(char::is_whitespace)
                .ok_or_else(|| Error::usage(format!("'{part}' is not a number of bytes")).help(example))?;
            let group: RankGroup =
                name.parse().map_err(|wrong| Error::usage(format!("{wrong}")).help(example))?;
            let size = read(size)?;
            bytes.iter_mut().filter(|entry| entry.0 == group).for_each(|entry| entry.1 = size);
        }
        bytes.retain(|entry| entry.1 > 0);
        Ok(bytes)
    }

    /// The messages of a file.
    fn listed(&self, name: &str) -> Result<RankTraffic, Error> {
        let wrong = |why: String| Error::usage(format!("{name}: {why}"));
        let Some((_, bytes)) = self.contents.first() else {
            return Err(wrong("the file is not read here".to_owned()));
        };
        if name.ends_with(".et") || name.ends_with(".json") {
            let trace = chakra_traffic(&self.contents).map_err(Error::usage)?;
            let ranks = u32::try_from(trace.ranks).map_err(|_| wrong("too many ranks".to_owned()))?;
            let messages = trace.messages.iter().map(|&(from, to, bytes)| (from as u32, to as u32, bytes));
            return Ok(RankTraffic::of_messages("messages", ranks, messages));
        }
        let text = std::str::from_utf8(bytes).map_err(|_| wrong("the file is not UTF-8 text".to_owned()))?;
        if name.ends_with(".goal") {
            let goal = Goal::read(text).map_err(|bad| wrong(bad.to_string()))?;
            return Ok(RankTraffic::of_messages("messages", goal.ranks.len() as u32, goal.messages()));
        }
        let (ranks, messages) = crate::ranks::read_messages(text).map_err(|why| {
            wrong(why)
                .help("lines of sender, receiver and bytes, e.g. 0 1 4096; a square matrix; or Matrix Market")
        })?;
        Ok(RankTraffic::of_messages("messages", ranks, messages))
    }

    /// The order, beside others and the bounds.
    fn order(
        &self,
        net: &dyn Structure,
        machine: &RankMachine<'_>,
        traffic: &RankTraffic,
        progress: &dyn Progress,
    ) -> Result<RanksAnswer, Error> {
        let hosts = machine.hosts.len() as u32;
        progress.stage("lower bound", 1);
        let near = host_order(machine);
        let bound = bounds(machine, traffic, &near);
        let mut others: Vec<(String, Vec<u32>)> = vec![("linear".to_owned(), linear_order(traffic.ranks))];
        if self.per_host > 1 {
            others.push((
                "cyclic over hosts".to_owned(),
                cyclic_order(traffic.ranks, hosts, self.per_host as u32),
            ));
        }
        others.push((format!("random, seed {}", self.seed), random_order(traffic.ranks, hosts, self.seed)));
        if let Some(order) = self.compared(net, &machine.hosts, traffic.ranks)? {
            others.push(("the order compared".to_owned(), order));
        }
        let given: Vec<Vec<u32>> = others.iter().map(|other| other.1.clone()).collect();
        let takes_unfinished = progress.takes_unfinished();
        let limits = SearchLimits { seed: self.seed, effort: self.effort, bound: bound.total };
        let placement = search(net, machine, traffic, &given, &near, limits, progress);
        let interrupted = placement.ending == Ending::Interrupted;
        if interrupted && !takes_unfinished {
            return Err(crate::progress::Stopped.into());
        }
        let times = phase_times(machine, traffic, &placement.hosts);
        let linear = phase_times(machine, traffic, &given[0]);
        // Bytes through an endpoint port to microseconds.
        let scale = 8.0 / (self.rate as f64 * 1000.0);
        let value = |load: &PhaseLoad| load.time.value().unwrap_or(0.0) * scale;
        let sum = |loads: &[PhaseLoad]| loads.iter().map(value).sum::<f64>();
        let address = |v: u64| net.address(Node(v)).to_string();
        let cable = |load: &PhaseLoad| load.link.map(|link| machine.cable(link).map(|v| address(v.into())));
        let phases = (0..traffic.phases.len()).map(|at| RankPhaseAnswer {
            phase: traffic.phases[at].name.clone(),
            messages: Exact(traffic.phases[at].messages.len() as u64),
            load: times[at].time.clone(),
            microseconds: value(&times[at]),
            linear_microseconds: value(&linear[at]),
            bound_microseconds: bound.phases[at].time * scale,
            limit: limit_text(net, machine, &bound.phases[at].limit),
            bottleneck: cable(&times[at]),
            linear_bottleneck: cable(&linear[at]),
        });
        let microseconds = sum(&times);
        let bound_microseconds = bound.total * scale;
        if bound_microseconds > microseconds {
            let message =
                format!("an order takes {microseconds} µs, less than the bound of {bound_microseconds} µs");
            return Err(Error::internal(message));
        }
        let names: Vec<String> =
            machine.hosts.iter().map(|&v| host_name(net, Node(v), self.per_host)).collect();
        let slots = slots_of(&machine.hosts, &names);
        let order: Vec<Node> =
            placement.hosts.iter().map(|&host| Node(machine.hosts[host as usize])).collect();
        let mut timed: Vec<OtherOrderAnswer> = Vec::new();
        for (order, hosts) in &others {
            timed.push(OtherOrderAnswer {
                order: order.clone(),
                microseconds: sum(&phase_times(machine, traffic, hosts)),
            });
        }
        Ok(RanksAnswer {
            endpoints: Exact(hosts.into()),
            ranks: Exact(traffic.ranks.into()),
            job: self
                .job
                .clone()
                .or_else(|| self.messages.as_ref().map(|name| format!("file {name}")))
                .unwrap_or_default(),
            routing: self.routing.map_or_else(
                || "split evenly over all shortest paths".to_owned(),
                |routing| routing.to_string(),
            ),
            gbit_per_second: Exact(self.rate),
            hosts: placement.hosts.iter().map(|&host| names[host as usize].clone()).collect(),
            slots: placement.hosts.iter().map(|&host| Exact(slots[host as usize])).collect(),
            order,
            per_host: Exact(self.per_host),
            phases: phases.collect(),
            microseconds,
            bound_microseconds,
            ratio_to_bound: if bound_microseconds > 0.0 { microseconds / bound_microseconds } else { 1.0 },
            bound_evidence: Evidence::proved(match &bound.joint {
                Some(limit) => format!(
                    "all phases together over one cut, {} [rank-cut-bound]",
                    limit_text(net, machine, limit)
                ),
                None => "the sum of the bounds of all phases [rank-cut-bound]".to_owned(),
            }),
            evidence: Evidence::computed(match placement.ending {
                Ending::Exhaustive => {
                    "no order is faster: all orders compared, or ruled out by a part of them [link-loads]"
                }
                Ending::Bound => {
                    "no order is faster by more than a millionth: the bound is reached [link-loads]"
                }
                Ending::Interrupted => {
                    "the best order until the search was interrupted; loads of all cables counted [link-loads]"
                }
                Ending::Effort => "the best order of a search; loads of all cables counted [link-loads]",
            }),
            others: timed,
            interrupted,
        })
    }
}

/// The number of every endpoint among those of its host, in ascending order of endpoints.
fn slots_of(endpoints: &[u64], names: &[String]) -> Vec<u32> {
    let mut order: Vec<usize> = (0..endpoints.len()).collect();
    order.sort_by_key(|&at| endpoints[at]);
    let mut used: HashMap<&str, u32> = HashMap::new();
    let mut slots = vec![0; endpoints.len()];
    for at in order {
        let next = used.entry(&names[at]).or_default();
        slots[at] = *next;
        *next += 1;
    }
    slots
}

/// What limits every order, as text.
fn limit_text(net: &dyn Structure, machine: &RankMachine<'_>, limit: &Limit) -> String {
    match limit {
        Limit::Ports => "the ports of a host".to_owned(),
        Limit::Routing => "the routing: near hosts share few cables, others take more".to_owned(),
        Limit::Distance => "the width of all cables, at the least distances".to_owned(),
        Limit::Cut { hosts, width, example } => {
            let width = Ratio::lowest((*width).into(), machine.unit.into()).short();
            format!("{width} ports that leave {hosts} hosts with {}", net.address(Node(*example)))
        }
    }
}

/// The verb.
#[cfg(feature = "schema")]
pub(in crate::answers) const ENTRY: Verb =
    Verb::one::<RanksRequest>("Order ranks so that the phases of a job are fast, with a lower bound");
