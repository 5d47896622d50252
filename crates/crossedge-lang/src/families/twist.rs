//! Permutations of the nodes of a network, for `starproduct`: as listed, or those of `paley` and `iq`.

use super::iq::Iq;
use super::paley::PaleyNet;
use crate::net::shape::{DegreeCounts, Shape, magnitude};
use crate::net::{Args, Leaf, Node, Structure, neighbors};
use crossedge_core::expr::{Error, Kind};
use num_bigint::BigUint;
use std::sync::Arc;

/// The source of the permutation.
#[derive(Debug, Clone)]
pub enum Given {
    /// Images, as written.
    Listed(Arc<Vec<u64>>),
    /// That of a Paley graph.
    Paley(u64),
    /// That of an inductive quad.
    Iq(u64),
}

/// The permutation: as listed, or that of H.
pub fn parse_twist(args: &mut Args<'_>, inner: &dyn Shape) -> Result<Given, Error> {
    let Some(value) = args.optional("f") else {
        return match inner.parts().leaf() {
            Leaf::Paley(q) => Ok(Given::Paley(q)),
            Leaf::Iq(d) => Ok(Given::Iq(d)),
            _ => Err(Error::usage("starproduct needs the permutation f: H has no default one", args.span())
                .help("list the image of each node of H, e.g. starproduct(ring(5), complete(3), [1,2,0]); paley and iq have one")),
        };
    };
    let Kind::List(items) = &value.kind else { return Err(args.wrong(value, "f", "a list of nodes of H")) };
    if BigUint::from(items.len()) != inner.nodes() {
        let message = format!(
            "f needs the image of each of the {} nodes of H, found {}",
            magnitude(&inner.nodes()),
            items.len()
        );
        return Err(Error::usage(message, value.span.clone())
            .help("list each node of H once, in the order of their preimages"));
    }
    args.work().spend(items.len() as u64, &args.span())?;
    let mut taken = vec![false; items.len()];
    let mut images = Vec::new();
    for item in items {
        let Kind::Int(image) = item.kind else { return Err(args.wrong(item, "f", "a list of nodes of H")) };
        match usize::try_from(image).ok().and_then(|image| taken.get_mut(image)) {
            None => {
                let message = format!("there is no node {image} in H: ids run from 0 to {}", items.len() - 1);
                return Err(Error::usage(message, item.span.clone()).help("f permutes the nodes of H"));
            }
            Some(taken) if *taken => {
                let message = format!("duplicate node {image} in f");
                return Err(Error::usage(message, item.span.clone())
                    .help("f permutes the nodes of H: each is an image once"));
            }
            Some(taken) => {
                *taken = true;
                images.push(image);
            }
        }
    }
    Ok(Given::Listed(Arc::new(images)))
}

/// A permutation of the nodes of the second factor.
#[derive(Debug)]
pub enum Twist {
    /// Images and preimages, listed.
    Listed([Vec<u64>; 2]),
    /// Multiplication by the least non-square.
    Paley(PaleyNet),
    /// The swap of the two sides.
    Iq(Iq),
}

impl Twist {
    /// The permutation with these images.
    pub fn from_images(images: &[u64]) -> Twist {
        let mut preimages = vec![0; images.len()];
        (0..).zip(images).for_each(|(u, &image)| preimages[image as usize] = u);
        Twist::Listed([images.to_vec(), preimages])
    }

    /// The image of a node.
    pub fn image(&self, u: u64) -> u64 {
        match self {
            Twist::Listed([images, _]) => images[u as usize],
            Twist::Paley(net) => net.image(u),
            Twist::Iq(net) => net.image(u),
        }
    }

    /// The node whose image it is.
    pub fn preimage(&self, u: u64) -> u64 {
        match self {
            Twist::Listed([_, preimages]) => preimages[u as usize],
            Twist::Paley(net) => net.preimage(u),
            Twist::Iq(net) => net.image(u),
        }
    }

    /// The image of `u` along a link from `x` to `y`.
    pub fn image_along(&self, x: Node, y: Node, u: u64) -> u64 {
        if x < y { self.image(u) } else { self.preimage(u) }
    }
}

/// The destinations of the loops of a node at a marked point, in order.
pub fn loop_targets(inner: &dyn Structure, twist: &Twist, u: u64) -> [Option<u64>; 2] {
    let free = |v: &u64| *v != u && neighbors(inner, Node(u)).all(|w| w.0 != *v);
    let (first, second) = (twist.image(u), twist.preimage(u));
    let second = Some(second).filter(|&v| v != first).filter(free);
    match Some(first).filter(free) {
        None => [second, None],
        first => [first, second],
    }
}

/// For a listed permutation: how many nodes of H have each degree where the point is marked, and whether H is disconnected.
pub fn check_images(
    inner: &dyn Shape,
    images: &[u64],
    args: &Args<'_>,
) -> Result<(DegreeCounts, bool), Error> {
    let net = inner.network().map_err(|why| {
        Error::limit(format!("the second factor of starproduct is too large: {why}"), args.span())
    })?;
    let twist = Twist::from_images(images);
    let mut counts = DegreeCounts::new();
    let mut seen = vec![false; images.len()];
    for u in 0..net.nodes() {
        args.work().spend(1 + u64::from(net.degree(Node(u))), &args.span())?;
        let more = loop_targets(net.as_ref(), &twist, u).into_iter().flatten().count() as u64;
        *counts.entry(u64::from(net.degree(Node(u))) + more).or_default() += 1u32;
    }
    seen[0] = true;
    let (mut open, mut reached) = (vec![Node(0)], 1);
    while let Some(v) = open.pop() {
        for w in neighbors(net.as_ref(), v) {
            if !std::mem::replace(&mut seen[w.0 as usize], true) {
                reached += 1;
                open.push(w);
            }
        }
    }
    Ok((counts, reached < images.len()))
}
