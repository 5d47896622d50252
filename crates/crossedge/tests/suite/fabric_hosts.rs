//! Hosts instead of adapters as the endpoints of a fabric.

use crate::common::testdata;
use crossedge::answers::{MetricValue, Request, ShowRequest};
use crossedge::exact::Ratio;
use crossedge::metrics::Metric;
use crossedge::metrics::metric::{CABLES, ENDPOINTS, PORTS_PER_ENDPOINT, SWITCHES};
use crossedge::net::{Node, Port};
use crossedge::prelude::*;
use std::collections::{BTreeMap, BTreeSet};

fn parsed(text: &str, expression: &str) -> Result<Topology, Error> {
    let text = text.to_owned();
    let read = move |_: &str| Ok(text.clone().into_bytes());
    Topology::builder().files(read).parse(expression)
}

fn by_host(text: &str) -> Topology {
    parsed(text, "file(\"x.ibnet\", endpoints=host)").expect("read")
}

fn dump(name: &str) -> String {
    std::fs::read_to_string(testdata().join("fabrics").join(name)).expect("text")
}

fn count(net: &Topology, metric: Metric) -> u64 {
    let answer =
        ShowRequest { metrics: vec![metric], ..ShowRequest::all() }.answer(net, &Silent).expect("shown");
    match answer.metrics.value(metric) {
        Some(MetricValue::Count(count)) => u64::try_from(&count.0).expect("small"),
        other => panic!("{metric:?}: {other:?}"),
    }
}

/// The leaves of every host of dump (a), parsed independently from the text of its adapters.
fn leaves_by_host(text: &str) -> BTreeMap<String, Vec<String>> {
    let mut all: BTreeMap<String, Vec<String>> = BTreeMap::new();
    let mut leaf = String::new();
    for line in text.lines() {
        if line.starts_with("Switch") || line.starts_with("Ca") {
            leaf = line.to_owned();
        }
        let Some(rest) = line.starts_with('[').then(|| line.split('"').nth(3)).flatten() else { continue };
        let mut words = rest.split(' ');
        if let (Some(host), Some(device), None) = (words.next(), words.next(), words.next())
            && device.starts_with("mlx5_")
            && leaf.starts_with("Switch")
        {
            all.entry(host.to_owned()).or_default().push(leaf.clone());
        }
    }
    all
}

/// Dump (a) has one endpoint per host name, with the cables of its adapters, each to a different switch.
#[test]
fn adapters_of_a_host_are_one_endpoint() {
    let text = dump("a.ibnet");
    let (net, hosts) = (by_host(&text), leaves_by_host(&text));
    assert_eq!(hosts.values().map(Vec::len).sum::<usize>(), 542);
    assert_eq!(count(&net, ENDPOINTS), hosts.len() as u64);
    assert_eq!((count(&net, SWITCHES), count(&net, CABLES)), (40, 1074));
    let stored = net.network().expect("stored").as_ref();
    for v in (0..stored.endpoints()).map(Node) {
        let name = stored.address(v).to_string();
        let leaves = &hosts[name.trim_matches('"')];
        let switches: BTreeSet<&String> = leaves.iter().collect();
        assert_eq!(stored.degree(v) as usize, switches.len(), "{name}");
        let cables = (0..stored.degree(v)).map(|port| stored.cables(stored.link_class(v, Port(port))));
        assert_eq!(cables.sum::<u64>(), leaves.len() as u64, "{name}");
    }
    assert_eq!(net.to_string(), "file(\"x.ibnet\", endpoints=host)");
    let notes = ShowRequest::all().answer(&net, &Silent).expect("shown").notes;
    let note = format!(
        "542 adapters of {0} hosts are {0} endpoints; throughput is in units of one adapter port",
        hosts.len()
    );
    assert!(notes.contains(&note), "{notes:?}");
}

/// Hosts with several adapters do not forward: routes of dump (a) pass switches only.
#[test]
fn routes_between_hosts_pass_switches_only() {
    let net = by_host(&dump("a.ibnet"));
    let stored = net.network().expect("stored").as_ref();
    let ends = stored.endpoints();
    for from in (0..ends).map(Node) {
        for to in (0..ends).map(Node).filter(|to| *to != from) {
            let mut at = from;
            while at != to {
                at = stored.link(at, stored.next_port(at, to).expect("a route")).0;
                assert!(at == to || at.0 >= ends, "{from:?} to {to:?} passes {at:?}");
            }
        }
    }
}

/// Two hosts with two adapters, each on a switch of its rail, or both on one switch.
fn rails(second: &str) -> String {
    let lines = |rail: u64, leaf: &str, first: u64| {
        let host = |host: u64| {
            let port = first + host;
            format!("[{port}] \"H-{host}{rail}\"[1] # \"dgx-{host} mlx5_{rail}\" lid 1 4xNDR\n")
        };
        format!("{leaf}{}{}", host(0), host(1))
    };
    let first = lines(0, "Switch 8 \"S-0\" # \"leaf-0\"\n", 1);
    first + &lines(1, second, 3)
}

/// Two ports carry twice as much as one, over two switches or as a trunk to one.
#[test]
fn ports_of_a_host_carry_together() {
    let (two, one) = (rails("\nSwitch 8 \"S-1\" # \"leaf-1\"\n"), rails(""));
    for (text, switches, degree) in [(&two, 2, 2), (&one, 1, 1)] {
        let net = by_host(text);
        assert_eq!((count(&net, ENDPOINTS), count(&net, SWITCHES), count(&net, CABLES)), (2, switches, 4));
        let shown = ShowRequest { metrics: vec![PORTS_PER_ENDPOINT], ..ShowRequest::all() };
        let shown = shown.answer(&net, &Silent).expect("shown");
        let ports = shown.metrics.value(PORTS_PER_ENDPOINT);
        assert!(matches!(ports, Some(MetricValue::Ratio(ports)) if *ports == Ratio::new(2u32, 1u32)));
        let stored = net.network().expect("stored").as_ref();
        assert_eq!(stored.degree(Node(0)), degree);
        let answer = net.throughput("uniform").expect("solved");
        assert_eq!((answer.lower, answer.upper), (Ratio::new(2u32, 1u32), Ratio::new(2u32, 1u32)));
        assert_eq!(stored.address(Node(1)).to_string().trim_matches('"'), "dgx-1");
    }
    // Adapters by themselves: four endpoints, in two parts with two switches.
    let adapters = parsed(&one, "file(\"x.ibnet\", endpoints=adapter)").expect("read");
    assert_eq!(count(&adapters, ENDPOINTS), 4);
    assert_eq!(count(&parsed(&one, "file(\"x.ibnet\")").expect("read"), ENDPOINTS), 4);
}

/// Adapters without a host name, files without adapters and unknown options are rejected with help.
#[test]
fn fabrics_without_host_names_are_refused() {
    let unnamed =
        rails("").replace("dgx-0 mlx5_0", "MT4129 ConnectX7").replace("dgx-1 mlx5_0", "MT4129 ConnectX7");
    let unnamed =
        unnamed.replace("dgx-0 mlx5_1", "MT4129 ConnectX7").replace("dgx-1 mlx5_1", "MT4129 ConnectX7");
    let error = parsed(&unnamed, "file(\"x.ibnet\", endpoints=host)").expect_err("no hosts");
    assert_eq!(error.message(), "x.ibnet: no endpoint is named as an adapter of a host, e.g. \"H-00\"");
    let help = error.advice().expect("help");
    assert!(help.contains("dgx-04 mlx5_5"), "{help}");
    let error = parsed("0 1\n", "file(\"x.edges\", endpoints=host)").expect_err("a graph");
    assert_eq!(error.message(), "x.edges: a graph has no adapters");
    let error = parsed(&rails(""), "file(\"x.ibnet\", endpoints=rack)").expect_err("no such endpoints");
    assert_eq!(error.message(), "file needs adapter or host for endpoints, found 'rack'");
    // Some adapters have no host name: they stay, and a note counts them.
    let some = rails("").replace("dgx-1 mlx5_1", "MT4129 ConnectX7 Mellanox");
    let net = by_host(&some);
    assert_eq!(count(&net, ENDPOINTS), 3);
    let notes = ShowRequest::all().answer(&net, &Silent).expect("shown").notes;
    assert!(
        notes.iter().any(|note| note == "1 adapter without a host name is an endpoint of its own"),
        "{notes:?}"
    );
}
