//! Machines in the engine: hosts are its servers, wide links are cables in parallel, and its own fat tree and dragonfly agree with ours.

use crossedge::Topology;
use crossedge::answers::ExportRequest;
use crossedge::export::FormatEntry;
use crossedge::net::{Node, no_files};
use crossedge::progress::Silent;
use crossedge::route::channels::Channel;
use crossedge_sim::{
    Ending, Limits, Machine, Outcome, Prepared, Settings, Theirs, probe, saturation, simulate,
};

fn prepared(expression: &str, traffic: &str) -> Prepared {
    let settings = Settings { traffic: traffic.parse().expect(traffic), ..Settings::new(expression) };
    Prepared::new(&settings, &no_files, &Silent).unwrap_or_else(|e| panic!("{expression}: {e}"))
}

/// The links of a route, by its rules, and how many of its ends are routers with a server.
fn links(prepared: &Prepared, from: Node, to: Node) -> u64 {
    let (net, routing) = (prepared.net(), prepared.routing());
    let (mut at, mut by, mut links) = (from, None, 0);
    while let Some(next) = routing.step(by, at, None, to) {
        by = Some(Channel::new(at, next));
        at = net.link(at, next.port).0;
        links += 1;
    }
    let routers = [from, to].into_iter().filter(|&v| {
        let ends = net.endpoints();
        net.degree(v) > 1 || net.link(v, crossedge::net::Port(0)).0.0 < ends
    });
    assert_eq!(at, to);
    links + routers.count() as u64
}

/// A message alone takes the links of its route, one more to the server of an end that is a router, and its flits.
#[test]
fn an_empty_machine_takes_its_links() {
    for (expression, link_cycles) in [
        ("fattree(4)", 1),
        ("fattree(4)", 3),
        ("switch(5)", 1),
        ("hosts(dragonfly(2,1), 2)", 1),
        ("hosts(rdn(ring(3), 1), 1)", 2),
        ("bcube(3, 1)", 1),
        ("dcell(2, 1)", 1),
        ("hosts(megafly(2, 1), 2)", 1),
        ("hammingmesh(2,2,2,2)", 1),
        ("xgft([3,2],[2,2])", 1),
        ("planes(clos(2,3,2), 2)", 1),
        ("width(clos(4,3,2), \"level 2\", 3)", 1),
        ("width(torus(3,4), \"dimension 1\", 2)", 1),
    ] {
        let settings =
            Settings { machine: Machine { link_cycles, ..Machine::default() }, ..Settings::new(expression) };
        let settings = match Prepared::new(&settings, &no_files, &Silent) {
            Ok(_) => settings,
            // No shortest paths by the addresses.
            Err(_) => Settings { routing: "address".parse().expect("a routing"), ..settings },
        };
        let prepared =
            Prepared::new(&settings, &no_files, &Silent).unwrap_or_else(|e| panic!("{expression}: {e}"));
        let ends = prepared.net().endpoints();
        let all = (0..ends).flat_map(|a| (0..ends).map(move |b| (Node(a), Node(b))));
        let pairs: Vec<(Node, Node)> = all.filter(|(a, b)| a != b).take(400).collect();
        let (latencies, _) = probe(&prepared, &pairs, &Silent).expect(expression);
        for (&(from, to), latency) in pairs.iter().zip(latencies) {
            let wanted = links(&prepared, from, to) * u64::from(link_cycles) + 15;
            assert_eq!(latency, wanted, "{expression} {from:?} {to:?}");
        }
    }
}

#[test]
fn hosts_of_a_switch_share_it() {
    // At a low load a packet takes the mean distance of hosts: 1 of 15 in 2 links, 2 in 4, 12 in 6.
    let outcome = simulate(&Settings { load: 0.05, ..Settings::new("fattree(4)") }, &Silent).expect("runs");
    assert_eq!((outcome.ending, outcome.senders), (Ending::Steady, 16));
    let mean = (2.0 + 2.0 * 4.0 + 12.0 * 6.0) / 15.0;
    assert!((outcome.mean_hops.expect("arrived") - mean).abs() < 0.2, "{outcome:?}");
    // Links to hosts, which are servers, are reported, too.
    let classes: Vec<&str> = outcome.classes.iter().map(|class| class.link_class.as_str()).collect();
    assert_eq!(classes, ["level 1", "level 2", "level 3"]);
    assert_eq!(outcome.classes[1].links, 2 * 16);
}

/// The cost of a collective: its messages between servers arrive, all of them.
#[test]
fn collectives_and_all_to_all_end() {
    for traffic in
        ["all-to-all", "collective broadcast eager", "collective allreduce recursive-doubling of 1024 bytes"]
    {
        for expression in ["fattree(4)", "bcube(3,1)", "hosts(ring(3), 2)"] {
            let outcome = prepared(expression, traffic).run(&Silent).expect("runs");
            assert_eq!(outcome.ending, Ending::Finished, "{expression} {traffic}");
        }
    }
    let outcome = prepared("fattree(4)", "all-to-all").run(&Silent).expect("runs");
    assert_eq!(outcome.messages, 16 * 15);
}

#[test]
fn wide_links_carry_more() {
    // Eight hosts on each of two leaves, and one spine: half of the traffic crosses, so a link carries 1/4 of what its leaf offers.
    let accepted = |width: u64| {
        let text = format!("width(clos(8, 2, 1), \"level 2\", {width})");
        let settings =
            Settings { traffic: "shift by 8".parse().expect("a traffic"), load: 1.0, ..Settings::new(text) };
        simulate(&settings, &Silent).expect("runs").accepted_load
    };
    let [one, two, four] = [1, 2, 4].map(accepted);
    assert!((one - 1.0 / 8.0).abs() < 0.01, "{one}");
    assert!((two / one - 2.0).abs() < 0.1 && (four / one - 4.0).abs() < 0.3, "{one} {two} {four}");
}

#[test]
fn unsupported_engine_features_are_refused() {
    let told = |settings: Settings| {
        simulate(&settings, &Silent).expect_err("refused").render(false).replacen("error: ", "", 1)
    };
    assert_eq!(
        told(Settings::new("width(switch(4), \"host\", 2)")),
        "the engine gives a server one flit in a cycle, and the links of class 'host' to hosts are 2 wide\nhelp: leave links to hosts at width 1, and put several hosts on a switch"
    );
    let valiant = Settings { routing: "valiant".parse().expect("a routing"), ..Settings::new("fattree(4)") };
    assert_eq!(
        told(valiant),
        "valiant over minimal routing sends packets by way of hosts, and on fattree(4) the engine hands them on at switches alone\nhelp: take a routing without detours"
    );
    let hot = Settings {
        traffic: "hotspot at (1,(0,0,0))".parse().expect("a traffic"),
        ..Settings::new("fattree(4)")
    };
    assert_eq!(told(hot), "(1,(0,0,0)) is a switch, not an endpoint\nhelp: endpoints have the ids 0 to 15");
    assert_eq!(
        told(Settings::new("switch(1)")),
        "switch(1) has only one endpoint\nhelp: use a network with at least two endpoints"
    );
    let wide = told(Settings::new("width(torus(4,4), \"dimension 1\", 99999999999)"));
    assert!(wide.contains("the limit is 8 GiB"), "{wide}");
}

/// The engine's own fat tree and dragonfly, with equally many servers.
fn theirs(expression: &str) -> Theirs {
    let (topology, routing) = match expression {
        "fattree(4)" => ("XGFT{ height: 2, down: [2, 4], up: [2, 2], servers_per_leaf: 2 }", "UpDown"),
        "fattree(8)" => ("XGFT{ height: 2, down: [4, 8], up: [4, 4], servers_per_leaf: 4 }", "UpDown"),
        "hosts(dragonfly(2,1), 1)" => (
            "Dragonfly{ global_ports_per_router: 1, servers_per_router: 1, group_size: 2, global_arrangement: Palmtree }",
            DRAGONFLY,
        ),
        _ => (
            "Dragonfly{ global_ports_per_router: 2, servers_per_router: 2, group_size: 4, global_arrangement: Palmtree }",
            DRAGONFLY,
        ),
    };
    Theirs { topology: topology.to_owned(), routing: routing.to_owned() }
}

/// Local, global, local: paths with the fewest global links, and a second channel behind one.
const DRAGONFLY: &str =
    "AscendantChannelsWithLinkClass{ routing: WeighedShortest{ class_weight: [1, 100] }, bases: [1, 2] }";

/// Our routing of the same kind.
fn routing(expression: &str) -> &'static str {
    if expression.contains("dragonfly") { "local-global-local" } else { "adaptive" }
}

/// Every pair takes as long in an empty network, on the engine's parts and on ours.
fn same_when_empty(expression: &str) {
    let pairs = |n: u64| -> Vec<(Node, Node)> {
        let all = (0..n).flat_map(|a| (0..n).map(move |b| (Node(a), Node(b))));
        // All of them where the two are compared with each other as a whole.
        let step = if expression.contains("dragonfly") { 1 } else { (n * n) as usize / 2000 + 1 };
        all.filter(|(a, b)| a != b).step_by(step).collect()
    };
    let settings =
        Settings { routing: routing(expression).parse().expect("a routing"), ..Settings::new(expression) };
    let ours = Prepared::new(&settings, &no_files, &Silent).expect(expression);
    let pairs = pairs(ours.net().endpoints());
    let (mut mine, _) = probe(&ours, &pairs, &Silent).expect("runs");
    let (mut other, _) =
        probe(&ours.by_theirs(theirs(expression)).expect("read"), &pairs, &Silent).expect("runs");
    if expression.contains("dragonfly") {
        // Global links lead to other groups there: every latency comes as often.
        mine.sort_unstable();
        other.sort_unstable();
    }
    assert_eq!(mine, other, "{expression}");
}

#[test]
fn an_empty_network_is_the_engines_own() {
    same_when_empty("fattree(4)");
    same_when_empty("hosts(dragonfly(2,1), 1)");
}

/// Accepted load of both at full load, and their saturation.
fn beside(expression: &str, traffic: &str, seeds: &[u64], limits: Limits) -> [(f64, f64); 2] {
    let settings = Settings {
        routing: routing(expression).parse().expect("a routing"),
        traffic: traffic.parse().expect(traffic),
        limits,
        ..Settings::new(expression)
    };
    let one = |own: bool| {
        let mut prepared = Prepared::new(&settings, &no_files, &Silent).expect(expression).unjudged();
        if own {
            prepared = prepared.by_theirs(theirs(expression)).expect("read");
        }
        let full: Vec<Outcome> =
            seeds.iter().map(|&seed| prepared.run_at(1.0, seed, &Silent).expect("runs")).collect();
        let full = full.iter().map(|run| run.accepted_load).sum::<f64>() / seeds.len() as f64;
        (full, saturation(&prepared, 1.0, 0.01, seeds, &Silent).expect("found").load())
    };
    [one(false), one(true)]
}

#[test]
fn saturation_is_that_of_the_engines_own_parts() {
    let limits = Limits { cycles: 4_000, ..Limits::default() };
    for expression in ["fattree(4)", "hosts(dragonfly(2,1), 1)"] {
        let [ours, theirs] = beside(expression, "uniform", &[1], limits);
        println!("{expression}: ours {ours:?}, theirs {theirs:?}");
        assert!((ours.0 / theirs.0 - 1.0).abs() < 0.05, "{expression}: {ours:?} {theirs:?}");
    }
}

#[test]
#[ignore = "heavy: fattree(8) and hosts(dragonfly(4,2), 2) at many loads, ours and the engine's own"]
fn heavy_saturation_is_that_of_the_engines_own_parts() {
    same_when_empty("fattree(8)");
    same_when_empty("hosts(dragonfly(4,2), 2)");
    let limits = Limits { cycles: 20_000, ..Limits::default() };
    for (expression, traffic) in [
        ("fattree(8)", "uniform"),
        ("fattree(8)", "shift by 16"),
        ("fattree(8)", "complement"),
        ("hosts(dragonfly(4,2), 2)", "uniform"),
    ] {
        let [ours, theirs] = beside(expression, traffic, &[1, 2, 3], limits);
        println!("{expression}, {traffic}: ours {ours:?}, theirs {theirs:?}");
        assert!((ours.0 / theirs.0 - 1.0).abs() < 0.03, "{expression}: {ours:?} {theirs:?}");
        assert!((ours.1 / theirs.1 - 1.0).abs() < 0.03, "{expression}: {ours:?} {theirs:?}");
    }
}

/// The engine reads the file that is exported for it, and every pair takes as long there as on the network itself.
#[test]
fn the_engine_reads_our_file() {
    let folder = std::env::temp_dir().join(format!("crossedge-caminos-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder");
    for (number, (expression, servers)) in
        [("rdn(ring(3), 2)", 1), ("hosts(dragonfly(4,2), 2)", 2), ("mesh(3,4)", 1)].into_iter().enumerate()
    {
        let net: Topology = expression.parse().expect(expression);
        let file = folder.join(format!("{number}.caminos"));
        let request = ExportRequest { format: FormatEntry::format_named("caminos").expect("a format") };
        request.check(&net).expect("fits");
        let mut bytes = Vec::new();
        request.write(&net, &mut bytes, &Silent).expect("memory takes it");
        std::fs::write(&file, bytes).expect("written");
        let settings =
            Settings { routing: "minimal".parse().expect("a routing"), ..Settings::new(expression) };
        let ours = Prepared::new(&settings, &no_files, &Silent).expect(expression);
        let ends = ours.net().endpoints();
        let all = (0..ends).flat_map(|a| (0..ends).map(move |b| (Node(a), Node(b))));
        let pairs: Vec<(Node, Node)> =
            all.filter(|(a, b)| a != b).step_by((ends * ends) as usize / 3000 + 1).collect();
        let (mine, _) = probe(&ours, &pairs, &Silent).expect("runs");
        let topology =
            format!("File{{ filename: \"{}\", format: 0, servers_per_router: {servers} }}", file.display());
        let theirs = Theirs { topology, routing: "Shortest".to_owned() };
        let (other, _) = probe(&ours.by_theirs(theirs).expect("read"), &pairs, &Silent).expect("runs");
        assert_eq!(mine, other, "{expression}");
    }
    std::fs::remove_dir_all(&folder).expect("removed");
}
