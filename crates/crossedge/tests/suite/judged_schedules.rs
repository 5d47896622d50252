//! Faults seeded for the verifiers of schedules: each is caught under its own name, at least 100 times under every model in which it can
//! happen; and relays, bytes and sources that the verifiers once let pass.

use crate::common::build;
use crate::seeded::{Dice, Lists, all_named, name};
use crossedge::collective::{
    Action, Algorithm, Branches, BroadcastRule, Collective, Kind, Listed, Message, Pace, ScheduleRequest,
    Unmade, total_exchange,
};
use crossedge::net::{Network, Node, Structure};
use crossedge::progress::Silent;
use crossedge::verify::{self, BadSources, Model, No, Ports, Reason, ScheduleFault, Switching, Verdict};
use std::collections::BTreeMap;
use std::sync::Arc;

const PORTS: [Ports; 3] = [Ports::Half, Ports::One, Ports::All];
const CUT: Switching = Switching::CutThrough { hop_time: 3, byte_time: 1 };
const SWITCHINGS: [Switching; 2] = [Switching::HopSynchronous, CUT];
const ONE: Model = Model { ports: Ports::One, switching: Switching::HopSynchronous };

fn judge(net: &dyn Structure, schedule: Listed, model: Model) -> Result<(), ScheduleFault> {
    match verify::schedule(net, schedule, model, &Silent).expect("not stopped") {
        Verdict::Holds(_) => Ok(()),
        Verdict::Refuted(fault) => Err(fault),
        Verdict::Undecided(limit) => panic!("{limit}"),
    }
}

/// A broadcast over a random tree of the network, one message in each step.
fn broadcast(dice: &mut Dice, net: &Lists, of: Collective) -> Vec<Vec<Message>> {
    let (mut has, mut steps) = (vec![of.root], Vec::new());
    while (has.len() as u64) < of.nodes {
        let v = *dice.one(&has);
        let free: Vec<u64> = net.near(v).into_iter().filter(|w| !has.contains(w)).collect();
        if !free.is_empty() {
            let w = *dice.one(&free);
            steps.push(vec![Message::hop(&of, v, w, (0..of.chunks()).collect(), Action::Copy)]);
            has.push(w);
        }
    }
    steps
}

/// The same backwards, as a reduction.
fn reduction(net: &Lists, dice: &mut Dice, of: Collective) -> Vec<Vec<Message>> {
    let down = Collective::new(Kind::Broadcast, of.nodes, of.root, of.bytes).cut(of.pieces);
    Listed::new(down, broadcast(dice, net, down)).reversed(of, Action::Add).into_parts().1
}

/// One fault of this name in a good schedule; `None` if it cannot happen under the model.
fn spoil(dice: &mut Dice, net: &Lists, wanted: &str, model: Model) -> Option<Listed> {
    let n = net.nodes();
    let bytes = 1 + (dice.below(1 << 40) >> dice.below(40));
    let root = dice.below(n);
    let of = Collective::new(Kind::Broadcast, n, root, bytes).cut(1 + dice.below(3));
    let gather = Collective::new(Kind::AllGather, n, 0, bytes);
    let sum = Collective::new(Kind::Reduce, n, root, bytes);
    let own = |v: u64, w: u64| Message::hop(&gather, v, w, vec![v], Action::Copy);
    let hub = (0..n).find(|&v| net.near(v).len() > 2)?;
    let near = net.near(hub);
    let mut steps = broadcast(dice, net, of);
    let s = dice.below(steps.len() as u64) as usize;
    let v = steps[s][0].from();
    let one_port = model.ports != Ports::All;
    match wanted {
        "NoWay" => steps[s][0].path = [vec![v], vec![v, net.near(v)[0], v]][dice.below(2) as usize].clone(),
        "Outside" => steps[s][0].path.push(n + dice.below(9)),
        "Unlinked" => {
            let far: Vec<u64> = (0..n).filter(|&w| w != v && !net.linked(v, w)).collect();
            (!far.is_empty()).then_some(())?;
            *steps[s][0].path.last_mut()? = *dice.one(&far);
        }
        "NoChunk" => match dice.below(3) {
            0 => steps[s][0].chunks.clear(),
            1 => steps[s][0].chunks[0] = of.chunks() + dice.below(5),
            _ => steps[s][0].chunks.push(0),
        },
        "Size" => {
            let m = &mut steps[s][0];
            m.bytes = if dice.below(2) == 0 { m.bytes + 1 + dice.below(9) } else { m.bytes - 1 };
        }
        "NotHeld" => {
            let w = (0..n).find(|&w| w != root)?;
            let message = Message::hop(&of, w, net.near(w)[0], vec![0], Action::Copy);
            steps.insert(0, vec![message]);
        }
        "Again" => steps.push(steps[s].clone()),
        "NothingToAdd" => steps[s][0].action = Action::Add,
        "Absent" => drop(steps.pop()),
        "Sends" | "Receives" | "Both" => {
            let step = match wanted {
                "Sends" => vec![own(hub, near[0]), own(hub, near[1])],
                "Receives" => vec![own(near[0], hub), own(near[1], hub)],
                _ => vec![own(near[0], hub), own(hub, near[1])],
            };
            let applies = if wanted == "Both" { model.ports == Ports::Half } else { one_port };
            return applies.then(|| Listed::new(gather, vec![step]));
        }
        // Two on one link: with one port only where routers pass messages on.
        "Link" if model.ports == Ports::All => {
            let step = vec![own(hub, near[0]), own(hub, near[0])];
            return Some(Listed::new(gather, vec![step]));
        }
        "Link" => {
            // Both over the hub to its third neighbour, one of them farther.
            let beyond =
                net.near(near[2]).into_iter().find(|w| *w != hub && *w != near[0] && *w != near[1])?;
            let long = Message { path: vec![near[0], hub, near[2]], ..own(near[0], hub) };
            let longer = Message { path: vec![near[1], hub, near[2], beyond], ..own(near[1], hub) };
            return (model.switching == CUT).then(|| Listed::new(gather, vec![vec![long, longer]]));
        }
        "Twice" | "Lacks" => {
            let mut steps = reduction(net, dice, sum);
            match wanted {
                "Twice" => steps.push(steps[s].clone()),
                _ => drop(steps.remove(s)),
            }
            return Some(Listed::new(sum, steps));
        }
        "Clash" => {
            let to = |v, action| Message::hop(&sum, v, hub, vec![0], action);
            let actions =
                [(Action::Add, Action::Copy), (Action::Copy, Action::Add), (Action::Move, Action::Add)];
            let (a, b) = *dice.one(&actions);
            let step = vec![to(near[0], a), to(near[1], b)];
            return (model.ports == Ports::All).then(|| Listed::new(sum, vec![step]));
        }
        // The verifier is asked on another network.
        _ => {
            let of = Collective::new(Kind::Broadcast, n + 1, root, bytes);
            return Some(Listed::new(of, Vec::new()));
        }
    }
    Some(Listed::new(of, steps))
}

#[test]
fn finding_c11_every_fault_of_a_schedule_is_named() {
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
        "Link",
        "Twice",
        "NothingToAdd",
        "Again",
        "Clash",
        "Absent",
        "Lacks",
    ];
    for ports in PORTS {
        for switching in SWITCHINGS {
            let model = Model { ports, switching };
            let mut dice = Dice(21);
            let mut seen = BTreeMap::new();
            for _ in 0..260 {
                let n = 7 + dice.below(20);
                let net = Lists::random(&mut dice, n, 6);
                let of = Collective::new(Kind::Broadcast, n, 0, 1 << 30).cut(3);
                assert_eq!(judge(&net, Listed::new(of, broadcast(&mut dice, &net, of)), model), Ok(()));
                let of = Collective::new(Kind::Reduce, n, 0, 1 << 30);
                let sum = reduction(&net, &mut dice, of);
                assert_eq!(judge(&net, Listed::new(of, sum), model), Ok(()));
                for wanted in names {
                    let Some(spoiled) = spoil(&mut dice, &net, wanted, model) else { continue };
                    let fault = judge(&net, spoiled, model).expect_err(wanted);
                    assert_eq!(name(&fault.reason), wanted, "{model:?}: {fault}");
                    *seen.entry(wanted.to_owned()).or_default() += 1;
                }
            }
            let cannot: &[&str] = match (ports, switching) {
                (Ports::Half, CUT) => &["Clash"],
                (Ports::Half, _) => &["Clash", "Link"],
                (Ports::One, CUT) => &["Clash", "Both"],
                (Ports::One, _) => &["Clash", "Both", "Link"],
                (Ports::All, _) => &["Sends", "Receives", "Both"],
            };
            let can: Vec<&str> = names.into_iter().filter(|name| !cannot.contains(name)).collect();
            println!("{model:?}");
            all_named(&seen, &can);
            assert!(cannot.iter().all(|name| !seen.contains_key(*name)), "{seen:?}");
        }
    }
}

/// The hub of a star hands on four messages: it has one port.
#[test]
fn finding_a17_relays_use_ports() {
    let (_, net) = build("star(9)");
    let of = Collective::new(Kind::AllGather, 9, 0, 8);
    let through =
        |v: u64, w: u64| Message { path: vec![v, 0, w], ..Message::hop(&of, v, w, vec![v], Action::Copy) };
    let step =
        |count: u64| Listed::new(of, vec![(0..count).map(|i| through(1 + 2 * i, 2 + 2 * i)).collect()]);
    let reason = |count, ports, switching| {
        judge(net.as_ref(), step(count), Model { ports, switching }).expect_err("not an all-gather")
    };
    for ports in [Ports::Half, Ports::One] {
        let fault = reason(4, ports, Switching::HopSynchronous);
        assert_eq!(fault.to_string(), "step 1: node 0 receives more messages than its ports allow");
        // One alone passes: what is wrong then is the end.
        assert_eq!(reason(1, ports, Switching::HopSynchronous).step, None);
        // The router of the hub passes them on: all links differ.
        assert_eq!(reason(4, ports, CUT).step, None);
    }
    assert_eq!(reason(4, Ports::All, Switching::HopSynchronous).step, None);
    // A message that arrives where another one is on its way, in the same hop, and one hop later.
    let (_, path) = build("path(6)");
    let of = Collective::new(Kind::AllGather, 6, 0, 8);
    let along = |nodes: &[u64]| Message {
        path: nodes.to_vec(),
        ..Message::hop(&of, nodes[0], nodes[0], vec![nodes[0]], Action::Copy)
    };
    let verdict = |all: Vec<Message>, ports| {
        let model = Model { ports, ..ONE };
        let fault = judge(path.as_ref(), Listed::new(of, vec![all]), model).expect_err("not an all-gather");
        (fault.step.is_some(), name(&fault.reason))
    };
    let good = (false, "Absent".to_owned());
    assert_eq!(verdict(vec![along(&[0, 1, 2]), along(&[3, 2, 1])], Ports::One), good);
    assert_eq!(verdict(vec![along(&[0, 1, 2]), along(&[2, 1])], Ports::One), (true, "Receives".to_owned()));
    assert_eq!(verdict(vec![along(&[2, 1]), along(&[0, 1, 2])], Ports::One), (true, "Receives".to_owned()));
    assert_eq!(verdict(vec![along(&[0, 1, 2]), along(&[1, 0])], Ports::One), good);
    assert_eq!(verdict(vec![along(&[0, 1, 2]), along(&[1, 0])], Ports::Half), (true, "Both".to_owned()));
}

#[test]
fn finding_a3_bytes_do_not_wrap() {
    let (_, net) = build("hypercube(3)");
    let order = |bytes| ScheduleRequest { kind: Kind::AllToAll, root: Node(0), bytes, pieces: 1, rings: &[] };
    // 64 blocks of 2^62 bytes.
    let exchange = Algorithm::named(Kind::AllToAll, "exchange").expect("in the list");
    assert_eq!(exchange.schedule(&net, &order(1 << 62)).err(), Some(Unmade::Bytes(u64::MAX / 64)));
    let most = exchange.schedule(&net, &order(u64::MAX / 64)).expect("the size that is named works");
    assert!(verify::schedule(net.as_ref(), most, ONE, &Silent).expect("not stopped").holds());
    // A message of four blocks of 2^62 bytes that claims none.
    let of = Collective::new(Kind::AllGather, 8, 0, 1 << 62);
    let step = |v: u64, w: u64, chunks: Vec<u64>| vec![Message::hop(&of, v, w, chunks, Action::Copy)];
    let mut steps =
        vec![step(0, 1, vec![0]), step(1, 3, vec![0, 1]), step(3, 7, vec![0, 1, 3]), step(2, 3, vec![2])];
    let mut wrapped = Message::hop(&of, 3, 1, vec![2, 3], Action::Copy);
    wrapped.bytes = 1 << 63;
    steps.push(vec![wrapped]);
    let mut all = Message::hop(&of, 1, 5, vec![0, 1, 2, 3], Action::Copy);
    all.bytes = 0;
    steps.push(vec![all]);
    let fault = judge(net.as_ref(), Listed::new(of, steps), ONE).expect_err("a wrong size");
    assert_eq!(fault.reason, Reason::Size { reported: 0, counted: 1 << 64 });
}

fn sources(net: &dyn Network, schedule: Listed, from: &[u64]) -> Result<(), No<BadSources>> {
    verify::from_sources(net, schedule, from, &Silent).expect("not stopped").into_result().map(|_| ())
}

#[test]
fn finding_a15_exchanges_by_symmetry_are_verified_completely() {
    let (_, net) = build("rdn(hypercube(2), 1)");
    let n = net.nodes();
    let from = [0, n / 2];
    let good = total_exchange(&net, 8, false, Some(&from));
    assert_eq!(sources(net.as_ref(), good.clone(), &from), Ok(()));
    let (of, steps) = good.into_parts();
    let say = |steps: Vec<Vec<Message>>, from: &[u64]| {
        sources(net.as_ref(), Listed::new(of, steps), from).expect_err("it is spoiled").to_string()
    };
    assert_eq!(say(steps.clone(), &[]), "no source is given");
    assert_eq!(say(steps.clone(), &[0, n / 2, 0]), "source 0 is given twice");
    assert_eq!(say(steps.clone(), &[0, n]), format!("source {n} is not a node of the network"));
    assert_eq!(say(Vec::new(), &from), "the schedule has no messages");
    assert_eq!(say(vec![Vec::new(); 3], &from), "the schedule has no messages");
    // Two on one link in one step: a message in two parts.
    let mut apart = steps.clone();
    let (s, i) = (0..apart.len())
        .flat_map(|s| (0..apart[s].len()).map(move |i| (s, i)))
        .find(|&(s, i)| steps[s][i].chunks.len() > 1)
        .expect("a message of several chunks");
    let first = Message { chunks: apart[s][i].chunks.split_off(1), ..apart[s][i].clone() };
    apart[s][i].bytes = of.bytes;
    apart[s].push(Message { bytes: of.bytes * first.chunks.len() as u64, ..first });
    assert!(say(apart, &from).contains("is on the link"));
    // A chunk three times.
    let mut thrice = steps.clone();
    let m = &mut thrice[s][i];
    m.chunks = vec![m.chunks[0]; 3];
    m.bytes = 3 * of.bytes;
    assert!(say(thrice, &from).contains("does not exist or is listed twice"));
    let mut outside = steps.clone();
    outside[s][i].chunks[0] = n * n + 7;
    assert!(say(outside, &from).contains("does not exist or is listed twice"));
    // One source sends in another order than the other one.
    let late = |m: &Message| m.from() >= n / 2;
    let second = (0..steps.len()).find(|&s| steps[s].iter().any(late)).expect("it sends");
    let mut unlike = steps.clone();
    unlike[second].retain(|m| !m.chunks.iter().all(|chunk| chunk / n == n / 2));
    let words = say(unlike, &from);
    assert!(
        words.contains("does not send the image of the first source's messages")
            || words.contains("does not hold"),
        "{words}"
    );
    // A network on which one node does not stand for another.
    for text in ["path(8)", "star(8)", "wk(4,2)", "rdn(path(3), 1)", "jellyfish(20,3,1)"] {
        let (_, net) = build(text);
        let made = total_exchange(&net, 8, false, Some(&[0]));
        let words = sources(net.as_ref(), made, &[0]).expect_err(text).to_string();
        assert!(words.starts_with("one source does not stand for another here"), "{text}: {words}");
    }
    // Another collective, another network.
    let other = Listed::new(Collective::new(Kind::AllGather, n, 0, 8), Vec::new());
    assert_eq!(
        sources(net.as_ref(), other, &from).expect_err("no exchange").to_string(),
        "this verifies a total exchange of complete blocks, not allgather"
    );
    let (_, large) = build("hypercube(6)");
    let words = sources(large.as_ref(), Listed::new(of, steps), &from).expect_err("elsewhere").to_string();
    assert_eq!(words, "the schedule is for 32 nodes, and the network has 64");
}

#[test]
fn finding_c11_every_fault_of_an_exchange_by_symmetry_is_named() {
    let nets: Vec<Arc<dyn Structure>> =
        ["rdn(hypercube(2), 1)", "dualcube(2)", "rdn(hypercube(1), 2)"].iter().map(|t| build(t).1).collect();
    let mut dice = Dice(23);
    let mut seen = BTreeMap::new();
    let names = [
        "None", "Outside", "Repeated", "Other", "Silent", "Lopsided", "Unlike", "NoWay", "Unlinked", "Sends",
        "Link", "NoChunk", "Size", "NotHeld", "Absent", "Receives",
    ];
    // Some kinds do not apply to every throw: they are thrown until each has come a hundred times.
    for round in 0..900 {
        let net = dice.one(&nets).clone();
        let n = net.nodes();
        let from = [dice.below(n / 2), n / 2 + dice.below(n / 2)];
        let of = Collective::new(Kind::AllToAll, n, 0, 1 + dice.below(1 << 30));
        let good = total_exchange(&net, of.bytes, false, Some(&from)).into_parts().1;
        let graph = crate::common::stored(net.as_ref());
        let rare = |name: &&str| seen.get(*name).is_none_or(|&count: &u32| count < 100);
        let missing: Vec<&str> = names.into_iter().filter(rare).collect();
        if missing.is_empty() {
            break;
        }
        for wanted in missing {
            let (mut of, mut steps, mut given) = (of, good.clone(), from.to_vec());
            let busy: Vec<usize> = (0..steps.len()).filter(|&s| steps[s].len() > 1).collect();
            let s = *dice.one(&busy);
            let i = dice.below(steps[s].len() as u64) as usize;
            let v = steps[s][i].from();
            let other = *dice.one(&graph[v as usize]);
            match wanted {
                "None" => given.clear(),
                "Outside" => given.push(n + dice.below(9)),
                "Repeated" => given.push(from[1]),
                "Other" => of.pieces = 2,
                "Silent" => steps.iter_mut().for_each(Vec::clear),
                "Unlike" => {
                    // The messages of the second source in a step are removed.
                    let own = |m: &mut Message| {
                        m.chunks.retain(|chunk| chunk / n != from[1]);
                        m.bytes = of.bytes * m.chunks.len() as u64;
                    };
                    steps[s].iter_mut().for_each(own);
                    steps[s].retain(|m| !m.chunks.is_empty());
                    if steps[s] == good[s] {
                        continue;
                    }
                }
                "NoWay" => steps[s][i].path.push(v),
                "Unlinked" => {
                    let far = (0..n).find(|w| *w != v && !graph[v as usize].contains(w));
                    steps[s][i].path[1] = far.expect("not complete");
                }
                "Sends" => {
                    if other == steps[s][i].to() || i == 0 {
                        continue;
                    }
                    steps[s][i].path[1] = other;
                }
                "Link" => {
                    let more = steps[s][i].clone();
                    steps[s].push(more);
                }
                "NoChunk" => {
                    let chunk = steps[s][i].chunks[0];
                    steps[s][i].chunks.push(if dice.below(2) == 0 { chunk } else { n * n + chunk });
                    steps[s][i].bytes += of.bytes;
                }
                "Size" => steps[s][i].bytes += 1 + dice.below(7),
                "NotHeld" => {
                    // Received data is lost again.
                    let moved = steps[s].clone();
                    steps.insert(s + 1, moved);
                }
                "Absent" => while steps.pop().is_some_and(|step| step.is_empty()) {},
                _ => {}
            }
            // On a path no node stands for another; round a ring they do, and port 0 leads to port 1.
            let (lopsided, round) = (build("path(32)").1, build(&format!("ring({})", 5 + round)).1);
            let net = match wanted {
                "Lopsided" => &lopsided,
                "Receives" => &round,
                _ => &net,
            };
            if wanted == "Receives" {
                of = Collective::new(Kind::AllToAll, net.nodes(), 0, 8);
                let next = crossedge::net::neighbors(net.as_ref(), Node(0)).next().expect("a neighbour").0;
                steps = vec![vec![Message::hop(&of, 0, next, vec![of.pair(0, next)], Action::Move)]];
                given = vec![0];
            }
            if wanted == "Lopsided" {
                (of, given) = (Collective::new(Kind::AllToAll, 32, 0, 8), vec![0]);
            }
            let no = sources(net.as_ref(), Listed::new(of, steps), &given).expect_err(wanted);
            let No::Refuted(bad) = no else { panic!("{wanted}: {no}") };
            let found = match &bad {
                BadSources::Fault(fault) => name(&fault.reason),
                bad => name(bad),
            };
            assert_eq!(found, wanted, "{bad}");
            *seen.entry(wanted.to_owned()).or_default() += 1;
        }
    }
    all_named(&seen, &names);
}

/// Personalised exchanges of the papers are still what they were: every hop of a step is a permutation.
#[test]
fn relays_of_the_papers_have_their_ports() {
    for r in 2..=4 {
        let (_, net) = build(&format!("dualcube({r})"));
        let order = ScheduleRequest { kind: Kind::AllToAll, root: Node(0), bytes: 1, pieces: 1, rings: &[] };
        let made = Algorithm::named(Kind::AllToAll, "personalised")
            .expect("in the list")
            .schedule(&net, &order)
            .expect("small");
        let verdict = verify::schedule(net.as_ref(), made, ONE, &Silent).expect("not stopped");
        assert!(verdict.holds(), "{r}: {:?}", verdict.refuted());
    }
    let (_, net) = build("torus(4,4)");
    let tree = BroadcastRule::new(&net, Node(0), Pace::Eager).expect("small");
    let half = Model { ports: Ports::Half, ..ONE };
    assert_eq!(judge(net.as_ref(), Branches::of(&tree, 16).broadcast(0, 1 << 50), half), Ok(()));
}
