//! The plan of a rank: where everything lies in its memory, and for each step which ranges are sent, received, copied and added.
//!
//! All chunks that a node ever holds lie one after the other, ordered by chunk; after the nodes comes a part for messages on their way.
//! A message whose chunks lie side by side is sent from where it lies, and received to where it belongs unless somebody still
//! reads that place in this step; any other is packed or unpacked. A step is: pack, exchange, then unpack and add. So whatever is
//! sent is what was there before the step, as a schedule means it.

use crate::blocks::Blocks;
use crate::bytes::{POISON, add, before, fill};
use crate::failure::Failure;
use crate::programs::{Hop, Programs};
use crossedge::collective::{Action, Collective};
use std::collections::{HashMap, HashSet};
use std::ops::Range;

/// A range of memory that goes to or comes from a rank.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Part {
    /// The other rank.
    pub rank: i32,
    /// Where it begins.
    pub start: usize,
    /// Its bytes.
    pub length: i32,
}

impl Part {
    /// Where it lies.
    pub fn range(&self) -> Range<usize> {
        self.start..self.start + self.length as usize
    }
}

/// Sends and receives of one step. No received range overlaps another range: [`Exchange::new`] sees to it.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Exchange {
    receives: Vec<Part>,
    sends: Vec<Part>,
    end: usize,
}

impl Exchange {
    /// None when a received range overlaps a range that is sent or received.
    pub fn new(receives: Vec<Part>, sends: Vec<Part>) -> Option<Exchange> {
        let mut places: Vec<(Range<usize>, bool)> =
            receives.iter().map(|part| (part.range(), true)).collect();
        places.extend(sends.iter().map(|part| (part.range(), false)));
        places.retain(|(range, _)| !range.is_empty());
        places.sort_by_key(|(range, _)| range.start);
        // So far: the farthest end of anything, and of what is received.
        let (mut any, mut received) = (0, 0);
        for (range, receive) in &places {
            if range.start < received || (*receive && range.start < any) {
                return None;
            }
            any = any.max(range.end);
            received = if *receive { range.end } else { received };
        }
        let end = receives.iter().chain(&sends).map(|part| part.range().end).max().unwrap_or(0);
        Some(Exchange { receives, sends, end })
    }

    /// What is received.
    pub fn receives(&self) -> &[Part] {
        &self.receives
    }

    /// What is sent.
    pub fn sends(&self) -> &[Part] {
        &self.sends
    }

    /// Memory must reach up to here.
    pub fn end(&self) -> usize {
        self.end
    }
}

/// Bytes that are copied or added inside the memory of a rank. The two ranges do not overlap.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Local {
    from: usize,
    to: usize,
    length: usize,
    add: bool,
}

impl Local {
    fn run(&self, memory: &mut [u8]) {
        let Local { from, to, length, add: sum } = *self;
        let (source, target) = if from < to {
            let (low, high) = memory.split_at_mut(to);
            (&low[from..from + length], &mut high[..length])
        } else {
            let (low, high) = memory.split_at_mut(from);
            (&high[..length], &mut low[to..to + length])
        };
        if sum { add(target, source) } else { target.copy_from_slice(source) }
    }

    fn runs(all: &[Local], memory: &mut [u8]) {
        all.iter().for_each(|local| local.run(memory));
    }
}

/// One step.
#[derive(Debug, Default)]
pub struct Step {
    pack: Vec<Local>,
    /// What goes between ranks.
    pub exchange: Exchange,
    unpack: Vec<Local>,
    /// How many messages go from nodes of this rank.
    pub messages: u64,
}

impl Step {
    /// What is done before the exchange.
    pub fn before(&self, memory: &mut [u8]) {
        Local::runs(&self.pack, memory);
    }

    /// What is done after it.
    pub fn after(&self, memory: &mut [u8]) {
        Local::runs(&self.unpack, memory);
    }

    /// The additions of [`Step::after`], and the copies between nodes of this rank, without packing: what a bare loop has to do too.
    pub fn bare(&self, memory: &mut [u8], staging: usize) {
        let needed = |local: &&Local| local.add || local.from < staging;
        self.unpack.iter().filter(needed).for_each(|local| local.run(memory));
    }
}

/// Where the chunks of one node lie.
#[derive(Debug, Default)]
struct Store {
    chunks: Vec<u64>,
    /// Where each begins, and where the last one ends.
    starts: Vec<usize>,
}

impl Store {
    fn range(&self, chunk: u64) -> Option<Range<usize>> {
        let at = self.chunks.binary_search(&chunk).ok()?;
        Some(self.starts[at]..self.starts[at + 1])
    }

    /// Ranges of several chunks, those side by side as one.
    fn runs(&self, chunks: &[u64]) -> Vec<Range<usize>> {
        let mut runs: Vec<Range<usize>> = Vec::new();
        for range in chunks.iter().filter_map(|&chunk| self.range(chunk)) {
            match runs.last_mut() {
                Some(last) if last.end == range.start => last.end = range.end,
                _ => runs.push(range),
            }
        }
        runs
    }
}

/// The plan of one rank.
#[derive(Debug)]
pub struct Plan {
    /// What it is for.
    pub of: Collective,
    /// The nodes of the rank.
    pub block: Range<u64>,
    /// The steps.
    pub steps: Vec<Step>,
    /// Where messages on their way begin.
    pub staging: usize,
    /// How much memory.
    pub length: usize,
    stores: Vec<Store>,
}

impl Plan {
    /// The plan of a rank from the programs of its nodes.
    pub fn new(of: Collective, programs: &Programs<'_>, blocks: &Blocks, rank: u64) -> Result<Plan, Failure> {
        let block = blocks.of(rank);
        let mut steps: Vec<Vec<Hop>> = Vec::new();
        for step in 0..programs.steps() {
            let mut hops = Vec::new();
            programs.step(step, &mut hops)?;
            steps.push(hops);
        }
        let mut held: Vec<HashSet<u64>> = block.clone().map(|v| before(&of, v).collect()).collect();
        for hop in steps.iter().flatten() {
            for v in [hop.from, hop.to] {
                if block.contains(&v) {
                    held[(v - block.start) as usize].extend(&hop.chunks);
                }
            }
        }
        let mut end = 0;
        let stores = held.into_iter().map(|held| {
            let mut chunks: Vec<u64> = held.into_iter().collect();
            chunks.sort_unstable();
            let mut starts = vec![end];
            for &chunk in &chunks {
                end += of.chunk_bytes(chunk) as usize;
                starts.push(end);
            }
            Store { chunks, starts }
        });
        let stores: Vec<Store> = stores.collect();
        let mut plan = Plan { of, block, steps: Vec::new(), staging: end, length: end, stores };
        for hops in &steps {
            let step = plan.step(hops, blocks)?;
            plan.steps.push(step);
        }
        Ok(plan)
    }

    fn step(&mut self, hops: &[Hop], blocks: &Blocks) -> Result<Step, Failure> {
        let mut read: HashSet<(u64, u64)> = HashSet::new();
        let mut written: HashMap<(u64, u64), u32> = HashMap::new();
        for hop in hops {
            for &chunk in &hop.chunks {
                if self.block.contains(&hop.from) {
                    read.insert((hop.from, chunk));
                }
                if self.block.contains(&hop.to) {
                    *written.entry((hop.to, chunk)).or_default() += 1;
                }
            }
        }
        let mut step = Step::default();
        let (mut receives, mut sends) = (Vec::new(), Vec::new());
        let mut next = self.staging;
        for hop in hops {
            let bytes = self.of.bytes_of(&hop.chunks);
            let length = i32::try_from(bytes).map_err(|_| {
                Failure::Limit(format!(
                    "a message of {bytes} bytes is too long, for MPI counts to {}\nhelp: take fewer --bytes",
                    i32::MAX
                ))
            })?;
            let (here, there) = (self.block.contains(&hop.from), self.block.contains(&hop.to));
            step.messages += u64::from(here);
            let add = hop.action == Action::Add;
            let whole = next..next + bytes as usize;
            let packed = std::slice::from_ref(&whole);
            // A copy inside the rank is made after the exchange: it must find what was there before the step.
            let changes = |v: u64| hop.chunks.iter().any(|&chunk| written.contains_key(&(v, chunk)));
            let mut source = if here { self.store(hop.from).runs(&hop.chunks) } else { Vec::new() };
            if here && if there { changes(hop.from) } else { source.len() > 1 } {
                step.pack.extend(pairs(&source, packed, false));
                source = packed.to_vec();
                next = whole.end;
            }
            if here && !there {
                let start = source.first().map_or(0, |range| range.start);
                sends.push(Part { rank: blocks.rank(hop.to) as i32, start, length });
                continue;
            }
            let target = self.store(hop.to).runs(&hop.chunks);
            if here {
                step.unpack.extend(pairs(&source, &target, add));
                continue;
            }
            // Straight to its place, if nothing else is done there in this step.
            let alone = |&chunk: &u64| {
                !read.contains(&(hop.to, chunk)) && written.get(&(hop.to, chunk)).copied() == Some(1)
            };
            let start = if !add && target.len() <= 1 && hop.chunks.iter().all(alone) {
                target.first().map_or(0, |range| range.start)
            } else {
                step.unpack.extend(pairs(packed, &target, add));
                next = whole.end;
                whole.start
            };
            receives.push(Part { rank: blocks.rank(hop.from) as i32, start, length });
        }
        self.length = self.length.max(next);
        step.exchange = Exchange::new(receives, sends).ok_or_else(|| {
            Failure::Usage("two messages want one place\nhelp: this is a mistake in Crossedge".to_owned())
        })?;
        Ok(step)
    }

    fn store(&self, v: u64) -> &Store {
        &self.stores[(v - self.block.start) as usize]
    }

    /// Where a chunk of a node lies; none if it never has it.
    pub fn place(&self, v: u64, chunk: u64) -> Option<Range<usize>> {
        self.store(v).range(chunk)
    }

    /// Makes memory what it is before the collective: the data of the nodes, and poison everywhere else.
    pub fn begin(&self, memory: &mut [u8]) {
        memory.fill(POISON);
        for v in self.block.clone() {
            for chunk in before(&self.of, v) {
                if let Some(place) = self.place(v, chunk) {
                    fill(v, chunk, &mut memory[place]);
                }
            }
        }
    }

    /// Messages from nodes of this rank, and how many of them leave it.
    pub fn messages(&self) -> (u64, u64) {
        let sum = |count: &dyn Fn(&Step) -> u64| self.steps.iter().map(count).sum();
        (sum(&|step| step.messages), sum(&|step| step.exchange.sends.len() as u64))
    }
}

/// Copies from ranges to ranges of the same bytes in all.
fn pairs(from: &[Range<usize>], to: &[Range<usize>], add: bool) -> Vec<Local> {
    let mut locals = Vec::new();
    let (mut from, mut to) = (from.iter().cloned(), to.iter().cloned());
    let (mut source, mut target) = (0..0, 0..0);
    loop {
        if source.is_empty() {
            let Some(range) = from.next() else { break };
            source = range;
            continue;
        }
        if target.is_empty() {
            let Some(range) = to.next() else { break };
            target = range;
            continue;
        }
        let length = source.len().min(target.len());
        locals.push(Local { from: source.start, to: target.start, length, add });
        source.start += length;
        target.start += length;
    }
    locals
}
