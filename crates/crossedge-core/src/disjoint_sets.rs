//! Disjoint sets that are merged step by step (union–find).

/// A partition of 0, 1, …, n - 1. The representative of a set is its least element.
#[derive(Debug, Clone)]
pub struct DisjointSets {
    parent: Vec<u32>,
}

impl DisjointSets {
    /// Every element in a set of its own. At most 2^32 elements.
    pub fn new(size: usize) -> Self {
        DisjointSets { parent: (0u32..).take(size).collect() }
    }

    /// Number of elements.
    pub fn size(&self) -> usize {
        self.parent.len()
    }

    /// The representative of the set of an element.
    pub fn root(&mut self, element: usize) -> usize {
        let mut at = element;
        while self.parent[at] as usize != at {
            self.parent[at] = self.parent[self.parent[at] as usize];
            at = self.parent[at] as usize;
        }
        at
    }

    /// Merges the sets of two elements.
    pub fn merge(&mut self, a: usize, b: usize) {
        let (a, b) = (self.root(a), self.root(b));
        self.parent[a.max(b)] = a.min(b) as u32;
    }
}
