//! Design as an architect asks: the recommendation against an independent enumeration, limits of endpoints, and costs counted from layouts.

use crate::seeded::Dice;
use crossedge::answers::{
    AdviseRequest, CostLineAnswer, DesignAnswer, DesignRequest, DesignedAnswer, LayoutRequest, Prices,
    Request, ask,
};
use crossedge::prelude::*;

fn design(endpoints: &str, radix: u32, throughput: Option<f64>) -> DesignAnswer {
    let request = DesignRequest {
        endpoints: Some(endpoints.parse().expect("a range")),
        radix: Some(radix),
        throughput,
        ..DesignRequest::default()
    };
    ask(&request, &[], &Silent).expect("designs").answer
}

/// A candidate of the independent enumeration: its text, endpoints, switches, and cables between switches.
struct Enumerated {
    text: String,
    endpoints: u64,
    switches: u64,
    inner: u64,
}

/// Networks by the formulas of the literature: those with at most `radix` ports and this many endpoints that carry `share` of injection.
fn enumerate(least: u64, most: u64, radix: u64, share: f64) -> Vec<Enumerated> {
    let mut out = Vec::new();
    let mut push = |text: String, endpoints: u64, switches: u64, inner: u64, carried: f64| {
        if (least..=most).contains(&endpoints) && carried >= share - 1e-12 {
            out.push(Enumerated { text, endpoints, switches, inner });
        }
    };
    // Two-level trees: p hosts and s uplinks of a leaf, n leaves, s spines of n ports.
    for p in 1..radix {
        for s in 1..=radix - p {
            for n in 2..=radix {
                let ends = p * n;
                let apart = (ends - p) as f64 / (ends - 1) as f64;
                let carried = (s as f64 / p as f64 / apart).min(1.0);
                push(format!("clos({p},{n},{s})"), ends, n + s, n * s, carried);
            }
        }
    }
    // Three-level fat trees of k ports.
    for k in (2..=radix).step_by(2) {
        push(format!("fattree({k})"), k * k * k / 4, 5 * k * k / 4, k * k * k / 2, 1.0);
    }
    // Dragonflies: a routers in a group, h global links and p hosts of a router.
    for a in 2..radix {
        for h in 1..=radix - (a - 1) {
            let routers = a * (a * h + 1);
            for p in 1..=radix.saturating_sub(a - 1 + h) {
                let ends = routers * p;
                if ends > most {
                    break;
                }
                // A pair of groups has one cable for the traffic of a p hosts to a p hosts.
                let global = (ends - 1) as f64 / (a * p * a * p) as f64;
                // A local cable has the traffic of its routers and what comes and goes by their global cables.
                let local = (ends - 1) as f64 / (p * p * (2 * a * h + 1)) as f64;
                let inner = routers * (a - 1 + h) / 2;
                push(
                    format!("hosts(dragonfly({a},{h}), {p})"),
                    ends,
                    routers,
                    inner,
                    global.min(local).min(1.0),
                );
            }
        }
    }
    // HyperX of one to three dimensions.
    for x in 2..=radix {
        for y in 1..=x {
            for z in 1..=y {
                let degree = x + y + z - 3;
                let routers = x * y * z;
                if degree >= radix {
                    continue;
                }
                for p in 1..=radix - degree {
                    let ends = routers * p;
                    if ends > most {
                        break;
                    }
                    // In a dimension of n routers a cable carries p p (routers / n) pairs in each direction.
                    let slow = [x, y, z].into_iter().filter(|n| *n > 1).min().unwrap_or(1);
                    let carried = ((ends - 1) as f64 * slow as f64 / (p * p * routers) as f64).min(1.0);
                    let sides: Vec<String> =
                        [z, y, x].iter().filter(|n| **n > 1).map(u64::to_string).collect();
                    let text = format!("hosts(hyperx({}), {p})", sides.join(","));
                    push(text, ends, routers, routers * degree / 2, carried);
                }
            }
        }
    }
    out
}

/// The cost of a network in relative prices, from its layout.
fn laid_out(text: &str, radix: u32) -> f64 {
    let net: Topology = text.parse().expect(text);
    let request = LayoutRequest { prices: Some(Prices::relative(radix, 1)), ..LayoutRequest::default() };
    let answer = request.answer(&net, &Silent).expect(text);
    let lines = answer.costs.expect("costs");
    let sum: f64 = lines
        .iter()
        .filter(|line| line.unit == "ports" && line.item != "all of these")
        .map(|line| line.total)
        .sum();
    sum
}

#[test]
fn nothing_cheaper_meets_the_requirement() {
    for (least, most, radix, share) in [(1000, 1100, 36, 1.0), (900, 1300, 24, 0.5), (400, 500, 16, 1.0)] {
        let answer = design(&format!("{least}..{most}"), radix, Some(share));
        let choice = answer.choice.as_ref().expect("a choice");
        let best = answer.families.iter().filter_map(|family| family.design.as_ref());
        let best =
            best.filter_map(|design| Some(design.cost.as_ref()?.per_endpoint)).fold(f64::INFINITY, f64::min);
        let mut all = enumerate(least, most, radix.into(), share);
        assert!(all.len() > 10, "{least}..{most}");
        let estimate = |one: &Enumerated| {
            let cost = one.switches * u64::from(radix) * 10 + one.endpoints * 12 + one.inner * 20;
            cost as f64 / one.endpoints as f64
        };
        all.sort_by(|a, b| estimate(a).total_cmp(&estimate(b)));
        for one in all.iter().take(25) {
            let cost = laid_out(&one.text, radix) / one.endpoints as f64;
            assert!(cost >= best - 1e-9, "{} costs {cost:.4}, {} {best:.4}", one.text, choice.expression);
        }
    }
}

/// Formulas of the enumeration are those of the library.
#[test]
fn the_enumeration_counts_as_the_library_does() {
    let all = enumerate(60, 200, 12, 0.3);
    let mut dice = Dice(42);
    for _ in 0..60 {
        let one = &all[dice.below(all.len() as u64) as usize];
        let net: Topology = one.text.parse().expect(&one.text);
        let network = net.network().expect("small");
        assert_eq!(network.endpoints(), one.endpoints, "{}", one.text);
        assert_eq!(network.nodes() - network.endpoints(), one.switches, "{}", one.text);
        assert_eq!(net.links(), (one.endpoints + one.inner).into(), "{}", one.text);
    }
}

#[test]
fn endpoints_have_no_more_ports_than_allowed() {
    check_requirements(12, 7);
}

#[test]
#[ignore = "minutes"]
fn endpoints_have_no_more_ports_than_allowed_two_thousand_times() {
    check_requirements(2000, 8);
}

/// Random requirements: endpoints have as many ports as allowed, and throughput is at most 1.
fn check_requirements(rounds: u32, seed: u64) {
    let mut dice = Dice(seed);
    for round in 0..rounds {
        let least = 20 + dice.below(2000);
        let most = least + least / 4 + dice.below(200);
        let (radix, ports) = (8 + dice.below(40) as u32, 1 + dice.below(3) as u32);
        let share = [0.25, 0.5, 1.0][dice.below(3) as usize];
        let request = DesignRequest {
            endpoints: Some(format!("{least}..{most}").parse().expect("a range")),
            radix: Some(radix),
            endpoint_ports: Some(ports),
            throughput: Some(share),
            families: ["fattree", "clos", "xgft", "dragonfly", "megafly", "hyperx", "torus", "bcube"]
                .map(str::to_owned)
                .to_vec(),
            ..DesignRequest::default()
        };
        let answer = ask(&request, &[], &Silent).expect("designs").answer;
        let rows = answer.families.iter().filter_map(|family| family.design.as_ref()).chain(&answer.designs);
        for row in rows {
            let net: Topology = row.expression.parse().expect("a network");
            let network = net.network().expect("small");
            let most_ports = (0..network.endpoints()).map(|v| network.degree(crossedge::net::Node(v))).max();
            assert!(most_ports.is_some_and(|have| have <= ports), "round {round}: {}", row.expression);
            let carried = row.injection_at_least.as_ref().and_then(Ratio::value).expect("known");
            assert!((share..=1.0).contains(&carried), "round {round}: {} carries {carried}", row.expression);
            assert!(row.ports <= radix && (least..=most).contains(&row.endpoints.0), "{}", row.expression);
        }
    }
}

/// The recommendation, its cables and its cost are the same on every part of the page, and those of `layout`.
#[test]
fn one_page_has_one_count_of_cables() {
    for (endpoints, radix, rack) in [("500..600", 24, 64), ("200..260", 16, 40)] {
        let design = DesignRequest {
            endpoints: Some(endpoints.parse().expect("a range")),
            radix: Some(radix),
            ..DesignRequest::default()
        };
        let layout = LayoutRequest { units: rack, ..LayoutRequest::default() };
        let request = AdviseRequest { design, layout: layout.clone(), ..AdviseRequest::default() };
        let answer = ask(&request, &[], &Silent).expect("advice").answer;
        let chosen = answer.recommended.expect("a recommendation").expression;
        let families = answer.designs.families.iter().filter_map(|family| family.design.as_ref());
        let rows: Vec<_> =
            families.chain(&answer.designs.designs).filter(|row| row.expression == chosen).collect();
        let planned = answer.layout.expect("a layout");
        let alone = ask(&layout, &chosen.parse().expect("an expression"), &Silent).expect("a layout").answer;
        assert_eq!((planned.optical, planned.length), (alone.optical, alone.length), "{chosen}");
        assert!(!rows.is_empty(), "{chosen}");
        for row in rows {
            let cost = row.cost.as_ref().expect("a cost");
            assert_eq!(cost.optical.0, u128::from(planned.optical.0), "{chosen}");
            assert_eq!(cost.racks.map(|racks| racks.0), Some(planned.racks.0), "{chosen}");
            let lines = planned.costs.as_ref().expect("costs");
            let total = |lines: &[CostLineAnswer]| lines.iter().map(|line| line.total).sum::<f64>();
            assert!((total(lines) - total(&cost.lines)).abs() < 1e-6, "{chosen}");
        }
    }
}

/// The cost of a design is the cost of its layout.
#[test]
fn costs_are_those_of_the_layout() {
    let answer = design("500..600", 24, Some(0.5));
    let mut seen = 0;
    for row in answer.families.iter().filter_map(|family| family.design.as_ref()).chain(&answer.designs) {
        let cost = row.cost.as_ref().expect("a cost");
        assert!((cost.total - laid_out(&row.expression, 24)).abs() < 1e-6, "{}", row.expression);
        assert_eq!(cost.copper.0 + cost.optical.0, row.cables.0, "{}", row.expression);
        assert_eq!(
            row.optical_cables.flatten().map(|count| count.0),
            Some(cost.optical.0),
            "{}",
            row.expression
        );
        seen += 1;
    }
    assert!(seen > 6, "{seen} designs");
}

/// Cost, power and racks of every row are within the limits, as `layout` counts them, and what was within them before is still there.
#[test]
fn cost_power_and_racks_stay_within_their_limits() {
    let request = DesignRequest {
        endpoints: Some("200..260".parse().expect("a range")),
        radix: Some(16),
        throughput: Some(0.5),
        ..DesignRequest::default()
    };
    let rows = |request: &DesignRequest| -> Vec<(String, f64, f64, u64)> {
        let answer = ask(request, &[], &Silent).expect("designs").answer;
        let choice = answer.choice.as_ref().map(|choice| choice.expression.clone());
        let cheapest = answer.families.iter().find_map(|family| family.design.as_ref());
        assert_eq!(choice, cheapest.map(|design| design.expression.clone()));
        let all = answer.families.iter().filter_map(|family| family.design.as_ref()).chain(&answer.designs);
        let row = |design: &DesignedAnswer| {
            let cost = design.cost.as_ref().expect("a cost");
            let net: Topology = design.expression.parse().expect("a network");
            let layout = LayoutRequest { prices: Some(Prices::relative(16, 1)), ..LayoutRequest::default() };
            let counted = ask(&layout, &net, &Silent).expect("a layout").answer;
            let lines = counted.costs.expect("costs");
            let power = lines.iter().filter(|line| line.unit == "port power" && line.item != "all of these");
            let power: f64 = power.map(|line| line.total).sum();
            assert!((power - cost.power.expect("power")).abs() < 1e-6, "{}", design.expression);
            assert_eq!(cost.racks.map(|racks| racks.0), Some(counted.racks.0), "{}", design.expression);
            (design.expression.clone(), cost.total, power, counted.racks.0)
        };
        all.map(row).collect()
    };
    let free = rows(&request);
    assert!(free.len() > 8, "{free:?}");
    let mut dice = Dice(11);
    let mut cut = 0;
    for _ in 0..3 {
        let [a, b, c] = [(); 3].map(|()| &free[dice.below(free.len() as u64) as usize]);
        let limited = DesignRequest {
            budget: Some(a.1),
            max_power: Some(b.2),
            max_racks: Some(c.3),
            ..request.clone()
        };
        let within =
            |row: &(String, f64, f64, u64)| row.1 <= a.1 + 1e-6 && row.2 <= b.2 + 1e-6 && row.3 <= c.3;
        let kept = rows(&limited);
        assert!(kept.iter().all(within), "{a:?} {b:?} {c:?}: {kept:?}");
        cut += free.iter().filter(|row| !within(row)).count();
        // The cheapest without limits, where it is within them.
        if let Some(first) = free.first().filter(|row| within(row)) {
            assert_eq!(kept.first(), Some(first), "{a:?} {b:?} {c:?}");
        }
    }
    assert!(cut > 8, "{cut} rows are outside of the limits");
    let none = DesignRequest { max_racks: Some(0), ..request.clone() };
    assert!(rows(&none).is_empty());
    let given = ["ring(5)".parse::<Topology>().expect("a ring")];
    let refused = ask(&none, &given, &Silent).expect_err("limits of a search").to_string();
    assert_eq!(refused, "`max_racks` limits a search, and the networks are given; omit it, or the networks");
    let prices = Prices { price: Prices::relative(16, 1).price[..1].to_vec(), file: "p.toml".to_owned() };
    let unpowered = DesignRequest { max_power: Some(1.0), prices: Some(prices), ..request };
    let refused = ask(&unpowered, &[], &Silent).expect_err("no power").to_string();
    assert_eq!(
        refused,
        "`max_power` needs prices of power, and there are none; add prices whose unit is W or kW"
    );
}
