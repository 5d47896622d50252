//! `crossedge plot`: charts of distances and of the cost ratio.

use crate::Outcome;
use crate::charts;
use crate::failure::Failure;
use crate::files;
use crate::output::{head, id, write_json};
use crate::page;
use crate::progress::Bars;
use crate::source::Source;
use crate::words::word;
use clap::ValueEnum;
use crossedge::metrics::{Effort, Metrics};
use crossedge::render::Theme;
use num_bigint::BigUint;
use serde_json::{Value, json};
use std::path::PathBuf;
use std::process::ExitCode;

/// Arguments of `plot`.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// What is drawn
    pub chart: Chart,
    /// The networks; `cost` has families of its own, and shows these among them
    #[arg(value_name = "EXPR")]
    pub exprs: Vec<String>,
    /// The file to write; its ending, svg or png, gives the form
    #[arg(short, long, value_name = "FILE")]
    pub output: PathBuf,
    /// Overwrite the file if it is there
    #[arg(long)]
    pub force: bool,
    /// Light or dark
    #[arg(long, value_name = "THEME", default_value = "light", value_parser = word::<Theme>())]
    pub theme: Theme,
    /// Tell about the written file as JSON
    #[arg(long)]
    pub json: bool,
}

/// The charts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Chart {
    /// The share of pairs at each distance
    Histogram,
    /// The cost ratio of families against their size
    Cost,
}

/// Draws a chart into a file.
pub fn run(args: &Args, bars: &Bars) -> Outcome {
    let ending = args.output.extension().and_then(|e| e.to_str()).unwrap_or_default().to_owned();
    if !["svg", "png"].contains(&ending.as_str()) {
        let message = "the file to plot into ends with .svg or .png";
        return Err(Failure::Usage(format!("{message}\nhelp: write -o plot.svg")));
    }
    if args.chart == Chart::Histogram && args.exprs.is_empty() {
        return Err(Failure::Usage(
            "a histogram needs a network\nhelp: name one, such as rdn(ring(3), 2)".to_owned(),
        ));
    }
    files::check(&args.output, args.force)?;
    let sources = args.exprs.iter().map(|text| Source::read(text)).collect::<Result<Vec<_>, _>>()?;
    let theme: Theme = args.theme;
    let svg = match args.chart {
        Chart::Histogram => {
            let one = |source: &Source| Ok((source.expr.to_string(), distances(source, bars)?));
            charts::histogram(&sources.iter().map(one).collect::<Result<Vec<_>, Failure>>()?, theme)
        }
        Chart::Cost => {
            let mut own = Vec::new();
            for source in &sources {
                let point = charts::of_shape(source.shape.as_ref(), bars)?;
                own.extend(point.map(|point| (source.expr.to_string(), point)));
            }
            charts::cost(&own, theme, bars)?
        }
    };
    let bytes = if ending == "svg" { svg.into_bytes() } else { page::png(&svg, 2.0)? };
    files::write(&args.output, &bytes, args.force)?;
    if args.json {
        let mut map = head("plot", None);
        map.insert("file".to_owned(), json!(args.output.display().to_string()));
        map.insert("format".to_owned(), json!(ending));
        map.insert("bytes".to_owned(), id(bytes.len() as u64));
        write_json(&Value::Object(map))?;
    }
    Ok(ExitCode::SUCCESS)
}

/// Pairs at each distance, by theorem or by search from every node.
pub fn distances(source: &Source, bars: &Bars) -> Result<Vec<BigUint>, Failure> {
    let net = source.shape.network().ok();
    let mut figures = Metrics::new(source.shape.as_ref(), net.as_deref(), Effort::Exhaustive, bars);
    Ok(figures.distances().map_err(crossedge::Error::from)?.distances.value.pairs())
}
