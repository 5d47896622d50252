//! Readers of files that tools print, each with the traps of its format, and round trips through every format that is read back.

use crossedge::answers::{ExportRequest, MetricValue, Request, ShowRequest};
use crossedge::export::FormatEntry;
use crossedge::metrics::Metric;
use crossedge::metrics::metric::{
    CABLES, DIAMETER, ENDPOINTS, MEAN_DISTANCE, PORTS_PER_ENDPOINT, RADIX, SWITCHES,
};
use crossedge::net::read::{
    Fabric, cable_list, containerlab, host_list, json, matrix_market, nccl_topology, slurm_conf, slurm_yaml,
};
use crossedge::prelude::*;

fn read(name: &str, bytes: Vec<u8>) -> Topology {
    let text = format!("file(\"{name}\")");
    Topology::builder()
        .files(move |_| Ok(bytes.clone()))
        .parse(&text)
        .unwrap_or_else(|error| panic!("{name}: {error}"))
}

fn value(net: &Topology, metric: Metric) -> String {
    let request = ShowRequest { metrics: vec![metric], ..ShowRequest::all() };
    let answer = match request.answer(net, &Silent) {
        Ok(answer) => answer,
        Err(error) => return error.message().to_owned(),
    };
    match answer.metrics.value(metric) {
        Some(MetricValue::Count(count)) => count.0.to_string(),
        other => format!("{other:?}"),
    }
}

fn export(net: &Topology, format: &str) -> Option<Vec<u8>> {
    let request = ExportRequest { format: FormatEntry::format_named(format).expect("a format") };
    let mut bytes = Vec::new();
    request.write(net, &mut bytes, &Silent).ok()?.expect("not stopped");
    Some(bytes)
}

/// Names of hosts and switches.
fn names(fabric: &Fabric, switch: bool) -> Vec<&str> {
    fabric.nodes.iter().filter(|node| node.switch == Some(switch)).map(|node| node.name.as_str()).collect()
}

/// The cables by the names of their ends, sorted.
fn cables(fabric: &Fabric) -> Vec<String> {
    let end = |(node, port): (u32, Option<u32>)| {
        let name = &fabric.nodes[node as usize].name;
        match port.and_then(|port| fabric.labels.get(&(node, port))) {
            Some(label) => format!("{name}:{label}"),
            None => name.clone(),
        }
    };
    let mut cables: Vec<String> = fabric
        .cables
        .iter()
        .map(|cable| {
            let mut ends = cable.ends.map(end);
            ends.sort();
            ends.join(" ")
        })
        .collect();
    cables.sort();
    cables
}

/// Machines of every kind: trunks, widths, planes, hosts, rails, and networks without switches.
const MACHINES: [&str; 60] = [
    "fattree(2)",
    "fattree(4)",
    "fattree(6)",
    "clos(4,4,2)",
    "clos(3,5,4)",
    "clos(24,4,2)",
    "width(clos(4,4,2), \"level 2\", 3)",
    "width(clos(24,4,2), \"level 2\", 6)",
    "width(fattree(4), \"level 2\", 2)",
    "width(fattree(4), \"level 3\", 5)",
    "width(clos(2,3,2), \"level 1\", 2)",
    "xgft([4,4],[1,2])",
    "xgft([2,3,2],[1,2,2])",
    "xgft([3,3],[1,3])",
    "hosts(torus(3,3), 2)",
    "hosts(torus(4,4), 1)",
    "hosts(mesh(3,4), 2)",
    "hosts(hypercube(3), 3)",
    "hosts(hypercube(4), 1)",
    "hosts(dragonfly(2,1), 2)",
    "hosts(dragonfly(4,2), 2)",
    "hosts(dragonfly(3,1), 1)",
    "hosts(hyperx(3,3), 2)",
    "hosts(slimfly(5), 2)",
    "hosts(ring(5), 2)",
    "hosts(complete(5), 3)",
    "hosts(dual(ring(3)), 1)",
    "hosts(rdn(ring(3), 1), 2)",
    "hosts(kautz(2,2), 2)",
    "hosts(jellyfish(12,3,1), 2)",
    "planes(fattree(4), 2)",
    "planes(clos(4,4,2), 3)",
    "hub(path(4), {0,3}, 2)",
    "hub(ring(5), {0,2}, 3)",
    "bcube(4,1)",
    "bcube(2,2)",
    "dcell(3,1)",
    "megafly(2,2)",
    "torus(3,4)",
    "torus(4,4,4)",
    "mesh(5,3)",
    "hypercube(5)",
    "ring(9)",
    "path(6)",
    "complete(7)",
    "debruijn(3,2)",
    "rdn(ring(3), 1)",
    "dual(ring(4))",
    "dual(torus(3,3))",
    "hyperx(4,3)",
    "dragonfly(4,2)",
    "slimfly(5)",
    "width(torus(3,4), \"dimension 1\", 2)",
    "width(ring(6), \"ring\", 4)",
    "wk(4,2)",
    "star(4)",
    "debruijn(2,4)",
    "kautz(2,3)",
    "foldedcube(4)",
    "dualcube(3)",
];

/// Every format that is read back gives the same network, for every machine: counts, ports, cables, distances, and the throughput where both are exact.
#[test]
fn machines_come_back_from_every_format() {
    let metrics = [ENDPOINTS, SWITCHES, CABLES, RADIX, PORTS_PER_ENDPOINT, DIAMETER, MEAN_DISTANCE];
    let mut trips = 0;
    for text in MACHINES {
        let net: Topology = text.parse().unwrap_or_else(|error| panic!("{text}: {error}"));
        let switched = value(&net, SWITCHES).parse::<u64>().is_ok_and(|switches| switches > 0);
        let theta = |net: &Topology| net.throughput("uniform").expect("solved");
        let known = theta(&net);
        for (format, file) in [
            ("edges", "x.edges"),
            ("graphml", "x.graphml"),
            ("node-link", "x.json"),
            ("matrix-market", "x.mtx"),
            ("cables", "x.csv"),
            ("infiniband", "x.ibnet"),
            ("containerlab", "x.clab.yml"),
        ] {
            // Nodes without switches are written as routers with a host each.
            if matches!(format, "infiniband" | "containerlab") && !switched {
                continue;
            }
            let Some(bytes) = export(&net, format) else { continue };
            let back = read(file, bytes);
            // If endpoints forward messages, these formats add a host for each of them.
            if matches!(format, "infiniband" | "containerlab")
                && value(&back, SWITCHES) != value(&net, SWITCHES)
            {
                continue;
            }
            trips += 1;
            for metric in metrics {
                assert_eq!(
                    value(&back, metric),
                    value(&net, metric),
                    "{text} as {format}: {}",
                    metric.name()
                );
            }
            let again = theta(&back);
            if known.lower == known.upper && again.lower == again.upper {
                assert_eq!(again.lower, known.lower, "{text} as {format}");
            }
        }
    }
    assert!(trips >= 300, "{trips} round trips");
}

/// The sizes that FABRIC names.
#[test]
fn trunks_keep_their_throughput_in_every_format() {
    for (text, endpoints) in [("fattree(4)", "16"), ("width(clos(4,4,2), \"level 2\", 3)", "16")] {
        let net: Topology = text.parse().expect("a network");
        for (format, file) in [
            ("edges", "x.edges"),
            ("graphml", "x.graphml"),
            ("node-link", "x.json"),
            ("matrix-market", "x.mtx"),
            ("cables", "x.csv"),
            ("infiniband", "x.ibnet"),
            ("containerlab", "x.clab.yml"),
        ] {
            let back = read(file, export(&net, format).expect("written"));
            assert_eq!(value(&back, ENDPOINTS), endpoints, "{text} as {format}");
            let theta = back.throughput("uniform").expect("solved");
            let one = Ratio::new(1u32, 1u32);
            assert!(theta.lower == one && theta.upper == one, "{text} as {format}: {theta:?}");
        }
    }
}

#[test]
fn host_lists_are_expanded_as_slurm_does() {
    let list = |text: &str| host_list(text).expect("a list").join(" ");
    assert_eq!(list("n[001-003,200]"), "n001 n002 n003 n200");
    assert_eq!(list("a,b[8-11]c,d"), "a b8c b9c b10c b11c d");
    assert_eq!(list("r[1-2]n[08-10]"), "r1n08 r1n09 r1n10 r2n08 r2n09 r2n10");
    for (text, why) in [
        ("n[3-1]", "the range \"3-1\" ends before it begins"),
        ("n[1", "unbalanced brackets in \"n[1\""),
        ("n1]", "unbalanced brackets in \"n1]\""),
        ("n[a-b]", "expected numbers such as 001-128, found \"a-b\""),
        ("n[0-99999999]", "\"0-99999999\" has more than 1048576 numbers"),
        ("n[0-9999]m[0-9999]", "\"n[0-9999]m[0-9999]\" has more than 1048576 names"),
    ] {
        assert_eq!(host_list(text).expect_err(text), why);
    }
}

/// The tree of `topology.conf`, and the same as `scontrol show topology` prints it, where upper switches list all nodes again.
#[test]
fn trees_of_slurm_are_read() {
    let conf = b"# tree\nSwitchName=leaf1 Nodes=n[001-003] LinkSpeed=100\nswitchname=leaf2 \\\n  nodes=n[004-005]\nSwitchName=top Switches=leaf[1-2]\n";
    let fabric = slurm_conf(conf).expect("a tree");
    assert_eq!(names(&fabric, false), ["n001", "n002", "n003", "n004", "n005"]);
    assert_eq!(names(&fabric, true), ["leaf1", "leaf2", "top"]);
    assert_eq!(cables(&fabric).len(), 7);
    let shown = b"SwitchName=leaf1 Level=0 LinkSpeed=1 Nodes=n[001-003]\nSwitchName=leaf2 Level=0 LinkSpeed=1 Nodes=n[004-005]\nSwitchName=top Level=1 LinkSpeed=1 Nodes=n[001-005] Switches=leaf[1-2]\n";
    assert_eq!(cables(&slurm_conf(shown).expect("a tree")), cables(&fabric));
    let yaml = b"- topology: flat\n  flat: true\n- topology: tree\n  cluster_default: true\n  tree:\n    switches:\n      - switch: top\n        children: leaf[1-2]\n      - switch: leaf1\n        nodes: \"n[001-003]\"\n      - switch: leaf2\n        nodes: n[004-005]\n";
    assert_eq!(cables(&slurm_yaml(yaml).expect("a tree")), cables(&fabric));
    assert_eq!(fabric.notes, ["Slurm has no trunks and no rates: every link is one cable"]);
    for (text, why) in [
        ("SwitchName=a Nodes=n1\nSwitchName=a Nodes=n2\n", "line 2: a second line for a"),
        ("SwitchName=t Switches=a\n", "line 1: t has the child a, which has no line"),
        (
            "SwitchName=a Nodes=n1\nSwitchName=t Switches=a\nSwitchName=u Switches=a\n",
            "line 3: a has two parents: line 2, too",
        ),
        ("Nodes=n1\n", "line 1: the line has no SwitchName and no BlockName"),
        ("SwitchName=a Nodes=n[1\n", "line 1: unbalanced brackets in \"n[1\""),
        (
            "SwitchName=a Hosts=n1\n",
            "line 1: expected SwitchName, BlockName, Nodes or Switches, found \"Hosts\"",
        ),
        ("SwitchName=a Nodes=a\n", "line 1: a has two roles: endpoint and switch"),
        ("\n", "line 2: the file has no cables"),
    ] {
        assert_eq!(slurm_conf(text.as_bytes()).expect_err(text).to_string(), why);
    }
}

/// Blocks of Slurm are joined by a switch, with a note.
#[test]
fn blocks_of_slurm_are_read() {
    let conf = b"BlockName=b1 Nodes=n[1-4]\nBlockName=b2 Nodes=n[5-8]\nBlockSizes=4,8\n";
    let fabric = slurm_conf(conf).expect("blocks");
    assert_eq!(names(&fabric, true), ["b1", "b2", "blocks"]);
    assert_eq!((cables(&fabric).len(), fabric.notes.len()), (10, 2));
    let yaml = b"- topology: t\n  block:\n    block_sizes: [4, 8]\n    blocks:\n      - {block: b1, nodes: \"n[1-4]\"}\n      - {block: b2, nodes: \"n[5-8]\"}\n";
    assert_eq!(cables(&slurm_yaml(yaml).expect("blocks")), cables(&fabric));
}

/// The Slurm file of a dump is read back with the same host names on each leaf.
#[test]
fn slurm_gets_the_hosts_of_a_dump_leaf_by_leaf() {
    let bytes = std::fs::read(crate::common::testdata().join("fabrics/b.ibnet")).expect("a dump");
    let net = read("b.ibnet", bytes);
    for (format, file) in [("slurm", "topology.conf"), ("slurm-yaml", "topology.yaml")] {
        let text = String::from_utf8(export(&net, format).expect("written")).expect("text");
        let back = read(file, text.clone().into_bytes());
        assert_eq!(value(&back, ENDPOINTS), "96", "{text}");
        // Four leaves and one switch for both spines.
        assert_eq!(value(&back, SWITCHES), "5", "{text}");
        assert!(!text.contains("n[0-95]"), "{text}");
    }
    // Rails: a host is below all its leaves, which are one switch of Slurm; three levels keep their pods.
    let bytes = std::fs::read(crate::common::testdata().join("fabrics/a.ibnet")).expect("a dump");
    let text = String::from_utf8(export(&read("a.ibnet", bytes), "slurm").expect("written")).expect("text");
    assert!(text.contains("Nodes=dgx-00-00,") || text.contains("Nodes=dgx-00-"), "{text}");
    assert!(!text.contains("mlx5"), "{text}");
}

/// Neighbours of a Clos of two leaves and two spines as `lldpcli` prints them, with the traps: one neighbour as a map, ids of ports that are MAC
/// addresses, names with a domain, a host without a file.
#[test]
fn lldp_neighbors_of_a_folder_are_read() {
    let neighbor = |local: &str, chassis: &str, port: &str, switch: bool| {
        format!(
            "{{\"{local}\": {{\"via\": \"LLDP\", \"chassis\": {{\"{chassis}\": {{\"id\": {{\"type\": \"mac\", \"value\": \"02:00:00:00:00:01\"}}, \"capability\": [{{\"type\": \"Bridge\", \"enabled\": {switch}}}, {{\"type\": \"Router\", \"enabled\": false}}]}}}}, \"port\": {port}}}}}"
        )
    };
    let mac = |name: &str| {
        format!("{{\"id\": {{\"type\": \"mac\", \"value\": \"02:00:00:00:00:02\"}}, \"descr\": \"{name}\"}}")
    };
    let ifname = |name: &str| {
        format!("{{\"id\": {{\"type\": \"ifname\", \"value\": \"{name}\"}}, \"descr\": \"uplink\"}}")
    };
    let file = |name: &str, neighbors: &[String]| match neighbors {
        [one] => format!("==> dumps/{name}.json <==\n{{\"lldp\": {{\"interface\": {one}}}}}\n"),
        many => format!("==> {name}.json <==\n{{\"lldp\": {{\"interface\": [\n{}\n]}}}}\n", many.join(",\n")),
    };
    let text = file(
        "leaf1",
        &[
            neighbor("swp1", "spine1.example.org", &ifname("swp1"), true),
            neighbor("swp2", "spine2", &ifname("swp1"), true),
            neighbor("swp3", "host1", &mac("eth0"), false),
        ],
    ) + &file(
        "leaf2",
        &[
            neighbor("swp1", "spine1", &ifname("swp2"), true),
            neighbor("swp2", "spine2", &ifname("swp2"), true),
        ],
    ) + &file(
        "spine1",
        &[neighbor("swp1", "leaf1", &mac("swp1"), true), neighbor("swp2", "leaf2", &mac("swp1"), true)],
    ) + &file("host1", &[neighbor("eth0", "leaf1", &ifname("swp3"), true)]);
    let fabric = json(text.as_bytes()).expect("a fabric");
    assert_eq!(names(&fabric, false), ["host1"]);
    assert_eq!(
        cables(&fabric),
        [
            "host1:eth0 leaf1:swp3",
            "leaf1:swp1 spine1:swp1",
            "leaf1:swp2 spine2:swp1",
            "leaf2:swp1 spine1:swp2",
            "leaf2:swp2 spine2:swp2"
        ]
    );
    // Both ends must agree.
    let wrong = text.replace("\"host1\": {\"id\"", "\"host2\": {\"id\"");
    assert_eq!(
        json(wrong.as_bytes()).expect_err("two neighbours").to_string(),
        "line 18: port 3 of leaf1 leads to host1 here, and has another cable on line 5"
    );
    let alone = "{\"lldp\": {\"interface\": {\"eth0\": {}}}}";
    assert!(
        json(alone.as_bytes())
            .expect_err("no name")
            .to_string()
            .contains("the device that printed the file is not known")
    );
}

/// Configurations of SONiC: speeds become rates, aliases are names of ports, breakout ports are ports, neighbours without a file are hosts.
#[test]
fn sonic_configurations_are_read() {
    let device = |name: &str, neighbors: &str, ports: &str| {
        format!(
            "==> {name}_config_db.json <==\n{{\"DEVICE_METADATA\": {{\"localhost\": {{\"hostname\": \"{name}\"}}}},\n \"DEVICE_NEIGHBOR\": {{{neighbors}}},\n \"PORT\": {{{ports}}}}}\n"
        )
    };
    let text = device(
        "tor1",
        "\"Ethernet0\": {\"name\": \"spine1\", \"port\": \"hundredGigE1\"}, \"Ethernet4\": {\"name\": \"server1\", \"port\": \"eth0\"}, \"Ethernet5\": {\"name\": \"server2\"}",
        "\"Ethernet0\": {\"speed\": \"100000\"}, \"Ethernet4\": {\"speed\": \"25000\"}, \"Ethernet5\": {\"speed\": \"25000\"}",
    ) + &device(
        "spine1",
        "\"Ethernet8\": {\"name\": \"tor1\", \"port\": \"Ethernet0\"}",
        "\"Ethernet8\": {\"alias\": \"hundredGigE1\", \"speed\": \"100000\"}",
    );
    let fabric = json(text.as_bytes()).expect("a fabric");
    assert_eq!(names(&fabric, true), ["tor1", "spine1"]);
    assert_eq!(
        cables(&fabric),
        ["server1:eth0 tor1:Ethernet4", "server2 tor1:Ethernet5", "spine1:Ethernet8 tor1:Ethernet0"]
    );
    assert_eq!(fabric.rates, ["100 Gbit/s", "25 Gbit/s"]);
    assert_eq!(fabric.notes, ["2 devices have no file and no role: they are taken for hosts"]);
    // One uplink of 100 for two hosts of 25.
    let net = read("folder/", text.into_bytes());
    assert_eq!(net.throughput("uniform").expect("solved").lower, Ratio::new(1u32, 1u32));
}

#[test]
fn labs_of_containerlab_are_read() {
    let text = br#"name: lab
topology:
  defaults:
    kind: nokia_srlinux
  nodes:
    leaf1:
    spine1: {kind: ceos}
    host1:
      kind: linux
    fw:
      kind: linux
      labels: {role: switch}
  links:
    - endpoints: ["leaf1:e1-1", "spine1:eth1"]
    - endpoints: [leaf1:e1-2, host1:eth1]
    - type: veth
      endpoints:
        - node: fw
          interface: eth1
        - node: leaf1
          interface: e1-3
    - endpoints: ["leaf1:mgmt0", "host:leaf1-mgmt"]
"#;
    let fabric = containerlab(text).expect("a lab");
    assert_eq!(names(&fabric, false), ["host1"]);
    assert_eq!(cables(&fabric), ["fw:eth1 leaf1:e1-3", "host1:eth1 leaf1:e1-2", "leaf1:e1-1 spine1:eth1"]);
    assert_eq!(fabric.notes, ["1 link to the machine of the lab left out"]);
    for (text, why) in [
        (
            "topology:\n  nodes: {a: {}}\n  links:\n    - endpoints: [\"a:1\", \"b:1\"]\n",
            "line 4: the link ends at \"b\", which is not a node",
        ),
        (
            "topology:\n  nodes: {a: {}}\n  links:\n    - endpoints: [\"a:1\"]\n",
            "line 4: a link has two endpoints, found 1",
        ),
        (
            "topology:\n  nodes: {a: {}, b: {}}\n  links:\n    - endpoints: [a, \"b:1\"]\n",
            "line 4: expected node:interface, e.g. \"leaf1:eth1\"",
        ),
        ("topology:\n  nodes: &n {a: {}}\n  more: *n\n", "line 3: anchors and aliases are not read"),
        ("name: x\n", "line 1: the file has no topology"),
        ("topology: {nodes: {a: {}, a: {}}}\n", "line 1: the key \"a\" occurs twice"),
    ] {
        assert_eq!(containerlab(text.as_bytes()).expect_err(text).to_string(), why);
    }
}

/// Exports of NetBox: ports have names, racks are places, parallel cables are normal.
#[test]
fn cables_of_netbox_are_read() {
    let text = b"ID,Label,Rack A,Device A,Termination A,Rack B,Device B,Termination B,Status\n1,,R1,leaf1,swp1,R2,spine1,swp1,Connected\n2,,R1,leaf1,swp2,R2,spine1,swp2,Connected\n";
    let fabric = cable_list(text).expect("cables");
    assert_eq!(cables(&fabric), ["leaf1:swp1 spine1:swp1", "leaf1:swp2 spine1:swp2"]);
    assert_eq!(fabric.nodes[1].place.as_deref(), Some("rack R2"));
    let import = b"side_a_device,side_a_type,side_a_name,side_b_device,side_b_type,side_b_name\nleaf1,dcim.interface,swp1,spine1,dcim.interface,swp1\nleaf1,dcim.interface,swp2,spine1,dcim.interface,swp2\n";
    assert_eq!(cables(&cable_list(import).expect("cables")), cables(&fabric));
    let rated = b"A-Node,A-Port,Z-Node,Z-Port,Rate\na,1,b,1,400 Gbit/s\na,2,b,2,4xEDR\n";
    assert_eq!(cable_list(rated).expect("cables").rates, ["400 Gbit/s", "4xEDR"]);
}

/// The inside of a host: GPUs on PCI switches and an NVSwitch, and interfaces.
#[test]
fn topologies_of_nccl_are_read() {
    let gpu = |dev: u32, bus: &str, link: &str| {
        format!(
            "<pci busid=\"{bus}\" class=\"0x030200\" link_speed=\"16.0 GT/s PCIe\" link_width=\"16\"><gpu dev=\"{dev}\" sm=\"80\" rank=\"{dev}\" gdr=\"1\">{link}</gpu></pci>"
        )
    };
    let nvswitch = "<nvlink target=\"0000:c4:00.0\" count=\"12\" tclass=\"0x068000\"/>";
    let text = format!(
        "<system version=\"1\">\n<cpu numaid=\"0\" vendor=\"AuthenticAMD\">\n<pci busid=\"0000:01:00.0\" class=\"0x060400\" link_speed=\"16.0 GT/s PCIe\" link_width=\"16\">\n{}\n{}\n<pci busid=\"0000:0c:00.0\" class=\"0x020700\" link_speed=\"16.0 GT/s PCIe\" link_width=\"16\"><nic><net name=\"mlx5_0\" dev=\"0\" speed=\"200000\"/></nic></pci>\n</pci>\n</cpu>\n</system>\n",
        gpu(0, "0000:07:00.0", nvswitch),
        gpu(1, "0000:0a:00.0", nvswitch)
    );
    let fabric = nccl_topology(text.as_bytes()).expect("a host");
    assert_eq!(names(&fabric, false), ["gpu0", "gpu1", "mlx5_0"]);
    assert_eq!(names(&fabric, true), ["cpu0", "pci 0000:01:00.0", "nvswitch 0000:c4:00.0"]);
    assert_eq!(fabric.cables.iter().filter_map(|cable| cable.width).collect::<Vec<_>>(), [12, 12]);
    assert_eq!(fabric.rates, ["256.0 Gbit/s", "200 Gbit/s"]);
    // A direct link between two GPUs is listed by both.
    let direct = format!(
        "<system version=\"1\"><cpu numaid=\"0\">{}{}</cpu></system>",
        gpu(0, "0000:07:00.0", "<nvlink target=\"0000:0a:00.0\" count=\"4\" tclass=\"0x030200\"/>"),
        gpu(1, "0000:0a:00.0", "<nvlink target=\"0000:07:00.0\" count=\"4\" tclass=\"0x030200\"/>")
    );
    assert_eq!(
        cables(&nccl_topology(direct.as_bytes()).expect("a host")),
        ["cpu0 gpu0", "cpu0 gpu1", "gpu0 gpu1"]
    );
    // The same text under the plain suffix of XML.
    assert_eq!(value(&read("topo.xml", text.into_bytes()), ENDPOINTS), "3");
}

#[test]
fn matrices_and_node_link_files_are_checked() {
    for (text, why) in [
        (
            "%%MatrixMarket matrix array real general\n",
            "line 1: expected matrix coordinate, pattern, integer or real, symmetric or general",
        ),
        (
            "%%MatrixMarket matrix coordinate pattern symmetric\n2 3 1\n",
            "line 2: an adjacency matrix is square, found 2 rows and 3 columns",
        ),
        (
            "%%MatrixMarket matrix coordinate pattern symmetric\n2 2 2\n2 1\n",
            "line 4: the header promises 2 entries, found 1",
        ),
        (
            "%%MatrixMarket matrix coordinate pattern general\n2 2 1\n2 1\n",
            "line 3: the matrix is not symmetric: 2 1; links here carry both ways",
        ),
        (
            "%%MatrixMarket matrix coordinate pattern symmetric\n2 2 1\n2 3\n",
            "line 3: rows and columns are from 1 to 2, found 2 and 3",
        ),
        (
            "%%MatrixMarket matrix coordinate integer symmetric\n2 2 1\n2 1 0\n",
            "line 3: entries are numbers of cables from 1 to 1048576, found 0",
        ),
    ] {
        assert_eq!(matrix_market(text.as_bytes()).expect_err(text).to_string(), why);
    }
    for (text, why) in [
        (
            "{\"directed\": true, \"nodes\": [{\"id\": 0}], \"edges\": []}",
            "line 1: a directed graph; links here carry both ways",
        ),
        (
            "{\"nodes\": [{\"id\": 0}],\n\"links\": [{\"source\": 0, \"target\": 1}]}",
            "line 2: a link ends at \"1\", which is not a node",
        ),
        ("{\"nodes\": [{\"id\": 0}, {\"id\": 0}], \"edges\": []}", "line 1: a second node with the id \"0\""),
        (
            "{\"nodes\": [{\"id\": 0}, {\"id\": 1}], \"edges\": [{\"source\": 0, \"target\": 1, \"width\": 0}]}",
            "line 1: width is a whole number from 1 to 1048576, found \"0\"",
        ),
        (
            "[1, 2]",
            "line 1: expected node-link JSON (nodes and edges), neighbors of lldpcli (lldp) or config_db.json of SONiC (DEVICE_NEIGHBOR)",
        ),
    ] {
        assert_eq!(json(text.as_bytes()).expect_err(text).to_string(), why);
    }
    // Parallel edges of a multigraph are parallel cables.
    let text = "{\"multigraph\": true, \"nodes\": [{\"id\": \"a\"}, {\"id\": \"b\"}], \"links\": [{\"source\": \"a\", \"target\": \"b\"}, {\"source\": \"a\", \"target\": \"b\"}]}";
    assert_eq!(value(&read("x.json", text.as_bytes().to_vec()), CABLES), "2");
}
