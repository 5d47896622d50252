//! The bibliography: keys are unique, sorted and used, and every entry is well-formed BibTeX.

use crossedge::references::{CONSTRUCTION_REFERENCES, PUBLICATION_LISTS, all_publications};

#[test]
fn every_key_is_there_once_and_used() {
    for list in PUBLICATION_LISTS {
        assert!(list.windows(2).all(|pair| pair[0].key < pair[1].key), "in order, each once");
    }
    assert!(
        PUBLICATION_LISTS[0]
            .iter()
            .all(|work| PUBLICATION_LISTS[1].iter().all(|other| other.key != work.key))
    );
    assert!(CONSTRUCTION_REFERENCES.windows(2).all(|pair| pair[0].0 < pair[1].0), "in order, each once");
    for (word, keys) in CONSTRUCTION_REFERENCES {
        for key in *keys {
            assert!(all_publications().any(|work| work.key == *key), "{word}: {key}");
        }
    }
    for work in all_publications() {
        assert!(CONSTRUCTION_REFERENCES.iter().any(|(_, keys)| keys.contains(&work.key)), "{}", work.key);
        assert!(work.fields.iter().any(|(name, _)| *name == "title"), "{}", work.key);
        let text = work.to_string();
        assert_eq!(text.matches('{').count(), text.matches('}').count(), "{text}");
    }
}
