//! All-to-all personalised communication on the dual-cube: DC, Algorithms 3 and 4. Every node sends one message in each of p - 1 steps,
//! over a path of several links: ascending inside a cluster, the cross-edge, ascending again.
//!
//! Erratum E12: two messages share a link in most steps under cut-through; all in step, hop by hop, they do not.

use super::catalog::{Algorithm, Beyond, Rings, Unmade, listed_up_to};
use super::{Action, Collective, Kind, Message, Schedule};
use crossedge_lang::net::{Node, Numbering, Parts, Place, Structure};

/// One message of every node in each step.
pub static PERSONALISED: Algorithm = Algorithm {
    name: "personalised",
    summary: "one message of every node in each step, over several links: DC, Algorithms 3 and 4",
    paper: "DC, Algorithms 3 and 4",
    kinds: &[Kind::AllToAll],
    usual: &[],
    printed: |net, _| dual_cube_numbering(net).map(|_| "DC, Algorithms 3 and 4"),
    most_nodes: listed_up_to,
    beyond: Beyond::Nothing,
    rings: Rings::None,
    in_pieces: false,
    multi_hop: true,
    by_rule: true,
    make: |net, order| match dual_cube_numbering(net.as_ref()) {
        Some(numbering) => Ok(Box::new(Personalised::new(numbering.size().ilog2(), order.bytes))),
        None => Err(Unmade::NotHere("DC, Algorithm 3 is for dual-cubes")),
    },
};

/// The numbering of a dual-cube.
fn dual_cube_numbering(net: &dyn Structure) -> Option<Numbering> {
    match net.parts() {
        Parts::Level(level) => Some(*level.numbering()).filter(Numbering::keeps_coordinates),
        _ => None,
    }
}

/// The schedule on a dual-cube whose parts have `bits` bits.
#[derive(Debug, Clone, Copy)]
pub struct Personalised {
    bits: u32,
    numbering: Numbering,
    bytes: u64,
}

impl Personalised {
    /// Blocks of this many bytes.
    pub fn new(bits: u32, bytes: u64) -> Self {
        Personalised { bits, numbering: Numbering::coordinates(1 << bits), bytes }
    }

    /// To whom `v` sends in a step (Algorithm 3).
    fn partner(&self, step: u64, v: u64) -> u64 {
        let at = self.numbering.place(v);
        let n = self.numbering.size();
        let low = |k: u64| k & (n - 1);
        let moved =
            |cluster: u64, node: u64| Place { cluster: at.cluster ^ cluster, node: at.node ^ node, ..at };
        let to = if step < n - 1 {
            moved(0, step + 1)
        } else if step < n - 1 + n * n {
            let k = step - (n - 1);
            // The coordinates stay where they are; the class alone gives them another meaning.
            across_edge(moved(low(k), k >> self.bits))
        } else {
            let k = step - (n - 1 + n * n);
            moved((k >> self.bits) + 1, low(k))
        };
        self.numbering.id(to)
    }

    /// The path (Algorithm 4).
    fn route(&self, s: u64, t: u64) -> Vec<u64> {
        let (mut at, to) = (self.numbering.place(s), self.numbering.place(t));
        let mut path = vec![s];
        // Bit by bit to the coordinate of the target that this class moves.
        let inside = |at: &mut Place, path: &mut Vec<u64>| {
            let target = if at.class == to.class { to.node } else { to.cluster };
            for bit in (0..self.bits).map(|i| 1 << i) {
                if (at.node ^ target) & bit != 0 {
                    at.node ^= bit;
                    path.push(self.numbering.id(*at));
                }
            }
        };
        let crossings = match (at.class == to.class, at.cluster == to.cluster) {
            (true, true) => 0,
            (true, false) => 2,
            (false, _) => 1,
        };
        if crossings < 2 {
            inside(&mut at, &mut path);
        }
        for _ in 0..crossings {
            at = across_edge(at);
            path.push(self.numbering.id(at));
            inside(&mut at, &mut path);
        }
        path
    }
}

/// The other end of a cross-edge.
fn across_edge(at: Place) -> Place {
    Place { class: 1 - at.class, cluster: at.node, node: at.cluster }
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
