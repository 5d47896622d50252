//! Collectives between endpoints: every kind is verified on every machine, faults are seeded in schedules over switches, and prices are held
//! against lists and bounds.

use crate::common::build;
use crate::seeded::{Dice, Lists, all_named, name};
use crossedge::answers::{Choice, CollectiveRequest, FateName, Request};
use crossedge::collective::{
    ALGORITHMS, Action, Algorithm, Beyond, Collective, EndpointNetwork, Kind, Listed, Message, MessagePath,
    Schedule, ScheduleRequest, bounds,
};
use crossedge::cost::{self, Bound, CostMachine, Ground};
use crossedge::net::{ENTRIES, Network, Node, Port, Roles, Shape, Structure, endpoint_degrees};
use crossedge::prelude::*;
use crossedge::verify::{self, Model, Ports, Reason, ScheduleFault, Switching, Verdict};
use std::collections::BTreeMap;
use std::sync::Arc;

const CUT: Switching = Switching::CutThrough { hop_time: 3, byte_time: 1 };
const ONE: Model = Model { ports: Ports::One, switching: CUT };

/// The machines that are shown everywhere, one of every layout, nested ones, and one that is searched.
const MACHINES: [&str; 16] = [
    "fattree(4)",
    "hosts(dragonfly(4,2), 2)",
    "bcube(4, 1)",
    "megafly(2, 1)",
    "switch(8) * switch(4)",
    "switch(1)",
    "switch(7)",
    "xgft([3,2,2],[1,2,3])",
    "clos(4, 3, 2)",
    "planes(clos(2, 3, 2), 2)",
    "hosts(fattree(2), 3)",
    "ring(3) * switch(2)",
    "hammingmesh(2,2,2,2)",
    "dcell(2, 1)",
    "hosts(hub(path(3), {0,2}, 2), 1)",
    "width(width(fattree(4), \"level 2\", 2), \"level 3\", 4)",
];

fn judge(net: &dyn Structure, schedule: Listed, model: Model) -> Result<(), ScheduleFault> {
    match verify::schedule(net, schedule, model, &Silent).expect("not stopped") {
        Verdict::Holds(_) => Ok(()),
        Verdict::Refuted(fault) => Err(fault),
        Verdict::Undecided(limit) => panic!("{limit}"),
    }
}

#[test]
fn every_kind_is_verified_on_every_machine() {
    let mut judged = 0;
    for text in MACHINES {
        let net: Topology = text.parse().expect(text);
        for kind in Kind::ALL {
            for ports in [Ports::One, Ports::All] {
                let request =
                    CollectiveRequest { algorithm: Choice::All, ..CollectiveRequest::new(kind).ports(ports) };
                let answer = request.answer(&net, &Silent).unwrap_or_else(|e| panic!("{text} {kind}: {e}"));
                let one = answer.one.expect("one size");
                assert!(one.best.is_some(), "{text} {kind}");
                let mut all = one.algorithms.iter();
                let bad = all.find(|tried| tried.verdict == FateName::Refused);
                assert!(bad.is_none(), "{text} {kind}: {bad:?}");
                judged += one.algorithms.iter().filter(|tried| tried.verdict == FateName::Holds).count();
            }
        }
    }
    println!("{judged} schedules verified");
    assert!(judged > 950, "{judged}");
}

/// An expression, and what it builds.
type Built = (&'static str, Arc<dyn Shape>, Arc<dyn Structure>);

/// Examples of the catalog with switches or widths, and nestings of them.
fn machines(most: u64) -> Vec<Built> {
    let all = ENTRIES.iter().flat_map(|entry| entry.examples.iter().copied()).chain(MACHINES);
    let built = all.map(|text| (text, build(text)));
    let fits = built.filter(|(_, (shape, net))| net.endpoints() <= most && shape.machine().is_some());
    fits.map(|(text, (shape, net))| (text, shape, net)).collect()
}

/// Every algorithm, size, port and model: what the verifier lets pass costs no less than the bound.
#[test]
fn no_cost_is_below_its_bound_on_machines() {
    let mut met = 0;
    for (text, shape, net) in machines(16) {
        let Ok(Some(reach)) = bounds::reach(net.as_ref(), Node(0), &Silent) else { continue };
        let degree = endpoint_degrees(shape.as_ref()).keys().next_back().copied().unwrap_or(0);
        let width = (0..net.link_classes().len()).map(|class| net.width(class)).max().unwrap_or(1);
        let ends = EndpointNetwork::of(&net).unwrap_or_else(|e| panic!("{text}: {e}"));
        for algorithm in ALGORITHMS {
            for (&kind, bytes) in algorithm.kinds.iter().flat_map(|kind| [0, 1, 1 << 20].map(|b| (kind, b))) {
                let order = ScheduleRequest { kind, root: Node(0), bytes, pieces: 4, rings: &[] };
                let Ok(made) = algorithm.between(&ends, &order) else { continue };
                let made = Listed::of(&made);
                for (ports, moves) in [
                    (Ports::Half, cost::Switching::CutThrough),
                    (Ports::One, cost::Switching::CutThrough),
                    (Ports::All, cost::Switching::CutThrough),
                    (Ports::One, cost::Switching::LogGp),
                ] {
                    let model =
                        Model { ports, switching: Switching::CutThrough { hop_time: 1000, byte_time: 10 } };
                    let verdict =
                        verify::schedule(net.as_ref(), made.clone(), model, &Silent).expect("not stopped");
                    let Ok(checked) = verdict.into_result() else { continue };
                    let machine = CostMachine::new(moves);
                    let cost = cost::of(net.as_ref(), &checked, &machine).expect("verified as such");
                    let ground = Ground {
                        reach,
                        degree,
                        least: degree,
                        grown: 0,
                        width,
                        unit: 1,
                        one_port: ports != Ports::All,
                        cut: None,
                    };
                    let of = Collective::new(kind, net.endpoints(), 0, bytes);
                    let bound = Bound::of(&of, &ground, &machine);
                    assert!(
                        bound.times(&cost).is_ok(),
                        "{text} {kind} {algorithm} {bytes} {ports:?} {moves:?}: {cost:?} {bound:?}"
                    );
                    met += 1;
                }
            }
        }
    }
    println!("{met} costs above their bounds");
    assert!(met > 5_000, "{met}");
}

/// If paths are equivalent and nothing is delayed, a formula gives the price of the list.
#[test]
fn formulas_agree_with_lists_on_machines() {
    let mut compared = 0;
    for (text, _, net) in machines(130) {
        let ends = EndpointNetwork::of(&net).expect("small");
        let Some(ways) = ends.message_paths() else { continue };
        let n = net.endpoints();
        for kind in Kind::ALL {
            for algorithm in Algorithm::all(kind).filter(|a| matches!(a.beyond, Beyond::Formula(_))) {
                // Bytes that divide evenly among the blocks.
                let bytes = Collective::new(kind, n, 0, 24 * n).bytes;
                let order = ScheduleRequest { kind, root: Node(0), bytes, pieces: 1, rings: &[] };
                let Some(volume) = algorithm.volume(&ends, kind) else { continue };
                let Ok(made) = algorithm.between(&ends, &order) else { continue };
                let checked = verify::schedule(net.as_ref(), made, ONE, &Silent).expect("not stopped");
                let checked =
                    checked.into_result().unwrap_or_else(|e| panic!("{text} {kind} {algorithm}: {e}"));
                let machine = CostMachine::new(cost::Switching::CutThrough);
                let listed = cost::of(net.as_ref(), &checked, &machine).expect("verified as such");
                let formula = cost::of_volume(&volume, bytes, &machine, ways);
                let what = format!("{text} {kind} {algorithm}");
                assert_eq!((listed.steps, listed.messages), (formula.steps, formula.messages), "{what}");
                assert_eq!(listed.link_bytes, formula.link_bytes, "{what}");
                let apart = (listed.seconds - formula.seconds).abs();
                assert!(apart <= 1e-9 * listed.seconds, "{what}: {listed:?} {formula:?}");
                compared += 1;
            }
        }
    }
    println!("{compared} prices compared");
    assert!(compared > 60, "{compared}");
}

/// 27,648 hosts: in 32 steps, and 0.1 % above what no schedule can beat.
#[test]
fn a_gibibyte_is_reduced_on_a_fat_tree_of_48_ports() {
    let net: Topology = "fattree(48)".parse().expect("a fat tree");
    let answer = AllReduce::of(1 << 30).by("bucket").answer(&net, &Silent).expect("priced");
    assert_eq!(answer.nodes, Exact(27_648));
    let one = answer.one.expect("one size");
    // 48 = 3·16 and 24 = 3·8: two steps for each 3, one for each 2, there and back.
    assert_eq!(one.step_count, Some(Exact(2 * (6 + 5 + 5))));
    let (time, bound) = (one.time_seconds.expect("priced"), one.lower_bound.time_seconds);
    assert!(time >= bound && time < 1.001 * bound, "{time} {bound}");
}

#[test]
fn wide_links_have_room_for_several_messages() {
    // Hosts 0 and 1 send to 4 and 5 over spine 0 at once, and share the links between leaves and spine.
    let fault = |text: &str| {
        let (_, net) = build(text);
        let of = Collective::new(Kind::AllGather, 6, 0, 1 << 20);
        let (leaf, spine) = (6, 9);
        let over = |v: u64, w: u64| Message {
            path: vec![v, leaf + v / 2, spine, leaf + w / 2, w],
            ..Message::hop(&of, v, w, vec![v], Action::Copy)
        };
        judge(net.as_ref(), Listed::new(of, vec![vec![over(0, 4), over(1, 5)]]), ONE)
            .expect_err("narrower than a port")
    };
    let narrow = fault("clos(2, 3, 1)");
    assert_eq!(narrow.reason, Reason::Link { to: 9, other: (0, 4) });
    assert_eq!(
        narrow.to_string(),
        "step 1: node 6 sends to node 9 while the message from node 0 to node 4 is on the link"
    );
    assert_eq!(fault("width(clos(2, 3, 1), \"level 2\", 2)").step, None, "both pass, and the end is wrong");
    // Wider hosts fill the wide links again: a message runs at the width of its narrowest link.
    let all = "width(width(clos(2, 3, 1), \"level 2\", 2), \"level 1\", 2)";
    assert_eq!(fault(all).reason, Reason::Link { to: 9, other: (0, 4) });
    assert_eq!(fault("width(width(clos(2, 3, 1), \"level 2\", 5), \"level 1\", 2)").step, None);
}

#[test]
fn a_seal_remembers_widths() {
    let (_, wide) = build("width(clos(2, 2, 1), \"level 2\", 2)");
    let (_, narrow) = build("clos(2, 2, 1)");
    let order = ScheduleRequest { kind: Kind::AllToAll, root: Node(0), bytes: 64, pieces: 1, rings: &[] };
    let clear = Algorithm::named(Kind::AllToAll, "contention-free").expect("in the list");
    let made = clear.schedule(&wide, &order).expect("small");
    assert!(made.steps() < clear.schedule(&narrow, &order).expect("small").steps(), "two at a time");
    let checked = verify::schedule(wide.as_ref(), made, ONE, &Silent).expect("not stopped");
    let checked = checked.into_result().expect("good");
    let machine = CostMachine::new(cost::Switching::CutThrough);
    assert!(cost::of(wide.as_ref(), &checked, &machine).is_ok());
    let unfit = cost::of(narrow.as_ref(), &checked, &machine).expect_err("other widths");
    assert!(
        unfit.to_string().starts_with("this was not verified as a schedule over links of these widths"),
        "{unfit}"
    );
}

/// Wide links carry faster: all four times as wide, and the bytes take a quarter.
#[test]
fn widths_shorten_what_bytes_take() {
    let seconds = |text: &str| {
        let net: Topology = text.parse().expect(text);
        let answer = AllReduce::of(1 << 20).by("recursive-doubling").answer(&net, &Silent).expect("priced");
        answer.one.expect("one size").time_seconds.expect("a price")
    };
    let (one, four) = (seconds("ring(4)"), seconds("width(ring(4), \"ring\", 4)"));
    let start = 2.0 * 2.0 * 1e-6;
    assert!(((one - start) / (four - start) - 4.0).abs() < 1e-6, "{one} {four}");
    let (one, two) = (seconds("switch(4)"), seconds("width(switch(4), \"host\", 2)"));
    let start = 2.0 * (1e-6 + 2.0 * 1e-7);
    assert!(((one - start) / (two - start) - 2.0).abs() < 1e-6, "{one} {two}");
}

#[test]
fn collectives_at_switches_are_refused() {
    let tree: Topology = "fattree(4)".parse().expect("a tree");
    let told = |request: CollectiveRequest| {
        let error = request.answer(&tree, &Silent).expect_err("refused");
        assert_eq!(error.kind(), ErrorKind::Usage);
        error.to_string()
    };
    assert_eq!(
        told(Broadcast::from(17)),
        "the root, (1,(0,1,0)), is a switch; collective is between endpoints, ids 0 to 15"
    );
    let stored = Some(cost::Switching::StoreAndForward);
    assert_eq!(
        told(CollectiveRequest { model: stored, ..Broadcast::from(0) }),
        "switches hand messages on and do not store them; take `model` cut-through or loggp"
    );
    // 1,806 servers.
    let far: Topology = "dcell(6, 2)".parse().expect("a cell");
    let error = Broadcast::from(0).answer(&far, &Silent).map(drop).expect_err("too many");
    assert_eq!(error.kind(), ErrorKind::Limit);
    assert_eq!(
        error.message(),
        "no closed form for the paths between these endpoints, and at most 1024 are searched"
    );
}

/// A random machine: endpoints on switches that are connected, some linked to each other, and two on each of two neighbouring switches.
#[derive(Debug)]
struct Switched {
    lists: Lists,
    ends: u64,
}

impl Switched {
    fn random(dice: &mut Dice) -> Self {
        let (ends, switches) = (6 + dice.below(12), 2 + dice.below(5));
        let mut links: Vec<(u64, u64)> =
            (1..switches).map(|s| (ends + s, ends + if s == 1 { 0 } else { dice.below(s) })).collect();
        for v in 0..ends {
            links.push((v, ends + if v < 4 { v / 2 } else { dice.below(switches) }));
        }
        for _ in 0..4 {
            let (v, w) = (dice.below(ends), dice.below(ends + switches));
            if v != w && !links.contains(&(v, w)) && !links.contains(&(w, v)) {
                links.push((v, w));
            }
        }
        Switched { lists: Lists::new(ends + switches, &links), ends }
    }

    /// A shortest path over switches alone.
    fn way(&self, from: u64, to: u64) -> Vec<u64> {
        let mut ways = vec![vec![from]];
        loop {
            let mut longer = Vec::new();
            for way in ways {
                for w in self.lists.near(*way.last().expect("not empty")) {
                    let way = [&way[..], &[w]].concat();
                    if w == to {
                        return way;
                    }
                    if w >= self.ends && way[..way.len() - 1].iter().all(|&at| at != w) {
                        longer.push(way);
                    }
                }
            }
            ways = longer;
        }
    }
}

impl Network for Switched {
    fn nodes(&self) -> u64 {
        self.lists.nodes()
    }

    fn degree(&self, v: Node) -> u32 {
        self.lists.degree(v)
    }

    fn link(&self, v: Node, port: Port) -> (Node, Port) {
        self.lists.link(v, port)
    }

    fn next_port(&self, at: Node, to: Node) -> Option<Port> {
        self.lists.next_port(at, to)
    }
}

impl Structure for Switched {
    fn roles(&self) -> Option<&dyn Roles> {
        Some(self)
    }
}

impl Roles for Switched {
    fn endpoints(&self) -> u64 {
        self.ends
    }
}

/// A broadcast from endpoint to endpoint, one message in each step.
fn broadcast(dice: &mut Dice, net: &Switched, of: Collective) -> Vec<Vec<Message>> {
    let order = dice.order(of.nodes);
    let (mut has, mut steps) = (vec![of.root], Vec::new());
    for w in order.into_iter().filter(|&w| w != of.root) {
        let v = *dice.one(&has);
        let all = Message::hop(&of, v, w, (0..of.chunks()).collect(), Action::Copy);
        steps.push(vec![Message { path: net.way(v, w), ..all }]);
        has.push(w);
    }
    steps
}

/// One fault of this name in a good schedule; `None` if it cannot happen under the model.
fn spoil(dice: &mut Dice, net: &Switched, wanted: &str, model: Model) -> Option<Listed> {
    let (ends, nodes) = (net.ends, net.nodes());
    let bytes = 100 + dice.below(1 << 30);
    let root = dice.below(ends);
    let of = Collective::new(Kind::Broadcast, ends, root, bytes).cut(1 + dice.below(3));
    let gather = Collective::new(Kind::AllGather, ends, 0, bytes);
    let sum = Collective::new(Kind::Reduce, ends, root, bytes);
    let own = |v: u64, w: u64| Message {
        path: net.way(v, w),
        ..Message::hop(&gather, v, w, vec![v], Action::Copy)
    };
    let mut steps = broadcast(dice, net, of);
    let s = dice.below(steps.len() as u64) as usize;
    let (v, w) = (steps[s][0].from(), steps[s][0].to());
    let applies = |when: bool, step: Vec<Message>| when.then(|| Listed::new(gather, vec![step]));
    let one_port = model.ports != Ports::All;
    match wanted {
        "NoWay" => steps[s][0].path = vec![v],
        "Outside" => steps[s][0].path.push(nodes + dice.below(9)),
        // Straight to an endpoint that it is not linked to, or to a switch that is not its own and on.
        "Unlinked" => {
            let far: Vec<u64> = (0..nodes).filter(|&x| x != v && !net.lists.linked(v, x)).collect();
            let next = *dice.one(&far);
            steps[s][0].path = if next < ends { vec![v, next] } else { vec![v, next, w] };
        }
        "Switch" => {
            let mut switches = (1..steps[s][0].path.len()).filter(|&i| steps[s][0].path[i] >= ends);
            let at = switches.next_back()?;
            steps[s][0].path.truncate(at + 1);
        }
        "Relay" => {
            // Down to an endpoint next to the path, and up again.
            let at = steps[s][0].path.iter().position(|&x| x >= ends)?;
            let switch = steps[s][0].path[at];
            let beside: Vec<u64> =
                net.lists.near(switch).into_iter().filter(|&x| x < ends && x != v && x != w).collect();
            (!beside.is_empty()).then_some(())?;
            let relay = *dice.one(&beside);
            steps[s][0].path.splice(at + 1..at + 1, [relay, switch]);
        }
        "NoChunk" => match dice.below(3) {
            0 => steps[s][0].chunks.clear(),
            1 => steps[s][0].chunks[0] = of.chunks() + dice.below(5),
            _ => steps[s][0].chunks.push(0),
        },
        "Size" => steps[s][0].bytes += 1 + dice.below(9),
        "NotHeld" => {
            let early = (0..ends).find(|&x| x != root)?;
            let to = (0..ends).find(|&x| x != early)?;
            let message = Message::hop(&of, early, to, vec![0], Action::Copy);
            steps.insert(0, vec![Message { path: net.way(early, to), ..message }]);
        }
        "Again" => steps.push(steps[s].clone()),
        "NothingToAdd" => steps[s][0].action = Action::Add,
        "Absent" => drop(steps.pop()),
        // Endpoints 0 and 1 hang on one switch, 2 and 3 on its neighbour.
        "Sends" => return applies(one_port, vec![own(0, 1), own(0, 2)]),
        "Receives" => return applies(one_port, vec![own(0, 1), own(2, 1)]),
        "Both" => return applies(model.ports == Ports::Half, vec![own(0, 1), own(1, 2)]),
        "Link" => {
            let (a, b) = (ends, ends + 1);
            let over = |v: u64, w: u64| Message { path: vec![v, a, b, w], ..own(v, w) };
            return Some(Listed::new(gather, vec![vec![over(0, 2), over(1, 3)]]));
        }
        "Twice" | "Lacks" => {
            let down = Collective::new(Kind::Broadcast, ends, root, bytes);
            let up = Listed::new(down, broadcast(dice, net, down)).reversed(sum, Action::Add);
            let mut steps = up.into_parts().1;
            match wanted {
                "Twice" => steps.push(steps[s].clone()),
                _ => drop(steps.remove(s)),
            }
            return Some(Listed::new(sum, steps));
        }
        "Clash" => {
            let to = |v, action| Message { path: net.way(v, 0), ..Message::hop(&sum, v, 0, vec![0], action) };
            // By two links of the receiver, or they would meet on one.
            let (a, b) = (to(1, Action::Add), to(2, Action::Copy));
            let apart = a.path[a.path.len() - 2] != b.path[b.path.len() - 2];
            return (model.ports == Ports::All && apart).then(|| Listed::new(sum, vec![vec![a, b]]));
        }
        // For another number of endpoints, that of the nodes among them.
        _ => return Some(Listed::new(Collective::new(Kind::Broadcast, nodes, root, bytes), Vec::new())),
    }
    Some(Listed::new(of, steps))
}

#[test]
fn every_fault_of_a_schedule_over_switches_is_named() {
    let names = [
        "Nodes",
        "NoWay",
        "Outside",
        "Unlinked",
        "NoChunk",
        "Size",
        "NotHeld",
        "Sends",
        "Receives",
        "Both",
        "Switch",
        "Relay",
        "Link",
        "Twice",
        "NothingToAdd",
        "Again",
        "Clash",
        "Absent",
        "Lacks",
    ];
    for ports in [Ports::Half, Ports::One, Ports::All] {
        for switching in [Switching::HopSynchronous, CUT] {
            let model = Model { ports, switching };
            let mut dice = Dice(17);
            let mut seen = BTreeMap::new();
            for _ in 0..2000 {
                let net = Switched::random(&mut dice);
                let of = Collective::new(Kind::Broadcast, net.ends, 0, 1 << 30).cut(3);
                assert_eq!(judge(&net, Listed::new(of, broadcast(&mut dice, &net, of)), model), Ok(()));
                let rare = |name: &&str| seen.get(*name).is_none_or(|&count: &u32| count < 100);
                for wanted in names.into_iter().filter(rare).collect::<Vec<_>>() {
                    let Some(spoiled) = spoil(&mut dice, &net, wanted, model) else { continue };
                    let fault = judge(&net, spoiled, model).expect_err(wanted);
                    assert_eq!(name(&fault.reason), wanted, "{model:?}: {fault}");
                    *seen.entry(wanted.to_owned()).or_default() += 1;
                }
            }
            let cannot: &[&str] = match ports {
                Ports::Half => &["Clash"],
                Ports::One => &["Clash", "Both"],
                Ports::All => &["Sends", "Receives", "Both"],
            };
            let can: Vec<&str> = names.into_iter().filter(|name| !cannot.contains(name)).collect();
            println!("{model:?}");
            all_named(&seen, &can);
        }
    }
}

/// The stand-in of a machine has the machine's endpoints, and its links are paths over switches.
#[test]
fn endpoint_networks_have_the_endpoints() {
    for (text, _, net) in machines(200) {
        let ends = EndpointNetwork::of(&net).unwrap_or_else(|e| panic!("{text}: {e}"));
        assert_eq!(ends.graph().nodes(), net.endpoints(), "{text}");
        assert_eq!(ends.switched(), net.endpoints() < net.nodes(), "{text}");
    }
    let ways = |text: &str| {
        EndpointNetwork::of(&build(text).1).expect("small").message_paths().map(<[MessagePath]>::to_vec)
    };
    let way = |hops, width| MessagePath { hops, width };
    assert_eq!(ways("fattree(6)"), Some(vec![way(6, 1), way(6, 1), way(4, 1), way(2, 1)]), "6 = 3·2, 3, 3");
    assert_eq!(ways("width(fattree(4), \"level 1\", 2)"), Some(vec![way(6, 1), way(4, 1), way(2, 2)]));
    assert_eq!(ways("clos(4, 3, 2)"), None, "four hosts share two links up");
    assert_eq!(ways("hosts(ring(5), 1)"), Some(vec![way(3, 1)]));
    assert_eq!(ways("hosts(ring(5), 2)"), None);
    assert_eq!(ways("width(torus(3,3), \"dimension 1\", 2)"), None, "links of two widths");
    assert_eq!(ways("width(ring(5), \"ring\", 3)"), Some(vec![way(1, 3)]));
}
