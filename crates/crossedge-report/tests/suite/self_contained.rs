//! Pages and charts are complete and load nothing from elsewhere.

use crossedge::answers::{AdviseRequest, DesignRequest, LayoutRequest, Request};
use crossedge::prelude::*;
use crossedge_report::internals::{cut_below, outermost_construction, percent, script_string};
use crossedge_report::{Curve, Panel, advice_page, front_page, load_latency};

#[test]
fn a_page_has_every_part_of_the_advice() {
    let nets: Vec<Topology> =
        ["torus(4,8)", "dual(ring(4))"].iter().map(|text| text.parse().expect(text)).collect();
    let layout = LayoutRequest { block: 4, units: 8, ..LayoutRequest::default() };
    let advice = AdviseRequest { layout, ..AdviseRequest::default() };
    let advice = advice.advise(&nets, &Silent).expect("advice");
    let page = advice_page(&advice);
    for part in [
        "Requirement",
        "Recommendation",
        "Designs that were compared",
        "Routing and channels",
        "Collectives",
        "Racks and cables",
        "Impact of failures",
        "Isolated jobs",
        "download=\"cables.csv\"",
        "torus(4,8)",
        "dual(ring(4))",
        "<svg",
    ] {
        assert!(page.contains(part), "{part}");
    }
    assert!(
        page.ends_with("</body></html>\n")
            && !page.replace("http://www.w3.org/2000/svg", "").contains("http:")
    );
    assert_eq!(percent("a,b\n\"ü\""), "a,b%0A%22%C3%BC%22");
}

#[test]
fn curves_are_clipped_at_the_top() {
    assert_eq!(
        cut_below(&[(0.1, 20.0), (0.2, 60.0), (0.3, 100.0)], 40.0),
        [(0.1, 20.0), (0.15000000000000002, 40.0)]
    );
    assert_eq!(cut_below(&[(0.1, 50.0)], 40.0), []);
    let curve = |name: &str| Curve {
        name: name.to_owned(),
        points: vec![(0.1, 20.0), (0.2, 25.0), (0.3, 400.0)],
        beyond: vec![0.31],
        accepted: vec![(0.1, 0.1), (1.0, 0.3)],
        saturation: Some(0.28),
        bound: Some(0.33),
    };
    let panel = |title: &str| Panel { title: title.to_owned(), curves: vec![curve("a"), curve("b")] };
    let svg = load_latency(&[panel("uniform traffic"), panel("tornado traffic")], Theme::Light);
    assert!(svg.contains("Uniform traffic") && svg.contains("Tornado traffic") && !svg.contains("NaN"));
    assert!(svg.contains("Tornado traffic, accepted"));
    load_latency(&[], Theme::Dark);
    load_latency(&[panel(""), panel("ß")], Theme::Dark);
}

#[test]
fn a_page_has_every_design_and_nothing_from_elsewhere() {
    let nets: Vec<Topology> = ["torus(4,4)", "dual(ring(3))", "hosts(dragonfly(3,1), 2)"]
        .iter()
        .map(|text| text.parse().expect(text))
        .collect();
    let answer = DesignRequest { block: Some(4), ..DesignRequest::default() };
    let answer = answer.answer(&nets, &Silent).expect("figures");
    let page = front_page(&answer, "a <b> & c");
    for net in &nets {
        assert!(page.contains(&format!("\"{net}\"")), "{net}");
    }
    assert!(page.contains("a &lt;b&gt; &amp; c") && !page.contains("<b>"));
    let elsewhere = page.replace("http://www.w3.org/2000/svg", "");
    assert!(!elsewhere.contains("http") && !elsewhere.contains("src=") && !elsewhere.contains("@import"));
    assert!(!page.contains("AXES]") && !page.contains("ROWS]"));
    assert_eq!(
        (outermost_construction("hosts(dragonfly(3,1), 2)"), outermost_construction("torus(4,4)")),
        ("dragonfly", "torus")
    );
    assert_eq!(script_string("</script>\"\\\n"), "\"\\u003c/script\\u003e\\\"\\\\\\u000a\"");
}
