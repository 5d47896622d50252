//! Reads adjacency matrices in Matrix Market coordinate format (Boisvert, Pozo, Remington, 1996).
//!
//! Two endpoints on a switch, the second by a trunk of four cables:
//!
//! ```text
//! %%MatrixMarket matrix coordinate integer symmetric
//! % endpoints 1-2
//! 3 3 2
//! 3 1 1
//! 3 2 4
//! ```
//!
//! The first line without `%` has the rows, the columns and the number of entries. Rows are numbered from 1 in the file, and nodes from 0 in the network.
//!
//! - Read: fields `pattern`, `integer` and `real` (integers only); symmetry `symmetric` (one triangle) and `general` (both triangles, which must agree).
//! - Rejected: other fields and symmetries, dense arrays, links from a node to itself, and an entry that occurs twice.

use super::fabric::{Fabric, FabricCable, Reading, lines};
use super::read::{MAX_WIDTH, ReadError, wrong};
use crossedge_core::net::stored::table::MAX_STORED_NODES;
use std::collections::HashMap;

/// Reads an adjacency matrix: entry (i, j) is a link, and its value the number of cables, 1 with `pattern`.
///
/// A comment `% endpoints 1-16` makes these rows endpoints and all others switches; without it the roles are left open ([`Fabric::nodes`]).
///
/// # Errors
///
/// [`ReadError`] with the line, if the text is not in this format, the matrix is not square or not symmetric, a node is linked to itself, or an
/// entry is not a valid number of cables.
///
/// # Complexity
///
/// Expected time and space O(rows + entries).
///
/// # Example
///
/// ```
/// let text = b"%%MatrixMarket matrix coordinate pattern symmetric\n3 3 2\n2 1\n3 2\n";
/// assert_eq!(crossedge::net::read::matrix_market(text).expect("a path").cables.len(), 2);
/// ```
pub fn matrix_market(bytes: &[u8]) -> Result<Fabric, ReadError> {
    let mut reading = Reading::default();
    let (mut kind, mut size, mut endpoints, mut last) = (None, None, None, 1);
    let mut entries: HashMap<(u64, u64), (u64, u64)> = HashMap::new();
    let mut order: Vec<(u64, u64)> = Vec::new();
    for (line, text) in lines(bytes) {
        let text = text?.trim();
        last = line;
        if line == 1 {
            kind = Some(header(text)?);
            continue;
        }
        if let Some(comment) = text.strip_prefix('%') {
            endpoints = endpoints.or(endpoint_range(comment));
            continue;
        }
        if text.is_empty() {
            continue;
        }
        let words: Vec<&str> = text.split_whitespace().collect();
        let number = |word: &str| match word.parse::<u64>() {
            Ok(number) => Ok(number),
            Err(_) => wrong(line, format!("expected a whole number, found {word:?}")),
        };
        let Some((nodes, count)) = size else {
            let &[rows, columns, count] = &words[..] else {
                return wrong(line, "expected rows, columns and number of entries");
            };
            let (rows, columns) = (number(rows)?, number(columns)?);
            if rows != columns {
                return wrong(
                    line,
                    format!("an adjacency matrix is square, found {rows} rows and {columns} columns"),
                );
            }
            if rows > MAX_STORED_NODES {
                return wrong(line, format!("a stored graph has at most {MAX_STORED_NODES} nodes"));
            }
            size = Some((rows, number(count)?));
            continue;
        };
        let Some(Header { values, symmetric }) = kind else { return wrong(1, "the file has no header") };
        let (i, j, value) = match (&words[..], values) {
            (&[i, j], false) => (number(i)?, number(j)?, 1),
            (&[i, j, value], true) => {
                // 3 is written 3.0 by some.
                let whole = value.strip_suffix(".0").unwrap_or(value);
                (number(i)?, number(j)?, number(whole)?)
            }
            _ => {
                return wrong(
                    line,
                    format!("expected {} numbers, found {}", 2 + usize::from(values), words.len()),
                );
            }
        };
        if i == 0 || j == 0 || i > nodes || j > nodes {
            return wrong(line, format!("rows and columns are from 1 to {nodes}, found {i} and {j}"));
        }
        if !(1..=MAX_WIDTH).contains(&value) {
            return wrong(
                line,
                format!("entries are numbers of cables from 1 to {MAX_WIDTH}, found {value}"),
            );
        }
        if i == j {
            return wrong(line, "a node is linked to itself");
        }
        if let Some((_, first)) = entries.insert((i, j), (value, line)) {
            return wrong(line, format!("the entry {i} {j} is on line {first}, too"));
        }
        if symmetric && entries.contains_key(&(j, i)) {
            return wrong(line, "both triangles of a symmetric matrix have this entry");
        }
        order.push((i, j));
        if order.len() as u64 > count {
            return wrong(line, format!("more entries than the {count} of the header"));
        }
    }
    let (Some((nodes, count)), Some(Header { symmetric, .. })) = (size, kind) else {
        return wrong(last, "the file ends before the sizes");
    };
    if order.len() as u64 != count {
        return wrong(last, format!("the header promises {count} entries, found {}", order.len()));
    }
    for v in 1..=nodes {
        let node = reading.node(&(v - 1).to_string(), last)?;
        if let Some((first, end)) = endpoints {
            reading.role(node, !(first..=end).contains(&v), last)?;
        }
    }
    for (i, j) in order {
        let (value, line) = entries[&(i, j)];
        if !symmetric {
            match entries.get(&(j, i)) {
                Some((other, _)) if *other == value => {}
                _ => {
                    return wrong(
                        line,
                        format!("the matrix is not symmetric: {i} {j}; links here carry both ways"),
                    );
                }
            }
            if i < j {
                continue;
            }
        }
        let ends = [((i - 1) as u32, None), ((j - 1) as u32, None)];
        reading
            .cable(FabricCable { ends, line, width: Some(value).filter(|&w| w > 1), rate: None }, false)?;
    }
    reading.done(last)
}

#[derive(Clone, Copy)]
struct Header {
    values: bool,
    symmetric: bool,
}

fn header(text: &str) -> Result<Header, ReadError> {
    let words: Vec<String> = text.split_whitespace().map(str::to_ascii_lowercase).collect();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    match &words[..] {
        [
            "%%matrixmarket",
            "matrix",
            "coordinate",
            field @ ("pattern" | "integer" | "real"),
            symmetry @ ("symmetric" | "general"),
        ] => Ok(Header { values: *field != "pattern", symmetric: *symmetry == "symmetric" }),
        ["%%matrixmarket", ..] => {
            wrong(1, "expected matrix coordinate, pattern, integer or real, symmetric or general")
        }
        _ => wrong(1, "expected %%MatrixMarket on the first line"),
    }
}

/// The range of a comment `endpoints 1-16`.
fn endpoint_range(comment: &str) -> Option<(u64, u64)> {
    let (first, last) = comment.trim().strip_prefix("endpoints ")?.split_once('-')?;
    Some((first.parse().ok()?, last.parse().ok()?))
}
