//! All-to-all personalised communication on the dual-cube: DC, Algorithms 3 and 4. Every node sends one message in each of p - 1 steps,
//! over a way of several links: ascending inside a cluster, the cross-edge, ascending again.
//!
//! Erratum E12: two messages share a link in most steps under cut-through; all in step, hop by hop, they do not.

use super::places::{Fields, Places};
use super::{Action, Collective, Kind, Message, Schedule};
use crate::net::Node;

/// The schedule on a dual-cube whose parts have so many bits.
#[derive(Debug, Clone, Copy)]
pub struct Personalised {
    places: Places,
    bytes: u64,
}

impl Personalised {
    /// Blocks of so many bytes.
    pub fn new(bits: u32, bytes: u64) -> Self {
        Personalised { places: Places { fields: Fields::DualCube, bits }, bytes }
    }

    /// To whom `v` sends in a step (Algorithm 3).
    fn partner(&self, step: u64, v: u64) -> u64 {
        let (class, cluster, node) = self.places.place(v);
        let n = self.places.size();
        let low = |k: u64| k & self.places.all();
        if step < n - 1 {
            self.places.id((class, cluster, node ^ (step + 1)))
        } else if step < n - 1 + n * n {
            let k = step - (n - 1);
            // The fields stay where they are; the class alone gives them another meaning.
            let same = self.places.id((class, cluster ^ low(k), node ^ (k >> self.places.bits)));
            same ^ 1 << (2 * self.places.bits)
        } else {
            let k = step - (n - 1 + n * n);
            self.places.id((class, cluster ^ ((k >> self.places.bits) + 1), node ^ low(k)))
        }
    }

    /// The way (Algorithm 4).
    fn route(&self, s: u64, t: u64) -> Vec<u64> {
        let mut path = vec![s];
        let mut at = s;
        let cross = 1u64 << (2 * self.places.bits);
        let inside = |at: &mut u64, path: &mut Vec<u64>| {
            let shift = if *at & cross == 0 { 0 } else { self.places.bits };
            for i in shift..shift + self.places.bits {
                if (*at ^ t) >> i & 1 == 1 {
                    *at ^= 1 << i;
                    path.push(*at);
                }
            }
        };
        let ((class_s, cluster_s, _), (class_t, cluster_t, _)) = (self.places.place(s), self.places.place(t));
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
        Collective::new(Kind::AllToAll, self.places.nodes(), 0, self.bytes)
    }

    fn steps(&self) -> u32 {
        (2u32 << (2 * self.places.bits)) - 1
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
