//! Networks too large to draw completely: the two classes with a glyph for each cluster, and below it one cluster, drawn in the same way.

use super::caption::{Sample, key};
use super::curve::Curve;
use super::digits::grouped;
use super::options::Options;
use super::overlay::Overlay;
use super::picture::{MAX_DRAWN, picture};
use super::scene::{Ink, Item, Scene};
use crossedge_lang::net::{Parts, Structure};
use std::sync::Arc;

/// More clusters than this are drawn as the first few, dots, and the last.
const MAX_DRAWN_CLUSTERS: u64 = 9;

/// Clusters of more nodes are drawn by level, too.
const MAX_OPENED: u64 = 100;

/// Width and height of a glyph.
const GLYPH_SIZE: (f64, f64) = (104.0, 62.0);

/// Draws a dual construction of any size by levels; `None` when the network is none.
pub fn zoom(net: &dyn Structure, options: &Options) -> Option<Scene> {
    let title = options.title.as_str();
    let Parts::Level(level) = net.parts() else { return None };
    let (lower, clusters): (Arc<dyn Structure>, u64) = (level.base().clone(), level.numbering().count());
    let links = lower.nodes() / clusters;
    let (class, rule) = match level.super_nodes() {
        Some(_) => ("(C,U,SN,N)", "(0,U,SN,N) – (1,SN,U,N)"),
        _ => ("(class,cluster,node)", "(0,x,y) – (1,y,x)"),
    };
    let mut scene = cluster_glyphs(clusters, lower.nodes(), links);
    scene.title = title.to_owned();
    let text = |at, text: String, size, ink| Item::Text { at, text, size, anchor: "start", ink };
    if !title.is_empty() {
        scene.items.push(text((26.0, 30.0), title.to_owned(), 15.0, Ink::Text));
    }
    let each = if links == 1 {
        "one cross-edge".to_owned()
    } else {
        format!("{links} cross-edges, one for each node of a super-node,")
    };
    key(
        &mut scene,
        &[(
            Sample::Line(Ink::Level(0)),
            format!("{each} between every two clusters of different class: {class}, {rule}"),
        )],
        12.0,
    );
    let below = inner_scene(lower.as_ref(), &Options { title: String::new(), ..options.clone() })?;
    let caption = format!("one cluster of {} nodes", grouped(&lower.nodes().to_string()));
    let top = scene.height + 34.0;
    scene.items.push(text((26.0, top), caption, 14.0, Ink::Text));
    scene.width = scene.width.max(below.width);
    for item in below.items {
        scene.items.push(shifted_right(item, top - 6.0));
    }
    scene.height = top - 6.0 + below.height;
    Some(scene)
}

fn inner_scene(lower: &dyn Structure, options: &Options) -> Option<Scene> {
    // A large cluster is opened once more where it can be.
    let opened = if lower.nodes() > MAX_OPENED { zoom(lower, options) } else { None };
    match opened {
        None if lower.nodes() <= MAX_DRAWN => picture(lower, &Overlay::default(), options).ok(),
        opened => opened,
    }
}

/// Two rows of glyphs and the cross-edges between those that are shown.
fn cluster_glyphs(clusters: u64, nodes: u64, links: u64) -> Scene {
    let shown: Vec<Option<u64>> = match clusters <= MAX_DRAWN_CLUSTERS {
        true => (0..clusters).map(Some).collect(),
        false => (0..MAX_DRAWN_CLUSTERS - 2).map(Some).chain([None, Some(clusters - 1)]).collect(),
    };
    let (w, h) = GLYPH_SIZE;
    let (left, top, gap) = (96.0, 62.0, 190.0);
    let spacing = w + 22.0;
    let mut scene = Scene {
        width: left + spacing * shown.len() as f64 + 10.0,
        height: top + 2.0 * h + gap + 40.0,
        ..Scene::default()
    };
    let middle = |slot: usize| left + spacing * slot as f64 + w / 2.0;
    let port = |slot: usize, other: usize| {
        middle(slot) + (other as f64 + 0.5) / shown.len() as f64 * (w - 14.0) - (w - 14.0) / 2.0
    };
    for (i, a) in shown.iter().enumerate().filter(|(_, a)| a.is_some()) {
        for (j, b) in shown.iter().enumerate().filter(|(_, b)| b.is_some()) {
            let (from, to) = ((port(i, j), top + h), (port(j, i), top + h + gap));
            // The edges of the first cluster lead the eye; with few clusters all do.
            let ink =
                if *a == Some(0) || *b == Some(0) || shown.len() <= 4 { Ink::Level(0) } else { Ink::Dim };
            for copy in 0..links.min(3) {
                let shift = (copy as f64 - (links.min(3) - 1) as f64 / 2.0) * 2.2;
                let (from, to) = ((from.0 + shift, from.1), (to.0 + shift, to.1));
                scene.items.push(Item::Line {
                    from,
                    to,
                    ink,
                    width: 1.1,
                    curve: Curve::Straight,
                    arrow: false,
                    step: None,
                });
            }
        }
    }
    for class in 0..2 {
        let y = if class == 0 { top } else { top + h + gap };
        let side = format!("class {class}");
        scene.items.push(Item::Text {
            at: (26.0, y + h / 2.0 + 5.0),
            text: side,
            size: 14.0,
            anchor: "start",
            ink: Ink::Text,
        });
        for (slot, cluster) in shown.iter().enumerate() {
            let x = left + spacing * slot as f64;
            let Some(cluster) = cluster else {
                let at = (middle(slot), y + h / 2.0 + 6.0);
                scene.items.push(Item::Text {
                    at,
                    text: "…".to_owned(),
                    size: 26.0,
                    anchor: "middle",
                    ink: Ink::Silent,
                });
                continue;
            };
            scene.items.push(Item::Rect {
                at: (x, y),
                size: GLYPH_SIZE,
                fill: Ink::Panel,
                border: Ink::Base,
            });
            let lines = [
                format!("cluster {}", grouped(&cluster.to_string())),
                format!("{} nodes", grouped(&nodes.to_string())),
            ];
            for (line, text) in lines.into_iter().enumerate() {
                let (size, ink) = if line == 0 { (13.0, Ink::Text) } else { (11.0, Ink::Silent) };
                let at = (x + w / 2.0, y + 27.0 + 18.0 * line as f64);
                scene.items.push(Item::Text { at, text, size, anchor: "middle", ink });
            }
        }
    }
    scene
}

fn shifted_right(item: Item, by: f64) -> Item {
    let down = |p: (f64, f64)| (p.0, p.1 + by);
    match item {
        Item::Line { from, to, ink, width, curve, arrow, step } => {
            Item::Line { from: down(from), to: down(to), ink, width, curve, arrow, step }
        }
        Item::Rect { at, size, fill, border } => Item::Rect { at: down(at), size, fill, border },
        Item::Dot { at, radius, shape, fill, border, label, font, own, title, step } => {
            Item::Dot { at: down(at), radius, shape, fill, border, label, font, own, title, step }
        }
        Item::Sample { at, radius, shape } => Item::Sample { at: down(at), radius, shape },
        Item::Cells { ink, boxes } => {
            Item::Cells { ink, boxes: boxes.into_iter().map(|(at, size)| (down(at), size)).collect() }
        }
        Item::Badge { at, radius, ink, label, step } => {
            Item::Badge { at: down(at), radius, ink, label, step }
        }
        Item::Text { at, text, size, anchor, ink } => Item::Text { at: down(at), text, size, anchor, ink },
    }
}
