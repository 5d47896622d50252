//! Traffic that ends as flows: routes, bounds, and what SimGrid printed.

use crossedge::net::{Node, no_files};
use crossedge::progress::Silent;
use crossedge_sim::{FlowProgram, Prepared, Settings, probe};

fn prepared(expression: &str, routing: &str, traffic: &str) -> Prepared {
    let settings = Settings {
        routing: routing.parse().expect(routing),
        traffic: traffic.parse().expect(traffic),
        ..Settings::new(expression)
    };
    Prepared::new(&settings, &no_files, &Silent).unwrap_or_else(|e| panic!("{expression}: {e}"))
}

fn text(program: &FlowProgram) -> String {
    let mut bytes = Vec::new();
    program.write(&mut bytes).expect("memory");
    String::from_utf8(bytes).expect("numbers")
}

/// On a path of two nodes: the link of the server, the link between them, and the link of the other server, whose last cycle is that of the last flit.
#[test]
fn a_message_has_the_links_of_its_route() {
    let prepared = prepared("path(2)", "dimension", "all-to-all");
    let program = prepared.flows(&Silent).expect("flows");
    assert_eq!(text(&program), "2 6 2\n1 1\n1 1\n1 0\n1 1\n1 1\n1 0\n0 1 0 16 3 0 1 2\n1 0 0 16 3 3 4 5\n");
    assert_eq!((program.flits(), program.bound()), (32, 18));
    let (latencies, _) = probe(&prepared, &[(Node(0), Node(1))], &Silent).expect("runs");
    assert_eq!(latencies, [18], "a message alone takes as long at the level of flits");
}

/// The bound of flows is one of flits, too.
#[test]
fn the_bound_holds_at_the_level_of_flits() {
    for (network, routing, traffic) in [
        ("torus(4,4)", "dimension", "collective allreduce recursive-doubling of 1024 bytes"),
        ("fattree(4)", "minimal", "collective allreduce recursive-doubling of 1024 bytes"),
        ("ring(8)", "dimension", "all-to-all"),
        ("hosts(dragonfly(2,1), 2)", "minimal", "phase tensor 3x2x2 of 512 bytes"),
        ("rdn(ring(3), 1)", "order", "collective broadcast eager of 512 bytes"),
    ] {
        let prepared = prepared(network, routing, traffic);
        let bound = prepared.flows(&Silent).expect(network).bound();
        let cycles = prepared.run(&Silent).expect(network).completion_cycles.expect("it ends");
        assert!(bound > 0 && bound <= cycles, "{network} {traffic}: {bound} and {cycles}");
    }
}

#[test]
fn what_was_printed_is_checked() {
    let program = prepared("path(2)", "dimension", "all-to-all").flows(&Silent).expect("flows");
    let time = program.read("simgrid 3.32.0 arrived 2 of 2 end 18.0001\n").expect("a result");
    assert_eq!((time.engine.as_str(), time.cycles), ("SimGrid 3.32.0", 18.0001));
    for (printed, why) in [
        ("", "it printed no result"),
        ("simgrid 3.32.0 arrived 1 of 2 end 18\n", "1 of 2 messages have arrived"),
        ("simgrid 3.32.0 arrived 3 of 3 end 18\n", "3 of 2 messages have arrived"),
        ("simgrid 3.32.0 arrived 2 of 2 end 9\n", "it ends after 9 cycles, before the lower bound of 18"),
        ("simgrid 3.32.0 ended\n", "it printed 'simgrid 3.32.0 ended'"),
    ] {
        assert_eq!(program.read(printed), Err(why.to_owned()));
    }
}

#[test]
fn what_flows_cannot_be_is_refused() {
    let error_of = |routing: &str, traffic: &str| {
        let prepared = prepared("torus(4,4)", routing, traffic);
        prepared.flows(&Silent).expect_err("refused").to_string()
    };
    assert_eq!(
        error_of("dimension", "uniform"),
        "uniform traffic goes on for ever, and flows are for traffic that ends; take a collective, a phase or all-to-all, or the engine caminos"
    );
    for routing in ["adaptive", "ugal", "valiant over dimension"] {
        assert_eq!(
            error_of(routing, "all-to-all"),
            format!(
                "a flow has one route, and packets of {routing} routing take several; take a routing without detours and choices, or the engine caminos"
            )
        );
    }
}
