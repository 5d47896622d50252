//! `crossedge failures`: worst-case failures, and jobs that fit.

use crate::CommandOutcome;
use crate::output::{grouped, run_and_print};
use crate::progress::Bars;
use crate::source;
use crate::table::{FormArgs, Page, Sheet};
use crossedge::answers::{FailuresAnswer, FailuresRequest};
use crossedge::exact::Ratio;
use std::process::ExitCode;

/// Arguments of `failures`.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Network expressions, e.g. 'fattree(32)' 'dual(torus(8,8))'
    #[arg(value_name = "EXPR", required = true)]
    pub exprs: Vec<String>,
    /// Endpoints per block
    #[arg(long, value_name = "N", default_value_t = 64)]
    pub block: u64,
    /// Nodes per rack
    #[arg(long, value_name = "N", default_value_t = 128)]
    pub rack: u32,
    /// Job sizes in endpoints, comma-separated
    #[arg(
        long,
        value_name = "SIZES",
        value_delimiter = ',',
        default_value = "16,64,128,256,512,1024,2048,4096"
    )]
    pub jobs: Vec<u64>,
    /// Share of cables that fail at random, e.g. 0.01: samples throughput
    #[arg(long, value_name = "SHARE")]
    pub random: Option<f64>,
    /// Samples of random failures
    #[arg(long, value_name = "N", default_value_t = 20)]
    pub samples: u32,
    /// Seed of random failures
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub seed: u64,
    #[command(flatten)]
    pub form: FormArgs,
}

/// Prints the worst failure of each kind.
pub fn run(args: &Args, bars: &Bars) -> CommandOutcome {
    let nets = args.exprs.iter().map(|text| source::topology(text)).collect::<Result<Vec<_>, _>>()?;
    let Args { random, samples, seed, .. } = *args;
    let request = FailuresRequest {
        block: args.block,
        units: args.rack,
        jobs: args.jobs.clone(),
        random,
        samples,
        seed,
    };
    run_and_print(&request, &nets, args.form.selected_form(), bars, |envelope| text(&envelope.answer))?;
    Ok(ExitCode::SUCCESS)
}

fn short_ratio(ratio: &Option<Ratio>) -> String {
    ratio.as_ref().map_or("–".to_owned(), |ratio| ratio.decimal(3))
}

/// Failures and jobs as text.
pub fn text(answer: &FailuresAnswer) -> Page {
    let mut out = Page::new();
    if answer.machines.iter().any(|machine| machine.random.is_some()) {
        return random_text(answer);
    }
    let mut failures = Sheet::dense([
        "machine",
        "failure",
        "cases",
        "endpoints lost",
        "diameter",
        "throughput ≥",
        "≤",
        "without",
        "worst",
    ]);
    let mut jobs =
        Sheet::dense(["machine", "endpoints of a job", "jobs at once", "throughput", "of all", "each has"]);
    for machine in &answer.machines {
        for failure in &machine.failures {
            failures.row([
                machine.expression.clone(),
                failure.kind.clone(),
                failure.cases.to_string(),
                grouped(&failure.lost.0.into()),
                failure.diameter.map_or("–".to_owned(), |diameter| diameter.to_string()),
                short_ratio(&failure.throughput_at_least),
                short_ratio(&failure.throughput_at_most),
                short_ratio(&machine.throughput),
                failure.worst.clone(),
            ]);
        }
        for job in &machine.jobs {
            let used = Ratio::new(job.endpoints.0 * job.jobs.0 * 100, machine.endpoints.0);
            jobs.row([
                machine.expression.clone(),
                grouped(&job.endpoints.0.into()),
                grouped(&job.jobs.0.into()),
                short_ratio(&job.throughput),
                format!("{} %", used.decimal(0)),
                job.network.clone(),
            ]);
        }
    }
    out.table(failures);
    writeln!(out, "cases: failures up to symmetry; fault-free: throughput without failures");
    if answer.machines.iter().any(|machine| !machine.jobs.is_empty()) {
        writeln!(out);
        out.table(jobs);
    }
    out
}

/// Random failures as text.
fn random_text(answer: &FailuresAnswer) -> Page {
    let mut out = Page::new();
    let mut rows = Sheet::dense([
        "machine",
        "cables",
        "failed",
        "samples",
        "endpoints lost",
        "throughput, 95 %",
        "worst",
        "without",
    ]);
    for machine in &answer.machines {
        let Some(random) = &machine.random else { continue };
        rows.row([
            machine.expression.clone(),
            grouped(&random.cables.0.into()),
            grouped(&random.failed.0.into()),
            random.samples.to_string(),
            format!("{:.1}", random.mean_lost),
            format!("{:.3} to {:.3}", random.throughput_at_least, random.throughput_at_most),
            format!("{:.3}", random.worst),
            short_ratio(&machine.throughput),
        ]);
    }
    out.table(rows);
    writeln!(
        out,
        "throughput of the endpoints that stay connected: confidence interval of the mean over random failures"
    );
    out
}
