//! The tree of an expression: calls, products, powers and the values that arguments take.
//!
//! Two trees are equal if they have the same structure; positions in the text do not count.

use std::ops::Range;

/// A stretch of the source text, in bytes.
pub type Span = Range<usize>;

/// One part of an expression and where it is in the text.
#[derive(Debug, Clone)]
pub struct Expr {
    /// The parsed expression.
    pub kind: Kind,
    /// Position in the text.
    pub span: Span,
}

/// The kinds of expressions.
#[derive(Debug, Clone, PartialEq)]
pub enum Kind {
    /// `name(arguments)`: a construction of the catalog.
    Call(Call),
    /// `G * H * …`: Cartesian product of at least two factors.
    Product(Vec<Expr>),
    /// `G ^ k`: Cartesian power.
    Power(Box<Expr>, Power),
    /// An integer.
    Int(u64),
    /// A negative integer, by its absolute value; in lists only.
    Negative(u64),
    /// `"text"`.
    Text(String),
    /// A bare name, e.g. `policy=degree`.
    Word(String),
    /// `{1,2}`.
    Set(Vec<Expr>),
    /// `[…]`.
    List(Vec<Expr>),
}

/// The exponent of a power and where it is.
#[derive(Debug, Clone)]
pub struct Power {
    /// The exponent.
    pub exponent: u64,
    /// Position in the text.
    pub span: Span,
}

/// A call of a construction.
#[derive(Debug, Clone)]
pub struct Call {
    /// The name.
    pub name: String,
    /// Position of the name.
    pub name_span: Span,
    /// The arguments, as written.
    pub args: Vec<Arg>,
}

/// One argument of a call.
#[derive(Debug, Clone)]
pub struct Arg {
    /// The name of `name=value`, none for a positional argument.
    pub name: Option<String>,
    /// The value.
    pub value: Expr,
    /// Position, including the name.
    pub span: Span,
}

impl PartialEq for Expr {
    fn eq(&self, other: &Self) -> bool {
        self.kind == other.kind
    }
}

impl PartialEq for Power {
    fn eq(&self, other: &Self) -> bool {
        self.exponent == other.exponent
    }
}

impl PartialEq for Call {
    fn eq(&self, other: &Self) -> bool {
        self.name == other.name && self.args == other.args
    }
}

impl PartialEq for Arg {
    fn eq(&self, other: &Self) -> bool {
        self.name == other.name && self.value == other.value
    }
}

impl Arg {
    /// An argument made by a program, not read from a text.
    pub fn new(name: Option<String>, value: Expr) -> Self {
        Arg { name, value, span: 0..0 }
    }
}

impl Expr {
    /// A part made by a program, not read from a text.
    pub fn new(kind: Kind) -> Self {
        Expr { kind, span: 0..0 }
    }

    /// A call made by a program, all arguments positional.
    pub fn call(name: &str, args: Vec<Expr>) -> Self {
        Expr::new(Kind::Call(Call {
            name: name.to_owned(),
            name_span: 0..0,
            args: args.into_iter().map(|value| Arg::new(None, value)).collect(),
        }))
    }

    /// An integer made by a program.
    pub fn int(value: u64) -> Self {
        Expr::new(Kind::Int(value))
    }
}
