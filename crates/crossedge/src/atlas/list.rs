//! Lists the networks of the atlas by ranges of arguments. The list depends on nothing but the limits.

use crate::expr::{Expr, Kind, parse};
use crate::net::{ENTRIES, elaborate, endpoints, no_files, normal_form};
use crate::progress::Progress;
use num_traits::ToPrimitive;
use rayon::prelude::*;
use std::collections::{BTreeMap, BTreeSet};

/// What is listed.
#[derive(Debug, Clone, Copy)]
pub struct AtlasList {
    /// The most endpoints.
    pub most: u64,
    /// Of each construction the most networks with between 2^k and 2^(k+1) endpoints; taken evenly in the order of sizes.
    pub of_each_size: u64,
}

impl Default for AtlasList {
    fn default() -> Self {
        AtlasList { most: 1_000_000, of_each_size: 800 }
    }
}

/// A network of the atlas.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Listed {
    /// The outermost construction; of hosts also what they are on.
    pub construction: String,
    /// Number of endpoints.
    pub endpoints: u64,
    /// The expression in normal form.
    pub expression: String,
}

impl AtlasList {
    /// The most endpoints that may be asked for.
    pub const MAX_ENDPOINTS: u64 = 100_000_000;

    /// The most networks of each construction and size that may be asked for.
    pub const MAX_OF_EACH_SIZE: u64 = 1_000_000;

    /// The networks, sorted by construction, endpoints and expression; `None` if it was stopped.
    pub fn networks(&self, progress: &dyn Progress) -> Option<Vec<Listed>> {
        let mut texts = Texts { most: self.most, all: BTreeSet::new() };
        texts.direct();
        texts.composed();
        texts.machines();
        for example in ENTRIES.iter().flat_map(|entry| entry.examples) {
            texts.add((*example).to_owned());
        }
        progress.stage("networks of the atlas", texts.all.len() as u64);
        let texts: Vec<String> = texts.all.into_iter().collect();
        let listed = |text: &String| {
            progress.advance(1);
            if progress.stopped() { None } else { listed(text, self.most) }
        };
        let all: BTreeSet<Listed> = texts.par_iter().filter_map(listed).collect();
        if progress.stopped() {
            return None;
        }
        let mut cells: BTreeMap<(String, u32), Vec<Listed>> = BTreeMap::new();
        for net in all {
            cells.entry((net.construction.clone(), net.endpoints.max(1).ilog2())).or_default().push(net);
        }
        let kept = cells.into_values().flat_map(|cell| thinned(cell, self.of_each_size as usize));
        let mut kept: Vec<Listed> = kept.collect();
        kept.sort();
        Some(kept)
    }
}

/// This many of a list, evenly.
fn thinned<T>(all: Vec<T>, most: usize) -> Vec<T> {
    let count = all.len();
    let kept = |at: usize| count <= most || (at + 1) * most / count > at * most / count;
    all.into_iter().enumerate().filter(|(at, _)| kept(*at)).map(|(_, one)| one).collect()
}

/// The network of a text; `None` if it is none, or too large.
fn listed(text: &str, most: u64) -> Option<Listed> {
    let normal = normal_form(&parse(text).ok()?);
    let shape = elaborate(&normal, &no_files).ok()?;
    let endpoints = endpoints(shape.as_ref()).to_u64().filter(|ends| (2..=most).contains(ends))?;
    Some(Listed { construction: construction(&normal), endpoints, expression: normal.to_string() })
}

/// The outermost construction; of hosts, copies and widths also what they are on.
pub fn construction(expr: &Expr) -> String {
    match &expr.kind {
        Kind::Call(call) if matches!(call.name.as_str(), "hosts" | "width" | "without" | "planes") => {
            let inner = call.args.first().map_or(String::new(), |arg| construction(&arg.value));
            format!("{} {inner}", call.name)
        }
        Kind::Call(call) => call.name.clone(),
        _ => "product".to_owned(),
    }
}

/// Expressions of at most so many endpoints, by a rough count; what is too large is left out later.
struct Texts {
    most: u64,
    all: BTreeSet<String>,
}

/// Integers from `least` on, all up to 64 and then in steps of two percent, as long as something of them fits.
fn sizes(least: u64, fits: impl Fn(u64) -> bool) -> Vec<u64> {
    let next = |n: &u64| Some(if *n < 64 { n + 1 } else { n + n / 50 });
    std::iter::successors(Some(least), next).take_while(|n| fits(*n)).collect()
}

fn joined(numbers: &[u64]) -> String {
    numbers.iter().map(u64::to_string).collect::<Vec<_>>().join(",")
}

/// Sizes of a dimension are at most this, by the number of dimensions.
const MAX_DIMENSION: [u64; 8] = [0, 0, 128, 64, 24, 13, 9, 7];

/// Networks that are stored when their text is read have at most this many nodes.
const MAX_STORED: u64 = 2048;

/// Hosts on each router.
const HOSTS: [u64; 10] = [1, 2, 3, 4, 6, 8, 12, 16, 24, 32];

/// Small graphs, of which others are composed.
const SMALL: &[&str] = &[
    "complete(2)",
    "complete(3)",
    "complete(4)",
    "complete(5)",
    "complete(6)",
    "complete(8)",
    "ring(5)",
    "ring(6)",
    "ring(7)",
    "ring(8)",
    "ring(9)",
    "ring(12)",
    "ring(16)",
    "path(3)",
    "path(4)",
    "path(5)",
    "star(4)",
    "star(5)",
    "star(6)",
    "hypercube(2)",
    "hypercube(3)",
    "hypercube(4)",
    "foldedcube(3)",
    "foldedcube(4)",
    "torus(3,3)",
    "torus(3,5)",
    "torus(4,5)",
    "torus(5,5)",
    "mesh(3,3)",
    "mesh(3,4)",
    "paley(5)",
    "paley(9)",
    "paley(13)",
    "paley(17)",
    "iq(3)",
    "iq(4)",
    "iq(7)",
    "polarity(2)",
    "polarity(3)",
    "polarity(4)",
    "kautz(2,2)",
    "kautz(2,3)",
    "kautz(3,2)",
    "debruijn(2,3)",
    "debruijn(2,4)",
    "circulant(8,[1,3])",
    "circulant(13,[1,5])",
    "wk(3,2)",
    "wk(4,2)",
    "slimfly(3)",
    "slimfly(4)",
    "slimfly(5)",
    "stargraph(4)",
    "pancake(4)",
    "dual(ring(3))",
    "dual(ring(5))",
    "dual(complete(4))",
    "ccc(3)",
    "jellyfish(16,3,1)",
    "jellyfish(20,4,1)",
];

impl Texts {
    fn add(&mut self, text: String) {
        self.all.insert(text);
    }

    fn fits(&self, nodes: Option<u64>) -> bool {
        nodes.is_some_and(|nodes| nodes <= self.most)
    }

    /// Products of this many lines of increasing sizes.
    fn lines(&mut self, word: &str, dimensions: usize, sizes: &mut Vec<u64>) {
        if sizes.len() == dimensions {
            self.add(format!("{word}({})", joined(sizes)));
            return;
        }
        let before: u64 = sizes.iter().product();
        let left = (dimensions - sizes.len()) as u32;
        for n in sizes.last().copied().unwrap_or(2)..=MAX_DIMENSION[dimensions] {
            if !self.fits(n.checked_pow(left).and_then(|rest| rest.checked_mul(before))) {
                break;
            }
            sizes.push(n);
            self.lines(word, dimensions, sizes);
            sizes.pop();
        }
    }

    /// Networks without switches that are no composition.
    fn direct(&mut self) {
        let most = self.most;
        for n in sizes(2, |n| n <= most) {
            for word in ["ring", "path", "star"] {
                self.add(format!("{word}({n})"));
            }
            for d in [3, 4, 5, 6, 8, 10, 12, 16] {
                for seed in 1..=2 {
                    if n > d && n <= MAX_STORED {
                        self.add(format!("jellyfish({n},{d},{seed})"));
                    }
                }
            }
            let root = n.isqrt();
            for steps in
                [vec![1, 2], vec![1, root], vec![1, root + 1], vec![1, 3, root], vec![1, root, root + 1]]
            {
                if n <= 65536 {
                    self.add(format!("circulant({n},[{}])", joined(&steps)));
                }
            }
        }
        for n in 5..=256u64 {
            for a in 1..=3 {
                (a + 1..=n / 2)
                    .filter(|_| n <= 96)
                    .for_each(|b| self.add(format!("circulant({n},[{a},{b}])")));
            }
        }
        (2..=512).for_each(|n| self.add(format!("complete({n})")));
        for word in ["torus", "mesh", "hyperx"] {
            (2..MAX_DIMENSION.len()).for_each(|dimensions| self.lines(word, dimensions, &mut Vec::new()));
        }
        for d in 1..=20u64 {
            self.add(format!("hypercube({d})"));
            self.add(format!("foldedcube({d})"));
        }
        for q in 2..=1024u64 {
            for word in ["slimfly", "polarity", "paley"] {
                self.add(format!("{word}({q})"));
            }
        }
        (0..=64u64).for_each(|d| self.add(format!("iq({d})")));
        for a in 2..=32u64 {
            for b in 1..=20u32 {
                if self.fits(a.checked_pow(b)) {
                    self.add(format!("kautz({a},{b})"));
                    self.add(format!("debruijn({a},{b})"));
                    self.add(format!("wk({a},{b})"));
                }
            }
        }
        for n in 2..=16u64 {
            self.add(format!("ccc({n})"));
            if n <= 9 {
                self.add(format!("stargraph({n})"));
                self.add(format!("pancake({n})"));
            }
        }
        for a in sizes(2, |a| 2 * a * a * a <= most) {
            self.add(format!("twisted({a},{a},{})", 2 * a));
            self.add(format!("twisted({a},{},{})", 2 * a, 2 * a));
        }
        for a in 2..=24u64 {
            for b in 2..=24 {
                for shift in 1..a {
                    self.add(format!("lattice([[{a},{shift}],[0,{b}]])"));
                    self.add(format!("lattice([[{a},{shift}],[0,{b}]], extra=[[1,1]])"));
                }
            }
        }
        for a in 1..=64u64 {
            for h in 1..=32u64 {
                let groups = a * h + 1;
                if self.fits(Some(a * groups)) {
                    self.add(format!("dragonfly({a},{h})"));
                }
                // These are stored.
                for g in [groups / 2, groups / 4, 8, 16] {
                    if a * g <= MAX_STORED.min(most) {
                        self.add(format!("dragonfly({a},{h}, groups={g})"));
                    }
                }
                if a * groups <= MAX_STORED.min(most) {
                    self.add(format!("dragonfly({a},{h}, arrangement=\"absolute\")"));
                }
            }
        }
        self.add("graph([[0,1],[1,2],[2,3],[3,4],[4,0],[0,5],[1,6],[2,7],[3,8],[4,9],[5,7],[7,9],[9,6],[6,8],[8,5]])".to_owned());
    }

    /// Networks of others.
    fn composed(&mut self) {
        let most = self.most;
        let small: Vec<&str> = SMALL.iter().copied().filter(|text| listed(text, most).is_some()).collect();
        for (at, a) in small.iter().enumerate() {
            for b in &small {
                for word in ["swap", "lex"] {
                    self.add(format!("{word}({a}, {b})"));
                }
                self.add(format!("swap({a}, {b}, loops=yes)"));
                self.add(format!("replace({a}, {b})"));
                for r in 1..=2 {
                    for policy in ["diameter", "degree", "aligned"] {
                        self.add(format!("re({a}, {b}, {r}, policy={policy})"));
                    }
                }
            }
            for b in &small[at..] {
                self.add(format!("{a} * {b}"));
                self.add(format!("dual({a}, {b})"));
                self.add(format!("strong({a}, {b})"));
                for c in small.iter().take(8) {
                    self.add(format!("{a} * {b} * {c}"));
                }
            }
            for k in 2..=4 {
                self.add(format!("{a} ^ {k}"));
                self.add(format!("rdn({a}, {k})"));
                self.add(format!("blow({a}, {k})"));
                for seed in 1..=3 {
                    self.add(format!("lift({a}, {}, {seed})", 1 << k));
                }
            }
        }
        // Duals over anything that is small enough.
        let half = (most / 2).isqrt();
        let bases: Vec<&String> =
            self.all.iter().filter(|text| !text.contains('[') && !text.starts_with("jellyfish")).collect();
        let fits = |text: &&&String| listed(text, half).is_some();
        let bases: Vec<String> = bases.par_iter().filter(fits).map(|text| (*text).clone()).collect();
        for base in &bases {
            self.add(format!("dual({base})"));
        }
        for a in 2..=12u64 {
            for b in a..=12 {
                let sets = ["{}", "{1}", "{2}", "{1,2}"];
                for one in sets {
                    self.add(format!("hdn(torus({a},{b}), [{one}])"));
                    sets.iter().for_each(|two| self.add(format!("hdn(torus({a},{b}), [{one}, {two}])")));
                }
                for c in b..=6 {
                    for one in ["{1}", "{3}", "{1,2}", "{2,3}", "{1,2,3}"] {
                        self.add(format!("hdn(torus({a},{b},{c}), [{one}])"));
                    }
                }
            }
        }
        for q in [2u64, 3, 4, 5, 7, 8, 9, 11, 13, 16, 17, 19, 23, 25, 27, 29, 31, 32] {
            for d in [3u64, 4, 7, 8, 11, 12, 15, 16] {
                self.add(format!("starproduct(polarity({q}), iq({d}))"));
            }
            for p in [5u64, 9, 13, 17, 25, 29] {
                self.add(format!("starproduct(polarity({q}), paley({p}))"));
            }
        }
    }

    /// Networks with switches.
    fn machines(&mut self) {
        let most = self.most;
        let routers: Vec<String> = self.all.iter().cloned().collect();
        for (at, base) in routers.iter().enumerate() {
            // Some hosts on each: a few numbers for each network, all numbers over all of them.
            for each in [HOSTS[at % HOSTS.len()], HOSTS[(at / 7 + 3) % HOSTS.len()]] {
                self.add(format!("hosts({base}, {each})"));
            }
        }
        (1..=64u64).for_each(|n| self.add(format!("switch({n})")));
        (2..=128u64).step_by(2).for_each(|k| self.add(format!("fattree({k})")));
        for k in 2..=64u64 {
            for n in 1..=10u32 {
                if self.fits(k.checked_pow(n)) {
                    self.add(format!("karytree({k},{n})"));
                    self.add(format!("bcube({k},{n})"));
                }
            }
            for n in 0..=3 {
                self.add(format!("dcell({k}, {n})"));
            }
        }
        for hosts in HOSTS.into_iter().chain([20, 40, 48]) {
            for leaves in sizes(2, |leaves| leaves <= 128) {
                for spines in [1, 2, 3, 4, 6, 8, 12, 16, 24, 32] {
                    self.add(format!("clos({hosts}, {leaves}, {spines})"));
                    if spines <= 8 && leaves <= 32 {
                        for width in [2, 4] {
                            self.add(format!(
                                "width(clos({hosts}, {leaves}, {spines}), \"level 2\", {width})"
                            ));
                        }
                    }
                }
            }
        }
        for a in [2u64, 3, 4, 6, 8, 12, 16, 18, 20, 24, 32] {
            for b in [2u64, 3, 4, 6, 8, 12, 16, 18, 24, 32] {
                for c in [2u64, 4, 8, 12, 16, 24, 32, 48, 64] {
                    for (w, v) in [
                        (a, b),
                        (a, b.div_ceil(2)),
                        (a.div_ceil(2), b.div_ceil(2)),
                        (a.div_ceil(3), b),
                        (1, 1),
                    ] {
                        if a * b * c <= most {
                            self.add(format!("xgft([{a},{b},{c}],[1,{w},{v}])"));
                            self.add(format!("xgft([{a},{b},{c}],[2,{w},{v}])"));
                        }
                    }
                }
            }
        }
        for s in 1..=32u64 {
            for h in 1..=16u64 {
                for hosts in [1, 2, 4, 8, 16, 32] {
                    self.add(format!("hosts(megafly({s}, {h}), {hosts})"));
                    self.add(format!("hosts(megafly({s}, {h}, groups=9), {hosts})"));
                }
                self.add(format!("megafly({s}, {h})"));
            }
        }
        for a in 2..=8u64 {
            for b in 2..=8 {
                for x in 2..=16 {
                    for y in [x, 2 * x] {
                        self.add(format!("hammingmesh({a},{b},{x},{y})"));
                    }
                }
            }
        }
        for base in SMALL.iter().take(30) {
            for copies in 2..=16 {
                self.add(format!("hub({base}, {{0,1}}, {copies})"));
                self.add(format!("hub({base}, {{0}}, {copies})"));
            }
        }
        for base in [
            "clos(4, 8, 4)",
            "clos(8, 16, 8)",
            "fattree(8)",
            "fattree(16)",
            "xgft([8,8,8],[1,4,4])",
            "switch(16)",
            "hosts(dragonfly(4,2), 2)",
            "hosts(hyperx(4,4), 4)",
            "hosts(torus(4,4,4), 2)",
        ] {
            (2..=8).for_each(|planes| self.add(format!("planes({base}, {planes})")));
        }
        for n in 3..=64u64 {
            for a in 2..=8 {
                self.add(format!("overlay(clos({a}, {n}, 2), ring({}))", a * n));
                self.add(format!("overlay(switch({}), torus({a},{n}))", a * n));
            }
        }
    }
}
