//! Figures of one network and of several, designs, and what holds of a construction.

use super::told::{Call, EXPR, Told, Verb, flag, json, list, number, text};
use crossedge::Error;
use crossedge::answers::{
    CiteRequest, CompareRequest, DesignRequest, EffortRequest, ShowRequest, SizeRange, ThroughputRequest,
    TrafficText, VerifyRequest, ask,
};
use crossedge::metrics::Metric;
use std::time::Duration;

/// The verbs of this file.
pub const VERBS: &[Verb] = &[
    Verb {
        name: "show",
        summary: "The figures of a network (diameter, bisection, degree, …), each with how it is known",
        params: &[
            EXPR,
            list("metrics", "only these, as in diameter,bisection"),
            flag("histogram", "also how many pairs there are at each distance"),
            number("sample", "search from so many nodes where no theorem gives the distances"),
            number("seed", "of the sample"),
        ],
        schema: Some("show"),
        quick: false,
        tool: true,
        run: show,
    },
    Verb {
        name: "compare",
        summary: "The figures of several networks side by side",
        params: &[
            list("exprs", "the networks"),
            list("metrics", "only these, as in diameter,bisection"),
            text("sort", "the metric by which they are put in order"),
            flag("descending", "the largest first"),
        ],
        schema: Some("compare"),
        quick: false,
        tool: true,
        run: compare,
    },
    Verb {
        name: "design",
        summary: "The best networks for a requirement of endpoints and ports, or given ones side by side",
        params: &[
            text("endpoints", "how many, as in 8k..12k or 8192"),
            text("ports", "how many a node has, as in ..36"),
            flag("direct", "only networks without switches"),
            list("families", "only these, as in torus,dual,dragonfly"),
            text("base", "only networks over this one"),
            number("block", "so many endpoints stand together, wired in copper"),
            list("objectives", "what is compared, the most important first"),
            text("where", "what else must hold, as in diameter<=6 and throughput>=0.5"),
            flag("all", "every candidate, not only the front"),
            number("limit", "so many at most; 20 without it"),
            list("exprs", "instead of a search: these networks"),
        ],
        schema: Some("design"),
        quick: false,
        tool: true,
        run: design,
    },
    Verb {
        name: "throughput",
        summary: "What a network can carry, whatever the routing: exact, or between two ends",
        params: &[EXPR, text("traffic", "uniform, tornado, shift by 3, longest, worst, …")],
        schema: Some("throughput"),
        quick: false,
        tool: true,
        run: throughput,
    },
    Verb {
        name: "verify",
        summary: "Checks every node and link of a network; a counterexample where a law breaks",
        params: &[EXPR],
        schema: Some("verify"),
        quick: false,
        tool: true,
        run: |call| {
            let on = call.network()?;
            let (told, _) = Told::of(call, &on, &VerifyRequest)?;
            Ok(told.command(&["verify", &on.net.to_string()]))
        },
    },
    Verb {
        name: "cite",
        summary: "The works behind a network",
        params: &[EXPR],
        schema: Some("cite"),
        quick: true,
        tool: true,
        run: |call| {
            let on = call.network()?;
            let (told, _) = Told::of(call, &on, &CiteRequest)?;
            Ok(told.command(&["cite", &on.net.to_string()]))
        },
    },
];

fn metrics(names: &[String]) -> Result<Vec<Metric>, Error> {
    let one = |name: &String| {
        Metric::every().find(|metric| metric.name() == name).ok_or_else(|| {
            let known: Vec<&str> = Metric::every().map(Metric::name).collect();
            Error::usage(format!("there is no metric '{}'", crate::params::shown(name)))
                .help(format!("there are {}", known.join(", ")))
        })
    };
    names.iter().map(one).collect()
}

/// Time for the metrics of a panel; a metric that is asked for by name has none.
const BUDGET: Duration = Duration::from_secs(10);

fn effort(call: &Call<'_>) -> Result<EffortRequest, Error> {
    let usual = EffortRequest::default();
    Ok(EffortRequest {
        sample: call.params.maybe("sample")?,
        seed: call.params.read("seed", usual.seed)?,
        budget: Some(BUDGET),
        ..usual
    })
}

fn show(call: &Call<'_>) -> Result<Told, Error> {
    let on = call.network()?;
    let names = call.params.list("metrics");
    let histogram = call.params.flag("histogram")?;
    let request = ShowRequest { metrics: metrics(&names)?, histogram, effort: effort(call)? };
    let (told, _) = Told::of(call, &on, &request)?;
    let figures = match names.is_empty() {
        true => String::new(),
        false => format!("--figure={}", names.join(",")),
    };
    Ok(told.command(&["show", &on.net.to_string(), &figures, if histogram { "--histogram" } else { "" }]))
}

fn compare(call: &Call<'_>) -> Result<Told, Error> {
    let nets = call.networks()?;
    if nets.is_empty() {
        return Err(Error::usage("there is nothing to compare").help("give `exprs` two networks"));
    }
    let sort = call.params.text("sort").map(|name| metrics(&[name])).transpose()?;
    let request = CompareRequest {
        metrics: metrics(&call.params.list("metrics"))?,
        sort: sort.and_then(|sort| sort.first().copied()),
        descending: call.params.flag("descending")?,
        effort: EffortRequest::default(),
    };
    let answer = ask(&request, nets.as_slice(), call.progress)?;
    let texts: Vec<String> = nets.iter().map(ToString::to_string).collect();
    let mut words = vec!["compare"];
    words.extend(texts.iter().map(String::as_str));
    Ok(Told { answer: json(&answer)?, ..Told::default() }.command(&words))
}

fn design(call: &Call<'_>) -> Result<Told, Error> {
    let params = call.params;
    let nets = call.networks()?;
    let range = |name: &str| params.text(name).map(|text| text.parse::<SizeRange>()).transpose();
    let (endpoints, ports) = (range("endpoints")?, range("ports")?);
    let base = params.text("base").map(|text| call.house.read(&text)).transpose()?;
    if nets.is_empty() && endpoints.is_none() && base.is_none() {
        return Err(Error::usage("a search needs to know how many endpoints").help("as in 8k..12k"));
    }
    let request = DesignRequest {
        endpoints,
        ports,
        direct: params.flag("direct")?,
        families: params.list("families"),
        base: base.map(|base| base.net.clone()),
        block: params.maybe("block")?,
        objectives: params.list("objectives"),
        condition: params.text("where"),
        by_size: false,
        all: params.flag("all")?,
        limit: params.read("limit", 20usize)?.min(500),
    };
    let answer = ask(&request, nets.as_slice(), call.progress)?;
    let texts: Vec<String> = nets.iter().map(ToString::to_string).collect();
    let option = |name: &str, option: &str| {
        params.text(name).map(|text| format!("--{option}={text}")).unwrap_or_default()
    };
    let several = |name: &str, option: &str| match params.list(name) {
        items if items.is_empty() => String::new(),
        items => format!("--{option}={}", items.join(",")),
    };
    let given = [
        option("endpoints", "endpoints"),
        option("ports", "ports"),
        if request.direct { "--direct".to_owned() } else { String::new() },
        several("families", "family"),
        option("base", "base"),
        option("block", "block"),
        several("objectives", "objective"),
        option("where", "where"),
        if request.all { "--all".to_owned() } else { String::new() },
        format!("--limit={}", request.limit),
    ];
    let mut words = vec!["design"];
    words.extend(texts.iter().chain(&given).map(String::as_str));
    Ok(Told { answer: json(&answer)?, ..Told::default() }.command(&words))
}

fn throughput(call: &Call<'_>) -> Result<Told, Error> {
    let on = call.network()?;
    let name = call.params.text("traffic").unwrap_or_else(|| "uniform".to_owned());
    let traffic = match name.parse::<TrafficText>().map_err(Error::usage)? {
        TrafficText::Known(traffic) => traffic,
        TrafficText::File(_) => return Err(Error::usage("traffic from a file is for the command line")),
    };
    let (told, _) = Told::of(call, &on, &ThroughputRequest { traffic, gap: 0.01 })?;
    Ok(told.command(&["throughput", &on.net.to_string(), &format!("--traffic={name}")]))
}
