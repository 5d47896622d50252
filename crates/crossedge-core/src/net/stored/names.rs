//! Names of the nodes of a stored graph: the names of a file, the words of a de Bruijn graph.

use crate::net::address::{Address, Digits};
use crate::net::{Naming, Node};
use std::collections::HashMap;
use std::fmt;

/// Names that a stored graph keeps.
pub trait Names: Naming + fmt::Debug + Send + Sync {}

impl<T: Naming + fmt::Debug + Send + Sync> Names for T {}

/// The node of an address: an id below `nodes`, or a name that `find` knows.
fn node_of_address(
    names: &dyn Naming,
    address: &Address,
    nodes: u64,
    find: impl FnOnce(&Address) -> Option<Node>,
) -> Result<Node, String> {
    match address {
        Address::Tuple(_) | Address::Name(_) => {
            find(address).ok_or_else(|| format!("expected an id or {}, found {address}", names.notation()))
        }
        _ => address.id_below(nodes),
    }
}

/// Names as a file gives them.
pub struct ListedNames {
    names: Vec<String>,
    ids: HashMap<String, u64>,
}

impl ListedNames {
    /// Names by id, all different; `None` if they are the ids themselves.
    pub fn new(names: Vec<String>) -> Option<Self> {
        let plain = names.iter().enumerate().all(|(id, name)| *name == id.to_string());
        (!plain).then(|| ListedNames { ids: names.iter().cloned().zip(0..).collect(), names })
    }
}

impl fmt::Debug for ListedNames {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Listed({} names)", self.names.len())
    }
}

impl Naming for ListedNames {
    fn address(&self, v: Node) -> Address {
        Address::Name(self.names[v.0 as usize].clone())
    }

    fn node_at(&self, address: &Address) -> Result<Node, String> {
        node_of_address(self, address, self.names.len() as u64, |address| match address {
            Address::Name(name) => self.ids.get(name).copied().map(Node),
            _ => None,
        })
    }

    fn notation(&self) -> String {
        "a name of the file".to_owned()
    }
}

/// Words of letters, the first most significant in an id. In a Kautz word no letter appears twice in a row, and a digit of the id is the
/// place of its letter among the others.
#[derive(Debug)]
pub struct Words {
    digits: Digits,
    kautz: bool,
}

impl Words {
    /// Words of `k` letters out of `d`, any of them.
    pub fn all_words(d: u64, k: u64) -> Option<Self> {
        Some(Words { digits: Digits::new(vec![d; usize::try_from(k).ok()?])?, kautz: false })
    }

    /// Words of `k` letters out of `d + 1`, no two neighbours equal.
    pub fn kautz(d: u64, k: u64) -> Option<Self> {
        let mut radices = vec![d; usize::try_from(k).ok()?];
        *radices.first_mut()? += 1;
        Some(Words { digits: Digits::new(radices)?, kautz: true })
    }
}

impl Words {
    /// The node with a given de Bruijn or Kautz word.
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
}

impl Naming for Words {
    fn address(&self, v: Node) -> Address {
        let mut letters = self.digits.split(v.0);
        if self.kautz {
            for i in 1..letters.len() {
                letters[i] += u64::from(letters[i] >= letters[i - 1]);
            }
        }
        Address::Tuple(letters.into_iter().map(Address::Int).collect())
    }

    fn node_at(&self, address: &Address) -> Result<Node, String> {
        node_of_address(self, address, self.digits.size(), |word| self.find(word))
    }

    fn notation(&self) -> String {
        match (self.digits.len(), self.kautz) {
            (1, _) => "(s1)".to_owned(),
            (k, true) => format!("the word (s1,…,s{k}), neighbours different"),
            (k, false) => format!("the word (s1,…,s{k})"),
        }
    }
}
