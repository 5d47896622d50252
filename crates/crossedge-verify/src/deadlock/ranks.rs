//! Ranks of channels: the length of the longest chain of dependencies that begins there.

use super::graph::{DependencyGraph, Full, put, room};
use crossedge_core::model::{Channel, VirtualChannel};
use crossedge_core::net::Node;
use crossedge_core::progress::{Progress, Stopped};

/// Ranks, from 1; 0 for channels that no packet uses.
pub(super) struct Ranks {
    cells: Cells,
    used: u64,
    dependencies: u64,
    height: u32,
}

/// A byte for each channel, as long as that is enough.
enum Cells {
    Bytes(Vec<u8>),
    Words(Vec<u32>),
}

/// The mark of a channel that the search is still below.
const OPEN: u32 = u32::MAX;
const OPEN_BYTE: u8 = u8::MAX;
/// The highest rank in bytes.
const MOST: u32 = 250;

impl Cells {
    #[inline]
    fn get(&self, i: usize) -> u32 {
        match self {
            Cells::Bytes(cells) if cells[i] == OPEN_BYTE => OPEN,
            Cells::Bytes(cells) => cells[i].into(),
            Cells::Words(cells) => cells[i],
        }
    }

    #[inline]
    fn set(&mut self, i: usize, rank: u32) -> Result<(), Full> {
        match self {
            Cells::Bytes(cells) if rank <= MOST => cells[i] = rank as u8,
            Cells::Bytes(cells) if rank == OPEN => cells[i] = OPEN_BYTE,
            Cells::Bytes(cells) => {
                let wide = |&cell: &u8| if cell == OPEN_BYTE { OPEN } else { cell.into() };
                let mut words: Vec<u32> = room(cells.len())?;
                words.extend(cells.iter().map(wide));
                words[i] = rank;
                *self = Cells::Words(words);
            }
            Cells::Words(cells) => cells[i] = rank,
        }
        Ok(())
    }
}

/// A channel that the search is below: its successors are at the end of a common list.
struct OpenChannel {
    by: Channel,
    at: Node,
    /// The number of the first channel of `at`.
    first: usize,
    /// Offset of its successors.
    begins: usize,
    /// The highest rank among those that are done.
    highest: u32,
}

/// A number that orders the channels of a node, in one comparison.
#[inline]
fn order(channel: &VirtualChannel) -> u64 {
    u64::from(channel.port.0) << 32 | u64::from(channel.vc)
}

/// Moves the channels without a rank to the front, in their order. Returns their number, and the highest rank of the others.
#[inline]
fn unranked(channels: &mut [VirtualChannel], rank: impl Fn(VirtualChannel) -> u32) -> (usize, u32) {
    let (mut kept, mut highest) = (0, 0);
    for i in 0..channels.len() {
        let out = channels[i];
        match rank(out) {
            0 | OPEN => {
                channels[kept] = out;
                kept += 1;
            }
            rank => highest = highest.max(rank),
        }
    }
    (kept, highest)
}

/// Memory of the ranks of `channels` channels, with dependency chains of length `longest`.
pub(super) fn bytes(channels: u128, long: u128) -> u128 {
    let cell = if long > MOST.into() { 4 } else { 1 };
    channels.saturating_mul(cell).saturating_add(long.saturating_mul(size_of::<OpenChannel>() as u128))
}

/// Ranks, or channels that wait for each other in a cycle.
pub(super) type RanksOrCycle = Result<Ranks, Vec<Channel>>;

/// The state of a search in depth, kept from one root to the next.
#[derive(Default)]
struct Descent {
    stack: Vec<OpenChannel>,
    /// Successors of all open channels that have no rank yet.
    follow: Vec<VirtualChannel>,
    distinct: Vec<VirtualChannel>,
}

/// The reasons to end a search below one channel early.
enum EarlyReturn {
    Cycle(Vec<Channel>),
    Full(Full),
}

impl From<Full> for EarlyReturn {
    fn from(full: Full) -> Self {
        EarlyReturn::Full(full)
    }
}

impl Ranks {
    /// Searches in depth from every first channel; a cycle if the search comes back to a channel that it is below.
    pub fn find(
        graph: &DependencyGraph<'_>,
        watch: &dyn Progress,
    ) -> Result<Result<RanksOrCycle, Full>, Stopped> {
        let n = graph.ends;
        watch.stage("ranks of channels", n);
        let mut cells = match room(graph.size()) {
            Ok(cells) => cells,
            Err(full) => return Ok(Err(full)),
        };
        cells.resize(graph.size(), 0);
        let mut ranks = Ranks { cells: Cells::Bytes(cells), used: 0, dependencies: 0, height: 0 };
        let (mut first, mut descent) = (Vec::new(), Descent::default());
        for v in 0..n {
            if v & 0xfff == 0xfff {
                watch.advance(0x1000);
                if watch.stopped() {
                    return Err(Stopped);
                }
            }
            first.clear();
            graph.injection(Node(v), &mut first);
            for &out in &first {
                let by = Channel::new(Node(v), out);
                if ranks.cells.get(graph.index(by)) == 0 {
                    match ranks.descend(graph, by, &mut descent) {
                        Ok(()) => {}
                        Err(EarlyReturn::Cycle(cycle)) => return Ok(Ok(Err(cycle))),
                        Err(EarlyReturn::Full(full)) => return Ok(Err(full)),
                    }
                }
            }
        }
        Ok(Ok(Ok(ranks)))
    }

    fn descend(
        &mut self,
        graph: &DependencyGraph<'_>,
        from: Channel,
        descent: &mut Descent,
    ) -> Result<(), EarlyReturn> {
        descent.follow.clear();
        descent.stack.clear();
        self.open(graph, from, graph.index(from), descent)?;
        while let Some(top) = descent.stack.last_mut() {
            if descent.follow.len() > top.begins {
                let out = descent.follow.pop().expect("longer than its start");
                let next = Channel::new(top.at, out);
                let index = graph.index_from(top.first, out);
                match self.cells.get(index) {
                    0 => self.open(graph, next, index, descent)?,
                    OPEN => {
                        let stack = &descent.stack;
                        let start = stack.iter().position(|open| open.by == next).unwrap_or(0);
                        return Err(EarlyReturn::Cycle(stack[start..].iter().map(|open| open.by).collect()));
                    }
                    rank => top.highest = top.highest.max(rank),
                }
                continue;
            }
            let rank = top.highest + 1;
            let index = graph.index(top.by);
            self.cells.set(index, rank)?;
            self.height = self.height.max(rank);
            descent.stack.pop();
            if let Some(below) = descent.stack.last_mut() {
                below.highest = below.highest.max(rank);
            }
        }
        Ok(())
    }

    fn open(
        &mut self,
        graph: &DependencyGraph<'_>,
        by: Channel,
        index: usize,
        descent: &mut Descent,
    ) -> Result<(), Full> {
        self.cells.set(index, OPEN)?;
        self.used += 1;
        let at = graph.head(by);
        let first = graph.index(Channel::new(at, VirtualChannel::new(0, 0)));
        let Descent { stack, follow, distinct } = descent;
        let begins = follow.len();
        graph.dependencies(by, at, follow);
        let added = &mut follow[begins..];
        self.dependencies += if added.is_sorted_by(|a, b| order(a) < order(b)) {
            added.len() as u64
        } else {
            // Merged channels may name a successor twice.
            distinct.clear();
            distinct.extend_from_slice(added);
            distinct.sort_unstable();
            distinct.dedup();
            distinct.len() as u64
        };
        // Most successors have their ranks already: only the others are kept.
        let rest = match &self.cells {
            Cells::Bytes(cells) => unranked(added, |out| match cells[graph.index_from(first, out)] {
                OPEN_BYTE => OPEN,
                rank => rank.into(),
            }),
            Cells::Words(cells) => unranked(added, |out| cells[graph.index_from(first, out)]),
        };
        follow.truncate(begins + rest.0);
        put(stack, OpenChannel { by, at, first, begins, highest: rest.1 })
    }

    /// Asks for every dependency of every used channel a second time; a channel for which the answer differs.
    pub fn answers_again(
        &self,
        graph: &DependencyGraph<'_>,
        watch: &dyn Progress,
    ) -> Result<Result<(), Channel>, Stopped> {
        watch.stage("every dependency a second time", graph.net.nodes());
        let mut follow = Vec::new();
        for v in (0..graph.net.nodes()).map(Node) {
            if v.0 & 0xfff == 0xfff && watch.stopped() {
                return Err(Stopped);
            }
            for port in 0..graph.net.degree(v) {
                for vc in 0..graph.vcs {
                    let by = Channel::new(v, VirtualChannel::new(port, vc));
                    let rank = self.cells.get(graph.index(by));
                    if rank == 0 {
                        continue;
                    }
                    let at = graph.head(by);
                    follow.clear();
                    graph.dependencies(by, at, &mut follow);
                    let falls = |&out: &VirtualChannel| {
                        (1..rank).contains(&self.cells.get(graph.index(Channel::new(at, out))))
                    };
                    if !follow.iter().all(falls) {
                        return Ok(Err(by));
                    }
                }
            }
        }
        Ok(Ok(()))
    }

    /// Number of channels that are used.
    pub fn used(&self) -> u64 {
        self.used
    }

    /// Number of dependencies, each followed by the search.
    pub fn dependencies(&self) -> u64 {
        self.dependencies
    }

    /// The highest rank.
    pub fn height(&self) -> u32 {
        self.height
    }

    /// The memory of the ranks.
    pub fn bytes(&self) -> u64 {
        match &self.cells {
            Cells::Bytes(cells) => cells.len() as u64,
            Cells::Words(cells) => 4 * cells.len() as u64,
        }
    }
}
