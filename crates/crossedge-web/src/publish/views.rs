//! Views: the part of a link to the explorer from `#` on, and the pages of lessons, which are written in the same keys.

use crossedge::Error;
use serde_json::Value;
use std::collections::BTreeMap;

/// The keys of a view: those of `page/src/state.ts`.
pub const VIEW_KEYS: &[&str] = &[
    "x", "v", "m", "p", "o", "a", "b", "alg", "show", "hop", "f", "kind", "calg", "root", "step", "pos",
    "traffic", "routing", "vcs", "y", "ends", "ports", "goal", "job", "lesson", "page", "theme",
];

/// The panels whose questions can be published.
const PANELS: &[&str] = &[
    "figures",
    "node",
    "route",
    "faults",
    "collective",
    "ring",
    "loads",
    "deadlock",
    "compare",
    "design",
    "networks",
    "findings",
    "start",
    "lessons",
    "files",
];

/// What a link shows.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct View(BTreeMap<String, String>);

impl View {
    /// Reads a link, or the part of it from `#` on.
    pub fn parse(link: &str) -> Result<View, Error> {
        let hash = link.rsplit_once('#').map_or(link, |(_, hash)| hash);
        let mut view = View::default();
        for part in hash.split('&').filter(|part| !part.is_empty()) {
            let (key, value) = part.split_once('=').ok_or_else(|| {
                Error::usage(format!("'{part}' is not a key and a value of a view"))
                    .help("a view is the part of a link from # on, e.g. p=route&a=0&b=7")
            })?;
            view.set(key, decoded(value))?;
        }
        Ok(view)
    }

    fn set(&mut self, key: &str, value: String) -> Result<(), Error> {
        if !VIEW_KEYS.contains(&key) {
            return Err(Error::usage(format!("a view has no key '{key}'"))
                .help(format!("its keys are {}", VIEW_KEYS.join(", "))));
        }
        if key == "p" && !PANELS.contains(&value.as_str()) {
            return Err(Error::usage(format!("the panel '{value}' cannot be published"))
                .help(format!("those that can are {}", PANELS.join(", "))));
        }
        if !value.trim().is_empty() {
            self.0.insert(key.to_owned(), value);
        }
        Ok(())
    }

    /// The value of a key; `None` if it is empty.
    pub fn get(&self, key: &str) -> Option<&str> {
        self.0.get(key).map(String::as_str)
    }

    /// The same, empty where it has none.
    pub fn text(&self, key: &str) -> &str {
        self.get(key).unwrap_or_default()
    }

    /// The network.
    pub fn network(&self) -> Option<String> {
        self.get("x").map(str::to_owned)
    }

    /// The panel.
    pub fn panel(&self) -> &str {
        self.get("p").unwrap_or("figures")
    }

    /// The same of a network.
    pub(super) fn on(&self, network: &str) -> View {
        let mut view = self.clone();
        view.0.insert("x".to_owned(), network.to_owned());
        view
    }

    /// As the address bar has it, behind `#`.
    pub fn link(&self) -> String {
        let parts = VIEW_KEYS.iter().filter_map(|key| Some(format!("{key}={}", encoded(self.get(key)?))));
        parts.collect::<Vec<_>>().join("&")
    }

    /// A few words for a list of views.
    pub fn title(&self) -> String {
        let more = |keys: &[&str]| -> String {
            keys.iter().filter_map(|key| self.get(key)).fold(String::new(), |text, value| text + " " + value)
        };
        let what = match self.panel() {
            "figures" => "metrics".to_owned(),
            "node" => format!("node{}", more(&["a"])),
            "route" if self.get("show") == Some("disjoint") => {
                format!("disjoint paths {} to {}", self.text("a"), self.text("b"))
            }
            "route" => format!("route {} to {}", self.text("a"), self.text("b")),
            "loads" => format!("link loads{}", more(&["traffic", "routing"])),
            "collective" => format!("{}{}", self.get("kind").unwrap_or("broadcast"), more(&["calg"])),
            "faults" => format!("failures{}", more(&["f"])),
            "deadlock" => match self.get("vcs") {
                Some("1") => "deadlock, 1 virtual channel".to_owned(),
                Some(vcs) => format!("deadlock, {vcs} virtual channels"),
                None => "deadlock".to_owned(),
            },
            "compare" => format!("compared with {}", self.text("y")),
            panel => panel.to_owned(),
        };
        format!("{}: {what}", self.text("x"))
    }
}

/// The views that were asked for: each network by itself, and what is laid over it.
pub fn all_views(networks: &[String], links: &[String]) -> Result<Vec<View>, Error> {
    let plain = View::default();
    let mut out: Vec<View> = networks.iter().map(|network| plain.on(network)).collect();
    for link in links {
        let view = View::parse(link)?;
        match view.network() {
            Some(_) => out.push(view),
            None if networks.is_empty() => {
                return Err(Error::usage(format!("the view '{link}' has no network"))
                    .help("name one in front of it, or write it into the view as x=EXPR"));
            }
            None => out.extend(networks.iter().map(|network| view.on(network))),
        }
    }
    Ok(out)
}

/// The views of a lesson, page by page; a page without one keeps that before it.
pub fn of_lesson(name: &str, bytes: &[u8]) -> Result<Vec<View>, Error> {
    let wrong = |why: String| Error::internal(format!("lesson {name}: {why}"));
    let lesson: Value = serde_json::from_slice(bytes).map_err(|why| wrong(why.to_string()))?;
    let mut out = Vec::new();
    for page in lesson["pages"].as_array().into_iter().flatten() {
        match &page["view"] {
            Value::String(link) => out.push(View::parse(link)?),
            Value::Object(keys) => {
                let mut view = View::default();
                for (key, value) in keys {
                    let text = value.as_str().map_or_else(|| value.to_string(), str::to_owned);
                    view.set(key, text)?;
                }
                out.push(view);
            }
            _ => {}
        }
    }
    Ok(out)
}

/// Percent-encoding, undone; a plus is a space.
fn decoded(text: &str) -> String {
    let bytes = text.as_bytes();
    let mut out = Vec::with_capacity(bytes.len());
    let mut at = 0;
    while let Some(&byte) = bytes.get(at) {
        let digits = bytes.get(at + 1..at + 3).and_then(|hex| std::str::from_utf8(hex).ok());
        match (byte, digits.and_then(|hex| u8::from_str_radix(hex, 16).ok())) {
            (b'%', Some(value)) => {
                out.push(value);
                at += 3;
            }
            (byte, _) => {
                out.push(if byte == b'+' { b' ' } else { byte });
                at += 1;
            }
        }
    }
    String::from_utf8_lossy(&out).into_owned()
}

/// Percent-encoding as `page/src/state.ts` writes it.
fn encoded(text: &str) -> String {
    let mut out = String::new();
    for byte in text.bytes() {
        match byte {
            b' ' => out.push('+'),
            byte if byte.is_ascii_alphanumeric() || b"-_.!~*'(),;".contains(&byte) => out.push(byte.into()),
            byte => out.push_str(&format!("%{byte:02X}")),
        }
    }
    out
}
