//! The verbs as data: what each is asked with and answered by, one function that asks, and the command line that asks the same.

use super::envelope::{Request, ask};
use super::schema::{SchemaOf, schema_of};
use super::{
    advise, check_tables, cite, collective, compare, deadlock, design, disjoint, distance, draw, expand,
    export, failures, fault, layout, left, lint, list, load, node, phases, ranks, recognize, ring, route,
    show, theorem, throughput, trees, verify, wiring,
};
use crate::error::Error;
use crate::progress::Progress;
use crate::topology::Topology;
use schemars::generate::SchemaSettings;
use schemars::{JsonSchema, Schema};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};

/// The verbs of the library: an entry for each, from the file of its request.
pub const VERBS: &[Verb] = &[
    list::ENTRY,
    show::ENTRY,
    cite::ENTRY,
    theorem::ENTRY,
    distance::ENTRY,
    compare::ENTRY,
    design::ENTRY,
    advise::ENTRY,
    failures::ENTRY,
    layout::ENTRY,
    expand::ENTRY,
    node::ENTRY,
    route::ENTRY,
    deadlock::ENTRY,
    load::ENTRY,
    throughput::ENTRY,
    phases::ENTRY,
    ranks::ENTRY,
    collective::ENTRY,
    verify::ENTRY,
    disjoint::ENTRY,
    trees::ENTRY,
    ring::ENTRY,
    draw::ENTRY,
    wiring::ENTRY,
    check_tables::ENTRY,
    recognize::ENTRY,
    lint::ENTRY,
    export::FORMATS_ENTRY,
    export::ENTRY,
    // The last two share the command `fault`, whose schema the crate of campaigns completes.
    fault::ENTRY,
    left::ENTRY,
];

/// Verbs that share a command.
const SHARED_COMMANDS: usize = 2;

/// The commands of the library, each with the schema of its answer.
pub const SCHEMAS: &[(&str, SchemaOf)] = &{
    let mut schemas = [(VERBS[0].name, VERBS[0].answer); VERBS.len() - SHARED_COMMANDS];
    let mut at = 1;
    while at < schemas.len() {
        schemas[at] = (VERBS[at].name, VERBS[at].answer);
        at += 1;
    }
    schemas
};

/// Networks that a verb takes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Networks {
    /// No network.
    None,
    /// Exactly one.
    One,
    /// Any number, in order.
    Several,
}

/// Computes an answer from JSON parameters, as JSON with the header.
pub type RunVerb = fn(&Value, &[Topology], &dyn Progress) -> Result<Value, Error>;

/// A verb of the library.
#[derive(Debug, Clone, Copy)]
pub struct Verb {
    /// Its name, unique among all verbs.
    pub name: &'static str,
    /// The verb of the program; several requests may share one.
    pub command: &'static str,
    /// Summary in one line.
    pub summary: &'static str,
    /// Networks that it takes.
    pub networks: Networks,
    /// Parameters that follow the networks without the name of an option, in order.
    pub positional: &'static [&'static str],
    /// Schema of its parameters.
    pub request: SchemaOf,
    /// Schema of its answer, including the header.
    pub answer: SchemaOf,
    /// Normalises parameters, with defaults filled in.
    pub complete: fn(&Value) -> Result<Value, Error>,
    /// Asks.
    pub run: RunVerb,
}

/// A request that can be read from data, and answers with data.
pub trait DataRequest:
    Request<Answer: Serialize + JsonSchema> + Serialize + DeserializeOwned + JsonSchema
{
}

impl<R> DataRequest for R where
    R: Request<Answer: Serialize + JsonSchema> + Serialize + DeserializeOwned + JsonSchema
{
}

impl Verb {
    /// A verb on one network.
    pub const fn one<R: DataRequest<On = Topology>>(summary: &'static str) -> Verb {
        let run: RunVerb = |given, networks, progress| match networks {
            [network] => json(&ask(&read::<R>(given)?, network, progress)?),
            _ => Err(Error::usage(format!("{} takes one network (got {})", R::VERB, networks.len()))),
        };
        Verb::of::<R>(summary, Networks::One, run)
    }

    /// A verb on several networks.
    pub const fn several<R: DataRequest<On = [Topology]>>(summary: &'static str) -> Verb {
        let run: RunVerb = |given, networks, progress| json(&ask(&read::<R>(given)?, networks, progress)?);
        Verb::of::<R>(summary, Networks::Several, run)
    }

    /// A verb without networks.
    pub const fn none<R: DataRequest<On = ()>>(summary: &'static str) -> Verb {
        let run: RunVerb = |given, networks, progress| match networks {
            [] => json(&ask(&read::<R>(given)?, &(), progress)?),
            _ => Err(Error::usage(format!("{} takes no network (got {})", R::VERB, networks.len()))),
        };
        Verb::of::<R>(summary, Networks::None, run)
    }

    const fn of<R: DataRequest>(summary: &'static str, networks: Networks, run: RunVerb) -> Verb {
        let (name, command) = (R::VERB, R::VERB);
        let (request, answer): (SchemaOf, SchemaOf) = (request_schema::<R>, schema_of::<R>);
        let complete = |given: &Value| json(&read::<R>(given)?);
        Verb { name, command, summary, networks, positional: &[], request, answer, complete, run }
    }

    /// The same with parameters that are written without the name of an option.
    pub(super) const fn positional(self, positional: &'static [&'static str]) -> Verb {
        Verb { positional, ..self }
    }

    /// The same by another name than that of the command.
    pub(super) const fn named(self, name: &'static str) -> Verb {
        Verb { name, ..self }
    }

    /// The same with another schema of answers, of which this one is a part.
    pub(super) const fn answered_by(self, answer: SchemaOf) -> Verb {
        Verb { answer, ..self }
    }

    /// The parameters of the verb: names with their schemas, in order.
    pub fn parameters(&self) -> Map<String, Value> {
        match (self.request)().remove("properties") {
            Some(Value::Object(properties)) => properties,
            _ => Map::new(),
        }
    }

    /// The command line of the same request, after the program name. Parameters that are absent, or that have their default,
    /// are left out.
    ///
    /// ```
    /// use crossedge::answers::Verb;
    ///
    /// let route = Verb::find("route").expect("a verb");
    /// let request = serde_json::json!({ "from": 0, "to": 647, "algorithm": "paper" });
    /// let words = route.command_line(&request, &["rdn(ring(3), 2)".to_owned()])?;
    /// assert_eq!(words, ["route", "rdn(ring(3), 2)", "0", "647", "--algorithm=paper"]);
    /// # Ok::<(), crossedge::Error>(())
    /// ```
    pub fn command_line(&self, request: &Value, networks: &[String]) -> Result<Vec<String>, Error> {
        Ok(self.words(&(self.complete)(request)?, networks))
    }

    /// The same of complete parameters.
    fn words(&self, request: &Value, networks: &[String]) -> Vec<String> {
        let given = |name: &str| request.get(name).filter(|value| !value.is_null());
        let mut words = vec![self.command.to_owned()];
        let mut places: Vec<String> = networks.to_vec();
        places.extend(self.positional.iter().filter_map(|name| given(name)).map(argument_text));
        // An argument that looks like an option follows two dashes.
        let dashes = places.iter().any(|place| place.starts_with('-'));
        if !dashes {
            words.append(&mut places);
        }
        for (name, schema) in self.parameters() {
            let usual = schema.get("default").unwrap_or(&Value::Null);
            let Some(value) = given(&name).filter(|value| !same_text(value, usual)) else { continue };
            if self.positional.contains(&name.as_str()) {
                continue;
            }
            let option = format!("--{}", name.replace('_', "-"));
            match value {
                Value::Bool(false) => {}
                Value::Bool(true) => words.push(option),
                // A pair is two arguments.
                Value::Array(items) if schema.get("prefixItems").is_some() => {
                    words.push(option);
                    words.extend(items.iter().map(argument_text));
                }
                value => words.push(format!("{option}={}", argument_text(value))),
            }
        }
        if dashes {
            words.push("--".to_owned());
            words.append(&mut places);
        }
        words
    }

    /// The verb of this name.
    pub fn find(name: &str) -> Option<&'static Verb> {
        VERBS.iter().find(|verb| verb.name == name)
    }
}

/// A value as one argument: lists are comma-separated.
fn argument_text(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        Value::Array(items) => items.iter().map(argument_text).collect::<Vec<_>>().join(","),
        value => value.to_string(),
    }
}

/// Returns `true` if two values are written the same: 1 and "1" are.
fn same_text(a: &Value, b: &Value) -> bool {
    a == b
        || (!a.is_null()
            && !b.is_null()
            && a.is_array() == b.is_array()
            && argument_text(a) == argument_text(b))
}

/// An answer as JSON.
pub(super) fn json(answer: &impl Serialize) -> Result<Value, Error> {
    serde_json::to_value(answer).map_err(|why| Error::internal(why.to_string()))
}

/// The schema of a request.
pub fn request_schema<R: Request + JsonSchema>() -> Schema {
    let mut settings = SchemaSettings::draft2020_12().for_deserialize();
    settings.inline_subschemas = true;
    let mut schema = settings.into_generator().into_root_schema_for::<R>();
    schema.insert("title".to_owned(), format!("crossedge {}: parameters", R::VERB).into());
    schema
}

/// Reads a request. Unknown parameters are refused, and what is null is left out.
pub fn read<R: DataRequest>(given: &Value) -> Result<R, Error> {
    let object = match given {
        Value::Object(object) => object.clone(),
        Value::Null => Map::new(),
        _ => return Err(Error::usage("parameters are an object of JSON")),
    };
    let given: Map<String, Value> = object.into_iter().filter(|(_, value)| !value.is_null()).collect();
    let schema = request_schema::<R>();
    let properties = schema.get("properties").and_then(Value::as_object);
    let known = |name: &str| properties.and_then(|properties| properties.get(name));
    // Types with parts that are written flat cannot refuse them on their own.
    if schema.get("additionalProperties") != Some(&Value::Bool(false))
        && let Some(name) = given.keys().find(|name| known(name).is_none())
    {
        return Err(Error::usage(format!("there is no parameter '{name}'")));
    }
    let empty = |value: &Value| value.as_array().is_some_and(Vec::is_empty);
    let full = |schema: &Value| schema.get("default").is_some_and(|usual| usual.is_array() && !empty(usual));
    if let Some((name, _)) = given.iter().find(|(name, value)| empty(value) && known(name).is_some_and(full))
    {
        return Err(Error::usage(format!("the list '{name}' is empty")).help("leave it out for the default"));
    }
    serde_json::from_value(Value::Object(given)).map_err(|why| Error::usage(why.to_string()))
}

/// The command line of the same request on these networks, after the program name.
pub fn command_line<R: DataRequest>(
    verb: &Verb,
    request: &R,
    networks: &[Topology],
) -> Result<Vec<String>, Error> {
    let networks: Vec<String> = networks.iter().map(Topology::to_string).collect();
    Ok(verb.words(&json(request)?, &networks))
}
