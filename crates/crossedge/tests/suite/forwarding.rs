//! Forwarding tables followed cable by cable: against our own routes, and with every fault seeded.

use crossedge::answers::{ExportRequest, Request, TablesAnswer, TablesRequest};
use crossedge::export::FormatEntry;
use crossedge::net::read::{fabric_of, forwarding_tables};
use crossedge::prelude::*;
use crossedge::tables::{Forwarding, replay};

fn export(text: &str, format: &str) -> String {
    let net: Topology = text.parse().expect("a network");
    let request = ExportRequest { format: FormatEntry::format_named(format).expect("a format") };
    let mut bytes = Vec::new();
    request.write(&net, &mut bytes, &Silent).expect("written").expect("not stopped");
    String::from_utf8(bytes).expect("text")
}

fn check(fabric: &str, tables: &str) -> Result<TablesAnswer, Error> {
    let request = TablesRequest {
        fabric: "x.ibnet".to_owned(),
        tables: "x.lfts".to_owned(),
        fabric_bytes: fabric.as_bytes().to_vec(),
        tables_bytes: tables.as_bytes().to_vec(),
    };
    request.answer(&(), &Silent)
}

/// Tables that we write reach every host over shortest paths; trees and cubes are deadlock-free on one lane, tori are not.
#[test]
fn exported_tables_are_followed() {
    for (text, hosts, longest, free) in [
        ("fattree(4)", 16, 6, true),
        ("width(clos(4,4,2), \"level 2\", 3)", 16, 4, true),
        ("hosts(hypercube(3), 2)", 16, 5, true),
        ("hosts(ring(6), 1)", 6, 5, false),
        ("hosts(torus(5,5), 1)", 25, 6, false),
        ("hosts(dragonfly(4,2), 2)", 72, 5, false),
    ] {
        let answer = check(&export(text, "infiniband"), &export(text, "opensm")).expect("followed");
        assert_eq!((answer.destinations.0, answer.pairs.0), (hosts, hosts * (hosts - 1)), "{text}");
        assert_eq!((answer.lost.value.0, answer.longer.0, answer.longest.0), (0, 0, longest), "{text}");
        assert_eq!(answer.deadlock_free.value, free, "{text}");
        assert_eq!(answer.cycle.is_none(), free, "{text}");
        let net: Topology = text.parse().expect("a network");
        let verdict = net.deadlock("minimal".parse().expect("a routing")).map(|answer| answer.vcs);
        // What one lane suffices for needs one channel by the verifier, too.
        if free && let Ok(vcs) = verdict {
            assert_eq!(vcs, 1, "{text}");
        }
    }
}

/// Every way in which a table can be wrong is named, with the packet.
#[test]
fn seeded_faults_of_tables_are_named() {
    let (fabric, tables) = (export("fattree(4)", "infiniband"), export("fattree(4)", "opensm"));
    // The first switch is a leaf: host 0 is at port 1, host 1 at port 2.
    let first = |lid: &str| {
        let line = tables.lines().find(|line| line.starts_with(lid)).expect("an entry");
        line.to_owned()
    };
    let with = |lid: &str, port: &str| {
        let line = first(lid);
        let mut words: Vec<&str> = line.split(' ').collect();
        words[1] = port;
        tables.replacen(&line, &words.join(" "), 1)
    };
    let reason = |tables: &str| {
        let answer = check(&fabric, tables).expect("followed");
        assert!(answer.lost.value.0 > 0);
        (answer.failures[0].reason, answer.failures[0].lid, answer.failures.len())
    };
    assert_eq!(reason(&with("0x0001", "255")), ("no entry", 1, 1));
    assert_eq!(reason(&with("0x0001", "099")), ("no cable", 1, 1));
    assert_eq!(reason(&with("0x0001", "002")), ("wrong host", 1, 1));
    // Upwards from the leaf of the host: the packet comes back.
    assert_eq!(reason(&with("0x0001", "003")), ("loop", 1, 1));
    // Packets of a loop hold the cables of the loop: such tables are never called deadlock-free.
    let answer = check(&fabric, &with("0x0001", "003")).expect("followed");
    assert!(!answer.deadlock_free.value && answer.cycle.is_some_and(|cycle| cycle.len() == 2));
    // A switch without its table.
    let mut parts: Vec<&str> = tables.split("Unicast").collect();
    parts.remove(1);
    let answer = check(&fabric, &parts.join("Unicast")).expect("followed");
    assert_eq!((answer.without_table.len(), answer.lost.value.0 > 0), (1, true));
    // Errors of the files.
    for (tables, why) in [
        ("0x0001 001\n", "x.lfts: line 1: an entry before the first switch"),
        ("\n", "x.lfts: line 2: the file has no tables of switches"),
        (
            "Unicast lids of switch guid 0x99 (x):\n0x0001 001\n",
            "x.lfts: line 1: the fabric has no switch with the GUID 0x0000000000000099",
        ),
        (
            "Unicast lids of switch guid 0x100000 (x):\n0x0001 abc\n",
            "x.lfts: line 2: expected an output port from 0 to 254, found \"abc\"",
        ),
        (
            "Unicast lids of switch guid 0x100000 (x):\nhello\n",
            "x.lfts: line 2: expected a switch with its GUID, or an entry such as 0x0001 003, found \"hello\"",
        ),
    ] {
        assert_eq!(check(&fabric, tables).expect_err(tables).message(), why);
    }
}

/// A cycle that is not one is refused by the replay.
#[test]
fn cycles_are_replayed() {
    let (fabric, tables) = (export("hosts(ring(6), 1)", "infiniband"), export("hosts(ring(6), 1)", "opensm"));
    let (fabric, _) = fabric_of("x.ibnet", fabric.as_bytes()).expect("a fabric");
    let tables = forwarding_tables(tables.as_bytes()).expect("tables");
    let forwarding = Forwarding::new(&fabric, &tables).expect("they fit");
    let cycle = forwarding.report().cycle.expect("a cycle");
    assert_eq!(cycle.len(), 6);
    replay(&fabric, &tables, &cycle).expect("it holds");
    let mut shorter = cycle.clone();
    shorter.remove(2);
    assert!(replay(&fabric, &tables, &shorter).is_err());
    let mut other = cycle.clone();
    other[0].packet = cycle[3].packet;
    assert!(replay(&fabric, &tables, &other).is_err());
    assert!(replay(&fabric, &tables, &[]).is_err());
}

/// The three forms of tables: of OpenSM, of dump_lfts.sh with a multicast part, and `.fdbs`.
#[test]
fn tables_of_every_tool_are_read() {
    let opensm = "Unicast lids [0x0-0x3] of switch Lid 3 guid 0x0000000000000abc (\"leaf 1\"):\n0x0001 001 # Channel Adapter portguid 0x1: 'h1'\n0x0002 002 # Channel Adapter portguid 0x2: 'h2'\n2 lids dumped\n";
    let script = "Unicast lids [0x0-0x3] of switch DR path slid 0; dlid 0; 0,1 guid 0x0000000000000abc (leaf 1):\n  Lid  Out   Destination\n       Port     Info\n0x0001 001 : (Channel Adapter portguid 0x1: 'h1')\n0x0002 002 : (Channel Adapter portguid 0x2: 'h2')\n2 valid lids dumped\nMulticast mlids [0xc000-0xc3ff] of switch DR path slid 0; dlid 0; 0,1 guid 0x0000000000000abc (leaf 1):\n            0                   1\n     Ports: 0 1 2 3\n MLid\n0xc000      x\n1 valid mlids dumped\n";
    let fdbs = "osm_ucast_mgr_dump_ucast_routes: Switch 0x0000000000000abc\nLID    : Port : Hops : Optimal\n0x0001 : 001  : 00   : yes\n0x0002 : 002  : 00   : yes\n0x0003 : UNREACHABLE\n";
    let read = |text: &str| forwarding_tables(text.as_bytes()).expect(text);
    assert_eq!(read(opensm)[0].ports, read(script)[0].ports);
    let mut ports = read(fdbs)[0].ports.clone();
    assert_eq!(ports.remove(&3), Some(None));
    assert_eq!(ports, read(opensm)[0].ports);
}
