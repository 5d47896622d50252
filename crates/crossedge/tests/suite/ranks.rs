//! Orders of ranks: against all orders by brute force, bounds under random orders, loads against those of `load`, and files of messages.

use crate::seeded::Dice;
use crossedge::answers::{LoadRequest, Pattern, PatternText, RanksAnswer, RanksRequest, Request, ask};
use crossedge::net::{Node, Port, Structure};
use crossedge::prelude::*;
use crossedge::ranks::read_messages;
use std::collections::VecDeque;

/// An index of something with `n` members.
fn index(dice: &mut Dice, n: usize) -> usize {
    dice.below(n as u64) as usize
}

fn net(expression: &str) -> Topology {
    expression.parse().expect(expression)
}

fn answered(expression: &str, request: &RanksRequest) -> RanksAnswer {
    ask(request, &net(expression), &Silent).unwrap_or_else(|error| panic!("{expression}: {error}")).answer
}

/// Shares of a message on directed links between every two endpoints: an even split over shortest paths by widths, by depth-first search.
struct Splits {
    links: Vec<(u64, u64, f64)>,
    shares: Vec<Vec<Vec<(usize, f64)>>>,
}

fn splits(net: &dyn Structure) -> Splits {
    let ends = net.endpoints();
    let mut links: Vec<(u64, u64, f64)> = Vec::new();
    for v in 0..net.nodes() {
        for port in (0..net.degree(Node(v))).map(Port) {
            let w = net.link(Node(v), port).0.0;
            let width = net.width(net.link_class(Node(v), port)) as f64;
            match links.iter_mut().find(|link| (link.0, link.1) == (v, w)) {
                Some(link) => link.2 += width,
                None => links.push((v, w, width)),
            }
        }
    }
    let passes = |v: u64, target: u64| v == target || ends == net.nodes() || v >= ends;
    let shares = (0..ends)
        .map(|from| {
            (0..ends)
                .map(|to| {
                    let mut distance = vec![usize::MAX; net.nodes() as usize];
                    distance[to as usize] = 0;
                    let mut queue = VecDeque::from([to]);
                    while let Some(v) = queue.pop_front() {
                        for &(a, b, _) in links.iter().filter(|link| link.1 == v && passes(v, to)) {
                            if distance[a as usize] == usize::MAX {
                                distance[a as usize] = distance[b as usize] + 1;
                                queue.push_back(a);
                            }
                        }
                    }
                    let mut amount = vec![0.0; net.nodes() as usize];
                    amount[from as usize] = 1.0;
                    let mut nodes: Vec<u64> = (0..net.nodes())
                        .filter(|&v| distance[v as usize] <= distance[from as usize])
                        .collect();
                    nodes.sort_by_key(|&v| std::cmp::Reverse(distance[v as usize]));
                    let mut out = Vec::new();
                    for v in nodes {
                        let down: Vec<usize> = (0..links.len())
                            .filter(|&link| {
                                links[link].0 == v
                                    && distance[links[link].1 as usize].wrapping_add(1)
                                        == distance[v as usize]
                                    && passes(links[link].1, to)
                            })
                            .collect();
                        let wide: f64 = down.iter().map(|&link| links[link].2).sum();
                        for link in down {
                            let part = amount[v as usize] * links[link].2 / wide;
                            if part > 0.0 {
                                amount[links[link].1 as usize] += part;
                                out.push((link, part));
                            }
                        }
                    }
                    out
                })
                .collect()
        })
        .collect();
    Splits { links, shares }
}

/// The time of an order, in bytes through an endpoint port.
fn time_of(splits: &Splits, unit: f64, messages: &[(u32, u32, u64)], order: &[usize]) -> f64 {
    let mut load = vec![0.0; splits.links.len()];
    for &(from, to, bytes) in messages {
        for &(link, part) in &splits.shares[order[from as usize]][order[to as usize]] {
            load[link] += bytes as f64 * part;
        }
    }
    load.iter().zip(&splits.links).map(|(load, link)| load * unit / link.2).fold(0.0, f64::max)
}

/// Calls `visit` with all injections of `count` ranks into `hosts` endpoints.
fn all_orders(count: usize, hosts: usize, order: &mut Vec<usize>, visit: &mut dyn FnMut(&[usize])) {
    if order.len() == count {
        return visit(order);
    }
    for host in 0..hosts {
        if !order.contains(&host) {
            order.push(host);
            all_orders(count, hosts, order, visit);
            order.pop();
        }
    }
}

const SMALL: [&str; 12] = [
    "ring(7)",
    "mesh(3,3)",
    "complete(5)",
    "hosts(ring(4), 2)",
    "hosts(path(3), 3)",
    "hosts(mesh(2,2), 2)",
    "dual(ring(2))",
    "torus(3,3)",
    "hosts(star(3), 2)",
    "hypercube(3)",
    "fattree(2)",
    "clos(2,4,2)",
];

fn brute_force(jobs: usize, most: usize, seed: u64) {
    let mut dice = Dice(seed);
    let mut tried = 0;
    while tried < jobs {
        let expression = SMALL[index(&mut dice, SMALL.len())];
        let topology = net(expression);
        let net = topology.network().expect(expression).as_ref();
        let ends = net.endpoints() as usize;
        let count = 2 + index(&mut dice, most - 1);
        if count > ends || ends > 9 || (ends - count + 1..=ends).product::<usize>() > 400_000 {
            continue;
        }
        tried += 1;
        let mut text = String::new();
        for _ in 0..1 + index(&mut dice, 3 * count) {
            let (from, to) = (index(&mut dice, count), index(&mut dice, count));
            text += &format!("{from} {to} {}\n", 1 + index(&mut dice, 1000));
        }
        // All ranks exist.
        text += &format!("0 {} 1\n{} 0 1\n", count - 1, count - 1);
        let request = RanksRequest {
            messages: Some("m.txt".to_owned()),
            contents: vec![("m.txt".to_owned(), text.clone().into_bytes())],
            rate: 8,
            ..RanksRequest::default()
        };
        let answer = answered(expression, &request);
        let messages = read_messages(&text).expect("read").1;
        let messages: Vec<(u32, u32, u64)> =
            messages.into_iter().filter(|message| message.0 != message.1).collect();
        let splits = splits(net);
        let unit = net.unit() as f64;
        let mut best = f64::INFINITY;
        all_orders(count, ends, &mut Vec::new(), &mut |order| {
            best = best.min(time_of(&splits, unit, &messages, order))
        });
        // At 8 Gbit/s a byte takes a nanosecond.
        let ours = answer.microseconds * 1000.0;
        let order: Vec<usize> = answer.order.iter().map(|node| node.0 as usize).collect();
        assert!(
            (time_of(&splits, unit, &messages, &order) / ours - 1.0).abs() < 1e-4,
            "{expression}: {text}"
        );
        assert!(ours <= best * 1.02, "{expression}: {ours} and {best} by brute force\n{text}");
        assert!(
            answer.bound_microseconds * 1000.0 <= best * 1.0001,
            "{expression}: bound {} above {best}\n{text}",
            answer.bound_microseconds
        );
        let alone = answer.phases[0].bound_microseconds * 1000.0;
        assert!(alone <= best * 1.0001, "{expression}: bound {alone} of the phase above {best}\n{text}");
        let mut sorted = order;
        sorted.sort_unstable();
        sorted.dedup();
        assert_eq!(sorted.len(), count);
    }
}

#[test]
fn no_order_of_a_small_job_is_faster() {
    brute_force(12, 6, 1);
}

#[test]
#[ignore = "minutes: all orders of up to 9 ranks"]
fn no_order_of_200_small_jobs_is_faster() {
    brute_force(200, 9, 2);
}

/// Random orders of jobs on grids are not below the bound, which counts no message.
#[test]
fn no_random_order_is_below_the_bound() {
    let mut dice = Dice(3);
    let machines = [
        "fattree(4)",
        "hosts(torus(4,4), 2)",
        "hosts(dragonfly(4,2), 2)",
        "torus(4,4,2)",
        "width(clos(4,6,4), \"level 2\", 2)",
        "hosts(hyperx(3,3), 3)",
        "rdn(ring(3), 1)",
    ];
    for _ in 0..24 {
        let expression = machines[index(&mut dice, machines.len())];
        let topology = net(expression);
        let net = topology.network().expect(expression).as_ref();
        let ends = net.endpoints();
        let [tensor, pipeline] = [1 + dice.below(4), 1 + dice.below(3)];
        let data = (ends / tensor / pipeline).max(2);
        if tensor * pipeline * data > ends {
            continue;
        }
        let job = format!(
            "tensor {tensor}, pipeline {pipeline}, data {data}, expert {}",
            if data % 2 == 0 { 2 } else { 1 }
        );
        let request = RanksRequest {
            job: Some(job.clone()),
            bytes: "4KiB".to_owned(),
            effort: 1,
            seed: dice.below(100),
            ..RanksRequest::default()
        };
        let answer = answered(expression, &request);
        for other in &answer.others {
            assert!(
                other.microseconds >= answer.bound_microseconds * (1.0 - 1e-9),
                "{expression}, {job}: {} below the bound",
                other.order
            );
            assert!(
                answer.microseconds <= other.microseconds * (1.0 + 1e-9),
                "{expression}, {job}: {} is faster",
                other.order
            );
        }
        for phase in &answer.phases {
            assert!(
                phase.bound_microseconds <= phase.microseconds.min(phase.linear_microseconds) * (1.0 + 1e-9),
                "{expression}, {job}: {phase:?}"
            );
        }
    }
}

/// Times are those of every single link, although switches that are alike are followed as one; on parts of machines, too.
#[test]
fn times_are_those_of_single_links() {
    let mut dice = Dice(11);
    for expression in [
        "fattree(4)",
        "xgft([2,3,2],[1,2,3])",
        "width(clos(4,6,4), \"level 2\", 2)",
        "hosts(dragonfly(4,2, groups=4), 1)",
        "hosts(hyperx(3,3), 2)",
        "planes(clos(4,2,4), 2)",
        "torus(4,4)",
        "hypercube(4)",
        "hosts(star(6), 2)",
    ] {
        let topology = net(expression);
        let net = topology.network().expect(expression).as_ref();
        let (ends, splits) = (net.endpoints() as usize, splits(net));
        for part in [ends, ends / 2, 3] {
            let mut order: Vec<usize> = (0..ends).collect();
            (0..ends).for_each(|at| order.swap(at, at + index(&mut dice, ends - at)));
            order.truncate(part);
            let mut text = format!("0 {} 1\n", part - 1);
            for _ in 0..3 * part {
                let (from, to) = (index(&mut dice, part), index(&mut dice, part));
                text += &format!("{from} {to} {}\n", 1 + index(&mut dice, 1000));
            }
            let listed = order.iter().map(usize::to_string).collect::<Vec<_>>().join(",");
            let request = RanksRequest {
                messages: Some("m.txt".to_owned()),
                contents: vec![("m.txt".to_owned(), text.clone().into_bytes())],
                hosts: Some(listed.clone()),
                compare: Some(listed.parse().expect("an order")),
                rate: 8,
                effort: 1,
                ..RanksRequest::default()
            };
            let answer = answered(expression, &request);
            let messages = read_messages(&text).expect("read").1;
            let messages: Vec<(u32, u32, u64)> =
                messages.into_iter().filter(|message| message.0 != message.1).collect();
            let unit = net.unit() as f64;
            let found: Vec<usize> = answer.order.iter().map(|node| node.0 as usize).collect();
            let compared = answer.others.last().expect("the order compared").microseconds;
            for (order, time) in [(&order, compared), (&found, answer.microseconds)] {
                let single = time_of(&splits, unit, &messages, order);
                assert!(
                    (single / (time * 1000.0) - 1.0).abs() < 1e-4,
                    "{expression}, {part} ranks: {single} and {time}"
                );
            }
            // The cable that is named exists.
            let [from, to] = answer.phases[0].bottleneck.clone().expect("a bottleneck");
            let names: Vec<String> = (0..net.nodes()).map(|v| net.address(Node(v)).to_string()).collect();
            let exists = splits
                .links
                .iter()
                .any(|link| names[link.0 as usize] == from && names[link.1 as usize] == to);
            assert!(exists, "{expression}: no cable from {from} to {to}");
        }
    }
}

/// The loads of a ring phase in linear order are those of `load` under the same routing.
#[test]
fn times_agree_with_link_loads() {
    for (expression, routing, size) in [
        ("torus(4,4)", "dimension", 4),
        ("hypercube(4)", "dimension", 8),
        ("mesh(4,4)", "dimension", 16),
        ("rdn(ring(3), 1)", "order", 6),
        ("rdn(ring(3), 1)", "spread", 6),
        ("torus(4,4)", "valiant over dimension", 4),
        ("rdn(ring(3), 1)", "valiant over order", 6),
        ("hosts(hyperx(3,4), 2)", "valiant over minimal", 4),
    ] {
        let job = RanksRequest {
            job: Some(format!("tensor {size}")),
            bytes: format!("{}", 1000 * size),
            routing: Some(routing.parse().expect("a routing")),
            effort: 1,
            rate: 8,
            ..RanksRequest::default()
        };
        let ranks = net(expression).network().expect("small").endpoints();
        let job = RanksRequest {
            job: Some(format!("tensor {size}, data {}", ranks / size)),
            bytes: format!("tensor {}", 1000 * size),
            ..job
        };
        let linear = answered(expression, &job).phases[0].linear_microseconds * 1000.0;
        let pattern: PatternText = format!("rings of {size}").parse().expect("a pattern");
        let mut request = LoadRequest::new(Pattern::Rings);
        (request.by, request.stride) = (pattern.by.expect("a size"), 1);
        request.routing.routing = Some(routing.parse().expect("a routing"));
        let load = request
            .answer(&net(expression), &Silent)
            .expect("loads")
            .max_channel_load
            .value()
            .expect("a number");
        let bytes = (2 * (size - 1) * 1000) as f64;
        // Shares are rounded to a millionth, detour by detour.
        assert!((linear / (load * bytes) - 1.0).abs() < 2e-5, "{expression}: {linear} and {load}");
    }
}

/// Where a routing offers all shortest paths, its loads are those of an even split over them; where it offers fewer, they add up to the same distances.
#[test]
fn packets_that_choose_are_split_over_their_choices() {
    let order_of = |ranks: u64| {
        let mut order: Vec<u64> = (0..ranks).collect();
        let mut dice = Dice(7);
        for i in (1..order.len()).rev() {
            order.swap(i, index(&mut dice, i + 1));
        }
        order
    };
    let mut differ = false;
    for expression in ["torus(5,5)", "hypercube(4)", "hyperx(3,4)", "torus(3,3,3)"] {
        let ranks = net(expression).network().expect("small").endpoints();
        let times = |routing: Option<&str>| {
            let order = order_of(ranks).iter().map(u64::to_string).collect::<Vec<_>>().join(",");
            let request = RanksRequest {
                job: Some(format!("data {ranks}")),
                bytes: "data 1MB".to_owned(),
                routing: routing.map(|name| name.parse().expect("a routing")),
                compare: Some(order.parse().expect("an order")),
                effort: 1,
                ..RanksRequest::default()
            };
            let answer = answered(expression, &request);
            answer.others.iter().map(|other| (other.order.clone(), other.microseconds)).collect::<Vec<_>>()
        };
        let (split, adaptive, single) = (times(None), times(Some("adaptive")), times(Some("dimension")));
        for ((even, chosen), one) in split.iter().zip(&adaptive).zip(&single) {
            assert!((even.1 / chosen.1 - 1.0).abs() < 1e-5, "{expression}: {even:?} and {chosen:?}");
            differ |= (one.1 / chosen.1 - 1.0).abs() > 0.01;
        }
    }
    assert!(differ, "one path is as good as the choice everywhere");
}

#[test]
fn one_seed_gives_one_order() {
    let request = RanksRequest {
        job: Some("tensor 4, data 8".to_owned()),
        effort: 2,
        seed: 5,
        ..RanksRequest::default()
    };
    let [a, b] = [0, 1].map(|_| answered("hosts(dragonfly(4,2, groups=5), 2)", &request));
    assert_eq!(a.order, b.order);
    let order: std::collections::BTreeSet<u64> = a.order.iter().map(|node| node.0).collect();
    assert_eq!(order.len(), 32);
}

/// A tensor group of eight fits under one leaf of eight hosts: its phase stays inside.
#[test]
fn groups_stay_under_a_leaf() {
    let request = RanksRequest {
        job: Some("tensor 4, data 4".to_owned()),
        bytes: "tensor 1MiB, data 4KiB".to_owned(),
        hosts: Some("0,4,8,12,1,5,9,13,2,6,10,14,3,7,11,15".to_owned()),
        ..RanksRequest::default()
    };
    let answer = answered("hosts(complete(4), 4)", &request);
    assert!(answer.microseconds <= answer.bound_microseconds * 1.01, "{answer:?}");
    assert!(answer.others[0].microseconds > answer.microseconds * 1.5, "{answer:?}");
}

#[test]
fn messages_are_read_in_three_forms() {
    let list = "from,to,bytes\n0,1,5\n1,2,6\n2,0,7\n";
    let dense = "0 5 0 0\n0 0 6 0\n7 0 0 0\n0 0 0 0\n";
    let market = "%%MatrixMarket matrix coordinate integer general\n% comment\n3 3 3\n1 2 5\n2 3 6\n3 1 7\n";
    let expected = vec![(0, 1, 5), (1, 2, 6), (2, 0, 7)];
    assert_eq!(read_messages(list), Ok((3, expected.clone())));
    let (ranks, messages) = read_messages(dense).expect("a matrix");
    assert_eq!(
        (ranks, messages.into_iter().filter(|message| message.2 > 0).collect::<Vec<_>>()),
        (4, expected.clone())
    );
    assert_eq!(read_messages(market), Ok((3, expected)));
    let symmetric = "%%MatrixMarket matrix coordinate real symmetric\n2 2 1\n2 1 2.5\n";
    assert_eq!(read_messages(symmetric), Ok((2, vec![(1, 0, 3), (0, 1, 3)])));
    for (text, why) in [
        ("", "there are no messages"),
        ("0 1\n", "line 1: expected sender, receiver and bytes"),
        ("0 1 5\n0 x 6\n", "line 2: 'x' is not a number of bytes or a rank"),
    ] {
        assert_eq!(read_messages(text), Err(why.to_owned()));
    }
}

#[test]
fn errors_help() {
    let refused = |expression: &str, request: RanksRequest| {
        ask(&request, &net(expression), &Silent).expect_err("refused").to_string()
    };
    let job = |text: &str| RanksRequest { job: Some(text.to_owned()), ..RanksRequest::default() };
    for (request, why) in [
        (RanksRequest::default(), "a job or a file with messages is needed, and not both"),
        (job("tensor 8, data 4"), "32 ranks do not fit on 8 endpoints"),
        (job("tensor"), "'tensor' has no size of at least 1"),
        (job("tensor 2, tensor 2"), "tensor is given twice"),
        (job("tensor 1, data 1"), "no rank sends anything"),
        (RanksRequest { hosts: Some("0,0".to_owned()), ..job("tensor 2") }, "endpoint 0 is listed twice"),
        (
            RanksRequest { hosts: Some("0-9".to_owned()), ..job("tensor 2") },
            "hosts 0-9 are not endpoints of ring(8)",
        ),
        (RanksRequest { bytes: "much".to_owned(), ..job("tensor 2") }, "'much' is not a number of bytes"),
    ] {
        let text = refused("ring(8)", request);
        assert!(text.contains(why), "{text}");
    }
    let by = |routing: &str| RanksRequest {
        routing: Some(routing.parse().expect("a routing")),
        ..job("tensor 2, data 4")
    };
    let queues = "packets of this routing choose between detours by the queues, so that the loads of links have no fixed values";
    assert!(refused("torus(4,4)", by("ugal")).contains(queues));
    let detours = "packets of this routing take one of 81 detours; at most 64 are followed";
    assert!(refused("torus(9,9)", by("valiant")).contains(detours));
}

/// Hosts of a dump are named without their adapters, and adapters of one host have slots of their own.
#[test]
fn hosts_have_the_names_that_launchers_know() {
    let list = "A-Node,A-Role,Z-Node,Z-Role\na mlx5_0,endpoint,s1,switch\na mlx5_1,endpoint,s1,switch\nb mlx5_0,endpoint,s1,switch\nb mlx5_1,endpoint,s1,switch\n";
    let topology = Topology::builder()
        .files(move |_| Ok(list.as_bytes().to_vec()))
        .parse("file(\"fabric.csv\")")
        .expect("a cable list");
    let request = RanksRequest { job: Some("tensor 4".to_owned()), ..RanksRequest::default() };
    let answer = ask(&request, &topology, &Silent).expect("an order").answer;
    let mut placed: Vec<(String, u32)> =
        answer.hosts.iter().cloned().zip(answer.slots.iter().map(|slot| slot.0)).collect();
    placed.sort();
    let wanted = [("a", 0), ("a", 1), ("b", 0), ("b", 1)].map(|(host, slot)| (host.to_owned(), slot));
    assert_eq!(placed, wanted);
    let answer = answered("ring(4)", &RanksRequest { per_host: 2, ..request });
    let place = answer.order.iter().zip(answer.hosts.iter().zip(&answer.slots));
    for (node, (host, slot)) in place {
        assert_eq!((host.as_str(), u64::from(slot.0)), (format!("n{}", node.0 / 2).as_str(), node.0 % 2));
    }
}

/// The order of another placement counts as given: it is never better than the one that is found.
#[test]
fn no_compared_order_is_faster() {
    let mut dice = Dice(11);
    for _ in 0..6 {
        let mut order: Vec<u64> = (0..16).collect();
        (0..16).for_each(|at| order.swap(at, index(&mut dice, 16)));
        let text = order.iter().map(u64::to_string).collect::<Vec<_>>().join(",");
        let request = RanksRequest {
            job: Some("tensor 4, data 4".to_owned()),
            compare: Some(text.parse().expect("an order")),
            effort: 1,
            ..RanksRequest::default()
        };
        let answer = answered("hosts(ring(4), 4)", &request);
        let compared = answer.others.last().expect("the order compared");
        assert_eq!(compared.order, "the order compared");
        assert!(answer.microseconds <= compared.microseconds * (1.0 + 1e-9));
    }
}
