//! Distances between all pairs: searches from many sources, up to 512 of them side by side on each core.
//!
//! Row v of a bit matrix holds the sources that have reached node v; a step adds the rows of its neighbours. The bits that a level
//! gained are counted by column, so that every source keeps its own histogram.

use super::choose::live_source;
use super::simd::{
    AlignedLines, BitLine, Vector, Vectors, Words, empty_vector, first_bits, load_line, vectors_differ,
};
use super::{Error, Search};
use crossedge_core::progress::{CancelOnly, Progress};
use crossedge_lang::net::{Csr, Faults, Node, Structure};
use fearless_simd::{Level, Simd, SimdBase, dispatch};
use rayon::prelude::*;
use std::collections::hash_map::Entry;
use std::collections::{BTreeMap, HashMap};
use std::fmt;

/// More nodes than this are searched one source at a time: two bit matrices of 512 columns take 128 bytes a node.
const MAX_SIDE_BY_SIDE: u64 = 1 << 21;

/// More ends of links than this are not stored.
const MAX_ENDS: u64 = 1 << 28;

/// Limit on the total length of the histograms of different node types.
const MAX_KIND_NUMBERS: usize = 1 << 28;

/// The result of searches from many sources.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Pairs {
    /// Number of sources there were.
    pub sources: u64,
    /// At place d: the ordered pairs (source, node) at distance d. At place 0 each source with itself.
    pub counts: Vec<u64>,
    /// The ordered pairs of a source and a live node that it cannot reach.
    pub disconnected_pairs: u64,
    /// Number of sources that have each eccentricity, counted within what they reach.
    pub eccentricities: BTreeMap<u64, u64>,
    /// A source of the smallest eccentricity, the first in order.
    pub centre: Node,
    /// A source of the largest eccentricity, the first in order.
    pub rim: Node,
    /// Kinds of source: how many different distance histograms there are.
    pub kinds: u64,
    /// Two sources of different kinds, the first of all and the first that is not like it, where there are any.
    pub unlike: Option<Unlike>,
}

/// Two nodes that no symmetry takes to each other: they see different numbers of nodes at some distance.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Unlike {
    /// The nodes.
    pub nodes: [Node; 2],
    /// The first distance at which they differ.
    pub distance: u64,
    /// Number of nodes each of them sees there.
    pub counts: [u64; 2],
}

impl fmt::Display for Unlike {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Unlike { nodes: [a, b], distance, counts: [x, y] } = self;
        write!(f, "at distance {distance} node {} sees {x} nodes and node {} sees {y}", a.0, b.0)
    }
}

impl Pairs {
    /// The largest eccentricity of a source.
    pub fn diameter(&self) -> u64 {
        self.counts.len() as u64 - 1
    }

    /// The smallest eccentricity of a source.
    pub fn radius(&self) -> u64 {
        self.eccentricities.keys().next().copied().unwrap_or(0)
    }

    /// The sum of the distances over all pairs that can reach each other.
    pub fn distance_sum(&self) -> u128 {
        (0u128..).zip(&self.counts).map(|(d, &count)| d * u128::from(count)).sum()
    }
}

/// Searches from every live node, avoiding the failed nodes and links of `dead`: diameter, radius, centre, and the number of pairs at each
/// distance.
///
/// Pairs that cannot reach each other are counted in [`Pairs::disconnected_pairs`]; a disconnected network is not an error. For a sample of
/// the sources call [`from_sources`].
///
/// # Errors
///
/// [`Error::Limit`] for more than 2^32 - 1 nodes, and [`Error::Stopped`] if `watch` requests it.
///
/// # Complexity
///
/// On all cores. Up to two million nodes, 512 sources are searched together in time O(|E| · diameter); beyond that there is one [`Search`] per source.
///
/// # Example
///
/// ```
/// use crossedge::metrics::bfs;
/// use crossedge::net::Faults;
/// use crossedge::prelude::*;
///
/// let net: Topology = "hypercube(3)".parse()?;
/// let pairs = bfs::all_pairs(net.network()?.as_ref(), &Faults::none(), &Silent).expect("small");
/// assert_eq!(pairs.counts, [8, 24, 24, 8]);
/// assert_eq!((pairs.diameter(), pairs.radius()), (3, 3));
/// # Ok::<(), crossedge::Error>(())
/// ```
pub fn all_pairs(net: &dyn Structure, dead: &Faults, watch: &dyn Progress) -> Result<Pairs, Error> {
    let nodes = net.nodes();
    if nodes > u64::from(u32::MAX) {
        return Err(Error::Limit {
            message: format!("searching from each of {nodes} nodes is too long"),
            help: format!("up to {} nodes can be searched from; name some sources", u32::MAX),
        });
    }
    let sources: Vec<Node> = (0..nodes).map(Node).filter(|&v| !dead.node(v)).collect();
    from_sources(net, &sources, dead, watch)
}

/// Searches from the given sources, avoiding the failed nodes and links of `dead`. A failed source is an error; otherwise as [`all_pairs`].
pub fn from_sources(
    net: &dyn Structure,
    sources: &[Node],
    dead: &Faults,
    watch: &dyn Progress,
) -> Result<Pairs, Error> {
    for &source in sources {
        live_source(net, source, dead)?;
    }
    watch.stage("searching from every source", sources.len() as u64);
    let live = net.nodes() - dead.node_count();
    let nodes = net.nodes();
    // A handful of sources is not worth storing the links.
    let small = nodes <= MAX_SIDE_BY_SIDE && (sources.len() >= 8 || nodes <= 1 << 14);
    let ends = || (0..nodes).map(|v| u64::from(net.degree(Node(v)))).sum::<u64>();
    let graph = (small && ends() <= MAX_ENDS).then(|| Csr::live(net, dead));
    let search_totals = match graph {
        Some(graph) => match sources.len() {
            ..=128 => side_by_side::<2>(&graph, sources, watch),
            129..=256 => side_by_side::<4>(&graph, sources, watch),
            _ => side_by_side::<8>(&graph, sources, watch),
        },
        None => one_by_one(net, sources, dead, watch),
    }?;
    search_totals.finish(sources, live)
}

/// The histograms of some sources, gathered.
#[derive(Default)]
struct Gathered {
    counts: Vec<u64>,
    eccentricities: BTreeMap<u64, (u64, u64)>,
    /// Every histogram once, with the first source that has it.
    kinds: HashMap<Box<[u64]>, u64>,
    numbers: usize,
}

impl Gathered {
    fn add_source(&mut self, source: Node, counts: &[u64]) {
        self.counts.resize(self.counts.len().max(counts.len()), 0);
        self.counts.iter_mut().zip(counts).for_each(|(sum, &count)| *sum += count);
        let reach = self.eccentricities.entry(counts.len() as u64 - 1).or_insert((0, source.0));
        *reach = (reach.0 + 1, reach.1.min(source.0));
        self.add_kind(counts.into(), source.0);
    }

    fn add_kind(&mut self, counts: Box<[u64]>, source: u64) {
        if self.numbers <= MAX_KIND_NUMBERS {
            let length = counts.len();
            match self.kinds.entry(counts) {
                Entry::Occupied(mut first) => *first.get_mut() = source.min(*first.get()),
                Entry::Vacant(place) => {
                    place.insert(source);
                    self.numbers += length;
                }
            }
        }
    }

    /// The first source of all, and the first one of another kind.
    fn first_differing(&self) -> Option<Unlike> {
        let first = self.kinds.iter().min_by_key(|(_, source)| **source)?;
        let other = self.kinds.iter().filter(|kind| kind.1 != first.1).min_by_key(|(_, source)| **source)?;
        let at = |counts: &[u64], d: usize| counts.get(d).copied().unwrap_or(0);
        let distance = (0..).find(|&d| at(first.0, d) != at(other.0, d))?;
        let counts = [at(first.0, distance), at(other.0, distance)];
        Some(Unlike { nodes: [Node(*first.1), Node(*other.1)], distance: distance as u64, counts })
    }

    fn merge(mut self, other: Gathered) -> Gathered {
        self.counts.resize(self.counts.len().max(other.counts.len()), 0);
        self.counts.iter_mut().zip(&other.counts).for_each(|(sum, &count)| *sum += count);
        for (reach, (count, first)) in other.eccentricities {
            let mine = self.eccentricities.entry(reach).or_insert((0, first));
            *mine = (mine.0 + count, mine.1.min(first));
        }
        self.numbers += if other.numbers > MAX_KIND_NUMBERS { other.numbers } else { 0 };
        other.kinds.into_iter().for_each(|(counts, source)| self.add_kind(counts, source));
        self
    }

    fn finish(self, sources: &[Node], live: u64) -> Result<Pairs, Error> {
        if self.numbers > MAX_KIND_NUMBERS {
            return Err(Error::Limit {
                message: format!("the different histograms have more than {MAX_KIND_NUMBERS} numbers"),
                help: format!("{} sources were named; name a tenth of them", sources.len()),
            });
        }
        let (Some(centre), Some(rim)) =
            (self.eccentricities.first_key_value(), self.eccentricities.last_key_value())
        else {
            return Err(Error::Usage {
                message: "there is no source to search from".to_owned(),
                help: "name at least one node that lives".to_owned(),
            });
        };
        let reached: u64 = self.counts.iter().sum();
        Ok(Pairs {
            sources: sources.len() as u64,
            disconnected_pairs: live * sources.len() as u64 - reached,
            centre: Node(centre.1.1),
            rim: Node(rim.1.1),
            eccentricities: self.eccentricities.iter().map(|(&reach, &(count, _))| (reach, count)).collect(),
            kinds: self.kinds.len() as u64,
            unlike: self.first_differing(),
            counts: self.counts,
        })
    }
}

/// One search after the other, each core its own sources.
fn one_by_one(
    net: &dyn Structure,
    sources: &[Node],
    dead: &Faults,
    watch: &dyn Progress,
) -> Result<Gathered, Error> {
    let search = Search::new(net, dead);
    let one = |mut sum: Gathered, &source: &Node| {
        sum.add_source(source, &search.levels(source, &CancelOnly(watch))?.counts);
        watch.advance(1);
        Ok(sum)
    };
    sources.par_iter().try_fold(Gathered::default, one).try_reduce(Gathered::default, |a, b| Ok(a.merge(b)))
}

/// 64 · L sources side by side, each core its own.
fn side_by_side<const L: usize>(
    graph: &Csr,
    sources: &[Node],
    watch: &dyn Progress,
) -> Result<Gathered, Error>
where
    Words: Vectors<L>,
{
    let batch = |mut sum: Gathered, part: &[Node]| {
        let columns = batch_histograms::<L>(graph, part, watch)?;
        for (&source, counts) in part.iter().zip(&columns) {
            sum.add_source(source, counts);
        }
        watch.advance(part.len() as u64);
        Ok(sum)
    };
    sources
        .par_chunks(64 * L)
        .try_fold(Gathered::default, batch)
        .try_reduce(Gathered::default, |a, b| Ok(a.merge(b)))
}

/// The histogram of every source of one batch, at most 64 · L of them.
fn batch_histograms<const L: usize>(
    graph: &Csr,
    sources: &[Node],
    watch: &dyn Progress,
) -> Result<Vec<Vec<u64>>, Error>
where
    Words: Vectors<L>,
{
    let all = first_bits::<L>(sources.len());
    let (mut now, mut next) = (AlignedLines::<L>::new(graph.rows()), AlignedLines::<L>::new(graph.rows()));
    for (k, source) in sources.iter().enumerate() {
        now.get_mut()[source.0 as usize][k >> 6] |= 1 << (k & 63);
    }
    let mut histograms = vec![vec![1]; sources.len()];
    loop {
        if watch.stopped() {
            return Err(Error::Stopped);
        }
        let mut gained = Columns::<L>::default();
        dispatch!(Level::new(), simd => expand_level(simd, graph, now.get(), next.get_mut(), &all, &mut gained));
        let counts = gained.counts();
        let mut any = false;
        for (histogram, &count) in histograms.iter_mut().zip(&counts) {
            if count > 0 {
                histogram.push(count);
                any = true;
            }
        }
        if !any {
            return Ok(histograms);
        }
        std::mem::swap(&mut now, &mut next);
    }
}

/// One level: every row and the rows of its neighbours.
#[inline(always)]
fn expand_level<S: Simd, const L: usize>(
    simd: S,
    graph: &Csr,
    now: &[BitLine<L>],
    next: &mut [BitLine<L>],
    all: &BitLine<L>,
    gained: &mut Columns<L>,
) where
    Words: Vectors<L>,
{
    let all = load_line(simd, all);
    for (v, (old, new)) in now.iter().zip(next).enumerate() {
        let old = load_line(simd, old);
        let mut line = old;
        if vectors_differ(old, all) {
            for &w in graph.row(v) {
                line |= load_line(simd, &now[w as usize]);
            }
            if vectors_differ(line, old) {
                gained.add_line(simd, line & !old);
            }
        }
        line.store_array(new);
    }
}

/// Counts bits by column: a binary counter whose digits are lines. Digit i holds bit i of 64 · L counts.
#[derive(Default)]
struct Columns<const L: usize> {
    digits: Vec<Digit<L>>,
}

/// A digit, and a carry that waits there for a second one, so that three lines are added at once.
struct Digit<const L: usize> {
    sum: BitLine<L>,
    waiting: Option<BitLine<L>>,
}

impl<const L: usize> Columns<L> {
    #[inline(always)]
    fn add_line<S: Simd>(&mut self, simd: S, line: Vector<S, L>)
    where
        Words: Vectors<L>,
    {
        let mut line = line;
        for digit in &mut self.digits {
            let Some(other) = digit.waiting.take() else {
                digit.waiting = Some(line.to_array());
                return;
            };
            let (other, sum) = (load_line(simd, &other), load_line(simd, &digit.sum));
            let half = other ^ line;
            (sum ^ half).store_array(&mut digit.sum);
            line = (other & line) | (half & sum);
        }
        self.digits.push(Digit { sum: empty_vector(simd).to_array(), waiting: Some(line.to_array()) });
    }

    fn counts(self) -> Vec<u64> {
        let mut counts = vec![0; 64 * L];
        for (i, digit) in self.digits.iter().enumerate() {
            let waiting = digit.waiting.unwrap_or([0; L]);
            for (column, count) in counts.iter_mut().enumerate() {
                let bit = |line: &BitLine<L>| line[column >> 6] >> (column & 63) & 1;
                *count += (bit(&digit.sum) + bit(&waiting)) << i;
            }
        }
        counts
    }
}
