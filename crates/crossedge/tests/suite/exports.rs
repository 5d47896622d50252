//! Files for other tools, read back by strict readers of our own: what is written is the network, and each trap of a reader is avoided.

use crossedge::answers::ExportRequest;
use crossedge::export::internals::{Number, NumberText};
use crossedge::export::{EDGES, FORMATS, FormatEntry};
use crossedge::net::{Node, Parts, neighbors};
use crossedge::prelude::*;
use std::collections::{BTreeMap, BTreeSet};

const NETWORKS: [&str; 7] = [
    "rdn(ring(3), 2)",
    "fattree(4)",
    "hosts(dragonfly(4,2), 2)",
    "bcube(3,1)",
    "width(clos(2,2,1), \"level 2\", 3)",
    "ring(5)",
    "mesh(3,4)",
];

pub fn topology(text: &str) -> Topology {
    text.parse().expect(text)
}

/// The file of a network in a format, or why there is none.
pub fn written(text: &str, format: &str) -> Result<String, String> {
    let net = topology(text);
    let request = ExportRequest { format: FormatEntry::format_named(format).expect(format) };
    request.check(&net).map_err(|e| e.to_string())?;
    let mut out = Vec::new();
    request.write(&net, &mut out, &Silent).expect("memory takes it").expect("not stopped");
    Ok(String::from_utf8(out).expect("text"))
}

/// All links, the smaller end first.
fn links(text: &str) -> BTreeSet<(u64, u64)> {
    let net = topology(text).network().expect(text).clone();
    let of =
        |v: u64| neighbors(net.as_ref(), Node(v)).map(move |w| (v.min(w.0), v.max(w.0))).collect::<Vec<_>>();
    (0..net.nodes()).flat_map(of).collect()
}

fn numbers(line: &str) -> Vec<u64> {
    line.split_whitespace().map(|word| word.parse().expect(line)).collect()
}

fn pair(a: u64, b: u64) -> (u64, u64) {
    (a.min(b), a.max(b))
}

/// The value of an attribute, e.g. `source="3"`.
pub fn attribute<'a>(line: &'a str, name: &str) -> &'a str {
    let (_, rest) = line.split_once(&format!("{name}=\"")).unwrap_or_else(|| panic!("{name} in {line}"));
    rest.split_once('"').expect(line).0
}

#[test]
fn plain_graphs_read_back() {
    for text in NETWORKS {
        let wanted = links(text);
        let nodes = topology(text).network().expect(text).nodes();
        let read: BTreeSet<_> = written(text, "edges")
            .expect(text)
            .lines()
            .filter(|line| !line.starts_with('#'))
            .map(|line| numbers(line.split(" {").next().expect("ids")))
            .map(|ids| pair(ids[0], ids[1]))
            .collect();
        assert_eq!(read, wanted, "{text}");

        let mtx = written(text, "matrix-market").expect(text);
        let mut lines = mtx.lines();
        let kind = if text.starts_with("width") { "integer" } else { "pattern" };
        assert_eq!(lines.next(), Some(format!("%%MatrixMarket matrix coordinate {kind} symmetric").as_str()));
        let mut lines = lines.skip_while(|line| line.starts_with('%'));
        assert_eq!(numbers(lines.next().expect("sizes")), [nodes, nodes, wanted.len() as u64], "{text}");
        let entries: Vec<Vec<u64>> = lines.map(numbers).collect();
        assert!(entries.iter().all(|e| e[0] > e[1] && e[1] >= 1 && e[0] <= nodes), "lower triangle, from 1");
        assert_eq!(entries.iter().map(|e| (e[1] - 1, e[0] - 1)).collect::<BTreeSet<_>>(), wanted, "{text}");
        if kind == "integer" {
            assert_eq!(entries.iter().map(|e| e[2]).max(), Some(3));
        }

        let metis = written(text, "metis").expect(text);
        let mut lines = metis.lines().skip_while(|line| line.starts_with('%'));
        let head = numbers(lines.next().expect("sizes"));
        assert_eq!(head[..2], [nodes, wanted.len() as u64], "{text}");
        let step = 1 + usize::from(head.len() == 3);
        let rows: Vec<Vec<u64>> = lines.map(numbers).collect();
        assert_eq!(rows.len() as u64, nodes, "a line for every node");
        let read: BTreeSet<_> = (0..)
            .zip(&rows)
            .flat_map(|(v, row)| row.iter().step_by(step).map(move |w| pair(v, w - 1)))
            .collect();
        assert_eq!(read, wanted, "{text}");
    }
}

#[test]
fn attributes_are_kept() {
    for text in NETWORKS {
        let (wanted, net) = (links(text), topology(text).network().expect(text).clone());
        let graphml = written(text, "graphml").expect(text);
        let read: BTreeSet<_> = graphml
            .lines()
            .filter(|line| line.contains("<edge "))
            .map(|line| {
                let end = |name: &str| attribute(line, name).parse::<u64>().expect(line);
                pair(end("source"), end("target"))
            })
            .collect();
        assert_eq!(read, wanted, "{text}");
        let endpoints = graphml.matches("<data key=\"role\">endpoint</data>").count() as u64;
        assert_eq!(endpoints, net.endpoints(), "{text}");
        // Readers number nodes in the order of the file.
        let ids: Vec<&str> = graphml
            .lines()
            .filter(|line| line.contains("<node "))
            .map(|line| attribute(line, "id"))
            .collect();
        assert!(ids.iter().enumerate().all(|(i, id)| i.to_string() == **id));

        let dot = written(text, "dot").expect(text);
        let read: BTreeSet<_> = dot
            .lines()
            .filter_map(|line| line.trim().split_once(" -- "))
            .map(|(a, b)| pair(a.parse().expect(a), b.split_once(' ').expect(b).0.parse().expect(b)))
            .collect();
        assert_eq!(read, wanted, "{text}");

        let json: serde_json::Value =
            serde_json::from_str(&written(text, "node-link").expect(text)).expect("JSON");
        assert_eq!(json["nodes"].as_array().expect("nodes").len() as u64, net.nodes());
        let end = |edge: &serde_json::Value, key: &str| edge[key].as_u64().expect("an id");
        let read: BTreeSet<_> = json["edges"]
            .as_array()
            .expect("edges, not links")
            .iter()
            .map(|edge| pair(end(edge, "source"), end(edge, "target")))
            .collect();
        assert_eq!(read, wanted, "{text}");

        let cables = written(text, "cables").expect(text);
        assert_eq!(cables.lines().count(), wanted.len() + 1, "{text}");
    }
    assert!(
        written("width(clos(2,2,1), \"level 2\", 3)", "graphml")
            .expect("fits")
            .contains("<data key=\"width\">3</data>")
    );
}

/// Routers and hosts of a BookSim file, which has only the keywords `router` and `node`, and one space between them.
fn booksim(text: &str) -> (BTreeMap<u64, u64>, BTreeSet<(u64, u64)>) {
    let (mut hosts, mut between) = (BTreeMap::new(), BTreeSet::new());
    for line in text.lines() {
        assert!(line.starts_with("router ") && !line.contains("  ") && !line.contains('\t'), "{line}");
        let words: Vec<&str> = line.split(' ').collect();
        let head: u64 = words[1].parse().expect(line);
        let mut rest = words[2..].iter().peekable();
        while let Some(word) = rest.next() {
            let id: u64 = rest.next().expect(line).parse().expect(line);
            match *word {
                "node" => {
                    assert_eq!(hosts.insert(id, head), None, "a node on two routers");
                    // A latency behind a node makes a channel that is not there.
                    assert!(rest.peek().is_none_or(|next| next.parse::<u64>().is_err()), "{line}");
                }
                "router" => {
                    assert_eq!(rest.next(), Some(&"1"), "a latency at every mention");
                    between.insert(pair(head, id));
                }
                other => panic!("{other} in {line}"),
            }
        }
    }
    (hosts, between)
}

#[test]
fn simulators_get_routers_and_hosts() {
    // Hosts, routers, and links between routers.
    for (text, hosts, routers, between) in [
        ("fattree(8)", 128, 80, 256),
        ("hosts(dragonfly(4,2), 2)", 72, 36, 90),
        ("rdn(ring(3), 2)", 648, 648, 1296),
        ("bcube(3,1)", 9, 15, 18),
    ] {
        let (read, links) = booksim(&written(text, "booksim").expect(text));
        assert_eq!((read.len(), links.len()), (hosts, between), "{text}");
        assert!(read.keys().copied().eq(0..hosts as u64), "{text}");

        let ns3 = written(text, "ns3").expect(text);
        let mut lines = ns3.lines();
        let head = numbers(lines.next().expect("counts"));
        assert_eq!(head, [(hosts + routers) as u64, routers as u64, (hosts + between) as u64], "{text}");
        assert_eq!(numbers(lines.next().expect("switches")).len(), routers, "{text}");
        assert_eq!(lines.count(), hosts + between, "{text}");

        let fabric = written(text, "infiniband").expect(text);
        let (mut ports, mut seen) = (BTreeMap::new(), Vec::new());
        let mut own = String::new();
        for line in fabric.lines() {
            match line {
                line if line.starts_with("Switch") || line.starts_with("Ca") => {
                    own = line.split('"').nth(1).expect(line).to_owned();
                    seen.push(own.clone());
                }
                line if line.starts_with('[') => {
                    let port: u64 = line[1..].split_once(']').expect(line).0.parse().expect(line);
                    let mut parts = line.split('"');
                    let (other, rest) = (parts.nth(1).expect(line), parts.next().expect(line));
                    let back: u64 = rest[1..].split_once(']').expect(line).0.parse().expect(line);
                    assert_eq!(ports.insert((own.clone(), port), (other.to_owned(), back)), None, "{line}");
                }
                _ => {}
            }
        }
        assert_eq!(seen.len(), hosts + routers, "{text}");
        assert_eq!(ports.len(), 2 * (hosts + between), "{text}");
        // Each cable is reported by both of its ends, and they agree.
        assert!(ports.iter().all(|(end, other)| ports.get(other) == Some(end)), "{text}");

        // The tables lead every packet home.
        let mut tables: BTreeMap<String, BTreeMap<u64, u64>> = BTreeMap::new();
        let mut switch = String::new();
        for line in written(text, "opensm").expect(text).lines() {
            if let Some((_, rest)) = line.split_once(" guid 0x")
                && line.starts_with("Unicast lids")
            {
                switch = format!("S-{}", &rest[..16]);
                continue;
            }
            if let Some(entry) = line.strip_prefix("0x") {
                let (lid, rest) = entry.split_once(' ').expect(line);
                let port = rest.split_once(' ').expect(line).0.parse().expect(line);
                tables
                    .entry(switch.clone())
                    .or_default()
                    .insert(u64::from_str_radix(lid, 16).expect(line), port);
            }
        }
        assert_eq!(tables.len(), routers, "{text}");
        for host in (0..hosts as u64).step_by(7) {
            for from in tables.keys().step_by(5) {
                let (mut at, mut hops) = (from.clone(), 0);
                while at.starts_with('S') {
                    let port = tables[&at][&(1 + host)];
                    at = ports[&(at, port)].0.clone();
                    hops += 1;
                    assert!(hops < 64, "{text}");
                }
                assert_eq!(at, format!("H-{:016x}", 0x20_0000 + 2 * host), "{text}");
            }
        }
    }
    let caminos = written("hosts(dragonfly(4,2), 2)", "caminos").expect("fits");
    assert!(caminos.starts_with("NODOS 36\nGRADO 5\nN 0\n"), "{caminos}");
    let golf = written("fattree(4)", "graph-golf").expect("fits");
    assert!(golf.starts_with("16 20 4\n"), "{golf}");
    assert_eq!(written("ring(3)", "graph-golf").expect("fits"), "0 1\n0 2\n1 2\n");
}

#[test]
fn networks_beyond_format_limits_are_refused() {
    for (text, format, wanted) in [
        ("hypercube(20)", "infiniband", "49151 LIDs"),
        ("complete(300)", "opensm", "254 ports"),
        ("torus(60,60)", "booksim", "2048 at most"),
        ("fattree(4)", "caminos", "the same number of servers"),
        ("graph([], nodes=3)", "metis", "without links"),
    ] {
        let told = written(text, format).expect_err(text);
        assert!(told.contains(wanted), "{text} {format}: {told}");
    }
}

#[test]
fn entries_are_distinguished_and_files_name_them() {
    for (i, entry) in FORMATS.iter().enumerate() {
        let texts = [entry.summary, entry.readers, entry.lost, entry.limit];
        assert!(texts.iter().all(|text| !text.is_empty()) && !entry.suffixes.is_empty(), "{}", entry.name);
        assert_eq!(FORMATS.iter().position(|other| other == entry), Some(i));
        for suffix in entry.suffixes {
            assert_eq!(FormatEntry::of_file(&format!("net.{suffix}")), Some(*entry), "{suffix}");
        }
    }
    assert_eq!(FormatEntry::of_file("graphml"), None);
    for name in ["topology.conf", "/etc/slurm/topology.conf", "site.topology.conf"] {
        assert_eq!(FormatEntry::of_file(name).map(|entry| entry.name), Some("slurm"), "{name}");
    }
    assert_eq!(FormatEntry::of_file("mytopology.conf"), None);
    assert_eq!(FormatEntry::of_file("net.xyz"), None);
}

/// The same bytes every time.
#[test]
fn files_are_deterministic() {
    for entry in FORMATS {
        for text in NETWORKS {
            assert_eq!(written(text, entry.name), written(text, entry.name), "{text} {}", entry.name);
        }
    }
}

/// Dual constructions are written cluster by cluster: the same links, in the same order, as neighbour by neighbour.
#[test]
fn links_of_clusters_are_written_in_order() {
    for text in [
        "rdn(torus(3,3), 2)",
        "hdn(torus(2,3,5), [{1,2}, {1}])",
        "dualcube(3)",
        "dual(path(3))",
        "dual(star(4))",
        "dual(dual(ring(3)))",
    ] {
        let topology = topology(text);
        let net = topology.network().expect(text);
        assert!(matches!(net.parts(), Parts::Level(_)), "{text} has clusters");
        let (mut wanted, mut count) = (String::new(), 0);
        for v in (0..net.nodes()).map(Node) {
            let mut later: Vec<Node> = neighbors(net.as_ref(), v).filter(|&w| w > v).collect();
            later.sort_unstable();
            later.iter().for_each(|w| wanted += &format!("{} {}\n", v.0, w.0));
            count += later.len() as u64;
        }
        let request = ExportRequest { format: &EDGES };
        let mut out = Vec::new();
        let answer =
            request.write(&topology, &mut out, &Silent).expect("memory takes it").expect("not stopped");
        assert_eq!(String::from_utf8(out).expect("text"), wanted, "{text}");
        assert_eq!(answer.links.0, count, "{text}");
    }
}

#[test]
fn numbers_are_written_like_format_does() {
    let powers = (0..20).map(|i| 10u64.pow(i));
    let near = powers.flat_map(|n| [n - 1, n, n + 1, n.saturating_mul(9)]);
    let (mut lines, mut wanted) = (NumberText::default(), String::new());
    for number in near.chain([u64::MAX, u64::MAX - 1, 1 << 63]).chain(0..20_000) {
        lines.number(number, b' ');
        lines.append_number(&Number::new(number, b'\n'));
        wanted += &format!("{number} {number}\n");
    }
    assert_eq!(std::str::from_utf8(lines.text()), Ok(wanted.as_str()));
    lines.clear_text();
    lines.number(7, b'.');
    assert_eq!(lines.text(), b"7.");
}
