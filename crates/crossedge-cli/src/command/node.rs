//! `crossedge node`: one node and its neighbours.

use crate::Outcome;
use crate::failure::Failure;
use crate::output::{head, id, table, write_json, write_table};
use crate::source::{self, Source};
use crossedge::net::Port;
use serde_json::{Value, json};
use std::io::Write;
use std::process::ExitCode;

/// Arguments of `node`.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The network, as in: rdn(torus(5,5), 2)
    #[arg(value_name = "EXPR")]
    pub expr: String,
    /// An id, or an address in the notation of the network, as in: (0,2,1)
    #[arg(value_name = "ID|ADDRESS")]
    pub node: String,
    /// List so many ports at most
    #[arg(long, value_name = "N", default_value_t = 64)]
    pub ports: u32,
    /// Answer as JSON
    #[arg(long)]
    pub json: bool,
}

/// More ports are not listed: each takes about a kilobyte on the way.
const MAX_PORTS: u32 = 1_000_000;

/// Shows a node in every notation, its ports and neighbours.
pub fn run(args: &Args) -> Outcome {
    let source = Source::read(&args.expr)?;
    let net = source.network()?;
    let v = source::node(net.as_ref(), &args.node)?;
    let classes = net.link_classes();
    let degree = net.degree(v);
    // A node of a large complete graph has millions of ports.
    let listed = degree.min(args.ports);
    if listed > MAX_PORTS {
        let message = format!("at most {MAX_PORTS} ports are listed, and here are {listed}");
        return Err(Failure::Limit(format!("{message}\nhelp: take --ports {MAX_PORTS}")));
    }
    if args.json {
        let port = |p: u32| {
            let (w, back) = net.link(v, Port(p));
            let class = net.link_class(v, Port(p));
            json!({
                "port": p,
                "node": id(w.0),
                "address": net.address(w).to_string(),
                "back_port": back.0,
                "link_class": classes[class],
                "link_level": class,
            })
        };
        let mut map = head("node", Some(&source.expr.to_string()));
        map.insert("node".to_owned(), id(v.0));
        map.insert("address".to_owned(), json!(net.address(v).to_string()));
        map.insert("notation".to_owned(), json!(net.notation()));
        map.insert("degree".to_owned(), json!(degree));
        map.insert("ports".to_owned(), (0..listed).map(port).collect());
        write_json(&Value::Object(map))?;
        return Ok(ExitCode::SUCCESS);
    }
    let mut out = crate::output::stdout();
    writeln!(out, "{}", source.expr)?;
    writeln!(out, "node {}", v.0)?;
    if net.notation() != "id" {
        writeln!(out, "{} = {}", net.notation(), net.address(v))?;
    }
    let mut rows = table(["port", "leads to", "address", "its port", "link"]);
    for p in 0..listed {
        let (w, back) = net.link(v, Port(p));
        let class = classes[net.link_class(v, Port(p))].clone();
        rows.add_row([p.to_string(), w.0.to_string(), net.address(w).to_string(), back.0.to_string(), class]);
    }
    write_table(&rows)?;
    if degree > listed {
        writeln!(out, "… {degree} ports in all; --ports N lists more")?;
    }
    Ok(ExitCode::SUCCESS)
}
