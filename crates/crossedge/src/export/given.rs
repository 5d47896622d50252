//! What a writer is given: a network, where it is from, and somebody who watches.

use super::unfit::Unfit;
use crate::net::{Node, Port, Structure};
use crate::progress::Progress;
use rayon::prelude::*;
use std::io::{self, Write};
use std::ops::Range;

/// A block has so many ports, about: some megabytes of text.
const LINES: u64 = 1 << 18;

/// And so many parts, each made by one core.
const PARTS: u64 = 16;

/// A network to be written.
#[derive(Clone, Copy)]
pub struct Given<'a> {
    /// The network.
    pub net: &'a dyn Structure,
    /// The expression that it is from, for people.
    pub expression: &'a str,
    watch: &'a dyn Progress,
}

/// A link, from its end with the smaller id.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Link {
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
    pub fn new(net: &'a dyn Structure, expression: &'a str, watch: &'a dyn Progress) -> Self {
        Given { net, expression, watch }
    }

    /// Where the file is from, in one line.
    pub fn origin(&self) -> String {
        format!("crossedge {}: {}", env!("CARGO_PKG_VERSION"), self.expression)
    }

    /// Visits every node; false when stopped.
    pub(super) fn nodes(
        &self,
        what: &str,
        mut visit: impl FnMut(Node) -> io::Result<()>,
    ) -> io::Result<bool> {
        self.watch.stage(what, self.net.nodes());
        for v in 0..self.net.nodes() {
            visit(Node(v))?;
            if v & 0xfff == 0xfff {
                self.watch.advance(0x1000);
                if self.watch.stopped() {
                    return Ok(false);
                }
            }
        }
        Ok(true)
    }

    /// Writes what every node gives, in order (and lends it memory for its neighbours), and tells how many lines that were; none when stopped. Texts are made on all cores, one block of
    /// nodes while the last is written, so that memory does not depend on the network.
    pub(super) fn blocks(
        &self,
        what: &str,
        out: &mut dyn Write,
        lines: impl Fn(Node, &mut Vec<Node>, &mut Vec<u8>) -> io::Result<u64> + Sync,
    ) -> io::Result<Option<u64>> {
        let nodes = self.net.nodes();
        self.watch.stage(what, nodes);
        let part = |part: Range<u64>| {
            // Some 16 bytes a line, half of a node's links.
            let ports = self.net.degree(Node(part.start)).min(1 << 10) as usize;
            let (mut heads, mut text) =
                (Vec::new(), Vec::with_capacity((part.end - part.start) as usize * ports * 8));
            let counts = part.map(|v| lines(Node(v), &mut heads, &mut text));
            counts.sum::<io::Result<u64>>().map(|count| (text, count))
        };
        let made = |block: Range<u64>| -> Vec<io::Result<(Vec<u8>, u64)>> {
            let each = (block.end - block.start).div_ceil(PARTS).max(1);
            let starts = (block.start..block.end).step_by(each as usize).collect::<Vec<_>>();
            starts.into_par_iter().map(|from| part(from..(from + each).min(block.end))).collect()
        };
        let (mut count, mut at, mut ready) = (0, 0, Vec::new());
        while at < nodes || !ready.is_empty() {
            let end = match at < nodes {
                true => nodes.min(at + (LINES / u64::from(self.net.degree(Node(at))).max(1)).max(1)),
                false => at,
            };
            let mut next = Vec::new();
            rayon::in_place_scope(|scope| {
                scope.spawn(|_| next = made(at..end));
                std::mem::take(&mut ready).into_iter().try_for_each(|text: io::Result<(Vec<u8>, u64)>| {
                    let (text, lines) = text?;
                    count += lines;
                    out.write_all(&text)
                })
            })?;
            self.watch.advance(end - at);
            if self.watch.stopped() {
                return Ok(None);
            }
            (at, ready) = (end, next);
        }
        Ok(Some(count))
    }

    /// Visits every link once, by the smaller end and its port; how many there were, or none when stopped.
    pub(super) fn links(&self, mut visit: impl FnMut(Link) -> io::Result<()>) -> io::Result<Option<u64>> {
        let mut links = 0;
        let all = self.nodes("writing links", |a| {
            for a_port in (0..self.net.degree(a)).map(Port) {
                let (b, b_port) = self.net.link(a, a_port);
                if a < b {
                    links += 1;
                    visit(Link { a, a_port, b, b_port })?;
                }
            }
            Ok(())
        })?;
        Ok(all.then_some(links))
    }

    /// How many links there are, counted by the ports; none when stopped.
    pub(super) fn count(&self) -> io::Result<Option<u64>> {
        let mut ports = 0u64;
        let all = self.nodes("counting links", |v| {
            ports += u64::from(self.net.degree(v));
            Ok(())
        })?;
        Ok(all.then_some(ports / 2))
    }

    /// The name of the class of a link.
    pub(super) fn class<'c>(&self, classes: &'c [String], link: Link) -> &'c str {
        &classes[self.net.link_class(link.a, link.a_port)]
    }

    /// How many flits a link carries in a cycle and direction.
    pub(super) fn width(&self, link: Link) -> u64 {
        self.net.width(self.net.link_class(link.a, link.a_port))
    }

    /// The widths of the classes of links.
    pub(super) fn widths(&self) -> Vec<u64> {
        (0..self.net.link_classes().len()).map(|class| self.net.width(class)).collect()
    }

    /// Whether some links are wider than 1.
    pub(super) fn wide(&self) -> bool {
        self.widths().into_iter().any(|width| width != 1)
    }

    /// Refuses a network in which an endpoint has no route to another.
    pub(super) fn routed(&self) -> Result<(), Unfit> {
        let ends = (1..self.net.endpoints()).map(Node);
        match ends.into_iter().find(|&v| self.net.next_port(v, Node(0)).is_none()) {
            Some(v) => Err(Unfit::unsaid(
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

    /// Whether a node is an endpoint.
    pub(super) fn is_endpoint(&self, v: Node) -> bool {
        v.0 < self.net.endpoints()
    }

    /// Refuses two links between the same two nodes.
    pub(super) fn simple(&self, reader: &str) -> Result<(), Unfit> {
        let mut heads = Vec::new();
        for v in (0..self.net.nodes()).map(Node) {
            heads.clear();
            heads.extend((0..self.net.degree(v)).map(|port| self.net.link(v, Port(port)).0));
            heads.sort_unstable();
            if let Some(pair) = heads.windows(2).find(|pair| pair[0] == pair[1]) {
                return Err(Unfit::unsaid(
                    format!("nodes {} and {} have two links, and {reader} knows one", v.0, pair[0].0),
                    "take --to graphml or cables, or width(…) for links in parallel",
                ));
            }
        }
        Ok(())
    }
}

/// Text inside XML, in an attribute or between tags.
pub(super) fn xml(text: &str) -> String {
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
pub(super) fn quoted(text: &str) -> String {
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
