//! Human-readable numbers.

pub use crossedge_core::exact::decimal;

/// Digits with a separator after every three of the whole part.
pub fn grouped(digits: &str) -> String {
    let (whole, decimals) = digits.split_at(digits.find('.').unwrap_or(digits.len()));
    let mut out = String::new();
    for (i, c) in whole.chars().enumerate() {
        if i > 0 && (whole.len() - i).is_multiple_of(3) {
            out.push(',');
        }
        out.push(c);
    }
    out + decimals
}

/// A time for people, in the unit that suits it.
pub fn seconds(value: f64) -> String {
    match value {
        0.0 => "0 s".to_owned(),
        v if v < 1e-6 => format!("{:.1} ns", v * 1e9),
        v if v < 1e-3 => format!("{:.3} µs", v * 1e6),
        v if v < 1.0 => format!("{:.3} ms", v * 1e3),
        v => format!("{v:.3} s"),
    }
}
