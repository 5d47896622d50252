//! Background jobs. Each has a thread, reports its progress, and stops on request, if it is no longer polled, or at its time limit.

use crate::fault::HttpError;
use crossedge::progress::Progress;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};
use tokio::sync::{Notify, Semaphore};

/// Number of concurrent jobs.
pub const MAX_RUNNING: usize = 4;

/// Number of waiting jobs.
pub const MAX_WAITING: usize = 16;

/// Time limit of a job.
const MAX_JOB_TIME: Duration = Duration::from_secs(120);

/// A job that is not polled is stopped after this time.
const ABANDONED_AFTER: Duration = Duration::from_secs(30);

/// An answer is dropped after this time.
const ANSWER_LIFETIME: Duration = Duration::from_secs(60);

/// As much as expressions nested as deep as they may be need, with room.
const STACK_BYTES: usize = 16 << 20;

/// The progress of a job, and its cancellation flag.
#[derive(Debug, Default)]
pub struct JobProgress {
    stop: AtomicBool,
    late: AtomicBool,
    done: AtomicU64,
    stage: Mutex<(String, u64)>,
}

impl JobProgress {
    /// Asks to stop.
    pub fn stop(&self) {
        self.stop.store(true, Ordering::Relaxed);
    }

    /// The stage, and how much of it is done.
    pub fn describe(&self) -> String {
        let (stage, total) = self.stage.lock().map(|stage| stage.clone()).unwrap_or_default();
        match (stage.as_str(), total) {
            ("", _) => "working".to_owned(),
            (_, 0) => stage,
            _ => format!("{stage}: {} of {total}", self.done.load(Ordering::Relaxed).min(total)),
        }
    }
}

impl Progress for JobProgress {
    fn stage(&self, name: &str, total: u64) {
        if let Ok(mut stage) = self.stage.lock() {
            *stage = (name.to_owned(), total);
        }
        self.done.store(0, Ordering::Relaxed);
    }

    fn advance(&self, units: u64) {
        self.done.fetch_add(units, Ordering::Relaxed);
    }

    fn stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }
}

/// The state of a job.
type Ended = Result<Arc<Value>, HttpError>;

/// One job.
#[derive(Debug)]
pub struct WebJob {
    id: u64,
    verb: &'static str,
    watch: JobProgress,
    started: Instant,
    asked: Mutex<Instant>,
    ended: Mutex<Option<(Instant, Ended)>>,
    end: Notify,
}

impl WebJob {
    fn outcome(&self) -> Option<Ended> {
        self.ended.lock().ok()?.as_ref().map(|(_, ended)| ended.clone())
    }

    fn finish(&self, ended: Ended) {
        if let Ok(mut place) = self.ended.lock()
            && place.is_none()
        {
            *place = Some((Instant::now(), ended));
        }
        self.end.notify_waiters();
    }

    /// The distance.
    pub fn status(&self) -> Value {
        let state = match self.outcome() {
            None if self.watch.stopped() => "stopping",
            None => "running",
            Some(Ok(_)) => "done",
            Some(Err(fault)) if fault.status == 410 => "stopped",
            Some(Err(_)) => "failed",
        };
        let (stage, total) = self.watch.stage.lock().map(|stage| stage.clone()).unwrap_or_default();
        json!({
            "job": self.id.to_string(),
            "verb": self.verb,
            "state": state,
            "stage": stage,
            "done": self.watch.done.load(Ordering::Relaxed),
            "total": total,
            "seconds": (self.started.elapsed().as_secs_f64() * 10.0).round() / 10.0,
        })
    }

    /// Waits for the end, but not longer than this; `None` if it still runs.
    pub async fn wait(&self, patience: Duration) -> Option<Ended> {
        if let Ok(mut asked) = self.asked.lock() {
            *asked = Instant::now();
        }
        let mut end = std::pin::pin!(self.end.notified());
        end.as_mut().enable();
        if let Some(ended) = self.outcome() {
            return Some(ended);
        }
        // The entry shows whether the time is up or the job has ended.
        let _ = tokio::time::timeout(patience, end).await;
        if let Ok(mut asked) = self.asked.lock() {
            *asked = Instant::now();
        }
        self.outcome()
    }
}

/// All jobs.
#[derive(Debug)]
pub struct Jobs {
    next: AtomicU64,
    places: Arc<Semaphore>,
    all: Mutex<BTreeMap<u64, Arc<WebJob>>>,
}

impl Default for Jobs {
    fn default() -> Self {
        Jobs { next: AtomicU64::new(1), places: Arc::new(Semaphore::new(MAX_RUNNING)), all: Mutex::default() }
    }
}

impl Jobs {
    /// Starts work; an error where too much is under way already.
    pub fn start(
        &self,
        verb: &'static str,
        work: impl FnOnce(&JobProgress) -> Result<Value, HttpError> + Send + 'static,
    ) -> Result<Arc<WebJob>, HttpError> {
        let busy =
            || HttpError::new(429, "busy", "all places for long work are taken", "stop some jobs, or wait");
        let job = {
            let mut all = self.all.lock().map_err(|_| busy())?;
            if all.values().filter(|job| job.outcome().is_none()).count() >= MAX_RUNNING + MAX_WAITING {
                return Err(busy());
            }
            let now = Instant::now();
            let id = self.next.fetch_add(1, Ordering::Relaxed);
            let (asked, ended, end) = (Mutex::new(now), Mutex::default(), Notify::new());
            let job =
                Arc::new(WebJob { id, verb, watch: JobProgress::default(), started: now, asked, ended, end });
            all.insert(id, job.clone());
            job
        };
        let (places, inside) = (self.places.clone(), job.clone());
        tokio::spawn(async move {
            let place = places.acquire_owned().await;
            if inside.watch.stopped() {
                inside.finish(Err(stopped(&inside.watch)));
                return;
            }
            let outside = inside.clone();
            let worker = std::thread::Builder::new().stack_size(STACK_BYTES).spawn(move || {
                let result = work(&inside.watch);
                let result = match result {
                    Err(fault) if fault.status == 410 => Err(stopped(&inside.watch)),
                    Ok(_) if inside.watch.stopped() => Err(stopped(&inside.watch)),
                    other => other.map(Arc::new),
                };
                inside.finish(result);
                drop(place);
            });
            if let Err(why) = worker {
                outside.finish(Err(HttpError::new(
                    429,
                    "busy",
                    &why.to_string(),
                    "wait for other work to end",
                )));
            }
        });
        Ok(job)
    }

    /// A job by its number.
    pub fn find(&self, id: &str) -> Option<Arc<WebJob>> {
        self.all.lock().ok()?.get(&id.parse().ok()?).cloned()
    }

    /// All of them.
    pub fn all(&self) -> Vec<Value> {
        self.all.lock().map(|all| all.values().map(|job| job.status()).collect()).unwrap_or_default()
    }

    /// Cancels one; it ends at once for the client, and its thread at the next poll.
    pub fn stop(&self, job: &WebJob) {
        job.watch.stop();
        job.finish(Err(stopped(&job.watch)));
    }

    /// Stops all.
    pub fn stop_all(&self) {
        let all: Vec<Arc<WebJob>> =
            self.all.lock().map(|all| all.values().cloned().collect()).unwrap_or_default();
        all.iter().filter(|job| job.outcome().is_none()).for_each(|job| self.stop(job));
    }

    /// Ends what has taken too long or is not wanted any more, and drops old answers.
    pub fn drop_expired(&self) {
        let Ok(mut all) = self.all.lock() else { return };
        let old = |job: &WebJob| {
            job.ended
                .lock()
                .is_ok_and(|ended| ended.as_ref().is_some_and(|(at, _)| at.elapsed() > ANSWER_LIFETIME))
        };
        all.retain(|_, job| !old(job));
        for job in all.values().filter(|job| job.outcome().is_none()) {
            let late = job.started.elapsed() > MAX_JOB_TIME;
            let left = job.asked.lock().is_ok_and(|asked| asked.elapsed() > ABANDONED_AFTER);
            if late {
                job.watch.late.store(true, Ordering::Relaxed);
            }
            if late || left {
                job.watch.stop();
                job.finish(Err(stopped(&job.watch)));
            }
        }
    }
}

fn stopped(watch: &JobProgress) -> HttpError {
    match watch.late.load(Ordering::Relaxed) {
        true => HttpError::new(
            422,
            "limit",
            &format!("it took longer than {} s and was stopped", MAX_JOB_TIME.as_secs()),
            "take a smaller network, or the command line, which waits as long as you do",
        ),
        false => HttpError::new(410, "stopped", "it was cancelled", "repeat the request"),
    }
}
