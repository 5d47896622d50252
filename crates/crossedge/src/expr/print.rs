//! Tree to text. The text is canonical: equal trees print alike, and parsing the text gives the tree back.
//!
//! Commas between whole numbers, and between lists of them, have no space after them; all others have one:
//! `hdn(torus(2,3,5), [{1,2}, {1}])`. Parentheses stand only where the tree would change without them.

use super::tree::{Arg, Call, Expr, Kind};
use std::fmt::{Display, Formatter, Result, Write};

impl Display for Expr {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        match &self.kind {
            Kind::Call(call) => write!(f, "{call}"),
            Kind::Product(factors) => {
                for (i, factor) in factors.iter().enumerate() {
                    f.write_str(if i == 0 { "" } else { " * " })?;
                    part(f, factor, matches!(factor.kind, Kind::Product(_)))?;
                }
                Ok(())
            }
            Kind::Power(base, power) => {
                part(f, base, matches!(base.kind, Kind::Product(_) | Kind::Power(..)))?;
                write!(f, " ^ {}", power.exponent)
            }
            Kind::Int(value) => write!(f, "{value}"),
            Kind::Negative(size) => write!(f, "-{size}"),
            Kind::Text(text) => quoted(f, text),
            Kind::Word(word) => f.write_str(word),
            Kind::Set(items) => {
                f.write_char('{')?;
                separated(f, items, items.iter().all(is_plain))?;
                f.write_char('}')
            }
            Kind::List(items) => {
                f.write_char('[')?;
                separated(f, items, items.iter().all(is_plain))?;
                f.write_char(']')
            }
        }
    }
}

impl Display for Call {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        write!(f, "{}(", self.name)?;
        separated(f, &self.args, self.args.iter().all(|arg| arg.name.is_none() && is_plain(&arg.value)))?;
        f.write_char(')')
    }
}

impl Display for Arg {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        match &self.name {
            Some(name) => write!(f, "{name}={}", self.value),
            None => write!(f, "{}", self.value),
        }
    }
}

/// Whole numbers and lists of nothing else are short enough to stand close together.
fn is_plain(item: &Expr) -> bool {
    match &item.kind {
        Kind::Int(_) | Kind::Negative(_) => true,
        Kind::List(items) => items.iter().all(is_plain),
        _ => false,
    }
}

fn part(f: &mut Formatter<'_>, inner: &Expr, parentheses: bool) -> Result {
    if parentheses { write!(f, "({inner})") } else { write!(f, "{inner}") }
}

fn separated<T: Display>(f: &mut Formatter<'_>, items: &[T], close: bool) -> Result {
    for (i, item) in items.iter().enumerate() {
        f.write_str(match (i, close) {
            (0, _) => "",
            (_, true) => ",",
            (_, false) => ", ",
        })?;
        write!(f, "{item}")?;
    }
    Ok(())
}

fn quoted(f: &mut Formatter<'_>, text: &str) -> Result {
    f.write_char('"')?;
    for c in text.chars() {
        match c {
            '"' => f.write_str("\\\"")?,
            '\\' => f.write_str("\\\\")?,
            '\n' => f.write_str("\\n")?,
            '\t' => f.write_str("\\t")?,
            c => f.write_char(c)?,
        }
    }
    f.write_char('"')
}

#[cfg(test)]
mod tests {
    use crate::expr::parse;

    #[test]
    fn canonical_text_prints_as_it_stands() {
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
}
