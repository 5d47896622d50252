//! Node labels. Nodes of a file are labelled with their names, shortened if there is not enough room.

use super::options::Labels;
use crossedge_lang::net::{Address, Layout, Node, Parts, Structure};

/// Letters of names are at least this high, in pixels.
pub const NAME_LETTERS: f64 = 7.0;

/// The numbers of letters that names are shortened to, one after the other, until they fit.
const SHORTENED: [usize; 7] = [24, 16, 12, 9, 7, 5, 4];

/// The label of each node.
pub fn node_labels(net: &dyn Structure, labels: Labels) -> Vec<String> {
    let one = |v: Node| match labels {
        Labels::Auto => inner_coordinate(net, v).to_string(),
        Labels::Id => v.0.to_string(),
        Labels::Address => net.address(v).to_string(),
        Labels::None => String::new(),
    };
    (0..net.nodes()).map(|v| one(Node(v))).collect()
}

/// The names of all nodes; `None` if the nodes have no names.
pub fn names(net: &dyn Structure) -> Option<Vec<String>> {
    let name = |v: u64| match net.address(Node(v)) {
        Address::Name(name) => Some(name),
        _ => None,
    };
    (0..net.nodes()).map(name).collect()
}

/// The names, as long as they may be: `fits` returns `true` if all labels of this many letters fit.
pub fn fitting_names(names: &[String], endpoints: usize, fits: impl Fn(usize) -> bool) -> Vec<String> {
    let (hosts, switches) = names.split_at(endpoints.min(names.len()));
    let mut labels = Vec::new();
    for letters in SHORTENED {
        labels = [shortened(hosts, letters), shortened(switches, letters)].concat();
        if fits(longest(&labels)) {
            break;
        }
    }
    labels
}

/// Number of letters of the longest label, one at least.
pub fn longest(labels: &[String]) -> usize {
    labels.iter().map(|label| label.chars().count()).max().unwrap_or(0).max(1)
}

/// Names of at most this many letters: entire names if all fit, else without what all have in common at the start and at the end, else the end of
/// that.
fn shortened(names: &[String], letters: usize) -> Vec<String> {
    if longest(names) <= letters {
        return names.to_vec();
    }
    let names: Vec<Vec<char>> = names.iter().map(|name| name.chars().collect()).collect();
    let (start, end) = (common_start(&names), common_end(&names));
    let own = |name: &Vec<char>| {
        let own = &name[start..name.len() - end];
        match own.len() <= letters {
            true => own.iter().collect(),
            false => std::iter::once('…').chain(own[own.len() + 1 - letters..].iter().copied()).collect(),
        }
    };
    names.iter().map(own).collect()
}

/// Number of letters that all names begin with, up to the number in which they differ: 4 of node07 and node08.
fn common_start(names: &[Vec<char>]) -> usize {
    let Some(first) = names.first() else { return 0 };
    let same = |name: &Vec<char>| first.iter().zip(name).take_while(|(a, b)| a == b).count();
    let mut count = names.iter().map(same).min().unwrap_or(0);
    let shortest = names.iter().map(Vec::len).min().unwrap_or(0);
    // Something is left of every name.
    count = count.min(shortest.saturating_sub(1));
    while count > 0 && first[count - 1].is_ascii_digit() {
        count -= 1;
    }
    count
}

/// Length of the common suffix of all names, not overlapping their common prefix and cut at a separator: 6 for `node07 HCA-1` and `node08 HCA-1`.
fn common_end(names: &[Vec<char>]) -> usize {
    let (start, Some(first)) = (common_start(names), names.first()) else { return 0 };
    let same =
        |name: &Vec<char>| first.iter().rev().zip(name.iter().rev()).take_while(|(a, b)| a == b).count();
    let shortest = names.iter().map(Vec::len).min().unwrap_or(0);
    let most = names.iter().map(same).min().unwrap_or(0).min(shortest.saturating_sub(start + 1));
    // Begin at a separator.
    let words = (1..=most).rev().find(|&count| !first[first.len() - count].is_alphanumeric());
    words.unwrap_or(0)
}

/// The innermost coordinate of a node: its place in the base or unit.
fn inner_coordinate(net: &dyn Structure, v: Node) -> u64 {
    if let Some(Layout::TwoBases { bases, numbering }) = net.roles().map(|roles| roles.layout()) {
        let place = numbering.place(v.0);
        return inner_coordinate(bases[place.class as usize].as_ref(), Node(place.node));
    }
    match net.parts() {
        Parts::Level(level) => inner_coordinate(level.base().as_ref(), Node(level.place(v).node)),
        Parts::Expansion(re) => re.coordinates(v).0 as u64,
        _ => v.0,
    }
}
