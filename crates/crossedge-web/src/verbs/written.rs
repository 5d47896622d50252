//! What is taken away: pictures, and files for other tools.

use super::told::{Call, EXPR, Told, Verb, flag, json, list, number, text};
use crossedge::Error;
use crossedge::answers::{DrawRequest, ExportRequest};
use crossedge::error::ErrorKind;
use crossedge::export::FormatEntry;
use crossedge::progress::Stopped;
use crossedge::render::Theme;
use crossedge::topology::NodeName;
use std::io::{self, Write};

/// The verbs of this file.
pub const VERBS: &[Verb] = &[
    Verb {
        name: "draw",
        summary: "A picture of a network as SVG, with routes, rings, faults, loads or a broadcast laid over it",
        params: &[
            EXPR,
            text("theme", "light or dark"),
            list("route", "two nodes"),
            flag("ring", "a ring through all nodes"),
            text("broadcast", "from this node"),
            flag("load", "how many routes use each link"),
            text("faults", "dead nodes and links"),
            text("deadlock", "the cycle by which this routing deadlocks"),
            number("vcs", "with so many virtual channels"),
            number("step", "only the steps up to this one"),
        ],
        schema: None,
        quick: false,
        tool: true,
        run: draw,
    },
    Verb {
        name: "export",
        summary: "A network as a file for other tools",
        params: &[EXPR, text("to", "the format, as in edges, graphml, dot; edges without it")],
        schema: None,
        quick: false,
        tool: true,
        run: export,
    },
];

/// A file of more bytes is for the command line.
const MAX_FILE: usize = 8 << 20;

fn draw(call: &Call<'_>) -> Result<Told, Error> {
    let params = call.params;
    let on = call.network()?;
    let theme: Theme = params.word("theme")?.unwrap_or(Theme::Light);
    let ends = params.list("route");
    let route = match &ends[..] {
        [] => None,
        [from, to] => Some((NodeName::from(from), NodeName::from(to))),
        _ => return Err(Error::usage("a route has two ends").help("as in 0,647")),
    };
    let request = DrawRequest {
        route,
        ring: params.flag("ring")?,
        broadcast: params.text("broadcast").map(Into::into),
        load: params.flag("load")?,
        faults: params.text("faults").into_iter().collect(),
        deadlock: params.word("deadlock")?,
        vcs: params.maybe("vcs")?,
        step: params.maybe("step")?,
        ..DrawRequest::default()
    };
    let (told, answer) = Told::of(call, &on, &request)?;
    let svg = answer.answer.scene.svg(theme);
    if svg.len() > MAX_FILE {
        return Err(too_large(svg.len()));
    }
    let option = |name: &str| params.text(name).map(|value| format!("--{name}={value}")).unwrap_or_default();
    let name = on.net.to_string();
    let mut words = vec!["draw", &name];
    if let [from, to] = &ends[..] {
        words.extend(["--route", from, to]);
    }
    let more = [option("broadcast"), option("faults"), option("deadlock"), option("vcs"), option("step")];
    words.extend(more.iter().map(String::as_str));
    words.extend([("ring", request.ring), ("load", request.load)].iter().map(|(name, yes)| {
        match (*name, yes) {
            ("ring", true) => "--ring",
            ("load", true) => "--load",
            _ => "",
        }
    }));
    let theme = format!("--theme={theme}");
    words.extend([theme.as_str(), "-o", "network.svg"]);
    Ok(told.beside("svg", svg.into()).command(&words))
}

fn too_large(bytes: usize) -> Error {
    Error::limit(format!("{bytes} bytes are too many here"), "the command line writes files of any size")
}

/// Takes bytes while they are few.
struct Bounded(Vec<u8>);

impl Write for Bounded {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if self.0.len() + bytes.len() > MAX_FILE {
            return Err(io::Error::new(io::ErrorKind::FileTooLarge, "too large"));
        }
        self.0.extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

fn export(call: &Call<'_>) -> Result<Told, Error> {
    let on = call.network()?;
    let name = call.params.text("to").unwrap_or_else(|| "edges".to_owned());
    let format = FormatEntry::named(&name).map_err(|why| Error::usage(why.to_string()))?;
    let request = ExportRequest { format };
    request.check(&on.net)?;
    let mut sink = Bounded(Vec::new());
    let written = request.write(&on.net, &mut sink, call.progress).map_err(|why| match why.kind() {
        io::ErrorKind::FileTooLarge => too_large(MAX_FILE),
        _ => Error::new(ErrorKind::Internal, why.to_string()),
    })?;
    let answer = written.ok_or(Stopped)?;
    let text = String::from_utf8(sink.0).map_err(|_| Error::internal("a file that is no text"))?;
    let file = format!("network.{}", format.suffixes.first().copied().unwrap_or("txt"));
    let told = Told { answer: json(&answer)?, ..Told::default() };
    let told = told.beside("text", text.into()).beside("name", file.clone().into());
    Ok(told.command(&["export", &on.net.to_string(), &format!("--to={name}"), "-o", &file]))
}
