//! Routings by name, and on which networks each of them exists.

use super::Unroutable;
use crate::net::{Leaf, Parts, Structure};

/// The routings that have a name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Scheme {
    /// Shortest ways by the addresses, with one channel set per segment.
    Minimal,
    /// The addresses, shortest ways or not, with one channel set per segment.
    Address,
    /// The textbook routing of the dragonfly: over the one link between two groups, even where two global links are shorter.
    LocalGlobalLocal,
    /// First a, then b, then the class, at every level (I7).
    Order,
    /// Dimension order, with datelines on rings.
    Dimension,
    /// Up*/down* from node 0.
    UpDown,
}

impl Scheme {
    /// All of them, in the order in which they are listed.
    pub const ALL: [Scheme; 6] = [
        Scheme::Minimal,
        Scheme::Address,
        Scheme::LocalGlobalLocal,
        Scheme::Order,
        Scheme::Dimension,
        Scheme::UpDown,
    ];

    /// The name.
    pub fn name(self) -> &'static str {
        match self {
            Scheme::Minimal => "minimal",
            Scheme::Address => "address",
            Scheme::LocalGlobalLocal => "local-global-local",
            Scheme::Order => "order",
            Scheme::Dimension => "dimension",
            Scheme::UpDown => "updown",
        }
    }

    /// The routing of this name.
    pub fn named(name: &str) -> Option<Scheme> {
        Scheme::ALL.into_iter().find(|scheme| scheme.name() == name)
    }

    /// The routing that a network has when nobody asks for another: shortest ways where its addresses lead along them.
    pub fn usual(net: &dyn Structure) -> Scheme {
        if net.minimal() { Scheme::Minimal } else { Scheme::Address }
    }

    /// The routing with the fewest channels that a network has of its own: Valiant's doubles it.
    pub fn below_detour(net: &dyn Structure) -> Scheme {
        match net.parts() {
            Parts::Level(_) => Scheme::Order,
            Parts::Leaf(Leaf::Dragonfly { .. }) => Scheme::LocalGlobalLocal,
            _ => Scheme::usual(net),
        }
    }

    /// The routings that exist on a network.
    pub fn on(net: &dyn Structure) -> impl Iterator<Item = Scheme> {
        Scheme::ALL.into_iter().filter(|scheme| scheme.missing(net).is_none())
    }

    /// Whether the routing exists on a network; the error names those that do.
    pub(super) fn check(self, net: &dyn Structure) -> Result<(), Unroutable> {
        let Some(why) = self.missing(net) else { return Ok(()) };
        let here: Vec<&str> = Scheme::on(net).map(Scheme::name).collect();
        Err(Unroutable::Undefined(format!(
            "there is no {} routing on this network: {why}\nhelp: the routings here are {}, and valiant over each of them",
            self.name(),
            here.join(", ")
        )))
    }

    /// Why the routing does not exist on a network; none when it does.
    fn missing(self, net: &dyn Structure) -> Option<&'static str> {
        let flat = |net: &dyn Structure| matches!(net.parts(), Parts::Leaf(_));
        match self {
            Scheme::Minimal => {
                (!net.minimal()).then_some("its addresses do not always lead along shortest ways")
            }
            Scheme::Address | Scheme::UpDown => None,
            Scheme::LocalGlobalLocal => {
                (!inside(net, &|part| matches!(part.parts().leaf(), Leaf::Dragonfly { .. })))
                    .then_some("local, global, local is for dragonflies and what is built of them")
            }
            Scheme::Order => (!inside(net, &|part| matches!(part.parts(), Parts::Level(_))))
                .then_some("order routing needs a level of dual construction"),
            Scheme::Dimension => match net.parts() {
                Parts::Product(parts) if parts.iter().all(|part| flat(part.as_ref())) => None,
                Parts::Product(_) => Some("a factor of the product has levels or phases of its own"),
                Parts::Leaf(leaf) if leaf.in_line() || matches!(leaf, Leaf::Cube(_)) => None,
                _ => Some("dimension order needs a product, a cube, a ring, a path or a complete graph"),
            },
        }
    }
}

/// Whether a network, or a part that its routings are made of, has a property.
fn inside(net: &dyn Structure, has: &dyn Fn(&dyn Structure) -> bool) -> bool {
    has(net)
        || match net.parts() {
            Parts::Product(parts) => parts.iter().any(|part| inside(part.as_ref(), has)),
            Parts::Level(level) => inside(level.base().as_ref(), has),
            _ => false,
        }
}
