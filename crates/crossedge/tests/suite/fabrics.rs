//! Dumps of fabrics against facts that an independent program found, and the traits of real dumps one by one.

use crate::common::testdata;
use crossedge::answers::{
    CertificateRequest, DeadlockRequest, ExportRequest, FailuresRequest, LayoutRequest, MetricValue,
    Networks, Pattern, Request, RoutingRequest, ShowRequest, ThroughputRequest, Trust, WiringRequest,
};
use crossedge::certificate::Certificate;
use crossedge::error::ErrorKind;
use crossedge::exact::Ratio;
use crossedge::export::FormatEntry;
use crossedge::metrics::Metric;
use crossedge::metrics::metric::{CABLES, ENDPOINTS, RADIX, SWITCHES, THROUGHPUT};
use crossedge::net::read::ibnetdiscover;
use crossedge::prelude::*;
use serde_json::Value;

/// Reads files of `testdata`.
fn load(path: &str) -> Result<Vec<u8>, String> {
    std::fs::read(testdata().join(path)).map_err(|error| error.to_string())
}

fn facts() -> Value {
    let text = std::fs::read_to_string(testdata().join("fabrics/facts.json")).expect("facts");
    serde_json::from_str(&text).expect("JSON")
}

fn dump(name: &str) -> Topology {
    let text = format!("file(\"fabrics/{name}\")");
    Topology::builder().files(load).parse(&text).unwrap_or_else(|error| panic!("{name}: {error}"))
}

fn count(net: &Topology, metric: Metric) -> u64 {
    let answer =
        ShowRequest { metrics: vec![metric], ..ShowRequest::all() }.answer(net, &Silent).expect("shown");
    match answer.metrics.value(metric) {
        Some(MetricValue::Count(count)) => u64::try_from(&count.0).expect("small"),
        other => panic!("{metric:?}: {other:?}"),
    }
}

/// Endpoints, switches and cables of both dumps, aggregation nodes left out.
#[test]
fn dumps_have_the_counts_of_an_independent_program() {
    for name in ["a.ibnet", "b.ibnet"] {
        let (net, facts) = (dump(name), facts()[name].clone());
        assert_eq!(count(&net, ENDPOINTS), facts["endpoints"].as_u64().expect("a number"), "{name}");
        assert_eq!(count(&net, SWITCHES), facts["switches"].as_u64().expect("a number"), "{name}");
        assert_eq!(count(&net, CABLES), facts["cables"].as_u64().expect("a number"), "{name}");
        let read = ibnetdiscover(&load(&format!("fabrics/{name}")).expect("bytes")).expect("read");
        let aggregation = read.nodes.iter().filter(|node| node.aggregation).count() as u64;
        assert_eq!(aggregation, facts["aggregation_nodes"].as_u64().expect("a number"), "{name}");
        for (rate, cables) in facts["rates"].as_object().expect("rates") {
            let has = |cable: &&crossedge::net::read::FabricCable| {
                cable.rate.is_some_and(|number| read.rates[number as usize] == *rate)
            };
            assert_eq!(
                read.cables.iter().filter(has).count() as u64,
                cables.as_u64().expect("a number"),
                "{name}"
            );
        }
    }
    assert_eq!(count(&dump("b.ibnet"), RADIX), 36);
}

/// Trunks and slow cables count in the throughput: exactly where the facts are exact.
#[test]
fn dumps_have_the_throughput_of_an_independent_program() {
    for name in ["a.ibnet", "b.ibnet"] {
        let (net, facts) = (dump(name), facts()[name].clone());
        let answer = net.throughput("uniform").expect("solved");
        let (lower, upper) =
            (answer.lower.value().expect("a number"), answer.upper.value().expect("a number"));
        let known = facts["theta_uniform_float"].as_f64().expect("a number");
        assert!(lower - 1e-6 <= known && known <= upper + 1e-6, "{name}: {lower} to {upper}, not {known}");
        assert_eq!(answer.lower, answer.upper, "{name}: exact");
        if let Some(exact) = facts["theta_uniform"].as_str() {
            let ratio = |end: &Ratio| format!("{}/{}", end.numerator, end.denominator);
            assert_eq!(
                (ratio(&answer.lower).as_str(), ratio(&answer.upper).as_str()),
                (exact, exact),
                "{name}"
            );
        }
        let certified = ThroughputRequest::of("uniform").expect("a traffic").certify(&net, &Silent);
        let certificate: Certificate = (*certified.unwrap_or_else(|error| panic!("{name}: {error}"))).clone();
        let judged =
            CertificateRequest { certificate: certificate.clone() }.answer(&net, &Silent).expect("judged");
        assert!(judged.holds, "{name}: {judged:?}");
        // More than the slow cable carries is refused.
        let more = Ratio::new(&certificate.lower.numerator * 2u32, certificate.lower.denominator.clone());
        let wrong = Certificate { lower: more.clone(), upper: more, ..certificate };
        assert!(!CertificateRequest { certificate: wrong }.answer(&net, &Silent).expect("judged").holds);
    }
    let shown = ShowRequest { metrics: vec![THROUGHPUT], ..ShowRequest::all() };
    assert!(shown.answer(&dump("b.ibnet"), &Silent).expect("shown").metrics.value(THROUGHPUT).is_some());
}

/// Features that only real dumps have: chassis headers, trunks, nodes without a record, discovery paths.
#[test]
fn traits_of_real_dumps_are_read() {
    let text = br#"# from -g and -s
Chassis 1 (guid 0x1)

DR path slid 0; dlid 0; 0 -> new remote switch
switchguid=0x10(10)
Switch 8 "S-0000000000000010"  # "MF0;leaf-1:MQM9700/U1" enhanced port 0 lid 1 lmc 0
[1] "H-0000000000000020"[1](20)  # "host-1 mlx5_0" lid 2 4xNDR
[2] "H-0000000000000030"[1](30)  # "host-2 mlx5_0" lid 3 4xNDR
[3] "S-0000000000000040"[1]      # "spine" lid 4 4xNDR
[4] "S-0000000000000040"[2]      # "spine" lid 4 4xNDR
[8] "H-0000000000000050"[1](50)  # "Mellanox Technologies Aggregation Node" lid 5 4xNDR

Non-Chassis Nodes
Ca 1 "H-0000000000000020"        # "host-1 mlx5_0"
[1](20) "S-0000000000000010"[1]  # lid 2 lmc 0 "leaf-1" lid 1 4xNDR
"#;
    let fabric = ibnetdiscover(text).unwrap_or_else(|error| panic!("{error}"));
    let names: Vec<&str> = fabric.nodes.iter().map(|node| node.name.as_str()).collect();
    let agent = "Mellanox Technologies Aggregation Node";
    assert_eq!(names, ["leaf-1", "host-1 mlx5_0", "host-2 mlx5_0", "spine", agent]);
    let switches: Vec<Option<bool>> = fabric.nodes.iter().map(|node| node.switch).collect();
    assert_eq!(switches, [Some(true), Some(false), Some(false), Some(true), Some(false)]);
    assert_eq!(fabric.cables.len(), 5, "two of them between the same switches");
    assert_eq!(
        fabric.notes,
        ["3 nodes have no record in the dump; roles follow from the ids, cables from the other ends"]
    );
    let served = fabric.without_aggregation();
    assert_eq!((served.nodes.len(), served.cables.len()), (4, 4));
    assert_eq!(served.notes[1], "1 aggregation node is left out: it is not an endpoint");
}

/// Every port of a switch has one cable: the same port twice is an error with both lines.
#[test]
fn a_port_with_two_cables_is_refused() {
    let text = b"Switch 4 \"S-1\" # \"a\"\n[1] \"H-2\"[1]\n[1] \"H-3\"[1]\n";
    let error = ibnetdiscover(text).expect_err("two cables").to_string();
    assert_eq!(error, "line 3: port 1 of S-1 leads to H-3 here, and has another cable on line 2");
}

/// The plan of dump (b), its names free: as planned, and the one slow cable is named. A plan with other trunks is not.
#[test]
fn the_slow_cable_of_a_fabric_as_planned_is_named() {
    let bytes = load("fabrics/b.ibnet").expect("bytes");
    let check = |plan: &str| {
        let plan: Topology = plan.parse().expect("a plan");
        let (file, bytes) = ("b.ibnet".to_owned(), bytes.clone());
        WiringRequest { file, bytes, trust: Trust::Ports, layout: None }
            .answer(&plan, &Silent)
            .expect("compared")
    };
    let answer = check("width(clos(24,4,2), \"level 2\", 6)");
    assert_eq!((answer.as_planned.value, answer.faults.len()), (Some(true), 0), "{:?}", answer.faults);
    assert_eq!((answer.planned.0, answer.found.0, answer.right.0), (144, 144, 144));
    let slow = &facts()["b.ibnet"]["slow"];
    let [found] = &answer.slow[..] else { panic!("{:?}", answer.slow) };
    assert_eq!(
        (found.rate.as_str(), found.common_rate.as_str()),
        (slow["rate"].as_str().expect("a rate"), "4xEDR")
    );
    assert_eq!(found.cable.a_node, slow["switch"].as_str().expect("a name"));
    assert_eq!(u64::from(found.cable.a_port), slow["port"].as_u64().expect("a port"));
    assert_ne!(check("width(clos(24,4,2), \"level 2\", 5)").as_planned.value, Some(true));
}

/// An exported machine with trunks is read back with the same cables, ports and throughput.
#[test]
fn trunks_come_back_from_the_text_of_ibnetdiscover() {
    for text in ["width(clos(4,4,2), \"level 2\", 3)", "width(fattree(4), \"level 1\", 2)", "clos(3,4,2)"] {
        let net: Topology = text.parse().expect("a network");
        let request = ExportRequest { format: FormatEntry::format_named("infiniband").expect("a format") };
        let mut bytes = Vec::new();
        request.write(&net, &mut bytes, &Silent).expect("written").expect("not stopped");
        let read =
            Topology::builder().files(move |_| Ok(bytes.clone())).parse("file(\"x.ibnet\")").expect("read");
        for metric in [ENDPOINTS, SWITCHES, CABLES, RADIX] {
            assert_eq!(count(&read, metric), count(&net, metric), "{text}, {metric:?}");
        }
        let theta = |net: &Topology| net.throughput("uniform").expect("solved").upper;
        assert_eq!(theta(&read), theta(&net), "{text}");
    }
}

/// Every cable and every node of a fabric fails in turn; cables have the names of the dump. Mixed rates are refused, not ignored.
#[test]
fn every_single_failure_of_a_fabric_is_visited() {
    let text =
        String::from_utf8(load("fabrics/b.ibnet").expect("bytes")).expect("text").replace("4xDDR", "4xEDR");
    let read = move |_: &str| Ok(text.clone().into_bytes());
    let net = Topology::builder().files(read).parse("file(\"b.ibnet\")").expect("read");
    let answer = FailuresRequest::default().answer(std::slice::from_ref(&net), &Silent).expect("visited");
    let [machine] = &answer.machines[..] else { panic!("one machine") };
    let row = |kind: &str| machine.failures.iter().find(|row| row.kind == kind).expect(kind);
    assert_eq!((row("host cable").cases.0, row("host cable").lost.0), (96, 1));
    // One of six cables of a pair: no endpoint is cut off.
    assert_eq!((row("switch cable").cases.0, row("switch cable").lost.0), (8, 0));
    assert!(row("switch cable").worst.contains("S-0000000000000b0"), "{}", row("switch cable").worst);
    // A leaf takes its hosts with it.
    assert_eq!((row("node").cases.0, row("node").lost.0), (102, 24));
}

/// For machines without closed form and for dumps, deadlock freedom is decided by the routes between endpoints.
#[test]
fn deadlock_is_decided_for_every_network_with_switches() {
    let judged = |net: &Topology, routing: RoutingRequest| {
        DeadlockRequest { routing, ..DeadlockRequest::default() }.answer(net, &Silent)
    };
    for name in ["a.ibnet", "b.ibnet"] {
        for routing in ["minimal", "updown"] {
            let named = RoutingRequest::named(routing.parse().expect("a routing"));
            let answer =
                judged(&dump(name), named).unwrap_or_else(|error| panic!("{name}, {routing}: {error}"));
            assert!(answer.proved, "{name}, {routing}");
        }
    }
    for text in ["bcube(3,1)", "megafly(2,1)", "dcell(3,1)", "planes(fattree(4), 2)", "hammingmesh(2,2,2,2)"]
    {
        let net: Topology = text.parse().unwrap_or_else(|error| panic!("{text}: {error}"));
        let answer =
            judged(&net, RoutingRequest::default()).unwrap_or_else(|error| panic!("{text}: {error}"));
        assert!(answer.proved || answer.cycle.is_some(), "{text}");
    }
}

/// Text of a two-level fabric in which cable `i` of a leaf and a spine has `lanes(leaf, spine, i)` lanes; a host has four. With `split`, a cable of
/// several lanes becomes several cables of one lane.
fn two_levels(leaves: u64, spines: u64, lanes: &dyn Fn(u64, u64, u64) -> u64, split: bool) -> Vec<u8> {
    let mut text = String::new();
    for leaf in 0..leaves {
        text += &format!("Switch 64 \"S-{leaf}\" # \"leaf {leaf}\"\n");
        let mut port = 0;
        let mut cables = |to: &str, back: &mut u64, lanes: u64| {
            for _ in 0..if split { lanes } else { 1 } {
                (port, *back) = (port + 1, *back + 1);
                let lanes = if split { 1 } else { lanes };
                text += &format!("[{port}] \"{to}\"[{back}] # \"x\" lid 1 {lanes}xQDR s=4 w=2 v=4\n");
            }
        };
        for host in 0..3 {
            cables(&format!("H-{leaf}.{host}"), &mut 0, 4);
        }
        for spine in 0..spines {
            let mut back = 100 * leaf;
            (0..2).for_each(|i| cables(&format!("S-1{spine:02}"), &mut back, lanes(leaf, spine, i)));
        }
        text.push('\n');
    }
    text.into_bytes()
}

/// A cable of k lanes carries as much as k cables of one lane, in throughput, loads and certificates; only the unit differs. The text is that of `-f`.
#[test]
fn rates_are_worth_as_many_parallel_cables() {
    for seed in 0..12u64 {
        let lanes = |leaf: u64, spine: u64, i: u64| {
            [1, 2, 4, 8, 12][((seed * 31 + leaf * 7 + spine * 3 + i) % 5) as usize]
        };
        let (leaves, spines) = (2 + seed % 3, 1 + seed % 2);
        let net = |split: bool| {
            let bytes = two_levels(leaves, spines, &lanes, split);
            let read = move |_: &str| Ok(bytes.clone());
            Topology::builder().files(read).parse("file(\"x.ibnet\")").expect("read")
        };
        let (rated, parallel) = (net(false), net(true));
        // One endpoint port of four lanes is four ports of one lane.
        let four = |ratio: &Ratio| Ratio::lowest(&ratio.numerator * 4u32, ratio.denominator.clone());
        let theta = |net: &Topology| net.throughput("uniform").expect("solved").lower;
        assert_eq!(four(&theta(&rated)), theta(&parallel), "seed {seed}");
        let load = |net: &Topology| net.load(Pattern::Uniform).expect("loads");
        let (ours, theirs) = (load(&rated), load(&parallel));
        assert_eq!(ours.balance, theirs.balance, "seed {seed}");
        assert_eq!(ours.ideal_throughput.as_ref().map(four), theirs.ideal_throughput, "seed {seed}");
        let certificate =
            ThroughputRequest::of("uniform").expect("a traffic").certify(&rated, &Silent).expect("certified");
        let judged = CertificateRequest { certificate: (*certificate).clone() }
            .answer(&rated, &Silent)
            .expect("judged");
        assert!(judged.holds, "seed {seed}");
    }
}

/// Verbs that ignore rates refuse a fabric of mixed rates; none contradicts itself.
#[test]
fn every_verb_answers_or_refuses_a_fabric_of_mixed_rates() {
    let net = dump("b.ibnet");
    let mut answered = 0;
    for verb in crossedge::answers::VERBS {
        let nets = match verb.networks {
            Networks::None => continue,
            _ => std::slice::from_ref(&net),
        };
        let mut parameters = serde_json::Map::new();
        if verb.name == "collective" {
            parameters.insert("kind".to_owned(), "alltoall".into());
        }
        match (verb.run)(&Value::Object(parameters), nets, &Silent) {
            Ok(_) => answered += 1,
            Err(error) => assert_ne!(error.kind(), ErrorKind::Internal, "{}: {error}", verb.name),
        }
    }
    assert!(answered >= 9, "{answered}");
    let error = LayoutRequest::default().answer(&net, &Silent).expect_err("mixed rates");
    assert_eq!(
        error.message(),
        "layout needs cables of one rate, and file(\"fabrics/b.ibnet\") has different ones"
    );
}

/// Unknown rates are reported, never ignored: all cables then count as equally fast.
#[test]
fn unknown_rates_are_noted() {
    let text =
        String::from_utf8(load("fabrics/b.ibnet").expect("bytes")).expect("text").replace("4xDDR", "4x???");
    let read = move |_: &str| Ok(text.clone().into_bytes());
    let net = Topology::builder().files(read).parse("file(\"x.ibnet\")").expect("read");
    let notes = ShowRequest::all().answer(&net, &Silent).expect("shown").notes;
    assert_eq!(notes, ["the rate of 1 of 144 cables is not known: all rates are taken as equal"]);
}

/// Widths that no machine has are refused with their line, in every format.
#[test]
fn absurd_widths_are_refused() {
    let csv = "A-Node,A-Port,Z-Node,Z-Port,Width\na,1,b,1,18446744073709551615\n";
    let error = crossedge::net::read::cable_list(csv.as_bytes()).expect_err("too wide").to_string();
    assert_eq!(error, "line 2: Width is a whole number from 1 to 1048576, found \"18446744073709551615\"");
    let graph = "<graphml><key id=\"w\" attr.name=\"width\"/><graph edgedefault=\"undirected\"><node id=\"a\"/><node id=\"b\"/>\n\
                 <edge source=\"a\" target=\"b\"><data key=\"w\">99999999</data></edge></graph></graphml>";
    let error = crossedge::net::read::graphml(graph.as_bytes()).expect_err("too wide").to_string();
    assert_eq!(error, "line 2: width is a whole number from 1 to 1048576, found \"99999999\"");
}

/// A dump that was cut off anywhere is read up to its last complete line, or refused as one without cables; nothing else.
#[test]
fn dumps_that_are_cut_off_are_read() {
    let bytes = load("fabrics/b.ibnet").expect("bytes");
    let mut noted = 0;
    for end in (1..bytes.len()).step_by(97) {
        match ibnetdiscover(&bytes[..end]) {
            Ok(fabric) => {
                noted +=
                    usize::from(fabric.notes.iter().any(|note| note.contains("the dump ends inside line")))
            }
            Err(error) => assert!(error.message == "the file has no cables", "{end}: {error}"),
        }
    }
    assert!(noted > 20, "{noted}");
}
