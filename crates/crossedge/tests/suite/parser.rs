//! Reading and printing expressions: the tree of a text, its spans, and the limits on depth and length.

use crossedge::expr::{Class, Error, Expr, Kind, MAX_DEPTH, MAX_LENGTH, Power, parse};
use crossedge::net::{elaborate, to_network};

fn ring(n: u64) -> Expr {
    Expr::call("ring", vec![Expr::int(n)])
}

fn product(factors: Vec<Expr>) -> Expr {
    Expr::new(Kind::Product(factors))
}

fn power(base: Expr, exponent: u64) -> Expr {
    Expr::new(Kind::Power(Box::new(base), Power { exponent, span: 0..0 }))
}

fn read(text: &str) -> Expr {
    parse(text).expect("a network")
}

fn fail(text: &str) -> Error {
    parse(text).expect_err("no network")
}

#[test]
fn products_are_flat_and_parentheses_nest() {
    assert_eq!(read("ring(1)*ring(2)*ring(3)"), product(vec![ring(1), ring(2), ring(3)]));
    assert_eq!(read("(ring(1)*ring(2))*ring(3)"), product(vec![product(vec![ring(1), ring(2)]), ring(3)]));
    assert_eq!(read("((ring(1)))"), ring(1));
}

#[test]
fn a_power_binds_before_a_product() {
    assert_eq!(read("ring(1)*ring(2)^3"), product(vec![ring(1), power(ring(2), 3)]));
    assert_eq!(read("(ring(2)^3)^4"), power(power(ring(2), 3), 4));
}

#[test]
fn arguments_take_every_value() {
    let tree = read("f(1, \"s\", {2}, [], w, ring(3)*ring(4), (ring(5)), k=6, 7)");
    let Kind::Call(call) = tree.kind else { panic!("a call") };
    let kinds: Vec<_> = call.args.iter().map(|arg| arg.value.kind.clone()).collect();
    let wanted = [
        Kind::Int(1),
        Kind::Text("s".to_owned()),
        Kind::Set(vec![Expr::int(2)]),
        Kind::List(vec![]),
        Kind::Word("w".to_owned()),
        Kind::Product(vec![ring(3), ring(4)]),
        ring(5).kind,
        Kind::Int(6),
        Kind::Int(7),
    ];
    assert_eq!(kinds, wanted);
    assert_eq!(call.args[7].name.as_deref(), Some("k"));
    assert_eq!(call.args[8].name, None);
}

#[test]
fn spans_cover_what_was_written() {
    let text = " ( ring(3) * path(2) ) ^ 4 ";
    let tree = read(text);
    assert_eq!(&text[tree.span], "( ring(3) * path(2) ) ^ 4");
    let Kind::Power(base, power) = tree.kind else { panic!("a power") };
    assert_eq!((&text[base.span], &text[power.span]), ("( ring(3) * path(2) )", "4"));
    let Kind::Product(factors) = base.kind else { panic!("a product") };
    let Kind::Call(call) = &factors[1].kind else { panic!("a call") };
    assert_eq!((&text[factors[1].span.clone()], &text[call.name_span.clone()]), ("path(2)", "path"));
}

#[test]
fn depth_is_limited_for_every_bracket() {
    for (open, middle, close) in
        [("(", "ring(1)", ")"), ("f([", "", "])"), ("f({", "", "})"), ("f(", "", ")")]
    {
        let nest = |times: usize| format!("{}{middle}{}", open.repeat(times), close.repeat(times));
        let fits = (MAX_DEPTH - usize::from(!middle.is_empty())) / open.trim_start_matches('f').len();
        assert!(parse(&nest(fits)).is_ok(), "{open}");
        let error = fail(&nest(fits + 1));
        assert_eq!(error.message, "brackets nest deeper than the limit of 200");
        assert_eq!(error.class, Class::Limit);
        assert_eq!(fail(&open.repeat(MAX_LENGTH / 3)).class, Class::Limit);
    }
}

#[test]
fn length_is_limited_without_spaces() {
    let long = |items: usize| format!("f({}1)", "1,  ".repeat(items));
    let most = (MAX_LENGTH - 4) / 2;
    let tree = read(&long(most));
    assert_eq!(read(&tree.to_string()), tree);
    let error = fail(&long(most + 1));
    assert_eq!(error.message, "the text has 1048578 bytes; the limit is 1048576");
    assert_eq!(error.span, 2097150..2097151);
    assert!(error.render(&long(most + 1), false).len() < 1000);
}

#[test]
fn long_flat_texts_are_read() {
    let times = MAX_LENGTH / 8;
    let text = format!("{}ring(1)", "ring(1)*".repeat(times - 1));
    let Kind::Product(factors) = read(&text).kind else { panic!("a product") };
    assert_eq!(factors.len(), times);
    let names: Vec<_> = (0..100_000).map(|i| format!("n{i}=1")).collect();
    read(&format!("f({})", names.join(",")));
}

/// The arguments of a call, each with its span.
fn arguments(text: &str) -> Vec<(Kind, std::ops::Range<usize>)> {
    let Kind::Call(call) = read(text).kind else { panic!("a call") };
    call.args.into_iter().map(|arg| (arg.value.kind, arg.value.span)).collect()
}

#[test]
fn tokens_have_spans() {
    let tree = read(" ring(07) \n");
    assert_eq!(tree.span, 1..9);
    let Kind::Call(call) = tree.kind else { panic!("a call") };
    assert_eq!((call.name.as_str(), call.name_span), ("ring", 1..5));
    assert_eq!(arguments(" ring(07) \n"), [(Kind::Int(7), 6..8)]);
    // The end is right after the last token.
    assert_eq!(fail(" ring(07 \n").span, 8..8);
}

#[test]
fn comments_are_space() {
    let text = "# one\n#two\r\n f #(\n (\"#\" # ×\n)";
    assert_eq!(arguments(text), [(Kind::Text("#".to_owned()), 20..23)]);
    assert_eq!(read(text).to_string(), "f(\"#\")");
    assert_eq!(fail("#").to_string(), fail("").to_string());
}

#[test]
fn strings_know_four_escapes() {
    let found = arguments(r#"f("a\"b\\c\n\té")"#);
    assert_eq!(found, [(Kind::Text("a\"b\\c\n\té".to_owned()), 2..17)]);
}

#[test]
fn every_raised_digit_and_wide_sign_has_an_ascii_form() {
    let help = |text: &str| fail(text).help.expect("help");
    assert_eq!(help("⁹"), "write '^ 9' for a power");
    assert_eq!(help("（"), "write '('");
    assert_eq!(help("～"), "write '~'");
}

#[test]
fn long_words_are_cut_in_messages() {
    let twice = |word: &str| fail(&format!("let {word} = ring(3); let {word} = ring(4); {word}")).message;
    assert_eq!(twice(&"a".repeat(40)), format!("'{}' is defined twice", "a".repeat(40)));
    assert_eq!(twice(&"a".repeat(41)), format!("'{}…' is defined twice", "a".repeat(40)));
    // Characters of several bytes are never split.
    let text = format!("file(\"{}.edges\") * ring(18446744073709551615)", "é".repeat(41));
    let two_nodes = |_: &str| Ok(b"0 1\n".to_vec());
    let expr = read(&text);
    let shape = elaborate(&expr, &two_nodes).expect("a shape of any size");
    let message = to_network(&expr, shape.as_ref(), &two_nodes).expect_err("too large").message;
    assert!(message.starts_with(&format!("file(\"{}… has ", "é".repeat(34))), "{message}");
}

#[test]
fn canonical_text_prints_unchanged() {
    for text in [
        "ring(5)",
        "f()",
        "torus(5,5)",
        "rdn(torus(5,5), 2)",
        "hdn(torus(2,3,5), [{1,2}, {1}])",
        "hdn(torus(2,3,5), [{1,2,3}])",
        "hdn(torus(2,3,5), [{}, {}])",
        "graph([[0,1],[1,2]])",
        "graph([])",
        "lattice([[8,-3],[0,4]], extra=[[1,-1]])",
        "re(ring(4), ring(3), 3, policy=degree)",
        "re([ring(4), ring(3)], ring(3), 2, policy=[[0,1],[2,0]])",
        "torus(a=5, b=5)",
        "f(a, b)",
        "f(ring(3) * path(4), ring(2) ^ 2)",
        "file(\"a\\\"b\\\\c\\n\\t é.graphml\")",
        "ring(3) * path(4)",
        "ring(3) * path(4) * star(5)",
        "(ring(3) * path(4)) * star(5)",
        "ring(3) * (path(4) * star(5))",
        "ring(3) ^ 2",
        "(ring(3) * path(2)) ^ 2",
        "(ring(3) ^ 2) ^ 2",
        "ring(3) ^ 2 * path(2) ^ 0",
    ] {
        assert_eq!(parse(text).expect(text).to_string(), text);
    }
}

#[test]
fn free_text_prints_canonically() {
    for (text, canonical) in [
        ("torus( 5 ,\n\t5 )", "torus(5,5)"),
        ("((ring(007)))", "ring(7)"),
        ("f([ -007, -0 ])", "f([-7,0])"),
        ("(ring(3)^2)*path(2)", "ring(3) ^ 2 * path(2)"),
        ("f((ring(3)*path(2)),[ [1],{2} ])", "f(ring(3) * path(2), [[1], {2}])"),
    ] {
        assert_eq!(parse(text).expect(text).to_string(), canonical);
    }
}

#[test]
fn any_span_can_be_rendered() {
    for source in ["", "é", "日本", "a\r\nb\n", "\n\n", "\u{202e}\t\0", "e\u{301}"] {
        for start in (0..=source.len() + 1).chain([usize::MAX]) {
            for end in (0..=source.len() + 1).chain([usize::MAX]) {
                let error = Error::usage("wrong", start..end).help("fix it");
                assert!(error.render(source, false).starts_with("error: wrong\n"));
                assert!(error.render(source, true).contains("wrong"));
            }
        }
    }
}

#[test]
fn one_line_has_message_span_and_help() {
    let error = Error::limit("too long", 3..5);
    assert_eq!(error.to_string(), "too long at 3..5");
    assert_eq!(error.help("cut it").to_string(), "too long at 3..5; cut it");
}
