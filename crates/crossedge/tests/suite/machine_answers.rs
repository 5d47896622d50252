//! Answers about networks with switches and widths, and the verbs that reject them.

use crossedge::answers::MetricValue;
use crossedge::answers::{DeadlockRequest, Request, RingRequest, ShowRequest, TreesRequest, direct};
use crossedge::metrics::Metric;
use crossedge::metrics::metric::{CABLES, DIAMETER_OF_NODES, ENDPOINTS, RADIX, SWITCHES};
use crossedge::prelude::*;
use std::path::Path;

fn topology(text: &str) -> Topology {
    text.parse().unwrap_or_else(|e| panic!("{text}: {e}"))
}

/// One error for all verbs that take nodes for endpoints.
#[test]
fn verbs_that_know_no_switches_say_so() {
    let tree = topology("fattree(4)");
    let told = |verb: &str| {
        format!(
            "{verb} takes every node for an endpoint, and here are 16 endpoints and 20 switches; show, compare, verify, node, distance, route, \
             disjoint, load, throughput, deadlock, collective, phases, fault, failures, ring, layout, design, simulate, draw, report, export, \
             check-wiring, recognize and lint handle switches and widths; or use a network without them"
        )
    };
    let text = |error: crossedge::Error| {
        assert_eq!(error.kind(), ErrorKind::Usage);
        error.to_string()
    };
    let trees = TreesRequest { root: 0.into() }.answer(&tree, &Silent).map(drop);
    assert_eq!(text(trees.expect_err("refused")), told("trees"));
    let wide = topology("width(ring(4), \"ring\", 2)");
    let error = direct(wide.shape(), "load").expect_err("wider links");
    assert_eq!(error.message(), "load takes every link for one flit a cycle, and here are wider links");
    assert!(
        direct(topology("width(ring(4), \"ring\", 1)").shape(), "load").is_ok(),
        "width 1 changes nothing"
    );
    assert!(direct(topology("planes(ring(4), 1)").shape(), "load").is_ok(), "one plane changes nothing");
}

/// Closed forms of plain networks do not apply to machines.
#[test]
fn rules_of_plain_networks_are_not_applied() {
    for text in [
        "width(torus(4,4), \"dimension 1\", 2)",
        "switch(4)",
        "width(ring(4), \"ring\", 2) * ring(4)",
        "hosts(ring(4), 1)",
    ] {
        let net = topology(text);
        assert!(crossedge::metrics::bisection::bisection(net.shape()).is_none(), "{text}");
    }
}

#[test]
fn roles_and_cables_are_shown() {
    let net = topology("width(clos(4, 4, 2), \"level 2\", 3)");
    let shown = ShowRequest::all().answer(&net, &Silent).expect("an answer").metrics;
    let value = |metric: Metric| shown.value(metric).and_then(MetricValue::count).map(ToString::to_string);
    assert_eq!(value(ENDPOINTS).as_deref(), Some("16"));
    assert_eq!(value(SWITCHES).as_deref(), Some("6"));
    assert_eq!(value(CABLES).as_deref(), Some("40"), "16 hosts and 8 links of width 3");
    assert_eq!(value(RADIX).as_deref(), Some("12"));
    assert_eq!(value(DIAMETER_OF_NODES).as_deref(), Some("4"));
    let ring = ShowRequest::all().answer(&topology("ring(5)"), &Silent).expect("an answer").metrics;
    assert!(ring.get(ENDPOINTS).is_none() && ring.link_classes.is_none());
    assert!(net.verify().expect("a verdict").holds);
}

/// Rings are on endpoints, and go by the links between them.
#[test]
fn rings_on_endpoints() {
    let ring = |text: &str| RingRequest::cycle().answer(&topology(text), &Silent).expect("an answer");
    let reason = |text: &str| {
        let answer = ring(text);
        assert_eq!(answer.exists, Some(false), "{text}");
        answer.reason.expect("a reason")
    };
    let apart = "a ring visits endpoints over direct links, and switched networks have none";
    for text in ["fattree(4)", "hosts(ring(5), 2)", "bcube(4, 1)", "megafly(2, 1)", "fattree(4000000)"] {
        assert_eq!(reason(text), apart, "{text}");
    }
    assert_eq!(
        reason("dcell(2, 1)"),
        "on links between endpoints, node 0 has 1 of the 2 links that a ring needs"
    );
    let path = RingRequest::path(0, 1).answer(&topology("switch(3)"), &Silent).expect("an answer");
    assert_eq!((path.exists, path.kind.to_string().as_str()), (Some(false), "path"));
    // Endpoints that are linked themselves: a ring and a switch on the same eight, a ring inside every copy, widths alone.
    for (text, nodes) in [
        ("overlay(ring(8), switch(8))", 8),
        ("overlay(torus(4,4), clos(4,4,2))", 16),
        ("hub(ring(6), {0}, 1)", 6),
        ("width(torus(3,4), \"dimension 1\", 2)", 12),
        ("ring(4) * width(path(2), \"path\", 2)", 8),
    ] {
        let net = topology(text);
        let answer = ring(text);
        let order = answer.nodes.unwrap_or_else(|| panic!("{text}: {:?}", answer.reason));
        assert_eq!(order.len(), nodes, "{text}");
        let network = net.network().expect("small");
        assert!(order.iter().all(|v| v.0 < network.endpoints()), "{text}");
        for i in 0..nodes {
            let (v, w) = (order[i], order[(i + 1) % nodes]);
            assert!(network.width_between(v, w).is_some(), "{text}: {v:?} {w:?}");
        }
    }
    let both = topology("overlay(ring(8), switch(8))");
    let told = RingRequest::path(0, 8).answer(&both, &Silent).map(drop).expect_err("a switch");
    assert_eq!(
        told.to_string(),
        "node 8 is a switch, and rings are on endpoints; endpoints have the ids 0 to 7"
    );
    // A dead switch does not matter, a dead link between endpoints does.
    let around = |faults: &str| RingRequest { faults: vec![faults.to_owned()], ..RingRequest::cycle() };
    let answer = around("8").answer(&both, &Silent).expect("an answer");
    assert_eq!(answer.length.map(|n| n.0), Some(8));
    assert_eq!(around("0-1").answer(&both, &Silent).expect("an answer").exists, Some(false));
}

/// Up and down needs one channel, and the proof is by the channel graph, not by packets.
#[test]
fn fat_trees_cannot_deadlock() {
    for text in [
        "xgft([2,3],[2,2])",
        "fattree(4)",
        "karytree(3,3)",
        "switch(5)",
        "xgft([4,4,4],[1,2,2])",
        "fattree(16)",
    ] {
        let request = DeadlockRequest { vcs: Some(1), ..DeadlockRequest::default() };
        let answer = request.answer(&topology(text), &Silent).expect("a verdict");
        assert!(answer.proved, "{text}");
        assert_eq!(answer.vcs_required, 1, "{text}");
        let proof = answer.proof.expect("a proof");
        assert!(!proof.from_packets, "{text}");
    }
}

/// The machines of the examples have the nodes and links of their comments.
#[test]
fn presets_hold() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/machines");
    let mut count = 0;
    for entry in std::fs::read_dir(folder).expect("examples/machines") {
        let path = entry.expect("entry").path();
        let text = std::fs::read_to_string(&path).expect("a preset");
        let net = topology(&text);
        let said = |what: &str| {
            let line = text.lines().find_map(|line| line.strip_prefix(&format!("# {what}: ")));
            line.unwrap_or_else(|| panic!("{}: {what}", path.display())).to_owned()
        };
        assert_eq!(net.nodes().to_string(), said("nodes"), "{}", path.display());
        assert_eq!(net.links().to_string(), said("links"), "{}", path.display());
        count += 1;
    }
    assert_eq!(count, 12);
}
