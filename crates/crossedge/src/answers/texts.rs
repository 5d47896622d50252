//! Fields of requests as the text that a user writes on the command line, for `#[serde(with = …)]`. The program reads its options by the same
//! functions, so that a request and a command line cannot differ.

use super::{FormatsRequest, TrafficRequest, TrafficText, Trust, VerifyRequest};
use crate::metrics::Metric;
use crate::topology::{NodeName, Topology};
use serde::de::{Error as _, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::fmt;
use std::time::Duration;

/// A request without parameters.
#[derive(Debug, Clone, Copy, Default, serde::Serialize, serde::Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct NoParameters {}

macro_rules! no_parameters {
    ($($request:ident),+) => {
        $(impl From<NoParameters> for $request {
            fn from(_: NoParameters) -> Self {
                $request
            }
        }

        impl From<$request> for NoParameters {
            fn from(_: $request) -> Self {
                NoParameters {}
            }
        })+
    };
}

no_parameters!(FormatsRequest, VerifyRequest);

/// A text, or a number as text.
struct AnyText;

impl Visitor<'_> for AnyText {
    type Value = String;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a text or a number")
    }

    fn visit_str<E>(self, text: &str) -> Result<String, E> {
        Ok(text.to_owned())
    }

    fn visit_u64<E>(self, number: u64) -> Result<String, E> {
        Ok(number.to_string())
    }

    fn visit_i64<E>(self, number: i64) -> Result<String, E> {
        Ok(number.to_string())
    }

    fn visit_f64<E>(self, number: f64) -> Result<String, E> {
        Ok(number.to_string())
    }
}

/// A text, or a number as text.
fn any_text<'de, D: Deserializer<'de>>(deserializer: D) -> Result<String, D::Error> {
    deserializer.deserialize_any(AnyText)
}

/// The same for fields that may be absent.
struct AnyTextOrNone(Option<String>);

impl<'de> Deserialize<'de> for AnyTextOrNone {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Text(String);
        impl<'de> Deserialize<'de> for Text {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                any_text(deserializer).map(Text)
            }
        }
        Ok(AnyTextOrNone(Option::<Text>::deserialize(deserializer)?.map(|text| text.0)))
    }
}

impl Serialize for NodeName {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&self.0)
    }
}

impl<'de> Deserialize<'de> for NodeName {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        any_text(deserializer).map(NodeName)
    }
}

#[cfg(feature = "schema")]
impl schemars::JsonSchema for NodeName {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> std::borrow::Cow<'static, str> {
        "NodeName".into()
    }

    fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
        schemars::json_schema!({"type": ["string", "integer"]})
    }
}

/// Writes a module for `#[serde(with = …)]` from two functions: value to text, and text to value.
macro_rules! as_text {
    ($(#[$meta:meta])* $name:ident: $type:ty, $show:expr, $read:expr) => {
        $(#[$meta])*
        pub mod $name {
            use super::*;

            /// Writes it.
            pub fn serialize<S: Serializer>(value: &$type, serializer: S) -> Result<S::Ok, S::Error> {
                let show: fn(&$type) -> String = $show;
                serializer.serialize_str(&show(value))
            }

            /// Reads it.
            pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<$type, D::Error> {
                let read: fn(&str) -> Result<$type, String> = $read;
                read(any_text(deserializer)?.trim()).map_err(D::Error::custom)
            }
        }
    };
}

/// The same for fields that may be absent.
macro_rules! as_text_or_none {
    ($(#[$meta:meta])* $name:ident: $type:ty, $show:expr, $read:expr) => {
        $(#[$meta])*
        pub mod $name {
            use super::*;

            /// Writes it.
            pub fn serialize<S: Serializer>(value: &Option<$type>, serializer: S) -> Result<S::Ok, S::Error> {
                let show: fn(&$type) -> String = $show;
                value.as_ref().map(show).serialize(serializer)
            }

            /// Reads it.
            pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<$type>, D::Error> {
                let read: fn(&str) -> Result<$type, String> = $read;
                let AnyTextOrNone(text) = AnyTextOrNone::deserialize(deserializer)?;
                text.map(|text| read(text.trim()).map_err(D::Error::custom)).transpose()
            }
        }
    };
}

/// Values that have a text of their own.
pub mod text {
    use super::*;
    use std::str::FromStr;

    /// Writes it.
    pub fn serialize<T: fmt::Display, S: Serializer>(value: &T, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(value)
    }

    /// Reads it.
    pub fn deserialize<'de, T: FromStr<Err: fmt::Display>, D: Deserializer<'de>>(
        deserializer: D,
    ) -> Result<T, D::Error> {
        any_text(deserializer)?.trim().parse().map_err(D::Error::custom)
    }
}

/// The same for fields that may be absent.
pub mod text_or_none {
    use super::*;
    use std::str::FromStr;

    /// Writes it.
    pub fn serialize<T: fmt::Display, S: Serializer>(
        value: &Option<T>,
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        value.as_ref().map(ToString::to_string).serialize(serializer)
    }

    /// Reads it.
    pub fn deserialize<'de, T: FromStr<Err: fmt::Display>, D: Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Option<T>, D::Error> {
        let AnyTextOrNone(text) = AnyTextOrNone::deserialize(deserializer)?;
        text.map(|text| text.trim().parse().map_err(D::Error::custom)).transpose()
    }
}

/// A metric by its name; names of earlier versions are read, too.
pub fn metric(name: &str) -> Result<Metric, String> {
    Metric::named(name).ok_or_else(|| {
        let known: Vec<&str> = Metric::every().map(|metric| metric.name()).collect();
        format!("there is no metric '{name}'; there are {}", known.join(", "))
    })
}

as_text_or_none!(
    /// A metric by its name.
    metric_or_none: Metric, |metric| metric.name().to_owned(), metric
);

/// Metrics by their names.
pub mod metrics {
    use super::*;

    /// Writes them.
    pub fn serialize<S: Serializer>(metrics: &[Metric], serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(metrics.iter().map(|metric| metric.name()))
    }

    /// Reads them.
    pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<Metric>, D::Error> {
        let names = Vec::<String>::deserialize(deserializer)?;
        names.iter().map(|name| metric(name.trim()).map_err(D::Error::custom)).collect()
    }
}

/// Texts: a list, or a single one.
pub mod list {
    use super::*;

    /// Writes them.
    pub fn serialize<S: Serializer>(items: &[String], serializer: S) -> Result<S::Ok, S::Error> {
        items.serialize(serializer)
    }

    /// Reads them.
    pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<String>, D::Error> {
        struct Items;
        impl<'de> Visitor<'de> for Items {
            type Value = Vec<String>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a list of texts, or a text")
            }

            fn visit_str<E>(self, text: &str) -> Result<Vec<String>, E> {
                Ok(if text.is_empty() { Vec::new() } else { vec![text.to_owned()] })
            }

            fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<Vec<String>, A::Error> {
                let mut out = Vec::new();
                while let Some(NodeName(text)) = items.next_element()? {
                    out.push(text);
                }
                Ok(out)
            }
        }
        deserializer.deserialize_any(Items)
    }
}

/// A time limit as text: `10s`, `5m`, or `none`.
pub fn read_budget(text: &str) -> Result<Option<Duration>, String> {
    if text == "none" {
        return Ok(None);
    }
    let (number, unit) = match (text.strip_suffix('s'), text.strip_suffix('m')) {
        (Some(number), _) => (number, 1.0),
        (None, Some(number)) => (number, 60.0),
        (None, None) => (text, 1.0),
    };
    let seconds = number.parse::<f64>().ok().map(|number| number * unit);
    match seconds.filter(|seconds| (0.0..=1e9).contains(seconds)) {
        Some(seconds) => Ok(Some(Duration::from_secs_f64(seconds))),
        None => Err("expected a time such as 10s or 5m, or none".to_owned()),
    }
}

as_text!(
    /// A time limit, or `none`.
    budget: Option<Duration>,
    |budget| budget.map_or("none".to_owned(), |time| format!("{}s", time.as_secs_f64())),
    read_budget
);

/// Two weights that are not negative, e.g. `0.5,0.5`.
pub fn read_weights(text: &str) -> Result<(f64, f64), String> {
    let parts: Vec<f64> = text.split(',').filter_map(|part| part.trim().parse().ok()).collect();
    match parts[..] {
        [a, b] if a >= 0.0 && b >= 0.0 && a.is_finite() && b.is_finite() => Ok((a, b)),
        _ => Err("expected two non-negative numbers, e.g. 0.5,0.5".to_owned()),
    }
}

as_text!(
    /// Two weights.
    weights: (f64, f64), |(a, b)| format!("{a},{b}"), read_weights
);

/// Sides of a room, e.g. `8x16`.
pub fn read_room(text: &str) -> Result<(u32, u32), String> {
    let sides =
        text.split_once(['x', '×']).and_then(|(a, b)| Some((a.trim().parse().ok()?, b.trim().parse().ok()?)));
    sides
        .filter(|(a, b)| *a > 0 && *b > 0)
        .ok_or_else(|| format!("invalid room '{text}'; expected rows x racks per row, e.g. 8x16"))
}

as_text_or_none!(
    /// Sides of a room.
    room: (u32, u32), |(rows, racks)| format!("{rows}x{racks}"), read_room
);

/// Metres, e.g. `2.5`, in millimetres.
pub fn read_metres(text: &str) -> Result<u64, String> {
    let parsed = text.parse::<f64>().ok().filter(|metres| (0.0..=10_000.0).contains(metres));
    parsed
        .map(|metres| (metres * 1000.0).round() as u64)
        .ok_or_else(|| format!("invalid length '{text}'; expected metres, e.g. 2.5"))
}

as_text!(
    /// Millimetres, written in metres.
    metres: u64, |length| (*length as f64 / 1000.0).to_string(), read_metres
);

as_text_or_none!(
    /// A network that names no files: a request as data comes with none.
    network: Topology, Topology::to_string, |text| text.parse().map_err(|error: crate::Error| error.message().to_owned())
);

/// A fraction, written in percent.
pub mod percent {
    use super::*;

    /// Writes it, without digits that only come from binary fractions.
    pub fn serialize<S: Serializer>(part: &f64, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_f64((part * 1e11).round() / 1e9)
    }

    /// Reads it.
    pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<f64, D::Error> {
        Ok(f64::deserialize(deserializer)? / 100.0)
    }
}

/// A switch that is written by its opposite.
pub mod negated {
    use super::*;

    /// Writes it.
    pub fn serialize<S: Serializer>(flag: &bool, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_bool(!flag)
    }

    /// Reads it.
    pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<bool, D::Error> {
        Ok(!bool::deserialize(deserializer)?)
    }
}

/// Bytes: a number, or a text such as `64KiB`.
pub mod size {
    use super::*;

    /// Writes them as a number.
    pub fn serialize<S: Serializer>(bytes: &u64, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_u64(*bytes)
    }

    /// Reads them.
    pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<u64, D::Error> {
        crate::cost::size::parse(&any_text(deserializer)?).map_err(D::Error::custom)
    }
}

as_text!(
    /// Seconds, e.g. `0.5us`.
    latency: f64, |seconds| format!("{seconds}s"), crate::cost::link::latency
);

as_text!(
    /// Seconds for a byte, written as a bandwidth such as `50GB/s`.
    bandwidth: f64,
    |seconds| {
        // The reciprocal of what is written is the same number again.
        let near = seconds.recip();
        let exact = [near, near.next_up(), near.next_down()].into_iter().find(|rate| rate.recip() == *seconds);
        format!("{}B/s", exact.unwrap_or(near))
    },
    |text| crate::cost::link::bandwidth(text).map(f64::recip)
);

/// A routing by its name; `usual` and no name stand for the default of the network.
pub mod routing {
    use super::*;
    use crate::route::channels::RoutingName;

    /// Writes it.
    pub fn serialize<S: Serializer>(name: &Option<RoutingName>, serializer: S) -> Result<S::Ok, S::Error> {
        text_or_none::serialize(name, serializer)
    }

    /// Reads it.
    pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<RoutingName>, D::Error> {
        let AnyTextOrNone(text) = AnyTextOrNone::deserialize(deserializer)?;
        let named = text.as_deref().map(str::trim).filter(|name| *name != "usual");
        named.map(|name| name.parse().map_err(D::Error::custom)).transpose()
    }
}

as_text_or_none!(
    /// A routing without detours, by its name.
    routing_entry: &'static crate::route::channels::RoutingEntry,
    |entry| entry.name.to_owned(),
    |name| crate::route::channels::RoutingEntry::named(name).ok_or_else(|| format!("there is no routing '{name}'"))
);

as_text!(
    /// A format of files, by its name.
    format: &'static crate::export::FormatEntry,
    |entry| entry.name.to_owned(),
    |name| crate::export::FormatEntry::format_named(name).map_err(|unknown| unknown.to_string())
);

as_text!(
    /// The names of a file that are trusted.
    trust: Trust,
    |trust| trust.name().to_owned(),
    |name| {
        let known = Trust::ALL.into_iter().find(|trust| trust.name() == name);
        known.ok_or_else(|| format!("'{name}' cannot be trusted; there are names, hosts and ports"))
    }
);

as_text!(
    /// Traffic as it is written. Files are not read here.
    traffic: TrafficRequest,
    ToString::to_string,
    |text| match text.parse()? {
        TrafficText::Known(traffic) => Ok(traffic),
        TrafficText::File(_) => Err("traffic from a file is for the command line".to_owned()),
    }
);
