//! Campaigns of many processes: task files, shards, a journal for each process, failures, contradictions, tables.

use crossedge::progress::Silent;
use crossedge_campaign::{
    Cells, Column, Error, Folder, Held, Journal, NoResult, Records, ResultTable, Shard, TaskEntry, TaskFile,
    TaskId, run_rest,
};
use serde_json::json;
use std::fs;
use std::path::{Path, PathBuf};

/// An empty folder of this name.
fn fresh(name: &str) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&path);
    fs::create_dir_all(&path).expect("writable");
    path
}

#[test]
fn a_task_file_reads_back_and_finds_out_changes() {
    let folder = fresh("task-file");
    let path = folder.join("x.tasks.jsonl");
    let entries: Vec<TaskEntry> = (0..3).map(|n| TaskEntry::from_text(format!("{{\"n\":{n}}}"))).collect();
    let text = TaskFile::print(&entries);
    fs::write(&path, &text).expect("writable");
    let read = TaskFile::read(&path).expect("readable");
    assert_eq!((read.entries, read.digest), (entries.clone(), TaskId::from_text(&text).to_string()));
    // Any reader of JSON finds the same.
    let line: serde_json::Value = serde_json::from_str(text.lines().next().expect("a line")).expect("JSON");
    assert_eq!(line, json!({"id": entries[0].id.to_string(), "line": 1, "of": 3, "task": {"n": 0}}));

    let wrong = |text: &str| {
        fs::write(&path, text).expect("writable");
        let error = TaskFile::read(&path).expect_err("wrong").to_string();
        error.strip_prefix(&format!("{}: ", path.display())).expect("the file").to_owned()
    };
    assert_eq!(wrong(""), "line 1 is missing: the file has no tasks");
    let shape = "is not a task: it should read {\"id\":\"…\",\"line\":1,\"of\":9,\"task\":{…}}";
    assert_eq!(wrong(&format!("{text}\n")), format!("line 4 {shape}"));
    assert_eq!(wrong("{}"), format!("line 1 {shape}"));
    assert_eq!(wrong(&text.replacen("\"id\":\"", "\"id\":\"x", 1)), format!("line 1 {shape}"));
    let changed = TaskEntry::from_text("{\"n\":9}".to_owned()).id;
    let message =
        format!("line 2 was changed: its id is {}, and its text has the id {changed}", entries[1].id);
    assert_eq!(wrong(&text.replace("\"n\":1", "\"n\":9")), message);
    let second = text.lines().nth(1).expect("a line");
    assert_eq!(wrong(&format!("{text}{second}\n")), "line 4 is the same task as line 2");
    assert!(matches!(TaskFile::read(&folder.join("none")), Err(Error::Io(..))));
}

/// Every line that is deleted, and every two lines that change places, are detected.
#[test]
fn finding_r4_missing_lines_of_a_task_file_are_refused() {
    let folder = fresh("task-file-lines");
    let path = folder.join("x.tasks.jsonl");
    let entries: Vec<TaskEntry> = (0..7).map(|n| TaskEntry::from_text(format!("{{\"n\":{n}}}"))).collect();
    let text = TaskFile::print(&entries);
    let lines: Vec<&str> = text.lines().collect();
    let read = |lines: &[&str]| {
        fs::write(&path, lines.join("\n")).expect("writable");
        TaskFile::read(&path).map(|file| file.entries.len()).map_err(|error| error.to_string())
    };
    assert_eq!(read(&lines), Ok(7));
    for gone in 0..lines.len() {
        let rest: Vec<&str> =
            lines.iter().enumerate().filter(|(at, _)| *at != gone).map(|(_, line)| *line).collect();
        let error = read(&rest).expect_err("a line is missing");
        let wanted = if gone == 6 {
            "line 7 is missing: 7 tasks were planned".to_owned()
        } else {
            let (here, own) = (gone + 1, gone + 2);
            format!("line {here} was planned as line {own} of 7: lines of the task file are missing or moved")
        };
        assert_eq!(error.strip_prefix(&format!("{}: ", path.display())), Some(wanted.as_str()));
    }
    for first in 0..lines.len() - 1 {
        let mut moved = lines.clone();
        moved.swap(first, first + 1);
        assert!(read(&moved).is_err_and(|error| error.contains("missing or moved")));
    }
}

#[test]
fn shards_share_out_all_tasks() {
    for of in 1..8 {
        let shards: Vec<Shard> = (1..=of).map(|number| Shard { number, of }).collect();
        for place in 0..50 {
            assert_eq!(shards.iter().filter(|shard| shard.holds(place)).count(), 1);
        }
        let sizes = shards.iter().map(|shard| (0..50).filter(|place| shard.holds(*place)).count());
        let (least, most) = (sizes.clone().min(), sizes.max());
        assert!(most <= least.map(|least| least + 1));
    }
    assert_eq!("2/7".parse(), Ok(Shard { number: 2, of: 7 }));
    for wrong in ["", "3", "0/4", "5/4", "1/0", "-1/4", "1/4/2", "a/b"] {
        let message = "a shard is i/n with i from 1 to n, e.g. 1/4";
        assert_eq!(wrong.parse::<Shard>(), Err(message.to_owned()), "{wrong}");
    }
}

/// Two journals of one name, as long as the first is held; a process that lets go leaves its name.
#[test]
fn every_process_has_its_own_journal() {
    let folder = Folder::new(fresh("many-files").join("results"));
    assert!(folder.journals().expect("no folder is no journals").is_empty());
    let (first, second) =
        (folder.journal("run").expect("writable"), folder.journal("run").expect("writable"));
    first.append("a", &json!(1)).expect("writable");
    second.append("b", &json!(2)).expect("writable");
    drop(first);
    let third = folder.journal("run").expect("writable");
    third.append("c", &json!(3)).expect("writable");
    let names = folder.journals().expect("readable");
    let names: Vec<_> = names.iter().map(|path| path.file_name().expect("a name").to_owned()).collect();
    assert_eq!(names, ["run.2.jsonl", "run.jsonl"]);
    let held = folder.read().expect("readable");
    assert_eq!(held.results.len(), 3);
    let wanted = ["b", "c", "d"].map(TaskId::from_text).into();
    let found = folder.find(&wanted).expect("readable");
    assert_eq!(found.get(&TaskId::from_text("c")), Some(&json!(3)));
    assert_eq!(found.get(&TaskId::from_text("d")), None);
    assert!(!found.contains_key(&TaskId::from_text("a")), "not asked for");
}

#[test]
fn failures_are_kept_and_tried_again() {
    let folder = Folder::new(fresh("failures"));
    let text = |n: &u64| format!("task {n}");
    let odd = |n: &u64| if n % 2 == 1 { Err(NoResult::Failed(format!("{n} is odd"))) } else { Ok(json!(n)) };
    let journal = folder.journal("run").expect("writable");
    let done = run_rest(&[1, 2, 3, 4], text, odd, Some(&journal), &Records::new(), &Silent).expect("runs");
    assert_eq!((done.new.len(), done.failed.len(), done.resumed), (2, 2, 0));
    let held = folder.read().expect("readable");
    assert_eq!(held.failures.get(&TaskId::from_text("task 3")), Some(&"3 is odd".to_owned()));
    // A failure is not a result: the task is run again, and when it succeeds the failure is forgotten.
    let all = |n: &u64| Ok(json!(n));
    let done = run_rest(&[1, 2, 3], text, all, Some(&journal), &held.results, &Silent).expect("runs");
    assert_eq!((done.new.len(), done.failed.len(), done.resumed), (2, 0, 1));
    let held = folder.read().expect("readable");
    assert_eq!((held.results.len(), held.failures.len()), (4, 0));
    // Stopped work is neither.
    let stop = |_: &u64| Err(NoResult::Stopped);
    assert!(matches!(run_rest(&[9], text, stop, None, &Records::new(), &Silent), Err(Error::Stopped)));
}

#[test]
fn contradictions_are_named() {
    let folder = fresh("contradictions");
    let paths = [folder.join("a.jsonl"), folder.join("b.jsonl")];
    for (path, result) in paths.iter().zip([1, 2]) {
        let (journal, _) = Journal::open(path).expect("writable");
        journal.append("same", &json!({"x": 1.5})).expect("writable");
        journal.append("other", &json!(result)).expect("writable");
    }
    let held = Held::read(paths.iter().map(PathBuf::as_path)).expect("readable");
    assert_eq!((held.results.len(), held.contradictions.len()), (2, 1));
    let found = &held.contradictions[0];
    assert_eq!((found.id, found.task.as_str()), (TaskId::from_text("other"), "other"));
    assert_eq!(found.first, (paths[0].clone(), json!(1)));
    assert_eq!(found.second, (paths[1].clone(), json!(2)));
}

/// A journal that was cut within its first line holds nothing, and is no stranger.
#[test]
fn a_journal_just_begun_holds_nothing() {
    let path = fresh("begun").join("run.jsonl");
    fs::write(&path, "{\"crossedge_jou").expect("writable");
    assert!(Held::read([path.as_path()]).expect("a journal").results.is_empty());
    fs::write(&path, "{\"crossedge_other").expect("writable");
    assert!(matches!(Held::read([path.as_path()]), Err(Error::NoJournal(_))));
}

fn table(rows: u64) -> ResultTable {
    let column = |name: &str, cells| Column { name: name.to_owned(), cells };
    let third = |n: u64| (n % 3 != 2).then_some(n);
    ResultTable {
        columns: vec![
            column(
                "name",
                Cells::Text((0..rows).map(|n| Some(format!("row \"{n}\", of\n{rows}"))).collect()),
            ),
            column("count", Cells::Count((0..rows).map(|n| third(n).map(|n| u64::MAX - n)).collect())),
            column("number", Cells::Number((0..rows).map(|n| Some(0.1 * n as f64)).collect())),
            column("odd", Cells::Flag((0..rows).map(|n| third(n).map(|n| n % 2 == 1)).collect())),
        ],
        provenance: vec![("crossedge.plan".to_owned(), "abc".to_owned())],
    }
}

#[test]
fn csv_has_quotes_and_empty_cells() {
    let mut small = table(3);
    if let Cells::Number(cells) = &mut small.columns[2].cells {
        cells[1] = Some(f64::NAN);
    }
    let wanted = "name,count,number,odd\n\
                  \"row \"\"0\"\", of\n3\",18446744073709551615,0,false\n\
                  \"row \"\"1\"\", of\n3\",18446744073709551614,,true\n\
                  \"row \"\"2\"\", of\n3\",,0.2,\n";
    assert_eq!(small.csv(), wanted);
}

/// Written files are read back by the same library; other readers are tried in `.ci/steps/85-sweep`.
#[test]
fn parquet_reads_back_and_does_not_depend_on_chance() {
    use parquet::file::reader::{FileReader, SerializedFileReader};
    use parquet::record::RowAccessor;
    // More rows than a group has.
    for rows in [0, 1, 1000, 150_000] {
        let table = table(rows);
        let bytes = table.parquet().expect("plain columns");
        assert_eq!(bytes, table.parquet().expect("plain columns"), "{rows} rows written twice differ");
        let path = fresh(&format!("parquet-{rows}")).join("x.parquet");
        fs::write(&path, &bytes).expect("writable");
        let reader = SerializedFileReader::new(fs::File::open(&path).expect("there")).expect("Parquet");
        let metadata = reader.metadata().file_metadata();
        assert_eq!(metadata.num_rows() as u64, rows);
        let pairs = metadata.key_value_metadata().expect("metadata");
        assert_eq!((pairs[0].key.as_str(), pairs[0].value.as_deref()), ("crossedge.plan", Some("abc")));
        for (row, n) in reader.get_row_iter(None).expect("rows").zip(0u64..) {
            let row = row.expect("a row");
            assert_eq!(row.get_string(0).expect("text"), &format!("row \"{n}\", of\n{rows}"));
            assert_eq!(row.get_double(2).expect("a number"), 0.1 * n as f64);
            if n % 3 == 2 {
                assert!(row.get_ulong(1).is_err() && row.get_bool(3).is_err(), "row {n} has nulls");
            } else {
                assert_eq!(row.get_ulong(1).expect("a count"), u64::MAX - n);
                assert_eq!(row.get_bool(3).expect("a flag"), n % 2 == 1);
            }
        }
    }
}
