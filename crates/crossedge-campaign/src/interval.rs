//! Confidence intervals of counted fractions.

/// The 95 % interval of Wilson for `hits` out of `count` independent trials; from 0 to 1 without trials.
///
/// Wilson, Probable inference, the law of succession, and statistical inference, 1927.
///
/// ```
/// use crossedge_campaign::wilson_interval;
/// let (low, high) = wilson_interval(8, 10);
/// assert!((low - 0.4902).abs() < 1e-4 && (high - 0.9433).abs() < 1e-4);
/// ```
pub fn wilson_interval(hits: u64, count: u64) -> (f64, f64) {
    if count == 0 {
        return (0.0, 1.0);
    }
    // The 97.5 % point of the normal distribution.
    let z = 1.959_963_984_540_054_f64;
    let (n, p) = (count as f64, hits as f64 / count as f64);
    let middle = p + z * z / (2.0 * n);
    let half = z * (p * (1.0 - p) / n + z * z / (4.0 * n * n)).sqrt();
    let scale = 1.0 + z * z / n;
    // At the ends the interval touches 0 or 1, which rounding would miss.
    let low = if hits == 0 { 0.0 } else { (middle - half) / scale };
    let high = if hits == count { 1.0 } else { (middle + half) / scale };
    (low, high)
}
