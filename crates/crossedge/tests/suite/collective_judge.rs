//! The verifier of schedules against seeded faults: 10,000 single mutations of good schedules. Which of them break something is decided by
//! a replay written for this test alone: counts of contributions in plain maps, nothing of the library but the links.

use crate::common::{build, stored};
use crossedge::collective::{
    Action, Algorithm, Branches, BroadcastRule, Kind, Listed, Message, Pace, Personalised, Rings, Schedule,
    ScheduleRequest, allgather, allreduce, recursive_halving, reduce_scatter, ring, total_exchange,
};
use crossedge::net::{Node, Structure};
use crossedge::progress::Silent;
use crossedge::verify::{self, Model, Ports, Switching};
use std::collections::{BTreeMap, HashMap, HashSet};
use std::sync::Arc;

const HOPS: Switching = Switching::HopSynchronous;
const CUT: Switching = Switching::CutThrough { hop_time: 3, byte_time: 1 };

/// Returns `true` if the messages of a step have the ports and links that they need; ids from `ends` on are switches, which have a port for each link.
fn room(step: &[Message], ends: u64, model: Model) -> bool {
    let (mut out, mut into) = (HashSet::new(), HashSet::new());
    let (mut sends, mut receives) = (HashSet::new(), HashSet::new());
    let mut held: HashMap<(u64, u64), Vec<(u64, u64)>> = HashMap::new();
    let mut room = true;
    for m in step {
        room &= model.ports == Ports::All || (out.insert(m.from()) && into.insert(m.to()));
        for (i, hop) in (0u64..).zip(m.path.windows(2)) {
            let (start, end) = match model.switching {
                HOPS => {
                    let free = (hop[0] >= ends || sends.insert((hop[0], i)))
                        & (hop[1] >= ends || receives.insert((hop[1], i)));
                    room &= free || model.ports == Ports::All;
                    (i, i + 1)
                }
                _ => (3 * i, 3 * i + m.bytes.max(1)),
            };
            let link = held.entry((hop[0], hop[1])).or_default();
            room &= link.iter().all(|&(from, to)| end <= from || to <= start);
            link.push((start, end));
        }
    }
    room && (model.ports != Ports::Half || (out.is_disjoint(&into) && sends.is_disjoint(&receives)))
}

/// Counts of sources in what each (node, chunk) holds.
type State = HashMap<(u64, u64), BTreeMap<u64, u32>>;

/// Returns `true` if a schedule keeps to the model and ends as it should. It is between the nodes of the collective; others are switches.
fn good(graph: &[Vec<u64>], schedule: &Listed, model: Model) -> bool {
    let c = schedule.collective();
    let n = c.nodes;
    let switched = n < graph.len() as u64;
    let blocks: u64 = match c.kind {
        Kind::Broadcast | Kind::Reduce | Kind::AllReduce | Kind::Barrier => 1,
        Kind::AllToAll => n * n,
        _ => n,
    };
    let mut state: State = HashMap::new();
    for chunk in 0..blocks * c.pieces {
        let block = chunk / c.pieces;
        for v in 0..n {
            let here = match c.kind {
                Kind::Broadcast | Kind::Scatter => v == c.root,
                Kind::Gather | Kind::AllGather => v == block,
                Kind::AllToAll => v == block / n,
                _ => true,
            };
            if here {
                state.insert((v, chunk), BTreeMap::from([(v, 1)]));
            }
        }
    }
    for step in schedule.messages() {
        let old = state.clone();
        if !room(step, n, model) {
            return false;
        }
        for m in step {
            let (Some(&from), Some(&to)) = (m.path.first(), m.path.last()) else { return false };
            if m.path.len() < 2 || from == to || to >= n {
                return false;
            }
            if switched && m.path[1..m.path.len() - 1].iter().any(|&at| at < n) {
                return false;
            }
            for hop in m.path.windows(2) {
                let inside = hop[0] < graph.len() as u64;
                if !inside || !graph[hop[0] as usize].contains(&hop[1]) {
                    return false;
                }
            }
            let mut size = 0;
            for &chunk in &m.chunks {
                let piece = chunk % c.pieces;
                size += (c.bytes + c.pieces - 1 - piece) / c.pieces;
                let Some(value) = old.get(&(from, chunk)) else { return false };
                match m.action {
                    Action::Copy | Action::Move => {
                        state.insert((to, chunk), value.clone());
                    }
                    Action::Add => {
                        let sum = state.entry((to, chunk)).or_default();
                        value.iter().for_each(|(&source, count)| *sum.entry(source).or_default() += count);
                    }
                }
                if m.action == Action::Move && from != to {
                    state.remove(&(from, chunk));
                }
            }
            if size != m.bytes {
                return false;
            }
        }
    }
    let all: BTreeMap<u64, u32> = (0..n).map(|v| (v, 1)).collect();
    (0..blocks * c.pieces).all(|chunk| {
        let block = chunk / c.pieces;
        (0..n).all(|v| {
            let one = |s: u64| Some(BTreeMap::from([(s, 1)]));
            let wanted = match c.kind {
                Kind::Broadcast => one(c.root),
                Kind::Scatter if v == block => one(c.root),
                Kind::Gather if v == c.root => one(block),
                Kind::AllGather => one(block),
                Kind::AllToAll if v == block % n => one(block / n),
                Kind::Reduce if v == c.root => Some(all.clone()),
                Kind::ReduceScatter if v == block => Some(all.clone()),
                Kind::AllReduce | Kind::Barrier => Some(all.clone()),
                _ => None,
            };
            wanted.is_none_or(|wanted| state.get(&(v, chunk)) == Some(&wanted))
        })
    })
}

struct Dice(u64);

impl Dice {
    fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        ((u128::from(self.0 >> 32) * n as u128) >> 32) as usize
    }
}

/// The kinds of mutation.
const MUTATIONS: [&str; 8] =
    ["drop", "duplicate", "repeat later", "redirect", "reorder", "wrong size", "chunk", "double reduction"];

/// One random mutation; `None` if it does not apply.
fn mutate(schedule: &Listed, what: usize, graph: &[Vec<u64>], dice: &mut Dice) -> Option<Listed> {
    let (of, mut steps) = schedule.clone().into_parts();
    let s = dice.below(steps.len());
    let i = dice.below(steps[s].len().max(1));
    let m = steps[s].get(i)?.clone();
    let other = dice.below(steps.len());
    match MUTATIONS[what] {
        "drop" => {
            steps[s].remove(i);
        }
        "duplicate" => steps[s].push(m),
        "repeat later" => steps[other].push(m),
        "redirect" => {
            let near = &graph[m.from() as usize];
            let to = match dice.below(2) {
                0 => near[dice.below(near.len())],
                _ => dice.below(graph.len()) as u64,
            };
            *steps[s][i].path.last_mut()? = to;
        }
        "reorder" => {
            steps[s].remove(i);
            steps[other].push(m);
        }
        "wrong size" => steps[s][i].bytes = m.bytes ^ (1 << dice.below(5)),
        "chunk" => {
            let at = dice.below(m.chunks.len());
            steps[s][i].chunks[at] = dice.below(of.chunks() as usize + 1) as u64;
        }
        _ => {
            // The sum goes once more to where it went, or a copy is added where it should replace.
            if m.action == Action::Add {
                steps[other.max(s)].push(m);
            } else {
                steps[s][i].action = Action::Add;
            }
        }
    }
    Some(Listed::new(of, steps))
}

/// Good schedules of every kind on several networks.
fn subjects() -> Vec<(String, Arc<dyn Structure>, Listed)> {
    let mut all = Vec::new();
    for text in ["rdn(ring(3), 1)", "dualcube(2)", "torus(3,3)", "wk(3,2)", "dragonfly(2,1)", "path(5)"] {
        let (_, net) = build(text);
        let n = net.nodes();
        let tree = BroadcastRule::new(&net, Node(1), Pace::Eager).expect("small");
        let b = Branches::of(&tree, n);
        let mut add = |schedule: Listed| all.push((text.to_owned(), net.clone(), schedule));
        add(b.broadcast(1, 5));
        add(b.pipelined(1, 5, 3));
        add(b.scatter(1, 5));
        add(b.gather(1, 5));
        add(b.reduce(1, 5));
        add(b.allgather(5));
        add(b.reduce_scatter(5));
        add(b.allreduce(Kind::AllReduce, 1, 5));
        add(b.allreduce(Kind::Barrier, 1, 0));
        add(allgather(&net, 5).expect("small"));
        add(reduce_scatter(&net, 5).expect("small"));
        add(allreduce(&net, Kind::AllReduce, 5).expect("small"));
        add(recursive_halving(&net, Kind::AllReduce, 50_000).expect("small"));
        add(total_exchange(&net, 5, false, None));
    }
    let (_, net) = build("dualcube(2)");
    all.push(("dualcube(2)".to_owned(), net, Listed::of(&Personalised::new(1, 5))));
    let (_, net) = build("ring(6)");
    let order: Vec<u64> = (0..6).collect();
    all.push(("ring(6)".to_owned(), net, ring::allreduce(Kind::AllReduce, &[order], 20)));
    all
}

/// Good schedules between endpoints over switches, of every kind and algorithm.
fn between_endpoints() -> Vec<(String, Arc<dyn Structure>, Listed)> {
    let mut all = Vec::new();
    for text in ["fattree(4)", "bcube(3,1)", "hosts(ring(4),2)", "megafly(2,1)", "switch(4)*switch(3)"] {
        let (_, net) = build(text);
        for kind in Kind::ALL {
            for algorithm in Algorithm::all(kind) {
                let order = ScheduleRequest { kind, root: Node(1), bytes: 5, pieces: 3, rings: &[] };
                if let Ok(made) = algorithm.schedule(&net, &order) {
                    all.push((text.to_owned(), net.clone(), Listed::of(&made)));
                }
            }
        }
    }
    all
}

/// Good schedules that use all links of a node at once: down trees that are arc-disjoint, and in rounds.
fn on_all_ports() -> Vec<(String, Arc<dyn Structure>, Listed)> {
    let mut all = Vec::new();
    for text in [
        "ring(5)",
        "path(4)",
        "complete(4)",
        "torus(3,3)",
        "mesh(2,3)",
        "hypercube(3)",
        "dual(ring(3))",
        "dualcube(2)",
        "dual(complete(2),ring(3))",
        "graph([[0,1],[1,2],[2,0],[2,3],[3,0]])",
        "hyperx(2,3)",
    ] {
        let (_, net) = build(text);
        for kind in Kind::ALL {
            for algorithm in Algorithm::all(kind).filter(|a| a.all_ports() && a.rings == Rings::None) {
                let order = ScheduleRequest { kind, root: Node(1), bytes: 5, pieces: 2, rings: &[] };
                let made = algorithm.schedule(&net, &order).expect(text);
                all.push((text.to_owned(), net.clone(), Listed::of(&made)));
            }
        }
    }
    all
}

/// 10,000 mutations of the schedules on direct networks, or between endpoints, under one model.
fn mutations(mut subjects: Vec<(String, Arc<dyn Structure>, Listed)>, ports: Ports, switching: Switching) {
    let model = Model { ports, switching };
    let judge = |net: &dyn Structure, schedule: Listed| {
        verify::schedule(net, schedule, model, &Silent).expect("not stopped").into_result().map(|_| ())
    };
    let all = subjects.len();
    subjects.retain(|(text, net, schedule)| {
        let kind = schedule.collective().kind;
        let fine = good(&stored(net.as_ref()), schedule, model);
        let verdict = judge(net.as_ref(), schedule.clone());
        assert_eq!(fine, verdict.is_ok(), "{text} {kind}: {verdict:?}");
        fine
    });
    // Exchanges in both directions need a port for each; everything else is good everywhere.
    println!("{} of {all} schedules are good here", subjects.len());
    assert!(all >= 84 && subjects.len() >= if ports == Ports::Half { 50 } else { 84 }, "{}", subjects.len());
    let graphs: Vec<_> = subjects.iter().map(|(_, net, _)| stored(net.as_ref())).collect();
    let mut dice = Dice(2026);
    let (mut tried, mut broken, mut strict) = (0, [0; MUTATIONS.len()], 0);
    let mut harmless = 0;
    while tried < 10_000 {
        let which = dice.below(subjects.len());
        let what = dice.below(MUTATIONS.len());
        let (text, net, schedule) = &subjects[which];
        let Some(mutant) = mutate(schedule, what, &graphs[which], &mut dice) else { continue };
        tried += 1;
        let kind = schedule.collective().kind;
        let fine = good(&graphs[which], &mutant, model);
        let verdict = judge(net.as_ref(), mutant);
        if !fine {
            broken[what] += 1;
            assert!(
                verdict.is_err(),
                "{text} {kind}: '{}' breaks it, and the verifier accepts it",
                MUTATIONS[what]
            );
        } else if verdict.is_err() {
            strict += 1;
        } else {
            harmless += 1;
        }
    }
    println!(
        "{tried} mutations: broken {broken:?} of {MUTATIONS:?}, all refused; harmless {harmless}, useless {strict}"
    );
    assert!(
        broken.iter().all(|&count| count > 100),
        "a kind of mutation hardly ever breaks anything: {broken:?}"
    );
    assert!(broken.iter().sum::<u32>() > 6_000, "{broken:?}");
    // A verifier that refuses everything would pass above.
    assert!(harmless > 100, "{harmless} harmless mutations were accepted");
}

#[test]
fn finding_c11_mutations_with_half_a_port() {
    mutations(subjects(), Ports::Half, HOPS);
}

#[test]
fn finding_c11_mutations_with_one_port() {
    mutations(subjects(), Ports::One, HOPS);
}

#[test]
fn finding_c11_mutations_with_all_ports() {
    mutations(subjects(), Ports::All, HOPS);
}

#[test]
fn finding_c11_mutations_with_half_a_port_and_cut_through() {
    mutations(subjects(), Ports::Half, CUT);
}

#[test]
fn finding_c11_mutations_with_one_port_and_cut_through() {
    mutations(subjects(), Ports::One, CUT);
}

#[test]
fn finding_c11_mutations_with_all_ports_and_cut_through() {
    mutations(subjects(), Ports::All, CUT);
}

#[test]
fn mutations_between_endpoints_with_one_port() {
    mutations(between_endpoints(), Ports::One, HOPS);
}

#[test]
fn mutations_between_endpoints_with_one_port_and_cut_through() {
    mutations(between_endpoints(), Ports::One, CUT);
}

#[test]
fn mutations_between_endpoints_with_all_ports_and_cut_through() {
    mutations(between_endpoints(), Ports::All, CUT);
}

#[test]
fn mutations_of_trees_and_rounds() {
    mutations(on_all_ports(), Ports::All, HOPS);
}

#[test]
fn steps_of_listed_schedules_stream() {
    let (_, net) = build("rdn(ring(3), 1)");
    let listed = total_exchange(&net, 3, false, None);
    assert_eq!(Listed::of(&listed), listed);
    let count: usize = (0..listed.steps())
        .map(|step| {
            let mut out: Vec<Message> = Vec::new();
            (0..net.nodes()).for_each(|v| listed.sends(step, Node(v), &mut out));
            out.len()
        })
        .sum();
    assert_eq!(count, listed.messages().iter().map(Vec::len).sum::<usize>());
}
