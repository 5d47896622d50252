//! Pages, charts and pixels made from types of the library, without a program around.

use crossedge::metrics::Metric;
use crossedge::metrics::metric::NODES;
use crossedge::prelude::*;
use crossedge_report::{
    COMPARED_METRICS, CollectiveRow, Collectives, Line, MAX_BYTES, Other, ReportedNetwork, Row, cost_chart,
    cost_point, distance_histogram, distances, nearest_networks, pdf, picture_page, png, png_wide, report,
    time_chart,
};

fn net(text: &str) -> Topology {
    text.parse().expect("an expression")
}

fn row(metric: Metric, text: &str) -> Row {
    let (text, evidence) = (text.to_owned(), "by <hand>".to_owned());
    Row { metric, label: metric.name().to_owned(), text, evidence }
}

#[test]
fn a_page_has_every_section_and_no_markup_of_others() {
    let line = Line { name: "lower bound".to_owned(), points: vec![(1.0, 0.5), (2.0, 0.0)] };
    let collectives = Collectives {
        switched: false,
        sizes: vec!["1 KiB".to_owned()],
        rows: vec![CollectiveRow { collective: "broadcast", fastest: Err("too <large>".to_owned()) }],
        times: Some(("broadcast".to_owned(), vec![line])),
    };
    let others = vec![
        Other { expr: "hypercube(4)".to_owned(), rows: Ok(vec![row(NODES, "16")]) },
        Other { expr: "jellyfish(18, 3, 1)".to_owned(), rows: Err("not drawn".to_owned()) },
    ];
    let rows = COMPARED_METRICS.map(|metric| row(metric, "<1>")).to_vec();
    let subject =
        ReportedNetwork { net: net("rdn(ring(3), 1)"), rows, collectives: Some(collectives), others };
    let page = report(&[subject], "0 & 1", &Silent).expect("a page");
    assert!(
        page.starts_with("<!doctype html>") && page.ends_with("<p>crossedge 0 &amp; 1</p>\n</body></html>\n")
    );
    for part in ["Metrics", "Picture", "A route", "Collectives", "Networks of similar size", "Cost ratio"] {
        assert!(page.contains(&format!("<h2>{part}</h2>")), "{part} is missing");
    }
    for told in ["&lt;1&gt;", "by &lt;hand&gt;", "too &lt;large&gt;", "<td>not drawn</td>", "<td>16</td>"] {
        assert!(page.contains(told), "{told} is missing");
    }
    assert!(!page.contains("<1>") && !page.contains("<hand>") && !page.contains("NaN"));
}

#[test]
fn a_network_without_ids_has_a_page_too() {
    let subject = ReportedNetwork {
        net: net("rdn(ring(3), 9)"),
        rows: Vec::new(),
        collectives: None,
        others: Vec::new(),
    };
    let page = report(&[subject], "0", &Silent).expect("a page");
    assert!(!page.contains("<h2>Picture</h2>") && page.contains("<h2>Distances</h2>"));
}

#[test]
fn charts_hold_what_they_are_given() {
    let ring = net("ring(6)");
    let counts = distances(&ring, &Silent).expect("distances");
    assert_eq!(counts, [6u32, 12, 12, 6].map(Into::into));
    assert!(distance_histogram(&[(ring.to_string(), counts)], Theme::Dark).contains("ring(6)"));
    assert!(distance_histogram(&[("nothing".to_owned(), Vec::new())], Theme::Light).contains("<svg"));
    assert_eq!(cost_point(&net("path(1)"), &Silent).expect("an answer"), None);
    let (nodes, ratio) = cost_point(&net("hypercube(4)"), &Silent).expect("an answer").expect("a point");
    assert!((nodes - 16.0).abs() < 1e-9 && (ratio - 2.0).abs() < 1e-9);
    let own = [("mine".to_owned(), (nodes, ratio))];
    assert!(cost_chart(&own, Theme::Light, &Silent).expect("a chart").contains("mine"));
    assert!(time_chart("none", &[], Theme::Light).contains("<svg"));
}

#[test]
fn networks_of_the_user_have_a_colour_and_a_legend_entry_each() {
    let own: Vec<(String, (f64, f64))> =
        ["first", "second", "third", "second"].iter().map(|name| ((*name).to_owned(), (64.0, 2.0))).collect();
    let svg = cost_chart(&own, Theme::Light, &Silent).expect("a chart");
    for (name, ink) in [("first", "#000000"), ("second", "#e6007e"), ("third", "#00a2c7")] {
        assert_eq!(svg.matches(&format!(">{name}<")).count(), 1, "{name}");
        assert!(svg.contains(ink), "{name} has the colour {ink}");
    }
    let counts = distances(&net("ring(6)"), &Silent).expect("distances");
    let twice = [("ring(6)".to_owned(), counts.clone()), ("ring(6)".to_owned(), counts)];
    assert_eq!(distance_histogram(&twice, Theme::Light).matches(">ring(6): ").count(), 1);
}

#[test]
fn pictures_become_pages_and_pixels() {
    let scene = net("ring(5)").draw().scene().expect("a picture");
    let page = picture_page(&scene, 0);
    assert!(page.contains("shadowrootmode") && !page.contains("<script>"));
    let played = picture_page(&scene, 3);
    // It begins before the first step, fills the screen, and is played by keys.
    for part in ["of 3</span>", "max=\"3\" value=\"0\"", "ArrowRight", "event.key === \" \"", "height:100dvh"]
    {
        assert!(played.contains(part), "{part}");
    }
    let printed = pdf(&scene.svg(Theme::Light)).expect("a page");
    assert!(printed.starts_with(b"%PDF-1.5") && printed.ends_with(b"%%EOF\n"));
    assert!(png(&scene.svg(Theme::Light), 1.0).expect("pixels").starts_with(b"\x89PNG"));
    let wrong = png("no picture", 1.0).expect_err("it is none");
    assert_eq!(wrong.kind(), ErrorKind::Input);
}

#[test]
fn neighbours_are_near_and_exist() {
    for (nodes, degree) in [(18u64, 3), (648, 4), (3_125_000, 6)] {
        let near = nearest_networks(&nodes.into(), degree, None);
        assert!(near.len() >= 3, "{nodes}");
        for other in near.iter().filter(|other| other.left_out.is_none()) {
            let size = crossedge::metrics::log2(&net(&other.expr).nodes());
            assert!((size - (nodes as f64).log2()).abs() < 1.5, "{} for {nodes}", other.expr);
        }
    }
    assert!(nearest_networks(&3u32.into(), 2, None).is_empty());
    let large = nearest_networks(&(num_bigint::BigUint::from(10u32).pow(400)), 3, None);
    assert!(large.is_empty(), "{large:?}");
}

#[test]
fn no_file_of_pixels_is_large() {
    for text in ["hypercube(10)", "rdn(torus(5,5), 1)", "slimfly(17)", "foldedcube(7)"] {
        let svg = net(text).draw().svg(Theme::Light).expect("a picture");
        let pixels = png(&svg, 2.0).expect("pixels");
        assert!(pixels.len() <= MAX_BYTES, "{text}: {} bytes", pixels.len());
        assert!(svg.len() <= MAX_BYTES, "{text}: {} bytes of SVG", svg.len());
    }
    // As wide as it is requested: 84 mm at 300 dots to an inch.
    let svg = net("ring(5)").draw().svg(Theme::Light).expect("a picture");
    let size: crossedge::render::Size = "84mm".parse().expect("a width");
    let pixels = png_wide(&svg, size.in_pixels()).expect("pixels");
    assert_eq!(u32::from_be_bytes([pixels[16], pixels[17], pixels[18], pixels[19]]), 993);
}

#[test]
fn several_networks_begin_with_their_table() {
    let subject = |text: &str| ReportedNetwork {
        net: net(text),
        rows: COMPARED_METRICS.map(|metric| row(metric, "1")).to_vec(),
        collectives: None,
        others: Vec::new(),
    };
    let page = report(&[subject("ring(5)"), subject("ring(6)")], "0", &Silent).expect("a page");
    let place = |text: &str| page.find(text).unwrap_or_else(|| panic!("{text} is missing"));
    assert!(place("<h1>Networks</h1>") < place("<a href=\"#n0\">ring(5)</a>"));
    assert!(place("<a href=\"#n1\">ring(6)</a>") < place("<h1 id=\"n0\">ring(5)</h1>"));
    assert!(page.contains("svg{max-width:100%"), "pictures fit the page");
    assert!(!report(&[subject("ring(5)")], "0", &Silent).expect("a page").contains("<h1>Networks</h1>"));
}

#[test]
fn ticks_of_distances_are_integers_and_lines_are_labelled() {
    let ring = net("ring(6)");
    let chart = distance_histogram(
        &[(ring.to_string(), distances(&ring, &Silent).expect("distances"))],
        Theme::Light,
    );
    assert!(chart.contains("ring(6): diameter 3, mean 1.80"));
    assert!(chart.contains(">1</text>") && !chart.contains(">0.5</text>") && !chart.contains(">1.5</text>"));
}
