//! `crossedge-mpi search`: how many nodes are at each distance from a source, searched by all ranks together.
//!
//! The answer is the same, byte for byte, on any number of ranks; times and ranks are in it only when they are requested.

use crate::blocks::Blocks;
use crate::dead;
use crate::job::{RankJob, ReportedFailure};
use crate::report::{integer, json_header};
use crate::search::{MAX_BYTES, Share, check_blocks_fit};
use crate::source::Source;
use crossedge::Error;
use crossedge::metrics::bfs::{Method, Search};
use crossedge::net::Faults;
use crossedge::net::Node;
use crossedge::progress::Silent;
use mpi::datatype::{Partition, PartitionMut};
use mpi::traits::CommunicatorCollectives;
use serde_json::{Value, json};
use std::fmt::Write;
use std::time::Instant;

/// The search parameters.
#[derive(Debug, Clone)]
pub struct SearchRequest {
    /// The network.
    pub expr: String,
    /// The source, as given by the user.
    pub source: String,
    /// The faults, as the user wrote it.
    pub faults: Option<String>,
    /// Number of nodes have that failed besides.
    pub dead: u64,
    /// The seed that draws them.
    pub seed: u64,
    /// Print times, and search once more in one process.
    pub compare: bool,
}

/// The result.
#[derive(Debug, Clone)]
pub struct SearchResult {
    expression: String,
    nodes: u64,
    source: u64,
    order: SearchRequest,
    /// At place d: the nodes at distance d.
    pub counts: Vec<u64>,
    /// `true` if a theorem gives the same; `None` if no theorem speaks.
    pub theorem: Option<bool>,
    compared: Option<Compared>,
}

/// Times, and what one process finds.
#[derive(Debug, Clone)]
struct Compared {
    ranks: u64,
    seconds: f64,
    sent: u64,
    same: bool,
    in_process_seconds: f64,
    plain_seconds: f64,
}

/// Searches. All ranks have the answer; the first prints it.
pub fn run(job: &RankJob, order: &SearchRequest) -> Result<SearchResult, ReportedFailure> {
    job.phase("plan");
    job.heart.set_phase("preparing the search");
    let (source, root, dead) = job.agree_on_result(prepare(job, order))?;
    let net = source.net.as_ref();
    let blocks = Blocks::new(net.nodes(), job.ranks);
    job.world.barrier();
    let start = Instant::now();
    let mut share = Share::new(net, &dead, &blocks, job.rank, root);
    let (mut counts, mut sent) = (vec![1], 0);
    loop {
        if counts.len() == 3 {
            job.phase("search");
        }
        job.heart.set_phase(format!("searching at distance {}", counts.len()));
        share.expand();
        sent += exchange_frontier(job, &mut share);
        match job.sum(share.advance()) {
            0 => break,
            count => counts.push(count),
        }
    }
    let seconds = job.max_times(&[start.elapsed().as_secs_f64()])[0];
    drop(share);
    let compared = order.compare.then(|| {
        job.heart.set_phase("searching in one process");
        let sent = job.sum(sent);
        let mut compared = Compared {
            ranks: job.ranks,
            seconds,
            sent,
            same: true,
            in_process_seconds: 0.0,
            plain_seconds: 0.0,
        };
        if job.is_first() {
            let search = Search::new(net, &dead);
            let mut timed = |method: Method| {
                let start = Instant::now();
                let local_levels = search.levels_by(method, root, &Silent);
                compared.same &= local_levels.is_ok_and(|levels| levels.counts == counts);
                start.elapsed().as_secs_f64()
            };
            let method = search.method();
            let (in_process, plain) = (timed(method), timed(Method::Plain));
            (compared.in_process_seconds, compared.plain_seconds) = (in_process, plain);
        }
        job.world.barrier();
        compared
    });
    job.phase("end");
    let theorem = dead.is_empty().then(|| by_theorem(&source, &counts)).flatten();
    let (expression, nodes) = (source.expr.to_string(), net.nodes());
    Ok(SearchResult { expression, nodes, source: root.0, order: order.clone(), counts, theorem, compared })
}

fn prepare(job: &RankJob, order: &SearchRequest) -> Result<(Source, Node, Faults), Error> {
    let source = Source::for_search(&order.expr, "search")?;
    let root = source.node(&order.source)?;
    check_blocks_fit(&Blocks::new(source.net.nodes(), job.ranks), MAX_BYTES)?;
    let dead =
        dead::faults(source.net.as_ref(), order.faults.as_deref(), (order.dead, order.seed), Some(root))?;
    Ok((source, root, dead))
}

/// Sends what crosses to the ranks that have it, and visits what comes; how many ids were sent.
fn exchange_frontier(job: &RankJob, share: &mut Share<'_>) -> u64 {
    let leaving = share.outgoing();
    let out: Vec<i32> = leaving.iter().map(|places| places.len() as i32).collect();
    let mut back = vec![0i32; out.len()];
    job.world.all_to_all_into(&out[..], &mut back[..]);
    let starts = |counts: &[i32]| -> Vec<i32> {
        counts.iter().scan(0, |next, &count| Some(std::mem::replace(next, *next + count))).collect()
    };
    let (out_starts, back_starts) = (starts(&out), starts(&back));
    let send: Vec<u32> = leaving.iter().flatten().copied().collect();
    let mut receive = vec![0u32; back.iter().map(|&count| count as usize).sum()];
    job.world.all_to_all_varcount_into(
        &Partition::new(&send[..], &out[..], &out_starts[..]),
        &mut PartitionMut::new(&mut receive[..], &back[..], &back_starts[..]),
    );
    share.receive_visits(&receive);
    send.len() as u64
}

/// Returns `true` if a theorem gives these counts; `None` if no theorem gives counts around one node.
fn by_theorem(source: &Source, counts: &[u64]) -> Option<bool> {
    source.shape.node_symmetric()?;
    let distances = source.shape.distances()?.value;
    // Counts are summed over some sources that all are equivalent.
    let each = distances.counts().iter().map(|count| count / distances.sources());
    Some(each.eq(counts.iter().map(|&count| count.into())))
}

impl SearchResult {
    /// Returns `true` if everything that was compared is the same.
    pub fn holds(&self) -> bool {
        self.theorem != Some(false) && self.compared.as_ref().is_none_or(|compared| compared.same)
    }

    fn reached_nodes(&self) -> u64 {
        self.counts.iter().sum()
    }

    /// For programs.
    pub fn json(&self) -> Value {
        let mut map = json_header("search", &self.expression);
        let mut put = |key: &str, value: Value| map.insert(key.to_owned(), value);
        put("nodes", integer(self.nodes));
        put("source", integer(self.source));
        if let Some(faults) = &self.order.faults {
            put("faults", json!(faults));
        }
        put("dead_nodes", integer(self.order.dead));
        put("seed", integer(self.order.seed));
        put("counts", self.counts.iter().map(|&count| integer(count)).collect());
        put("reached", integer(self.reached_nodes()));
        put("eccentricity", json!(self.counts.len() - 1));
        put("theorem", json!(self.theorem));
        if let Some(c) = &self.compared {
            put("ranks", integer(c.ranks));
            put("seconds", json!(c.seconds));
            put("ids_sent", integer(c.sent));
            put("in_process_same", json!(c.same));
            put("in_process_seconds", json!(c.in_process_seconds));
            put("in_process_plain_seconds", json!(c.plain_seconds));
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
        line("network", format!("{}, {} nodes", self.expression, self.nodes));
        if let Some(faults) = &self.order.faults {
            line("faults", faults.clone());
        }
        if self.order.dead > 0 {
            line("dead", format!("{} nodes, drawn with seed {}", self.order.dead, self.order.seed));
        }
        line("source", self.source.to_string());
        line(
            "reached",
            format!("{}, the farthest at distance {}", self.reached_nodes(), self.counts.len() - 1),
        );
        let counts: Vec<String> = self.counts.iter().map(u64::to_string).collect();
        line("distances", counts.join(" "));
        let theorem = match self.theorem {
            Some(true) => "gives the same",
            Some(false) => "gives something else",
            None => "none that speaks of this",
        };
        line("theorem", theorem.to_owned());
        if let Some(c) = &self.compared {
            let same = if c.same { "the same" } else { "something else" };
            line("time", format!("{:.3} s on {} ranks, {} ids between them", c.seconds, c.ranks, c.sent));
            line(
                "one process",
                format!(
                    "{same}, in {:.3} s; by the same method {:.3} s",
                    c.in_process_seconds, c.plain_seconds
                ),
            );
        }
        out
    }
}
