//! Into how many pieces a message is cut that goes down pipes.
//!
//! P pieces of m/(k·P) bytes, down k pipes of depth D, take (P + D - 1)·(c + m·tw/(k·P)), with c for what an empty message takes. That is least where
//! P² = (D - 1)·m·tw/(k·c), about (1 + √((D - 1)·k·c/(m·tw)))² times what the bytes alone take.

use super::Machine;
use crate::collective::{Pipes, Way};

/// How many pieces of each pipe are fastest; at least one, and none of them empty if that can be.
pub fn pieces(bytes: u64, pipes: &Pipes, machine: &Machine, way: Way) -> u64 {
    let Pipes { lines, depth } = *pipes;
    let each = bytes.div_ceil(lines.max(1));
    let after = depth.saturating_sub(1) as f64;
    let seconds = |pieces: u64| {
        let block = bytes.div_ceil(lines.max(1).saturating_mul(pieces)) as f64;
        (pieces as f64 + after) * machine.seconds(way.hops, block / way.width as f64)
    };
    let empty = machine.message_seconds(way.hops, 0);
    let per_byte = machine.byte_seconds * way.hops as f64 / way.width as f64;
    let best = (after * each as f64 * per_byte / empty).sqrt() as u64;
    // Bytes are whole: near the best some number of pieces cuts evenly.
    let near = (best.saturating_sub(2)..=best.saturating_add(2)).map(|pieces| pieces.clamp(1, each.max(1)));
    near.min_by(|&a, &b| seconds(a).total_cmp(&seconds(b))).unwrap_or(1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cost::Switching;

    /// 1 GiB down four trees of depth 27, and along a way of 648 nodes.
    #[test]
    fn pieces_by_hand() {
        let machine = Machine::new(Switching::StoreAndForward);
        let trees = pieces(1 << 30, &Pipes { lines: 4, depth: 27 }, &machine, Way::LINK);
        assert!((2630..=2650).contains(&trees), "{trees}");
        let way = pieces(1 << 30, &Pipes { lines: 1, depth: 647 }, &machine, Way::LINK);
        assert!((26_320..=26_340).contains(&way), "{way}");
        assert_eq!(pieces(0, &Pipes { lines: 3, depth: 5 }, &machine, Way::LINK), 1);
        assert_eq!(pieces(1, &Pipes { lines: 3, depth: 5 }, &machine, Way::LINK), 1);
    }
}
