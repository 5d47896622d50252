//! The links of a picture: each in the ink of its kind, and what the inks mean.

use super::overlay::Overlay;
use super::plan::group_link_classes;
use super::scene::{Ink, Item, Scene};
use crossedge_lang::net::{Node, Parts, Port, Structure};
use std::collections::{BTreeMap, BTreeSet};

/// If the outermost level has more links than this, all except those of the first cluster are drawn faintly.
const CROWDED_LINKS: u64 = 150;

/// Maximum number of distinguishable inks for dimensions.
const DIMENSION_INKS: usize = 6;

/// The kinds of link that are levels, or lead from group to group: the number of each among them.
pub fn levels(net: &dyn Structure) -> Vec<Option<usize>> {
    let switched = net.endpoints() < net.nodes();
    let named = |name: &String| {
        let starts = ["cross level", "phase", "global", "long link"];
        starts.iter().any(|start| name.starts_with(start))
            || (switched && name.starts_with("frame"))
            || (name.starts_with("level ") && name != "level 1")
    };
    let special: Vec<bool> = match group_link_classes(net) {
        Some(inside) => inside.into_iter().map(|inside| !inside).collect(),
        None => net.link_classes().iter().map(named).collect(),
    };
    let mut numbers = 0..;
    special.into_iter().map(|special| special.then(|| numbers.next()).flatten()).collect()
}

/// The ink of each kind of link: levels have one each; of a network without levels every dimension, where there are three or more.
fn link_inks(names: &[String], levels: &[Option<usize>]) -> Vec<Option<usize>> {
    let dimensions = names.iter().all(|name| name.starts_with("dimension "));
    match dimensions && (3..=DIMENSION_INKS).contains(&names.len()) {
        true => (0..names.len()).map(Some).collect(),
        false => levels.to_vec(),
    }
}

/// The name of base links if all are in one ink.
fn common_name(base: &[&str], levels: bool) -> String {
    let number = |name: &&str| name.strip_prefix("dimension ").and_then(|n| n.parse::<usize>().ok());
    let numbers: Option<Vec<usize>> = base.iter().map(number).collect();
    match (base, numbers.as_deref()) {
        (["link"], _) => "links".to_owned(),
        ([_] | [_, _], _) => base.join(", "),
        (_, Some([first, .., last])) => format!("dimensions {first} to {last}"),
        _ if levels => "links inside the base".to_owned(),
        _ => "links".to_owned(),
    }
}

/// A link with its kind.
struct DrawnLink {
    from: Node,
    to: Node,
    class: usize,
}

/// Draws the links, by a function that gives a link's line in an ink and a width, and shows what the inks mean.
pub fn links(
    net: &dyn Structure,
    overlay: &Overlay,
    all: bool,
    scene: &mut Scene,
    line: &dyn Fn(Node, Node, Ink, f64) -> Item,
) -> Vec<(Ink, String)> {
    let (names, levels) = (net.link_classes(), levels(net));
    let inks = link_inks(&names, &levels);
    let mut count: BTreeMap<usize, u64> = BTreeMap::new();
    let mut drawn = Vec::new();
    for from in (0..net.nodes()).map(Node) {
        for port in (0..net.degree(from)).map(Port) {
            let to = net.link(from, port).0;
            if to > from {
                let class = net.link_class(from, port);
                *count.entry(class).or_default() += 1;
                drawn.push(DrawnLink { from, to, class });
            }
        }
    }
    let outermost = levels.iter().rposition(Option::is_some);
    let first = match net.parts() {
        Parts::Level(level) if !level.numbering().keeps_coordinates() => level.numbering().size(),
        _ => u64::MAX,
    };
    let laid = !overlay.is_empty() && overlay.heat.is_empty();
    // Crowded links go to the back.
    let crowded =
        |class: usize| Some(class) == outermost && count[&class] > CROWDED_LINKS && first != u64::MAX && !all;
    let faint = |link: &DrawnLink| crowded(link.class) && link.from.0 >= first;
    drawn.sort_by_key(|link| !faint(link));
    let mut shown: BTreeSet<usize> = BTreeSet::new();
    for link in &drawn {
        let heat = overlay.heat.get(&(link.from.0, link.to.0)).map(|share| Ink::Heat(*share));
        let ink = match (heat, inks[link.class]) {
            (Some(heat), _) => heat,
            (None, Some(level)) if (laid && levels[link.class].is_some()) || faint(link) => Ink::Faint(level),
            (None, _) if laid => Ink::Dim,
            (None, Some(level)) => Ink::Level(level),
            (None, None) => Ink::Base,
        };
        scene.items.push(line(link.from, link.to, ink, if heat.is_some() { 2.2 } else { 1.0 }));
        shown.insert(link.class);
    }
    if !overlay.heat.is_empty() {
        return Vec::new();
    }
    let own = |class: &usize| inks[*class].is_some() && !(laid && levels[*class].is_none());
    let base: Vec<&str> = shown.iter().filter(|class| !own(class)).map(|c| names[*c].as_str()).collect();
    let mut out = Vec::new();
    if !base.is_empty() {
        let ink = if laid { Ink::Dim } else { Ink::Base };
        out.push((ink, common_name(&base, levels.iter().any(Option::is_some))));
    }
    for class in shown.iter().filter(|class| own(class)) {
        let ink = inks[*class].unwrap_or(0);
        let more = if crowded(*class) && !laid { ", the first cluster's at full opacity" } else { "" };
        let links = if count[class] == 1 { "link" } else { "links" };
        let ink = if laid { Ink::Faint(ink) } else { Ink::Level(ink) };
        out.push((ink, format!("{} ({} {links}{more})", names[*class], count[class])));
    }
    out
}
