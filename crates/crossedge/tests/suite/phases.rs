//! Phases of training: messages, mappings, timetables, and every fault that their verifier can name.

use crate::common::build;
use crossedge::answers::{PhasesRequest, Request};
use crossedge::collective::training::{Job, MappingText, NoMapping, Phase, Timetable, timetable};
use crossedge::net::Structure;
use crossedge::prelude::*;
use crossedge::verify::{BadTimetable, Verdict};
use crossedge::words::Word;
use std::sync::Arc;

fn net(text: &str) -> Arc<dyn Structure> {
    build(text).1
}

fn made(text: &str, job: &str, phase: Phase, mapping: &str) -> (Arc<dyn Structure>, Timetable) {
    let (net, job): (_, Job) = (net(text), job.parse().expect("a job"));
    let mapping =
        mapping.parse::<MappingText>().expect("words").on(net.as_ref(), job.ranks()).expect("a mapping");
    let made = timetable(net.as_ref(), job, phase, 1000, &mapping, &Silent).expect("a timetable");
    (net, made)
}

fn judged(net: &dyn Structure, told: Timetable) -> Option<BadTimetable> {
    match crossedge::verify::timetable(net, told, &Silent).expect("not stopped") {
        Verdict::Holds(checked) => {
            assert!(checked.on(net).is_ok());
            None
        }
        Verdict::Refuted(bad) => Some(bad),
        Verdict::Undecided(limit) => panic!("{limit}"),
    }
}

#[test]
fn timetables_hold_on_networks_of_every_kind() {
    for text in [
        "torus(4,4,2)",
        "hypercube(5)",
        "dual(ring(4))",
        "rdn(ring(3), 1)",
        "hosts(dragonfly(4,2), 2)",
        "fattree(4)",
        "hyperx(4,4)",
        "width(clos(16, 8, 4), \"level 2\", 2)",
        "slimfly(5)",
    ] {
        for phase in Phase::ALL {
            let (net, told) = made(text, "2x4x2x2", *phase, "linear");
            assert_eq!(judged(net.as_ref(), told.clone()), None, "{text} {phase}");
            assert!(told.steps() > 0 && told.cycles(net.as_ref(), 16) > 0);
        }
    }
}

/// The rounds of a ring reduce, by the contents of every part: after them every rank has all parts.
#[test]
fn a_ring_reduces_everything() {
    let job: Job = "1x6x2".parse().expect("a job");
    let round = &job.rounds(Phase::Data, 600)[0];
    let (n, ranks) = (6usize, job.ranks() as usize);
    // held[rank][part]: whose contributions are in it.
    let mut held = vec![vec![0u64; n]; ranks];
    for (rank, parts) in held.iter_mut().enumerate() {
        parts.iter_mut().for_each(|part| *part = 1 << rank);
    }
    for turn in 0..round.times as usize {
        let before = held.clone();
        for &(from, to) in &round.pairs {
            let (from, to) = (from as usize, to as usize);
            let part = (from % n + 2 * n - turn) % n;
            // While parts are reduced they are added to; after that they are complete, and copied.
            held[to][part] =
                if turn < n - 1 { held[to][part] | before[from][part] } else { before[from][part] };
        }
    }
    for (rank, parts) in held.iter().enumerate() {
        let group: u64 = (0..n).map(|i| 1u64 << (rank / n * n + i)).sum();
        assert!(parts.iter().all(|&part| part == group), "rank {rank}: {parts:?}");
    }
}

#[test]
fn senders_and_receivers_of_patterns() {
    let job: Job = "2x4x3x2".parse().expect("a job");
    let pairs = |phase| job.rounds(phase, 100).into_iter().map(|round| round.pairs).collect::<Vec<_>>();
    assert_eq!(job.to_string(), "2x4x3x2");
    assert_eq!(pairs(Phase::Tensor)[0][..4], [(0, 1), (1, 0), (2, 3), (3, 2)]);
    assert_eq!(pairs(Phase::Data)[0][..4], [(0, 2), (1, 3), (2, 4), (3, 5)]);
    assert_eq!(pairs(Phase::Data)[0][6..8], [(6, 0), (7, 1)]);
    assert_eq!(
        pairs(Phase::Expert)[0][..8],
        [(0, 2), (1, 3), (2, 0), (3, 1), (4, 6), (5, 7), (6, 4), (7, 5)]
    );
    assert_eq!(pairs(Phase::Expert).len(), 1);
    let handed = &pairs(Phase::Pipeline)[0];
    assert_eq!((handed.len(), handed[0], handed[15]), (16, (0, 8), (15, 23)));
    assert!(Job::new(8, 1, 1, 1).expect("a job").rounds(Phase::Data, 100).is_empty());
}

#[test]
fn rank_placements() {
    let at = |text: &str, mapping: &str, ranks| {
        mapping
            .parse::<MappingText>()
            .expect("words")
            .on(net(text).as_ref(), ranks)
            .map(|m| m.endpoints().to_vec())
    };
    assert_eq!(at("torus(4,4)", "linear", 3), Ok(vec![0, 1, 2]));
    assert_eq!(at("torus(4,4)", "block 2x2", 8), Ok(vec![0, 1, 4, 5, 2, 3, 6, 7]));
    assert_eq!(at("torus(4,4)", "3,1,2", 3), Ok(vec![3, 1, 2]));
    assert_eq!(at("torus(4,4)", "linear", 17), Err(NoMapping::Few { ranks: 17, endpoints: 16 }));
    assert_eq!(
        at("torus(4,4)", "block 3x2", 8),
        Err(NoMapping::Boxes { boxes: vec![3, 2], sizes: vec![4, 4] })
    );
    assert_eq!(at("dual(ring(3))", "block 2x2", 8), Err(NoMapping::NoProduct));
    assert_eq!(at("torus(4,4)", "3,1", 3), Err(NoMapping::Length { listed: 2, ranks: 3 }));
    assert_eq!(at("torus(4,4)", "3,16,2", 3), Err(NoMapping::NoEndpoint { rank: 1, endpoint: 16 }));
    assert_eq!(at("torus(4,4)", "3,1,3", 3), Err(NoMapping::Twice(3)));
    for mapping in ["linear", "block 2x2x2", "4,0,1"] {
        assert_eq!(mapping.parse::<MappingText>().expect("words").to_string(), mapping);
    }
    assert!("blocks".parse::<MappingText>().is_err() && "".parse::<MappingText>().is_err());
}

#[test]
fn every_fault_of_a_timetable_is_named() {
    let seeded = |phase, fault: &dyn Fn(&mut Timetable)| {
        let (net, mut told) = made("torus(4,4)", "2x4x2", phase, "linear");
        fault(&mut told);
        judged(net.as_ref(), told).map_or_else(|| "holds".to_owned(), |bad| bad.to_string())
    };
    let tensor = |fault: &dyn Fn(&mut Timetable)| seeded(Phase::Tensor, fault);
    assert_eq!(tensor(&|_| ()), "holds");
    assert_eq!(tensor(&|t| t.endpoints.truncate(15)), "15 endpoints are given for 16 ranks");
    assert_eq!(tensor(&|t| t.endpoints[3] = 16), "rank 3 has no endpoint, or that of another rank");
    assert_eq!(tensor(&|t| t.endpoints[3] = 2), "rank 3 has no endpoint, or that of another rank");
    assert_eq!(tensor(&|t| t.job.expert = 3), "groups of experts do not fill the copies of the model");
    assert_eq!(tensor(&|t| t.job.expert = 0), "groups of experts do not fill the copies of the model");
    assert_eq!(tensor(&|t| t.rounds.clear()), "0 rounds are given, and the phase has 1");
    assert_eq!(tensor(&|t| t.rounds[0].times = 1), "round 1: there are 2 of it, of 500 bytes");
    assert_eq!(tensor(&|t| t.rounds[0].bytes = 1), "round 1: there are 2 of it, of 500 bytes");
    assert_eq!(tensor(&|t| t.rounds[0].steps[0][0] = vec![0, 5, 1]), "round 1: node 0 has no link to node 5");
    assert_eq!(tensor(&|t| t.rounds[0].steps[0][0] = vec![99, 0]), "round 1: node 99 has no link to node 0");
    let again = |t: &mut Timetable| {
        let way = t.rounds[0].steps[0][0].clone();
        t.rounds[0].steps.push(vec![way]);
    };
    assert!(tensor(&again).ends_with("or not again"), "{}", tensor(&again));
    assert!(tensor(&|t| t.rounds[0].steps[0][0].clear()).ends_with("or not again"));
    let left_out = |t: &mut Timetable| drop(t.rounds[0].steps[0].remove(0));
    assert!(tensor(&left_out).contains("sends nothing to endpoint"), "{}", tensor(&left_out));
    assert_eq!(seeded(Phase::Expert, &|_| ()), "holds");
    // Every second node of a ring sends over two links: all at once take each link twice.
    let (net, mut told) = made("ring(8)", "2x4x1", Phase::Data, "linear");
    told.rounds[0].steps = vec![(0..8).map(|v| vec![v, (v + 1) % 8, (v + 2) % 8]).collect()];
    let told = judged(net.as_ref(), told).expect("a fault").to_string();
    assert_eq!(told, "round 1, step 1: more messages than the link is wide go from node 1 to node 2");
}

#[test]
fn bounds_and_schedules() {
    let request = PhasesRequest { tensor: 4, pipeline: 2, bytes: 1024, ..PhasesRequest::default() };
    let nets: Vec<Topology> =
        ["torus(4,8)", "fattree(8)", "dual(ring(4))"].map(|text| text.parse().expect(text)).to_vec();
    let answer = request.answer(&nets, &Silent).expect("phases");
    assert_eq!(answer.machines.len(), 3);
    for machine in &answer.machines {
        assert_eq!(machine.phases.len(), 4, "{}", machine.expression);
        for phase in &machine.phases {
            let over = phase.ratio_to_bound.value().expect("finite");
            assert!(over >= 1.0, "{} {}: {over}", machine.expression, phase.phase);
        }
    }
    // A row of eight is two groups of four, each a path. A ring over a path takes one step: only the message from the last node to the first
    // uses links in its direction.
    let torus = &answer.machines[0].phases[0];
    assert_eq!((torus.flits.0, torus.bound_cycles.clone()), (6 * 16, Ratio::new(96u32, 1u32)));
    // A fat tree carries everything at full rate.
    for phase in &answer.machines[1].phases {
        assert_eq!(phase.bound_cycles, Ratio::new(phase.flits.0, 1u32));
    }
    let few = PhasesRequest { data: Some(100), ..request.clone() };
    let told = few.answer(&nets[..1], &Silent).expect_err("too many").to_string();
    assert!(told.contains("800 ranks do not fit on 32 endpoints"), "{told}");
    let none = PhasesRequest { tensor: 0, ..request.clone() };
    assert!(none.answer(&nets[..1], &Silent).expect_err("nothing").to_string().contains("one rank at least"));
    let told = |request: &PhasesRequest, text: &str| {
        let error = request.answer(&[text.parse().expect(text)], &Silent).expect_err(text);
        (error.kind(), error.to_string())
    };
    // Reported immediately, before anything is listed.
    for (text, wanted) in [
        ("hypercube(30)", "1073741824 ranks are more than the 4194304 that are placed one by one"),
        ("rdn(ring(3), 4)", "the job has more than 2^32 ranks"),
    ] {
        let (kind, message) = told(&request, text);
        assert!(kind == ErrorKind::Limit && message.contains(wanted), "{message}");
    }
    let many = PhasesRequest { phases: vec![Phase::Expert], ..request.clone() };
    let (kind, message) = told(&many, "hypercube(20)");
    assert!(kind == ErrorKind::Limit && message.contains("messages are more than the 4194304"), "{message}");
    let huge = PhasesRequest { bytes: u64::MAX, flit_bytes: 1, ..request.clone() };
    assert!(told(&huge, "ring(8)").1.contains("a rank sends more than 2^64 flits"));
    let wide = PhasesRequest { tensor: 64, ..request };
    let told = wide.answer(&nets[..1], &Silent).expect_err("too wide").to_string();
    assert!(told.contains("128 ranks of one copy do not fit on the 32 endpoints"), "{told}");
}
