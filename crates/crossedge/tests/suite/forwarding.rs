//! Forwarding tables followed cable by cable: against our own routes, and with every fault seeded.

use crossedge::answers::{ExportRequest, Request, TablesAnswer, TablesRequest};
use crossedge::export::FormatEntry;
use crossedge::net::read::{fabric_of, forwarding_tables, lane_tables, service_levels};
use crossedge::prelude::*;
use crossedge::tables::{Forwarding, LaneFiles, Lanes, replay};

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
        ..TablesRequest::default()
    };
    request.answer(&(), &Silent)
}

/// The same with service levels, SL2VL tables, or both.
fn check_lanes(text: &str, levels: Option<&str>, sl2vl: Option<&str>) -> Result<TablesAnswer, Error> {
    let bytes = |text: Option<&str>| text.into_iter().map(|text| text.as_bytes().to_vec()).collect();
    let request = TablesRequest {
        fabric: "x.ibnet".to_owned(),
        tables: "x.lfts".to_owned(),
        fabric_bytes: export(text, "infiniband").into_bytes(),
        tables_bytes: export(text, "opensm").into_bytes(),
        service_levels: levels.iter().map(|_| "x.psl".to_owned()).collect(),
        service_levels_bytes: bytes(levels),
        sl2vl: sl2vl.iter().map(|_| "x.slvl".to_owned()).collect(),
        sl2vl_bytes: bytes(sl2vl),
    };
    request.answer(&(), &Silent)
}

/// The levels of our own policy file as lines of source LID, destination LID and level; host k has LID k + 1.
fn own_levels(text: &str, hosts: u32) -> String {
    let policy = export(text, "opensm-qos");
    let mut levels = std::collections::BTreeMap::new();
    let (mut name, mut sources, mut targets) = ("", "", "");
    let mut lines = String::new();
    let mut listed = std::collections::BTreeMap::new();
    for line in policy.lines().map(str::trim) {
        match line.split_once(": ") {
            Some(("name", value)) => name = value,
            Some(("sl", value)) => drop(levels.insert(name, value)),
            Some(("source", value)) => sources = value,
            Some(("destination", value)) => targets = value,
            Some(("qos-level-name", value)) => {
                for pair in sources.split(',').flat_map(|a| targets.split(',').map(move |b| (a, b))) {
                    listed.insert(pair, levels[value]);
                }
            }
            _ => {}
        }
    }
    for (a, b) in (0..hosts).flat_map(|a| (0..hosts).map(move |b| (a, b))).filter(|(a, b)| a != b) {
        let (from, to) = (format!("h{a}"), format!("h{b}"));
        let level = listed.get(&(from.as_str(), to.as_str())).copied().unwrap_or("0");
        lines += &format!("{} {} {level}\n", a + 1, b + 1);
    }
    lines
}

/// SL2VL tables of all switches as OpenSM dumps them, with the lane equal to the level up to 7.
fn own_sl2vl(text: &str) -> String {
    let fabric = export(text, "infiniband");
    let (fabric, _) = fabric_of("x.ibnet", fabric.as_bytes()).expect("a fabric");
    let mut out = String::new();
    for lid in fabric.lids.iter().filter(|lid| lid.port == 0) {
        let guid = fabric.nodes[lid.node as usize].id.trim_start_matches("S-");
        out += &format!("Switch 0x{guid}, base LID {}, \"switch\"\n", lid.lid);
        out += "#in out : 0  1  2  3  4  5  6  7  8  9  10 11 12 13 14 15\n#-----\n";
        for (input, output) in (0..=5).flat_map(|input| (1..=5).map(move |output| (input, output))) {
            out += &format!("{input:<3} {output:<3} : 0  1  2  3  4  5  6  7  0  1  2  3  4  5  6  7 \n");
        }
        out += "#-----\n\n";
    }
    out
}

/// With the service levels that we write, tables that have a cycle on one lane are deadlock-free; the answer lists the lanes that were assumed.
#[test]
fn virtual_lanes_break_cycles() {
    for (text, hosts) in
        [("hosts(ring(6), 1)", 6), ("hosts(torus(4,4), 1)", 16), ("hosts(torus(5,5), 1)", 25)]
    {
        let one = check_lanes(text, None, None).expect("followed");
        assert!(!one.deadlock_free.value && one.virtual_lanes.value == [0], "{text}");
        assert_eq!(
            one.virtual_lanes.evidence.by(),
            "one virtual lane assumed, for no service levels and SL2VL tables are given"
        );
        assert_eq!((one.without_level.is_none(), one.discarded.is_none()), (true, true));
        let (levels, sl2vl) = (own_levels(text, hosts), own_sl2vl(text));
        for sl2vl in [None, Some(sl2vl.as_str())] {
            let answer = check_lanes(text, Some(&levels), sl2vl).expect("followed");
            assert!(answer.deadlock_free.value && answer.cycle.is_none(), "{text}");
            assert!(answer.virtual_lanes.value.len() > 1, "{text}");
            assert_eq!(answer.without_level.expect("levels").0, 0);
            assert_eq!(answer.discarded.map(|pairs| pairs.0), sl2vl.map(|_| 0));
        }
        // Lanes alone change nothing if all packets have level 0.
        let answer = check_lanes(text, None, Some(&sl2vl)).expect("followed");
        assert!(!answer.deadlock_free.value && answer.virtual_lanes.value == [0]);
        assert_eq!(
            answer.virtual_lanes.evidence.by(),
            "service level 0 assumed for all packets, lanes of x.slvl"
        );
    }
}

/// A wrong service level or wrong lanes give the cycle back, with lanes and levels; lane 15 discards packets.
#[test]
fn seeded_faults_of_lanes_are_found() {
    let text = "hosts(ring(6), 1)";
    let (levels, sl2vl) = (own_levels(text, 6), own_sl2vl(text));
    // Host 2 to host 4 goes round the ring; on level 0 it closes the cycle.
    assert!(levels.contains("3 5 1\n"));
    let answer =
        check_lanes(text, Some(&levels.replace("3 5 1\n", "3 5 0\n")), Some(&sl2vl)).expect("followed");
    let cycle = answer.cycle.expect("a cycle");
    assert_eq!((answer.deadlock_free.value, cycle.len()), (false, 6));
    assert!(cycle.iter().all(|held| held.lane == 0 && held.service_level == 0));
    // Switches whose tables merge the two lanes.
    let merged = |switches: &[usize]| {
        let mut parts: Vec<String> = sl2vl.split("Switch").map(str::to_owned).collect();
        for &switch in switches {
            parts[switch + 1] = parts[switch + 1].replace(": 0  1 ", ": 0  0 ");
        }
        parts.join("Switch")
    };
    let answer = check_lanes(text, Some(&levels), Some(&merged(&[0, 1, 2, 3, 4, 5]))).expect("followed");
    let cycle = answer.cycle.expect("a cycle");
    assert!(cycle.iter().all(|held| held.lane == 0) && cycle.iter().any(|held| held.service_level == 1));
    // One switch alone does not close it: the lanes of its neighbours still differ.
    assert!(check_lanes(text, Some(&levels), Some(&merged(&[2]))).expect("followed").deadlock_free.value);
    assert!(!check_lanes(text, Some(&levels), Some(&merged(&[2, 3]))).expect("followed").deadlock_free.value);
    // Lane 15 for level 1.
    let answer =
        check_lanes(text, Some(&levels), Some(&sl2vl.replace(": 0  1 ", ": 0  15 "))).expect("followed");
    let moved = levels.lines().filter(|line| line.ends_with(" 1")).count() as u64;
    assert_eq!((answer.discarded.expect("tables").0, answer.failures[0].reason), (moved, "lane 15"));
    // A pair that is not listed counts as level 0, and is reported.
    let answer = check_lanes(text, Some(&levels.replace("1 2 0\n", "")), None).expect("followed");
    assert_eq!(answer.without_level.expect("levels").0, 1);
    assert_eq!(
        answer.virtual_lanes.evidence.by(),
        "service levels of x.psl; lane = service level assumed; 1 pairs without a service level count as level 0"
    );
    // Files that do not fit.
    let first = sl2vl.split("Switch").nth(1).map(|part| format!("Switch{part}")).expect("a switch");
    for (levels, sl2vl, why) in [
        (
            Some("99 98 1\n"),
            None,
            "x.psl: no service level is of two hosts, or of two switches, of this fabric",
        ),
        (Some("1 2 16\n"), None, "x.psl: line 1: expected a service level from 0 to 15, found \"16\""),
        (
            Some("1 2\n"),
            None,
            "x.psl: line 1: expected source LID, destination LID and service level, e.g. 4 9 1, found \"1 2\"",
        ),
        (Some("# nothing\n"), None, "x.psl: line 2: the file has no service levels"),
        (None, Some("1 2 : 0\n"), "x.slvl: line 1: lanes before the switch that they belong to"),
        (
            None,
            Some("Switch 0x1, base LID 7, \"s\"\n1 2 : 0 1\n"),
            "x.slvl: line 2: expected 16 lanes, found 2",
        ),
        (
            None,
            Some("# SL2VL table: DR path slid 0; dlid 0; 0,1\n"),
            "x.slvl: line 1: a table by its directed route; query switches by LID: smpquery sl2vl LID",
        ),
        (None, Some(first.as_str()), "x.slvl: no SL2VL table of switch (1) from port 3 to port 2"),
    ] {
        assert_eq!(check_lanes(text, levels, sl2vl).expect_err(why).message(), why);
    }
}

/// Levels between switches hold for all hosts there.
#[test]
fn levels_between_switches_are_those_of_their_hosts() {
    let text = "hosts(ring(6), 2)";
    // Host LIDs are 1 to 12, switch LIDs 13 to 18, in order; packets between the ring's two halves that pass switch 0 take lane 1.
    let mut levels = String::new();
    for (a, b) in (0..6).flat_map(|a| (0..6).map(move |b| (a, b))).filter(|(a, b)| a != b) {
        let wraps =
            (b + 6 - a) % 6 <= 3 && a + (b + 6 - a) % 6 > 6 || (a + 6 - b) % 6 < 3 && a < (a + 6 - b) % 6;
        levels += &format!("{} {} {}\n", 13 + a, 13 + b, u8::from(wraps));
    }
    let answer = check_lanes(text, Some(&levels), None).expect("followed");
    assert!(answer.deadlock_free.value && answer.virtual_lanes.value == [0, 1]);
    assert_eq!(answer.without_level.expect("levels").0, 0);
    let flat = levels.replace(" 1\n", " 0\n");
    let answer = check_lanes(text, Some(&flat), None).expect("followed");
    assert!(!answer.deadlock_free.value && answer.cycle.is_some());
}

/// The forms of every tool have the same contents.
#[test]
fn lanes_of_every_tool_are_read() {
    let opensm = "Switch 0x0000000000000abc, base LID 17, \"leaf\"\n#in out : 0  1  2\n#----\n0   1   : 0  1  2  3  4  5  6  7  0  1  2  3  4  5  6  7 \n#----\n\nChannel Adapter 0x0000000000000001, base LID 2, \"h\"\n0   0   : 0  1  2  3  4  5  6  7  0  1  2  3  4  5  6  7 \n";
    let smpquery = "# SL2VL table: Lid 17\n#                 SL: | 0| 1| 2| 3| 4| 5| 6| 7| 8| 9|10|11|12|13|14|15|\nports: in  0, out  1: | 0| 1| 2| 3| 4| 5| 6| 7| 0| 1| 2| 3| 4| 5| 6| 7|\n";
    let saquery = "SL2VLTableRecord dump:\n\t\tLID........................17\n\t\tInPort.....................0\n\t\tOutPort....................1\n\t\tSL: 0| 1| 2| 3| 4| 5| 6| 7| 8| 9|10|11|12|13|14|15|\n\t\tVL: 0| 1| 2| 3| 4| 5| 6| 7| 0| 1| 2| 3| 4| 5| 6| 7|\n";
    let ibdiagnet = "0x0000000000000abc 0 1 0x01 0x23 0x45 0x67 0x01 0x23 0x45 0x67\n";
    let read = |text: &str| lane_tables(text.as_bytes()).expect(text)[0];
    for text in [smpquery, saquery, ibdiagnet] {
        let (own, other) = (read(opensm), read(text));
        assert_eq!((own.input, own.output, own.lanes), (other.input, other.output, other.lanes));
        assert_eq!(own.device == other.device, text != ibdiagnet);
    }
    let records = "PathRecord dump:\n\t\tservice_id..............0x0000000000000000\n\t\tdgid....................fe80::10:0\n\t\tdlid....................17\n\t\tslid....................18\n\t\tqos_class...............0x0\n\t\tsl......................0x3\n";
    let dump = "Channel Adapter 0x0000000000000001, base LID 18, \"h\"\n# LID : SL : MTU\n0x0011 : 3  : 4\n";
    for text in [dump, "18 17 3\n", "0x12,0x11,3\n"] {
        let [own, other] = [records, text].map(|text| service_levels(text.as_bytes()).expect(text)[0]);
        assert_eq!((own.source, own.destination, own.level), (other.source, other.destination, other.level));
    }
    assert_eq!(service_levels(b"0x0002c90000000099 154 0\n").expect("a level")[0].destination, 154);
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
        // If one lane suffices, the verifier also needs only one channel.
        if free && let Ok(vcs) = verdict {
            assert_eq!(vcs, 1, "{text}");
        }
    }
}

/// Every kind of table error is named, with the packet that is affected.
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
    let one = LaneFiles::default();
    replay(&fabric, &tables, &one, &cycle).expect("it holds");
    let mut shorter = cycle.clone();
    shorter.remove(2);
    assert!(replay(&fabric, &tables, &one, &shorter).is_err());
    let mut other = cycle.clone();
    other[0].packet = cycle[3].packet;
    assert!(replay(&fabric, &tables, &one, &other).is_err());
    assert!(replay(&fabric, &tables, &one, &[]).is_err());
    // A cycle of one lane is none on the lanes of our levels.
    let text = own_levels("hosts(ring(6), 1)", 6);
    let levels = service_levels(text.as_bytes()).expect("levels");
    let files = LaneFiles { levels: Some(levels), tables: None };
    assert!(replay(&fabric, &tables, &files, &cycle).is_err());
    let text = text.replace("3 5 1\n", "3 5 0\n");
    let files = LaneFiles { levels: Some(service_levels(text.as_bytes()).expect("levels")), tables: None };
    let lanes = Lanes::new(&fabric, &files).expect("they fit");
    let cycle = forwarding.report_on(&lanes).expect("no table is missing").cycle.expect("a cycle");
    replay(&fabric, &tables, &files, &cycle).expect("it holds");
    for i in 0..cycle.len() {
        let (mut lane, mut level) = (cycle.clone(), cycle.clone());
        lane[i].lane = 1;
        level[i].packet.level = 1;
        assert!(replay(&fabric, &tables, &files, &lane).is_err());
        assert!(replay(&fabric, &tables, &files, &level).is_err());
    }
    // Tables that put level 0 on lane 1 move the cycle there.
    let sl2vl = own_sl2vl("hosts(ring(6), 1)").replace(": 0  1 ", ": 1  0 ");
    let files = LaneFiles { tables: Some(lane_tables(sl2vl.as_bytes()).expect("lanes")), ..files };
    assert!(replay(&fabric, &tables, &files, &cycle).is_err());
    let lanes = Lanes::new(&fabric, &files).expect("they fit");
    let cycle = forwarding.report_on(&lanes).expect("no table is missing").cycle.expect("a cycle");
    assert!(cycle.iter().all(|held| held.lane == 1));
    replay(&fabric, &tables, &files, &cycle).expect("it holds");
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
