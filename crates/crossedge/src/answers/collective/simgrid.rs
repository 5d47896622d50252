//! A schedule for SimGrid: `smpirun -np N -hostfile hosts -platform platform.xml -replay list`.

use super::super::direct;
use super::fate::best;
use super::plan::Collectives;
use super::request::{Choice, CollectiveRequest};
use crate::collective::Schedule;
use crate::cost::Switching;
use crate::error::Error;
use crate::export::simgrid::{ENVELOPE_BYTES, platform, trace};
use crate::verify::{self, Checked, Verdict};
use std::io;

/// Traces list every message of at most this many nodes.
const MAX_TRACED: u64 = 4096;

/// The files of a schedule.
#[derive(Debug, Clone)]
pub struct SimGrid {
    /// The network: a host for each node, a link for each link.
    pub platform: Vec<u8>,
    /// The actions of every host.
    pub trace: Vec<u8>,
    /// The names of the hosts, one a line.
    pub hosts: String,
}

impl CollectiveRequest {
    /// Returns `true` if a schedule of this request can be written for SimGrid at all.
    pub fn traceable(&self) -> Result<(), Error> {
        if matches!(self.algorithm, Choice::All | Choice::Best) {
            return Err(Error::usage("a trace is of one algorithm").help("name it, e.g. `algorithm` eager"));
        }
        if self.model == Some(Switching::LogGp) {
            return Err(Error::usage("SimGrid replays the other two models")
                .help("take `model` store-and-forward or cut-through"));
        }
        if self.bytes < ENVELOPE_BYTES {
            return Err(Error::usage(
                "SimGrid adds 16 bytes to every message, so smaller ones have wrong times",
            )
            .help("take `bytes` 16 or more"));
        }
        Ok(())
    }
}

impl Collectives<'_> {
    /// Returns `true` if the network is small enough for a trace.
    pub fn fits_a_trace(&self) -> Result<(), Error> {
        direct(self.on.shape(), "a trace for SimGrid")?;
        match self.net.nodes() > MAX_TRACED {
            true => Err(Error::limit(
                "a trace lists every message of at most 4,096 nodes",
                "take a smaller network of the same construction",
            )),
            false => Ok(()),
        }
    }

    /// The best schedule of those that were requested, verified; `None` if it has no price, and then the answer explains why.
    pub(super) fn judged(&self) -> Result<Option<Checked<Box<dyn Schedule>>>, Error> {
        let bytes = self.collective(self.request.bytes).bytes;
        let tried = self.all(bytes)?;
        let Some(algorithm) = best(&tried).map(|t| t.algorithm) else { return Ok(None) };
        let Ok(schedule) = self.make(algorithm, bytes)? else { return Ok(None) };
        let verdict = verify::schedule(self.net.as_ref(), schedule, self.model(), &crate::progress::Silent)?;
        Ok(match verdict {
            Verdict::Holds(checked) => Some(checked),
            _ => None,
        })
    }

    /// The files of the schedule that was requested; `None` if it has no price, and then the answer explains why.
    pub fn simgrid(&self) -> Result<Option<SimGrid>, Error> {
        self.request.traceable()?;
        self.fits_a_trace()?;
        let Some(checked) = self.judged()? else { return Ok(None) };
        let net = self.net.as_ref();
        let machine = self.machine();
        let (latency, sleep) = match self.switching {
            Switching::StoreAndForward => (machine.startup_seconds, None),
            _ => (machine.hop_seconds, Some(machine.startup_seconds)),
        };
        let written = |error: io::Error| Error::internal(error.to_string());
        let mut files = SimGrid { platform: Vec::new(), trace: Vec::new(), hosts: String::new() };
        platform(net, latency, machine.byte_seconds, &mut files.platform).map_err(written)?;
        trace(net, &checked, sleep, &mut files.trace).map_err(written)?;
        files.hosts = (0..net.nodes()).map(|v| format!("n{v}\n")).collect();
        Ok(Some(files))
    }
}
