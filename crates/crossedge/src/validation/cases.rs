//! The cases: networks, routings and traffics with answers that are known exactly.

use crate::metrics::traffic::Traffic;

/// What is asked of a simulator.
#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Question {
    /// The latency of a packet alone in the network.
    Latency,
    /// What is accepted of an offered load.
    Load,
    /// The time of one message from every endpoint.
    Completion,
    /// Whether the routing can deadlock.
    Deadlock,
}

/// A case.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Case {
    /// The question.
    pub question: Question,
    /// The network.
    pub expression: &'static str,
    /// The routing.
    pub routing: &'static str,
    /// The traffic; of a latency each pair alone.
    pub traffic: Traffic,
    /// Virtual channels, where they matter.
    pub vcs: Option<u32>,
}

impl Case {
    /// The name of the case at a place of the list, e.g. `latency-03`.
    pub fn name_at(place: usize) -> String {
        let question = CASES[place].question;
        let number = CASES[..=place].iter().filter(|case| case.question == question).count();
        let word = match question {
            Question::Latency => "latency",
            Question::Load => "load",
            Question::Completion => "completion",
            Question::Deadlock => "deadlock",
        };
        format!("{word}-{number:02}")
    }
}

const fn latency(expression: &'static str, routing: &'static str) -> Case {
    Case { question: Question::Latency, expression, routing, traffic: Traffic::Uniform, vcs: None }
}

const fn load(expression: &'static str, routing: &'static str, traffic: Traffic) -> Case {
    Case { question: Question::Load, expression, routing, traffic, vcs: None }
}

const fn completion(expression: &'static str, routing: &'static str, traffic: Traffic) -> Case {
    Case { question: Question::Completion, expression, routing, traffic, vcs: None }
}

const fn deadlock(expression: &'static str, routing: &'static str, vcs: u32) -> Case {
    Case { question: Question::Deadlock, expression, routing, traffic: Traffic::Uniform, vcs: Some(vcs) }
}

/// All cases.
pub const CASES: [Case; 50] = [
    latency("ring(8)", "dimension"),
    latency("path(5)", "dimension"),
    latency("complete(6)", "minimal"),
    latency("star(6)", "minimal"),
    latency("torus(4,4)", "dimension"),
    latency("torus(5,5)", "dimension"),
    latency("mesh(4,4)", "dimension"),
    latency("hypercube(4)", "dimension"),
    latency("hyperx(4,4)", "dimension"),
    latency("kautz(2,3)", "minimal"),
    latency("slimfly(5)", "minimal"),
    latency("dragonfly(4,2)", "local-global-local"),
    latency("rdn(ring(3), 1)", "minimal"),
    latency("fattree(4)", "minimal"),
    latency("hosts(torus(3,3), 2)", "minimal"),
    load("ring(8)", "dimension", Traffic::Uniform),
    load("torus(4,4)", "dimension", Traffic::Uniform),
    load("torus(8,8)", "dimension", Traffic::Tornado),
    load("mesh(4,4)", "dimension", Traffic::Uniform),
    load("hypercube(4)", "dimension", Traffic::Transpose),
    load("hypercube(6)", "dimension", Traffic::Reverse),
    load("hyperx(4,4)", "dimension", Traffic::Shift(4)),
    load("dragonfly(4,2)", "local-global-local", Traffic::Shift(4)),
    load("rdn(ring(3), 1)", "order", Traffic::Uniform),
    load("fattree(4)", "minimal", Traffic::Transpose),
    completion("ring(8)", "dimension", Traffic::Shift(1)),
    completion("ring(8)", "dimension", Traffic::Shift(3)),
    completion("torus(4,4)", "dimension", Traffic::Transpose),
    completion("torus(5,5)", "dimension", Traffic::Tornado),
    completion("mesh(4,4)", "dimension", Traffic::Complement),
    completion("hypercube(4)", "dimension", Traffic::Transpose),
    completion("hypercube(4)", "dimension", Traffic::Complement),
    completion("hypercube(6)", "dimension", Traffic::Reverse),
    completion("hyperx(4,4)", "dimension", Traffic::Shift(4)),
    completion("complete(6)", "minimal", Traffic::Shift(2)),
    completion("star(6)", "minimal", Traffic::Shift(1)),
    completion("dragonfly(4,2)", "local-global-local", Traffic::Shift(4)),
    completion("rdn(ring(3), 1)", "order", Traffic::Tornado),
    completion("fattree(4)", "minimal", Traffic::Shift(1)),
    completion("fattree(4)", "minimal", Traffic::Transpose),
    deadlock("ring(8)", "dimension", 1),
    deadlock("ring(8)", "dimension", 2),
    deadlock("torus(4,4)", "dimension", 1),
    deadlock("torus(4,4)", "dimension", 2),
    deadlock("mesh(4,4)", "dimension", 1),
    deadlock("hypercube(4)", "dimension", 1),
    deadlock("dragonfly(4,2)", "local-global-local", 1),
    deadlock("dragonfly(4,2)", "local-global-local", 2),
    deadlock("slimfly(5)", "minimal", 1),
    deadlock("slimfly(5)", "minimal", 2),
];
