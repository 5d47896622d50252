//! Choices that a user types by name: each enum lists its names once, with descriptions, and is parsed, printed and serialised
//! by that list.
//!
//! ```
//! use crossedge::route::Algorithm;
//! use crossedge::words::Word;
//!
//! assert_eq!("paper".parse::<Algorithm>(), Ok(Algorithm::Paper));
//! assert_eq!(Algorithm::Minimal.to_string(), "minimal");
//! assert_eq!(
//!     "fastest".parse::<Algorithm>().unwrap_err().to_string(),
//!     "unknown algorithm 'fastest'; there are minimal, paper, address"
//! );
//! assert!(Algorithm::ALL.iter().all(|algorithm| !algorithm.meaning().is_empty()));
//! ```

/// An option value: an enum with a name for each variant.
pub trait Word: Copy + Sized + 'static {
    /// The kind of choice, e.g. "algorithm".
    const WHAT: &'static str;
    /// All choices, in the order in which they are shown.
    const ALL: &'static [Self];
    /// The name.
    fn word(self) -> &'static str;
    /// One-line description.
    fn meaning(self) -> &'static str;
    /// Other spellings that are read too.
    fn aliases(self) -> &'static [&'static str];

    /// Parses a name.
    fn read(text: &str) -> Result<Self, UnknownWord> {
        let named = |choice: &&Self| choice.word() == text || choice.aliases().contains(&text);
        Self::ALL.iter().find(named).copied().ok_or_else(|| UnknownWord {
            what: Self::WHAT,
            given: text.to_owned(),
            known: Self::ALL.iter().map(|choice| choice.word()).collect(),
        })
    }
}

/// An unknown option value.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("unknown {what} '{given}'; there are {}", .known.join(", "))]
pub struct UnknownWord {
    /// The kind of choice.
    pub what: &'static str,
    /// The unknown name.
    pub given: String,
    /// The known names.
    pub known: Vec<&'static str>,
}

/// Implements [`Word`] for an enum: `Variant = "word" ("alias", …): "meaning"`.
#[macro_export]
macro_rules! words {
    ($type:ty, $what:literal: $($variant:ident = $word:literal $(($($alias:literal),*))?: $meaning:literal),+ $(,)?) => {
        impl $crate::words::Word for $type {
            const WHAT: &'static str = $what;
            const ALL: &'static [Self] = &[$(Self::$variant),+];

            fn word(self) -> &'static str {
                match self {
                    $(Self::$variant => $word),+
                }
            }

            fn meaning(self) -> &'static str {
                match self {
                    $(Self::$variant => $meaning),+
                }
            }

            fn aliases(self) -> &'static [&'static str] {
                match self {
                    $(Self::$variant => &[$($($alias),*)?]),+
                }
            }
        }

        impl std::fmt::Display for $type {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str($crate::words::Word::word(*self))
            }
        }

        impl std::str::FromStr for $type {
            type Err = $crate::words::UnknownWord;

            fn from_str(text: &str) -> Result<Self, Self::Err> {
                $crate::words::Word::read(text)
            }
        }

        impl serde::Serialize for $type {
            fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.serialize_str($crate::words::Word::word(*self))
            }
        }

        impl<'de> serde::Deserialize<'de> for $type {
            fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                let text = <std::borrow::Cow<'de, str>>::deserialize(deserializer)?;
                $crate::words::Word::read(text.trim()).map_err(serde::de::Error::custom)
            }
        }

        #[cfg(feature = "schema")]
        impl schemars::JsonSchema for $type {
            fn inline_schema() -> bool {
                true
            }

            fn schema_name() -> std::borrow::Cow<'static, str> {
                stringify!($type).into()
            }

            fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
                schemars::json_schema!({"type": "string", "enum": [$($word),+]})
            }
        }
    };
}

pub use crate::words;
