//! The bucket algorithm on products of rings and complete graphs: all-gather, reduce-scatter and all-reduce along the rings of one
//! dimension after the other.
//!
//! In each dimension a node forwards the data from its predecessor to its successor, n_i - 1 times; in the next dimension it
//! starts with all the data that it has. So there are Σ (n_i - 1) steps, instead of N - 1 on one ring through all nodes, and every node
//! sends N - 1 blocks in both cases. Jain, Sabharwal, Optimal bucket algorithms for large MPI collectives on torus interconnects (2010).

use super::catalog::{Algorithm, Beyond, Rings, Unmade, not_printed};
use super::volume::{MAX_VOLUME, Turn, Volume};
use super::{Action, Collective, Kind, Listed, Message};
use crossedge_lang::net::address::{Digits, add_mod, sub_mod};
use crossedge_lang::net::{Leaf, Parts, Structure};

/// Round the rings of one dimension after the other.
pub static BUCKET: Algorithm = Algorithm {
    name: "bucket",
    summary: "round the rings of one dimension after the other, on products of rings and complete graphs",
    paper: "Jain, Sabharwal, Optimal bucket algorithms for large MPI collectives on torus interconnects (2010)",
    kinds: &[Kind::AllGather, Kind::ReduceScatter, Kind::AllReduce],
    usual: &[],
    printed: not_printed,
    most_nodes: |kind| if kind == Kind::AllReduce { 1024 } else { 2048 },
    beyond: Beyond::Formula(|net, kind| volume(net.as_ref(), kind)),
    rings: Rings::None,
    in_pieces: false,
    multi_hop: false,
    by_rule: false,
    make: |net, order| {
        let digits = product_sides(net.as_ref()).and_then(Digits::new).ok_or(NO_RINGS)?;
        let bytes = order.bytes;
        Ok(Box::new(match order.kind {
            Kind::AllGather => all_gather(&digits, bytes),
            Kind::ReduceScatter => reduce_scatter(&digits, bytes),
            kind => {
                let of = Collective::new(kind, digits.size(), 0, bytes).cut(digits.size());
                reduce_scatter(&digits, 0).then(all_gather(&digits, 0), of)
            }
        }))
    },
};

const NO_RINGS: Unmade =
    Unmade::NotHere("buckets go round the rings of a product of rings, complete graphs and cubes");

/// The sides of a product in which consecutive coordinates are linked, round and round.
fn product_sides(net: &dyn Structure) -> Option<Vec<u64>> {
    match net.parts() {
        Parts::Product(parts) => {
            let inner = parts.iter().map(|part| product_sides(part.as_ref()));
            Some(inner.collect::<Option<Vec<_>>>()?.concat())
        }
        Parts::Leaf(Leaf::Cube(bits)) => Some(vec![2; bits as usize]),
        Parts::Leaf(Leaf::Ring | Leaf::Complete) => Some(vec![net.nodes()]),
        Parts::Leaf(Leaf::Path) if net.nodes() <= 2 => Some(vec![net.nodes()]),
        _ => None,
    }
}

fn all_gather(digits: &Digits, bytes: u64) -> Listed {
    let of = Collective::new(Kind::AllGather, digits.size(), 0, bytes);
    let mut steps = Vec::new();
    // The offsets from a node whose coordinates before dimension i are 0 to all that differ from it in these alone.
    let mut bundle = vec![0];
    for i in 0..digits.len() {
        let (n, stride) = (digits.radix(i), digits.stride(i));
        for step in 0..n.saturating_sub(1) {
            let message = |v: u64| {
                let x = digits.digit(v, i);
                let to = digits.with_digit(v, i, x, add_mod(x, 1, n));
                // The data from a number of nodes back, with everything from the dimensions before.
                let first = digits.with_digit(v, i, x, sub_mod(x, step, n));
                let low = (0..i).fold(first, |w, j| digits.with_digit(w, j, digits.digit(w, j), 0));
                Message::hop(&of, v, to, bundle.iter().map(|more| low + more).collect(), Action::Copy)
            };
            steps.push((0..digits.size()).map(message).collect());
        }
        bundle = (0..n).flat_map(|x| bundle.iter().map(move |more| more + x * stride)).collect();
    }
    Listed::new(of, steps)
}

/// The all-gather backwards.
fn reduce_scatter(digits: &Digits, bytes: u64) -> Listed {
    let of = Collective::new(Kind::ReduceScatter, digits.size(), 0, bytes);
    all_gather(digits, bytes).reversed(of, Action::Add)
}

/// The same by formula.
fn volume(net: &dyn Structure, kind: Kind) -> Option<Volume> {
    let nodes = net.nodes();
    let mut blocks = 1u64;
    let mut turns = Vec::new();
    let parts = match net.parts() {
        Parts::Product(parts) => parts.iter().map(|part| product_sides(part.as_ref())).collect(),
        _ => Some(vec![product_sides(net)?]),
    };
    for (factor, sides) in parts.filter(|_| nodes <= MAX_VOLUME)?.into_iter().enumerate() {
        for n in sides {
            if n > 1 {
                let total = u128::from(blocks) * u128::from(nodes);
                turns.push(Turn { times: n - 1, blocks, messages: nodes, total, factor });
            }
            blocks *= n;
        }
    }
    match kind {
        Kind::AllGather | Kind::ReduceScatter => Some(Volume { turns, cut: 1 }),
        Kind::AllReduce => {
            Some(Volume { turns: turns.iter().rev().chain(&turns).copied().collect(), cut: nodes })
        }
        _ => None,
    }
}
