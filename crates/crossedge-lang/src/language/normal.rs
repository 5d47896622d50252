//! Normal forms of expressions: two expressions with the same normal form describe the same network up to the numbering of nodes, ports and the names of
//! link classes. The converse does not hold: two forms may be the same network for a reason that is not among the rules.
//!
//! Rules: factors of a product are sorted, `torus`, `mesh`, `hyperx`, `hypercube`, `bcube` and powers are products of their lines, a ring of 4 nodes is a
//! square, a ring of 3 is complete, single nodes vanish; `rdn` is an iterated `dual`, whose two bases may change places, and `dualcube` a dual of a cube; trees
//! have their shortest names; steps of a circulant are multiplied by a unit until they are least; default arguments are left out. Where an argument refers to
//! node ids or link classes of another argument, that one stays as it is written.

use crossedge_core::expr::{Arg, Call, Expr, Kind, Power};
use std::collections::BTreeMap;

/// The normal form of an expression.
///
/// ```
/// use crossedge::expr::parse;
/// use crossedge::net::normal_form;
///
/// let normal = |text: &str| Ok::<_, crossedge::expr::Error>(normal_form(&parse(text)?).to_string());
/// assert_eq!(normal("torus(4,4)")?, "hypercube(4)");
/// assert_eq!(normal("ring(7) * torus(5,2)")?, "torus(2,5,7)");
/// assert_eq!(normal("dual(hypercube(3), torus(2,4))")?, normal("dualcube(4)")?);
/// # Ok::<(), crossedge::expr::Error>(())
/// ```
pub fn normal_form(expr: &Expr) -> Expr {
    match &expr.kind {
        Kind::Call(_) | Kind::Product(_) | Kind::Power(..) => product(factors(expr)),
        _ => expr.clone(),
    }
}

/// Factors by their text, with how often they occur.
type Factors = BTreeMap<String, (Expr, u64)>;

/// Steps of a circulant are tried with every unit up to this many nodes.
const MAX_UNITS: u64 = 4096;

/// The irreducible factors of an expression, in normal form.
fn factors(expr: &Expr) -> Factors {
    let mut all = Factors::new();
    match &expr.kind {
        Kind::Product(parts) => parts.iter().for_each(|part| add_all(&mut all, factors(part), 1)),
        Kind::Power(base, power) => add_all(&mut all, factors(base), power.exponent),
        Kind::Call(call) => call_factors(call, &mut all),
        _ => add(&mut all, expr.clone(), 1),
    }
    all
}

fn add(all: &mut Factors, factor: Expr, times: u64) {
    if times > 0 {
        let entry = all.entry(factor.to_string()).or_insert((factor, 0));
        entry.1 = entry.1.saturating_add(times);
    }
}

fn add_all(all: &mut Factors, more: Factors, times: u64) {
    for (factor, count) in more.into_values() {
        add(all, factor, count.saturating_mul(times));
    }
}

fn call(name: &str, numbers: &[u64]) -> Expr {
    Expr::call(name, numbers.iter().map(|&n| Expr::int(n)).collect())
}

/// A ring, path or complete graph as factors.
fn add_line(all: &mut Factors, line: &str, n: u64) {
    match (line, n) {
        (_, 1) => {}
        (_, 2) => add(all, call("complete", &[2]), 1),
        ("ring", 3) => add(all, call("complete", &[3]), 1),
        ("ring", 4) => add(all, call("complete", &[2]), 2),
        _ => add(all, call(line, &[n]), 1),
    }
}

/// The arguments as integers, if all are positional integers.
fn integers(call: &Call) -> Option<Vec<u64>> {
    let one = |arg: &Arg| match (&arg.name, &arg.value.kind) {
        (None, Kind::Int(n)) => Some(*n),
        _ => None,
    };
    call.args.iter().map(one).collect()
}

/// A list of integers.
fn list(expr: &Expr) -> Option<Vec<u64>> {
    let Kind::List(items) = &expr.kind else { return None };
    let one = |item: &Expr| match item.kind {
        Kind::Int(n) => Some(n),
        _ => None,
    };
    items.iter().map(one).collect()
}

/// The positional arguments, if no other is given.
fn positional(call: &Call) -> Option<Vec<&Expr>> {
    call.args.iter().map(|arg| arg.name.is_none().then_some(&arg.value)).collect()
}

/// The factors of a call.
fn call_factors(given: &Call, all: &mut Factors) {
    let name = given.name.as_str();
    let numbers = integers(given);
    match (name, numbers.as_deref()) {
        ("ring" | "path" | "complete", Some(&[n])) => return add_line(all, name, n),
        ("torus", Some(sizes)) => return sizes.iter().for_each(|&n| add_line(all, "ring", n)),
        ("mesh", Some(sizes)) => return sizes.iter().for_each(|&n| add_line(all, "path", n)),
        ("hyperx", Some(sizes)) => return sizes.iter().for_each(|&n| add_line(all, "complete", n)),
        ("hypercube", Some(&[d])) => return add(all, call("complete", &[2]), d),
        ("star", Some(&[n @ 1..=3])) => return add_line(all, "path", n),
        ("bcube", Some(&[n, k])) => return add(all, call("switch", &[n]), k.saturating_add(1)),
        ("dcell", Some(&[n, 0])) => return add(all, call("switch", &[n]), 1),
        ("wk", Some(&[n, 1])) => return add_line(all, "complete", n),
        ("stargraph" | "pancake", Some(&[n @ 1..=2])) => return add_line(all, "complete", n),
        ("stargraph" | "pancake", Some(&[3])) => return add_line(all, "ring", 6),
        ("dualcube", Some(&[r])) if r > 0 => {
            let mut cube = Factors::new();
            add(&mut cube, call("complete", &[2]), r - 1);
            return add_dual(all, product(cube), None, 1);
        }
        _ => {}
    }
    let made = match (name, positional(given).as_deref()) {
        ("dual", Some(&[base])) => return add_dual(all, normal_form(base), None, 1),
        ("dual", Some(&[a, b])) => return add_dual(all, normal_form(a), Some(normal_form(b)), 1),
        ("rdn", Some(&[base, levels])) => match levels.kind {
            Kind::Int(levels) => return add_dual(all, normal_form(base), None, levels),
            _ => None,
        },
        ("swap", Some(&[outer, inner])) if normal_form(outer) == call("complete", &[2]) => {
            return add_dual(all, normal_form(inner), None, 1);
        }
        ("swap", Some(&[outer, inner])) => {
            Some(Expr::call("swap", vec![normal_form(outer), normal_form(inner)]))
        }
        ("hosts", Some(&[base, each])) => match (normal_form(base), &each.kind) {
            (base, Kind::Int(n)) if base == call("complete", &[1]) => Some(call("switch", &[*n])),
            (base, _) => Some(Expr::call("hosts", vec![base, each.clone()])),
        },
        ("planes", Some(&[base, copies])) => match copies.kind {
            Kind::Int(1) => return add_all(all, factors(base), 1),
            _ => Some(Expr::call("planes", vec![normal_form(base), copies.clone()])),
        },
        ("blow", Some(&[base, n])) => match n.kind {
            Kind::Int(1) => return add_all(all, factors(base), 1),
            _ => Some(Expr::call("blow", vec![normal_form(base), n.clone()])),
        },
        ("width", Some(&[base, _, width])) if matches!(width.kind, Kind::Int(1)) => {
            return add_all(all, factors(base), 1);
        }
        ("lex", Some(&[a, b])) => match (normal_form(a), normal_form(b)) {
            (a, b) if is_complete(&a).is_some() && is_complete(&b).is_some() => {
                return add_clique(all, &a, &b, "lex");
            }
            (a, b) => Some(Expr::call("lex", vec![a, b])),
        },
        ("strong", Some(&[a, b])) => match (normal_form(a), normal_form(b)) {
            (a, b) if is_complete(&a).is_some() && is_complete(&b).is_some() => {
                return add_clique(all, &a, &b, "strong");
            }
            (a, b) => {
                let mut both = vec![a, b];
                both.sort_by_key(Expr::to_string);
                Some(Expr::call("strong", both))
            }
        },
        ("circulant", Some(&[n, steps])) => match (&n.kind, list(steps)) {
            (Kind::Int(n), Some(steps)) => circulant(*n, &steps),
            _ => None,
        },
        ("xgft" | "fattree" | "clos" | "karytree", Some(_)) => match tree(given) {
            Some(Ok(tree)) => Some(tree),
            Some(Err(leaves)) => return add(all, call("switch", &[leaves]), 1),
            None => None,
        },
        _ => None,
    };
    let whole = || Expr::new(Kind::Call(without_defaults(given)));
    add(all, made.unwrap_or_else(whole), 1);
}

/// The size of a complete graph, also of a single node.
fn is_complete(expr: &Expr) -> Option<u64> {
    match &expr.kind {
        Kind::Call(call) if call.name == "complete" => integers(call).filter(|n| n.len() == 1).map(|n| n[0]),
        _ => None,
    }
}

/// A lexicographic or strong product of complete graphs is complete.
fn add_clique(all: &mut Factors, a: &Expr, b: &Expr, name: &str) {
    match is_complete(a).zip(is_complete(b)).and_then(|(a, b)| a.checked_mul(b)) {
        Some(n) => add_line(all, "complete", n),
        None => add(all, Expr::call(name, vec![a.clone(), b.clone()]), 1),
    }
}

/// An iterated dual of one base, or a dual of two.
fn add_dual(all: &mut Factors, a: Expr, b: Option<Expr>, levels: u64) {
    if levels == 0 {
        return add_all(all, factors(&a), 1);
    }
    let single = call("complete", &[1]);
    let (mut base, mut levels) = match b.filter(|b| *b != a) {
        Some(b) => {
            let mut both = vec![a, b];
            both.sort_by_key(Expr::to_string);
            let dual = Expr::call("dual", both);
            if levels == 1 {
                return add(all, dual, 1);
            }
            (dual, levels - 1)
        }
        None => (a, levels),
    };
    if base == single && levels > 0 {
        (base, levels) = (call("complete", &[2]), levels - 1);
    }
    // The dual of a single link is a ring of eight nodes.
    if base == call("complete", &[2]) && levels > 0 {
        (base, levels) = (call("ring", &[8]), levels - 1);
    }
    if levels == 0 {
        return add_all(all, factors(&base), 1);
    }
    // Levels that are below already.
    if let Kind::Call(below) = &base.kind {
        match (below.name.as_str(), below.args.as_slice()) {
            ("dual", [inner]) => (base, levels) = (inner.value.clone(), levels.saturating_add(1)),
            ("rdn", [inner, Arg { value: Expr { kind: Kind::Int(more), .. }, .. }]) => {
                (base, levels) = (inner.value.clone(), levels.saturating_add(*more));
            }
            _ => {}
        }
    }
    let made = match levels {
        1 => Expr::call("dual", vec![base]),
        _ => Expr::call("rdn", vec![base, Expr::int(levels)]),
    };
    add(all, made, 1);
}

/// A call without arguments that have their defaults.
fn without_defaults(given: &Call) -> Call {
    let mut call = given.clone();
    let numbers: Vec<Option<u64>> = given
        .args
        .iter()
        .take(2)
        .map(|arg| match (&arg.name, &arg.value.kind) {
            (None, Kind::Int(n)) => Some(*n),
            _ => None,
        })
        .collect();
    if let ("dragonfly" | "megafly", &[Some(a), Some(h)]) = (given.name.as_str(), numbers.as_slice()) {
        let all_groups = a.checked_mul(h).and_then(|links| links.checked_add(1));
        let usual = |arg: &Arg| match (arg.name.as_deref(), &arg.value.kind) {
            (Some("groups"), Kind::Int(groups)) => Some(*groups) == all_groups,
            (Some("arrangement"), Kind::Text(text)) => text == "palmtree",
            (Some("arrangement"), Kind::Word(text)) => text == "palmtree",
            _ => false,
        };
        call.args.retain(|arg| !usual(arg));
    }
    call
}

/// A circulant with its least steps.
fn circulant(n: u64, steps: &[u64]) -> Option<Expr> {
    let least = |unit: u64| {
        let mut steps: Vec<u64> = steps
            .iter()
            .map(|&step| {
                let step = (u128::from(step) * u128::from(unit) % u128::from(n)) as u64;
                step.min(n - step)
            })
            .collect();
        steps.sort_unstable();
        steps.dedup();
        // A step of 0 leads nowhere, but the list has to have a step.
        if steps.len() > 1 && steps[0] == 0 {
            steps.remove(0);
        }
        steps
    };
    if n == 0 {
        return None;
    }
    let most = if n <= MAX_UNITS { n / 2 } else { 1 };
    let units = (1..=most.max(1)).filter(|&unit| num_integer::gcd(unit, n) == 1);
    let steps = units.map(least).min()?;
    match steps.as_slice() {
        [1] if n > 4 => Some(call("ring", &[n])),
        steps => {
            let steps = steps.iter().map(|&step| Expr::int(step)).collect();
            Some(Expr::call("circulant", vec![Expr::int(n), Expr::new(Kind::List(steps))]))
        }
    }
}

/// A tree by its shortest name; as an error the endpoints of a tree that is one switch.
fn tree(given: &Call) -> Option<Result<Expr, u64>> {
    let (children, parents) = match (given.name.as_str(), integers(given).as_deref()) {
        ("fattree", Some(&[k])) if k >= 2 && k.is_multiple_of(2) => {
            (vec![k / 2, k / 2, k], vec![1, k / 2, k / 2])
        }
        ("clos", Some(&[hosts, leaves, spines])) => (vec![hosts, leaves], vec![1, spines]),
        ("karytree", Some(&[k, n @ 1..=64])) => {
            let mut parents = vec![k; n as usize];
            parents[0] = 1;
            (vec![k; n as usize], parents)
        }
        ("xgft", None) => match positional(given)?.as_slice() {
            [children, parents] => (list(children)?, list(parents)?),
            _ => return None,
        },
        _ => return None,
    };
    Some(match (children.as_slice(), parents.as_slice()) {
        (&[n], &[1]) => Err(n),
        (&[a, b, k], &[1, c, d]) if a == b && a == c && a == d && Some(k) == a.checked_mul(2) => {
            Ok(call("fattree", &[k]))
        }
        (&[hosts, leaves], &[1, spines]) => Ok(call("clos", &[hosts, leaves, spines])),
        _ => {
            let list =
                |numbers: &[u64]| Expr::new(Kind::List(numbers.iter().map(|&n| Expr::int(n)).collect()));
            Ok(Expr::call("xgft", vec![list(&children), list(&parents)]))
        }
    })
}

/// More equal factors than these are written as a power.
const MAX_WRITTEN: u64 = 64;

/// The product of factors: cubes, tori, HyperX and meshes by their names, then all others.
fn product(all: Factors) -> Expr {
    let mut lines: BTreeMap<&str, Vec<(u64, u64)>> = BTreeMap::new();
    let mut others: Vec<Expr> = Vec::new();
    let mut small = [0, 0, 0, 0];
    for (factor, count) in all.values() {
        let sized = match &factor.kind {
            Kind::Call(call) => integers(call).map(|numbers| (call.name.as_str(), numbers)),
            _ => None,
        };
        match sized.as_ref().map(|(name, numbers)| (*name, numbers.as_slice())) {
            Some(("complete", &[n @ 2..=3])) => small[n as usize] += count,
            Some((name @ ("ring" | "path" | "complete"), &[n])) if *count <= MAX_WRITTEN => {
                let name =
                    ["ring", "path", "complete"].into_iter().find(|line| *line == name).unwrap_or("ring");
                lines.entry(name).or_default().push((n, *count));
            }
            Some(("switch", &[n])) if *count > 1 => others.push(call("bcube", &[n, count - 1])),
            _ if *count > 1 => {
                let power = Power { exponent: *count, span: 0..0 };
                others.push(Expr::new(Kind::Power(Box::new(factor.clone()), power)));
            }
            _ => others.push(factor.clone()),
        }
    }
    let mut written: Vec<Expr> = Vec::new();
    // Links and triangles join the first of these products that there is; a square is a ring of four.
    let joined = match () {
        () if small[2] > MAX_WRITTEN || small[3] > MAX_WRITTEN => None,
        () if lines.contains_key("ring") => Some("ring"),
        () if lines.contains_key("complete") || small[3] > 0 => Some("complete"),
        () if lines.contains_key("path") => Some("path"),
        () => None,
    };
    if let Some(line) = joined.filter(|_| small[2] + small[3] > 0) {
        let of = lines.entry(line).or_default();
        match line {
            "ring" => of.extend([(2, small[2] % 2), (3, small[3]), (4, small[2] / 2)]),
            "complete" => of.extend([(2, small[2]), (3, small[3])]),
            _ => of.push((2, small[2])),
        }
    }
    for (line, word) in [("ring", "torus"), ("complete", "hyperx"), ("path", "mesh")] {
        let Some(sizes) = lines.get_mut(line) else { continue };
        sizes.sort_unstable();
        let sizes: Vec<u64> =
            sizes.iter().flat_map(|&(n, count)| std::iter::repeat_n(n, count as usize)).collect();
        match sizes.as_slice() {
            [] => {}
            &[n] => written.push(call(line, &[n])),
            sizes => written.push(call(word, sizes)),
        }
    }
    if joined.is_none() {
        match small[2] {
            0 => {}
            1 => written.push(call("complete", &[2])),
            d => written.push(call("hypercube", &[d])),
        }
        if small[3] > 0 {
            let power = Power { exponent: small[3], span: 0..0 };
            written.push(match small[3] {
                1 => call("complete", &[3]),
                _ => Expr::new(Kind::Power(Box::new(call("complete", &[3])), power)),
            });
        }
    }
    written.extend(others);
    match written.len() {
        0 => call("complete", &[1]),
        1 => written.swap_remove(0),
        _ => Expr::new(Kind::Product(written)),
    }
}
