//! The plain edge list: `u v` a line, u < v, sorted. It streams: memory does not depend on the network.

use super::Given;
use super::entry::{FormatEntry, any};
use crate::net::{Node, neighbors};
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

/// A number in decimal digits, at the end of 20 places; where it begins.
fn decimal(mut number: u64, places: &mut [u8; 20]) -> usize {
    let mut at = places.len();
    while number >= 10 {
        at -= 2;
        places[at..at + 2].copy_from_slice(&PAIRS[(number % 100) as usize]);
        number /= 100;
    }
    // One digit is left over, or a pair has begun with a nought.
    if number > 0 || at == places.len() {
        at -= 1;
        places[at] = b'0' + number as u8;
    }
    at
}

/// Nodes of at most so many ports need no memory of their own.
const FEW: usize = 32;

fn write(given: &Given<'_>, out: &mut dyn Write) -> io::Result<Option<u64>> {
    given.blocks("writing links", out, |v, lines| {
        let ports = given.net.degree(v);
        if ports > MAX_PORTS {
            return Err(io::Error::other(format!("node {} has more than {MAX_PORTS} ports", v.0)));
        }
        let (mut few, mut many) = ([Node(0); FEW], Vec::new());
        let above = match ports as usize <= FEW {
            true => {
                let mut count = 0;
                for w in neighbors(given.net, v).filter(|&w| w > v) {
                    few[count] = w;
                    count += 1;
                }
                &mut few[..count]
            }
            false => {
                many.extend(neighbors(given.net, v).filter(|&w| w > v));
                &mut many[..]
            }
        };
        above.sort_unstable();
        // The way of all formatting costs more than the links themselves.
        let (mut first, mut other) = ([0; 20], [0; 20]);
        let begin = decimal(v.0, &mut first);
        let own = &first[begin..];
        for w in above.iter() {
            lines.extend_from_slice(own);
            lines.push(b' ');
            let begin = decimal(w.0, &mut other);
            lines.extend_from_slice(&other[begin..]);
            lines.push(b'\n');
        }
        Ok(above.len() as u64)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digits_are_those_of_everybody() {
        let powers = (0..20).map(|i| 10u64.pow(i));
        let near = powers.flat_map(|n| [n - 1, n, n + 1, n.saturating_mul(9)]);
        for number in near.chain([u64::MAX, u64::MAX - 1, 1 << 63]).chain(0..1200) {
            let mut places = [b'x'; 20];
            let at = decimal(number, &mut places);
            assert_eq!(std::str::from_utf8(&places[at..]), Ok(number.to_string().as_str()));
        }
    }
}
