//! From settings to a network with a verified routing, ready to run at any load and seed.

use crate::caminos::hosts_route_alike;
use crate::caminos::traffic::TrafficPlan;
use crate::error::Error;
use crate::measure;
use crate::outcome::{Judged, Outcome};
use crate::physical::LinkDelays;
use crate::programs::TracePrograms;
use crate::room;
use crate::routed::Routed;
use crate::settings::{Choice, Settings};
use crate::theirs::Theirs;
use crate::wiring::{self, Wiring};
use crate::words::TrafficName;
use crossedge::collective::training::{Job, MappingText, Phase};
use crossedge::collective::{ScheduleRequest, Unmade};
use crossedge::error::ErrorKind;
use crossedge::expr::parse;
use crossedge::metrics::traffic::Traffic;
use crossedge::net::{Node, Port, Shape, Structure, elaborate, to_network};
use crossedge::progress::Progress;
use crossedge::route::channels::{Routing, RoutingName, Unroutable};
use crossedge::verify::deadlock::judge_between;
use crossedge::verify::{self, Switching};
use std::sync::Arc;

/// Larger networks are not looked at port by port to see what they take.
pub const MAX_NODES: u64 = 1 << 20;

/// A network with a verified routing.
#[derive(Debug)]
pub struct Prepared {
    pub(crate) settings: Settings,
    /// The shape of the network.
    pub shape: Arc<dyn Shape>,
    pub(crate) routed: Arc<Routed>,
    /// The routing, with the base that the network gave it.
    pub routing: RoutingName,
    /// Virtual channels of a link.
    pub vcs: u32,
    /// The verdict.
    pub judged: Judged,
    /// The pattern on this network; none for a collective.
    pub(crate) pattern: Option<Traffic>,
    /// The traffic pattern, for patterns with one target for each node.
    pub(crate) targets: Option<Vec<u32>>,
    pub(crate) programs: Option<TracePrograms>,
    /// Ports of all nodes, those to servers too.
    pub(crate) ports: u64,
    /// Parts of the engine in place of ours.
    pub(crate) theirs: Option<Theirs>,
    /// Cycles of the links.
    pub(crate) delays: LinkDelays,
}

impl Prepared {
    /// Reads the expression, makes the routing and has it verified. `load` reads the files that an expression names.
    ///
    /// A routing that is refuted, or has no verdict, is an error unless the settings ask for it.
    pub fn new(
        settings: &Settings,
        load: crossedge::net::Load<'_>,
        watch: &dyn Progress,
    ) -> Result<Prepared, Error> {
        settings.check()?;
        let locate = |error| Error::at(error, settings.expression.clone());
        let expr = parse(&settings.expression).map_err(locate)?;
        let shape = elaborate(&expr, load).map_err(locate)?;
        let net = to_network(&expr, shape.as_ref(), load).map_err(locate)?;
        let n = net.nodes();
        if n > MAX_NODES {
            return Err(Error::new(
                ErrorKind::Limit,
                format!("{expr} has {n} nodes, and {MAX_NODES} are simulated at most"),
            )
            .help("take a smaller network of the same construction"));
        }
        let ends = net.endpoints();
        if ends < 2 {
            let what = if n == 1 { "node" } else { "endpoint" };
            return Err(Error::usage(format!("{expr} has only one {what}"))
                .help(format!("use a network with at least two {what}s")));
        }
        let ports = wiring::ports(net.as_ref());
        if let Some(vcs) = settings.vcs {
            settings.machine.check_shares(vcs)?;
        }
        room::check_memory(settings, n, ports, settings.vcs.unwrap_or(1))?;
        let pattern = settings.traffic.pattern(net.as_ref())?;
        let routing = settings.routing.resolved_on(net.as_ref());
        let rule = routing.on(&net).map_err(|why| match why {
            Unroutable::TooLarge { .. } => Error::new(ErrorKind::Limit, why.to_string())
                .help("take the routing of the addresses, or a smaller network of the same construction"),
            why => Error::usage(format!("{expr}: {why}")),
        })?;
        let wiring = Wiring::of_machine(net.as_ref())?.map(Arc::new);
        let routed = Arc::new(Routed { net, routing: rule, wiring });
        over_switches(&routed, routing, &expr.to_string())?;
        let vcs = settings.vcs.unwrap_or_else(|| routed.routing.channels().max(1));
        settings.machine.check_shares(vcs)?;
        room::check_memory(settings, n, ports, vcs)?;
        let judged = check_routing(settings, &expr.to_string(), routing, &routed, vcs, watch)?;
        let targets = match pattern {
            None | Some(Traffic::Uniform | Traffic::AllToAll | Traffic::Groups(_)) => None,
            Some(pattern) => {
                let target = |v| pattern.target(routed.net.as_ref(), Node(v)).map(|to| to.0 as u32);
                let targets = (0..ends).map(target).collect::<Result<Vec<u32>, String>>();
                let targets = targets.map_err(Error::usage)?;
                if targets.iter().enumerate().all(|(v, &to)| v == to as usize) {
                    return Err(Error::usage(format!(
                        "{pattern} traffic sends nothing on {expr}: every node is its own target"
                    ))
                    .help("take another traffic"));
                }
                Some(targets)
            }
        };
        let programs = programs(settings, &routed, watch)?;
        let mut settings = settings.clone();
        let classes = routed.net.link_classes().len();
        let delays = match &settings.physical {
            None => LinkDelays::uniform(classes, settings.machine.link_cycles),
            Some(physical) => physical.delays(routed.net.as_ref(), settings.machine.flit_bytes)?,
        };
        // Long cables ask for more patience, which is not the user's business.
        let least = settings.machine.stall_cycles(delays.longest());
        settings.limits.deadlock_cycles = settings.limits.deadlock_cycles.max(least);
        let theirs = None;
        Ok(Prepared {
            settings,
            shape,
            routed,
            routing,
            vcs,
            judged,
            pattern,
            targets,
            programs,
            ports,
            theirs,
            delays,
        })
    }

    /// The network.
    pub fn net(&self) -> &dyn Structure {
        self.routed.net.as_ref()
    }

    /// The routing with its channels.
    pub fn routing(&self) -> &dyn Routing {
        self.routed.routing.as_ref()
    }

    /// The same with another rule, under the same name, verified again: for routings that have none.
    pub fn with_rule(self, rule: Arc<dyn Routing>, watch: &dyn Progress) -> Result<Prepared, Error> {
        let routed = Routed { routing: rule, ..self.routed.as_ref().clone() };
        let judged =
            check_routing(&self.settings, &self.settings.expression, self.routing, &routed, self.vcs, watch)?;
        Ok(Prepared { routed: Arc::new(routed), judged, ..self })
    }

    /// The information that packets choose by, which the machine must provide; `None` if they have no choice.
    pub fn assumed_information(&self) -> Option<String> {
        let (routing, Choice { candidates, bias, backlog_age, escape_wait, .. }) =
            (self.routing(), self.settings.choice);
        if routing.source_chooses() {
            let ends = self.net().endpoints();
            let from = Node(0);
            let gates = (0..ends).any(|to| routing.gate(None, from, None, Node(to)).is_some());
            let known = match gates {
                true => format!(", and by the backlog of links leaving its group, {backlog_age} cycles old"),
                false => String::new(),
            };
            return Some(format!(
                "a source compares the minimal path with {candidates} detours (bias {bias}) by the queues of its router{known}"
            ));
        }
        let by_room = "a packet takes the shortest queue of its router";
        match (routing.escape(), routing.chooses()) {
            (Some(_), _) => {
                Some(format!("{by_room}, and the escape when none has room for {escape_wait} cycles"))
            }
            (None, true) => Some("a packet takes any link of its router that has room".to_owned()),
            (None, false) => None,
        }
    }

    /// The settings, as they were given.
    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    /// The settings at a load and seed.
    pub fn settings_at(&self, load: f64, seed: u64) -> Settings {
        Settings { load, seed, ..self.settings.clone() }
    }

    /// For the links of a class: `false` if some are between routers, `true` if some lead to hosts.
    pub(crate) fn ends_of(&self, class: usize) -> Vec<bool> {
        let net = self.net();
        let mut found = [false; 2];
        for v in (0..net.nodes()).map(Node) {
            let hosts = v.0 < net.endpoints() && self.routed.host_links(v.0 as usize) > 0;
            for port in (0..net.degree(v)).map(Port).filter(|&port| net.link_class(v, port) == class) {
                let (to, _) = net.link(v, port);
                let leads = to.0 < net.endpoints() && self.routed.host_links(to.0 as usize) > 0;
                found[usize::from(hosts || leads)] = true;
            }
            if found == [true; 2] {
                break;
            }
        }
        [false, true].into_iter().filter(|&to_hosts| found[usize::from(to_hosts)]).collect()
    }

    /// Number of nodes that send.
    pub fn senders(&self) -> u64 {
        match &self.targets {
            Some(targets) => targets.iter().enumerate().filter(|(v, to)| *v != **to as usize).count() as u64,
            None => match self.pattern {
                // The last ones may be alone in their groups.
                Some(Traffic::Groups(groups)) => {
                    let ends = self.net().endpoints();
                    (0..ends).filter(|&v| groups.members(v, ends).1 > 1).count() as u64
                }
                _ => self.net().endpoints(),
            },
        }
    }

    /// Simulates at the load and seed of the settings.
    pub fn run(&self, watch: &dyn Progress) -> Result<Outcome, Error> {
        self.run_at(self.settings.load, self.settings.seed, watch)
    }

    /// Simulates at another load and seed.
    pub fn run_at(&self, load: f64, seed: u64, watch: &dyn Progress) -> Result<Outcome, Error> {
        let settings = self.settings_at(load, seed);
        settings.check()?;
        room::check_memory(&settings, self.net().nodes(), self.ports, self.vcs)?;
        measure::measure(self, &settings, watch)
    }

    /// The same for all cycles of the limits, however sure the mean and the verdict are before.
    pub(crate) fn run_entirely(&self, load: f64, seed: u64, watch: &dyn Progress) -> Result<Outcome, Error> {
        let mut settings = self.settings_at(load, seed);
        settings.limits.precision = 0.0;
        settings.check()?;
        room::check_memory(&settings, self.net().nodes(), self.ports, self.vcs)?;
        measure::measure(self, &settings, watch)
    }

    pub(crate) fn plan(&self) -> TrafficPlan {
        match (self.pattern, &self.targets, &self.programs) {
            (_, _, Some(programs)) => TrafficPlan::Programs(programs.clone(), Default::default()),
            (_, Some(targets), _) => TrafficPlan::Targets(targets.clone()),
            (Some(Traffic::Groups(groups)), ..) => TrafficPlan::Groups(groups),
            (Some(Traffic::AllToAll), ..) => TrafficPlan::Rotation(vec![0; self.net().endpoints() as usize]),
            _ => TrafficPlan::Uniform,
        }
    }
}

fn check_routing(
    settings: &Settings,
    expr: &str,
    routing: RoutingName,
    routed: &Routed,
    vcs: u32,
    watch: &dyn Progress,
) -> Result<Judged, Error> {
    let channels = if vcs == 1 { "1 virtual channel".to_owned() } else { format!("{vcs} virtual channels") };
    let asked = routed.routing.channels();
    let help = match vcs < asked {
        true => format!("use {asked} virtual channels, or allow it with `unjudged`"),
        false => "use another routing, or allow it with `unjudged`".to_owned(),
    };
    let refused = |why: String| {
        Err(Error::new(ErrorKind::Refuted, format!("{routing} routing with {channels} on {expr} {why}"))
            .help(help))
    };
    let net = routed.net.as_ref();
    match judge_between(net, net.endpoints(), &routed.routing, vcs, watch)? {
        verify::Verdict::Holds(_) => Ok(Judged::Proved),
        verify::Verdict::Refuted(_) if settings.unjudged => Ok(Judged::Refuted),
        verify::Verdict::Undecided(_) if settings.unjudged => Ok(Judged::Unjudged),
        verify::Verdict::Refuted(why) => refused(why.to_string()),
        verify::Verdict::Undecided(limit) => Err(Error::limit(
            format!("{routing} routing with {channels} on {expr} is undecided: {}", limit.reached()),
            format!("take {}, or use --unjudged", limit.works),
        )),
    }
}

/// Rejects routings that the engine cannot follow: it forwards packets at routers only, and hosts of a switch are not routers.
fn over_switches(routed: &Routed, routing: RoutingName, expr: &str) -> Result<(), Error> {
    let Some(wiring) = &routed.wiring else { return Ok(()) };
    let hosts = (0..wiring.servers()).find(|&v| wiring.is_server(v)).map(|v| Node(v as u64));
    let by_hosts = |host: &Node| {
        let routing = routed.routing.as_ref();
        routing.detours(*host) > 0 && routing.detour(*host, 0).0 < routed.net.endpoints()
    };
    if hosts.as_ref().is_some_and(by_hosts) {
        return Err(Error::usage(format!("{routing} routing sends packets by way of hosts, and on {expr} the engine hands them on at switches alone")).help("take a routing without detours"));
    }
    match hosts_route_alike(routed, wiring) {
        true => Ok(()),
        false => Err(Error::usage(format!("{routing} routing on {expr} depends on the source host of a packet, which the engine does not provide")).help("use another routing")),
    }
}

/// The programs of a verified schedule of a collective.
/// The messages of a phase of training.
fn phase(
    settings: &Settings,
    routed: &Routed,
    phase: Phase,
    job: Job,
    bytes: u64,
    mapping: &MappingText,
) -> Result<TracePrograms, Error> {
    let net = routed.net.as_ref();
    let flit_bytes = u64::from(settings.machine.flit_bytes);
    let mapping = mapping.on(net, job.ranks()).map_err(|why| {
        Error::usage(format!("{}: {why}", settings.expression))
            .help("take as many ranks as there are endpoints, or fewer")
    })?;
    // Limit of messages per rank; rounds are listed only within it.
    let (group, _) = job.group(phase);
    let most = u128::from(job.ranks()) * u128::from(bytes.max(group * flit_bytes)) * 2;
    room::flits(settings, bytes, most)?;
    let rounds = job.rounds(phase, bytes);
    if rounds.is_empty() {
        return Err(Error::usage(format!(
            "{phase} parallel groups of {job} have one rank, and nothing to send"
        ))
        .help("take a job with more, e.g. 8x4x4"));
    }
    Ok(TracePrograms::from_rounds(net.endpoints(), &rounds, &mapping, flit_bytes))
}

fn programs(
    settings: &Settings,
    routed: &Routed,
    watch: &dyn Progress,
) -> Result<Option<TracePrograms>, Error> {
    if let TrafficName::Phase { phase: name, job, bytes, mapping } = &settings.traffic {
        return phase(settings, routed, *name, *job, *bytes, mapping).map(Some);
    }
    let TrafficName::Collective { kind, algorithm, bytes } = settings.traffic.clone() else {
        return Ok(None);
    };
    let nodes = routed.net.endpoints();
    // Every node exchanges a block with every other node.
    room::flits(settings, bytes, u128::from(bytes) * u128::from(nodes - 1))?;
    let order = ScheduleRequest { kind, root: Node(0), bytes, pieces: 8, rings: &[] };
    let schedule = algorithm.schedule(&routed.net, &order).map_err(|why| match why {
        Unmade::NotHere(why) => Error::usage(format!("no {kind} by {algorithm} here: {why}")),
        Unmade::Bytes(most) => {
            Error::new(ErrorKind::Limit, "all blocks together have more bytes than 64 bits count")
                .help(format!("take at most {most} bytes"))
        }
        Unmade::TooLarge(most) => {
            Error::new(ErrorKind::Limit, format!("{kind} by {algorithm} is listed up to {most} nodes"))
                .help("take a smaller network of the same construction")
        }
    })?;
    let ports = if algorithm.all_ports() { verify::Ports::All } else { verify::Ports::One };
    let model = verify::Model { ports, switching: Switching::HopSynchronous };
    match verify::schedule(routed.net.as_ref(), schedule, model, watch)? {
        verify::Verdict::Holds(checked) => {
            let made = TracePrograms::new(routed.net.as_ref(), &checked, settings.machine.flit_bytes.into());
            let programs = made.map_err(|unfit| Error::new(ErrorKind::Refuted, unfit.to_string()))?;
            room::flits(settings, bytes, programs.flits() * u128::from(settings.machine.flit_bytes))?;
            Ok(Some(programs))
        }
        verify::Verdict::Refuted(fault) => {
            Err(Error::new(ErrorKind::Refuted, format!("{kind} by {algorithm} does not hold: {fault}"))
                .help("take another algorithm"))
        }
        verify::Verdict::Undecided(limit) => Err(limit.into()),
    }
}
