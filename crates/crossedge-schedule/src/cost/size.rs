//! Sizes as people write them: `1MiB`, `64kB`, `4096`.
//!
//! ```
//! use crossedge::cost::size;
//!
//! assert_eq!(size::parse("64KiB"), Ok(65536));
//! assert_eq!(size::parse("64kB"), Ok(64000));
//! ```

/// Units and what they stand for.
const SIZE_UNITS: &[(&str, u64)] = &[
    ("KiB", 1 << 10),
    ("MiB", 1 << 20),
    ("GiB", 1 << 30),
    ("TiB", 1 << 40),
    ("kB", 1_000),
    ("MB", 1_000_000),
    ("GB", 1_000_000_000),
    ("TB", 1_000_000_000_000),
    ("B", 1),
    ("", 1),
];

/// Parses a size. The error names the expectation.
///
/// ```
/// use crossedge::cost::size::parse;
/// assert_eq!(parse("1MiB"), Ok(1_048_576));
/// assert_eq!(parse("64 kB"), Ok(64_000));
/// assert_eq!(parse("1 lot").unwrap_err(), "expected a size such as 4096, 64KiB or 1MiB");
/// ```
pub fn parse(text: &str) -> Result<u64, String> {
    let text = text.trim();
    let digits = text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len());
    let unit = SIZE_UNITS.iter().find(|(unit, _)| *unit == text[digits..].trim());
    let expected = || "expected a size such as 4096, 64KiB or 1MiB".to_owned();
    let (_, unit) = unit.ok_or_else(expected)?;
    let count: u64 = text[..digits].parse().map_err(|_| expected())?;
    count.checked_mul(*unit).ok_or_else(|| "a size has at most 64 bits".to_owned())
}

/// A size for people: exact bytes below 10 KiB, and three digits of a larger unit from there on.
pub fn size_text(bytes: u128) -> String {
    if bytes < 10 << 10 {
        return format!("{bytes} B");
    }
    let (mut value, mut unit) = (bytes as f64 / 1024.0, 0);
    let names = ["KiB", "MiB", "GiB", "TiB", "PiB", "EiB"];
    while value >= 1024.0 && unit + 1 < names.len() {
        (value, unit) = (value / 1024.0, unit + 1);
    }
    let places = if value < 10.0 { 2 } else { usize::from(value < 100.0) };
    let text = format!("{value:.places$}");
    let text = if text.contains('.') { text.trim_end_matches('0').trim_end_matches('.') } else { &text };
    format!("{text} {}", names[unit])
}
