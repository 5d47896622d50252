//! Routing-independent throughput, with certificates that anyone can check.

use crate::error::{error_from_text, to_exception};
use crate::topology::Topology;
use crate::verbs::progress_callback;
use crate::watch::run_interruptible;
use crossedge::Error;
use crossedge::answers::{CertificateRequest, ThroughputRequest, TrafficRequest, TrafficText};
use crossedge::certificate::Certificate;
use crossedge::error::ErrorKind;
use pyo3::prelude::*;
use std::fmt::Write as _;

/// Traffic as given by a caller: as text, or as a list of sender, receiver and amount.
#[derive(FromPyObject)]
enum Traffic {
    /// As text.
    Words(String),
    /// As a list.
    List(Vec<(u64, u64, u64)>),
}

fn request(traffic: &Traffic, gap: f64) -> Result<ThroughputRequest, Error> {
    let traffic = match traffic {
        Traffic::Words(text) => {
            match text.parse().map_err(|why: String| error_from_text(ErrorKind::Usage, &why))? {
                TrafficText::Known(traffic) => traffic,
                TrafficText::File(name) => {
                    return Err(Error::usage(format!("the file '{name}' is not read here"))
                        .help("give a list of sender, receiver and amount"));
                }
            }
        }
        Traffic::List(demands) => {
            let mut text = String::new();
            for (from, to, amount) in demands {
                let _ = writeln!(text, "{from} {to} {amount}");
            }
            TrafficRequest::Listed { name: "a list".to_owned(), text }
        }
    };
    Ok(ThroughputRequest { traffic, gap })
}

#[pymethods]
impl Topology {
    /// The throughput with any (multipath) routing: exact, or bounds.
    ///
    /// Parameters
    /// ----------
    /// traffic : str or sequence of tuple
    ///     As for `load`, or ``longest``; or sender, receiver and amount for each demand.
    /// gap : float
    ///     The allowed relative gap of the bounds if an exact answer would take too long.
    ///
    /// Examples
    /// --------
    /// >>> import crossedge
    /// >>> answer = crossedge.circulant(8, [1, 2]).throughput()
    /// >>> answer.exact, answer.lower
    /// (True, Fraction(21, 8))
    #[pyo3(signature = (traffic=Traffic::Words("uniform".to_owned()), *, gap=ThroughputRequest::GAP, progress=None))]
    fn throughput<'py>(
        &self,
        py: Python<'py>,
        traffic: Traffic,
        gap: f64,
        progress: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        self.run_request(py, "ThroughputAnswer", progress, || request(&traffic, gap))
    }

    /// A certificate of the throughput: a flow and lengths of links, as JSON text that `recount` and the program read.
    ///
    /// Parameters
    /// ----------
    /// traffic, gap
    ///     As for `throughput`.
    ///
    /// Examples
    /// --------
    /// >>> import crossedge
    /// >>> net = crossedge.circulant(8, [1, 2])
    /// >>> net.recount(net.certificate()).holds
    /// True
    #[pyo3(signature = (traffic=Traffic::Words("uniform".to_owned()), *, gap=ThroughputRequest::GAP, progress=None))]
    fn certificate<'py>(
        &self,
        py: Python<'py>,
        traffic: Traffic,
        gap: f64,
        progress: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<String> {
        let request = request(&traffic, gap).map_err(|error| to_exception(py, &error))?;
        let teller = progress_callback(py, progress)?;
        let net = self.net.clone();
        run_interruptible(py, teller.as_ref(), move |watch| {
            let certificate = request.certify(&net, watch)?;
            serde_json::to_string(&*certificate).map_err(|why| Error::internal(why.to_string()))
        })
    }

    /// Recounts a certificate of throughput on this network, from nothing but the certificate.
    ///
    /// Parameters
    /// ----------
    /// certificate : str
    ///     The JSON text.
    ///
    /// Examples
    /// --------
    /// >>> import crossedge
    /// >>> answer = crossedge.ring(6).recount(crossedge.ring(6).certificate())
    /// >>> answer.certificate.upper
    /// Fraction(10, 9)
    #[pyo3(signature = (certificate, *, progress=None))]
    fn recount<'py>(
        &self,
        py: Python<'py>,
        certificate: &str,
        progress: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        self.run_request(py, "VerifyAnswer", progress, || {
            let wrong = |why: serde_json::Error| Error::usage(format!("no certificate: {why}"));
            let certificate = serde_json::from_str::<Certificate>(certificate).map_err(wrong)?;
            Ok(CertificateRequest { certificate })
        })
    }
}
