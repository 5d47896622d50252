//! `crossedge plot`: charts of distances and of the cost ratio.

use crate::CommandOutcome;
use crate::chart;
use crate::failure::Failure;
use crate::output::{print_answer, written_message};
use crate::progress::Bars;
use crate::source::topology;
use crate::words::word;
use clap::ValueEnum;
use crossedge::Topology;
use crossedge::answers::{Envelope, direct};
use crossedge::exact::Exact;
use crossedge::render::Theme;
use crossedge_report::{PlotAnswer, cost_chart, cost_point, distance_histogram, distances};
use std::path::PathBuf;
use std::process::ExitCode;

/// Arguments of `plot`.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Chart type
    pub chart: Chart,
    /// Network expressions; `cost` adds them to its built-in families
    #[arg(value_name = "EXPR")]
    pub exprs: Vec<String>,
    /// Output file: .svg, .png or .pdf
    #[arg(short, long, value_name = "FILE")]
    pub output: PathBuf,
    /// Overwrite an existing file
    #[arg(long)]
    pub force: bool,
    /// Colour theme
    #[arg(long, value_name = "THEME", default_value = "light", value_parser = word::<Theme>())]
    pub theme: Theme,
    /// Describe the written file as JSON
    #[arg(long)]
    pub json: bool,
}

/// The charts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Chart {
    /// Fraction of node pairs at each distance
    Histogram,
    /// Cost ratio of network families by size
    Cost,
}

/// Draws a chart into a file.
pub fn run(args: &Args, bars: &Bars) -> CommandOutcome {
    chart::check(&args.output, args.force, "crossedge show EXPR --histogram --format csv")?;
    if args.chart == Chart::Histogram && args.exprs.is_empty() {
        return Err(Failure::Usage(
            "a histogram needs a network\nhelp: name one, such as rdn(ring(3), 2)".to_owned(),
        ));
    }
    let nets = args.exprs.iter().map(|text| topology(text)).collect::<Result<Vec<_>, _>>()?;
    if args.chart == Chart::Cost {
        nets.iter().try_for_each(|net| direct(net.shape(), "the chart of cost ratios"))?;
    }
    let theme: Theme = args.theme;
    let svg = match args.chart {
        Chart::Histogram => {
            let one = |net: &Topology| Ok((net.to_string(), distances(net, bars)?));
            distance_histogram(&nets.iter().map(one).collect::<Result<Vec<_>, Failure>>()?, theme)
        }
        Chart::Cost => {
            let mut own = Vec::new();
            for net in &nets {
                own.extend(cost_point(net, bars)?.map(|point| (net.to_string(), point)));
            }
            cost_chart(&own, theme, bars)?
        }
    };
    let (format, size) = chart::write(&args.output, svg, args.force)?;
    bars.clear_bars();
    let file = args.output.display().to_string();
    let answer = PlotAnswer { file, format, bytes: Exact(size) };
    print_answer(&Envelope::new(PlotAnswer::VERB, None, answer), args.json, |_| {
        written_message(&args.output, size)
    })?;
    Ok(ExitCode::SUCCESS)
}
