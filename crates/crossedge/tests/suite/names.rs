//! Nodes that have names: those of a file, and the words of de Bruijn and Kautz graphs.

use crate::common::build;
use crossedge::expr::parse;
use crossedge::net::{Address, Node, Structure, elaborate, neighbors, parse_address, read};

/// Output of networkx: attributes in braces, names instead of ids.
#[test]
fn names_of_files_are_addresses() {
    let graph = read::edge_list(b"0 1 {}\n1 2 {'weight': 3, 'x': [1, 2]}\n").expect("two links");
    assert_eq!((graph.nodes, graph.edges, graph.names), (3, vec![(0, 1), (1, 2)], None));
    let plain = read::named_edge_list(b"0 1 {}\n1 5 {}\n").expect("two links");
    assert_eq!((plain.nodes, plain.names), (6, None), "whole numbers are ids");
    let load = |name: &str| -> Result<Vec<u8>, String> {
        Ok(match name {
            "x.edgelist" => b"Alice Bob {}\nBob 5-north {}\n".to_vec(),
            "x.graphml" => br#"<graphml><graph><node id="7"/><node id="b c"/><edge source="7" target="b c"/></graph></graphml>"#.to_vec(),
            other => return Err(other.to_owned()),
        })
    };
    let net = |text: &str| elaborate(&parse(text).expect(text), &load).expect(text).network().expect(text);
    let at = |net: &dyn Structure, text: &str| parse_address(net, text).map(|v| v.0).map_err(|e| e.message);
    let people = net("file(\"x.edgelist\")");
    let names: Vec<String> = (0..3).map(|v| people.address(Node(v)).to_string()).collect();
    assert_eq!(names, ["Alice", "Bob", "\"5-north\""]);
    for (v, name) in names.iter().enumerate() {
        assert_eq!(at(people.as_ref(), name), Ok(v as u64), "{name}");
    }
    assert_eq!(at(people.as_ref(), "2"), Ok(2), "an id is an address, too");
    assert_eq!(at(people.as_ref(), " 5-north"), Ok(2), "no quotes are needed");
    assert!(at(people.as_ref(), "5-south").is_err());
    let wrong = at(people.as_ref(), "Carol");
    assert_eq!(wrong, Err("expected an id or a name of the file, found Carol".to_owned()));
    let numbers = net("file(\"x.graphml\")");
    assert_eq!(numbers.address(Node(0)).to_string(), "\"7\"", "a name that looks like an id is quoted");
    assert_eq!((at(numbers.as_ref(), "\"7\""), at(numbers.as_ref(), "\"b c\"")), (Ok(0), Ok(1)));
    let both = net("file(\"x.edgelist\") * ring(3)");
    assert_eq!(both.address(Node(4)).to_string(), "(Bob,1)");
    assert_eq!(at(both.as_ref(), "(Bob,1)"), Ok(4));
    assert!(at(net("ring(5)").as_ref(), "Bob").is_err());
}

/// Nodes of de Bruijn and Kautz graphs are words over an alphabet; a link shifts a word by one letter.
#[test]
fn words_are_addresses() {
    for (text, letters, kautz) in [
        ("debruijn(2,4)", 2, false),
        ("debruijn(3,2)", 3, false),
        ("kautz(2,3)", 3, true),
        ("kautz(3,2)", 4, true),
        ("kautz(2,1)", 3, true),
    ] {
        let (_, net) = build(text);
        let word = |v: u64| match net.address(Node(v)) {
            Address::Tuple(parts) => {
                parts.iter().map(|p| p.to_string().parse::<u64>().expect("a letter")).collect::<Vec<_>>()
            }
            other => panic!("{text}: {other}"),
        };
        for v in 0..net.nodes() {
            let here = word(v);
            assert!(here.iter().all(|&letter| letter < letters), "{text}: {here:?}");
            assert!(!kautz || here.windows(2).all(|pair| pair[0] != pair[1]), "{text}: {here:?}");
            assert_eq!(net.node_at(&net.address(Node(v))), Ok(Node(v)), "{text}: {here:?}");
            for w in neighbors(net.as_ref(), Node(v)) {
                let there = word(w.0);
                assert!(
                    here[1..] == there[..there.len() - 1] || there[1..] == here[..here.len() - 1],
                    "{text}: {here:?} – {there:?}"
                );
            }
        }
        let told = net.node_at(&Address::parse("(9,9)").expect("an address"));
        assert!(told.is_err_and(|why| why.contains("expected an id or")), "{text}");
    }
    let (_, net) = build("kautz(2,3)");
    assert!(net.node_at(&Address::parse("(0,0,1)").expect("an address")).is_err(), "equal neighbours");
}
