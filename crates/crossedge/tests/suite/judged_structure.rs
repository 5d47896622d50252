//! Faults seeded for the verifiers of networks, cuts, routes and disjoint paths: each is caught under its own name, at least 100 times.

use crate::seeded::{Dice, Lists, all_named, name};
use crossedge::net::{Network, Node, Port};
use crossedge::progress::Silent;
use crossedge::route::{Hop, Route};
use crossedge::verify::{self, BadCut, Verdict, disjoint};
use num_bigint::BigUint;
use std::collections::BTreeMap;

#[test]
fn finding_c11_every_fault_of_a_network_is_named() {
    let mut dice = Dice(1);
    let mut seen: BTreeMap<String, u32> = BTreeMap::new();
    let names = ["Astray", "Involution", "Parallel", "Address", "Degrees", "Unreached", "Lost"];
    for round in 0..150 {
        let n = 4 + dice.below(20);
        let good = Lists::random(&mut dice, n, 8);
        let verdict = verify::network(&good, &good.degrees(), &Silent).expect("not stopped");
        assert!(verdict.holds(), "{verdict:?}");
        for wanted in names {
            let (mut net, mut claimed) = (good.clone(), good.degrees());
            let v = dice.below(n);
            let p = dice.below(net.rows[v as usize].len() as u64) as usize;
            match wanted {
                "Astray" => {
                    let w = net.rows[v as usize][p].0;
                    let degree = net.rows[w as usize].len() as u32;
                    // A port more, so that the other end of no link is wrong as well.
                    let own = net.rows[v as usize].len() as u32;
                    net.rows[v as usize].push(*dice.one(&[(v, own), (n + v, 0), (w, degree)]));
                }
                "Involution" => {
                    let Some(x) = (0..n).find(|&x| net.rows[x as usize].len() > 1) else { continue };
                    let (w, q) = net.rows[x as usize][0];
                    let (back, port) = net.rows[x as usize][1];
                    // Port 0 of x arrives where port 1 does, or the other end reports another port.
                    match round % 2 {
                        0 => net.rows[w as usize][q as usize] = (x, 1),
                        _ => net.rows[back as usize][port as usize] = (x, 0),
                    }
                }
                "Parallel" => {
                    let w = net.rows[v as usize][p].0;
                    net.link_up(v, w);
                }
                "Address" => net.address = Some((v, (v + 1 + dice.below(n - 1)) % n)),
                "Degrees" => {
                    *claimed.entry(dice.below(6)).or_insert_with(|| BigUint::from(0u32)) += 1u32;
                }
                "Unreached" => {
                    let other = Lists::random(&mut dice, 4, 2);
                    let up = |row: &Vec<(u64, u32)>| row.iter().map(|&(w, q)| (w + n, q)).collect::<Vec<_>>();
                    net.rows.extend(other.rows.iter().map(up));
                    claimed = net.degrees();
                }
                _ => {
                    let to = (v + 1 + dice.below(n - 1)) % n;
                    let degree = net.rows[v as usize].len() as u32;
                    match round % 4 {
                        0 => net.next[v as usize][to as usize] = None,
                        1 => net.next[v as usize][to as usize] = Some(degree),
                        2 => net.next[v as usize][v as usize] = Some(0),
                        _ => {
                            // The next node sends it back.
                            let next = net.next[v as usize][to as usize].expect("not there");
                            let (w, back) = net.rows[v as usize][next as usize];
                            net.next[w as usize][to as usize] = Some(back);
                        }
                    }
                }
            }
            match verify::network(&net, &claimed, &Silent).expect("not stopped") {
                Verdict::Refuted(refuted) => {
                    assert_eq!(name(&refuted), wanted, "{refuted}");
                    assert!(!refuted.to_string().is_empty());
                    *seen.entry(wanted.to_owned()).or_default() += 1;
                }
                other => panic!("{wanted} passes: {other:?}"),
            }
        }
    }
    all_named(&seen, &names);
}

#[test]
fn next_port_is_walked_in_large_networks_too() {
    for (text, all) in [("torus(5,5)", true), ("hypercube(12)", false), ("rdn(ring(3), 2)", false)] {
        let (shape, net) = crate::common::build(text);
        let verdict = verify::network(net.as_ref(), &shape.degrees(), &Silent).expect("not stopped");
        let verified = verdict.into_result().expect("a good network");
        assert_eq!(verified.walked.all, all, "{text}");
        assert_eq!(verified.walked.pairs, if all { 625 } else { 1024 }, "{text}");
    }
    // A network that loses one goal in a hundred.
    let mut dice = Dice(5);
    let mut net = Lists::random(&mut dice, 300, 200);
    for to in (0..300).step_by(100) {
        for at in (0..300).filter(|&at| at != to) {
            net.next[at][to] = None;
        }
    }
    let lost = verify::network(&net, &net.degrees(), &Silent).expect("not stopped");
    // The sample has 32 goals: whether one of the three is among them is settled by its seed.
    assert!(lost.holds() || lost.refuted().is_some_and(|refuted| name(refuted) == "Lost"));
    net.next.iter_mut().enumerate().for_each(|(v, row)| {
        row.iter_mut().enumerate().filter(|(to, _)| *to != v).for_each(|(_, next)| *next = None)
    });
    let lost = verify::network(&net, &net.degrees(), &Silent).expect("not stopped");
    assert!(lost.refuted().is_some_and(|refuted| name(refuted) == "Lost"));
}

#[test]
fn finding_c11_every_fault_of_a_cut_is_named() {
    let mut dice = Dice(2);
    for _ in 0..200 {
        let n = 4 + dice.below(30);
        let net = Lists::random(&mut dice, n, 20);
        let order = dice.order(n);
        let half: Vec<bool> = (0..n).map(|v| order[v as usize] < n / 2).collect();
        let side = |v: Node| half[v.0 as usize];
        let counted = (0..n)
            .flat_map(|v| net.near(v).into_iter().map(move |w| (v, w)))
            .filter(|&(v, w)| half[v as usize] && !half[w as usize])
            .count() as u64;
        let good = verify::cut(&net, &side, counted, &Silent).expect("not stopped");
        assert_eq!(good.into_result().map(|count| count.links), Ok(counted));
        let wrong = counted + 1 + dice.below(5);
        let bad = verify::cut(&net, &side, wrong, &Silent).expect("not stopped");
        assert!(
            matches!(bad, Verdict::Refuted(BadCut::Links { claimed, ref counted }) if claimed == wrong && counted.links < wrong)
        );
        let lopsided = |v: Node| order[v.0 as usize] < n / 2 - 1;
        let bad = verify::cut(&net, &lopsided, counted, &Silent).expect("not stopped");
        assert!(matches!(bad, Verdict::Refuted(BadCut::Uneven(_))), "{bad:?}");
    }
}

/// Two ends and disjoint paths between them, of these many inner nodes each.
fn theta(inner: &[u64]) -> (Lists, Vec<Vec<Node>>) {
    let n = 2 + inner.iter().sum::<u64>();
    let (mut links, mut paths, mut next) = (Vec::new(), Vec::new(), 2);
    for &count in inner {
        let path: Vec<u64> = std::iter::once(0).chain(next..next + count).chain([1]).collect();
        next += count;
        links.extend(path.windows(2).map(|pair| (pair[0], pair[1])));
        paths.push(path.into_iter().map(Node).collect());
    }
    (Lists::new(n, &links), paths)
}

#[test]
fn finding_c11_every_fault_of_disjoint_paths_is_named() {
    let mut dice = Dice(3);
    let mut seen = BTreeMap::new();
    let names = ["Ends", "Astray", "NoLink", "Twice", "DirectTwice"];
    for _ in 0..120 {
        let count = 3 + dice.below(4);
        let inner: Vec<u64> = (0..count).map(|i| if i == 0 { 0 } else { 2 + dice.below(4) }).collect();
        let (net, paths) = theta(&inner);
        let (a, b) = (Node(0), Node(1));
        assert_eq!(disjoint::check(&net, a, b, &paths).map(|facts| facts.count as u64), Ok(count));
        let which = 1 + dice.below(count - 1) as usize;
        for wanted in names {
            let (mut ends, mut spoiled) = ((a, b), paths.clone());
            match wanted {
                "Ends" => ends = *dice.one(&[(a, a), (a, Node(net.nodes())), (Node(net.nodes() + 3), b)]),
                "Astray" => match dice.below(3) {
                    0 => spoiled[which].truncate(1),
                    1 => drop(spoiled[which].pop()),
                    _ => drop(spoiled[which].remove(0)),
                },
                "NoLink" => match dice.below(2) {
                    0 => drop(spoiled[which].remove(1)),
                    _ => spoiled[which].insert(2, Node(net.nodes() + 1)),
                },
                "Twice" => match dice.below(2) {
                    // A path that comes back to where it was, or another path once more.
                    0 => {
                        let (x, y) = (spoiled[which][1], spoiled[which][2]);
                        spoiled[which].splice(3..3, [x, y]);
                    }
                    _ => spoiled.push(paths[which].clone()),
                },
                _ => spoiled.push(paths[0].clone()),
            }
            let wrong = disjoint::check(&net, ends.0, ends.1, &spoiled).expect_err(wanted);
            assert_eq!(name(&wrong), wanted, "{wrong}");
            *seen.entry(wanted.to_owned()).or_default() += 1;
        }
    }
    all_named(&seen, &names);
}

#[test]
fn finding_c11_every_fault_of_a_route_is_named() {
    let mut dice = Dice(4);
    let mut seen = BTreeMap::new();
    let names = ["Ends", "Hop", "Length"];
    for _ in 0..200 {
        let n = 5 + dice.below(20);
        let net = Lists::random(&mut dice, n, 5);
        let (from, to) = (Node(0), Node(1 + dice.below(n - 1)));
        let (mut at, mut hops) = (from, Vec::new());
        while let Some(port) = net.next_port(at, to) {
            at = net.link(at, port).0;
            hops.push(Hop { port, node: at, cases: Vec::new() });
        }
        let length = hops.len() as u64;
        let good = Route { from, hops };
        assert!(verify::route(&net, (from, to), length, good.clone()).is_ok());
        for wanted in names {
            let (mut ends, mut claimed, mut route) = ((from, to), length, good.clone());
            match wanted {
                "Ends" => match dice.below(3) {
                    0 => ends.1 = from,
                    1 => ends.0 = to,
                    _ => {
                        let outside = Node(n + dice.below(9));
                        (ends, route) = ((outside, outside), Route { from: outside, hops: Vec::new() });
                    }
                },
                "Hop" => {
                    let i = dice.below(length) as usize;
                    let before = if i == 0 { from } else { route.hops[i - 1].node };
                    let degree = net.degree(before);
                    route.hops[i].port = match dice.below(2) {
                        0 => Port(degree + dice.below(3) as u32),
                        _ if degree > 1 => Port((route.hops[i].port.0 + 1) % degree),
                        _ => Port(degree),
                    };
                }
                _ => claimed += 1 + dice.below(4),
            }
            let bad = verify::route(&net, ends, claimed, route).expect_err(wanted);
            assert_eq!(name(&bad), wanted, "{bad}");
            *seen.entry(wanted.to_owned()).or_default() += 1;
        }
    }
    all_named(&seen, &names);
}

#[test]
fn every_fault_of_a_journey_is_named() {
    use crossedge::net::Faults;
    let mut dice = Dice(6);
    let mut seen = BTreeMap::new();
    let names = ["Ends", "Dead", "NoLink"];
    for _ in 0..120 {
        let n = 8 + dice.below(20);
        let net = Lists::random(&mut dice, n, 4);
        let (from, to) = (Node(0), Node(1 + dice.below(n - 1)));
        let mut path = vec![from];
        while let Some(port) = net.next_port(path[path.len() - 1], to) {
            path.push(net.link(path[path.len() - 1], port).0);
        }
        let none = Faults::default();
        assert_eq!(verify::journey(&net, from, Some(to), &none, &path), Ok(()));
        let i = dice.below(path.len() as u64 - 1) as usize;
        for wanted in names {
            let (mut spoiled, mut dead, mut delivered) = (path.clone(), Faults::default(), Some(to));
            match wanted {
                "Ends" => match dice.below(3) {
                    0 => spoiled.clear(),
                    1 => drop(spoiled.remove(0)),
                    _ => delivered = Some(from),
                },
                "Dead" => match dice.below(2) {
                    0 => assert!(dead.kill_node(path[i + 1])),
                    _ => spoiled.insert(i + 1, Node(n + 1)),
                },
                _ => match dice.below(2) {
                    0 => assert!(dead.kill_link(path[i], path[i + 1])),
                    _ => {
                        let far = (0..n).find(|&w| w != path[i].0 && !net.linked(path[i].0, w));
                        spoiled.insert(i + 1, Node(far.expect("not complete")));
                    }
                },
            }
            let bad = verify::journey(&net, from, delivered, &dead, &spoiled).expect_err(wanted);
            assert_eq!(name(&bad), wanted, "{bad}");
            *seen.entry(wanted.to_owned()).or_default() += 1;
        }
    }
    all_named(&seen, &names);
}
