// The pages of the atlas: search, tables of best networks, a page for each record. Data are scripts, so that the folder also works without a server.
"use strict";
const waiting = new Map();
const loaded = new Map();
let start = null;

// A data file calls this with its name and its content: JSON, compressed by gzip, in base64.
window.atlas = (name, text) => {
  const bytes = Uint8Array.from(atob(text), (c) => c.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  const content = new Response(stream).json();
  loaded.set(name, content);
  waiting.get(name)?.(content);
};

function load(name) {
  if (loaded.has(name)) return loaded.get(name);
  const promise = new Promise((done, fail) => {
    waiting.set(name, done);
    const script = document.createElement("script");
    script.src = `data/${name}.js`;
    script.onerror = () => fail(new Error(`${script.src} cannot be loaded`));
    document.head.append(script);
  });
  loaded.set(name, promise);
  return promise;
}

function make(tag, attributes = {}, ...children) {
  const element = tag === "svg" || attributes.svg ? document.createElementNS("http://www.w3.org/2000/svg", tag) : document.createElement(tag);
  for (const [key, value] of Object.entries(attributes)) {
    if (key === "svg" || value === undefined || value === null) continue;
    if (key.startsWith("on")) element.addEventListener(key.slice(2), value);
    else element.setAttribute(key, value);
  }
  element.append(...children.filter((child) => child !== null && child !== undefined));
  return element;
}

const number = (n) => (n === null || n === undefined ? "" : Number.isInteger(n) ? n.toLocaleString("en") : n >= 1000 ? Math.round(n).toLocaleString("en") : String(Number(n.toPrecision(4))));
const recordLink = (at, text) => make("a", { href: `#record/${encodeURIComponent(text)}` }, make("code", {}, text));
const main = () => document.getElementById("main");

function show(title, ...content) {
  document.title = title ? `${title} – Atlas of interconnection networks` : "Atlas of interconnection networks";
  main().replaceChildren(...content);
}

const FIELDS = [
  ["text", "expression contains", "text"], ["from", "endpoints from", "number"], ["to", "to", "number"], ["degree", "most ports of a node", "number"], ["diameter", "diameter at most", "number"],
  ["throughput", "throughput at least", "number"],
];
const SORTS = [["endpoints", "endpoints"], ["diameter", "diameter"], ["mean", "mean distance"], ["degree", "ports"], ["throughput", "throughput, most first"]];
const SHOWN = 200;

async function searchPage(query) {
  const given = new URLSearchParams(query);
  const form = make("form", { role: "search" });
  for (const [name, label, type] of FIELDS) form.append(make("label", {}, label, make("input", { name, type, step: "any", min: type === "number" ? 0 : undefined, value: given.get(name) ?? "" })));
  const select = (name, label, options) => {
    const list = make("select", { name }, ...options.map(([value, text]) => make("option", { value }, text)));
    list.value = given.get(name) ?? options[0][0];
    form.append(make("label", {}, label, list));
  };
  select("construction", "construction", [["", "any"], ...start.constructions.map((name) => [name, name])]);
  select("switches", "switches", [["", "with or without"], ["no", "without"], ["yes", "with"]]);
  select("sort", "sort by", SORTS);
  form.append(make("button", {}, "Search"));
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const chosen = new URLSearchParams([...new FormData(form)].filter(([, value]) => value !== ""));
    location.hash = `search?${chosen}`;
  });
  const result = make("div", { "aria-live": "polite" }, make("p", {}, "Loading the index …"));
  show("Search", make("h2", {}, `${start.records.toLocaleString("en")} networks`), form, result);
  const index = await load("index");
  const began = performance.now();
  const found = select_rows(index, given);
  const took = performance.now() - began;
  const rows = found.slice(0, SHOWN).map((at) => make("tr", {},
    make("td", {}, recordLink(at, index.expression[at])), ...["endpoints", "nodes", "degree", "diameter", "mean", "throughput"].map((name) => make("td", {}, number(index[name][at])))));
  const head = ["network", "endpoints", "nodes", "ports", "diameter", "mean distance", "throughput ≥"].map((text) => make("th", { scope: "col" }, text));
  result.replaceChildren(
    make("p", { class: "quiet", id: "found" }, `${found.length.toLocaleString("en")} found${found.length > SHOWN ? `, the first ${SHOWN} shown` : ""}, ${Math.round(took)} ms. An empty cell: not known at that size.`),
    make("div", { class: "wide", tabindex: 0, role: "region", "aria-label": "networks found" }, make("table", {}, make("thead", {}, make("tr", {}, ...head)), make("tbody", {}, ...rows))));
}

function select_rows(index, given) {
  const value = (name) => (given.get(name) ? Number(given.get(name)) : null);
  const text = (given.get("text") ?? "").replaceAll(" ", "").toLowerCase();
  const [from, to, degree, diameter, throughput] = ["from", "to", "degree", "diameter", "throughput"].map(value);
  const construction = given.get("construction") ? start.constructions.indexOf(given.get("construction")) : null;
  const switches = given.get("switches");
  const found = [];
  for (let at = 0; at < index.expression.length; at++) {
    const ends = index.endpoints[at];
    if (from !== null && ends < from || to !== null && ends > to) continue;
    if (degree !== null && index.degree[at] > degree) continue;
    if (diameter !== null && (index.diameter[at] === null || index.diameter[at] > diameter)) continue;
    if (throughput !== null && (index.throughput[at] === null || index.throughput[at] < throughput)) continue;
    if (construction !== null && index.construction[at] !== construction) continue;
    if (switches && (index.nodes[at] === ends) !== (switches === "no")) continue;
    if (text && !index.expression[at].replaceAll(" ", "").toLowerCase().includes(text)) continue;
    found.push(at);
  }
  const sort = given.get("sort") ?? "endpoints";
  if (sort !== "endpoints") {
    const column = index[sort];
    const sign = sort === "throughput" ? -1 : 1;
    found.sort((a, b) => (column[a] === null) - (column[b] === null) || sign * (column[a] - column[b]) || a - b);
  }
  return found;
}

// A value, two bounds, or several values of one metric.
function valueOf(row, columns) {
  const [low, high] = ["_at_least", "_at_most"].map((end) => row[columns.find((column) => column.endsWith(end))]);
  if (low !== undefined || high !== undefined) return low === high ? number(low) : `${number(low) || "?"} to ${number(high) || "?"}`;
  const values = columns.filter((column) => row[column] !== undefined).map((column) => (typeof row[column] === "boolean" ? (row[column] ? "yes" : "no") : number(row[column])));
  const range = columns.length === 2 && columns[0].endsWith("_min");
  return range ? [...new Set(values)].join(" to ") : values.join(", ");
}

async function recordPage(expression) {
  const index = await load("index");
  const at = index.expression.indexOf(expression);
  if (at < 0) return show("Not found", make("p", {}, "The atlas has no record of ", make("code", {}, expression), "."));
  const [chunk, theorems, works] = await Promise.all([load(`records-${Math.floor(at / start.chunk)}`), load("theorems"), load("works")]);
  const row = chunk[at % start.chunk];
  const cited = (metric) => (row.evidence?.[metric] ?? []).map((id) => make("span", {}, make("abbr", { title: theorems[id] ?? "" }, id), " "));
  const known = (name) => row[`${name}_known`] ?? "";
  const metrics = start.metrics.filter(([name, , columns]) => columns.some((column) => row[column] !== undefined)).map(([name, label, columns, column]) => {
    const value = valueOf(row, columns);
    return make("tr", {}, make("td", {}, label), make("td", {}, value), make("td", { class: "text" }, known(column)), make("td", { class: "text" }, ...cited(name)));
  });
  const command = (words) => make("code", {}, `crossedge ${words} '${expression}'`);
  const digests = Object.entries(row.certificates ?? {}).map(([name, digest]) => make("li", {}, `${name.replaceAll("_", " ")}: `, make("code", {}, digest)));
  show(expression,
    make("h2", {}, make("code", {}, expression)),
    make("div", { class: "columns" },
      make("div", {},
        make("p", {}, `${number(row.endpoints)} endpoints, ${number(row.nodes)} nodes; construction: ${row.construction}.`),
        row.same_as ? make("p", {}, "The same network, by a verified map: ", recordLink(0, row.same_as)) : null,
        make("div", { class: "wide", tabindex: 0, role: "region", "aria-label": "metrics" }, make("table", {}, make("thead", {}, make("tr", {}, ...["metric", "value", "evidence", "theorems and methods"].map((text, i) => make("th", { scope: "col", class: i > 1 ? "text" : null }, text)))), make("tbody", {}, ...metrics)))),
      row.picture ? picture(row.picture, expression) : make("p", { class: "quiet" }, "Networks of more than ", String(start.drawn), " links have no picture here.")),
    make("h3", {}, "Check and open"),
    make("ul", {}, make("li", {}, command("show --explain"), " derives the metrics"), make("li", {}, command("explore"), " opens it in the explorer"), make("li", {}, command("show --certificates DIR"), " writes the certificates again")),
    make("h3", {}, "Digests"),
    make("ul", {}, row.links_digest ? make("li", {}, "links: ", make("code", {}, row.links_digest)) : make("li", { class: "quiet" }, "no digest of links at this size"), ...digests),
    make("h3", {}, "Cite"),
    make("pre", {}, (row.works ?? "").split(" ").filter(Boolean).map((key) => works[key] ?? "").join("\n") || "folklore"));
}

// Nodes on a circle in the order of their ids, links as chords; switches are squares on an inner circle.
function picture([ends, nodes, links], name) {
  const place = (v) => {
    const [count, at, radius] = v < ends ? [ends, v, 190] : [nodes - ends, v - ends, nodes - ends === 1 ? 0 : 110];
    const angle = (2 * Math.PI * at) / count - Math.PI / 2;
    return [200 + radius * Math.cos(angle), 200 + radius * Math.sin(angle)];
  };
  const svg = make("svg", { class: "picture", viewBox: "0 0 400 400", role: "img", "aria-label": `${name}: nodes on a circle in the order of their ids, links as chords` });
  for (let i = 0; i < links.length; i += 2) {
    const [[x1, y1], [x2, y2]] = [place(links[i]), place(links[i + 1])];
    svg.append(make("line", { svg: true, x1, y1, x2, y2, stroke: "#5b6b7b", "stroke-width": links.length > 300 ? 0.5 : 1 }));
  }
  for (let v = 0; v < nodes; v++) {
    const [x, y] = place(v);
    svg.append(v < ends ? make("circle", { svg: true, cx: x, cy: y, r: 4, fill: "#0a5cad" }) : make("rect", { svg: true, x: x - 4, y: y - 4, width: 8, height: 8, fill: "#c25a00" }));
  }
  return make("figure", { style: "margin:0" }, svg, make("figcaption", { class: "quiet" }, nodes > ends ? "Endpoints on the outer circle, switches as squares." : "Nodes on a circle, in the order of their ids."));
}

async function tablesPage() {
  const tables = await load("tables");
  show("Best known", make("h2", {}, "Best known networks of the atlas"),
    make("p", { class: "quiet" }, "Only networks of this atlas are compared: others may be better. A published value follows the slash; ours is green if it is as good or better, and red if it is worse."),
    ...tables.flatMap((table) => [make("h3", { id: table.name }, table.title), tableGrid(table), table.source ? make("p", { class: "quiet" }, `Published: ${table.source_title}`) : null].filter(Boolean)));
}

function tableGrid(table) {
  const distinct = (i) => [...new Set(table.cells.map((cell) => cell.at[i]))].sort((a, b) => a - b);
  const [rows, columns] = [distinct(0), distinct(1)];
  const sparse = rows.length * columns.length > 2 * table.cells.length;
  const cells = new Map(table.cells.map((cell) => [cell.at.join(), cell]));
  const values = table.cells.map((cell) => cell.value).filter((value) => value !== null && value > 0);
  const [least, most] = [Math.min(...values), Math.max(...values)];
  const shade = (value) => (value === null || most <= least ? 0 : Math.log(value / least) / Math.log(most / least));
  const label = (cell) => number(cell.value) + (cell.published !== null ? ` / ${number(cell.published)}` : "");
  const td = (cell) => {
    if (!cell) return make("td", {});
    if (cell.value === null) return make("td", { class: "quiet" }, cell.published !== null ? `– / ${number(cell.published)}` : "–");
    const link = make("a", { href: `#record/${encodeURIComponent(cell.expression)}`, title: cell.expression, class: cell.verdict ?? "" }, label(cell));
    return make("td", { style: table.source ? null : `background: color-mix(in srgb, var(--accent) ${Math.round(45 * shade(cell.value))}%, transparent)` }, link);
  };
  if (sparse) {
    const list = table.cells.map((cell) => make("tr", {}, ...cell.at.map((n) => make("td", {}, number(n))), td(cell), make("td", { class: "text" }, cell.expression ? recordLink(0, cell.expression) : "no record")));
    return make("div", { class: "wide", tabindex: 0, role: "region", "aria-label": table.title }, make("table", {}, make("thead", {}, make("tr", {}, ...[...table.axes, `${table.value}${table.source ? " / published" : ""}`, "network"].map((text) => make("th", { scope: "col" }, text)))), make("tbody", {}, ...list)));
  }
  const head = make("tr", {}, make("th", { scope: "col" }, `${table.axes[0]} ╲ ${table.axes[1]}`), ...columns.map((n) => make("th", { scope: "col" }, number(n))));
  const body = rows.map((a) => make("tr", {}, make("th", { scope: "row" }, number(a)), ...columns.map((b) => td(cells.get([a, b].join())))));
  return make("div", { class: "wide", tabindex: 0, role: "region", "aria-label": table.title }, make("table", { class: "grid" }, make("thead", {}, head), make("tbody", {}, ...body)));
}

function aboutPage() {
  show("About", make("h2", {}, "About"),
    make("p", {}, "Every record names a network by an expression; its metrics have evidence: proved by a theorem, computed exhaustively, or bounded from both sides. Records were made by ", make("code", {}, "crossedge atlas build"), `, version ${start.version}.`),
    make("p", {}, "The records are in Parquet files, which DuckDB reads from any web host: ", ...start.files.map((file) => make("span", {}, make("a", { href: file }, file), " "))),
    make("h3", {}, "Sources of published values"), make("ul", {}, ...start.sources.map(([, title]) => make("li", {}, title))));
}

function startPage() {
  const bars = start.sizes.map(([size, count]) => make("tr", {}, make("td", {}, `${number(10 ** size)} to ${number(10 ** (size + 1) - 1)}`), make("td", {}, number(count)),
    make("td", { class: "text", style: "width:50%" }, make("div", { style: `height:.8rem;background:var(--accent);width:${(100 * count) / Math.max(...start.sizes.map((one) => one[1]))}%` }))));
  show("", make("p", {}, `${number(start.records)} networks of ${start.constructions.length} constructions, from 2 to ${number(start.most)} endpoints: metrics, the evidence of each, and how to check it.`),
    make("p", {}, make("a", { href: "#search" }, "Search by size, ports, diameter or throughput"), ", or see the ", make("a", { href: "#tables" }, "best known networks"), "."),
    make("h2", {}, "Records by endpoints"), make("table", { "aria-label": "records by endpoints" }, make("tbody", {}, ...bars)),
    make("h2", {}, "Try"), make("ul", {}, ...start.tries.map(([text, hash]) => make("li", {}, make("a", { href: `#${hash}` }, text)))));
}

async function route() {
  if (!start) start = await load("start");
  const [page, query] = decodeURI(location.hash.slice(1)).split(/\?(.*)/s);
  try {
    if (location.hash.startsWith("#record/")) await recordPage(decodeURIComponent(location.hash.slice(8)));
    else if (page === "search") await searchPage(query ?? "");
    else if (page === "tables") await tablesPage();
    else if (page === "about") aboutPage();
    else startPage();
  } catch (error) {
    show("Error", make("p", {}, String(error.message ?? error)));
  }
}

window.addEventListener("hashchange", () => { route().then(() => main().focus()); window.scrollTo(0, 0); });
window.addEventListener("DOMContentLoaded", route);
