//! Exact fractions of 128 bits. Overflow is an error, never a wrong number.

use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::{Signed, Zero};
use std::fmt;

/// A fraction in lowest terms.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct LowestTerms(BigRational);

/// Numerator and denominator have at most this many bits next to the sign: formulas come from files, and a tower of powers would
/// otherwise fill the memory.
const MAX_BITS: u64 = 127;

impl LowestTerms {
    /// An integer.
    pub fn from_integer(n: impl Into<BigInt>) -> LowestTerms {
        LowestTerms(BigRational::from_integer(n.into()))
    }

    /// A fraction that fits.
    fn checked_size(value: BigRational) -> Result<LowestTerms, String> {
        match value.numer().bits().max(value.denom().bits()) <= MAX_BITS {
            true => Ok(LowestTerms(value)),
            false => Err("a number does not fit 128 bits".to_owned()),
        }
    }

    /// The integers that this is, if it is one.
    fn as_integer(&self) -> Option<&BigInt> {
        self.0.is_integer().then(|| self.0.numer())
    }

    /// Returns `true` if this is 0.
    pub fn is_zero(&self) -> bool {
        self.0.is_zero()
    }

    /// The next integers below.
    pub fn floor(&self) -> LowestTerms {
        LowestTerms(self.0.floor())
    }

    /// The next integers above.
    pub fn ceil(&self) -> LowestTerms {
        LowestTerms(self.0.ceil())
    }

    /// The sum.
    pub fn add(&self, other: &LowestTerms) -> Result<LowestTerms, String> {
        LowestTerms::checked_size(&self.0 + &other.0)
    }

    /// The difference.
    pub fn minus(&self, other: &LowestTerms) -> Result<LowestTerms, String> {
        LowestTerms::checked_size(&self.0 - &other.0)
    }

    /// The opposite.
    pub fn negated(&self) -> LowestTerms {
        LowestTerms(-&self.0)
    }

    /// The product.
    pub fn times(&self, other: &LowestTerms) -> Result<LowestTerms, String> {
        LowestTerms::checked_size(&self.0 * &other.0)
    }

    /// The quotient.
    pub fn divided_by(&self, other: &LowestTerms) -> Result<LowestTerms, String> {
        match other.is_zero() {
            true => Err("division by 0".to_owned()),
            false => LowestTerms::checked_size(&self.0 / &other.0),
        }
    }

    /// The remainder, from 0 on, of integers.
    pub fn modulo(&self, other: &LowestTerms) -> Result<LowestTerms, String> {
        match (self.as_integer(), other.as_integer()) {
            (Some(a), Some(b)) if b.is_positive() => Ok(LowestTerms::from_integer(((a % b) + b) % b)),
            _ => Err("a remainder needs whole numbers, the second above 0".to_owned()),
        }
    }

    /// An integer power; a negative one inverts the fraction.
    pub fn power(&self, exponent: &LowestTerms) -> Result<LowestTerms, String> {
        let small = exponent.as_integer().and_then(|e| i32::try_from(e).ok()).filter(|e| e.abs() <= 127);
        let Some(e) = small else {
            return Err("an exponent is a whole number of at most 127".to_owned());
        };
        let mut out = LowestTerms::from_integer(1);
        for _ in 0..e.abs() {
            out = if e > 0 { out.times(self)? } else { out.divided_by(self)? };
        }
        Ok(out)
    }

    /// The logarithm of a power of two.
    pub fn log2(&self) -> Result<LowestTerms, String> {
        match self.as_integer() {
            Some(n) if n.is_positive() && n.magnitude().count_ones() == 1 => {
                Ok(LowestTerms::from_integer(n.bits() - 1))
            }
            _ => Err("lg is exact for powers of two only".to_owned()),
        }
    }

    /// A decimal number such as 1.75.
    pub fn decimal(text: &str) -> Option<LowestTerms> {
        let (whole, part) = text.split_once('.').unwrap_or((text, ""));
        // A number of 128 bits has at most 39 digits.
        if text.len() > 80 || !part.bytes().all(|b| b.is_ascii_digit()) {
            return None;
        }
        let digits: BigInt = format!("{whole}{part}").parse().ok()?;
        let tens = BigInt::from(10).pow(part.len() as u32);
        LowestTerms::checked_size(BigRational::new(digits, tens)).ok()
    }
}

impl fmt::Display for LowestTerms {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}
