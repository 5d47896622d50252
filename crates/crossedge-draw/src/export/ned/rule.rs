//! The rule of a network as loops of NED: sizes are parameters, and a connection stands for all that are equivalent.
//!
//! Products, dual constructions, fat trees, dragonflies, and hosts on any of these; rings, paths, complete graphs and cubes inside. Other regular
//! networks inside them are listed link by link, once. Networks without such a form are `None`, and are written link by link.
//! No expression divides: `/` of NED is a real number.

use crossedge_lang::net::{Layout, Leaf, Level, Node, Parts, Port, Structure, SuperNodes};
use std::sync::Arc;

/// A network with more links of its own is not listed inside loops.
const MAX_LISTED: u64 = 1 << 10;

/// Declarations at the top.
#[derive(Default)]
pub(super) struct Declarations {
    /// Sizes that a user may change, with the values of this network.
    pub parameters: Vec<(String, u64)>,
    /// Sizes that follow from these.
    pub derived: Vec<(String, String)>,
    /// The parameters cannot be changed: numbers in the loops depend on them.
    pub fixed: bool,
    loops: usize,
}

impl Declarations {
    fn declare_parameter(&mut self, letter: &str, value: u64) -> String {
        let same = self.parameters.iter().filter(|(name, _)| name.starts_with(letter)).count();
        let name = format!("{letter}{}", same + 1);
        self.parameters.push((name.clone(), value));
        name
    }

    fn derived_constant(&mut self, value: String) -> String {
        let name = format!("size{}", self.derived.len() + 1);
        self.derived.push((name.clone(), value));
        name
    }

    /// Number of hosts every router has.
    pub(super) fn hosts(&mut self, each: u64) -> String {
        self.declare_parameter("k", each)
    }

    /// A variable of a loop that no other has.
    pub(super) fn fresh_variable(&mut self) -> String {
        self.loops += 1;
        format!("i{}", self.loops)
    }
}

/// The connections.
pub(super) struct Modules {
    pub hosts: String,
    pub routers: String,
    /// Number of ports a router has.
    pub ports: String,
    /// `true` if every port is linked.
    pub all_linked: bool,
}

/// A network by its rule.
pub(super) enum NedRule {
    Ring(String),
    Path(String),
    Complete(String),
    Cube {
        dimension: String,
        folded: bool,
    },
    Dragonfly {
        routers: String,
        globals: String,
    },
    Listed {
        nodes: u64,
        degree: u32,
        links: Vec<[u64; 4]>,
    },
    Product(Vec<NedRule>),
    /// Both classes with the sizes of their clusters; the second is like the first without one of its own.
    Dual {
        first: Box<NedRule>,
        second: Option<Box<NedRule>>,
        sizes: [String; 2],
        coordinates: bool,
    },
    /// The base, its size, how many clusters a class has, all nodes, and the split into super-nodes.
    Hierarchical {
        base: Box<NedRule>,
        size: u64,
        clusters: u64,
        nodes: u64,
        split: Box<SuperNodes>,
    },
    /// Children and parents of the levels; the first level has routers.
    Tree {
        children: Vec<String>,
        parents: Vec<String>,
    },
}

/// An expression other than a name or a number, in parentheses.
pub(super) fn parenthesized(text: &str) -> String {
    let plain = text.chars().all(|c| c.is_ascii_alphanumeric());
    if plain { text.to_owned() } else { format!("({text})") }
}

pub(super) fn sum(a: &str, b: &str) -> String {
    match (a.parse::<u64>(), b.parse::<u64>()) {
        (Ok(a), Ok(b)) => (a + b).to_string(),
        (Ok(0), _) => b.to_owned(),
        (_, Ok(0)) => a.to_owned(),
        _ => format!("{a} + {b}"),
    }
}

fn product_text(a: &str, b: &str) -> String {
    match (a, b) {
        ("1", other) | (other, "1") => other.to_owned(),
        ("0", _) | (_, "0") => "0".to_owned(),
        _ => format!("{}*{}", parenthesized(a), parenthesized(b)),
    }
}

/// A product of names.
pub(super) fn product<'a>(names: impl Iterator<Item = &'a String>) -> String {
    let all = names.filter(|name| *name != "1").cloned().collect::<Vec<_>>().join("*");
    if all.is_empty() { "1".to_owned() } else { all }
}

/// A number of one digit after the other.
pub(super) fn join_digits<D: AsRef<str>, S: AsRef<str>>(digits: impl IntoIterator<Item = (D, S)>) -> String {
    let more = |high: String, (digit, size): (D, S)| sum(&product_text(&high, size.as_ref()), digit.as_ref());
    digits.into_iter().fold("0".to_owned(), more)
}

impl NedRule {
    /// The loops of a network without switches, if it can be written with loops.
    pub(super) fn from_network(net: &dyn Structure, names: &mut Declarations) -> Option<NedRule> {
        let nodes = net.nodes();
        match net.parts() {
            Parts::Product(factors) => {
                let factors = factors.iter().map(|factor| NedRule::for_part(factor, names));
                factors.collect::<Option<_>>().map(NedRule::Product)
            }
            Parts::Level(level) => NedRule::level_rule(level, names),
            Parts::Leaf(leaf) => match leaf {
                Leaf::Ring if nodes >= 3 => Some(NedRule::Ring(names.declare_parameter("n", nodes))),
                Leaf::Path if nodes >= 3 => Some(NedRule::Path(names.declare_parameter("n", nodes))),
                Leaf::Complete if nodes >= 3 => Some(NedRule::Complete(names.declare_parameter("n", nodes))),
                Leaf::Cube(d) if d >= 1 => {
                    Some(NedRule::Cube { dimension: names.declare_parameter("d", d), folded: false })
                }
                Leaf::FoldedCube(d) if d >= 2 => {
                    Some(NedRule::Cube { dimension: names.declare_parameter("d", d), folded: true })
                }
                Leaf::Dragonfly { routers, globals } => Some(NedRule::Dragonfly {
                    routers: names.declare_parameter("a", routers),
                    globals: names.declare_parameter("h", globals),
                }),
                _ => NedRule::machine(net, names),
            },
            _ => NedRule::machine(net, names),
        }
    }

    /// The rule of a part of something else, whose nodes have to be walked through with their degrees.
    fn for_part(net: &Arc<dyn Structure>, names: &mut Declarations) -> Option<NedRule> {
        NedRule::from_network(net.as_ref(), names)
            .filter(|rule| !matches!(rule, NedRule::Tree { .. } | NedRule::Dual { second: Some(_), .. }))
    }

    fn machine(net: &dyn Structure, names: &mut Declarations) -> Option<NedRule> {
        match net.roles().map(|roles| roles.layout()) {
            Some(Layout::TwoBases { bases: [first, second], .. }) => {
                let first = Box::new(NedRule::for_part(first, names)?);
                let second = Box::new(NedRule::for_part(second, names)?);
                let sizes = [names.derived_constant(first.size()), names.derived_constant(second.size())];
                Some(NedRule::Dual { first, second: Some(second), sizes, coordinates: false })
            }
            Some(Layout::Tree { children, parents }) => {
                // Endpoints with several ports are no hosts.
                let (&[1, ref above @ ..], mut parents) = (parents, vec!["1".to_owned()]) else {
                    return None;
                };
                let children = children.iter().map(|&m| names.declare_parameter("m", m)).collect();
                parents.extend(above.iter().map(|&w| names.declare_parameter("w", w)));
                Some(NedRule::Tree { children, parents })
            }
            None => NedRule::listed_graph(net),
            Some(_) => None,
        }
    }

    fn level_rule(level: &Level, names: &mut Declarations) -> Option<NedRule> {
        let base = Box::new(NedRule::for_part(level.base(), names)?);
        let (size, clusters) = (level.numbering().size(), level.numbering().count());
        match level.super_nodes() {
            Some(split) if !level.plain() => {
                base.regular_degree()?;
                names.fixed = true;
                Some(NedRule::Hierarchical {
                    base,
                    size,
                    clusters,
                    nodes: level.numbering().nodes(),
                    split: Box::new(split.clone()),
                })
            }
            _ => {
                let size = names.derived_constant(base.size());
                let coordinates = level.numbering().keeps_coordinates();
                // Which node an id is would have to be divided out, where degrees differ.
                if coordinates && base.regular_degree().is_none() {
                    return None;
                }
                Some(NedRule::Dual { first: base, second: None, sizes: [size.clone(), size], coordinates })
            }
        }
    }

    fn listed_graph(net: &dyn Structure) -> Option<NedRule> {
        let (nodes, degree) = (net.nodes(), net.degree(Node(0)));
        if nodes.saturating_mul(degree.into()) > 2 * MAX_LISTED {
            return None;
        }
        let mut links = Vec::new();
        for v in (0..nodes).map(Node) {
            if net.degree(v) != degree {
                return None;
            }
            for port in (0..degree).map(Port) {
                let (w, back) = net.link(v, port);
                if (v, port) < (w, back) {
                    links.push([v.0, port.0.into(), w.0, back.0.into()]);
                }
            }
        }
        Some(NedRule::Listed { nodes, degree, links })
    }

    /// Returns `true` if the file is only a list.
    pub(super) fn only_listed(&self) -> bool {
        matches!(self, NedRule::Listed { .. })
    }

    /// Hosts, routers and their ports, with this many hosts on a router; a fat tree has its own.
    pub(super) fn modules(&self, each: &str) -> Modules {
        match self {
            NedRule::Tree { children, .. } => {
                let switches = (1..=children.len()).map(|level| self.on_level(level));
                let routers = switches.fold("0".to_owned(), |all, some| sum(&all, &some));
                Modules { hosts: self.on_level(0), routers, ports: self.max_degree(), all_linked: true }
            }
            _ => Modules {
                hosts: product_text(&self.size(), each),
                routers: self.size(),
                ports: sum(&self.max_degree(), each),
                all_linked: self.regular_degree().is_some(),
            },
        }
    }

    /// Number of nodes.
    pub(super) fn size(&self) -> String {
        match self {
            NedRule::Ring(n) | NedRule::Path(n) | NedRule::Complete(n) => n.clone(),
            NedRule::Cube { dimension, .. } => format!("1 << {dimension}"),
            NedRule::Dragonfly { routers: a, globals: h } => format!("({a}*{h} + 1)*{a}"),
            NedRule::Listed { nodes, .. } => nodes.to_string(),
            NedRule::Product(factors) => {
                factors.iter().fold("1".to_owned(), |all, f| product_text(&all, &f.size()))
            }
            NedRule::Dual { sizes: [a, b], .. } => format!("2*{a}*{b}"),
            NedRule::Hierarchical { nodes, .. } => nodes.to_string(),
            NedRule::Tree { children, .. } => {
                (0..=children.len()).fold("0".to_owned(), |all, i| sum(&all, &self.on_level(i)))
            }
        }
    }

    /// The degree of all nodes, when they have the same.
    pub(super) fn regular_degree(&self) -> Option<String> {
        match self {
            NedRule::Ring(_) => Some("2".to_owned()),
            NedRule::Path(_) | NedRule::Tree { .. } => None,
            NedRule::Complete(n) => Some(format!("{n} - 1")),
            NedRule::Cube { dimension, folded } => Some(sum(dimension, if *folded { "1" } else { "0" })),
            NedRule::Dragonfly { routers, globals } => Some(format!("{routers} - 1 + {globals}")),
            NedRule::Listed { degree, .. } => Some(degree.to_string()),
            NedRule::Product(factors) => factors
                .iter()
                .try_fold("0".to_owned(), |all, factor| Some(sum(&all, &factor.regular_degree()?))),
            NedRule::Dual { first, second: None, .. } => Some(sum(&first.regular_degree()?, "1")),
            // Bases of one degree may be made unlike by other parameters.
            NedRule::Dual { .. } => None,
            NedRule::Hierarchical { base, .. } => Some(sum(&base.regular_degree()?, "1")),
        }
    }

    /// The highest degree.
    fn max_degree(&self) -> String {
        match self {
            NedRule::Path(_) => "2".to_owned(),
            NedRule::Product(factors) => {
                factors.iter().fold("0".to_owned(), |all, f| sum(&all, &f.max_degree()))
            }
            NedRule::Dual { first, second: None, .. } => sum(&first.max_degree(), "1"),
            NedRule::Dual { first, second: Some(second), .. } => {
                let (a, b) = (first.max_degree(), second.max_degree());
                sum(&format!("({} > {} ? {a} : {b})", parenthesized(&a), parenthesized(&b)), "1")
            }
            NedRule::Hierarchical { base, .. } => sum(&base.max_degree(), "1"),
            // Of switches only, in the order of the levels; index is theirs.
            NedRule::Tree { children, parents } => {
                let (mut text, mut below) = (String::new(), "0".to_owned());
                for level in 1..=children.len() {
                    let degree = match parents.get(level) {
                        Some(up) => format!("{} + {up}", children[level - 1]),
                        None => children[level - 1].clone(),
                    };
                    below = sum(&below, &self.on_level(level));
                    match level == children.len() {
                        true => text += &degree,
                        false => text += &format!("index < {below} ? {degree} : "),
                    }
                }
                text
            }
            _ => self.regular_degree().unwrap_or_default(),
        }
    }

    /// Number of nodes a level of a fat tree has.
    pub(super) fn on_level(&self, level: usize) -> String {
        let NedRule::Tree { children, parents } = self else { return "0".to_owned() };
        product(children[level..].iter().chain(&parents[..level]))
    }
}
