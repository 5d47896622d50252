//! Numbers for people.

use num_bigint::BigUint;

/// A ratio with so many digits after the point, rounded half up in exact arithmetic. A denominator of 0 counts as 1.
///
/// ```
/// use crossedge::render::decimal;
/// assert_eq!(decimal(&5u32.into(), &3u32.into(), 6), "1.666667");
/// assert_eq!(decimal(&1u32.into(), &8u32.into(), 2), "0.13");
/// ```
pub fn decimal(numerator: &BigUint, denominator: &BigUint, places: u32) -> String {
    let scale = BigUint::from(10u32).pow(places);
    let denominator = denominator.max(&BigUint::from(1u32)).clone();
    let scaled = (((numerator * &scale) << 1u32) + &denominator) / (denominator << 1u32);
    let (whole, rest) = (&scaled / &scale, &scaled % &scale);
    match places {
        0 => whole.to_string(),
        _ => format!("{whole}.{:0>width$}", rest.to_string(), width = places as usize),
    }
}

/// Digits with a separator after every three.
pub fn grouped(digits: &str) -> String {
    let mut out = String::new();
    for (i, c) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            out.push(',');
        }
        out.push(c);
    }
    out
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
