//! Ranges of a case: texts with `{formula}` inside, and networks that a range runs over.
//!
//! `{ expr = "dual(ring({m}))", each = { m = [3, 20] } }` is eighteen cases, in which formulas may use `m`.

use crate::claim::ClaimCase;
use crate::formula::{Formula, NameValues};
use crate::ratio::LowestTerms;

/// A case stands for at most this many.
const MAX_CASES: usize = 10_000;

/// Fills every `{formula}` of a text.
pub fn fill_formulas(text: &str, names: &NameValues) -> Result<String, String> {
    let mut out = String::new();
    let mut rest = text;
    while let Some((before, after)) = rest.split_once('{') {
        let (inside, behind) = after.split_once('}').ok_or("a { is not closed")?;
        out += before;
        out += &Formula::read(inside)?.value(names)?.to_string();
        rest = behind;
    }
    Ok(out + rest)
}

/// Fills the `{formula}`s that use a name; other braces are sets of the language.
fn filled_where(text: &str, name: &str, value: i64) -> Result<String, String> {
    let names = NameValues::from([(name.to_owned(), LowestTerms::from_integer(value))]);
    let mut out = String::new();
    let mut rest = text;
    while let Some((before, after)) = rest.split_once('{') {
        let (inside, behind) = after.split_once('}').ok_or("a { is not closed")?;
        out += before;
        out += &match formula_uses(inside, name) {
            true => fill_formulas(&format!("{{{inside}}}"), &names)?,
            false => format!("{{{inside}}}"),
        };
        rest = behind;
    }
    Ok(out + rest)
}

/// Returns `true` if a formula uses a name.
fn formula_uses(formula: &str, name: &str) -> bool {
    formula.split(|c: char| !(c.is_alphanumeric() || c == '_')).any(|word| word == name)
}

/// Returns `true` if a text has a `{formula}` that uses a name.
fn text_mentions(text: &str, name: &str) -> bool {
    text.split('{')
        .skip(1)
        .filter_map(|after| after.split_once('}'))
        .any(|(inside, _)| formula_uses(inside, name))
}

/// The cases that a case stands for: one for every value of the ranges that its networks name.
pub fn expand_ranges(case: ClaimCase) -> Result<Vec<ClaimCase>, String> {
    let mut cases = vec![case];
    while let Some(name) = cases.first().and_then(range_name) {
        let mut more = Vec::new();
        for case in cases {
            let [from, to] = case.each[&name];
            if from > to {
                return Err(format!("the range of {name} runs from the smaller number to the larger"));
            }
            for value in from..=to {
                if more.len() == MAX_CASES {
                    return Err(format!("the ranges give more than {MAX_CASES} networks"));
                }
                more.push(case_at(&case, &name, value)?);
            }
        }
        cases = more;
    }
    Ok(cases)
}

/// A range that the networks of a case name.
fn range_name(case: &ClaimCase) -> Option<String> {
    let networks = || std::iter::once(&case.expr).chain(case.nets.values());
    case.each.keys().find(|name| networks().any(|text| text_mentions(text, name))).cloned()
}

/// The case at one value of a range, which becomes a number of its formulas.
fn case_at(case: &ClaimCase, name: &str, value: i64) -> Result<ClaimCase, String> {
    let mut one = case.clone();
    one.each.remove(name);
    one.numbers.insert(name.to_owned(), value);
    one.expr = filled_where(&case.expr, name, value)?;
    for text in one.nets.values_mut() {
        *text = filled_where(text, name, value)?;
    }
    Ok(one)
}
