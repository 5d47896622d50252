//! Formulas of the papers: `ceil((2*B.nodes)^(2^k) / 8)`. Exact, over integers and fractions.
//!
//! `or`, `and`, then = != < <= > >=, then + -, then * / %, then a minus sign, then ^ (from the right). Functions: ceil, floor, lg, min,
//! max. A comparison is 1 or 0. Names are letters, digits, dots and underscores.

use crate::ratio::LowestTerms;
use std::collections::BTreeMap;

/// The values of names.
pub type NameValues = BTreeMap<String, LowestTerms>;

/// A formula that has been read.
#[derive(Debug, Clone)]
pub enum Formula {
    /// A number.
    Number(LowestTerms),
    /// A name.
    Name(String),
    /// A function or sign, and what it is applied to.
    Apply(String, Vec<Formula>),
}

/// The signs with two sides, the weakest first.
const BINARY_SIGNS: &[&[&str]] =
    &[&["or"], &["and"], &["=", "!=", "<=", ">=", "<", ">"], &["+", "-"], &["*", "/", "%"]];

/// Formulas come from files, and are read and evaluated by recursion.
const MAX_TOKENS: usize = 250;

impl Formula {
    /// Reads a formula.
    pub fn read(text: &str) -> Result<Formula, String> {
        let mut reader = FormulaReader { tokens: split_tokens(text)?, at: 0 };
        let formula = reader.two_sided(0)?;
        match reader.tokens.get(reader.at) {
            None => Ok(formula),
            Some(rest) => Err(format!("'{text}': unexpected text before '{rest}'")),
        }
    }

    /// Its value when names have these values.
    pub fn value(&self, names: &NameValues) -> Result<LowestTerms, String> {
        let (sign, parts) = match self {
            Formula::Number(n) => return Ok(n.clone()),
            Formula::Name(name) => {
                return names.get(name).cloned().ok_or_else(|| format!("'{name}' has no value"));
            }
            Formula::Apply(sign, parts) => (sign.as_str(), parts),
        };
        // The second side of `and` and `or` may have no value where the first settles it.
        if let ("and" | "or", [a, b]) = (sign, &parts[..]) {
            let first = !a.value(names)?.is_zero();
            return if first == (sign == "or") {
                Ok(LowestTerms::from_integer(u8::from(first)))
            } else {
                b.value(names)
            };
        }
        let values = parts.iter().map(|p| p.value(names)).collect::<Result<Vec<_>, _>>()?;
        let truth = |yes: bool| Ok(LowestTerms::from_integer(u8::from(yes)));
        match (sign, &values[..]) {
            ("+", [a, b]) => a.add(b),
            ("-", [a, b]) => a.minus(b),
            ("-", [a]) => Ok(a.negated()),
            ("*", [a, b]) => a.times(b),
            ("/", [a, b]) => a.divided_by(b),
            ("%", [a, b]) => a.modulo(b),
            ("^", [a, b]) => a.power(b),
            ("=", [a, b]) => truth(a == b),
            ("!=", [a, b]) => truth(a != b),
            ("<", [a, b]) => truth(a < b),
            ("<=", [a, b]) => truth(a <= b),
            (">", [a, b]) => truth(a > b),
            (">=", [a, b]) => truth(a >= b),
            ("ceil", [a]) => Ok(a.ceil()),
            ("floor", [a]) => Ok(a.floor()),
            ("lg", [a]) => a.log2(),
            ("min", [a, b]) => Ok(a.min(b).clone()),
            ("max", [a, b]) => Ok(a.max(b).clone()),
            _ => Err(format!("'{sign}' does not take {} values", values.len())),
        }
    }
}

fn split_tokens(text: &str) -> Result<Vec<String>, String> {
    let mut out = Vec::new();
    let mut rest = text.trim_start();
    while let Some(first) = rest.chars().next() {
        if out.len() == MAX_TOKENS {
            return Err(format!("a formula has at most {MAX_TOKENS} numbers, names and signs"));
        }
        let length = if first.is_ascii_digit() {
            rest.find(|c: char| !c.is_ascii_digit() && c != '.').unwrap_or(rest.len())
        } else if first.is_alphabetic() {
            rest.find(|c: char| !c.is_alphanumeric() && c != '.' && c != '_').unwrap_or(rest.len())
        } else if ["!=", "<=", ">="].iter().any(|s| rest.starts_with(s)) {
            2
        } else if "+-*/%^=<>(),".contains(first) {
            1
        } else {
            return Err(format!("'{text}': '{first}' means nothing in a formula"));
        };
        out.push(rest[..length].to_owned());
        rest = rest[length..].trim_start();
    }
    Ok(out)
}

struct FormulaReader {
    tokens: Vec<String>,
    at: usize,
}

impl FormulaReader {
    fn next_is(&mut self, sign: &str) -> bool {
        let is = self.tokens.get(self.at).is_some_and(|t| t == sign);
        self.at += usize::from(is);
        is
    }

    fn two_sided(&mut self, strength: usize) -> Result<Formula, String> {
        let Some(signs) = BINARY_SIGNS.get(strength) else { return self.parse_negation() };
        let mut left = self.two_sided(strength + 1)?;
        while let Some(sign) = signs.iter().find(|sign| self.next_is(sign)) {
            let right = self.two_sided(strength + 1)?;
            left = Formula::Apply((*sign).to_owned(), vec![left, right]);
        }
        Ok(left)
    }

    fn parse_negation(&mut self) -> Result<Formula, String> {
        if self.next_is("-") {
            return Ok(Formula::Apply("-".to_owned(), vec![self.parse_negation()?]));
        }
        let base = self.parse_atom()?;
        match self.next_is("^") {
            true => Ok(Formula::Apply("^".to_owned(), vec![base, self.parse_negation()?])),
            false => Ok(base),
        }
    }

    fn parse_atom(&mut self) -> Result<Formula, String> {
        let token = self.tokens.get(self.at).cloned().ok_or("the formula ends too early")?;
        self.at += 1;
        if token == "(" {
            let inner = self.two_sided(0)?;
            return if self.next_is(")") { Ok(inner) } else { Err("a bracket is not closed".to_owned()) };
        }
        if token.starts_with(|c: char| c.is_ascii_digit()) {
            let number = LowestTerms::decimal(&token).ok_or_else(|| format!("'{token}' is not a number"))?;
            return Ok(Formula::Number(number));
        }
        if !token.starts_with(char::is_alphabetic) {
            return Err(format!("expected a value, found '{token}'"));
        }
        if !self.next_is("(") {
            return Ok(Formula::Name(token));
        }
        let mut parts = vec![self.two_sided(0)?];
        while self.next_is(",") {
            parts.push(self.two_sided(0)?);
        }
        match self.next_is(")") {
            true => Ok(Formula::Apply(token, parts)),
            false => Err("a bracket is not closed".to_owned()),
        }
    }
}
