//! Wiring up to names and port numbers: a faultless fabric is as planned under every renaming, a changed one is not.

use crossedge::answers::{ExportRequest, Request, Trust, WiringAnswer, WiringRequest};
use crossedge::export::FormatEntry;
use crossedge::net::read::fabric_of;
use crossedge::prelude::*;
use crossedge::recognize::{CabledGraph, Search, isomorphism, verify_map};

/// A small generator.
struct Random(u64);

impl Random {
    fn below(&mut self, n: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        ((self.0 >> 11) % n as u64) as usize
    }

    fn order(&mut self, n: usize) -> Vec<usize> {
        let mut order: Vec<usize> = (0..n).collect();
        (1..n).rev().for_each(|i| order.swap(i, self.below(i + 1)));
        order
    }
}

const PLANS: [&str; 8] = [
    "fattree(4)",
    "width(clos(4,4,2), \"level 2\", 3)",
    "width(clos(24,4,2), \"level 2\", 6)",
    "hosts(dragonfly(4,2), 2)",
    "hosts(torus(4,4), 2)",
    "hosts(hypercube(4), 1)",
    "hosts(slimfly(5), 1)",
    "hosts(jellyfish(20,4,3), 2)",
];

/// Nodes and cables of a plan as a dump would have them, with names and ports in a random order; `change` may change the list of cables.
fn dump(
    text: &str,
    random: &mut Random,
    change: impl Fn(&mut Vec<(u32, u32)>, &[bool], &mut Random),
) -> Vec<u8> {
    let net: Topology = text.parse().expect("a network");
    let request = ExportRequest { format: FormatEntry::format_named("infiniband").expect("a format") };
    let mut bytes = Vec::new();
    request.write(&net, &mut bytes, &Silent).expect("written").expect("not stopped");
    let (fabric, _) = fabric_of("x.ibnet", &bytes).expect("read");
    let switch: Vec<bool> = fabric.nodes.iter().map(|node| node.switch == Some(true)).collect();
    let mut cables: Vec<(u32, u32)> =
        fabric.cables.iter().map(|cable| (cable.ends[0].0, cable.ends[1].0)).collect();
    change(&mut cables, &switch, random);
    let name = random.order(switch.len());
    let mut rows: Vec<Vec<String>> = vec![Vec::new(); switch.len()];
    let mut ports: Vec<u32> = vec![0; switch.len()];
    for i in random.order(cables.len()) {
        let (a, b) = cables[i];
        let (a, b) = if random.below(2) == 0 { (a, b) } else { (b, a) };
        ports[a as usize] += 1;
        ports[b as usize] += 1;
        let id = |v: u32| format!("{}-{:04x}", if switch[v as usize] { "S" } else { "H" }, name[v as usize]);
        rows[a as usize].push(format!(
            "[{}] \"{}\"[{}] # \"x\" lid 1 4xHDR",
            ports[a as usize],
            id(b),
            ports[b as usize]
        ));
    }
    let mut text = String::new();
    for v in random.order(switch.len()) {
        let kind = if switch[v] { "Switch" } else { "Ca" };
        let letter = if switch[v] { "S" } else { "H" };
        text += &format!("{kind} 64 \"{letter}-{:04x}\" # \"same\"\n{}\n\n", name[v], rows[v].join("\n"));
    }
    text.into_bytes()
}

fn check(plan: &str, bytes: Vec<u8>) -> WiringAnswer {
    let request = WiringRequest { file: "x.ibnet".to_owned(), bytes, trust: Trust::Nothing, layout: None };
    request.answer(&plan.parse().expect("a plan"), &Silent).expect("compared")
}

/// 200 renamings and port permutations of faultless fabrics: all are as planned.
#[test]
fn renamed_fabrics_are_as_planned() {
    let mut random = Random(7);
    for i in 0..200 {
        let plan = PLANS[i % PLANS.len()];
        let answer = check(plan, dump(plan, &mut random, |_, _, _| ()));
        assert_eq!(answer.as_planned.value, Some(true), "{plan}, trial {i}: {}", answer.as_planned.evidence);
        assert!(answer.faults.is_empty() && answer.right.0 == answer.planned.0, "{plan}");
    }
}

/// A cable that is missing, extra, or moved between switches: none is as planned, and none is called so.
#[test]
fn changed_fabrics_are_not_as_planned() {
    let mut random = Random(11);
    for i in 0..80 {
        let plan = PLANS[i % PLANS.len()];
        let bytes = dump(plan, &mut random, |cables, switch, random| {
            let inner: Vec<usize> = (0..cables.len())
                .filter(|&c| switch[cables[c].0 as usize] && switch[cables[c].1 as usize])
                .collect();
            let picked = inner[random.below(inner.len())];
            match i / PLANS.len() % 3 {
                0 => drop(cables.remove(picked)),
                1 => cables.push(cables[picked]),
                // From one switch to another that has fewer or more cables than before.
                _ => {
                    let (a, b) = cables[picked];
                    let others: Vec<u32> = (0..switch.len() as u32)
                        .filter(|&v| switch[v as usize] && v != a && v != b)
                        .collect();
                    cables[picked] = (a, others[random.below(others.len())]);
                }
            }
        });
        assert_eq!(check(plan, bytes).as_planned.value, Some(false), "{plan}, trial {i}");
    }
}

/// A verified map is verified by other code: every fault of a map is named.
#[test]
fn wrong_maps_are_refused() {
    let path = CabledGraph::new(vec![0, 1, 0], [(0, 1), (1, 2), (1, 2)]);
    let Search::Found(map) = isomorphism(&path, &path) else { panic!("the graph itself") };
    verify_map(&path, &path, &map).expect("it holds");
    for (map, why) in [
        (vec![0, 1], "the map is not one to one"),
        (vec![0, 1, 1], "the map is not one to one"),
        (vec![1, 0, 2], "node 0 and its image 1 have different kinds"),
        (vec![2, 1, 0], "the cables of node 0 and its image 2 differ"),
        (vec![0, 1, 9], "there is no node 9"),
    ] {
        assert_eq!(verify_map(&path, &path, &map).expect_err("wrong"), why);
    }
    // Two graphs that colour refinement alone does not separate: a hexagon and two triangles.
    let ring = |parts: &[[u32; 2]]| CabledGraph::new(vec![0; 6], parts.iter().map(|&[a, b]| (a, b)));
    let hexagon = ring(&[[0, 1], [1, 2], [2, 3], [3, 4], [4, 5], [5, 0]]);
    let triangles = ring(&[[0, 1], [1, 2], [2, 0], [3, 4], [4, 5], [5, 3]]);
    assert!(matches!(isomorphism(&hexagon, &triangles), Search::None(_)));
}
