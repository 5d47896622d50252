//! Matrix Market coordinates (Boisvert, Pozo, Remington, 1996): ids from 1, the lower triangle alone, and the number of entries first.

use super::Given;
use super::entry::FormatEntry;
use super::unfit::Unfit;
use std::io::{self, Write};

/// The adjacency matrix, with widths as its entries where there are some.
pub static MATRIX_MARKET: FormatEntry = FormatEntry {
    name: "matrix-market",
    suffixes: &["mtx"],
    summary: "The adjacency matrix, lower triangle, ids from 1; widths as entries where links have some",
    readers: "scipy.io.mmread, MATLAB, Julia, SuiteSparse, and `crossedge show FILE`",
    lost: "ports, addresses, link classes",
    limit: "none",
    tells_origin: true,
    fits,
    write,
};

fn fits(given: &Given<'_>) -> Result<(), Unfit> {
    given.check_simple("an adjacency matrix")
}

fn write(given: &Given<'_>, out: &mut dyn Write) -> io::Result<Option<u64>> {
    let wide = given.has_wide_links();
    let Some(links) = given.count_links()? else { return Ok(None) };
    writeln!(out, "%%MatrixMarket matrix coordinate {} symmetric", if wide { "integer" } else { "pattern" })?;
    writeln!(out, "% {}", given.origin_line())?;
    if given.net.endpoints() < given.net.nodes() {
        writeln!(out, "% endpoints 1-{}", given.net.endpoints())?;
    }
    writeln!(out, "{0} {0} {links}", given.net.nodes())?;
    given.links(|link| {
        write!(out, "{} {}", link.b.0 + 1, link.a.0 + 1)?;
        if wide {
            write!(out, " {}", given.width(link))?;
        }
        writeln!(out)
    })
}
