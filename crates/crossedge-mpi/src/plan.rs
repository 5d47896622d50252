//! The plan of a rank: where everything is in its memory, and for each step which ranges are sent, received, copied and added.
//!
//! The chunks of a node are stored contiguously, ordered by chunk; those of an all-to-all, most of which are only forwarded, are stored in order of
//! arrival. A message is sent directly from its chunks, even if they are not contiguous: MPI gathers them while sending, which took no longer than
//! packing them first at any measured size, and a third less than one message per piece. It is received directly into its
//! chunks, if these are contiguous and not read in this step; otherwise its chunks stay in the receive buffer. Only sums
//! are received into a buffer and added. A step saves data that changes before it is copied inside the rank, exchanges messages, then copies and
//! adds. So every send uses the state before the step, as required by the schedule.

use crate::blocks::Blocks;
use crate::bytes::{POISON_BYTE, add, chunks_before, fill_chunk};
use crate::programs::{MessageHop, Programs};
use crossedge::Error;
use crossedge::collective::{Action, Collective, Kind};
use crossedge::error::ErrorKind;
use std::collections::{HashMap, HashSet};
use std::ops::Range;

/// The data to or from a rank.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Transfer {
    /// The other rank.
    pub rank: i32,
    /// Its location: one range, or several that are sent as one message.
    pub places: Vec<Range<usize>>,
}

impl Transfer {
    /// The start.
    pub fn start(&self) -> usize {
        self.places.first().map_or(0, |place| place.start)
    }

    /// Its bytes. A plan has none that are too many to count.
    pub fn length(&self) -> i32 {
        self.places.iter().map(|place| place.len() as i32).sum()
    }
}

/// Sends and receives of one step. A receive has one range, which overlaps no other: [`Exchange::new`] ensures it.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Exchange {
    receives: Vec<Transfer>,
    sends: Vec<Transfer>,
    end: usize,
}

impl Exchange {
    /// `None` if a received range overlaps a range that is sent or received, or has several ranges.
    pub fn new(receives: Vec<Transfer>, sends: Vec<Transfer>) -> Option<Exchange> {
        if receives.iter().any(|part| part.places.len() != 1) {
            return None;
        }
        let all = |parts: &[Transfer], receive| {
            let each = parts.iter().flat_map(|part| part.places.iter().cloned());
            each.map(|place| (place, receive)).collect::<Vec<_>>()
        };
        let mut places = all(&receives, true);
        places.extend(all(&sends, false));
        places.retain(|(range, _)| !range.is_empty());
        places.sort_by_key(|(range, _)| range.start);
        // The farthest end of any range, and of the received ones.
        let (mut any, mut received) = (0, 0);
        for (range, receive) in &places {
            if range.start < received || (*receive && range.start < any) {
                return None;
            }
            any = any.max(range.end);
            received = if *receive { range.end } else { received };
        }
        let end = receives.iter().chain(&sends).flat_map(|part| &part.places).map(|place| place.end).max();
        let end = end.unwrap_or(0);
        Some(Exchange { receives, sends, end })
    }

    /// The receives.
    pub fn receives(&self) -> &[Transfer] {
        &self.receives
    }

    /// The sends.
    pub fn sends(&self) -> &[Transfer] {
        &self.sends
    }

    /// Memory must reach up to here.
    pub fn memory_end(&self) -> usize {
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

    fn copy_all(all: &[Local], memory: &mut [u8]) {
        all.iter().for_each(|local| local.run(memory));
    }
}

/// One step.
#[derive(Debug, Default)]
pub struct Step {
    aside: Vec<Local>,
    /// The messages between ranks.
    pub exchange: Exchange,
    finish: Vec<Local>,
    /// Number of messages sent by nodes of this rank.
    pub messages: u64,
}

impl Step {
    /// Copies before the exchange.
    pub fn copy_before(&self, memory: &mut [u8]) {
        Local::copy_all(&self.aside, memory);
    }

    /// Copies after it.
    pub fn copy_after(&self, memory: &mut [u8]) {
        Local::copy_all(&self.finish, memory);
    }

    /// The additions of [`Step::copy_after`], and the copies between nodes of this rank, but nothing put aside: what a bare loop has to do too.
    pub fn add_locally(&self, memory: &mut [u8], staging: usize) {
        let needed = |local: &&Local| local.add || local.from < staging;
        self.finish.iter().filter(needed).for_each(|local| local.run(memory));
    }
}

/// The current locations of the chunks of one node.
type Store = HashMap<u64, Range<usize>>;

/// Ranges of several chunks, those side by side as one. A chunk that the node does not have is left out.
fn chunk_ranges(store: &Store, chunks: &[u64]) -> Vec<Range<usize>> {
    let mut runs: Vec<Range<usize>> = Vec::new();
    for range in chunks.iter().filter_map(|chunk| store.get(chunk).cloned()) {
        match runs.last_mut() {
            Some(last) if last.end == range.start => last.end = range.end,
            _ => runs.push(range),
        }
    }
    runs
}

/// Messages on their way begin here while the plan is made; when all else has its place, they follow after it.
const STAGING_START: usize = 1 << 48;

/// The plan of one rank.
#[derive(Debug)]
pub struct RankPlan {
    /// The purpose.
    pub of: Collective,
    /// The nodes of the rank.
    pub block: Range<u64>,
    /// The steps.
    pub steps: Vec<Step>,
    /// Start of the message buffers.
    pub staging: usize,
    /// Size of the memory.
    pub length: usize,
    stores: Vec<Store>,
    /// Node, chunk and location of the initial data.
    first: Vec<(u64, u64, Range<usize>)>,
}

impl RankPlan {
    /// The plan of a rank from the programs of its nodes.
    pub fn new(
        of: Collective,
        programs: &Programs<'_>,
        blocks: &Blocks,
        rank: u64,
    ) -> Result<RankPlan, Error> {
        let block = blocks.nodes_of(rank);
        let mut steps: Vec<Vec<MessageHop>> = Vec::new();
        for step in 0..programs.steps() {
            let mut hops = Vec::new();
            programs.step(step, &mut hops)?;
            steps.push(hops);
        }
        let stores = vec![Store::new(); (block.end - block.start) as usize];
        let mut plan = RankPlan {
            of,
            block: block.clone(),
            steps: Vec::new(),
            staging: 0,
            length: STAGING_START,
            stores,
            first: Vec::new(),
        };
        let mut held: Vec<HashSet<u64>> = block.clone().map(|v| chunks_before(&of, v).collect()).collect();
        if of.kind != Kind::AllToAll {
            for hop in steps.iter().flatten() {
                for v in [hop.from, hop.to] {
                    if block.contains(&v) {
                        held[(v - block.start) as usize].extend(&hop.chunks);
                    }
                }
            }
        }
        for (v, held) in block.clone().zip(held) {
            let mut chunks: Vec<u64> = held.into_iter().collect();
            chunks.sort_unstable();
            plan.place_chunks(v, &chunks);
            let here =
                chunks_before(&of, v).filter_map(|chunk| Some((v, chunk, plan.chunk_range(v, chunk)?)));
            let here: Vec<_> = here.collect();
            plan.first.extend(here);
        }
        for hops in &steps {
            let step = plan.plan_step(hops, blocks)?;
            plan.steps.push(step);
        }
        plan.place_messages()?;
        Ok(plan)
    }

    /// Gives chunks of a node a place, side by side, from now on.
    fn place_chunks(&mut self, v: u64, chunks: &[u64]) -> Range<usize> {
        let start = self.staging;
        let store = &mut self.stores[(v - self.block.start) as usize];
        for &chunk in chunks {
            let end = self.staging + self.of.chunk_bytes(chunk) as usize;
            store.insert(chunk, self.staging..end);
            self.staging = end;
        }
        start..self.staging
    }

    /// The locations of the chunks of a message to or from a node; new chunks are allocated.
    fn find(&mut self, v: u64, chunks: &[u64]) -> Vec<Range<usize>> {
        let absent: Vec<u64> =
            chunks.iter().copied().filter(|chunk| !self.node_store(v).contains_key(chunk)).collect();
        self.place_chunks(v, &absent);
        chunk_ranges(self.node_store(v), chunks)
    }

    fn plan_step(&mut self, hops: &[MessageHop], blocks: &Blocks) -> Result<Step, Error> {
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
        let mut next = STAGING_START;
        let mut stage = |bytes: u64| {
            let start = next;
            next += bytes as usize;
            start..next
        };
        // Sends read the locations before the step: all senders first.
        let mut sources = Vec::new();
        for hop in hops {
            if !self.block.contains(&hop.from) {
                continue;
            }
            step.messages += 1;
            let mut source = self.find(hop.from, &hop.chunks);
            // A copy inside the rank is made after the exchange, and must see the state before the step.
            let inside = self.block.contains(&hop.to);
            let changes = || hop.chunks.iter().any(|&chunk| written.contains_key(&(hop.from, chunk)));
            if inside && changes() {
                let kept = stage(self.of.bytes_of(&hop.chunks));
                step.aside.extend(pairs(&source, std::slice::from_ref(&kept), false));
                source = vec![kept];
            }
            sources.push(source);
        }
        let mut sources = sources.into_iter();
        for hop in hops {
            let bytes = self.of.bytes_of(&hop.chunks);
            if i32::try_from(bytes).is_err() {
                return Err(Error::new(
                    ErrorKind::Limit,
                    format!("a message of {bytes} bytes is too long, for MPI counts to {}", i32::MAX),
                )
                .help("take fewer --bytes"));
            }
            let source = if self.block.contains(&hop.from) { sources.next() } else { None };
            let add = hop.action == Action::Add;
            if !self.block.contains(&hop.to) {
                sends.push(Transfer { rank: blocks.rank(hop.to) as i32, places: source.unwrap_or_default() });
                continue;
            }
            if let Some(source) = source {
                let target = self.find(hop.to, &hop.chunks);
                step.finish.extend(pairs(&source, &target, add));
                continue;
            }
            let alone = |&chunk: &u64| {
                !read.contains(&(hop.to, chunk)) && written.get(&(hop.to, chunk)).copied() == Some(1)
            };
            let mine = self.node_store(hop.to);
            let place = if add {
                let came = stage(bytes);
                let target = self.find(hop.to, &hop.chunks);
                step.finish.extend(pairs(std::slice::from_ref(&came), &target, true));
                came
            } else {
                match &chunk_ranges(mine, &hop.chunks)[..] {
                    [place] if place.len() == bytes as usize && hop.chunks.iter().all(alone) => place.clone(),
                    _ => self.place_chunks(hop.to, &hop.chunks),
                }
            };
            receives.push(Transfer { rank: blocks.rank(hop.from) as i32, places: vec![place] });
        }
        self.length = self.length.max(next);
        step.exchange = Exchange::new(receives, sends).ok_or_else(internal_mistake)?;
        Ok(step)
    }

    /// Puts messages on their way after everything else.
    fn place_messages(&mut self) -> Result<(), Error> {
        let staging = self.staging;
        let real = |at: usize| if at >= STAGING_START { at - STAGING_START + staging } else { at };
        for step in &mut self.steps {
            for local in step.aside.iter_mut().chain(&mut step.finish) {
                (local.from, local.to) = (real(local.from), real(local.to));
            }
            let Exchange { mut receives, mut sends, .. } = std::mem::take(&mut step.exchange);
            for place in receives.iter_mut().chain(&mut sends).flat_map(|part| &mut part.places) {
                *place = real(place.start)..real(place.end);
            }
            step.exchange = Exchange::new(receives, sends).ok_or_else(internal_mistake)?;
        }
        self.length = real(self.length);
        Ok(())
    }

    fn node_store(&self, v: u64) -> &Store {
        &self.stores[(v - self.block.start) as usize]
    }

    /// The location of a chunk of a node; `None` if it never has it.
    pub fn chunk_range(&self, v: u64, chunk: u64) -> Option<Range<usize>> {
        self.node_store(v).get(&chunk).cloned()
    }

    /// Makes memory what it is before the collective: the data of the nodes, and poison everywhere else.
    pub fn fill_memory(&self, memory: &mut [u8]) {
        memory.fill(POISON_BYTE);
        for (v, chunk, place) in &self.first {
            fill_chunk(*v, *chunk, &mut memory[place.clone()]);
        }
    }

    /// Messages from nodes of this rank, and how many of them leave it.
    pub fn messages(&self) -> (u64, u64) {
        let sum = |count: &dyn Fn(&Step) -> u64| self.steps.iter().map(count).sum();
        (sum(&|step| step.messages), sum(&|step| step.exchange.sends.len() as u64))
    }
}

fn internal_mistake() -> Error {
    Error::usage("two messages want one place").help("this is a mistake in Crossedge")
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
