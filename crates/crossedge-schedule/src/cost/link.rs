//! Link parameters as text: a latency such as `0.5us`, a bandwidth such as `400Gbit/s`.
//!
//! ```
//! use crossedge::cost::link;
//!
//! assert_eq!(link::latency("0.5us"), Ok(5e-7));
//! assert_eq!(link::bandwidth("400Gbit/s"), Ok(5e10));
//! ```

/// Latency and bandwidth of a link.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Link {
    /// Time of an empty message over a link, ts. The other constants of a model scale with it.
    pub latency_seconds: f64,
    /// The cost of a byte on a link: tw, G.
    pub byte_seconds: f64,
}

impl Default for Link {
    /// 1 µs, and 1 ns for a byte.
    fn default() -> Self {
        Link { latency_seconds: 1e-6, byte_seconds: 1e-9 }
    }
}

impl Link {
    /// Time of the head of a message and of a byte on a link, in integer units: used by the link verifier.
    pub fn in_units(&self) -> (u64, u64) {
        let Link { latency_seconds, byte_seconds } = *self;
        match *self == Link::default() {
            true => (1000, 10),
            // Femtoseconds: within the limits of the texts below neither is zero, and both fit.
            false => ((latency_seconds * 1e14).round() as u64, (byte_seconds * 1e15).round().max(1.0) as u64),
        }
    }
}

/// Units of time in seconds, and others that mean the same.
const TIME_UNITS: &[(&str, f64)] =
    &[("ps", 1e12), ("ns", 1e9), ("us", 1e6), ("µs", 1e6), ("μs", 1e6), ("ms", 1e3), ("s", 1.0)];

/// Units of bandwidth in bits per second.
const RATE_UNITS: &[(&str, f64)] = &[("k", 1e3), ("M", 1e6), ("G", 1e9), ("T", 1e12), ("", 1.0)];

/// A number, and what follows it.
fn split_number(text: &str) -> Option<(f64, &str)> {
    let text = text.trim();
    let end = text.find(|c: char| !c.is_ascii_digit() && c != '.').unwrap_or(text.len());
    Some((text[..end].parse().ok()?, text[end..].trim()))
}

/// Parses a latency, in seconds. The error names the expectation.
pub fn latency(text: &str) -> Result<f64, String> {
    let expected = || "expected a time such as 0.5us, 500ns or 1ms".to_owned();
    let (value, unit) = split_number(text).ok_or_else(expected)?;
    // Divided, not multiplied: 500 ns and 0.5 µs are the same number.
    let (_, parts) = TIME_UNITS.iter().find(|(name, _)| *name == unit).ok_or_else(expected)?;
    let seconds = value / parts;
    match (1e-12..=1.0).contains(&seconds) {
        true => Ok(seconds),
        false => Err("a latency is at least 1ps and at most 1s".to_owned()),
    }
}

/// Parses a bandwidth, in bytes per second. The error names the expectation.
pub fn bandwidth(text: &str) -> Result<f64, String> {
    let expected = || "expected a bandwidth such as 400Gbit/s, 100Gb/s or 50GB/s".to_owned();
    let (value, unit) = split_number(text).ok_or_else(expected)?;
    let each = unit.strip_suffix("/s").or_else(|| unit.strip_suffix("ps")).ok_or_else(expected)?;
    let (prefix, bits) = [("bit", 1.0), ("B", 8.0), ("b", 1.0)]
        .iter()
        .find_map(|(name, bits)| Some((each.strip_suffix(name)?, bits)))
        .ok_or_else(expected)?;
    let (_, times) = RATE_UNITS.iter().find(|(name, _)| *name == prefix).ok_or_else(expected)?;
    let bytes = value * times * bits / 8.0;
    match (1e3..=1e14).contains(&bytes) {
        true => Ok(bytes),
        false => Err("a bandwidth is at least 1kB/s and at most 100TB/s".to_owned()),
    }
}

/// A bandwidth for people.
pub fn show_bandwidth(bytes_per_second: f64) -> String {
    let bits = bytes_per_second * 8.0;
    let (name, times) =
        RATE_UNITS.iter().rev().skip(1).find(|(_, times)| bits >= *times).unwrap_or(&("", 1.0));
    let text = format!("{:.3}", bits / times);
    format!("{} {name}bit/s", text.trim_end_matches('0').trim_end_matches('.'))
}
