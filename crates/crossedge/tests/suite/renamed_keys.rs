//! Renamed keys of answers: for one version the old name is next to the new one, in answers and schemas.

use crossedge::answers::{RENAMED_KEYS, SCHEMAS, VERBS, old_key};
use crossedge::prelude::*;
use serde_json::{Map, Value, json};
use std::collections::BTreeSet;

/// Every object inside a value.
fn objects<'a>(value: &'a Value, all: &mut Vec<&'a Map<String, Value>>) {
    match value {
        Value::Object(object) => {
            all.push(object);
            object.values().for_each(|inside| objects(inside, all));
        }
        Value::Array(items) => items.iter().for_each(|item| objects(item, all)),
        _ => {}
    }
}

#[test]
fn every_key_is_renamed_once() {
    let mut seen = BTreeSet::new();
    for &(command, old, new) in RENAMED_KEYS {
        assert_ne!(old, new, "{command}");
        assert!(seen.insert((command, new)), "{command} {new}");
        assert_eq!(old_key(command, new), Some(old));
        assert!(!RENAMED_KEYS.contains(&(command, new, old)), "{command} {new}");
    }
    assert_eq!(old_key("show", "verified"), None);
}

/// A schema has an old name exactly where it has the new one, marked as deprecated, and with the same type.
#[test]
fn schemas_have_old_keys_next_to_new_ones() {
    let mut checked = 0;
    for (command, schema) in SCHEMAS {
        let schema = schema().to_value();
        let mut all = Vec::new();
        objects(&schema, &mut all);
        let all: Vec<&Map<String, Value>> =
            all.iter().filter_map(|object| object.get("properties")?.as_object()).collect();
        for &(_, old, new) in RENAMED_KEYS.iter().filter(|(of, ..)| of == command) {
            let with_new = all.iter().filter(|properties| properties.contains_key(new));
            let mut places = 0;
            for properties in with_new {
                let both = [&properties[new], &properties[old]].map(|property| {
                    let mut property = property.as_object().expect("an object").clone();
                    let deprecated = property.remove("deprecated");
                    (property.remove("description"), deprecated, property)
                });
                assert_eq!(both[0].2, both[1].2, "{command} {old}");
                assert_eq!((&both[0].1, &both[1].1), (&None, &Some(true.into())), "{command} {old}");
                let about = format!("Old name of `{new}`, for one version.");
                assert_eq!(both[1].0, Some(about.into()), "{command}");
                places += 1;
            }
            // The schema of `fault` is completed by another crate.
            assert!(places > 0 || *command == "fault", "{command} has no {new}");
            checked += places;
        }
    }
    assert!(checked >= 40, "{checked}");
}

/// Answers have the old keys with the values of the new ones, at any depth, and no other old keys.
#[test]
fn answers_have_old_keys_with_the_same_values() {
    let mut renamed = BTreeSet::new();
    for (verb, network, parameters) in [
        ("cite", "rdn(ring(3), 1)", json!({})),
        ("layout", "torus(4,4)", json!({})),
        ("deadlock", "torus(4,4)", json!({})),
        ("load", "torus(4,4)", json!({})),
        ("phases", "torus(4,4,4)", json!({"tensor": 4, "pipeline": 2})),
        ("collective", "hypercube(3)", json!({"kind": "broadcast", "algorithm": "all"})),
        ("verify", "torus(3,3)", json!({})),
        ("trees", "torus(4,4)", json!({"root": "0"})),
        ("ring", "hypercube(4)", json!({})),
        ("left", "torus(4,4)", json!({"faults": "0"})),
        ("show", "torus(4,4)", json!({})),
    ] {
        let net: Topology = network.parse().expect("a network");
        let known = VERBS.iter().find(|known| known.name == verb).expect("a verb");
        let answer =
            (known.run)(&parameters, &[net], &Silent).unwrap_or_else(|error| panic!("{verb}: {error}"));
        let mut all = Vec::new();
        objects(&answer, &mut all);
        let rows = RENAMED_KEYS.iter().filter(|(of, ..)| *of == known.command);
        for &(_, old, new) in rows {
            for object in all.iter().filter(|object| object.contains_key(new)) {
                assert_eq!(object.get(old), object.get(new), "{verb} {old}");
                renamed.insert((verb, new));
            }
        }
    }
    assert!(renamed.len() >= 14, "{renamed:?}");
    for one in
        [("ring", "verified"), ("deadlock", "vcs_required"), ("phases", "stride"), ("cite", "constructions")]
    {
        assert!(renamed.contains(&one), "{one:?}");
    }
}
