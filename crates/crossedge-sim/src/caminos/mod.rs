//! The engine's input: a network as its topology, a routing with channels as its routing, and a traffic.
//!
//! The engine builds its parts by plain functions without captures, from a configuration. So the parts are laid down for the thread
//! under [`hand_over`], and the functions pick them up.

pub(crate) mod backlog;
mod machine;
mod packet;
mod policy;
mod routing;
mod topology;
pub(crate) mod traffic;

use crate::routed::Routed;
use crate::settings::Choice;
use backlog::Backlog;
use caminos_lib::Plugs;
use caminos_lib::config_parser::ConfigurationValue;
use caminos_lib::routing::RoutingInfo;
use crossedge::net::Node;
use crossedge::route::channels::Channel;
pub(crate) use machine::hosts_route_alike;
use rand::rngs::StdRng;
use std::cell::RefCell;
use std::rc::Rc;
use std::sync::Arc;
use traffic::Sender;

/// The name of our plugins in a configuration.
const PLUGIN_NAME: &str = "Crossedge";

thread_local! {
    static HANDED_OVER: RefCell<Option<Handed>> = const { RefCell::new(None) };
}

/// The configuration of the engine.
pub(crate) struct Handed {
    pub plug: Plug,
    pub sender: Option<Sender>,
}

/// State shared by our routings and our policy.
#[derive(Debug, Clone)]
pub(crate) struct Plug {
    pub routed: Arc<Routed>,
    pub vcs: u32,
    pub choice: Choice,
    pub backlog: Rc<Backlog>,
}

impl Plug {
    /// Writes what a packet may take at the node that it came to: by its plan, or by new ones where it weighs them again.
    fn arrive(
        &self,
        info: &RefCell<RoutingInfo>,
        by: Channel,
        at: Node,
        via: Option<Node>,
        to: Node,
        rng: &mut StdRng,
    ) {
        let routing = self.routed.routing.as_ref();
        if routing.source_chooses() && routing.chooses_again(by, at, to) {
            let plans = packet::intermediate_nodes(routing, at, self.choice, rng);
            packet::write_paths(info, &self.routed, &self.backlog, Some(by), at, &plans, to);
        } else {
            packet::write(info, routing, Some(by), at, via, to);
        }
        self.head_for(info, by, at, via, to);
    }

    /// Counts a packet for the gate that it heads for from where it is now, by the channel that it came by.
    fn head_for(&self, info: &RefCell<RoutingInfo>, by: Channel, at: Node, via: Option<Node>, to: Node) {
        let routing = self.routed.routing.as_ref();
        if routing.source_chooses() {
            packet::head_for(info, &self.backlog, routing.gate(Some(by), at, via, to));
        }
    }
}

/// Returns `true` if packets choose by more than room: our policy then takes the place of the engine's.
pub(crate) fn by_queues(routed: &Routed) -> bool {
    routed.routing.source_chooses() || routed.routing.escape().is_some()
}

/// Runs `build` while the parts are laid down.
pub(crate) fn hand_over<T>(handed: Handed, build: impl FnOnce() -> T) -> T {
    HANDED_OVER.with(|place| *place.borrow_mut() = Some(handed));
    let built = build();
    HANDED_OVER.with(|place| *place.borrow_mut() = None);
    built
}

fn with_handed_over<T>(pick: impl FnOnce(&mut Handed) -> T) -> T {
    HANDED_OVER.with(|place| pick(place.borrow_mut().as_mut().expect("laid down before the engine is built")))
}

/// The builders of our parts.
pub(crate) fn plugin_builders() -> Plugs {
    let mut plugs = Plugs::default();
    plugs.add_topology(PLUGIN_NAME.to_owned(), |_| {
        let routed = with_handed_over(|handed| handed.plug.routed.clone());
        match routed.wiring.clone() {
            None => Box::new(topology::Wired::new(routed)),
            Some(wiring) => Box::new(machine::EngineMachine::new(routed, wiring)),
        }
    });
    plugs.add_routing(PLUGIN_NAME.to_owned(), |_| {
        let plug = with_handed_over(|handed| handed.plug.clone());
        match plug.routed.wiring.clone() {
            None => Box::new(routing::WithChannels::new(plug)),
            Some(wiring) => Box::new(machine::OverSwitches::new(plug, wiring)),
        }
    });
    plugs.add_policy(PLUGIN_NAME.to_owned(), |_| {
        let Plug { routed, choice, backlog, .. } = with_handed_over(|handed| handed.plug.clone());
        let reserved = routed.routing.escape().map_or(0, |escape| escape.channels() as usize);
        Box::new(policy::ByQueues { choice, backlog, reserved })
    });
    plugs.add_traffic(PLUGIN_NAME.to_owned(), |_| {
        Box::new(with_handed_over(|handed| handed.sender.take()).expect("a simulation has one traffic"))
    });
    plugs
}

/// A part of ours in a configuration.
pub(crate) fn plugin_configuration() -> ConfigurationValue {
    ConfigurationValue::Object(PLUGIN_NAME.to_owned(), Vec::new())
}
