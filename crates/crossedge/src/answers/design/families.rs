//! The cheapest member of each family that meets a requirement, or why there is none; and which of them is recommended.

use super::row::{DesignedAnswer, Rows};
use crate::error::Error;
use crate::progress::Progress;
use crate::search::{
    Caps, Cheapest, DesignSearch, DesignSearchResult, FAMILY_GROUPS, KeptCandidate, Limits, Outside,
    Promising, Quantity, QuantityValue,
};
use std::collections::BTreeMap;

/// Number of members of a family whose layouts are counted, up to this many endpoints; for larger ones only the first member.
const LAID_OUT: usize = 3;
const MAX_LAID_OUT: u64 = 20_000;

/// The best member of a family that meets the requirement, or why there is none.
#[derive(Debug, Clone, serde::Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct FamilyAnswer {
    /// The family.
    pub family: &'static str,
    /// Its best member; absent if none meets the requirement.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub design: Option<DesignedAnswer>,
    /// Why no member meets the requirement.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
}

/// The recommended design.
#[derive(Debug, Clone, serde::Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct DesignChoiceAnswer {
    /// The network.
    pub expression: String,
    /// Its family.
    pub family: &'static str,
    /// Why it is recommended.
    pub reason: String,
    /// The best of another family; absent if no other meets the requirement.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub runner_up: Option<RunnerUpAnswer>,
    /// The recommendation at other prices.
    pub sensitivity: Vec<SensitivityAnswer>,
    /// Designs that a slightly larger radix or budget allows.
    pub more: Vec<MoreAnswer>,
}

/// The second choice.
#[derive(Debug, Clone, serde::Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct RunnerUpAnswer {
    /// The network.
    pub expression: String,
    /// Its family.
    pub family: &'static str,
    /// Its cost per endpoint over that of the recommended design.
    pub cost_ratio: f64,
    /// Condition under which it would be the cheaper one.
    pub condition: String,
}

/// The recommendation if a price changes.
#[derive(Debug, Clone, serde::Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SensitivityAnswer {
    /// The change.
    pub change: String,
    /// The cheapest design then.
    pub expression: String,
    /// `true` if it is the same.
    pub same: bool,
}

/// A design that a slightly larger radix or budget allows.
#[derive(Debug, Clone, serde::Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct MoreAnswer {
    /// The relaxed limit.
    pub what: &'static str,
    /// Gain over the recommended design.
    pub gives: String,
    /// The design.
    pub expression: String,
}

/// The best of each family.
pub fn families(
    search: &DesignSearch,
    result: &DesignSearchResult,
    rows: &Rows<'_>,
    progress: &dyn Progress,
) -> Result<Vec<FamilyAnswer>, Error> {
    let wanted = |group: &usize| {
        let families = FAMILY_GROUPS[*group].families;
        search.limits.families.is_empty() || families.iter().any(|family| search.limits.wants_family(family))
    };
    let absent: Vec<usize> = (0..FAMILY_GROUPS.len())
        .filter(|group| FAMILY_GROUPS[*group].always && wanted(group))
        .filter(|group| !result.families.contains_key(group))
        .collect();
    let reasons = reasons(search, &absent, progress)?;
    let mut out = Vec::new();
    for (group, named) in FAMILY_GROUPS.iter().enumerate() {
        let family = named.name;
        if let Some(best) = result.families.get(&group) {
            let design = best_member(best, rows, progress)?;
            let reason = (design.is_none()).then(|| {
                let text = best.candidates().next().map(KeptCandidate::text).unwrap_or_default();
                format!("the layouts of its cheapest members exceed the budget, power or racks: {text}")
            });
            out.push(FamilyAnswer { family, design, reason });
        } else if let Some(reason) = reasons.get(&group) {
            out.push(FamilyAnswer { family, design: None, reason: Some(reason.clone()) });
        }
    }
    // The cheapest first, those without a member last.
    let by_throughput = search.objectives.first() == Some(&Quantity::Throughput);
    let key = |family: &FamilyAnswer| {
        let Some(design) = &family.design else { return (f64::INFINITY, f64::INFINITY) };
        let cost = design.cost.as_ref().map_or(f64::INFINITY, |cost| cost.per_endpoint);
        let carried = design.throughput_at_least.as_ref().and_then(crate::exact::Ratio::value);
        if by_throughput { (-carried.unwrap_or(0.0), cost) } else { (cost, 0.0) }
    };
    out.sort_by(|a, b| {
        let (a, b) = (key(a), key(b));
        a.0.total_cmp(&b.0).then(a.1.total_cmp(&b.1))
    });
    Ok(out)
}

/// The member of a family with the least cost, of the best few in closed form.
fn best_member(
    best: &Cheapest,
    rows: &Rows<'_>,
    progress: &dyn Progress,
) -> Result<Option<DesignedAnswer>, Error> {
    let mut out: Option<DesignedAnswer> = None;
    let size = best.candidates().next().map_or(0, |kept| kept.figures.endpoints);
    let count = if size <= MAX_LAID_OUT { LAID_OUT } else { 1 };
    let cost = |design: &DesignedAnswer| design.cost.as_ref().map_or(f64::INFINITY, |cost| cost.per_endpoint);
    let mut counted = 0;
    for kept in best.candidates() {
        if counted == count {
            break;
        }
        // One whose layout exceeds a limit is passed over.
        let Some(row) = rows.row(kept, progress)? else { continue };
        counted += 1;
        // By another objective than cost the first is the best.
        let same = out.as_ref().is_none_or(|out| {
            out.throughput_at_least == row.throughput_at_least || cost(out) > 0.0 && !rows.by_throughput
        });
        if same && out.as_ref().is_none_or(|out| cost(&row) < cost(out)) {
            out = Some(row);
        }
    }
    Ok(out)
}

/// Why no member of a family meets the requirement.
fn reasons(
    search: &DesignSearch,
    absent: &[usize],
    progress: &dyn Progress,
) -> Result<BTreeMap<usize, String>, Error> {
    let mut out: BTreeMap<usize, String> = BTreeMap::new();
    if absent.is_empty() {
        return Ok(out);
    }
    let Limits { least, most, ports, .. } = search.limits;
    let injection = search.limits.endpoint_ports.unwrap_or(1);
    // The same sizes with any throughput; any size with this throughput; any size at all.
    let any_size = Limits { least: 2, ..search.limits.clone() };
    let tries = [
        (Limits { throughput: None, ..search.limits.clone() }, Quantity::Throughput),
        (any_size.clone(), Quantity::Endpoints),
        (Limits { throughput: None, ..any_size }, Quantity::Endpoints),
    ];
    for (limits, objective) in tries {
        let open: Vec<usize> = absent.iter().copied().filter(|group| !out.contains_key(group)).collect();
        let words = open.iter().flat_map(|group| FAMILY_GROUPS[*group].families.iter().copied());
        let families = words.filter(|word| search.limits.wants_family(word)).collect();
        if open.is_empty() {
            break;
        }
        let by = if objective == Quantity::Throughput { Promising::Throughput } else { Promising::Endpoints };
        let tried = DesignSearch {
            limits: Limits { families, promising: Some(by), ..limits },
            objectives: vec![objective],
            caps: Caps::default(),
            condition: None,
            ..search.clone()
        };
        let result = tried.run(progress)?;
        for group in open {
            let Some(kept) = result.families.get(&group).and_then(|best| best.candidates().next()) else {
                continue;
            };
            let text = kept.text();
            let reason = match objective {
                Quantity::Throughput => {
                    let carried = kept.candidate().throughput().map_or(0.0, |share| share.value());
                    let share = carried / f64::from(injection);
                    match search.limits.throughput {
                        Some(_) if share == 0.0 => {
                            format!(
                                "no throughput is known at this size, which is too large to measure: {text}"
                            )
                        }
                        Some(wanted) if share < wanted.value() => {
                            format!("carries at most {share:.4} of injection at this size: {text}")
                        }
                        _ => format!(
                            "members of this size exceed the budget, power or racks, or miss the condition: {text}"
                        ),
                    }
                }
                _ => {
                    let ends = kept.figures.endpoints;
                    let compared = if ends < least { "the largest" } else { "the nearest" };
                    format!("{compared} with {ports} ports has {ends} endpoints: {text}")
                }
            };
            out.insert(group, reason);
        }
    }
    for group in absent {
        let none =
            || format!("none with {ports} ports, {injection} for an endpoint, has up to {most} endpoints");
        out.entry(*group).or_insert_with(none);
    }
    Ok(out)
}

/// The recommended design: the first of the families.
pub fn choose(
    search: &DesignSearch,
    families: &[FamilyAnswer],
    result: &DesignSearchResult,
) -> Option<DesignChoiceAnswer> {
    let with: Vec<(&FamilyAnswer, &DesignedAnswer)> =
        families.iter().filter_map(|family| Some((family, family.design.as_ref()?))).collect();
    let &(first, design) = with.first()?;
    let cost = design.cost.as_ref()?;
    let by_throughput = search.objectives.first() == Some(&Quantity::Throughput);
    let reason = match by_throughput {
        true => format!("it carries most of {} families", with.len()),
        false => format!("it costs least of {} families that meet the requirement", with.len()),
    };
    let runner_up = with.get(1).and_then(|(family, other)| {
        let theirs = other.cost.as_ref()?;
        Some(RunnerUpAnswer {
            expression: other.expression.clone(),
            family: family.family,
            cost_ratio: theirs.per_endpoint / cost.per_endpoint,
            condition: break_even(design, other)?,
        })
    });
    let kept: Vec<&KeptCandidate> = result.families.values().flat_map(Cheapest::candidates).collect();
    let sensitivity = if by_throughput { Vec::new() } else { sensitivity(design, &with) };
    Some(DesignChoiceAnswer {
        expression: design.expression.clone(),
        family: first.family,
        reason,
        runner_up,
        sensitivity,
        more: more(search, result, design, &kept),
    })
}

/// The total without optical cables, and their number and price.
fn optical_part(design: &DesignedAnswer) -> Option<(f64, f64, f64)> {
    let cost = design.cost.as_ref()?;
    let lines = cost.lines.iter().filter(|line| line.item == "optical cable" && line.unit == cost.unit);
    let (count, total) =
        lines.fold((0.0, 0.0), |(count, total), line| (count + line.count, total + line.total));
    let price = if count > 0.0 { total / count } else { 0.0 };
    Some((cost.total - total, count, price))
}

/// The price of an optical cable at which the second becomes the cheaper one, per endpoint.
fn break_even(first: &DesignedAnswer, second: &DesignedAnswer) -> Option<String> {
    let per = |design: &DesignedAnswer| {
        let (rest, count, price) = optical_part(design)?;
        let ends = design.endpoints.0 as f64;
        Some((rest / ends, count / ends, price))
    };
    let ((rest, count, price), (other_rest, other_count, other_price)) = (per(first)?, per(second)?);
    let now = price.max(other_price);
    let even = (other_rest - rest) / (count - other_count);
    Some(if even.is_finite() && even > 0.0 && count != other_count {
        let moves = if even > now { "rises above" } else { "falls below" };
        format!("if the price of an optical cable {moves} {even:.2} (now {now:.2})")
    } else {
        "at no price of optical cables".to_owned()
    })
}

/// The cheapest design if optical cables cost more or less.
fn sensitivity(design: &DesignedAnswer, with: &[(&FamilyAnswer, &DesignedAnswer)]) -> Vec<SensitivityAnswer> {
    let mut out = Vec::new();
    for (change, factor) in
        [("optical cables 30 % cheaper", 0.7), ("optical cables 30 % more expensive", 1.3)]
    {
        let cost = |design: &DesignedAnswer| {
            let (rest, count, price) = optical_part(design)?;
            Some((rest + count * price * factor) / design.endpoints.0 as f64)
        };
        let costs = with.iter().filter_map(|(_, design)| Some((cost(design)?, design)));
        if let Some((_, best)) = costs.min_by(|a, b| a.0.total_cmp(&b.0)) {
            out.push(SensitivityAnswer {
                change: change.to_owned(),
                expression: best.expression.clone(),
                same: best.expression == design.expression,
            });
        }
    }
    out
}

/// The best designs with one more port, and with ten percent more money.
fn more(
    search: &DesignSearch,
    result: &DesignSearchResult,
    design: &DesignedAnswer,
    kept: &[&KeptCandidate],
) -> Vec<MoreAnswer> {
    let mut out = Vec::new();
    let value =
        |kept: &KeptCandidate, quantity: Quantity| quantity.of(kept.candidate()).map(QuantityValue::value);
    let own = kept.iter().find(|kept| kept.text() == design.expression);
    let first = search.objectives.first().copied();
    if let (Some(own), Some(first)) = (own, first)
        && let Some(near) = result.near.iter().find(|near| near.outside == Outside::OnePortMore)
        && let (Some(now), Some(then)) = (value(own, first), value(&near.kept, first))
    {
        let gives = format!("{} {then:.3} instead of {now:.3}", first.name());
        out.push(MoreAnswer { what: "one port more on every switch", gives, expression: near.kept.text() });
    }
    // The shortest mean distance for ten percent more.
    if let Some(own) = own
        && let (Some(cost), Some(mean)) = (value(own, Quantity::Cost), value(own, Quantity::Mean))
    {
        let front = result.fronts.iter().flat_map(|(_, front)| front);
        let within = front.filter(|other| value(other, Quantity::Cost).is_some_and(|c| c <= 1.1 * cost));
        let means = within.filter_map(|other| Some((value(other, Quantity::Mean)?, other)));
        if let Some((best, other)) = means.min_by(|a, b| a.0.total_cmp(&b.0))
            && best < 0.98 * mean
        {
            let gives = format!("a mean distance of {best:.2} instead of {mean:.2}");
            out.push(MoreAnswer { what: "10 % more money", gives, expression: other.text() });
        }
    }
    out
}
