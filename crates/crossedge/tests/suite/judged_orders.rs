//! Faults seeded for the verifiers of broadcasts and rings: each is caught under its own name, at least 100 times.

use crate::common::build;
use crate::seeded::{Dice, Lists, all_named, name};
use crossedge::collective::{BroadcastRule, Pace, Tree};
use crossedge::hamilton::{Direction, NodeOrder, Run};
use crossedge::net::Faults;
use crossedge::net::{Network, Node};
use crossedge::progress::Silent;
use crossedge::verify::{self, Broken, Claim, Verdict};
use std::collections::BTreeMap;
use std::sync::Arc;

#[derive(Debug, Clone)]
struct Programs {
    root: u64,
    steps: u32,
    of: Vec<Vec<(u32, Node)>>,
}

impl Tree for Programs {
    fn root(&self) -> Node {
        Node(self.root)
    }

    fn steps(&self) -> u32 {
        self.steps
    }

    fn program(&self, v: Node, out: &mut Vec<(u32, Node)>) {
        out.extend(&self.of[v.0 as usize]);
    }
}

/// A broadcast: in every step each informed node sends to an uninformed neighbour, if there is one.
fn broadcast(dice: &mut Dice, net: &Lists, root: u64) -> (Programs, Vec<u32>) {
    let n = net.nodes();
    let mut received = vec![u32::MAX; n as usize];
    let mut tree = Programs { root, steps: 0, of: vec![Vec::new(); n as usize] };
    let mut has = vec![root];
    while (has.len() as u64) < n {
        for v in has.clone() {
            let free: Vec<u64> = net.near(v).into_iter().filter(|w| !has.contains(w)).collect();
            if !free.is_empty() {
                let w = *dice.one(&free);
                tree.of[v as usize].push((tree.steps, Node(w)));
                received[w as usize] = tree.steps;
                has.push(w);
            }
        }
        tree.steps += 1;
    }
    (tree, received)
}

#[test]
fn finding_c11_every_fault_of_a_broadcast_is_named() {
    let mut dice = Dice(11);
    let mut seen = BTreeMap::new();
    let names = ["Root", "Step", "Unlinked", "Again", "Early", "Left"];
    for round in 0..160 {
        // Some are too long for a step number to fit into a byte.
        let long = round % 8 == 0;
        let n = if long { 300 + dice.below(20) } else { 5 + dice.below(30) };
        let net = match long {
            true => Lists::new(n, &(1..n).map(|v| (v - 1, v)).collect::<Vec<_>>()),
            false => Lists::random(&mut dice, n, 6),
        };
        let (good, received) = broadcast(&mut dice, &net, if long { 0 } else { n / 2 });
        assert_eq!(long, good.steps > 254);
        assert!(verify::tree(&net, good.clone(), &Silent).expect("not stopped").holds());
        let senders: Vec<u64> = (0..n).filter(|&v| !good.of[v as usize].is_empty()).collect();
        let inner: Vec<u64> = senders.iter().copied().filter(|&v| v != good.root).collect();
        for wanted in names {
            let mut tree = good.clone();
            let v = *dice.one(&senders);
            match wanted {
                "Root" => tree.root = n + dice.below(5),
                "Step" => match tree.of[v as usize].as_mut_slice() {
                    [(first, _), (second, _), ..] => *second = *first,
                    [(first, _), ..] => *first = good.steps + dice.below(1000) as u32,
                    [] => unreachable!("it sends"),
                },
                "Unlinked" => {
                    let far: Vec<u64> = (0..n + 3).filter(|&w| w >= n || !net.linked(v, w)).collect();
                    let to = *dice.one(&far);
                    tree.of[v as usize][0].1 = Node(to);
                }
                "Again" => {
                    let near = net.near(v);
                    tree.of[v as usize].push((tree.steps, Node(*dice.one(&near))));
                    tree.steps += 1;
                }
                "Early" => {
                    let Some(&v) = inner.get(dice.below(inner.len().max(1) as u64) as usize) else {
                        continue;
                    };
                    let at = received[v as usize];
                    tree.of[v as usize][0].0 = dice.below(u64::from(at) + 1) as u32;
                }
                _ => {
                    let last = dice.below(tree.of[v as usize].len() as u64) as usize;
                    tree.of[v as usize].remove(last);
                }
            }
            match verify::tree(&net, tree, &Silent).expect("not stopped") {
                Verdict::Refuted(bad) => {
                    assert_eq!(name(&bad), wanted, "{bad}");
                    *seen.entry(wanted.to_owned()).or_default() += 1;
                }
                other => panic!("{wanted} passes: {other:?}"),
            }
        }
    }
    all_named(&seen, &names);
}

#[test]
fn finding_a5_long_broadcasts_are_verified() {
    for (text, steps) in [("ring(5000)", 2500), ("path(600)", 599), ("ring(200000)", 100_000)] {
        let (_, net) = build(text);
        let rule = BroadcastRule::new(&net, Node(0), Pace::Stages).expect("connected");
        let verdict = verify::tree(net.as_ref(), rule, &Silent).expect("not stopped");
        assert_eq!(verdict.into_result().expect("good").steps(), steps, "{text}");
    }
}

/// An order that can be in every one of its answers.
#[derive(Debug, Clone)]
struct Order {
    run: Vec<u64>,
    alone: Vec<u64>,
    told: Vec<u64>,
    closed: bool,
}

impl NodeOrder for Order {
    fn positions(&self) -> u64 {
        self.run.len() as u64
    }

    fn closed(&self) -> bool {
        self.closed
    }

    fn node_at(&self, position: u64) -> Node {
        Node(self.alone[position as usize])
    }

    fn position_of(&self, v: Node) -> Option<u64> {
        self.told.iter().position(|&w| w == v.0).map(|p| p as u64)
    }

    fn run(&self, run: Run, out: &mut [u64]) {
        let n = self.run.len() as u64;
        let mut at = run.from;
        for place in out {
            *place = run.offset + run.scale * self.run[at as usize];
            at = if run.direction == Direction::Up { (at + 1) % n } else { (at + n - 1) % n };
        }
    }

    fn bytes(&self) -> usize {
        0
    }
}

fn judge(net: &Lists, order: Order, claim: &Claim<'_>) -> Result<(), Broken> {
    match verify::ring(net, Arc::new(order), claim, &Silent).expect("not stopped") {
        Verdict::Holds(_) => Ok(()),
        Verdict::Refuted(broken) => Err(broken),
        Verdict::Undecided(limit) => panic!("{limit}"),
    }
}

#[test]
fn finding_a16_a_path_is_no_cycle() {
    let net = Lists::new(5, &[(0, 1), (1, 2), (2, 3), (3, 4)]);
    let none = Faults::none();
    let order: Vec<u64> = (0..5).collect();
    let made = |closed| Order { run: order.clone(), alone: order.clone(), told: order.clone(), closed };
    let open = Claim { closed: false, ends: None, faults: &none, left_out: 0 };
    assert_eq!(judge(&net, made(false), &open), Ok(()));
    let lies = judge(&net, made(true), &open).expect_err("no link closes it");
    assert_eq!(
        lies.to_string(),
        "it is reported as closed, but no live link joins its last node to its first"
    );
    let closed = Claim { closed: true, ..open };
    let told = judge(&net, made(false), &closed).expect_err("it is open");
    assert_eq!(told.to_string(), "it is claimed to be closed, but reported as open");
    // One node asked for alone is another one.
    let mut alone = made(false);
    alone.alone[2] = 0;
    assert_eq!(
        judge(&net, alone, &open).expect_err("inconsistent").to_string(),
        "position 2 holds node 2 in a range query, and node 0 in a single query"
    );
}

#[test]
fn finding_c11_every_fault_of_a_ring_is_named() {
    let mut dice = Dice(12);
    let mut seen = BTreeMap::new();
    let names =
        ["Short", "Outside", "Dead", "Twice", "Position", "Run", "Closed", "Unlinked", "End", "LeftOut"];
    for round in 0..120 {
        let n = 5 + dice.below(40);
        let order = dice.order(n);
        let at = |p: u64| order[(p % n) as usize];
        let mut links: Vec<(u64, u64)> = (0..n).map(|p| (at(p), at(p + 1))).collect();
        let (p, far) = (dice.below(n), 2 + dice.below(n - 4));
        links.push((at(p), at(p + far)));
        let net = Lists::new(n, &links);
        let none = Faults::none();
        let good = Order { run: order.clone(), alone: order.clone(), told: order.clone(), closed: true };
        let claim = Claim { closed: true, ends: None, faults: &none, left_out: 0 };
        assert_eq!(judge(&net, good.clone(), &claim), Ok(()));
        for wanted in names {
            let (mut ring, mut claim, mut dead) = (good.clone(), claim, Faults::none());
            let p = dice.below(n) as usize;
            let q = (p + 1 + dice.below(n - 1) as usize) % n as usize;
            match wanted {
                "Short" => {
                    let few = dice.below(3) as usize;
                    [&mut ring.run, &mut ring.alone, &mut ring.told]
                        .into_iter()
                        .for_each(|l| l.truncate(few));
                }
                "Outside" => {
                    let outside = n + dice.below(100);
                    (ring.run[p], ring.alone[p], ring.told[p]) = (outside, outside, outside);
                }
                "Dead" => dead.kill_nodes([Node(order[p])]),
                // The later of two positions has the node of the earlier one.
                "Twice" => {
                    let (late, early) = (p.max(q), order[p.min(q)]);
                    (ring.run[late], ring.alone[late]) = (early, early);
                }
                "Position" => ring.told.swap(p, q),
                "Run" => ring.alone[p] = order[q],
                "Closed" => match round % 3 {
                    0 => ring.closed = false,
                    // An open order of all nodes whose last and first have no live link claims to be closed.
                    _ => {
                        dead.kill_link(Node(order[0]), Node(order[n as usize - 1]));
                        claim.closed = false;
                    }
                },
                "Unlinked" => dead.kill_links([(Node(order[p]), Node(at(p as u64 + 1)))]),
                "End" => claim.ends = Some((Node(order[p]), Node(order[(p + 1) % n as usize]))),
                _ => match round % 2 {
                    0 => claim.left_out = 1 + dice.below(n),
                    _ => {
                        [&mut ring.run, &mut ring.alone, &mut ring.told]
                            .into_iter()
                            .for_each(|l| l.truncate(n as usize - 1));
                    }
                },
            }
            claim.faults = &dead;
            let broken = judge(&net, ring, &claim).expect_err(wanted);
            assert_eq!(name(&broken), wanted, "{broken}");
            assert!(!broken.to_string().is_empty());
            *seen.entry(name(&broken)).or_default() += 1;
        }
    }
    all_named(&seen, &names);
}
