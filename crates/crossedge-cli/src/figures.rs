//! Metrics as rows of a table and as JSON: the same for `show` and `compare`.

use crate::command::EffortArgs;
use crate::failure::Failure;
use crate::output::{evidence, grouped, id, integer};
use crate::source::Source;
use crossedge::evidence::{Evidence, Known};
use crossedge::metrics::{Diameter, Error, Metric, Metrics, Symmetry, cost_ratio};
use crossedge::net::{DegreeCounts, Structure};
use crossedge::progress::Progress;
use num_bigint::BigUint;
use serde_json::{Map, Value, json};

/// What figures are wanted of.
pub struct Job<'a> {
    /// The network as the user wrote it.
    pub source: &'a Source,
    /// The network, if its ids fit.
    pub net: Option<&'a dyn Structure>,
    /// How hard to try.
    pub effort: &'a EffortArgs,
    /// Whether the user named the figures: then one that cannot be had is a failure, not a gap.
    pub asked: bool,
    /// Who watches.
    pub watch: &'a dyn Progress,
}

/// A figure, ready to show.
pub struct Row {
    /// The key in JSON.
    pub key: &'static str,
    /// The name for people.
    pub label: String,
    /// The value for people.
    pub text: String,
    /// How it is known, for people.
    pub evidence: String,
    /// Value and evidence for programs.
    pub json: Value,
}

/// The figures of a network, in the order of `keys`.
pub fn rows(job: &Job<'_>, keys: &[Metric]) -> Result<Vec<Row>, Failure> {
    let mut figures = Metrics::new(job.source.shape.as_ref(), job.net, job.effort.effort(), job.watch);
    let mut out = Vec::new();
    for &key in keys {
        match row(&mut figures, key, job.effort.weights) {
            Ok(row) => out.push(row),
            Err(Error::Stopped) => return Err(Failure::Interrupted),
            Err(error) if job.asked => return Err(failure(error)),
            Err(Error::Limit { message, help } | Error::Usage { message, help }) => out.push(Row {
                key: key.name(),
                label: label(key),
                text: "not known".to_owned(),
                evidence: format!("{message}; {help}"),
                json: json!({"value": null, "evidence": null, "reason": message, "help": help}),
            }),
        }
    }
    Ok(out)
}

/// A search that failed, for the exit code.
pub fn failure(error: Error) -> Failure {
    match error {
        Error::Stopped => Failure::Interrupted,
        Error::Limit { message, help } => Failure::Limit(format!("{message}\nhelp: {help}")),
        Error::Usage { message, help } => Failure::Usage(format!("{message}\nhelp: {help}")),
    }
}

fn label(key: Metric) -> String {
    key.name().replace('_', " ")
}

fn make(key: Metric, text: String, value: Value, how: &Evidence) -> Row {
    let json = json!({"value": value, "evidence": evidence(how)});
    Row { key: key.name(), label: label(key), text, evidence: how.to_string(), json }
}

fn row(figures: &mut Metrics<'_>, key: Metric, weights: (f64, f64)) -> Result<Row, Error> {
    let whole = |f: Known<BigUint>| make(key, grouped(&f.value), integer(&f.value), &f.evidence);
    let missing =
        |why: &str| Error::Usage { message: why.to_owned(), help: "take another network".to_owned() };
    Ok(match key {
        Metric::Nodes => whole(figures.nodes()),
        Metric::Links => whole(figures.links()),
        Metric::Degree => {
            let f = figures.degree();
            make(key, degree_text(&f.value), degree_json(&f.value), &f.evidence)
        }
        Metric::Diameter => {
            let f = figures.diameter()?;
            match &f.value {
                Diameter::Exact(value) => make(key, grouped(value), integer(value), &f.evidence),
                Diameter::AtLeast(value) => {
                    let bounds = json!({"lower": integer(value), "upper": null});
                    make(key, format!("≥ {}", grouped(value)), bounds, &f.evidence)
                }
            }
        }
        Metric::MeanDistance => {
            let f = figures.mean_distance()?;
            let (n, d) = &f.value;
            let text = match d.bits() <= 40 && n.bits() <= 40 {
                true => format!("{} ({n}/{d})", decimal(n, d)),
                false => decimal(n, d),
            };
            let value = json!({"numerator": integer(n), "denominator": integer(d), "decimal": decimal(n, d)});
            make(key, text, value, &f.evidence)
        }
        Metric::Histogram => {
            let f = figures.distances()?.distances.clone();
            // A sample is shown as it was counted; everything else as all pairs.
            let counts = match f.evidence {
                Evidence::Sampled { .. } => f.value.counts().to_vec(),
                _ => f.value.pairs(),
            };
            let value: Vec<Value> = counts.iter().map(integer).collect();
            make(key, bars(&counts), json!(value), &f.evidence)
        }
        Metric::Bisection => {
            let f = figures.bisection().ok_or_else(|| missing("no cut into halves is known"))?;
            let (lower, upper) = (&f.value.lower, &f.value.upper);
            let text = if lower == upper {
                grouped(upper)
            } else {
                format!("{} to {}", grouped(lower), grouped(upper))
            };
            let side = f.value.side.as_ref().map(|s| s.describe());
            let value = json!({"lower": integer(lower), "upper": integer(upper), "witness": side});
            let mut row = make(key, text, value, &f.evidence);
            if let Some(side) = side {
                row.evidence = format!("{}; witness: {side}", row.evidence);
            }
            row
        }
        Metric::NodeSymmetry => symmetry(key, &figures.node_symmetry()?),
        Metric::EdgeSymmetry => symmetry(key, &figures.edge_symmetry()),
        Metric::Connectivity => {
            let f = figures.connectivity()?;
            let (lower, upper) = (f.value.lower, f.value.upper);
            let text = if lower == upper { lower.to_string() } else { format!("{lower} to {upper}") };
            make(key, text, json!({"lower": id(lower), "upper": id(upper)}), &f.evidence)
        }
        Metric::CostRatio => {
            let one = || missing("one node has no cost ratio");
            let plain = figures.cost_ratio((1.0, 1.0))?.ok_or_else(one)?;
            let weighted = figures.cost_ratio(weights)?.ok_or_else(one)?;
            // A diameter that is known from below gives a ratio from below.
            let bound = !figures.diameter()?.value.is_exact();
            let least = if bound { "≥ " } else { "" };
            let text = format!(
                "{least}{:.4}; weighted {},{}: {least}{:.4}",
                plain.value, weights.0, weights.1, weighted.value
            );
            let mut value =
                json!({"plain": plain.value, "weighted": weighted.value, "weights": [weights.0, weights.1]});
            if let (true, Some(map)) = (bound, value.as_object_mut()) {
                map.insert("lower_bound".to_owned(), json!(true));
            }
            make(key, text, value, &plain.evidence)
        }
        Metric::MooreBound => {
            let f = figures
                .moore_bound()
                .ok_or_else(|| missing("no connected network has this size and degree"))?;
            let (n, d) = &f.value.mean;
            let diameter = BigUint::from(f.value.diameter);
            let ratio = cost_ratio(&figures.nodes().value, figures.largest_degree(), &diameter, (1.0, 1.0));
            let text = format!("diameter ≥ {}, mean ≥ {}", f.value.diameter, decimal(n, d));
            let text = ratio.map_or(text.clone(), |r| format!("{text}, cost ratio ≥ {r:.4}"));
            let mean = json!({"numerator": integer(n), "denominator": integer(d), "decimal": decimal(n, d)});
            let value = json!({"diameter": id(f.value.diameter), "mean_distance": mean, "cost_ratio": ratio});
            make(key, text, value, &f.evidence)
        }
    })
}

fn symmetry(key: Metric, f: &Known<Symmetry>) -> Row {
    let (text, witness) = match &f.value {
        Symmetry::Holds => ("yes", None),
        Symmetry::Refuted(why) => ("no", Some(why)),
        Symmetry::Unknown => ("not known", None),
    };
    let holds = match f.value {
        Symmetry::Holds => json!(true),
        Symmetry::Refuted(_) => json!(false),
        Symmetry::Unknown => Value::Null,
    };
    let mut row = make(key, text.to_owned(), holds, &f.evidence);
    if let (Some(why), Some(map)) = (witness, row.json.as_object_mut()) {
        row.evidence = format!("refuted: {why}");
        map.insert("counterexample".to_owned(), json!(why));
    }
    row
}

/// A ratio with six digits after the point.
pub fn decimal(numerator: &BigUint, denominator: &BigUint) -> String {
    crossedge::render::decimal(numerator, denominator, 6)
}

/// The smallest and largest degree, and how many nodes have each.
fn degree_json(degrees: &DegreeCounts) -> Value {
    let mut counts = Map::new();
    for (degree, count) in degrees {
        counts.insert(degree.to_string(), integer(count));
    }
    let ends = (degrees.keys().next(), degrees.keys().next_back());
    json!({"min": ends.0, "max": ends.1, "counts": counts})
}

fn degree_text(degrees: &DegreeCounts) -> String {
    let each: Vec<_> = degrees.iter().map(|(d, c)| format!("{d} ({} nodes)", grouped(c))).collect();
    match &each[..] {
        [_] => format!("{}, regular", degrees.keys().next().unwrap_or(&0)),
        many if many.len() <= 8 => many.join(", "),
        many => format!("{}, … {}", many[..4].join(", "), many[many.len() - 1]),
    }
}

/// One line a distance, with a bar against the largest count. Long histograms are shown by their ends.
fn bars(counts: &[BigUint]) -> String {
    let largest = counts.iter().max().cloned().unwrap_or_default();
    let line = |(i, count): (usize, &BigUint)| {
        let width = if largest == BigUint::ZERO { BigUint::ZERO } else { count * 40u32 / &largest };
        let width = usize::try_from(width).unwrap_or(0);
        format!("  {i:>5}  {:<40}  {}", "█".repeat(width), grouped(count))
    };
    let lines: Vec<String> = counts.iter().enumerate().map(line).collect();
    match lines.len() {
        0..=64 => lines.join("\n"),
        n => format!(
            "{}\n  … ({} more; --json lists all)\n{}",
            lines[..30].join("\n"),
            n - 60,
            lines[n - 30..].join("\n")
        ),
    }
}
