//! From a view to the questions that its panel asks. They have the parameters of `page/src/panels`: a browser test opens a published folder
//! and fails where the page asks for anything else.

use super::{View, Work, question_text};
use crossedge::error::ErrorKind;
use crossedge::{Error, Topology};
use serde_json::{Map, Value};
use std::collections::BTreeSet;

/// Every node of networks of at most this many has an answer of its own, and every single failure of the first network.
const SMALL: u64 = 64;

/// Answers that name at most this many nodes have buttons to fly to them.
const VISITED: usize = 40;

/// Endpoints times links up to which the page asks for the throughput after failures by itself.
const QUICK_WORK: u128 = 100_000;

/// A question: a verb and its parameters.
#[derive(Debug, Clone, PartialEq)]
pub struct Question {
    /// The verb.
    pub verb: &'static str,
    /// Its parameters.
    pub params: Map<String, Value>,
}

impl Question {
    /// A question without parameters.
    pub fn new(verb: &'static str) -> Self {
        Question { verb, params: Map::new() }
    }

    /// A question about a network.
    pub fn of(verb: &'static str, expr: &str) -> Self {
        Question::new(verb).with("expr", expr)
    }

    /// The same with a parameter; an empty text is none.
    pub fn with(mut self, name: &str, value: impl Into<Value>) -> Self {
        let value = value.into();
        if value.as_str() != Some("") {
            self.params.insert(name.to_owned(), value);
        }
        self
    }

    /// The name by which the page finds its answer: `page/src/site.ts` writes the same.
    pub fn text(&self) -> String {
        let text = |value: &Value| match value {
            Value::String(text) => text.clone(),
            Value::Array(items) => {
                items.iter().filter_map(Value::as_str).map(str::to_owned).collect::<Vec<_>>().join(";")
            }
            other => other.to_string(),
        };
        let mut parts: Vec<String> = self
            .params
            .iter()
            .map(|(name, value)| match name.as_str() {
                "expr" | "exprs" => format!("{name}={}", question_text(&text(value))),
                _ => format!("{name}={}", text(value)),
            })
            .collect();
        parts.sort();
        format!("{}?{}", self.verb, parts.join("&"))
    }
}

/// Questions of panels that are about no network.
pub fn of_no_network() -> Vec<Question> {
    vec![Question::new("list"), Question::new("options")]
}

/// The metrics of the first minute. Of networks with switches there is no connectivity.
fn start_metrics(expr: &str, net: &Topology) -> Question {
    let direct = net.network_if_it_fits().is_some_and(|all| all.nodes() == all.endpoints());
    let metrics = if direct { "nodes,diameter,connectivity" } else { "nodes,endpoints,diameter" };
    Question::of("show", expr).with("metrics", metrics)
}

/// The questions of a panel.
fn of_panel(view: &View, net: &Topology) -> Vec<Question> {
    let expr = view.network().unwrap_or_default();
    let of = |verb: &'static str| Question::of(verb, &expr);
    let [a, b, f] = ["a", "b", "f"].map(|key| view.text(key));
    let packet = || of("fault").with("faults", f).with("from", a).with("to", b);
    let endpoints = net.network_if_it_fits().map_or(0, |all| all.endpoints());
    let mut out = Vec::new();
    match view.panel() {
        "start" => {
            if !f.is_empty() {
                out.push(of("left").with("faults", f));
            }
            if !a.is_empty() && !b.is_empty() {
                out.push(packet());
            }
        }
        "node" if !a.is_empty() => out.push(of("node").with("node", a)),
        "route" if !a.is_empty() && !b.is_empty() => out.push(match view.get("show") {
            Some("disjoint") => of("disjoint").with("from", a).with("to", b),
            _ => of("route").with("from", a).with("to", b).with("algorithm", view.text("alg")),
        }),
        "ring" => {
            out.push(of("ring").with("faults", f).with("start", view.text("pos")).with("count", "1200"));
        }
        "loads" => {
            let [traffic, routing] = ["traffic", "routing"].map(|key| view.text(key));
            out.extend([of("options"), of("load").with("traffic", traffic).with("routing", routing)]);
        }
        "deadlock" => {
            let [routing, vcs] = ["routing", "vcs"].map(|key| view.text(key));
            out.extend([of("options"), of("deadlock").with("routing", routing).with("vcs", vcs)]);
        }
        "faults" => {
            if !f.is_empty() {
                out.push(of("left").with("faults", f));
                let links: Option<u64> = net.links().try_into().ok();
                if links.is_some_and(|links| u128::from(endpoints) * u128::from(links) <= QUICK_WORK) {
                    out.push(of("left").with("faults", f).with("throughput", "true"));
                }
            }
            if !a.is_empty() && !b.is_empty() {
                out.push(packet());
            }
        }
        "compare" => {
            if let Some(y) = view.get("y") {
                out.push(Question::new("compare").with("exprs", vec![expr.clone(), y.to_owned()]));
            }
        }
        "findings" => out.push(of("lint")),
        "design" if view.get("ends").is_some() => {
            let goal = view.text("goal");
            let objectives = goal.trim_end_matches("direct").trim_end();
            let design = Question::new("design")
                .with("endpoints", view.text("ends"))
                .with("ports", view.text("ports"))
                .with("objectives", objectives)
                .with("limit", "60");
            out.push(if goal.ends_with("direct") { design.with("direct", "true") } else { design });
        }
        _ => {}
    }
    out
}

impl Work<'_> {
    /// Asks what the views of a network show; gives the nodes that they name.
    pub(super) fn views(&mut self, net: &Topology, views: &[&View]) -> Result<BTreeSet<u64>, Error> {
        let mut named = BTreeSet::new();
        for view in views {
            let expr = view.network().unwrap_or_default();
            self.of_every_view(view, &expr, net)?;
            if view.panel() == "collective" {
                self.collective(view, &expr)?;
            }
            for question in of_panel(view, net) {
                let Some(answer) = self.ask(&question)? else { continue };
                let places = answer["places"].as_object();
                let ids = places.filter(|places| places.len() <= VISITED).into_iter().flat_map(Map::keys);
                named.extend(ids.filter_map(|id| id.parse::<u64>().ok()));
            }
            named
                .extend(["a", "b"].iter().filter_map(|key| net.node(view.get(key)?).ok()).map(|node| node.0));
            let ends = view.text("f").split([',', ';', '-']);
            named.extend(ends.filter_map(|id| id.trim().parse::<u64>().ok()));
            if view.panel() == "start" {
                self.single_failures(view, net)?;
            }
        }
        let small = net.network_if_it_fits().filter(|all| all.nodes() <= SMALL);
        named.extend(small.map_or(0..0, |all| 0..all.nodes()));
        if let Some(expr) = views.first().and_then(|view| view.network()) {
            for id in &named {
                self.ask(&Question::of("node", &expr).with("node", id.to_string()))?;
            }
        }
        Ok(named)
    }

    /// What is one click away from every view: metrics, papers and the matrix beside the map.
    fn of_every_view(&mut self, view: &View, expr: &str, net: &Topology) -> Result<(), Error> {
        let all = Question::of("matrix", expr);
        self.ask(&Question::of("show", expr).with("histogram", "true"))?;
        // What is too large to be counted is not published: nobody has asked for it by name.
        for question in [&Question::of("cite", expr), &start_metrics(expr, net), &all] {
            match self.ask(question) {
                Err(error) if error.kind() != ErrorKind::Limit => return Err(error),
                _ => {}
            }
        }
        let ends: Vec<&str> = view.text("m").split(',').collect();
        if let [row, column, span] = ends[..] {
            self.ask(&all.with("row", row).with("column", column).with("span", span))?;
        }
        Ok(())
    }

    /// Every step of a collective, for its slider.
    fn collective(&mut self, view: &View, expr: &str) -> Result<(), Error> {
        self.ask(&Question::of("options", expr))?;
        let [algorithm, root] = ["calg", "root"].map(|key| view.text(key));
        let at = |step: u64| {
            Question::of("collective", expr)
                .with("kind", view.get("kind").unwrap_or("broadcast"))
                .with("algorithm", algorithm)
                .with("root", root)
                .with("step", step.to_string())
                .with("ports", "one")
        };
        let first = self.ask(&at(0))?;
        let count = first.and_then(|answer| answer["steps"]["count"].as_u64()).unwrap_or(0);
        for step in 1..=count {
            self.ask(&at(step))?;
        }
        Ok(())
    }

    /// The first minute: a click kills any one node or link.
    fn single_failures(&mut self, view: &View, net: &Topology) -> Result<(), Error> {
        let Some(all) = net.network_if_it_fits().filter(|all| all.nodes() <= SMALL) else { return Ok(()) };
        let expr = view.network().unwrap_or_default();
        let ends = [view.text("a"), view.text("b")];
        let mut failures: BTreeSet<String> = BTreeSet::new();
        for v in (0..all.nodes()).map(crossedge::net::Node) {
            if !ends.contains(&v.0.to_string().as_str()) {
                failures.insert(v.0.to_string());
            }
            let ports = (0..all.degree(v)).map(crossedge::net::Port);
            let others = ports.map(|port| all.link(v, port).0.0).filter(|other| *other > v.0);
            failures.extend(others.map(|other| format!("{}-{other}", v.0)));
        }
        for dead in failures {
            let of = |verb| Question::of(verb, &expr).with("faults", dead.as_str());
            self.ask(&of("left"))?;
            self.ask(&of("fault").with("from", ends[0]).with("to", ends[1]))?;
        }
        Ok(())
    }

    /// The places of the nodes that views name; of all nodes of a network that is not large.
    pub(super) fn places(
        &mut self,
        expr: &str,
        net: &Topology,
        mut named: BTreeSet<u64>,
    ) -> Result<Option<String>, Error> {
        let few = net.network_if_it_fits().filter(|all| all.nodes() <= 2_000);
        named.extend(few.map_or(0..0, |all| 0..all.nodes()));
        if named.is_empty() {
            return Ok(None);
        }
        let ids: Vec<Value> = named.iter().map(|id| Value::String(id.to_string())).collect();
        let question = Question::of("places", expr).with("nodes", ids);
        let answer = self.answer(&question)?;
        // Named after the network: all ids would make no name.
        Ok(Some(self.store(&Question::of("places", expr), &answer)?))
    }
}
