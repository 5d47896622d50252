//! `crossedge prices`: writes the relative prices as a price file to edit.

use crate::CommandOutcome;
use crate::output::raw_output;
use crossedge::answers::Prices;
use std::fmt::Write as _;
use std::io::Write as _;
use std::process::ExitCode;

/// Arguments of `prices`.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Ports of a switch
    #[arg(long, value_name = "N", default_value_t = 64)]
    pub radix: u32,
    /// Ports of an endpoint
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub endpoint_ports: u32,
}

/// Prints the relative prices as a price file.
pub fn run(args: &Args) -> CommandOutcome {
    let prices = Prices::relative(args.radix, args.endpoint_ports);
    let mut out = format!(
        "# Relative prices: a port of a switch with {} ports is 1. They are assumptions, not market prices; put in your own.\n",
        args.radix
    );
    for price in &prices.price {
        let _ = write!(
            out,
            "\n[[price]]\nitem = {:?}\nvalue = {:?}\nunit = {:?}\nyear = {}\nsource = {:?}\n",
            price.item, price.value, price.unit, price.year, price.source
        );
    }
    raw_output().write_all(out.as_bytes())?;
    Ok(ExitCode::SUCCESS)
}
