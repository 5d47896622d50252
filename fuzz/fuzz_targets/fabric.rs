//! Parses arbitrary bytes as a cabled fabric with every reader. The result is an error with a line number, or cables between existing nodes with at most one
//! cable per port. A parsed fabric is compared with a plan, and the repairs must result in the plan.

#![no_main]

use crossedge::answers::{Request, Trust, WiringRequest};
use crossedge::net::read::{cable_list, ibnetdiscover};
use crossedge::prelude::*;
use libfuzzer_sys::fuzz_target;
use std::collections::HashSet;
use std::sync::OnceLock;

static PLAN: OnceLock<Topology> = OnceLock::new();

fuzz_target!(|bytes: &[u8]| {
    let lines = bytes.iter().filter(|&&c| c == b'\n').count() as u64 + 1;
    for (read, file) in [(ibnetdiscover as fn(&[u8]) -> _, "x.ibnet"), (cable_list, "x.csv")] {
        let fabric = match read(bytes) {
            Err(error) => {
                assert!((1..=lines).contains(&error.line), "{error}");
                continue;
            }
            Ok(fabric) => fabric,
        };
        let mut ports = HashSet::new();
        for (node, port) in fabric.cables.iter().flat_map(|cable| cable.ends) {
            assert!((node as usize) < fabric.nodes.len());
            assert!(port.is_none_or(|port| ports.insert((node, port))));
        }
        let plan = PLAN.get_or_init(|| "hosts(ring(3), 1)".parse().expect("a network"));
        for trust in Trust::ALL {
            let request = WiringRequest { file: file.to_owned(), bytes: bytes.to_vec(), trust, layout: None };
            if let Err(error) = request.answer(plan, &Silent) {
                assert_ne!(error.kind(), ErrorKind::Internal, "{error}");
            }
        }
    }
});
