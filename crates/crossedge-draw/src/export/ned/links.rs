//! The loops of a rule: every link, and every host, under as few loops as there are kinds of them.

use super::rule::{Declarations, NedRule, join_digits, parenthesized, product, sum};
use crossedge_lang::net::SuperNodes;
use crossedge_lang::net::address::Pair;
use std::fmt;

/// A variable from the first to below the second.
#[derive(Clone)]
pub(super) struct Loop {
    variable: String,
    from: String,
    last: String,
}

impl Loop {
    fn up_to(variable: &str, from: impl Into<String>, last: impl Into<String>) -> Loop {
        Loop { variable: variable.to_owned(), from: from.into(), last: last.into() }
    }

    fn count_below(variable: &str, count: &str) -> Loop {
        let last = match count.parse::<u64>() {
            Ok(count) => (count.max(1) - 1).to_string(),
            Err(_) => format!("{count} - 1"),
        };
        Loop::up_to(variable, "0", last)
    }
}

impl fmt::Display for Loop {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "for {}={}..{}", self.variable, self.from, self.last)
    }
}

impl Declarations {
    /// A variable of a loop, which is added to those around; a loop with one turn is none.
    fn loop_variable(&mut self, count: &str, loops: &mut Vec<Loop>) -> String {
        if count == "1" {
            return "0".to_owned();
        }
        let name = self.fresh_variable();
        loops.push(Loop::count_below(&name, count));
        name
    }
}

/// An end of a connection: which router, and which of its ports.
pub(super) struct GateEnd {
    pub router: String,
    pub port: String,
}

impl GateEnd {
    fn new(router: impl AsRef<str>, port: impl AsRef<str>) -> GateEnd {
        GateEnd { router: router.as_ref().to_owned(), port: port.as_ref().to_owned() }
    }
}

/// Connections under common loops.
pub(super) struct Links {
    pub loops: Vec<Loop>,
    /// Both ends, and when there is such a link; always by default.
    pub ends: Vec<(GateEnd, GateEnd, Option<String>)>,
}

impl Links {
    /// The same inside other loops, every end at its place there.
    fn nested_in(self, mut loops: Vec<Loop>, placed: impl Fn(&GateEnd) -> GateEnd) -> Links {
        loops.extend(self.loops);
        let ends = self.ends.iter().map(|(a, b, when)| (placed(a), placed(b), when.clone())).collect();
        Links { loops, ends }
    }

    /// The loops and what they connect; the second ends are hosts, or routers, too.
    pub(super) fn text(&self, hosts: bool) -> String {
        let router = |end: &GateEnd| format!("router[{}].port[{}]", end.router, end.port);
        let (mut indent, mut after) = ("        ", String::new());
        let mut text = String::new();
        if !self.loops.is_empty() {
            let loops = self.loops.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ");
            text += &format!("{indent}{loops} {{\n");
            (indent, after) = ("            ", format!("{indent}}}\n"));
        }
        for (a, b, when) in &self.ends {
            let other = if hosts { format!("host[{}].port", b.router) } else { router(b) };
            let when = when.as_ref().map_or(String::new(), |when| format!(" if {when}"));
            text += &format!("{indent}{} <--> Width1 <--> {other}{when};\n", router(a));
        }
        self.renumbered(&(text + &after))
    }

    /// The same text with variables numbered in the order of the loops: each has a name of its own among all loops.
    fn renumbered(&self, text: &str) -> String {
        let word = |c: char| c.is_ascii_alphanumeric();
        let mut out = String::new();
        let mut rest = text;
        while let Some(start) = rest.find(word) {
            let end = rest[start..].find(|c| !word(c)).map_or(rest.len(), |length| start + length);
            out += &rest[..start];
            match self.loops.iter().position(|each| each.variable == rest[start..end]) {
                Some(i) => out += &format!("i{}", i + 1),
                None => out += &rest[start..end],
            }
            rest = &rest[end..];
        }
        out + rest
    }
}

/// All nodes one by one: loops, the id, the degree.
struct NodeLoops {
    loops: Vec<Loop>,
    id: String,
    degree: String,
}

impl NedRule {
    fn node_loops(&self, names: &mut Declarations) -> NodeLoops {
        if let Some(degree) = self.regular_degree() {
            let v = names.fresh_variable();
            return NodeLoops {
                loops: vec![Loop::count_below(&v, &parenthesized(&self.size()))],
                id: v,
                degree,
            };
        }
        match self {
            NedRule::Path(n) => {
                let v = names.fresh_variable();
                let degree = format!("({v} > 0 ? 1 : 0) + ({v} < {n} - 1 ? 1 : 0)");
                NodeLoops { loops: vec![Loop::count_below(&v, n)], id: v, degree }
            }
            NedRule::Product(factors) => {
                let walks: Vec<NodeLoops> = factors.iter().map(|factor| factor.node_loops(names)).collect();
                let sizes: Vec<String> = factors.iter().map(NedRule::size).collect();
                let id = join_digits(
                    walks.iter().zip(&sizes).map(|(walk, size)| (walk.id.as_str(), size.as_str())),
                );
                let degree = walks.iter().fold("0".to_owned(), |all, walk| sum(&all, &walk.degree));
                NodeLoops { loops: walks.into_iter().flat_map(|walk| walk.loops).collect(), id, degree }
            }
            // The degree of a node of both classes; only bases of one kind are inside something else.
            NedRule::Dual { first, sizes: [size, _], .. } => {
                let (t, c) = (names.fresh_variable(), names.fresh_variable());
                let inner = first.node_loops(names);
                let mut loops = vec![Loop::count_below(&t, "2"), Loop::count_below(&c, size)];
                loops.extend(inner.loops);
                let id = join_digits([(t.as_str(), "2"), (&c, size), (&inner.id, size)]);
                NodeLoops { loops, id, degree: sum(&inner.degree, "1") }
            }
            _ => NodeLoops { loops: Vec::new(), id: "0".to_owned(), degree: "0".to_owned() },
        }
    }

    /// All links, under as few loops as there are kinds of them.
    pub(super) fn links(&self, names: &mut Declarations) -> Vec<Links> {
        match self {
            NedRule::Ring(n) => {
                let v = names.fresh_variable();
                let ends = (GateEnd::new(&v, "0"), GateEnd::new(format!("({v} + 1) % {n}"), "1"), None);
                vec![Links { loops: vec![Loop::count_below(&v, n)], ends: vec![ends] }]
            }
            NedRule::Path(n) => {
                let v = names.fresh_variable();
                let back = format!("({v} + 2 < {n} ? 1 : 0)");
                let ends = (GateEnd::new(&v, "0"), GateEnd::new(format!("{v} + 1"), back), None);
                vec![Links { loops: vec![Loop::up_to(&v, "0", format!("{n} - 2"))], ends: vec![ends] }]
            }
            NedRule::Complete(n) => {
                let (v, w) = (names.fresh_variable(), names.fresh_variable());
                let ends = (GateEnd::new(&v, format!("{w} - 1")), GateEnd::new(&w, &v), None);
                vec![Links { loops: pairs(&v, &w, n), ends: vec![ends] }]
            }
            NedRule::Cube { dimension: d, folded } => {
                let (bit, high, low) =
                    (names.fresh_variable(), names.fresh_variable(), names.fresh_variable());
                let half = format!("(1 << ({d} - 1 - {bit}))");
                let loops = vec![
                    Loop::count_below(&bit, d),
                    Loop::count_below(&high, &format!("(1 << {bit})")),
                    Loop::count_below(&low, &half),
                ];
                let v = format!("{high}*(1 << ({d} - {bit})) + {low}");
                let ends = (GateEnd::new(&v, &bit), GateEnd::new(format!("{v} + {half}"), &bit), None);
                let mut all = vec![Links { loops, ends: vec![ends] }];
                if *folded {
                    let v = names.fresh_variable();
                    let ends = (GateEnd::new(&v, d), GateEnd::new(format!("(1 << {d}) - 1 - {v}"), d), None);
                    let loops = vec![Loop::count_below(&v, &format!("(1 << ({d} - 1))"))];
                    all.push(Links { loops, ends: vec![ends] });
                }
                all
            }
            NedRule::Dragonfly { routers: a, globals: h } => {
                let (g, v, w) = (names.fresh_variable(), names.fresh_variable(), names.fresh_variable());
                let mut loops = vec![Loop::up_to(&g, "0", format!("{a}*{h}"))];
                loops.extend(pairs(&v, &w, a));
                let local = (
                    GateEnd::new(format!("{g}*{a} + {v}"), format!("{w} - 1")),
                    GateEnd::new(format!("{g}*{a} + {w}"), &v),
                    None,
                );
                let (group, r, j) = (names.fresh_variable(), names.fresh_variable(), names.fresh_variable());
                let other = format!("(({group} + {r}*{h} + {j} + 1) % ({a}*{h} + 1))");
                let global = (
                    GateEnd::new(format!("{group}*{a} + {r}"), format!("{a} - 1 + {j}")),
                    GateEnd::new(format!("{other}*{a} + {a} - 1 - {r}"), format!("{a} - 1 + {h} - 1 - {j}")),
                    // Both groups have a line for it.
                    Some(format!("{group} < {other}")),
                );
                let global_loops = vec![
                    Loop::up_to(&group, "0", format!("{a}*{h}")),
                    Loop::count_below(&r, a),
                    Loop::count_below(&j, h),
                ];
                vec![Links { loops, ends: vec![local] }, Links { loops: global_loops, ends: vec![global] }]
            }
            NedRule::Listed { links, .. } => {
                let end = |v: u64, port: u64| GateEnd::new(v.to_string(), port.to_string());
                let ends = links.iter().map(|&[v, p, w, q]| (end(v, p), end(w, q), None)).collect();
                vec![Links { loops: Vec::new(), ends }]
            }
            NedRule::Product(factors) => {
                let sizes: Vec<String> = factors.iter().map(NedRule::size).collect();
                let mut all = Vec::new();
                for (i, factor) in factors.iter().enumerate() {
                    for links in factor.links(names) {
                        let walks: Vec<NodeLoops> =
                            factors.iter().map(|other| other.node_loops(names)).collect();
                        let before =
                            walks[..i].iter().fold("0".to_owned(), |all, walk| sum(&all, &walk.degree));
                        let others = walks.iter().enumerate().filter(|(j, _)| *j != i);
                        let around = others.flat_map(|(_, walk)| walk.loops.clone()).collect();
                        let placed = |end: &GateEnd| {
                            let digit = |j: usize| if j == i { &end.router } else { &walks[j].id };
                            let digits =
                                sizes.iter().enumerate().map(|(j, size)| (digit(j).as_str(), size.as_str()));
                            GateEnd::new(join_digits(digits), sum(&before, &end.port))
                        };
                        all.push(links.nested_in(around, placed));
                    }
                }
                all
            }
            NedRule::Dual { first, second, sizes: [size, other], coordinates } => {
                let mut all = Vec::new();
                let half = format!("{size}*{other}");
                if second.is_none() && !coordinates {
                    for links in first.links(names) {
                        let (t, c) = (names.fresh_variable(), names.fresh_variable());
                        let placed = |end: &GateEnd| {
                            GateEnd::new(
                                join_digits([(t.as_str(), "2"), (&c, size), (&end.router, size)]),
                                &end.port,
                            )
                        };
                        all.push(links.nested_in(
                            vec![Loop::count_below(&t, "2"), Loop::count_below(&c, size)],
                            placed,
                        ));
                    }
                } else {
                    for links in first.links(names) {
                        let c = names.fresh_variable();
                        let placed = |end: &GateEnd| {
                            GateEnd::new(join_digits([(c.as_str(), other), (&end.router, size)]), &end.port)
                        };
                        all.push(links.nested_in(vec![Loop::count_below(&c, other)], placed));
                    }
                    for links in second.as_ref().unwrap_or(first).links(names) {
                        let c = names.fresh_variable();
                        let placed = |end: &GateEnd| {
                            let at = match coordinates {
                                true => join_digits([(end.router.as_str(), size), (&c, size)]),
                                false => join_digits([(c.as_str(), size), (&end.router, other)]),
                            };
                            GateEnd::new(sum(&half, &at), &end.port)
                        };
                        all.push(links.nested_in(vec![Loop::count_below(&c, size)], placed));
                    }
                }
                let (u, c) = (first.node_loops(names), second.as_ref().unwrap_or(first).node_loops(names));
                let there = match coordinates {
                    true => join_digits([(c.id.as_str(), size), (&u.id, size)]),
                    false => join_digits([(u.id.as_str(), size), (&c.id, other)]),
                };
                let cross = (
                    GateEnd::new(join_digits([(c.id.as_str(), other), (&u.id, size)]), u.degree),
                    GateEnd::new(sum(&half, &there), c.degree),
                    None,
                );
                all.push(Links { loops: [c.loops, u.loops].concat(), ends: vec![cross] });
                all
            }
            NedRule::Hierarchical { base, size, clusters, split, .. } => {
                let (size, count) = (size.to_string(), clusters.to_string());
                let mut all = Vec::new();
                for links in base.links(names) {
                    let (t, c) = (names.fresh_variable(), names.fresh_variable());
                    let placed = |end: &GateEnd| {
                        GateEnd::new(
                            join_digits([(t.as_str(), "2"), (&c, &count), (&end.router, &size)]),
                            &end.port,
                        )
                    };
                    all.push(
                        links.nested_in(
                            vec![Loop::count_below(&t, "2"), Loop::count_below(&c, &count)],
                            placed,
                        ),
                    );
                }
                all.push(cross_edges(
                    split,
                    (&size, &count),
                    base.regular_degree().unwrap_or_default(),
                    names,
                ));
                all
            }
            NedRule::Tree { children, .. } => {
                (1..children.len()).map(|level| self.uplinks(level, names)).collect()
            }
        }
    }

    /// The links of a fat tree between a level and the next: lower ends first. Switches are numbered from level 1 on.
    fn uplinks(&self, level: usize, names: &mut Declarations) -> Links {
        let NedRule::Tree { children, parents } = self else {
            return Links { loops: Vec::new(), ends: Vec::new() };
        };
        let (m, w, wide) = (&children[level], &parents[level], product(parents[..level].iter()));
        let mut loops = Vec::new();
        let high = names.loop_variable(&product(children[level + 1..].iter()), &mut loops);
        let x = names.loop_variable(m, &mut loops);
        let low = names.loop_variable(&wide, &mut loops);
        let y = names.loop_variable(w, &mut loops);
        let before = |level: usize| (1..level).fold("0".to_owned(), |all, i| sum(&all, &self.on_level(i)));
        let down = if level == 0 { "0" } else { &children[level - 1] };
        let ends = (
            GateEnd::new(
                sum(&before(level), &join_digits([(high.as_str(), m.as_str()), (&x, m), (&low, &wide)])),
                sum(down, &y),
            ),
            GateEnd::new(
                sum(&before(level + 1), &join_digits([(high.as_str(), w.as_str()), (&y, w), (&low, &wide)])),
                &x,
            ),
            None,
        );
        Links { loops, ends: vec![ends] }
    }

    /// Which host hangs on which port of which router: the host is the router of the second end.
    pub(super) fn hosts(&self, each: &str, names: &mut Declarations) -> Vec<Links> {
        match self {
            NedRule::Tree { .. } => {
                let mut links = self.uplinks(0, names);
                links.ends.iter_mut().for_each(|(host, switch, _)| std::mem::swap(host, switch));
                vec![links]
            }
            NedRule::Dual { first, second: Some(second), sizes: [size, other], .. } => {
                let half = format!("{size}*{other}");
                let mut all = Vec::new();
                for (base, before, [inner, outer]) in
                    [(first, "0", [size, other]), (second, &half, [other, size])]
                {
                    let (c, walk) = (names.fresh_variable(), base.node_loops(names));
                    let id = sum(before, &join_digits([(c.as_str(), outer.as_str()), (&walk.id, inner)]));
                    let loops = [vec![Loop::count_below(&c, outer)], walk.loops].concat();
                    all.push(host_links(
                        NodeLoops { loops, id, degree: sum(&walk.degree, "1") },
                        each,
                        names,
                    ));
                }
                all
            }
            _ => vec![host_links(self.node_loops(names), each, names)],
        }
    }
}

/// Hosts of every router, on the ports after its links.
fn host_links(walk: NodeLoops, each: &str, names: &mut Declarations) -> Links {
    let mut loops = walk.loops;
    let number = names.loop_variable(each, &mut loops);
    let router = GateEnd::new(&walk.id, sum(&walk.degree, &number));
    let host = GateEnd::new(join_digits([(walk.id.as_str(), "1"), (&number, each)]), "0");
    Links { loops, ends: vec![(router, host, None)] }
}

/// The cross-edges of a level with super-nodes: the cluster changes places with the super-node, the position stays.
fn cross_edges(
    split: &SuperNodes,
    (size, count): (&str, &str),
    port: String,
    names: &mut Declarations,
) -> Links {
    let digits = split.base();
    let radices: Vec<String> = (0..digits.len()).map(|i| digits.radix(i).to_string()).collect();
    let mut loops = Vec::new();
    let mut variable = |size: &str| names.loop_variable(size, &mut loops);
    // The prefix above the coordinates of the base, and these, of the node and of the cluster; the position belongs to both.
    let above = match size.parse::<u64>() {
        Ok(size) => Pair::new(digits.size()).split(size).0.to_string(),
        Err(_) => "1".to_owned(),
    };
    let high = [variable(&above), variable(&above)];
    let (mut node, mut cluster) = (Vec::new(), Vec::new());
    for (radix, &member) in radices.iter().zip(split.members()) {
        let own = variable(radix);
        cluster.push(if member { own.clone() } else { variable(radix) });
        node.push(own);
    }
    let id = |high: &str, all: &[String]| {
        let rest = all.iter().zip(&radices).map(|(digit, radix)| (digit.as_str(), radix.as_str()));
        join_digits([(high, "1")].into_iter().chain(rest))
    };
    let rank = |high: &str, all: &[String]| {
        let kept = all.iter().zip(&radices).zip(split.members()).filter(|(_, member)| !**member);
        join_digits(
            [(high, "1")].into_iter().chain(kept.map(|((digit, radix), _)| (digit.as_str(), radix.as_str()))),
        )
    };
    let here = join_digits([(rank(&high[1], &cluster).as_str(), count), (&id(&high[0], &node), size)]);
    let there = join_digits([("1", "1"), (&rank(&high[0], &node), count), (&id(&high[1], &cluster), size)]);
    Links { loops, ends: vec![(GateEnd::new(here, &port), GateEnd::new(there, &port), None)] }
}

/// All pairs, the smaller first.
fn pairs(v: &str, w: &str, count: &str) -> Vec<Loop> {
    vec![
        Loop::up_to(v, "0", format!("{count} - 2")),
        Loop::up_to(w, format!("{v} + 1"), format!("{count} - 1")),
    ]
}
