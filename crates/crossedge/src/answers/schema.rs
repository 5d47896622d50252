//! The JSON schemas of the answers, made from their types.

use super::envelope::{EnvelopeFields, Request, SCHEMA_VERSION};
use super::old_keys::old_key;
use schemars::generate::SchemaSettings;
use schemars::{JsonSchema, Schema};
use serde_json::{Map, Value};

/// Makes the schema of one verb.
pub type SchemaOf = fn() -> Schema;

/// The schema of what a request is answered with, the head included.
pub fn schema_of<R: Request>() -> Schema
where
    R::Answer: JsonSchema,
{
    schema::<R::Answer>(R::VERB)
}

/// The schema of an answer to a verb, the head included.
pub fn schema<A: JsonSchema>(verb: &'static str) -> Schema {
    let generator = SchemaSettings::draft2020_12().for_serialize().into_generator();
    let mut schema = generator.into_root_schema_for::<EnvelopeFields<'_, A>>();
    schema.insert("title".to_owned(), format!("crossedge {verb}").into());
    for (key, value) in [("schema_version", SCHEMA_VERSION.into()), ("command", verb.into())] {
        if let Some(property) = schema.pointer_mut(&format!("/properties/{key}"))
            && let Some(property) = property.as_object_mut()
        {
            property.insert("const".to_owned(), value);
        }
    }
    if let Some(root) = schema.as_object_mut() {
        root.values_mut().for_each(|inside| add_old_keys(verb, inside));
        add_old_properties(verb, root);
    }
    schema
}

/// Adds the old names of renamed keys to every object of a schema.
fn add_old_keys(verb: &str, schema: &mut Value) {
    match schema {
        Value::Object(object) => {
            object.values_mut().for_each(|inside| add_old_keys(verb, inside));
            add_old_properties(verb, object);
        }
        Value::Array(items) => items.iter_mut().for_each(|item| add_old_keys(verb, item)),
        _ => {}
    }
}

/// Adds the old names to the properties of one object, each after the new one.
fn add_old_properties(verb: &str, object: &mut Map<String, Value>) {
    let Some(Value::Object(properties)) = object.get_mut("properties") else { return };
    let mut all = Map::new();
    for (key, property) in std::mem::take(properties) {
        let old = old_key(verb, &key).filter(|_| property.is_object());
        let old = old.map(|old| {
            let mut copy = property.clone();
            if let Some(copy) = copy.as_object_mut() {
                copy.insert(
                    "description".to_owned(),
                    format!("Old name of `{key}`, for one version.").into(),
                );
                copy.insert("deprecated".to_owned(), true.into());
            }
            (old.to_owned(), copy)
        });
        all.insert(key, property);
        all.extend(old);
    }
    *properties = all;
}
