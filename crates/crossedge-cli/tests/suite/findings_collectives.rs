//! Output of `collective`: the model of each network, bounds that hold, and skipped algorithms.

use std::process::Command;

fn printed(args: &[&str]) -> String {
    let mut command = Command::new(env!("CARGO_BIN_EXE_crossedge"));
    let out = command.arg("collective").args(args).env("COLUMNS", "0").output().expect("runs");
    assert!(out.status.success(), "{args:?}: {}", String::from_utf8_lossy(&out.stderr));
    String::from_utf8(out.stdout).expect("text")
}

#[test]
fn finding_w10_headings_name_the_model_of_each_network() {
    let several = printed(&["ring(6)", "switch(4)", "broadcast"]);
    assert!(
        several.contains("ring(6): broadcast from 0, 1,024 bytes, store-and-forward, one port"),
        "{several}"
    );
    assert!(several.contains("switch(4): broadcast from 0, 1,024 bytes, cut-through, one port"), "{several}");
    let alike = printed(&["ring(6)", "ring(7)", "broadcast"]);
    assert!(alike.starts_with("broadcast from 0, 1,024 bytes, store-and-forward, one port"), "{alike}");
}

#[test]
fn finding_w11_step_bounds_name_the_messages_they_bound() {
    let stored = printed(&["path(4)", "broadcast"]);
    assert!(
        stored.contains("no schedule of messages over one link each takes fewer than 3 steps"),
        "{stored}"
    );
    let through = printed(&["path(4)", "broadcast", "--model", "cut-through"]);
    assert!(
        through.contains("\nno schedule takes fewer than 2 steps, and none takes less than"),
        "{through}"
    );
    let nothing = printed(&["ring(4)", "all-to-all", "--model", "cut-through", "--ports", "all"]);
    assert!(!nothing.contains("fewer than 0 steps"), "{nothing}");
}

#[test]
fn finding_w9_what_is_skipped_for_its_size_is_named() {
    let told = printed(&["hosts(slimfly(5), 11)", "broadcast"]);
    assert!(told.contains("; not tried: chain (works up to 512 nodes)"), "{told}");
}
