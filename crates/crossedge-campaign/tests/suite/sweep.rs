//! Sweeps without the program: from a plan to a table, and errors of plans and lines.

use crossedge::progress::Silent;
use crossedge_campaign::sweep::{Count, kinds};
use crossedge_campaign::{Campaign, Error, Held, Journal, Plan, Shard, TaskFile, write_whole};
use std::collections::BTreeSet;
use std::path::PathBuf;

const PLAN: &str = "crossedge_sweep = 1\n[[fault]]\nnetworks = [\"rdn(ring(3), 1)\", \"torus(3,3)\"]\n\
    dead = [\"1 nodes\", \"10 % of links\"]\ntrials = 3\nseeds = \"1 to 2\"\n";

/// A campaign in a folder of its own.
fn campaign(name: &str) -> Campaign {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("sweep-{name}"));
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).expect("a folder");
    let plan = Plan::read(PLAN).expect("a plan");
    assert_eq!((plan.tasks.len(), plan.repeated), (8, 0));
    let path = folder.join("study.tasks.jsonl");
    write_whole(&path, TaskFile::print(&plan.entries).as_bytes(), false).expect("a file");
    Campaign::new(path, None)
}

#[test]
fn from_a_plan_to_the_same_table_however_the_work_is_shared() {
    let tables = [vec![None], vec![Some("2/3"), Some("1/3"), Some("3/3")]].map(|shards| {
        let campaign = campaign(&format!("shared-{}", shards.len()));
        for shard in shards {
            let shard = shard.map(|text| text.parse::<Shard>().expect("a shard"));
            let held = campaign.read_journals().expect("journals");
            let ran = campaign.work(held, shard).and_then(|work| work.run(&Silent)).expect("a run");
            assert!(ran.failed.is_empty() && ran.done_now == ran.tasks);
        }
        let held = campaign.read_journals().expect("journals");
        let all = campaign.status(&held, Some(2)).expect("a status");
        assert_eq!(all.all, Count { tasks: 8, done: 8, failed: 0, missing: 0 });
        assert_eq!(all.shards.iter().map(|shard| shard.done).collect::<Vec<_>>(), [4, 4]);
        let merged = campaign.merge(&held, false).expect("a table");
        assert_eq!((merged.table.rows(), merged.missing), (8, 0));
        assert_eq!(merged.table.provenance_json()["crossedge.seeds"], "1 to 2");
        merged.table.csv()
    });
    assert_eq!(tables[0], tables[1]);
    assert!(tables[0].starts_with("id,kind,expression,seed,nodes,links,dead_nodes,"), "{}", tables[0]);
}

#[test]
fn gaps_and_contradictions_are_named() {
    let campaign = campaign("missing");
    let (file, tasks) = campaign.read().expect("tasks");
    let line = TaskFile::print(&file.entries[..1]);
    campaign.work_of_lines(&line).and_then(|work| work.run(&Silent)).expect("one task");
    let held = campaign.read_journals().expect("journals");
    let missing = campaign.merge(&held, false).expect_err("seven are missing").to_string();
    assert!(
        missing.starts_with("7 of 8 tasks have no result\n  line 2: fault rdn(ring(3), 1), "),
        "{missing}"
    );
    assert!(missing.ends_with("\n  and 2 more"), "{missing}");
    let merged = campaign.merge(&held, true).expect("a part");
    assert_eq!((merged.table.rows(), merged.missing), (1, 7));
    // The same result again is one; another is a contradiction.
    assert_eq!(
        campaign.work_of_lines(&line).and_then(|work| work.run(&Silent)).expect("again").done_before,
        1
    );
    let (journal, _) = Journal::open(&campaign.folder().path().join("other.jsonl")).expect("a journal");
    journal.append(&tasks[0].text(), &serde_json::json!({"nodes": 1})).expect("written");
    let held: Held = campaign.read_journals().expect("journals");
    assert!(matches!(campaign.merge(&held, true), Err(Error::Contradictions(_))));
}

/// A worker of HyperQueue takes several lines at a time; of those that are done it repeats none.
#[test]
fn a_batch_runs_what_no_journal_holds() {
    let campaign = campaign("batch");
    let (file, _) = campaign.read().expect("tasks");
    let lines: Vec<String> = TaskFile::print(&file.entries).lines().map(str::to_owned).collect();
    let run = |lines: &[String]| {
        let ran =
            campaign.work_of_lines(&lines.join("\t")).and_then(|work| work.run(&Silent)).expect("a run");
        (ran.tasks, ran.done_now, ran.done_before)
    };
    assert_eq!(run(&lines[..3]), (3, 3, 0));
    assert_eq!(run(&lines[2..6]), (4, 3, 1));
    assert_eq!(run(&lines), (8, 2, 6));
    assert_eq!(run(&lines), (8, 0, 8));
    let held = campaign.read_journals().expect("journals");
    assert_eq!(campaign.merge(&held, false).expect("a table").missing, 0);
    // A line cut off takes its batch with it: nothing of it is run.
    let cut = format!("{}\t{}", lines[0], &lines[1][..40]);
    assert!(matches!(campaign.work_of_lines(&cut), Err(Error::Line(_))));
}

#[test]
fn wrong_plans_and_lines_are_reported() {
    let wrong = |plan: &str| Plan::read(plan).expect_err("it is wrong").to_string();
    let told = wrong("crossedge_sweep = 1\n");
    assert!(told.contains("the plan has no tasks"), "{told}");
    assert!(wrong(&PLAN.replace("[[fault]]", "[[fualt]]")).contains("a plan has no key 'fualt'"));
    assert!(wrong("crossedge_sweep = 1\nfault = 3\n").contains("'fault' is a list of tables"));
    let error = Plan::read(&PLAN.replace("torus(3,3)", "trous(3,3)")).expect_err("no such network");
    assert_eq!(&PLAN.replace("torus(3,3)", "trous(3,3)")[error.span.clone()], "trous");
    let campaign = campaign("lines");
    let (file, _) = campaign.read().expect("tasks");
    let line = TaskFile::print(&file.entries[..1]);
    for changed in [line.replace("\"trials\":3", "\"trials\":4"), String::new(), "{}".to_owned()] {
        assert!(matches!(campaign.work_of_lines(&changed), Err(Error::Line(_))), "{changed}");
    }
}

#[test]
fn kinds_have_names_of_their_own() {
    let names: Vec<&str> = kinds().collect();
    assert_eq!(names.iter().collect::<BTreeSet<_>>().len(), names.len());
    assert!(names.contains(&"fault") && names.contains(&"simulate"));
}

/// Metrics of networks of any size: one row each, with ends where the value is not known.
#[test]
fn metrics_of_networks_are_tasks() {
    let plan = "crossedge_sweep = 1\n[[figures]]\nnetworks = [\"rdn(ring(3), 2)\", \"rdn(ring(3), 7)\"]\n\
                figures = [\"nodes\", \"diameter\", \"bisection\"]\n";
    let plan = Plan::read(plan).expect("a plan");
    assert_eq!(plan.tasks[0].about(), "figures rdn(ring(3), 2): nodes, diameter, bisection");
    let found = plan.tasks[0].run(&Silent).expect("figures");
    assert_eq!((&found["columns"]["nodes"], &found["columns"]["diameter"]), (&648.into(), &10.into()));
    assert_eq!(found["columns"]["bisection_at_most"], 90);
    assert_eq!(found["columns"].get("bisection"), None, "only bounds are known");
    assert_eq!(found["columns"].get("links"), None, "not requested");
    let huge = plan.tasks[1].run(&Silent).expect("figures");
    assert_eq!(huge["columns"]["diameter"], 382);
    assert!(
        huge["columns"]["nodes"].is_string() && huge["log2_nodes"].as_f64().is_some_and(|bits| bits > 300.0)
    );
    let wrong = "crossedge_sweep = 1\n[[figures]]\nnetworks = \"ring(5)\"\nfigures = \"diametre\"\n";
    let error = Plan::read(wrong).expect_err("an unknown metric");
    assert_eq!(
        (error.message.as_str(), error.help.as_deref()),
        ("unknown metric 'diametre'", Some("did you mean 'diameter'?"))
    );
}

/// Machines have metrics of their own, which direct networks do not have unless someone asks: their tasks are named as before.
#[test]
fn metrics_of_machines() {
    let plan = "crossedge_sweep = 1\n[[figures]]\nnetworks = [\"fattree(8)\", \"torus(4,4)\"]\n\
                [[figures]]\nnetworks = \"torus(4,4)\"\nfigures = [\"endpoints\", \"cables_per_endpoint\"]\n";
    let plan = Plan::read(plan).expect("a plan");
    let tree = plan.tasks[0].run(&Silent).expect("figures");
    let column = |name: &str| tree["columns"].get(name).cloned();
    assert_eq!((column("endpoints"), column("switches")), (Some(128.into()), Some(80.into())));
    assert_eq!((column("radix"), column("cables")), (Some(8.into()), Some(384.into())));
    assert_eq!(
        (column("ports_per_endpoint"), column("cables_per_endpoint")),
        (Some(5.0.into()), Some(3.0.into()))
    );
    assert_eq!(column("oversubscription_most"), Some(1.0.into()));
    assert_eq!(column("bisection_per_endpoint_at_least"), Some(0.5.into()));
    let names = "nodes, links, degree, diameter, mean_distance, bisection, throughput, vertex_transitivity, edge_transitivity, \
                 connectivity, edge_connectivity, cost_ratio, moore_bound, radius, girth, spectral_gap, path_diversity, zero_load_latency, zero_load_latency_median, zero_load_latency_p99";
    assert_eq!(plan.tasks[1].about(), format!("figures torus(4,4): {names}"));
    let asked = plan.tasks[2].run(&Silent).expect("figures");
    assert_eq!(
        (&asked["columns"]["endpoints"], &asked["columns"]["cables_per_endpoint"]),
        (&16.into(), &2.0.into())
    );
}

/// Endpoints, switches and links are different things to lose.
#[test]
fn faults_of_machines() {
    let plan = |dead: &str| {
        format!(
            "crossedge_sweep = 1\n[[fault]]\nnetworks = \"fattree(4)\"\ndead = {dead}\ntrials = 5\nsearch = \"40 nodes\"\n"
        )
    };
    let tasks = Plan::read(&plan("[\"20 switches\", \"25 % of hosts\", \"3 links\"]")).expect("a plan").tasks;
    let about: Vec<String> = tasks.iter().map(|task| task.about()).collect();
    assert_eq!(about[0], "fault fattree(4), 20 dead switches, 5 trials, seed 0");
    assert_eq!(about[1], "fault fattree(4), 4 dead endpoints, 5 trials, seed 0");
    assert_eq!(about[2], "fault fattree(4), 3 dead links, 5 trials, seed 0");
    let sum = |i: usize| tasks[i].run(&Silent).expect("trials")["sum"].clone();
    assert_eq!(
        (&sum(0)["live"], &sum(0)["largest"]),
        (&80.into(), &5.into()),
        "16 endpoints, each alone, five times"
    );
    assert_eq!(
        (&sum(1)["live"], &sum(1)["connected"]),
        (&60.into(), &5.into()),
        "12 endpoints, none cut off"
    );
    let wrong = |dead: &str| {
        let error = Plan::read(&plan(dead)).expect_err("it is wrong");
        (error.message.clone(), error.help.unwrap_or_default())
    };
    assert_eq!(
        wrong("\"3 nodes\"").0,
        "fattree(4): 16 endpoints and 20 switches are different things to lose"
    );
    assert_eq!(wrong("\"21 switches\"").0, "21 switches cannot die: fattree(4) has 20 switches");
    assert_eq!(wrong("\"3 racks\"").1, "the units are: nodes, endpoints, switches, links, and % of each");
}
