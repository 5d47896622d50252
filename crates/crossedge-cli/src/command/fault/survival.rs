//! The campaign: random faults, many trials, a curve. Finished trials survive a killed process.

use super::Args;
use super::rate::rate;
use crate::Outcome;
use crate::failure::Failure;
use crate::files;
use crate::output::{head, id, note, stdout, table, write_json, write_table};
use crate::progress::Bars;
use crate::source::Source;
use crossedge::expr::Error;
use crossedge::net::{Structure, links};
use crossedge::route::fault::{Diameter, MAX_LINKS, MAX_NODES, Router, Setting, Survey, Trial};
use crossedge_campaign::sweep::{GENERATOR, Sum, fingerprint, ratio};
use crossedge_campaign::{Journal, Records, Results, wilson};
use num_bigint::BigUint;
use serde_json::{Map, Value, json};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// How the diameter of the largest part is taken.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub enum How {
    /// Two searches; a lower bound
    Sweep,
    /// A search from every node
    Exact,
}

/// More tasks than this are refused: each has an id in memory.
const MAX_TASKS: u64 = 20_000_000;

/// More packets in one trial are refused, as in a plan.
const MAX_PAIRS: u64 = 1_000_000_000;

/// One point of the curve.
#[derive(Debug, Clone)]
struct Point {
    /// What the user wrote.
    written: String,
    setting: Setting,
}

/// Runs the campaign, or what is left of it.
pub fn run(args: &Args, source: &Source, net: &dyn Structure, bars: &Bars) -> Outcome {
    let limit = |message: String, help: &str| {
        Failure::Source(Error::limit(message, source.expr.span.clone()).help(help), source.text.clone())
    };
    let points = points(args, source, net)?;
    let total = args.trials.checked_mul(points.len() as u64).filter(|&total| total <= MAX_TASKS);
    let Some(total) = total else {
        let help = format!("take --trials of at most {}", MAX_TASKS / points.len().max(1) as u64);
        return Err(limit(format!("a campaign has at most {MAX_TASKS} trials"), &help));
    };
    if args.pairs > MAX_PAIRS {
        let help = format!("take --pairs of at most {MAX_PAIRS}, and more trials");
        return Err(limit(format!("a trial has at most {MAX_PAIRS} packets"), &help));
    }
    let router = Router::with_search(net, args.search);
    let Some(survey) = Survey::new(net, router, args.seed, &source.shape.degrees()) else {
        let message = format!(
            "a trial visits every node and link, and may visit {MAX_NODES} nodes and {MAX_LINKS} links at most"
        );
        return Err(limit(message, "rdn(torus(5,5), 2) has 3125000 nodes, and works"));
    };
    let output = args.output.as_deref();
    let beside = |path: &Path| {
        let mut name = path.as_os_str().to_owned();
        name.push(".journal");
        PathBuf::from(name)
    };
    let journal = args.journal.clone().or_else(|| output.map(beside));
    if let (Some(output), Some(journal)) = (output, &journal)
        && files::same(output, journal)
    {
        let message = "the curve and the journal are one file, and the curve would destroy the journal";
        return Err(Failure::Usage(format!("{message}\nhelp: give -o and --journal two names")));
    }
    if let Some(path) = output {
        // With a journal the file may be that of this very campaign, which is seen at the end.
        files::check(path, args.force || journal.as_ref().is_some_and(|path| path.exists()))?;
    }
    let (journal, finished) = match journal {
        Some(path) => {
            let (journal, finished) = Journal::open(&path).map_err(files::failure)?;
            damage(journal.damaged(), &path);
            (Some(journal), finished)
        }
        None => (None, Records::new()),
    };
    let about = about(args, source, net);
    let tasks: Vec<(usize, u64)> =
        (0..points.len()).flat_map(|point| (0..args.trials).map(move |trial| (point, trial))).collect();
    debug_assert_eq!(tasks.len() as u64, total);
    let canonical = |&(point, trial): &(usize, u64)| {
        let mut task = about.clone();
        task.insert("dead_nodes".to_owned(), json!(points[point].setting.dead_nodes));
        task.insert("dead_links".to_owned(), json!(points[point].setting.dead_links));
        task.insert("trial".to_owned(), json!(trial));
        Value::Object(task).to_string()
    };
    let work = |&(point, trial): &(usize, u64)| to_json(&survey.trial(&points[point].setting, trial));
    let results = crossedge_campaign::run(&tasks, canonical, work, journal.as_ref(), finished, bars)
        .map_err(files::failure)?;
    let mut curve: Vec<Sum> = points.iter().map(|_| Sum::default()).collect();
    for (&(point, _), value) in tasks.iter().zip(&results.values) {
        let trial = from_json(value).ok_or_else(|| {
            Failure::Io("the journal holds a result that is none of this campaign".to_owned())
        })?;
        curve[point].add(&trial);
    }
    let answer = answer(source, about, &points, &curve, &results);
    if let Some(path) = output {
        let text = format!("{}\n", serde_json::to_string_pretty(&answer).map_err(io::Error::from)?);
        files::write_same(path, text.as_bytes(), args.force)?;
    }
    if args.json {
        write_json(&answer)?;
    } else {
        show(source, args, &points, &curve)?;
        if let Some(path) = output {
            writeln!(stdout(), "written to {}", path.display())?;
        }
    }
    Ok(ExitCode::SUCCESS)
}

/// Tells about lines of a journal that were passed over.
pub fn damage(lines: u64, journal: &Path) {
    if lines > 0 {
        let (records, tasks) = if lines == 1 {
            ("1 damaged record", "its task runs")
        } else {
            ("damaged records", "their tasks run")
        };
        let count = if lines == 1 { String::new() } else { format!("{lines} ") };
        note(&format!("{count}{records} of {} passed over; {tasks} again", journal.display()));
    }
}

/// The points of the curve.
fn points(args: &Args, source: &Source, net: &dyn Structure) -> Result<Vec<Point>, Failure> {
    let all = if args.links { links(source.shape.as_ref()) } else { BigUint::from(net.nodes()) };
    let all = u64::try_from(&all).unwrap_or(u64::MAX);
    let (list, of) = match (&args.rates, &args.counts) {
        (Some(rates), None) => (rates, rate as fn(&str, u64) -> Option<u64>),
        (None, Some(counts)) => (counts, count as fn(&str, u64) -> Option<u64>),
        (Some(_), Some(_)) => return Err(Failure::Usage("give --rates or --counts, not both".to_owned())),
        (None, None) => {
            let message = "say what to do\nhelp: two nodes for a packet, or --rates 0.01,0.05 for a campaign";
            return Err(Failure::Usage(message.to_owned()));
        }
    };
    let mut points = Vec::new();
    for text in list.split(',').map(str::trim).filter(|text| !text.is_empty()) {
        let Some(dead) = of(text, all) else {
            let things = if args.links { "links" } else { "nodes" };
            let what = match args.rates.is_some() {
                true => "a rate is a decimal from 0 to 1".to_owned(),
                false => format!("a count is a whole number up to {all}, for there are {all} {things}"),
            };
            return Err(Failure::Usage(format!("{what}; found '{text}'")));
        };
        let (dead_nodes, dead_links) = if args.links { (0, dead) } else { (dead, 0) };
        let diameter = if args.diameter == How::Exact { Diameter::Exact } else { Diameter::Sweep };
        let setting = Setting { dead_nodes, dead_links, pairs: args.pairs, diameter };
        points.push(Point { written: text.to_owned(), setting });
    }
    match points.is_empty() {
        true => Err(Failure::Usage("the list of --rates or --counts is empty".to_owned())),
        false => Ok(points),
    }
}

/// A count no larger than what there is.
fn count(text: &str, all: u64) -> Option<u64> {
    text.parse().ok().filter(|&count| count <= all)
}

/// Everything that a trial depends on besides its point and number.
fn about(args: &Args, source: &Source, net: &dyn Structure) -> Map<String, Value> {
    let mut map = Map::new();
    let mut put = |key: &str, value: Value| map.insert(key.to_owned(), value);
    let expression = source.expr.to_string();
    put("campaign", json!("survival"));
    put("version", json!(env!("CARGO_PKG_VERSION")));
    put("seed", json!(args.seed));
    put("generator", json!(GENERATOR));
    put("pairs", json!(args.pairs));
    put("diameter", json!(if args.diameter == How::Exact { "exact" } else { "lower bound by two searches" }));
    put("search", json!(args.search));
    // A file may change while its name does not.
    if expression.contains("file(") {
        put("links", json!(fingerprint(net)));
    }
    put("expression", json!(expression));
    map
}

/// A trial as it stands in the journal.
fn to_json(trial: &Trial) -> Value {
    let Trial { live, parts, largest, diameter, pairs, joined, delivered, hops, distance, worst } = *trial;
    json!([live, parts, largest, diameter, pairs, joined, delivered, hops, distance, worst.0, worst.1])
}

fn from_json(value: &Value) -> Option<Trial> {
    let numbers = value.as_array()?.iter().map(Value::as_u64).collect::<Option<Vec<u64>>>()?;
    let [
        live,
        parts,
        largest,
        diameter,
        pairs,
        joined,
        delivered,
        hops,
        distance,
        worst_hops,
        worst_distance,
    ] = numbers.try_into().ok()?;
    let worst = (worst_hops, worst_distance);
    Some(Trial { live, parts, largest, diameter, pairs, joined, delivered, hops, distance, worst })
}

/// A fraction that was counted, with its interval.
fn fraction(hits: u64, count: u64) -> Value {
    let (low, high) = wilson(hits, count);
    json!({"hits": hits, "count": count, "fraction": ratio(hits, count), "low": low, "high": high})
}

/// The whole answer: nothing in it depends on when, where or how often the campaign ran.
fn answer(
    source: &Source,
    about: Map<String, Value>,
    points: &[Point],
    curve: &[Sum],
    results: &Results,
) -> Value {
    let point = |(point, sum): (&Point, &Sum)| {
        json!({
            "written": point.written,
            "dead_nodes": id(point.setting.dead_nodes),
            "dead_links": id(point.setting.dead_links),
            "trials": sum.trials,
            "connected": fraction(sum.connected, sum.trials),
            "largest_part": ratio(sum.largest, sum.live),
            "diameter": {"mean": ratio(sum.diameters, sum.trials), "max": sum.diameter},
            "joined": fraction(sum.joined, sum.pairs),
            "delivered": fraction(sum.delivered, sum.joined),
            "stretch": {"mean": ratio(sum.hops, sum.distance), "worst_hops": sum.worst.0, "worst_distance": sum.worst.1},
        })
    };
    let mut map = head("fault", Some(&source.expr.to_string()));
    map.insert("provenance".to_owned(), Value::Object(about));
    map.insert("intervals".to_owned(), json!("Wilson, 95 %"));
    map.insert("digest".to_owned(), json!(results.digest));
    map.insert("points".to_owned(), points.iter().zip(curve).map(point).collect());
    Value::Object(map)
}

fn show(source: &Source, args: &Args, points: &[Point], curve: &[Sum]) -> Result<(), Failure> {
    let mut out = stdout();
    writeln!(out, "{}", source.expr)?;
    let interval = |hits: u64, count: u64| match ratio(hits, count) {
        None => "none".to_owned(),
        Some(fraction) => {
            let (low, high) = wilson(hits, count);
            format!("{fraction:.4} [{low:.4}, {high:.4}]")
        }
    };
    let dead = if args.links { "dead links" } else { "dead nodes" };
    let bound = if args.diameter == How::Exact { "diameter" } else { "diameter at least" };
    let mut rows = table([
        "rate",
        dead,
        "connected",
        "largest part",
        bound,
        "way exists",
        "delivered",
        "stretch",
        "worst",
    ]);
    for (point, sum) in points.iter().zip(curve) {
        let number = |x: Option<f64>, digits: usize| x.map_or("none".to_owned(), |x| format!("{x:.digits$}"));
        rows.add_row([
            point.written.clone(),
            (point.setting.dead_nodes + point.setting.dead_links).to_string(),
            interval(sum.connected, sum.trials),
            number(ratio(sum.largest, sum.live), 4),
            format!("{} (most {})", number(ratio(sum.diameters, sum.trials), 2), sum.diameter),
            interval(sum.joined, sum.pairs),
            interval(sum.delivered, sum.joined),
            number(ratio(sum.hops, sum.distance), 4),
            format!("{}/{}", sum.worst.0, sum.worst.1),
        ]);
    }
    write_table(&rows)?;
    writeln!(
        out,
        "sampled: {} trials a row, {} packets each, seed {}, {GENERATOR}; intervals: Wilson, 95 %",
        args.trials, args.pairs, args.seed
    )?;
    Ok(())
}
