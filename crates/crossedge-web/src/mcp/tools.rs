//! The tools as they are listed: names, titles, descriptions that say which tool is for what, and small schemas of their parameters. Schemas of answers are
//! left to the tool `schema`: together they are ten times as long as everything else.

use crate::params::ParamKind;
use crate::verbs::{self, WebVerb};
use crossedge::answers::SCHEMAS;
use crossedge_campaign::FAULT_SCHEMA;
use rmcp::model::{JsonObject, Tool, ToolAnnotations};
use serde_json::{Map, Value, json};
use std::sync::Arc;

/// Name, title and description of every tool that is a verb. A description says when another tool is the right one.
const DESCRIPTIONS: &[(&str, &str, &str)] = &[
    (
        "list",
        "Constructions",
        "The words of expressions (torus, fattree, dragonfly, hosts, rdn, …) with arguments and examples. Read it before writing an expression.",
    ),
    (
        "options",
        "Names of options",
        "Names that parameters of other tools take: collectives, algorithms, routings, traffic patterns, metrics, file formats.",
    ),
    (
        "theorem",
        "Theorem or method",
        "What an id in evidence means, such as dual-distance: statement, conditions, proof, references.",
    ),
    (
        "formats",
        "File formats",
        "Formats that `export` writes and file(\"…\") reads: which programs read them, limits, what is lost.",
    ),
    (
        "cite",
        "Works to cite",
        "BibTeX of the works that define a network, on request also of the theorems behind its metrics.",
    ),
    (
        "show",
        "Metrics of one network",
        "All metrics of ONE network or fabric file: size, cables, diameter, mean distance, bisection, connectivity, uniform throughput, symmetry, latency, spectral gap. For several use `compare`.",
    ),
    (
        "compare",
        "Metrics of several networks",
        "The same metrics of networks that are given, side by side. To find networks for a requirement use `design`.",
    ),
    (
        "design",
        "Search for networks",
        "Networks that meet a requirement (endpoints, ports, throughput, diameter, cost, power, racks; with switches or without): the cheapest of each family, then the Pareto front. One recommendation with all consequences: `advise`.",
    ),
    (
        "advise",
        "Recommendation",
        "Which network to build for a requirement, as a page for a decision: recommendation, cost, power, racks, alternatives, risks, routing, collectives, worst failures.",
    ),
    (
        "expand",
        "Expansion plan",
        "Grow one network into a larger one: cables that stay, move and are new, throughput during the work, order of the work.",
    ),
    ("layout", "Racks and cables", "Racks, cables by kind and length, and cost of ONE given network."),
    (
        "throughput",
        "Throughput, any routing",
        "Most traffic that ANY routing can carry, exact or with bounds, under uniform, tornado, worst-case or given traffic. With a given routing use `load`.",
    ),
    (
        "load",
        "Channel loads of a routing",
        "Load of every kind of channel under a GIVEN routing and traffic: the bottleneck, the throughput of that routing, and its share of the optimum. Over all routings use `throughput`.",
    ),
    (
        "deadlock",
        "Deadlock freedom",
        "Whether a routing is free of deadlock with a number of virtual channels: proved, or refuted by a cycle of real packets; the least number of channels.",
    ),
    (
        "route",
        "One route",
        "The path of a packet between two nodes by the routing of the network, hop by hop, with the rule applied. Only its length: `distance`. Several paths: `disjoint`.",
    ),
    ("distance", "Distance", "The distance between two nodes, with its evidence."),
    ("disjoint", "Disjoint paths", "Node-disjoint paths between two nodes, as many as there are."),
    ("node", "One node", "One node: address, ports, neighbours, class of each link."),
    (
        "trees",
        "Spanning trees",
        "Arc-disjoint spanning trees from a root, as many as links must fail to cut the network.",
    ),
    (
        "ring",
        "Hamiltonian cycle",
        "A Hamiltonian cycle or path, verified, also around faults, or several that share no link.",
    ),
    (
        "failures",
        "Worst and random failures",
        "What failures take away: the worst single cable, switch, block or rack; throughput after a random share of cables failed (`random`); how many jobs fit. For faults that you name use `left`.",
    ),
    (
        "left",
        "After named faults",
        "What is left after nodes and links that you NAME have failed: live, connected, cut off, diameter; with `throughput` the throughput before and after.",
    ),
    (
        "fault",
        "A packet around faults",
        "The route of ONE packet from one node to another around named faults, and whether it arrives.",
    ),
    (
        "survival",
        "Survival of random faults",
        "By trials: how often a network with randomly failed nodes stays connected, and how many packets arrive, for several failure rates.",
    ),
    (
        "collective",
        "Collective operations",
        "Schedules of broadcast, allreduce, all-to-all and others on one network: steps, time for a message size, the lower bound; the fastest algorithm.",
    ),
    (
        "phases",
        "Phases of training",
        "Time of the communication phases of a training step (tensor, pipeline, data and expert parallel) on networks, with a rank mapping.",
    ),
    (
        "ranks",
        "Order of ranks",
        "In which order the ranks of a job should be placed on a machine so that its phases are fast, with a lower bound for every order.",
    ),
    (
        "recognize",
        "Recognize a fabric",
        "Which construction a fabric or graph from a file is, up to names, with the cables that differ.",
    ),
    (
        "lint",
        "Check a fabric",
        "Everything wrong with a fabric from a dump (file): missing, moved and slow cables, single points of failure, and what each costs in throughput.",
    ),
    (
        "check-wiring",
        "Compare cables with a plan",
        "Cables as built (a file) compared with the planned network: missing, extra, swapped and misplaced cables, with the repair of each. Without a plan use `lint`.",
    ),
    (
        "verify",
        "Verify a construction",
        "Check the definition of a network itself, every node and link, and its claims by recomputation. For real fabrics use `lint`.",
    ),
    (
        "draw",
        "Picture",
        "A picture (SVG) of a network, with a route, ring, faults, loads or a broadcast on it.",
    ),
    (
        "export",
        "Write a file",
        "A network as a file for other programs: edge list, GraphML, DOT, BookSim, SST, OpenSM, cable list and others; see `formats`.",
    ),
];

/// Parameters that few questions need: they are taken, but only `schema` lists them.
const RARE: &[(&str, &[&str])] = &[
    ("show", &["explain", "sample", "seed", "weights"]),
    ("compare", &["sort", "descending", "sample", "seed", "weights"]),
    ("design", &["ports", "base", "block", "by_size", "all", "limit"]),
    ("advise", &["ports", "base", "block", "limit", "rack", "bytes"]),
    ("expand", &["no_throughput"]),
    ("layout", &["room", "copper", "by_rule", "seed"]),
    ("load", &["over"]),
    ("deadlock", &["over"]),
    ("route", &["over", "via", "channels", "limit"]),
    ("distance", &["limit"]),
    ("disjoint", &["limit"]),
    ("ring", &["seed", "virtual", "reverse", "count", "position", "start", "verify", "steps"]),
    ("failures", &["block", "rack", "seed"]),
    ("fault", &["search"]),
    ("survival", &["seed"]),
    ("collective", &["pieces", "step"]),
    ("phases", &["flit_bytes", "phases"]),
    ("ranks", &["per_host", "effort", "seed"]),
    ("recognize", &["map"]),
    ("lint", &["service_levels", "sl2vl", "disable", "no_throughput"]),
    (
        "draw",
        &[
            "zoom",
            "virtual_rings",
            "all",
            "view",
            "labels",
            "title",
            "size",
            "font_size",
            "theme",
            "step",
            "algorithm",
        ],
    ),
];

/// Characters of the description of a parameter in the list.
const MAX_DESCRIPTION: usize = 90;

/// All verbs that are tools.
pub fn tool_verbs() -> impl Iterator<Item = &'static WebVerb> {
    verbs::all_verbs().filter(|verb| verb.tool)
}

/// The list of tools.
pub fn listed() -> Vec<Tool> {
    let by_place = |verb: &&'static WebVerb| {
        DESCRIPTIONS.iter().position(|(name, ..)| *name == verb.name).unwrap_or(usize::MAX)
    };
    let mut verbs: Vec<&'static WebVerb> = tool_verbs().collect();
    verbs.sort_by_key(by_place);
    let mut out: Vec<Tool> = verbs.into_iter().map(verb_tool).collect();
    out.push(read_only(
        Tool::new(
            MORE,
            "The rest of an answer that was shortened: its number, and a JSON pointer to a part, such as /designs/3.",
            json_object(json!({
                "type": "object",
                "properties": {
                    "answer": { "type": "string", "description": "the number that the shortened answer gave" },
                    "pointer": { "type": "string", "description": "JSON pointer to the part; empty for all of it" },
                    "offset": { "type": "number", "description": "characters of that part to skip" }
                },
                "required": ["answer"]
            })),
        ),
        "Rest of an answer",
    ));
    out.push(read_only(
        Tool::new(
            SCHEMA,
            "All parameters of a tool, those too that the list leaves out, and the JSON schema of its answer: what its keys mean.",
            json_object(json!({
                "type": "object",
                "properties": { "tool": { "type": "string" } },
                "required": ["tool"]
            })),
        ),
        "All parameters and keys",
    ));
    out
}

/// The tool that reads on in an answer.
pub const MORE: &str = "more";

/// The tool that explains the keys of an answer.
pub const SCHEMA: &str = "schema";

fn read_only(tool: Tool, title: &str) -> Tool {
    // No tool writes anything.
    tool.with_title(title).with_annotations(ToolAnnotations::new().read_only(true))
}

fn verb_tool(verb: &'static WebVerb) -> Tool {
    let known = DESCRIPTIONS.iter().find(|(name, ..)| *name == verb.name);
    let (title, description) = known.map_or((verb.name, verb.summary()), |(_, title, text)| (*title, *text));
    read_only(Tool::new(verb.name, description, json_object(listed_schema(verb))), title)
}

fn json_object(value: Value) -> Arc<JsonObject> {
    Arc::new(match value {
        Value::Object(json_object) => json_object,
        _ => Map::new(),
    })
}

/// The schema of the parameters as it is listed: without rare ones, with short descriptions.
fn listed_schema(verb: &WebVerb) -> Value {
    let mut schema = parameter_schema(verb);
    let rare = RARE.iter().find(|(name, _)| *name == verb.name).map_or(&[][..], |(_, rare)| *rare);
    if let Some(Value::Object(properties)) = schema.get_mut("properties") {
        properties.retain(|name, _| !rare.contains(&name.as_str()));
        for (name, property) in properties.iter_mut() {
            let text = property["description"].as_str().unwrap_or_default();
            property["description"] = match name.as_str() {
                "expr" => "network expression".into(),
                "exprs" => "network expressions".into(),
                _ => short_description(text).into(),
            };
        }
    }
    schema
}

/// The first part of a description, cut at a word where it is long.
fn short_description(text: &str) -> String {
    let first = text.split(". ").next().and_then(|text| text.split("; ").next()).unwrap_or_default();
    if first.chars().count() <= MAX_DESCRIPTION {
        return first.to_owned();
    }
    let cut: String = first.chars().take(MAX_DESCRIPTION - 1).collect();
    let end = cut.rfind(' ').unwrap_or(cut.len());
    format!("{}…", cut[..end].trim_end_matches([',', ':', ' ']))
}

/// The schema of all parameters of a verb.
fn parameter_schema(verb: &WebVerb) -> Value {
    let (params, asked) = (verb.params(), verb.request_parameters());
    let mut properties = Map::new();
    for param in &params {
        let mut schema = Map::new();
        let own = asked.get(param.name.as_ref());
        let kind = match param.kind {
            ParamKind::Text => "string",
            ParamKind::Number => "number",
            ParamKind::Flag => "boolean",
            ParamKind::List => "array",
        };
        schema.insert("type".to_owned(), kind.into());
        if param.kind == ParamKind::List {
            schema.insert("items".to_owned(), json!({ "type": "string" }));
        }
        schema.insert("description".to_owned(), param.meaning.trim_end_matches('.').into());
        for key in ["enum", "minimum", "maximum"] {
            let value = own.and_then(|own| own.get(key));
            let value = match value {
                Some(Value::Array(all)) => {
                    Some(all.iter().filter(|value| !value.is_null()).cloned().collect::<Value>())
                }
                other => other.cloned(),
            };
            // That a count is not negative goes without saying, and so does the largest that fits 64 bits.
            let telling =
                value.filter(|value| *value != 0 && value.as_u64().is_none_or(|most| most < 1 << 32));
            schema.extend(telling.map(|value| (key.to_owned(), value)));
        }
        let usual = own.and_then(|own| own.get("default")).filter(|value| match value {
            Value::Null | Value::Bool(false) => false,
            Value::Array(all) => !all.is_empty(),
            Value::String(text) => !text.is_empty(),
            _ => true,
        });
        schema.extend(usual.map(|value| ("default".to_owned(), value.clone())));
        properties.insert(param.name.to_string(), Value::Object(schema));
    }
    let needed: Vec<&str> =
        params.iter().filter(|param| param.needed).map(|param| param.name.as_ref()).collect();
    json!({ "type": "object", "properties": properties, "required": needed })
}

/// All parameters of a tool, and the schema of its answer, where there is one; `None` if there is no such tool.
pub fn schemas(name: &str) -> Option<Value> {
    let verb = tool_verbs().find(|verb| verb.name == name)?;
    let of = SCHEMAS.iter().chain([&FAULT_SCHEMA]).find(|(name, _)| Some(*name) == verb.schema);
    let answer = of.and_then(|(_, of)| serde_json::to_value(of()).ok());
    Some(json!({ "parameters": parameter_schema(verb)["properties"], "answer": answer }))
}
