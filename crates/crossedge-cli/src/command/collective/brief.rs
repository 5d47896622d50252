//! What a page says of collectives: the fastest schedule of a kind at a size, and one kind against all sizes.

use super::answer::best as fastest;
use super::{Args, Fate, Job, ModelWord, PortsWord, Tried, Word, sizes};
use crate::failure::Failure;
use crate::progress::Bars;
use crate::source::Source;
use clap::ValueEnum;
use crossedge_report::{Fastest, Line};

/// The largest network on which a page has a kind: every one is made and judged anew, and the page should come soon.
pub fn most_nodes(kind: Word) -> u64 {
    match kind {
        Word::Alltoall => 256,
        Word::Allgather | Word::ReduceScatter | Word::Allreduce => 1024,
        Word::Broadcast => 1 << 22,
        _ => 4096,
    }
}

/// All kinds.
pub fn kinds() -> &'static [Word] {
    Word::value_variants()
}

fn args(source: &Source, kind: Word, bytes: u64) -> Args {
    Args {
        expr: source.expr.to_string(),
        kind,
        root: "0".to_owned(),
        bytes,
        algorithm: "best".to_owned(),
        model: ModelWord::StoreAndForward,
        ports: PortsWord::One,
        pieces: 8,
        steps: false,
        sizes: false,
        plot: None,
        trace: None,
        force: false,
        json: false,
    }
}

/// The fastest at each of some sizes, store-and-forward with one port; the limit that stands in the way.
pub fn best(text: &str, kind: Word, sizes: &[u64], bars: &Bars) -> Result<Vec<Fastest>, Failure> {
    let source = Source::read(text)?;
    let args = args(&source, kind, sizes.first().copied().unwrap_or(1));
    let job = Job::new(&args, source, bars)?;
    let mut found = Vec::new();
    for &bytes in sizes {
        let tried = job.all(bytes)?;
        let Some(Tried { name, fate, .. }) = fastest(&tried).map(|number| &tried[number]) else { continue };
        let Some(&cost) = fate.cost() else { continue };
        let algorithm = match fate {
            // Priced, and not judged message by message.
            Fate::Formula(..) => format!("{name}, by formula"),
            _ => (*name).to_owned(),
        };
        found.push(Fastest { algorithm, cost, least_seconds: job.least(bytes).seconds() });
    }
    Ok(found)
}

/// Time against message size: what it is called, and the lines.
pub fn times(text: &str, kind: Word, bars: &Bars) -> Result<(String, Vec<Line>), Failure> {
    let source = Source::read(text)?;
    let args = args(&source, kind, 1);
    let job = Job::new(&args, source, bars)?;
    Ok((sizes::title(&job), sizes::lines(&job, &sizes::rows(&job)?)))
}
