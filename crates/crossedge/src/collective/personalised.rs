//! All-to-all personalised communication on the dual-cube: DC, Algorithms 3 and 4. Every node sends one message in each of p - 1 steps,
//! over a way of several links: ascending inside a cluster, the cross-edge, ascending again.
//!
//! Erratum E12: two messages share a link in most steps under cut-through; all in step, hop by hop, they do not.

use super::{Action, Collective, Kind, Message, Schedule};
use crate::net::{Node, Numbering, Place};

/// The schedule on a dual-cube whose parts have so many bits.
#[derive(Debug, Clone, Copy)]
pub struct Personalised {
    bits: u32,
    numbering: Numbering,
    bytes: u64,
}

impl Personalised {
    /// Blocks of so many bytes.
    pub fn new(bits: u32, bytes: u64) -> Self {
        Personalised { bits, numbering: Numbering::coordinates(1 << bits), bytes }
    }

    /// To whom `v` sends in a step (Algorithm 3).
    fn partner(&self, step: u64, v: u64) -> u64 {
        let at = self.numbering.place(v);
        let n = self.numbering.size();
        let low = |k: u64| k & (n - 1);
        let moved = |cluster: u64, node: u64| {
            self.numbering.id(Place { cluster: at.cluster ^ cluster, node: at.node ^ node, ..at })
        };
        if step < n - 1 {
            moved(0, step + 1)
        } else if step < n - 1 + n * n {
            let k = step - (n - 1);
            // The coordinates stay where they are; the class alone gives them another meaning.
            moved(low(k), k >> self.bits) ^ self.numbering.half()
        } else {
            let k = step - (n - 1 + n * n);
            moved((k >> self.bits) + 1, low(k))
        }
    }

    /// The way (Algorithm 4).
    fn route(&self, s: u64, t: u64) -> Vec<u64> {
        let mut path = vec![s];
        let mut at = s;
        let cross = self.numbering.half();
        let inside = |at: &mut u64, path: &mut Vec<u64>| {
            let shift = if *at & cross == 0 { 0 } else { self.bits };
            for i in shift..shift + self.bits {
                if (*at ^ t) >> i & 1 == 1 {
                    *at ^= 1 << i;
                    path.push(*at);
                }
            }
        };
        let (from, to) = (self.numbering.place(s), self.numbering.place(t));
        let crossings = match (from.class == to.class, from.cluster == to.cluster) {
            (true, true) => 0,
            (true, false) => 2,
            (false, _) => 1,
        };
        if crossings < 2 {
            inside(&mut at, &mut path);
        }
        for _ in 0..crossings {
            at ^= cross;
            path.push(at);
            inside(&mut at, &mut path);
        }
        path
    }
}

impl Schedule for Personalised {
    fn collective(&self) -> Collective {
        Collective::new(Kind::AllToAll, self.numbering.nodes(), 0, self.bytes)
    }

    fn steps(&self) -> u32 {
        self.numbering.nodes() as u32 - 1
    }

    fn sends(&self, step: u32, v: Node, out: &mut Vec<Message>) {
        let to = self.partner(step.into(), v.0);
        let of = self.collective();
        let chunks = vec![of.pair(v.0, to)];
        out.push(Message {
            path: self.route(v.0, to),
            bytes: of.bytes_of(&chunks),
            chunks,
            action: Action::Move,
        });
    }
}
