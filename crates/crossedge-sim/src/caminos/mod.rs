//! What the engine is given: a network as its topology, a routing with channels as its routing, and who sends when as its traffic.
//!
//! The engine builds its parts by plain functions without captures, from a configuration. So the parts are laid down for the thread
//! under [`hand_over`], and the functions pick them up.

mod machine;
mod packet;
mod routing;
mod topology;
pub(crate) mod traffic;

use crate::routed::Routed;
use caminos_lib::Plugs;
use caminos_lib::config_parser::ConfigurationValue;
pub(crate) use machine::alike;
use std::cell::RefCell;
use std::sync::Arc;
use traffic::Sender;

/// The name by which a configuration asks for our parts.
const NAME: &str = "Crossedge";

thread_local! {
    static HANDED: RefCell<Option<Handed>> = const { RefCell::new(None) };
}

/// What is laid down for the engine.
pub(crate) struct Handed {
    pub routed: Arc<Routed>,
    pub vcs: u32,
    pub sender: Option<Sender>,
}

/// Runs `build` while the parts are laid down.
pub(crate) fn hand_over<T>(handed: Handed, build: impl FnOnce() -> T) -> T {
    HANDED.with(|place| *place.borrow_mut() = Some(handed));
    let built = build();
    HANDED.with(|place| *place.borrow_mut() = None);
    built
}

fn picked<T>(pick: impl FnOnce(&mut Handed) -> T) -> T {
    HANDED.with(|place| pick(place.borrow_mut().as_mut().expect("laid down before the engine is built")))
}

/// The builders of our parts.
pub(crate) fn plugs() -> Plugs {
    let mut plugs = Plugs::default();
    plugs.add_topology(NAME.to_owned(), |_| {
        let routed = picked(|handed| handed.routed.clone());
        match routed.wiring.clone() {
            None => Box::new(topology::Wired::new(routed)),
            Some(wiring) => Box::new(machine::Board::new(routed, wiring)),
        }
    });
    plugs.add_routing(NAME.to_owned(), |_| {
        let (routed, vcs) = picked(|handed| (handed.routed.clone(), handed.vcs));
        match routed.wiring.clone() {
            None => Box::new(routing::WithChannels::new(routed, vcs)),
            Some(wiring) => Box::new(machine::OverSwitches::new(routed, wiring, vcs)),
        }
    });
    plugs.add_traffic(NAME.to_owned(), |_| {
        Box::new(picked(|handed| handed.sender.take()).expect("a simulation has one traffic"))
    });
    plugs
}

/// A part of ours in a configuration.
pub(crate) fn part() -> ConfigurationValue {
    ConfigurationValue::Object(NAME.to_owned(), Vec::new())
}
