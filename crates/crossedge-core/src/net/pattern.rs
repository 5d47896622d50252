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
pub struct NodePattern(PatternPart);

#[derive(Debug, Clone, PartialEq, Eq)]
enum PatternPart {
    Any,
    Between(u64, u64),
    Exactly(Address),
    Tuple(Vec<PatternPart>),
}

impl NodePattern {
    /// Parses a pattern; `None` if the text is not one.
    pub fn parse(text: &str) -> Option<Result<NodePattern, String>> {
        let part = PatternPart::parse(text.trim(), 0);
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
            PatternPart::Between(first, last) => {
                (last.min(all - 1).saturating_sub(first) < MAX_MATCHED).then(|| range(first, last))
            }
            _ if all > MAX_MATCHED => None,
            PatternPart::Any => Some(range(0, all)),
            _ => Some((0..all).map(Node).filter(|&v| self.holds(&net.address(v))).collect()),
        }
    }
}

impl PatternPart {
    fn parse(text: &str, depth: usize) -> Result<PatternPart, String> {
        if text == "*" {
            return Ok(PatternPart::Any);
        }
        if let Some((first, last)) =
            text.split_once("..").filter(|(first, _)| first.bytes().all(|c| c.is_ascii_digit()))
        {
            let number = |text: &str| text.trim().parse::<u64>().ok();
            return match (number(first), number(last)) {
                (Some(first), Some(last)) if first <= last => Ok(PatternPart::Between(first, last)),
                _ => Err(format!("'{text}' is not a range of numbers, such as 0..3")),
            };
        }
        let inner = text.strip_prefix('(').and_then(|rest| rest.strip_suffix(')'));
        match inner.filter(|_| depth < 100) {
            Some(inner) => {
                let parts = split(inner).map(|part| PatternPart::parse(part, depth + 1));
                Ok(PatternPart::Tuple(parts.collect::<Result<_, _>>()?))
            }
            None => {
                Address::parse(text).map(PatternPart::Exactly).map_err(|(_, why)| format!("'{text}': {why}"))
            }
        }
    }

    /// Returns `true` if it may stand for several nodes.
    fn is_set(&self) -> bool {
        match self {
            PatternPart::Any | PatternPart::Between(..) => true,
            PatternPart::Exactly(_) => false,
            PatternPart::Tuple(parts) => parts.iter().any(PatternPart::is_set),
        }
    }

    fn holds(&self, address: &Address) -> bool {
        match (self, address) {
            (PatternPart::Any, _) => true,
            (PatternPart::Between(first, last), Address::Int(value)) => (first..=last).contains(&value),
            (PatternPart::Exactly(wanted), address) => wanted == address,
            (PatternPart::Tuple(parts), Address::Tuple(given)) => {
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
