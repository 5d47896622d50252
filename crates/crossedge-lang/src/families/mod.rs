//! The network families, one file each, and the catalog of all constructions.

pub mod complete;
pub mod debruijn;
pub mod dragonfly;
pub mod dual;
pub mod dualcube;
pub mod foldedcube;
mod groups;
pub mod hdn;
pub mod hosts;
pub mod hub;
pub mod hypercube;
pub mod iq;
pub mod jellyfish;
pub mod kautz;
pub mod lattice;
pub mod leveled;
pub mod lex;
pub mod lift;
pub mod overlay;
pub mod paley;
pub mod path;
pub mod permutations;
pub mod polarity;
pub mod polarstar;
pub mod prime_power;
pub mod product;
pub mod re;
pub mod replace;
pub mod ring;
pub mod slimfly;
pub mod star;
pub mod starproduct;
pub mod strong;
pub mod swap;
pub mod switch;
pub mod switched;
pub mod tabulated;
pub mod twist;
pub mod two_bases;
pub mod width;
pub mod without;
pub mod wk;
pub mod xgft;

use super::language::catalog::Entry;
use super::stored::{file, graph};

/// The catalog: every construction of the language, in the order of `list`.
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
    switch::SWITCH,
    hosts::ENTRY,
    xgft::XGFT,
    xgft::FATTREE,
    xgft::CLOS,
    xgft::KARYTREE,
    switch::BCUBE,
    hub::HUB,
    hub::HAMMINGMESH,
    overlay::PLANES,
    overlay::OVERLAY,
    width::ENTRY,
    without::ENTRY,
    replace::REPLACE,
    replace::MEGAFLY,
    replace::DCELL,
    lattice::LATTICE,
    lattice::TWISTED,
    lattice::CIRCULANT,
    swap::ENTRY,
    polarity::ENTRY,
    paley::ENTRY,
    iq::ENTRY,
    starproduct::ENTRY,
    lex::LEX,
    strong::ENTRY,
    lex::BLOW,
    permutations::STARGRAPH,
    permutations::PANCAKE,
    lift::ENTRY,
    graph::ENTRY,
    file::ENTRY,
];
