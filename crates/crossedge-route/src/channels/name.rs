//! A routing as a user or a file writes it: `minimal`, `valiant`, `valiant over order`.

use super::hosts::HostRouting;
use super::valiant::Valiant;
use super::{MINIMAL, ROUTINGS, Routing, RoutingEntry, Unroutable};
use crossedge_core::words::UnknownWord;
use crossedge_lang::net::Structure;
use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

/// A routing by name: an entry of the list, or Valiant's routing over one. `valiant` alone takes the one with the fewest channels.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RoutingName {
    /// The entry; `None` if it is chosen by the network.
    pub base: Option<&'static RoutingEntry>,
    /// `true` if packets go by an intermediate endpoint that is drawn at random.
    pub detour: bool,
}

impl RoutingName {
    /// A routing without detours.
    pub const fn without_detours(entry: &'static RoutingEntry) -> Self {
        RoutingName { base: Some(entry), detour: false }
    }

    /// Valiant's routing over another.
    pub const fn valiant(entry: &'static RoutingEntry) -> Self {
        RoutingName { base: Some(entry), detour: true }
    }

    /// The entry on a network.
    pub fn entry(self, net: &dyn Structure) -> &'static RoutingEntry {
        self.base.unwrap_or_else(|| RoutingEntry::below_detour(net))
    }

    /// The same with the entry that a network gives it.
    pub fn resolved_on(self, net: &dyn Structure) -> Self {
        RoutingName { base: Some(self.entry(net)), ..self }
    }

    /// The routing on a network. The error names the routings that exist there.
    pub fn on(self, net: &Arc<dyn Structure>) -> Result<Arc<dyn Routing>, Unroutable> {
        let entry = self.entry(net.as_ref());
        let base = entry.routing(net)?;
        if !self.detour {
            return Ok(base);
        }
        if entry.own_ways {
            return Err(Unroutable::Undefined(format!(
                "a detour is over a routing without a choice, and {} has one\nhelp: take valiant over {}",
                entry.name,
                RoutingEntry::default_for(net.as_ref()).name
            )));
        }
        Ok(own_detour(entry, net).unwrap_or_else(|| Arc::new(Valiant::over_routing(base, net.endpoints()))))
    }
}

/// The detour of a routing where it is not through any endpoint: one of its own, or, where routers have hosts, through any router. A host is no
/// place to pass: its link would carry every packet twice.
pub fn own_detour(entry: &'static RoutingEntry, net: &Arc<dyn Structure>) -> Option<Arc<dyn Routing>> {
    if let Some(own) = (entry.detour)(net) {
        return Some(own);
    }
    let (routers, each) =
        net.roles()?.hosted().filter(|(routers, _)| routers.endpoints() == routers.nodes())?;
    let below = match own_detour(entry, routers) {
        Some(own) => own,
        None => Arc::new(Valiant::over_routing(entry.routing(routers).ok()?, routers.endpoints())),
    };
    Some(Arc::new(HostRouting::over_routers(routers.clone(), each, below)))
}

impl Default for RoutingName {
    fn default() -> Self {
        RoutingName::without_detours(&MINIMAL)
    }
}

impl From<&'static RoutingEntry> for RoutingName {
    fn from(entry: &'static RoutingEntry) -> Self {
        RoutingName::without_detours(entry)
    }
}

impl fmt::Display for RoutingName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.base, self.detour) {
            (Some(entry), false) => f.write_str(entry.name),
            (Some(entry), true) => write!(f, "valiant over {}", entry.name),
            (None, _) => f.write_str("valiant"),
        }
    }
}

impl FromStr for RoutingName {
    type Err = UnknownWord;

    fn from_str(text: &str) -> Result<Self, UnknownWord> {
        let words: Vec<&str> = text.split_whitespace().collect();
        let parsed = match words[..] {
            ["valiant"] => Some(RoutingName { base: None, detour: true }),
            ["valiant", "over", ref base @ ..] => {
                RoutingEntry::named(&base.join(" ")).map(RoutingName::valiant)
            }
            ref all => RoutingEntry::named(&all.join(" ")).map(RoutingName::without_detours),
        };
        parsed.ok_or_else(|| UnknownWord {
            what: "routing",
            given: text.to_owned(),
            known: ROUTINGS
                .map(|entry| entry.name)
                .into_iter()
                .chain(["valiant", "valiant over NAME"])
                .collect(),
        })
    }
}
