//! The claims of the papers: evaluated completely, every verdict matches the record, and no numbered statement is missing.

use crossedge::progress::Silent;
use crossedge_papers::{Answer, Error, Outcome, Request, Verdict, claims};
use std::collections::BTreeSet;

/// The numbered statements of each paper.
const NUMBERED: &[(&str, &[(&str, u32)])] = &[
    ("RDN", &[("Theorem", 3), ("Table", 2), ("Figure", 8), ("Algorithm", 2)]),
    ("HAM", &[("Theorem", 3), ("Corollary", 1), ("Figure", 13), ("Algorithm", 1)]),
    ("HDN", &[("Theorem", 3), ("Table", 4), ("Figure", 3), ("Algorithm", 1)]),
    ("DC", &[("Table", 2), ("Algorithm", 1)]),
    ("RE", &[("Theorem", 5), ("Lemma", 3), ("Figure", 10)]),
];

#[test]
fn every_verdict_is_the_one_on_record() {
    let answer = Request::default().answer(&Silent).expect("all claims are evaluated");
    let mut ids = BTreeSet::new();
    let mut errata = BTreeSet::new();
    for paper in &answer.papers {
        let mut places = BTreeSet::new();
        for claim in &paper.claims {
            let id = &claim.id;
            assert_eq!(claim.verdict, claim.recorded_verdict, "{claim:#?}");
            // Claims that do not simply hold have an explanation, and false ones show a counterexample.
            if claim.verdict == Verdict::False {
                let refutes = |o: Outcome| !matches!(o, Outcome::Agrees | Outcome::Open);
                assert!(claim.instances.iter().any(|i| refutes(i.outcome)), "{id} shows no counterexample");
            }
            assert!(
                !claim.instances.is_empty() || !claim.why.is_empty(),
                "{id} has neither instances nor a reason"
            );
            assert!(ids.insert(id), "two claims of one name");
            places.insert(&claim.place);
            errata.extend(claim.errata.iter().cloned());
        }
        let (_, numbered) = NUMBERED.iter().find(|(n, _)| *n == paper.name).expect("a paper we know");
        for (kind, last) in *numbered {
            for number in 1..=*last {
                let wanted = format!("{kind} {number}");
                // "Figure 1" is not "Figure 10"; "Figures 2, 6, 7" does not count.
                let is = |place: &&String| {
                    place
                        .match_indices(&wanted)
                        .any(|(at, _)| !place[at + wanted.len()..].starts_with(|c: char| c.is_ascii_digit()))
                };
                assert!(places.iter().any(is), "{}: {wanted} is missing", paper.name);
            }
        }
    }
    assert!(ids.len() >= 80, "only {} claims", ids.len());
    let wanted = (1..=16)
        .map(|n| format!("E{n}"))
        .chain((1..=12).map(|n| format!("RELLN-E{n}")))
        .chain((1..=13).map(|n| format!("ROUT-R{n}")));
    for erratum in wanted {
        assert!(errata.contains(&erratum), "erratum {erratum} is missing");
    }
    assert_eq!((answer.changed, answer.claim_count), (0, ids.len()));
    assert_eq!(claims().expect("they are read").len(), ids.len());
}

/// A claim file with one claim.
fn asked(more: &str) -> Request {
    let head = "name = 'X'\ncite = 'Y'\n[[claim]]\nid = 'x'\nplace = 'p'\nsays = 's'\nverdict = 'holds'\n";
    Request { file: Some(("x.toml".to_owned(), format!("{head}{more}"))), ..Request::default() }
}

#[test]
fn wrong_cases_are_reported_without_panic() {
    let case = |kind: &str, case: &str| {
        let found =
            asked(&format!("[[claim.check]]\nkind = '{kind}'\ncase = [{{ {case} }}]\n")).answer(&Silent);
        found.map(|answer| answer.papers[0].claims[0].instances[0].ours.clone())
    };
    let why = |kind: &str, text: &str| match case(kind, text) {
        Err(Error::Case { claim, why, .. }) if claim == "x" => why,
        other => panic!("{other:?}"),
    };
    assert_eq!(case("broadcast_printed", "paper = 32, numbers = { r = 3, source = 0 }"), Ok("18".to_owned()));
    let far = "paper = 32, numbers = { r = 3, source = 32 }";
    assert_eq!(why("broadcast_printed", far), "the source is not a node");
    assert_eq!(why("broadcast_printed", &far.replace("32 }", "-1 }")), "the source is not a node");
    assert_eq!(why("virtual_rings", "expr = 'ring(5)', paper = 1"), "there are no virtual rings");
    let wide = "paper = 1, ours = '1', each = { a = [-9223372036854775808, 9223372036854775807] }";
    assert_eq!(why("count", wide), "the ranges have more than 4 million places");
    let long = format!("expr = 'ring(5)', paper = '2.{}'", "0".repeat(100_000));
    let found =
        asked(&format!("[[claim.check]]\nkind = 'figure'\nwhat = 'cost_ratio'\ncase = [{{ {long} }}]"));
    assert!(matches!(found.answer(&Silent), Err(Error::Case { .. })));
}

#[test]
fn empty_selections_are_errors() {
    let error = |request: Request| request.answer(&Silent).expect_err("nothing is requested").to_string();
    assert_eq!(
        error(Request { papers: vec!["XYZ".to_owned()], ..Request::default() }),
        "there is no paper 'XYZ'\nhelp: the papers are RDN, HAM, HDN, DC, RE"
    );
    assert_eq!(
        error(Request { claim: Some("nowhere".to_owned()), ..Request::default() }),
        "no claim has 'nowhere' in its name, place or errata"
    );
    assert!(error(asked("colour = 1")).starts_with("x.toml: "));
}

#[test]
fn the_schema_names_what_the_answer_has() {
    let answer = Request { papers: vec!["DC".to_owned()], ..Request::default() }.answer(&Silent).expect("DC");
    let schema = serde_json::to_value(schemars::schema_for!(Answer)).expect("JSON");
    let answer = serde_json::to_value(answer).expect("JSON");
    let same = |value: &serde_json::Value, schema: &serde_json::Value| {
        let has: BTreeSet<_> = value.as_object().expect("an object").keys().collect();
        let named: BTreeSet<_> = schema["properties"].as_object().expect("an object").keys().collect();
        assert_eq!(has, named);
    };
    same(&answer, &schema);
    same(&answer["papers"][0], &schema["$defs"]["JudgedPaper"]);
    same(&answer["papers"][0]["claims"][0], &schema["$defs"]["Judged"]);
    same(&answer["papers"][0]["claims"][0]["instances"][0], &schema["$defs"]["Instance"]);
}

/// Metrics of machines: what the fat tree of 48-port switches was proposed with (Al-Fares, Loukissas, Vahdat 2008), and its bisection, verified.
#[test]
fn claims_about_machines() {
    let figure = |what: &str, cases: &str| {
        let text = format!("[[claim.check]]\nkind = 'metric'\nwhat = '{what}'\ncase = [{cases}]\n");
        let answer = asked(&text).answer(&Silent).unwrap_or_else(|e| panic!("{what}: {e}"));
        answer.papers[0].claims[0].instances.iter().map(|one| one.ours.clone()).collect::<Vec<_>>()
    };
    let tree = |value: &str| format!("{{ expr = 'fattree(48)', paper = {value} }}");
    assert_eq!(figure("endpoints", &tree("27648")), ["27648"]);
    assert_eq!(figure("switches", &tree("2880")), ["2880"]);
    assert_eq!(figure("radix", &tree("48")), ["48"]);
    assert_eq!(figure("cables", &tree("82944")), ["82944"]);
    assert_eq!(figure("ports_per_endpoint", &tree("5")), ["5"]);
    assert_eq!(figure("cables_per_endpoint", "{ expr = 'hosts(torus(4,4), 4)', paper = '1.5' }"), ["3/2"]);
    assert_eq!(figure("oversubscription", "{ expr = 'clos(16, 8, 4)', paper = 4 }"), ["4"]);
    let cut = "[[claim.check]]\nkind = 'bisection'\ncase = [{ expr = 'fattree(8)', paper = 64 }]\n";
    let answer = asked(cut).answer(&Silent).expect("a cut");
    let one = &answer.papers[0].claims[0].instances[0];
    assert_eq!(one.ours, "64");
    assert!(
        one.evidence.starts_with("verified: 64 links recounted between 64 and 64 endpoints"),
        "{}",
        one.evidence
    );
}
