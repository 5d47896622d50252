//! What nodes of a stored graph are called, where ids are not all that a reader knows: the names of a file, the words of a de Bruijn graph.

use crate::net::Node;
use crate::net::address::{Address, Digits};
use std::collections::HashMap;
use std::fmt;

/// Names of nodes, each its own.
pub trait Names: fmt::Debug + Send + Sync {
    /// The name of a node.
    fn name(&self, v: Node) -> Address;

    /// The node of a name.
    fn find(&self, name: &Address) -> Option<Node>;

    /// The form of a name, for people.
    fn notation(&self) -> String;
}

/// Names as a file gives them.
pub struct Listed {
    names: Vec<String>,
    ids: HashMap<String, u64>,
}

impl Listed {
    /// Names by id, all different; none when they are the ids themselves.
    pub fn new(names: Vec<String>) -> Option<Self> {
        let plain = names.iter().enumerate().all(|(id, name)| *name == id.to_string());
        (!plain).then(|| Listed { ids: names.iter().cloned().zip(0..).collect(), names })
    }
}

impl fmt::Debug for Listed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Listed({} names)", self.names.len())
    }
}

impl Names for Listed {
    fn name(&self, v: Node) -> Address {
        Address::Name(self.names[v.0 as usize].clone())
    }

    fn find(&self, name: &Address) -> Option<Node> {
        let Address::Name(name) = name else { return None };
        self.ids.get(name).copied().map(Node)
    }

    fn notation(&self) -> String {
        "a name of the file".to_owned()
    }
}

/// Words of letters, the first most significant in an id. In a Kautz word no letter stands twice in a row, and a digit of the id is the
/// place of its letter among the others.
#[derive(Debug)]
pub struct Words {
    digits: Digits,
    kautz: bool,
}

impl Words {
    /// Words of `k` letters out of `d`, any of them.
    pub fn any(d: u64, k: u64) -> Option<Self> {
        Some(Words { digits: Digits::new(vec![d; usize::try_from(k).ok()?])?, kautz: false })
    }

    /// Words of `k` letters out of `d + 1`, no two neighbours equal.
    pub fn kautz(d: u64, k: u64) -> Option<Self> {
        let mut radices = vec![d; usize::try_from(k).ok()?];
        *radices.first_mut()? += 1;
        Some(Words { digits: Digits::new(radices)?, kautz: true })
    }
}

impl Names for Words {
    fn name(&self, v: Node) -> Address {
        let mut letters = self.digits.split(v.0);
        if self.kautz {
            for i in 1..letters.len() {
                letters[i] += u64::from(letters[i] >= letters[i - 1]);
            }
        }
        Address::Tuple(letters.into_iter().map(Address::Int).collect())
    }

    fn find(&self, name: &Address) -> Option<Node> {
        let Address::Tuple(parts) = name else { return None };
        if parts.len() != self.digits.len() {
            return None;
        }
        let (mut digits, mut before) = (Vec::new(), None);
        for (i, part) in parts.iter().enumerate() {
            let &Address::Int(letter) = part else { return None };
            let digit = match before {
                Some(other) if self.kautz && letter == other => return None,
                Some(other) if self.kautz => letter - u64::from(letter > other),
                _ => letter,
            };
            if digit >= self.digits.radix(i) {
                return None;
            }
            digits.push(digit);
            before = Some(letter);
        }
        Some(Node(self.digits.join(&digits)))
    }

    fn notation(&self) -> String {
        match (self.digits.len(), self.kautz) {
            (1, _) => "(s1)".to_owned(),
            (k, true) => format!("the word (s1,…,s{k}), neighbours different"),
            (k, false) => format!("the word (s1,…,s{k})"),
        }
    }
}
