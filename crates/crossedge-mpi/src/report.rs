//! The report of a run: text or JSON.

use crate::check::CheckResult;
use crate::mutate::Mutation;
use crate::programs::Derived;
use crossedge::answers::SCHEMA_VERSION;
use crossedge::collective::{Collective, Kind};
use crossedge::cost::size::size_text;
use serde_json::{Map, Value, json};
use std::fmt::Write;

/// Integers from here on are strings in JSON: many readers keep numbers as doubles.
const EXACT_LIMIT: u64 = 1 << 53;

/// An exact integer.
pub fn integer(value: u64) -> Value {
    if value <= EXACT_LIMIT { json!(value) } else { json!(value.to_string()) }
}

/// The head that every JSON answer has.
pub fn json_header(command: &str, expression: &str) -> Map<String, Value> {
    let mut map = Map::new();
    map.insert("schema_version".to_owned(), json!(SCHEMA_VERSION));
    map.insert("crossedge_version".to_owned(), json!(env!("CARGO_PKG_VERSION")));
    map.insert("command".to_owned(), json!(command));
    map.insert("expression".to_owned(), json!(expression));
    map
}

/// A collective that was run.
#[derive(Debug, Clone)]
pub struct Report {
    /// The network.
    pub expression: String,
    /// The request.
    pub kind: Kind,
    /// The collective: for a barrier the all-reduce that implements it.
    pub of: Collective,
    /// The algorithm.
    pub algorithm: &'static str,
    /// The origin of the programs.
    pub derived: Derived,
    /// The most nodes that a rank asked for what they send.
    pub asked: u64,
    /// Ranks.
    pub ranks: u64,
    /// The most nodes on a rank.
    pub largest_block: u64,
    /// Steps that were run.
    pub steps: u64,
    /// Messages between nodes.
    pub messages: u64,
    /// Messages between ranks.
    pub leaving: u64,
    /// Memory of all ranks.
    pub memory: u64,
    /// Number of runs.
    pub runs: u32,
    /// The byte check over all runs.
    pub verdict: CheckResult,
    /// `true` if nodes are endpoints, and switches are between them.
    pub switched: bool,
    /// The mistake that was made on purpose.
    pub fault: Option<Mutation>,
    /// The best time.
    pub seconds: f64,
    /// The best time of the bare loop.
    pub bare_seconds: f64,
    /// The best time of MPI's own collective.
    pub native_seconds: Option<f64>,
    /// When each step was done, in the best run.
    pub step_ends: Vec<f64>,
}

impl Report {
    /// Returns `true` if every byte is right.
    pub fn holds(&self) -> bool {
        self.verdict.wrong == 0
    }

    fn ratio(&self) -> Option<f64> {
        (self.bare_seconds > 0.0).then(|| self.seconds / self.bare_seconds)
    }

    fn step_seconds(&self) -> Vec<f64> {
        let starts = std::iter::once(&0.0).chain(&self.step_ends);
        starts.zip(&self.step_ends).map(|(start, end)| end - start).collect()
    }

    /// For programs.
    pub fn json(&self) -> Value {
        let mut map = Map::new();
        let mut put = |key: &str, value: Value| map.insert(key.to_owned(), value);
        put("collective", json!(self.kind.word()));
        put("algorithm", json!(self.algorithm));
        put("derived", json!(self.derived.word()));
        put("nodes", integer(self.of.nodes));
        put("ranks", integer(self.ranks));
        put("largest_block", integer(self.largest_block));
        put("asked", integer(self.asked));
        put("bytes", integer(self.of.bytes));
        put("steps", integer(self.steps));
        put("messages", integer(self.messages));
        put("messages_between_ranks", integer(self.leaving));
        put("memory_bytes", integer(self.memory));
        put("runs", json!(self.runs));
        put("holds", json!(self.holds()));
        put("bytes_checked", integer(self.verdict.bytes));
        put("bytes_wrong", integer(self.verdict.wrong));
        let wrong = self.verdict.first.map(|w| {
            json!({"node": integer(w.node), "chunk": integer(w.chunk), "byte": integer(w.byte), "expected": w.expected, "found": w.actual})
        });
        put("first_wrong", json!(wrong));
        let fault = self
            .fault
            .map(|Mutation { step, node, how }| json!({"step": step + 1, "node": integer(node), "how": how}));
        put("seeded_fault", json!(fault));
        put("seconds", json!(self.seconds));
        put("bare_seconds", json!(self.bare_seconds));
        put("bare_ratio", json!(self.ratio()));
        put("mpi_seconds", json!(self.native_seconds));
        put("step_seconds", json!(self.step_seconds()));
        Value::Object(map)
    }

    /// For people.
    pub fn text(&self) -> String {
        let mut out = String::new();
        let of = &self.of;
        let (what, over) = match self.switched {
            true => ("endpoint", "links and switches"),
            false => ("node", "a link"),
        };
        let blocks = match self.largest_block {
            1 => format!("a rank for each {what}"),
            each => format!("up to {each} {what}s on a rank"),
        };
        // Writing to a string does not fail.
        let mut line = |name: &str, text: String| {
            let _ = writeln!(out, "{name:12}{text}");
        };
        line("network", self.expression.clone());
        line("collective", format!("{} of {} by {}", self.kind, size_text(of.bytes.into()), self.algorithm));
        line("ranks", format!("{} for {} {what}s, {blocks}", self.ranks, of.nodes));
        line("programs", self.derived.description().to_owned());
        line(
            "messages",
            format!(
                "{} in {} steps, {} between ranks; each over {over} of the network",
                self.messages, self.steps, self.leaving
            ),
        );
        line("memory", format!("{} in all", size_text(self.memory.into())));
        if let Some(Mutation { step, node, how }) = self.fault {
            line(
                "fault",
                format!(
                    "a message of node {node} in step {} {how}, on purpose; messages count as sent",
                    step + 1
                ),
            );
        }
        line(
            "bytes",
            match self.verdict.first {
                None => format!("{} checked in {} runs: every one is right", self.verdict.bytes, self.runs),
                Some(w) => format!(
                    "{} of {} are wrong; the first: node {}, chunk {}, byte {} is {}, and must be {}",
                    self.verdict.wrong, self.verdict.bytes, w.node, w.chunk, w.byte, w.actual, w.expected
                ),
            },
        );
        let ratio = self.ratio().map_or(String::new(), |ratio| format!(" ({ratio:.2} of it)"));
        line(
            "time",
            format!("{}; bare loop {}{ratio}", time_text(self.seconds), time_text(self.bare_seconds)),
        );
        line(
            "MPI's own",
            self.native_seconds
                .map_or("not run: blocks differ, or it takes too much memory".to_owned(), time_text),
        );
        let steps = self.step_seconds();
        let shown: Vec<String> = steps.iter().take(12).map(|&step| time_text(step)).collect();
        let more = if steps.len() > 12 { format!(" and {} more", steps.len() - 12) } else { String::new() };
        line("each step", format!("{}{more}", shown.join(", ")));
        out
    }
}

/// Collectives that were run on one network, for programs.
pub fn json(reports: &[Report]) -> Value {
    let mut map = json_header("run", reports.first().map_or("", |report| &report.expression));
    map.insert("collectives".to_owned(), reports.iter().map(Report::json).collect());
    Value::Object(map)
}

/// A time for people.
fn time_text(seconds: f64) -> String {
    match seconds {
        s if s >= 1.0 => format!("{s:.2} s"),
        s if s >= 1e-3 => format!("{:.2} ms", s * 1e3),
        s => format!("{:.1} µs", s * 1e6),
    }
}
