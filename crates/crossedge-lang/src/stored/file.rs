//! `file("x.graphml")`: the graph in a file, read by the loader of the caller. The suffix gives the format: see [`INPUTS`]. It may be disconnected. With
//! `endpoints=host` the adapters of a host are one endpoint ([`Fabric::by_host`]). No paper.

use super::cable_list::cable_list;
use super::containerlab::containerlab;
use super::devices::json;
use super::fabric::{Fabric, FabricCable, FabricNode};
use super::grouping::{Grouped, grouped};
use super::ibnetdiscover::ibnetdiscover;
use super::machine::{Bundle, Cabled};
use super::matrix_market::matrix_market;
use super::nccl::nccl_topology;
use super::read::{ReadError, ReadGraph, edge_list, graphml, named_edge_list};
use super::slurm::{slurm_conf, slurm_yaml};
use crate::language::budget::MAX_WORK;
use crate::net::{Args, Entry, Shape};
use crossedge_core::expr::{Error, Expr, Kind};
use crossedge_core::net::stored::names::ListedNames;
use crossedge_core::net::stored::table::{Stored, Table};
use std::sync::Arc;

/// The catalog entry.
pub const ENTRY: Entry = Entry {
    name: "file",
    signature: "file(\"name.graphml\", endpoints=adapter|host)",
    summary: "graph read from a file, by suffix: GraphML, JSON, edge or cable list, ibnetdiscover, Slurm, containerlab",
    paper: "none",
    examples: &["file(\"petersen.graphml\")", "file(\"petersen.edges\")"],
    build,
};

/// Size limit of files, in bytes: a fabric of several hundred thousand cables. A loader need not read more than one byte beyond.
pub const MAX_FILE: u64 = 4 * MAX_WORK;

/// A reader.
#[derive(Clone, Copy)]
enum FileReader {
    /// A graph, without ports.
    Graph(fn(&[u8]) -> Result<ReadGraph, ReadError>),
    /// Cables between nodes with roles.
    Fabric(fn(&[u8]) -> Result<Fabric, ReadError>),
    /// XML: GraphML, or the topology file of NCCL if it begins with `<system`.
    Xml,
}

impl FileReader {
    fn read(self, bytes: &[u8]) -> Result<Contents, ReadError> {
        match self {
            FileReader::Graph(read) => Ok(Contents::Graph(read(bytes)?)),
            FileReader::Fabric(read) => Ok(Contents::Fabric(read(bytes)?)),
            FileReader::Xml => {
                let text = String::from_utf8_lossy(bytes);
                let [system, graph] = ["<system", "<graphml"].map(|tag| text.find(tag).unwrap_or(text.len()));
                match system < graph {
                    true => Ok(Contents::Fabric(nccl_topology(bytes)?)),
                    false => Ok(Contents::Graph(graphml(bytes)?)),
                }
            }
        }
    }
}

/// The contents of a file.
enum Contents {
    Graph(ReadGraph),
    Fabric(Fabric),
}

/// A format that is read.
pub struct InputFormat {
    /// The name.
    pub name: &'static str,
    /// Ends of file names that mean this format.
    pub suffixes: &'static [&'static str],
    /// The contents that are kept.
    pub kept: &'static str,
    /// The contents that are not read, or not in the file.
    pub lost: &'static str,
    /// The expected form of a file, for errors.
    help: &'static str,
    reader: FileReader,
}

/// The formats that are read, longer suffixes before those that they end in.
pub static INPUTS: &[InputFormat] = &[
    InputFormat {
        name: "GraphML",
        suffixes: &[".graphml"],
        kept: "ids, roles, widths",
        lost: "ports, rates, other attributes",
        help: "GraphML is read with one graph of nodes and undirected edges (edgedefault=\"undirected\")",
        reader: FileReader::Graph(graphml),
    },
    InputFormat {
        name: "NCCL topology",
        suffixes: &[".nccl.xml"],
        kept: "GPUs, interfaces, PCI and NVLink switches, rates",
        lost: "affinities, latencies",
        help: "what NCCL writes to NCCL_TOPO_DUMP_FILE is read",
        reader: FileReader::Fabric(nccl_topology),
    },
    InputFormat {
        name: "XML",
        suffixes: &[".xml"],
        kept: "as GraphML, or as a NCCL topology",
        lost: "as GraphML, or as a NCCL topology",
        help: "GraphML is read with one graph of nodes and undirected edges (edgedefault=\"undirected\")",
        reader: FileReader::Xml,
    },
    InputFormat {
        name: "edge list",
        suffixes: &[".edges", ".el", ".txt"],
        kept: "ids; endpoints and widths where a comment or attributes have them",
        lost: "ports, rates",
        help: "an edge list has one link a line, e.g. 0 1",
        reader: FileReader::Graph(edge_list),
    },
    InputFormat {
        name: "edge list with names",
        suffixes: &[".edgelist"],
        kept: "names; widths where attributes have them",
        lost: "roles, ports, rates",
        help: "an edge list has one link a line, e.g. 0 1",
        reader: FileReader::Graph(named_edge_list),
    },
    InputFormat {
        name: "cable list, NetBox export",
        suffixes: &[".csv", ".tsv"],
        kept: "names, roles, ports, widths, rates, racks",
        lost: "other columns",
        help: "a cable list has a header with A-Node, A-Port, Z-Node, Z-Port, and one cable a line",
        reader: FileReader::Fabric(cable_list),
    },
    InputFormat {
        name: "ibnetdiscover",
        suffixes: &[".ibnet", ".ibnetdiscover"],
        kept: "names, GUIDs, LIDs, roles, ports, trunks, rates",
        lost: "aggregation nodes, chassis",
        help: "what ibnetdiscover prints is read: a record of every Switch and Ca, with a line for every port",
        reader: FileReader::Fabric(ibnetdiscover),
    },
    InputFormat {
        name: "JSON: node-link, LLDP, SONiC",
        suffixes: &[".json"],
        kept: "names, roles, trunks; widths (node-link); interfaces (LLDP, SONiC); rates (SONiC)",
        lost: "other keys",
        help: "node-link JSON of networkx, LLDP neighbors (lldpcli -f json show neighbors) and config_db.json of SONiC are read",
        reader: FileReader::Fabric(json),
    },
    InputFormat {
        name: "Matrix Market",
        suffixes: &[".mtx"],
        kept: "widths; endpoints where a comment has them",
        lost: "names, ports, rates",
        help: "Matrix Market is read with a symmetric matrix of coordinates",
        reader: FileReader::Fabric(matrix_market),
    },
    InputFormat {
        name: "Slurm topology.conf",
        suffixes: &["topology.conf"],
        kept: "names of hosts and switches, the tree or the blocks",
        lost: "link speeds; Slurm has no trunks",
        help: "topology.conf of Slurm, and what scontrol show topology prints, are read",
        reader: FileReader::Fabric(slurm_conf),
    },
    InputFormat {
        name: "Slurm topology.yaml",
        suffixes: &["topology.yaml"],
        kept: "names of hosts and switches, the tree or the blocks",
        lost: "other topologies of the file",
        help: "topology.yaml of Slurm is read: a tree of switches, or blocks",
        reader: FileReader::Fabric(slurm_yaml),
    },
    InputFormat {
        name: "containerlab",
        suffixes: &[".clab.yml", ".clab.yaml"],
        kept: "names, interfaces, parallel links; roles by kind or label",
        lost: "images, configurations, links to the machine of the lab",
        help: "a topology file of containerlab has nodes and links under topology",
        reader: FileReader::Fabric(containerlab),
    },
    InputFormat {
        name: "folder of LLDP or SONiC files",
        suffixes: &["/"],
        kept: "as JSON: one file for each device, called by its name",
        lost: "as JSON",
        help: "a folder has one JSON file for each device, called by its name: LLDP neighbors or config_db.json of SONiC",
        reader: FileReader::Fabric(json),
    },
];

/// The format of a file name.
fn format_of(name: &str) -> Option<&'static InputFormat> {
    let lower = name.to_ascii_lowercase();
    INPUTS.iter().find(|format| format.suffixes.iter().any(|suffix| lower.ends_with(suffix)))
}

/// The reader of a file name, and its format; the error lists the extensions.
fn reader(name: &str) -> Result<(FileReader, &'static str), [String; 2]> {
    match format_of(name) {
        Some(format) => Ok((format.reader, format.help)),
        None => {
            let suffixes = INPUTS
                .iter()
                .flat_map(|format| format.suffixes.iter().copied())
                .collect::<Vec<_>>()
                .join(", ");
            let message = format!("the suffix of {name:?} names no format that is read");
            Err([message, format!("suffixes that are read: {suffixes}")])
        }
    }
}

/// The cables in a file, by the suffix of its name, and whether it describes a discovered fabric, with names and ports of its own. A graph has
/// cables without ports. The error names the problem and the supported formats.
pub fn fabric_of(name: &str, bytes: &[u8]) -> Result<(Fabric, bool), [String; 2]> {
    let (reader, what) = reader(name)?;
    let wrong = |error: ReadError| [format!("{name}: {error}"), what.to_owned()];
    match reader.read(bytes).map_err(wrong)? {
        Contents::Fabric(fabric) => {
            let discovered = fabric.discovered;
            Ok((fabric.without_aggregation(), discovered))
        }
        Contents::Graph(graph) => {
            let names = graph.names.unwrap_or_else(|| (0..graph.nodes).map(|v| v.to_string()).collect());
            let switch = |id: u64| graph.endpoints.map(|endpoints| id >= endpoints);
            let nodes = (0..).zip(names);
            let nodes = nodes.map(|(id, name)| FabricNode {
                id: name.clone(),
                name,
                switch: switch(id),
                aggregation: false,
                place: None,
            });
            let nodes = nodes.collect();
            let cable = |(a, b): (u64, u64)| FabricCable {
                ends: [(a as u32, None), (b as u32, None)],
                line: 1,
                width: graph.widths.get(&(a, b)).copied(),
                rate: None,
            };
            let cables = graph.edges.into_iter().map(cable).collect();
            Ok((Fabric { nodes, cables, ..Fabric::default() }, false))
        }
    }
}

/// Returns `true` if the suffix of a name is that of a format that `file("…")` reads.
pub fn is_graph_file(name: &str) -> bool {
    format_of(name).is_some()
}

fn build(args: &mut Args<'_>) -> Result<Arc<dyn Shape>, Error> {
    let value = args.required("name")?;
    let Kind::Text(name) = &value.kind else {
        return Err(args.wrong(value, "name", "a string in double quotes"));
    };
    let hosts = match args.named("endpoints") {
        None => None,
        Some(given) => match &given.kind {
            Kind::Word(word) if word == "host" => Some(given),
            Kind::Word(word) if word == "adapter" => None,
            _ => return Err(args.wrong(given, "endpoints", "adapter or host")),
        },
    };
    let (reader, format) =
        reader(name).map_err(|[message, help]| Error::usage(message, value.span.clone()).help(help))?;
    let input = |why: String| Error::input(format!("{name}: {why}"), value.span.clone());
    let bytes =
        args.work().read(name).map_err(|why| input(why).help("names count from the current directory"))?;
    if bytes.len() as u64 > MAX_FILE {
        let message = format!("{name} is too large: the limit is {MAX_FILE} bytes");
        return Err(
            Error::limit(message, value.span.clone()).help("take a smaller graph, or a rule that builds it")
        );
    }
    args.work().spend(bytes.len() as u64 / 4, &value.span)?;
    let mend = |why: String| input(why).help(format);
    let no_hosts = |given: &Expr, why: String| {
        Error::usage(format!("{name}: {why}"), given.span.clone()).help(
            "endpoints=host needs adapters that are named like \"dgx-04 mlx5_5\": the host, then the device",
        )
    };
    let graph = match (reader.read(&bytes).map_err(|error| mend(error.to_string()))?, hosts) {
        (Contents::Graph(graph), None) => graph,
        (Contents::Fabric(fabric), None) => return cabled(grouped(fabric)).map_err(mend),
        (Contents::Graph(_), Some(given)) => {
            return Err(no_hosts(given, "a graph has no adapters".to_owned()));
        }
        (Contents::Fabric(fabric), Some(given)) => {
            let fabric = fabric.without_aggregation().by_host().map_err(|why| no_hosts(given, why))?;
            return cabled(grouped(fabric)).map_err(mend);
        }
    };
    let ReadGraph { nodes, edges, names, endpoints, widths } = graph;
    let table = Table::from_edges(nodes, edges).map_err(mend)?.named(names.and_then(ListedNames::new));
    if endpoints.is_none() && widths.is_empty() {
        return Ok(Arc::new(Stored::new(table)));
    }
    let bundle = |(link, cables)| (link, Bundle::of_equal(cables, cables));
    let bundles = widths.into_iter().map(bundle).collect();
    Ok(Arc::new(Cabled::new(table, endpoints.unwrap_or(nodes), 1, &bundles, Vec::new()).map_err(mend)?))
}

/// The network of a fabric. Without endpoints and bundles it is a plain graph.
fn cabled(fabric: Grouped) -> Result<Arc<dyn Shape>, String> {
    let Grouped { names, endpoints, mut links, unit, notes } = fabric;
    let nodes = names.len() as u64;
    let table = Table::from_edges(nodes, links.keys().copied())?.named(ListedNames::new(names));
    links.retain(|_, bundle| *bundle != Bundle::of_equal(1, unit));
    if endpoints.is_none() && links.is_empty() && notes.is_empty() {
        return Ok(Arc::new(Stored::new(table)));
    }
    Ok(Arc::new(Cabled::new(table, endpoints.unwrap_or(nodes), unit, &links, notes)?))
}
