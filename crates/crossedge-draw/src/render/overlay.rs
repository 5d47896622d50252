//! Overlays of a picture: routes with their cases, rings, faults, loads, broadcasts by step.

use super::scene::Ink;
use crossedge_lang::net::{Faults, Node, Structure, neighbors};
use crossedge_route::Route;
use std::collections::BTreeMap;

/// A highlighted link.
#[derive(Debug, Clone)]
pub struct Stroke {
    /// From here.
    pub from: Node,
    /// To there.
    pub to: Node,
    /// Its ink.
    pub ink: Ink,
    /// `true` if it has a direction.
    pub arrow: bool,
    /// The step in which it is used, from 1.
    pub step: Option<u32>,
    /// Its label, if there is room.
    pub label: String,
}

/// A highlighted node.
#[derive(Debug, Clone)]
pub struct Mark {
    /// The node.
    pub node: Node,
    /// Its ground.
    pub ink: Ink,
    /// A label inside instead of its id, if there is room.
    pub label: Option<String>,
    /// The step in which it is reached.
    pub step: Option<u32>,
}

/// All that is laid over a picture.
#[derive(Debug, Clone, Default)]
pub struct Overlay {
    /// Links, the last on top.
    pub strokes: Vec<Stroke>,
    /// Nodes.
    pub marks: Vec<Mark>,
    /// The load of every link, smaller id first, from 0 to 255.
    pub heat: BTreeMap<(u64, u64), u8>,
    /// The scale of the loads.
    pub scale: Option<LoadScale>,
    /// The legend.
    pub legend: Vec<(Ink, String)>,
    /// Number of steps, when it can be played.
    pub steps: u32,
}

impl Overlay {
    /// Returns `true` if there is nothing.
    pub fn is_empty(&self) -> bool {
        self.strokes.is_empty() && self.marks.is_empty() && self.heat.is_empty()
    }

    /// A route: every hop in the colour of the case that the innermost level takes there.
    pub fn route(&mut self, net: &dyn Structure, route: &Route) {
        let hops = route.hops.iter().map(|hop| {
            let decided = hop.cases.iter().rev().find(|case| !case.rule.is_empty());
            let reported = decided.or(hop.cases.first());
            (hop.node, reported.map(|case| (case.part.as_str(), case.rule.as_str())))
        });
        let ends = [route.from, route.to()].map(|v| net.address(v));
        self.hops(route.from, hops, format!("{} to {}, {} hops", ends[0], ends[1], route.length()));
    }

    /// A path from a node: every hop with the part of the construction and the case that decided there, where they are known.
    pub fn hops<'a>(
        &mut self,
        from: Node,
        hops: impl Iterator<Item = (Node, Option<(&'a str, &'a str)>)>,
        name: String,
    ) {
        let mut at = from;
        for (number, (node, decided)) in hops.enumerate() {
            let case = match decided {
                None => "hop".to_owned(),
                Some((part, "")) => part.to_owned(),
                Some((part, rule)) => format!("{part}, {rule}"),
            };
            let ink = self.ink_of(&format!("route: {case}"));
            let (label, step) = ((number + 1).to_string(), Some(number as u32 + 1));
            self.strokes.push(Stroke { from: at, to: node, ink, arrow: true, step, label });
            at = node;
            self.marks.push(Mark { node: at, ink, label: None, step });
            self.steps = self.steps.max(number as u32 + 1);
        }
        self.marks.push(Mark { node: from, ink: Ink::Text, label: None, step: None });
        self.legend.push((Ink::Text, name));
    }

    /// A round or a path through nodes.
    pub fn round(&mut self, order: &[Node], closed: bool, name: &str) {
        let ink = self.ink_of(name);
        let mut pairs: Vec<(Node, Node)> = order.windows(2).map(|w| (w[0], w[1])).collect();
        if let (true, [first, .., last]) = (closed, order) {
            pairs.push((*last, *first));
        }
        let stroke = |(from, to)| Stroke { from, to, ink, arrow: false, step: None, label: String::new() };
        self.strokes.extend(pairs.into_iter().map(stroke));
    }

    /// Paths between the same two nodes, each in its ink; they take their steps together.
    pub fn paths(&mut self, paths: &[Vec<Node>]) {
        for (number, path) in paths.iter().enumerate() {
            let hops = path.len().saturating_sub(1);
            let ink = self.ink_of(&format!(
                "path {}: {hops} {}",
                number + 1,
                if hops == 1 { "hop" } else { "hops" }
            ));
            for (hop, pair) in (1u32..).zip(path.windows(2)) {
                let label = String::new();
                self.strokes.push(Stroke {
                    from: pair[0],
                    to: pair[1],
                    ink,
                    arrow: true,
                    step: Some(hop),
                    label,
                });
                self.steps = self.steps.max(hop);
                if hop as usize + 1 < path.len() {
                    self.marks.push(Mark { node: pair[1], ink, label: None, step: Some(hop) });
                }
            }
        }
        let ends = paths.first().and_then(|path| Some((*path.first()?, *path.last()?)));
        for node in ends.into_iter().flat_map(|(from, to)| [from, to]) {
            self.marks.push(Mark { node, ink: Ink::Text, label: None, step: None });
        }
    }

    /// Trees from one node that are arc-disjoint, each in its ink: parent, child and the depth of that, for each.
    pub fn trees(&mut self, root: Node, trees: &[Vec<(Node, Node, u32)>]) {
        for (number, tree) in trees.iter().enumerate() {
            let deepest = tree.iter().map(|arc| arc.2).max().unwrap_or(0);
            let ink = self.ink_of(&format!("tree {}, depth {deepest}", number + 1));
            for &(from, to, depth) in tree {
                let (arrow, step, label) = (true, Some(depth), String::new());
                self.strokes.push(Stroke { from, to, ink, arrow, step, label });
            }
            self.steps = self.steps.max(deepest);
        }
        self.marks.push(Mark { node: root, ink: Ink::Text, label: None, step: None });
    }

    /// A cut: one side is highlighted, and so is every link across.
    pub fn cut(&mut self, net: &dyn Structure, first: &dyn Fn(Node) -> bool, known: &str) {
        let (side, across) = (Ink::Level(0), Ink::Dead);
        let (mut nodes, mut links) = (0u64, 0u64);
        for v in (0..net.nodes()).map(Node) {
            if first(v) {
                nodes += 1;
                self.marks.push(Mark { node: v, ink: side, label: None, step: None });
            }
            for w in neighbors(net, v).filter(|w| *w > v && first(*w) != first(v)) {
                links += 1;
                let (step, label) = (None, String::new());
                self.strokes.push(Stroke { from: v, to: w, ink: across, arrow: false, step, label });
            }
        }
        let rest = net.nodes() - nodes;
        self.legend.push((side, format!("one side, {nodes} nodes; the other has {rest}")));
        self.legend.push((across, format!("links between them: {links} ({known})")));
    }

    /// Channels each of which waits for the next, and the last for the first.
    pub fn cycle(&mut self, channels: &[(Node, Node)], name: &str) {
        let ink = Ink::Dead;
        for (number, (from, to)) in (1u32..).zip(channels) {
            let (from, to, label) = (*from, *to, number.to_string());
            self.strokes.push(Stroke { from, to, ink, arrow: true, step: Some(number), label });
            self.steps = self.steps.max(number);
        }
        self.legend.push((ink, name.to_owned()));
    }

    /// Dead nodes and links.
    pub fn dead(&mut self, faults: &Faults) {
        let mark = |node| Mark { node, ink: Ink::Dead, label: Some("×".to_owned()), step: None };
        self.marks.extend(faults.nodes().map(mark));
        let stroke =
            |(from, to)| Stroke { from, to, ink: Ink::Dead, arrow: false, step: None, label: String::new() };
        self.strokes.extend(faults.links().map(stroke));
        let (nodes, links) = (faults.node_count(), faults.link_count());
        let many = |count: u64, what: &str| format!("{count} {what}{}", if count == 1 { "" } else { "s" });
        let reported = format!("dead: {}, {}", many(nodes, "node"), many(links, "link"));
        self.legend.push((Ink::Dead, reported));
    }

    /// A broadcast: senders and receivers of each step.
    pub fn rounds(&mut self, source: Node, rounds: &[Vec<(u64, u64)>]) {
        let last = rounds.len().max(1);
        let ink = |step: usize| Ink::Step((step * 255).div_ceil(last).min(255) as u8);
        self.steps = rounds.len() as u32;
        self.marks.push(Mark { node: source, ink: ink(0), label: Some("0".to_owned()), step: Some(0) });
        for (number, round) in rounds.iter().enumerate() {
            let step = number + 1;
            for &(from, to) in round {
                let (from, to) = (Node(from), Node(to));
                let (arrow, number) = (true, Some(step as u32));
                let label = String::new();
                self.strokes.push(Stroke { from, to, ink: ink(step), arrow, step: number, label });
                let label = Some(step.to_string());
                self.marks.push(Mark { node: to, ink: ink(step), label, step: Some(step as u32) });
            }
        }
        self.legend.push((ink(0), "source".to_owned()));
        self.legend.push((ink(last), format!("reached in step {last}, the last")));
    }

    /// The load of every link for its width, against the busiest.
    pub fn loads(&mut self, loads: &BTreeMap<(u64, u64), LinkLoad>) {
        let busier = |a: &&LinkLoad, b: &&LinkLoad| {
            (u128::from(a.routes) * u128::from(b.width)).cmp(&(u128::from(b.routes) * u128::from(a.width)))
        };
        let none = LinkLoad { routes: 0, width: 1 };
        let most = loads.values().max_by(busier).copied().unwrap_or(none);
        let least = loads.values().min_by(busier).copied().unwrap_or(none);
        let share = |load: &LinkLoad| {
            let (here, there) = (
                u128::from(load.routes) * u128::from(most.width) * 255,
                u128::from(most.routes) * u128::from(load.width),
            );
            here.div_ceil(there.max(1)) as u8
        };
        self.heat = loads.iter().map(|(&link, load)| (link, share(load))).collect();
        self.scale = Some(LoadScale { least, most, wide: loads.values().any(|load| load.width > 1) });
    }

    fn ink_of(&mut self, name: &str) -> Ink {
        if let Some((ink, _)) = self.legend.iter().find(|(_, have)| have == name) {
            return *ink;
        }
        // Each name its colour; the first two are kept for levels of links.
        let ink = Ink::Level(self.legend.len() + 2);
        self.legend.push((ink, name.to_owned()));
        ink
    }
}

/// Number of routes that use a link, in both directions together, and how wide it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LinkLoad {
    /// Routes.
    pub routes: u64,
    /// Flits in a cycle and direction.
    pub width: u64,
}

/// The scale of the loads in a picture.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LoadScale {
    /// The smallest load.
    pub least: LinkLoad,
    /// The largest load.
    pub most: LinkLoad,
    /// `true` if some link is wider than 1, so that loads are per unit of width.
    pub wide: bool,
}

impl LoadScale {
    /// The heading of a colour bar.
    pub fn bar_heading(&self) -> String {
        let per = if self.wide { "routes per link and unit of width" } else { "routes per link" };
        match (self.least.load_text(), self.most.load_text()) {
            (least, most) if least == most => format!("{per}: {most}"),
            (least, most) => format!("{per}: {least} to {most}"),
        }
    }

    /// The value at the end of a colour bar.
    pub fn bar_maximum(&self) -> String {
        self.most.load_text()
    }
}

impl LinkLoad {
    /// Routes per unit of width, with at most two decimals.
    fn load_text(&self) -> String {
        let text = format!("{:.2}", self.routes as f64 / self.width.max(1) as f64);
        text.trim_end_matches('0').trim_end_matches('.').to_owned()
    }
}

/// The routes from every endpoint to every other on each link.
pub fn link_loads(net: &dyn Structure) -> BTreeMap<(u64, u64), LinkLoad> {
    let mut out = BTreeMap::new();
    for from in (0..net.endpoints()).map(Node) {
        for to in (0..net.endpoints()).map(Node) {
            let mut at = from;
            // No route of a network that is drawn has more hops than it has nodes.
            for _ in 0..net.nodes() {
                let Some(port) = net.next_port(at, to) else { break };
                let next = net.link(at, port).0;
                let load = out
                    .entry((at.0.min(next.0), at.0.max(next.0)))
                    .or_insert_with(|| LinkLoad { routes: 0, width: net.width(net.link_class(at, port)) });
                load.routes += 1;
                at = next;
            }
        }
    }
    out
}
