//! Which algorithms there are: for a kind, by name, the usual one, those of the papers.

use super::along_tree::EAGER;
use super::{ALGORITHMS, Algorithm, Kind};
use crossedge_lang::net::Structure;

impl Algorithm {
    /// The algorithms for a kind.
    pub fn all(kind: Kind) -> impl Iterator<Item = &'static Algorithm> {
        ALGORITHMS.into_iter().filter(move |algorithm| algorithm.kinds.contains(&kind))
    }

    /// The algorithm of a name for a kind.
    pub fn named(kind: Kind, name: &str) -> Option<&'static Algorithm> {
        Algorithm::all(kind).find(|algorithm| algorithm.name == name)
    }

    /// The algorithm that is taken for a kind when none is named.
    pub fn usual(kind: Kind) -> &'static Algorithm {
        Algorithm::all(kind).find(|algorithm| algorithm.usual.contains(&kind)).unwrap_or(&EAGER)
    }

    /// What the papers give for this network and kind: an algorithm and where it stands.
    pub fn of_paper(net: &dyn Structure, kind: Kind) -> Option<(&'static Algorithm, &'static str)> {
        Algorithm::all(kind).find_map(|algorithm| Some((algorithm, (algorithm.printed)(net, kind)?)))
    }
}
