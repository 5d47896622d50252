//! Definitions: a name for a part of an expression, with or without parameters.
//!
//! ```
//! use crossedge::expr::parse;
//!
//! let text = "let cell(n) = torus(n,n); let pod = dual(cell(4)); pod * ring(8)";
//! assert_eq!(parse(text).expect("a network").to_string(), "dual(torus(4,4)) * ring(8)");
//! ```
//!
//! A definition sees those before it, so that none is recursive. A use is replaced by the definition: the parsed tree has no
//! definitions left, and errors inside one point at its text. A definition with parameters is read again at every use.

use super::error::Error;
use super::parse::{MAX_DEPTH, MAX_LENGTH, Parser};
use super::token::{Lexer, Token, shorten, token_text};
use super::tree::{Expr, Kind, Span};
use std::collections::HashMap;

/// The names in scope, and how much they have added to the tree.
#[derive(Default)]
pub(super) struct Defined<'a> {
    names: HashMap<&'a str, Definition<'a>>,
    /// The values of the parameters inside a definition.
    parameters: HashMap<&'a str, DefinedValue>,
    /// Nesting depth of brackets in the text being read, with names expanded.
    deepest: usize,
    /// Number of bytes that the names have expanded to.
    added: usize,
    /// The definitions whose bodies are being read, the innermost last.
    open: Vec<&'a str>,
}

#[derive(Clone)]
enum Definition<'a> {
    Value(DefinedValue),
    /// Parameters, and the text of the body, with its first token in view.
    Rule {
        parameters: Vec<&'a str>,
        lexer: Lexer<'a>,
        token: Token<'a>,
        span: Span,
        bytes: usize,
    },
}

/// A part of an expression.
#[derive(Clone)]
struct DefinedValue {
    expr: Expr,
    /// Nesting depth of its brackets.
    depth: usize,
    /// Number of bytes it takes to write it out.
    bytes: usize,
}

impl Defined<'_> {
    /// Nesting depth of brackets at this point.
    pub(super) fn track_depth(&mut self, depth: usize) {
        self.deepest = self.deepest.max(depth);
    }
}

impl<'a> Parser<'a> {
    /// The definitions at the start of a text.
    pub(super) fn parse_definitions(&mut self) -> Result<(), Error> {
        while self.token == Token::Word("let") {
            self.take()?;
            self.parse_definition()?;
        }
        Ok(())
    }

    fn parse_definition(&mut self) -> Result<(), Error> {
        let name = self.name("a name to define, e.g. let cell = torus(4,4);")?;
        if self.defined.names.contains_key(name.0) {
            let message = format!("'{}' is defined twice", shorten(name.0));
            return Err(
                Error::usage(message, name.1).help("keep one of the two, or give the other another name")
            );
        }
        let parameters = match self.sees('(') {
            true => Some(self.parameters()?),
            false => None,
        };
        if !self.eat('=')? {
            let message = format!("expected '=' after the name, found {}", token_text(&self.token));
            return Err(Error::usage(message, self.span.clone())
                .help("write a definition, e.g. let cell = torus(4,4);"));
        }
        let definition = match parameters {
            Some(parameters) => self.parse_rule_body(parameters)?,
            None => {
                let (start, before) = (self.span.start, self.defined.added);
                self.defined.deepest = self.depth;
                let expr = self.value()?;
                let bytes = expr.span.end.saturating_sub(start) + (self.defined.added - before);
                Definition::Value(DefinedValue { expr, depth: self.defined.deepest, bytes })
            }
        };
        if !self.eat(';')? {
            let message = format!("expected ';' after the definition, found {}", token_text(&self.token));
            return Err(Error::usage(message, self.span.clone()).help("end a definition with ';'"));
        }
        self.defined.names.insert(name.0, definition);
        Ok(())
    }

    fn name(&mut self, what: &str) -> Result<(&'a str, Span), Error> {
        let Token::Word(word) = self.token else {
            return Err(Error::usage(
                format!("expected {what}; found {}", token_text(&self.token)),
                self.span.clone(),
            ));
        };
        Ok((word, self.take()?.1))
    }

    fn parameters(&mut self) -> Result<Vec<&'a str>, Error> {
        let open = self.open()?;
        let mut parameters = Vec::new();
        while self.more(')', parameters.is_empty())? {
            let (word, place) = self.name("the name of a parameter, e.g. let cell(n) = torus(n,n);")?;
            if parameters.contains(&word) {
                let message = format!("duplicate parameter '{}'", shorten(word));
                return Err(Error::usage(message, place).help("keep one of the two"));
            }
            parameters.push(word);
        }
        self.close(')', open, "")?;
        Ok(parameters)
    }

    /// The body of a definition with parameters; it is parsed where it is used.
    fn parse_rule_body(&mut self, parameters: Vec<&'a str>) -> Result<Definition<'a>, Error> {
        let (lexer, token, span) = (self.lexer.clone(), self.token.clone(), self.span.clone());
        while !self.sees(';') && self.token != Token::End {
            self.take()?;
        }
        // Unbalanced brackets are reported where the definition is used.
        self.brackets.clear();
        let bytes = self.span.start.saturating_sub(span.start);
        Ok(Definition::Rule { parameters, lexer, token, span, bytes })
    }

    /// Expands a name, if it is defined. The name has been consumed; the arguments are next.
    pub(super) fn use_of(&mut self, word: &'a str, place: &Span) -> Result<Option<Expr>, Error> {
        let known = self.defined.parameters.get(word).cloned().map(Definition::Value);
        let Some(definition) = known.or_else(|| self.defined.names.get(word).cloned()) else {
            return Ok(None);
        };
        let name = word;
        let word = shorten(word);
        match definition {
            Definition::Value(_) if self.sees('(') => {
                Err(Error::usage(format!("'{word}' takes no arguments"), self.span.clone()).help(format!(
                    "write {word} alone, or define it with parameters, e.g. let {word}(n) = …;"
                )))
            }
            Definition::Value(value) => {
                self.spend_size(value.bytes, value.depth, place)?;
                Ok(Some(Expr { span: place.clone(), ..value.expr }))
            }
            Definition::Rule { parameters, lexer, token, span, bytes } => {
                let listed = parameters.join(", ");
                if !self.sees('(') {
                    let message = format!("missing '(' after '{word}'");
                    return Err(Error::usage(message, place.clone()).help(format!("write {word}({listed})")));
                }
                let (values, end) = self.rule_arguments()?;
                if values.len() != parameters.len() {
                    let expected = match parameters.len() {
                        1 => "1 argument".to_owned(),
                        n => format!("{n} arguments"),
                    };
                    let message = format!("'{word}' takes {expected}, found {}", values.len());
                    return Err(
                        Error::usage(message, place.start..end).help(format!("write {word}({listed})"))
                    );
                }
                if self.defined.open.contains(&name) {
                    let message = format!("the definition of '{word}' uses itself");
                    return Err(Error::usage(message, place.clone())
                        .help("definitions cannot be recursive; use rdn(BASE, LEVELS) or a power to repeat a construction"));
                }
                self.spend_size(bytes, 1, place)?;
                self.defined.open.push(name);
                let bound = parameters.into_iter().zip(values).collect();
                let outside = std::mem::replace(&mut self.defined.parameters, bound);
                let seen = (self.lexer.clone(), self.token.clone(), self.span.clone());
                let brackets = std::mem::take(&mut self.brackets);
                (self.lexer, self.token, self.span) = (lexer, token, span);
                self.depth += 1;
                let body = self.value()?;
                if !self.sees(';') {
                    let message =
                        format!("expected ';' after the definition, found {}", token_text(&self.token));
                    return Err(Error::usage(message, self.span.clone()).help("end a definition with ';'"));
                }
                self.depth -= 1;
                self.defined.open.pop();
                (self.lexer, self.token, self.span) = seen;
                self.brackets = brackets;
                self.defined.parameters = outside;
                Ok(Some(Expr { span: place.start..end, ..body }))
            }
        }
    }

    /// The arguments of a rule, and where they end.
    fn rule_arguments(&mut self) -> Result<(Vec<DefinedValue>, usize), Error> {
        let open = self.open()?;
        let mut values = Vec::new();
        while self.more(')', values.is_empty())? {
            let (start, before, outer) = (self.span.start, self.defined.added, self.defined.deepest);
            self.defined.deepest = self.depth;
            let expr = self.value()?;
            let bytes = expr.span.end.saturating_sub(start) + (self.defined.added - before);
            let depth = self.defined.deepest - self.depth;
            self.defined.deepest = self.defined.deepest.max(outer);
            values.push(DefinedValue { expr, depth, bytes });
        }
        Ok((values, self.close(')', open, "")?.end))
    }

    /// Counts the size that a name adds to the tree.
    fn spend_size(&mut self, bytes: usize, depth: usize, place: &Span) -> Result<(), Error> {
        let limit = |message: String| {
            Err(Error::limit(message, place.clone()).help("take fewer definitions inside each other"))
        };
        if self.depth + depth > MAX_DEPTH {
            return limit(format!("definitions and brackets nest deeper than the limit of {MAX_DEPTH}"));
        }
        self.defined.added = self.defined.added.saturating_add(bytes);
        if self.defined.added > MAX_LENGTH {
            return limit(format!(
                "written out, the definitions have more than the limit of {MAX_LENGTH} bytes"
            ));
        }
        self.defined.track_depth(self.depth + depth);
        Ok(())
    }

    /// A value where a network must be.
    pub(super) fn network(&self, value: Expr) -> Result<Expr, Error> {
        match value.kind {
            Kind::Call(_) | Kind::Product(_) | Kind::Power(..) => Ok(value),
            _ => {
                let message = format!("expected a network, found {value}");
                Err(Error::usage(message, value.span).help("define a network, e.g. let cell = torus(4,4);"))
            }
        }
    }

    /// The exponent in view: a number, or a name for one.
    pub(super) fn exponent(&self) -> Result<Option<u64>, Error> {
        let word = match self.token {
            Token::Int(exponent) => return Ok(Some(exponent)),
            Token::Word(word) => word,
            _ => return Ok(None),
        };
        let value = match (self.defined.parameters.get(word), self.defined.names.get(word)) {
            (Some(value), _) | (None, Some(Definition::Value(value))) => value,
            _ => return Ok(None),
        };
        match value.expr.kind {
            Kind::Int(exponent) => Ok(Some(exponent)),
            _ => Err(Error::usage(
                format!("the exponent {} is not a number", shorten(word)),
                self.span.clone(),
            )
            .help("write a whole number, e.g. ring(3) ^ 2")),
        }
    }
}
