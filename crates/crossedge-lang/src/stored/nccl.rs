//! The inside of a host as NCCL sees it (`NCCL_TOPO_DUMP_FILE`): GPUs and network interfaces on PCI switches and CPUs, and NVLinks.

use super::fabric::{Fabric, FabricCable, Reading};
use super::read::{ReadError, newlines, wrong};
use quick_xml::XmlVersion;
use quick_xml::events::{BytesStart, Event};
use quick_xml::reader::Reader;
use std::collections::HashMap;

/// The NVLinks of a GPU.
struct NvLink {
    gpu: u32,
    /// PCI address of the other end.
    target: String,
    /// `true` if the other end is an NVSwitch.
    switch: bool,
    count: u64,
    rate: &'static str,
    line: u64,
}

/// The nominal rate of one NVLink in each direction, by the compute capability of the GPU.
fn nvlink_rate(capability: u64) -> &'static str {
    match capability {
        0..=69 => "160 Gbit/s",
        70..=99 => "200 Gbit/s",
        _ => "400 Gbit/s",
    }
}

/// The rate between two CPUs that NCCL assumes, by their vendor.
fn cpu_rate(vendor: &str) -> &'static str {
    if vendor == "AuthenticAMD" { "128 Gbit/s" } else { "176 Gbit/s" }
}

/// A topology file of NCCL. GPUs (`gpu0`) and network interfaces (`mlx5_0`) are endpoints; CPUs, PCI switches and NVSwitches are switches. Rates of
/// PCI links are their raw rates.
pub fn nccl_topology(bytes: &[u8]) -> Result<Fabric, ReadError> {
    let Ok(text) = std::str::from_utf8(bytes) else { return wrong(1, "the file is not UTF-8 text") };
    let mut file = File {
        reading: Reading::default(),
        open: Vec::new(),
        gpus: HashMap::new(),
        links: Vec::new(),
        cpus: Vec::new(),
        line: 1,
    };
    file.reading.fabric.discovered = true;
    let mut reader = Reader::from_str(text);
    let mut counted = 0;
    loop {
        let event = reader.read_event();
        let at = if event.is_ok() { reader.buffer_position() } else { reader.error_position() } as usize;
        let at = at.clamp(counted, text.len());
        file.line += newlines(&text.as_bytes()[counted..at]);
        counted = at;
        match event.or_else(|error| wrong(file.line, format!("not well-formed XML: {error}")))? {
            Event::Start(tag) => file.begin(&tag)?,
            Event::Empty(tag) => {
                file.begin(&tag)?;
                file.open.pop();
            }
            Event::End(_) => {
                file.open.pop();
            }
            Event::Eof if file.open.is_empty() => break,
            Event::Eof => return wrong(file.line, "the file ends inside an element"),
            _ => {}
        }
    }
    file.done()
}

/// An element that is open.
struct Element {
    /// Elements inside are children of this node.
    node: Option<u32>,
    /// PCI address and rate of the link upwards, for a PCI device whose node is not known yet.
    device: Option<(String, Option<String>)>,
    /// The compute capability of a GPU.
    capability: u64,
}

struct File {
    reading: Reading,
    open: Vec<Element>,
    /// GPUs by PCI address.
    gpus: HashMap<String, u32>,
    links: Vec<NvLink>,
    cpus: Vec<(u32, String)>,
    line: u64,
}

impl File {
    fn attribute(&self, tag: &BytesStart<'_>, name: &str) -> Result<Option<String>, ReadError> {
        let bad = |error: quick_xml::Error| ReadError {
            line: self.line,
            message: format!("not well-formed XML: {error}"),
        };
        for attribute in tag.attributes() {
            let attribute = attribute.map_err(|error| bad(error.into()))?;
            if attribute.key.as_ref() == name {
                return Ok(Some(
                    attribute.normalized_value(XmlVersion::Implicit1_0).map_err(bad)?.into_owned(),
                ));
            }
        }
        Ok(None)
    }

    fn required(&self, tag: &BytesStart<'_>, name: &str) -> Result<String, ReadError> {
        match self.attribute(tag, name)? {
            Some(value) => Ok(value),
            None => wrong(self.line, format!("<{}> has no {name}", tag.local_name().as_ref())),
        }
    }

    fn number(&self, tag: &BytesStart<'_>, name: &str) -> Result<u64, ReadError> {
        let text = self.required(tag, name)?;
        match text.parse::<u64>() {
            Ok(number) if number <= 4096 => Ok(number),
            _ => wrong(self.line, format!("{name} is a whole number up to 4096, found {text:?}")),
        }
    }

    /// The node that the next one hangs on.
    fn parent(&self) -> Option<u32> {
        self.open.iter().rev().find_map(|element| element.node)
    }

    /// A new node, linked to its parent at a rate.
    fn node(&mut self, name: &str, switch: bool, rate: Option<&str>) -> Result<u32, ReadError> {
        let parent = self.parent();
        let known = self.reading.ids.contains_key(name);
        let node = self.reading.node(name, self.line)?;
        if known {
            return wrong(self.line, format!("a second {name}"));
        }
        self.reading.role(node, switch, self.line)?;
        if let Some(parent) = parent {
            let rate = rate.map(|rate| self.reading.rate(rate));
            let cable =
                FabricCable { ends: [(parent, None), (node, None)], line: self.line, width: None, rate };
            self.reading.cable(cable, false)?;
        }
        Ok(node)
    }

    fn begin(&mut self, tag: &BytesStart<'_>) -> Result<(), ReadError> {
        let name = tag.local_name();
        let name = name.as_ref();
        let mut element = Element { node: None, device: None, capability: 0 };
        match name {
            "system" => {}
            _ if self.open.is_empty() => {
                return wrong(self.line, format!("expected <system>, found <{name}>"));
            }
            "cpu" => {
                let number = self.required(tag, "numaid")?;
                let vendor = self.attribute(tag, "vendor")?.unwrap_or_default();
                let node = self.node(&format!("cpu{number}"), true, None)?;
                self.cpus.push((node, vendor));
                element.node = Some(node);
            }
            "pci" => {
                let (bus, class) = (self.required(tag, "busid")?, self.required(tag, "class")?);
                let rate = self.pci_rate(tag)?;
                if class.starts_with("0x0604") {
                    element.node = Some(self.node(&format!("pci {bus}"), true, rate.as_deref())?);
                } else {
                    element.device = Some((bus, rate));
                }
            }
            "gpu" => {
                let number = self.number(tag, "dev")?;
                element.capability = self.number(tag, "sm")?;
                let device = self.open.last_mut().and_then(|above| above.device.take());
                let (bus, rate) = device.unwrap_or_default();
                let node = self.node(&format!("gpu{number}"), false, rate.as_deref())?;
                self.gpus.insert(bus, node);
                element.node = Some(node);
            }
            "nic" => element.device = self.open.last_mut().and_then(|above| above.device.take()),
            "net" => {
                let interface = self.required(tag, "name")?;
                let rate = self.open.last().and_then(|above| above.device.clone()).and_then(|(_, rate)| rate);
                self.node(&interface, false, rate.as_deref())?;
            }
            "nvlink" => {
                let above = self.open.iter().rev().find(|above| above.node.is_some());
                let Some((gpu, capability)) = above.and_then(|above| Some((above.node?, above.capability)))
                else {
                    return wrong(self.line, "an <nvlink> outside of a <gpu>");
                };
                let (target, class) =
                    (self.required(tag, "target")?, self.attribute(tag, "tclass")?.unwrap_or_default());
                let count = self.number(tag, "count")?;
                let switch = class.starts_with("0x0680");
                self.links.push(NvLink {
                    gpu,
                    target,
                    switch,
                    count,
                    rate: nvlink_rate(capability),
                    line: self.line,
                });
            }
            // Other elements, such as c2c and those of newer versions, have no links that are read.
            _ => {}
        }
        self.open.push(element);
        Ok(())
    }

    /// The raw rate of a PCI link, e.g. `256 Gbit/s` for 16 lanes of 16 GT/s.
    fn pci_rate(&self, tag: &BytesStart<'_>) -> Result<Option<String>, ReadError> {
        let (Some(speed), Some(width)) =
            (self.attribute(tag, "link_speed")?, self.attribute(tag, "link_width")?)
        else {
            return Ok(None);
        };
        let tenths = speed.split_whitespace().next().and_then(|number| {
            let (whole, part) = number.split_once('.').unwrap_or((number, "0"));
            whole.parse::<u64>().ok()?.checked_mul(10)?.checked_add(part.get(..1)?.parse().ok()?)
        });
        let lanes = width.parse::<u64>().ok().filter(|&lanes| lanes <= 64);
        let Some(tenths) =
            tenths.filter(|&tenths| tenths <= 10_000).zip(lanes).map(|(tenths, lanes)| tenths * lanes)
        else {
            return wrong(
                self.line,
                format!("expected a speed such as 16.0 GT/s and a width, found {speed:?} and {width:?}"),
            );
        };
        Ok((tenths > 0).then(|| format!("{}.{} Gbit/s", tenths / 10, tenths % 10)))
    }

    fn done(mut self) -> Result<Fabric, ReadError> {
        // A link between two GPUs is listed by both.
        let mut joined: HashMap<(u32, u32), u64> = HashMap::new();
        for NvLink { gpu, target, switch, count, rate, line } in std::mem::take(&mut self.links) {
            let other = if switch {
                let name = format!("nvswitch {target}");
                let node = self.reading.node(&name, line)?;
                self.reading.role(node, true, line)?;
                node
            } else if let Some(&other) = self.gpus.get(&target) {
                if joined.insert((gpu, other), count).is_some() {
                    return wrong(line, format!("a second <nvlink> to {target}"));
                }
                match joined.get(&(other, gpu)) {
                    Some(&back) if back == count => continue,
                    Some(back) => return wrong(line, format!("{count} links to {target}, which has {back}")),
                    None => other,
                }
            } else {
                // The GPU is not visible to this process.
                self.reading
                    .fabric
                    .notes
                    .push(format!("links to {target} are left out: it is no GPU of the file"));
                continue;
            };
            let rate = Some(self.reading.rate(rate));
            let width = Some(count).filter(|&count| count > 1);
            self.reading
                .cable(FabricCable { ends: [(gpu, None), (other, None)], line, width, rate }, false)?;
        }
        let cpus = std::mem::take(&mut self.cpus);
        for pair in cpus.windows(2) {
            let [(a, vendor), (b, _)] = pair else { continue };
            let rate = Some(self.reading.rate(cpu_rate(vendor)));
            self.reading.cable(
                FabricCable { ends: [(*a, None), (*b, None)], line: self.line, width: None, rate },
                false,
            )?;
        }
        if cpus.len() > 1 {
            self.reading
                .fabric
                .notes
                .push("the rate between CPUs is what NCCL assumes: the file has none".to_owned());
        }
        self.reading.done(self.line)
    }
}
