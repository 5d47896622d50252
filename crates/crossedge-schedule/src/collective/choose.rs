//! Lookup of algorithms: for a kind, by name, the default one, those of the papers.

use super::along_tree::EAGER;
use super::{ALGORITHMS, Algorithm, Kind};
use crossedge_lang::net::Structure;

/// Names of earlier versions, which are still read.
const OLD_NAMES: &[(&str, &str)] =
    &[("levels", "recursive-doubling"), ("halving", "recursive-halving"), ("clear", "contention-free")];

impl Algorithm {
    /// Returns `true` if this is its name, or its name in an earlier version.
    pub fn is_named(&self, name: &str) -> bool {
        self.name == name || OLD_NAMES.contains(&(name, self.name))
    }

    /// The algorithms for a kind.
    pub fn all(kind: Kind) -> impl Iterator<Item = &'static Algorithm> {
        ALGORITHMS.into_iter().filter(move |algorithm| algorithm.kinds.contains(&kind))
    }

    /// The algorithm of a name for a kind.
    pub fn named(kind: Kind, name: &str) -> Option<&'static Algorithm> {
        Algorithm::all(kind).find(|algorithm| algorithm.is_named(name))
    }

    /// The algorithm that is taken for a kind when none is named.
    pub fn default_for(kind: Kind) -> &'static Algorithm {
        Algorithm::all(kind).find(|algorithm| algorithm.usual.contains(&kind)).unwrap_or(&EAGER)
    }

    /// The algorithm that the papers give for this network and kind, and its place there.
    pub fn of_paper(net: &dyn Structure, kind: Kind) -> Option<(&'static Algorithm, &'static str)> {
        Algorithm::all(kind).find_map(|algorithm| Some((algorithm, (algorithm.printed)(net, kind)?)))
    }
}
