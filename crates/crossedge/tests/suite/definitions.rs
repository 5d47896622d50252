//! Definitions: `let name = …;` and `let name(parameters) = …;` before an expression.

use crossedge::expr::{Class, parse};

#[test]
fn definitions_expand_to_their_meaning() {
    let same = |text: &str, wanted: &str| {
        let tree = parse(text).unwrap_or_else(|e| panic!("{}", e.render(text, false)));
        assert_eq!(tree.to_string(), wanted, "{text}");
    };
    same("let cell = torus(4,4); dual(cell) * ring(8)", "dual(torus(4,4)) * ring(8)");
    same("let n = 5; let k = 2; torus(n,n) ^ k", "torus(5,5) ^ 2");
    same("let s = {1,2}; hdn(torus(2,3,5), [s])", "hdn(torus(2,3,5), [{1,2}])");
    same("let cube(n) = path(2) ^ n; cube(3) * cube(4)", "path(2) ^ 3 * path(2) ^ 4");
    same(
        "let twice(G) = G * G; let four(G) = twice(twice(G)); four(ring(3))",
        "(ring(3) * ring(3)) * (ring(3) * ring(3))",
    );
    same("let ring = ring(5); ring", "ring(5)");
    same("let n = 3; let f(n) = ring(n); f(7) * ring(n)", "ring(7) * ring(3)");
    same("let f() = ring(4); f()", "ring(4)");
    let lattice = "lattice([[4,-2],[0,3]], extra=[[1,-1]])";
    same("let row = [4,-2]; let m(n) = lattice([row,[0,n]], extra=[[1,-1]]); m(3)", lattice);
    same(
        "let m(G) = re([G, G], G); let f() = lattice([[-1]]); m(f())",
        "re([lattice([[-1]]), lattice([[-1]])], lattice([[-1]]))",
    );
    same(
        "# a comment\nlet p = degree; re(ring(4), ring(4), 2, policy=p)",
        "re(ring(4), ring(4), 2, policy=degree)",
    );
}

#[test]
fn wrong_definitions_are_reported() {
    let told = |text: &str| parse(text).expect_err(text).render(text, false);
    for (text, message, help) in [
        ("let = 3; ring(3)", "expected a name to define, e.g. let cell = torus(4,4);; found '='", ""),
        (
            "let a ring(3); a",
            "expected '=' after the name, found 'ring'",
            "write a definition, e.g. let cell = torus(4,4);",
        ),
        ("let a = ring(3) a", "expected ';' after the definition, found 'a'", "end a definition with ';'"),
        (
            "let a = 3; let a = 4; ring(a)",
            "'a' is defined twice",
            "keep one of the two, or give the other another name",
        ),
        ("let a = ring(3); a(2)", "'a' takes no arguments", "write a alone"),
        ("let f(n) = ring(n); f", "missing '(' after 'f'", "write f(n)"),
        ("let f(n, m) = torus(n,m); f(3)", "'f' takes 2 arguments, found 1", "write f(n, m)"),
        ("let f(n, n) = ring(n); f(3)", "duplicate parameter 'n'", "keep one of the two"),
        ("let n = 3; n * ring(3)", "expected a network, found 3", "define a network"),
        ("let G = ring(3); ring(3) ^ G", "the exponent G is not a number", "write a whole number"),
        ("let a = b; let b = ring(3); a", "expected a network, found b", "define a network"),
        ("ring(3); ring(4)", "';' ends a definition, and this is none", "define with let"),
        ("torus(3;4)", "expected ',' or ')', found ';'", "separate arguments with ','"),
        ("let a = ring(3);", "expected a network, found the end of the text", "write a network"),
    ] {
        let seen = told(text);
        assert!(seen.contains(message) && seen.contains(help), "{text}\n{seen}");
    }
    // Errors inside a definition point at its text.
    let text = "let f(n) = torus(n,);\nf(3)";
    assert_eq!(parse(text).expect_err(text).span.start, 19);
}

#[test]
fn definitions_are_bounded() {
    let mut doubled = String::from("let a0 = ring(3);");
    let mut deep = doubled.clone();
    for i in 1..300 {
        doubled += &format!("let a{i} = a{} * a{};", i - 1, i - 1);
        deep += &format!("let a{i} = dual(a{});", i - 1);
    }
    for (text, limit) in [(doubled + "a299", "1048576 bytes"), (deep + "a299", "the limit of 200")] {
        let error = parse(&text).expect_err("too large");
        assert_eq!(error.class, Class::Limit);
        assert!(error.message.contains(limit), "{}", error.message);
    }
}
