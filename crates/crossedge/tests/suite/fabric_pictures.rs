//! Pictures of fabrics are labelled with the names of the file.

use crate::common::{build, testdata};
use crossedge::prelude::*;
use crossedge::render::{Item, Labels, Options, Overlay, Scene, picture};

fn scene(text: &str, labels: Labels) -> Scene {
    let text = text.to_owned();
    let read = move |_: &str| Ok(text.clone().into_bytes());
    let net = Topology::builder().files(read).parse("file(\"x.ibnet\")").expect("read");
    let options = Options { labels, ..Options::default() };
    picture(net.network().expect("stored").as_ref(), &Overlay::default(), &options).expect("small")
}

/// Label, letter size, radius and title of every node.
fn dots(scene: &Scene) -> Vec<(String, f64, f64, String)> {
    let dot = |item: &Item| match item {
        Item::Dot { label, font, radius, title, .. } => Some((label.clone(), *font, *radius, title.clone())),
        _ => None,
    };
    scene.items.iter().filter_map(dot).collect()
}

const SMALL: &str = "Switch 4 \"S-0\" # \"leaf-0\"\n[1] \"H-0\"[1] # \"dgx-0 mlx5_0\"\n[2] \"H-1\"[1] # \"dgx-1 mlx5_0\"\n[3] \"S-2\"[1] # \"spine\"\n\nSwitch 4 \"S-1\" # \"leaf-1\"\n[1] \"H-2\"[1] # \"dgx-2 mlx5_0\"\n[3] \"S-2\"[2] # \"spine\"\n";

#[test]
fn nodes_of_a_small_dump_are_labelled_with_their_names() {
    let scene = scene(SMALL, Labels::Auto);
    let svg = scene.svg(Theme::Light);
    for name in ["dgx-0 mlx5_0", "dgx-1 mlx5_0", "dgx-2 mlx5_0", "leaf-0", "leaf-1", "spine"] {
        assert!(svg.contains(&format!(">{name}<")), "{name} is no label");
        assert!(svg.contains(&format!("<title>{name} (node ")), "{name} is no title");
    }
    for (label, font, radius, _) in dots(&scene) {
        assert!(font >= 6.9, "{label} is {font} pixels high");
        assert!(0.6 * font * label.chars().count() as f64 <= 2.0 * radius, "{label} leaves its node");
    }
}

/// Dump (b) has no room for entire names: what all names share is left out, and titles have the rest.
#[test]
fn long_names_are_shortened_to_what_differs() {
    let text = std::fs::read_to_string(testdata().join("fabrics/b.ibnet")).expect("text");
    let all = dots(&scene(&text, Labels::Auto));
    assert_eq!(all.len(), 102);
    for (v, (label, _, _, title)) in all[..96].iter().enumerate() {
        assert_eq!(*label, format!("{v:03}"));
        assert_eq!(*title, format!("node{v:03} HCA-1 (node {v})"));
    }
    assert_eq!(all[96].3, "S-0000000000000b00 (node 96)");
    assert!(
        all[96..]
            .iter()
            .all(|(label, ..)| label.starts_with(|c: char| c != '…') || label.chars().count() <= 5)
    );
    let labels: std::collections::BTreeSet<&String> = all.iter().map(|(label, ..)| label).collect();
    assert_eq!(labels.len(), 102, "labels are all different");
}

/// Requested labels and networks without names are drawn as before.
#[test]
fn other_labels_are_unchanged() {
    let ids = dots(&scene(SMALL, Labels::Id));
    assert_eq!(ids[5].0, "5");
    let (_, net) = build("fattree(4)");
    let drawn = picture(net.as_ref(), &Overlay::default(), &Options::default()).expect("small");
    assert_eq!(dots(&drawn)[3].0, "3");
}
