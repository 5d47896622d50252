//! One packet around given faults.

use super::{Args, faults};
use crate::Outcome;
use crate::failure::Failure;
use crate::output::{evidence, head, id, write_json};
use crate::progress::Bars;
use crate::source::Source;
use crossedge::evidence::{Evidence, Known};
use crossedge::net::{Faults, Faulty};
use crossedge::net::{Node, Structure};
use crossedge::route::fault::{End, Journey, Router};
use crossedge::route::{MAX_SEEN, NoRoute, shortest};
use crossedge::verify;
use serde_json::{Value, json};
use std::io::Write;
use std::process::ExitCode;

/// Sends the packet; exit code 1 when it does not arrive.
pub fn run(
    args: &Args,
    source: &Source,
    net: &dyn Structure,
    (from, to): (Node, Node),
    bars: &Bars,
) -> Outcome {
    let dead = faults(args, net)?;
    if dead.node(from) {
        return Err(Failure::Usage(format!("node {} is dead, and sends nothing", from.0)));
    }
    let journey = Router::with_search(net, args.search).route(from, to, &dead);
    let delivered = (journey.end == End::Delivered).then_some(to);
    verify::journey(net, from, delivered, &dead, &journey.path)
        .map_err(|bad| Failure::Internal(bad.to_string()))?;
    let around = around(net, from, to, &dead, bars)?;
    if args.json {
        write(source, (from, to), &dead, &journey, around.as_ref())?;
    } else {
        show(source, net, (from, to), &dead, &journey, around.as_ref())?;
    }
    Ok(if journey.end == End::Delivered { ExitCode::SUCCESS } else { ExitCode::from(1) })
}

/// The distance in what is left; none when there is no way, or when the search would be too large.
fn around(
    net: &dyn Structure,
    from: Node,
    to: Node,
    dead: &Faults,
    bars: &Bars,
) -> Result<Option<Known<u64>>, Failure> {
    if dead.node(to) {
        return Ok(None);
    }
    match shortest(&Faulty::new(net, dead), from, to, MAX_SEEN, bars) {
        Ok(found) => {
            let evidence = Evidence::computed(format!("search around all faults, {} nodes seen", found.seen));
            Ok(Some(Known::new(found.hops.len() as u64, evidence)))
        }
        Err(NoRoute::Stopped) => Err(Failure::Interrupted),
        Err(_) => Ok(None),
    }
}

/// How it ended, as a word.
fn end(journey: &Journey) -> &'static str {
    match journey.end {
        End::Delivered => "delivered",
        End::Blocked => "blocked",
        End::TargetDead => "target dead",
    }
}

fn write(
    source: &Source,
    (from, to): (Node, Node),
    dead: &Faults,
    journey: &Journey,
    around: Option<&Known<u64>>,
) -> Result<(), Failure> {
    let nodes = |faults: &Faults| faults.nodes().map(|v| id(v.0)).collect::<Vec<Value>>();
    let links = |faults: &Faults| faults.links().map(|(v, w)| json!([id(v.0), id(w.0)])).collect::<Vec<_>>();
    let mut map = head("fault", Some(&source.expr.to_string()));
    let mut put = |key: &str, value: Value| map.insert(key.to_owned(), value);
    put("from", id(from.0));
    put("to", id(to.0));
    put("dead_nodes", nodes(dead).into());
    put("dead_links", links(dead).into());
    put("end", json!(end(journey)));
    put("hops", id(journey.hops()));
    let figure = |f: &Known<u64>| json!({"value": id(f.value), "evidence": evidence(&f.evidence)});
    put("distance", around.map_or(Value::Null, figure));
    put("path", journey.path.iter().map(|v| id(v.0)).collect());
    put("met_nodes", nodes(&journey.met).into());
    put("met_links", links(&journey.met).into());
    put("plans", json!(journey.plans));
    write_json(&Value::Object(map))?;
    Ok(())
}

fn show(
    source: &Source,
    net: &dyn Structure,
    (from, to): (Node, Node),
    dead: &Faults,
    journey: &Journey,
    around: Option<&Known<u64>>,
) -> Result<(), Failure> {
    let name = |v: Node| match net.notation() {
        notation if notation == "id" => v.0.to_string(),
        _ => format!("{} = {}", v.0, net.address(v)),
    };
    let mut out = crate::output::stdout();
    let (nodes, links) = (dead.nodes().len(), dead.links().len());
    writeln!(out, "{}", source.expr)?;
    writeln!(out, "from {} to {}; dead nodes: {nodes}, dead links: {links}", name(from), name(to))?;
    let ids: Vec<String> = journey.path.iter().map(|v| v.0.to_string()).collect();
    writeln!(out, "path  {}", ids.join(" "))?;
    let met = match journey.met.is_empty() {
        true => "nothing".to_owned(),
        false => journey.met.to_string().replace(',', " "),
    };
    writeln!(out, "met   {met}")?;
    writeln!(out, "plans {}", journey.plans)?;
    let hops = journey.hops();
    writeln!(
        out,
        "{} {} {hops} hops",
        end(journey),
        if journey.end == End::Delivered { "in" } else { "after" }
    )?;
    if let Some(around) = around {
        writeln!(out, "the distance around the faults is {} ({})", around.value, around.evidence)?;
    }
    if let Some(distance) = net.distance(from, to) {
        writeln!(out, "the distance without faults is {distance}")?;
    }
    Ok(())
}
