//! Pictures show only links that exist: no link touches a node that it does not join or anything that is written outside of nodes, no two
//! nodes or texts touch, no number hides a node, and small networks can be read in a column of a journal.
//!
//! The text of the picture is read, as a browser would read it; nothing of the code that draws is used.

use crate::common::build;
use crossedge::net::{ENTRIES, Node};
use crossedge::progress::Silent;
use crossedge::render::{MAX_DRAWN, Options, Overlay, Theme, picture};
use crossedge::route::{self, Algorithm};
use std::collections::HashMap;

type Place = (f64, f64);

/// The contents of a picture: the paths of its lines, points along them, and its nodes with their radius.
struct Drawn {
    lines: Vec<Vec<Place>>,
    nodes: Vec<(Place, f64)>,
    /// The labels, their positions and sizes.
    texts: Vec<(Place, f64, String)>,
    /// The boxes around what is written: left and top, right and bottom.
    boxes: Vec<(Place, Place)>,
    /// How wide the picture is.
    wide: f64,
    /// How high it is.
    high: f64,
}

/// The value of an attribute of a tag.
fn attribute<'a>(tag: &'a str, name: &str) -> Option<&'a str> {
    let start = tag.find(&format!(" {name}=\""))? + name.len() + 3;
    Some(&tag[start..start + tag[start..].find('"')?])
}

fn number(tag: &str, name: &str) -> f64 {
    attribute(tag, name).and_then(|text| text.parse().ok()).unwrap_or_else(|| panic!("{name} of {tag}"))
}

/// The places of a path made of moves, lines and quadratic curves; only its first stroke, without the head of an arrow.
fn flattened(data: &str) -> Vec<Place> {
    let mut places: Vec<Place> = Vec::new();
    let mut rest = data;
    while let Some(command) = rest.chars().next() {
        let end = rest[1..].find(|c: char| c.is_ascii_alphabetic()).map_or(rest.len(), |at| at + 1);
        let numbers: Vec<f64> =
            rest[1..end].split_whitespace().map(|n| n.parse().expect("a number")).collect();
        match (command, numbers.as_slice()) {
            ('M', [x, y]) if places.is_empty() => places.push((*x, *y)),
            ('M', _) => break,
            ('L', [x, y]) => straight(&mut places, (*x, *y)),
            ('Q', [cx, cy, x, y]) => {
                let from = *places.last().expect("a start");
                for i in 1..=48 {
                    let t = f64::from(i) / 48.0;
                    let mix = |a: f64, c: f64, b: f64| {
                        (1.0 - t) * ((1.0 - t) * a + t * c) + t * ((1.0 - t) * c + t * b)
                    };
                    places.push((mix(from.0, *cx, *x), mix(from.1, *cy, *y)));
                }
            }
            other => panic!("{other:?} in {data}"),
        }
        rest = &rest[end..];
    }
    places
}

fn straight(places: &mut Vec<Place>, to: Place) {
    places.push(to);
}

fn read(svg: &str) -> Drawn {
    let first = &svg[..svg.find('>').expect("a head")];
    let (wide, high) = (number(first, "width"), number(first, "height"));
    let (lines, nodes, texts, boxes) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
    let mut drawn = Drawn { lines, nodes, texts, boxes, wide, high };
    for (at, _) in svg.match_indices('<') {
        let tag = &svg[at..at + svg[at..].find('>').expect("a tag ends")];
        if tag.starts_with("<path") {
            drawn.lines.push(flattened(attribute(tag, "d").expect("a path")));
        } else if tag.starts_with("<circle") {
            drawn.nodes.push(((number(tag, "cx"), number(tag, "cy")), number(tag, "r")));
        } else if tag.starts_with("<rect") && attribute(tag, "class").is_some_and(|c| c.ends_with(" switch"))
        {
            let half = number(tag, "width") / 2.0;
            drawn.nodes.push(((number(tag, "x") + half, number(tag, "y") + half), half));
        } else if tag.starts_with("<text") {
            let after = at + tag.len() + 1;
            let text =
                svg[after..after + svg[after..].find('<').expect("a text ends")].replace("&quot;", "\"");
            let (x, y, size) = (number(tag, "x"), number(tag, "y"), number(tag, "font-size"));
            // A letter is 0.6 of its size wide on average, and a capital 0.73 high.
            let long = text.chars().count() as f64 * size * 0.6;
            let left = match attribute(tag, "text-anchor") {
                Some("start") => x,
                Some("end") => x - long,
                _ => x - long / 2.0,
            };
            drawn.boxes.push(((left, y - 0.73 * size), (left + long, y)));
            drawn.texts.push(((x, y), size, text));
        }
    }
    drawn
}

fn apart(a: Place, b: Place) -> f64 {
    (a.0 - b.0).hypot(a.1 - b.1)
}

/// Distance of a point from a line segment.
fn from_line(a: Place, b: Place, p: Place) -> f64 {
    let (dx, dy) = (b.0 - a.0, b.1 - a.1);
    let square = dx * dx + dy * dy;
    let along = if square == 0.0 { 0.0 } else { ((p.0 - a.0) * dx + (p.1 - a.1) * dy) / square };
    let along = along.clamp(0.0, 1.0);
    apart(p, (a.0 + along * dx, a.1 + along * dy))
}

/// Everything wrong with a picture, and how many links were looked at. Links begin and end in the middle of nodes; other lines, those
/// of the legend, do not.
fn faults(drawn: &Drawn) -> (Vec<String>, usize) {
    const CELL: f64 = 24.0;
    let cell = |p: Place| ((p.0 / CELL).floor() as i64, (p.1 / CELL).floor() as i64);
    let mut cells: HashMap<(i64, i64), Vec<usize>> = HashMap::new();
    for (i, (at, _)) in drawn.nodes.iter().enumerate() {
        cells.entry(cell(*at)).or_default().push(i);
    }
    let near = |low: Place, high: Place| {
        let (low, high) = (cell((low.0 - 16.0, low.1 - 16.0)), cell((high.0 + 16.0, high.1 + 16.0)));
        let cells = &cells;
        (low.0..=high.0)
            .flat_map(move |x| (low.1..=high.1).map(move |y| (x, y)))
            .flat_map(move |at| cells.get(&at).into_iter().flatten().copied())
    };
    let node_at = |p: Place| near(p, p).find(|&i| apart(drawn.nodes[i].0, p) < 0.15);
    let (mut found, mut links) = (Vec::new(), 0);
    for line in &drawn.lines {
        let (Some(v), Some(w)) = (node_at(line[0]), node_at(line[line.len() - 1])) else { continue };
        links += 1;
        for pair in line.windows(2) {
            let low = (pair[0].0.min(pair[1].0), pair[0].1.min(pair[1].1));
            let high = (pair[0].0.max(pair[1].0), pair[0].1.max(pair[1].1));
            for i in near(low, high).filter(|&i| i != v && i != w) {
                let (at, radius) = drawn.nodes[i];
                if from_line(pair[0], pair[1], at) <= radius {
                    found.push(format!("the link from {v} to {w} touches node {i}"));
                }
            }
        }
    }
    for (i, (at, radius)) in drawn.nodes.iter().enumerate() {
        for j in near(*at, *at).filter(|&j| j > i) {
            if apart(*at, drawn.nodes[j].0) <= radius + drawn.nodes[j].1 {
                found.push(format!("nodes {i} and {j} touch"));
            }
        }
    }
    // A label in a node reaches no other node: a letter is at most 0.65 of its size wide.
    for (at, size, text) in &drawn.texts {
        let half = text.chars().count() as f64 * size * 0.65 / 2.0;
        let (left, right) = ((at.0 - half, at.1 - size * 0.4), (at.0 + half, at.1 - size * 0.4));
        let own = near(*at, *at).find(|&i| apart(drawn.nodes[i].0, (at.0, at.1 - size * 0.36)) < *size);
        for i in near(left, right).filter(|&i| own.is_some() && Some(i) != own) {
            let (middle, radius) = drawn.nodes[i];
            if from_line(left, right, middle) <= radius {
                found.push(format!("the label {text} of a node reaches node {i}"));
            }
        }
    }
    found.dedup();
    (found, links)
}

/// Returns `true` if two boxes share more than their borders.
fn meet(a: (Place, Place), b: (Place, Place)) -> bool {
    a.0.0 < b.1.0 && b.0.0 < a.1.0 && a.0.1 < b.1.1 && b.0.1 < a.1.1
}

/// Returns `true` if a stretch of a line comes into a box: of its places, looked at closely, one is inside.
fn crosses(a: Place, b: Place, area: (Place, Place)) -> bool {
    let low = (a.0.min(b.0), a.1.min(b.1));
    let high = (a.0.max(b.0) + 1e-9, a.1.max(b.1) + 1e-9);
    let parts = apart(a, b).ceil().max(1.0) as u32;
    let inside = |p: Place| p.0 > area.0.0 && p.0 < area.1.0 && p.1 > area.0.1 && p.1 < area.1.1;
    let at = |i: u32| {
        let t = f64::from(i) / f64::from(parts);
        (a.0 + t * (b.0 - a.0), a.1 + t * (b.1 - a.1))
    };
    meet((low, high), area) && (0..=parts).any(|i| inside(at(i)))
}

/// Everything wrong with what is written.
fn writing(drawn: &Drawn) -> Vec<String> {
    let mut found = Vec::new();
    let texts = || drawn.boxes.iter().zip(&drawn.texts);
    // The contents of a node belong to it, and are checked by `faults`.
    let own = |area: &(Place, Place)| {
        let middle = ((area.0.0 + area.1.0) / 2.0, (area.0.1 + area.1.1) / 2.0);
        drawn.nodes.iter().any(|(at, radius)| apart(*at, middle) < *radius)
    };
    let free: Vec<_> = texts().filter(|(area, _)| !own(area)).collect();
    for (i, (area, (_, _, text))) in free.iter().enumerate() {
        if area.0.0 < 0.0 || area.0.1 < 0.0 || area.1.0 > drawn.wide || area.1.1 > drawn.high {
            found.push(format!("'{text}' leaves the picture"));
        }
        for (other, (_, _, second)) in &free[i + 1..] {
            if meet(**area, **other) {
                found.push(format!("'{text}' and '{second}' overlap"));
            }
        }
        for (node, (at, radius)) in drawn.nodes.iter().enumerate() {
            let near = (at.0.clamp(area.0.0, area.1.0), at.1.clamp(area.0.1, area.1.1));
            if apart(near, *at) < *radius {
                found.push(format!("'{text}' touches node {node}"));
            }
        }
        for line in &drawn.lines {
            if line.windows(2).any(|pair| crosses(pair[0], pair[1], **area)) {
                found.push(format!("a line touches '{text}'"));
            }
        }
    }
    found
}

/// A column of a journal, in points.
const COLUMN: f64 = 84.0 / 25.4 * 72.0;

/// Draws a network and reads the picture.
fn checked(text: &str) -> usize {
    let (_, net) = build(text);
    let title = format!("{text}: {} nodes", net.nodes());
    let options = Options { title, ..Options::default() };
    let scene = picture(net.as_ref(), &Overlay::default(), &options).expect("small");
    let drawn = read(&scene.svg(Theme::Light));
    assert_eq!(drawn.nodes.len() as u64, net.nodes(), "{text}");
    let (found, links) = faults(&drawn);
    let expected: u64 = (0..net.nodes()).map(|v| u64::from(net.degree(Node(v)))).sum::<u64>() / 2;
    assert_eq!(links as u64, expected, "{text}: every link is drawn");
    assert!(found.is_empty(), "{text}: {} faults, the first: {}", found.len(), found[0]);
    let found = writing(&drawn);
    assert!(found.is_empty(), "{text}: {} faults, the first: {}", found.len(), found[0]);
    if net.nodes() <= 64 {
        let least = drawn.texts.iter().map(|(_, size, _)| *size).fold(f64::MAX, f64::min);
        let points = least * COLUMN / drawn.wide;
        assert!(points >= 6.0, "{text}: letters of {points:.1} points in a column");
        let written = drawn.texts.iter().filter(|(at, size, _)| {
            drawn.nodes.iter().any(|(node, radius)| apart(*node, (at.0, at.1 - 0.36 * size)) < *radius)
        });
        assert_eq!(written.count() as u64, net.nodes(), "{text}: every node has its name");
    }
    links
}

#[test]
fn finding_a9_no_link_touches_a_foreign_node() {
    for text in [
        "hypercube(4)",
        "hypercube(5)",
        "hypercube(6)",
        "hypercube(7)",
        "hyperx(4,4)",
        "hyperx(3,4)",
        "hyperx(3,3,3)",
        "hyperx(8,8)",
        "torus(2,2,2,2)",
        "torus(3,3,3)",
        "torus(4,4,4)",
        "torus(16,16)",
        "torus(5,5)",
        "mesh(3,3,3)",
        "mesh(4,4,4)",
        "mesh(3,3,3,3)",
        "complete(12)",
        "complete(30)",
        "ring(3)*star(4)",
        "path(3)*star(4)",
        "rdn(hypercube(3),1)",
        "rdn(torus(3,3),1)",
        "hdn(hdn(complete(2),[{1}]),[{1}])",
        "ring(64)",
        "path(64)",
        "mesh(8,8)",
        "jellyfish(64,3,1)",
        "wk(3,3)",
        "wk(6,2)",
        "ccc(5)",
        "dragonfly(8,4)",
        "slimfly(9)",
        "foldedcube(5)",
    ] {
        checked(text);
    }
}

#[test]
fn finding_a9_every_example_of_the_catalog() {
    let mut links = 0;
    for text in ENTRIES.iter().flat_map(|entry| entry.examples) {
        let (shape, _) = build(text);
        if shape.nodes() <= MAX_DRAWN.into() {
            links += checked(text);
        }
    }
    assert!(links > 10_000, "{links} links");
}

/// The ids stay in the nodes, and the numbers of the hops are on the arrows, clear of nodes.
#[test]
fn finding_a10_hop_numbers_are_on_the_arrows() {
    for (text, from, to) in
        [("torus(5,5)", 0, 12), ("hypercube(4)", 0, 15), ("hyperx(4,4)", 0, 15), ("rdn(ring(3), 1)", 0, 17)]
    {
        let (_, net) = build(text);
        let route =
            route::route(net.as_ref(), Node(from), Node(to), Algorithm::Paper, route::MAX_SEEN, &Silent)
                .unwrap_or_else(|e| panic!("{text}: {e}"));
        let plain = read(
            &picture(net.as_ref(), &Overlay::default(), &Options::default())
                .expect("small")
                .svg(Theme::Light),
        );
        let mut overlay = Overlay::default();
        overlay.route(net.as_ref(), &route);
        let drawn =
            read(&picture(net.as_ref(), &overlay, &Options::default()).expect("small").svg(Theme::Light));
        assert_eq!(plain.nodes, drawn.nodes, "{text}: nodes stay where they are");
        let inside = |drawn: &Drawn, at: Place, radius: f64| -> Vec<String> {
            let texts =
                drawn.texts.iter().filter(|(p, size, _)| apart((p.0, p.1 - size * 0.36), at) < radius);
            texts.map(|(_, _, text)| text.clone()).collect()
        };
        for (at, radius) in &plain.nodes {
            assert_eq!(inside(&plain, *at, *radius), inside(&drawn, *at, *radius), "{text}: ids stay");
        }
        // Every hop has its number, once, outside of all nodes.
        let outside: Vec<&str> = (drawn.texts.iter())
            .filter(|(p, size, _)| {
                plain.nodes.iter().all(|(at, radius)| apart((p.0, p.1 - size * 0.36), *at) > radius + 3.0)
            })
            .map(|(_, _, text)| text.as_str())
            .collect();
        for hop in 1..=route.length() {
            let count = outside.iter().filter(|text| **text == hop.to_string()).count();
            assert_eq!(count, 1, "{text}: hop {hop}");
        }
    }
}
