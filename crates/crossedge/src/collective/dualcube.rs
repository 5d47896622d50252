//! All-to-all personalised communication on the dual-cube: DC, Algorithms 3 and 4. Every node sends one message in each of p - 1 steps,
//! over a way of several links: ascending inside a cluster, the cross-edge, ascending again.
//!
//! Erratum E12: two messages share a link in most steps under cut-through; all in step, hop by hop, they do not.

use super::{Action, Collective, Kind, Message, Schedule};
use crate::net::Node;

/// The schedule on a dual-cube whose parts have so many bits.
#[derive(Debug, Clone, Copy)]
pub struct Personalised {
    bits: u32,
    bytes: u64,
}

impl Personalised {
    /// Blocks of so many bytes.
    pub fn new(bits: u32, bytes: u64) -> Self {
        Personalised { bits, bytes }
    }

    /// Class, cluster and node.
    fn place(&self, v: u64) -> (u64, u64, u64) {
        let mask = (1u64 << self.bits) - 1;
        let (class, two, one) = (v >> (2 * self.bits), v >> self.bits & mask, v & mask);
        if class == 0 { (class, two, one) } else { (class, one, two) }
    }

    fn id(&self, class: u64, cluster: u64, node: u64) -> u64 {
        let (two, one) = if class == 0 { (cluster, node) } else { (node, cluster) };
        class << (2 * self.bits) | two << self.bits | one
    }

    /// To whom `v` sends in a step (Algorithm 3).
    fn partner(&self, step: u64, v: u64) -> u64 {
        let (class, cluster, node) = self.place(v);
        let n = 1u64 << self.bits;
        let low = |k: u64| k & (n - 1);
        if step < n - 1 {
            self.id(class, cluster, node ^ (step + 1))
        } else if step < n - 1 + n * n {
            let k = step - (n - 1);
            // The fields stay where they are; the class alone gives them another meaning.
            self.id(class, cluster ^ low(k), node ^ (k >> self.bits)) ^ 1 << (2 * self.bits)
        } else {
            let k = step - (n - 1 + n * n);
            self.id(class, cluster ^ ((k >> self.bits) + 1), node ^ low(k))
        }
    }

    /// The way (Algorithm 4).
    fn route(&self, s: u64, t: u64) -> Vec<u64> {
        let mut path = vec![s];
        let mut at = s;
        let cross = 1u64 << (2 * self.bits);
        let inside = |at: &mut u64, path: &mut Vec<u64>| {
            let shift = if *at & cross == 0 { 0 } else { self.bits };
            for i in shift..shift + self.bits {
                if (*at ^ t) >> i & 1 == 1 {
                    *at ^= 1 << i;
                    path.push(*at);
                }
            }
        };
        let ((class_s, cluster_s, _), (class_t, cluster_t, _)) = (self.place(s), self.place(t));
        let crossings = match (class_s == class_t, cluster_s == cluster_t) {
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
        Collective::new(Kind::AllToAll, 2 << (2 * self.bits), 0, self.bytes)
    }

    fn steps(&self) -> u32 {
        (2u32 << (2 * self.bits)) - 1
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
