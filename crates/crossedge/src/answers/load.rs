//! How busy each kind of link is under a pattern of traffic, and the throughput that follows.

use super::deadlock::RoutingRequest;
#[cfg(feature = "schema")]
use super::verbs::Verb;
use super::{Request, texts};
use crate::error::Error;
use crate::evidence::{Evidence, Known};
use crate::exact::{Exact, Ratio};
use crate::metrics::traffic::{Groups, Traffic, any_bound};
use crate::net::{Node, Structure, endpoints};
use crate::progress::{Progress, Silent};
use crate::route::channels::{RoutingEntry, RoutingName};
use crate::route::loads::{ClassUse, Loads, MAX_ROUTES, NoLoads, loads};
use crate::topology::{NodeName, Topology};
use crate::words::words;
use num_bigint::BigUint;
use std::fmt;

/// Request for the loads of all links.
#[derive(Debug, Clone, serde::Serialize, serde::Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(from = "Parameters", into = "Parameters")]
pub struct LoadRequest {
    /// The traffic pattern.
    pub traffic: Pattern,
    /// The routing.
    pub routing: RoutingRequest,
    /// The distance of shift, the seed of random, or the size of rings and groups.
    pub by: u64,
    /// The stride of the ids of rings and groups.
    pub stride: u64,
    /// The node of hotspot.
    pub hot: NodeName,
}

/// The same as data.
#[derive(Debug, Clone, serde::Serialize, serde::Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
struct Parameters {
    /// Traffic pattern, e.g. uniform, all-to-all, transpose, tornado, 'shift by 3' or 'hotspot at 0'.
    #[serde(default = "uniform_pattern", with = "texts::text")]
    #[cfg_attr(feature = "schema", schemars(with = "String"))]
    traffic: PatternText,
    /// Routing algorithm [default: minimal, or address if that is not minimal].
    #[serde(default, with = "texts::routing")]
    #[cfg_attr(feature = "schema", schemars(with = "Option<String>"))]
    routing: Option<RoutingName>,
    /// Base routing of valiant [default: the one with the fewest virtual channels].
    #[serde(default, with = "texts::routing_entry")]
    #[cfg_attr(feature = "schema", schemars(with = "Option<String>"))]
    over: Option<&'static RoutingEntry>,
}

fn uniform_pattern() -> PatternText {
    PatternText { pattern: Pattern::Uniform, by: None, stride: None, hot: None }
}

impl From<Parameters> for LoadRequest {
    fn from(given: Parameters) -> Self {
        let Parameters { traffic: PatternText { pattern, by, stride, hot }, routing, over } = given;
        let usual = LoadRequest::new(pattern);
        LoadRequest {
            routing: RoutingRequest { routing, over },
            by: by.unwrap_or(usual.by),
            stride: stride.unwrap_or(usual.stride),
            hot: hot.map_or(usual.hot, Into::into),
            ..LoadRequest::new(pattern)
        }
    }
}

impl From<LoadRequest> for Parameters {
    fn from(request: LoadRequest) -> Self {
        let LoadRequest { traffic, routing: RoutingRequest { routing, over }, by, stride, hot } = request;
        Parameters { traffic: PatternText::of(traffic, by, stride, &hot), routing, over }
    }
}

impl LoadRequest {
    /// A pattern with the default routing.
    pub fn new(traffic: Pattern) -> Self {
        LoadRequest { traffic, routing: RoutingRequest::default(), by: 1, stride: 1, hot: NodeName::from(0) }
    }
}

/// Traffic patterns, by name; some also need a number or a node.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Pattern {
    /// Every endpoint sends to every other one, each as often.
    Uniform,
    /// Every node sends one message to every other one.
    AllToAll,
    /// (i, j) sends to (j, i).
    Transpose,
    /// Every bit inverted.
    Complement,
    /// Shift by this many ids.
    Shift,
    /// Tornado: just less than halfway round.
    Tornado,
    /// The bits in reverse.
    Reverse,
    /// Every node sends to one.
    Hotspot,
    /// To the next id.
    Neighbour,
    /// The highest bit moved to the end.
    Shuffle,
    /// A random permutation.
    Random,
    /// To the next in a ring of this many ids.
    Rings,
    /// To all others in a group of this many ids.
    Groups,
}

/// A pattern as it is written, with its number or node: `uniform`, `shift by 3`, `hotspot at (0,0,1)`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PatternText {
    /// The pattern.
    pub pattern: Pattern,
    /// The distance of shift, the seed of random, or the size of rings and groups, if given.
    pub by: Option<u64>,
    /// The stride of the ids of rings and groups, if given.
    pub stride: Option<u64>,
    /// The node of hotspot, if given.
    pub hot: Option<String>,
}

impl PatternText {
    /// A pattern with the number or the node that it needs.
    pub(super) fn of(pattern: Pattern, by: u64, stride: u64, hot: &NodeName) -> PatternText {
        let numbered = matches!(pattern, Pattern::Shift | Pattern::Random | Pattern::Rings | Pattern::Groups);
        PatternText {
            pattern,
            by: numbered.then_some(by),
            stride: matches!(pattern, Pattern::Rings | Pattern::Groups).then_some(stride),
            hot: (pattern == Pattern::Hotspot).then(|| hot.0.clone()),
        }
    }
}

impl fmt::Display for PatternText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let by = self.by.unwrap_or(1);
        match (self.pattern, self.stride, &self.hot) {
            (Pattern::Shift, ..) => write!(f, "shift by {by}"),
            (Pattern::Random, ..) => write!(f, "random seed {by}"),
            (Pattern::Hotspot, _, hot) => write!(f, "hotspot at {}", hot.as_deref().unwrap_or("0")),
            (pattern @ (Pattern::Rings | Pattern::Groups), Some(stride), _) if stride > 1 => {
                write!(f, "{pattern} of {by} stride {stride}")
            }
            (pattern @ (Pattern::Rings | Pattern::Groups), ..) => write!(f, "{pattern} of {by}"),
            (pattern, ..) => pattern.fmt(f),
        }
    }
}

impl std::str::FromStr for PatternText {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let plain = |word: &str| -> Result<Self, String> {
            let pattern = word.parse::<Pattern>().map_err(|wrong| wrong.to_string())?;
            Ok(PatternText { pattern, by: None, stride: None, hot: None })
        };
        match text.trim().split_once(char::is_whitespace).map(|(word, rest)| (word, rest.trim())) {
            None => match plain(text.trim())? {
                PatternText { pattern: pattern @ (Pattern::Rings | Pattern::Groups), .. } => {
                    Err(format!("{pattern} are of a number of endpoints, e.g. {pattern} of 8"))
                }
                text => Ok(text),
            },
            Some(("shift", rest)) => {
                let number = rest.strip_prefix("by ").and_then(|by| by.trim().parse().ok());
                let by = number.ok_or("shift goes by a whole number, e.g. shift by 3")?;
                Ok(PatternText { by: Some(by), ..plain("shift")? })
            }
            Some(("hotspot", rest)) => {
                let node = rest.strip_prefix("at ").map(|node| node.trim().to_owned());
                let hot = node.ok_or("hotspot is at a node, e.g. hotspot at 0")?;
                Ok(PatternText { hot: Some(hot), ..plain("hotspot")? })
            }
            Some(("random", rest)) => {
                let number = rest.strip_prefix("seed ").and_then(|seed| seed.trim().parse().ok());
                let by = number.ok_or("random has a whole number for a seed, e.g. random seed 7")?;
                Ok(PatternText { by: Some(by), ..plain("random")? })
            }
            Some((word @ ("rings" | "groups"), rest)) => {
                let number = |text: &str| text.parse::<u64>().ok().filter(|&number| number > 0);
                let (by, stride) = match rest.split_whitespace().collect::<Vec<_>>()[..] {
                    ["of", size] => (number(size), Some(1)),
                    ["of", size, "apart" | "stride", stride] => (number(size), number(stride)),
                    _ => (None, None),
                };
                let (Some(by), Some(stride)) = (by, stride) else {
                    return Err(format!(
                        "{word} need a number of endpoints, e.g. {word} of 8, {word} of 8 stride 4"
                    ));
                };
                Ok(PatternText { by: Some(by), stride: Some(stride), ..plain(word)? })
            }
            Some((word, _)) => {
                let pattern = plain(word)?.pattern;
                Err(format!("{pattern} takes no argument; only shift and hotspot do, e.g. shift by 3"))
            }
        }
    }
}

words!(Pattern, "traffic":
    Uniform = "uniform": "Every node sends to every other one, each as often",
    AllToAll = "all-to-all" ("alltoall"): "Every node sends one message to every other one",
    Transpose = "transpose": "(i, j) sends to (j, i)",
    Complement = "complement" ("bit-complement"): "v sends to N - 1 - v: every bit inverted",
    Shift = "shift": "v sends to v + K modulo N, e.g. shift by 3",
    Tornado = "tornado": "Just less than halfway round, in every coordinate of a product",
    Reverse = "reverse" ("bit-reverse"): "The bits of v in reverse",
    Hotspot = "hotspot": "Every node sends to one, e.g. hotspot at 0",
    Neighbour = "neighbour" ("neighbor"): "v sends to v + 1 modulo N",
    Shuffle = "shuffle": "The bits of v, the highest one moved to the end",
    Random = "random": "A permutation that is drawn, e.g. random seed 7",
    Rings = "rings": "v sends to the next in its ring of K ids, e.g. rings of 8, rings of 8 stride 4",
    Groups = "groups": "v sends to all others in its group of K ids, e.g. groups of 8, groups of 8 stride 4",
);

/// Load of each kind of link.
#[derive(Debug, Clone, serde::Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct LoadAnswer {
    /// The traffic pattern.
    pub traffic: String,
    /// The routing.
    pub routing: String,
    /// Number of endpoints, which send and receive, if there are switches; absent if every node is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub endpoints: Option<Exact<u64>>,
    /// Load of each kind of link at injection rate 1, per unit of width; total messages for all-to-all.
    pub classes: Vec<ClassLoadAnswer>,
    /// The kind of link with the highest load; null if nothing is sent.
    pub bottleneck: Option<String>,
    /// One of the busiest channels.
    pub bottleneck_channel: Option<ChannelAnswer>,
    /// The load of that one.
    pub max_channel_load: Ratio,
    /// Hops of a packet.
    pub mean_hops: Ratio,
    /// Mean distance, if there is a closed form; the excess of `hops` is due to detours.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub least_hops: Option<Ratio>,
    /// Load balance: mean link load over the maximum. Absent if nothing is sent.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub balance: Option<Ratio>,
    /// The evidence of the loads.
    pub evidence: Evidence,
    /// Upper bound on the throughput with this routing, in packets per endpoint and cycle.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ideal_throughput: Option<Ratio>,
    /// Routing efficiency: throughput of this routing relative to the bound for any routing, if both are known; all-to-all by its cycles.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub routing_efficiency: Option<Ratio>,
    /// Upper bound on the throughput with any routing: in closed form, solved, or by the best known cut.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cut_bound: Option<Known<Ratio>>,
    /// All-to-all: lower bound on the cycles with this routing.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ideal_cycles: Option<Ratio>,
    /// All-to-all: lower bound on the cycles with any routing.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cut_bound_cycles: Option<Known<Ratio>>,
}

/// The load of one kind of link, per direction.
#[derive(Debug, Clone, serde::Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ClassLoadAnswer {
    /// The kind.
    pub link_class: String,
    /// Number of links.
    pub links: Exact<u128>,
    /// Link width in flits per cycle, by which the load is divided; absent if all widths are 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub width: Option<Exact<u64>>,
    /// Minimum load.
    pub least: Ratio,
    /// The mean load.
    pub mean: Ratio,
    /// Maximum load.
    pub most: Ratio,
}

/// A link in one direction.
#[derive(Debug, Clone, serde::Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ChannelAnswer {
    /// From this node.
    pub from: Node,
    /// Its address.
    pub from_address: String,
    /// To this node.
    pub to: Node,
    /// Its address.
    pub to_address: String,
    /// By this port of the first.
    pub port: u32,
}

/// A ratio in lowest terms.
fn lowest_terms(a: impl Into<BigUint>, b: impl Into<BigUint>) -> Ratio {
    Ratio::lowest(a.into(), b.into())
}

impl Pattern {
    /// The traffic on a network, with the number of shift, random, rings or groups, how far apart these are, and the node of hotspot.
    pub fn on(self, on: &Topology, number: u64, stride: u64, hot: &NodeName) -> Result<Traffic, Error> {
        Ok(match self {
            Pattern::Uniform => Traffic::Uniform,
            Pattern::AllToAll => Traffic::AllToAll,
            Pattern::Transpose => Traffic::Transpose,
            Pattern::Complement => Traffic::Complement,
            Pattern::Shift => Traffic::Shift(number),
            Pattern::Neighbour => Traffic::Shift(1),
            Pattern::Tornado => Traffic::Tornado,
            Pattern::Reverse => Traffic::Reverse,
            Pattern::Shuffle => Traffic::Shuffle,
            Pattern::Random => Traffic::Random(number),
            Pattern::Rings => Traffic::Rings(Groups { size: number, stride }),
            Pattern::Groups => Traffic::Groups(Groups { size: number, stride }),
            Pattern::Hotspot => Traffic::Hotspot(on.node(hot)?.0),
        })
    }
}

impl Request for LoadRequest {
    type On = Topology;
    type Answer = LoadAnswer;
    const VERB: &'static str = "load";

    fn answer(&self, on: &Topology, progress: &dyn Progress) -> Result<LoadAnswer, Error> {
        if matches!(self.traffic, Pattern::Uniform | Pattern::AllToAll) && on.stored_beyond(1 << 15) {
            let routes = on.nodes().pow(2);
            if routes > MAX_ROUTES.into() {
                let what = format!("{routes} routes would be walked");
                return Err(NoLoads::TooMany { what, limit: MAX_ROUTES }.into());
            }
        }
        let whole = on.network()?;
        let net = whole.as_ref();
        let traffic = self.traffic.on(on, self.by, self.stride, &self.hot)?;
        let routing = self.routing.on(net)?;
        let loads = loads(whole, routing, traffic, progress)?;
        let any = any_bound(on.shape(), net, traffic, progress)?;
        let wide = loads.classes.iter().any(|class| class.width != 1);
        let over = |of: &ClassUse, count: u128, links: u128| {
            lowest_terms(count * loads.port_width, BigUint::from(loads.unit) * of.width * links)
        };
        let class = |class: &ClassUse| ClassLoadAnswer {
            link_class: class.name.clone(),
            links: Exact(class.links),
            width: wide.then_some(Exact(class.width)),
            least: over(class, class.least, 1),
            mean: over(class, class.total, class.links.max(1)),
            most: over(class, class.most, 1),
        };
        let most = loads.bottleneck().map(|class| over(class, class.most, 1));
        let mut answer = LoadAnswer {
            traffic: traffic.to_string(),
            routing: routing.to_string(),
            endpoints: (net.endpoints() < net.nodes()).then(|| Exact(net.endpoints())),
            classes: loads.classes.iter().map(class).collect(),
            bottleneck: loads.bottleneck().map(|class| class.name.clone()),
            bottleneck_channel: loads.busiest.map(|(v, port)| channel_answer(net, v, port.0)),
            max_channel_load: most.clone().unwrap_or_else(|| lowest_terms(0u32, 1u32)),
            mean_hops: lowest_terms(loads.hops(), loads.routes.max(1)),
            least_hops: least_hops(on, traffic),
            balance: most.as_ref().and_then(|most| load_balance(&loads, most)),
            evidence: loads.evidence.clone(),
            ideal_throughput: None,
            routing_efficiency: None,
            cut_bound: None,
            ideal_cycles: None,
            cut_bound_cycles: None,
        };
        if let (Some((a, b)), Some(Known { value: (c, d), .. })) = (loads.max_injection_rate(), &any) {
            let [a, b, c, d] = [a, b, *c, *d].map(BigUint::from);
            answer.routing_efficiency = (a.bits() > 0 && c.bits() > 0).then(|| lowest_terms(a * d, b * c));
        }
        // Lower bound on the cycles of all-to-all; other patterns do not end.
        if traffic == Traffic::AllToAll {
            answer.ideal_cycles = most;
            answer.cut_bound_cycles = any.map(|any| any.map(|(a, b)| lowest_terms(b, a)));
        } else {
            answer.ideal_throughput = loads.max_injection_rate().map(|(a, b)| lowest_terms(a, b));
            answer.cut_bound = any.map(|any| any.map(|(a, b)| lowest_terms(a, b)));
        }
        Ok(answer)
    }
}

/// The mean distance, for uniform traffic with a closed form.
fn least_hops(on: &Topology, traffic: Traffic) -> Option<Ratio> {
    if !matches!(traffic, Traffic::Uniform | Traffic::AllToAll) {
        return None;
    }
    let distances = on.shape().distances()?.value;
    let others = endpoints(on.shape()) - 1u32;
    Some(lowest_terms(distances.sum(), distances.sources() * others))
}

/// Load balance: mean link load over the maximum, per unit of width.
fn load_balance(loads: &Loads, most: &Ratio) -> Option<Ratio> {
    let total: BigUint = loads.classes.iter().map(|of| BigUint::from(of.total)).sum();
    let room: BigUint = loads.classes.iter().map(|of| BigUint::from(of.links) * of.width).sum();
    let (a, b) = (total * loads.port_width * &most.denominator, room * loads.unit * &most.numerator);
    (b.bits() > 0).then(|| lowest_terms(a, b))
}

fn channel_answer(net: &dyn Structure, from: Node, port: u32) -> ChannelAnswer {
    let to = net.link(from, crate::net::Port(port)).0;
    let [from_address, to_address] = [from, to].map(|v| net.address(v).to_string());
    ChannelAnswer { from, from_address, to, to_address, port }
}

impl Topology {
    /// Load of each kind of link under a traffic pattern, with the default routing.
    ///
    /// ```
    /// use crossedge::answers::Pattern;
    /// use crossedge::prelude::*;
    ///
    /// let net: Topology = "hypercube(4)".parse()?;
    /// assert_eq!(net.load(Pattern::Uniform)?.max_channel_load, Ratio::new(8u32, 15u32));
    /// # Ok::<(), crossedge::Error>(())
    /// ```
    pub fn load(&self, traffic: Pattern) -> Result<LoadAnswer, Error> {
        LoadRequest::new(traffic).answer(self, &Silent)
    }
}

/// The verb.
#[cfg(feature = "schema")]
pub(in crate::answers) const ENTRY: Verb = Verb::one::<LoadRequest>(
    "Channel loads under a traffic pattern: the bottleneck, and the ideal throughput",
);
