//! Sets of nodes by their addresses: `*` stands for anything, `2..5` for the numbers from 2 to 5, both counted.
//!
//! In a fat tree `(1,(0,*,*))` are the leaf switches of pod 0, and `(0..2,(0,*,*))` the entire pod with its hosts; in a dual construction
//! `(0,3,*)` is a cluster. Alone, `2..5` are ids.
//!
//! ```
//! use crossedge::net::{NodePattern, Table};
//!
//! let ring = Table::from_edges(4, [(0, 1), (1, 2), (2, 3), (3, 0)]).expect("simple");
//! let pattern = NodePattern::parse("1..2").expect("a pattern").expect("well written");
//! assert_eq!(pattern.nodes(&ring).expect("few nodes").len(), 2);
//! assert!(NodePattern::parse("(0,1)").is_none(), "an address is no pattern");
//! ```

use super::address::Address;
use super::{Node, Structure};

/// More nodes are not requested their addresses.
pub(super) const MAX_MATCHED: u64 = 1 << 24;

/// A set of nodes by their addresses.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NodePattern(Part);

#[derive(Debug, Clone, PartialEq, Eq)]
enum Part {
    Any,
    Between(u64, u64),
    Exactly(Address),
    Tuple(Vec<Part>),
}

impl NodePattern {
    /// Parses a pattern; `None` if the text is not one.
    pub fn parse(text: &str) -> Option<Result<NodePattern, String>> {
        let part = Part::parse(text.trim(), 0);
        match part {
            Ok(part) if !part.is_set() => None,
            part => Some(part.map(NodePattern)),
        }
    }

    /// Returns `true` if a node with this address is in the set.
    pub fn holds(&self, address: &Address) -> bool {
        self.0.holds(address)
    }

    /// The nodes that it stands for, in order; `None` when the network has too many to ask for their addresses.
    pub fn nodes(&self, net: &dyn Structure) -> Option<Vec<Node>> {
        let all = net.nodes();
        let range = |first: u64, last: u64| (first..=last.min(all - 1)).map(Node).collect();
        match self.0 {
            Part::Between(first, last) => {
                (last.min(all - 1).saturating_sub(first) < MAX_MATCHED).then(|| range(first, last))
            }
            _ if all > MAX_MATCHED => None,
            Part::Any => Some(range(0, all)),
            _ => Some((0..all).map(Node).filter(|&v| self.holds(&net.address(v))).collect()),
        }
    }
}

impl Part {
    fn parse(text: &str, depth: usize) -> Result<Part, String> {
        if text == "*" {
            return Ok(Part::Any);
        }
        if let Some((first, last)) =
            text.split_once("..").filter(|(first, _)| first.bytes().all(|c| c.is_ascii_digit()))
        {
            let number = |text: &str| text.trim().parse::<u64>().ok();
            return match (number(first), number(last)) {
                (Some(first), Some(last)) if first <= last => Ok(Part::Between(first, last)),
                _ => Err(format!("'{text}' is not a range of numbers, such as 0..3")),
            };
        }
        let inner = text.strip_prefix('(').and_then(|rest| rest.strip_suffix(')'));
        match inner.filter(|_| depth < 100) {
            Some(inner) => {
                let parts = split(inner).map(|part| Part::parse(part, depth + 1));
                Ok(Part::Tuple(parts.collect::<Result<_, _>>()?))
            }
            None => Address::parse(text).map(Part::Exactly).map_err(|(_, why)| format!("'{text}': {why}")),
        }
    }

    /// Returns `true` if it may stand for several nodes.
    fn is_set(&self) -> bool {
        match self {
            Part::Any | Part::Between(..) => true,
            Part::Exactly(_) => false,
            Part::Tuple(parts) => parts.iter().any(Part::is_set),
        }
    }

    fn holds(&self, address: &Address) -> bool {
        match (self, address) {
            (Part::Any, _) => true,
            (Part::Between(first, last), Address::Int(value)) => (first..=last).contains(&value),
            (Part::Exactly(wanted), address) => wanted == address,
            (Part::Tuple(parts), Address::Tuple(given)) => {
                parts.len() == given.len() && parts.iter().zip(given).all(|(part, given)| part.holds(given))
            }
            _ => false,
        }
    }
}

/// The parts between commas outside parentheses.
pub(super) fn split(text: &str) -> impl Iterator<Item = &str> {
    let mut depth = 0i32;
    let parts = text.split(move |c| {
        depth += i32::from(c == '(') - i32::from(c == ')');
        c == ',' && depth == 0
    });
    parts.map(str::trim)
}
