//! Designs as a page with a chart: every design a point, any two metrics as axes. It needs nothing else, and no network.

use crate::page::{PAGE_END, escape_markup, page_head};
use crossedge::answers::{DesignAnswer, DesignedAnswer};
use crossedge::exact::Ratio;
use std::fmt::Write as _;

/// A metric that a chart may have on an axis, and whether more is better.
struct Axis {
    name: &'static str,
    more: bool,
    value: fn(&DesignedAnswer) -> Option<f64>,
}

fn ratio_value(ratio: &Option<Ratio>) -> Option<f64> {
    ratio.as_ref().and_then(Ratio::value)
}

const CHART_AXES: &[Axis] = &[
    Axis { name: "throughput, not less", more: true, value: |d| ratio_value(&d.throughput_at_least) },
    Axis {
        name: "cables per endpoint",
        more: false,
        value: |d| Some(d.cables.0 as f64 / d.endpoints.0 as f64),
    },
    Axis {
        name: "optical cables per endpoint",
        more: false,
        value: |d| ratio_value(&d.optical_per_endpoint),
    },
    Axis { name: "diameter", more: false, value: |d| d.diameter.map(|diameter| diameter.0 as f64) },
    Axis { name: "mean distance", more: false, value: |d| ratio_value(&d.mean_distance) },
    Axis { name: "ports", more: false, value: |d| Some(d.ports.into()) },
    Axis { name: "endpoints", more: true, value: |d| Some(d.endpoints.0 as f64) },
    Axis { name: "switches", more: false, value: |d| Some(d.switches.0 as f64) },
    Axis {
        name: "bisection per endpoint, not less",
        more: true,
        value: |d| d.bisection_at_least.map(|links| links.0 as f64 / d.endpoints.0 as f64),
    },
    Axis { name: "virtual channels", more: false, value: |d| d.virtual_channels.map(f64::from) },
    Axis {
        name: "throughput per optical cable",
        more: true,
        value: |d| ratio_value(&d.throughput_per_optical_at_least),
    },
    Axis { name: "weighted cost ratio", more: false, value: |d| d.weighted_cost_ratio },
];

/// A string of JavaScript that no markup ends.
pub fn script_string(text: &str) -> String {
    let mut out = String::from("\"");
    for c in text.chars() {
        match c {
            '"' | '\\' => out.extend(['\\', c]),
            '<' | '>' | '&' | '\u{2028}' | '\u{2029}' => {
                let _ = write!(out, "\\u{:04x}", u32::from(c));
            }
            c if c.is_control() => {
                let _ = write!(out, "\\u{:04x}", u32::from(c));
            }
            c => out.push(c),
        }
    }
    out + "\""
}

/// The outermost construction of a network, below hosts.
pub fn outermost_construction(text: &str) -> &str {
    let inner = text.strip_prefix("hosts(").unwrap_or(text);
    inner.split('(').next().unwrap_or(inner)
}

/// The page.
pub fn front_page(answer: &DesignAnswer, title: &str) -> String {
    let known = |axis: &&Axis| answer.designs.iter().any(|design| (axis.value)(design).is_some());
    let axes: Vec<&Axis> = CHART_AXES.iter().filter(known).collect();
    let number = |value: Option<f64>| match value.filter(|value| value.is_finite()) {
        Some(value) => value.to_string(),
        None => "null".to_owned(),
    };
    let names: Vec<String> =
        axes.iter().map(|axis| format!("[{},{}]", script_string(axis.name), axis.more)).collect();
    let rows: Vec<String> = answer
        .designs
        .iter()
        .map(|design| {
            let values: Vec<String> = axes.iter().map(|axis| number((axis.value)(design))).collect();
            let family = script_string(outermost_construction(&design.expression));
            format!("[{},{family},[{}]]", script_string(&design.expression), values.join(","))
        })
        .collect();
    let mut out = page_head(title);
    let _ = writeln!(out, "<h1>{}</h1>", escape_markup(title));
    let front = answer.front.map_or(String::new(), |front| {
        format!(", {} on the front by {}", front.0, answer.objectives.join(", "))
    });
    let _ = writeln!(
        out,
        "<p>{} candidates examined, {} meet the requirement{front}; {} are shown.</p>",
        answer.examined,
        answer.feasible,
        answer.designs.len()
    );
    out.push_str(&CHART_SCRIPT.replace("AXES", &names.join(",")).replace("ROWS", &rows.join(",\n")));
    out + PAGE_END
}

const CHART_SCRIPT: &str = r##"<p><label>across <select id="x"></select></label> <label>up <select id="y"></select></label> <label><input type="checkbox" id="log"> logarithms</label> <span id="families"></span></p>
<svg id="chart" viewBox="0 0 900 520" style="width:100%;max-width:1100px;height:auto" role="img" aria-label="designs"></svg>
<p id="details">A point is a design; filled ones are beaten by no other in both metrics. Point at one to read it.</p>
<div class="wide"><table id="table"></table></div>
<script>
"use strict";
const axes = [AXES];
const rows = [ROWS];
const ids = ["x", "y"].map(id => document.getElementById(id));
const log = document.getElementById("log"), chart = document.getElementById("chart"), reported = document.getElementById("details");
const families = [...new Set(rows.map(row => row[1]))].sort();
const hidden = new Set();
const colours = ["#1f77b4", "#d95f02", "#2a9d4b", "#c22f4f", "#7b5cc4", "#8c6d31", "#0f8b8d", "#b0489b", "#5b7083", "#a8a000"];
const colour = family => colours[families.indexOf(family) % colours.length];
ids.forEach((select, which) => {
  axes.forEach(([name], i) => select.add(new Option(name, i)));
  select.value = Math.min(which === 0 ? 1 : 0, axes.length - 1);
  select.onchange = draw;
});
log.onchange = draw;
const NS = "http://www.w3.org/2000/svg";
function put(name, attributes, text) {
  const made = document.createElementNS(NS, name);
  for (const key in attributes) made.setAttribute(key, attributes[key]);
  if (text !== undefined) made.textContent = text;
  chart.append(made);
  return made;
}
const short = value => value === null ? "–" : (Math.abs(value) >= 1e5 ? value.toLocaleString("en") : +value.toPrecision(5)) + "";
function ticks(low, high, logs) {
  if (logs) {
    const out = [];
    for (let e = Math.floor(Math.log10(low)); e <= Math.ceil(Math.log10(high)); e++)
      for (const m of [1, 2, 5]) { const t = m * 10 ** e; if (t >= low * 0.999 && t <= high * 1.001) out.push(t); }
    return out.length > 1 ? out : [low, high];
  }
  const rough = (high - low) / 6 || 1, power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].map(m => m * power).find(s => s >= rough);
  const out = [];
  for (let t = Math.ceil(low / step) * step; t <= high + step * 1e-9; t += step) out.push(+t.toPrecision(12));
  return out;
}
function draw() {
  chart.replaceChildren();
  const [i, j] = ids.map(select => +select.value);
  const shown = rows.filter(row => !hidden.has(row[1]) && row[2][i] !== null && row[2][j] !== null);
  const positive = shown.every(row => row[2][i] > 0 && row[2][j] > 0);
  const logs = log.checked && positive && shown.length > 0;
  const scale = (k, from, to) => {
    const values = shown.map(row => row[2][k]);
    let low = Math.min(...values), high = Math.max(...values);
    if (!values.length) { low = 0; high = 1; }
    if (low === high) { low = logs ? low / 2 : low - 1; high = logs ? high * 2 : high + 1; }
    const pad = (high - low) * 0.04;
    if (!logs) { low = low >= 0 && low < pad * 4 ? 0 : low - pad; high += pad; }
    const of = logs ? Math.log : (v => v);
    return { low, high, at: v => from + (of(v) - of(low)) / (of(high) - of(low)) * (to - from) };
  };
  const x = scale(i, 70, 880), y = scale(j, 470, 20);
  const ink = "currentColor";
  for (const t of ticks(x.low, x.high, logs)) {
    put("line", { x1: x.at(t), x2: x.at(t), y1: 20, y2: 470, stroke: ink, "stroke-opacity": 0.12 });
    put("text", { x: x.at(t), y: 488, "text-anchor": "middle", "font-size": 12, fill: ink }, short(t));
  }
  for (const t of ticks(y.low, y.high, logs)) {
    put("line", { x1: 70, x2: 880, y1: y.at(t), y2: y.at(t), stroke: ink, "stroke-opacity": 0.12 });
    put("text", { x: 62, y: y.at(t) + 4, "text-anchor": "end", "font-size": 12, fill: ink }, short(t));
  }
  const better = (k, a, b) => axes[k][1] ? a > b : a < b;
  const arrow = k => axes[k][1] ? " (more is better)" : " (less is better)";
  put("text", { x: 475, y: 512, "text-anchor": "middle", "font-size": 13, fill: ink }, axes[i][0] + arrow(i));
  put("text", { x: 16, y: 245, "text-anchor": "middle", "font-size": 13, fill: ink, transform: "rotate(-90 16 245)" }, axes[j][0] + arrow(j));
  const beaten = row => shown.some(other => {
    const [a, b, c, d] = [other[2][i], row[2][i], other[2][j], row[2][j]];
    return !better(i, b, a) && !better(j, d, c) && (better(i, a, b) || better(j, c, d));
  });
  for (const row of shown) {
    const best = !beaten(row);
    const point = put("circle", { cx: x.at(row[2][i]), cy: y.at(row[2][j]), r: best ? 6 : 4, tabindex: 0,
      fill: best ? colour(row[1]) : "none", stroke: colour(row[1]), "stroke-width": 1.5, "pointer-events": "all" });
    const title = document.createElementNS(NS, "title");
    title.textContent = row[0] + "\n" + axes[i][0] + " " + short(row[2][i]) + "\n" + axes[j][0] + " " + short(row[2][j]);
    point.append(title);
    const show = () => { reported.textContent = row[0] + ": " + axes.map(([name], k) => name + " " + short(row[2][k])).join("; "); };
    point.addEventListener("mouseenter", show);
    point.addEventListener("focus", show);
    point.addEventListener("click", show);
  }
  if (log.checked && !positive) reported.textContent = "A value is 0, so the axes are linear.";
}
const list = document.getElementById("families");
for (const family of families) {
  const label = document.createElement("label"), box = document.createElement("input"), name = document.createElement("span");
  box.type = "checkbox"; box.checked = true;
  box.onchange = () => { box.checked ? hidden.delete(family) : hidden.add(family); draw(); };
  name.textContent = " " + family + " "; name.style.color = colour(family);
  label.append(box, name); list.append(label);
}
const table = document.getElementById("table");
let order = [0, 1];
function fill() {
  const [k, sign] = order;
  const key = row => k === 0 ? row[0] : row[2][k - 1];
  const sorted = [...rows].sort((a, b) => {
    const [p, q] = [key(a), key(b)];
    return p === null ? 1 : q === null ? -1 : (p < q ? -1 : p > q ? 1 : 0) * sign;
  });
  table.replaceChildren();
  const head = table.insertRow();
  ["network", ...axes.map(axis => axis[0])].forEach((name, n) => {
    const cell = document.createElement("th");
    cell.textContent = name; cell.style.cursor = "pointer"; cell.title = "sort";
    cell.onclick = () => { order = [n, order[0] === n ? -order[1] : 1]; fill(); };
    head.append(cell);
  });
  for (const row of sorted) {
    const line = table.insertRow();
    const name = document.createElement("code");
    name.textContent = row[0];
    line.insertCell().append(name);
    row[2].forEach(value => { line.insertCell().textContent = short(value); });
  }
}
draw();
fill();
</script>
"##;
