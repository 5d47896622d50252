//! Conditions that candidates are kept to, as they are written: `diameter<=6 and throughput>=0.5`.
//!
//! `or` binds less than `and`, `and` less than `not`; parentheses group. A comparison has the name of a quantity and a number. Comparisons with
//! unknown quantities of a candidate are false.

use super::fraction::Fraction;
use super::quantity::{Candidate, QUANTITY_NAMES, Quantity, QuantityValue};
use crate::expr::{Error, Span};
use std::cmp::Ordering;

/// A condition.
#[derive(Debug, Clone, PartialEq)]
pub enum Condition {
    /// Both hold.
    And(Box<Condition>, Box<Condition>),
    /// One of both holds.
    Or(Box<Condition>, Box<Condition>),
    /// It does not hold.
    Not(Box<Condition>),
    /// A quantity is so to a number.
    Compare {
        /// The quantity.
        quantity: Quantity,
        /// The comparison.
        relation: Relation,
        /// The number.
        number: Fraction,
    },
}

/// The relation of a quantity to a number.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Relation {
    /// Less.
    Below,
    /// Less or equal.
    AtMost,
    /// Equal.
    Equal,
    /// Not equal.
    Unequal,
    /// More or equal.
    AtLeast,
    /// More.
    Above,
}

const RELATION_SIGNS: &[(&str, Relation)] = &[
    ("<=", Relation::AtMost),
    (">=", Relation::AtLeast),
    ("==", Relation::Equal),
    ("!=", Relation::Unequal),
    ("<", Relation::Below),
    (">", Relation::Above),
    ("=", Relation::Equal),
    ("≤", Relation::AtMost),
    ("≥", Relation::AtLeast),
];

/// Deeper ones are refused.
const MAX_DEPTH: usize = 100;

impl Condition {
    /// Reads a condition.
    pub fn parse(text: &str) -> Result<Condition, Error> {
        let mut reader = ConditionReader { text, at: 0, depth: 0 };
        let condition = reader.parse_or()?;
        reader.skip_space();
        match reader.at == text.len() {
            true => Ok(condition),
            false => Err(reader.syntax_error("expected 'and', 'or' or the end")),
        }
    }

    /// Returns `true` if it holds of a candidate; `None` if something that it asks for is not known.
    pub fn holds(&self, candidate: Candidate<'_>) -> Option<bool> {
        match self {
            Condition::And(a, b) => match (a.holds(candidate), b.holds(candidate)) {
                (Some(false), _) | (_, Some(false)) => Some(false),
                (a, b) => Some(a? && b?),
            },
            Condition::Or(a, b) => match (a.holds(candidate), b.holds(candidate)) {
                (Some(true), _) | (_, Some(true)) => Some(true),
                (a, b) => Some(a? || b?),
            },
            Condition::Not(inner) => Some(!inner.holds(candidate)?),
            Condition::Compare { quantity, relation, number } => {
                let order = quantity.of(candidate)?.compare(QuantityValue::Exact(*number));
                Some(match relation {
                    Relation::Below => order.is_lt(),
                    Relation::AtMost => order.is_le(),
                    Relation::Equal => order == Ordering::Equal,
                    Relation::Unequal => order != Ordering::Equal,
                    Relation::AtLeast => order.is_ge(),
                    Relation::Above => order.is_gt(),
                })
            }
        }
    }

    /// Returns `true` if it asks for this quantity.
    pub fn mentions(&self, wanted: Quantity) -> bool {
        match self {
            Condition::And(a, b) | Condition::Or(a, b) => a.mentions(wanted) || b.mentions(wanted),
            Condition::Not(inner) => inner.mentions(wanted),
            Condition::Compare { quantity, .. } => *quantity == wanted,
        }
    }
}

struct ConditionReader<'a> {
    text: &'a str,
    at: usize,
    depth: usize,
}

impl<'a> ConditionReader<'a> {
    fn remaining_text(&self) -> &'a str {
        &self.text[self.at..]
    }

    fn skip_space(&mut self) {
        self.at = self.text.len() - self.remaining_text().trim_start().len();
    }

    fn syntax_error(&self, message: &str) -> Error {
        let long = self.remaining_text().split_whitespace().next().map_or(0, str::len);
        self.wrong_at(message, self.at..self.at + long)
    }

    fn wrong_at(&self, message: &str, span: Span) -> Error {
        Error::usage(message, span).help("e.g. diameter<=6 and throughput>=0.5")
    }

    /// A name of letters and underscores; empty if there is none.
    fn read_word(&mut self) -> &'a str {
        self.skip_space();
        let rest = self.remaining_text();
        let end = rest.find(|c: char| !(c.is_ascii_alphabetic() || c == '_')).unwrap_or(rest.len());
        &rest[..end]
    }

    fn take_word(&mut self, word: &str) -> bool {
        let matches = self.read_word() == word;
        if matches {
            self.at += word.len();
        }
        matches
    }

    fn parse_or(&mut self) -> Result<Condition, Error> {
        self.depth += 1;
        if self.depth > MAX_DEPTH {
            return Err(self.syntax_error("the condition is nested too deeply"));
        }
        let mut condition = self.parse_and()?;
        while self.take_word("or") {
            condition = Condition::Or(Box::new(condition), Box::new(self.parse_and()?));
        }
        self.depth -= 1;
        Ok(condition)
    }

    fn parse_and(&mut self) -> Result<Condition, Error> {
        let mut condition = self.parse_term()?;
        while self.take_word("and") {
            condition = Condition::And(Box::new(condition), Box::new(self.parse_term()?));
        }
        Ok(condition)
    }

    fn parse_term(&mut self) -> Result<Condition, Error> {
        self.depth += 1;
        if self.depth > MAX_DEPTH {
            return Err(self.syntax_error("the condition is nested too deeply"));
        }
        let condition = if self.take_word("not") {
            Condition::Not(Box::new(self.parse_term()?))
        } else if self.remaining_text().starts_with('(') {
            self.at += 1;
            let inner = self.parse_or()?;
            self.skip_space();
            if !self.remaining_text().starts_with(')') {
                return Err(self.syntax_error("expected ')'"));
            }
            self.at += 1;
            inner
        } else {
            self.parse_comparison()?
        };
        self.depth -= 1;
        Ok(condition)
    }

    fn parse_comparison(&mut self) -> Result<Condition, Error> {
        let name = self.read_word();
        let Some(quantity) = Quantity::named(name) else {
            let names: Vec<&str> = QUANTITY_NAMES.iter().map(|(_, name, ..)| *name).collect();
            let message = if name.is_empty() {
                "expected a quantity".to_owned()
            } else {
                format!("unknown quantity '{name}'")
            };
            return Err(self
                .wrong_at(&message, self.at..self.at + name.len())
                .help(format!("there are {}", names.join(", "))));
        };
        self.at += name.len();
        self.skip_space();
        let Some((sign, relation)) =
            RELATION_SIGNS.iter().find(|(sign, _)| self.remaining_text().starts_with(sign))
        else {
            return Err(self.syntax_error("expected <, <=, =, !=, >= or >"));
        };
        self.at += sign.len();
        self.skip_space();
        let rest = self.remaining_text();
        let end = rest.find(|c: char| !(c.is_ascii_digit() || c == '.' || c == '/')).unwrap_or(rest.len());
        let Some(number) = parse_number(&rest[..end]) else {
            return Err(self.syntax_error("expected a number such as 6, 0.5 or 1/3"));
        };
        self.at += end;
        Ok(Condition::Compare { quantity, relation: *relation, number })
    }
}

/// A number with digits after a point, or a ratio of two; `None` if it is none, or has too many digits.
pub fn parse_number(text: &str) -> Option<Fraction> {
    if let Some((over, under)) = text.split_once('/') {
        let (over, under) = (parse_number(over)?, parse_number(under)?);
        return (under.over != 0).then(|| over.times(under.under, under.over)).flatten();
    }
    let (whole, part) = text.split_once('.').unwrap_or((text, ""));
    if whole.is_empty() && part.is_empty() {
        return None;
    }
    let digits: u128 = format!("{whole}{part}").parse().ok()?;
    Some(Fraction::new(digits, 10u128.checked_pow(u32::try_from(part.len()).ok()?)?))
}
