//! Certificates as files.

use crate::failure::Failure;
use crate::files;
use crate::output::print_note;
use crate::progress::Bars;
use crossedge::Topology;
use crossedge::answers::{Envelope, ExportRequest, ShowAnswer, ShowRequest, ThroughputRequest, ask};
use crossedge::certificate::symmetry::TransitiveOn;
use crossedge::export::NODE_LINK;
use crossedge::metrics::Metric;
use crossedge::metrics::metric::{BISECTION, EDGE_TRANSITIVITY, THROUGHPUT, VERTEX_TRANSITIVITY};
use serde::Serialize;
use std::path::Path;

/// Writes a certificate as JSON.
pub fn write(path: &Path, certificate: &impl Serialize, force: bool) -> Result<(), Failure> {
    files::write(path, &json(certificate)?, force)
}

fn json(certificate: &impl Serialize) -> Result<Vec<u8>, Failure> {
    serde_json::to_vec(certificate).map_err(|e| Failure::Internal(e.to_string()))
}

/// Reports a written certificate.
pub fn print_written(path: &Path) {
    print_note(&format!(
        "the certificate is in {}; crossedge verify --certificate checks it",
        path.display()
    ));
}

/// Writes the network and, for every metric that has one, a certificate into a folder that does not exist or is empty.
pub fn write_folder(
    folder: &Path,
    net: &Topology,
    request: &ShowRequest,
    force: bool,
    bars: &Bars,
) -> Result<(), Failure> {
    files::create_folder(folder)?;
    let export = ExportRequest { format: &NODE_LINK };
    export.check(net)?;
    let mut network = Vec::new();
    export.write(net, &mut network, bars)?.ok_or(Failure::Interrupted)?;
    files::write(&folder.join("network.json"), &network, force)?;
    let mut written = Vec::new();
    for metric in request.reported() {
        let path = folder.join(format!("{}.json", metric.name().replace('_', "-")));
        match certificate(metric, net, request, bars) {
            Ok(None) => continue,
            Ok(Some(text)) => files::write(&path, &text, force)?,
            Err(Failure::Interrupted) => return Err(Failure::Interrupted),
            Err(failure) => {
                print_note(&format!("no certificate of {}: {}", metric.label(), failure.first_line()));
                continue;
            }
        }
        written.push(metric.label());
    }
    bars.clear_bars();
    let of = if written.is_empty() {
        "no certificates".to_owned()
    } else {
        format!("certificates of {}", written.join(", "))
    };
    print_note(&format!("{} has the network and {of}", folder.display()));
    Ok(())
}

/// The certificate of a metric, if it has one: a flow with lengths, a cut, or automorphisms.
fn certificate(
    metric: Metric,
    net: &Topology,
    request: &ShowRequest,
    bars: &Bars,
) -> Result<Option<Vec<u8>>, Failure> {
    let symmetry = |on| -> Result<Option<Vec<u8>>, Failure> {
        net.automorphisms(on, bars)?.map(|maps| json(&maps)).transpose()
    };
    if metric == THROUGHPUT {
        return Ok(Some(json(&*ThroughputRequest::uniform().certify(net, bars)?)?));
    }
    if metric == BISECTION {
        let one =
            ShowRequest { metrics: vec![BISECTION], histogram: false, explain: false, ..request.clone() };
        let answer: Envelope<ShowAnswer> = ask(&one, net, bars)?;
        return Ok(Some(json(&answer)?));
    }
    if metric == VERTEX_TRANSITIVITY {
        return symmetry(TransitiveOn::Vertices);
    }
    if metric == EDGE_TRANSITIVITY {
        return symmetry(TransitiveOn::Edges);
    }
    Ok(None)
}
