//! Pictures of machines: switches and endpoints have different shapes, every family has its own layout, lines are visible at any size, and legends
//! list every entry once.

use crate::common::build;
use crossedge::net::Structure;
use crossedge::render::{Ink, Item, NodeShape, Options, Overlay, Scene, Theme, link_loads, picture, plan};
use std::collections::BTreeSet;

/// Networks that were once drawn on a circle.
const MACHINES: &[&str] = &[
    "hammingmesh(2,2,2,2)",
    "hammingmesh(4,4,2,2)",
    "bcube(4,1)",
    "bcube(3,2)",
    "switch(4) * clos(2,2,2)",
    "switch(2) * fattree(4)",
    "twisted(4,4,8)",
    "twisted(2,4,4)",
    "lattice([[5,2],[0,4]])",
    "dual(ring(3), ring(5))",
    "dual(torus(2,3), complete(4))",
    "hub(ring(4), {0,2}, 3)",
    "hub(torus(3,3), {0}, 4)",
    "hub(path(4), {0,3}, 2)",
    "planes(clos(2,4,2), 2)",
    "overlay(clos(2,4,2), torus(2,4))",
];

fn scene(net: &dyn Structure, overlay: &Overlay) -> Scene {
    picture(net, overlay, &Options::default()).expect("small")
}

/// The shapes of all nodes, by id.
fn shapes(scene: &Scene) -> Vec<NodeShape> {
    let shape = |item: &Item| match item {
        Item::Dot { shape, .. } => Some(*shape),
        _ => None,
    };
    scene.items.iter().filter_map(shape).collect()
}

fn texts(scene: &Scene) -> Vec<&str> {
    let mut texts = Vec::new();
    for item in &scene.items {
        if let Item::Text { text, .. } = item {
            texts.push(text.as_str());
        }
    }
    texts
}

#[test]
fn switches_are_squares_and_endpoints_circles() {
    for text in ["fattree(4)", "hosts(dragonfly(3,1), 2)", "hammingmesh(2,2,2,2)", "switch(6)", "torus(4,4)"]
    {
        let (_, net) = build(text);
        let scene = scene(net.as_ref(), &Overlay::default());
        let (endpoints, nodes) = (net.endpoints(), net.nodes());
        for (v, shape) in (0u64..).zip(shapes(&scene)) {
            let expected = if v < endpoints { NodeShape::Circle } else { NodeShape::Square };
            assert_eq!(shape, expected, "{text}: node {v}");
        }
        let svg = scene.svg(Theme::Light);
        assert_eq!(svg.matches("<circle").count() as u64, endpoints, "{text}");
        assert_eq!(svg.matches(" switch\"").count() as u64, nodes - endpoints, "{text}");
        let tikz = scene.tikz(Theme::Light);
        let samples = if endpoints < nodes { 1 } else { 0 };
        assert_eq!(tikz.matches("circle[").count() as u64, endpoints + samples, "{text}");
        let legend = texts(&scene);
        let named = legend.iter().any(|text| text.contains("switch"));
        assert_eq!(named, endpoints < nodes, "{text}: {legend:?}");
    }
}

#[test]
fn machines_are_not_drawn_on_a_circle() {
    for text in MACHINES {
        let (_, net) = build(text);
        let plan = plan(net.as_ref());
        assert_eq!(plan.at.len() as u64, net.nodes(), "{text}");
        let middle = (plan.size.0 / 2.0, plan.size.1 / 2.0);
        let from_middle: Vec<f64> = plan.at.iter().map(|p| (p.0 - middle.0).hypot(p.1 - middle.1)).collect();
        let least = from_middle.iter().copied().fold(f64::MAX, f64::min);
        let most = from_middle.iter().copied().fold(0.0, f64::max);
        assert!(least < 0.8 * most, "{text}: from {least} to {most}");
        for (i, p) in plan.at.iter().enumerate() {
            for q in &plan.at[..i] {
                assert!(
                    (p.0 - q.0).hypot(p.1 - q.1) > 0.3,
                    "{text}: node {i} at {p:?} is too close to {q:?}"
                );
            }
        }
    }
}

#[test]
fn lines_are_visible_at_any_size() {
    for text in
        ["torus(40,40)", "fattree(12)", "rdn(ring(3), 2)", "jellyfish(600,6,1)", "fattree(4)", "ring(5)"]
    {
        let (_, net) = build(text);
        let scene = scene(net.as_ref(), &Overlay::default());
        let mut far = (0.0f64, 0.0f64);
        let mut near = (f64::MAX, f64::MAX);
        for item in &scene.items {
            if let Item::Dot { at, .. } = item {
                near = (near.0.min(at.0), near.1.min(at.1));
                far = (far.0.max(at.0), far.1.max(at.1));
            }
        }
        let longer = (far.0 - near.0).max(far.1 - near.1);
        for item in &scene.items {
            if let Item::Line { width, .. } = item {
                assert!(*width >= 0.5 && *width >= longer / 1600.0, "{text}: {width} of {longer}");
            }
        }
        for ink in [Ink::Faint(0), Ink::Dim, Ink::Heat(0)] {
            assert!(Theme::Light.colour(ink).1 >= 0.2 && Theme::Dark.colour(ink).1 >= 0.2, "{ink:?}");
        }
    }
}

#[test]
fn loads_have_a_continuous_scale_and_a_colour_bar() {
    for (text, heading, most) in [
        ("torus(8,8)", "routes per link: 128", "128"),
        ("rdn(ring(3), 1)", "routes per link: 24 to 42", "42"),
    ] {
        let (_, net) = build(text);
        let mut overlay = Overlay::default();
        overlay.loads(&link_loads(net.as_ref()));
        let scene = scene(net.as_ref(), &overlay);
        let bar: BTreeSet<u8> = (scene.items.iter())
            .filter_map(|item| match item {
                Item::Cells { ink: Ink::Heat(share), .. } => Some(*share),
                _ => None,
            })
            .collect();
        assert!(bar.len() >= 32 && bar.contains(&0) && bar.contains(&255), "{text}: {bar:?}");
        let texts = texts(&scene);
        for expected in [heading, "0", most] {
            assert!(texts.contains(&expected), "{text}: {expected} in {texts:?}");
        }
    }
}

#[test]
fn legends_list_every_entry_once() {
    for text in MACHINES.iter().chain(&["fattree(4)", "rdn(ring(3), 1)", "torus(3,3,3)", "dragonfly(4,2)"]) {
        let (_, net) = build(text);
        let mut loaded = Overlay::default();
        loaded.loads(&link_loads(net.as_ref()));
        for overlay in [Overlay::default(), loaded] {
            let scene = scene(net.as_ref(), &overlay);
            let legend: Vec<&str> = (scene.items.iter())
                .filter_map(|item| match item {
                    Item::Text { text, anchor: "start", .. } => Some(text.as_str()),
                    _ => None,
                })
                .collect();
            let unique: BTreeSet<&&str> = legend.iter().collect();
            assert_eq!(unique.len(), legend.len(), "{text}: {legend:?}");
        }
    }
}
