//! Constructions around a fabric whose cables have different rates: refused, for they count capacities in cables.

use crate::common::testdata;
use crossedge::expr::{Arg, Class, Expr, Kind, parse};
use crossedge::net::{ENTRIES, elaborate, no_files, to_network};
use crossedge::prelude::*;
use std::collections::BTreeMap;

const REFUSAL: &str =
    "file(\"x.csv\") has cables of different rates, which constructions around it do not keep";
const ADVICE: &str = "use the file on its own, or a copy of it whose cables all have the same rate";

/// A cable list with the rate of every cable; the first node of a line is the host, if any is.
fn cables(roles: bool, cables: &[(&str, &str, u64)]) -> String {
    let mut text = "A-Node,A-Port,A-Role,Z-Node,Z-Port,Z-Role,Rate\n".to_owned();
    let mut ports: BTreeMap<&str, u64> = BTreeMap::new();
    for &(a, b, rate) in cables {
        let mut end = |name| {
            let port = ports.entry(name).or_default();
            *port += 1;
            let role = match (roles, name.starts_with('h')) {
                (false, _) => "",
                (true, true) => "endpoint",
                (true, false) => "switch",
            };
            format!("{name},{port},{role}")
        };
        let (a, b) = (end(a), end(b));
        text += &format!("{a},{b},{rate} Gbit/s\n");
    }
    text
}

/// Fabrics with a slow cable next to faster ones, with a slow cable in a trunk, with links between switches that are a multiple of an endpoint port, and without roles.
fn mixed_fabrics() -> [String; 4] {
    let hosts = [("h0", "s0", 100), ("h1", "s0", 100), ("h2", "s1", 100), ("h3", "s1", 100)];
    let with = |inner: &[(&'static str, &'static str, u64)]| {
        cables(true, &hosts.iter().chain(inner).copied().collect::<Vec<_>>())
    };
    [
        with(&[("s0", "s1", 16)]),
        with(&[("s0", "s1", 100), ("s0", "s1", 50)]),
        with(&[("s0", "s1", 400)]),
        cables(false, &[("a", "b", 100), ("b", "c", 100), ("c", "a", 200)]),
    ]
}

/// The same fabrics with one rate.
fn equal_rates(text: &str) -> String {
    ["16", "50", "200", "400"]
        .iter()
        .fold(text.to_owned(), |text, rate| text.replace(&format!(",{rate} Gbit/s"), ",100 Gbit/s"))
}

/// Capacity of every link in units of an endpoint port, by its two nodes.
fn capacities(net: &dyn crossedge::net::Structure) -> BTreeMap<(u64, u64), (u64, u64, u64)> {
    let mut all = BTreeMap::new();
    for v in (0..net.nodes()).map(Node) {
        for port in (0..net.degree(v)).map(crossedge::net::Port) {
            let (w, class) = (net.link(v, port).0, net.link_class(v, port));
            all.insert((v.0, w.0), (net.width(class), net.unit(), net.cables(class)));
        }
    }
    all
}

/// Every tree that has `file` in place of one network inside `expr`, at any depth.
fn with_a_part_replaced(expr: &Expr, file: &Expr) -> Vec<Expr> {
    let is_network = |expr: &Expr| matches!(expr.kind, Kind::Call(_) | Kind::Product(_) | Kind::Power(..));
    let replaced = |part: &Expr| {
        let own = is_network(part).then(|| file.clone());
        own.into_iter().chain(with_a_part_replaced(part, file)).collect::<Vec<_>>()
    };
    let each = |parts: &[Expr], make: &dyn Fn(Vec<Expr>) -> Kind| -> Vec<Expr> {
        let one = |i: usize| {
            let with = move |part: Expr| {
                let mut parts = parts.to_vec();
                parts[i] = part;
                Expr::new(make(parts))
            };
            replaced(&parts[i]).into_iter().map(with).collect::<Vec<_>>()
        };
        (0..parts.len()).flat_map(one).collect()
    };
    match &expr.kind {
        Kind::Call(call) => {
            let values: Vec<Expr> = call.args.iter().map(|arg| arg.value.clone()).collect();
            each(&values, &|values| {
                let named = call.args.iter().zip(values);
                let args = named.map(|(arg, value)| Arg::new(arg.name.clone(), value)).collect();
                Kind::Call(crossedge::expr::Call { args, ..call.clone() })
            })
        }
        Kind::Product(factors) => each(factors, &Kind::Product),
        Kind::List(items) => each(items, &Kind::List),
        Kind::Set(items) => each(items, &Kind::Set),
        Kind::Power(base, power) => {
            each(std::slice::from_ref(base), &|parts| Kind::Power(Box::new(parts[0].clone()), power.clone()))
        }
        _ => Vec::new(),
    }
}

/// Texts of every construction around a file: the examples of the catalog with the file in place of each network inside, and more.
fn constructions() -> Vec<String> {
    let file = parse("file(\"x.csv\")").expect("a call");
    // `without` keeps the rates.
    let examples = ENTRIES.iter().filter(|entry| entry.name != "without").flat_map(|entry| entry.examples);
    let mut all: Vec<String> = examples
        .flat_map(|text| with_a_part_replaced(&parse(text).expect("an example"), &file))
        .map(|expr| expr.to_string())
        .collect();
    let more = [
        "F * ring(3)",
        "F ^ 2",
        "F ^ 1",
        "planes(F, 1)",
        "planes(F, 2)",
        "hosts(F, 1)",
        "hosts(F, 4)",
        "width(F, \"host\", 1)",
        "width(F, \"host\", 2)",
        "width(F, \"switch\", 2)",
        "width(F, \"link\", 2)",
        "overlay(F, F)",
        "hub(F, 2)",
        "dual(F)",
        "rdn(F, 1)",
        "hosts(width(F, \"switch\", 3) * path(2), 2)",
    ];
    all.extend(more.iter().map(|text| text.replace('F', "file(\"x.csv\")")));
    all
}

#[test]
fn constructions_around_mixed_rates_are_refused_or_keep_capacities() {
    let texts = constructions();
    assert!(texts.len() >= 60, "{}", texts.len());
    let (mut refused, mut equal_ones) = (0, 0);
    for fabric in mixed_fabrics() {
        let load = |_: &str| Ok(fabric.clone().into_bytes());
        let expr = parse("file(\"x.csv\")").expect("a call");
        let shape = elaborate(&expr, &load).expect("a fabric");
        let own = capacities(to_network(&expr, shape.as_ref(), &load).expect("small").as_ref());
        assert!(own.values().any(|&(width, unit, cables)| width != unit * cables), "{fabric}");
        for text in &texts {
            let expr = parse(text).expect("a tree");
            match elaborate(&expr, &load) {
                Err(error) if error.message == REFUSAL => {
                    assert_eq!(error.class, Class::Usage, "{text}");
                    assert_eq!(error.help.as_deref(), Some(ADVICE), "{text}");
                    assert_eq!(&text[error.span.clone()], "file(\"x.csv\")", "{text}");
                    refused += 1;
                }
                // Wrong for another reason, before the file is read.
                Err(_) => {}
                Ok(shape) => {
                    let net = to_network(&expr, shape.as_ref(), &load).expect("small");
                    assert_eq!(capacities(net.as_ref()), own, "{text}\n{fabric}");
                }
            }
            let equal = equal_rates(&fabric);
            match elaborate(&expr, &|_: &str| Ok(equal.clone().into_bytes())) {
                Ok(_) => equal_ones += 1,
                Err(error) => assert_ne!(error.message, REFUSAL, "{text}"),
            }
        }
    }
    // Most constructions take the same cables with one rate: the refusal is about rates alone.
    assert!(refused >= 200 && equal_ones >= 80, "{refused} refused, {equal_ones} built with one rate");
}

/// The fabric of the issue: a width around it gave θ = 2/25.
#[test]
fn width_around_a_dump_with_a_slow_cable_is_refused() {
    let load = |_: &str| std::fs::read(testdata().join("fabrics/b.ibnet")).map_err(|error| error.to_string());
    let text = "width(file(\"b.ibnet\"), \"host\", 2)";
    let error = Topology::builder().files(load).parse(text).expect_err("mixed rates");
    assert_eq!(
        error.message(),
        "file(\"b.ibnet\") has cables of different rates, which constructions around it do not keep"
    );
    assert!(parse("ring(3)").is_ok_and(|ring| elaborate(&ring, &no_files).is_ok()));
}

/// Verbs and metrics that count cables refuse rates that are a multiple of an endpoint port, too.
#[test]
fn cuts_in_cables_are_not_given_for_fast_links_between_switches() {
    let fabric = mixed_fabrics()[2].clone();
    let load = move |_: &str| Ok(fabric.clone().into_bytes());
    let net = Topology::builder().files(load).parse("file(\"x.csv\")").expect("a fabric");
    let shown = crossedge::answers::ShowRequest::all();
    let shown = crossedge::answers::Request::answer(&shown, &net, &Silent).expect("shown");
    assert!(shown.metrics.value(crossedge::metrics::metric::BISECTION).is_none());
}
