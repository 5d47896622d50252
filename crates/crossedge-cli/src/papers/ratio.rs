//! Exact fractions of 128 bits. Whatever does not fit is an error, never a wrong number.

use num_integer::Integer;
use std::cmp::Ordering;
use std::fmt;

/// A fraction in lowest terms, the denominator positive.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Ratio {
    n: i128,
    d: i128,
}

/// Said when a number does not fit.
const TOO_LARGE: &str = "a number does not fit 128 bits";

impl Ratio {
    /// A whole number.
    pub fn int(n: i128) -> Ratio {
        Ratio { n, d: 1 }
    }

    /// A fraction.
    pub fn new(n: i128, d: i128) -> Result<Ratio, String> {
        if d == 0 {
            return Err("division by 0".to_owned());
        }
        let by = n.gcd(&d) * d.signum();
        Ok(Ratio { n: n / by, d: d / by })
    }

    /// The whole number that this is, if it is one.
    pub fn whole(self) -> Option<i128> {
        (self.d == 1).then_some(self.n)
    }

    /// The next whole number below.
    pub fn floor(self) -> Ratio {
        Ratio::int(self.n.div_euclid(self.d))
    }

    /// The next whole number above.
    pub fn ceil(self) -> Ratio {
        Ratio::int(-(-self.n).div_euclid(self.d))
    }

    /// The sum.
    pub fn add(self, other: Ratio) -> Result<Ratio, String> {
        let cross = |a: i128, b: i128| a.checked_mul(b).ok_or(TOO_LARGE);
        let n = cross(self.n, other.d)?.checked_add(cross(other.n, self.d)?).ok_or(TOO_LARGE)?;
        Ratio::new(n, cross(self.d, other.d)?)
    }

    /// The opposite.
    pub fn negated(self) -> Ratio {
        Ratio { n: -self.n, d: self.d }
    }

    /// The product.
    pub fn times(self, other: Ratio) -> Result<Ratio, String> {
        let n = self.n.checked_mul(other.n).ok_or(TOO_LARGE)?;
        Ratio::new(n, self.d.checked_mul(other.d).ok_or(TOO_LARGE)?)
    }

    /// The quotient.
    pub fn over(self, other: Ratio) -> Result<Ratio, String> {
        if other.n == 0 {
            return Err("division by 0".to_owned());
        }
        self.times(Ratio::new(other.d, other.n)?)
    }

    /// The remainder of two whole numbers, not negative.
    pub fn modulo(self, other: Ratio) -> Result<Ratio, String> {
        match (self.whole(), other.whole()) {
            (Some(a), Some(b)) if b > 0 => Ok(Ratio::int(a.rem_euclid(b))),
            _ => Err("a remainder needs whole numbers, the second above 0".to_owned()),
        }
    }

    /// A whole power; a negative one turns the fraction over.
    pub fn power(self, exponent: Ratio) -> Result<Ratio, String> {
        let Some(e) = exponent.whole().filter(|e| e.abs() <= 127) else {
            return Err("an exponent is a whole number of at most 127".to_owned());
        };
        let mut out = Ratio::int(1);
        for _ in 0..e.abs() {
            out = if e > 0 { out.times(self)? } else { out.over(self)? };
        }
        Ok(out)
    }

    /// The logarithm of a power of two.
    pub fn log2(self) -> Result<Ratio, String> {
        match self.whole() {
            Some(n) if n > 0 && n & (n - 1) == 0 => Ok(Ratio::int(i128::from(n.trailing_zeros()))),
            _ => Err("lg is exact for powers of two only".to_owned()),
        }
    }

    /// A decimal number such as 1.75.
    pub fn decimal(text: &str) -> Option<Ratio> {
        let (whole, part) = text.split_once('.').unwrap_or((text, ""));
        let negative = whole.starts_with('-');
        if part.len() > 30 || !part.bytes().all(|b| b.is_ascii_digit()) {
            return None;
        }
        let whole: i128 = whole.parse().ok()?;
        let tens = 10i128.pow(part.len() as u32);
        let part: i128 = if part.is_empty() { 0 } else { part.parse().ok()? };
        let n = whole.checked_mul(tens)?.checked_add(if negative { -part } else { part })?;
        Ratio::new(n, tens).ok()
    }
}

impl PartialOrd for Ratio {
    fn partial_cmp(&self, other: &Ratio) -> Option<Ordering> {
        self.add(other.negated()).ok().map(|d| d.n.cmp(&0))
    }
}

impl fmt::Display for Ratio {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.d {
            1 => write!(f, "{}", self.n),
            _ => write!(f, "{}/{}", self.n, self.d),
        }
    }
}
