//! What verbs answer of networks with switches and widths, and which refuse them.

use crossedge::answers::{
    CollectiveRequest, DeadlockRequest, LoadRequest, PacketRequest, Pattern, Request, RingRequest,
    ShowRequest, direct,
};
use crossedge::collective::Kind;
use crossedge::metrics::throughput::uniform;
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
             disjoint, draw and export know switches and widths; or take a network without them"
        )
    };
    let text = |error: crossedge::Error| {
        assert_eq!(error.kind(), ErrorKind::Usage);
        error.to_string()
    };
    let all = CollectiveRequest::new(Kind::Broadcast).answer(&tree, &Silent).map(drop);
    assert_eq!(text(all.expect_err("refused")), told("collective"));
    let load = LoadRequest::new(Pattern::Uniform).answer(&tree, &Silent).map(drop);
    assert_eq!(text(load.expect_err("refused")), told("load"));
    let ring = RingRequest::cycle().answer(&tree, &Silent).map(drop);
    assert_eq!(text(ring.expect_err("refused")), told("ring"));
    let packet = PacketRequest::new(0, 1).answer(&tree, &Silent).map(drop);
    assert_eq!(text(packet.expect_err("refused")), told("fault"));
    let wide = topology("width(ring(4), \"ring\", 2)");
    let error = direct(wide.shape(), "load").expect_err("wider links");
    assert_eq!(error.message(), "load takes every link for one flit a cycle, and here are wider links");
    assert!(
        direct(topology("width(ring(4), \"ring\", 1)").shape(), "load").is_ok(),
        "width 1 changes nothing"
    );
    assert!(direct(topology("planes(ring(4), 1)").shape(), "load").is_ok(), "one plane changes nothing");
}

/// No rule for plain networks speaks of machines.
#[test]
fn rules_of_plain_networks_are_not_applied() {
    for text in [
        "width(torus(4,4), \"dimension 1\", 2)",
        "switch(4)",
        "width(ring(4), \"ring\", 2) * ring(4)",
        "hosts(ring(4), 1)",
    ] {
        let net = topology(text);
        assert!(uniform(net.shape()).is_none(), "{text}");
        assert!(crossedge::metrics::bisection::bisection(net.shape()).is_none(), "{text}");
    }
}

#[test]
fn roles_and_cables_are_shown() {
    let net = topology("width(clos(4, 4, 2), \"level 2\", 3)");
    let shown = ShowRequest::all().answer(&net, &Silent).expect("an answer").metrics;
    let machine = shown.machine.expect("switches");
    let value = |asked: &crossedge::answers::Asked<Exact<num_bigint::BigUint>>| {
        asked.value.as_ref().map(ToString::to_string)
    };
    assert_eq!(value(&machine.endpoints).as_deref(), Some("16"));
    assert_eq!(value(&machine.switches).as_deref(), Some("6"));
    assert_eq!(value(&machine.cables).as_deref(), Some("40"), "16 hosts and 8 links of width 3");
    assert_eq!(machine.radix.and_then(|radix| radix.value).map(|radix| radix.0), Some(6));
    assert_eq!(machine.diameter_of_nodes.value.map(|far| far.0), Some(4));
    assert!(
        ShowRequest::all()
            .answer(&topology("ring(5)"), &Silent)
            .expect("an answer")
            .metrics
            .machine
            .is_none()
    );
    assert!(net.verify().expect("a verdict").holds);
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
        assert_eq!(answer.vcs_asked_by_routing, 1, "{text}");
        let proof = answer.proof.expect("a proof");
        assert!(!proof.from_packets, "{text}");
    }
}

/// The machines of the examples have as many nodes and links as their comments say.
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
