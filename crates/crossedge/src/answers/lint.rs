//! Findings about a fabric, most costly first.

use super::recognize::{PlanAnswer, fabric_in, plan_answer, verify_match};
#[cfg(feature = "schema")]
use super::verbs::Verb;
use super::{Request, TablesRequest};
use crate::error::{Error, ErrorKind};
use crate::evidence::Evidence;
use crate::exact::{Exact, Ratio};
use crate::lint::throughput::{self, Cost, Throughput};
use crate::lint::{
    Change, Context, Finding, NO_TABLES, Place, RULES, RuleOutcome, Severity, TableInput, UNREADABLE,
    graph_of,
};
use crate::net::read::{Fabric, fabric_of};
use crate::progress::Progress;
use crate::recognize::{SwitchGraph, match_plan, recognize};
use crate::topology::Topology;
use std::cmp::Reverse;
use std::collections::BTreeMap;

/// Request for everything that is wrong with a fabric.
#[derive(Debug, Clone, Default, serde::Serialize, serde::Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(default, deny_unknown_fields)]
pub struct LintRequest {
    /// Planned network; by default it is recognized.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub plan: Option<String>,
    /// Name of a file with forwarding tables: opensm-lfts.dump, output of dump_lfts.sh, or .fdbs.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tables: Option<String>,
    /// Names of files with service levels of paths.
    pub service_levels: Vec<String>,
    /// Names of files with SL2VL tables.
    pub sl2vl: Vec<String>,
    /// Name of an earlier dump of the same fabric.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub since: Option<String>,
    /// Ids of rules that are not run, e.g. F004.
    pub disable: Vec<String>,
    /// Skip throughput, and the gain of each repair.
    pub no_throughput: bool,
}

/// Everything that is wrong with a fabric.
#[derive(Debug, Clone, serde::Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct LintAnswer {
    /// The file.
    pub file: String,
    /// Number of endpoints.
    pub endpoints: Exact<u64>,
    /// Number of switches.
    pub switches: Exact<u64>,
    /// Number of cables.
    pub cables: Exact<u64>,
    /// The plan, given or recognized; null if there is none.
    pub plan: Option<PlanAnswer>,
    /// Uniform throughput, as a fraction of injection; absent if not computed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub throughput: Option<LintThroughputAnswer>,
    /// The findings: errors first, and those whose repair gives most throughput back.
    pub findings: Vec<FindingAnswer>,
    /// All rules, with what each has checked or why it was not run.
    pub rules: Vec<RuleAnswer>,
    /// The switches and their links, for a picture.
    #[serde(skip)]
    pub drawing: LintDrawing,
}

/// Switches in levels, and the links between them.
#[derive(Debug, Clone, Default)]
pub struct LintDrawing {
    /// Switches: name, level from the endpoints up, number of endpoints.
    pub switches: Vec<(String, usize, u64)>,
    /// Links between two of these.
    pub links: Vec<DrawnLink>,
}

/// A link of a picture.
#[derive(Debug, Clone, Copy)]
pub struct DrawnLink {
    /// The switches, by their numbers.
    pub ends: [usize; 2],
    /// Number of cables.
    pub cables: u64,
    /// Number of planned cables that are missing.
    pub missing: u64,
    /// Number of cables that are not planned.
    pub extra: u64,
    /// `true` if one of its cables is slower than others of its kind.
    pub slow: bool,
}

/// Throughput of a fabric, now and repaired.
#[derive(Debug, Clone, serde::Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct LintThroughputAnswer {
    /// As the fabric is.
    pub now: BoundsAnswer,
    /// With all repairs made; absent if there is nothing to repair.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub repaired: Option<BoundsAnswer>,
    /// Throughput of the forwarding tables; absent without tables, or if packets are lost.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tables: Option<Ratio>,
}

/// Bounds on a throughput.
#[derive(Debug, Clone, serde::Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct BoundsAnswer {
    /// Lower bound.
    pub lower: Ratio,
    /// Upper bound; denominator 0 if unknown.
    pub upper: Ratio,
    /// `true` if both are equal.
    pub exact: bool,
    /// Both as a text, e.g. `0.4800 to 0.9300`.
    pub text: String,
    /// The evidence.
    pub evidence: Evidence,
}

impl From<&Throughput> for BoundsAnswer {
    fn from(of: &Throughput) -> Self {
        BoundsAnswer {
            lower: of.lower.clone(),
            upper: of.upper.clone(),
            exact: of.is_exact(),
            text: of.to_string(),
            evidence: of.evidence.clone(),
        }
    }
}

/// A finding.
#[derive(Debug, Clone, serde::Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct FindingAnswer {
    /// The id of the rule, e.g. `F011`.
    pub rule: &'static str,
    /// The name of the rule, e.g. `slow-cable`.
    pub name: &'static str,
    /// How bad it is.
    pub severity: Severity,
    /// The finding in one sentence.
    pub message: String,
    /// Nodes and ports, the most important first.
    pub places: Vec<FindingPlaceAnswer>,
    /// Evidence of the finding.
    pub evidence: Evidence,
    /// Suggested repair.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub repair: Option<String>,
    /// Throughput with this repair and those before it; absent if not computed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub repaired: Option<BoundsAnswer>,
    /// The same for the same finding in another dump: for baselines.
    pub fingerprint: String,
}

/// A node or one of its ports.
#[derive(Debug, Clone, serde::Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct FindingPlaceAnswer {
    /// The node.
    pub node: String,
    /// The port, as the file calls it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub port: Option<String>,
    /// The line of the file.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub line: Option<Exact<u64>>,
}

impl From<&Place> for FindingPlaceAnswer {
    fn from(place: &Place) -> Self {
        FindingPlaceAnswer { node: place.node.clone(), port: place.port.clone(), line: place.line.map(Exact) }
    }
}

/// The outcome of a rule.
#[derive(Debug, Clone, serde::Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct RuleAnswer {
    /// The id.
    pub rule: &'static str,
    /// The name.
    pub name: &'static str,
    /// Summary of what the rule reports.
    pub summary: &'static str,
    /// `ok`, `findings` or `not run`.
    pub result: &'static str,
    /// Scope of the check, or why the rule was not run.
    pub detail: String,
}

impl LintAnswer {
    /// The answer for a file that cannot be read: one finding.
    fn unreadable(file: &str, why: &str) -> LintAnswer {
        let message = why.to_owned();
        LintAnswer {
            file: file.to_owned(),
            endpoints: Exact(0),
            switches: Exact(0),
            cables: Exact(0),
            plan: None,
            throughput: None,
            findings: vec![FindingAnswer {
                rule: UNREADABLE,
                name: "unreadable-dump",
                severity: Severity::Error,
                places: Vec::new(),
                evidence: Evidence::computed("the file was read up to this line [record-comparison]"),
                repair: Some("correct the line, or take another dump".to_owned()),
                repaired: None,
                fingerprint: format!("{UNREADABLE} {message}"),
                message,
            }],
            rules: Vec::new(),
            drawing: LintDrawing::default(),
        }
    }
}

/// The contents of the files that a lint reads.
struct LintFiles<'a> {
    name: &'a str,
    fabric: &'a Fabric,
    read: &'a dyn Fn(&str) -> Result<Vec<u8>, Error>,
}

impl LintRequest {
    fn lint(&self, files: &LintFiles<'_>, progress: &dyn Progress) -> Result<LintAnswer, Error> {
        for id in &self.disable {
            if !RULES.iter().any(|rule| rule.id == id || rule.name == id) {
                let known: Vec<&str> = RULES.iter().map(|rule| rule.id).collect();
                return Err(Error::usage(format!("unknown rule {id:?}"))
                    .help(format!("the rules are {}", known.join(", "))));
            }
        }
        let fabric = files.fabric;
        let graph = graph_of(fabric);
        let switches = SwitchGraph::new(&graph);
        let plan = match &self.plan {
            Some(text) => {
                let plan: Topology = text.parse()?;
                Some(match_plan(&graph, &plan, progress)?)
            }
            None => recognize(&graph, progress)?.plan,
        };
        if let Some(plan) = &plan {
            verify_match(&graph, plan)?;
        }
        let tables = match &self.tables {
            Some(name) => Some(self.follow(name, files)?),
            None => None,
        };
        let old = match &self.since {
            Some(name) => {
                let bytes = (files.read)(name)?;
                let (old, _) = fabric_of(name, &bytes)
                    .map_err(|[why, help]| Error::new(ErrorKind::Input, why).help(help))?;
                Some((name.as_str(), old))
            }
            None => None,
        };
        let none = "no plan was recognized; give one with --plan";
        let context = Context {
            file: files.name,
            fabric,
            graph: &graph,
            switches: &switches,
            plan: plan.as_ref().ok_or_else(|| none.to_owned()),
            tables: tables.as_ref(),
            since: old.as_ref().map(|(name, old)| (*name, old)),
            progress,
        };
        self.run_rules(&context)
    }

    fn run_rules(&self, context: &Context<'_>) -> Result<LintAnswer, Error> {
        let disabled =
            |rule: &crate::lint::Rule| self.disable.iter().any(|id| id == rule.id || id == rule.name);
        let mut findings: Vec<Finding> = Vec::new();
        let mut rules: Vec<RuleAnswer> = Vec::new();
        let mut later: Vec<usize> = Vec::new();
        for rule in RULES {
            let (id, name, summary) = (rule.id, rule.name, rule.summary);
            let (result, detail) = if disabled(rule) {
                ("not run", "disabled".to_owned())
            } else {
                match (rule.check)(context)? {
                    RuleOutcome::Skipped(why) => ("not run", why),
                    RuleOutcome::AfterThroughput => {
                        later.push(rules.len());
                        ("not run", String::new())
                    }
                    RuleOutcome::Checked(what, found) => {
                        let result = if found.is_empty() { "ok" } else { "findings" };
                        findings.extend(found);
                        (result, what)
                    }
                }
            };
            rules.push(RuleAnswer { rule: id, name, summary, result, detail });
        }
        let cost = if self.no_throughput { None } else { throughput::cost(context, &findings)? };
        if let Some(cost) = &cost {
            let shown =
                |finding: &Finding| !RULES.iter().any(|rule| rule.id == finding.rule && disabled(rule));
            findings.extend(throughput::findings(context, cost).into_iter().filter(shown));
        }
        for number in later {
            let rule = &mut rules[number];
            let about_tables = rule.rule != throughput::RULE.id;
            let (result, detail) = match &cost {
                None if self.no_throughput => ("not run", "--no-throughput"),
                None => ("not run", "fewer than two endpoints"),
                Some(_) if findings.iter().any(|finding| finding.rule == rule.rule) => {
                    ("findings", "uniform traffic")
                }
                Some(cost) if about_tables && cost.tables.is_none() => match context.tables {
                    Some(_) => ("not run", "the tables lose packets"),
                    None => ("not run", NO_TABLES),
                },
                Some(_) => ("ok", "uniform traffic"),
            };
            (rule.result, rule.detail) = (result, detail.to_owned());
        }
        let of_role = |switch: bool| {
            context.fabric.nodes.iter().filter(|node| (node.switch == Some(true)) == switch).count() as u64
        };
        Ok(LintAnswer {
            file: context.file.to_owned(),
            endpoints: Exact(of_role(false)),
            switches: Exact(of_role(true)),
            cables: Exact(context.graph.cables()),
            plan: match &context.plan {
                Ok(plan) => Some(plan_answer(context, plan, false)?),
                Err(_) => None,
            },
            throughput: cost.as_ref().map(|cost| LintThroughputAnswer {
                now: (&cost.now).into(),
                repaired: cost.repaired.as_ref().map(Into::into),
                tables: cost.tables.clone(),
            }),
            drawing: drawing(context, &findings),
            findings: ranked(findings, cost.as_ref()),
            rules,
        })
    }

    /// Reads tables and follows them.
    fn follow(&self, name: &str, files: &LintFiles<'_>) -> Result<TableInput, Error> {
        let all =
            |names: &[String]| names.iter().map(|name| (files.read)(name)).collect::<Result<Vec<_>, _>>();
        let request = TablesRequest {
            fabric: files.name.to_owned(),
            tables: name.to_owned(),
            service_levels: self.service_levels.clone(),
            sl2vl: self.sl2vl.clone(),
            fabric_bytes: Vec::new(),
            tables_bytes: (files.read)(name)?,
            service_levels_bytes: all(&self.service_levels)?,
            sl2vl_bytes: all(&self.sl2vl)?,
        };
        let (tables, lanes, report) = request.follow(files.fabric)?;
        Ok(TableInput { name: name.to_owned(), tables, lanes, report })
    }
}

/// The switches and their links, with what is wrong with them.
fn drawing(context: &Context<'_>, findings: &[Finding]) -> LintDrawing {
    let switches = context.switches;
    let number: BTreeMap<u32, usize> = switches.nodes.iter().copied().zip(0..).collect();
    let levels = switches.levels();
    let mut links: BTreeMap<[usize; 2], DrawnLink> = BTreeMap::new();
    let pair = |a: u32, b: u32| {
        let (a, b) = (*number.get(&a)?, *number.get(&b)?);
        Some([a.min(b), a.max(b)])
    };
    for cable in &context.fabric.cables {
        if let Some(ends) = pair(cable.ends[0].0, cable.ends[1].0) {
            links.entry(ends).or_insert_with(|| DrawnLink::new(ends)).cables += cable.width.unwrap_or(1);
        }
    }
    for change in findings.iter().flat_map(|finding| &finding.changes) {
        let cable = |cable: u32| context.fabric.cables[cable as usize].ends.map(|(v, _)| v);
        let (ends, mark): (_, fn(&mut DrawnLink)) = match *change {
            Change::Add { ends, .. } => (ends, |link| link.missing += 1),
            Change::Remove(number) => (cable(number), |link| link.extra += 1),
            Change::Rate { cable: number, .. } => (cable(number), |link| link.slow = true),
        };
        if let Some(ends) = pair(ends[0], ends[1]) {
            mark(links.entry(ends).or_insert_with(|| DrawnLink::new(ends)));
        }
    }
    let listed = switches.nodes.iter().zip(levels).zip(0u32..);
    LintDrawing {
        switches: listed
            .map(|((&v, level), at)| (context.name(v).to_owned(), level, switches.host_count(at)))
            .collect(),
        links: links.into_values().collect(),
    }
}

impl DrawnLink {
    fn new(ends: [usize; 2]) -> Self {
        DrawnLink { ends, cables: 0, missing: 0, extra: 0, slow: false }
    }
}

/// Findings as answers: the worst first, and of equals those whose repair gives most throughput back.
fn ranked(findings: Vec<Finding>, cost: Option<&Cost>) -> Vec<FindingAnswer> {
    let gain = |number: usize| cost.and_then(|cost| cost.each.iter().position(|(of, _)| *of == number));
    let repaired = |number: usize| {
        let each = cost?.each.iter().find(|(of, _)| *of == number)?;
        Some(BoundsAnswer::from(&each.1))
    };
    let mut order: Vec<usize> = (0..findings.len()).collect();
    order.sort_by_key(|&number| {
        let finding = &findings[number];
        (Reverse(finding.severity), gain(number).unwrap_or(usize::MAX), finding.rule)
    });
    let name = |id: &str| RULES.iter().find(|rule| rule.id == id).map_or("", |rule| rule.name);
    let answer = |number: usize| {
        let finding = &findings[number];
        FindingAnswer {
            rule: finding.rule,
            name: name(finding.rule),
            severity: finding.severity,
            message: finding.message.clone(),
            places: finding.places.iter().map(Into::into).collect(),
            evidence: finding.evidence.clone(),
            repair: finding.repair.clone(),
            repaired: repaired(number),
            fingerprint: finding.fingerprint(),
        }
    };
    order.into_iter().map(answer).collect()
}

impl Request for LintRequest {
    type On = Topology;
    type Answer = LintAnswer;
    const VERB: &'static str = "lint";

    fn answer(&self, on: &Topology, progress: &dyn Progress) -> Result<LintAnswer, Error> {
        let fabric = fabric_in(on)?;
        let text = on.to_string();
        let name = on.file_name().unwrap_or(&text);
        self.lint(&LintFiles { name, fabric: &fabric, read: &|name| on.read_file(name) }, progress)
    }
}

/// The same request on the contents of a file, which may be one that cannot be read.
pub struct LintFile<'a> {
    /// The request.
    pub request: &'a LintRequest,
    /// The name of the file; its suffix gives the format.
    pub name: &'a str,
    /// The contents.
    pub bytes: &'a [u8],
    /// Reads the other files that the request names.
    pub read: &'a dyn Fn(&str) -> Result<Vec<u8>, Error>,
}

impl Request for LintFile<'_> {
    type On = ();
    type Answer = LintAnswer;
    const VERB: &'static str = "lint";

    fn answer(&self, _: &(), progress: &dyn Progress) -> Result<LintAnswer, Error> {
        if !crate::net::is_graph_file(self.name) {
            let [why, help] = fabric_of(self.name, &[]).err().unwrap_or_default();
            return Err(Error::usage(why).help(help));
        }
        match fabric_of(self.name, self.bytes) {
            Ok((fabric, _)) => {
                let files = LintFiles { name: self.name, fabric: &fabric, read: self.read };
                self.request.lint(&files, progress)
            }
            Err([why, _]) => Ok(LintAnswer::unreadable(self.name, &why)),
        }
    }
}

/// The verb.
#[cfg(feature = "schema")]
pub(in crate::answers) const ENTRY: Verb =
    Verb::one::<LintRequest>("Find what is wrong with a fabric, and what it costs");
