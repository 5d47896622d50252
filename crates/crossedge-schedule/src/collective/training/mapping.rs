//! Mappings of ranks to endpoints.

use crossedge_lang::net::Structure;
use crossedge_lang::net::address::Digits;
use std::fmt;
use std::str::FromStr;

/// A mapping as it is written.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub enum MappingText {
    /// Rank r on endpoint r.
    #[default]
    Linear,
    /// Consecutive ranks fill boxes of these sizes of a product of networks, box after box.
    Block(Vec<u64>),
    /// The endpoint of every rank.
    Given(Vec<u64>),
}

/// The endpoints of all ranks, each another one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Mapping(Vec<u64>);

/// A mapping that a network does not have.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum NoMapping {
    /// More ranks than endpoints.
    #[error("{ranks} ranks do not fit on {endpoints} endpoints")]
    Few {
        /// Number of ranks.
        ranks: u64,
        /// Number of endpoints.
        endpoints: u64,
    },
    /// Boxes need a product of networks.
    #[error("block mapping needs a product such as a torus, mesh or HyperX")]
    NoProduct,
    /// Boxes that do not divide it.
    #[error("boxes of {} do not fill a network of {}", joined_numbers(.boxes, "x"), joined_numbers(.sizes, "x"))]
    Boxes {
        /// Their sizes.
        boxes: Vec<u64>,
        /// Those of the network.
        sizes: Vec<u64>,
    },
    /// A list of another length.
    #[error("endpoints of {listed} ranks are given, and there are {ranks}")]
    Length {
        /// Listed number.
        listed: u64,
        /// Number of ranks.
        ranks: u64,
    },
    /// No endpoint.
    #[error("rank {rank} is mapped to {endpoint}, which is not an endpoint")]
    NoEndpoint {
        /// The rank.
        rank: u64,
        /// The given value.
        endpoint: u64,
    },
    /// Two ranks on one.
    #[error("two ranks are mapped to endpoint {0}")]
    Twice(u64),
}

fn joined_numbers(numbers: &[u64], by: &str) -> String {
    numbers.iter().map(u64::to_string).collect::<Vec<_>>().join(by)
}

impl MappingText {
    /// The mapping of this many ranks on a network.
    pub fn on(&self, net: &dyn Structure, ranks: u64) -> Result<Mapping, NoMapping> {
        let endpoints = net.endpoints();
        if ranks > endpoints {
            return Err(NoMapping::Few { ranks, endpoints });
        }
        match self {
            MappingText::Linear => Ok(Mapping((0..ranks).collect())),
            MappingText::Block(boxes) => box_mapping(net, boxes, ranks),
            MappingText::Given(list) => {
                if list.len() as u64 != ranks {
                    return Err(NoMapping::Length { listed: list.len() as u64, ranks });
                }
                let out = (0..).zip(list).find(|&(_, &endpoint)| endpoint >= endpoints);
                if let Some((rank, &endpoint)) = out {
                    return Err(NoMapping::NoEndpoint { rank, endpoint });
                }
                let mut sorted = list.clone();
                sorted.sort_unstable();
                match sorted.windows(2).find(|pair| pair[0] == pair[1]) {
                    Some(pair) => Err(NoMapping::Twice(pair[0])),
                    None => Ok(Mapping(list.clone())),
                }
            }
        }
    }
}

/// Consecutive ranks in boxes; boxes, and the places in them, in the order of ids.
fn box_mapping(net: &dyn Structure, boxes: &[u64], ranks: u64) -> Result<Mapping, NoMapping> {
    let sizes: Vec<u64> =
        net.factors().ok_or(NoMapping::NoProduct)?.iter().map(|part| part.endpoints()).collect();
    let unlike = || NoMapping::Boxes { boxes: boxes.to_vec(), sizes: sizes.clone() };
    let divides = |(&size, &part): (&u64, &u64)| part > 0 && size % part == 0;
    if boxes.len() != sizes.len() || !sizes.iter().zip(boxes).all(divides) {
        return Err(unlike());
    }
    let counts = sizes.iter().zip(boxes).map(|(size, part)| size / part).collect();
    let (Some(whole), Some(outer), Some(inner)) =
        (Digits::new(sizes.clone()), Digits::new(counts), Digits::new(boxes.to_vec()))
    else {
        return Err(unlike());
    };
    let each = inner.size();
    let endpoint = |rank: u64| {
        let place = |i: usize| outer.digit(rank / each, i) * boxes[i] + inner.digit(rank % each, i);
        whole.join(&(0..sizes.len()).map(place).collect::<Vec<_>>())
    };
    Ok(Mapping((0..ranks).map(endpoint).collect()))
}

impl Mapping {
    /// The endpoint of a rank.
    pub fn of(&self, rank: u64) -> u64 {
        self.0.get(rank as usize).copied().unwrap_or(u64::MAX)
    }

    /// All endpoints, by rank.
    pub fn endpoints(&self) -> &[u64] {
        &self.0
    }
}

impl fmt::Display for MappingText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            MappingText::Linear => write!(f, "linear"),
            MappingText::Block(boxes) => write!(f, "block {}", joined_numbers(boxes, "x")),
            MappingText::Given(list) => write!(f, "{}", joined_numbers(list, ",")),
        }
    }
}

impl FromStr for MappingText {
    type Err = String;

    fn from_str(text: &str) -> Result<MappingText, String> {
        let numbers = |text: &str, between: &[char]| {
            let words = text.split(between).filter(|word| !word.is_empty());
            words.map(str::parse::<u64>).collect::<Result<Vec<u64>, _>>().ok().filter(|list| !list.is_empty())
        };
        let text = text.trim();
        let read = match text.strip_prefix("block") {
            _ if text == "linear" => Some(MappingText::Linear),
            Some(boxes) => numbers(boxes.trim(), &['x']).map(MappingText::Block),
            None => numbers(text, &[',', ' ', '\n', '\t', '\r']).map(MappingText::Given),
        };
        read.ok_or_else(|| {
            "a mapping is linear, blocks (e.g. block 2x2x2), or the endpoints of all ranks, e.g. 0,4,1,5"
                .to_owned()
        })
    }
}
