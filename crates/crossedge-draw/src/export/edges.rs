//! The plain edge list: `u v` a line, u < v, sorted. It streams: memory does not depend on the network.

use super::Given;
use super::entry::{FormatEntry, fits_any};
use super::lines::Number;
use crossedge_lang::net::{Level, Node, Parts, Structure, neighbors};
use std::io::{self, Write};

/// One link a line.
pub static EDGES: FormatEntry = FormatEntry {
    name: "edges",
    suffixes: &["edges", "edgelist"],
    summary: "One link a line, `u v` with u < v, sorted",
    readers: "networkx.read_edgelist, igraph, SNAP, and `crossedge show FILE`",
    lost: "nodes without links, ports, addresses",
    limit: "none",
    tells_origin: false,
    fits: fits_any,
    write,
};

/// The links of a node with more ports are not sorted: that takes memory for all of them.
pub const MAX_PORTS: u32 = 1 << 26;

/// Larger bases are not kept: memory does not depend on the network.
const MAX_BASE: u64 = 1 << 16;

/// The links inside a cluster of a dual construction, from their smaller ends: clusters are equivalent, and it is asked once for all of them.
struct Inside<'a> {
    level: &'a Level,
    /// Offset of the links of each base node.
    first: Vec<usize>,
    /// The larger ends, sorted.
    heads: Vec<u64>,
}

impl<'a> Inside<'a> {
    fn from_network(net: &'a dyn Structure) -> Option<Self> {
        let Parts::Level(level) = net.parts() else { return None };
        let base = level.base().as_ref();
        if base.nodes() > MAX_BASE
            || (0..base.nodes()).any(|v| u64::from(base.degree(Node(v))) > MAX_BASE / 64)
        {
            return None;
        }
        let (mut first, mut heads) = (vec![0], Vec::new());
        for v in (0..base.nodes()).map(Node) {
            heads.extend(neighbors(base, v).filter(|&w| w > v).map(|w| w.0));
            heads[first[v.0 as usize]..].sort_unstable();
            first.push(heads.len());
        }
        Some(Inside { level, first, heads })
    }

    /// Visits the neighbours with larger ids, sorted, and counts them. A cluster has its nodes in their order; the cross-edge of a node of
    /// class 0 leads to class 1, whose ids are larger than all of class 0.
    #[inline]
    fn visit_larger_neighbours(&self, v: Node, mut visit: impl FnMut(u64)) -> u64 {
        let at = self.level.place(v);
        let (scale, offset) = self.level.numbering().line(at.class, at.cluster);
        let inside = &self.heads[self.first[at.node as usize]..self.first[at.node as usize + 1]];
        inside.iter().for_each(|head| visit(offset + scale * head));
        if at.class == 0 {
            visit(self.level.id(self.level.across(at)).0);
        }
        inside.len() as u64 + (1 - at.class)
    }
}

fn write(given: &Given<'_>, out: &mut dyn Write) -> io::Result<Option<u64>> {
    if given.net.endpoints() < given.net.nodes() {
        writeln!(out, "# endpoints 0-{}", given.net.endpoints().saturating_sub(1))?;
    }
    if given.has_wide_links() {
        return write_with_widths(given, out);
    }
    if let Some(inside) = Inside::from_network(given.net) {
        return given.write_blocks("writing links", out, |v, _, lines| {
            let own = Number::new(v.0, b' ');
            Ok(inside.visit_larger_neighbours(v, |w| {
                lines.append_number(&own);
                lines.number(w, b'\n');
            }))
        });
    }
    given.write_blocks("writing links", out, |v, heads, lines| {
        if given.net.degree(v) > MAX_PORTS {
            return Err(io::Error::other(format!("node {} has more than {MAX_PORTS} ports", v.0)));
        }
        heads.clear();
        heads.extend(neighbors(given.net, v).filter(|&w| w > v));
        heads.sort_unstable();
        let own = Number::new(v.0, b' ');
        for w in heads.iter() {
            lines.append_number(&own);
            lines.number(w.0, b'\n');
        }
        Ok(heads.len() as u64)
    })
}

/// The same with the number of cables of each link, as networkx writes attributes.
fn write_with_widths(given: &Given<'_>, out: &mut dyn Write) -> io::Result<Option<u64>> {
    given.links(|link| {
        let (a, b, width) = (link.a.0, link.b.0, given.width(link));
        match width {
            1 => writeln!(out, "{a} {b}"),
            width => writeln!(out, "{a} {b} {{'width': {width}}}"),
        }
    })
}
