//! The references of the constructions, for citation. `docs/REFERENCES.md` lists the basis of each result.
//!
//! ```
//! use crossedge::references::references_of;
//!
//! let works = references_of("dragonfly");
//! assert!(works[0].to_string().starts_with("@inproceedings{kim2008dragonfly,"));
//! assert!(references_of("ring").is_empty(), "folklore");
//! ```

mod work;

pub use work::{Publication, all_publications};

/// The references of a construction, the defining one first; empty for folklore and unlisted constructions.
pub fn references_of(word: &str) -> Vec<Publication> {
    let keys =
        CONSTRUCTION_REFERENCES.iter().find(|(name, _)| *name == word).map_or(&[][..], |(_, keys)| keys);
    keys.iter().copied().filter_map(publication).collect()
}

/// The work with this key.
pub fn publication(key: &str) -> Option<Publication> {
    all_publications().find(|work| work.key == key)
}

/// Constructions of the catalog, in order, and the keys of their references. Duals are biswapped networks: cite both.
pub const CONSTRUCTION_REFERENCES: &[(&str, &[&str])] = &[
    ("bcube", &["guo2009bcube"]),
    ("ccc", &["preparata1981ccc"]),
    ("circulant", &["elspas1970circulant"]),
    ("clos", &["clos1953nonblocking", "ohring1995fattrees"]),
    ("dcell", &["guo2008dcell"]),
    ("debruijn", &["debruijn1946"]),
    ("dragonfly", &["kim2008dragonfly"]),
    (
        "dual",
        &[
            "li2009rdn",
            "xiao2007biswapped",
            "xiao2011biswapped",
            "gbsn",
            "loh2005exchanged",
            "klavzar2014exchanged",
        ],
    ),
    ("dualcube", &["li2000dualcube", "li2004dualcube", "xiao2011biswapped"]),
    ("fattree", &["leiserson1985fattrees", "alfares2008fattree", "ohring1995fattrees"]),
    ("foldedcube", &["elamawy1991folded"]),
    ("hammingmesh", &["hoefler2022hammingmesh"]),
    ("hdn", &["li-hdn"]),
    ("hub", &["hoefler2022hammingmesh"]),
    ("hypercube", &["saad1988hypercubes"]),
    ("hyperx", &["ahn2009hyperx"]),
    ("iq", &["lakhotia2023polarstar"]),
    ("jellyfish", &["singla2012jellyfish"]),
    ("karytree", &["petrini1997trees", "ohring1995fattrees"]),
    ("kautz", &["kautz1968"]),
    ("lattice", &["martinez2008gaussian"]),
    ("lex", &["harary1959composition"]),
    ("lift", &["amit2002lifts", "valadarsky2016xpander"]),
    ("megafly", &["shpiner2017dragonflyplus", "flajslik2018megafly"]),
    ("paley", &["sachs1962selbst", "paley1933orthogonal"]),
    ("pancake", &["akers1989cayley"]),
    ("polarity", &["erdos1962extremal", "brown1966graphs", "lakhotia2022polarfly"]),
    ("rdn", &["li2009rdn", "xiao2007biswapped", "xiao2011biswapped"]),
    ("re", &["shen1993re"]),
    ("slimfly", &["besta2014slimfly", "mckay1998diameter"]),
    ("stargraph", &["akers1989cayley"]),
    ("starproduct", &["bermond1982large", "lakhotia2023polarstar"]),
    ("strong", &["sabidussi1960multiplication"]),
    (
        "swap",
        &[
            "stewart2013multiswapped",
            "xiao2011biswapped",
            "day2002otis",
            "draper2022swapped",
            "draper2022four",
        ],
    ),
    ("torus", &["dally1990kary"]),
    ("twisted", &["camara2010twisted"]),
    ("wk", &["dellavecchia1988wk"]),
    ("xgft", &["ohring1995fattrees"]),
];
