//! Downloads: pictures, and files for other tools.

use super::call::{Call, VerbAnswer, WebVerb, json, text};
use crossedge::Error;
use crossedge::answers::{DrawRequest, ExportRequest};
use crossedge::error::ErrorKind;
use crossedge::progress::Stopped;
use crossedge::render::Theme;
use std::io::{self, Write};

/// The verbs of this file. The answers have more next to them than their schemas know.
pub const VERBS: &[WebVerb] = &[
    WebVerb { own: &[text("theme", "light or dark")], schema: None, ..WebVerb::library_verb("draw", draw) },
    WebVerb { schema: None, ..WebVerb::library_verb("export", export) },
];

/// A file of more bytes is for the command line.
const MAX_FILE: usize = 8 << 20;

fn draw(call: &Call<'_>) -> Result<VerbAnswer, Error> {
    let theme: Theme = call.params.word("theme")?.unwrap_or(Theme::Light);
    let (response, answer) =
        VerbAnswer::from_request(call, &call.network()?, &call.request::<DrawRequest>()?)?;
    let svg = answer.answer.scene.svg(theme);
    if svg.len() > MAX_FILE {
        return Err(too_large(svg.len()));
    }
    let theme = format!("--theme={theme}");
    Ok(response.with_value("svg", svg.into()).with_arguments(&[theme.as_str(), "-o", "network.svg"]))
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

fn export(call: &Call<'_>) -> Result<VerbAnswer, Error> {
    let on = call.network()?;
    let request: ExportRequest = call.request()?;
    request.check(&on.net)?;
    let mut sink = Bounded(Vec::new());
    let written = request.write(&on.net, &mut sink, call.progress).map_err(|why| match why.kind() {
        io::ErrorKind::FileTooLarge => too_large(MAX_FILE),
        _ => Error::new(ErrorKind::Internal, why.to_string()),
    })?;
    let answer = written.ok_or(Stopped)?;
    let text = String::from_utf8(sink.0).map_err(|_| Error::internal("a file that is not text"))?;
    let file = format!("network.{}", request.format.suffixes.first().copied().unwrap_or("txt"));
    let response = VerbAnswer { answer: json(&answer)?, ..VerbAnswer::default() };
    let response = response.with_value("text", text.into()).with_value("name", file.clone().into());
    let response = response.with_command(call, &request, std::slice::from_ref(&on.net))?;
    Ok(response.with_arguments(&["-o", &file]))
}
