//! The lexer: names, numbers, strings and signs.

use super::error::Error;
use super::tree::Span;

/// Single-character signs.
const SINGLE_SIGNS: &str = "()[]{},=*^;";

/// One token. The end of the text is a token too, so that every error has a place.
#[derive(Debug, Clone, PartialEq)]
pub enum Token<'a> {
    /// `[A-Za-z_][A-Za-z0-9_]*`
    Word(&'a str),
    /// An integer.
    Int(u64),
    /// A negative integer, by its absolute value.
    Negative(u64),
    /// `"text"`, without the quotes and escapes.
    Text(String),
    /// One of `()[]{},=*^;`.
    Sign(char),
    /// The end of the text.
    End,
}

/// Cuts a text into tokens.
#[derive(Clone)]
pub struct Lexer<'a> {
    text: &'a str,
    at: usize,
    /// `true` if numbers may have a sign here: directly inside a list.
    pub signed: bool,
}

impl<'a> Lexer<'a> {
    /// A lexer at the start of `text`.
    pub fn new(text: &'a str) -> Self {
        Lexer { text, at: 0, signed: false }
    }

    /// The next token and its place.
    ///
    /// The end is right after the last token, so that a caret there is not on an empty last line.
    pub fn next(&mut self) -> Result<(Token<'a>, Span), Error> {
        let before = self.at;
        self.skip_space();
        let start = self.at;
        let Some(c) = self.remaining().chars().next() else {
            return Ok((Token::End, before..before));
        };
        let token = match c {
            '"' => Token::Text(self.read_string()?),
            '0'..='9' => Token::Int(self.read_number()?),
            'A'..='Z' | 'a'..='z' | '_' => Token::Word(self.take_while(is_word_char)),
            c if SINGLE_SIGNS.contains(c) => {
                self.at += 1;
                Token::Sign(c)
            }
            '-' if self.signed => {
                self.at += 1;
                if !self.remaining().starts_with(|c: char| c.is_ascii_digit()) {
                    return Err(Error::usage("expected a number right after '-'", start..self.at)
                        .help("write sign and digits together, e.g. [1,-2]"));
                }
                match self.read_number()? {
                    0 => Token::Int(0),
                    size => Token::Negative(size),
                }
            }
            c => return Err(unexpected_char(c, self.signed, start..start + c.len_utf8())),
        };
        Ok((token, start..self.at))
    }

    /// Passes over spaces, new lines and comments.
    fn skip_space(&mut self) {
        loop {
            self.take_while(|c| c.is_ascii_whitespace());
            if !self.remaining().starts_with('#') {
                return;
            }
            self.take_while(|c| c != '\n');
        }
    }

    fn remaining(&self) -> &'a str {
        &self.text[self.at..]
    }

    fn take_while(&mut self, wanted: impl Fn(char) -> bool) -> &'a str {
        let rest = self.remaining();
        let length = rest.find(|c| !wanted(c)).unwrap_or(rest.len());
        self.at += length;
        &rest[..length]
    }

    fn read_number(&mut self) -> Result<u64, Error> {
        let start = self.at;
        let digits = self.take_while(is_word_char);
        if let Some(letter) = digits.find(|c: char| !c.is_ascii_digit()) {
            let error = Error::usage(format!("'{}' is not a number", shorten(digits)), start..self.at);
            // `1_000` and `2d` are different slips.
            return Err(match digits[letter..].starts_with('_') {
                true => error.help("write the digits without '_'"),
                false => error.help("a name starts with a letter, a number has digits only"),
            });
        }
        digits.parse().map_err(|_| {
            Error::limit(format!("the number {} passes 64 bits", shorten(digits)), start..self.at)
                .help(format!("the largest number is {}", u64::MAX))
        })
    }

    fn read_string(&mut self) -> Result<String, Error> {
        let open = self.at;
        self.at += 1;
        let mut text = String::new();
        let mut chars = self.remaining().char_indices();
        while let Some((i, c)) = chars.next() {
            let at = self.at + i;
            match c {
                '"' => {
                    self.at = at + 1;
                    return Ok(text);
                }
                '\\' => match chars.next().map(|(_, c)| c) {
                    Some(c @ ('"' | '\\')) => text.push(c),
                    Some('n') => text.push('\n'),
                    Some('t') => text.push('\t'),
                    Some(c) if c != '\n' && c != '\r' => {
                        return Err(Error::usage(
                            format!("unknown escape: '\\' before {}", char_text(c)),
                            at..at + 1 + c.len_utf8(),
                        )
                        .help(r#"write \\ for a backslash; the other escapes are \" \n \t"#));
                    }
                    _ => break,
                },
                '\n' | '\r' => break,
                // Printing writes no control characters, so reading them would break the round trip.
                c if c.is_control() => {
                    return Err(Error::usage(
                        format!("control character {} in a string", char_text(c)),
                        at..at + c.len_utf8(),
                    )
                    .help(r"write \n for a new line and \t for a tab"));
                }
                c => text.push(c),
            }
        }
        let line = self.remaining().find(['\n', '\r']).unwrap_or(self.remaining().len());
        Err(Error::usage("the string is not closed", open..self.at + line)
            .help("end it with '\"' on the same line"))
    }
}

fn is_word_char(c: char) -> bool {
    c.is_ascii_alphanumeric() || c == '_'
}

/// `text` cut to a length that fits a message.
pub fn shorten(text: &str) -> String {
    const MAX_SHOWN: usize = 40;
    match text.char_indices().nth(MAX_SHOWN) {
        Some((cut, _)) => format!("{}…", &text[..cut]),
        None => text.to_owned(),
    }
}

/// A character as messages show it: by its number where it has no shape of its own.
fn char_text(c: char) -> String {
    let unseen = matches!(c, '\u{a0}' | '\u{ad}' | '\u{2000}'..='\u{200f}' | '\u{2028}'..='\u{202f}'
        | '\u{205f}'..='\u{206f}' | '\u{3000}' | '\u{feff}');
    if c.is_control() || unseen { format!("U+{:04X}", u32::from(c)) } else { format!("'{c}'") }
}

fn unexpected_char(c: char, signed: bool, span: Span) -> Error {
    let error = Error::usage(format!("unexpected character {}", char_text(c)), span);
    match ascii_form(c) {
        Some(_) if signed && matches!(c, '−' | '–' | '—') => error.help("write '-' for a minus sign"),
        Some(help) => error.help(help),
        None => error,
    }
}

/// Replacement for a character that the language does not have.
fn ascii_form(c: char) -> Option<String> {
    const SUPERSCRIPT_DIGITS: [char; 10] = ['⁰', '¹', '²', '³', '⁴', '⁵', '⁶', '⁷', '⁸', '⁹'];
    if let Some(digit) = SUPERSCRIPT_DIGITS.iter().position(|&raised| raised == c) {
        return Some(format!("write '^ {digit}' for a power"));
    }
    // Letters, digits and signs of East Asian width are in the order of ASCII.
    if let Some(wide) = u32::from(c).checked_sub(0xff01).filter(|wide| *wide < 94) {
        return char::from_u32(0x21 + wide).map(|plain| format!("write '{plain}'"));
    }
    Some(
        match c {
            '×' | '·' | '∗' | '⋅' | '□' | '◻' | '☐' | '⨯' | '✕' => "write '*' for a product",
            '“' | '”' | '„' | '«' | '»' | '\'' | '‘' | '’' | '`' => {
                "strings are written in double quotes: \"…\""
            }
            '-' | '−' | '–' | '—' | '+' => "numbers are non-negative integers",
            '.' => "numbers are integers; file names are written in double quotes",
            ':' => "name an argument with '=', e.g. policy=degree",
            '⟨' | '⟩' | '<' | '>' => "lists are written in [ ], sets in { }",
            '\u{a0}' | '\u{2000}'..='\u{200a}' | '\u{202f}' | '\u{205f}' | '\u{3000}' => {
                "write a plain space"
            }
            '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}' => {
                "remove this invisible character"
            }
            _ => return None,
        }
        .to_owned(),
    )
}

/// A token as messages name it.
pub(super) fn token_text(token: &Token<'_>) -> String {
    match token {
        Token::Word(word) => format!("'{}'", shorten(word)),
        Token::Int(value) => format!("'{value}'"),
        Token::Negative(size) => format!("'-{size}'"),
        Token::Text(_) => "a string".to_owned(),
        Token::Sign(sign) => format!("'{sign}'"),
        Token::End => "the end of the text".to_owned(),
    }
}
