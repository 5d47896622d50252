//! Networks of several constructions among the records of an atlas.

use crossedge::Topology;
use crossedge::answers::{LayoutRequest, Prices};
use crossedge::metrics::machine::{cable_count, endpoint_ports, max_radix};
use crossedge::metrics::throughput::uniform_bounds;
use crossedge::progress::Silent;
use crossedge_campaign::atlas::{AtlasRecords, best_tables};
use crossedge_campaign::{Cells, Column, ResultTable};
use num_traits::ToPrimitive;

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

/// Cost per endpoint as `layout` counts it, with switches of this many ports.
fn laid_out(expression: &str, radix: u32, endpoint_ports: u64, endpoints: u64) -> f64 {
    let prices = Prices::relative(radix, u32::try_from(endpoint_ports).expect("few ports"));
    let request = LayoutRequest { prices: Some(prices), ..LayoutRequest::default() };
    let net: Topology = expression.parse().expect("an expression");
    let lines =
        request.plan(&net, &Silent).expect("a small network").answer.costs.expect("prices were given");
    let all = lines.iter().find(|line| line.item == "all of these" && line.unit == "ports");
    all.expect("a sum").total / endpoints as f64
}

#[test]
fn no_record_of_full_throughput_is_cheaper_than_the_table_says() {
    let networks = [
        "fattree(4)",
        "clos(4,4,4)",
        "clos(4,8,4)",
        "hosts(hypercube(4), 1)",
        "hosts(torus(4,4), 1)",
        "hosts(complete(6), 3)",
        "hosts(dragonfly(2,1), 3)",
        "hosts(jellyfish(12,6,1), 2)",
        "hypercube(4)",
        "torus(4,4)",
        "ring(20)",
        "bcube(4,2)",
        "xgft([8,16],[1,8])",
        "clos(16,16,8)",
        "fattree(8)",
        "hosts(hyperx(5,5), 4)",
        "hosts(hyperx(4,4), 5)",
        "hosts(slimfly(5), 2)",
        "hosts(jellyfish(24,9,1), 4)",
        "planes(clos(8,8,8), 2)",
    ];
    let built: Vec<Topology> = networks.iter().map(|text| text.parse().expect("an expression")).collect();
    let count = |of: &dyn Fn(&Topology) -> u64| Cells::Count(built.iter().map(|net| Some(of(net))).collect());
    let number =
        |of: &dyn Fn(&Topology) -> f64| Cells::Number(built.iter().map(|net| Some(of(net))).collect());
    let ends = |net: &Topology| net.network().expect("small").endpoints();
    let nodes = |net: &Topology| net.network().expect("small").nodes();
    let structure = |net: &Topology| net.network().expect("small").clone();
    let radix =
        |net: &Topology| max_radix(net.shape(), Some(structure(net).as_ref())).map_or(0, |known| known.value);
    let ports = |net: &Topology| endpoint_ports(net.shape(), Some(structure(net).as_ref())).expect("small");
    let cables = |net: &Topology| {
        u64::try_from(cable_count(net.shape(), Some(structure(net).as_ref())).expect("small").value)
            .expect("few")
    };
    let throughput = |net: &Topology| -> f64 {
        let number = |n: &dyn ToPrimitive| n.to_f64().expect("a number");
        // Without closed form it carries all, as far as this test goes.
        uniform_bounds(net.shape()).map_or(1.0, |bounds| number(&bounds.lower.0) / number(&bounds.lower.1))
    };
    let column = |name: &str, cells| Column { name: name.to_owned(), cells };
    let text = |of: &dyn Fn(&&str) -> String| Cells::Text(networks.iter().map(|one| Some(of(one))).collect());
    let columns = vec![
        column("expression", text(&|one| (*one).to_owned())),
        column("construction", text(&|one| one.split('(').next().unwrap_or_default().to_owned())),
        column("nodes", count(&nodes)),
        column("endpoints", count(&ends)),
        column("degree_max", count(&radix)),
        column("radix", count(&radix)),
        column("endpoint_ports", count(&ports)),
        column("cables", count(&cables)),
        column("throughput_at_least", number(&throughput)),
    ];
    let records = AtlasRecords::new(&ResultTable { columns, provenance: Vec::new() });
    let tables = best_tables(&records, &Silent).expect("not stopped");
    let table = tables.iter().find(|table| table.name == "full-throughput-cost").expect("a table");
    let mut filled = 0;
    for cell in &table.cells {
        let [size, most] = cell.at;
        let fits = |net: &&Topology| {
            (size..2 * size).contains(&ends(net))
                && radix(net).max(ports(net)) <= most
                && throughput(net) >= 1.0
        };
        let costs = built
            .iter()
            .filter(fits)
            .map(|net| laid_out(net.text(), u32::try_from(most).expect("few ports"), ports(net), ends(net)));
        let least = costs.min_by(f64::total_cmp);
        match (cell.value, least) {
            (None, None) => {}
            (Some(value), Some(least)) => {
                assert!((value - least).abs() < 1e-6, "{cell:?}: {least}");
                let best = cell.expression.as_deref().expect("a record");
                let net: Topology = best.parse().expect("an expression");
                let own = laid_out(best, u32::try_from(most).expect("few ports"), ports(&net), ends(&net));
                assert!((value - own).abs() < 1e-6, "{cell:?}: {own}");
                filled += 1;
            }
            other => panic!("{cell:?}: {other:?}"),
        }
    }
    assert!(filled > 10, "{filled}");
}
