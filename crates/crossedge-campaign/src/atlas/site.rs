//! The static site of an atlas: pages, and data files that are scripts, so that any web host serves them and a browser opens them from a folder.

use super::published::SOURCES;
use super::records::{AtlasRecords, RecordRow};
use super::tables::BestTable;
use crate::error::Error;
use crate::table::Cells;
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use crossedge::Topology;
use crossedge::answers::{MetricsAnswer, Plain, recorded_metrics};
use crossedge::net::{Node, Structure, neighbors};
use crossedge::references::publication;
use crossedge::theorems::THEOREMS;
use flate2::{Compression, GzBuilder};
use rayon::prelude::*;
use serde_json::{Map, Value, json};
use std::collections::{BTreeMap, BTreeSet};
use std::io::Write;

/// Records of a data file.
const CHUNK: usize = 512;

/// Networks of at most this many links have a picture.
const MAX_DRAWN: u64 = 256;

/// A file of the site.
#[derive(Debug, Clone)]
pub struct SiteFile {
    /// Its path in the folder.
    pub path: String,
    /// Its contents.
    pub bytes: Vec<u8>,
}

/// The site of these records, with the tables and links to the Parquet files.
pub fn site(
    records: &AtlasRecords,
    tables: &[BestTable],
    parquet: &[String],
) -> Result<Vec<SiteFile>, Error> {
    let rows: Vec<RecordRow<'_>> = records.rows().collect();
    let page = |path: &str, text: &str| SiteFile { path: path.to_owned(), bytes: text.as_bytes().to_vec() };
    let mut files = vec![
        page("index.html", include_str!("site/index.html")),
        page("atlas.css", include_str!("site/atlas.css")),
        page("atlas.js", include_str!("site/atlas.js")),
    ];
    let constructions: BTreeSet<&str> = rows.iter().filter_map(|row| row.text("construction")).collect();
    let constructions: Vec<&str> = constructions.into_iter().collect();
    files.push(data("start", &start(records, &rows, &constructions, parquet))?);
    files.push(data("index", &index(&rows, &constructions))?);
    files.push(data("tables", &titled(tables))?);
    let statements: Map<String, Value> =
        THEOREMS.iter().map(|entry| (entry.id.to_owned(), Value::from(entry.title()))).collect();
    files.push(data("theorems", &Value::Object(statements))?);
    let keys: BTreeSet<&str> =
        rows.iter().filter_map(|row| row.text("works")).flat_map(|keys| keys.split(' ')).collect();
    let works: Map<String, Value> = keys
        .into_iter()
        .filter_map(|key| Some((key.to_owned(), Value::from(publication(key)?.to_string()))))
        .collect();
    files.push(data("works", &Value::Object(works))?);
    let chunks: Vec<(usize, &[RecordRow<'_>])> = rows.chunks(CHUNK).enumerate().collect();
    let details = |&(at, rows): &(usize, &[RecordRow<'_>])| {
        data(&format!("records-{at}"), &Value::Array(rows.iter().map(|row| detail(records, *row)).collect()))
    };
    files.extend(chunks.par_iter().map(details).collect::<Result<Vec<_>, _>>()?);
    Ok(files)
}

/// A data file: a call with its name, and JSON that is compressed and in base64.
fn data(name: &str, content: &Value) -> Result<SiteFile, Error> {
    let failed = |error: std::io::Error| Error::Table(error.to_string());
    // No time and no name in the header: the same content has the same bytes.
    let mut writer = GzBuilder::new().mtime(0).write(Vec::new(), Compression::best());
    writer.write_all(content.to_string().as_bytes()).map_err(failed)?;
    let text = STANDARD.encode(writer.finish().map_err(failed)?);
    Ok(SiteFile {
        path: format!("data/{name}.js"),
        bytes: format!("atlas(\"{name}\",\"{text}\")\n").into_bytes(),
    })
}

/// What the first page needs.
fn start(
    records: &AtlasRecords,
    rows: &[RecordRow<'_>],
    constructions: &[&str],
    parquet: &[String],
) -> Value {
    let mut sizes: BTreeMap<u32, u64> = BTreeMap::new();
    let ends = |row: &RecordRow<'_>| row.count("endpoints").unwrap_or(1).max(1);
    rows.iter().for_each(|row| *sizes.entry(ends(row).ilog10()).or_default() += 1);
    let metrics: Vec<Value> = recorded_metrics()
        .map(|metric| {
            let columns = MetricsAnswer::default().plain(metric);
            let values = columns.iter().filter(|(_, value)| !matches!(value, Plain::Word(_)));
            let names: Vec<&str> = values.map(|(name, _)| name.as_str()).collect();
            json!([metric.name(), metric.label(), names, metric.column()])
        })
        .collect();
    let sources: Vec<Value> = SOURCES.iter().map(|source| json!([source.key, source.title])).collect();
    let version = records.table.provenance.iter().find(|(key, _)| key == "crossedge.version");
    json!({
        "version": version.map(|(_, version)| version),
        "records": rows.len(),
        "most": rows.iter().map(ends).max(),
        "chunk": CHUNK,
        "drawn": MAX_DRAWN,
        "constructions": constructions,
        "sizes": sizes.into_iter().collect::<Vec<_>>(),
        "metrics": metrics,
        "files": parquet,
        "sources": sources,
        "tries": [
            ["about 1,000 endpoints on switches of at most 36 ports, most throughput first", "search?from=900&to=1100&degree=36&switches=yes&sort=throughput"],
            ["diameter 2 without switches, fewest ports first", "search?from=500&diameter=2&switches=no&sort=degree"],
            ["dual-nets of 1,000 to 10,000 nodes", "search?text=rdn(&from=1000&to=10000"],
        ],
    })
}

/// The columns by which records are searched.
fn index(rows: &[RecordRow<'_>], constructions: &[&str]) -> Value {
    let column = |of: &dyn Fn(&RecordRow<'_>) -> Value| Value::Array(rows.iter().map(of).collect());
    let rounded = |value: Option<f64>| value.map(|value| (value * 10_000.0).round() / 10_000.0);
    json!({
        "expression": column(&|row| json!(row.expression())),
        "endpoints": column(&|row| json!(row.count("endpoints"))),
        "nodes": column(&|row| json!(row.count("nodes"))),
        "degree": column(&|row| json!(row.count("radix").max(row.count("endpoint_ports")))),
        "diameter": column(&|row| json!(row.count("diameter"))),
        "mean": column(&|row| json!(rounded(row.number("mean_distance")))),
        "throughput": column(&|row| json!(rounded(row.number("throughput_at_least").or_else(|| row.number("throughput"))))),
        "construction": column(&|row| {
            json!(row.text("construction").and_then(|name| constructions.binary_search(&name).ok()))
        }),
    })
}

/// The tables with the titles of their sources.
fn titled(tables: &[BestTable]) -> Value {
    let one = |table: &BestTable| {
        let mut value = serde_json::to_value(table).unwrap_or_default();
        let source = SOURCES.iter().find(|source| Some(source.key) == table.source);
        value["source_title"] = json!(source.map(|source| source.title));
        value
    };
    Value::Array(tables.iter().map(one).collect())
}

/// All cells of a record that have a value, and its links if they are few.
fn detail(records: &AtlasRecords, row: RecordRow<'_>) -> Value {
    let mut cells = Map::new();
    for column in &records.table.columns {
        let value = match &column.cells {
            Cells::Text(cells) => cells[row.row].as_deref().map(|text| match text.starts_with('{') {
                true => serde_json::from_str(text).unwrap_or_else(|_| Value::from(text)),
                false => Value::from(text),
            }),
            Cells::Count(cells) => cells[row.row].map(Value::from),
            Cells::Number(cells) => cells[row.row].map(Value::from),
            Cells::Flag(cells) => cells[row.row].map(Value::from),
        };
        if let Some(value) = value.filter(|_| column.name != "id") {
            cells.insert(column.name.clone(), value);
        }
    }
    if row.count("links").is_some_and(|links| links <= MAX_DRAWN)
        && let Some(net) = row.expression().and_then(|text| text.parse::<Topology>().ok())
        && let Some(net) = net.network_if_it_fits()
    {
        cells.insert("picture".to_owned(), json!([net.endpoints(), net.nodes(), links(net.as_ref())]));
    }
    Value::Object(cells)
}

/// The ends of all links, each link once.
fn links(net: &dyn Structure) -> Vec<u64> {
    let of = |v: u64| neighbors(net, Node(v)).filter(move |w| v < w.0).flat_map(move |w| [v, w.0]);
    (0..net.nodes()).flat_map(of).collect()
}
