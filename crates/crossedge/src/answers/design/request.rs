//! The request of `design`.

use super::answer::{DesignAnswer, NearAnswer, winners};
use super::families::{choose, families};
use super::priced::Pricing;
use super::row::Rows;
use crate::answers::{LayoutRequest, Prices, Request, texts};
#[cfg(feature = "schema")]
use crate::answers::{
    ask,
    verbs::{self, Verb, json},
};
use crate::error::Error;
use crate::evidence::Evidence;
use crate::exact::Exact;
use crate::net::nearest_of;
use crate::progress::{Progress, Stopped};
use crate::search::{
    Base, Caps, Condition, DesignSearch, DesignSearchResult, Fraction, Keeper, KeptCandidate, Limits,
    MAX_LISTED, Nobody, Outside, PRICE_PARTS, Promising, QUANTITY_NAMES, Quantity, Recipe, SEARCH_FAMILIES,
    Unfinished, base_of_network, fewest_leaving_links, parse_number, read,
};
use crate::topology::Topology;
use std::collections::BTreeMap;
use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

/// Request for designs: compares the given networks, or searches all families if none is given.
#[derive(Debug, Clone, serde::Serialize, serde::Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(default, deny_unknown_fields)]
pub struct DesignRequest {
    /// Number of endpoints, e.g. 8k..12k or 8192 [default: 2 to 10 million].
    #[serde(with = "texts::text_or_none")]
    #[cfg_attr(feature = "schema", schemars(with = "Option<String>"))]
    pub endpoints: Option<SizeRange>,
    /// Ports per chip or switch (radix), e.g. ..36 [default: ..64].
    #[serde(with = "texts::text_or_none")]
    #[cfg_attr(feature = "schema", schemars(with = "Option<String>"))]
    pub ports: Option<SizeRange>,
    /// Maximum ports of a switch; short for `ports` up to this number.
    pub radix: Option<u32>,
    /// Ports of an endpoint [default: 1; with `direct` as many as `ports`].
    pub endpoint_ports: Option<u32>,
    /// Uniform throughput required, as a fraction of what endpoints inject [default: 1, unless `direct`, `where` or objectives say otherwise].
    pub throughput: Option<f64>,
    /// Maximum total cost, in the unit of the prices.
    pub budget: Option<f64>,
    /// Maximum total power, in the unit of power of the prices.
    pub max_power: Option<f64>,
    /// Maximum number of racks.
    pub max_racks: Option<u64>,
    /// Only networks without switches.
    pub direct: bool,
    /// Only these families, e.g. torus,dual,dragonfly.
    #[serde(alias = "family", with = "texts::list")]
    #[cfg_attr(feature = "schema", schemars(with = "Vec<String>"))]
    pub families: Vec<String>,
    /// Only constructions over this network.
    #[serde(with = "texts::network")]
    #[cfg_attr(feature = "schema", schemars(with = "Option<String>"))]
    pub base: Option<Topology>,
    /// Endpoints per block; links leaving a block are optical [default: 64 where cost is an objective].
    pub block: Option<u64>,
    /// Objectives, the most important first, e.g. cost,diameter [default: cost,mean].
    #[serde(alias = "objective", with = "texts::list")]
    #[cfg_attr(feature = "schema", schemars(with = "Vec<String>"))]
    pub objectives: Vec<String>,
    /// Further condition, e.g. `diameter<=6 and throughput>=0.5`.
    #[serde(rename = "where", alias = "condition")]
    pub condition: Option<String>,
    /// The best design for every power of two of endpoints, by the first objective.
    pub by_size: bool,
    /// Every candidate that meets the condition, the smallest first, not only the front.
    pub all: bool,
    /// Maximum number of designs.
    pub limit: usize,
    /// Prices [default: relative prices, in switch ports].
    // Contents of a file.
    #[serde(skip)]
    pub prices: Option<Prices>,
    /// Nodes per rack of the layouts from which costs are counted [default: as in `layout`].
    #[serde(skip)]
    pub rack: Option<u32>,
}

impl Default for DesignRequest {
    fn default() -> Self {
        DesignRequest {
            endpoints: None,
            ports: None,
            radix: None,
            endpoint_ports: None,
            throughput: None,
            budget: None,
            max_power: None,
            max_racks: None,
            direct: false,
            families: Vec::new(),
            base: None,
            block: None,
            objectives: Vec::new(),
            condition: None,
            by_size: false,
            all: false,
            limit: 20,
            prices: None,
            rack: None,
        }
    }
}

/// A range of sizes, e.g. `8k..12k`, `..36` or `8192`; both ends count.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SizeRange {
    /// Lower bound; `None` for no limit.
    pub least: Option<u64>,
    /// Upper bound; `None` for no limit.
    pub most: Option<u64>,
}

impl fmt::Display for SizeRange {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let end = |end: Option<u64>| end.map(|end| end.to_string()).unwrap_or_default();
        match (self.least, self.most) {
            (Some(least), Some(most)) if least == most => write!(f, "{least}"),
            (least, most) => write!(f, "{}..{}", end(least), end(most)),
        }
    }
}

impl FromStr for SizeRange {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self, Error> {
        let wrong =
            || Error::usage(format!("'{text}' is not a range of sizes")).help("e.g. 8k..12k, ..36 or 8192");
        let one = |text: &str| -> Result<Option<u64>, Error> {
            let text = text.trim();
            if text.is_empty() {
                return Ok(None);
            }
            let (digits, factor) = match text.char_indices().next_back() {
                Some((at, 'k' | 'K')) => (&text[..at], 1_000),
                Some((at, 'm' | 'M')) => (&text[..at], 1_000_000),
                Some((at, 'g' | 'G')) => (&text[..at], 1_000_000_000),
                _ => (text, 1u64),
            };
            let number: u64 = digits.parse().map_err(|_| wrong())?;
            number.checked_mul(factor).map(Some).ok_or_else(wrong)
        };
        let (least, most) = match text.split_once("..") {
            Some((least, most)) => (one(least)?, one(most.trim_start_matches('='))?),
            None => {
                let both = one(text)?.ok_or_else(wrong)?;
                (Some(both), Some(both))
            }
        };
        match least.zip(most).is_some_and(|(least, most)| least > most) {
            true => {
                Err(Error::usage(format!("the range {text} is empty")).help("write the smaller number first"))
            }
            false => Ok(SizeRange { least, most }),
        }
    }
}

/// Maximum number of endpoints of a search.
const MAX_ENDPOINTS: u64 = 1_000_000_000;

/// Maximum number of ports of a search.
const MAX_PORTS: u64 = 256;

/// Ports of a switch if none are given.
const USUAL_PORTS: u64 = 64;

impl DesignRequest {
    /// The objectives by name. By default cost comes first; networks that are given, and every size, are compared by all objectives.
    fn objectives(&self, given: bool) -> Result<Vec<Quantity>, Error> {
        let known = |name: &String| {
            Quantity::named(name).ok_or_else(|| {
                let names: Vec<&str> = QUANTITY_NAMES.iter().map(|(_, name, ..)| *name).collect();
                Error::usage(format!("unknown objective '{name}'"))
                    .help(format!("there are {}", names.join(", ")))
            })
        };
        let asked = self.objectives.iter().map(known).collect::<Result<Vec<_>, _>>()?;
        if let Some(wanted) =
            asked.iter().find(|one| depends_on_blocks(**one)).filter(|_| self.block.is_none())
        {
            return Err(no_block(*wanted));
        }
        if !asked.is_empty() {
            return Ok(asked);
        }
        if !(given || self.by_size || self.all) {
            // Without a required throughput the cheapest network would be a path.
            return Ok(match self.wanted_throughput()? {
                None if self.condition.is_none() => {
                    vec![Quantity::Throughput, Quantity::Cost, Quantity::Mean]
                }
                _ => vec![Quantity::Cost, Quantity::Mean],
            });
        }
        let mut usual = vec![
            Quantity::Throughput,
            Quantity::Ports,
            Quantity::Diameter,
            Quantity::Mean,
            Quantity::Bisection,
            Quantity::Channels,
        ];
        match self.block {
            Some(_) => usual.insert(0, Quantity::Optical),
            None => usual.push(Quantity::Cables),
        }
        if self.direct {
            usual.push(Quantity::CostRatio);
        }
        Ok(usual)
    }

    fn condition(&self) -> Result<Option<Condition>, Error> {
        let Some(text) = &self.condition else { return Ok(None) };
        let condition = Condition::parse(text).map_err(|error| Error::at(error, text.clone()))?;
        let wanted =
            [Quantity::Optical, Quantity::PerOptical].into_iter().find(|one| condition.mentions(*one));
        match wanted.filter(|_| self.block.is_none()) {
            Some(wanted) => Err(no_block(wanted)),
            None => Ok(Some(condition)),
        }
    }

    /// Returns `true` if designs must carry all that endpoints inject, which is the default.
    pub(in crate::answers) fn carries_all(&self) -> bool {
        let condition = self.condition().ok().flatten();
        self.throughput.is_none()
            && !self.direct
            && self.objectives.is_empty()
            && !condition.is_some_and(|condition| condition.mentions(Quantity::Throughput))
    }

    /// The throughput that candidates must carry, as a fraction of what endpoints inject.
    fn wanted_throughput(&self) -> Result<Option<Fraction>, Error> {
        let usual = self.carries_all();
        let wanted = match self.throughput {
            Some(wanted) => wanted,
            None if usual => 1.0,
            None => return Ok(None),
        };
        let wrong = || {
            Error::usage(format!("a throughput of {wanted} is no fraction of what endpoints inject"))
                .help("take `throughput` from 0 to 1, such as 0.5")
        };
        if !(0.0..=1.0).contains(&wanted) {
            return Err(wrong());
        }
        parse_number(&wanted.to_string()).map(Some).ok_or_else(wrong)
    }

    /// The prices that are used if none are given.
    pub(in crate::answers) fn usual_prices(&self) -> Prices {
        let radix = self.port_range().ok().and_then(|ports| ports.most).unwrap_or(USUAL_PORTS);
        Prices::relative(radix as u32, self.endpoint_ports.unwrap_or(1))
    }

    /// The range of ports of a switch.
    fn port_range(&self) -> Result<SizeRange, Error> {
        match (self.ports, self.radix) {
            (Some(_), Some(_)) => {
                Err(Error::usage("`radix` and `ports` are the same").help("leave one of them out"))
            }
            (Some(ports), None) => Ok(ports),
            (None, Some(radix)) => Ok(SizeRange { least: None, most: Some(radix.into()) }),
            // All nodes of a direct network are endpoints.
            (None, None) => Ok(SizeRange {
                least: None,
                most: self.endpoint_ports.filter(|_| self.direct).map(u64::from),
            }),
        }
    }

    fn limits(&self, given: bool) -> Result<Limits, Error> {
        let endpoints = self.endpoints.unwrap_or(SizeRange { least: None, most: None });
        let ports = self.port_range()?;
        let (least, most) = (endpoints.least.unwrap_or(2).max(2), endpoints.most.unwrap_or(10_000_000));
        if most > MAX_ENDPOINTS {
            return Err(Error::limit(
                format!("a search is limited to {MAX_ENDPOINTS} endpoints (got {most})"),
                "use `endpoints` up to 1G",
            ));
        }
        let most_ports = ports.most.unwrap_or(USUAL_PORTS);
        if most_ports > MAX_PORTS {
            let message = format!("a search is limited to {MAX_PORTS} ports (got {most_ports})");
            return Err(Error::limit(message, "use `ports` up to 256"));
        }
        let family = |name: &String| {
            SEARCH_FAMILIES.iter().find(|known| *known == name).copied().ok_or_else(|| {
                let wrong = Error::usage(format!("unknown family '{name}'"));
                match nearest_of(name, SEARCH_FAMILIES.iter().copied()) {
                    Some(near) => wrong.help(format!("did you mean '{near}'?")),
                    None => wrong.help(format!("there are {}", SEARCH_FAMILIES.join(", "))),
                }
            })
        };
        let families = self.families.iter().map(family).collect::<Result<_, _>>()?;
        let base = self.base.as_ref().map(|base| self.read(base)).transpose()?;
        if self.endpoint_ports == Some(0) {
            return Err(Error::usage("an endpoint without ports is connected to nothing")
                .help("take `endpoint_ports` 1"));
        }
        let single = !(given || self.direct || self.by_size || self.all || self.base.is_some());
        Ok(Limits {
            least,
            most,
            ports: most_ports as u32,
            direct: self.direct,
            families,
            base,
            endpoint_ports: self.endpoint_ports.or(single.then_some(1)),
            throughput: match (given, self.throughput) {
                (true, _) => None,
                (false, None) if self.by_size || self.all => None,
                (false, _) => self.wanted_throughput()?,
            },
            promising: None,
        })
    }

    /// The limits on cost, power and racks.
    fn caps(&self, given: bool, prices: &Prices) -> Result<Caps, Error> {
        let named = [
            ("budget", self.budget.is_some()),
            ("max_power", self.max_power.is_some()),
            ("max_racks", self.max_racks.is_some()),
        ];
        if let Some((name, _)) = named.iter().find(|(_, asked)| given && *asked) {
            return Err(Error::usage(format!("`{name}` limits a search, and the networks are given"))
                .help("omit it, or the networks"));
        }
        let power = |most: f64| {
            let Some(unit) = prices.power_unit() else {
                return Err(Error::usage("`max_power` needs prices of power, and there are none")
                    .help("add prices whose unit is W or kW"));
            };
            Ok((prices.rates_in(unit)?, limit_in_parts("max_power", most)?))
        };
        Ok(Caps {
            cost: self.budget.map(|most| limit_in_parts("budget", most)).transpose()?,
            power: self.max_power.map(power).transpose()?,
            racks: self.max_racks.map(|most| (self.rack.unwrap_or(LayoutRequest::default().units), most)),
        })
    }

    fn read(&self, base: &Topology) -> Result<Base, Error> {
        read(base.shape()).filter(|base| base.figures.direct()).ok_or_else(|| {
            Error::usage(format!("no design is made over {base}"))
                .help("take a torus, a mesh, a HyperX, a cube or a dual of such as `base`")
        })
    }

    /// Compares explicitly named networks.
    fn side_by_side(&self, on: &[Topology], progress: &dyn Progress) -> Result<DesignSearchResult, Error> {
        let mut front = Vec::new();
        progress.stage("networks", on.len() as u64);
        for net in on {
            let text = net.to_string();
            let large = || {
                net.too_large(
                    "the metrics of this network take too long to compute",
                    "take a smaller network",
                )
            };
            let base = base_of_network(&text, net.shape(), progress).ok_or_else(large)?;
            if progress.stopped() {
                return Err(Stopped.into());
            }
            let optical = match self.block {
                None => None,
                Some(0) => {
                    return Err(Error::usage("a block of no endpoints holds nothing").help("take `block` 64"));
                }
                Some(block) => optical_links(net, &base, block)?,
            };
            let base = Arc::new(Base { recipe: Recipe::Text(text), ..base });
            let figures = base.figures;
            let candidate = crate::search::Candidate::new(&figures, optical);
            front.extend(KeptCandidate::new(&base, (None, 1), candidate, &[]));
            progress.advance(1);
        }
        let count = front.len() as u64;
        Ok(DesignSearchResult {
            looked: count,
            met: count,
            unknown: 0,
            fronts: vec![(0, front)],
            near: Vec::new(),
            families: BTreeMap::new(),
        })
    }
}

/// Returns `true` if a quantity depends on blocks.
fn depends_on_blocks(quantity: Quantity) -> bool {
    matches!(quantity, Quantity::Optical | Quantity::PerOptical)
}

fn no_block(wanted: Quantity) -> Error {
    Error::usage(format!("{} counts cables that leave a block, and no block is given", wanted.name()))
        .help("give the number of endpoints per block: `block` 64")
}

/// Links that leave blocks: in closed form, or counted if a block is a run of ids.
fn optical_links(net: &Topology, base: &Base, block: u64) -> Result<Option<u128>, Error> {
    let by_ids = matches!(base.recipe, Recipe::Text(_) | Recipe::Word(..)) && base.figures.endpoints > block;
    if !by_ids {
        return Ok(fewest_leaving_links(base, block));
    }
    let Some(network) =
        net.network_if_it_fits().filter(|net| base.figures.direct() && net.nodes() <= 1 << 24)
    else {
        return Ok(None);
    };
    let count = |v: u64| {
        let around = crate::net::neighbors(network.as_ref(), crate::net::Node(v));
        around.filter(|w| w.0 > v && w.0 / block != v / block).count() as u128
    };
    Ok(Some((0..network.nodes()).map(count).sum()))
}

impl Request for DesignRequest {
    type On = [Topology];
    type Answer = DesignAnswer;
    const VERB: &'static str = "design";

    fn answer(&self, on: &[Topology], progress: &dyn Progress) -> Result<DesignAnswer, Error> {
        self.answer_for(on, &Nobody, progress)
    }
}

impl DesignRequest {
    /// Refuses a search without bounds: it would take hours.
    pub fn check_bounded(&self, on: &[Topology]) -> Result<(), Error> {
        if on.is_empty() && self.endpoints.is_none() && self.base.is_none() {
            return Err(Error::usage("a search needs to know how many endpoints").help("e.g. 8k..12k"));
        }
        Ok(())
    }

    /// The answer for observers that checkpoint the search and receive designs before the end.
    pub fn answer_for(
        &self,
        on: &[Topology],
        keeper: &dyn Keeper,
        progress: &dyn Progress,
    ) -> Result<DesignAnswer, Error> {
        let given = !on.is_empty();
        let objectives = self.objectives(given)?;
        let condition = self.condition()?;
        let mut limits = self.limits(given)?;
        if self.by_size && self.all {
            return Err(Error::usage("`by_size` excludes `all`").help("leave one of them out"));
        }
        if self.block == Some(0) {
            return Err(Error::usage("a block of no endpoints holds nothing").help("take `block` 64"));
        }
        let prices = self.prices.clone().unwrap_or_else(|| self.usual_prices());
        let caps = self.caps(given, &prices)?;
        let priced = !given && (objectives.contains(&Quantity::Cost) || caps != Caps::default());
        let block = self.block.or(priced.then_some(LayoutRequest::default().block));
        // A floor for ports is one more condition; the ceiling bounds the search itself.
        let condition = with_floor(condition, self.ports.and_then(|ports| ports.least));
        limits.least = limits.least.min(limits.most);
        if priced && self.objectives.is_empty() {
            let by_cost = objectives.first() == Some(&Quantity::Cost);
            limits.promising = Some(if by_cost { Promising::Cost } else { Promising::Throughput });
        }
        let search = DesignSearch {
            limits,
            block,
            condition,
            objectives: objectives.clone(),
            by_size: self.by_size,
            all: self.all,
            rates: if priced { Some(prices.rates()?) } else { None },
            caps,
        };
        let result = match given {
            true => self.side_by_side(on, progress)?,
            false => search.run_for(keeper, progress).map_err(unfinished_error)?,
        };
        if self.all && result.fronts.iter().any(|(_, all)| all.len() > MAX_LISTED) {
            let message = format!("more than {MAX_LISTED} candidates meet the requirement");
            return Err(Error::limit(message, "use fewer `endpoints`, a `family`, or omit `all`"));
        }
        let mut designs = Vec::new();
        let front_size: usize = result.fronts.iter().map(|(_, front)| front.len()).sum();
        let pricing = priced.then(|| Pricing::new(prices, block.unwrap_or(1), self.rack, caps));
        let rows = Rows {
            most_ports: search.limits.ports,
            blocks: block.is_some(),
            by_throughput: objectives.first() == Some(&Quantity::Throughput),
            pricing: pricing.as_ref(),
        };
        for (_, front) in &result.fronts {
            let shown = if self.by_size { 1 } else { self.limit };
            let thin = priced && self.objectives.is_empty();
            let mut left = shown;
            for kept in thinned(front, thin) {
                if left == 0 {
                    break;
                }
                let row = rows.row(kept, progress)?;
                left -= usize::from(row.is_some());
                designs.extend(row);
            }
        }
        let families = match priced && !self.by_size && !self.all {
            true => families(&search, &result, &rows, progress)?,
            false => Vec::new(),
        };
        let choice = choose(&search, &families, &result);
        let near = result.near.iter().map(|near| {
            let what = match near.outside {
                Outside::OnePortMore => "one port more",
                Outside::Smaller => "fewer endpoints",
                Outside::Larger => "more endpoints",
            };
            NearAnswer::new(
                what,
                &near.kept,
                objectives[0],
                result.fronts.first().and_then(|(_, front)| front.first()),
            )
        });
        let near = near.collect();
        let kept: Vec<&KeptCandidate> = result.fronts.iter().flat_map(|(_, front)| front).collect();
        let winners = if self.by_size || self.all { Vec::new() } else { winners(&kept, &objectives, given) };
        let theorems = "metrics of products, duals, hosts and trees composed from their parts; those shown were recomputed by the library";
        Ok(DesignAnswer {
            examined: Exact(result.looked),
            feasible: Exact(result.met),
            unknown: Exact(result.unknown),
            objectives: objectives.iter().map(|objective| objective.name().to_owned()).collect(),
            front: (!given && !self.all).then_some(Exact(front_size as u64)),
            block: block.map(Exact),
            families,
            choice,
            designs,
            winners,
            near,
            evidence: Evidence::computed(theorems),
        })
    }
}

/// A limit in millionths.
fn limit_in_parts(name: &str, most: f64) -> Result<u128, Error> {
    match most.is_finite() && most >= 0.0 {
        true => Ok((most * PRICE_PARTS as f64).round() as u128),
        false => Err(Error::usage(format!("a `{name}` of {most} is no limit"))
            .help(format!("take a number of at least 0, e.g. `{name}` 100000"))),
    }
}

/// Designs of a front that differ visibly: each has a mean distance at least 2 % shorter than the one before it.
fn thinned(front: &[KeptCandidate], thin: bool) -> impl Iterator<Item = &KeptCandidate> {
    let mut last = f64::INFINITY;
    front.iter().filter(move |kept| {
        let mean = kept.figures.mean().map_or(0.0, Fraction::value);
        let differs = !thin || mean <= 0.98 * last;
        if differs {
            last = mean;
        }
        differs
    })
}

fn unfinished_error(why: Unfinished) -> Error {
    match why {
        Unfinished::Stopped => Stopped.into(),
        Unfinished::Foreign(why) => Error::usage(why).help("use the same request, or another file"),
    }
}

/// A condition, and a minimum number of ports.
fn with_floor(condition: Option<Condition>, least: Option<u64>) -> Option<Condition> {
    let floor =
        least.filter(|least| *least > 1).and_then(|least| Condition::parse(&format!("ports>={least}")).ok());
    match (condition, floor) {
        (Some(a), Some(b)) => Some(Condition::And(Box::new(a), Box::new(b))),
        (a, b) => a.or(b),
    }
}

/// The verb.
#[cfg(feature = "schema")]
pub(in crate::answers) const ENTRY: Verb = Verb {
    run: |given, networks, progress| {
        let request: DesignRequest = verbs::read(given)?;
        request.check_bounded(networks)?;
        json(&ask(&request, networks, progress)?)
    },
    ..Verb::several::<DesignRequest>("Find the cheapest network of each family for a requirement")
};
