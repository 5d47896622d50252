//! Networks: the trait, the shapes, and the catalog of constructions, one file each.

pub mod address;
mod args;
mod build;
mod colour;
mod distances;
mod level;
mod leveled;
mod network;
mod parts;
pub mod read;
mod searched;
mod shape;
mod suggest;
mod table;
mod walk;
mod wk_distances;
mod work;
mod wreath;

mod complete;
mod debruijn;
mod dragonfly;
mod dual;
mod dualcube;
mod field;
mod file;
mod foldedcube;
mod graph;
mod hdn;
mod hypercube;
mod jellyfish;
mod kautz;
mod path;
mod product;
mod re;
mod ring;
mod slimfly;
mod star;
mod wk;

pub use address::Address;
pub use args::{Args, Load, describe, is_network};
pub use build::{elaborate, no_files, parse_address, to_network};
pub use distances::{Distances, MAX_TERMS};
pub use file::MAX_FILE;
pub use hypercube::Hypercube;
pub use level::{Level, Numbering, Place, SuperNodes};
pub use network::{Network, Node, Port, Structure, neighbors};
pub use parts::{Leaf, NetworkParts, Parts, ShapeParts, uniform_degree};
pub use re::{Phase, ReNet};
pub use shape::{
    DegreeCounts, MAX_BITS, Shape, TooLarge, fits, follows, links, power_degrees, product_degrees, reasons,
    regular,
};
pub use suggest::{nearest_of, word as nearest_word};
pub use table::{MAX_STORED_LINKS, MAX_STORED_NODES, Stored, Table};
pub use walk::Walks;

use crate::expr::Error;
use std::sync::Arc;

/// One word of the language: what it means, an example, and how it is built.
pub struct Entry {
    /// The word.
    pub name: &'static str,
    /// How it is written: `ring(n)`.
    pub signature: &'static str,
    /// One line of what it is.
    pub summary: &'static str,
    /// Where it was defined.
    pub paper: &'static str,
    /// Expressions that build; the first is the smallest worth showing.
    pub examples: &'static [&'static str],
    /// From arguments to shape.
    pub build: fn(&mut Args<'_>) -> Result<Arc<dyn Shape>, Error>,
}

/// The catalog: every word of the language, in the order in which `list` shows them.
pub const ENTRIES: &[Entry] = &[
    ring::ENTRY,
    path::ENTRY,
    complete::ENTRY,
    star::ENTRY,
    product::TORUS,
    product::MESH,
    product::HYPERX,
    hypercube::ENTRY,
    foldedcube::ENTRY,
    dual::DUAL,
    dual::RDN,
    hdn::ENTRY,
    dualcube::ENTRY,
    re::RE,
    re::CCC,
    wk::ENTRY,
    dragonfly::ENTRY,
    slimfly::ENTRY,
    kautz::ENTRY,
    debruijn::ENTRY,
    jellyfish::ENTRY,
    graph::ENTRY,
    file::ENTRY,
];
