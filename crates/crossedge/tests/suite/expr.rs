//! The expression language from outside: round trips on random trees, and every message word for word.

use crossedge::expr::{Arg, Call, Class, Expr, Kind, Power, parse};
use proptest::prelude::*;
use std::collections::HashSet;

fn word() -> impl Strategy<Value = String> {
    "[A-Za-z_][A-Za-z0-9_]{0,6}"
}

fn int() -> impl Strategy<Value = u64> {
    prop_oneof![0..20u64, any::<u64>()]
}

fn call(name: String, args: Vec<(Option<String>, Expr)>) -> Expr {
    let mut args: Vec<_> = args.into_iter().map(|(name, value)| Arg::new(name, value)).collect();
    let mut seen = HashSet::new();
    // A name given twice is an error, so a tree has none.
    args.retain(|arg| arg.name.as_ref().is_none_or(|name| seen.insert(name.clone())));
    Expr::new(Kind::Call(Call { name, name_span: 0..0, args }))
}

/// The kinds of arguments, around given networks.
fn value(network: impl Strategy<Value = Expr> + 'static) -> impl Strategy<Value = Expr> {
    let leaf = prop_oneof![
        4 => int().prop_map(Expr::int),
        1 => "[^\\p{C}]{0,5}[\n\t\"\\\\]?é?".prop_map(|text| Expr::new(Kind::Text(text))),
        1 => word().prop_map(|word| Expr::new(Kind::Word(word))),
        3 => network,
    ];
    leaf.prop_recursive(3, 12, 4, |item| {
        prop_oneof![
            prop::collection::vec(item.clone(), 0..4).prop_map(|items| Expr::new(Kind::List(items))),
            prop::collection::vec(item, 0..4).prop_map(|items| Expr::new(Kind::Set(items))),
        ]
    })
}

/// Every kind of tree that a text can express, to a depth of about six.
fn network() -> impl Strategy<Value = Expr> {
    let leaf = (word(), prop::collection::vec(int(), 0..3))
        .prop_map(|(name, args)| Expr::call(&name, args.into_iter().map(Expr::int).collect()));
    leaf.prop_recursive(6, 48, 4, |inner| {
        let arg = (prop::option::weighted(0.2, word()), value(inner.clone()));
        let factors = prop::collection::vec(inner.clone(), 2..4);
        prop_oneof![
            2 => (word(), prop::collection::vec(arg, 0..4)).prop_map(|(name, args)| call(name, args)),
            1 => factors.prop_map(|factors| Expr::new(Kind::Product(factors))),
            1 => (inner, int()).prop_map(|(base, exponent)| {
                Expr::new(Kind::Power(Box::new(base), Power { exponent, span: 0..0 }))
            }),
        ]
    })
}

/// `text` with `gaps` after its signs. Inside strings nothing changes.
fn loosen(text: &str, gaps: &[String]) -> String {
    let mut gaps = gaps.iter().cycle();
    let (mut quoted, mut escaped) = (false, false);
    let mut loose = String::new();
    for c in text.chars() {
        quoted ^= c == '"' && !escaped;
        escaped = c == '\\' && !escaped;
        loose.push(c);
        if !quoted && "()[]{},=*^".contains(c) {
            loose.extend(gaps.next().map(String::as_str));
        }
    }
    loose
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(500) })]

    #[test]
    fn printing_then_parsing_gives_the_tree(tree in network()) {
        let text = tree.to_string();
        prop_assert_eq!(parse(&text), Ok(tree), "{}", text);
    }

    #[test]
    fn printing_again_changes_nothing(
        tree in network(),
        gaps in prop::collection::vec("[ \n\t\r]{0,3}", 64),
    ) {
        let text = tree.to_string();
        let again = parse(&loosen(&text, &gaps)).map(|tree| tree.to_string());
        prop_assert_eq!(again, Ok(text));
    }

    #[test]
    fn places_are_inside_the_text(text in "[a-c1-2()\\[\\]{},=*^\" ×\n]{0,40}") {
        match parse(&text) {
            Ok(tree) => prop_assert_eq!(parse(&text[tree.span.clone()]), Ok(tree)),
            Err(error) => prop_assert!(text.get(error.span.clone()).is_some(), "{:?}", error),
        }
    }

    #[test]
    fn random_text_never_panics(text in any::<String>()) {
        if let Err(error) = parse(&text) {
            error.render(&text, false);
            error.render(&text, true);
        }
    }
}

#[test]
fn messages_word_for_word() {
    for (source, wanted) in MESSAGES {
        let error = parse(source).expect_err(source);
        assert_eq!(error.render(source, false), wanted.trim_start_matches('\n'), "{source}");
    }
}

#[test]
fn the_end_of_a_long_text_is_shown() {
    let source = "(".repeat(201);
    let error = parse(&source).expect_err("too deep");
    let wanted = r#"
error: brackets nest deeper than the limit of 200
  |
1 | ...(((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((
  |                                                                    ^"#;
    assert_eq!(error.render(&source, false), wanted.trim_start_matches('\n'));
}

#[test]
fn limits_are_their_own_class() {
    let class = |text: &str| parse(text).expect_err("no network").class;
    assert_eq!(class("ring(18446744073709551616)"), Class::Limit);
    assert_eq!(class(&"(".repeat(1000)), Class::Limit);
    assert_eq!(class(&"a".repeat(2 << 20)), Class::Limit);
    assert_eq!(class("ring("), Class::Usage);
}

/// A text and the entire message it gives.
const MESSAGES: &[(&str, &str)] = &[
    (
        "",
        r#"
error: the text is empty
  |
1 |
  | ^
  |
help: write a network, e.g. ring(5)"#,
    ),
    (
        "5",
        r#"
error: a number is not a network
  |
1 | 5
  | ^
  |
help: write a network, e.g. ring(5)"#,
    ),
    (
        "2 * ring(3)",
        r#"
error: a number is not a network
  |
1 | 2 * ring(3)
  | ^
  |
help: repeat a network with a power, e.g. ring(3) ^ 2"#,
    ),
    (
        "ring(2^3)",
        r#"
error: a number is not a network
  |
1 | ring(2^3)
  |      ^
  |
help: write numbers out; '^' is the power of a network"#,
    ),
    (
        "[1] * ring(3)",
        r#"
error: a list is not a network
  |
1 | [1] * ring(3)
  | ^
  |
help: write a network, e.g. ring(5)"#,
    ),
    (
        "ring(3) ^ x",
        r#"
error: the exponent 'x' is not a number
  |
1 | ring(3) ^ x
  |           ^
  |
help: write a whole number, e.g. ring(3) ^ 2"#,
    ),
    (
        "ring(3) ^",
        r#"
error: missing exponent after '^'
  |
1 | ring(3) ^
  |          ^
  |
help: write a whole number, e.g. ring(3) ^ 2"#,
    ),
    (
        "ring(2)^3^4",
        r#"
error: a second '^' on the same network
  |
1 | ring(2)^3^4
  |          ^
  |
help: put the inner power in parentheses, e.g. (ring(3) ^ 2) ^ 2"#,
    ),
    (
        "ring 5",
        r#"
error: missing '(' after 'ring'
  |
1 | ring 5
  | ^^^^
  |
help: write ring(5)"#,
    ),
    (
        "dual(ring) * ring",
        r#"
error: missing '(' after 'ring'
  |
1 | dual(ring) * ring
  |              ^^^^
  |
help: write ring(…)"#,
    ),
    (
        "f(a * ring(3))",
        r#"
error: missing '(' after 'a'
  |
1 | f(a * ring(3))
  |   ^
  |
help: write a(…)"#,
    ),
    (
        "torus(5,5",
        r#"
error: missing ')'
  |
1 | torus(5,5
  |          ^
  |
help: the '(' of torus is still open"#,
    ),
    (
        "rdn(torus(5,5),\n    [1,2\n",
        r#"
error: missing ']'
  |
2 |     [1,2
  |         ^
  |
help: the '[' is still open"#,
    ),
    (
        "(ring(3)",
        r#"
error: missing ')'
  |
1 | (ring(3)
  |         ^
  |
help: the '(' is still open"#,
    ),
    (
        "ring(3)) * path(2)",
        r#"
error: ')' closes nothing
  |
1 | ring(3)) * path(2)
  |        ^"#,
    ),
    (
        "ring(3) ** 2",
        r#"
error: expected a network, found '*'
  |
1 | ring(3) ** 2
  |          ^
  |
help: write '*' for a product, '^' for a power"#,
    ),
    (
        "ring(3) *",
        r#"
error: expected a network, found the end of the text
  |
1 | ring(3) *
  |          ^
  |
help: write a network, e.g. ring(5)"#,
    ),
    (
        "ring(3) × ring(4)",
        r#"
error: unexpected character '×'
  |
1 | ring(3) × ring(4)
  |         ^
  |
help: write '*' for a product"#,
    ),
    (
        "ring(3)² * path(2)",
        r#"
error: unexpected character '²'
  |
1 | ring(3)² * path(2)
  |        ^
  |
help: write '^ 2' for a power"#,
    ),
    (
        "ring(-1)",
        r#"
error: unexpected character '-'
  |
1 | ring(-1)
  |      ^
  |
help: numbers are non-negative integers"#,
    ),
    (
        "lattice([[4,-],[0,3]])",
        r#"
error: expected a number right after '-'
  |
1 | lattice([[4,-],[0,3]])
  |             ^
  |
help: write sign and digits together, e.g. [1,-2]"#,
    ),
    (
        "lattice([[4,- 2],[0,3]])",
        r#"
error: expected a number right after '-'
  |
1 | lattice([[4,- 2],[0,3]])
  |             ^
  |
help: write sign and digits together, e.g. [1,-2]"#,
    ),
    (
        "lattice([[4,−2],[0,3]])",
        r#"
error: unexpected character '−'
  |
1 | lattice([[4,−2],[0,3]])
  |             ^
  |
help: write '-' for a minus sign"#,
    ),
    (
        "lattice([[4,-2x],[0,3]])",
        r#"
error: '2x' is not a number
  |
1 | lattice([[4,-2x],[0,3]])
  |              ^^
  |
help: a name starts with a letter, a number has digits only"#,
    ),
    (
        "hub(path(4), {0,-3}, 2)",
        r#"
error: unexpected character '-'
  |
1 | hub(path(4), {0,-3}, 2)
  |                 ^
  |
help: numbers are non-negative integers"#,
    ),
    (
        "f([ring(-1)])",
        r#"
error: unexpected character '-'
  |
1 | f([ring(-1)])
  |         ^
  |
help: numbers are non-negative integers"#,
    ),
    (
        "f([-1 * ring(2)])",
        r#"
error: a number is not a network
  |
1 | f([-1 * ring(2)])
  |    ^^
  |
help: repeat a network with a power, e.g. ring(3) ^ 2"#,
    ),
    (
        "ring(5) $",
        r#"
error: unexpected character '$'
  |
1 | ring(5) $
  |         ^"#,
    ),
    (
        "ring(18446744073709551616)",
        r#"
error: the number 18446744073709551616 passes 64 bits
  |
1 | ring(18446744073709551616)
  |      ^^^^^^^^^^^^^^^^^^^^
  |
help: the largest number is 18446744073709551615"#,
    ),
    (
        "ring(1_000)",
        r#"
error: '1_000' is not a number
  |
1 | ring(1_000)
  |      ^^^^^
  |
help: write the digits without '_'"#,
    ),
    (
        "torus(5x5)",
        r#"
error: '5x5' is not a number
  |
1 | torus(5x5)
  |       ^^^
  |
help: a name starts with a letter, a number has digits only"#,
    ),
    (
        "file(\"abc)\n  * ring(3)",
        r#"
error: the string is not closed
  |
1 | file("abc)
  |      ^^^^^
  |
help: end it with '"' on the same line"#,
    ),
    (
        "file(\"C:\\data\")",
        r#"
error: unknown escape: '\' before 'd'
  |
1 | file("C:\data")
  |         ^^
  |
help: write \\ for a backslash; the other escapes are \" \n \t"#,
    ),
    (
        "file(\"日本\u{1}\")",
        r#"
error: control character U+0001 in a string
  |
1 | file("日本␁")
  |           ^
  |
help: write \n for a new line and \t for a tab"#,
    ),
    (
        "ring(3) ring(4)",
        r#"
error: unexpected 'ring' after the network
  |
1 | ring(3) ring(4)
  |         ^^^^
  |
help: write '*' between two networks for their product"#,
    ),
    (
        "ring(3) 4",
        r#"
error: unexpected '4' after the network
  |
1 | ring(3) 4
  |         ^"#,
    ),
    (
        "re(k=1, r=2, k=3)",
        r#"
error: the argument 'k' is given twice
  |
1 | re(k=1, r=2, k=3)
  |              ^
  |
help: keep one of the two"#,
    ),
    (
        "torus(5,,5)",
        r#"
error: expected a value, found ','
  |
1 | torus(5,,5)
  |         ^"#,
    ),
    (
        "torus(5,)",
        r#"
error: expected a value, found ')'
  |
1 | torus(5,)
  |         ^"#,
    ),
    (
        "torus(5 5)",
        r#"
error: expected ',' or ')', found '5'
  |
1 | torus(5 5)
  |         ^"#,
    ),
    (
        "torus(5]",
        r#"
error: expected ',' or ')', found ']'
  |
1 | torus(5]
  |        ^"#,
    ),
    (
        "hdn(p, {s=1})",
        r#"
error: expected ',' or '}', found '='
  |
1 | hdn(p, {s=1})
  |          ^"#,
    ),
    (
        "(ring(3) path(2))",
        r#"
error: expected ')', found 'path'
  |
1 | (ring(3) path(2))
  |          ^^^^"#,
    ),
];
