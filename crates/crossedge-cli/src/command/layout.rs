//! `crossedge layout`: racks, cables and a floor plan.

use crate::CommandOutcome;
use crate::failure::Failure;
use crate::files;
use crate::output::{grouped, print_answer, print_note};
use crate::progress::Bars;
use crate::source;
use crate::table::{FormArgs, Page, Sheet};
use crossedge::answers::{Envelope, LayoutAnswer, LayoutRequest, Prices, Request, read_metres, read_room};
use crossedge::exact::decimal;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// Arguments of `layout`.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Network expression, e.g. dual(torus(8,8))
    #[arg(value_name = "EXPR")]
    pub expr: String,
    /// Endpoints per block
    #[arg(long, value_name = "N", default_value_t = 64)]
    pub block: u64,
    /// Nodes per rack, endpoints and switches
    #[arg(long, value_name = "N", default_value_t = 64)]
    pub rack: u32,
    /// Rows and racks per row, e.g. 8x16 [default: as needed]
    #[arg(long, value_name = "ROWSxRACKS", value_parser = read_room)]
    pub room: Option<(u32, u32)>,
    /// Maximum length of copper cables, in metres (IEEE 802.3cd: 3 m)
    #[arg(long, value_name = "METRES", default_value = "3", value_parser = read_metres)]
    pub copper: u64,
    /// Keep the initial placement; skip the local search
    #[arg(long)]
    pub by_rule: bool,
    /// Random seed of the local search and of the random baseline
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub seed: u64,
    /// Price file in TOML (see docs/PRICES.md)
    #[arg(long, value_name = "FILE")]
    pub prices: Option<PathBuf>,
    /// Write the cable list as CSV
    #[arg(long, value_name = "FILE")]
    pub cables: Option<PathBuf>,
    /// Write the floor plan as SVG
    #[arg(long, value_name = "FILE")]
    pub plan: Option<PathBuf>,
    /// Overwrite existing files
    #[arg(long)]
    pub force: bool,
    #[command(flatten)]
    pub form: FormArgs,
}

/// Reads a price file.
pub fn read_prices(path: &Path) -> Result<Prices, Failure> {
    let read: Prices = toml::from_str(&files::settings(path)?)
        .map_err(|error| Failure::Usage(format!("{}: {error}", path.display())))?;
    Ok(Prices { file: path.display().to_string(), ..read })
}

/// Places a network in racks.
pub fn run(args: &Args, bars: &Bars) -> CommandOutcome {
    let net = source::topology(&args.expr)?;
    for path in [&args.cables, &args.plan].into_iter().flatten() {
        files::check(path, args.force)?;
    }
    let prices = args.prices.as_deref().map(read_prices);
    let request = LayoutRequest {
        block: args.block,
        units: args.rack,
        room: args.room,
        copper_reach: args.copper,
        improve: !args.by_rule,
        seed: args.seed,
        prices: prices.transpose()?,
    };
    let planned = request.plan(&net, bars)?;
    bars.clear_bars();
    if let Some(path) = &args.cables {
        files::write(path, planned.cable_list(&net)?.as_bytes(), args.force)?;
        print_note(&format!("{} has the cables", path.display()));
    }
    if let Some(path) = &args.plan {
        files::write(path, planned.floor_plan(&net).as_bytes(), args.force)?;
        print_note(&format!("{} has the floor plan", path.display()));
    }
    let envelope = Envelope::new(LayoutRequest::VERB, Some(net.to_string()), planned.answer);
    print_answer(&envelope, args.form.selected_form(), |envelope| text(&envelope.answer, &net.to_string()))?;
    Ok(ExitCode::SUCCESS)
}

/// Millimetres as metres.
fn metres_text(millimetres: u128) -> String {
    decimal(&millimetres.into(), &1000u32.into(), 1)
}

/// A layout as text.
pub fn text(answer: &LayoutAnswer, name: &str) -> Page {
    let mut out = Page::new();
    let count = |n: u64| grouped(&n.into());
    writeln!(out, "{name}");
    writeln!(
        out,
        "{} nodes in {} racks of {} ({} rows of {}), {} blocks; the fullest rack holds {}",
        count(answer.nodes.0),
        count(answer.racks.0),
        answer.units,
        answer.rows,
        answer.columns,
        count(answer.blocks.0),
        answer.max_nodes_per_rack
    );
    writeln!(
        out,
        "{} cables, {} m in all; {} m before optimisation, {} m at random; the longest {} m",
        count(answer.cables.0),
        metres_text(answer.length.0),
        metres_text(answer.length_before_search.0),
        metres_text(answer.length_at_random.0),
        metres_text(answer.longest.0.into())
    );
    writeln!(
        out,
        "{} copper up to {} m, {} optical; {} stay in their rack, at most {} leave one",
        count(answer.copper.0),
        metres_text(answer.copper_reach.0.into()),
        count(answer.optical.0),
        count(answer.inside.0),
        count(answer.max_cables_leaving.0)
    );
    writeln!(out, "verified: {}", answer.evidence);
    let mut classes = Sheet::new(["links", "cables", "in a rack", "optical", "metres", "longest"]);
    for class in &answer.classes {
        classes.row([
            class.name.clone(),
            count(class.cables.0),
            count(class.inside.0),
            count(class.optical.0),
            metres_text(class.length.0),
            metres_text(class.longest.0.into()),
        ]);
    }
    out.table(classes);
    let mut lengths = Sheet::new(["made in", "cables", "of"]);
    for row in &answer.lengths {
        let medium = if row.optical { "optical" } else { "copper" };
        lengths.row([
            format!("{} m", metres_text(row.length.0.into())),
            count(row.cables.0),
            medium.to_owned(),
        ]);
    }
    out.table(lengths);
    if let Some(costs) = &answer.costs {
        let mut sheet = Sheet::new(["item", "count", "each", "total", "unit", "source"]);
        for line in costs {
            let number = |value: f64| format!("{value:.2}");
            sheet.row([
                line.item.clone(),
                number(line.count),
                number(line.each),
                number(line.total),
                line.unit.clone(),
                line.source.clone(),
            ]);
        }
        out.table(sheet);
    }
    out
}
