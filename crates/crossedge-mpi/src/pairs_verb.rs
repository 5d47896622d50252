//! `crossedge-mpi pairs`: distances between all pairs, by sources. The first rank deals tasks and keeps what is finished in a journal;
//! the others work. Alone, it works itself. Tasks in the journal are not repeated.

use crate::dead;
use crate::job::{RankJob, ReportedFailure};
use crate::pairs::{PairSums, Tasks};
use crate::report::{integer, json_header};
use crate::search::{MAX_BYTES, check_network_fits};
use crate::source::Source;
use crossedge::Error;
use crossedge::error::ErrorKind;
use crossedge::metrics::bfs::from_sources;
use crossedge::net::Faults;
use crossedge::progress::Silent;
use crossedge_campaign::{Journal, Records, TaskId};
use mpi::traits::{Communicator, CommunicatorCollectives, Destination, Source as _};
use serde_json::{Value, json};
use std::fmt::Write;
use std::path::PathBuf;

/// The search parameters.
#[derive(Debug, Clone)]
pub struct PairsRequest {
    /// The network.
    pub expr: String,
    /// From how many nodes; from all that live by default.
    pub sources: Option<u64>,
    /// The faults, as the user wrote it.
    pub faults: Option<String>,
    /// Number of nodes have that failed besides.
    pub dead: u64,
    /// The seed that draws them.
    pub seed: u64,
    /// The journal of finished tasks.
    pub journal: Option<PathBuf>,
    /// Search once more in one process.
    pub compare: bool,
}

/// The result.
#[derive(Debug, Clone)]
pub struct PairsResult {
    expression: String,
    nodes: u64,
    order: PairsRequest,
    sum: PairSums,
    /// Tasks that the journal held.
    resumed: u64,
    /// `true` if one process finds the same.
    same: Option<bool>,
}

const ASK_TAG: i32 = 1;
const TASK_TAG: i32 = 2;
const RESULT_TAG: i32 = 3;

/// No more tasks.
const NO_MORE_TASKS: u64 = u64::MAX;

/// Searches. Only the first rank has the answer.
pub fn run(job: &RankJob, order: &PairsRequest) -> Result<Option<PairsResult>, ReportedFailure> {
    job.phase("plan");
    job.heart.set_phase("preparing the search");
    let (source, dead, tasks) = job.agree_on_result(prepare(order))?;
    let opened = match &order.journal {
        Some(path) if job.is_first() => Journal::open(path)
            .map(|(journal, records)| (Some(journal), records))
            .map_err(|error| Error::new(ErrorKind::Input, error.to_string())),
        _ => Ok((None, Records::new())),
    };
    let (journal, finished) = job.agree_on_result(opened)?;
    if !job.is_first() {
        work_on_tasks(job, &source, &dead, &tasks);
        job.phase("end");
        job.world.barrier();
        return Ok(None);
    }
    let mut sum = PairSums::default();
    let mut open = Vec::new();
    for task in 0..tasks.count() {
        match finished.get(&TaskId::from_text(&tasks.name(task))) {
            Some(value) => add_result(job, &mut sum, value),
            None => open.push(task),
        }
    }
    let resumed = tasks.count() - open.len() as u64;
    let keep = |task: u64, value: &Value, sum: &mut PairSums| {
        if let Some(journal) = &journal
            && let Err(error) = journal.append(&tasks.name(task), value)
        {
            job.fail_alone(&Error::new(ErrorKind::Input, error.to_string()));
        }
        add_result(job, sum, value);
        report_progress(job, sum, &tasks);
    };
    report_progress(job, &sum, &tasks);
    if job.ranks == 1 {
        for &task in &open {
            let value = tasks
                .run_task(source.net.as_ref(), &dead, task)
                .unwrap_or_else(|failure| job.fail_alone(&failure));
            keep(task, &value, &mut sum);
        }
    } else {
        deal_tasks(job, &open, |task, value| keep(task, value, &mut sum));
    }
    let same = order.compare.then(|| {
        let recomputed = from_sources(source.net.as_ref(), tasks.sources(), &dead, &Silent);
        recomputed.is_ok_and(|recomputed| PairSums::from_pairs(&recomputed) == sum)
    });
    job.phase("end");
    job.world.barrier();
    let (expression, nodes) = (source.expr.to_string(), source.net.nodes());
    Ok(Some(PairsResult { expression, nodes, order: order.clone(), sum, resumed, same }))
}

fn prepare(order: &PairsRequest) -> Result<(Source, Faults, Tasks), Error> {
    let source = Source::for_search(&order.expr, "pairs")?;
    let net = source.net.as_ref();
    check_network_fits(net.nodes(), MAX_BYTES)?;
    let dead = dead::faults(net, order.faults.as_deref(), (order.dead, order.seed), None)?;
    let about = json!({
        "command": "crossedge-mpi pairs", "version": env!("CARGO_PKG_VERSION"), "expression": source.expr.to_string(),
        "faults": order.faults, "dead_nodes": order.dead, "seed": order.seed,
    });
    let tasks = Tasks::new(net, &dead, order.sources, &about)?;
    Ok((source, dead, tasks))
}

/// Reports progress if it takes long.
fn report_progress(job: &RankJob, sum: &PairSums, tasks: &Tasks) {
    job.heart.set_phase(format!("searched from {} of {} nodes", sum.sources, tasks.sources().len()));
}

fn add_result(job: &RankJob, sum: &mut PairSums, value: &Value) {
    if sum.add(value).is_none() {
        job.fail_alone(&Error::new(
            ErrorKind::Input,
            "the journal holds a result that is none of these tasks",
        ));
    }
}

/// Gives out the tasks in order, and takes results until all have come.
fn deal_tasks(job: &RankJob, open: &[u64], mut keep: impl FnMut(u64, &Value)) {
    let mut next = open.iter().copied();
    let mut working = job.ranks - 1;
    while working > 0 {
        let (message, status) = job.world.any_process().receive_vec::<u8>();
        if status.tag() == RESULT_TAG {
            let value: Option<(u64, Value)> = serde_json::from_slice(&message).ok();
            let Some((task, value)) = value else {
                job.fail_alone(&Error::new(
                    ErrorKind::Input,
                    format!("rank {} sends an invalid result", status.source_rank()),
                ));
            };
            keep(task, &value);
        }
        let task = next.next().unwrap_or(NO_MORE_TASKS);
        working -= u64::from(task == NO_MORE_TASKS);
        job.world.process_at_rank(status.source_rank()).send_with_tag(&task, TASK_TAG);
    }
}

/// Request for tasks and does them.
fn work_on_tasks(job: &RankJob, source: &Source, dead: &Faults, tasks: &Tasks) {
    let first = job.world.process_at_rank(0);
    first.send_with_tag(&[0u8; 0][..], ASK_TAG);
    let mut done = 0;
    loop {
        let (task, _) = first.receive_with_tag::<u64>(TASK_TAG);
        if task == NO_MORE_TASKS {
            return;
        }
        if done == 2 {
            job.phase("pairs");
        }
        let value = tasks
            .run_task(source.net.as_ref(), dead, task)
            .unwrap_or_else(|failure| job.fail_alone(&failure));
        first.send_with_tag(json!([task, value]).to_string().as_bytes(), RESULT_TAG);
        done += 1;
    }
}

impl PairsResult {
    /// Returns `true` if what was compared is the same.
    pub fn holds(&self) -> bool {
        self.same != Some(false)
    }

    /// For programs. It does not depend on ranks, nor on how often the work was cut off.
    pub fn json(&self) -> Value {
        let mut map = json_header("pairs", &self.expression);
        let mut put = |key: &str, value: Value| map.insert(key.to_owned(), value);
        let PairSums { sources, counts, disconnected_pairs, eccentricities, centre, rim } = &self.sum;
        put("nodes", integer(self.nodes));
        if let Some(faults) = &self.order.faults {
            put("faults", json!(faults));
        }
        put("dead_nodes", integer(self.order.dead));
        put("seed", integer(self.order.seed));
        put("sources", integer(*sources));
        put("counts", counts.iter().map(|&count| integer(count)).collect());
        put("apart", integer(*disconnected_pairs));
        let reach: Vec<Value> =
            eccentricities.iter().map(|(&e, &count)| json!([integer(e), integer(count)])).collect();
        put("eccentricities", json!(reach));
        put("centre", json!(centre.map(|(_, v)| integer(v))));
        put("rim", json!(rim.map(|(_, v)| integer(v))));
        if let Some(same) = self.same {
            put("in_process_same", json!(same));
        }
        Value::Object(map)
    }

    /// For people.
    pub fn text(&self) -> String {
        let mut out = String::new();
        // Writing to a string does not fail.
        let mut line = |name: &str, text: String| {
            let _ = writeln!(out, "{name:12}{text}");
        };
        let sum = &self.sum;
        line("network", format!("{}, {} nodes", self.expression, self.nodes));
        if let Some(faults) = &self.order.faults {
            line("faults", faults.clone());
        }
        if self.order.dead > 0 {
            line("dead", format!("{} nodes, drawn with seed {}", self.order.dead, self.order.seed));
        }
        line("sources", format!("{}; {} tasks were in the journal", sum.sources, self.resumed));
        let counts: Vec<String> = sum.counts.iter().map(u64::to_string).collect();
        line("distances", counts.join(" "));
        line("apart", sum.disconnected_pairs.to_string());
        let reach: Vec<String> =
            sum.eccentricities.iter().map(|(e, count)| format!("{e}: {count}")).collect();
        line("reach", reach.join(", "));
        if let Some(same) = self.same {
            line("one process", if same { "the same" } else { "something else" }.to_owned());
        }
        out
    }
}
