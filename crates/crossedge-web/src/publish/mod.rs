//! The explorer as a folder of files that any web server hosts: the page, its lessons, and every answer that they and the published views
//! ask for. The page finds the answers by the list in `data/index.json`; nothing is computed where it is read.

mod questions;
mod views;
mod windows;

use crate::api::served;
use crate::house::House;
use crate::page;
use crate::params::Params;
use crate::verbs::{self, Call};
use crossedge::Error;
use crossedge::progress::Progress;
use serde_json::{Map, Value, json};
use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;

pub use questions::Question;
pub use views::{VIEW_KEYS, View};

/// The file by which a published folder is known: the list of its files.
pub const MARKER: &str = "crossedge-site.json";

/// The list of what was published.
const INDEX: &str = "data/index.json";

/// Zoom levels of the networks that only lessons show.
const LESSON_LEVELS: u32 = 2;

/// The network of the first minute, the end of its flight, and the links that it opens with: those of `page/src/panels/start.ts`.
const FIRST: &str = "x=rdn(ring(3),+1)&p=start&a=0&b=16";
const FLIGHT: &str = "x=rdn(ring(3),+4)&p=node&a=333333333333";

/// What to publish.
#[derive(Debug, Clone)]
pub struct PublishOptions {
    /// The networks.
    pub networks: Vec<String>,
    /// Links to views, from `#` on; one without `x` is of every network.
    pub views: Vec<String>,
    /// Zoom levels of each network.
    pub levels: u32,
    /// Files that expressions name are read below this folder only; none by default.
    pub files: Option<PathBuf>,
    /// Maximum number of files.
    pub max_files: usize,
    /// Maximum number of bytes.
    pub max_bytes: u64,
}

impl Default for PublishOptions {
    fn default() -> Self {
        PublishOptions {
            networks: Vec::new(),
            views: Vec::new(),
            levels: 4,
            files: None,
            max_files: 10_000,
            max_bytes: 256 << 20,
        }
    }
}

/// The files of a folder, by their relative paths.
#[derive(Debug, Default)]
pub struct Site {
    files: BTreeMap<String, Vec<u8>>,
    bytes: u64,
}

impl Site {
    /// The files.
    pub fn files(&self) -> &BTreeMap<String, Vec<u8>> {
        &self.files
    }

    /// Number of their bytes.
    pub fn bytes(&self) -> u64 {
        self.bytes
    }
}

/// Asks everything that is to be published.
pub fn publish(options: &PublishOptions, progress: &dyn Progress) -> Result<Site, Error> {
    let house = House::new(options.files.as_deref())?;
    let mut work = Work { options, house: &house, progress, site: Site::default(), answers: BTreeMap::new() };
    let mut shown = views::all_views(&options.networks, &options.views)?;
    let asked: BTreeSet<String> = shown.iter().filter_map(View::network).map(|x| question_text(&x)).collect();
    let titles = shown.clone();
    let lessons = page::lessons();
    for (name, bytes) in &lessons {
        shown.extend(views::of_lesson(name, bytes)?);
    }
    shown.extend([View::parse(FIRST)?, View::parse(FLIGHT)?]);

    // One network after the other: its map is made once.
    let mut networks: Vec<String> = Vec::new();
    for view in &shown {
        for expr in [view.network(), view.get("y").map(str::to_owned)].into_iter().flatten() {
            if !networks.iter().any(|have| question_text(have) == question_text(&expr)) {
                networks.push(expr);
            }
        }
    }
    let levels = |expr: &str| {
        if asked.contains(&question_text(expr)) { options.levels } else { options.levels.min(LESSON_LEVELS) }
    };
    progress.stage("publish", networks.len() as u64);
    let mut listed = Vec::new();
    let (mut maps, mut places) = (Map::new(), Map::new());
    for expr in &networks {
        let of = question_text(expr);
        let plain = View::default().on(expr);
        let of_it = shown.iter().filter(|view| view.network().is_some_and(|x| question_text(&x) == of));
        let here: Vec<&View> = std::iter::once(&plain).chain(of_it).collect();
        let on = house.read(expr)?;
        let named = work.views(&on.net, &here)?;
        maps.insert(of.clone(), work.windows(expr, levels(expr), &here)?);
        if let Some(file) = work.places(expr, &on.net, named)? {
            places.insert(of, file.into());
        }
        listed.push(json!({ "x": expr, "nodes": crossedge::exact::Exact(on.net.nodes()) }));
        progress.advance(1);
    }
    for question in questions::of_no_network() {
        work.ask(&question)?;
    }
    work.theorems()?;
    let start = titles.first().map_or_else(|| FIRST.to_owned(), View::link);
    let titled: Vec<Value> =
        titles.iter().map(|view| json!({ "title": view.title(), "link": view.link() })).collect();
    let index = json!({
        "schema_version": 1, "start": start, "networks": listed, "views": titled,
        "answers": work.answers, "windows": maps, "places": places,
    });
    work.add(INDEX, to_bytes(&index)?)?;
    for (path, bytes) in page::published(INDEX)? {
        work.add(&path, bytes)?;
    }
    let mut site = work.site;
    let names: Vec<&String> = site.files.keys().collect();
    let marker = to_bytes(&json!({ "crossedge_site": 1, "files": names }))?;
    site.bytes += marker.len() as u64;
    site.files.insert(MARKER.to_owned(), marker);
    Ok(site)
}

/// An expression as questions have it: spaces mean nothing.
fn question_text(expr: &str) -> String {
    expr.split_whitespace().collect()
}

fn to_bytes(value: &Value) -> Result<Vec<u8>, Error> {
    serde_json::to_vec(value).map_err(|why| Error::internal(why.to_string()))
}

/// What was asked until now.
struct Work<'a> {
    options: &'a PublishOptions,
    house: &'a House,
    progress: &'a dyn Progress,
    site: Site,
    /// The file of each question.
    answers: BTreeMap<String, String>,
}

impl Work<'_> {
    fn add(&mut self, path: &str, bytes: Vec<u8>) -> Result<(), Error> {
        let (files, total) = (self.site.files.len() + 1, self.site.bytes + bytes.len() as u64);
        if files > self.options.max_files || total > self.options.max_bytes {
            return Err(Error::limit(
                format!(
                    "the folder would have more than {} files or {} bytes",
                    self.options.max_files, self.options.max_bytes
                ),
                "publish fewer networks, or fewer `levels`",
            ));
        }
        if self.site.files.insert(path.to_owned(), bytes).is_some() {
            return Err(Error::internal(format!("two questions have the file {path}")));
        }
        self.site.bytes = total;
        Ok(())
    }

    /// Answers a question as the server does, but for the time that it took.
    fn answer(&self, question: &Question) -> Result<Value, Error> {
        if self.progress.stopped() {
            return Err(crossedge::progress::Stopped.into());
        }
        let name = question.verb;
        let verb = verbs::find(name).ok_or_else(|| Error::internal(format!("there is no verb '{name}'")))?;
        let params = Params::from_object(question.params.clone());
        params.check(&verb.params(), &[])?;
        let quiet = crossedge::progress::CancelOnly(self.progress);
        let call = Call { verb, params: &params, house: self.house, progress: &quiet };
        served(verb, (verb.run)(&call)?, 0.0)
    }

    /// Stores an answer in a file that is named after its question.
    fn store(&mut self, question: &Question, answer: &Value) -> Result<String, Error> {
        let path = format!("data/{}/{:016x}.json", question.verb, hash(&question.text()));
        self.add(&path, to_bytes(answer)?)?;
        Ok(path)
    }

    /// Asks, unless that was asked before; `None` if it was.
    fn ask(&mut self, question: &Question) -> Result<Option<Value>, Error> {
        let text = question.text();
        if self.answers.contains_key(&text) {
            return Ok(None);
        }
        let answer = self.answer(question)?;
        let path = self.store(question, &answer)?;
        self.answers.insert(text, path);
        Ok(Some(answer))
    }

    /// The theorems and methods that the answers cite.
    fn theorems(&mut self) -> Result<(), Error> {
        let mut cited = BTreeSet::new();
        for path in self.answers.values() {
            if let Some(answer) =
                self.site.files.get(path).and_then(|bytes| serde_json::from_slice::<Value>(bytes).ok())
            {
                cite(&answer, &mut cited);
            }
        }
        for id in cited {
            self.ask(&Question::new("theorem").with("id", id))?;
        }
        Ok(())
    }
}

/// The ids in lists of theorems and methods.
fn cite(value: &Value, into: &mut BTreeSet<String>) {
    match value {
        Value::Array(items) => items.iter().for_each(|item| cite(item, into)),
        Value::Object(object) => {
            for (name, item) in object {
                match item {
                    Value::Array(ids) if name == "theorems" || name == "methods" => {
                        into.extend(ids.iter().filter_map(Value::as_str).map(str::to_owned));
                    }
                    _ => cite(item, into),
                }
            }
        }
        _ => {}
    }
}

/// FNV-1a: names of files that stay the same while their questions do. Two questions with one name are an error.
fn hash(text: &str) -> u64 {
    text.bytes()
        .fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
}
