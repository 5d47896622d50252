//! What a verb is asked with, and what it tells.

use crate::house::{House, Kept};
pub use crate::params::Param;
use crate::params::{Kind, Params};
use crossedge::Error;
use crossedge::answers::{Envelope, Request, ask};
use crossedge::net::Node;
use crossedge::progress::Progress;
use crossedge::{Topology, exact::Exact};
use serde::Serialize;
use serde_json::{Map, Value};
use std::sync::Arc;

/// At most so many places are told with an answer.
pub const MAX_PLACES: usize = 20_000;

/// One request.
pub struct Call<'a> {
    /// Its parameters.
    pub params: &'a Params,
    /// What is kept.
    pub house: &'a House,
    /// Whoever watches.
    pub progress: &'a dyn Progress,
}

impl Call<'_> {
    /// The network that is asked about.
    pub fn network(&self) -> Result<Arc<Kept>, Error> {
        self.house.read(&self.params.need("expr")?)
    }

    /// Several of them.
    pub fn networks(&self) -> Result<Vec<Topology>, Error> {
        self.params.list("exprs").iter().map(|text| Ok(self.house.read(text)?.net.clone())).collect()
    }
}

/// What is told.
#[derive(Debug, Default)]
pub struct Told {
    /// The answer of the library, with its head.
    pub answer: Value,
    /// The nodes that it names, whose places belong to it.
    pub nodes: Vec<u64>,
    /// The network of these nodes.
    pub on: Option<Arc<Kept>>,
    /// What stands beside the answer.
    pub beside: Map<String, Value>,
    /// The command line that gives the same.
    pub command: String,
}

/// An answer as JSON.
pub fn json<A: Serialize>(answer: &A) -> Result<Value, Error> {
    serde_json::to_value(answer).map_err(|why| Error::internal(why.to_string()))
}

impl Told {
    /// Asks, and keeps what was answered.
    pub fn of<R>(call: &Call<'_>, on: &Arc<Kept>, request: &R) -> Result<(Self, Envelope<R::Answer>), Error>
    where
        R: Request<On = Topology>,
        R::Answer: Serialize,
    {
        let told = ask(request, &on.net, call.progress)?;
        let answer = json(&told)?;
        Ok((Told { answer, on: Some(on.clone()), ..Told::default() }, told))
    }

    /// The same with the nodes that it names.
    pub fn naming(mut self, nodes: impl IntoIterator<Item = Node>) -> Self {
        self.nodes = nodes.into_iter().map(|node| node.0).take(MAX_PLACES).collect();
        self
    }

    /// The same with its command line.
    pub fn command(mut self, words: &[&str]) -> Self {
        let words: Vec<String> =
            words.iter().filter(|word| !word.is_empty()).map(|word| quoted(word)).collect();
        self.command = format!("crossedge {}", words.join(" "));
        self
    }

    /// The same with something beside the answer.
    pub fn beside(mut self, name: &str, value: Value) -> Self {
        self.beside.insert(name.to_owned(), value);
        self
    }

    /// All of it, with the places of the nodes.
    pub fn whole(self, params: &Params, known: &[Param], milliseconds: f64) -> Result<Value, Error> {
        let mut out = Map::new();
        out.insert("answer".to_owned(), self.answer);
        if let Some(map) = self.on.as_ref().and_then(|on| on.map().ok()) {
            let place = |id: &u64| {
                let at = map.place(Node(*id));
                (id.to_string(), Value::from(vec![at.0, at.1]))
            };
            let fits = |id: &&u64| **id < map.network().nodes();
            out.insert(
                "places".to_owned(),
                Value::Object(self.nodes.iter().filter(fits).map(place).collect()),
            );
        }
        out.extend(self.beside);
        let left_out = params.absent_from(&self.command, known);
        if !self.command.is_empty() && left_out.is_empty() {
            out.insert("command".to_owned(), self.command.into());
        } else if !self.command.is_empty() {
            // A command that leaves something out gives another answer: none is better.
            out.insert("no_command_for".to_owned(), left_out.into());
        }
        out.insert("milliseconds".to_owned(), ((milliseconds * 100.0).round() / 100.0).into());
        Ok(Value::Object(out))
    }
}

/// A word as a shell reads it.
pub fn quoted(word: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "-_./,:=+".contains(c);
    match !word.is_empty() && word.chars().all(plain) {
        true => word.to_owned(),
        false => format!("'{}'", word.replace('\'', r"'\''")),
    }
}

/// Ids as they are told.
pub fn ids(nodes: impl IntoIterator<Item = u64>) -> Result<Value, Error> {
    json(&nodes.into_iter().map(Exact).collect::<Vec<_>>())
}

/// A verb.
#[derive(Debug)]
pub struct Verb {
    /// Its word.
    pub name: &'static str,
    /// What it does, in one line.
    pub summary: &'static str,
    /// What it is asked with.
    pub params: &'static [Param],
    /// The verb of the library whose schema its answer has.
    pub schema: Option<&'static str>,
    /// Whether it is answered at once.
    pub quick: bool,
    /// Whether assistants have it, too.
    pub tool: bool,
    /// Does it.
    pub run: fn(&Call<'_>) -> Result<Told, Error>,
}

/// A text that must be there.
pub const fn need(name: &'static str, meaning: &'static str) -> Param {
    Param { name, kind: Kind::Text, needed: true, meaning }
}

/// A text.
pub const fn text(name: &'static str, meaning: &'static str) -> Param {
    Param { name, kind: Kind::Text, needed: false, meaning }
}

/// A number.
pub const fn number(name: &'static str, meaning: &'static str) -> Param {
    Param { name, kind: Kind::Number, needed: false, meaning }
}

/// Yes or no.
pub const fn flag(name: &'static str, meaning: &'static str) -> Param {
    Param { name, kind: Kind::Flag, needed: false, meaning }
}

/// Several texts.
pub const fn list(name: &'static str, meaning: &'static str) -> Param {
    Param { name, kind: Kind::List, needed: false, meaning }
}

/// The network.
pub const EXPR: Param = need("expr", "the network, as in rdn(ring(3), 2)");
