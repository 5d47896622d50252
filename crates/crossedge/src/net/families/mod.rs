//! The families of networks that a rule builds, one file each, and the catalog of all words.

pub mod complete;
pub mod debruijn;
pub mod dragonfly;
pub mod dual;
pub mod dualcube;
pub mod foldedcube;
pub mod hdn;
pub mod hypercube;
pub mod jellyfish;
pub mod kautz;
pub mod leveled;
pub mod path;
pub mod product;
pub mod re;
pub mod ring;
pub mod slimfly;
pub mod star;
pub mod wk;

use super::language::catalog::Entry;
use super::stored::{file, graph};

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
