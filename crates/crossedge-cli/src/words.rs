//! Choices of the library as arguments: their words, with what they mean, are those that the library reads and prints.

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use crossedge::words::Word;

/// Reads one of the words of a choice.
pub fn word<T: Word + Send + Sync>() -> impl TypedValueParser<Value = T> {
    let value =
        |choice: &T| PossibleValue::new(choice.word()).help(choice.meaning()).aliases(choice.aliases());
    PossibleValuesParser::new(T::ALL.iter().map(value)).try_map(|text| T::read(&text))
}
