//! The constructions `re` and `ccc`: from arguments to frames, unit and pivots.

use super::part::{ExpansionPart, store_part};
use super::shape::Expansion;
use crate::families::complete::Complete;
use crate::families::ring::Ring;
use crate::language::elaborate::part_shape;
use crate::net::shape::Shape;
use crate::net::{Args, Entry, describe, is_network};
use crossedge_core::expr::{Error, Expr, Kind};
use std::collections::HashSet;
use std::sync::Arc;

/// The catalog entry of `re`.
pub const RE: Entry = Entry {
    name: "re",
    signature: "re(F, U, r, policy=diameter|degree|aligned)",
    summary: "recursive expansion: frame F (or a list of frames), unit U, r phases; pivots=[[…],…] gives the pivots by hand",
    paper: "Shen, Back, Construction of large-size interconnection networks with high performance (RE, 1993)",
    examples: &[
        "re(ring(4), ring(3), 3)",
        "re(ring(4), ring(4), 2, policy=degree)",
        "re(hypercube(2), ring(4), 2, policy=aligned)",
        "re([ring(5), complete(4), path(3)], ring(4))",
        "re(path(3), path(3), 1, pivots=[[0,2]])",
    ],
    build,
};

/// The catalog entry of `ccc`.
pub const CCC: Entry = Entry {
    name: "ccc",
    signature: "ccc(n)",
    summary: "cube-connected cycles: re(complete(2), ring(n), n)",
    paper: "Preparata, Vuillemin, The cube-connected cycles: a versatile network for parallel computation, CACM 24 (1981)",
    examples: &["ccc(4)", "ccc(3)", "ccc(2)", "ccc(1)"],
    build: |args| {
        let n = args.int("n", 1)?;
        if n > MAX_PHASES {
            let message = format!("ccc needs n of at most {MAX_PHASES}, found {n}");
            return Err(Error::limit(message, args.span()));
        }
        let frame = store_part(Arc::new(Complete::new(2)), "the frame", args.work(), args.span())?;
        let unit = store_part(Arc::new(Ring::new(n)), "the unit", args.work(), args.span())?;
        let frame = Arc::new(frame);
        let phases = vec![frame; n as usize];
        let pivots = (0..n).map(|i| vec![i as usize]).collect();
        Ok(Arc::new(Expansion::new(unit, phases, pivots, false, args.work(), args.span())?))
    },
};

/// More phases than this are refused.
const MAX_PHASES: u64 = 4096;

fn build(args: &mut Args<'_>) -> Result<Arc<dyn Shape>, Error> {
    let frame = args.required("F")?;
    let mut frames = Vec::new();
    match &frame.kind {
        Kind::List(items) => {
            for item in items {
                if !is_network(item) {
                    return Err(args.wrong(item, "a frame", "a network"));
                }
                let shape = part_shape(item, args.work())?;
                frames.push(Arc::new(store_part(shape, "a frame", args.work(), item.span.clone())?));
            }
        }
        _ if is_network(frame) => {
            let shape = part_shape(frame, args.work())?;
            frames.push(Arc::new(store_part(shape, "the frame", args.work(), frame.span.clone())?));
        }
        _ => return Err(args.wrong(frame, "F", "a network or a list of networks")),
    }
    let unit_at = args.required("U")?;
    if !is_network(unit_at) {
        return Err(args.wrong(unit_at, "U", "a network"));
    }
    let unit = part_shape(unit_at, args.work())?;
    let unit = store_part(unit, "the unit", args.work(), unit_at.span.clone())?;
    let is_list = matches!(frame.kind, Kind::List(_));
    let too_many = |r: u64| {
        Error::limit(
            format!("re has at most {MAX_PHASES} phases, found {r}"),
            frame.span.start..unit_at.span.end,
        )
    };
    if frames.len() as u64 > MAX_PHASES {
        return Err(too_many(frames.len() as u64));
    }
    if !is_list || args.remaining_positional() > 0 {
        let r = args.int("r", 0)?;
        if r > MAX_PHASES {
            return Err(too_many(r));
        }
        match is_list {
            true if r != frames.len() as u64 => {
                let message = format!("{} frames are given for {r} phases", frames.len());
                return Err(Error::usage(message, frame.span.clone()).help("give one frame per phase"));
            }
            true => {}
            false => frames = vec![frames[0].clone(); r as usize],
        }
    }
    let policy = args.named("policy");
    let word = match policy.map(|p| &p.kind) {
        None => None,
        Some(Kind::Word(word)) => Some(word.as_str()),
        Some(_) => return Err(unknown_policy(policy)),
    };
    let n_u = unit.table.nodes() as usize;
    let given = args.named("pivots");
    let pivots = match (given, word) {
        (Some(given), None) => explicit_pivots(args, given, frames.len(), n_u)?,
        (Some(given), Some(_)) => {
            return Err(Error::usage("re takes policy or pivots, not both", given.span.clone())
                .help("leave out one of the two"));
        }
        (None, None | Some("diameter")) => (0..frames.len()).map(|i| vec![i % n_u]).collect(),
        (None, Some("degree" | "aligned")) => phase_blocks(&frames, n_u),
        (None, Some(_)) => return Err(unknown_policy(policy)),
    };
    let aligned = word == Some("aligned");
    Ok(Arc::new(Expansion::new(unit, frames, pivots, aligned, args.work(), args.span())?))
}

fn unknown_policy(policy: Option<&Expr>) -> Error {
    let written = policy.map(describe).unwrap_or_default();
    let span = policy.map(|p| p.span.clone()).unwrap_or_default();
    Error::usage(format!("unknown policy {written}"), span)
        .help("the policies are diameter, degree and aligned; or give pivots=[[…],…]")
}

/// The blocks of PSS_sd: the last s = r - λ·n_u phases share the unit out.
fn phase_blocks(frames: &[Arc<ExpansionPart>], n_u: usize) -> Vec<Vec<usize>> {
    let r = frames.len();
    let first_shared = if r == 0 { 0 } else { (r - 1) / n_u * n_u };
    let s = r - first_shared;
    let widest = frames[first_shared..].iter().map(|f| f.degree).max().unwrap_or(0);
    let stride = n_u.checked_div(s).unwrap_or(0).min(widest);
    (0..r)
        .map(|i| {
            let k = i % n_u;
            if i < first_shared {
                return vec![k];
            }
            // A frame of one node has no links; its block still needs a place.
            let size = stride.min(frames[i].degree).max(1);
            (k * stride..k * stride + size).collect()
        })
        .collect()
}

const PIVOTS_EXAMPLE: &str = "write one list of unit nodes per phase, e.g. pivots=[[0],[1,2]]";

/// Pivots as the user gives them, compared with the unit.
fn explicit_pivots(args: &Args<'_>, given: &Expr, r: usize, n_u: usize) -> Result<Vec<Vec<usize>>, Error> {
    let Kind::List(phases) = &given.kind else {
        return Err(args.wrong(given, "pivots", "a list of lists").help(PIVOTS_EXAMPLE));
    };
    if phases.len() != r {
        let message = format!("pivots are given for {} phases, and there are {r}", phases.len());
        return Err(Error::usage(message, given.span.clone()).help(PIVOTS_EXAMPLE));
    }
    let mut out = Vec::new();
    for phase in phases {
        let Kind::List(items) = &phase.kind else {
            return Err(args.wrong(phase, "each phase of pivots", "a list").help(PIVOTS_EXAMPLE));
        };
        let mut pivots = Vec::new();
        let mut seen = HashSet::new();
        for item in items {
            match item.kind {
                Kind::Int(p) if p < n_u as u64 && seen.insert(p) => pivots.push(p as usize),
                Kind::Int(p) if p < n_u as u64 => {
                    return Err(Error::usage(format!("duplicate pivot {p} in the phase"), item.span.clone())
                        .help("keep one of the two"));
                }
                _ => {
                    let message =
                        format!("a pivot is a node of the unit, 0 to {}, found {}", n_u - 1, describe(item));
                    return Err(Error::usage(message, item.span.clone()).help("write ids of the unit"));
                }
            }
        }
        if pivots.is_empty() {
            return Err(
                Error::usage("a phase needs at least one pivot", phase.span.clone()).help(PIVOTS_EXAMPLE)
            );
        }
        out.push(pivots);
    }
    Ok(out)
}
