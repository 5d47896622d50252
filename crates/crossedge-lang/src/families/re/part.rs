//! A frame or a unit of a recursive expansion: small, and stored.

use crate::language::budget::Elaboration;
use crate::net::algebra::steiner_walk::connected;
use crate::net::shape::{Shape, links, magnitude};
use crate::net::{Structure, Table};
use crossedge_core::expr::{Error, Span};
use std::sync::Arc;

/// A frame or unit of more nodes than this is refused: both are stored.
pub(super) const MAX_PART: u64 = 1 << 20;

/// The same for links.
pub(super) const MAX_PART_LINKS: u64 = 1 << 22;

/// A frame or unit: its stored links, its own arithmetic, and its degree.
#[derive(Debug)]
pub(super) struct ExpansionPart {
    pub(super) table: Arc<Table>,
    pub(super) net: Arc<dyn Structure>,
    pub(super) shape: Arc<dyn Shape>,
    pub(super) degree: usize,
}

pub(super) fn store_part(
    shape: Arc<dyn Shape>,
    what: &str,
    work: &Elaboration<'_>,
    span: Span,
) -> Result<ExpansionPart, Error> {
    if shape.machine().is_some() {
        return Err(Error::usage(format!("{what} of re has switches or widths"), span)
            .help("frames and units are networks without switches, with links of width 1"));
    }
    let (nodes, links) = (shape.nodes(), links(shape.as_ref()));
    let limit = || {
        let size = format!("{} nodes and {} links", magnitude(&nodes), magnitude(&links));
        Error::limit(format!("{what} of re is too large: it has {size}"), span.clone()).help(format!(
            "frames and units are stored, with at most {MAX_PART} nodes and {MAX_PART_LINKS} links"
        ))
    };
    if nodes > MAX_PART.into() || links > MAX_PART_LINKS.into() {
        return Err(limit());
    }
    let units = u64::try_from(&nodes * 4u32 + &links * 2u32).map_err(|_| limit())?;
    work.spend(units, &span)?;
    let net = shape.network().map_err(|_| limit())?;
    let table = Arc::new(Table::try_of(net.as_ref()).map_err(|_| limit())?);
    if !connected(&table) {
        return Err(Error::usage(format!("{what} of re is not connected"), span.clone())
            .help("frames and units are connected networks"));
    }
    let degree = (0..table.nodes() as usize).map(|v| table.row(v).len()).max().unwrap_or(0);
    Ok(ExpansionPart { table, net, shape, degree })
}
