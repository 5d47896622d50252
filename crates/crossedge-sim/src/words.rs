//! Traffic as text, as written by users and in settings files.

use crate::error::Error;
use crossedge::collective::training::{Job, MappingText, Phase};
use crossedge::collective::{Algorithm, Kind, Rings};
use crossedge::metrics::traffic::{Groups, Traffic};
use crossedge::net::{Structure, parse_address};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::fmt;
use std::str::FromStr;

/// The traffic pattern, by name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum TrafficName {
    /// A pattern of the load analysis. All but all-to-all go on for ever, at a load.
    Pattern(Traffic),
    /// Every node sends to one, which is given by its address; the network resolves its id.
    Hotspot(String),
    /// The checked schedule of a collective: nodes send when they have what they are to send.
    Collective {
        /// The kind.
        kind: Kind,
        /// The algorithm.
        algorithm: &'static Algorithm,
        /// The bytes of a block.
        bytes: u64,
    },
    /// A phase of training: ranks send when what the round before brings has come.
    Phase {
        /// The phase.
        phase: Phase,
        /// The job.
        job: Job,
        /// Bytes per rank.
        bytes: u64,
        /// The mapping of ranks to endpoints.
        mapping: MappingText,
    },
}

/// The bytes of a block when none are given: a packet of the usual machine.
const DEFAULT_BLOCK_BYTES: u64 = 256;

/// The bytes of a rank when none are given.
const DEFAULT_RANK_BYTES: u64 = 1 << 16;

impl TrafficName {
    /// Returns `true` if it goes on for ever at a load, and does not end of itself.
    pub fn is_open_loop(&self) -> bool {
        !matches!(
            self,
            TrafficName::Pattern(Traffic::AllToAll)
                | TrafficName::Collective { .. }
                | TrafficName::Phase { .. }
        )
    }

    /// The pattern on a network; none for a collective or a phase.
    pub fn pattern(&self, net: &dyn Structure) -> Result<Option<Traffic>, Error> {
        match self {
            TrafficName::Pattern(pattern) => Ok(Some(*pattern)),
            TrafficName::Hotspot(address) => match parse_address(net, address) {
                Ok(node) if node.0 >= net.endpoints() => {
                    Err(Error::usage(format!("{address} is a switch, not an endpoint"))
                        .help(format!("endpoints have the ids 0 to {}", net.endpoints() - 1)))
                }
                Ok(node) => Ok(Some(Traffic::Hotspot(node.0))),
                Err(error) => Err(Error::at(error, address.clone())),
            },
            TrafficName::Collective { .. } | TrafficName::Phase { .. } => Ok(None),
        }
    }
}

impl Default for TrafficName {
    fn default() -> Self {
        TrafficName::Pattern(Traffic::Uniform)
    }
}

impl fmt::Display for TrafficName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TrafficName::Pattern(pattern) => write!(f, "{pattern}"),
            TrafficName::Hotspot(address) => write!(f, "hotspot at {address}"),
            TrafficName::Collective { kind, algorithm, bytes: DEFAULT_BLOCK_BYTES } => {
                write!(f, "collective {kind} {algorithm}")
            }
            TrafficName::Collective { kind, algorithm, bytes } => {
                write!(f, "collective {kind} {algorithm} of {bytes} bytes")
            }
            TrafficName::Phase { phase, job, bytes, mapping } => {
                write!(f, "phase {phase} {job}")?;
                if *bytes != DEFAULT_RANK_BYTES {
                    write!(f, " of {bytes} bytes")?;
                }
                match mapping {
                    MappingText::Linear => Ok(()),
                    mapping => write!(f, " mapped {mapping}"),
                }
            }
        }
    }
}

impl FromStr for TrafficName {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let words: Vec<&str> = text.split_whitespace().collect();
        let number = |word: &str| {
            word.parse::<u64>()
                .map_err(|_| format!("'{word}' is not a number\nhelp: e.g. '{TRAFFIC_EXAMPLES}'"))
        };
        let pattern = match words[..] {
            ["file", ..] => {
                return Err(format!(
                    "traffic from a file is not simulated ('{text}')\nhelp: `crossedge throughput NET --traffic '{text}'` computes its throughput; simulated are e.g. {TRAFFIC_EXAMPLES}"
                ));
            }
            ["uniform"] => Traffic::Uniform,
            ["all-to-all" | "alltoall"] => Traffic::AllToAll,
            ["transpose"] => Traffic::Transpose,
            ["complement" | "bit-complement"] => Traffic::Complement,
            ["tornado"] => Traffic::Tornado,
            ["reverse" | "bit-reverse"] => Traffic::Reverse,
            ["shift"] => Traffic::Shift(1),
            ["shift", "by", by] => Traffic::Shift(number(by)?),
            ["shuffle"] => Traffic::Shuffle,
            ["random"] => Traffic::Random(0),
            ["random", "seed", seed] => Traffic::Random(number(seed)?),
            [word @ ("rings" | "groups"), "of", size, ref more @ ..] => {
                let stride = match more {
                    [] => 1,
                    ["apart" | "stride", stride] => number(stride)?,
                    _ => return Err(format!("there is no traffic '{text}'\nhelp: {TRAFFIC_EXAMPLES}")),
                };
                match (word, Groups { size: number(size)?, stride }) {
                    (_, Groups { stride: 0, .. }) | ("groups", Groups { size: 0 | 1, .. }) => {
                        return Err(format!(
                            "no node sends in {}\nhelp: groups need at least 2 nodes and a stride of at least 1",
                            words.join(" ")
                        ));
                    }
                    ("rings", rings) => Traffic::Rings(rings),
                    (_, groups) => Traffic::Groups(groups),
                }
            }
            ["hotspot"] => Traffic::Hotspot(0),
            ["hotspot", "at", at] if at.parse::<u64>().is_ok() => Traffic::Hotspot(number(at)?),
            ["hotspot", "at", first, ..] => {
                if !first.starts_with(|c: char| c == '(' || c.is_ascii_digit()) {
                    return Err(format!(
                        "'{first}' is not a node\nhelp: an id or an address, e.g. '{TRAFFIC_EXAMPLES}'"
                    ));
                }
                return Ok(TrafficName::Hotspot(words[2..].concat()));
            }
            ["collective", kind, algorithm] => return collective(kind, algorithm, DEFAULT_BLOCK_BYTES),
            ["collective", kind, algorithm, "of", bytes, "bytes"] => {
                return collective(kind, algorithm, number(bytes)?);
            }
            ["phase", name, job, "of", bytes, "bytes", ref more @ ..] => {
                return phase(name, job, number(bytes)?, more);
            }
            ["phase", name, job, ref more @ ..] => return phase(name, job, DEFAULT_RANK_BYTES, more),
            _ => return Err(format!("there is no traffic '{text}'\nhelp: {TRAFFIC_EXAMPLES}")),
        };
        Ok(TrafficName::Pattern(pattern))
    }
}

const TRAFFIC_EXAMPLES: &str = "uniform, transpose, complement, tornado, reverse, shuffle, shift by 3, random seed 1, rings of 8, groups of 8, groups of 8 stride 4, hotspot at 0, hotspot at (0,0,0), all-to-all, collective broadcast eager, collective allreduce recursive-doubling of 1024 bytes, phase tensor 8x4x4, phase expert 8x4x4 of 4096 bytes mapped block 2x2x2";

fn phase(name: &str, job: &str, bytes: u64, more: &[&str]) -> Result<TrafficName, String> {
    let phase = name.parse::<Phase>().map_err(|why| why.to_string())?;
    let job = job.parse::<Job>()?;
    let mapping = match more {
        [] => MappingText::Linear,
        ["mapped", mapping @ ..] => mapping.join(" ").parse::<MappingText>()?,
        [word, ..] => {
            return Err(format!(
                "'{word}' is not expected here\nhelp: e.g. 'phase tensor 8x4x4 of 65536 bytes mapped block 2x2x2'"
            ));
        }
    };
    match bytes {
        0 => Err("a rank holds 1 byte at least\nhelp: e.g. 'phase tensor 8x4x4 of 65536 bytes'".to_owned()),
        bytes => Ok(TrafficName::Phase { phase, job, bytes, mapping }),
    }
}

fn collective(kind: &str, algorithm: &str, bytes: u64) -> Result<TrafficName, String> {
    let Ok(kind) = kind.parse::<Kind>() else {
        let all: Vec<&str> = Kind::ALL.iter().map(|k| k.word()).collect();
        return Err(format!("there is no collective '{kind}'\nhelp: {}", all.join(", ")));
    };
    // A schedule round rings needs the rings, which a simulation does not look for.
    let all = || Algorithm::all(kind).filter(|a| a.rings == Rings::None);
    match all().find(|a| a.is_named(algorithm)) {
        Some(algorithm) => Ok(TrafficName::Collective { kind, algorithm, bytes }),
        None => {
            let all: Vec<&str> = all().map(|a| a.name).collect();
            Err(format!(
                "there is no algorithm '{algorithm}' for {kind} to simulate\nhelp: {}",
                all.join(", ")
            ))
        }
    }
}

impl Serialize for TrafficName {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        text::serialize(self, to)
    }
}

impl<'de> Deserialize<'de> for TrafficName {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        text::deserialize(from)
    }
}

/// Serialises a value as text in a settings file.
pub(crate) mod text {
    use serde::{Deserialize, Deserializer, Serializer, de};
    use std::fmt::Display;
    use std::str::FromStr;

    pub(crate) fn serialize<T: Display, S: Serializer>(value: &T, to: S) -> Result<S::Ok, S::Error> {
        to.collect_str(value)
    }

    pub(crate) fn deserialize<'de, T: FromStr<Err: Display>, D: Deserializer<'de>>(
        from: D,
    ) -> Result<T, D::Error> {
        String::deserialize(from)?.parse().map_err(de::Error::custom)
    }
}
