//! Witnesses about the deadlocks of a routing, with every route listed: nothing of the routing has to be known to check them.

/// Format tag of [`DeadlockFreedom`].
pub const FREEDOM_FORM: &str = "crossedge deadlock freedom certificate 1";

/// Format tag of [`WaitingCycle`].
pub const CYCLE_FORM: &str = "crossedge deadlock certificate 1";

/// A virtual channel of a certificate.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize, serde::Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ListedChannel {
    /// The node that sends.
    pub from: u64,
    /// The port by which it sends.
    pub port: u32,
    /// The node that receives.
    pub to: u64,
    /// The virtual channel on the link, from 0.
    pub vc: u32,
}

/// A channel with its rank.
#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct RankedChannel {
    /// The node that sends.
    pub from: u64,
    /// The port by which it sends.
    pub port: u32,
    /// The node that receives.
    pub to: u64,
    /// The virtual channel on the link, from 0.
    pub vc: u32,
    /// Its rank; null for a channel that needs none, because packets on it are always offered one with a rank.
    pub rank: Option<u32>,
}

/// All packets to one target, with the same intermediate node: a graph of states, whose paths are the routes.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PacketStates {
    /// The target.
    pub to: u64,
    /// The intermediate node of a detour.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub via: Option<u64>,
    /// Each source with the states that a packet may begin in.
    pub start: Vec<(u64, Vec<u32>)>,
    /// For each state its channel, as a position in the list of channels, and the states that may follow; none at the target.
    pub states: Vec<(u32, Vec<u32>)>,
}

/// A proof that a routing cannot deadlock: every state that a packet can reach, and a rank for each channel, which decreases along all routes.
///
/// Channels without rank need none: a packet that waits there may always take a channel with a rank, and from such channels only others with lower ranks.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct DeadlockFreedom {
    /// The form: [`FREEDOM_FORM`].
    pub form: String,
    /// The network.
    pub expression: String,
    /// The routing, as text.
    pub routing: String,
    /// Virtual channels on each link.
    pub vcs: u32,
    /// The channels that packets use.
    pub channels: Vec<RankedChannel>,
    /// The packets: each endpoint sends to each other one.
    pub packets: Vec<PacketStates>,
}

/// A packet of a deadlock.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct WaitingPacket {
    /// Its source.
    pub from: u64,
    /// Its target.
    pub to: u64,
    /// Its route, channel by channel.
    pub route: Vec<ListedChannel>,
    /// Position in the route of the channel that it holds; it waits for the next one.
    pub holds: u32,
}

/// A deadlock: packets in a cycle, each of which holds a channel and waits for the one that the next packet holds.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct WaitingCycle {
    /// The form: [`CYCLE_FORM`].
    pub form: String,
    /// The network.
    pub expression: String,
    /// The routing, as text.
    pub routing: String,
    /// Virtual channels on each link.
    pub vcs: u32,
    /// The packets, in the order of the cycle.
    pub packets: Vec<WaitingPacket>,
}
