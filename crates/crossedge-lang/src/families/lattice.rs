//! `lattice([[…]…], extra=[[…]…])`: the vectors of integers modulo the rows of an upper triangular matrix M with a positive diagonal, |det M|
//! nodes. A vector is reduced by ⌊v_i / M_ii⌋ times row i, i = 1, 2, …; id: the reduced vector, 0 <= v_i < M_ii, row-major. Ports +e_1, -e_1, +e_2, …,
//! then ± each extra vector; one that leads to the node itself or where an earlier one leads is left out. Classes `dimension i`, `extra j`.
//!
//! `twisted(a,b,c)`: twisted tori of a × a × 2a and a × 2a × 2a nodes, Cámara, Moretó, Vallejo, Beivide, Miguel-Alonso, Martínez, Navaridas, Twisted
//! torus topologies for enhanced interconnection networks, IEEE TPDS 21 (2010). `circulant(n, [s,…])`: ids modulo n, with steps s.
//!
//! Translations act transitively, so one search from node 0 gives all distances.

use super::product::too_many_digits;
use crate::net::address::{Address, Digits};
use crate::net::algebra::distance_polynomial::Distances;
use crate::net::shape::{DegreeCounts, MAX_BITS, Shape, TooLarge, magnitude, regular};
use crate::net::{Args, Entry, Naming, Network, Node, Port, Structure, describe};
use crossedge_core::evidence::{Evidence, Known};
use crossedge_core::expr::{Error, Expr, Kind};
use crossedge_core::net::stored::table::MAX_STORED_NODES;
use num_bigint::BigUint;
use std::collections::VecDeque;
use std::sync::{Arc, OnceLock};

/// The catalog entry of `lattice`.
pub const LATTICE: Entry = Entry {
    name: "lattice",
    signature: "lattice([[…],…], extra=[[…],…])",
    summary: "vectors modulo the rows of an upper triangular matrix, linked by unit and extra steps: twisted tori",
    paper: "Martínez, Beivide, Stafford, Moretó and Gabidulin, Modeling toroidal networks with the Gaussian integers, IEEE Trans. Computers 57 (2008)",
    examples: &[
        "lattice([[4,2],[0,3]])",
        "lattice([[5,0],[0,5]], extra=[[1,1]])",
        "lattice([[5,-2],[0,3]], extra=[[1,-1]])",
        "lattice([[1]])",
    ],
    build: |args| {
        let rows = parse_matrix(args)?;
        let n = rows.len();
        let unit = |i: usize| (0..n).map(|j| i64::from(i == j)).collect::<Vec<i64>>();
        let mut steps: Vec<(Vec<i64>, usize)> = (0..n).map(|i| (unit(i), i)).collect();
        let mut names: Vec<String> = (1..=n).map(|i| format!("dimension {i}")).collect();
        if let Some(value) = args.named("extra") {
            for item in parse_list(value, args, "extra")? {
                names.push(format!("extra {}", names.len() + 1 - n));
                steps.push((parse_vector(item, n, args, "extra")?, names.len() - 1));
            }
        }
        build_lattice(rows, &steps, names, None, args)
    },
};

/// The catalog entry of `twisted`.
pub const TWISTED: Entry = Entry {
    name: "twisted",
    signature: "twisted(a,b,c)",
    summary: "twisted torus of k by k by 2k or k by 2k by 2k nodes, edge-transitive",
    paper: "Cámara, Moretó, Vallejo, Beivide, Miguel-Alonso, Martínez and Navaridas, Twisted torus topologies for enhanced interconnection networks, IEEE Trans. Parallel and Distributed Systems 21 (2010)",
    examples: &["twisted(2,2,4)", "twisted(2,4,4)", "twisted(1,1,2)"],
    build: |args| {
        let [a, b, c] = [args.int("a", 1)?, args.int("b", 1)?, args.int("c", 1)?];
        if [a, b, c].iter().any(|&k| k > MAX_ENTRY) {
            return Err(Error::limit(format!("twisted needs sizes of at most {MAX_ENTRY}"), args.span()));
        }
        let rows = match (a as i64, b as i64, c as i64) {
            (a, b, c) if a == b && c == 2 * a => vec![vec![a, 0, a], vec![0, a, a], vec![0, 0, c]],
            (a, b, c) if b == c && b == 2 * a => vec![vec![a, a, a], vec![0, b, 0], vec![0, 0, c]],
            _ => {
                let message = format!("twisted needs sizes k,k,2k or k,2k,2k, found {a},{b},{c}");
                return Err(Error::usage(message, args.span()).help("write twisted(4,4,8) or twisted(4,8,8)"));
            }
        };
        let steps = (0..3).map(|i| ((0..3).map(|j| i64::from(i == j)).collect(), i)).collect::<Vec<_>>();
        let names = (1..=3).map(|i| format!("dimension {i}")).collect();
        build_lattice(
            rows,
            &steps,
            names,
            Some("symmetries of the twisted torus take every dimension to every other [elementary-symmetry]"),
            args,
        )
    },
};

/// The catalog entry of `circulant`.
pub const CIRCULANT: Entry = Entry {
    name: "circulant",
    signature: "circulant(n, [s,…])",
    summary: "n nodes on a circle, each linked to those s steps ahead and behind",
    paper: "Elspas and Turner, Graphs with circulant adjacency matrices, Journal of Combinatorial Theory 9 (1970)",
    examples: &["circulant(8, [1,3])", "circulant(13, [1,5])", "circulant(6, [1,3])"],
    build: |args| {
        let n = args.int("n", 1)?;
        if n > MAX_ENTRY {
            return Err(Error::limit(
                format!("circulant needs n of at most {MAX_ENTRY}, found {n}"),
                args.span(),
            ));
        }
        let (mut steps, mut names) = (Vec::new(), Vec::<String>::new());
        for item in args.list("steps")? {
            let step = parse_entry(item, args, "steps")?;
            let name = format!("step {step}");
            let class = names.iter().position(|have| *have == name).unwrap_or(names.len());
            if class == names.len() {
                names.push(name);
            }
            steps.push((vec![step], class));
        }
        if steps.is_empty() {
            return Err(Error::usage("circulant needs at least one step", args.span())
                .help("write circulant(8, [1,3])"));
        }
        build_lattice(vec![vec![n as i64]], &steps, names, None, args)
    },
};

/// Entries of matrices and vectors are at most this: products of two fit easily.
const MAX_ENTRY: u64 = 1 << 31;

/// More dimensions or steps are refused.
const MAX_STEPS: usize = 256;

/// Distances are searched for here up to this many nodes; the metrics do the rest.
const MAX_SEARCHED: u64 = 1 << 20;

fn parse_list<'a>(value: &'a Expr, args: &Args<'_>, name: &str) -> Result<&'a [Expr], Error> {
    match &value.kind {
        Kind::List(items) if items.len() <= MAX_STEPS => Ok(items),
        Kind::List(_) => {
            Err(Error::limit(format!("{name} has at most {MAX_STEPS} rows"), value.span.clone()))
        }
        _ => Err(args.wrong(value, name, "a list of vectors")),
    }
}

fn parse_entry(item: &Expr, args: &Args<'_>, name: &str) -> Result<i64, Error> {
    match item.kind {
        Kind::Int(value @ ..=MAX_ENTRY) => Ok(value as i64),
        Kind::Negative(size @ ..=MAX_ENTRY) => Ok(-(size as i64)),
        Kind::Int(_) | Kind::Negative(_) => Err(Error::limit(
            format!("{name} has entries from -{MAX_ENTRY} to {MAX_ENTRY}, found {}", describe(item)),
            item.span.clone(),
        )),
        _ => Err(args.wrong(item, name, "whole numbers")),
    }
}

/// A vector of `n` entries.
fn parse_vector(item: &Expr, n: usize, args: &Args<'_>, name: &str) -> Result<Vec<i64>, Error> {
    let Kind::List(entries) = &item.kind else {
        return Err(args.wrong(item, name, "vectors of whole numbers"));
    };
    if entries.len() != n {
        let message = format!("{name} needs vectors of {n} entries, found {}", entries.len());
        return Err(
            Error::usage(message, item.span.clone()).help("write lattice([[4,2],[0,3]], extra=[[1,1]])")
        );
    }
    entries.iter().map(|entry_at| parse_entry(entry_at, args, name)).collect()
}

/// The matrix: square, upper triangular, with a positive diagonal.
fn parse_matrix(args: &mut Args<'_>) -> Result<Vec<Vec<i64>>, Error> {
    let value = args.required("M")?;
    let items = parse_list(value, args, "M")?;
    let rows =
        items.iter().map(|item| parse_vector(item, items.len(), args, "M")).collect::<Result<Vec<_>, _>>()?;
    let triangular = rows.iter().enumerate().all(|(i, row)| row[i] > 0 && row[..i].iter().all(|&x| x == 0));
    match triangular && !rows.is_empty() {
        true => Ok(rows),
        false => Err(Error::usage(
            "lattice needs an upper triangular matrix with a positive diagonal",
            value.span.clone(),
        )
        .help("write rows such as [[4,2],[0,3]]: zeros below the diagonal")),
    }
}

/// A vector, reduced.
fn reduce(rows: &[Vec<i64>], vector: &mut [i128]) {
    for (i, row) in rows.iter().enumerate() {
        let quotient = vector[i].div_euclid(row[i].into());
        for (x, &y) in vector[i..].iter_mut().zip(&row[i..]) {
            *x -= quotient * i128::from(y);
        }
    }
}

/// Returns `true` if no number passes 2^120 while a vector of small entries is reduced.
fn stays_small(rows: &[Vec<i64>]) -> bool {
    let mut quotients: Vec<u128> = Vec::new();
    for j in 0..rows.len() {
        let grown =
            quotients.iter().zip(rows).map(|(most, row)| most.saturating_mul(row[j].unsigned_abs().into()));
        let most = grown.fold(4 * u128::from(MAX_ENTRY), u128::saturating_add);
        quotients.push(most / u128::from(rows[j][j].unsigned_abs()) + 1);
        if most > 1 << 120 {
            return false;
        }
    }
    true
}

/// Rows of the same lattice whose entries above a diagonal are at least 0 and below it; `None` if numbers grow too large on the way.
fn small_rows(mut rows: Vec<Vec<i64>>) -> Option<Vec<Vec<i64>>> {
    for i in (0..rows.len()).rev() {
        let (above, below) = rows.split_at_mut(i + 1);
        let below: Vec<Vec<i64>> = below.iter().map(|row| row[i + 1..].to_vec()).collect();
        let mut tail: Vec<i128> = above[i][i + 1..].iter().map(|&x| x.into()).collect();
        stays_small(&below).then(|| reduce(&below, &mut tail))?;
        above[i][i + 1..].iter_mut().zip(tail).for_each(|(x, small)| *x = small as i64);
    }
    stays_small(&rows).then_some(rows)
}

fn build_lattice(
    rows: Vec<Vec<i64>>,
    steps: &[(Vec<i64>, usize)],
    names: Vec<String>,
    links_alike: Option<&'static str>,
    args: &Args<'_>,
) -> Result<Arc<dyn Shape>, Error> {
    let dimensions = rows.len() as u64;
    args.work().spend((steps.len() as u64 + dimensions) * dimensions * dimensions, &args.span())?;
    let Some(rows) = small_rows(rows) else {
        return Err(Error::limit("the entries of lattice make too large numbers together", args.span()));
    };
    let nodes: BigUint = rows.iter().enumerate().map(|(i, row)| BigUint::from(row[i] as u64)).product();
    if nodes.bits() > MAX_BITS {
        return Err(too_many_digits(args.span()));
    }
    // Every step and its opposite, the first of those that lead to one node; the same at every node.
    let mut ports: Vec<(Vec<i64>, usize)> = Vec::new();
    for (step, class) in steps {
        for sign in [1, -1] {
            let mut vector: Vec<i128> = step.iter().map(|&x| i128::from(x) * sign).collect();
            reduce(&rows, &mut vector);
            let vector: Vec<i64> = vector.into_iter().map(|x| x as i64).collect();
            if vector.iter().any(|&x| x != 0) && ports.iter().all(|(other, _)| *other != vector) {
                ports.push((vector, *class));
            }
        }
    }
    Ok(Arc::new(Lattice { rows, ports, names, nodes, links_alike, net: OnceLock::new() }))
}

/// The counts, at any size.
#[derive(Debug)]
struct Lattice {
    rows: Vec<Vec<i64>>,
    ports: Vec<(Vec<i64>, usize)>,
    names: Vec<String>,
    nodes: BigUint,
    links_alike: Option<&'static str>,
    net: OnceLock<Arc<LatticeNet>>,
}

/// Why all nodes are equivalent.
const BY_TRANSLATIONS: &str = "translations of the lattice [elementary-symmetry]";

impl Lattice {
    /// The network, which [`Shape::check`] has passed.
    fn lattice_group(&self) -> Option<&Arc<LatticeNet>> {
        let digits = Digits::new(self.rows.iter().enumerate().map(|(i, row)| row[i] as u64).collect())?;
        let backs = (self.ports.iter())
            .map(|(vector, _)| {
                let mut opposite: Vec<i128> = vector.iter().map(|&x| -i128::from(x)).collect();
                reduce(&self.rows, &mut opposite);
                let index = self
                    .ports
                    .iter()
                    .position(|(other, _)| other.iter().zip(&opposite).all(|(&a, &b)| i128::from(a) == b));
                index.map(|port| Port(port as u32))
            })
            .collect::<Option<Vec<Port>>>()?;
        let (rows, ports, names) = (self.rows.clone(), self.ports.clone(), self.names.clone());
        Some(
            self.net.get_or_init(|| {
                Arc::new(LatticeNet { rows, ports, names, backs, digits, row: OnceLock::new() })
            }),
        )
    }
}

impl Shape for Lattice {
    fn nodes(&self) -> BigUint {
        self.nodes.clone()
    }

    fn degrees(&self) -> DegreeCounts {
        regular(self.ports.len() as u64, self.nodes())
    }

    fn distances(&self) -> Option<Known<Distances>> {
        if self.nodes > MAX_SEARCHED.into() {
            return None;
        }
        let row = self.lattice_group()?.distances_from_zero();
        let mut counts: Vec<u64> = Vec::new();
        for &distance in row {
            // A lattice that is disconnected has no distances between all nodes.
            let place = if distance == UNREACHED { return None } else { distance as usize };
            counts.resize(counts.len().max(place + 1), 0);
            counts[place] += 1;
        }
        let why = format!("search from node 0 [bfs]; one source is enough [one-source]: {BY_TRANSLATIONS}");
        Some(Known::new(Distances::around_one(counts), Evidence::computed(why)))
    }

    fn node_symmetric(&self) -> Option<String> {
        Some(BY_TRANSLATIONS.to_owned())
    }

    fn edge_symmetric(&self) -> Option<String> {
        self.links_alike.map(str::to_owned)
    }

    fn network(&self) -> Result<Arc<dyn Structure>, TooLarge> {
        self.check()?;
        let group = self.lattice_group().ok_or(TooLarge::Ids)?;
        Ok(group.clone())
    }

    fn check(&self) -> Result<u64, TooLarge> {
        let stored = || TooLarge::Stored {
            what: format!("distances of {} nodes", magnitude(&self.nodes)),
            limit: MAX_STORED_NODES,
        };
        u64::try_from(&self.nodes).ok().filter(|&n| n <= MAX_STORED_NODES).ok_or_else(stored)
    }
}

/// The distance of a node that cannot be reached.
const UNREACHED: u32 = u32::MAX;

/// The network.
#[derive(Debug)]
struct LatticeNet {
    rows: Vec<Vec<i64>>,
    ports: Vec<(Vec<i64>, usize)>,
    names: Vec<String>,
    /// The port that leads back.
    backs: Vec<Port>,
    digits: Digits,
    row: OnceLock<Vec<u32>>,
}

impl LatticeNet {
    /// The id of `v` + `sign` · `step`.
    fn translated(&self, v: u64, step: impl Fn(usize) -> i64, sign: i128) -> u64 {
        let coordinate = |i: usize| i128::from(self.digits.digit(v, i)) + sign * i128::from(step(i));
        let mut vector: Vec<i128> = (0..self.digits.len()).map(coordinate).collect();
        reduce(&self.rows, &mut vector);
        vector.iter().enumerate().map(|(i, &x)| x as u64 * self.digits.stride(i)).sum()
    }

    fn neighbor(&self, v: u64, port: usize, sign: i128) -> u64 {
        let step = &self.ports[port].0;
        self.translated(v, |i| step[i], sign)
    }

    /// `b` - `a`.
    fn difference_of(&self, a: Node, b: Node) -> u64 {
        self.translated(b.0, |i| self.digits.digit(a.0, i) as i64, -1)
    }

    /// The distance of every node from node 0.
    fn distances_from_zero(&self) -> &[u32] {
        self.row.get_or_init(|| {
            let mut row = vec![UNREACHED; self.digits.size() as usize];
            row[0] = 0;
            let mut queue = VecDeque::from([0u64]);
            while let Some(v) = queue.pop_front() {
                for port in 0..self.ports.len() {
                    let w = self.neighbor(v, port, 1);
                    if row[w as usize] == UNREACHED {
                        row[w as usize] = row[v as usize] + 1;
                        queue.push_back(w);
                    }
                }
            }
            row
        })
    }
}

impl Network for LatticeNet {
    fn nodes(&self) -> u64 {
        self.digits.size()
    }

    fn degree(&self, _v: Node) -> u32 {
        self.ports.len() as u32
    }

    fn link(&self, v: Node, port: Port) -> (Node, Port) {
        (Node(self.neighbor(v.0, port.0 as usize, 1)), self.backs[port.0 as usize])
    }

    /// The first port whose step leaves less to go.
    fn next_port(&self, at: Node, to: Node) -> Option<Port> {
        let (rest, row) = (self.difference_of(at, to), self.distances_from_zero());
        let here = row[rest as usize];
        if here == 0 || here == UNREACHED {
            return None;
        }
        let nearer = |&port: &usize| row[self.neighbor(rest, port, -1) as usize] < here;
        (0..self.ports.len()).find(nearer).map(|port| Port(port as u32))
    }
}

impl Structure for LatticeNet {
    fn distance(&self, a: Node, b: Node) -> Option<u64> {
        let distance = self.distances_from_zero()[self.difference_of(a, b) as usize];
        (distance != UNREACHED).then_some(distance.into())
    }

    fn distance_known(&self) -> Evidence {
        Evidence::computed(format!(
            "search from node 0 [bfs]; one source is enough [one-source]: {BY_TRANSLATIONS}"
        ))
    }

    fn minimal(&self) -> bool {
        true
    }

    fn link_classes(&self) -> Vec<String> {
        self.names.clone()
    }

    fn link_class(&self, _v: Node, port: Port) -> usize {
        self.ports[port.0 as usize].1
    }

    fn naming(&self) -> Option<&dyn Naming> {
        Some(self)
    }
}

impl Naming for LatticeNet {
    fn address(&self, v: Node) -> Address {
        match self.digits.len() {
            1 => Address::Int(v.0),
            _ => Address::Tuple(self.digits.split(v.0).into_iter().map(Address::Int).collect()),
        }
    }

    fn node_at(&self, address: &Address) -> Result<Node, String> {
        if let Address::Int(_) = address {
            return address.id_below(self.digits.size());
        }
        let parts = address.parts(self.digits.len(), || self.notation())?;
        let read = |(i, part): (usize, &Address)| part.coordinate(self.digits.radix(i), "a coordinate");
        let digits = parts.iter().enumerate().map(read).collect::<Result<Vec<_>, _>>()?;
        Ok(Node(self.digits.join(&digits)))
    }

    fn notation(&self) -> String {
        match self.digits.len() {
            1 => "id".to_owned(),
            n => format!("({})", (1..=n).map(|i| format!("x{i}")).collect::<Vec<_>>().join(",")),
        }
    }
}
