//! Numbers as text, many of them: most of the time of a long edge list goes into digits.

/// The digits of numbers below 10,000, four by four, the first in the lowest byte.
static FOUR_DIGITS: [u32; 10_000] = {
    let mut fours = [0; 10_000];
    let mut i = 0;
    while i < 10_000 {
        let digits = [(i / 1000) as u8, (i / 100 % 10) as u8, (i / 10 % 10) as u8, (i % 10) as u8];
        fours[i] = EIGHT_ZEROS as u32 + u32::from_le_bytes(digits);
        i += 1;
    }
    fours
};

/// Eight noughts.
const EIGHT_ZEROS: u64 = u64::from_le_bytes([b'0'; 8]);

/// Numbers below this have eight digits at most.
const EIGHT_DIGITS: u64 = 100_000_000;

/// The 20 digits that a number has at most, and what ends it; eight at once stay inside, too.
const FIELD_BYTES: usize = 24;

/// The eight digits of a number below 10^8, the first in the lowest byte.
#[inline]
fn eight_digits(number: u64) -> u64 {
    u64::from(FOUR_DIGITS[(number / 10_000) as usize])
        | u64::from(FOUR_DIGITS[(number % 10_000) as usize]) << 32
}

/// Writes a number in decimal digits and what ends it, and shows how many places that takes; those after are scratched.
#[inline]
fn put_number(places: &mut [u8; FIELD_BYTES], number: u64, end: u8) -> usize {
    let length = write_digits(places, number);
    places[length] = end;
    length + 1
}

#[inline]
fn write_digits(places: &mut [u8; FIELD_BYTES], number: u64) -> usize {
    if number >= EIGHT_DIGITS {
        let length = write_digits(places, number / EIGHT_DIGITS);
        places[length..length + 8].copy_from_slice(&eight_digits(number % EIGHT_DIGITS).to_le_bytes());
        return length + 8;
    }
    let all = eight_digits(number);
    // Noughts in front go; the last digit stays.
    let noughts = ((all ^ EIGHT_ZEROS).trailing_zeros() / 8).min(7);
    places[..8].copy_from_slice(&(all >> (8 * noughts)).to_le_bytes());
    8 - noughts as usize
}

/// A number as text, with what ends it, to be written several times.
pub struct Number {
    places: [u8; FIELD_BYTES],
    length: usize,
}

impl Number {
    /// A number, and what ends it.
    #[inline]
    pub fn new(number: u64, end: u8) -> Number {
        let mut places = [0; FIELD_BYTES];
        let length = put_number(&mut places, number, end);
        Number { places, length }
    }
}

/// Text that is made of numbers. Its memory is kept when it begins again.
#[derive(Default)]
pub struct NumberText {
    /// The written text, and space after it.
    bytes: Vec<u8>,
    length: usize,
}

impl NumberText {
    /// Begins again.
    pub fn clear_text(&mut self) {
        self.length = 0;
    }

    /// The written file.
    pub fn text(&self) -> &[u8] {
        &self.bytes[..self.length]
    }

    /// Appends a number and what ends it.
    #[inline]
    pub fn number(&mut self, number: u64, end: u8) {
        self.length += put_number(self.next_field(), number, end);
    }

    /// Appends a number that is text already.
    #[inline]
    pub fn append_number(&mut self, number: &Number) {
        // A copy of all places has one length, and is cheaper than one of those that count.
        *self.next_field() = number.places;
        self.length += number.length;
    }

    /// Room for one more.
    #[inline]
    fn next_field(&mut self) -> &mut [u8; FIELD_BYTES] {
        if self.bytes.len() < self.length + FIELD_BYTES {
            self.grow_buffer();
        }
        self.bytes[self.length..].first_chunk_mut().expect("there is room, or has just been made")
    }

    #[cold]
    fn grow_buffer(&mut self) {
        self.bytes.resize((2 * self.bytes.len()).max(1 << 12), 0);
    }
}
