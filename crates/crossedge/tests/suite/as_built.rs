//! From a layout to the floor and back: its list of cables with seeded faults, each named with racks, units and ports.

use super::wiring::Dice;
use crossedge::answers::{CableAnswer, LayoutRequest, Request, Trust, WiringAnswer, WiringRequest};
use crossedge::prelude::*;
use std::collections::{BTreeMap, BTreeSet};

/// An end as the list has it: rack and unit, the id, the address, the port.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
struct End {
    place: String,
    id: String,
    name: String,
    port: u32,
}

type Cable = [End; 2];

/// The list of a layout, and its cables.
fn planned(net: &Topology) -> (String, Vec<Cable>) {
    let request = LayoutRequest { block: 16, units: 24, ..LayoutRequest::default() };
    let list = request.plan(net, &Silent).expect("a layout").cable_list(net).expect("a list");
    let cable = |line: &str| {
        let mut cells = vec![String::new()];
        let mut quoted = false;
        for c in line.chars() {
            match c {
                '"' => quoted = !quoted,
                ',' if !quoted => cells.push(String::new()),
                c => cells.last_mut().expect("one at least").push(c),
            }
        }
        assert_eq!(cells.len(), 16, "{line}");
        [1, 6].map(|at| End {
            place: format!("rack {} unit {}", cells[at], cells[at + 1]),
            id: cells[at + 2].clone(),
            name: cells[at + 3].clone(),
            port: cells[at + 4].parse().expect("a port"),
        })
    };
    let cables = list.lines().skip(1).map(cable).collect();
    (list, cables)
}

fn list(cables: &[Cable]) -> String {
    let mut out = String::from("A-Rack;A-Unit;A-Node;A-Name;A-Port;Z-Rack;Z-Unit;Z-Node;Z-Name;Z-Port\n");
    for cable in cables {
        let cells = cable.iter().flat_map(|end| {
            let place: Vec<&str> = end.place.split(' ').collect();
            [place[1].to_owned(), place[3].to_owned(), end.id.clone(), end.name.clone(), end.port.to_string()]
        });
        out.push_str(&cells.collect::<Vec<_>>().join(";"));
        out.push('\n');
    }
    out
}

/// The report on a fault: its kind, cables that are there, cables that were planned; each end by its place, name and port.
type Told = (String, BTreeSet<BTreeSet<(String, String, u32)>>, BTreeSet<BTreeSet<(String, String, u32)>>);

fn ends(cable: &Cable) -> BTreeSet<(String, String, u32)> {
    cable.iter().map(|end| (end.place.clone(), end.name.clone(), end.port)).collect()
}

fn told(answer: &WiringAnswer) -> Vec<Told> {
    let cable = |cable: &CableAnswer| {
        let CableAnswer { a_node, a_place, a_port, z_node, z_place, z_port } = cable.clone();
        let place = |place: Option<String>| place.expect("every fault has its racks");
        BTreeSet::from([(place(a_place), a_node, a_port), (place(z_place), z_node, z_port)])
    };
    let mut all: Vec<Told> = answer
        .faults
        .iter()
        .map(|fault| {
            let racks = fault.as_built.iter().chain(&fault.planned);
            for part in racks.flat_map(|cable| [cable.a_place.clone(), cable.z_place.clone()]).flatten() {
                assert!(fault.kind == "swapped" || fault.repair.contains(&part), "{}", fault.repair);
            }
            assert!(fault.repair.contains("rack") && fault.repair.contains("port"), "{}", fault.repair);
            (
                fault.kind.to_owned(),
                fault.as_built.iter().map(cable).collect(),
                fault.planned.iter().map(cable).collect(),
            )
        })
        .collect();
    all.sort();
    all
}

/// A number of faults of all four kinds in turn, no two at one node, so that each can be distinguished from the others.
fn broken(plan: &[Cable], count: usize, dice: &mut Dice) -> (Vec<Cable>, Vec<Told>) {
    let mut ports: BTreeMap<String, u32> = BTreeMap::new();
    for end in plan.iter().flatten() {
        let next = ports.entry(end.id.clone()).or_default();
        *next = (*next).max(end.port + 1);
    }
    let spare = |end: &End| End { port: ports[&end.id], ..end.clone() };
    let (mut built, mut faults): (Vec<Option<Cable>>, Vec<Told>) =
        (plan.iter().cloned().map(Some).collect(), Vec::new());
    let mut taken: BTreeSet<String> = BTreeSet::new();
    while faults.len() < count {
        let (i, j) = (dice.below(plan.len()), dice.below(plan.len()));
        let nodes: BTreeSet<String> = plan[i].iter().chain(&plan[j]).map(|end| end.id.clone()).collect();
        if nodes.len() < 4 || !nodes.is_disjoint(&taken) {
            continue;
        }
        taken.extend(nodes);
        let ([a, b], [c, d]) = (plan[i].clone(), plan[j].clone());
        let set = |cables: &[&Cable]| cables.iter().map(|cable| ends(cable)).collect::<BTreeSet<_>>();
        faults.push(match faults.len() % 4 {
            0 => {
                let now = [[a, d], [c, b]];
                let told = ("swapped".to_owned(), set(&[&now[0], &now[1]]), set(&[&plan[i], &plan[j]]));
                [built[i], built[j]] = now.map(Some);
                told
            }
            1 => {
                built[i] = None;
                ("missing".to_owned(), set(&[]), set(&[&plan[i]]))
            }
            2 => {
                let more = [spare(&a), spare(&c)];
                let told = ("extra".to_owned(), set(&[&more]), set(&[]));
                built.push(Some(more));
                told
            }
            _ => {
                let now = [a, spare(&b)];
                let told = ("wrong port".to_owned(), set(&[&now]), set(&[&plan[i]]));
                built[i] = Some(now);
                told
            }
        });
    }
    faults.sort();
    (built.into_iter().flatten().collect(), faults)
}

#[test]
fn a_list_of_cables_comes_back_as_planned() {
    for text in ["dual(torus(4,4))", "fattree(8)", "hosts(dragonfly(4,2), 2)"] {
        let net: Topology = text.parse().expect(text);
        let (list, cables) = planned(&net);
        let answer = net.check_wiring("plan.csv", &list).expect(text);
        assert_eq!(answer.as_planned.value, Some(true), "{text}");
        assert_eq!((answer.planned.0, answer.right.0), (cables.len() as u64, cables.len() as u64), "{text}");
    }
}

/// A hundred faults in one list, and a hundred lists with one.
#[test]
fn a_hundred_seeded_faults_are_named_with_rack_and_port() {
    for (number, text) in ["dual(torus(6,6))", "fattree(24)", "hosts(torus(8,8,8), 2)"].iter().enumerate() {
        let net: Topology = text.parse().expect(text);
        let (layout, plan) = planned(&net);
        let mut dice = Dice(22 + number as u64);
        let told_of = |built: &[Cable]| {
            let request = WiringRequest {
                file: "built.csv".to_owned(),
                bytes: list(built).into_bytes(),
                trust: Trust::Names,
                layout: Some(("plan.csv".to_owned(), layout.clone().into_bytes())),
            };
            told(&request.answer(&net, &Silent).expect("the list is read"))
        };
        let (built, faults) = broken(&plan, 100, &mut dice);
        assert_eq!(faults.len(), 100);
        assert_eq!(told_of(&built), faults, "{text}");
    }
    let net: Topology = "dual(ring(8))".parse().expect("a dual");
    let (layout, plan) = planned(&net);
    let mut dice = Dice(2222);
    for trial in 0..100 {
        let (built, faults) = broken(&plan, 1 + trial % 4, &mut dice);
        let request = WiringRequest {
            file: "built.csv".to_owned(),
            bytes: list(&built).into_bytes(),
            trust: Trust::Names,
            layout: Some(("plan.csv".to_owned(), layout.clone().into_bytes())),
        };
        assert_eq!(told(&request.answer(&net, &Silent).expect("the list is read")), faults, "trial {trial}");
    }
}

#[test]
fn lists_that_contradict_themselves_are_refused() {
    let net: Topology = "path(3)".parse().expect("a path");
    let says = |rows: &str| {
        let text = format!("A-Node,A-Rack,A-Unit,A-Port,Z-Node,Z-Rack,Z-Unit,Z-Port\n{rows}");
        net.check_wiring("built.csv", text).expect_err("two places").to_string()
    };
    let wrong = says("0,1,1,0,1,1,2,0\n1,2,2,1,2,1,3,0\n");
    assert!(
        wrong.contains("line 3") && wrong.contains("rack 2 unit 2") && wrong.contains("rack 1 unit 2"),
        "{wrong}"
    );
    let request = WiringRequest {
        file: "built.csv".to_owned(),
        bytes: b"A-Node,A-Port,Z-Node,Z-Port\n0,0,1,0\n".to_vec(),
        trust: Trust::Names,
        layout: Some(("plan.csv".to_owned(), b"A-Node,A-Port,Z-Node,Z-Port\n0,0,1,0\n".to_vec())),
    };
    let wrong = request.answer(&net, &Silent).expect_err("no places");
    assert!(wrong.to_string().contains("does not give the place") && wrong.advice().is_some(), "{wrong}");
}
