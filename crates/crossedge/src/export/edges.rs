//! The plain edge list: `u v` a line, u < v, sorted. It streams: memory does not depend on the network.

use super::Given;
use super::entry::{FormatEntry, any};
use crate::net::{Level, Node, Parts, Place, Structure, neighbors};
use std::io::{self, Write};

/// One link a line.
pub static EDGES: FormatEntry = FormatEntry {
    name: "edges",
    suffixes: &["edges", "edgelist"],
    summary: "One link a line, `u v` with u < v, sorted",
    readers: "networkx.read_edgelist, igraph, SNAP, and `crossedge show FILE`",
    lost: "nodes without links, roles, widths, ports, addresses",
    limit: "none",
    tells_origin: false,
    fits: any,
    write,
};

/// The links of a node with more ports are not sorted: that takes memory for all of them.
pub const MAX_PORTS: u32 = 1 << 26;

/// The digits of numbers below 100, two by two.
const PAIRS: [[u8; 2]; 100] = {
    let mut pairs = [[0; 2]; 100];
    let mut i = 0;
    while i < 100 {
        pairs[i] = [b'0' + (i / 10) as u8, b'0' + (i % 10) as u8];
        i += 1;
    }
    pairs
};

/// Digits that a number has at most.
const PLACES: usize = 20;

/// Digits, what ends them, and room for a copy of one length.
const WIDE: usize = 24;

/// A number in decimal digits and what ends it, from the first place on, and how many places that is.
fn decimal(mut number: u64, end: u8) -> ([u8; WIDE], usize) {
    let mut places = [end; PLACES + WIDE];
    let mut at = PLACES;
    while number >= 10 {
        at -= 2;
        places[at..at + 2].copy_from_slice(&PAIRS[(number % 100) as usize]);
        number /= 100;
    }
    // One digit is left over, or a pair has begun with a nought.
    if number > 0 || at == PLACES {
        at -= 1;
        places[at] = b'0' + number as u8;
    }
    let mut told = [end; WIDE];
    told.copy_from_slice(&places[at..at + WIDE]);
    (told, PLACES - at + 1)
}

/// Larger bases are not kept: memory does not depend on the network.
const MAX_BASE: u64 = 1 << 16;

/// The neighbours of all nodes of the base of a dual construction, one after the other: clusters are alike, and it is asked once for all of them.
struct Inside<'a> {
    level: &'a Level,
    /// Where those of each node begin.
    first: Vec<usize>,
    heads: Vec<Node>,
}

impl<'a> Inside<'a> {
    fn of(net: &'a dyn Structure) -> Option<Self> {
        let Parts::Level(level) = net.parts() else { return None };
        let base = level.base().as_ref();
        if base.nodes() > MAX_BASE
            || (0..base.nodes()).any(|v| u64::from(base.degree(Node(v))) > MAX_BASE / 64)
        {
            return None;
        }
        let (mut first, mut heads) = (vec![0], Vec::new());
        for v in (0..base.nodes()).map(Node) {
            heads.extend(neighbors(base, v));
            first.push(heads.len());
        }
        Some(Inside { level, first, heads })
    }

    /// Appends the neighbours of a node, in any order.
    fn around(&self, v: Node, out: &mut Vec<Node>) {
        let at = self.level.place(v);
        let inside = self.first[at.node as usize]..self.first[at.node as usize + 1];
        out.extend(self.heads[inside].iter().map(|head| self.level.id(Place { node: head.0, ..at })));
        out.push(self.level.id(self.level.across(at)));
    }
}

/// Appends the first bytes of some: copies of one length are cheaper than those of many, and what is too much is cut off again.
fn push(lines: &mut Vec<u8>, bytes: &[u8; WIDE], count: usize) {
    let end = lines.len() + count;
    lines.extend_from_slice(bytes);
    lines.truncate(end);
}

fn write(given: &Given<'_>, out: &mut dyn Write) -> io::Result<Option<u64>> {
    let inside = Inside::of(given.net);
    given.blocks("writing links", out, |v, heads, lines| {
        let ports = given.net.degree(v);
        if ports > MAX_PORTS {
            return Err(io::Error::other(format!("node {} has more than {MAX_PORTS} ports", v.0)));
        }
        heads.clear();
        match &inside {
            Some(inside) => inside.around(v, heads),
            None => heads.extend(neighbors(given.net, v)),
        }
        heads.retain(|&w| w > v);
        heads.sort_unstable();
        // The way of all formatting costs more than the links themselves: a line is two pieces, each with what ends it.
        let (own, length) = decimal(v.0, b' ');
        for w in heads.iter() {
            let (other, width) = decimal(w.0, b'\n');
            push(lines, &own, length);
            push(lines, &other, width);
        }
        Ok(heads.len() as u64)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::expr::parse;
    use crate::net::{elaborate, no_files, to_network};

    #[test]
    fn neighbours_at_once_are_those_one_by_one() {
        for text in [
            "rdn(torus(3,3), 2)",
            "hdn(torus(2,3,5), [{1,2}, {1}])",
            "dualcube(3)",
            "dual(path(3))",
            "dual(star(4))",
            "dual(dual(ring(3)))",
        ] {
            let expr = parse(text).expect(text);
            let shape = elaborate(&expr, &no_files).expect(text);
            let net = to_network(&expr, shape.as_ref(), &no_files).expect(text);
            let inside = Inside::of(net.as_ref()).expect(text);
            for v in (0..net.nodes()).map(Node) {
                let (mut found, mut wanted) = (Vec::new(), neighbors(net.as_ref(), v).collect::<Vec<_>>());
                inside.around(v, &mut found);
                found.sort_unstable();
                wanted.sort_unstable();
                assert_eq!(found, wanted, "{text}, node {}", v.0);
            }
        }
    }

    #[test]
    fn digits_are_those_of_everybody() {
        let powers = (0..20).map(|i| 10u64.pow(i));
        let near = powers.flat_map(|n| [n - 1, n, n + 1, n.saturating_mul(9)]);
        for number in near.chain([u64::MAX, u64::MAX - 1, 1 << 63]).chain(0..1200) {
            let (places, length) = decimal(number, b'x');
            assert_eq!(std::str::from_utf8(&places[..length]), Ok(format!("{number}x").as_str()));
        }
    }
}
