//! Any expression: its shape or a refusal comes soon, and a small network obeys its laws.

#![no_main]

use crossedge::expr::parse;
use crossedge::net::{Node, elaborate, links, no_files, to_network};
use crossedge::verify::{self, Refuted, Verdict};
use crossedge::progress::Silent;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    // Every expression is read, and its counts are worked out. Entire networks are walked only where that is quick.
    let Ok(expr) = parse(text) else { return };
    let shape = match elaborate(&expr, &no_files) {
        Ok(shape) => shape,
        Err(error) => {
            assert!(text.get(error.span.clone()).is_some(), "{error:?} is outside the text");
            error.render(text, true);
            return;
        }
    };
    crossedge::net::notes(shape.as_ref());
    let small = shape.nodes() <= 2000u32.into() && links(shape.as_ref()) <= 50_000u32.into();
    if !small {
        if shape.check().is_err() {
            let error = to_network(&expr, shape.as_ref(), &no_files).err().expect("check has passed");
            error.render(text, true);
        }
        return;
    }
    let net = to_network(&expr, shape.as_ref(), &no_files).expect("small networks are made");
    match verify::network(net.as_ref(), &shape.degrees(), &Silent).expect("it is not cancelled") {
        // A graph written inline may be in pieces.
        Verdict::Holds(_) | Verdict::Refuted(Refuted::Unreached { .. }) => {}
        other => panic!("{other:?}"),
    }
    let (mut at, to) = (Node(0), Node(net.nodes() - 1));
    let distance = net.distance(at, to);
    let mut hops = 0;
    while let Some(port) = net.next_port(at, to) {
        at = net.link(at, port).0;
        hops += 1;
        assert!(hops <= 4 * net.nodes(), "the route does not arrive");
    }
    if at == to {
        assert!(distance.is_none_or(|distance| hops >= distance));
        assert!(!net.minimal() || distance.is_none_or(|distance| hops == distance));
    }
});
