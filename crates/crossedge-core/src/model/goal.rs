//! GOAL schedules (Hoefler, Siebert, Lumsdaine, Group Operation Assembly Language, ICPP 2009): the sends, receives and calculations of
//! every rank, and their dependencies. A message has a size, but no contents.

use std::collections::HashMap;

/// More ranks are not read.
pub const MAX_RANKS: u32 = 1 << 20;

/// A schedule in GOAL.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Goal {
    /// The operations of every rank.
    pub ranks: Vec<Vec<GoalOp>>,
}

/// Something that a rank does.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GoalOp {
    /// The operation.
    pub act: GoalAct,
    /// Operations of the same rank, by number: it begins when these have ended.
    pub requires: Vec<u32>,
    /// Operations of the same rank, by number: it begins when these have begun.
    pub irequires: Vec<u32>,
    /// Line number of the operation.
    pub line: u32,
}

/// The kinds of operations.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum GoalAct {
    /// A message is sent.
    Send {
        /// To this rank.
        to: u32,
        /// Number of bytes.
        bytes: u64,
        /// With this tag.
        tag: u32,
    },
    /// A message is taken.
    Receive {
        /// The sender; any sender if `None`.
        from: Option<u32>,
        /// Number of bytes.
        bytes: u64,
        /// With this tag; with any when there is none.
        tag: Option<u32>,
    },
    /// Computation, in nanoseconds.
    Calculate(u64),
}

/// A syntax error in a GOAL text.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {why}")]
pub struct BadGoal {
    /// The line, from 1.
    pub line: u32,
    /// The reason.
    pub why: String,
}

impl Goal {
    /// Reads a text.
    pub fn read(text: &str) -> Result<Goal, BadGoal> {
        let mut reader =
            GoalReader { goal: Goal { ranks: Vec::new() }, count: None, at: None, labels: HashMap::new() };
        let mut number = 0;
        let mut comment = false;
        for line in text.lines() {
            number += 1;
            let plain = strip_comments(line, &mut comment);
            reader.read_line(plain.trim(), number).map_err(|why| BadGoal { line: number, why })?;
        }
        let end = |why: &str| Err(BadGoal { line: number.max(1), why: why.to_owned() });
        match reader {
            GoalReader { at: Some(_), .. } => end("the last rank is not closed by '}'"),
            GoalReader { count: None, .. } => end("the number of ranks is missing, e.g. num_ranks 8"),
            GoalReader { mut goal, count: Some(count), .. } => {
                goal.ranks.resize(count as usize, Vec::new());
                Ok(goal)
            }
        }
    }

    /// Sender, receiver and bytes of all sends; messages of a rank to itself are omitted.
    pub fn messages(&self) -> impl Iterator<Item = (u32, u32, u64)> {
        (0..).zip(&self.ranks).flat_map(|(from, ops)| {
            ops.iter().filter_map(move |op| match op.act {
                GoalAct::Send { to, bytes, .. } if to != from => Some((from, to, bytes)),
                _ => None,
            })
        })
    }

    /// Demands in bytes: lines of sender, receiver and amount, as in traffic files. Messages of a rank to itself are omitted.
    pub fn traffic(&self) -> String {
        let mut sums: std::collections::BTreeMap<(u32, u32), u128> = std::collections::BTreeMap::new();
        for (from, ops) in (0..).zip(&self.ranks) {
            for op in ops {
                if let GoalAct::Send { to, bytes, .. } = op.act
                    && to != from
                {
                    *sums.entry((from, to)).or_default() += u128::from(bytes);
                }
            }
        }
        // Only the total counts, so the busiest sender offers one packet per cycle: traffic is reported in fractions of that.
        let mut sent: HashMap<u32, u128> = HashMap::new();
        sums.iter().for_each(|((from, _), bytes)| *sent.entry(*from).or_default() += bytes);
        let most = sent.values().copied().max().unwrap_or(0);
        let line = |((from, to), bytes): (&(u32, u32), &u128)| format!("{from} {to} {bytes}/{most}\n");
        sums.iter().filter(|(_, bytes)| **bytes > 0).map(line).collect()
    }
}

/// A line without its comments; `inside` tracks a block comment over lines.
fn strip_comments(line: &str, inside: &mut bool) -> String {
    let mut plain = String::new();
    let mut rest = line;
    loop {
        if *inside {
            let Some(end) = rest.find("*/") else { return plain };
            *inside = false;
            rest = &rest[end + 2..];
        }
        let (block, line) = (rest.find("/*"), rest.find("//"));
        match (block, line) {
            (Some(block), line) if line.is_none_or(|line| block < line) => {
                plain.push_str(&rest[..block]);
                plain.push(' ');
                *inside = true;
                rest = &rest[block + 2..];
            }
            (_, Some(line)) => {
                plain.push_str(&rest[..line]);
                return plain;
            }
            _ => {
                plain.push_str(rest);
                return plain;
            }
        }
    }
}

struct GoalReader {
    goal: Goal,
    count: Option<u32>,
    /// The rank that is open.
    at: Option<u32>,
    /// Labels of the open rank.
    labels: HashMap<String, u32>,
}

fn parse_number<T: std::str::FromStr>(word: &str, what: &str) -> Result<T, String> {
    match word.bytes().all(|byte| byte.is_ascii_digit()) {
        true => word.parse().ok(),
        false => None,
    }
    .ok_or_else(|| format!("'{word}' is not a {what}"))
}

impl GoalReader {
    fn read_line(&mut self, line: &str, number: u32) -> Result<(), String> {
        // A brace may be right behind the number of the rank.
        let line = line.replace('{', " { ").replace('}', " } ");
        let words: Vec<&str> = line.split_whitespace().collect();
        match (&words[..], self.at) {
            ([], _) => Ok(()),
            (["num_ranks", count], None) if self.count.is_none() => {
                let count = parse_number(count, "number of ranks")?;
                if count > MAX_RANKS {
                    return Err(format!("{count} ranks are more than the {MAX_RANKS} that are read"));
                }
                self.count = Some(count);
                Ok(())
            }
            (["rank", rank, "{"], None) => {
                let count = self.count.ok_or("the number of ranks comes first, e.g. num_ranks 8")?;
                let rank: u32 = parse_number(rank, "rank")?;
                if rank >= count {
                    return Err(format!("rank {rank} is outside 0 to {}", i64::from(count) - 1));
                }
                if (rank as usize) < self.goal.ranks.len() {
                    return Err(format!(
                        "rank {rank} comes after rank {}: ranks must be in ascending order",
                        self.goal.ranks.len() - 1
                    ));
                }
                self.goal.ranks.resize(rank as usize + 1, Vec::new());
                self.labels.clear();
                self.at = Some(rank);
                Ok(())
            }
            (["}"], Some(_)) => {
                self.at = None;
                Ok(())
            }
            ([who, word @ ("requires" | "irequires"), whom], Some(rank)) => {
                let find = |label: &str| {
                    self.labels
                        .get(label)
                        .copied()
                        .ok_or_else(|| format!("'{label}' is not defined before, in rank {rank}"))
                };
                let (who, whom) = (find(who)?, find(whom)?);
                let op = self.goal.ranks.last_mut().and_then(|ops| ops.get_mut(who as usize));
                if let Some(op) = op {
                    if *word == "requires" { op.requires.push(whom) } else { op.irequires.push(whom) }
                }
                Ok(())
            }
            ([first, rest @ ..], Some(_)) => {
                let (label, words) = match first.strip_suffix(':') {
                    Some(label) => (Some(label), rest),
                    None => (None, &words[..]),
                };
                let act = self.parse_act(words)?;
                let ops = self.goal.ranks.last_mut().ok_or("no rank is open")?;
                if let Some(label) = label {
                    let good = label.starts_with(|c: char| c.is_ascii_alphabetic())
                        && label.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
                    if !good {
                        return Err(format!(
                            "'{label}' is not a label: a letter, then letters, digits and _"
                        ));
                    }
                    let at = u32::try_from(ops.len()).map_err(|_| "too many operations".to_owned())?;
                    if self.labels.insert(label.to_owned(), at).is_some() {
                        return Err(format!("duplicate label '{label}'"));
                    }
                }
                ops.push(GoalOp { act, requires: Vec::new(), irequires: Vec::new(), line: number });
                Ok(())
            }
            _ => Err("a rank is expected, e.g. rank 0 {".to_owned()),
        }
    }

    fn parse_act(&self, words: &[&str]) -> Result<GoalAct, String> {
        let peer = |word: &str| {
            let rank: u32 = parse_number(word, "rank")?;
            match self.count {
                Some(count) if rank < count => Ok(rank),
                _ => Err(format!("there is no rank {rank}")),
            }
        };
        let size =
            |word: &str| parse_number(word.strip_suffix('b').unwrap_or(word), "number of bytes, e.g. 8b");
        match words {
            ["send", bytes, "to", to, rest @ ..] => {
                let tag = options(rest, true)?;
                Ok(GoalAct::Send {
                    to: peer(to)?,
                    bytes: size(bytes)?,
                    tag: tag.ok_or("a sent message needs a tag other than -1")?,
                })
            }
            ["recv", bytes, "from", from, rest @ ..] => {
                let from = if *from == "-1" { None } else { Some(peer(from)?) };
                Ok(GoalAct::Receive { from, bytes: size(bytes)?, tag: options(rest, true)? })
            }
            ["calc", time, rest @ ..] => {
                options(rest, false)?;
                Ok(GoalAct::Calculate(parse_number(time, "time")?))
            }
            _ => Err("send, recv or calc is expected, e.g. l1: send 8b to 1 tag 0".to_owned()),
        }
    }
}

/// Tag, cpu and nic, in this order; returns the tag [default: 0].
fn options(mut words: &[&str], all: bool) -> Result<Option<u32>, String> {
    let mut tag = Some(0);
    if let ["tag", value, rest @ ..] = words
        && all
    {
        tag = if *value == "-1" { None } else { Some(parse_number(value, "tag")?) };
        words = rest;
    }
    if let ["cpu", value, rest @ ..] = words {
        parse_number::<u8>(value, "cpu")?;
        words = rest;
    }
    if let ["nic", value, rest @ ..] = words
        && all
    {
        parse_number::<u8>(value, "nic")?;
        words = rest;
    }
    match words {
        [] => Ok(tag),
        [word, ..] => Err(format!("'{word}' is not expected here: tag, cpu and nic must be in this order")),
    }
}
