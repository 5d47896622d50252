//! Renamed keys of answers. For one version an answer has both names; the old one follows the new one, with the same value.

use serde::ser::{
    Serialize, SerializeMap, SerializeSeq, SerializeStruct, SerializeStructVariant, SerializeTuple,
    SerializeTupleStruct, SerializeTupleVariant, Serializer,
};
use std::fmt::{self, Write};

/// A renamed key: the command, the old name, the new name.
pub type RenamedKey = (&'static str, &'static str, &'static str);

/// Every renamed key, by command. Delete the table, and what uses it, in the version after the next.
pub const RENAMED_KEYS: &[RenamedKey] = &[
    ("cite", "works", "publications"),
    ("cite", "words", "constructions"),
    ("design", "looked", "examined"),
    ("design", "met", "feasible"),
    ("design", "among", "compared_designs"),
    ("design", "outside", "deviation"),
    ("design", "inside", "best_feasible"),
    ("advise", "looked", "examined"),
    ("advise", "met", "feasible"),
    ("advise", "among", "compared_designs"),
    ("advise", "outside", "deviation"),
    ("advise", "inside", "best_feasible"),
    ("advise", "against", "disadvantages"),
    ("advise", "fullest", "max_nodes_per_rack"),
    ("advise", "leaving_most", "max_cables_leaving"),
    ("advise", "length_by_rule", "length_before_search"),
    ("advise", "vcs_asked_by_routing", "vcs_required"),
    ("advise", "broken", "routing_error"),
    ("advise", "holds_for", "valid_for"),
    ("layout", "fullest", "max_nodes_per_rack"),
    ("layout", "leaving_most", "max_cables_leaving"),
    ("layout", "length_by_rule", "length_before_search"),
    ("deadlock", "vcs_asked_by_routing", "vcs_required"),
    ("deadlock", "broken", "routing_error"),
    ("deadlock", "holds_for", "valid_for"),
    ("load", "share_of_bound", "routing_efficiency"),
    ("phases", "apart", "stride"),
    ("phases", "over_the_bound", "ratio_to_bound"),
    ("collective", "not_tried", "skipped"),
    ("collective", "without_price", "unpriced"),
    ("collective", "times_bound", "ratio_to_bound"),
    ("verify", "found", "computed"),
    ("verify", "contents_judged", "contents_verified"),
    ("verify", "ends_when_senders_wait", "completes_with_synchronous_sends"),
    ("trees", "unjudged", "unverified"),
    ("ring", "left_out", "omitted"),
    ("ring", "at_most", "upper_bound"),
    ("ring", "made_by", "construction"),
    ("ring", "judged", "verified"),
    ("ring", "found", "cycle_count"),
    ("check-wiring", "found", "as_built"),
    ("check-wiring", "right", "correct"),
    ("check-wiring", "as_planned", "matches_plan"),
    ("check-wiring", "called", "labels"),
    ("check-wiring", "usual", "common_rate"),
    ("fault", "left", "remaining"),
    ("fault", "joined", "connected_packets"),
    ("papers", "says", "statement"),
    ("papers", "on_record", "recorded_verdict"),
    ("papers", "outside", "outside_condition"),
    ("papers", "reading", "interpretation"),
    ("simulate", "judged", "verdict"),
    ("simulate", "assumes", "assumptions"),
    ("simulate", "ending", "outcome"),
];

/// The old name of a key in the answers of a command.
pub fn old_key(command: &str, key: &str) -> Option<&'static str> {
    RENAMED_KEYS.iter().find(|(of, _, new)| *of == command && *new == key).map(|(_, old, _)| *old)
}

/// Returns `true` if answers of a command have renamed keys.
pub(super) fn has_old_keys(command: &str) -> bool {
    RENAMED_KEYS.iter().any(|(of, ..)| *of == command)
}

/// Serializes a value, with old names next to the new ones.
pub(super) struct WithOldKeys<'a, T: ?Sized>(pub &'static str, pub &'a T);

impl<T: Serialize + ?Sized> Serialize for WithOldKeys<'_, T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.1.serialize(OldKeys { command: self.0, inner: serializer })
    }
}

/// A serializer, or a part of one, that writes renamed keys twice.
struct OldKeys<S> {
    command: &'static str,
    inner: S,
}

impl<S> OldKeys<S> {
    fn part<P>(command: &'static str, inner: P) -> OldKeys<P> {
        OldKeys { command, inner }
    }
}

/// The text of a key.
struct KeyText<'a, K: ?Sized>(&'a K);

impl<K: Serialize + ?Sized> fmt::Display for KeyText<'_, K> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.serialize(f)
    }
}

macro_rules! forward {
    ($($name:ident($($value:ident: $type:ty),*)),+ $(,)?) => {
        $(fn $name(self, $($value: $type),*) -> Result<S::Ok, S::Error> {
            self.inner.$name($($value),*)
        })+
    };
}

macro_rules! begin {
    ($($name:ident($($value:ident: $type:ty),*) -> $part:ident),+ $(,)?) => {
        $(fn $name(self, $($value: $type),*) -> Result<Self::$part, S::Error> {
            Ok(OldKeys::<S>::part(self.command, self.inner.$name($($value),*)?))
        })+
    };
}

impl<S: Serializer> Serializer for OldKeys<S> {
    type Ok = S::Ok;
    type Error = S::Error;
    type SerializeSeq = OldKeys<S::SerializeSeq>;
    type SerializeTuple = OldKeys<S::SerializeTuple>;
    type SerializeTupleStruct = OldKeys<S::SerializeTupleStruct>;
    type SerializeTupleVariant = OldKeys<S::SerializeTupleVariant>;
    type SerializeMap = OldKeys<S::SerializeMap>;
    type SerializeStruct = OldKeys<S::SerializeStruct>;
    type SerializeStructVariant = OldKeys<S::SerializeStructVariant>;

    forward!(
        serialize_bool(value: bool),
        serialize_i8(value: i8),
        serialize_i16(value: i16),
        serialize_i32(value: i32),
        serialize_i64(value: i64),
        serialize_i128(value: i128),
        serialize_u8(value: u8),
        serialize_u16(value: u16),
        serialize_u32(value: u32),
        serialize_u64(value: u64),
        serialize_u128(value: u128),
        serialize_f32(value: f32),
        serialize_f64(value: f64),
        serialize_char(value: char),
        serialize_str(value: &str),
        serialize_bytes(value: &[u8]),
        serialize_none(),
        serialize_unit(),
        serialize_unit_struct(name: &'static str),
        serialize_unit_variant(name: &'static str, index: u32, variant: &'static str),
    );

    begin!(
        serialize_seq(len: Option<usize>) -> SerializeSeq,
        serialize_tuple(len: usize) -> SerializeTuple,
        serialize_tuple_struct(name: &'static str, len: usize) -> SerializeTupleStruct,
        serialize_tuple_variant(name: &'static str, index: u32, variant: &'static str, len: usize) -> SerializeTupleVariant,
        serialize_map(len: Option<usize>) -> SerializeMap,
        serialize_struct(name: &'static str, len: usize) -> SerializeStruct,
        serialize_struct_variant(name: &'static str, index: u32, variant: &'static str, len: usize) -> SerializeStructVariant,
    );

    fn serialize_some<T: Serialize + ?Sized>(self, value: &T) -> Result<S::Ok, S::Error> {
        self.inner.serialize_some(&WithOldKeys(self.command, value))
    }

    fn serialize_newtype_struct<T: Serialize + ?Sized>(
        self,
        name: &'static str,
        value: &T,
    ) -> Result<S::Ok, S::Error> {
        self.inner.serialize_newtype_struct(name, &WithOldKeys(self.command, value))
    }

    fn serialize_newtype_variant<T: Serialize + ?Sized>(
        self,
        name: &'static str,
        index: u32,
        variant: &'static str,
        value: &T,
    ) -> Result<S::Ok, S::Error> {
        self.inner.serialize_newtype_variant(name, index, variant, &WithOldKeys(self.command, value))
    }

    fn is_human_readable(&self) -> bool {
        self.inner.is_human_readable()
    }
}

macro_rules! items {
    ($($part:ident::$name:ident),+ $(,)?) => {
        $(impl<S: $part> $part for OldKeys<S> {
            type Ok = S::Ok;
            type Error = S::Error;

            fn $name<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), S::Error> {
                self.inner.$name(&WithOldKeys(self.command, value))
            }

            fn end(self) -> Result<S::Ok, S::Error> {
                self.inner.end()
            }
        })+
    };
}

items!(
    SerializeSeq::serialize_element,
    SerializeTuple::serialize_element,
    SerializeTupleStruct::serialize_field,
    SerializeTupleVariant::serialize_field,
);

macro_rules! fields {
    ($($part:ident),+ $(,)?) => {
        $(impl<S: $part> $part for OldKeys<S> {
            type Ok = S::Ok;
            type Error = S::Error;

            fn serialize_field<T: Serialize + ?Sized>(
                &mut self,
                key: &'static str,
                value: &T,
            ) -> Result<(), S::Error> {
                let value = WithOldKeys(self.command, value);
                self.inner.serialize_field(key, &value)?;
                match old_key(self.command, key) {
                    Some(old) => self.inner.serialize_field(old, &value),
                    None => Ok(()),
                }
            }

            fn skip_field(&mut self, key: &'static str) -> Result<(), S::Error> {
                self.inner.skip_field(key)
            }

            fn end(self) -> Result<S::Ok, S::Error> {
                self.inner.end()
            }
        })+
    };
}

fields!(SerializeStruct, SerializeStructVariant);

impl<S: SerializeMap> SerializeMap for OldKeys<S> {
    type Ok = S::Ok;
    type Error = S::Error;

    fn serialize_key<T: Serialize + ?Sized>(&mut self, key: &T) -> Result<(), S::Error> {
        self.inner.serialize_key(key)
    }

    fn serialize_value<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), S::Error> {
        self.inner.serialize_value(&WithOldKeys(self.command, value))
    }

    /// Flattened structs write their fields as entries.
    fn serialize_entry<K: Serialize + ?Sized, V: Serialize + ?Sized>(
        &mut self,
        key: &K,
        value: &V,
    ) -> Result<(), S::Error> {
        let value = WithOldKeys(self.command, value);
        self.inner.serialize_entry(key, &value)?;
        // A key that is no text has no old name, and the serializer has refused it already.
        let mut text = String::new();
        let known = write!(text, "{}", KeyText(key)).is_ok();
        match old_key(self.command, &text).filter(|_| known) {
            Some(old) => self.inner.serialize_entry(old, &value),
            None => Ok(()),
        }
    }

    fn end(self) -> Result<S::Ok, S::Error> {
        self.inner.end()
    }
}
