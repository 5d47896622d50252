//! The request of `advise`.

use super::answer::{AdviceAnswer, AdvisedCollectiveAnswer, AdvisedFileAnswer};
use super::choose::{recommended, recommended_by_cost};
use crate::answers::{
    CollectiveRequest, Collectives, DeadlockRequest, DesignRequest, FailuresRequest, FateName, LayoutRequest,
    PlannedLayout, Request, SizeRange, texts,
};
#[cfg(feature = "schema")]
use crate::answers::{
    ask,
    verbs::{Verb, json, read},
};
use crate::collective::Kind;
use crate::error::{Error, ErrorKind};
use crate::exact::Exact;
use crate::progress::{CancelOnly, Progress};
use crate::search::Quantity;
use crate::topology::Topology;

/// Request for a recommendation: among the given networks, or among all families if none is given.
#[derive(Debug, Clone, serde::Serialize, serde::Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(from = "Parameters", into = "Parameters")]
pub struct AdviseRequest {
    /// The requirement of the design.
    pub design: DesignRequest,
    /// Racks and cables of the recommended design.
    pub layout: LayoutRequest,
    /// Message size of the collectives, in bytes.
    pub bytes: u64,
}

/// The same as data. The default block is that of the layout.
#[derive(Debug, Clone, serde::Serialize, serde::Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(default, deny_unknown_fields)]
struct Parameters {
    /// Number of endpoints, e.g. 8k..12k or 8192.
    #[serde(with = "texts::text_or_none")]
    #[cfg_attr(feature = "schema", schemars(with = "Option<String>"))]
    endpoints: Option<SizeRange>,
    /// Ports per chip or switch (radix), e.g. ..36 [default: ..64].
    #[serde(with = "texts::text_or_none")]
    #[cfg_attr(feature = "schema", schemars(with = "Option<String>"))]
    ports: Option<SizeRange>,
    /// Maximum ports of a switch; short for `ports` up to this number.
    radix: Option<u32>,
    /// Ports of an endpoint [default: 1; with `direct` as many as `ports`].
    endpoint_ports: Option<u32>,
    /// Uniform throughput required, as a fraction of what endpoints inject.
    throughput: Option<f64>,
    /// Maximum total cost, in the unit of the prices.
    budget: Option<f64>,
    /// Maximum total power, in the unit of power of the prices.
    max_power: Option<f64>,
    /// Maximum number of racks.
    max_racks: Option<u64>,
    /// Only networks without switches.
    direct: bool,
    /// Only these families, e.g. torus,dual,dragonfly.
    #[serde(alias = "family", with = "texts::list")]
    #[cfg_attr(feature = "schema", schemars(with = "Vec<String>"))]
    families: Vec<String>,
    /// Only constructions over this network.
    #[serde(with = "texts::network")]
    #[cfg_attr(feature = "schema", schemars(with = "Option<String>"))]
    base: Option<Topology>,
    /// Endpoints per block; links leaving a block are optical.
    block: Option<u64>,
    /// Objectives, the most important first, e.g. optical,throughput.
    #[serde(alias = "objective", with = "texts::list")]
    #[cfg_attr(feature = "schema", schemars(with = "Vec<String>"))]
    objectives: Vec<String>,
    /// Further condition, e.g. diameter<=6 and throughput>=0.5.
    r#where: Option<String>,
    /// Maximum number of designs.
    limit: usize,
    /// Nodes per rack, endpoints and switches.
    rack: u32,
    /// Message size of the collectives, e.g. 1MiB.
    #[serde(with = "texts::size")]
    #[cfg_attr(feature = "schema", schemars(with = "crate::topology::NodeName"))]
    bytes: u64,
}

impl Default for Parameters {
    fn default() -> Self {
        AdviseRequest::default().into()
    }
}

impl From<Parameters> for AdviseRequest {
    fn from(given: Parameters) -> Self {
        let Parameters { endpoints, ports, direct, families, base, block, objectives, limit, .. } = given;
        let Parameters { radix, endpoint_ports, throughput, budget, max_power, max_racks, .. } = given;
        let (condition, by_size, all) = (given.r#where, false, false);
        let usual = LayoutRequest::default();
        let layout = LayoutRequest { block: block.unwrap_or(usual.block), units: given.rack, ..usual };
        let design = DesignRequest {
            endpoints,
            ports,
            radix,
            endpoint_ports,
            throughput,
            budget,
            max_power,
            max_racks,
            direct,
            families,
            base,
            block,
            objectives,
            condition,
            by_size,
            all,
            limit,
            prices: None,
            rack: None,
        };
        AdviseRequest { design, layout, bytes: given.bytes }
    }
}

impl From<AdviseRequest> for Parameters {
    fn from(request: AdviseRequest) -> Self {
        let AdviseRequest { design, layout, bytes } = request;
        let DesignRequest { endpoints, ports, direct, families, base, block, objectives, condition, .. } =
            design;
        let (r#where, limit, rack) = (condition, design.limit, layout.units);
        let DesignRequest { radix, endpoint_ports, throughput, budget, max_power, max_racks, .. } = design;
        Parameters {
            endpoints,
            ports,
            radix,
            endpoint_ports,
            throughput,
            budget,
            max_power,
            max_racks,
            direct,
            families,
            base,
            block,
            objectives,
            r#where,
            limit,
            rack,
            bytes,
        }
    }
}

impl Default for AdviseRequest {
    fn default() -> Self {
        AdviseRequest { design: DesignRequest::default(), layout: LayoutRequest::default(), bytes: 1 << 20 }
    }
}

/// The recommendation, with its layout.
#[derive(Debug, Clone)]
pub struct Advice {
    /// The answer.
    pub answer: AdviceAnswer,
    /// The recommended design.
    pub network: Option<Topology>,
    /// Its racks and cables.
    pub planned: Option<PlannedLayout>,
}

/// The recommendation is chosen among this many designs of the front.
const MAX_CONSIDERED: usize = 200;

/// A part of the recommendation; a limit that prevents it becomes a note.
fn part_or_note<T>(
    what: &str,
    result: Result<T, Error>,
    notes: &mut Vec<String>,
) -> Result<Option<T>, Error> {
    match result {
        Ok(result) => Ok(Some(result)),
        Err(error) if matches!(error.kind(), ErrorKind::Limit | ErrorKind::Nothing | ErrorKind::Usage) => {
            notes.push(format!("{what}: {}", error.message()));
            Ok(None)
        }
        Err(error) => Err(error),
    }
}

impl AdviseRequest {
    /// The recommendation with its layout, for callers that write files.
    pub fn advise(&self, on: &[Topology], progress: &dyn Progress) -> Result<Advice, Error> {
        let shown = self.design.limit;
        // By cost the cheapest family is recommended; by other objectives the design that is near to the best of each.
        let by_cost = on.is_empty() && self.design.objectives.is_empty();
        let limit = if by_cost { shown } else { shown.max(MAX_CONSIDERED) };
        let wide = DesignRequest { limit, rack: Some(self.layout.units), ..self.design.clone() };
        let mut designs = wide.answer(on, progress)?;
        let objectives: Vec<Quantity> =
            designs.objectives.iter().filter_map(|name| Quantity::named(name)).collect();
        let chosen = match by_cost {
            true => recommended_by_cost(&designs, &objectives),
            false => recommended(&designs.designs, &objectives),
        };
        designs.designs.truncate(shown);
        let mut answer = AdviceAnswer {
            requirement: self.requirement_sentences(on),
            designs,
            recommended: chosen,
            routing: None,
            collectives: Vec::new(),
            layout: None,
            failures: None,
            files: Vec::new(),
            notes: Vec::new(),
        };
        let Some(chosen) = &answer.recommended else {
            answer.notes.push("no design meets the requirement".to_owned());
            return Ok(Advice { answer, network: None, planned: None });
        };
        // One that was named may need files that only its own topology has.
        let net = match on.iter().find(|net| net.to_string() == chosen.expression) {
            Some(net) => net.clone(),
            None => chosen.expression.parse::<Topology>()?,
        };
        let notes = &mut answer.notes;
        answer.routing = part_or_note("routing", DeadlockRequest::default().answer(&net, progress), notes)?;
        answer.collectives = self.collectives(&net, notes, progress)?;
        // The cost was counted from this layout.
        let prices = self
            .design
            .prices
            .clone()
            .or_else(|| answer.designs.choice.is_some().then(|| self.design.usual_prices()));
        let layout = LayoutRequest { prices, ..self.layout.clone() };
        let planned = part_or_note("layout", layout.plan(&net, progress), notes)?;
        let request = FailuresRequest {
            block: self.layout.block,
            units: self.layout.units,
            ..FailuresRequest::default()
        };
        let failures = request.answer(std::slice::from_ref(&net), progress);
        answer.failures =
            part_or_note("failures", failures, notes)?.and_then(|mut failures| failures.machines.pop());
        answer.layout = planned.as_ref().map(|planned| planned.answer.clone());
        answer.files = self.suggested_files(&net.to_string(), planned.is_some());
        Ok(Advice { answer, network: Some(net), planned })
    }

    /// The requirement, in sentences.
    fn requirement_sentences(&self, on: &[Topology]) -> Vec<String> {
        let DesignRequest { endpoints, ports, direct, families, base, block, condition, .. } = &self.design;
        let range = |range: &crate::answers::SizeRange| match (range.least, range.most) {
            (Some(a), Some(b)) if a == b => a.to_string(),
            (Some(a), Some(b)) => format!("{a} to {b}"),
            (Some(a), None) => format!("at least {a}"),
            (None, Some(b)) => format!("at most {b}"),
            (None, None) => "any number of".to_owned(),
        };
        let mut out = Vec::new();
        if !on.is_empty() {
            let names: Vec<String> = on.iter().map(Topology::to_string).collect();
            out.push(format!("one of {}", names.join(", ")));
        }
        out.extend(endpoints.as_ref().map(|ends| format!("{} endpoints", range(ends))));
        out.extend(ports.as_ref().map(|ports| format!("{} ports of a node", range(ports))));
        let DesignRequest { radix, endpoint_ports, throughput, budget, max_power, max_racks, .. } =
            &self.design;
        out.extend(radix.map(|radix| format!("switches of {radix} ports")));
        out.extend(endpoint_ports.map(|ports| match ports {
            1 => "one port for an endpoint".to_owned(),
            ports => format!("{ports} ports for an endpoint"),
        }));
        let carried = throughput.or((on.is_empty() && self.design.carries_all()).then_some(1.0));
        out.extend(
            carried.map(|share| format!("a uniform throughput of at least {share} of what endpoints inject")),
        );
        out.extend(budget.map(|budget| format!("a cost of at most {budget}")));
        out.extend(max_power.map(|power| format!("a power of at most {power}")));
        out.extend(max_racks.map(|racks| format!("at most {racks} racks")));
        out.extend(direct.then(|| "no switches".to_owned()));
        out.extend((!families.is_empty()).then(|| format!("a network of {}", families.join(", "))));
        out.extend(base.as_ref().map(|base| format!("a network over {base}")));
        out.extend(
            block.map(|block| format!("blocks of {block} endpoints in copper, optical cables between them")),
        );
        out.extend(condition.as_ref().map(|text| format!("that {text}")));
        out
    }

    fn collectives(
        &self,
        net: &Topology,
        notes: &mut Vec<String>,
        progress: &dyn Progress,
    ) -> Result<Vec<AdvisedCollectiveAnswer>, Error> {
        let ends = net.network()?.endpoints();
        let quiet = CancelOnly(progress);
        let mut out = Vec::new();
        // Every one is made and verified again, and the page should come soon.
        for (kind, most) in [(Kind::AllReduce, 1024), (Kind::AllToAll, 256), (Kind::Broadcast, 1 << 20)] {
            let word = kind.word().to_owned();
            if ends > most {
                notes.push(format!(
                    "{word}: limited to {most} endpoints here; `crossedge collective` supports more"
                ));
                continue;
            }
            let result = Collectives::new(net, CollectiveRequest::new(kind), &quiet).and_then(|plan| {
                let fastest = plan.fastest(self.bytes)?;
                Ok(fastest.map(|(name, outcome, cost)| AdvisedCollectiveAnswer {
                    collective: word.clone(),
                    bytes: Exact(self.bytes),
                    algorithm: match outcome {
                        FateName::Formula => format!("{name}, by formula"),
                        _ => name.to_owned(),
                    },
                    seconds: cost.seconds,
                    least_seconds: plan.bound(self.bytes).seconds(),
                }))
            });
            out.extend(part_or_note(&word, result, notes)?.flatten());
        }
        Ok(out)
    }

    /// Files to write next, with their commands.
    fn suggested_files(&self, text: &str, laid_out: bool) -> Vec<AdvisedFileAnswer> {
        let LayoutRequest { block, units, .. } = self.layout;
        let file = |name: &str, what: &str, command: String| AdvisedFileAnswer {
            name: name.to_owned(),
            what: what.to_owned(),
            command,
        };
        let layout = format!("crossedge layout '{text}' --block {block} --rack {units}");
        let mut out = Vec::new();
        if laid_out {
            out.push(file(
                "cables.csv",
                "every cable with rack, unit and port of both ends",
                format!("{layout} --cables cables.csv"),
            ));
            out.push(file("floor.svg", "the floor plan", format!("{layout} --plan floor.svg")));
            let check = format!("crossedge check-wiring '{text}' built.csv --layout cables.csv");
            out.push(file(
                "built.csv",
                "the fabric as it was built: what is wrong is named with rack and port",
                check,
            ));
        }
        out.push(file(
            "network.graphml",
            "the network for other tools",
            format!("crossedge export '{text}' -o network.graphml"),
        ));
        out.push(file(
            "report.html",
            "all metrics, pictures and networks of similar size",
            format!("crossedge report '{text}' -o report.html"),
        ));
        out
    }
}

impl Request for AdviseRequest {
    type On = [Topology];
    type Answer = AdviceAnswer;
    const VERB: &'static str = "advise";

    fn answer(&self, on: &[Topology], progress: &dyn Progress) -> Result<AdviceAnswer, Error> {
        Ok(self.advise(on, progress)?.answer)
    }
}

/// The verb.
#[cfg(feature = "schema")]
pub(in crate::answers) const ENTRY: Verb = Verb {
    run: |given, networks, progress| {
        let request: AdviseRequest = read(given)?;
        request.design.check_bounded(networks)?;
        json(&ask(&request, networks, progress)?)
    },
    ..Verb::several::<AdviseRequest>("Recommend a design, with routing, layout and failure analysis")
};
