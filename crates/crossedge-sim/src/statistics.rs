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
const BATCH_COUNT: usize = 10;

/// The 99.5 % point of Student's distribution for one degree of freedom less than there are batches.
const STUDENT_995: f64 = 3.250;

/// Sums of ten batches of windows that follow each other; `None` if there are fewer windows.
fn batch_sums<T: Copy, U: std::iter::Sum<T>>(windows: &[T]) -> Option<Vec<U>> {
    let of = |batch: usize| batch * windows.len() / BATCH_COUNT;
    (windows.len() >= BATCH_COUNT).then(|| {
        (0..BATCH_COUNT).map(|batch| windows[of(batch)..of(batch + 1)].iter().copied().sum()).collect()
    })
}

/// Returns `true` if something grows by more than chance, from what each window adds to it: the mean of the batches is above zero by Student's
/// test.
///
/// In a network that carries its load the messages under way come and go, so what batches add nearly cancels out, and the test errs
/// far less often than it may. If the load is not carried, source queues grow in every batch.
pub fn grows_significantly(added: &[f64]) -> bool {
    let Some(sums) = batch_sums::<f64, f64>(added) else { return false };
    let count = BATCH_COUNT as f64;
    let mean = sums.iter().sum::<f64>() / count;
    let variance = sums.iter().map(|x| (x - mean) * (x - mean)).sum::<f64>() / (count - 1.0);
    mean > 0.0 && mean > STUDENT_995 * (variance / count).sqrt()
}

/// The half-width of the 95 % interval of a mean over windows that follow each other, by ten batches.
pub fn batched_interval(windows: &[(u64, u64)]) -> Option<f64> {
    let sums: Vec<u64> = batch_sums(&windows.iter().map(|w| w.0).collect::<Vec<_>>())?;
    let counts: Vec<u64> = batch_sums(&windows.iter().map(|w| w.1).collect::<Vec<_>>())?;
    let means =
        sums.into_iter().zip(counts).map(|(sum, count)| (count > 0).then(|| sum as f64 / count as f64));
    interval(&means.collect::<Option<Vec<f64>>>()?).1
}
