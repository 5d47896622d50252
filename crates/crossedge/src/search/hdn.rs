//! Hierarchical dual-nets: the metrics of one, from the product of duals that it is when its super-nodes are nested (identity I4).

use super::figures::Figures;
use super::fraction::Fraction;
use super::recipe::{Base, Factor, Recipe};
use std::sync::Arc;

/// A net over the product of these factors; a set has bit i for factor i in the super-node of its level.
pub fn net(factors: &[Factor], base: &Base, sets: &[u32]) -> Option<Base> {
    let members = |set: &u32| {
        let names: Vec<String> =
            (0..factors.len()).filter(|i| set >> i & 1 == 1).map(|i| (i + 1).to_string()).collect();
        format!("{{{}}}", names.join(","))
    };
    let listed: Vec<String> = sets.iter().map(members).collect();
    let text = format!("hdn({}, [{}])", base.recipe, listed.join(", "));
    let nested = sets.windows(2).all(|pair| pair[0] & pair[1] == pair[1]);
    if nested {
        let same = Arc::new(as_product(factors, sets, 0)??);
        return Some(Base { figures: same.figures, recipe: Recipe::Nested { text, same: Some(same) } });
    }
    // Counts hold in any case: N ↦ 2·N²/s, a link more at every node.
    let mut nodes = u128::from(base.figures.endpoints);
    let mut links = base.figures.links;
    for set in sets {
        let inside: u128 =
            (0..factors.len()).filter(|i| set >> i & 1 == 1).map(|i| u128::from(factors[i].n)).product();
        let copies = nodes / inside * 2;
        links = links.checked_mul(copies)?.checked_add(nodes.checked_mul(copies)? / 2)?;
        nodes = nodes.checked_mul(copies)?;
    }
    let figures = Figures {
        endpoints: u64::try_from(nodes).ok()?,
        own_ports: base.figures.own_ports.checked_add(sets.len() as u32)?,
        links,
        distances: None,
        with_self: [Fraction::NOTHING, Fraction::UNLIMITED],
        channels: None,
        ..base.figures
    };
    Some(Base { figures, recipe: Recipe::Nested { text, same: None } })
}

/// All levels without the factors in `without`; the inner none is that of nothing left, which is one node.
fn as_product(factors: &[Factor], sets: &[u32], without: u32) -> Option<Option<Base>> {
    let some = |keep: &dyn Fn(usize) -> bool| -> Vec<Factor> {
        (0..factors.len()).filter(|&i| keep(i)).map(|i| factors[i]).collect()
    };
    let Some((&set, below)) = sets.split_last() else {
        let kept = some(&|i| without >> i & 1 == 0);
        return Some(if kept.is_empty() { None } else { Some(Base::lines(&kept)?) });
    };
    let inner = match as_product(factors, below, set)? {
        Some(inner) => Base::dual(&Arc::new(inner))?,
        // The dual of one node is two that are linked.
        None => Base::lines(&[Factor { line: super::recipe::FactorKind::Complete, n: 2 }])?,
    };
    let rest = some(&|i| set >> i & 1 == 1 && without >> i & 1 == 0);
    if rest.is_empty() {
        return Some(Some(inner));
    }
    Some(Some(Base::times(&Arc::new(inner), &Arc::new(Base::lines(&rest)?))?))
}
