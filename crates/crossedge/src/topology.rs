//! A network as a user wrote it: the noun that everything is asked of. Its verbs are in [`crate::answers`].
//!
//! ```
//! use crossedge::prelude::*;
//!
//! let net: Topology = "rdn(ring(3), 1)".parse()?;
//! assert_eq!(net.nodes(), 18u32.into());
//! assert_eq!(net.node("(0,1,2)")?, Node(5));
//! assert_eq!(net.to_string(), "rdn(ring(3), 1)");
//! # Ok::<(), crossedge::Error>(())
//! ```

use crate::error::{Error, ErrorKind};
use crate::expr::{self, Expr, Kind, parse};
use crate::net::{
    Faults, Leaf, Node, Parts, Shape, Structure, TooLarge, elaborate, links, no_files, parse_address,
    to_network,
};
use num_bigint::BigUint;
use std::fmt;
use std::str::FromStr;
use std::sync::{Arc, OnceLock};

/// Reads the files that an expression names. The library itself reads none.
type Files = Arc<dyn Fn(&str) -> Result<Vec<u8>, String> + Send + Sync>;

/// A network by its expression. Cheap to clone; the network itself is made when it is first asked for.
#[derive(Clone)]
pub struct Topology(Arc<Inner>);

struct Inner {
    text: String,
    expr: Expr,
    shape: Arc<dyn Shape>,
    files: Files,
    network: OnceLock<Result<Arc<dyn Structure>, TooLarge>>,
}

/// The options for parsing a topology.
#[derive(Clone)]
pub struct Builder {
    files: Files,
}

impl Builder {
    /// Loads the files named by the expression, `file("…")`, with this function. By default such expressions are rejected.
    pub fn files(
        mut self,
        read: impl Fn(&str) -> Result<Vec<u8>, String> + Send + Sync + 'static,
    ) -> Builder {
        self.files = Arc::new(read);
        self
    }

    /// Reads an expression.
    pub fn parse(self, text: &str) -> Result<Topology, Error> {
        let locate = |error| Error::at(error, text);
        let expr = parse(text).map_err(locate)?;
        let shape = elaborate(&expr, self.files.as_ref()).map_err(locate)?;
        let network = OnceLock::new();
        Ok(Topology(Arc::new(Inner { text: text.to_owned(), expr, shape, files: self.files, network })))
    }
}

impl Topology {
    /// A topology that is read with more than its text: see [`Builder`].
    pub fn builder() -> Builder {
        Builder { files: Arc::new(no_files) }
    }

    /// The text, as it was written.
    pub fn text(&self) -> &str {
        &self.0.text
    }

    /// The content.
    pub fn expr(&self) -> &Expr {
        &self.0.expr
    }

    /// Facts at any size.
    pub fn shape(&self) -> &dyn Shape {
        self.0.shape.as_ref()
    }

    /// Number of nodes.
    pub fn nodes(&self) -> BigUint {
        self.0.shape.nodes()
    }

    /// Number of links.
    pub fn links(&self) -> BigUint {
        links(self.shape())
    }

    /// Returns `true` for a stored network without closed forms that has more than `most` nodes. It is known before the network is built, which
    /// takes seconds.
    pub(crate) fn stored_beyond(&self, most: u64) -> bool {
        let shape = self.shape();
        matches!(shape.parts(), Parts::Leaf(Leaf::Other))
            && shape.nodes() > most.into()
            && shape.node_symmetric().is_none()
            && shape.distances().is_none()
    }

    /// Returns `true` once the network has been built; shapes answer by default.
    pub fn is_built(&self) -> bool {
        self.0.network.get().is_some()
    }

    /// The network, if its ids fit 64 bits.
    pub fn network_if_it_fits(&self) -> Option<&Arc<dyn Structure>> {
        self.0.network.get_or_init(|| self.0.shape.network()).as_ref().ok()
    }

    /// The network; the error names the exceeded limit, and a size that works.
    pub fn network(&self) -> Result<&Arc<dyn Structure>, Error> {
        let Inner { text, expr, shape, files, .. } = self.0.as_ref();
        self.network_if_it_fits().ok_or_else(|| match to_network(expr, shape.as_ref(), files.as_ref()) {
            Err(error) => Error::at(error, text),
            Ok(_) => Error::internal("a network fits at one time and not at another"),
        })
    }

    /// The name of the file that the network is read from, if it is `file("…")`.
    pub fn file_name(&self) -> Option<&str> {
        match &self.0.expr.kind {
            Kind::Call(call) if call.name == "file" => match &call.args.first()?.value.kind {
                Kind::Text(name) => Some(name),
                _ => None,
            },
            _ => None,
        }
    }

    /// The contents of a file, by the reader that the expression was parsed with.
    pub(crate) fn read_file(&self, name: &str) -> Result<Vec<u8>, Error> {
        (self.0.files)(name).map_err(|why| {
            Error::new(ErrorKind::Input, format!("{name}: {why}"))
                .help("names count from the current directory")
        })
    }

    /// Dead nodes and links, e.g. `5,7-8`; addresses are understood, too.
    pub fn faults(&self, texts: &[String]) -> Result<Faults, Error> {
        Ok(Faults::parse(self.network()?.as_ref(), &texts.join(","))?)
    }

    /// What dead nodes and links leave of this network: `without(…)`, as a network of its own.
    ///
    /// ```
    /// use crossedge::prelude::*;
    ///
    /// let net: Topology = "torus(4,4)".parse()?;
    /// let left = net.without("0-1,5")?;
    /// assert_eq!((left.nodes(), left.links()), (15u32.into(), 27u32.into()));
    /// assert!(left.deadlock("updown".parse()?)?.proved);
    /// # Ok::<(), crossedge::Error>(())
    /// ```
    pub fn without(&self, faults: &str) -> Result<Topology, Error> {
        let Inner { expr, files, .. } = self.0.as_ref();
        // The error names the fault by itself.
        let text = faults.to_owned();
        self.faults(std::slice::from_ref(&text))?;
        let left = Expr::call("without", vec![expr.clone(), Expr::new(Kind::Text(text))]);
        Builder { files: files.clone() }.parse(&left.to_string())
    }

    /// The node that a text names: an id, or an address in the notation of the network.
    pub fn node(&self, name: impl Into<NodeName>) -> Result<Node, Error> {
        let NodeName(text) = name.into();
        parse_address(self.network()?.as_ref(), &text).map_err(|error| Error::at(error, text))
    }

    /// This network is too large for something; the error points at the entire expression.
    pub fn too_large(&self, message: impl Into<String>, works: impl Into<String>) -> Error {
        Error::at(expr::Error::limit(message, self.0.expr.span.clone()).help(works), self.text())
    }
}

impl FromStr for Topology {
    type Err = Error;

    /// Reads an expression that names no files.
    fn from_str(text: &str) -> Result<Self, Error> {
        Topology::builder().parse(text)
    }
}

impl fmt::Display for Topology {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.expr.fmt(f)
    }
}

impl fmt::Debug for Topology {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Topology").field(&self.to_string()).finish()
    }
}

/// A node reference: its id, or its address as text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NodeName(pub String);

impl From<&str> for NodeName {
    fn from(text: &str) -> Self {
        NodeName(text.to_owned())
    }
}

impl From<&String> for NodeName {
    fn from(text: &String) -> Self {
        NodeName(text.clone())
    }
}

impl From<String> for NodeName {
    fn from(text: String) -> Self {
        NodeName(text)
    }
}

impl From<&NodeName> for NodeName {
    fn from(name: &NodeName) -> Self {
        name.clone()
    }
}

impl From<Node> for NodeName {
    fn from(node: Node) -> Self {
        NodeName(node.0.to_string())
    }
}

macro_rules! ids {
    ($($id:ty),+) => {
        $(impl From<$id> for NodeName {
            fn from(id: $id) -> Self {
                NodeName(id.to_string())
            }
        })+
    };
}

// A negative number is not an id, and is reported so as any other wrong text.
ids!(i32, u32, i64, u64, usize);

impl fmt::Display for NodeName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}
