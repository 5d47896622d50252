//! The exact diameter of what faults leave: live links stored once, and searches from 512 nodes at a time where layers are few.
//!
//! In a round every node takes over, bit by bit, which of the 512 its neighbours have met; the round in which nothing is new was one too
//! many. A round looks at every link, so that a network with many layers is searched from each node by itself.

/// Words of 64 sources each.
const WORDS: usize = 8;

/// Rounds that are cheaper than a search for each of 512 sources: a round does the work of eight, which a machine does side by side.
const MAX_ROUNDS: u32 = 64;

/// The live links of every node.
pub struct Rows {
    starts: Vec<usize>,
    ends: Vec<u32>,
}

impl Rows {
    /// Asks for the live neighbours of every node; a dead one has none.
    pub fn new(nodes: usize, mut around: impl FnMut(usize, &mut Vec<u32>)) -> Self {
        let (mut starts, mut ends) = (vec![0], Vec::new());
        for v in 0..nodes {
            around(v, &mut ends);
            starts.push(ends.len());
        }
        Rows { starts, ends }
    }

    fn row(&self, v: usize) -> &[u32] {
        &self.ends[self.starts[v]..self.starts[v + 1]]
    }

    fn nodes(&self) -> usize {
        self.starts.len() - 1
    }

    /// The largest distance between two of these nodes, which are one part; `layers` is the largest from one of them.
    pub fn diameter(&self, members: &[u32], layers: u32) -> u64 {
        let far = if layers <= MAX_ROUNDS { Self::together } else { Self::alone };
        members.chunks(64 * WORDS).map(|sources| far(self, sources)).max().unwrap_or(0)
    }

    /// The largest distance from these nodes, by rounds.
    fn together(&self, sources: &[u32]) -> u64 {
        let mut seen = vec![[0u64; WORDS]; self.nodes()];
        for (i, &source) in sources.iter().enumerate() {
            seen[source as usize][i >> 6] |= 1 << (i & 63);
        }
        let mut front = seen.clone();
        let mut next = vec![[0u64; WORDS]; self.nodes()];
        for round in 0.. {
            let mut news = 0;
            for (v, (met, seen)) in next.iter_mut().zip(&mut seen).enumerate() {
                *met = [0; WORDS];
                for &w in self.row(v) {
                    met.iter_mut().zip(&front[w as usize]).for_each(|(word, more)| *word |= more);
                }
                for (word, seen) in met.iter_mut().zip(seen) {
                    *word &= !*seen;
                    *seen |= *word;
                    news |= *word;
                }
            }
            if news == 0 {
                return round;
            }
            std::mem::swap(&mut front, &mut next);
        }
        0
    }

    /// The same, by a search from each.
    fn alone(&self, sources: &[u32]) -> u64 {
        let mut met = vec![0u32; self.nodes()];
        let (mut front, mut next, mut most) = (Vec::new(), Vec::new(), 0);
        for (number, &source) in (1..).zip(sources) {
            met[source as usize] = number;
            front.push(source);
            let mut layers = 0;
            while !front.is_empty() {
                for v in front.drain(..) {
                    for &w in self.row(v as usize) {
                        if std::mem::replace(&mut met[w as usize], number) != number {
                            next.push(w);
                        }
                    }
                }
                layers += u64::from(!next.is_empty());
                std::mem::swap(&mut front, &mut next);
            }
            most = most.max(layers);
        }
        most
    }
}

#[cfg(test)]
mod tests {
    use super::Rows;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn rounds_and_searches_agree(n in 2usize..700, links in prop::collection::vec((any::<u32>(), any::<u32>()), 0..900)) {
            let mut lists = vec![Vec::new(); n];
            for (a, b) in links {
                let (a, b) = (a as usize % n, b as usize % n);
                lists[a].push(b as u32);
                lists[b].push(a as u32);
            }
            let rows = Rows::new(n, |v, out| out.extend_from_slice(&lists[v]));
            let all: Vec<u32> = (0..n as u32).collect();
            prop_assert_eq!(rows.diameter(&all, 1), rows.diameter(&all, u32::MAX));
        }
    }

    #[test]
    fn a_path_of_known_length() {
        let rows = Rows::new(1000, |v, out| {
            out.extend([v.wrapping_sub(1), v + 1].into_iter().filter(|&w| w < 1000).map(|w| w as u32));
        });
        let all: Vec<u32> = (0..1000).collect();
        assert_eq!((rows.diameter(&all, 1), rows.diameter(&all, 999)), (999, 999));
    }
}
