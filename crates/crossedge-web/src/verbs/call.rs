//! The request and the answer of a verb.

use crate::house::{CachedNetwork, House};
pub use crate::params::Param;
use crate::params::{ParamKind, Params};
use crossedge::Error;
use crossedge::answers::{DataRequest, Envelope, Networks, ask, command_line, read};
use crossedge::net::Node;
use crossedge::progress::Progress;
use crossedge::{Topology, exact::Exact};
use serde::Serialize;
use serde_json::{Map, Value};
use std::borrow::Cow;
use std::sync::Arc;

/// Maximum number of positions in an answer.
pub const MAX_PLACES: usize = 20_000;

/// Answers that visit every node several times are given here for networks of at most this many nodes: some seconds of work.
pub const MAX_VISITED_NODES: u64 = 1 << 22;

/// One request.
pub struct Call<'a> {
    /// The request.
    pub verb: &'static WebVerb,
    /// Its parameters.
    pub params: &'a Params,
    /// The stored state.
    pub house: &'a House,
    /// The observer.
    pub progress: &'a dyn Progress,
}

impl Call<'_> {
    /// The network that is asked about.
    pub fn network(&self) -> Result<Arc<CachedNetwork>, Error> {
        self.house.read(&self.params.require_text("expr")?)
    }

    /// The network that is asked about, if all of its nodes can be visited in a few seconds; said at once if not.
    pub fn visited_network(&self) -> Result<Arc<CachedNetwork>, Error> {
        let on = self.network()?;
        let nodes = on.net.network()?.nodes();
        if nodes > MAX_VISITED_NODES {
            return Err(Error::limit(
                format!(
                    "{} visits every node, here of at most {MAX_VISITED_NODES} (got {nodes})",
                    self.verb.name
                ),
                "take a smaller network of the same construction, or use the command line",
            ));
        }
        Ok(on)
    }

    /// The request of the library that the parameters make.
    pub fn request<R: DataRequest>(&self) -> Result<R, Error> {
        read(&self.params.of_kinds(&self.verb.request_parameters())?)
    }

    /// Several of them.
    pub fn networks(&self) -> Result<Vec<Topology>, Error> {
        self.params.list("exprs").iter().map(|text| Ok(self.house.read(text)?.net.clone())).collect()
    }
}

/// The report.
#[derive(Debug, Default)]
pub struct VerbAnswer {
    /// The answer of the library, with its head.
    pub answer: Value,
    /// The nodes that it names, whose places belong to it.
    pub nodes: Vec<u64>,
    /// The network of these nodes.
    pub on: Option<Arc<CachedNetwork>>,
    /// Data next to the answer.
    pub beside: Map<String, Value>,
    /// The command line that gives the same.
    pub command: String,
}

/// An answer as JSON.
pub fn json<A: Serialize>(answer: &A) -> Result<Value, Error> {
    serde_json::to_value(answer).map_err(|why| Error::internal(why.to_string()))
}

impl VerbAnswer {
    /// Asks, and keeps what was answered.
    pub fn from_request<R>(
        call: &Call<'_>,
        on: &Arc<CachedNetwork>,
        request: &R,
    ) -> Result<(Self, Envelope<R::Answer>), Error>
    where
        R: DataRequest<On = Topology>,
    {
        let response = ask(request, &on.net, call.progress)?;
        let answer = json(&response)?;
        let shown = VerbAnswer { answer, on: Some(on.clone()), ..VerbAnswer::default() };
        Ok((shown.with_command(call, request, std::slice::from_ref(&on.net))?, response))
    }

    /// Asks a verb of the library, regardless of its request.
    fn from_verb(call: &Call<'_>) -> Result<Self, Error> {
        let verb = call.verb.library().ok_or_else(|| Error::internal("a verb without a request"))?;
        let request = call.params.of_kinds(&call.verb.request_parameters())?;
        let (on, nets) = match verb.networks {
            Networks::None => (None, Vec::new()),
            Networks::One => {
                let on = call.network()?;
                let net = on.net.clone();
                (Some(on), vec![net])
            }
            Networks::Several => (None, call.networks()?),
        };
        let answer = (verb.run)(&request, &nets, call.progress)?;
        let names: Vec<String> = nets.iter().map(Topology::to_string).collect();
        let words = verb.command_line(&request, &names)?;
        let response = VerbAnswer { answer, on, ..VerbAnswer::default() };
        Ok(response.with_command_line(&words.iter().map(String::as_str).collect::<Vec<_>>()))
    }

    /// The same of several networks, or none.
    pub fn of_all<R>(call: &Call<'_>, on: &R::On, request: &R, networks: &[Topology]) -> Result<Self, Error>
    where
        R: DataRequest,
    {
        let answer = json(&ask(request, on, call.progress)?)?;
        VerbAnswer { answer, ..VerbAnswer::default() }.with_command(call, request, networks)
    }

    /// The same with the command line that asks it.
    pub fn with_command<R: DataRequest>(
        self,
        call: &Call<'_>,
        request: &R,
        networks: &[Topology],
    ) -> Result<Self, Error> {
        let Some(verb) = call.verb.library() else { return Ok(self) };
        let words = command_line(verb, request, networks)?;
        Ok(self.with_command_line(&words.iter().map(String::as_str).collect::<Vec<_>>()))
    }

    /// The same with more arguments at the end of its command line.
    pub fn with_arguments(mut self, words: &[&str]) -> Self {
        for word in words {
            self.command.push(' ');
            self.command.push_str(&shell_quoted(word));
        }
        self
    }

    /// The same with the nodes that it names.
    pub fn naming(mut self, nodes: impl IntoIterator<Item = Node>) -> Self {
        self.nodes = nodes.into_iter().map(|node| node.0).take(MAX_PLACES).collect();
        self
    }

    /// The same with its command line.
    pub fn with_command_line(mut self, words: &[&str]) -> Self {
        let words: Vec<String> =
            words.iter().filter(|word| !word.is_empty()).map(|word| shell_quoted(word)).collect();
        self.command = format!("crossedge {}", words.join(" "));
        self
    }

    /// The same with something next to the answer.
    pub fn with_value(mut self, name: &str, value: Value) -> Self {
        self.beside.insert(name.to_owned(), value);
        self
    }

    /// All of it, with the places of the nodes.
    pub fn into_json(self, milliseconds: f64) -> Result<Value, Error> {
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
        if !self.command.is_empty() {
            out.insert("command".to_owned(), self.command.into());
        }
        out.insert("milliseconds".to_owned(), ((milliseconds * 100.0).round() / 100.0).into());
        Ok(Value::Object(out))
    }
}

/// An argument quoted for the shell.
pub fn shell_quoted(word: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "-_./,:=+".contains(c);
    match !word.is_empty() && word.chars().all(plain) {
        true => word.to_owned(),
        false => format!("'{}'", word.replace('\'', r"'\''")),
    }
}

/// Ids as they are reported.
pub fn ids(nodes: impl IntoIterator<Item = u64>) -> Result<Value, Error> {
    json(&nodes.into_iter().map(Exact).collect::<Vec<_>>())
}

/// A verb.
#[derive(Debug)]
pub struct WebVerb {
    /// Its name.
    pub name: &'static str,
    /// One-line description; a verb of the library has its own.
    pub summary: &'static str,
    /// The verb of the library whose parameters it takes.
    pub request: Option<&'static str>,
    /// Parameters of its own; they hide those of the request with the same name.
    pub own: &'static [Param],
    /// The verb of the library whose schema its answer has.
    pub schema: Option<&'static str>,
    /// `true` if it is answered at once.
    pub quick: bool,
    /// `true` if assistants have it, too.
    pub tool: bool,
    /// Does it.
    pub run: fn(&Call<'_>) -> Result<VerbAnswer, Error>,
}

impl WebVerb {
    /// A verb of the library, with its parameters, its answer and its summary.
    pub const fn library_verb(
        name: &'static str,
        run: fn(&Call<'_>) -> Result<VerbAnswer, Error>,
    ) -> WebVerb {
        let (request, schema) = (Some(name), Some(name));
        WebVerb { name, summary: "", request, own: &[], schema, quick: false, tool: true, run }
    }

    /// The same where nothing belongs next to the answer.
    pub const fn plain_verb(name: &'static str) -> WebVerb {
        WebVerb::library_verb(name, VerbAnswer::from_verb)
    }

    /// The verb of the library.
    pub fn library(&self) -> Option<&'static crossedge::answers::Verb> {
        self.request.and_then(crossedge::answers::Verb::find)
    }

    /// One-line description.
    pub fn summary(&self) -> &'static str {
        self.library().filter(|_| self.summary.is_empty()).map_or(self.summary, |verb| verb.summary)
    }

    /// The parameters of its request, with their schemas.
    pub fn request_parameters(&self) -> Map<String, Value> {
        let mut all = self.library().map(|verb| verb.parameters()).unwrap_or_default();
        self.own.iter().for_each(|param| drop(all.remove(param.name.as_ref())));
        all
    }

    /// All its parameters: networks, those of the request, its own.
    pub fn params(&self) -> Vec<Param> {
        let networks = self.library().map_or(Networks::None, |verb| verb.networks);
        // A collective is shown on the map of one network.
        let networks = if self.name == "collective" { Networks::One } else { networks };
        let mut out = match networks {
            Networks::One => vec![EXPRESSION_PARAM],
            Networks::Several => vec![list("exprs", "networks, e.g. ring(8); torus(4,4)")],
            Networks::None => Vec::new(),
        };
        let schema = self.library().map(|verb| (verb.request)());
        let required = schema.as_ref().and_then(|schema| schema.get("required")).and_then(Value::as_array);
        let needed = |name: &str| required.is_some_and(|all| all.iter().any(|have| have == name));
        out.extend(self.request_parameters().into_iter().map(|(name, schema)| Param {
            needed: needed(&name),
            kind: ParamKind::from_schema(&schema),
            meaning: schema["description"].as_str().unwrap_or_default().replace('\n', " ").into(),
            name: name.into(),
        }));
        out.extend(self.own.iter().cloned());
        out
    }
}

/// A text that must be there.
pub const fn required_text(name: &'static str, meaning: &'static str) -> Param {
    Param { name: Cow::Borrowed(name), kind: ParamKind::Text, needed: true, meaning: Cow::Borrowed(meaning) }
}

/// A text.
pub const fn text(name: &'static str, meaning: &'static str) -> Param {
    Param { name: Cow::Borrowed(name), kind: ParamKind::Text, needed: false, meaning: Cow::Borrowed(meaning) }
}

/// A number.
pub const fn number(name: &'static str, meaning: &'static str) -> Param {
    Param {
        name: Cow::Borrowed(name),
        kind: ParamKind::Number,
        needed: false,
        meaning: Cow::Borrowed(meaning),
    }
}

/// Yes or no.
pub const fn flag(name: &'static str, meaning: &'static str) -> Param {
    Param { name: Cow::Borrowed(name), kind: ParamKind::Flag, needed: false, meaning: Cow::Borrowed(meaning) }
}

/// Several texts.
pub const fn list(name: &'static str, meaning: &'static str) -> Param {
    Param { name: Cow::Borrowed(name), kind: ParamKind::List, needed: false, meaning: Cow::Borrowed(meaning) }
}

/// The network.
pub const EXPRESSION_PARAM: Param = required_text("expr", "network expression, e.g. rdn(ring(3), 2)");
