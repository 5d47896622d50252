//! Layouts: blocks, the verifier and what it refuses, and the prices.

use crossedge::answers::{LayoutRequest, Price, Prices, Request};
use crossedge::layout::{Cable, Layout, RackPlace, Room, blocks, cables, length_class, place_blocks};
use crossedge::prelude::*;
use crossedge::render::internals::Runs;
use crossedge::verify::{BadLayout, Verdict, layout as judge};

/// Networks of every kind of block, and blocks that fit, are odd, or are larger than a rack.
const SMALL: &[&str] = &[
    "torus(4,4,4)",
    "hypercube(6)",
    "mesh(3,7)",
    "hyperx(4,6)",
    "dual(torus(3,4))",
    "rdn(ring(3), 2)",
    "dual(ring(3), ring(5))",
    "hdn(torus(2,3), [{1}])",
    "dualcube(3)",
    "dragonfly(4,2)",
    "hosts(dragonfly(4,2), 3)",
    "fattree(4)",
    "clos(4, 6, 3)",
    "hosts(megafly(2,2), 2)",
    "bcube(3,1)",
    "slimfly(5)",
    "width(torus(4,4), \"dimension 1\", 3)",
    "re(ring(4), ring(3), 2)",
];

#[test]
fn every_node_is_in_one_block() {
    for text in SMALL {
        let net: Topology = text.parse().expect(text);
        let network = net.network().expect(text);
        for most in [1, 3, 8, 16, 1000] {
            let mut all: Vec<u64> = blocks(network.as_ref(), most).concat();
            all.sort_unstable();
            assert!(all.iter().copied().eq(0..network.nodes()), "{text} in blocks of {most}");
        }
    }
}

/// For all requests the verifier agrees; exchanging racks never makes cables longer.
#[test]
fn layouts_hold() {
    for text in SMALL {
        let net: Topology = text.parse().expect(text);
        for (block, units) in [(8, 16), (5, 7), (64, 3), (1, 1)] {
            let request = LayoutRequest { block, units, ..LayoutRequest::default() };
            let answer = request.answer(&net, &Silent).unwrap_or_else(|e| panic!("{text}: {e}"));
            assert!(answer.length.0 <= answer.length_before_search.0, "{text}");
            assert!(answer.max_nodes_per_rack.0 <= u64::from(units), "{text}");
            assert_eq!(answer.copper.0 + answer.optical.0, answer.cables.0, "{text}");
            let by_length: u64 = answer.lengths.iter().map(|row| row.cables.0).sum();
            let by_class: u64 = answer.classes.iter().map(|row| row.cables.0).sum();
            assert_eq!((by_length, by_class), (answer.cables.0, answer.cables.0), "{text}");
        }
    }
}

fn made(text: &str) -> (Topology, Layout, Vec<Cable>) {
    let net: Topology = text.parse().expect(text);
    let network = net.network().expect(text).clone();
    let found = blocks(network.as_ref(), 8);
    let layout = place_blocks(&found, &Room::for_nodes(network.nodes(), 8)).expect("room");
    let cables = cables(network.as_ref(), &layout);
    (net, layout, cables)
}

#[test]
fn verifier_rejects_impossible_layouts() {
    let (net, layout, cables) = made("torus(4,4,2)");
    let network = net.network().expect("a torus").clone();
    let says = |layout: &Layout, cables: &[Cable]| match judge(network.as_ref(), layout, cables, &Silent) {
        Ok(Verdict::Refuted(why)) => Some(why),
        Ok(_) => None,
        Err(stopped) => panic!("{stopped}"),
    };
    assert_eq!(says(&layout, &cables), None);
    // Every cable in turn: left out, twice, at another port, too short, at another place.
    for i in 0..cables.len() {
        let mut fewer = cables.clone();
        let gone = fewer.remove(i);
        assert!(matches!(says(&layout, &fewer), Some(BadLayout::Unplugged { .. })), "{gone:?}");
        let mut more = cables.clone();
        more.push(gone);
        assert_eq!(says(&layout, &more), Some(BadLayout::Twice(cables.len() as u64)));
        let mut wrong = cables.clone();
        wrong[i].ports[1] ^= 1;
        assert_eq!(says(&layout, &wrong), Some(BadLayout::NoLink(i as u64)));
        let mut short = cables.clone();
        short[i].length -= 1;
        assert!(matches!(says(&layout, &short), Some(BadLayout::Length { .. })));
        let mut elsewhere = cables.clone();
        elsewhere[i].places[0].unit += 1;
        assert_eq!(says(&layout, &elsewhere), Some(BadLayout::Unlike(i as u64)));
        let mut wide = cables.clone();
        wide[i].width = 2;
        assert_eq!(says(&layout, &wide), Some(BadLayout::Unlike(i as u64)));
    }
    let mut taken = layout.clone();
    taken.places[5] = taken.places[9];
    assert_eq!(says(&taken, &cables), Some(BadLayout::Taken(5, 9)));
    let mut outside = layout.clone();
    outside.places[3].unit = 8;
    assert_eq!(says(&outside, &cables), Some(BadLayout::NoPlace(3)), "a rack over its units");
    let mut few = layout.clone();
    few.places.pop();
    assert!(matches!(says(&few, &cables), Some(BadLayout::Nodes { .. })));
    let mut nowhere = cables.clone();
    nowhere[0].nodes[1] = 99;
    assert_eq!(says(&layout, &nowhere), Some(BadLayout::NoLink(0)));
}

/// Lengths computed by hand: racks of 2 nodes with a pitch of 600 mm, rows with a pitch of 2,400 mm.
#[test]
fn lengths_are_those_of_the_room() {
    let room = Room { rows: 2, columns: 3, units: 2, ..Room::DEFAULT_ROOM };
    let at = |rack, unit| crossedge::layout::RackPlace { rack, unit };
    // Units of a rack of 1,867 mm are at 466 and 1,400.
    assert_eq!(room.length(at(0, 0), at(0, 1)), 934 + 500);
    assert_eq!(room.length(at(0, 1), at(1, 1)), 600 + 467 + 467 + 500);
    assert_eq!(room.length(at(0, 0), at(5, 1)), 1200 + 2400 + 1401 + 467 + 500);
    assert_eq!([1, 500, 501, 3001, 100_001].map(length_class), [500, 500, 1000, 5000, 200_000]);
}

#[test]
fn rooms_that_are_too_small_are_reported() {
    let net: Topology = "torus(8,8)".parse().expect("a torus");
    let request = LayoutRequest { block: 8, units: 8, room: Some((1, 7)), ..LayoutRequest::default() };
    let error = request.answer(&net, &Silent).expect_err("eight racks");
    assert!(error.to_string().contains("8 racks are needed"), "{error}");
    let error = LayoutRequest { block: 0, ..request }.answer(&net, &Silent).expect_err("no block");
    assert!(error.advice().is_some(), "{error}");
}

#[test]
fn prices_are_the_users_own() {
    let net: Topology = "fattree(4)".parse().expect("a fat tree");
    let price = |item: &str, value: f64, unit: &str| Price {
        item: item.to_owned(),
        value,
        unit: unit.to_owned(),
        year: 2026,
        source: "made up for a test".to_owned(),
        from: None,
        to: None,
    };
    let prices = Prices {
        file: "mine.toml".to_owned(),
        price: vec![price("switch", 100.0, "EUR"), price("switch", 30.0, "W"), price("endpoint", 1.0, "W")],
    };
    let request = LayoutRequest { prices: Some(prices), ..LayoutRequest::default() };
    let costs = request.answer(&net, &Silent).expect("a layout").costs.expect("lines");
    let totals: Vec<(&str, f64, &str)> =
        costs.iter().map(|line| (line.item.as_str(), line.total, line.unit.as_str())).collect();
    assert_eq!(
        totals,
        [
            ("switch", 2000.0, "EUR"),
            ("switch", 600.0, "W"),
            ("endpoint", 16.0, "W"),
            ("all of these", 2000.0, "EUR"),
            ("all of these", 616.0, "W")
        ]
    );
    assert!(costs.iter().all(|line| line.source.contains("mine.toml")));
    for wrong in [
        price("unicorn", 1.0, "EUR"),
        price("switch", f64::NAN, "EUR"),
        Price { source: " ".to_owned(), ..price("switch", 1.0, "EUR") },
    ] {
        let prices = Prices { file: "mine.toml".to_owned(), price: vec![wrong] };
        let request = LayoutRequest { prices: Some(prices), ..LayoutRequest::default() };
        assert!(request.answer(&net, &Silent).is_err());
    }
}

#[test]
fn the_list_of_cables_and_the_plan_name_everything() {
    let net: Topology = "dual(ring(4))".parse().expect("a dual");
    let planned = LayoutRequest { block: 4, units: 8, ..LayoutRequest::default() }
        .plan(&net, &Silent)
        .expect("a layout");
    let list = planned.cable_list(&net).expect("a list");
    assert_eq!(list.lines().count(), 1 + 48, "{list}");
    assert!(list.lines().all(|line| !line.is_empty()));
    let plan = planned.floor_plan(&net);
    assert!(plan.starts_with("<svg") && plan.ends_with("</svg>\n"));
    assert_eq!(plan.matches("<title>rack ").count(), 4);
}

/// Every cable walked rack by rack.
fn walked(room: &Room, cables: &[Cable]) -> [Vec<u64>; 2] {
    let columns = room.columns as usize;
    let mut found = [vec![0; room.racks() as usize], vec![0; room.racks() as usize]];
    for cable in cables {
        let [mut at, to] = cable.places.map(|place| place.rack as usize);
        let mut steps = 0;
        while at % columns != to % columns {
            let next = if at % columns < to % columns { at + 1 } else { at - 1 };
            found[0][at.min(next)] += cable.width;
            (at, steps) = (next, steps + room.pitch);
        }
        while at != to {
            let next = if at < to { at + columns } else { at - columns };
            found[1][at.min(next)] += cable.width;
            (at, steps) = (next, steps + room.row_pitch);
        }
        let [a, b] = cable.places.map(|place| place.rack);
        assert_eq!(steps, room.rack_distance(a, b), "{cable:?}");
    }
    found
}

/// Cables between places of a room, as many as asked for, the same for ever.
fn random_cables(room: &Room, count: u32) -> Vec<Cable> {
    let mut state = 22u64;
    let mut below = |n: u64| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((state >> 33) % n) as u32
    };
    let cable = |i: u32| {
        let mut place = || RackPlace { rack: below(room.racks()), unit: below(room.units.into()) };
        let places = [place(), place()];
        let width = u64::from(1 + below(3));
        let length = room.length(places[0], places[1]);
        Cable {
            nodes: [2 * u64::from(i), 2 * u64::from(i) + 1],
            ports: [0, 0],
            places,
            class: 0,
            width,
            length,
        }
    };
    (0..count).map(cable).collect()
}

#[test]
fn every_cable_is_counted_on_its_entire_run() {
    for (rows, columns) in [(1, 1), (1, 7), (6, 1), (4, 8), (5, 3)] {
        let room = Room { rows, columns, units: 4, ..Room::DEFAULT_ROOM };
        let cables = random_cables(&room, 500);
        let runs = Runs::from_cables(&room, &cables);
        assert_eq!([runs.along.clone(), runs.across.clone()], walked(&room, &cables), "{rows}x{columns}");
        let long = |counts: &[u64], pitch: u64| counts.iter().map(|count| count * pitch).sum::<u64>();
        let way =
            |cable: &Cable| cable.width * room.rack_distance(cable.places[0].rack, cable.places[1].rack);
        assert_eq!(
            long(&runs.along, room.pitch) + long(&runs.across, room.row_pitch),
            cables.iter().map(way).sum::<u64>(),
            "{rows}x{columns}: no stretch is missing"
        );
        let leave = |cable: &&Cable| cable.places[0].rack != cable.places[1].rack;
        let ends: u64 = cables.iter().filter(leave).map(|cable| 2 * cable.width).sum();
        assert_eq!(runs.leaving.iter().sum::<u64>(), ends, "{rows}x{columns}");
        assert!(runs.leaving.iter().all(|count| *count <= runs.max_cables()), "{rows}x{columns}");
    }
}
