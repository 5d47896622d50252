//! Terminal-safe output. Text may come from files, and some characters are terminal commands: those are replaced by a mark,
//! one for each, so that columns stay. JSON keeps them, written as escapes.

use std::borrow::Cow;
use std::io::{self, Write};

/// A character that a terminal does not simply show: controls, and those that turn the direction of writing.
fn is_control(c: char) -> bool {
    c.is_control()
        || matches!(c, '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

/// The mark of such a character; line ends stay.
fn replacement(c: char) -> char {
    match c {
        '\n' => c,
        '\t' => ' ',
        // The pictures of Unicode: ␛ for an escape.
        '\0'..='\u{1f}' => char::from_u32(0x2400 + c as u32).unwrap_or(char::REPLACEMENT_CHARACTER),
        '\u{7f}' => '␡',
        _ if is_control(c) => char::REPLACEMENT_CHARACTER,
        _ => c,
    }
}

/// A text as a terminal may show it.
pub fn sanitize(text: &str) -> Cow<'_, str> {
    match text.contains(|c| replacement(c) != c) {
        true => Cow::Owned(text.chars().map(replacement).collect()),
        false => Cow::Borrowed(text),
    }
}

/// The same with every character as long in bytes as before, so that places in the text stay right.
pub fn clean_in_place(text: &str) -> Cow<'_, str> {
    // Of these, the renderer of source lines knows no pictures.
    let late = |c: char| is_control(c) && c.len_utf8() == 2;
    match text.contains(late) {
        true => Cow::Owned(text.chars().map(|c| if late(c) { '¿' } else { c }).collect()),
        false => Cow::Borrowed(text),
    }
}

/// JSON text with control characters inside strings as escapes.
fn escape_controls(text: &str) -> Cow<'_, str> {
    let shown = |c: char| is_control(c) && c != '\n';
    if !text.contains(shown) {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len() + 16);
    for c in text.chars() {
        match shown(c) {
            // All of them are below U+10000.
            true => out.push_str(&format!("\\u{:04x}", c as u32)),
            false => out.push(c),
        }
    }
    Cow::Owned(out)
}

/// A stream that passes on only what a terminal may show.
pub struct Cleaned<W> {
    inner: W,
    how: fn(&str) -> Cow<'_, str>,
}

impl<W: Write> Cleaned<W> {
    /// For text: active characters become marks.
    pub fn text(inner: W) -> Self {
        Cleaned { inner, how: sanitize }
    }

    /// For JSON: active characters become escapes.
    pub fn json(inner: W) -> Self {
        Cleaned { inner, how: escape_controls }
    }
}

impl<W: Write> Write for Cleaned<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        // Formatted text comes in complete characters.
        match std::str::from_utf8(bytes) {
            Ok(text) => self.inner.write_all((self.how)(text).as_bytes())?,
            Err(_) => self.inner.write_all((self.how)(&String::from_utf8_lossy(bytes)).as_bytes())?,
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.inner.flush()
    }
}
