//! The derivation of a network's metrics: the theorem that was applied to each part of its expression, down to the leaves.

use super::Request;
use super::ShowRequest;
use super::show::EffortRequest;
use crate::expr::{Arg, Call, Expr, Kind};
use crate::metrics::Metric;
use crate::progress::Progress;
use crate::theorems::cited;
use crate::topology::Topology;
use crossedge_metrics::metric::{CONNECTIVITY, DIAMETER, MEAN_DISTANCE, THROUGHPUT, VERTEX_TRANSITIVITY};
use std::time::Duration;

/// Metrics whose derivation is shown.
const DERIVED: [Metric; 5] = [DIAMETER, MEAN_DISTANCE, THROUGHPUT, VERTEX_TRANSITIVITY, CONNECTIVITY];

/// Parts of deeper expressions are left out.
const MAX_PARTS: usize = 40;

/// Time for the metrics of all parts.
const BUDGET: Duration = Duration::from_secs(2);

/// A part of an expression, with the theorems applied to it.
#[derive(Debug, Clone, serde::Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct DerivationAnswer {
    /// The part.
    pub expression: String,
    /// Depth in the expression; 0 for all of it.
    pub depth: u32,
    /// The theorems and methods applied to this part, by metric; what they need of its parts follows below.
    pub steps: Vec<DerivationStepAnswer>,
}

/// One step of a derivation.
#[derive(Debug, Clone, serde::Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct DerivationStepAnswer {
    /// Names of the metrics.
    pub metrics: Vec<&'static str>,
    /// Ids of the theorems and methods.
    pub applied: Vec<&'static str>,
    /// Kind of the evidence.
    pub kind: &'static str,
}

/// The networks that a construction is made of, as expressions.
fn parts(expr: &Expr) -> Vec<Expr> {
    match &expr.kind {
        Kind::Product(factors) => factors.clone(),
        Kind::Power(base, _) => vec![(**base).clone()],
        Kind::Call(call) => match (call.name.as_str(), &call.args[..]) {
            // One level less.
            ("rdn", [base, Arg { value: Expr { kind: Kind::Int(levels), .. }, .. }]) => match levels {
                0 | 1 => vec![base.value.clone()],
                _ => vec![Expr::call("rdn", vec![base.value.clone(), Expr::int(levels - 1)])],
            },
            ("torus", sizes) => each("ring", sizes),
            ("mesh", sizes) => each("path", sizes),
            ("hyperx", sizes) => each("complete", sizes),
            ("dualcube", [Arg { value: Expr { kind: Kind::Int(r), .. }, .. }]) if *r > 0 => {
                vec![Expr::call("hypercube", vec![Expr::int(r - 1)])]
            }
            _ => networks(call),
        },
        _ => Vec::new(),
    }
}

/// Arguments that are networks themselves.
fn networks(call: &Call) -> Vec<Expr> {
    let inner = |expr: &Expr| match &expr.kind {
        Kind::List(all) => all.clone(),
        _ => vec![expr.clone()],
    };
    let network = |expr: &Expr| matches!(expr.kind, Kind::Call(_) | Kind::Product(_) | Kind::Power(..));
    call.args.iter().flat_map(|arg| inner(&arg.value)).filter(network).collect()
}

fn each(name: &str, sizes: &[Arg]) -> Vec<Expr> {
    let mut out: Vec<Expr> = Vec::new();
    for arg in sizes {
        let part = Expr::call(name, vec![arg.value.clone()]);
        if !out.contains(&part) {
            out.push(part);
        }
    }
    out
}

/// Citations of the first reason that has any, without explanations in parentheses: it was applied here. Further reasons are those of the parts.
fn first_citations(by: &str) -> Vec<&'static str> {
    let mut depth = 0usize;
    let mut outside = String::new();
    for c in by.chars() {
        match c {
            '(' => depth += 1,
            ')' => depth = depth.saturating_sub(1),
            _ if depth == 0 => outside.push(c),
            _ => {}
        }
    }
    let first =
        outside.split("; ").map(cited).find(|entries| !entries.is_empty()).unwrap_or_else(|| cited(by));
    first.iter().map(|entry| entry.id).collect()
}

/// The steps for all of a network: metrics with the same first citations together.
fn steps(net: &Topology, progress: &dyn Progress) -> Vec<DerivationStepAnswer> {
    let effort = EffortRequest { budget: Some(BUDGET), ..EffortRequest::default() };
    // Not requested by name: what is not available is left out.
    let request = ShowRequest { effort, ..ShowRequest::all() };
    let Ok(answer) = request.answer(net, progress) else { return Vec::new() };
    let mut out: Vec<DerivationStepAnswer> = Vec::new();
    for metric in DERIVED {
        let Some(evidence) = answer.metrics.get(metric).and_then(|asked| asked.evidence.as_ref()) else {
            continue;
        };
        let applied = first_citations(&evidence.by());
        if applied.is_empty() {
            continue;
        }
        match out.iter_mut().find(|step| step.applied == applied && step.kind == evidence.kind()) {
            Some(step) => step.metrics.push(metric.name()),
            None => out.push(DerivationStepAnswer {
                metrics: vec![metric.name()],
                applied,
                kind: evidence.kind(),
            }),
        }
    }
    out
}

/// The derivation of the metrics of a network.
pub(super) fn derivation(net: &Topology, progress: &dyn Progress) -> Vec<DerivationAnswer> {
    let mut out: Vec<DerivationAnswer> = Vec::new();
    let mut open = vec![(net.expr().clone(), 0)];
    while let Some((expr, depth)) = open.pop() {
        let text = expr.to_string();
        if out.len() == MAX_PARTS || progress.stopped() {
            break;
        }
        // A part that occurs twice is explained once.
        if out.iter().any(|part| part.expression == text) {
            continue;
        }
        let Ok(part) = (if depth == 0 { Ok(net.clone()) } else { text.parse::<Topology>() }) else {
            continue;
        };
        out.push(DerivationAnswer { expression: text, depth, steps: steps(&part, progress) });
        open.extend(parts(&expr).into_iter().rev().map(|part| (part, depth + 1)));
    }
    out
}
