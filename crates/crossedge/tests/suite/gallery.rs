//! The gallery: every example of the catalog drawn, on one page. `CROSSEDGE_WRITE=1` writes it; otherwise it is compared.

use crate::common::build;
use crossedge::net::ENTRIES;
use crossedge::render::{Options, Overlay, Theme, picture};
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

fn docs() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/pictures")
}

/// A name for a file: letters and digits, and one hyphen for all that is between.
fn file(text: &str) -> String {
    let parts = text.split(|c: char| !c.is_ascii_alphanumeric()).filter(|part| !part.is_empty());
    parts.collect::<Vec<_>>().join("-") + ".svg"
}

/// The page, and the pictures next to it.
fn made() -> (String, Vec<(String, String)>) {
    let mut page = String::from(
        "# Gallery\n\nEvery example of the catalog, drawn as `crossedge draw EXPR -o FILE` does. [PICTURES.md](../PICTURES.md) lists the options.\n",
    );
    let mut pictures = Vec::new();
    for entry in ENTRIES {
        let _ = writeln!(page, "\n## `{}`\n\n{}.\n", entry.signature, entry.summary);
        for text in entry.examples {
            let (shape, net) = build(text);
            let nodes = shape.nodes().to_string();
            let title = format!("{text}: {nodes} {}", if nodes == "1" { "node" } else { "nodes" });
            let options = Options { title, ..Options::default() };
            let scene = picture(net.as_ref(), &Overlay::default(), &options).expect("examples are small");
            let svg = scene.svg(Theme::Light);
            let _ = writeln!(
                page,
                "<img src=\"gallery/{0}\" alt=\"{1}\" width=\"320\">",
                file(text),
                text.replace('"', "&quot;")
            );
            pictures.push((file(text), svg));
        }
    }
    (page, pictures)
}

#[test]
fn every_example_of_the_catalog_is_drawn() {
    let (page, pictures) = made();
    let folder = docs().join("gallery");
    let total: usize = pictures.iter().map(|(_, svg)| svg.len()).sum();
    if std::env::var_os("CROSSEDGE_WRITE").is_some() {
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir_all(&folder).expect("a folder");
        fs::write(docs().join("gallery.md"), &page).expect("the page");
        for (name, svg) in &pictures {
            fs::write(folder.join(name), svg).expect("a picture");
        }
    }
    assert_eq!(fs::read_to_string(docs().join("gallery.md")).expect("the page"), page, "{HOW}");
    for (name, svg) in &pictures {
        let have = fs::read_to_string(folder.join(name)).unwrap_or_else(|e| panic!("{name}: {e}; {HOW}"));
        assert!(&have == svg, "{name} is not what is drawn; {HOW}");
    }
    assert_eq!(fs::read_dir(&folder).expect("the folder").count(), pictures.len(), "{HOW}");
    assert!(total < 3_000_000, "{total} bytes");
}

const HOW: &str = "write it with CROSSEDGE_WRITE=1 and look at the pictures";
