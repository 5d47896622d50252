//! The input of a writer: a network, its origin, and an observer.

use super::lines::NumberText;
use super::unfit::Unfit;
use crossedge_core::progress::Progress;
use crossedge_lang::net::{Node, Port, Structure};
use rayon::prelude::*;
use std::io::{self, Write};
use std::ops::Range;
use std::sync::Arc;

/// Approximate number of ports per block: some megabytes of text.
const PORTS_PER_BLOCK: u64 = 1 << 18;

/// Number of parts, each made by one core.
const PARALLEL_PARTS: u64 = 16;

/// The work item of one core, with its reusable memory.
#[derive(Default)]
struct Chunk {
    text: NumberText,
    heads: Vec<Node>,
    count: u64,
}

/// A network to be written.
#[derive(Clone, Copy)]
pub struct Given<'a> {
    /// The network.
    pub net: &'a dyn Structure,
    /// The same, for routings, which keep it.
    pub(super) kept: &'a Arc<dyn Structure>,
    /// The expression that it is from, for people.
    pub expression: &'a str,
    pub(super) watch: &'a dyn Progress,
}

/// A link, from the node with the smaller id.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ExportLink {
    /// The end with the smaller id.
    pub a: Node,
    /// Its port there.
    pub a_port: Port,
    /// The other end.
    pub b: Node,
    /// Its port there.
    pub b_port: Port,
}

impl<'a> Given<'a> {
    /// A network, with the expression that it is from.
    pub fn new(net: &'a Arc<dyn Structure>, expression: &'a str, watch: &'a dyn Progress) -> Self {
        Given { net: net.as_ref(), kept: net, expression, watch }
    }

    /// The origin of the file, in one line.
    pub fn origin_line(&self) -> String {
        format!("crossedge {}: {}", env!("CARGO_PKG_VERSION"), self.expression)
    }

    /// Visits every node; false when stopped.
    pub(super) fn nodes(&self, what: &str, visit: impl FnMut(Node) -> io::Result<()>) -> io::Result<bool> {
        self.visit_first(what, self.net.nodes(), 0x1000, visit)
    }

    /// Visits the first nodes, polling for cancellation; `false` if cancelled.
    pub(super) fn visit_first(
        &self,
        what: &str,
        count: u64,
        often: u64,
        mut visit: impl FnMut(Node) -> io::Result<()>,
    ) -> io::Result<bool> {
        self.watch.stage(what, count);
        let mut since = 0;
        for v in 0..count {
            visit(Node(v))?;
            since += 1;
            if since == often {
                self.watch.advance(since);
                since = 0;
                if self.watch.stopped() {
                    return Ok(false);
                }
            }
        }
        Ok(true)
    }

    /// Writes what every node gives, in order (and lends it memory for its neighbours), and shows how many lines that were; `None` if stopped. Texts are made on all cores, one block of
    /// nodes while the last is written, so that memory does not depend on the network.
    pub(super) fn write_blocks(
        &self,
        what: &str,
        out: &mut dyn Write,
        lines: impl Fn(Node, &mut Vec<Node>, &mut NumberText) -> io::Result<u64> + Sync,
    ) -> io::Result<Option<u64>> {
        let nodes = self.net.nodes();
        self.watch.stage(what, nodes);
        let make = |block: Range<u64>, parts: &mut [Chunk]| -> io::Result<()> {
            let each = (block.end - block.start).div_ceil(PARALLEL_PARTS).max(1);
            let make = |(i, part): (usize, &mut Chunk)| -> io::Result<()> {
                let from = block.end.min(block.start + i as u64 * each);
                part.text.clear_text();
                let counts = (from..block.end.min(from + each))
                    .map(|v| lines(Node(v), &mut part.heads, &mut part.text));
                part.count = counts.sum::<io::Result<u64>>()?;
                Ok(())
            };
            parts.par_iter_mut().enumerate().try_for_each(make)
        };
        let empty = || (0..PARALLEL_PARTS).map(|_| Chunk::default()).collect::<Vec<_>>();
        let (mut count, mut at, mut ready, mut next) = (0, 0, empty(), empty());
        // One turn more than there are blocks: in the first nothing is ready, in the last nothing is made.
        loop {
            let end = match at < nodes {
                true => {
                    nodes.min(at + (PORTS_PER_BLOCK / u64::from(self.net.degree(Node(at))).max(1)).max(1))
                }
                false => at,
            };
            let mut made = Ok(());
            rayon::in_place_scope(|scope| {
                scope.spawn(|_| made = make(at..end, &mut next));
                ready.iter().try_for_each(|part| {
                    count += part.count;
                    out.write_all(part.text.text())
                })
            })?;
            made?;
            self.watch.advance(end - at);
            if self.watch.stopped() {
                return Ok(None);
            }
            if at == end {
                return Ok(Some(count));
            }
            at = end;
            std::mem::swap(&mut ready, &mut next);
        }
    }

    /// Visits every link once, by the smaller end and its port; how many there were, or `None` if stopped.
    pub(super) fn links(
        &self,
        mut visit: impl FnMut(ExportLink) -> io::Result<()>,
    ) -> io::Result<Option<u64>> {
        let mut links = 0;
        let all = self.nodes("writing links", |a| {
            for a_port in (0..self.net.degree(a)).map(Port) {
                let (b, b_port) = self.net.link(a, a_port);
                if a < b {
                    links += 1;
                    visit(ExportLink { a, a_port, b, b_port })?;
                }
            }
            Ok(())
        })?;
        Ok(all.then_some(links))
    }

    /// Number of links, counted by the ports; `None` if stopped.
    pub(super) fn count_links(&self) -> io::Result<Option<u64>> {
        let mut ports = 0u64;
        let all = self.nodes("counting links", |v| {
            ports += u64::from(self.net.degree(v));
            Ok(())
        })?;
        Ok(all.then_some(ports / 2))
    }

    /// The name of the class of a link.
    pub(super) fn class<'c>(&self, classes: &'c [String], link: ExportLink) -> &'c str {
        &classes[self.net.link_class(link.a, link.a_port)]
    }

    /// Number of cables of a link.
    pub(super) fn width(&self, link: ExportLink) -> u64 {
        self.net.cables(self.net.link_class(link.a, link.a_port))
    }

    /// The widths of the classes of links.
    pub(super) fn class_widths(&self) -> Vec<u64> {
        (0..self.net.link_classes().len()).map(|class| self.net.cables(class)).collect()
    }

    /// Returns `true` if some links are wider than 1.
    pub(super) fn has_wide_links(&self) -> bool {
        self.class_widths().into_iter().any(|width| width != 1)
    }

    /// Refuses a network in which an endpoint has no route to another.
    pub(super) fn check_routes(&self) -> Result<(), Unfit> {
        let ends = (1..self.net.endpoints()).map(Node);
        match ends.into_iter().find(|&v| self.net.next_port(v, Node(0)).is_none()) {
            Some(v) => Err(Unfit::not_expressible(
                format!("endpoint {} has no route to endpoint 0", v.0),
                "take a network that is connected",
            )),
            None => Ok(()),
        }
    }

    /// Visits the hops of our route from an endpoint to another: the node and the port that it leaves by.
    pub(super) fn route(
        &self,
        from: Node,
        to: Node,
        mut hop: impl FnMut(Node, u32) -> io::Result<()>,
    ) -> io::Result<()> {
        let mut at = from;
        // A route that visits more nodes than there are does not arrive.
        for _ in 0..self.net.nodes() {
            let Some(port) = self.net.next_port(at, to) else { break };
            hop(at, port.0)?;
            at = self.net.link(at, port).0;
        }
        if at == to {
            Ok(())
        } else {
            Err(io::Error::other(format!("the route from {} to {} does not arrive", from.0, to.0)))
        }
    }

    /// Returns `true` if a node is an endpoint.
    pub(super) fn is_endpoint(&self, v: Node) -> bool {
        v.0 < self.net.endpoints()
    }

    /// Refuses two links between the same two nodes.
    pub(super) fn check_simple(&self, reader: &str) -> Result<(), Unfit> {
        let mut heads = Vec::new();
        for v in (0..self.net.nodes()).map(Node) {
            heads.clear();
            heads.extend((0..self.net.degree(v)).map(|port| self.net.link(v, Port(port)).0));
            heads.sort_unstable();
            if let Some(pair) = heads.windows(2).find(|pair| pair[0] == pair[1]) {
                return Err(Unfit::not_expressible(
                    format!("nodes {} and {} have two links, and {reader} knows one", v.0, pair[0].0),
                    "take --to graphml or cables, or width(…) for links in parallel",
                ));
            }
        }
        Ok(())
    }
}

/// Text inside XML, in an attribute or between tags.
pub(super) fn xml_text(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            c => out.push(c),
        }
    }
    out
}

/// Text inside double quotes, of JSON and of DOT.
pub(super) fn quoted_text(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + 2);
    out.push('"');
    for c in text.chars() {
        match c {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            c if c.is_control() => out.push_str(&format!("\\u{:04x}", u32::from(c))),
            c => out.push(c),
        }
    }
    out.push('"');
    out
}
