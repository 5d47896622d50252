//! The first page of advice by cost: the recommendation, money and power, alternatives, risks, and the bill of materials.

use crate::advice::{short_ratio, table, write_list};
use crate::page::escape_markup;
use crossedge::answers::{ALL_ITEMS, AdviceAnswer, CostLineAnswer, DesignCostAnswer, DesignedAnswer};
use crossedge::exact::Ratio;
use crossedge::render::grouped;
use std::fmt::Write as _;

/// Alternatives on the first page.
const ALTERNATIVES: usize = 3;

/// Everything that a decision needs.
pub fn decision_sections(out: &mut String, answer: &AdviceAnswer) {
    let designs = &answer.designs;
    let best: Vec<(&str, &DesignedAnswer)> =
        designs.families.iter().filter_map(|family| Some((family.family, family.design.as_ref()?))).collect();
    let chosen = designs
        .choice
        .as_ref()
        .and_then(|choice| best.iter().find(|(_, one)| one.expression == choice.expression));
    if let (Some((family, design)), Some(choice)) = (chosen, &designs.choice) {
        let _ = writeln!(
            out,
            "<h2>Recommendation</h2>\n<p>A {family}, <code>{}</code>: {}.</p>",
            escape_markup(&design.expression),
            escape_markup(&choice.reason)
        );
        table(out, ["", ""], facts(design));
        if let Some(cost) = &design.cost {
            materials(out, cost);
        }
    }
    out.push_str("<h2>Alternatives</h2>\n");
    let header = [
        "family",
        "network",
        "endpoints",
        "switches",
        "throughput",
        "cost per endpoint",
        "against the recommendation",
        "optical cables",
        "latency, ns",
    ];
    let rows = alternatives(answer);
    table(out, header, rows.iter().take(ALTERNATIVES).cloned());
    if rows.len() > ALTERNATIVES {
        let _ = writeln!(out, "<details><summary>{} more families</summary>", rows.len() - ALTERNATIVES);
        table(out, header, rows.into_iter().skip(ALTERNATIVES));
        out.push_str("</details>\n");
    }
    let absent: Vec<String> = designs
        .families
        .iter()
        .filter_map(|family| Some(format!("no {}: {}", family.family, family.reason.as_ref()?)))
        .collect();
    if !absent.is_empty() {
        write_list(out, &absent);
    }
    let risks = risk_sentences(answer);
    if !risks.is_empty() {
        out.push_str("<h2>Risks and prices</h2>\n");
        write_list(out, &risks);
    }
}

/// The best of the other families, the cheapest first.
pub fn alternatives(answer: &AdviceAnswer) -> Vec<[String; 9]> {
    let designs = &answer.designs;
    let chosen = designs.choice.as_ref().map(|choice| choice.expression.as_str());
    let best = designs.families.iter().filter_map(|family| Some((family.family, family.design.as_ref()?)));
    let (own, others): (Vec<_>, Vec<_>) = best.partition(|(_, one)| Some(one.expression.as_str()) == chosen);
    let own = own.first().and_then(|(_, design)| Some(design.cost.as_ref()?.per_endpoint));
    let row = |(family, design): (&str, &DesignedAnswer)| {
        let cost = design.cost.as_ref();
        let against = |(cost, own): (&DesignCostAnswer, f64)| {
            format!("{:+.0} %", 100.0 * (cost.per_endpoint / own - 1.0))
        };
        [
            family.to_owned(),
            design.expression.clone(),
            count(design.endpoints),
            count(design.switches),
            short_ratio(&design.injection_at_least),
            cost.map_or("–".to_owned(), |cost| format!("{:.2}", cost.per_endpoint)),
            cost.zip(own).map_or("–".to_owned(), against),
            cost.map_or("–".to_owned(), |cost| count(cost.optical)),
            whole(&design.zero_load_latency),
        ]
    };
    others.into_iter().map(row).collect()
}

/// The metrics of the recommended design.
pub fn facts(design: &DesignedAnswer) -> Vec<[String; 2]> {
    let mut rows: Vec<[String; 2]> = vec![
        ["endpoints".to_owned(), count(design.endpoints)],
        ["switches".to_owned(), format!("{} with {} ports in use", count(design.switches), design.ports)],
        [
            "throughput, uniform traffic".to_owned(),
            format!("{} of injection", short_ratio(&design.injection_at_least)),
        ],
        ["bisection".to_owned(), format!("{} of injection", short_ratio(&design.bisection_share))],
        ["mean latency without load".to_owned(), format!("{} ns", whole(&design.zero_load_latency))],
    ];
    if let Some(cost) = &design.cost {
        rows.push([
            "cost".to_owned(),
            format!("{} {} ({:.2} per endpoint)", amount(cost.total), cost.unit, cost.per_endpoint),
        ]);
        for (unit, total) in other_units(cost) {
            rows.push([unit.to_owned(), amount(total)]);
        }
        rows.extend(cost.racks.map(|racks| ["racks".to_owned(), count(racks)]));
        rows.push([
            "cables".to_owned(),
            format!("{} copper, {} optical", count(cost.copper), count(cost.optical)),
        ]);
    }
    rows
}

/// A count with separators, e.g. 12,170.
pub fn count(number: impl ToString) -> String {
    grouped(&number.to_string())
}

/// A sum without decimals, with separators.
pub fn amount(sum: f64) -> String {
    grouped(&format!("{sum:.0}"))
}

/// A ratio as a whole number.
fn whole(ratio: &Option<Ratio>) -> String {
    ratio.as_ref().map_or("–".to_owned(), |ratio| ratio.decimal(0))
}

/// Sums in other units than that of cost, such as power.
fn other_units(cost: &DesignCostAnswer) -> Vec<(&str, f64)> {
    let sums = cost.lines.iter().filter(|line| line.item == ALL_ITEMS && line.unit != cost.unit);
    sums.map(|line| (line.unit.as_str(), line.total)).collect()
}

/// The bill of materials, with the share of each line as a bar.
fn materials(out: &mut String, cost: &DesignCostAnswer) {
    out.push_str("<h2>Bill of materials</h2>\n<div class=\"wide\"><table><tr><th>item</th><th>number</th><th>each</th><th>total</th><th>share</th><th>source of the price</th></tr>\n");
    let own = |line: &&CostLineAnswer| line.unit == cost.unit && line.item != ALL_ITEMS;
    for line in cost.lines.iter().filter(own) {
        let share = if cost.total > 0.0 { line.total / cost.total } else { 0.0 };
        let _ = writeln!(
            out,
            "<tr><td>{}</td><td>{}</td><td>{:.2}</td><td>{}</td><td style=\"white-space:nowrap\"><svg width=\"160\" height=\"12\" role=\"img\" aria-label=\"{:.0} %\"><rect width=\"{:.1}\" height=\"12\" fill=\"#4c78a8\"/></svg> {:.0} %</td><td>{}</td></tr>",
            escape_markup(&line.item),
            count(line.count),
            line.each,
            amount(line.total),
            100.0 * share,
            160.0 * share,
            100.0 * share,
            escape_markup(&line.source)
        );
    }
    let _ = writeln!(
        out,
        "<tr><th>all</th><td></td><td></td><th>{} {}</th><td></td><td>{}</td></tr></table></div>",
        amount(cost.total),
        escape_markup(&cost.unit),
        escape_markup(&cost.evidence.to_string())
    );
}

/// Risks of the recommendation.
pub fn risk_sentences(answer: &AdviceAnswer) -> Vec<String> {
    let mut risks: Vec<String> = Vec::new();
    if let Some(choice) = &answer.designs.choice {
        if let Some(second) = &choice.runner_up {
            risks.push(format!(
                "{} ({}) costs {:.2} times as much per endpoint; it is the cheaper one {}",
                second.expression, second.family, second.cost_ratio, second.condition
            ));
        }
        for one in &choice.sensitivity {
            let then = if one.same { "the recommendation stays" } else { one.expression.as_str() };
            risks.push(format!("with {}: {then}", one.change));
        }
        for one in &choice.more {
            risks.push(format!("{} would buy {}: {}", one.what, one.gives, one.expression));
        }
    }
    risks.extend(answer.recommended.iter().flat_map(|chosen| chosen.disadvantages.iter().cloned()));
    risks
}
