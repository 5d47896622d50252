//! Number of node-disjoint or link-disjoint paths between two nodes of a stored graph (Menger 1927), by augmenting paths.
//!
//! The same flows as in `route::flow`, over arrays: callers with thousands of pairs need numbers, not paths.

use crossedge_lang::net::Table;

const NO_ARC: u32 = u32::MAX;

/// A graph, and room for flows in it.
pub struct Menger<'a> {
    graph: &'a Table,
    /// Offset of the arcs of each node.
    first: Vec<usize>,
    /// The reverse arc.
    back: Vec<u32>,
    used: Vec<bool>,
    next: Vec<u32>,
    prev: Vec<u32>,
    /// From where a state was met, and in which search.
    from: Vec<u32>,
    met: Vec<u32>,
    search: u32,
    queue: Vec<u32>,
    /// The neighbours of each node as bits, in a graph that is dense enough for it.
    rows: Option<BitRows>,
    /// Nodes that a search has come into, where there are rows.
    entered: Vec<u64>,
}

/// An adjacency matrix of bits.
struct BitRows {
    /// Words of a row.
    words: usize,
    bits: Vec<u64>,
}

impl BitRows {
    /// `None` if a list of neighbours is as short as a row.
    fn new(graph: &Table) -> Option<Self> {
        let n = graph.nodes() as usize;
        let words = n.div_ceil(64);
        let arcs: usize = (0..n).map(|v| graph.row(v).len()).sum();
        if arcs < 2 * words * n {
            return None;
        }
        let mut bits = vec![0; words * n];
        for v in 0..n {
            for &w in graph.row(v) {
                bits[v * words + w as usize / 64] |= 1 << (w % 64);
            }
        }
        Some(BitRows { words, bits })
    }

    fn row(&self, v: u32) -> &[u64] {
        &self.bits[v as usize * self.words..][..self.words]
    }
}

fn is_set(bits: &[u64], v: u32) -> bool {
    bits[v as usize / 64] >> (v % 64) & 1 == 1
}

impl<'a> Menger<'a> {
    /// Room for flows of this graph.
    pub fn new(graph: &'a Table) -> Self {
        let n = graph.nodes() as usize;
        let mut first = vec![0];
        (0..n).for_each(|v| first.push(first[v] + graph.row(v).len()));
        let place = |v: usize, w: u32| {
            let at = graph.row(w as usize).binary_search(&(v as u32)).unwrap_or(0);
            (first[w as usize] + at) as u32
        };
        let back = (0..n).flat_map(|v| graph.row(v).iter().map(move |&w| (v, w))).map(|(v, w)| place(v, w));
        let back: Vec<u32> = back.collect();
        let used = vec![false; back.len()];
        let rows = BitRows::new(graph);
        let entered = vec![0; rows.as_ref().map_or(0, |rows| rows.words)];
        Menger {
            graph,
            first,
            back,
            used,
            next: vec![NO_ARC; n],
            prev: vec![NO_ARC; n],
            from: vec![NO_ARC; 2 * n],
            met: vec![0; 2 * n],
            search: 0,
            queue: Vec::new(),
            rows,
            entered,
        }
    }

    fn begin_search(&mut self) {
        self.search += 1;
        self.queue.clear();
    }

    fn visit_state(&mut self, state: u32, from: u32) {
        if self.met[state as usize] != self.search {
            self.met[state as usize] = self.search;
            self.from[state as usize] = from;
            self.queue.push(state);
        }
    }

    /// Internally node-disjoint paths between two nodes that are not linked, at most `most` of them.
    pub fn by_nodes(&mut self, a: u32, b: u32, most: u64) -> u64 {
        self.next.fill(NO_ARC);
        self.prev.fill(NO_ARC);
        let mut count = 0;
        // Paths over one node are among some largest set, and no search takes them back.
        for &w in self.graph.row(a as usize) {
            if self.graph.row(w as usize).binary_search(&b).is_ok() {
                (self.next[w as usize], self.prev[w as usize]) = (b, a);
                count += 1;
            }
        }
        let rows = self.rows.take();
        let mut one_more = || match &rows {
            Some(rows) => self.one_by_rows(rows, a, b),
            None => self.one_by_nodes(a, b),
        };
        while count < most && one_more() {
            count += 1;
        }
        self.rows = rows;
        count.min(most)
    }

    /// One more path, by the rows: all neighbours that were not met are found 64 at a time.
    fn one_by_rows(&mut self, rows: &BitRows, a: u32, b: u32) -> bool {
        self.begin_search();
        self.entered.fill(0);
        // No path comes back to its source.
        self.entered[a as usize / 64] |= 1 << (a % 64);
        self.visit_state(2 * a + 1, NO_ARC);
        let mut at = 0;
        while let Some(&state) = self.queue.get(at) {
            at += 1;
            let v = state / 2;
            let before = self.prev[v as usize];
            if state & 1 == 0 {
                self.pass(v, a, state);
                continue;
            }
            let next = if v == a { NO_ARC } else { self.next[v as usize] };
            if is_set(rows.row(v), b) && next != b {
                self.augment_path(state, a, b);
                return true;
            }
            for (word, &row) in rows.row(v).iter().enumerate() {
                let mut fresh = row & !self.entered[word];
                while fresh != 0 {
                    let w = word as u32 * 64 + fresh.trailing_zeros();
                    fresh &= fresh - 1;
                    let uses = if v == a { self.prev[w as usize] == a } else { next == w };
                    if !uses {
                        self.enter(w, state);
                    }
                }
            }
            if v != a && before != NO_ARC && !is_set(&self.entered, v) {
                self.enter(v, state);
            }
        }
        false
    }

    /// A search that came into a node goes on: through it, or back along the path that is there.
    fn pass(&mut self, v: u32, a: u32, state: u32) {
        match self.prev[v as usize] {
            NO_ARC => self.visit_state(2 * v + 1, state),
            u if u != a => self.visit_state(2 * u + 1, state),
            _ => {}
        }
    }

    /// A search comes into a node for the first time.
    fn enter(&mut self, w: u32, from: u32) {
        self.entered[w as usize / 64] |= 1 << (w % 64);
        self.from[2 * w as usize] = from;
        self.queue.push(2 * w);
    }

    /// One more path. States are twice a node where paths come in, and one more where they leave.
    fn one_by_nodes(&mut self, a: u32, b: u32) -> bool {
        self.begin_search();
        self.visit_state(2 * a + 1, NO_ARC);
        let mut at = 0;
        while let Some(&state) = self.queue.get(at) {
            at += 1;
            let v = state / 2;
            let before = self.prev[v as usize];
            if state & 1 == 0 {
                self.pass(v, a, state);
                continue;
            }
            let graph = self.graph;
            for &w in graph.row(v as usize) {
                let uses = if v == a { self.prev[w as usize] == a } else { self.next[v as usize] == w };
                if w == a || uses {
                    continue;
                }
                if w == b {
                    self.augment_path(state, a, b);
                    return true;
                }
                self.visit_state(2 * w, state);
            }
            if v != a && before != NO_ARC {
                self.visit_state(2 * v, state);
            }
        }
        false
    }

    /// Augments along the path of a search that ended next to `b`.
    fn augment_path(&mut self, last: u32, a: u32, b: u32) {
        let (mut gained, mut lost) = (vec![(last / 2, b)], Vec::new());
        let mut at = last;
        while self.from[at as usize] != NO_ARC {
            let before = self.from[at as usize];
            let (x, y) = (before / 2, at / 2);
            match (before & 1, at & 1) {
                (1, 0) if x != y => gained.push((x, y)),
                (0, 1) if x != y => lost.push((y, x)),
                _ => {}
            }
            at = before;
        }
        for (v, w) in lost {
            self.next[v as usize] = NO_ARC;
            self.prev[w as usize] = NO_ARC;
        }
        for (v, w) in gained {
            if v != a {
                self.next[v as usize] = w;
            }
            if w != b {
                self.prev[w as usize] = v;
            }
        }
    }

    /// Paths between two nodes that are edge-disjoint, or `most` of them.
    pub fn by_links(&mut self, a: u32, b: u32, most: u64) -> u64 {
        self.used.fill(false);
        let mut count = 0;
        while count < most && self.one_by_links(a, b) {
            count += 1;
        }
        count
    }

    fn one_by_links(&mut self, a: u32, b: u32) -> bool {
        self.begin_search();
        self.visit_state(a, NO_ARC);
        let mut at = 0;
        while let Some(&v) = self.queue.get(at) {
            at += 1;
            let graph = self.graph;
            for (i, &w) in graph.row(v as usize).iter().enumerate() {
                let arc = self.first[v as usize] + i;
                if self.used[arc] {
                    continue;
                }
                // Stores the arc by which a node was reached.
                self.visit_state(w, arc as u32);
                if w == b {
                    self.take_path(a, b);
                    return true;
                }
            }
        }
        false
    }

    fn take_path(&mut self, a: u32, b: u32) {
        let mut at = b;
        while at != a {
            let arc = self.from[at as usize] as usize;
            let back = self.back[arc] as usize;
            // There and back is nowhere.
            if self.used[back] {
                self.used[back] = false
            } else {
                self.used[arc] = true
            }
            at = self.arc_tail(arc);
        }
    }

    fn arc_tail(&self, arc: usize) -> u32 {
        (self.first.partition_point(|&start| start <= arc) - 1) as u32
    }
}
