//! The bibliography: keys are unique, sorted and used, and every entry is well-formed BibTeX.

use crossedge::references::{CONSTRUCTION_REFERENCES, all_publications};
use crossedge::theorems::THEOREMS;

#[test]
fn every_key_is_there_once_and_used() {
    let keys: Vec<&str> = all_publications().map(|work| work.key).collect();
    assert!(keys.len() > 70 && keys.windows(2).all(|pair| pair[0] < pair[1]), "in order, each once");
    assert!(CONSTRUCTION_REFERENCES.windows(2).all(|pair| pair[0].0 < pair[1].0), "in order, each once");
    for (word, cited) in CONSTRUCTION_REFERENCES {
        cited.iter().for_each(|key| assert!(keys.contains(key), "{word}: {key}"));
    }
    for work in all_publications() {
        let of_construction = CONSTRUCTION_REFERENCES.iter().any(|(_, keys)| keys.contains(&work.key));
        let of_theorem = THEOREMS.iter().any(|entry| entry.references().any(|key| key == work.key));
        assert!(of_construction || of_theorem, "{} is not cited", work.key);
        assert!(work.field("title").is_some(), "{}", work.key);
        let text = work.to_string();
        assert!(text.starts_with('@') && text.ends_with("}\n"), "{text}");
        assert_eq!(text.matches('{').count(), text.matches('}').count(), "{text}");
    }
}
