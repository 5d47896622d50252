//! The verifier of throughputs: good certificates hold, read back as they were written, and a thousand seeded faults are caught, each by its name.

use crate::throughput::known;
use crossedge::answers::ThroughputRequest;
use crossedge::certificate::{Certificate, Demands};
use crossedge::exact::Exact;
use crossedge::net::{Node, Port, Structure};
use crossedge::prelude::*;
use crossedge::verify::{BadCertificate, No, throughput};
use num_bigint::BigUint;

const SUBJECTS: &[(&str, &str)] = &[
    ("circulant(8,[1,2])", "uniform"),
    ("dcell(2,1)", "uniform"),
    ("hosts(complete(4),2)", "complement"),
    ("torus(4,4)", "transpose"),
    ("clos(4,4,2)", "shift by 4"),
    ("width(hyperx(4,3),\"dimension 1\",2)", "uniform"),
    ("dual(ring(3))", "tornado"),
    ("megafly(2,2)", "groups of 4"),
    ("mesh(3,3)", "hotspot at 4"),
    ("hub(path(4),{0,3},2)", "longest"),
];

struct Seeded(u64);

impl Seeded {
    fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) % n as u64) as usize
    }
}

fn judged(net: &dyn Structure, certificate: &Certificate) -> Result<(), BadCertificate> {
    match throughput(net, certificate.clone(), &Silent).expect("not stopped").into_result() {
        Ok(sealed) => {
            assert_eq!(*sealed, *certificate);
            Ok(())
        }
        Err(No::Refuted(bad)) => Err(bad),
        Err(No::Undecided(limit)) => panic!("{limit}"),
    }
}

/// Adds to what a source sends over a port.
fn add(certificate: &mut Certificate, source: usize, v: u64, port: u32, amount: &BigUint) {
    let amounts = &mut certificate.flow.sources[source].amounts;
    match amounts.iter_mut().find(|(node, at, _)| (*node, *at) == (v, port)) {
        Some((_, _, have)) => have.0 += amount,
        None => amounts.push((v, port, Exact(amount.clone()))),
    }
}

/// A port that carries its width at the lower end.
fn tight(net: &dyn Structure, certificate: &Certificate) -> (u64, u32) {
    let mut loads = std::collections::BTreeMap::<(u64, u32), BigUint>::new();
    for (v, port, amount) in certificate.flow.sources.iter().flat_map(|sent| &sent.amounts) {
        *loads.entry((*v, *port)).or_default() += &amount.0;
    }
    let full = loads.iter().find(|((v, port), load)| {
        let width = net.width(net.link_class(Node(*v), Port(*port)));
        *load * &certificate.lower.numerator
            == &certificate.lower.denominator * &certificate.flow.scale.0 * BigUint::from(width)
    });
    *full.expect("one link is full").0
}

/// The upper end that lengths show, by relaxing all links until nothing changes.
fn upper(net: &dyn Structure, certificate: &Certificate) -> (BigUint, BigUint) {
    let n = net.nodes() as usize;
    let (mut held, mut needed) = (BigUint::ZERO, BigUint::ZERO);
    for (v, row) in certificate.lengths.iter().enumerate() {
        for (port, length) in row.iter().enumerate() {
            let class = net.link_class(Node(v as u64), Port(port as u32));
            held += &length.0 * net.width(class);
        }
    }
    let ends = certificate.demands.ends();
    for s in 0..ends {
        let mut far: Vec<Option<BigUint>> = vec![None; n];
        far[s] = Some(BigUint::ZERO);
        loop {
            let mut changed = false;
            for v in 0..n {
                let Some(at) = far[v].clone() else { continue };
                for (port, length) in certificate.lengths[v].iter().enumerate() {
                    let w = net.link(Node(v as u64), Port(port as u32)).0.0 as usize;
                    let way = &at + &length.0;
                    if far[w].as_ref().is_none_or(|known| way < *known) {
                        far[w] = Some(way);
                        changed = true;
                    }
                }
            }
            if !changed {
                break;
            }
        }
        for (t, amount) in certificate.demands.row(s) {
            needed += far[t].clone().expect("connected") * amount;
        }
    }
    (held * certificate.demands.unit(), needed)
}

#[test]
fn seal_of_throughputs_thousand_faults() {
    let subjects: Vec<(Topology, Certificate)> = SUBJECTS
        .iter()
        .map(|(text, traffic)| {
            let net = known(text).expect("a construction");
            let request = ThroughputRequest::of(traffic).expect("a pattern");
            let sealed = request.certify(&net, &Silent).unwrap_or_else(|e| panic!("{text} {traffic}: {e}"));
            (net, sealed.into_inner())
        })
        .collect();
    let mut dice = Seeded(18);
    let mut kinds = [0; 8];
    let mut caught = 0;
    while caught < 1000 {
        let (topology, good) = &subjects[dice.below(subjects.len())];
        let net = topology.network().expect("small").as_ref();
        let mut bad = good.clone();
        let kind = dice.below(kinds.len());
        let source = dice.below(bad.flow.sources.len());
        let from = bad.flow.sources[source].from;
        let entry = dice.below(bad.flow.sources[source].amounts.len());
        let (v, port, amount) = bad.flow.sources[source].amounts[entry].clone();
        let (w, back) = net.link(Node(v), Port(port));
        let told = format!("{topology} {}: fault {kind}", bad.traffic);
        match kind {
            // Once more round a full link and back: nothing is lost, and the link is over its width.
            0 => {
                let (v, port) = tight(net, &bad);
                let (w, back) = net.link(Node(v), Port(port));
                add(&mut bad, source, v, port, &1u32.into());
                add(&mut bad, source, w.0, back.0, &1u32.into());
                let found = judged(net, &bad).expect_err(&told);
                let BadCertificate::OverCapacity { claimed, .. } = found else { panic!("{told}: {found}") };
                assert_eq!(claimed, good.lower, "{told}");
            }
            // Less goes over a link than comes to it: lost at one end, and it appears at the other.
            1 => {
                let less = BigUint::from(1 + dice.below(3) as u32).min(amount.0.clone());
                bad.flow.sources[source].amounts[entry].2.0 -= &less;
                match judged(net, &bad).expect_err(&told) {
                    BadCertificate::Lost { from: s, at, amount } => {
                        assert_eq!((s, at.0, amount), (from, v, less), "{told}")
                    }
                    BadCertificate::Created { from: s, at, amount } => {
                        assert_eq!((s, at, amount), (from, w, less), "{told}")
                    }
                    other => panic!("{told}: {other}"),
                }
            }
            // More goes over a link than comes to it.
            2 => {
                add(&mut bad, source, v, port, &2u32.into());
                match judged(net, &bad).expect_err(&told) {
                    BadCertificate::Created { from: s, at, amount } => {
                        assert_eq!((s, at.0, amount), (from, v, 2u32.into()), "{told}")
                    }
                    BadCertificate::Lost { from: s, at, amount } => {
                        assert_eq!((s, at, amount), (from, w, 2u32.into()), "{told}")
                    }
                    other => panic!("{told}: {other}"),
                }
            }
            // A length is another one. Some lengths may change and show the same; those are no faults.
            3 => {
                let (v, port) = (dice.below(bad.lengths.len()), dice.below(64));
                if bad.lengths[v].is_empty() {
                    continue;
                }
                let port = port % bad.lengths[v].len();
                bad.lengths[v][port].0 += 1 + dice.below(5) as u32;
                let (a, b) = upper(net, &bad);
                if &a * &good.upper.denominator == &b * &good.upper.numerator {
                    assert!(judged(net, &bad).is_ok(), "{told}: the same end");
                    continue;
                }
                let found = judged(net, &bad).expect_err(&told);
                let BadCertificate::Upper { counted, .. } = found else { panic!("{told}: {found}") };
                assert_eq!(counted.numerator * b, counted.denominator * a, "{told}");
            }
            // Another throughput is claimed, at either end.
            4 => {
                bad.lower.numerator += 1u32;
                let found = judged(net, &bad).expect_err(&told);
                assert!(matches!(found, BadCertificate::Crossed { .. }), "{told}: {found}");
            }
            5 => {
                bad.lower.denominator += 1 + dice.below(9) as u32;
                let found = judged(net, &bad).expect_err(&told);
                let BadCertificate::Lower { counted, .. } = found else { panic!("{told}: {found}") };
                assert_eq!(
                    counted.numerator * &good.lower.denominator,
                    counted.denominator * &good.lower.numerator
                );
            }
            6 => {
                let end =
                    if dice.below(2) == 0 { &mut bad.upper.numerator } else { &mut bad.upper.denominator };
                *end += 1u32;
                let found = judged(net, &bad).expect_err(&told);
                assert!(matches!(found, BadCertificate::Upper { .. }), "{told}: {found}");
            }
            // Something is missing, twice there, or not of this network.
            _ => {
                let wanted: fn(&BadCertificate) -> bool = match dice.below(7) {
                    0 => {
                        bad.flow.sources.remove(source);
                        |bad| matches!(bad, BadCertificate::Entries { .. })
                    }
                    1 => {
                        bad.lengths.pop();
                        |bad| matches!(bad, BadCertificate::Entries { .. })
                    }
                    2 => {
                        let again = bad.flow.sources[source].amounts[entry].clone();
                        bad.flow.sources[source].amounts.push(again);
                        |bad| matches!(bad, BadCertificate::Place { .. })
                    }
                    3 => {
                        bad.flow.sources[source].amounts[entry].1 = net.degree(Node(v));
                        |bad| matches!(bad, BadCertificate::Place { .. })
                    }
                    4 => {
                        bad.form.push('!');
                        |bad| matches!(bad, BadCertificate::Form(_))
                    }
                    5 => {
                        bad.demands = Demands::Uniform(net.endpoints() as u32 + 1);
                        |bad| matches!(bad, BadCertificate::Entries { .. })
                    }
                    _ => {
                        let rows = (0..net.endpoints()).map(|v| vec![(v as u32, 1)]).collect();
                        bad.demands = Demands::Listed { unit: 1, rows };
                        |bad| matches!(bad, BadCertificate::Demand { .. })
                    }
                };
                let found = judged(net, &bad).expect_err(&told);
                assert!(wanted(&found), "{told}: {found}");
            }
        }
        let _ = back;
        kinds[kind] += 1;
        caught += 1;
    }
    assert!(kinds.iter().all(|&count| count >= 60), "{kinds:?}");
}

#[test]
fn certificates_read_back() {
    for (text, traffic) in SUBJECTS {
        let net = known(text).expect("a construction");
        let sealed = ThroughputRequest::of(traffic).expect("a pattern").certify(&net, &Silent).expect(text);
        let written = serde_json::to_string(&*sealed).expect("plain data");
        let read: Certificate = serde_json::from_str(&written).expect("as it was written");
        assert_eq!(read, *sealed, "{text} {traffic}");
    }
    for wrong in ["{}", "[]", "{\"form\": 3}", "null", "{\"form\":\"x\",\"more\":1}"] {
        assert!(serde_json::from_str::<Certificate>(wrong).is_err(), "{wrong}");
    }
}

/// Zero lengths prove nothing, for any claim; nor does a flow over a scale of zero.
#[test]
fn empty_certificates_show_nothing() {
    let net = known("ring(6)").expect("known");
    let sealed = ThroughputRequest::uniform().certify(&net, &Silent).expect("small").into_inner();
    let net = net.network().expect("small").as_ref();
    for claimed in [sealed.upper.clone(), Ratio::new(100u32, 1u32), Ratio::new(0u32, 1u32)] {
        let mut bad = sealed.clone();
        bad.lengths.iter_mut().flatten().for_each(|length| length.0 = BigUint::ZERO);
        bad.upper = claimed;
        assert!(matches!(judged(net, &bad), Err(BadCertificate::Upper { .. })));
    }
    for end in [Ratio::new(1u32, 0u32), Ratio::new(0u32, 0u32)] {
        assert!(judged(net, &Certificate { upper: end.clone(), ..sealed.clone() }).is_err());
        assert!(judged(net, &Certificate { lower: end, ..sealed.clone() }).is_err());
    }
    let mut bad = sealed.clone();
    bad.flow.scale.0 = BigUint::ZERO;
    assert!(judged(net, &bad).is_err());
    bad.flow.sources.iter_mut().for_each(|sent| sent.amounts.clear());
    assert!(judged(net, &bad).is_err());
}

/// A certificate of one network is none of another.
#[test]
fn certificates_are_of_one_network() {
    let request = ThroughputRequest::uniform();
    let ring = known("ring(6)").expect("known");
    let sealed = request.certify(&ring, &Silent).expect("small").into_inner();
    for other in ["path(6)", "ring(7)", "complete(6)", "width(ring(6), \"ring\", 2)", "switch(6)"] {
        let net = known(other).expect("known");
        assert!(judged(net.network().expect("small").as_ref(), &sealed).is_err(), "{other}");
    }
}
