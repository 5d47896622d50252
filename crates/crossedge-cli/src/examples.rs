//! Examples of every verb: printed by `--help` and with usage errors, and run by a test.

/// Verbs, and commands that work verbatim.
pub const EXAMPLES: &[(&str, &[&str])] = &[
    ("list", &["crossedge list", "crossedge list rdn"]),
    (
        "show",
        &[
            "crossedge show 'rdn(ring(3), 2)'",
            "crossedge show 'torus(8,8)' --metric diameter,bisection",
            "crossedge show 'hypercube(10)' --histogram --format csv",
        ],
    ),
    ("distance", &["crossedge distance 'rdn(ring(3), 2)' 0 647"]),
    (
        "compare",
        &[
            "crossedge compare 'rdn(ring(3), 2)' 'torus(24,27)' 'hypercube(9)'",
            "crossedge compare 'ring(64)' 'torus(8,8)' 'hypercube(6)' --sort diameter --format csv",
        ],
    ),
    (
        "design",
        &[
            "crossedge design --endpoints 8k..9k --ports ..36 --family dragonfly --where 'diameter<=6'",
            "crossedge design --endpoints 8192 --ports ..6 --direct --block 64 --family torus,dual",
            "crossedge design 'torus(16,16,32)' 'dual(torus(8,8))' 'fattree(32)' --block 64",
        ],
    ),
    (
        "advise",
        &[
            "crossedge advise --endpoints 128 --ports ..6 --direct --block 16 --family torus,dual",
            "crossedge advise 'torus(4,4,8)' 'dual(torus(2,4))' --block 16 -o advice.html --force",
        ],
    ),
    ("layout", &["crossedge layout 'dual(torus(4,4))' --block 16 --rack 32 --plan floor.svg --force"]),
    ("failures", &["crossedge failures 'torus(4,4,4)' 'dual(torus(4,4))' 'fattree(8)' --block 16 --rack 32"]),
    (
        "phases",
        &[
            "crossedge phases 'torus(4,4,8)' 'fattree(8)' --tensor 8 --pipeline 4",
            "crossedge phases 'torus(4,4,8)' --phase tensor --mapping 'block 2x2x2'",
        ],
    ),
    ("node", &["crossedge node 'dual(ring(3))' '(0,2,1)'"]),
    ("route", &["crossedge route 'rdn(ring(3), 2)' 0 647"]),
    (
        "deadlock",
        &["crossedge deadlock 'torus(5,5)'", "crossedge deadlock 'torus(8,8)' --routing minimal --minimum"],
    ),
    ("load", &["crossedge load 'rdn(ring(3), 2)'", "crossedge load 'torus(8,8)' --traffic 'shift by 3'"]),
    ("theorem", &["crossedge theorem", "crossedge theorem dual-distance", "crossedge theorem I1"]),
    (
        "throughput",
        &[
            "crossedge throughput 'hosts(dragonfly(16,8), 8)'",
            "crossedge throughput 'torus(8,8)' --traffic tornado -o tornado.json --force",
        ],
    ),
    (
        "simulate",
        &[
            "crossedge simulate 'torus(4,4)' --load 0.3",
            "crossedge simulate 'torus(4,4)' 'dual(ring(3))' --curve --points 4 --step 0.1",
        ],
    ),
    (
        "collective",
        &[
            "crossedge collective 'torus(4,4)' allreduce --bytes 1MiB --algorithm all",
            "crossedge collective 'torus(4,4)' 'hypercube(4)' allreduce --latency 0.5us --bandwidth 400Gbit/s",
        ],
    ),
    ("verify", &["crossedge verify 'rdn(ring(3), 2)'", "crossedge verify --certificate tornado.json"]),
    ("disjoint", &["crossedge disjoint 'rdn(ring(3), 2)' 0 647"]),
    ("trees", &["crossedge trees 'dual(torus(4,4))' --root 0"]),
    (
        "fault",
        &[
            "crossedge fault 'rdn(ring(3), 2)' 0 647 --faults 2,324,1,9-10",
            "crossedge fault 'rdn(ring(3), 1)' --rates 0.01,0.05,0.1 --trials 100",
        ],
    ),
    (
        "sweep",
        &[
            "crossedge sweep plan study.toml",
            "crossedge sweep run study.tasks.jsonl",
            "crossedge sweep status study.tasks.jsonl",
            "crossedge sweep merge study.tasks.jsonl",
        ],
    ),
    ("sweep plan", &["crossedge sweep plan study.toml --force"]),
    ("sweep run", &["crossedge sweep run study.tasks.jsonl"]),
    ("sweep status", &["crossedge sweep status study.tasks.jsonl"]),
    ("sweep merge", &["crossedge sweep merge study.tasks.jsonl --force"]),
    (
        "sweep submit",
        &["crossedge sweep submit study.tasks.jsonl --engine slurm --shards 20 --dry-run -- --time=4:00:00"],
    ),
    ("atlas", &["crossedge atlas build atlas --endpoints 8 --of-each-size 2"]),
    ("atlas site", &["crossedge atlas site atlas -o site"]),
    ("atlas build", &["crossedge atlas build atlas --endpoints 8 --of-each-size 2"]),
    ("ring", &["crossedge ring 'dual(ring(3))'", "crossedge ring 'torus(4,4)' --faults 5 --verify"]),
    ("papers", &["crossedge papers HAM", "crossedge papers RDN --claim diameter --format md"]),
    ("cite", &["crossedge cite 'hyperx(4,4) * dual(ring(5))'"]),
    (
        "draw",
        &[
            "crossedge draw 'dual(ring(3))' -o dual.svg",
            "crossedge draw 'torus(5,5)' --route 0 12 -o route.svg",
        ],
    ),
    ("plot", &["crossedge plot histogram 'rdn(ring(3), 2)' 'torus(24,27)' -o distances.svg"]),
    ("report", &["crossedge report 'dual(ring(3))' -o report.html"]),
    (
        "export",
        &[
            "crossedge export 'dual(ring(3))' --to edges",
            "crossedge export 'hosts(dragonfly(4,2), 2)' -o fabric.csv --force",
            "crossedge export 'fattree(4)' -o tree.ibnet --force",
            "crossedge export 'fattree(4)' -o tree.lfts --force",
        ],
    ),
    ("recognize", &["crossedge recognize tree.ibnet", "crossedge recognize 'complete(2) ^ 4'"]),
    ("lint", &["crossedge lint tree.ibnet", "crossedge lint tree.ibnet --tables tree.lfts --fail-on error"]),
    ("check-tables", &["crossedge check-tables tree.ibnet tree.lfts"]),
    ("check-wiring", &["crossedge check-wiring 'hosts(dragonfly(4,2), 2)' fabric.csv"]),
    ("formats", &["crossedge formats"]),
    ("expand", &["crossedge expand 'hosts(hyperx(4,4), 4)' --to 'hosts(hyperx(4,5), 4)'"]),
    (
        "ranks",
        &[
            "crossedge ranks 'hosts(hyperx(4,4), 4)' --job 'tensor 4, pipeline 4, data 4'",
            "crossedge ranks tree.ibnet --job 'tensor 4, data 4' -o ranks.hostfile --force",
        ],
    ),
    ("prices", &["crossedge prices --radix 36"]),
    (
        "explore",
        &[
            "crossedge explore 'rdn(ring(5), 3)'",
            "crossedge explore 'rdn(ring(3), 2)' --export site --overlay 'p=route&a=0&b=647'",
        ],
    ),
    ("validate", &["crossedge validate", "crossedge validate latency-01"]),
    ("doctor", &["crossedge doctor"]),
    ("mcp", &["crossedge mcp"]),
    ("schema", &["crossedge schema show"]),
    ("completions", &["crossedge completions bash"]),
    ("man", &["crossedge man show"]),
];

/// The examples of a verb.
pub fn examples_of(verb: &str) -> &'static [&'static str] {
    EXAMPLES.iter().find(|(name, _)| *name == verb).map_or(&[], |(_, commands)| commands)
}
