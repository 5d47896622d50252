//! How wide a picture is on paper or on a screen.

use std::fmt;
use std::str::FromStr;

/// A width with its unit.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Size {
    /// The number.
    pub value: f64,
    /// The unit.
    pub unit: Unit,
}

/// A unit of length.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Unit {
    /// Pixels, 96 to an inch.
    Pixel,
    /// Millimetres.
    Millimetre,
    /// Centimetres.
    Centimetre,
    /// Inches.
    Inch,
    /// Points, 72 to an inch.
    Point,
}

const LENGTH_UNITS: [(Unit, &str, f64); 5] = [
    (Unit::Pixel, "px", 0.75),
    (Unit::Millimetre, "mm", 72.0 / 25.4),
    (Unit::Centimetre, "cm", 72.0 / 2.54),
    (Unit::Inch, "in", 72.0),
    (Unit::Point, "pt", 1.0),
];

impl Size {
    /// Number of pixels.
    pub fn from_pixels(value: f64) -> Size {
        Size { value, unit: Unit::Pixel }
    }

    fn unit_entry(self) -> (&'static str, f64) {
        LENGTH_UNITS
            .iter()
            .find(|(unit, ..)| *unit == self.unit)
            .map_or(("px", 0.75), |(_, word, by)| (word, *by))
    }

    /// In points, 72 to an inch.
    pub fn points(self) -> f64 {
        self.value * self.unit_entry().1
    }

    /// In pixels: 300 to an inch where a length on paper was requested.
    pub fn in_pixels(self) -> f64 {
        if self.unit == Unit::Pixel { self.value } else { self.points() / 72.0 * 300.0 }
    }
}

impl fmt::Display for Size {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.value, self.unit_entry().0)
    }
}

/// A text that is no width.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("'{0}' is not a width: write 84mm, 3.3in, 240pt or 800px, from 10 to 20000 pixels")]
pub struct NoSize(String);

impl FromStr for Size {
    type Err = NoSize;

    fn from_str(text: &str) -> Result<Size, NoSize> {
        let wrong = || NoSize(text.chars().take(40).collect());
        let end = text.find(|c: char| c.is_ascii_alphabetic()).unwrap_or(text.len());
        let (number, word) = text.split_at(end);
        let unit = match word {
            "" => Unit::Pixel,
            word => LENGTH_UNITS.iter().find(|(_, known, _)| *known == word).ok_or_else(wrong)?.0,
        };
        let value: f64 = number.trim().parse().map_err(|_| wrong())?;
        let size = Size { value, unit };
        let fits = value.is_finite() && (10.0..=20_000.0).contains(&size.in_pixels());
        if fits { Ok(size) } else { Err(wrong()) }
    }
}
