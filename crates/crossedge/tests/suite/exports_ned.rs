//! NED files, read by a strict reader of our own: of the language only what the files may use, written from its manual.

use crate::exports::{topology, written};
use crossedge::net::{Node, Port};
use std::collections::{BTreeMap, BTreeSet};

/// Words, numbers and signs.
fn tokens(text: &str) -> Vec<String> {
    let mut all = Vec::new();
    for line in text.lines() {
        let mut rest = line.split("//").next().unwrap_or_default().trim_start();
        while let Some(first) = rest.chars().next() {
            let word = |c: char| c.is_ascii_alphanumeric() || c == '_';
            let signs = ["<-->", "..", "<<", "=="];
            let length = match signs.iter().find(|sign| rest.starts_with(**sign)) {
                Some(sign) => sign.len(),
                None if word(first) => rest.find(|c| !word(c)).unwrap_or(rest.len()),
                None => 1,
            };
            all.push(rest[..length].to_owned());
            rest = rest[length..].trim_start();
        }
    }
    all
}

/// A file under way, and the values of its names.
struct Reader {
    tokens: Vec<String>,
    at: usize,
    values: BTreeMap<String, i64>,
}

/// A network as OMNeT++ would set it up: how many gates each router has, and which are connected.
struct Built {
    hosts: i64,
    gates: Vec<i64>,
    unconnected: bool,
    links: BTreeSet<[String; 2]>,
}

impl Reader {
    fn peek(&self) -> &str {
        self.tokens.get(self.at).map_or("", String::as_str)
    }

    fn next(&mut self) -> String {
        self.at += 1;
        self.tokens[self.at - 1].clone()
    }

    fn expect(&mut self, wanted: &str) {
        for word in wanted.split(' ') {
            let (found, around) = (self.next(), self.tokens[self.at.saturating_sub(8)..self.at].join(" "));
            assert_eq!(found, word, "after {around}");
        }
    }

    fn took(&mut self, sign: &str) -> bool {
        let there = self.peek() == sign;
        self.at += usize::from(there);
        there
    }

    /// Condition ? this : that, the loosest of all.
    fn value(&mut self) -> i64 {
        let condition = self.compared();
        if !self.took("?") {
            return condition;
        }
        let yes = self.value();
        self.expect(":");
        let no = self.value();
        if condition != 0 { yes } else { no }
    }

    fn compared(&mut self) -> i64 {
        let a = self.shifted();
        match self.peek() {
            "<" => (self.next(), i64::from(a < self.shifted())).1,
            ">" => (self.next(), i64::from(a > self.shifted())).1,
            _ => a,
        }
    }

    fn shifted(&mut self) -> i64 {
        let mut a = self.added();
        while self.took("<<") {
            a <<= self.added();
        }
        a
    }

    fn added(&mut self) -> i64 {
        let mut a = self.multiplied();
        loop {
            match self.peek() {
                "+" => (self.next(), a += self.multiplied()).1,
                "-" => (self.next(), a -= self.multiplied()).1,
                _ => return a,
            }
        }
    }

    fn multiplied(&mut self) -> i64 {
        let mut a = self.single();
        loop {
            match self.peek() {
                "*" => (self.next(), a *= self.single()).1,
                "%" => (self.next(), a %= self.single()).1,
                _ => return a,
            }
        }
    }

    fn single(&mut self) -> i64 {
        let word = self.next();
        if word == "(" {
            let value = self.value();
            self.expect(")");
            return value;
        }
        word.parse()
            .unwrap_or_else(|_| *self.values.get(&word).unwrap_or_else(|| panic!("no value of {word}")))
    }

    fn gate(&mut self) -> String {
        let module = self.next();
        self.expect("[");
        let index = self.value();
        self.expect("] . port");
        match module.as_str() {
            "host" => format!("host {index}"),
            "router" => {
                self.expect("[");
                let port = self.value();
                self.expect("]");
                format!("router {index} {port}")
            }
            other => panic!("{other}"),
        }
    }

    /// Connections up to the brace that closes them.
    fn connections(&mut self, channels: &BTreeSet<String>, links: &mut BTreeSet<[String; 2]>) {
        while !self.took("}") {
            if self.peek() == "for" {
                self.looped(channels, links);
                continue;
            }
            let a = self.gate();
            self.expect("<-->");
            assert!(channels.contains(&self.next()));
            self.expect("<-->");
            let b = self.gate();
            let there = !self.took("if") || self.value() != 0;
            self.expect(";");
            if there {
                let mut ends = [a, b];
                ends.sort();
                assert!(links.insert(ends.clone()), "{ends:?} twice");
            }
        }
    }

    fn looped(&mut self, channels: &BTreeSet<String>, links: &mut BTreeSet<[String; 2]>) {
        self.expect("for");
        let variable = self.next();
        assert!(!self.values.contains_key(&variable), "{variable} means something already");
        self.expect("=");
        let from = self.value();
        self.expect("..");
        let last = self.value();
        let inner = self.took(",");
        if !inner {
            self.expect("{");
        }
        let body = self.at;
        for value in from..=last {
            self.at = body;
            self.values.insert(variable.clone(), value);
            if inner { self.looped(channels, links) } else { self.connections(channels, links) }
        }
        self.values.remove(&variable);
        if from > last {
            // Unconnected; the body is skipped.
            while self.next() != "}" {}
        }
    }
}

/// Sets a network up, with other values of its parameters.
fn built(text: &str, other: &[(&str, i64)]) -> Built {
    let mut file = Reader { tokens: tokens(text), at: 0, values: BTreeMap::new() };
    file.expect("simple Host { parameters : int address ; gates : inout port ; }");
    file.expect("simple Router { parameters : int address ; gates : inout port [ ] ; }");
    file.expect("network Crossedge {");
    let mut changed = BTreeSet::new();
    if file.took("parameters") {
        file.expect(":");
        while file.took("int") {
            let name = file.next();
            file.expect("=");
            let open = file.took("default");
            let mut value = file.value();
            if let Some((name, new)) = other.iter().find(|(known, _)| *known == name && open) {
                value = *new;
                changed.insert(*name);
            }
            file.expect(";");
            assert_eq!(file.values.insert(name, value), None);
        }
    }
    assert_eq!(changed.len(), other.len(), "{changed:?}");
    let mut channels = BTreeSet::new();
    file.expect("types :");
    while file.took("channel") {
        channels.insert(file.next());
        file.expect("extends ned . DatarateChannel { delay = 100ns ; datarate =");
        assert!(file.next().ends_with("Gbps"));
        file.expect("; }");
    }
    file.expect("submodules : host [");
    let hosts = file.value();
    file.expect("] : Host { address = index ; } router [");
    let routers = file.value();
    file.expect("] : Router { address = index ; gates : port [");
    let (size, mut gates) = (file.at, Vec::new());
    for index in 0..routers.max(1) {
        file.at = size;
        file.values.insert("index".to_owned(), index);
        gates.push(file.value());
    }
    file.values.remove("index");
    file.expect("] ; } connections");
    let unconnected = file.took("allowunconnected");
    file.expect(":");
    let mut links = BTreeSet::new();
    file.connections(&channels, &mut links);
    assert_eq!(file.at, file.tokens.len(), "nothing comes after the network");
    Built { hosts, gates, unconnected, links }
}

/// The expected file of a network, from its links: endpoints that are hosts are on their switch, others get a host.
fn holds(text: &str, built: &Built) {
    let net = topology(text).network().expect(text).clone();
    let ends = net.endpoints();
    let host = |v: u64| net.degree(Node(v)) == 1 && net.link(Node(v), Port(0)).0.0 >= ends;
    let first = if ends < net.nodes() && (0..ends).all(host) { ends } else { 0 };
    let gate = |v: u64, port: u64| match v.checked_sub(first) {
        None => format!("host {v}"),
        Some(router) => format!("router {router} {port}"),
    };
    let mut wanted = BTreeSet::new();
    for v in 0..net.nodes() {
        let degree = net.degree(Node(v));
        for port in 0..degree {
            let (w, back) = net.link(Node(v), Port(port));
            let mut link = [gate(v, port.into()), gate(w.0, back.0.into())];
            link.sort();
            wanted.insert(link);
        }
        if first == 0 && v < ends {
            wanted.insert([format!("host {v}"), gate(v, degree.into())]);
        }
    }
    assert!(built.links == wanted, "{text}: {:?}", built.links.symmetric_difference(&wanted).next());
    assert_eq!((built.hosts as u64, built.gates.len() as u64), (ends, net.nodes() - first), "{text}");
    // Every gate exists, and is used once; all of them, unless the file declares unused ones.
    let mut used = BTreeSet::new();
    for end in built.links.iter().flatten() {
        assert!(used.insert(end), "{text}: {end} twice");
        if let Some((router, port)) = end.strip_prefix("router ").and_then(|rest| rest.split_once(' ')) {
            let (router, port): (usize, i64) = (router.parse().expect(end), port.parse().expect(end));
            assert!(port < built.gates[router], "{text}: {end}");
        }
    }
    let gates = built.gates.iter().sum::<i64>() + built.hosts;
    assert!(built.unconnected || used.len() as i64 == gates, "{text}: {} of {gates}", used.len());
}

#[test]
fn files_say_the_network() {
    for (text, by_rule) in [
        ("ring(5)", true),
        ("path(2)", false),
        ("path(4)", true),
        ("complete(5)", true),
        ("hypercube(4)", true),
        ("foldedcube(4)", true),
        ("torus(3,4)", true),
        ("torus(2,5)", true),
        ("mesh(3,2,4)", true),
        ("hyperx(3,4)", true),
        ("rdn(ring(3), 2)", true),
        ("dual(torus(3,4))", true),
        ("dual(mesh(2,3))", true),
        ("rdn(path(3), 2)", true),
        ("dual(dual(mesh(2,2)))", true),
        ("dual(paley(13))", true),
        ("torus(3,3) * paley(13)", true),
        ("dual(ring(3)) * path(2)", true),
        ("dualcube(3)", true),
        ("dual(ring(3), path(4))", true),
        ("hdn(torus(2,3,5), [{1,2}, {1}])", true),
        ("hdn(torus(3,3), [{1}])", true),
        ("dragonfly(4,2)", true),
        ("dragonfly(1,3)", true),
        ("dragonfly(3,1)", true),
        ("hosts(dragonfly(4,2), 2)", true),
        ("hosts(dual(ring(3), ring(4)), 3)", true),
        ("hosts(mesh(3,3), 2)", true),
        ("fattree(4)", true),
        ("xgft([3,2,2],[1,2,3])", true),
        ("xgft([4],[1])", true),
        ("xgft([2,2],[2,2])", false),
        ("paley(13)", false),
        ("star(4)", false),
        ("dual(star(3))", false),
        ("bcube(3,1)", false),
        ("width(clos(2,2,1), \"level 2\", 3)", false),
        ("torus(3,3) * dual(ring(3), path(2))", false),
        ("stargraph(4)", false),
        ("switch(4)", true),
        ("graph([], nodes=2)", false),
        ("complete(1)", false),
    ] {
        let file = written(text, "ned").expect(text);
        assert_eq!(file.contains("for "), by_rule, "{text}\n{file}");
        holds(text, &built(&file, &[]));
    }
}

#[test]
fn other_parameters_are_other_networks() {
    for (text, other, meant) in [
        ("rdn(ring(3), 2)", &[("n1", 4)][..], "rdn(ring(4), 2)"),
        ("rdn(torus(5,5), 1)", &[("n1", 3), ("n2", 4)], "rdn(torus(3,4), 1)"),
        ("dual(mesh(3,3))", &[("n1", 4), ("n2", 3)], "dual(mesh(4,3))"),
        ("hypercube(3)", &[("d1", 5)], "hypercube(5)"),
        ("dualcube(2)", &[("d1", 2)], "dualcube(3)"),
        ("hyperx(3,4)", &[("n1", 5), ("n2", 2)], "hyperx(5,2)"),
        ("dragonfly(2,1)", &[("a1", 4), ("h1", 2)], "dragonfly(4,2)"),
        ("hosts(torus(3,3), 2)", &[("k1", 4), ("n2", 5)], "hosts(torus(3,5), 4)"),
        ("dual(ring(3), path(4))", &[("n1", 5), ("n2", 3)], "dual(ring(5), path(3))"),
        ("fattree(4)", &[("m1", 4), ("m2", 4), ("m3", 8), ("w1", 4), ("w2", 4)], "fattree(8)"),
    ] {
        holds(meant, &built(&written(text, "ned").expect(text), other));
    }
}

/// A rule is as short for millions of nodes as for a few.
#[test]
fn rules_are_short() {
    let file = written("rdn(torus(5,5), 2)", "ned").expect("in closed form");
    assert!(file.len() < 3000, "{file}");
    assert!(
        file.contains("int size2 = 2*size1*size1;") && file.contains("router[2*size2*size2]: Router"),
        "{file}"
    );
}
