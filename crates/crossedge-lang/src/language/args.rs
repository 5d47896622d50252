//! The arguments of a call, asked for one after another, each with the error that belongs to it.

use super::budget::Elaboration;
use super::elaborate::{part_shape, whole_shape};
use crate::net::machine::direct;
use crate::net::shape::Shape;
use crossedge_core::expr::{Arg, Call, Error, Expr, Kind, Span};
use std::collections::HashMap;
use std::sync::Arc;

/// Reads a file named in an expression. The library does no input of its own.
pub type Load<'a> = &'a dyn Fn(&str) -> Result<Vec<u8>, String>;

/// The arguments of one call, taken in order. A name (`k=2`) is accepted for each.
pub struct Args<'a> {
    call: &'a Call,
    span: Span,
    signature: &'static str,
    taken: Vec<bool>,
    /// Position of each named argument.
    named: HashMap<&'a str, usize>,
    /// The positional arguments that are not taken yet, the next one last.
    rest: Vec<usize>,
    work: &'a Elaboration<'a>,
}

impl<'a> Args<'a> {
    /// The arguments of `call`, which is at `span`.
    pub fn new(call: &'a Call, span: Span, signature: &'static str, work: &'a Elaboration<'a>) -> Self {
        let (mut named, mut rest) = (HashMap::new(), Vec::new());
        for (i, arg) in call.args.iter().enumerate().rev() {
            match &arg.name {
                Some(name) => drop(named.insert(name.as_str(), i)),
                None => rest.push(i),
            }
        }
        Args { call, span, signature, taken: vec![false; call.args.len()], named, rest, work }
    }

    /// The name of the construction.
    pub fn word(&self) -> &'a str {
        &self.call.name
    }

    /// Position of the entire call.
    pub fn span(&self) -> Span {
        self.span.clone()
    }

    /// Position of the name.
    pub fn name_span(&self) -> Span {
        self.call.name_span.clone()
    }

    /// The elaboration that this call belongs to.
    pub fn work(&self) -> &'a Elaboration<'a> {
        self.work
    }

    /// Number of positional arguments that are left.
    pub fn remaining_positional(&self) -> usize {
        self.rest.len()
    }

    /// Returns `true` if there is an argument written `name=…`.
    pub fn has(&self, name: &str) -> bool {
        self.named.contains_key(name)
    }

    /// The argument `name`, or else the next positional one, if there is any.
    pub fn optional(&mut self, name: &str) -> Option<&'a Expr> {
        let i = self.named.get(name).copied().or_else(|| self.rest.pop())?;
        self.taken[i] = true;
        Some(&self.call.args[i].value)
    }

    /// The argument written `name=…`, never a positional one.
    pub fn named(&mut self, name: &str) -> Option<&'a Expr> {
        let i = *self.named.get(name)?;
        self.taken[i] = true;
        Some(&self.call.args[i].value)
    }

    /// The argument `name`; an error when it is missing.
    pub fn required(&mut self, name: &str) -> Result<&'a Expr, Error> {
        let (word, signature, span) = (&self.call.name, self.signature, self.span());
        self.optional(name).ok_or_else(|| {
            Error::usage(format!("{word} needs the argument {name}"), span).help(format!("write {signature}"))
        })
    }

    /// An integer of at least `min`.
    pub fn int(&mut self, name: &str, min: u64) -> Result<u64, Error> {
        let value = self.required(name)?;
        match value.kind {
            Kind::Int(v) if v >= min => Ok(v),
            Kind::Int(v) => Err(Error::usage(
                format!("{} needs {name} of at least {min}, found {v}", self.call.name),
                value.span.clone(),
            )
            .help(format!("write a whole number from {min} on"))),
            _ => Err(self.wrong(value, name, "a whole number")),
        }
    }

    /// A network.
    pub fn network(&mut self, name: &str) -> Result<Arc<dyn Shape>, Error> {
        let value = self.required(name)?;
        if !is_network(value) {
            return Err(self.wrong(value, name, "a network"));
        }
        part_shape(value, self.work)
    }

    /// The same with cables of different rates, for constructions that keep them.
    pub fn any_network(&mut self, name: &str) -> Result<Arc<dyn Shape>, Error> {
        let value = self.required(name)?;
        if !is_network(value) {
            return Err(self.wrong(value, name, "a network"));
        }
        whole_shape(value, self.work)
    }

    /// A network without switches, if an argument is one.
    pub fn direct_of(&self, value: &Expr, name: &str) -> Result<Arc<dyn Shape>, Error> {
        if !is_network(value) {
            return Err(self.wrong(value, name, "a network"));
        }
        let shape = part_shape(value, self.work)?;
        if direct(shape.as_ref()) { Ok(shape) } else { Err(self.unsupported_network(name, "switches")) }
    }

    /// Returns `true` if the first two arguments are equal.
    pub fn first_two_same(&self) -> bool {
        matches!(&self.call.args[..], [a, b, ..] if a.value == b.value)
    }

    /// A network without switches.
    pub fn direct(&mut self, name: &str) -> Result<Arc<dyn Shape>, Error> {
        let shape = self.network(name)?;
        if direct(shape.as_ref()) { Ok(shape) } else { Err(self.unsupported_network(name, "switches")) }
    }

    /// A network without switches whose links all have width 1.
    pub fn direct_network(&mut self, name: &str) -> Result<Arc<dyn Shape>, Error> {
        let shape = self.network(name)?;
        if shape.machine().is_none() {
            Ok(shape)
        } else {
            Err(self.unsupported_network(name, "switches and widths"))
        }
    }

    /// The error for a network with switches or widths where none are allowed.
    fn unsupported_network(&self, name: &str, what: &str) -> Error {
        Error::usage(format!("{} needs a network without {what} for {name}", self.call.name), self.span())
            .help("write hosts(…) or width(…) around the entire expression, not inside")
    }

    /// A string.
    pub fn text(&mut self, name: &str) -> Result<&'a str, Error> {
        let value = self.required(name)?;
        match &value.kind {
            Kind::Text(text) => Ok(text),
            _ => Err(self.wrong(value, name, "a string in double quotes")),
        }
    }

    /// A list.
    pub fn list(&mut self, name: &str) -> Result<&'a [Expr], Error> {
        let value = self.required(name)?;
        match &value.kind {
            Kind::List(items) => Ok(items),
            _ => Err(self.wrong(value, name, "a list in square brackets")),
        }
    }

    /// The error for an argument of the wrong kind.
    pub fn wrong(&self, value: &Expr, name: &str, expected: &str) -> Error {
        let message = format!("{} needs {expected} for {name}, found {}", self.call.name, describe(value));
        Error::usage(message, value.span.clone()).help(format!("write {}", self.signature))
    }

    /// Checks that all arguments were used; an error for the first unknown one.
    pub fn finish(&self) -> Result<(), Error> {
        let left = |(arg, taken): (&'a Arg, &bool)| (!taken).then_some(arg);
        let Some(arg) = self.call.args.iter().zip(&self.taken).find_map(left) else {
            return Ok(());
        };
        let message = match &arg.name {
            Some(name) => format!("{} has no argument {name}", self.call.name),
            None => format!("{} has an argument too many", self.call.name),
        };
        Err(Error::usage(message, arg.span.clone()).help(format!("write {}", self.signature)))
    }
}

/// Returns `true` if a value stands for a network.
pub fn is_network(value: &Expr) -> bool {
    matches!(value.kind, Kind::Call(_) | Kind::Product(_) | Kind::Power(..))
}

/// The kind of a value, for an error message.
pub fn describe(value: &Expr) -> String {
    match &value.kind {
        Kind::Call(_) | Kind::Product(_) | Kind::Power(..) => "a network".to_owned(),
        Kind::Int(v) => format!("{v}"),
        Kind::Negative(size) => format!("-{size}"),
        Kind::Text(_) => "a string".to_owned(),
        Kind::Word(word) => format!("'{word}'"),
        Kind::Set(_) => "a set".to_owned(),
        Kind::List(_) => "a list".to_owned(),
    }
}
