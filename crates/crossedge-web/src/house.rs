//! State between requests: parsed networks, their maps, and the schedule of the step slider.

use crossedge::Error;
use crossedge::Topology;
use crossedge::answers::MessageAnswer;
use crossedge::error::ErrorKind;
use crossedge::render::Map;
use crossedge_campaign::graph_file;
use serde_json::Value;
use std::collections::VecDeque;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, OnceLock};

/// Longer expressions are not read.
pub const MAX_TEXT: usize = 4_000;

/// This many networks are kept.
const MAX_NETWORKS: usize = 12;

/// A network that was read.
#[derive(Debug)]
pub struct CachedNetwork {
    /// The network.
    pub net: Topology,
    map: OnceLock<Map>,
}

impl CachedNetwork {
    /// Its map; an error where its ids do not fit.
    pub fn map(&self) -> Result<&Map, Error> {
        let network = self.net.network()?;
        Ok(self.map.get_or_init(|| Map::from_network(network)))
    }
}

/// A schedule: the messages of each step.
#[derive(Debug)]
pub struct Schedule {
    /// Its request.
    pub key: String,
    /// The answer without its steps.
    pub answer: Value,
    /// The messages of each step; `None` if they are not listed.
    pub steps: Option<Vec<Vec<MessageAnswer>>>,
}

/// State between requests.
#[derive(Debug, Default)]
pub struct House {
    files: Option<PathBuf>,
    nets: Mutex<VecDeque<(String, Arc<CachedNetwork>)>>,
    schedule: Mutex<Option<Arc<Schedule>>>,
}

impl House {
    /// Files are read below this folder only; none by default.
    pub fn new(files: Option<&Path>) -> Result<Self, Error> {
        let files = files.map(|folder| {
            folder.canonicalize().map_err(|why| {
                Error::usage(format!("{}: {why}", folder.display())).help("give an existing directory")
            })
        });
        Ok(House { files: files.transpose()?, ..House::default() })
    }

    /// Reads an expression, or finds it among those that were read.
    pub fn read(&self, text: &str) -> Result<Arc<CachedNetwork>, Error> {
        if text.len() > MAX_TEXT {
            let message =
                format!("an expression has at most {MAX_TEXT} letters here, and this has {}", text.len());
            return Err(Error::limit(message, "write it shorter"));
        }
        if let Ok(mut nets) = self.nets.lock()
            && let Some(place) = nets.iter().position(|(have, _)| have == text)
            && let Some(cached) = nets.remove(place)
        {
            nets.push_front(cached.clone());
            return Ok(cached.1);
        }
        let folder = self.files.clone();
        let files = move |name: &str| read_file_below(folder.as_deref(), name);
        let net = Topology::builder().files(files).parse(text)?;
        let kept = Arc::new(CachedNetwork { net, map: OnceLock::new() });
        // A file may change, so what is on one is read again.
        if let Ok(mut nets) = self.nets.lock()
            && !text.contains('"')
        {
            nets.push_front((text.to_owned(), kept.clone()));
            nets.truncate(MAX_NETWORKS);
        }
        Ok(kept)
    }

    /// The bytes of a file below the folder that is allowed.
    pub fn file(&self, name: &str) -> Result<Vec<u8>, Error> {
        read_file_below(self.files.as_deref(), name)
            .map_err(|why| Error::new(ErrorKind::Input, format!("{name}: {why}")))
    }

    /// Forgets everything: memory is short.
    pub fn forget_all(&self) {
        if let Ok(mut nets) = self.nets.lock() {
            nets.clear();
        }
        if let Ok(mut schedule) = self.schedule.lock() {
            *schedule = None;
        }
    }

    /// The schedule that was kept for this.
    pub fn schedule(&self, key: &str) -> Option<Arc<Schedule>> {
        self.schedule.lock().ok()?.clone().filter(|schedule| schedule.key == key)
    }

    /// Keeps a schedule instead of the last one.
    pub fn keep_schedule(&self, schedule: Schedule) -> Arc<Schedule> {
        let schedule = Arc::new(schedule);
        if let Ok(mut kept) = self.schedule.lock() {
            *kept = Some(schedule.clone());
        }
        schedule
    }
}

/// The bytes of a file below the folder; links that lead out of it are seen through.
fn read_file_below(folder: Option<&Path>, name: &str) -> Result<Vec<u8>, String> {
    let Some(folder) = folder else {
        return Err("no files are read here; start with --files FOLDER to allow those below it".to_owned());
    };
    let outside = || "it is not below the folder that is allowed".to_owned();
    let path = folder.join(name).canonicalize().map_err(|_| outside())?;
    match path.starts_with(folder).then(|| path.to_str()).flatten() {
        Some(path) => graph_file(path),
        None => Err(outside()),
    }
}
