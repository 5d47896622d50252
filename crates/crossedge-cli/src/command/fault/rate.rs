//! A rate of faults as a number of nodes or links.

/// So many of `all`, rounded to the nearest; exact, for a rate of up to 18 digits.
pub fn rate(text: &str, all: u64) -> Option<u64> {
    let (whole, part) = text.split_once('.').unwrap_or((text, ""));
    let digits = |t: &str| t.bytes().all(|b| b.is_ascii_digit());
    if text.len() > 20 || !digits(whole) || !digits(part) || (whole.is_empty() && part.is_empty()) {
        return None;
    }
    let scale = 10u128.pow(part.len() as u32);
    let value: u128 = format!("0{whole}{part}").parse().ok()?;
    (value <= scale).then(|| ((u128::from(all) * value * 2 + scale) / (2 * scale)) as u64)
}
