//! The least width of links whose loss parts two sets of endpoints: a maximum flow from one to the other, and the switches on its near side.
//!
//! Dinic, Algorithm for solution of a problem of maximum flow in networks with power estimation, 1970.

use crossedge_lang::net::{Node, Port, Structure};

/// A link in one direction: where it leads, and how much more it can carry. The other direction is next to it.
struct ResidualArc {
    to: usize,
    room: u128,
}

/// A network as flows see it: the nodes, then a source and a sink.
pub(super) struct FlowNetwork {
    arcs: Vec<ResidualArc>,
    out: Vec<Vec<usize>>,
    links: usize,
}

impl FlowNetwork {
    /// The links of a network, each as wide as its class.
    pub fn from_network(net: &dyn Structure) -> FlowNetwork {
        let nodes = net.nodes() as usize;
        let mut flow = FlowNetwork { arcs: Vec::new(), out: vec![Vec::new(); nodes + 2], links: 0 };
        let widths: Vec<u64> = (0..net.link_classes().len()).map(|class| net.width(class)).collect();
        for v in (0..net.nodes()).map(Node) {
            for port in (0..net.degree(v)).map(Port) {
                let w = net.link(v, port).0;
                if v < w {
                    let width = widths[net.link_class(v, port)].into();
                    flow.add_link(v.0 as usize, w.0 as usize, width, width);
                }
            }
        }
        flow.links = flow.arcs.len();
        flow
    }

    fn add_link(&mut self, v: usize, w: usize, there: u128, back: u128) {
        for (from, to, room) in [(v, w, there), (w, v, back)] {
            self.out[from].push(self.arcs.len());
            self.arcs.push(ResidualArc { to, room });
        }
    }

    /// The least width that parts the endpoints on the first side from the others, and the side of every node.
    pub fn minimum_cut(&mut self, sides: &[bool]) -> (u128, Vec<bool>) {
        let (source, sink) = (self.out.len() - 2, self.out.len() - 1);
        // Flow of another pair of sides is undone.
        for pair in self.arcs[..self.links].chunks_exact_mut(2) {
            let each = (pair[0].room + pair[1].room) / 2;
            pair.iter_mut().for_each(|arc| arc.room = each);
        }
        let all: u128 = self.arcs[..self.links].iter().map(|arc| arc.room).sum::<u128>() + 1;
        for (v, &first) in sides.iter().enumerate() {
            let (from, to) = if first { (source, v) } else { (v, sink) };
            self.add_link(from, to, all, 0);
        }
        let mut sent = 0;
        let near = loop {
            let layers = self.layers(source);
            if layers[sink].is_none() {
                break layers;
            }
            let mut next = vec![0; self.out.len()];
            loop {
                match self.push(source, sink, &layers, &mut next) {
                    0 => break,
                    more => sent += more,
                }
            }
        };
        self.arcs.truncate(self.links);
        for arcs in &mut self.out {
            while arcs.last().is_some_and(|&arc| arc >= self.links) {
                arcs.pop();
            }
        }
        (sent, near[..source].iter().map(Option::is_some).collect())
    }

    /// Distance of each node from the source in the residual graph.
    fn layers(&self, source: usize) -> Vec<Option<u32>> {
        let mut layers = vec![None; self.out.len()];
        layers[source] = Some(0);
        let (mut row, mut depth) = (vec![source], 0);
        while !row.is_empty() {
            depth += 1;
            let mut after = Vec::new();
            for &v in &row {
                for arc in self.out[v].iter().map(|&i| &self.arcs[i]).filter(|arc| arc.room > 0) {
                    if layers[arc.to].is_none() {
                        layers[arc.to] = Some(depth);
                        after.push(arc.to);
                    }
                }
            }
            row = after;
        }
        layers
    }

    /// Sends as much as one path from layer to layer has room for; 0 when there is none.
    fn push(&mut self, source: usize, sink: usize, layers: &[Option<u32>], next: &mut [usize]) -> u128 {
        let mut path: Vec<usize> = Vec::new();
        loop {
            let at = path.last().map_or(source, |&arc| self.arcs[arc].to);
            if at == sink {
                let least = path.iter().map(|&arc| self.arcs[arc].room).min().unwrap_or(0);
                for arc in path {
                    self.arcs[arc].room -= least;
                    self.arcs[arc ^ 1].room += least;
                }
                return least;
            }
            let leads = |&&arc: &&usize| {
                self.arcs[arc].room > 0 && layers[self.arcs[arc].to] == layers[at].map(|layer| layer + 1)
            };
            match self.out[at][next[at]..].iter().position(|arc| leads(&arc)) {
                Some(skipped) => {
                    next[at] += skipped;
                    path.push(self.out[at][next[at]]);
                }
                // A dead end: its path is not taken again.
                None => match path.pop() {
                    Some(arc) => next[self.arcs[arc ^ 1].to] += 1,
                    None => return 0,
                },
            }
        }
    }
}
