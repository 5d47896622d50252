//! The exact diameter of the remaining network after faults: live links stored once, and searches from 512 nodes at a time where layers are few.
//!
//! Every node has a set of 512 bits, the sources that have reached it. In each round it adds the sets of its neighbours; the largest distance is the
//! number of rounds that changed a set. A round visits every link, so a network of large diameter is searched from one node at a time.

use super::Csr;

/// Words of 64 sources each.
const SOURCE_WORDS: usize = 8;

/// Rounds that are cheaper than a search for each of 512 sources: a round does the work of eight, which a machine does side by side.
const MAX_ROUNDS: u32 = 64;

/// Searches over the live links of every node.
pub struct BatchedSearch(Csr);

impl BatchedSearch {
    /// Over these links; a dead node has none.
    pub fn new(links: Csr) -> Self {
        BatchedSearch(links)
    }

    fn nodes(&self) -> usize {
        self.0.rows()
    }

    /// The largest distance between two of these nodes, which are the endpoints of one part, and have ids below `ends`; `layers` is the
    /// largest from one of them.
    pub fn diameter(&self, members: &[u32], layers: u32, ends: usize) -> u64 {
        let eccentricity =
            if layers <= MAX_ROUNDS { Self::diameter_batched } else { Self::diameter_one_by_one };
        members.chunks(Self::MAX_SOURCES).map(|sources| eccentricity(self, sources, ends)).max().unwrap_or(0)
    }

    /// The largest distance of an endpoint from these nodes, by rounds.
    fn diameter_batched(&self, sources: &[u32], ends: usize) -> u64 {
        let mut eccentricity = 0;
        self.visit_rounds(sources, &mut |round, news| {
            // Switches forward newly visited sources, but do not count as targets.
            if ends == self.nodes() || news[..ends].iter().any(|met| *met != [0; SOURCE_WORDS]) {
                eccentricity = round;
            }
        });
        eccentricity
    }

    /// Number of endpoints at each distance from at most [`BatchedSearch::MAX_SOURCES`] of them; endpoints have ids below `ends`.
    pub fn counts(&self, sources: &[u32], ends: usize) -> Vec<u64> {
        let mut counts = vec![sources.len() as u64];
        self.visit_rounds(sources, &mut |_, news| {
            let met = news[..ends].iter().flatten().map(|word| u64::from(word.count_ones())).sum();
            counts.push(met);
        });
        // The last rounds may have met switches alone.
        while counts.last() == Some(&0) {
            counts.pop();
        }
        counts
    }

    /// Number of searches that run together.
    pub const MAX_SOURCES: usize = 64 * SOURCE_WORDS;

    /// Returns `true` if batched searches are cheaper than individual ones at this diameter.
    pub fn go_together(layers: u64) -> bool {
        layers <= u64::from(MAX_ROUNDS)
    }

    /// Shows after each round, from 1 on, which of the sources every node has just met; the round in which nothing is new is not shown.
    fn visit_rounds(&self, sources: &[u32], visit: &mut dyn FnMut(u64, &[[u64; SOURCE_WORDS]])) {
        let mut seen = vec![[0u64; SOURCE_WORDS]; self.nodes()];
        for (i, &source) in sources.iter().enumerate() {
            seen[source as usize][i >> 6] |= 1 << (i & 63);
        }
        let mut front = seen.clone();
        let mut next = vec![[0u64; SOURCE_WORDS]; self.nodes()];
        for round in 1.. {
            let mut news = 0;
            for (v, (met, seen)) in next.iter_mut().zip(&mut seen).enumerate() {
                *met = [0; SOURCE_WORDS];
                for &w in self.0.row(v) {
                    met.iter_mut().zip(&front[w as usize]).for_each(|(word, more)| *word |= more);
                }
                for (word, seen) in met.iter_mut().zip(seen) {
                    *word &= !*seen;
                    *seen |= *word;
                    news |= *word;
                }
            }
            if news == 0 {
                return;
            }
            visit(round, &next);
            std::mem::swap(&mut front, &mut next);
        }
    }

    /// The same, by a search from each.
    fn diameter_one_by_one(&self, sources: &[u32], ends: usize) -> u64 {
        let mut met = vec![0u32; self.nodes()];
        let (mut front, mut next, mut most) = (Vec::new(), Vec::new(), 0);
        for (number, &source) in (1..).zip(sources) {
            met[source as usize] = number;
            front.push(source);
            let mut layers = 0;
            while !front.is_empty() {
                layers += 1;
                let mut reported = false;
                for v in front.drain(..) {
                    for &w in self.0.row(v as usize) {
                        if std::mem::replace(&mut met[w as usize], number) != number {
                            reported |= (w as usize) < ends;
                            next.push(w);
                        }
                    }
                }
                if reported {
                    most = most.max(layers);
                }
                std::mem::swap(&mut front, &mut next);
            }
        }
        most
    }
}
