//! Programs, plans and byte check without MPI: all ranks in one process.

use crossedge::collective::{Algorithm, Collective, Kind, Schedule};
use crossedge::metrics::bfs::{from_sources, levels};
use crossedge::net::Node;
use crossedge::progress::Silent;
use crossedge_mpi::blocks::Blocks;
use crossedge_mpi::dead::faults;
use crossedge_mpi::local::run;
use crossedge_mpi::mutate::Seeded;
use crossedge_mpi::pairs::{PairSums, Tasks};
use crossedge_mpi::programs::{Derived, VerifiedSchedule, algorithm_named, endpoint_neighbours, schedule};
use crossedge_mpi::search::{MAX_BYTES, check_blocks_fit, in_one_process};
use crossedge_mpi::source::Source;
use serde_json::json;

const SMALL: &[&str] = &[
    "rdn(ring(3),1)",
    "dualcube(2)",
    "hdn(torus(2,2),[{2}])",
    "torus(3,4)",
    "hypercube(3)",
    "path(5)",
    "complete(2)",
    "switch(5)",
    "bcube(2,1)",
    "hosts(ring(3),2)",
    "xgft([2,2],[1,2])",
    "dcell(2,1)",
    "width(ring(4), \"ring\", 2)",
];

fn make(
    source: &Source,
    algorithm: &'static Algorithm,
    kind: Kind,
    bytes: u64,
    pieces: u64,
) -> Option<VerifiedSchedule> {
    // As in a run: a barrier is an all-reduce.
    let of = match kind {
        Kind::Barrier => Collective::new(Kind::AllReduce, source.net.endpoints(), 0, 8),
        kind => Collective::new(kind, source.net.endpoints(), 1, bytes),
    };
    schedule(&source.net, algorithm, &of.cut(pieces)).ok()
}

#[test]
fn every_collective_by_every_algorithm_is_right_to_the_byte() {
    let mut runs = 0;
    for expr in SMALL {
        let source = Source::read(expr).expect("a good expression");
        for kind in Kind::ALL {
            for algorithm in Algorithm::all(kind) {
                let pieces = if algorithm.in_pieces { 3 } else { 1 };
                let Some(made) = make(&source, algorithm, kind, 13, pieces) else { continue };
                for (ranks, single) in [(1, false), (2, true), (source.net.endpoints(), false)] {
                    let verdicts =
                        run(source.net.as_ref(), &**made.schedule, ranks, made.algorithm.multi_hop, single);
                    for verdict in
                        verdicts.unwrap_or_else(|e| panic!("{expr} {kind} {}: {e}", algorithm.name))
                    {
                        assert_eq!(
                            (verdict.wrong, verdict.first),
                            (0, None),
                            "{expr} {kind} {} on {ranks}",
                            algorithm.name
                        );
                    }
                    runs += 1;
                }
            }
            assert!(make(&source, Algorithm::default_for(kind), kind, 13, 1).is_some(), "{expr} {kind}");
        }
    }
    assert!(runs > 400, "{runs}");
}

/// Endpoints are neighbours when they share a link or a switch.
#[test]
fn neighbours_of_endpoints() {
    let near =
        |expr: &str, v| endpoint_neighbours(Source::read(expr).expect("a good expression").net.as_ref(), v);
    assert_eq!(near("ring(5)", 0), [1, 4]);
    assert_eq!(near("switch(4)", 2), [0, 1, 3]);
    assert_eq!(near("fattree(4)", 5), [4], "the others are farther than one switch");
    assert_eq!(near("bcube(3,1)", 4), [1, 3, 5, 7], "one digit differs");
    assert_eq!(near("dcell(2,1)", 0), [1, 2], "its switch, and a link");
    assert!(near("hosts(ring(4),1)", 0).is_empty(), "alone on its router");
    let told = Source::read("fattree(4)").expect("read").endpoint("16").expect_err("a switch").render(false);
    assert_eq!(told, "error: 16 is a switch, and ranks are endpoints\nhelp: endpoints have the ids 0 to 15");
    assert!(
        Source::for_search("fattree(4)", "search").is_err()
            && Source::for_search("ring(4)", "search").is_ok()
    );
}

#[test]
fn every_byte_is_looked_at() {
    let source = Source::read("rdn(ring(3),1)").expect("a good expression");
    let checked = |kind| {
        let made = make(&source, Algorithm::default_for(kind), kind, 100, 1).expect("a schedule");
        let verdicts =
            run(source.net.as_ref(), &**made.schedule, 3, made.algorithm.multi_hop, false).expect("a run");
        verdicts.iter().map(|verdict| verdict.bytes).sum::<u64>()
    };
    for (kind, bytes) in [
        (Kind::Broadcast, 18 * 100),
        (Kind::Scatter, 18 * 100),
        (Kind::Gather, 18 * 100),
        (Kind::Reduce, 100),
        (Kind::AllGather, 18 * 18 * 100),
        (Kind::ReduceScatter, 18 * 100),
        (Kind::AllReduce, 18 * 100),
        (Kind::AllToAll, 18 * 18 * 100),
        (Kind::Barrier, 18 * 8),
    ] {
        assert_eq!(checked(kind), bytes, "{kind}");
    }
}

#[test]
fn every_single_mistake_is_found() {
    let mut mistakes = 0;
    for expr in ["rdn(ring(3),1)", "torus(3,4)", "dualcube(2)"] {
        let source = Source::read(expr).expect("a good expression");
        for kind in Kind::ALL {
            for algorithm in Algorithm::all(kind) {
                let Some(made) = make(&source, algorithm, kind, 200, 1) else { continue };
                for seed in (0..400).step_by(7) {
                    let seeded = Seeded::new(&**made.schedule, seed);
                    let Ok(verdicts) = run(source.net.as_ref(), &seeded, 2, made.algorithm.multi_hop, false)
                    else {
                        panic!("{expr} {kind} {} seed {seed}: it does not run", algorithm.name)
                    };
                    let wrong: u64 = verdicts.iter().map(|verdict| verdict.wrong).sum();
                    assert!(
                        wrong > 0,
                        "{expr} {kind} {} seed {seed} at {:?}",
                        algorithm.name,
                        seeded.fault()
                    );
                    mistakes += 1;
                }
            }
        }
    }
    assert!(mistakes > 2000, "{mistakes}");
}

#[test]
fn trees_are_rules_and_the_rest_is_listed() {
    let source = Source::read("rdn(ring(3),1)").expect("a good expression");
    let derived = |kind, name| {
        let algorithm = algorithm_named(kind, Some(name)).expect("in the list");
        make(&source, algorithm, kind, 8, 1).map(|made| made.derived)
    };
    assert_eq!(derived(Kind::Broadcast, "eager"), Some(Derived::Rule));
    assert_eq!(derived(Kind::AllReduce, "stages"), Some(Derived::Rule));
    assert_eq!(derived(Kind::AllReduce, "recursive-doubling"), Some(Derived::List));
    assert_eq!(derived(Kind::AllToAll, "exchange"), Some(Derived::List));
}

#[test]
fn an_unknown_algorithm_is_refused_with_those_that_are_known() {
    let source = Source::read("ring(4)").expect("a good expression");
    let error = algorithm_named(Kind::AllToAll, Some("magic")).err();
    assert_eq!(
        error.map(|e| e.render(false)).as_deref(),
        Some(
            "error: there is no algorithm 'magic' for all-to-all\nhelp: there are exchange, printed, personalised, contention-free, rounds"
        )
    );
    let personalised = algorithm_named(Kind::AllToAll, Some("personalised")).expect("in the list");
    let far = schedule(&source.net, personalised, &Collective::new(Kind::AllToAll, 4, 0, 8)).err();
    assert_eq!(
        far.map(|e| e.render(false)).as_deref(),
        Some("error: personalised: DC, Algorithm 3 is for dual-cubes\nhelp: take another --algorithm")
    );
}

#[test]
fn messages_between_ranks_are_those_that_leave_a_block() {
    let source = Source::read("rdn(ring(3),1)").expect("a good expression");
    let made =
        make(&source, Algorithm::default_for(Kind::Broadcast), Kind::Broadcast, 8, 1).expect("a schedule");
    let all: u32 = (0..made.schedule.steps())
        .map(|step| {
            let mut out = Vec::new();
            (0..18).for_each(|v| made.schedule.sends(step, crossedge::net::Node(v), &mut out));
            out.len() as u32
        })
        .sum();
    assert_eq!(all, 17);
}

#[test]
fn distributed_searches_agree_with_a_single_search() {
    for expr in ["rdn(ring(3),1)", "hdn(torus(2,3),[{2},{1}])", "path(9)", "torus(5,5)", "jellyfish(60,3,1)"]
    {
        let source = Source::read(expr).expect("a good expression");
        let net = source.net.as_ref();
        for count in [0, 1, 3] {
            let dead = faults(net, None, (count, 5), Some(Node(4))).expect("few");
            assert_eq!(dead.node_count(), count);
            let right = levels(net, Node(4), &dead, &Silent).expect("small").counts;
            for ranks in [1, 2, 3, 7] {
                assert_eq!(
                    in_one_process(net, &dead, ranks, Node(4)),
                    right,
                    "{expr}, {count} dead, {ranks} ranks"
                );
            }
        }
    }
}

#[test]
fn results_of_tasks_add_up_to_all_pairs() {
    let source = Source::read("hdn(torus(2,3),[{2},{1}])").expect("a good expression");
    let net = source.net.as_ref();
    for (count, sources) in [(0, None), (30, None), (30, Some(100)), (0, Some(1))] {
        let dead = faults(net, None, (count, 1), None).expect("few");
        let tasks = Tasks::new(net, &dead, sources, &json!({"a": 1})).expect("few");
        let mut sum = PairSums::default();
        for task in 0..tasks.count() {
            sum.add(&tasks.run_task(net, &dead, task).expect("small")).expect("a result");
        }
        assert_eq!(sum.sources, sources.unwrap_or(576 - count));
        let all = from_sources(net, tasks.sources(), &dead, &Silent).expect("small");
        assert_eq!(sum, PairSums::from_pairs(&all));
        assert_eq!((sum.centre.map(|c| c.1), sum.rim.map(|r| r.1)), (Some(all.centre.0), Some(all.rim.0)));
    }
    let dead = faults(net, None, (0, 1), None).expect("none");
    let tasks = Tasks::new(net, &dead, None, &json!({"a": 1})).expect("few");
    assert_eq!(tasks.name(1), "{\"a\":1} sources 512 to 575, 64 of them");
    let error = Tasks::new(net, &dead, Some(577), &json!({})).err().map(|e| e.render(false));
    let told = "error: 577 sources are not possible: 576 nodes live\nhelp: --sources 576 works";
    assert_eq!(error.as_deref(), Some(told));
    assert_eq!(PairSums::default().add(&json!({"counts": [1]})), None);
}

#[test]
fn a_search_that_is_too_large_names_how_many_ranks_it_takes() {
    assert!(check_blocks_fit(&Blocks::new(1 << 30, 1), MAX_BYTES).is_ok());
    let error = check_blocks_fit(&Blocks::new(1 << 35, 2), MAX_BYTES).expect_err("too large");
    assert_eq!(crossedge_mpi::failure::exit_code(&error), 4);
    assert_eq!(
        error.render(false),
        "error: a search of 34359738368 nodes takes 66 GiB on each of 2 ranks, and the limit is 8 GiB\n\
         help: start 17 ranks or more; each takes up to 2082408385 nodes"
    );
    assert!(check_blocks_fit(&Blocks::new(1 << 35, 17), MAX_BYTES).is_ok());
    let net = Source::read("ring(5)").expect("a good expression").net;
    let error = faults(net.as_ref(), None, (3, 0), None).expect_err("too many");
    assert_eq!(error.render(false), "error: 3 of 5 nodes are too many to fail\nhelp: --dead takes at most 2");
    let named = faults(net.as_ref(), Some("3-4, 1"), (1, 0), Some(Node(1)));
    assert_eq!(
        named.expect_err("the source").render(false),
        "error: node 1 is dead by --faults, and a search cannot begin there"
    );
    let both = faults(net.as_ref(), Some("3-4, 1"), (2, 0), Some(Node(0))).expect("four nodes may die");
    assert!(both.link(Node(4), Node(3)) && both.node(Node(1)) && (2..=3).contains(&both.node_count()));
}
