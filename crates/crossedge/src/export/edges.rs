//! The plain edge list: `u v` a line, u < v, sorted. It streams: memory does not depend on the network.

use super::Given;
use super::entry::{FormatEntry, any};
use crate::net::{Node, Parts, Place, Structure, neighbors};
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

/// A number in decimal digits, at the end of these places but one; where it begins.
fn decimal(mut number: u64, places: &mut [u8; PLACES + 1]) -> usize {
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
    at
}

/// Appends the neighbours of a node, in any order. A construction that takes ids apart does so once for all ports of a node.
fn heads(net: &dyn Structure, v: Node, out: &mut Vec<Node>) {
    match net.parts() {
        Parts::Level(level) => {
            let (at, first) = (level.numbering().place(v.0), out.len());
            heads(level.base().as_ref(), Node(at.node), out);
            for head in &mut out[first..] {
                *head = level.id(Place { node: head.0, ..at });
            }
            out.push(level.id(level.across(at)));
        }
        Parts::Product(parts) => {
            // The last coordinate runs fastest.
            let mut stride = 1;
            for part in parts.iter().rev() {
                let size = part.nodes();
                let (x, first) = (v.0 / stride % size, out.len());
                heads(part.as_ref(), Node(x), out);
                for head in &mut out[first..] {
                    *head = Node(v.0 - x * stride + head.0 * stride);
                }
                stride *= size;
            }
        }
        _ => out.extend(neighbors(net, v)),
    }
}

fn write(given: &Given<'_>, out: &mut dyn Write) -> io::Result<Option<u64>> {
    given.blocks("writing links", out, |v, heads, lines| {
        let ports = given.net.degree(v);
        if ports > MAX_PORTS {
            return Err(io::Error::other(format!("node {} has more than {MAX_PORTS} ports", v.0)));
        }
        heads.clear();
        self::heads(given.net, v, heads);
        heads.retain(|&w| w > v);
        heads.sort_unstable();
        // The way of all formatting costs more than the links themselves: a line is two pieces, each with what ends it.
        let (mut own, mut other) = ([b' '; PLACES + 1], [b'\n'; PLACES + 1]);
        let begin = decimal(v.0, &mut own);
        for w in heads.iter() {
            lines.extend_from_slice(&own[begin..]);
            let begin = decimal(w.0, &mut other);
            lines.extend_from_slice(&other[begin..]);
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
            "path(3) * star(4) * ring(5)",
            "dual(ring(3)) * hypercube(2)",
            "dual(ring(3), path(4))",
            "hosts(dragonfly(4,2), 2)",
            "hosts(torus(3,3), 2)",
            "fattree(4) * ring(3)",
            "hyperx(3,4)",
            "re(ring(4), ring(4), 2)",
        ] {
            let expr = parse(text).expect(text);
            let shape = elaborate(&expr, &no_files).expect(text);
            let net = to_network(&expr, shape.as_ref(), &no_files).expect(text);
            for v in (0..net.nodes()).map(Node) {
                let (mut found, mut wanted) = (Vec::new(), neighbors(net.as_ref(), v).collect::<Vec<_>>());
                heads(net.as_ref(), v, &mut found);
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
            let mut places = [b'x'; PLACES + 1];
            let at = decimal(number, &mut places);
            assert_eq!(std::str::from_utf8(&places[at..]), Ok(format!("{number}x").as_str()));
        }
    }
}
