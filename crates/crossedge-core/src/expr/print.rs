//! Tree to text. The text is canonical: equal trees print identically, and parsing the text gives the tree back.
//!
//! Commas between integers, and between lists of them, have no space after them; all others have one:
//! `hdn(torus(2,3,5), [{1,2}, {1}])`. Parentheses are written only if omitting them would change the tree.

use super::tree::{Arg, Call, Expr, Kind};
use std::fmt::{Display, Formatter, Result, Write};

impl Display for Expr {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        match &self.kind {
            Kind::Call(call) => write!(f, "{call}"),
            Kind::Product(factors) => {
                for (i, factor) in factors.iter().enumerate() {
                    f.write_str(if i == 0 { "" } else { " * " })?;
                    write_part(f, factor, matches!(factor.kind, Kind::Product(_)))?;
                }
                Ok(())
            }
            Kind::Power(base, power) => {
                write_part(f, base, matches!(base.kind, Kind::Product(_) | Kind::Power(..)))?;
                write!(f, " ^ {}", power.exponent)
            }
            Kind::Int(value) => write!(f, "{value}"),
            Kind::Negative(size) => write!(f, "-{size}"),
            Kind::Text(text) => write_quoted(f, text),
            Kind::Word(word) => f.write_str(word),
            Kind::Set(items) => {
                f.write_char('{')?;
                write_separated(f, items, items.iter().all(is_plain))?;
                f.write_char('}')
            }
            Kind::List(items) => {
                f.write_char('[')?;
                write_separated(f, items, items.iter().all(is_plain))?;
                f.write_char(']')
            }
        }
    }
}

impl Display for Call {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        write!(f, "{}(", self.name)?;
        write_separated(
            f,
            &self.args,
            self.args.iter().all(|arg| arg.name.is_none() && is_plain(&arg.value)),
        )?;
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

/// Integers and lists of integers are short enough to be written without spaces.
fn is_plain(item: &Expr) -> bool {
    match &item.kind {
        Kind::Int(_) | Kind::Negative(_) => true,
        Kind::List(items) => items.iter().all(is_plain),
        _ => false,
    }
}

fn write_part(f: &mut Formatter<'_>, inner: &Expr, parentheses: bool) -> Result {
    if parentheses { write!(f, "({inner})") } else { write!(f, "{inner}") }
}

fn write_separated<T: Display>(f: &mut Formatter<'_>, items: &[T], close: bool) -> Result {
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

fn write_quoted(f: &mut Formatter<'_>, text: &str) -> Result {
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
