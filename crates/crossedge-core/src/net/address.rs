//! Addresses: the only module that divides and takes remainders, and the text form of an address.
//!
//! An [`Address`] is an integer, a string of bits, a name, or a tuple of addresses. Ids are split and joined by [`Pair`] and [`Digits`].
//!
//! ```
//! use crossedge::net::Address;
//!
//! let address = Address::parse("(0,(1,2),3)").expect("an address");
//! assert_eq!(address.to_string(), "(0,(1,2),3)");
//! ```

use std::fmt;
use strength_reduce::StrengthReducedU64;

/// `v = high · low_size + low`.
#[derive(Debug, Clone, Copy)]
pub struct Pair {
    low_size: StrengthReducedU64,
}

impl Pair {
    /// A split whose low part has `low_size` values, at least one.
    pub fn new(low_size: u64) -> Self {
        debug_assert!(low_size > 0);
        Pair { low_size: StrengthReducedU64::new(low_size.max(1)) }
    }

    /// The high and the low part.
    #[inline]
    pub fn split(self, v: u64) -> (u64, u64) {
        StrengthReducedU64::div_rem(v, self.low_size)
    }

    /// The number with these parts.
    #[inline]
    pub fn join(self, high: u64, low: u64) -> u64 {
        high * self.low_size.get() + low
    }
}

/// Division of numbers below 2^32 by one divisor, by one multiplication.
#[derive(Debug, Clone, Copy)]
pub struct Quick {
    divisor: u64,
    /// ⌈2^64 / divisor⌉: the product with a number below 2^32 errs by less than one part in the divisor.
    inverse: u64,
}

impl Quick {
    /// A divisor of at least 2 and at most 2^32; `None` for others.
    pub fn new(divisor: u64) -> Option<Self> {
        (2..=1 << 32).contains(&divisor).then(|| Quick { divisor, inverse: u64::MAX / divisor + 1 })
    }

    /// Quotient and remainder of a number below 2^32.
    #[inline(always)]
    pub fn split(self, v: u64) -> (u64, u64) {
        let quotient = ((u128::from(v) * u128::from(self.inverse)) >> 64) as u64;
        (quotient, v - quotient * self.divisor)
    }
}

/// A mixed-radix number, the first digit most significant.
#[derive(Debug, Clone)]
pub struct Digits {
    radices: Vec<StrengthReducedU64>,
    strides: Vec<StrengthReducedU64>,
    size: u64,
}

impl Digits {
    /// Digits with these radices, each at least one; `None` when the product of the radices passes 64 bits.
    pub fn new(radices: Vec<u64>) -> Option<Self> {
        let mut strides = Vec::new();
        let mut size: u64 = 1;
        for &radix in radices.iter().rev() {
            strides.push(StrengthReducedU64::new(size));
            size = size.checked_mul(radix)?;
        }
        strides.reverse();
        Some(Digits { radices: radices.into_iter().map(StrengthReducedU64::new).collect(), strides, size })
    }

    /// Number of numbers.
    pub fn size(&self) -> u64 {
        self.size
    }

    /// Number of digits.
    pub fn len(&self) -> usize {
        self.radices.len()
    }

    /// Returns `true` if there are no digits at all.
    pub fn is_empty(&self) -> bool {
        self.radices.is_empty()
    }

    /// The radix of digit `i`.
    pub fn radix(&self, i: usize) -> u64 {
        self.radices[i].get()
    }

    /// The weight of digit `i`.
    pub fn stride(&self, i: usize) -> u64 {
        self.strides[i].get()
    }

    /// Digit `i` of `v`.
    #[inline]
    pub fn digit(&self, v: u64, i: usize) -> u64 {
        (v / self.strides[i]) % self.radices[i]
    }

    /// `v` with digit `i` changed from `old` to `new`.
    #[inline]
    pub fn with_digit(&self, v: u64, i: usize, old: u64, new: u64) -> u64 {
        v - old * self.stride(i) + new * self.stride(i)
    }

    /// All digits of `v`.
    pub fn split(&self, v: u64) -> Vec<u64> {
        (0..self.len()).map(|i| self.digit(v, i)).collect()
    }

    /// The number with these digits.
    pub fn join(&self, digits: &[u64]) -> u64 {
        digits.iter().enumerate().map(|(i, d)| d * self.stride(i)).sum()
    }
}

/// `(a + b) mod n`, for a, b < n.
pub fn add_mod(a: u64, b: u64, n: u64) -> u64 {
    let room = n - b;
    if a >= room { a - room } else { a + b }
}

/// `(a - b) mod n`, for a, b < n.
pub fn sub_mod(a: u64, b: u64, n: u64) -> u64 {
    if a >= b { a - b } else { n - (b - a) }
}

/// `v mod n`.
pub fn modulo(v: u64, n: u64) -> u64 {
    v % n
}

/// An address in some notation: `7`, `0b0_01_10`, `(0,(2,1),3)`, `Alice`, `"5 north"`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Address {
    /// An id, or a coordinate that is one number.
    Int(u64),
    /// Bits in groups, the first most significant: each group is its width and its value.
    Bits(Vec<(u32, u64)>),
    /// Several coordinates.
    Tuple(Vec<Address>),
    /// A name that a file gives a node. Quoted unless it is a plain identifier.
    Name(String),
}

/// Nested deeper than this is refused.
const MAX_DEPTH: usize = 200;

impl Address {
    /// The id, when the address is one number below `nodes`.
    pub fn id_below(&self, nodes: u64) -> Result<super::Node, String> {
        match self {
            Address::Int(id) if *id < nodes => Ok(super::Node(*id)),
            Address::Int(id) => Err(format!("there is no node {id}: ids run from 0 to {}", nodes - 1)),
            _ => Err(format!("expected an id from 0 to {}, found {self}", nodes - 1)),
        }
    }

    /// The parts of a tuple of exactly `count` parts.
    pub fn parts(&self, count: usize, notation: impl FnOnce() -> String) -> Result<&[Address], String> {
        match self {
            Address::Tuple(parts) if parts.len() == count => Ok(parts),
            _ => Err(format!("expected an id or {}, found {self}", notation())),
        }
    }

    /// One number below `size`; `what` names the coordinate in the error.
    pub fn coordinate(&self, size: u64, what: &str) -> Result<u64, String> {
        match self {
            Address::Int(v) if *v < size => Ok(*v),
            _ => Err(format!("{what} runs from 0 to {}, found {self}", size - 1)),
        }
    }

    /// Parses an address. The error has the expectation and the byte position.
    pub fn parse(text: &str) -> Result<Address, (usize, String)> {
        let mut address = Address::Int(0);
        Address::parse_into(text, &mut address)?;
        Ok(address)
    }

    /// The same, in the memory of another address: many addresses of one form need no new memory. After an error `into` has parts of the text.
    pub fn parse_into(text: &str, into: &mut Address) -> Result<(), (usize, String)> {
        let mut reader = AddressReader { text, bytes: text.as_bytes(), at: 0 };
        reader.address(0, into)?;
        reader.skip_space();
        if reader.at < text.len() {
            return Err((reader.at, "unexpected text after the address".to_owned()));
        }
        Ok(())
    }

    /// Makes this a tuple of `count` parts, and returns them to be set. Memory of an earlier tuple is kept.
    pub fn make_tuple(&mut self, count: usize) -> &mut [Address] {
        if !matches!(self, Address::Tuple(_)) {
            *self = Address::Tuple(Vec::with_capacity(count));
        }
        match self {
            Address::Tuple(parts) => {
                parts.resize(count, Address::Int(0));
                parts
            }
            _ => &mut [],
        }
    }
}

impl fmt::Display for Address {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut text = String::new();
        self.write_to(&mut text);
        f.write_str(&text)
    }
}

impl Address {
    /// Appends the text form. Written by hand, because a verifier writes the address of every node.
    pub fn write_to(&self, text: &mut String) {
        match self {
            Address::Int(v) => write_decimal(*v, text),
            Address::Bits(groups) => {
                text.push_str("0b");
                for (i, &(width, value)) in groups.iter().enumerate() {
                    if i > 0 {
                        text.push('_');
                    }
                    // A group of more than 64 bits starts with zeros.
                    (64..width).for_each(|_| text.push('0'));
                    let mut digits = [[b'0'; 8]; 8];
                    for (digits, byte) in digits.iter_mut().zip(value.to_be_bytes()) {
                        *digits = bit_digits(byte);
                    }
                    let digits = &digits.as_flattened()[64 - width.min(64) as usize..];
                    text.push_str(str::from_utf8(digits).unwrap_or_default());
                }
            }
            Address::Tuple(parts) => {
                text.push('(');
                for (i, part) in parts.iter().enumerate() {
                    if i > 0 {
                        text.push(',');
                    }
                    part.write_to(text);
                }
                text.push(')');
            }
            Address::Name(name) if plain_word(name) => text.push_str(name),
            Address::Name(name) => {
                text.push('"');
                for c in name.chars() {
                    if matches!(c, '\\' | '"') {
                        text.push('\\');
                    }
                    text.push(c);
                }
                text.push('"');
            }
        }
    }
}

/// The bits of a byte as digits, the most significant first.
fn bit_digits(byte: u8) -> [u8; 8] {
    // Each byte of the product has one bit of `byte`; the sum moves it to the top of its byte, without a carry to the next.
    let bits = (u64::from(byte) * 0x0101_0101_0101_0101) & 0x8040_2010_0804_0201;
    let bits = ((bits + 0x7f7f_7f7f_7f7f_7f7f) >> 7) & 0x0101_0101_0101_0101;
    (bits + 0x3030_3030_3030_3030).to_be_bytes()
}

/// The byte of eight digits of one bit; `None` if there are others.
fn byte_of_digits(digits: [u8; 8]) -> Option<u8> {
    let digits = u64::from_be_bytes(digits);
    let bits = digits & 0x0101_0101_0101_0101;
    // The product has at its top the bits 8k, each moved to 56 + k.
    let byte = bits.wrapping_mul(0x0102_0408_1020_4080) >> 56;
    (digits - bits == 0x3030_3030_3030_3030).then_some(byte as u8)
}

/// Appends a number in decimal.
fn write_decimal(mut value: u64, text: &mut String) {
    if value < 10 {
        text.push(char::from(b'0' + value as u8));
        return;
    }
    let mut digits = [0u8; 20];
    let mut at = digits.len();
    loop {
        at -= 1;
        digits[at] = b'0' + (value % 10) as u8;
        value /= 10;
        if value == 0 {
            break;
        }
    }
    text.push_str(str::from_utf8(&digits[at..]).unwrap_or_default());
}

/// Returns `true` if a name needs no quotes: it begins like an identifier, and has no characters of addresses or lists.
fn plain_word(name: &str) -> bool {
    name.starts_with(|c: char| c.is_alphabetic() || c == '_') && name.chars().all(word_sign)
}

fn word_sign(c: char) -> bool {
    c.is_alphanumeric() || c == '_' || c == '.' || c == ':'
}

/// A cursor over the text of an address.
struct AddressReader<'a> {
    text: &'a str,
    bytes: &'a [u8],
    at: usize,
}

impl AddressReader<'_> {
    #[inline]
    fn peek(&self) -> Option<u8> {
        self.bytes.get(self.at).copied()
    }

    #[inline]
    fn skip_space(&mut self) {
        while self.peek().is_some_and(|c| c.is_ascii_whitespace()) {
            self.at += 1;
        }
    }

    fn address(&mut self, depth: usize, into: &mut Address) -> Result<(), (usize, String)> {
        self.skip_space();
        if depth > MAX_DEPTH {
            return Err((self.at, format!("an address is nested at most {MAX_DEPTH} deep")));
        }
        match self.peek() {
            Some(b'(') => self.read_tuple(depth, into),
            Some(b'0'..=b'9') => self.read_number(into),
            Some(b'"') => {
                *into = self.read_quoted()?;
                Ok(())
            }
            _ => {
                let rest = self.text.get(self.at..).unwrap_or_default();
                if !rest.starts_with(|c: char| c.is_alphabetic() || c == '_') {
                    return Err((self.at, "expected a number, bits as 0b01, or '('".to_owned()));
                }
                let word = &rest[..rest.find(|c| !word_sign(c)).unwrap_or(rest.len())];
                self.at += word.len();
                *into = Address::Name(word.to_owned());
                Ok(())
            }
        }
    }

    fn read_tuple(&mut self, depth: usize, into: &mut Address) -> Result<(), (usize, String)> {
        self.at += 1;
        let mut parts = match into {
            Address::Tuple(parts) => std::mem::take(parts),
            _ => Vec::with_capacity(4),
        };
        let mut count = 0;
        loop {
            if parts.len() == count {
                parts.push(Address::Int(0));
            }
            self.address(depth + 1, &mut parts[count])?;
            count += 1;
            self.skip_space();
            match self.peek() {
                Some(b',') => self.at += 1,
                Some(b')') => {
                    self.at += 1;
                    parts.truncate(count);
                    *into = Address::Tuple(parts);
                    return Ok(());
                }
                _ => return Err((self.at, "expected ',' or ')'".to_owned())),
            }
        }
    }

    /// A number, or bits after `0b`.
    fn read_number(&mut self, into: &mut Address) -> Result<(), (usize, String)> {
        let start = self.at;
        let mut number = Some(0u64);
        while let Some(digit @ b'0'..=b'9') = self.peek() {
            number = number.and_then(|n| n.checked_mul(10)?.checked_add(u64::from(digit - b'0')));
            self.at += 1;
        }
        *into = match number {
            Some(0) if self.peek() == Some(b'b') && self.at == start + 1 => {
                self.at += 1;
                self.read_bits()?
            }
            Some(number) => Address::Int(number),
            None => return Err((start, "the number passes 64 bits".to_owned())),
        };
        Ok(())
    }

    /// A name in quotes; a backslash is before a quote and before itself.
    fn read_quoted(&mut self) -> Result<Address, (usize, String)> {
        let start = self.at;
        let mut name = String::new();
        let mut chars = self.text[start + 1..].char_indices();
        while let Some((i, c)) = chars.next() {
            match c {
                '"' => {
                    self.at = start + 1 + i + 1;
                    return Ok(Address::Name(name));
                }
                '\\' => name.extend(chars.next().map(|(_, c)| c)),
                c => name.push(c),
            }
        }
        Err((start, "the quote is not closed".to_owned()))
    }

    fn read_bits(&mut self) -> Result<Address, (usize, String)> {
        let start = self.at;
        // One group of at most 64 bits, as most addresses have it.
        let rest = &self.bytes[start..];
        let (mut width, mut value) = (0, 0u64);
        while let Some(byte) = rest[width..].first_chunk().copied().and_then(byte_of_digits) {
            value = value << 8 | u64::from(byte);
            width += 8;
        }
        while let Some(c @ (b'0' | b'1')) = rest.get(width) {
            value = value << 1 | u64::from(c & 1);
            width += 1;
        }
        if (1..=64).contains(&width) && rest.get(width) != Some(&b'_') {
            self.at += width;
            return Ok(Address::Bits(vec![(width as u32, value)]));
        }
        let mut groups = vec![(0u32, 0u64)];
        let mut total = 0;
        while let Some(c @ (b'0' | b'1' | b'_')) = self.peek() {
            if c == b'_' {
                groups.push((0, 0));
            } else if let Some((width, value)) = groups.last_mut() {
                total += 1;
                if total > 64 {
                    return Err((start, "an address has at most 64 bits".to_owned()));
                }
                *width += 1;
                *value = *value << 1 | u64::from(c == b'1');
            }
            self.at += 1;
        }
        if total == 0 {
            return Err((start, "expected bits after 0b".to_owned()));
        }
        Ok(Address::Bits(groups))
    }
}

/// The value and width of all bits together, regardless of grouping.
pub fn all_bits(groups: &[(u32, u64)]) -> (u32, u64) {
    groups
        .iter()
        .fold((0, 0), |(width, value), &(w, v)| (width + w, if w >= 64 { v } else { value << w | v }))
}
