//! The verbs: parameters → request → one call of the library → answer, in one list for the page and for assistants.

mod call;
mod channels;
mod map;
mod matrix;
mod networks;
mod routes;
mod schedules;
pub(crate) mod words;
mod written;

use crate::house::House;
use crate::params::Params;
use crossedge::Error;
use crossedge::progress::Silent;
use serde_json::{Map, Value};

pub use call::{Call, VerbAnswer, WebVerb};
pub use map::with_map;

/// All verbs.
pub fn all_verbs() -> impl Iterator<Item = &'static WebVerb> {
    [
        map::VERBS,
        words::VERBS,
        networks::VERBS,
        routes::VERBS,
        schedules::VERBS,
        channels::VERBS,
        written::VERBS,
    ]
    .into_iter()
    .flatten()
}

/// The names of the verbs that the library has, too.
pub fn of_the_library() -> impl Iterator<Item = &'static str> {
    all_verbs().filter(|verb| verb.library().is_some()).map(|verb| verb.name)
}

/// Answers a request of the page, without a server.
pub fn answer_page(name: &str, given: Map<String, Value>) -> Result<Value, Error> {
    let verb = find(name).ok_or_else(|| Error::usage(format!("there is no verb '{name}'")))?;
    let (params, house) = (Params::from_object(given), House::default());
    params.check(&verb.params(), &[])?;
    (verb.run)(&Call { verb, params: &params, house: &house, progress: &Silent })?.into_json(0.0)
}

/// The verb with this name.
pub fn find(name: &str) -> Option<&'static WebVerb> {
    all_verbs().find(|verb| verb.name == name)
}
