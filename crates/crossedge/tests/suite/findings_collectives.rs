//! Collectives: what is called the fastest is the fastest of all that a user can ask for, and an algorithm has one price however it is requested.

use crossedge::answers::{
    Choice, CollectiveAnswer, CollectiveRequest, Collectives, OneSizeAnswer, Request, TriedAnswer,
};
use crossedge::collective::{Algorithm, Kind};
use crossedge::cost::{Link, Switching};
use crossedge::prelude::*;
use crossedge::verify::Ports;

fn one(net: &Topology, request: &CollectiveRequest) -> Result<OneSizeAnswer, crossedge::Error> {
    request.answer(net, &Silent).map(|answer: CollectiveAnswer| answer.one.expect("one size"))
}

fn answered(net: &str, request: CollectiveRequest) -> OneSizeAnswer {
    one(&net.parse().expect(net), &request).expect(net)
}

fn named(request: &CollectiveRequest, name: &str) -> CollectiveRequest {
    request.clone().by(name)
}

fn all(request: &CollectiveRequest) -> CollectiveRequest {
    CollectiveRequest { algorithm: Choice::All, ..request.clone() }
}

/// Time, steps, messages and bytes times links of an algorithm; nothing without a price.
fn price(tried: &TriedAnswer) -> Option<(f64, u64, u64, u128)> {
    let cost = tried.cost.as_ref()?;
    Some((cost.time_seconds, cost.step_count.0, cost.message_count.0, cost.link_bytes.0))
}

/// Numbers drawn by a seed.
struct Draw(u64);

impl Draw {
    fn below(&mut self, n: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % n
    }

    fn of<T: Copy>(&mut self, all: &[T]) -> T {
        all[self.below(all.len() as u64) as usize]
    }

    fn network(&mut self) -> String {
        let small = |draw: &mut Draw, low: u64, high: u64| low + draw.below(high - low + 1);
        match self.below(18) {
            0 => format!("path({})", small(self, 2, 12)),
            1 => format!("ring({})", small(self, 3, 12)),
            2 => format!("torus({},{})", small(self, 3, 5), small(self, 2, 4)),
            3 => format!("mesh({},{})", small(self, 2, 4), small(self, 2, 5)),
            4 => format!("hypercube({})", small(self, 1, 5)),
            5 => format!("complete({})", small(self, 2, 8)),
            6 => format!("star({})", small(self, 3, 4)),
            7 => format!("dual(ring({}))", small(self, 3, 4)),
            8 => "rdn(ring(3), 1)".to_owned(),
            9 => format!("jellyfish({},3,{})", 2 * small(self, 4, 8), small(self, 1, 50)),
            10 => format!("switch({})", small(self, 2, 12)),
            11 => "fattree(4)".to_owned(),
            12 => format!("hosts(ring({}), {})", small(self, 3, 6), small(self, 1, 3)),
            13 => format!("hosts(torus(3,3), {})", small(self, 1, 2)),
            14 => format!("hosts(mesh(2,{}), {})", small(self, 2, 4), small(self, 1, 3)),
            15 => format!("hosts(dragonfly({},1), 2)", small(self, 2, 3)),
            16 => format!("clos({},{},{})", small(self, 2, 4), small(self, 2, 3), small(self, 2, 3)),
            _ => format!("hyperx({},{})", small(self, 2, 4), small(self, 2, 3)),
        }
    }

    fn request(&mut self, net: &Topology) -> CollectiveRequest {
        let kind = self.of(&Kind::ALL);
        let ports = self.of(&[Ports::One, Ports::One, Ports::One, Ports::All, Ports::Half]);
        let size = 1u64 << self.below(23);
        let bytes = size + self.below(size);
        let nodes = net.network().map_or(1, |net| net.endpoints());
        let root = self.below(nodes);
        let model = self.of(&[None, None, Some(Switching::CutThrough), Some(Switching::LogGp)]);
        let link = self.of(&[
            Link::default(),
            Link::default(),
            Link { latency_seconds: 1e-5, byte_seconds: 1e-10 },
            Link { latency_seconds: 1e-7, byte_seconds: 1e-9 },
        ]);
        CollectiveRequest {
            model,
            ..CollectiveRequest::new(kind).bytes(bytes).root(root).link(link).ports(ports)
        }
    }
}

/// Compares what is called the fastest with everything that a user can ask for instead. Returns how many answers were compared.
fn best_is_best(seed: u64, pieces_tried: usize) -> usize {
    let mut draw = Draw(seed);
    let text = draw.network();
    let net: Topology = text.parse().expect(&text);
    let request = draw.request(&net);
    let name = format!(
        "{text} {} of {} bytes from {:?}, {:?} ports, {:?}, {:?}",
        request.kind, request.bytes, request.root, request.ports, request.model, request.link
    );
    let Ok(told) = one(&net, &all(&request)) else { return 0 };
    let best = one(&net, &request).expect(&name);
    assert_eq!((best.best, best.time_seconds), (told.best, told.time_seconds), "{name}");
    let not_slower = |time: f64, what: &str| {
        let least =
            best.time_seconds.unwrap_or_else(|| panic!("{name}: {what} has a price, and nothing is best"));
        // Twelve digits are reported.
        assert!(
            least <= time * (1.0 + 1e-11),
            "{name}: best {:?} takes {least:e}, {what} {time:e}",
            best.best
        );
    };
    let mut compared = 0;
    for algorithm in Algorithm::all(request.kind) {
        let beside = told.algorithms.iter().find(|t| t.algorithm == algorithm.name).expect("all are listed");
        let alone = one(&net, &named(&request, algorithm.name)).ok();
        let alone = alone.as_ref().and_then(|alone| alone.algorithms.first()).and_then(price);
        assert_eq!(price(beside), alone, "{name}: {algorithm} with all and alone");
        if let Some((time, ..)) = alone {
            not_slower(time, algorithm.name);
            compared += 1;
        }
        if !algorithm.in_pieces || matches!(request.kind, Kind::Scatter | Kind::Gather) {
            continue;
        }
        let most = request.bytes.clamp(1, 2000);
        let found = beside.pieces.map_or(1, |pieces| pieces.0);
        let near = [found.saturating_sub(1).max(1), found + 1, 2 * found, found.div_ceil(2), 1, 8, 64];
        let drawn: Vec<u64> = (0..pieces_tried).map(|_| 1 + draw.below(most)).collect();
        for pieces in near.into_iter().chain(drawn).filter(|&pieces| pieces <= most) {
            let asked = CollectiveRequest { pieces: Some(pieces), ..named(&request, algorithm.name) };
            let Ok(other) = one(&net, &asked) else { continue };
            if let Some((time, ..)) = other.algorithms.first().and_then(price) {
                not_slower(time, &format!("{algorithm} in {pieces} pieces"));
                compared += 1;
            }
        }
    }
    compared
}

#[test]
fn finding_w8_best_is_best() {
    let compared: usize = (0..12).map(|seed| best_is_best(1000 + seed, 2)).sum();
    assert!(compared > 60, "{compared}");
}

#[test]
#[ignore = "minutes: 500 random collectives"]
fn heavy_finding_w8_best_is_best() {
    let compared: usize = (0..500).map(|seed| best_is_best(seed, 4)).sum();
    println!("{compared} answers compared");
    assert!(compared > 2000, "{compared}");
}

#[test]
fn finding_w7_a_ring_has_one_price_with_all_and_alone() {
    let request = CollectiveRequest::new(Kind::AllReduce).bytes(1 << 20);
    let net = "hosts(dragonfly(4,2), 2)";
    let told = answered(net, all(&request));
    let alone = answered(net, named(&request, "ring"));
    let ring = told.algorithms.iter().find(|t| t.algorithm == "ring").expect("told");
    assert_eq!(price(ring), price(&alone.algorithms[0]));
    assert_eq!(told.best, Some("ring"));
    assert!(told.time_seconds.expect("a price") < 2.26e-3, "{:?}", told.time_seconds);
}

#[test]
fn finding_w8_pieces_are_searched_by_their_price() {
    let request = CollectiveRequest::new(Kind::Broadcast).bytes(1 << 20);
    let best = answered("path(9)", request.clone());
    for pieces in [1, 8, 32, 64, 85, 86, 87, 128, 1000] {
        for name in ["pipelined", "chain"] {
            let asked = CollectiveRequest { pieces: Some(pieces), ..named(&request, name) };
            let other = answered("path(9)", asked);
            assert!(best.time_seconds <= other.time_seconds, "{name} in {pieces} pieces");
        }
    }
    assert!(best.algorithms[0].pieces.is_some_and(|pieces| pieces.0 > 64));
}

/// The price in closed form is that of the list, to the byte.
#[test]
fn finding_w8_the_price_of_a_conveyor_is_that_of_its_messages() {
    use crossedge::collective::{Branches, BroadcastRule, Conveyor, MessagePath, Pace};
    use crossedge::cost::{CostMachine, of, of_conveyor};
    use crossedge::net::Node;
    use crossedge::verify::{self, Model, Verdict};
    let machine = CostMachine::new(Switching::StoreAndForward);
    let model = Model { ports: Ports::One, switching: verify::Switching::HopSynchronous };
    for text in ["path(7)", "star(3)", "mesh(3,4)", "hypercube(4)", "rdn(ring(3), 1)", "dual(ring(4))"] {
        let topology: Topology = text.parse().expect(text);
        let net = topology.network().expect(text);
        for root in [0, net.nodes() / 2] {
            let rule = BroadcastRule::new(net, Node(root), Pace::Eager).expect(text);
            let branches = Branches::of(&rule, net.nodes());
            let conveyor: Conveyor = branches.conveyor(root);
            for (bytes, pieces) in
                [(0, 1), (1, 1), (1000, 1), (1000, 7), (1000, 10), (13, 12), (5, 9), (100_003, 32)]
            {
                let listed = branches.pipelined(root, bytes, pieces);
                let verdict = verify::schedule(net.as_ref(), listed, model, &Silent).expect("runs");
                let Verdict::Holds(checked) = verdict else { panic!("{text}: {verdict:?}") };
                let listed = of(net.as_ref(), &checked, &machine).expect("fits");
                let counted =
                    of_conveyor(&conveyor, (pieces, bytes), net.nodes() - 1, &machine, MessagePath::LINK);
                assert_eq!(
                    (counted.steps, counted.messages, counted.link_bytes),
                    (listed.steps, listed.messages, listed.link_bytes),
                    "{text} from {root}, {bytes} bytes in {pieces}"
                );
                let apart = (counted.seconds - listed.seconds).abs();
                assert!(apart <= 1e-12 * listed.seconds, "{text} from {root}, {bytes} bytes in {pieces}");
            }
        }
    }
}

/// 550 endpoints on switches: the ring, which is the fastest, is priced, and little slower than on 500.
#[test]
fn finding_w9_rings_are_priced_at_any_size_on_switches() {
    let request = CollectiveRequest::new(Kind::AllReduce).bytes(1 << 20);
    let time = |net: &str| {
        let told = answered(net, all(&request));
        assert_eq!(told.best, Some("ring"), "{net}");
        let ring = told.algorithms.iter().find(|t| t.algorithm == "ring").expect("told");
        assert_eq!(price(ring), price(&answered(net, named(&request, "ring")).algorithms[0]), "{net}");
        told.time_seconds.expect("a price")
    };
    let (listed, counted) = (time("hosts(slimfly(5), 10)"), time("hosts(slimfly(5), 11)"));
    assert!(counted < 1.3 * listed, "500 endpoints take {listed}, 550 take {counted}");
}

/// A round of a ring with every fault that the verifier names.
#[test]
fn finding_w9_faults_of_a_round_are_named() {
    use crossedge::collective::EndpointNetwork;
    use crossedge::verify::{self, Model, Reason, Verdict};
    let topology: Topology = "hosts(ring(3), 2)".parse().expect("a machine");
    let net = topology.network().expect("small");
    let ends = EndpointNetwork::of(net).expect("hosts");
    let order = [0, 1, 2, 3, 4, 5];
    let switching = verify::Switching::CutThrough { hop_time: 100, byte_time: 1 };
    let fault = |order: &[u64], ports: Ports, change: &dyn Fn(&mut verify::RoundSteps)| {
        let mut round = ends.round(&[0, 1, 2, 3, 4, 5], 64).expect("a round");
        change(&mut round);
        let model = Model { ports, switching };
        match verify::round(net.as_ref(), order, round, model, &Silent).expect("runs") {
            Verdict::Holds(_) => None,
            Verdict::Refuted(fault) => Some(fault.reason),
            Verdict::Undecided(limit) => panic!("{limit}"),
        }
    };
    let one = |change: &dyn Fn(&mut verify::RoundSteps)| fault(&order, Ports::One, change);
    assert_eq!(one(&|_| {}), None);
    assert_eq!(fault(&order, Ports::Half, &|_| {}), Some(Reason::Both));
    assert_eq!(fault(&order[..5], Ports::One, &|_| {}), Some(Reason::Nodes(5)));
    assert_eq!(fault(&[0, 1, 2, 3, 4, 4], Ports::One, &|_| {}), Some(Reason::Outside));
    assert_eq!(fault(&[0, 2, 1, 3, 4, 5], Ports::One, &|_| {}), Some(Reason::NoWay));
    assert_eq!(one(&|round| round[0][0].path.clear()), Some(Reason::NoWay));
    assert_eq!(one(&|round| drop(round[0].pop())), Some(Reason::Absent));
    let twice = |round: &mut verify::RoundSteps| {
        let again = round[0][0].clone();
        round.push(vec![again]);
    };
    assert_eq!(one(&twice), Some(Reason::NoWay));
    assert_eq!(one(&|round| round[0][0].path = vec![0, 6, 2, 6, 1]), Some(Reason::Relay));
    assert_eq!(one(&|round| round[0][0].path = vec![0, 7, 1]), Some(Reason::Unlinked(7)));
    assert_eq!(one(&|round| round[0][0].path = vec![0, 99, 1]), Some(Reason::Outside));
    let detour = |round: &mut verify::RoundSteps| {
        for m in round.iter_mut().flatten() {
            if m.from() == 0 {
                m.path = vec![0, 6, 7, 6, 1];
            }
        }
    };
    assert!(matches!(one(&detour), Some(Reason::Link { .. })), "{:?}", one(&detour));
}

#[test]
fn finding_w12_bytes_times_links_are_one_value() {
    let request = CollectiveRequest::new(Kind::AllGather).bytes(1000);
    let told = answered("fattree(4)", all(&request));
    for tried in told.algorithms.iter().filter(|t| t.cost.is_some()) {
        let alone = answered("fattree(4)", named(&request, tried.algorithm));
        assert_eq!(price(tried), price(&alone.algorithms[0]), "{}", tried.algorithm);
    }
}

/// At a crossover point the new algorithm is the fastest of all, and the one before was until there.
#[test]
fn finding_w26_crossovers_are_between_the_fastest() {
    for (text, kind) in
        [("hypercube(4)", Kind::AllReduce), ("torus(4,4)", Kind::AllReduce), ("mesh(3,3)", Kind::Broadcast)]
    {
        let net: Topology = text.parse().expect(text);
        let request = CollectiveRequest { sizes: true, ..all(&CollectiveRequest::new(kind)) };
        let sizes = request.answer(&net, &Silent).expect(text).all.expect("all sizes");
        assert!(!sizes.crossovers.is_empty(), "{text}");
        for crossover in sizes.crossovers {
            for (bytes, name) in
                [(crossover.bytes.0 - 1, crossover.before), (crossover.bytes.0, crossover.after)]
            {
                let told = answered(text, all(&CollectiveRequest::new(kind).bytes(bytes)));
                let named = told.algorithms.iter().find(|t| t.algorithm == name).and_then(price);
                let (time, ..) = named.expect("a price");
                let least = told.time_seconds.expect("a price");
                assert!(
                    time <= least * (1.0 + 1e-11),
                    "{text} {kind}, {bytes} bytes: {name} {time}, best {least}"
                );
            }
        }
    }
}

#[test]
fn finding_r13_too_many_bytes_are_called_that() {
    for (text, kind) in
        [("switch(4)", Kind::Scatter), ("ring(5)", Kind::AllToAll), ("path(3)", Kind::AllGather)]
    {
        let net: Topology = text.parse().expect(text);
        let error = one(&net, &CollectiveRequest::new(kind).bytes(u64::MAX)).expect_err(text).to_string();
        assert!(error.contains("all blocks together have more bytes than 64 bits count"), "{text}: {error}");
    }
}

#[test]
fn finding_c_half_ports_have_an_all_to_all() {
    for text in [
        "ring(3)",
        "ring(6)",
        "path(4)",
        "mesh(3,3)",
        "hypercube(3)",
        "switch(5)",
        "hosts(ring(3), 2)",
        "dual(ring(3))",
    ] {
        let request = CollectiveRequest::new(Kind::AllToAll).bytes(64).ports(Ports::Half);
        let told = answered(text, request.clone());
        assert!(told.best.is_some(), "{text}");
        // The fastest is verified message by message.
        let net: Topology = text.parse().expect(text);
        let plan = Collectives::new(&net, request, &Silent).expect(text);
        let crossedge::answers::VerifiedForm::Schedule(checked) = plan.best().expect(text).judged else {
            panic!("{text}: not listed")
        };
        drop(checked);
    }
}

#[test]
fn finding_c_a_chain_goes_along_a_path() {
    for text in ["path(4)", "path(9)", "path(600)"] {
        let request = CollectiveRequest::new(Kind::Broadcast).bytes(1 << 16);
        let told = answered(text, named(&request, "chain"));
        assert!(told.algorithms[0].cost.is_some(), "{text}: {:?}", told.algorithms[0].reason);
    }
    // From the middle no path leads through all nodes.
    let middle = CollectiveRequest::new(Kind::Broadcast).root(2);
    let told = answered("path(5)", named(&middle, "chain"));
    let reason = told.algorithms[0].reason.clone().expect("a reason");
    assert!(reason.contains("no path from the root"), "{reason}");
}
