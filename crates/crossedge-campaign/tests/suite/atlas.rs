//! Networks of several constructions among the records of an atlas.

use crossedge_campaign::atlas::AtlasRecords;
use crossedge_campaign::{Cells, Column, ResultTable};

/// Records of eight endpoints with the same counts, so that nothing but maps tells them apart.
fn records(networks: &[(&str, &str)]) -> Vec<(String, Option<String>)> {
    let text =
        |of: fn(&(&str, &str)) -> String| Cells::Text(networks.iter().map(|one| Some(of(one))).collect());
    let counts = |n: u64| Cells::Count(vec![Some(n); networks.len()]);
    let column = |name: &str, cells| Column { name: name.to_owned(), cells };
    let columns = vec![
        column("expression", text(|one| one.1.to_owned())),
        column("construction", text(|one| one.0.to_owned())),
        column("nodes", counts(8)),
        column("endpoints", counts(8)),
    ];
    let records = AtlasRecords::new(&ResultTable { columns, provenance: Vec::new() });
    let of = |name: &str, row: usize| {
        let column = records.table.columns.iter().find(|column| column.name == name).expect("a column");
        match &column.cells {
            Cells::Text(cells) => cells[row].clone(),
            other => panic!("{other:?}"),
        }
    };
    (0..networks.len())
        .map(|row| (of("expression", row).expect("an expression"), of("same_as", row)))
        .collect()
}

#[test]
fn a_network_is_known_by_its_first_construction() {
    let found = records(&[
        ("jellyfish", "jellyfish(8,7,1)"),
        ("circulant", "circulant(8,[1,2,3,4])"),
        ("complete", "complete(8)"),
        ("hypercube", "hypercube(3)"),
        ("circulant", "circulant(8,[1,4])"),
        ("circulant", "circulant(8,[1,3])"),
        ("blow", "blow(complete(2), 4)"),
        ("ring", "ring(8)"),
        ("hosts", "hosts(ring(4), 1)"),
    ]);
    let mut same: Vec<(&str, &str)> =
        found.iter().filter_map(|(one, first)| Some((one.as_str(), first.as_deref()?))).collect();
    same.sort_unstable();
    // hypercube(3) and circulant(8,[1,4]), the Möbius ladder, have equal degrees and are two networks.
    let expected = [
        ("blow(complete(2), 4)", "circulant(8,[1,3])"),
        ("circulant(8,[1,2,3,4])", "complete(8)"),
        ("jellyfish(8,7,1)", "complete(8)"),
    ];
    assert_eq!(same, expected);
    assert_eq!(found[0].0, "ring(8)", "in the order of the catalog");
}
