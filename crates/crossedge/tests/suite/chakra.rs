//! Traces of Chakra as traffic: what we write is read back, messages of other tools are read by their field numbers, and every fault is named.

use crossedge::answers::{
    CollectiveRequest, Collectives, Request, ThroughputAnswer, ThroughputRequest, TrafficRequest,
};
use crossedge::collective::Kind;
use crossedge::net::read::chakra_traffic;
use crossedge::prelude::*;

/// A message of Protocol Buffers by hand: numbers, texts and messages by field.
#[derive(Default, Clone)]
struct Message(Vec<u8>);

impl Message {
    fn varint(mut self, mut value: u64) -> Self {
        while value > 127 {
            self.0.push((value & 127) as u8 | 128);
            value >>= 7;
        }
        self.0.push(value as u8);
        self
    }

    fn number(self, field: u64, value: u64) -> Self {
        self.varint(field * 8).varint(value)
    }

    fn bytes(self, field: u64, value: &[u8]) -> Self {
        let mut own = self.varint(field * 8 + 2).varint(value.len() as u64);
        own.0.extend_from_slice(value);
        own
    }

    /// An attribute with a number (int64_val) in a node.
    fn attribute(self, name: &str, value: u64) -> Self {
        let inside = Message::default().bytes(1, name.as_bytes()).number(9, value);
        self.bytes(10, &inside.0)
    }

    fn text_attribute(self, name: &str, value: &str) -> Self {
        let inside = Message::default().bytes(1, name.as_bytes()).bytes(29, value.as_bytes());
        self.bytes(10, &inside.0)
    }
}

/// A node of this id and type.
fn node(id: u64, kind: u64) -> Message {
    Message::default().number(1, id).bytes(2, b"a name").number(3, kind).number(6, 1_000_000)
}

/// A file with metadata as the public converter writes it, and these nodes.
fn file(nodes: &[Message]) -> Vec<u8> {
    let schema = Message::default().bytes(1, b"schema").bytes(29, b"1.0.2-chakra.0.0.4");
    let head = Message::default().bytes(2, &schema.0);
    let mut out = Message::default();
    for message in std::iter::once(&head).chain(nodes) {
        out = out.varint(message.0.len() as u64);
        out.0.extend_from_slice(&message.0);
    }
    out.0
}

fn named(files: &[Vec<u8>], end: &str) -> Vec<(String, Vec<u8>)> {
    files.iter().enumerate().map(|(rank, bytes)| (format!("t.{rank}.{end}"), bytes.clone())).collect()
}

/// The lines of a trace, and its expansions.
fn lines(files: &[Vec<u8>]) -> (String, Vec<&'static str>) {
    let found = chakra_traffic(&named(files, "et")).expect("traffic");
    (found.lines, found.expansions)
}

fn throughput(net: &str, traffic: TrafficRequest) -> Result<ThroughputAnswer, Error> {
    let net: Topology = net.parse().expect("a network");
    ThroughputRequest { traffic, ..ThroughputRequest::uniform() }.answer(&net, &Silent)
}

/// The traces that we write have the traffic of the GOAL schedule of the same collective.
#[test]
fn written_traces_are_read_back() {
    for (text, kind, ranks) in [
        ("ring(5)", Kind::AllGather, 5),
        ("torus(3,3)", Kind::AllReduce, 9),
        ("hypercube(3)", Kind::AllToAll, 8),
    ] {
        let net: Topology = text.parse().expect("a network");
        let write = |name: &str| {
            let request = CollectiveRequest { listed: true, ..CollectiveRequest::new(kind).bytes(4096) };
            let plan = Collectives::new(&net, request, &Silent).expect(text);
            plan.files(name).expect(text).expect("a schedule")
        };
        let traces = write("x.et");
        let goal = String::from_utf8(write("x.goal").remove(0).1).expect("text");
        let traces = TrafficRequest::Traces { name: "x.et".to_owned(), files: traces };
        let goal = TrafficRequest::Listed { name: "x.goal".to_owned(), text: goal };
        let [own, other] = [traces, goal].map(|traffic| throughput(text, traffic).expect(text));
        assert_eq!((&own.lower, &own.upper, own.exact), (&other.lower, &other.upper, other.exact), "{text}");
        assert_eq!(own.traffic, format!("file x.et ({ranks} ranks)"));
    }
}

/// Sends add up; receives and computations do not count.
#[test]
fn sends_of_a_trace_add_up() {
    let send = |id, to, size| node(id, 5).attribute("comm_size", size).attribute("comm_dst", to);
    let receive = node(9, 6).attribute("comm_size", 77).attribute("comm_src", 0);
    let ranks = [
        file(&[send(1, 1, 100), node(2, 4), send(3, 1, 200), send(4, 2, 300)]),
        file(&[receive.clone(), send(1, 2, 150), send(2, 1, 5000)]),
        file(&[receive]),
    ];
    assert_eq!(lines(&ranks), ("0 1 2/4\n0 2 2/4\n1 2 1/4\n".to_owned(), vec![]));
}

/// Each collective sends the messages of its expansion. A group is a list of ranks, or all ranks whose traces name it.
#[test]
fn collectives_are_expanded() {
    let all = |kind: u64, more: fn(Message) -> Message| {
        let one = more(node(1, 7).attribute("comm_type", kind).attribute("comm_size", 1200));
        let ranks: Vec<Vec<u8>> = (0..4).map(|_| file(std::slice::from_ref(&one))).collect();
        let (text, expansions) = lines(&ranks);
        assert_eq!(expansions.len(), 1);
        text
    };
    let ring = "0 1 1/1\n1 2 1/1\n2 3 1/1\n3 0 1/1\n";
    assert_eq!(all(0, |node| node), ring);
    assert_eq!(all(2, |node| node), ring);
    assert_eq!(all(7, |node| node), ring);
    assert_eq!(all(1, |node| node), "1 0 1/1\n2 1 1/1\n3 2 1/1\n");
    assert_eq!(all(5, |node| node.attribute("root_rank", 2)), "0 1 1/1\n2 3 1/1\n3 0 1/1\n");
    assert_eq!(all(3, |node| node), "1 0 1/1\n2 0 1/1\n3 0 1/1\n");
    assert_eq!(all(4, |node| node), "0 1 1/3\n0 2 1/3\n0 3 1/3\n");
    assert_eq!(all(6, |node| node).lines().count(), 12);
    assert_eq!(all(9, |node| node), "");
    // Amounts of different collectives are exact: 2·3/4·1200 of the ring and 1200/4 of the exchange.
    let both = [
        node(1, 7).attribute("comm_type", 0).attribute("comm_size", 1200),
        node(2, 7).attribute("comm_type", 6).attribute("comm_size", 1200),
    ];
    let (text, expansions) = lines(&(0..4).map(|_| file(&both)).collect::<Vec<_>>());
    assert!(text.starts_with("0 1 7/9\n0 2 1/9\n0 3 1/9\n"), "{text}");
    assert_eq!(
        expansions,
        ["all-reduce as a ring: 2(n-1)/n·B to the next rank", "all-to-all: B/n to each rank"]
    );
    // Two groups of two by name, and the same as lists.
    let group = |name: &str| {
        file(&[node(1, 7)
            .attribute("comm_type", 0)
            .attribute("comm_size", 8)
            .text_attribute("pg_name", name)])
    };
    let pairs = "0 2 1/1\n1 3 1/1\n2 0 1/1\n3 1 1/1\n";
    assert_eq!(lines(&[group("a"), group("b"), group("a"), group("b")]).0, pairs);
    let list = |members: [u64; 2]| {
        let packed = Message::default().varint(members[0]).varint(members[1]);
        let values = Message::default().bytes(1, &packed.0);
        let attribute = Message::default().bytes(1, b"comm_group").bytes(10, &values.0);
        let collective = node(1, 7).attribute("comm_type", 0).attribute("comm_size", 8);
        file(&[collective.bytes(10, &attribute.0)])
    };
    assert_eq!(lines(&[list([0, 2]), list([1, 3]), list([0, 2]), list([1, 3])]).0, pairs);
}

/// JSON of both tools has the traffic of the binary file.
#[test]
fn json_traces_are_read() {
    let send = "{\n  \"version\": \"0.0.4\"\n}{\n  \"id\": \"1\",\n  \"name\": \"a } name\",\n  \"type\": \"COMM_SEND_NODE\",\n  \"attr\": [\n    {\"name\": \"comm_size\", \"int64Val\": \"64\"},\n    {\"name\": \"comm_dst\", \"docString\": \"x\", \"int32Val\": 1}\n  ]\n}";
    let graph = "{\"workload_graph\": [{\"Id\": 1, \"Name\": \"s\", \"NodeType\": 5, \"comm_size\": 64, \"comm_dst\": 0}, {\"Id\": 2, \"Name\": \"c\", \"NodeType\": 7, \"comm_type\": 0, \"comm_size\": 64}]}";
    let other = "{\"id\": \"2\", \"type\": \"COMM_COLL_NODE\", \"attr\": [{\"name\": \"comm_type\", \"int64Val\": \"0\"}, {\"name\": \"comm_size\", \"int64Val\": \"64\"}]}";
    let first = format!("{send}{other}");
    let files = named(&[first.into_bytes(), graph.as_bytes().to_vec()], "json");
    let found = chakra_traffic(&files).expect("traffic");
    assert_eq!((found.ranks, found.lines.as_str()), (2, "0 1 1/1\n1 0 1/1\n"));
}

/// The file and the node of every fault are named.
#[test]
fn faults_of_traces_are_named() {
    let wrong = |nodes: &[Message]| {
        let files = [file(&[]), file(nodes)];
        chakra_traffic(&named(&files, "et")).expect_err("a fault")
    };
    let send = || node(7, 5);
    assert_eq!(wrong(&[send().attribute("comm_size", 1)]), "t.1.et: node 7: a send without comm_dst");
    assert_eq!(wrong(&[send().attribute("comm_dst", 0)]), "t.1.et: node 7: no comm_size");
    assert_eq!(
        wrong(&[send().attribute("comm_size", 1).attribute("comm_dst", 2)]),
        "t.1.et: node 7: comm_dst is 2, but the trace has 2 files, rank 0 to 1"
    );
    assert_eq!(
        wrong(&[send().attribute("comm_size", u64::MAX).attribute("comm_dst", 0)]),
        "t.1.et: node 7: comm_size is not a number from 0 on"
    );
    assert_eq!(
        wrong(&[node(3, 7).attribute("comm_size", 1).attribute("comm_type", 10)]),
        "t.1.et: node 3: comm_type 10 is not known: it is 0 (all-reduce) to 9 (barrier)"
    );
    assert_eq!(
        wrong(&[node(3, 7).attribute("comm_size", 1)]),
        "t.1.et: node 3: a collective without comm_type"
    );
    // Cut off, empty, and no trace at all.
    let mut cut = file(&[send().attribute("comm_size", 1).attribute("comm_dst", 0)]);
    cut.pop();
    let read = |bytes: &[u8]| chakra_traffic(&[("t.0.et".to_owned(), bytes.to_vec())]).expect_err("a fault");
    assert!(read(&cut).starts_with("t.0.et: byte "), "{}", read(&cut));
    assert_eq!(read(b""), "t.0.et: the file is empty");
    assert_eq!(read(&[0, 2, 255, 1]), "t.0.et: message 0: this is no node of Chakra");
    // More ranks than endpoints.
    let files = named(&[file(&[]), file(&[]), file(&[]), file(&[])], "et");
    let traffic = TrafficRequest::Traces { name: "t.et".to_owned(), files };
    assert_eq!(
        throughput("ring(3)", traffic).expect_err("too many").message(),
        "t.et: the trace has 4 ranks, the network 3 endpoints"
    );
}
