//! `--endpoints host`: the same as the argument of `file(…)`, refused where nothing is a file.

use super::files::{code, folder, run, told};
use std::fs;

#[test]
fn the_option_is_the_argument_of_every_file() {
    let folder = folder("fabric-endpoints");
    let host = |host: u64| {
        format!(
            "[{0}] \"H-{host}0\"[1] # \"dgx-{host} mlx5_0\" lid 1 4xNDR\n[{1}] \"H-{host}1\"[1] # \"dgx-{host} mlx5_1\" lid 1 4xNDR\n",
            2 * host + 1,
            2 * host + 2
        )
    };
    let dump = format!("Switch 8 \"S-0\" # \"leaf-0\"\n{}{}{}", host(0), host(1), host(2));
    fs::write(folder.join("x.ibnet"), dump).expect("writable");
    let json = |args: &[&str]| {
        let output = run(&folder, args);
        assert_eq!(code(&output), Some(0), "{args:?}: {}", told(&output));
        serde_json::from_slice::<serde_json::Value>(&output.stdout).expect("JSON")
    };
    let hosts = json(&["throughput", "x.ibnet", "--endpoints", "host", "--json"]);
    assert_eq!(hosts["endpoints"], 3, "{hosts}");
    let named = json(&["throughput", "file(\"x.ibnet\", endpoints=host)", "--json"]);
    assert_eq!(hosts, named);
    let adapters = json(&["throughput", "x.ibnet", "--endpoints", "adapter", "--json"]);
    assert_eq!(adapters, json(&["throughput", "x.ibnet", "--json"]));
    assert_eq!(adapters["endpoints"], 6);
    // Of several networks only files change.
    let output = run(&folder, &["compare", "x.ibnet", "switch(3)", "--endpoints", "host"]);
    assert_eq!(code(&output), Some(0), "{}", told(&output));
    for args in [&["show", "ring(5)", "--endpoints", "host"][..], &["show", "x.ibnet", "--endpoints", "rack"]]
    {
        let output = run(&folder, args);
        assert_eq!(code(&output), Some(2), "{args:?}");
        assert!(told(&output).contains("--endpoints"), "{}", told(&output));
    }
    // The count of `design` is another option.
    assert_eq!(code(&run(&folder, &["design", "--endpoints", "64", "--ports", "..8"])), Some(0));
}
