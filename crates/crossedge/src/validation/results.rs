//! The results of a simulator, compared with the exact answer: what agrees, what differs, and the likely cause.

use super::{CaseAnswer, PACKET_FLITS, Question};
use crate::error::Error;
use crate::exact::Ratio;

/// Rounding that results may have.
const TOLERANCE: f64 = 1e-3;

/// Random fluctuation that an accepted load may have.
const FLUCTUATION: f64 = 0.02;

/// The results of a case, compared.
#[derive(Debug, Clone, serde::Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Comparison {
    /// The case.
    pub case: String,
    /// `true` if nothing differs.
    pub agrees: bool,
    /// One finding for each result.
    pub findings: Vec<Finding>,
    /// What the findings have in common; null if nothing differs.
    pub explanation: Option<String>,
}

/// A result, compared.
#[derive(Debug, Clone, PartialEq, serde::Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Finding {
    /// The result, as it was given.
    pub result: String,
    /// The exact answer.
    pub expected: String,
    /// `true` if they agree.
    pub agrees: bool,
}

/// Compares results with the answer of a case. Results are lines: `latency FROM TO CYCLES`, `load OFFERED ACCEPTED`, `completion CYCLES` and
/// `deadlock yes` or `no`; lines `switching store-and-forward` and `level flows` say what is simulated; # begins a comment.
pub fn compare(answer: &CaseAnswer, results: &str) -> Result<Comparison, Error> {
    let mut lines = Vec::new();
    let (mut stored, mut flows) = (false, false);
    for (number, line) in results.lines().enumerate() {
        let line = line.split('#').next().unwrap_or_default().trim();
        let words: Vec<&str> = line.split_whitespace().collect();
        match words[..] {
            [] => {}
            ["switching", "store-and-forward"] => stored = true,
            ["switching", "cut-through" | "wormhole"] => stored = false,
            ["level", "flows"] => flows = true,
            ["level", "packets" | "flits"] => flows = false,
            _ => lines.push((number + 1, words)),
        }
    }
    let mut findings = Vec::new();
    let mut offsets = Vec::new();
    for (number, words) in lines {
        findings.push(match answer.question {
            Question::Latency => latency(answer, number, &words, stored, &mut offsets)?,
            Question::Load => load(answer, number, &words)?,
            Question::Completion => completion(answer, number, &words, flows)?,
            Question::Deadlock => deadlock(answer, number, &words)?,
        });
    }
    if findings.is_empty() {
        return Err(Error::usage(format!("there are no results for {}", answer.name))
            .help(format!("write lines such as `{}`", example(answer.question))));
    }
    let agrees = findings.iter().all(|finding| finding.agrees);
    let explanation = (!agrees).then(|| explain(answer, &findings, &offsets, stored));
    Ok(Comparison { case: answer.name.clone(), agrees, findings, explanation })
}

fn example(question: Question) -> &'static str {
    match question {
        Question::Latency => "latency 0 5 20",
        Question::Load => "load 0.5 0.498",
        Question::Completion => "completion 1030",
        Question::Deadlock => "deadlock no",
    }
}

fn wrong_line(number: usize, question: Question) -> Error {
    Error::usage(format!("line {number} of the results is not one of this case"))
        .help(format!("write lines such as `{}`", example(question)))
}

fn number(word: &str, line: usize, question: Question) -> Result<f64, Error> {
    let value: f64 = word.parse().map_err(|_| wrong_line(line, question))?;
    if value.is_finite() && value >= 0.0 { Ok(value) } else { Err(wrong_line(line, question)) }
}

/// A latency; `offsets` gets links and the difference.
fn latency(
    answer: &CaseAnswer,
    line: usize,
    words: &[&str],
    stored: bool,
    offsets: &mut Vec<(u64, f64)>,
) -> Result<Finding, Error> {
    let ["latency", from, to, cycles] = words else { return Err(wrong_line(line, Question::Latency)) };
    let cycles = number(cycles, line, Question::Latency)?;
    let pair = |packet: &&super::LatencyAnswer| {
        packet.from.0.to_string() == **from && packet.to.0.to_string() == **to
    };
    let packet = answer.latencies.iter().find(pair).ok_or_else(|| {
        Error::usage(format!("line {line}: {} asks for no packet from {from} to {to}", answer.name))
            .help("the case lists its packets")
    })?;
    let expected = if stored { packet.store_and_forward.0 } else { packet.cut_through.0 };
    offsets.push((packet.links.0, cycles - expected as f64));
    Ok(Finding {
        result: format!("{from} to {to}: {cycles} cycles"),
        expected: format!("{expected} cycles over {} links", packet.links.0),
        agrees: (cycles - expected as f64).abs() <= TOLERANCE * expected as f64,
    })
}

fn value(ratio: &Ratio) -> f64 {
    ratio.value().unwrap_or(f64::INFINITY)
}

/// Above the load at which the busiest link is full, that link leaves some of the load behind.
fn load(answer: &CaseAnswer, line: usize, words: &[&str]) -> Result<Finding, Error> {
    let ["load", offered, accepted] = words else { return Err(wrong_line(line, Question::Load)) };
    let (offered, accepted) =
        (number(offered, line, Question::Load)?, number(accepted, line, Question::Load)?);
    let Some(exact) = &answer.load else { return Err(wrong_line(line, Question::Load)) };
    let full = value(&exact.saturates_at);
    let left = (offered / full - 1.0).max(0.0) / exact.senders.0 as f64;
    let most = (offered - left).min(1.0);
    let idle = offered <= 0.5 * full;
    Ok(Finding {
        result: format!("{accepted} of {offered}"),
        expected: match idle {
            true => format!("all of {offered}: no link is more than half full"),
            false => format!("at most {most:.6}: the busiest link is full at {full:.6}"),
        },
        agrees: accepted <= most * (1.0 + FLUCTUATION)
            && (!idle || accepted >= offered * (1.0 - 5.0 * FLUCTUATION)),
    })
}

fn completion(answer: &CaseAnswer, line: usize, words: &[&str], flows: bool) -> Result<Finding, Error> {
    let ["completion", cycles] = words else { return Err(wrong_line(line, Question::Completion)) };
    let cycles = number(cycles, line, Question::Completion)?;
    let Some(exact) = &answer.completion else { return Err(wrong_line(line, Question::Completion)) };
    let (least, most) = (exact.least.0 as f64, exact.most.0 as f64);
    let enough = cycles >= least * (1.0 - TOLERANCE);
    Ok(Finding {
        result: format!("{cycles} cycles"),
        expected: match flows {
            true => format!("{least} to {most} cycles"),
            false => format!("at least {least} cycles"),
        },
        agrees: enough && (!flows || cycles <= most * (1.0 + TOLERANCE)),
    })
}

fn deadlock(answer: &CaseAnswer, line: usize, words: &[&str]) -> Result<Finding, Error> {
    let ["deadlock", found @ ("yes" | "no")] = words else {
        return Err(wrong_line(line, Question::Deadlock));
    };
    let free = answer.deadlock_free == Some(true);
    Ok(Finding {
        result: format!("deadlock: {found}"),
        expected: match free {
            true => "no deadlock".to_owned(),
            false => "a deadlock is possible, and need not happen".to_owned(),
        },
        agrees: !free || *found == "no",
    })
}

/// The likely cause of what differs.
fn explain(answer: &CaseAnswer, findings: &[Finding], offsets: &[(u64, f64)], stored: bool) -> String {
    match answer.question {
        Question::Latency => explain_latency(answer, offsets, stored),
        Question::Load if findings.iter().any(|finding| finding.expected.starts_with("all")) => {
            "load is lost where no link is half full: buffers smaller than a packet or than the delay of a credit, or another routing"
                .to_owned()
        }
        Question::Load => {
            "more is accepted than the busiest link of these routes carries: another routing, links that are wider or in both directions at once, or a load in packets and not in flits"
                .to_owned()
        }
        Question::Completion => {
            "too fast: another routing, wider links, or messages of another size; too slow with flows: links shared by latency, or a factor on the bandwidth"
                .to_owned()
        }
        Question::Deadlock => {
            "the routing has no deadlock on these virtual channels: channels are assigned in another order, or packets wait for something else, such as a reply"
                .to_owned()
        }
    }
}

fn explain_latency(answer: &CaseAnswer, offsets: &[(u64, f64)], stored: bool) -> String {
    let first = offsets.first().map_or(0.0, |offset| offset.1);
    if offsets.iter().all(|offset| (offset.1 - first).abs() < 0.5) {
        return format!(
            "every packet takes {first} cycles more: a constant of the simulator, such as the delay of injection and ejection; links agree"
        );
    }
    let each = offsets.iter().filter(|offset| offset.0 > 0).map(|&(links, more)| more / links as f64);
    let (least, most) =
        each.fold((f64::INFINITY, f64::NEG_INFINITY), |(a, b), each| (a.min(each), b.max(each)));
    if most - least < 0.01 {
        return format!(
            "every link takes {least:.2} cycles more: the pipeline of a router, or a delay of links of {:.2} cycles",
            1.0 + least
        );
    }
    // A line through the points: a constant, and more for each link.
    if let (Some(&(a, x)), Some(&(b, y))) =
        (offsets.iter().min_by_key(|offset| offset.0), offsets.iter().max_by_key(|offset| offset.0))
        && a < b
    {
        let slope = (y - x) / (b - a) as f64;
        if offsets.iter().all(|&(links, more)| (more - x - slope * (links - a) as f64).abs() < 0.5) {
            let stores = !stored && (slope - (PACKET_FLITS - 1) as f64).abs() < 0.01;
            let cause = if stores {
                "packets are stored at every router: say `switching store-and-forward`"
            } else {
                "the pipeline of a router, or the delay of links"
            };
            return format!(
                "{slope:.2} cycles more for each link, and {:.2} for each packet: {cause}",
                x - slope * a as f64
            );
        }
    }
    format!("the differences do not grow with the links: some packets of {} take other routes", answer.name)
}
