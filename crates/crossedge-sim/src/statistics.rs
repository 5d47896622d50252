//! When a run has settled, and how sure its mean is.
//!
//! Warm-up is cut by the marginal standard error rule: of all beginnings that could be left out, the one is chosen that makes
//! (sum of squared deviations) / (windows left)² least. A run has settled when that is less than half of it (White, An effective
//! truncation heuristic for bias reduction in simulation output, 1997). Intervals are Student's, over means of batches or of seeds.

/// Number of initial windows to discard as warm-up; `None` if that is half of them or more.
pub fn warm_up_windows(windows: &[f64]) -> Option<usize> {
    let half = windows.len() / 2;
    let score = |cut: usize| {
        let rest = &windows[cut..];
        let count = rest.len() as f64;
        let mean = rest.iter().sum::<f64>() / count;
        rest.iter().map(|x| (x - mean) * (x - mean)).sum::<f64>() / (count * count)
    };
    let best = (0..=half).min_by(|&a, &b| score(a).total_cmp(&score(b)))?;
    (best < half).then_some(best)
}

/// The 97.5 % points of Student's distribution for 1 to 30 degrees of freedom.
const STUDENT_975: [f64; 30] = [
    12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228, 2.201, 2.179, 2.160, 2.145, 2.131,
    2.120, 2.110, 2.101, 2.093, 2.086, 2.080, 2.074, 2.069, 2.064, 2.060, 2.056, 2.052, 2.048, 2.045, 2.042,
];

/// The mean of independent values and the half-width of its 95 % interval, which needs two values.
///
/// ```
/// let (mean, half) = crossedge_sim::interval(&[1.0, 2.0, 3.0]);
/// assert_eq!(mean, 2.0);
/// assert!((half.unwrap() - 4.303 / 3f64.sqrt()).abs() < 1e-9);
/// ```
pub fn interval(values: &[f64]) -> (f64, Option<f64>) {
    let count = values.len() as f64;
    let mean = values.iter().sum::<f64>() / count;
    if values.len() < 2 {
        return (mean, None);
    }
    let variance = values.iter().map(|x| (x - mean) * (x - mean)).sum::<f64>() / (count - 1.0);
    let point = STUDENT_975.get(values.len() - 2).copied().unwrap_or(1.96);
    (mean, Some(point * (variance / count).sqrt()))
}

/// Number of batches windows that are put together to.
pub const BATCH_COUNT: usize = 10;

/// The 99.5 % point of Student's distribution for one degree of freedom less than there are batches.
pub const STUDENT_995: f64 = 3.250;

/// Sums of ten batches of windows that follow each other; `None` if there are fewer windows.
pub fn batch_sums<T: Copy, U: std::iter::Sum<T>>(windows: &[T]) -> Option<Vec<U>> {
    let of = |batch: usize| batch * windows.len() / BATCH_COUNT;
    (windows.len() >= BATCH_COUNT).then(|| {
        (0..BATCH_COUNT).map(|batch| windows[of(batch)..of(batch + 1)].iter().copied().sum()).collect()
    })
}

/// The distribution function of Student's distribution, for a whole number of degrees of freedom.
///
/// ```
/// use crossedge_sim::internals::student_cdf;
/// assert!((student_cdf(3.250, 9) - 0.995).abs() < 1e-5);
/// assert!((student_cdf(-3.355, 8) - 0.005).abs() < 1e-5);
/// ```
pub fn student_cdf(t: f64, degrees: u32) -> f64 {
    let angle = (t / f64::from(degrees).sqrt()).atan();
    let (sine, cosine) = angle.sin_cos();
    // Finite sums of powers of the cosine, from 1 for an even number of degrees and from the cosine for an odd one.
    let odd = degrees % 2;
    let (mut term, mut sum) = (if odd == 1 { cosine } else { 1.0 }, 0.0);
    for power in (odd..degrees.saturating_sub(1)).step_by(2) {
        sum += term;
        term *= cosine * cosine * f64::from(power + 1) / f64::from(power + 2);
    }
    let inside = match odd {
        1 => (angle + sine * sum) * std::f64::consts::FRAC_2_PI,
        _ => sine * sum,
    };
    (1.0 + inside) / 2.0
}

/// The half-width of the 95 % interval of a mean over windows that follow each other, by ten batches.
pub fn batched_interval(windows: &[(u64, u64)]) -> Option<f64> {
    let sums: Vec<u64> = batch_sums(&windows.iter().map(|w| w.0).collect::<Vec<_>>())?;
    let counts: Vec<u64> = batch_sums(&windows.iter().map(|w| w.1).collect::<Vec<_>>())?;
    let means =
        sums.into_iter().zip(counts).map(|(sum, count)| (count > 0).then(|| sum as f64 / count as f64));
    interval(&means.collect::<Option<Vec<f64>>>()?).1
}
