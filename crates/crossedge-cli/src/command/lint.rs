//! `crossedge lint`: reports faults of a fabric, and their cost in throughput.

use crate::CommandOutcome;
use crate::failure::Failure;
use crate::files;
use crate::output::{grouped, print_answer};
use crate::progress::Bars;
use crate::source;
use crate::table::{FormArgs, Page, Sheet};
use clap::ValueEnum;
use crossedge::answers::{FindingAnswer, LintAnswer, LintFile, LintRequest, ask};
use crossedge::error::{Error, ErrorKind};
use crossedge::lint::{RULES, Severity};
use serde_json::{Value, json};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// Findings that are printed.
const MAX_PRINTED: usize = 30;

/// Arguments of `lint`.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Dump of the fabric: .ibnet (ibnetdiscover), .csv, a folder of LLDP
    #[arg(value_name = "FILE")]
    pub expr: String,
    /// Planned network [default: recognized from the fabric]
    #[arg(long, value_name = "EXPR")]
    pub plan: Option<String>,
    /// Forwarding tables: opensm-lfts.dump, dump_lfts.sh, .fdbs
    #[arg(long, value_name = "FILE")]
    pub tables: Option<String>,
    /// Service levels of paths, for --tables
    #[arg(long, value_name = "FILES", value_delimiter = ',')]
    pub service_levels: Vec<String>,
    /// SL2VL tables, for --tables
    #[arg(long, value_name = "FILES", value_delimiter = ',')]
    pub sl2vl: Vec<String>,
    /// Earlier dump of the same fabric: report what has changed
    #[arg(long, value_name = "OLD")]
    pub since: Option<String>,
    /// Skip these rules, e.g. F004,F030
    #[arg(long, value_name = "RULES", value_delimiter = ',')]
    pub disable: Vec<String>,
    /// Skip throughput, and the gain of each repair
    #[arg(long)]
    pub no_throughput: bool,
    /// Minimum severity for exit code 1 [default: warning]
    #[arg(long, value_name = "SEVERITY")]
    pub fail_on: Option<FailOn>,
    /// Settings (TOML): disable = […], fail-on, plan
    #[arg(long, value_name = "FILE")]
    pub config: Option<PathBuf>,
    /// Accepted findings: the JSON of an earlier run
    #[arg(long, value_name = "FILE")]
    pub baseline: Option<PathBuf>,
    /// Write the findings as SARIF 2.1.0
    #[arg(long, value_name = "FILE")]
    pub sarif: Option<PathBuf>,
    /// Write an HTML page: the fabric with its findings marked
    #[arg(long, value_name = "FILE")]
    pub html: Option<PathBuf>,
    /// Overwrite existing files
    #[arg(long)]
    pub force: bool,
    #[command(flatten)]
    pub form: FormArgs,
}

/// The minimum severity for exit code 1.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum, serde::Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum FailOn {
    /// Every finding
    Info,
    /// Warnings and errors
    Warning,
    /// Errors
    Error,
    /// No finding
    Never,
}

/// The settings in a file.
#[derive(Debug, Default, serde::Deserialize)]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
struct Settings {
    disable: Vec<String>,
    fail_on: Option<FailOn>,
    plan: Option<String>,
}

/// Prints the findings; the exit code is 1 if one has at least the severity of `--fail-on`.
pub fn run(args: &Args, bars: &Bars) -> CommandOutcome {
    for path in args.sarif.iter().chain(&args.html) {
        files::check(path, args.force)?;
    }
    let settings = match &args.config {
        Some(path) => settings(path)?,
        None => Settings::default(),
    };
    let accepted = match &args.baseline {
        Some(path) => baseline(path)?,
        None => BTreeSet::new(),
    };
    let request = LintRequest {
        plan: args.plan.clone().or(settings.plan),
        tables: args.tables.clone(),
        service_levels: args.service_levels.clone(),
        sl2vl: args.sl2vl.clone(),
        since: args.since.clone(),
        disable: args.disable.iter().cloned().chain(settings.disable).collect(),
        no_throughput: args.no_throughput,
    };
    let read = |name: &str| files::read_cables(name).map_err(|failure| input_error(&failure, name));
    let mut envelope = if source::graph_file(&args.expr) {
        let bytes = files::read_cables(&args.expr)?;
        ask(&LintFile { request: &request, name: &args.expr, bytes: &bytes, read: &read }, &(), bars)?
    } else {
        ask(&request, &source::topology(&args.expr)?, bars)?
    };
    bars.clear_bars();
    let answer = &mut envelope.answer;
    let before = answer.findings.len();
    answer.findings.retain(|finding| !accepted.contains(&finding.fingerprint));
    let hidden = before - answer.findings.len();
    if let Some(path) = &args.sarif {
        let text =
            serde_json::to_string_pretty(&sarif(answer)).map_err(|why| Failure::Usage(why.to_string()))?;
        files::write(path, (text + "\n").as_bytes(), args.force)?;
    }
    if let Some(path) = &args.html {
        let page = crossedge_report::lint_page(answer, env!("CARGO_PKG_VERSION"));
        files::write(path, page.as_bytes(), args.force)?;
    }
    print_answer(&envelope, args.form.selected_form(), |envelope| text(&envelope.answer, hidden))?;
    let least = match args.fail_on.or(settings.fail_on).unwrap_or(FailOn::Warning) {
        FailOn::Info => Some(Severity::Info),
        FailOn::Warning => Some(Severity::Warning),
        FailOn::Error => Some(Severity::Error),
        FailOn::Never => None,
    };
    let bad =
        least.is_some_and(|least| envelope.answer.findings.iter().any(|finding| finding.severity >= least));
    Ok(ExitCode::from(u8::from(bad)))
}

/// An error of the library for a file that cannot be read.
fn input_error(failure: &Failure, name: &str) -> Error {
    let (Failure::Io(text) | Failure::Limit(text)) = failure else {
        return Error::new(ErrorKind::Input, format!("{name} cannot be read"));
    };
    match text.split_once("\nhelp: ") {
        Some((why, help)) => Error::new(ErrorKind::Input, why).help(help),
        None => Error::new(ErrorKind::Input, text.clone()).help("names count from the current directory"),
    }
}

fn settings(path: &Path) -> Result<Settings, Failure> {
    let text = files::settings(path)?;
    toml::from_str(&text).map_err(|why| {
        Failure::Usage(format!(
            "{}: {}\nhelp: write e.g. disable = [\"F004\"] and fail-on = \"error\"",
            path.display(),
            why.message()
        ))
    })
}

/// The fingerprints in the JSON of an earlier run.
fn baseline(path: &Path) -> Result<BTreeSet<String>, Failure> {
    let wrong = || {
        Failure::Usage(format!(
            "{} has no findings\nhelp: a baseline is what `crossedge lint FILE --json` prints",
            path.display()
        ))
    };
    let text = files::settings(path)?;
    let value: Value = serde_json::from_str(&text).map_err(|_| wrong())?;
    let findings = value.get("findings").and_then(Value::as_array).ok_or_else(wrong)?;
    let texts = findings.iter().filter_map(|finding| finding.get("fingerprint")?.as_str());
    Ok(texts.map(str::to_owned).collect())
}

fn text(answer: &LintAnswer, hidden: usize) -> Page {
    let mut out = Page::new();
    let number = |count: u64| grouped(&count.into());
    let count = |severity| answer.findings.iter().filter(|finding| finding.severity == severity).count();
    let plural = |count: usize, noun: &str| format!("{count} {noun}{}", if count == 1 { "" } else { "s" });
    let accepted = if hidden > 0 { format!(" ({hidden} accepted by the baseline)") } else { String::new() };
    writeln!(
        out,
        "{}: {}, {}, {}{accepted}",
        answer.file,
        plural(count(Severity::Error), "error"),
        plural(count(Severity::Warning), "warning"),
        plural(count(Severity::Info), "note")
    );
    if answer.rules.is_empty() {
        answer.findings.iter().for_each(|finding| writeln!(out, "{} {}", finding.rule, finding.message));
        return out;
    }
    writeln!(
        out,
        "fabric      {} endpoints, {} switches, {} cables",
        number(answer.endpoints.0),
        number(answer.switches.0),
        number(answer.cables.0)
    );
    match &answer.plan {
        Some(plan) if plan.exact.value => writeln!(out, "plan        {}, exactly", plan.expression),
        Some(plan) => writeln!(
            out,
            "plan        {}: {} of {} cables missing, {} extra",
            plan.expression,
            number(plan.missing.0),
            number(plan.planned.0),
            number(plan.extra.0)
        ),
        None => writeln!(out, "plan        none recognized; give one with --plan"),
    }
    if let Some(throughput) = &answer.throughput {
        let repaired = throughput.repaired.as_ref().map(|all| format!(", {} with all repairs", all.text));
        let tables =
            throughput.tables.as_ref().map(|carried| format!(", {} over the tables", carried.decimal(4)));
        writeln!(
            out,
            "throughput  {} of injection{}{} (uniform traffic)",
            throughput.now.text,
            repaired.unwrap_or_default(),
            tables.unwrap_or_default()
        );
    }
    let cost = answer.findings.iter().any(|finding| finding.repaired.is_some());
    let header: &[&str] = if cost {
        &["#", "rule", "finding", "repair", "throughput"]
    } else {
        &["#", "rule", "finding", "repair"]
    };
    let mut rows = Sheet::new(header.iter().copied());
    for (i, finding) in answer.findings.iter().enumerate().take(MAX_PRINTED) {
        let mut row = vec![
            (i + 1).to_string(),
            format!("{} {}", finding.rule, finding.severity.name()),
            finding.message.clone(),
            finding.repair.clone().unwrap_or_default(),
        ];
        if cost {
            row.push(finding.repaired.as_ref().map(|with| with.text.clone()).unwrap_or_default());
        }
        rows.row(row);
    }
    if !answer.findings.is_empty() {
        out.table(rows);
    }
    if answer.findings.len() > MAX_PRINTED {
        writeln!(out, "and {} more; --json and --html list all", answer.findings.len() - MAX_PRINTED);
    }
    let skipped: Vec<String> = skipped_rules(answer);
    let run = answer.rules.iter().filter(|rule| rule.result != "not run").count();
    let not = if skipped.is_empty() { String::new() } else { format!("; not run: {}", skipped.join("; ")) };
    writeln!(out, "{run} of {} rules run{not}", answer.rules.len());
    out
}

/// Rules that were not run, by reason.
fn skipped_rules(answer: &LintAnswer) -> Vec<String> {
    let mut reasons: Vec<(&str, Vec<&str>)> = Vec::new();
    for rule in answer.rules.iter().filter(|rule| rule.result == "not run") {
        match reasons.iter_mut().find(|(why, _)| *why == rule.detail) {
            Some((_, ids)) => ids.push(rule.rule),
            None => reasons.push((&rule.detail, vec![rule.rule])),
        }
    }
    // Rules that follow each other are written as a range.
    let number = |id: &str| answer.rules.iter().position(|rule| rule.rule == id).unwrap_or(0);
    let ids = |ids: &[&str]| match ids {
        [first, .., last] if ids.len() > 2 && number(last) - number(first) + 1 == ids.len() => {
            format!("{first}–{last}")
        }
        all => all.join(", "),
    };
    reasons.iter().map(|(why, rules)| format!("{} ({why})", ids(rules))).collect()
}

/// The findings as SARIF 2.1.0.
fn sarif(answer: &LintAnswer) -> Value {
    let level = |severity: Severity| match severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
        Severity::Info => "note",
    };
    let rules: Vec<Value> = RULES
        .iter()
        .map(|rule| {
            json!({
                "id": rule.id,
                "name": rule.name,
                "shortDescription": { "text": rule.summary },
                "defaultConfiguration": { "level": level(rule.severity) },
            })
        })
        .collect();
    let result = |finding: &FindingAnswer| {
        let mut text = finding.message.clone();
        if let Some(repair) = &finding.repair {
            text.push_str(&format!(". Repair: {repair}"));
        }
        let line = finding.places.iter().find_map(|place| place.line.as_ref()).map(|line| line.0);
        let mut physical = json!({ "artifactLocation": { "uri": uri(&answer.file) } });
        if let Some(line) = line.filter(|&line| line > 0) {
            physical["region"] = json!({ "startLine": line });
        }
        let logical: Vec<Value> = finding
            .places
            .iter()
            .map(|place| {
                let name = match &place.port {
                    Some(port) => format!("{} port {port}", place.node),
                    None => place.node.clone(),
                };
                json!({ "fullyQualifiedName": name })
            })
            .collect();
        let mut location = json!({ "physicalLocation": physical });
        if !logical.is_empty() {
            location["logicalLocations"] = json!(logical);
        }
        json!({
            "ruleId": finding.rule,
            "level": level(finding.severity),
            "message": { "text": text },
            "locations": [location],
            "partialFingerprints": { "crossedge/v1": finding.fingerprint },
        })
    };
    json!({
        "version": "2.1.0",
        "runs": [{
            "tool": { "driver": { "name": "crossedge", "version": env!("CARGO_PKG_VERSION"), "rules": rules } },
            "results": answer.findings.iter().map(result).collect::<Vec<_>>(),
        }],
    })
}

/// A file name as a relative reference.
fn uri(name: &str) -> String {
    let mut out = String::new();
    for byte in name.replace('\\', "/").bytes() {
        match byte {
            b'A'..=b'Z' | b'a'..=b'z' | b'0'..=b'9' | b'-' | b'.' | b'_' | b'~' | b'/' => {
                out.push(byte.into())
            }
            other => out.push_str(&format!("%{other:02X}")),
        }
    }
    out
}
