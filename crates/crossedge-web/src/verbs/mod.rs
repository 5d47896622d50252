//! The verbs: parameters → request → one call of the library → answer, in one list for the page and for assistants.

mod channels;
mod map;
mod networks;
mod routes;
mod schedules;
mod told;
pub(crate) mod words;
mod written;

pub use map::with_map;
pub use told::{Call, Verb};

/// All verbs.
pub fn all() -> impl Iterator<Item = &'static Verb> {
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

/// The verb of this word.
pub fn find(name: &str) -> Option<&'static Verb> {
    all().find(|verb| verb.name == name)
}
