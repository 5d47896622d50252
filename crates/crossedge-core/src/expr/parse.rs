//! Text to tree, by recursive descent: one function for each rule.
//!
//! ```text
//! text  := { let } expr
//! let   := 'let' WORD [ '(' WORD { ',' WORD } ')' ] '=' value ';'
//! expr  := power { '*' power }
//! power := atom [ '^' INT ]
//! atom  := call | '(' expr ')' | WORD, if it is defined
//! call  := WORD '(' [ arg { ',' arg } ] ')'
//! arg   := [ WORD '=' ] value
//! value := INT | STRING | set | list | expr | WORD
//! set   := '{' [ value { ',' value } ] '}'
//! list  := '[' [ item { ',' item } ] ']'
//! item  := value | '-' INT, without a space between
//!
//! INT    := digit { digit }, at most 64 bits
//! STRING := '"' { character | '\"' | '\\' | '\n' | '\t' } '"', on one line
//! WORD   := ( letter | '_' ) { letter | digit | '_' }, ASCII
//! ```
//!
//! Whitespace is free between tokens, and so is a comment, from `#` to the end of its line. `let` is described
//! in `expr/define.rs`.

use super::define::Defined;
use super::error::Error;
use super::token::{Lexer, Token, shorten, token_text};
use super::tree::{Arg, Call, Expr, Kind, Power, Span};
use std::collections::HashSet;

/// Maximum nesting of brackets. Each level costs stack, here and in every recursion over the tree.
// Measured: the limit takes under 0.3 MB of stack at opt-level 1 and under 1.2 MB at 0. Threads have 2 MB.
pub const MAX_DEPTH: usize = 200;

/// Size limit of a text, in bytes.
///
/// Spaces and new lines are not counted: printing adds some, and what was read can be read again when printed.
pub const MAX_LENGTH: usize = 1 << 20;

/// Reads a network expression.
///
/// Takes time linear in the length of the text.
///
/// ```
/// use crossedge::expr::parse;
/// let tree = parse("rdn( torus(5, 5),2 )").expect("a network");
/// assert_eq!(tree.to_string(), "rdn(torus(5,5), 2)");
/// assert_eq!(parse("ring(5").expect_err("no network").message, "missing ')'");
/// ```
pub fn parse(text: &str) -> Result<Expr, Error> {
    check_length(text)?;
    let mut parser = Parser::new(text)?;
    if parser.token == Token::End {
        return Err(Error::usage("the text is empty", 0..0).help("write a network, e.g. ring(5)"));
    }
    parser.parse_definitions()?;
    let tree = parser.expr()?;
    parser.expect_end()?;
    Ok(tree)
}

fn check_length(text: &str) -> Result<(), Error> {
    let counted = || text.bytes().enumerate().filter(|(_, byte)| !byte.is_ascii_whitespace());
    let Some((first, _)) = counted().nth(MAX_LENGTH) else { return Ok(()) };
    let length = counted().count();
    Err(Error::limit(format!("the text has {length} bytes; the limit is {MAX_LENGTH}"), first..first + 1)
        .help("keep a large graph in a file: file(\"x.graphml\")"))
}

/// The token in view, and how deep we are.
pub(super) struct Parser<'a> {
    pub(super) lexer: Lexer<'a>,
    pub(super) token: Token<'a>,
    pub(super) span: Span,
    pub(super) depth: usize,
    /// The brackets that are open, the innermost last.
    pub(super) brackets: Vec<char>,
    pub(super) defined: Defined<'a>,
}

impl<'a> Parser<'a> {
    fn new(text: &'a str) -> Result<Self, Error> {
        let mut lexer = Lexer::new(text);
        let (token, span) = lexer.next()?;
        Ok(Parser { lexer, token, span, depth: 0, brackets: Vec::new(), defined: Defined::default() })
    }

    pub(super) fn expr(&mut self) -> Result<Expr, Error> {
        let first = self.parse_atom()?;
        self.expr_after(first)
    }

    /// The rest of an expression whose first atom is read.
    fn expr_after(&mut self, atom: Expr) -> Result<Expr, Error> {
        let mut last = self.power_after(atom)?;
        let mut factors = Vec::new();
        while self.eat('*')? {
            let atom = self.parse_atom()?;
            factors.push(std::mem::replace(&mut last, self.power_after(atom)?));
        }
        let Some(first) = factors.first() else { return Ok(last) };
        let span = first.span.start..last.span.end;
        factors.push(last);
        Ok(Expr { kind: Kind::Product(factors), span })
    }

    /// The rest of a power whose base is read.
    fn power_after(&mut self, base: Expr) -> Result<Expr, Error> {
        if !self.eat('^')? {
            return Ok(base);
        }
        let Some(exponent) = self.exponent()? else { return Err(self.no_exponent()) };
        let (_, place) = self.take()?;
        if self.sees('^') {
            return Err(Error::usage("a second '^' on the same network", self.span.clone())
                .help("put the inner power in parentheses, e.g. (ring(3) ^ 2) ^ 2"));
        }
        let span = base.span.start..place.end;
        Ok(Expr { kind: Kind::Power(Box::new(base), Power { exponent, span: place }), span })
    }

    fn parse_atom(&mut self) -> Result<Expr, Error> {
        match self.token {
            Token::Word(word) => {
                let (_, place) = self.take()?;
                match self.use_of(word, &place)? {
                    Some(value) => self.network(value),
                    None if self.sees('(') => self.call_after(word, place),
                    None => Err(self.no_call(word, place)),
                }
            }
            Token::Sign('(') => {
                let open = self.open()?;
                let mut inner = self.expr()?;
                inner.span = self.close(')', open, "")?;
                Ok(inner)
            }
            _ => Err(self.no_atom()),
        }
    }

    /// The rest of a call after its name; the parenthesis is next.
    fn call_after(&mut self, word: &str, name_span: Span) -> Result<Expr, Error> {
        let open = self.open()?;
        let mut names = HashSet::new();
        let mut args = Vec::new();
        while self.more(')', args.is_empty())? {
            args.push(self.parse_argument(&mut names)?);
        }
        let span = name_span.start..self.close(')', open, word)?.end;
        Ok(Expr { kind: Kind::Call(Call { name: word.to_owned(), name_span, args }), span })
    }

    fn parse_argument(&mut self, names: &mut HashSet<&'a str>) -> Result<Arg, Error> {
        let unnamed = |value: Expr| Arg { name: None, span: value.span.clone(), value };
        let Token::Word(word) = self.token else {
            return self.value().map(unnamed);
        };
        let (_, place) = self.take()?;
        if !self.eat('=')? {
            return self.value_after(word, place).map(unnamed);
        }
        if !names.insert(word) {
            return Err(Error::usage(format!("the argument '{}' is given twice", shorten(word)), place)
                .help("keep one of the two"));
        }
        let value = self.value()?;
        Ok(Arg { name: Some(word.to_owned()), span: place.start..value.span.end, value })
    }

    pub(super) fn value(&mut self) -> Result<Expr, Error> {
        match self.token {
            Token::Word(word) => {
                let (_, place) = self.take()?;
                self.value_after(word, place)
            }
            Token::Sign('(') => self.expr(),
            Token::Sign('[') => {
                let (items, span) = self.parse_items(']')?;
                self.reject_operators(Expr { kind: Kind::List(items), span }, "a list")
            }
            Token::Sign('{') => {
                let (items, span) = self.parse_items('}')?;
                self.reject_operators(Expr { kind: Kind::Set(items), span }, "a set")
            }
            _ => self.leaf(),
        }
    }

    /// The rest of a value after its first name.
    fn value_after(&mut self, word: &'a str, place: Span) -> Result<Expr, Error> {
        if let Some(value) = self.use_of(word, &place)? {
            return match self.token {
                Token::Sign('*' | '^') => {
                    let base = self.network(value)?;
                    self.expr_after(base)
                }
                _ => Ok(value),
            };
        }
        match self.token {
            Token::Sign('(') => {
                let call = self.call_after(word, place)?;
                self.expr_after(call)
            }
            Token::Sign('*' | '^') | Token::Word(_) | Token::Int(_) | Token::Negative(_) | Token::Text(_) => {
                Err(self.no_call(word, place))
            }
            _ => Ok(Expr { kind: Kind::Word(word.to_owned()), span: place }),
        }
    }

    /// A number or a string.
    fn leaf(&mut self) -> Result<Expr, Error> {
        match self.take()? {
            (Token::Int(value), span) => {
                self.reject_operators(Expr { kind: Kind::Int(value), span }, "a number")
            }
            (Token::Negative(size), span) => {
                self.reject_operators(Expr { kind: Kind::Negative(size), span }, "a number")
            }
            (Token::Text(text), span) => {
                self.reject_operators(Expr { kind: Kind::Text(text), span }, "a string")
            }
            (token, span) => {
                Err(Error::usage(format!("expected a value, found {}", token_text(&token)), span))
            }
        }
    }

    /// A value that is not a network, so no sign of the algebra may follow.
    fn reject_operators(&self, value: Expr, what: &str) -> Result<Expr, Error> {
        match self.token {
            Token::Sign('*' | '^') => Err(self.no_network(what, value.span)),
            _ => Ok(value),
        }
    }

    /// The items of a list or set whose bracket is next, and their span.
    fn parse_items(&mut self, close: char) -> Result<(Vec<Expr>, Span), Error> {
        let open = self.open()?;
        let mut items = Vec::new();
        while self.more(close, items.is_empty())? {
            items.push(self.value()?);
        }
        Ok((items, self.close(close, open, "")?))
    }

    /// Returns `true` if one more item comes before `close`; takes the comma.
    pub(super) fn more(&mut self, close: char, first: bool) -> Result<bool, Error> {
        if self.sees(close) || self.token == Token::End {
            return Ok(false);
        }
        if !first && !self.eat(',')? {
            let message = format!("expected ',' or '{close}', found {}", token_text(&self.token));
            let error = Error::usage(message, self.span.clone());
            return Err(if self.sees(';') { error.help("separate arguments with ','") } else { error });
        }
        Ok(true)
    }

    /// Takes the opening bracket in view.
    pub(super) fn open(&mut self) -> Result<Span, Error> {
        if self.depth == MAX_DEPTH {
            let message = format!("brackets nest deeper than the limit of {MAX_DEPTH}");
            return Err(Error::limit(message, self.span.clone()));
        }
        self.depth += 1;
        self.defined.track_depth(self.depth);
        Ok(self.take()?.1)
    }

    /// Consumes the closing bracket and returns the span of both brackets. The name before them is given for messages.
    pub(super) fn close(&mut self, close: char, open: Span, word: &str) -> Result<Span, Error> {
        if !self.sees(close) {
            return Err(self.no_close(close, word));
        }
        self.depth -= 1;
        Ok(open.start..self.take()?.1.end)
    }

    /// Rejects anything after the network.
    fn expect_end(&self) -> Result<(), Error> {
        let error = |message: String| Error::usage(message, self.span.clone());
        Err(match self.token {
            Token::End => return Ok(()),
            Token::Sign(';') => error("';' ends a definition, and this is none".to_owned())
                .help("define with let, e.g. let cell = torus(4,4); dual(cell)"),
            Token::Sign(sign @ (')' | ']' | '}')) => error(format!("'{sign}' closes nothing")),
            Token::Word(_) | Token::Sign('(') => {
                error(format!("unexpected {} after the network", token_text(&self.token)))
                    .help("write '*' between two networks for their product")
            }
            _ => error(format!("unexpected {} after the network", token_text(&self.token))),
        })
    }

    /// The error for a name that should start a call and does not.
    fn no_call(&self, word: &str, place: Span) -> Error {
        let word = shorten(word);
        let inside = match self.token {
            Token::Int(value) => value.to_string(),
            _ => "…".to_owned(),
        };
        Error::usage(format!("missing '(' after '{word}'"), place).help(format!("write {word}({inside})"))
    }

    /// The error for a value where a network should be.
    fn no_network(&self, what: &str, place: Span) -> Error {
        let error = Error::usage(format!("{what} is not a network"), place);
        match self.token {
            Token::Sign('*') => error.help("repeat a network with a power, e.g. ring(3) ^ 2"),
            Token::Sign('^') => error.help("write numbers out; '^' is the power of a network"),
            _ => error.help("write a network, e.g. ring(5)"),
        }
    }

    /// The error for a token that cannot start a network.
    fn no_atom(&mut self) -> Error {
        let place = self.span.clone();
        let what = match self.token {
            Token::Int(_) => {
                // The token after a number shows which mistake it is.
                if let Err(error) = self.take() {
                    return error;
                }
                "a number"
            }
            Token::Text(_) => "a string",
            Token::Sign('[') => "a list",
            Token::Sign('{') => "a set",
            _ => {
                let error =
                    Error::usage(format!("expected a network, found {}", token_text(&self.token)), place);
                return match self.token {
                    Token::Sign('*') => error.help("write '*' for a product, '^' for a power"),
                    _ => error.help("write a network, e.g. ring(5)"),
                };
            }
        };
        self.no_network(what, place)
    }

    /// The error for a missing or wrong exponent.
    fn no_exponent(&self) -> Error {
        let message = match &self.token {
            Token::End => "missing exponent after '^'".to_owned(),
            token => format!("the exponent {} is not a number", token_text(token)),
        };
        Error::usage(message, self.span.clone()).help("write a whole number, e.g. ring(3) ^ 2")
    }

    /// The error for a bracket without its partner.
    fn no_close(&self, close: char, word: &str) -> Error {
        if self.token != Token::End {
            let message = format!("expected '{close}', found {}", token_text(&self.token));
            return Error::usage(message, self.span.clone());
        }
        let error = Error::usage(format!("missing '{close}'"), self.span.clone());
        match (close, word) {
            (')', "") => error.help("the '(' is still open"),
            (')', word) => error.help(format!("the '(' of {} is still open", shorten(word))),
            (']', _) => error.help("the '[' is still open"),
            _ => error.help("the '{' is still open"),
        }
    }

    pub(super) fn sees(&self, sign: char) -> bool {
        self.token == Token::Sign(sign)
    }

    pub(super) fn eat(&mut self, sign: char) -> Result<bool, Error> {
        let seen = self.sees(sign);
        if seen {
            self.take()?;
        }
        Ok(seen)
    }

    /// Returns the current token and advances to the next one.
    pub(super) fn take(&mut self) -> Result<(Token<'a>, Span), Error> {
        match self.token {
            Token::Sign(open @ ('(' | '[' | '{')) => self.brackets.push(open),
            Token::Sign(')' | ']' | '}') => drop(self.brackets.pop()),
            _ => {}
        }
        self.lexer.signed = self.brackets.last() == Some(&'[');
        let (token, span) = self.lexer.next()?;
        Ok((std::mem::replace(&mut self.token, token), std::mem::replace(&mut self.span, span)))
    }
}
