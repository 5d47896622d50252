//! One line of a journal: the head, or a record of a task with its id and a sum.

use serde_json::Value;
use std::fmt;

/// The first line.
pub(crate) const FIRST_LINE: &str = "{\"crossedge_journal\":2}\n";

/// The first line of journals without sums.
pub(crate) const OLD_HEAD: &str = "{\"crossedge_journal\":1}\n";

/// A journal has at most this many bytes: about what the most trials of a campaign take.
pub const MAX_JOURNAL: u64 = 16 << 30;

/// The BLAKE3 digest of the canonical text of a task.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TaskId([u8; 32]);

impl TaskId {
    /// Digits of its text.
    pub(crate) const DIGITS: usize = 64;

    /// The id of the task with this canonical text.
    pub fn from_text(canonical: &str) -> TaskId {
        TaskId(blake3::hash(canonical.as_bytes()).into())
    }

    /// The id that a text of 64 digits spells.
    pub fn parse(text: &str) -> Option<TaskId> {
        Some(TaskId(blake3::Hash::from_hex(text).ok()?.into()))
    }
}

impl fmt::Display for TaskId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", blake3::Hash::from(self.0).to_hex())
    }
}

/// The end of a record: a digest of everything before it.
pub(crate) fn sum(body: &[u8]) -> String {
    let mut digits = blake3::hash(body).to_hex().to_string();
    // Half of the digest is enough against accidental damage; it is no protection against forgery.
    digits.truncate(CHECKSUM_DIGITS);
    digits
}

/// Digits of a sum.
pub(crate) const CHECKSUM_DIGITS: usize = 32;

/// The header line of a file.
pub(crate) enum FirstLine {
    /// This is a journal.
    Whole,
    /// Of a journal without sums.
    Old,
    /// One byte is another.
    Nearly,
    /// Something else.
    Other,
}

impl FirstLine {
    pub(crate) fn parse(line: &[u8]) -> FirstLine {
        let head = FIRST_LINE.as_bytes();
        if line == OLD_HEAD.as_bytes() {
            FirstLine::Old
        } else if head.starts_with(line) {
            // A process that was killed early leaves a part of the line.
            FirstLine::Whole
        } else if line.starts_with(&head[..head.len() - 1])
            || line.len() == head.len() && line.iter().zip(head).filter(|(a, b)| a != b).count() == 1
        {
            FirstLine::Nearly
        } else {
            FirstLine::Other
        }
    }
}

/// The entry of a journal line for a task.
pub(crate) enum Record {
    Result(Value),
    Failure(String),
}

/// A line as a record, with its canonical text. The sum must be that of what is before it, and the id that of the task, so that no
/// damaged line passes for one.
pub(crate) fn parse_record(line: &[u8]) -> Option<(TaskId, String, Record)> {
    let line = line.strip_suffix(b"\n").unwrap_or(line);
    // The suffix after the body: ,"sum":"…"}
    let (body, tail) = line.split_at_checked(line.len().checked_sub(CHECKSUM_DIGITS + 10)?)?;
    if tail != format!(",\"sum\":\"{}\"}}", sum(body)).as_bytes() {
        return None;
    }
    let mut value: Value = serde_json::from_slice(line).ok()?;
    let id = TaskId::parse(value.get("id")?.as_str()?)?;
    let task = value.get("task")?.as_str()?.to_owned();
    if TaskId::from_text(&task) != id {
        return None;
    }
    let record = match (value.get_mut("result").map(Value::take), value.get("failed").and_then(Value::as_str))
    {
        (Some(result), _) => Record::Result(result),
        (None, Some(why)) => Record::Failure(why.to_owned()),
        (None, None) => return None,
    };
    Some((id, task, record))
}
