//! Exact numbers of answers: integers of any size, and ratios. JSON readers keep numbers as doubles, so an integer beyond 2^53
//! is written as a string of digits, and a ratio has its two integers next to the rounded value.
//!
//! ```
//! use crossedge::exact::Ratio;
//!
//! let mean = Ratio::new(4176u32, 647u32);
//! assert_eq!(mean.decimal(6), "6.454405");
//! assert_eq!(mean.value(), Some(4176.0 / 647.0));
//! ```

use num_bigint::BigUint;
use num_integer::Integer;
use num_traits::{One, ToPrimitive, Zero};
use std::fmt;

/// Integers up to here are numbers in JSON.
pub const MAX_NUMBER: u64 = 1 << 53;

/// An exact integer: a `u64`, a `u128` or a `BigUint`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Exact<T>(pub T);

impl<T> From<T> for Exact<T> {
    fn from(value: T) -> Self {
        Exact(value)
    }
}

impl<T: fmt::Display> fmt::Display for Exact<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// A ratio of exact integers. The denominator is 0 if nothing limits the value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Ratio {
    /// The numerator.
    pub numerator: BigUint,
    /// The denominator.
    pub denominator: BigUint,
}

impl Ratio {
    /// Creates a ratio without reducing it.
    pub fn new(numerator: impl Into<BigUint>, denominator: impl Into<BigUint>) -> Self {
        Ratio { numerator: numerator.into(), denominator: denominator.into() }
    }

    /// A ratio in lowest terms.
    pub fn lowest(numerator: BigUint, denominator: BigUint) -> Self {
        let common = numerator.gcd(&denominator).max(BigUint::one());
        Ratio { numerator: numerator / &common, denominator: denominator / common }
    }

    /// The value, rounded; `None` if the denominator is 0.
    pub fn value(&self) -> Option<f64> {
        if self.denominator.is_zero() {
            return None;
        }
        // Both lose the bits that doubles cannot hold, in the same way.
        let shift = self.numerator.bits().max(self.denominator.bits()).saturating_sub(1000);
        let (a, b) = ((&self.numerator >> shift).to_f64()?, (&self.denominator >> shift).to_f64()?);
        Some(a / b).filter(|value| value.is_finite())
    }

    /// An integer if it is one, otherwise with four decimals.
    pub fn short(&self) -> String {
        self.decimal(if self.denominator == BigUint::from(1u32) { 0 } else { 4 })
    }

    /// A decimal with `places` digits after the point, rounded half up in exact arithmetic.
    pub fn decimal(&self, places: u32) -> String {
        decimal(&self.numerator, &self.denominator, places)
    }
}

/// A ratio with `places` digits after the point, rounded half up in exact arithmetic. A denominator of 0 counts as 1.
///
/// ```
/// use crossedge::exact::decimal;
/// assert_eq!(decimal(&5u32.into(), &3u32.into(), 6), "1.666667");
/// assert_eq!(decimal(&1u32.into(), &8u32.into(), 2), "0.13");
/// ```
pub fn decimal(numerator: &BigUint, denominator: &BigUint, places: u32) -> String {
    let scale = BigUint::from(10u32).pow(places);
    let denominator = denominator.max(&BigUint::from(1u32)).clone();
    let scaled = (((numerator * &scale) << 1u32) + &denominator) / (denominator << 1u32);
    let (whole, rest) = (&scaled / &scale, &scaled % &scale);
    match places {
        0 => whole.to_string(),
        _ => format!("{whole}.{:0>width$}", rest.to_string(), width = places as usize),
    }
}

mod serial {
    use super::{Exact, MAX_NUMBER, Ratio};
    use num_bigint::BigUint;
    use serde::de::{Deserialize, Deserializer, Error};
    use serde::ser::{Serialize, SerializeStruct, Serializer};
    use std::fmt::Display;
    use std::str::FromStr;

    impl<T: Display + Clone + TryInto<u64>> Serialize for Exact<T> {
        fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
            // JSON ignores the name; readers with integers of any size use it to tell digits from text.
            serializer.serialize_newtype_struct("Exact", &Digits(&self.0))
        }
    }

    struct Digits<'a, T>(&'a T);

    impl<T: Display + Clone + TryInto<u64>> Serialize for Digits<'_, T> {
        fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
            match self.0.clone().try_into() {
                Ok(small) if small <= MAX_NUMBER => serializer.serialize_u64(small),
                _ => serializer.collect_str(self.0),
            }
        }
    }

    /// Longer numbers are not read: it takes time that grows with the square of their length.
    const MAX_DIGITS: usize = 20_000;

    /// As it is written: a number, or a string of digits.
    #[derive(serde::Deserialize)]
    #[serde(untagged)]
    enum Written {
        Number(u64),
        Digits(String),
    }

    impl<'de, T: FromStr> Deserialize<'de> for Exact<T> {
        fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
            let digits = match Written::deserialize(from)? {
                Written::Number(number) => number.to_string(),
                Written::Digits(long) if long.len() > MAX_DIGITS => {
                    return Err(Error::custom(format!(
                        "{} digits are too many: at most {MAX_DIGITS}",
                        long.len()
                    )));
                }
                Written::Digits(digits) if digits.bytes().all(|byte| byte.is_ascii_digit()) => digits,
                Written::Digits(other) => return Err(Error::custom(format!("'{other}' is no whole number"))),
            };
            let read = digits.parse().map_err(|_| Error::custom(format!("{digits} is out of range")));
            read.map(Exact)
        }
    }

    /// A ratio as it is written; its rounded value must be that of the ratio.
    #[derive(serde::Deserialize)]
    #[serde(deny_unknown_fields)]
    struct WrittenRatio {
        numerator: Exact<BigUint>,
        denominator: Exact<BigUint>,
        value: Option<f64>,
    }

    impl<'de> Deserialize<'de> for Ratio {
        fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
            let WrittenRatio { numerator, denominator, value } = WrittenRatio::deserialize(from)?;
            let ratio = Ratio { numerator: numerator.0, denominator: denominator.0 };
            // Readers of JSON differ in the last bit.
            let near = |a: f64, b: f64| (a - b).abs() <= a.abs() * 4.0 * f64::EPSILON;
            if let Some(value) = value
                && !ratio.value().is_some_and(|exact| near(exact, value))
            {
                let Ratio { numerator, denominator } = &ratio;
                return Err(Error::custom(format!("the value {value} is not {numerator}/{denominator}")));
            }
            Ok(ratio)
        }
    }

    impl Serialize for Ratio {
        fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
            let mut map = serializer.serialize_struct("Ratio", 3)?;
            map.serialize_field("numerator", &Exact(self.numerator.clone()))?;
            map.serialize_field("denominator", &Exact(self.denominator.clone()))?;
            map.serialize_field("value", &self.value())?;
            map.end()
        }
    }
}

#[cfg(feature = "schema")]
mod schema {
    use super::{Exact, MAX_NUMBER, Ratio};
    use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
    use std::borrow::Cow;

    impl<T> JsonSchema for Exact<T> {
        fn schema_name() -> Cow<'static, str> {
            "Integer".into()
        }

        fn json_schema(_: &mut SchemaGenerator) -> Schema {
            json_schema!({
                "description": "An exact integer: a number up to 2^53, a string of digits beyond.",
                "oneOf": [
                    {"type": "integer", "minimum": 0, "maximum": MAX_NUMBER},
                    {"type": "string", "pattern": "^[0-9]+$"},
                ],
            })
        }
    }

    impl JsonSchema for Ratio {
        fn schema_name() -> Cow<'static, str> {
            "Ratio".into()
        }

        fn json_schema(generator: &mut SchemaGenerator) -> Schema {
            let integer = generator.subschema_for::<Exact<u64>>();
            json_schema!({
                "description": "An exact ratio, and its rounded value; the value is null over zero.",
                "type": "object",
                "properties": {"numerator": integer, "denominator": integer, "value": {"type": ["number", "null"]}},
                "required": ["numerator", "denominator", "value"],
            })
        }
    }
}
