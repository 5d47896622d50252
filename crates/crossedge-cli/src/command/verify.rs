//! `crossedge verify`: every node and every link, nothing sampled.

use crate::Outcome;
use crate::failure::Failure;
use crate::figures::failure;
use crate::output::{grouped, head, id, write_json};
use crate::progress::Bars;
use crate::source::Source;
use crossedge::evidence::{Evidence, Known};
use crossedge::metrics::bfs::{self};
use crossedge::metrics::bisection::cut;
use crossedge::net::Faults;
use crossedge::net::{Node, Parts, Structure};
use crossedge::verify::{self, BadCut, No};
use num_bigint::BigUint;
use serde_json::{Map, Value, json};
use std::io::Write;
use std::process::ExitCode;

/// Arguments of `verify`.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The network, as in: rdn(torus(5,5), 2)
    #[arg(value_name = "EXPR")]
    pub expr: String,
    /// Answer as JSON
    #[arg(long)]
    pub json: bool,
}

/// What is checked, in the order in which it is told.
const LAWS: [&str; 5] = [
    "link is an involution",
    "neighbours are distinct",
    "addresses read back",
    "degrees are as claimed",
    "every node is reached",
];

/// Judges a network; exit code 1 and a counterexample when a law breaks.
pub fn run(args: &Args, bars: &Bars) -> Outcome {
    let source = Source::read(&args.expr)?;
    let net = source.network()?;
    let verdict = match verify::network(net.as_ref(), &source.shape.degrees(), bars)?.into_result() {
        Err(No::Undecided(limit)) => return Err(Failure::Limit(limit.to_string())),
        judged => judged,
    };
    let claims = match &verdict {
        Ok(_) => claims(&source, net.as_ref(), bars)?,
        Err(_) => Vec::new(),
    };
    let holds = verdict.is_ok() && claims.iter().all(|c| c.found == c.claimed);
    if args.json {
        let mut map = head("verify", Some(&source.expr.to_string()));
        map.insert("holds".to_owned(), json!(holds));
        match &verdict {
            Ok(v) => {
                map.insert("nodes".to_owned(), id(v.nodes));
                map.insert("links".to_owned(), id(v.links));
                let degrees: Map<_, _> = v.degrees.iter().map(|(d, c)| (d.to_string(), id(*c))).collect();
                map.insert("degree_counts".to_owned(), Value::Object(degrees));
                map.insert("eccentricity_of_node_0".to_owned(), id(v.eccentricity));
                map.insert("laws".to_owned(), json!(LAWS));
                map.insert("walked_pairs".to_owned(), id(v.walked.pairs));
                map.insert("walked_all_pairs".to_owned(), json!(v.walked.all));
                let claim = |c: &Claim| json!({"claim": c.what, "claimed": c.claimed, "found": c.found, "holds": c.found == c.claimed});
                map.insert("claims".to_owned(), claims.iter().map(claim).collect());
            }
            Err(refuted) => {
                map.insert("counterexample".to_owned(), json!(refuted.to_string()));
            }
        }
        write_json(&Value::Object(map))?;
    } else {
        let mut out = crate::output::stdout();
        writeln!(out, "{}", source.expr)?;
        match &verdict {
            Ok(v) => {
                for law in LAWS {
                    writeln!(out, "  holds: {law}")?;
                }
                writeln!(out, "  holds: whoever follows next_port arrives, {}", v.walked)?;
                for claim in &claims {
                    match claim.found == claim.claimed {
                        true => writeln!(out, "  holds: {}", claim.what)?,
                        false => writeln!(
                            out,
                            "  refuted: {}: claimed {}, found {}",
                            claim.what, claim.claimed, claim.found
                        )?,
                    }
                }
                let (nodes, links) = (grouped(&v.nodes.into()), grouped(&v.links.into()));
                writeln!(out, "checked {nodes} nodes and {links} links, each from both ends")?;
            }
            Err(refuted) => writeln!(out, "  refuted: {refuted}")?,
        }
    }
    Ok(if holds { ExitCode::SUCCESS } else { ExitCode::from(1) })
}

/// A figure that a theorem gives, and what a count gives.
struct Claim {
    what: String,
    claimed: String,
    found: String,
}

/// What is claimed of distances, held against another computation, and the cut that bounds the bisection, recounted. A closed form, or a
/// theorem over parts that were searched, is held against a search of the whole: from one node of a symmetric network, or from all nodes
/// of a small one. A stored graph is searched to begin with, and so its distances are held against its links.
fn claims(source: &Source, net: &dyn Structure, bars: &Bars) -> Result<Vec<Claim>, Failure> {
    const ALL_PAIRS: u64 = 1 << 15;
    let shape = source.shape.as_ref();
    let dead = Faults::none();
    let mut out = Vec::new();
    let text = |counts: &[BigUint]| counts.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ");
    if let Some(Known { value: distances, evidence }) = shape.distances() {
        let subject = match evidence {
            Evidence::Proved(_) => "closed form",
            _ => "theorem over searched parts",
        };
        let searched = !matches!(evidence, Evidence::Proved(_)) && matches!(net.parts(), Parts::Leaf(_));
        if searched && net.nodes() <= ALL_PAIRS {
            let what = "distances between all nodes, search of the stored graph against its links".to_owned();
            let found = match verify::distances(net, bars)?.into_result() {
                Ok(counts) => text(&counts.into_iter().map(BigUint::from).collect::<Vec<_>>()),
                Err(wrong) => wrong.to_string(),
            };
            out.push(Claim { what, claimed: text(&distances.pairs()), found });
        } else if shape.node_symmetric().is_some() {
            let levels = bfs::levels(net, Node(0), &dead, bars).map_err(failure)?;
            let found: Vec<BigUint> = levels.counts.iter().map(|&c| distances.sources() * c).collect();
            let what = format!("distances from node 0, {subject} against search");
            out.push(Claim { what, claimed: text(distances.counts()), found: text(&found) });
        } else if net.nodes() <= ALL_PAIRS {
            let pairs = bfs::all_pairs(net, &dead, bars).map_err(failure)?;
            let found: Vec<BigUint> = pairs.counts.iter().map(|&c| c.into()).collect();
            let what = format!("distances between all nodes, {subject} against search");
            out.push(Claim { what, claimed: text(&distances.pairs()), found: text(&found) });
        }
    }
    if let Some(cut) = cut(shape)
        && let Some(side) = cut.side
    {
        let links = u64::try_from(&cut.links).unwrap_or(u64::MAX);
        let found = match verify::cut(net, &|v| side.holds(net, v), links, bars)?.into_result() {
            Ok(counted) => format!("{} links between even halves", counted.links),
            Err(No::Refuted(bad @ BadCut::Links { .. })) => {
                format!("{} links between even halves", bad.counted().links)
            }
            Err(no) => no.to_string(),
        };
        let what = format!("a cut into halves of {} links ({}), recounted", cut.links, side.describe());
        let claimed = format!("{} links between even halves", cut.links);
        out.push(Claim { what, claimed, found });
    }
    Ok(out)
}
