//! Values with units: `"3 nodes"`, `"5 % of links"`, `"0.1 to 0.9 by 0.1 flits/cycle"`, `"1 to 20"`. Decimals are exact.

use std::fmt;

/// An exact decimal from 0 on: `digits` over 10 to the `places`, with no zero to spare at the end.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Decimal {
    digits: u64,
    places: u32,
}

/// Digits of a number, all together.
const MAX_DIGITS: usize = 15;

/// Values of one series.
const MAX_VALUES: u64 = 100_000;

impl Decimal {
    fn new(mut digits: u64, mut places: u32) -> Decimal {
        while places > 0 && digits.is_multiple_of(10) {
            digits /= 10;
            places -= 1;
        }
        Decimal { digits, places }
    }

    /// Reads a number such as `12`, `0.25` or `.5`.
    fn parse(text: &str) -> Option<Decimal> {
        let (whole, part) = text.split_once('.').unwrap_or((text, ""));
        let digits = format!("{whole}{part}");
        let plain = !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit());
        if !plain || digits.len() > MAX_DIGITS || (text.contains('.') && part.is_empty()) {
            return None;
        }
        Some(Decimal::new(digits.parse().ok()?, part.len() as u32))
    }

    /// The number, if it is an integer.
    pub fn integer_value(self) -> Option<u64> {
        (self.places == 0).then_some(self.digits)
    }

    /// A percentage of `all`, rounded to the nearest; `None` beyond 100.
    pub fn percent_of(self, all: u64) -> Option<u64> {
        let scale = 100 * 10u128.pow(self.places);
        let value = u128::from(self.digits);
        (value <= scale).then(|| ((u128::from(all) * value * 2 + scale) / (2 * scale)) as u64)
    }

    /// The digits with this many places, which are no fewer than there are.
    fn scaled_to(self, places: u32) -> Option<u64> {
        self.digits.checked_mul(10u64.checked_pow(places - self.places)?)
    }
}

impl fmt::Display for Decimal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.places == 0 {
            return write!(f, "{}", self.digits);
        }
        let scale = 10u64.pow(self.places);
        let (whole, part) = (self.digits / scale, self.digits % scale);
        write!(f, "{whole}.{part:0places$}", places = self.places as usize)
    }
}

/// The error in a series, and the correct form.
pub type SeriesError = (String, String);

/// Reads `A UNIT`, or `A to B by S UNIT` with both ends included. Without `by`, integers go by 1. The unit may be empty.
pub fn parse_series(text: &str) -> Result<(Vec<Decimal>, String), SeriesError> {
    let words = text.replace('%', " % ");
    let mut words = words.split_whitespace().peekable();
    let number = |word: Option<&str>| {
        word.and_then(Decimal::parse).ok_or_else(|| {
            let actual = word.map_or("the end".to_owned(), |word| format!("'{word}'"));
            let help = format!("a number has digits and a point, {MAX_DIGITS} digits at most");
            (format!("expected a number, found {actual}"), help)
        })
    };
    let from = number(words.next())?;
    let (mut to, mut by) = (from, None);
    let ranged = words.next_if_eq(&"to").is_some();
    if ranged {
        to = number(words.next())?;
        if words.next_if_eq(&"by").is_some() {
            by = Some(number(words.next())?);
        }
    }
    let unit = words.collect::<Vec<_>>().join(" ");
    if !ranged {
        return Ok((vec![from], unit));
    }
    let by = match by {
        Some(by) => by,
        None if from.places == 0 && to.places == 0 => Decimal::new(1, 0),
        None => {
            return Err((
                "a series of decimals needs a step".to_owned(),
                "e.g. 0.1 to 0.9 by 0.1".to_owned(),
            ));
        }
    };
    let places = from.places.max(to.places).max(by.places);
    let at = |number: Decimal| {
        number.scaled_to(places).ok_or_else(|| ("the numbers are too long".to_owned(), String::new()))
    };
    let (first, last, step) = (at(from)?, at(to)?, at(by)?);
    if step == 0 || last < first {
        return Err((
            format!("the series from {from} to {to} by {by} has no end"),
            "e.g. 1 to 20".to_owned(),
        ));
    }
    if (last - first) / step >= MAX_VALUES {
        return Err((format!("a series has at most {MAX_VALUES} values"), "take a longer step".to_owned()));
    }
    let count = (last - first) / step + 1;
    Ok(((0..count).map(|i| Decimal::new(first + i * step, places)).collect(), unit))
}
