//! `crossedge expand`: plans the expansion of a network.

use crate::CommandOutcome;
use crate::output::{grouped, run_and_print};
use crate::progress::Bars;
use crate::source;
use crate::table::{FormArgs, Page, Sheet};
use crossedge::answers::{BoundsAnswer, ExpandAnswer, ExpandRequest, ExpandedNodeAnswer};
use std::process::ExitCode;

/// Arguments of `expand`.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Current network, e.g. 'hosts(dragonfly(8,4, groups=17), 4)'
    #[arg(value_name = "EXPR")]
    pub expr: String,
    /// Expanded network, e.g. 'hosts(dragonfly(8,4), 4)'
    #[arg(long, value_name = "EXPR")]
    pub to: String,
    /// Skip throughput
    #[arg(long)]
    pub no_throughput: bool,
    /// List every moved, removed and new cable; CSV has only these
    #[arg(long)]
    pub cables: bool,
    #[command(flatten)]
    pub form: FormArgs,
}

/// Plans an expansion.
pub fn run(args: &Args, bars: &Bars) -> CommandOutcome {
    let net = source::topology(&args.expr)?;
    let request =
        ExpandRequest { to: args.to.clone(), no_throughput: args.no_throughput, cables: args.cables };
    run_and_print(&request, &net, args.form.selected_form(), bars, |envelope| text(&envelope.answer))?;
    Ok(ExitCode::SUCCESS)
}

fn text(answer: &ExpandAnswer) -> Page {
    let mut out = Page::new();
    let number = |count: u64| grouped(&count.into());
    writeln!(out, "from {} to {}", answer.before, answer.after);
    let mut rows = Sheet::new(["", "before", "after", "stay"]);
    let [before, after] = answer.endpoints.map(|count| count.0);
    rows.row(["endpoints".to_owned(), number(before), number(after), number(before)]);
    let [before, after] = answer.switches.map(|count| count.0);
    rows.row(["switches".to_owned(), number(before), number(after), number(answer.kept_switches.0)]);
    let had = answer.kept.0 + answer.moved.0 + answer.removed.0;
    let has = answer.kept.0 + answer.moved.0 + answer.new.0;
    rows.row(["cables".to_owned(), number(had), number(has), number(answer.kept.0)]);
    out.table(rows);
    writeln!(
        out,
        "cables: {} stay, {} move one end, {} are taken out, {} are new",
        number(answer.kept.0),
        number(answer.moved.0),
        number(answer.removed.0),
        number(answer.new.0)
    );
    let text = |bounds: &Option<BoundsAnswer>| bounds.as_ref().map(|bounds| bounds.text.clone());
    if let (Some(before), Some(during), Some(after)) =
        (text(&answer.throughput_before), text(&answer.throughput_during), text(&answer.throughput_after))
    {
        writeln!(
            out,
            "uniform throughput: {before} before, {during} while all cables that move are out, {after} after"
        );
    }
    writeln!(out, "order of the work, for switches of {} ports:", number(answer.ports.0));
    for (number, step) in answer.steps.iter().enumerate() {
        writeln!(out, "{}. {step}", number + 1);
    }
    if let Some(cables) = &answer.cables {
        let mut rows = Sheet::new(["step", "action", "end", "from", "to"]);
        for cable in cables {
            let [from, to] = [&cable.from, &cable.to]
                .map(|node| node.as_ref().map_or(String::new(), ExpandedNodeAnswer::text));
            rows.row([cable.step.to_string(), cable.action.to_owned(), cable.end.text(), from, to]);
        }
        writeln!(out);
        out.table(rows.clone());
        out.set_csv(rows);
    }
    out
}
