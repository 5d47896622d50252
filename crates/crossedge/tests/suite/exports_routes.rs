//! Files for simulators and schedulers, read back by strict readers of our own: routes, trees, gates.

use crate::exports::{attribute, topology, written};
use crossedge::net::{Node, Port};
use std::collections::{BTreeMap, BTreeSet};

const NETWORKS: [&str; 5] = [
    "fattree(4)",
    "hosts(dragonfly(2,1), 1)",
    "rdn(ring(3), 1)",
    "bcube(3,1)",
    "width(clos(2,2,1), \"level 2\", 3)",
];

#[test]
fn simgrid_has_our_routes() {
    for text in NETWORKS {
        let net = topology(text).network().expect(text).clone();
        let platform = written(text, "simgrid").expect(text);
        let mut links: BTreeMap<String, u64> = BTreeMap::new();
        let (mut hosts, mut routers, mut routes) = (0u64, 0u64, 0u64);
        for line in platform.lines() {
            match line.split([' ', '>']).next().unwrap_or_default() {
                "<host" => hosts += 1,
                "<router" => routers += 1,
                "<link" => {
                    // Its documents and its DTD have different defaults.
                    assert_eq!(attribute(line, "sharing_policy"), "SPLITDUPLEX");
                    assert!(attribute(line, "bandwidth").ends_with("MBps") && routes == 0, "{line}");
                    let rate = attribute(line, "bandwidth").trim_end_matches("MBps").parse().expect(line);
                    links.insert(attribute(line, "id").to_owned(), rate);
                }
                "<route" => {
                    routes += 1;
                    assert_eq!(attribute(line, "symmetrical"), "NO");
                    let end = |name: &str| attribute(line, name)[1..].parse::<u64>().expect(line);
                    let mut at = Node(end("src"));
                    for hop in line.split("<link_ctn ").skip(1) {
                        let id = attribute(hop, "id");
                        assert!(links.contains_key(id), "{id} before its link");
                        let (v, port) = id[1..].split_once('_').expect(id);
                        let low = Node(v.parse().expect(id));
                        let high = net.link(low, Port(port.parse().expect(id))).0;
                        let (from, to) = match attribute(hop, "direction") {
                            "UP" => (low, high),
                            "DOWN" => (high, low),
                            other => panic!("{other}"),
                        };
                        assert_eq!(from, at, "{line}");
                        at = to;
                    }
                    assert_eq!(at, Node(end("dst")), "{line}");
                }
                _ => {}
            }
        }
        let ends = net.endpoints();
        assert_eq!((hosts, routers, routes), (ends, net.nodes() - ends, ends * (ends - 1)), "{text}");
        let wanted: u64 = (0..net.nodes()).map(|v| u64::from(net.degree(Node(v)))).sum();
        assert_eq!(links.len() as u64, wanted / 2, "{text}");
        if text.starts_with("width") {
            assert_eq!(links.values().max(), Some(&37_500));
        }
    }
}

/// The numbers of `n[0-3,8]`.
fn numbers(text: &str) -> Vec<String> {
    let Some((word, rest)) = text.split_once('[') else { return vec![text.to_owned()] };
    let runs = rest.strip_suffix(']').expect(text).split(',');
    let run = |run: &str| {
        let (a, b) = run.split_once('-').unwrap_or((run, run));
        let [a, b] = [a, b].map(|n| n.parse::<u64>().expect(text));
        assert!(a <= b);
        (a..=b).map(|n| format!("{word}{n}")).collect::<Vec<_>>()
    };
    runs.flat_map(run).collect()
}

#[test]
fn slurm_has_a_tree() {
    for (text, leaves, root) in [
        ("fattree(8)", 32, "s1x[0-7]"),
        ("hosts(dragonfly(4,2), 2)", 36, "s1x[0-8]"),
        ("rdn(ring(3), 1)", 6, "s1x[0-1]"),
        ("ring(5)", 1, "n[0-4]"),
    ] {
        let conf = written(text, "slurm").expect(text);
        let mut below: BTreeMap<String, Vec<String>> = BTreeMap::new();
        let mut leaf = 0;
        for line in conf.lines().filter(|line| !line.starts_with('#')) {
            let (name, rest) = line.strip_prefix("SwitchName=").expect(line).split_once(' ').expect(line);
            assert!(name.len() <= 64);
            let (kind, members) = rest.split_once('=').expect(line);
            leaf += usize::from(kind == "Nodes");
            assert!(matches!(kind, "Nodes" | "Switches"), "{line}");
            assert_eq!(below.insert(name.to_owned(), numbers(members)), None, "{name} twice");
        }
        assert_eq!(leaf, leaves, "{text}");
        assert_eq!(below["root"], numbers(root), "{text}");
        // Everybody hangs on one switch, and all on the root.
        let mut seen = BTreeSet::new();
        assert!(below.values().flatten().all(|member| seen.insert(member.clone())), "{text}: not a tree");
        let nodes: Vec<String> =
            (0..topology(text).network().expect(text).endpoints()).map(|v| format!("n{v}")).collect();
        assert!(nodes.iter().all(|node| seen.contains(node)), "{text}");
        assert_eq!(seen.len(), nodes.len() + below.len() - 1, "{text}");

        let yaml = written(text, "slurm-yaml").expect(text);
        let mut lines = yaml.lines().filter(|line| !line.starts_with('#'));
        assert_eq!(lines.next(), Some("- topology: crossedge"), "the name comes first");
        assert_eq!(yaml.matches("- switch: ").count(), below.len(), "{text}");
        assert_eq!(yaml.matches("        nodes: \"").count(), leaves, "{text}");
    }
}

#[test]
fn sst_routes_follow_its_links() {
    for text in ["hosts(dragonfly(2,1), 1)", "rdn(ring(3), 1)"] {
        let graph = written(text, "sst").expect(text);
        let mut links = BTreeSet::new();
        let mut routers = 0u64;
        for line in graph.lines() {
            if line.contains("<node ") {
                // Readers number by the order of the file.
                assert_eq!(attribute(line, "id"), routers.to_string());
                assert!(!line.contains("\"endpoints\">0<"), "{line}");
                routers += 1;
            } else if line.contains("<edge ") {
                let [a, b] = ["source", "target"].map(|end| attribute(line, end).parse::<u64>().expect(line));
                assert!(links.insert((a, b)) && links.insert((b, a)), "parallel links");
            }
        }
        let routes: serde_json::Value =
            serde_json::from_str(&written(text, "sst-routes").expect(text)).expect("JSON");
        for from in 0..routers {
            for to in (0..routers).filter(|&to| to != from) {
                let ways = routes["routes"][from.to_string()][to.to_string()].as_array().expect("ways");
                let total: f64 = ways.iter().map(|way| way[0].as_f64().expect("a weight")).sum();
                assert_eq!(total, 1.0);
                let mut at = from;
                for hop in ways[0][1].as_array().expect("hops") {
                    let hop = hop.as_u64().expect("a router");
                    assert!(links.contains(&(at, hop)), "{text}: {at} {hop}");
                    at = hop;
                }
                assert_eq!(at, to, "{text}");
            }
        }
    }
    let told = written("fattree(4)", "sst").expect_err("routers without hosts");
    assert!(told.contains("has none"), "{told}");
}

#[test]
fn tables_lead_home() {
    for text in NETWORKS {
        let net = topology(text).network().expect(text).clone();
        let csv = written(text, "routing-tables").expect(text);
        let mut lines = csv.lines();
        assert_eq!(lines.next(), Some("Node,Target,Port,Next"));
        let mut next = BTreeMap::new();
        for line in lines {
            let row: Vec<u64> = line.split(',').map(|cell| cell.parse().expect(line)).collect();
            assert_eq!(net.link(Node(row[0]), Port(row[2] as u32)).0, Node(row[3]), "{line}");
            assert_eq!(next.insert((row[0], row[1]), row[3]), None);
        }
        let ends = net.endpoints();
        assert_eq!(next.len() as u64, net.nodes() * ends - ends, "{text}");
        for &(from, to) in next.keys() {
            let (mut at, mut hops) = (from, 0);
            while at != to {
                at = next[&(at, to)];
                hops += 1;
                assert!(hops <= net.nodes(), "{text}");
            }
        }
    }
}

#[test]
fn ports_are_used_once() {
    for text in NETWORKS {
        let graph: serde_json::Value =
            serde_json::from_str(&written(text, "infragraph").expect(text)).expect("JSON");
        let edges = graph["edges"].as_array().expect("edges");
        let mut ports = BTreeSet::new();
        for end in edges.iter().flat_map(|edge| [&edge["ep1"], &edge["ep2"]]) {
            assert!(ports.insert(end.to_string()), "{end} twice");
        }
        // Names have no commas: the expression is in the description.
        for list in ["devices", "links", "instances"] {
            for thing in graph[list].as_array().expect(list) {
                let name = thing["name"].as_str().expect("a name");
                assert!(name.chars().all(|c| c.is_ascii_alphanumeric()), "{name}");
            }
        }
        assert!(graph["description"].as_str().expect("text").contains(text), "{text}");
    }
}

#[test]
fn oversized_networks_are_refused() {
    for (text, format, wanted) in [
        ("ring(1025)", "simgrid", "1024 hosts at most"),
        ("hypercube(16)", "slurm", "65533 nodes at most"),
        ("hypercube(15)", "routing-tables", "268435456 lines"),
        ("hypercube(16)", "infragraph", "65536 hosts and routers"),
        ("stargraph(9)", "ned", "65536 hosts and routers"),
        ("hypercube(31)", "ned", "2147483647 hosts and routers"),
        ("hypercube(12)", "sst-routes", "2048 routers"),
        ("graph([], nodes=2)", "simgrid", "no route"),
    ] {
        let told = written(text, format).expect_err(text);
        assert!(told.contains(wanted), "{text} {format}: {told}");
    }
}
