// The page put together: one store, one or two maps, panels next to them.

import { Job, quick, refusal, type Params } from "./api";
import { announce, byId, fill, h } from "./dom";
import { ExpressionBox } from "./expression";
import { cutBy, ids } from "./faults";
import { grouped } from "./format";
import { breadcrumbs, legend, legendEntries, status } from "./furniture";
import { Matrix } from "./matrix";
import { measure } from "./measure";
import { join, travelled, type Mark, type Overlay } from "./overlay";
import { theme as themed, type Theme } from "./palette";
import { Pane } from "./pane";
import type { Page, Panel } from "./panel";
import { collective } from "./panels/collective";
import { compare } from "./panels/compare";
import { deadlock } from "./panels/deadlock";
import { design } from "./panels/design";
import { faults } from "./panels/faults";
import { figures } from "./panels/figures";
import { files } from "./panels/files";
import { findings } from "./panels/findings";
import { lessons } from "./panels/lessons";
import { loads } from "./panels/loads";
import { networks } from "./panels/networks";
import { node } from "./panels/node";
import { ranks } from "./panels/ranks";
import { ring } from "./panels/ring";
import { route } from "./panels/route";
import { FIRST, start } from "./panels/start";
import type { Hit } from "./scene";
import { site } from "./site";
import { parse, Store, type Key, type View } from "./state";
import { Twin } from "./twin";
import { key, type Envelope, type ErrorBody, type Id, type NodeAnswer, type Place, type WindowAnswer } from "./types";
import { button } from "./widgets";
import { errorBox } from "./work";

const store = new Store();
if (store.get("x") === "") store.set(site ? { ...parse(site.start), ...store.all() } : FIRST);

const system = matchMedia("(prefers-color-scheme: dark)");
const dark = (): boolean => (store.get("theme") ? store.get("theme") === "dark" : system.matches);
let colours: Theme = themed(dark());
document.documentElement.dataset.theme = dark() ? "dark" : "light";

let network: WindowAnswer | null = null;
const known = new Map<string, Place>();
const answers = new Map<string, Envelope>();

function told(hit: Hit): string {
  if (hit.what === "node") return hit.address && hit.address !== key(hit.id) ? `node ${grouped(hit.id)} · ${hit.address}` : `node ${grouped(hit.id)}`;
  if (hit.what === "link") return `link ${grouped(hit.from)} – ${grouped(hit.to)} · ${hit.kind}`;
  return [hit.label, `${grouped(hit.nodes)} nodes`].filter(Boolean).join(" · ");
}

const mishap = h("div", { class: "mishap", hidden: true });

const pane: Pane = new Pane("map of the network", colours, {
  moved: () => {
    page.keep();
    twin.follow();
    crumbs();
    if (site && pane.scene) fill(furniture.status, status(pane.scene, pane.coarse));
  },
  clicked: (hit, place, keyboard) => void clicked(hit, place, keyboard),
  told,
  drawn: (scene) => {
    const first = network === null;
    network = scene.answer;
    mishap.hidden = true;
    app.classList.remove("waiting");
    fill(furniture.status, status(scene, pane.coarse));
    fill(furniture.legend, legend(scene, colours));
    crumbs();
    if (first) {
      document.title = `${scene.answer.expression} · Crossedge`;
      announce(`${scene.answer.expression}: ${grouped(scene.answer.nodes)} nodes, ${grouped(scene.answer.links)} links`);
      dispatch(null);
      marks();
      twin.follow();
    }
  },
  failed: (error: ErrorBody) => {
    // Once: the box shows mistakes of its own.
    if (box.shows(error)) return;
    mishap.hidden = false;
    fill(mishap, errorBox(error));
  },
  links: () => front().links?.() ?? false,
  legend: () => {
    const [all, its] = [pane.element.getBoundingClientRect(), furniture.legend.getBoundingClientRect()];
    return its.width === 0 ? { width: 0, height: 0 } : { width: its.right - all.left + 8, height: all.bottom - its.top + 8 };
  },
});

const furniture = {
  status: h("div", { class: "status" }),
  legend: h("div", { class: "classes", role: "group", "aria-label": "kinds of links" }),
  crumbs: h("nav", { class: "crumbs", "aria-label": "position of the window" }),
};
const crumbs = (): void => breadcrumbs(furniture.crumbs, pane);

const page: Page = {
  store,
  pane,
  theme: () => colours,
  network: () => network,
  keep: () => {
    store.set({ v: pane.written().join(",") });
  },
  relay: () => relay(),
  places: async (wanted) => {
    const missing = [...new Set(wanted.map(key))].filter((id) => !known.has(id));
    if (missing.length) {
      const answer = await quick<{ places: Record<string, Place> }>("places", { expr: store.get("x"), nodes: missing.join(";") });
      for (const [id, place] of Object.entries(answer.places)) known.set(id, place);
    }
    return Object.fromEntries(known);
  },
  answered: (verb, envelope) => {
    answers.delete(verb);
    answers.set(verb, envelope);
    for (const [id, place] of Object.entries(envelope.places ?? {})) known.set(id, place as Place);
  },
  set: (patch, push) => store.set(patch, push),
  open: (expression) => open(expression),
  visit: (id, select = true) => visit(id, select),
  turnTo: (id) => turnTo(id),
  plunge: (expression, id) => plunge(expression, id),
  lastAnswers: () => answers,
  caption: () => {
    const scene = pane.scene;
    const command = [...answers.values()].map((one) => one.command).filter(Boolean).pop() ?? "";
    return { title: store.get("x"), entries: scene && !front().scale?.() ? legendEntries(scene, colours) : [], scale: front().scale?.() ?? null, command };
  },
};

const lesson = lessons(page);
const metrics = figures(page);
/** Panels by what they are about; a group of one panel is a tab by itself. */
const groups: { title: string; panels: Panel[] }[] = [
  { title: "Learn", panels: [start(page), lesson] },
  { title: "Overview", panels: [metrics, node(page), networks(page)] },
  { title: "Paths", panels: [route(page), ring(page)] },
  { title: "Load", panels: [loads(page)] },
  { title: "Deadlock", panels: [deadlock(page)] },
  { title: "Collectives", panels: [collective(page)] },
  { title: "Failures", panels: [faults(page)] },
  { title: "Compare", panels: [compare(page)] },
  { title: "Design", panels: [design(page)] },
  { title: "Fabric", panels: [findings(page), ranks(page)] },
  { title: "Save", panels: [files(page)] },
];
const panels: Panel[] = groups.flatMap((group) => group.panels);
const active = (): Panel => panels.find((panel) => panel.id === store.get("p")) ?? metrics;
/** The panel whose overlay is on the map: the panel for saving keeps that of the one before it. */
const front = (): Panel => (active().id === "files" ? (panels.find((panel) => panel.id === store.get("o") && panel.id !== "files") ?? active()) : active());
/** Brings a panel to the front. */
const turnTo = (id: string): void => store.set({ p: id, o: id === "files" ? front().id : "" });

const box = new ExpressionBox(open, (view) => store.replace(view));
const twin = new Twin(page, told);
const matrix = new Matrix({
  theme: () => colours,
  expression: () => store.get("x"),
  moved: (window) => store.set({ m: window }),
  chosen: (id) => void visit(id, true),
  close: () => {
    store.set({ m: "" });
    matrixButton.focus();
  },
});
const matrixButton = button("▦", () => store.set({ m: store.get("m") ? "" : "all" }), { "aria-label": "adjacency matrix", "aria-pressed": "false" });
/** Next to the map is room for one: the other network of a comparison, or the matrix. */
const showMatrix = (): void => {
  const open = store.get("m") !== "" && !app.classList.contains("twins");
  app.classList.toggle("beside", open);
  matrixButton.setAttribute("aria-pressed", String(open));
  matrix.show(store.get("x"), open ? store.get("m") : "");
};

function open(expression: string): void {
  store.set({ x: expression }, true);
}

/** Shows another network as a whole, then flies down to one node of it in two seconds. */
async function plunge(expression: string, id: string): Promise<void> {
  store.set({ x: expression, p: "node", a: id, v: "" }, true);
  const drawn = (): boolean => network !== null && pane.scene !== null && store.get("x") === expression;
  for (let i = 0; i < 200 && !drawn(); i++) await new Promise((done) => setTimeout(done, 25));
  // The whole machine is seen before the flight begins.
  await new Promise((done) => setTimeout(done, 700));
  if (drawn() && store.get("a") === id) await visit(id, false, 2000);
}

async function visit(which: Id | string, select: boolean, time = 700): Promise<void> {
  try {
    const found = await quick<Envelope<NodeAnswer> & { window: [number, number, number, number] }>("node", { expr: store.get("x"), node: which });
    for (const [id, place] of Object.entries(found.places ?? {})) known.set(id, place);
    if (select) store.set({ a: key(found.answer.node), ...(active().id === "figures" ? { p: "node" } : {}) });
    pane.flyTo(found.window, 0.06, time);
    searchError.textContent = "";
    announce(`node ${found.answer.node}, ${found.answer.address}`);
  } catch (error) {
    const body = refusal(error);
    searchError.textContent = [body.message, body.help].filter(Boolean).join("; ");
  }
}

async function clicked(hit: Hit | null, place: Place, keyboard: boolean): Promise<void> {
  let what = hit;
  if (keyboard && what?.what !== "node") {
    // The crosshair asks for the nearest node, however small it is drawn.
    const near = await quick<{ node: Id; address: string }>("at", { expr: store.get("x"), x: place[0], y: place[1] }).catch(() => null);
    if (near) what = { what: "node", id: near.node, address: near.address };
  }
  if (!what) {
    if (keyboard) announce("no node is near the crosshair");
    return;
  }
  if (active().clicked?.(what, place)) {
    announce(told(what));
    return;
  }
  if (what.what === "node") store.set({ a: key(what.id), ...(["figures", "networks", "lessons", "files"].includes(active().id) ? { p: "node" } : {}) });
  else if (what.what === "box" && !what.open) pane.flyToRect(what.rect);
  announce(told(what));
}

/** Marks of the selected nodes and of all that is dead. */
let marked: Overlay = { ways: [], marks: [] };
function marks(): void {
  const chosen: [string, string][] = [];
  const panel = front().id;
  const ends = ["route", "faults", "start"].includes(panel);
  if (/^\d+$/.test(store.get("a"))) chosen.push([store.get("a"), ends ? "from" : ""]);
  if (/^\d+$/.test(store.get("b")) && ends) chosen.push([store.get("b"), "to"]);
  const dead = ids(store.get("f"));
  const wanted = [...chosen.map(([id]) => id), ...dead.nodes, ...dead.links.flat()];
  const expr = store.get("x");
  if (wanted.length === 0) {
    marked = { ways: [], marks: [] };
    relay();
    return;
  }
  void page
    .places(wanted)
    .then((places) => {
      if (expr !== store.get("x")) return;
      const all: Mark[] = [];
      for (const [id, label] of chosen) {
        const place = places[id];
        if (place) all.push({ place, colour: colours.accent, form: "ring", size: 10, label });
      }
      for (const id of dead.nodes) {
        const place = places[id];
        if (place) all.push({ place, colour: colours.dead, form: "cross", size: 7, node: true });
      }
      const ways = dead.links.flatMap(([a, b]) => {
        const [from, to] = [places[a], places[b]];
        if (!from || !to) return [];
        all.push({ place: pane.scene ? travelled([from, to], 0.5, pane.scene) : from, colour: colours.dead, form: "cross", size: 6 });
        return [];
      });
      marked = { ways, marks: all };
      relay();
    })
    .catch(() => undefined);
}

function relay(): void {
  const overlay = front().overlay?.() ?? { ways: [], marks: [] };
  const paint = front().paint?.() ?? {};
  // Link classes have no colour while links are coloured by load.
  furniture.legend.hidden = paint.kind !== undefined;
  pane.setOverlay(join(marked, overlay), store.get("f") === "" ? paint : { ...paint, dead: cutBy(store.get("f")) });
}

function dispatch(changed: Set<Key> | null): void {
  if (front() !== active() && network) front().refresh(changed);
  if (network || ["networks", "lessons", "design", "files"].includes(active().id)) active().refresh(changed);
  relay();
}

function viewed(): { x: number; y: number; span: number } | null {
  const [x, y, span] = store.get("v").split(",").map(Number);
  return x !== undefined && y !== undefined && span !== undefined && [x, y, span].every(Number.isFinite) && span > 0 ? { x, y, span } : null;
}

function choose(): void {
  for (const panel of panels) {
    const front = panel === active();
    const tab = byId(`tab-${panel.id}`);
    tab.setAttribute("aria-selected", String(front));
    tab.tabIndex = front ? 0 : -1;
    const group = groups.find((one) => one.panels.includes(panel));
    if (front && group) {
      for (const one of groups) {
        const own = one === group;
        const outer = byId(groupTab(one));
        outer.setAttribute("aria-selected", String(own));
        outer.setAttribute("aria-controls", `panel-${own ? panel.id : one.panels[0]?.id}`);
        outer.tabIndex = own ? 0 : -1;
        if (own) outer.scrollIntoView({ block: "nearest", inline: "nearest" });
      }
      for (const one of innerTabs.children) (one as HTMLElement).hidden = (one as HTMLElement).dataset.group !== group.title;
      innerTabs.hidden = group.panels.length < 2;
    }
    const body = byId(`panel-${panel.id}`);
    if (!front && !body.hidden) panel.hidden?.();
    body.hidden = !front;
  }
  app.classList.toggle("twins", active().id === "compare" && store.get("y") !== "");
}

function shade(): void {
  colours = themed(dark());
  document.documentElement.dataset.theme = dark() ? "dark" : "light";
  shadeButton.textContent = dark() ? "Light" : "Dark";
  pane.setTheme(colours);
  twin.setTheme(colours);
  matrix.setTheme();
  if (network && pane.scene) fill(furniture.legend, legend(pane.scene, colours));
  marks();
}

const search = h("input", { id: "search", type: "text", placeholder: "id or address", autocomplete: "off", spellcheck: "false", autocapitalize: "off" });
const searchError = h("p", { class: "search-error", role: "status" });
const shadeButton = button("Dark", () => store.set({ theme: dark() ? "light" : "dark" }), { "aria-label": "light or dark" });
const share = button("Copy link", () => {
  void navigator.clipboard?.writeText(store.link()).then(
    () => {
      share.textContent = "Copied";
      announce("the link to this view is copied");
      setTimeout(() => (share.textContent = "Copy link"), 1500);
    },
    () => turnTo("files"),
  );
});

/** The tab of a group is that of its panel if it has only one. */
function groupTab(group: { title: string; panels: Panel[] }): string {
  return group.panels.length === 1 ? `tab-${group.panels[0]?.id}` : `group-${group.title.toLowerCase()}`;
}

/** What an arrow key leads to in a list. */
function stepped<T>(event: KeyboardEvent, all: T[], current: (one: T) => boolean): T | undefined {
  const step = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 }[event.key];
  if (step === undefined) return undefined;
  event.preventDefault();
  return all[(all.findIndex(current) + step + all.length) % all.length];
}

const tabs = h(
  "div",
  {
    class: "tabs",
    role: "tablist",
    "aria-label": "what to look at",
    onkeydown: (event: KeyboardEvent) => {
      const next = stepped(event, groups, (group) => group.panels.includes(active()));
      if (!next) return;
      turnTo((next.panels[0] as Panel).id);
      byId(groupTab(next)).focus();
    },
  },
  groups.map((group) => h("button", { type: "button", id: groupTab(group), role: "tab", "aria-selected": "false", onclick: () => turnTo((group.panels.includes(active()) ? active() : (group.panels[0] as Panel)).id) }, group.title)),
);

/** The panels of the group in front. */
const innerTabs = h(
  "div",
  {
    class: "inner-tabs",
    role: "tablist",
    "aria-label": "panels of this group",
    onkeydown: (event: KeyboardEvent) => {
      const next = stepped(event, groups.find((group) => group.panels.includes(active()))?.panels ?? [], (panel) => panel === active());
      if (!next) return;
      turnTo(next.id);
      byId(`tab-${next.id}`).focus();
    },
  },
  groups.filter((group) => group.panels.length > 1).flatMap((group) => group.panels.map((panel) => h("button", { type: "button", id: `tab-${panel.id}`, "data-group": group.title, role: "tab", "aria-controls": `panel-${panel.id}`, "aria-selected": "false", hidden: true, onclick: () => turnTo(panel.id) }, panel.title))),
);

const app = h(
  "div",
  { class: "app" },
  h("header", { class: "top" }, h("h1", { class: "brand" }, "Crossedge"), box.element, h("div", { class: "tools" }, share, shadeButton)),
  h(
    "main",
    { class: "maps" },
    h(
      "div",
      { class: "first" },
      pane.element,
      h(
        "form",
        {
          class: "search",
          role: "search",
          "aria-label": "node",
          onsubmit: (event: Event) => {
            event.preventDefault();
            if (search.value.trim()) void visit(search.value.trim(), true);
          },
        },
        h("label", { for: "search", class: "unseen" }, "Search a node by id or address"),
        search,
        h("button", { type: "submit" }, "Go"),
        searchError,
      ),
      furniture.crumbs,
      mishap,
      h(
        "div",
        { class: "zoom", role: "group", "aria-label": "zoom" },
        button("+", () => pane.zoomBy(2), { "aria-label": "zoom in" }),
        button("−", () => pane.zoomBy(0.5), { "aria-label": "zoom out" }),
        button("▣", () => pane.whole(), { "aria-label": "show the entire network" }),
        matrixButton,
      ),
      furniture.legend,
      furniture.status,
      h("p", { id: "map-keys", class: "unseen" }, "Arrow keys move the map, plus and minus zoom, Home shows the entire network, Enter takes the node under the crosshair."),
    ),
    twin.element,
    matrix.element,
  ),
  h(
    "aside",
    { class: "side", "aria-label": "questions and answers" },
    tabs,
    h("div", { class: "bodies" }, innerTabs, lesson.card, panels.map((panel) => h("section", { id: `panel-${panel.id}`, class: "body", role: "tabpanel", "aria-labelledby": `tab-${panel.id}`, tabindex: "0", hidden: true }, h("h2", null, panel.title), panel.body))),
  ),
);
byId("app").replaceWith(app);
app.id = "app";

store.listen((changed) => {
  if (changed.has("theme")) shade();
  if (changed.has("x")) {
    network = null;
    app.classList.add("waiting");
    known.clear();
    for (const verb of [...answers.keys()]) if (verb !== "design") answers.delete(verb);
    for (const panel of panels) panel.forget?.();
    marked = { ways: [], marks: [] };
    box.show(store.get("x"));
    fill(furniture.legend);
    search.value = "";
    searchError.textContent = "";
    pane.open(store.get("x"), viewed());
  } else if (changed.has("v")) {
    const view = viewed();
    const now = pane.view();
    // A view from a link, a lesson or the back button: the map goes there. From the map itself: it already exists.
    if (view && (Math.abs(view.x - now.x) > 1e-6 * now.span || Math.abs(view.y - now.y) > 1e-6 * now.span || Math.abs(view.span / now.span - 1) > 1e-6)) pane.look(view);
    else if (!view) pane.whole();
  }
  if (changed.has("p") || changed.has("y") || changed.has("x")) {
    choose();
    twin.refresh();
  }
  if (["m", "x", "p", "y"].some((name) => changed.has(name as Key))) showMatrix();
  if (changed.size === 1 && changed.has("m")) return;
  if (changed.has("lesson") || changed.has("page")) lesson.refresh(changed);
  if (["a", "b", "f", "p", "theme"].some((name) => changed.has(name as Key))) marks();
  if (changed.size === 1 && changed.has("v")) {
    if (active().id === "files") active().refresh(changed);
    return;
  }
  dispatch(changed.has("p") ? null : changed);
});

// Escape leaves what is in front: a tip, a flight, the panel for its tab, the tabs for the map.
document.addEventListener("keydown", (event) => {
  if (event.key !== "Escape" || event.defaultPrevented) return;
  if (pane.escape() || twin.escape() || matrix.escape()) return;
  const focused = document.activeElement;
  if (focused?.closest(".body, .card")) byId(`tab-${active().id}`).focus();
  else if (focused?.closest('[role="tablist"], .top, .search')) pane.stage.focus();
});

system.addEventListener("change", shade);
shade();
choose();
box.show(store.get("x"));
pane.open(store.get("x"), viewed());
twin.refresh();
showMatrix();
dispatch(null);
if (store.get("lesson") !== "") lesson.refresh(null);

// For scripts that drive the page: its contents, and how fast it moves.
Object.defineProperty(window, "crossedge", {
  value: {
    view: (): View => store.all(),
    camera: () => pane.view(),
    still: () => !pane.moving && network !== null && matrix.still,
    matrix: () => matrix.shown(),
    scene: () => pane.scene?.answer ?? null,
    places: (wanted: Id[]) => page.places(wanted),
    pixel: (place: Place) => pane.pixel(place),
    ready: () => pane.ready,
    fades: () => pane.fades,
    picture: () => pane.picture(),
    overlay: () => pane.laid(),
    links: () => pane.scene?.links ?? null,
    answered: () => [...answers.keys()],
    fly: (id: string, time: number) => visit(id, false, time),
    ask: (verb: string, params: Params) => new Job(verb, params, () => undefined).answer,
    measure: (links: number, frames: number) => measure(pane, links, frames),
  },
});
