//! The construction of a candidate, and its expression. Most of millions are never written.

use super::figures::{self, Figures};
use std::fmt;
use std::sync::Arc;

/// A kind of factor of a product.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum FactorKind {
    /// `ring(n)`.
    Ring,
    /// `complete(n)`.
    Complete,
    /// `path(n)`.
    Path,
}

/// A factor of a product.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Factor {
    /// Its kind.
    pub line: FactorKind,
    /// Number of nodes.
    pub n: u32,
}

impl Factor {
    /// Its metrics.
    pub fn figures(self) -> Figures {
        match self.line {
            FactorKind::Ring => figures::ring(self.n.into()),
            FactorKind::Complete => figures::complete_graph(self.n),
            FactorKind::Path => figures::path(self.n.into()),
        }
    }
}

/// A network with its metrics.
#[derive(Debug, Clone, PartialEq)]
pub struct Base {
    /// Its construction.
    pub recipe: Recipe,
    /// Its metrics.
    pub figures: Figures,
}

/// The construction of a network.
#[derive(Debug, Clone, PartialEq)]
pub enum Recipe {
    /// A product of rings, complete graphs and paths.
    Product(Vec<Factor>),
    /// A product of any two.
    Times(Arc<Base>, Arc<Base>),
    /// `dual(A)`, or `dual(A, B)`.
    Dual(Arc<Base>, Option<Arc<Base>>),
    /// A hierarchical dual-net, by its text; the same as a product of duals when its super-nodes are nested.
    Nested {
        /// As it is written.
        text: String,
        /// The same network; `None` if it has no such form.
        same: Option<Arc<Base>>,
    },
    /// Hosts on every endpoint.
    Hosts(Arc<Base>, u32),
    /// A generalised fat tree, with its special name if it has one.
    Tree {
        /// Children of a node, from the endpoints up.
        children: Vec<u32>,
        /// Parents of a node, from the endpoints up.
        parents: Vec<u32>,
        /// Parallel cables of a link of the highest level.
        width: u32,
    },
    /// `dragonfly(a, h)`.
    Dragonfly(u32, u32),
    /// `dragonfly(a, h, groups=g)`: fewer groups, with bundles of cables between them.
    GroupedDragonfly(u32, u32, u32),
    /// `megafly(s, h)`.
    Megafly(u32, u32),
    /// `bcube(n, k)`.
    Bcube(u32, u32),
    /// `twisted(a, b, c)`.
    Twisted([u32; 3]),
    /// Another construction of the language with its arguments.
    Word(&'static str, String),
    /// An expression that the search does not know.
    Text(String),
}

/// The families to which a search can be restricted.
pub const SEARCH_FAMILIES: &[&str] = &[
    "torus",
    "mesh",
    "hyperx",
    "hypercube",
    "product",
    "twisted",
    "foldedcube",
    "dual",
    "rdn",
    "hdn",
    "re",
    "ccc",
    "wk",
    "stargraph",
    "kautz",
    "debruijn",
    "dragonfly",
    "megafly",
    "slimfly",
    "polarity",
    "polarstar",
    "xgft",
    "fattree",
    "clos",
    "bcube",
];

impl Recipe {
    /// The family to which a search can be restricted.
    pub fn family(&self) -> &'static str {
        match self {
            Recipe::Product(factors) => match product_word(factors) {
                Some((word, _)) => word,
                None => "product",
            },
            Recipe::Times(..) => "product",
            Recipe::Dual(base, None) if matches!(base.recipe, Recipe::Dual(_, None)) => "rdn",
            Recipe::Dual(..) => "dual",
            Recipe::Nested { .. } => "hdn",
            Recipe::Hosts(base, _) => base.recipe.family(),
            Recipe::Tree { children, .. } if children.len() <= 2 => "clos",
            Recipe::Tree { children, parents, width } => {
                // Also with trunks: as many cables up as down below the top.
                let ups = parents[1..].iter().enumerate();
                let last = children.len() - 2;
                let mut ups = ups.map(|(level, up)| if level == last { up * width } else { *up });
                let whole = children.iter().all(|down| ups.next().is_none_or(|up| up == *down));
                if whole { "fattree" } else { "xgft" }
            }
            Recipe::Dragonfly(..) | Recipe::GroupedDragonfly(..) => "dragonfly",
            Recipe::Megafly(..) => "megafly",
            Recipe::Bcube(..) => "bcube",
            Recipe::Twisted(_) => "twisted",
            Recipe::Word("starproduct", _) => "polarstar",
            Recipe::Word(word, _) => word,
            Recipe::Text(_) => "given",
        }
    }
}

/// Families as architects know them. The first ones are always listed, with the reason if none of them meets a requirement.
pub const FAMILY_GROUPS: &[FamilyGroup] = &[
    FamilyGroup { name: "fat tree", families: &["fattree", "clos", "xgft"], always: true },
    FamilyGroup { name: "tapered fat tree", families: &["fattree", "clos", "xgft"], always: true },
    FamilyGroup { name: "dragonfly", families: &["dragonfly"], always: true },
    FamilyGroup { name: "dragonfly+", families: &["megafly"], always: true },
    FamilyGroup { name: "HyperX", families: &["hyperx"], always: true },
    FamilyGroup { name: "Slim Fly", families: &["slimfly"], always: true },
    FamilyGroup { name: "PolarFly", families: &["polarity"], always: true },
    FamilyGroup { name: "PolarStar", families: &["polarstar"], always: true },
    FamilyGroup { name: "dual-net", families: &["dual", "rdn", "hdn"], always: true },
    FamilyGroup { name: "torus", families: &["torus", "twisted", "mesh"], always: true },
    FamilyGroup { name: "hypercube", families: &["hypercube", "foldedcube"], always: false },
    FamilyGroup { name: "BCube", families: &["bcube"], always: false },
    FamilyGroup { name: "torus × complete", families: &["product"], always: false },
    FamilyGroup {
        name: "other graphs",
        families: &["re", "ccc", "wk", "stargraph", "kautz", "debruijn"],
        always: false,
    },
];

/// A family as architects know it.
#[derive(Debug, Clone, Copy)]
pub struct FamilyGroup {
    /// Its name.
    pub name: &'static str,
    /// The families of the search that belong to it.
    pub families: &'static [&'static str],
    /// `true` if it is listed even if no member meets the requirement.
    pub always: bool,
}

impl Recipe {
    /// The number of the family in [`FAMILY_GROUPS`]; `None` for a network that was given.
    pub fn group(&self) -> Option<usize> {
        let family = self.family();
        let tapered = match self {
            Recipe::Tree { children, parents, width } => {
                let last = children.len().saturating_sub(2);
                let links = children.iter().zip(&parents[1..]).enumerate();
                let up = |level: usize, up: u32| if level == last { up.saturating_mul(*width) } else { up };
                links.map(|(level, (down, parents))| (*down, up(level, *parents))).any(|(down, up)| up < down)
            }
            _ => false,
        };
        let name = if tapered { Some("tapered fat tree") } else { None };
        FAMILY_GROUPS.iter().position(|group| match name {
            Some(name) => group.name == name,
            None => group.families.contains(&family),
        })
    }
}

fn comma_list<T: fmt::Display>(numbers: impl IntoIterator<Item = T>) -> String {
    numbers.into_iter().map(|n| n.to_string()).collect::<Vec<_>>().join(",")
}

/// The name of a product whose factors are equal, and its arguments.
fn product_word(factors: &[Factor]) -> Option<(&'static str, String)> {
    let all = |line: FactorKind| {
        factors.iter().all(|factor| factor.line == line || (factor.n == 2 && line != FactorKind::Path))
    };
    let sizes = || comma_list(factors.iter().map(|factor| factor.n));
    match factors {
        [] => None,
        _ if factors.iter().all(|factor| factor.n == 2) => Some(("hypercube", factors.len().to_string())),
        [one] => match one.line {
            FactorKind::Ring => Some(("torus", sizes())),
            FactorKind::Complete => Some(("hyperx", sizes())),
            FactorKind::Path => Some(("mesh", sizes())),
        },
        _ if all(FactorKind::Ring) => Some(("torus", sizes())),
        _ if all(FactorKind::Complete) => Some(("hyperx", sizes())),
        _ if factors.iter().all(|factor| factor.line == FactorKind::Path) => Some(("mesh", sizes())),
        _ => None,
    }
}

/// The shortest name of a tree, and its arguments.
fn tree_word(children: &[u32], parents: &[u32]) -> (&'static str, String) {
    match (children, parents) {
        (&[a, b, k], &[1, c, d]) if a == b && a == c && a == d && Some(k) == a.checked_mul(2) => {
            ("fattree", k.to_string())
        }
        (&[p, leaves], &[1, spines]) => ("clos", comma_list([p, leaves, spines])),
        _ => ("xgft", format!("[{}],[{}]", comma_list(children), comma_list(parents))),
    }
}

impl fmt::Display for Recipe {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Recipe::Product(factors) => {
                if let Some((word, sizes)) = product_word(factors) {
                    return write!(f, "{word}({sizes})");
                }
                // Runs of rings are a torus, of complete graphs a HyperX.
                let runs: Vec<String> = factors
                    .chunk_by(|a, b| a.line == b.line)
                    .filter_map(|run| product_word(run).map(|(word, sizes)| format!("{word}({sizes})")))
                    .collect();
                f.write_str(&runs.join(" * "))
            }
            Recipe::Times(a, b) => write!(f, "{} * {}", a.recipe, b.recipe),
            Recipe::Dual(base, None) => {
                let (mut inner, mut levels) = (base, 1);
                while let Recipe::Dual(below, None) = &inner.recipe {
                    (inner, levels) = (below, levels + 1);
                }
                match levels {
                    1 => write!(f, "dual({})", inner.recipe),
                    _ => write!(f, "rdn({}, {levels})", inner.recipe),
                }
            }
            Recipe::Dual(a, Some(b)) => write!(f, "dual({}, {})", a.recipe, b.recipe),
            Recipe::Nested { text, .. } | Recipe::Text(text) => f.write_str(text),
            Recipe::Hosts(base, each) => write!(f, "hosts({}, {each})", base.recipe),
            Recipe::Tree { children, parents, width } => {
                let (word, numbers) = tree_word(children, parents);
                match width {
                    1 => write!(f, "{word}({numbers})"),
                    width => write!(f, "width({word}({numbers}), \"level {}\", {width})", children.len()),
                }
            }
            Recipe::Dragonfly(a, h) => write!(f, "dragonfly({a},{h})"),
            Recipe::GroupedDragonfly(a, h, groups) => write!(f, "dragonfly({a},{h}, groups={groups})"),
            Recipe::Megafly(s, h) => write!(f, "megafly({s},{h})"),
            Recipe::Bcube(n, k) => write!(f, "bcube({n},{k})"),
            Recipe::Twisted([a, b, c]) => write!(f, "twisted({a},{b},{c})"),
            Recipe::Word(word, arguments) => write!(f, "{word}({arguments})"),
        }
    }
}

impl Base {
    /// A product of lines; `None` if numbers pass their types.
    pub fn lines(factors: &[Factor]) -> Option<Base> {
        let (first, rest) = factors.split_first()?;
        let figures =
            rest.iter().try_fold(first.figures(), |all, factor| figures::product(&all, &factor.figures()))?;
        Some(Base { recipe: Recipe::Product(factors.to_vec()), figures })
    }

    /// The product of two.
    pub fn times(a: &Arc<Base>, b: &Arc<Base>) -> Option<Base> {
        let figures = figures::product(&a.figures, &b.figures)?;
        Some(Base { recipe: Recipe::Times(a.clone(), b.clone()), figures })
    }

    /// The dual construction over one base.
    pub fn dual(base: &Arc<Base>) -> Option<Base> {
        let figures = figures::dual_construction(&base.figures, &base.figures)?;
        Some(Base { recipe: Recipe::Dual(base.clone(), None), figures })
    }

    /// The dual construction over two.
    pub fn dual_of_two(a: &Arc<Base>, b: &Arc<Base>) -> Option<Base> {
        let figures = figures::dual_construction(&a.figures, &b.figures)?;
        Some(Base { recipe: Recipe::Dual(a.clone(), Some(b.clone())), figures })
    }
}
