//! Which routings there are: by name, on a network, the usual one.

use super::{ADDRESS, ROUTINGS, Routing, RoutingEntry, Unroutable};
use crossedge_lang::net::Structure;
use std::sync::Arc;

impl RoutingEntry {
    /// The routing of this name.
    pub fn named(name: &str) -> Option<&'static RoutingEntry> {
        ROUTINGS.into_iter().find(|entry| entry.name == name)
    }

    /// The default routing of a network: shortest paths where its addresses lead along them.
    pub fn default_for(net: &dyn Structure) -> &'static RoutingEntry {
        RoutingEntry::all_on(net).next().unwrap_or(&ADDRESS)
    }

    /// The routing of a network with the fewest channels; Valiant's routing doubles their number.
    pub fn below_detour(net: &dyn Structure) -> &'static RoutingEntry {
        let fewest = ROUTINGS.into_iter().find(|entry| (entry.fewest_channels)(net));
        fewest.unwrap_or_else(|| RoutingEntry::default_for(net))
    }

    /// The routings that exist on a network.
    pub fn all_on(net: &dyn Structure) -> impl Iterator<Item = &'static RoutingEntry> {
        ROUTINGS.into_iter().filter(|entry| (entry.missing)(net).is_none())
    }

    /// The routing on a network, without detours. The error names the routings that exist there.
    pub fn routing(&self, net: &Arc<dyn Structure>) -> Result<Arc<dyn Routing>, Unroutable> {
        let Some(why) = (self.missing)(net.as_ref()) else { return (self.make)(net) };
        let here = |own_ways: bool| {
            let all = RoutingEntry::all_on(net.as_ref()).filter(|entry| entry.own_ways == own_ways);
            all.map(|entry| entry.name).collect::<Vec<&str>>().join(", ")
        };
        let more = match here(true) {
            none if none.is_empty() => none,
            some => format!("; or {some}"),
        };
        Err(Unroutable::Undefined(format!(
            "there is no {} routing on this network: {why}\nhelp: the routings here are {}, and valiant over each of them{more}",
            self.name,
            here(false)
        )))
    }
}
