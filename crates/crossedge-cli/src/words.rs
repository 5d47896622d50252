//! Choices of the library as arguments: the names and descriptions are those of the library.

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use crossedge::words::Word;

/// Parses one of the names of a choice.
pub fn word<T: Word + Send + Sync>() -> impl TypedValueParser<Value = T> {
    let value =
        |choice: &T| PossibleValue::new(choice.word()).help(choice.meaning()).aliases(choice.aliases());
    PossibleValuesParser::new(T::ALL.iter().map(value)).try_map(|text| T::read(&text))
}
