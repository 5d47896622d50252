//! `without`: what is left after faults, beside the network with faults that searches go around.

use super::common::{build, load, search, stored};
use super::machines::machine;
use crossedge::expr::parse;
use crossedge::net::{Address, Faults, Node, Port, Structure, elaborate};
use crossedge::prelude::*;
use proptest::prelude::*;
use std::collections::BTreeSet;

/// Ends and class of every link that is left, by old ids.
fn left(net: &dyn Structure, faults: &Faults) -> BTreeSet<(u64, u64, String, u64)> {
    let classes = net.link_classes();
    let mut out = BTreeSet::new();
    for v in (0..net.nodes()).map(Node).filter(|v| !faults.node(*v)) {
        for port in (0..net.degree(v)).map(Port) {
            let w = net.link(v, port).0;
            if v < w && !faults.node(w) && !faults.link(v, w) {
                let class = net.link_class(v, port);
                let width = net.roles().map_or(1, |roles| roles.width(class));
                out.insert((v.0, w.0, classes[class].clone(), width));
            }
        }
    }
    out
}

/// The live nodes of the part with the most endpoints, by searches around the faults.
fn largest_part(net: &dyn Structure, faults: &Faults) -> Vec<u64> {
    let links = left(net, faults);
    let mut parts: Vec<Vec<u64>> = Vec::new();
    for v in (0..net.nodes()).filter(|&v| !faults.node(Node(v))) {
        if parts.iter().any(|part| part.contains(&v)) {
            continue;
        }
        let mut part = vec![v];
        let mut at = 0;
        while let Some(&v) = part.get(at) {
            at += 1;
            for (a, b, ..) in &links {
                for (from, to) in [(*a, *b), (*b, *a)] {
                    if from == v && !part.contains(&to) {
                        part.push(to);
                    }
                }
            }
        }
        part.sort_unstable();
        parts.push(part);
    }
    let endpoints = |part: &Vec<u64>| part.iter().filter(|&&v| v < net.endpoints()).count();
    let most = parts.iter().map(endpoints).max().unwrap_or(0);
    parts.into_iter().find(|part| endpoints(part) == most).unwrap_or_default()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn nodes_links_names_and_distances_are_those_that_are_left(text in machine(60), dead in prop::collection::vec((any::<u64>(), any::<u32>(), any::<bool>()), 1..5)) {
        let (_, net) = build(&text);
        let net = net.as_ref();
        let mut faults = Faults::none();
        for (v, port, link) in dead {
            let v = Node(v % net.nodes());
            match (link, net.degree(v)) {
                (true, degree) if degree > 0 => drop(faults.kill_link(v, net.link(v, Port(port % degree)).0)),
                _ => drop(faults.kill_node(v)),
            }
        }
        let written = format!("without({text}, \"{faults}\")");
        let Ok(shape) = elaborate(&parse(&written).expect("it parses"), &load) else {
            let live = (0..net.endpoints()).filter(|&v| !faults.node(Node(v))).count();
            prop_assert_eq!(live, 0, "{}", written);
            return Ok(());
        };
        let rest = shape.network().expect("a network");
        let rest = rest.as_ref();
        let ids = largest_part(net, &faults);
        prop_assert_eq!(rest.nodes(), ids.len() as u64);
        prop_assert_eq!(rest.endpoints(), ids.iter().filter(|&&v| v < net.endpoints()).count() as u64);
        // The same links, classes and widths, under the old ids.
        let seen: BTreeSet<_> = left(rest, &Faults::none())
            .into_iter()
            .map(|(v, w, class, width)| (ids[v as usize], ids[w as usize], class, width))
            .collect();
        let inside = |(v, w, ..): &(u64, u64, String, u64)| ids.contains(v) && ids.contains(w);
        let expected: BTreeSet<_> = left(net, &faults).into_iter().filter(inside).collect();
        prop_assert_eq!(seen, expected, "{}", written);
        prop_assert_eq!(shape.nodes(), rest.nodes().into());
        let mut degrees = std::collections::BTreeMap::<u64, u64>::new();
        (0..rest.nodes()).for_each(|v| *degrees.entry(rest.degree(Node(v)).into()).or_default() += 1);
        let counted: Vec<(u64, num_bigint::BigUint)> = degrees.into_iter().map(|(d, n)| (d, n.into())).collect();
        prop_assert_eq!(shape.degrees().into_iter().collect::<Vec<_>>(), counted);
        // Ids and addresses name the same nodes; addresses are those of before.
        for v in 0..rest.nodes() {
            let address = rest.address(Node(v));
            prop_assert_eq!(rest.node_at(&address), Ok(Node(v)), "{}: {}", &written, &address);
            let before = net.address(Node(ids[v as usize]));
            let marked = Address::Tuple(vec![before.clone()]);
            prop_assert!(address == before || address == marked, "{}: {} was {}", &written, address, before);
        }
        for v in (0..net.nodes()).map(Node).filter(|v| !ids.contains(&v.0)) {
            let marked = Address::Tuple(vec![net.address(v)]);
            prop_assert!(rest.node_at(&marked).is_err(), "{}: {}", &written, marked);
        }
        // Distances by a plain search.
        let graph = stored(rest);
        for a in 0..rest.nodes().min(6) {
            for (b, distance) in (0..).zip(search(&graph, a)) {
                let given = rest.distance(Node(a), Node(b)).unwrap_or(u64::MAX);
                prop_assert_eq!(given, distance, "{}: {} to {}", &written, a, b);
            }
        }
    }
}

#[test]
fn routings_of_stored_networks_exist_on_what_is_left() {
    for text in
        ["torus(4,4)", "fattree(4)", "hosts(dragonfly(4,2), 2)", "rdn(ring(3), 1)", "dual(torus(3,3))"]
    {
        let net: Topology = text.parse().expect("a network");
        let rest = net.without("0-1").or_else(|_| net.without("16-24")).or_else(|_| net.without("72-73"));
        let rest = rest.expect("a link of it");
        for routing in ["updown", "layers"] {
            let answer = rest.deadlock(routing.parse().expect("a routing")).expect("an answer");
            assert!(answer.proved, "{routing} on {rest}");
        }
        assert!(rest.deadlock("dimension".parse().expect("a routing")).is_err(), "{rest} is no product");
    }
}

/// One value, one source: the throughput of what is left is that of `fault --throughput`.
#[test]
fn throughput_is_that_of_given_faults() {
    for (text, faults) in [
        ("torus(3,3)", "0-1"),
        ("fattree(4)", "16-24"),
        ("hosts(torus(3,3), 1)", "9-10"),
        ("rdn(ring(3), 1)", "4"),
    ] {
        let net: Topology = text.parse().expect("a network");
        let request = crossedge::answers::LeftRequest { faults: vec![faults.to_owned()], throughput: true };
        let after = crossedge::answers::Request::answer(&request, &net, &Silent).expect("an answer");
        let after = after.throughput.expect("throughput").after_at_least;
        let rest = net.without(faults).expect("what is left");
        let theta = rest.throughput("uniform").expect("a throughput").lower;
        assert_eq!(after, theta, "{rest}");
    }
}

/// Cables of different rates keep them.
#[test]
fn throughput_of_fabrics_is_that_of_given_faults() {
    let folder = super::common::testdata().join("..");
    for (name, faults) in
        [("examples/fabrics/today.ibnet", "leaf-03-spine-1"), ("testdata/fabrics/b.ibnet", "0-96")]
    {
        let folder = folder.clone();
        let read = move |name: &str| std::fs::read(folder.join(name)).map_err(|error| error.to_string());
        let net = Topology::builder().files(read).parse(&format!("file(\"{name}\")")).expect("a fabric");
        let Ok(rest) = net.without(faults) else {
            panic!("{name}: {}", net.without(faults).expect_err("an error"))
        };
        let request = crossedge::answers::LeftRequest { faults: vec![faults.to_owned()], throughput: true };
        let after = crossedge::answers::Request::answer(&request, &net, &Silent).expect("an answer");
        let after = after.throughput.expect("throughput");
        let theta = rest.throughput("uniform").expect("a throughput");
        assert_eq!((after.after_at_least, after.after_at_most), (theta.lower, theta.upper), "{rest}");
    }
}

#[test]
fn wrong_faults_are_named() {
    let net: Topology = "torus(4,4)".parse().expect("a network");
    let error = net.without("0-2").expect_err("no link");
    assert_eq!(error.message(), "there is no link between 0 and 2");
    assert_eq!(error.advice(), Some("node 0 is linked to 4, 12, 1, 3"));
    let error = "without(ring(6), \"9\")".parse::<Topology>().expect_err("no node");
    assert_eq!(error.message(), "without: there is no node 9: ids run from 0 to 5");
    let error = "without(path(2), \"0,1\")".parse::<Topology>().expect_err("nothing left");
    assert_eq!(error.message(), "without: no endpoint is left");
    let same: Topology = "without(torus(4,4), \"\")".parse().expect("no faults");
    assert_eq!(same.nodes(), 16u32.into());
}
