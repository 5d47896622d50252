//! Traffic by name: every name reads back, and a wrong one is answered with help.

use crossedge_sim::TrafficName;

#[test]
fn traffic_names_read_back() {
    for text in [
        "uniform",
        "all-to-all",
        "transpose",
        "complement",
        "tornado",
        "reverse",
        "shift by 7",
        "shuffle",
        "random seed 3",
        "rings of 4",
        "groups of 5",
        "groups of 5 stride 3",
        "rings of 2 stride 10",
        "hotspot at 3",
        "hotspot at (0,0,0)",
        "collective broadcast eager",
        "collective allreduce recursive-doubling of 1024 bytes",
        "phase tensor 8x4x4",
        "phase expert 8x4x4x2 of 4096 bytes",
        "phase pipeline 2x1x4 of 100 bytes mapped block 2x2x2",
        "phase data 1x4x1 mapped 3,1,0,2",
    ] {
        assert_eq!(text.parse::<TrafficName>().expect(text).to_string(), text);
    }
}

#[test]
fn wrong_traffic_names_get_help() {
    let traffic = |text: &str| text.parse::<TrafficName>().expect_err("wrong");
    assert_eq!(
        traffic("collective shout eager"),
        "there is no collective 'shout'\nhelp: broadcast, scatter, gather, reduce, allgather, reduce-scatter, allreduce, all-to-all, barrier"
    );
    assert_eq!(
        traffic("collective allreduce ring"),
        "there is no algorithm 'ring' for allreduce to simulate\nhelp: stages, eager, trees, recursive-doubling, recursive-halving, bucket"
    );
    assert!(traffic("rush").starts_with("there is no traffic 'rush'\nhelp: uniform, "));
    assert!(traffic("groups of 1").starts_with("no node sends in groups of 1"));
    assert!(traffic("rings of 4 stride 0").starts_with("no node sends in rings of 4 stride 0"));
    assert!(traffic("shift by x").starts_with("'x' is not a number"));
    assert!(traffic("phase tensor 8x4").starts_with("'8x4' is not a job"));
    assert_eq!(
        traffic("phase expert 8x4x4x3"),
        "experts are shared by 3 copies, which does not divide the 4 copies"
    );
    assert!(traffic("phase rest 8x4x4").starts_with("unknown phase 'rest'"));
    assert!(traffic("phase data 8x4x4 of 0 bytes").starts_with("a rank holds 1 byte at least"));
    assert!(traffic("phase data 8x4x4 onto x").starts_with("'onto' is not expected here"));
    assert!(traffic("phase data 8x4x4 mapped x").starts_with("a mapping is linear"));
}
