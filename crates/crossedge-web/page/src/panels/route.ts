// A route between two nodes, with the case that each level takes at each hop; or a maximum set of node-disjoint paths.

import { fill, h } from "../dom";
import { grouped, ratio } from "../format";
import { along, NOTHING, travelled, type Overlay } from "../overlay";
import type { Page, Panel } from "../panel";
import type { Rgb } from "../palette";
import { key, type DisjointAnswer, type Envelope, type RouteAnswer } from "../types";
import { button, commandLine, facts, fact, field, figureRow, input, select, slider } from "../widgets";
import { Work } from "../work";

export function route(page: Page): Panel {
  const { store } = page;
  const work = new Work();
  const out = h("div", null);
  const from = input("", (value) => page.set({ a: value, hop: "" }), { placeholder: "id or address" });
  const to = input("", (value) => page.set({ b: value, hop: "" }), { placeholder: "id or address" });
  const how = select(
    [
      { word: "minimal", summary: "a shortest path by the construction" },
      { word: "paper", summary: "the algorithm as the paper prints it" },
      { word: "address", summary: "by addresses, hop by hop" },
    ],
    "minimal",
    (value) => page.set({ alg: value === "minimal" ? "" : value, hop: "" }),
  );
  const what = select([{ word: "one route" }, { word: "disjoint paths", summary: "no two share a node but the ends" }], "one route", (value) =>
    page.set({ show: value === "one route" ? "" : "disjoint", hop: "" }),
  );
  const swap = button("Swap", () => page.set({ a: store.get("b"), b: store.get("a"), hop: "" }), { class: "small" });
  const body = h(
    "div",
    null,
    h("p", { class: "quiet" }, "Click two nodes on the map: the first is where the packet starts."),
    h("div", { class: "pair" }, field("From", from), field("To", to), swap),
    h("div", { class: "pair" }, field("Show", what), field("Algorithm", how)),
    work.element,
    out,
  );
  let one: Envelope<RouteAnswer> | null = null;
  let many: Envelope<DisjointAnswer> | null = null;
  let items: HTMLElement[] = [];
  let hops: { set: (value: number, most?: number) => void } | null = null;

  const at = (): number => {
    const text = store.get("hop");
    return text === "" ? -1 : Number(text);
  };

  const mark = (): void => {
    items.forEach((item, i) => item.classList.toggle("now", i === at()));
    if (at() >= 0) hops?.set(at());
  };

  const showOne = (envelope: Envelope<RouteAnswer>): void => {
    one = envelope;
    many = null;
    page.answered("route", envelope);
    const { answer } = envelope;
    if (!answer.path) {
      fill(out, h("p", { class: "quiet" }, answer.reason ?? "There is no way."));
      page.relay();
      return;
    }
    const last = answer.path.length - 1;
    const step = slider("Hop", 0, last, Math.max(0, at()), (value) => page.set({ hop: String(value) }));
    hops = step;
    items = [
      h("li", null, h("span", { class: "hop" }, h("b", null, grouped(answer.from)), " ", h("code", null, answer.from_address)), h("span", { class: "case" }, "start")),
      ...answer.hops.map((hop) =>
        h(
          "li",
          null,
          h("span", { class: "hop" }, h("b", null, grouped(hop.node)), " ", h("code", null, hop.address), h("span", { class: "quiet" }, ` by port ${hop.port}, ${hop.link_class}`)),
          hop.cases.map((one) => h("span", { class: "case" }, h("b", null, one.part), one.rule ? ` ${one.rule}` : "", one.goal ? ` → ${one.goal}` : "")),
        ),
      ),
    ];
    items.forEach((item, i) => item.addEventListener("click", () => page.set({ hop: String(i) })));
    fill(
      out,
      facts(
        fact("Hops", grouped(answer.length ?? 0)),
        figureRow("Distance", answer.distance),
        answer.stretch && answer.stretch.value !== 1 ? fact("Stretch", ratio(answer.stretch)) : null,
      ),
      last > 0 ? step.element : null,
      h("h3", null, "Hop by hop, and the case at each level"),
      h("ol", { class: "hops", start: "0" }, items),
      commandLine(envelope.command),
    );
    mark();
    page.relay();
  };

  const showMany = (envelope: Envelope<DisjointAnswer>): void => {
    many = envelope;
    one = null;
    items = [];
    page.answered("disjoint", envelope);
    const { answer } = envelope;
    fill(
      out,
      facts(
        figureRow("Paths", answer.count),
        fact("No more than", grouped(answer.most)),
        figureRow("Distance", answer.distance),
        fact("Longest", `${answer.longest} hops${answer.excess ? `, ${answer.excess} over the distance` : ""}`),
      ),
      h(
        "ol",
        { class: "ways" },
        answer.paths.map((path, i) => {
          const item = h("li", null, h("span", { class: `swatch path${i % 6}` }), `${path.hops} hops: `, h("span", { class: "quiet" }, path.path.slice(0, 14).map(grouped).join(" → ") + (path.path.length > 14 ? " …" : "")));
          return item;
        }),
      ),
      commandLine(envelope.command),
    );
    page.relay();
  };

  const none = (): void => {
    one = many = null;
    items = [];
    fill(out);
    page.relay();
  };

  return {
    id: "route",
    title: "Route",
    body,
    forget: () => {
      work.drop();
      none();
    },
    refresh: (changed) => {
      const [a, b] = [store.get("a"), store.get("b")];
      if (document.activeElement !== from) from.value = a;
      if (document.activeElement !== to) to.value = b;
      how.value = store.get("alg") || "minimal";
      what.value = store.get("show") === "disjoint" ? "disjoint paths" : "one route";
      how.disabled = store.get("show") === "disjoint";
      if (changed && changed.size === 1 && changed.has("hop")) {
        mark();
        page.relay();
        return;
      }
      if (a === "" || b === "") {
        work.drop();
        none();
        return;
      }
      const expr = store.get("x");
      if (store.get("show") === "disjoint") work.ask("disjoint", { expr, from: a, to: b }, showMany, none);
      else work.ask("route", { expr, from: a, to: b, algorithm: store.get("alg") }, showOne, none);
    },
    overlay: (): Overlay => {
      const theme = page.theme();
      if (one?.answer.path) {
        const places = along(one.answer.path, one.places);
        const hop = at();
        const shown = hop < 0 ? places : places.slice(0, hop + 1);
        const here = places[hop];
        return {
          ways: [
            { places, colour: theme.accent, width: hop < 0 ? 4 : 2, alpha: hop < 0 ? 1 : 0.4 },
            ...(hop > 0 ? [{ places: shown, colour: theme.accent, width: 4.5 }] : []),
          ],
          marks: (here ? shown : places).map((place) => ({ place, colour: theme.accent, form: "disc" as const, size: here ? 9 : 7 })),
          ...(hop < 0 ? { travellers: [{ places, colour: theme.accent }], pace: 550, again: true } : {}),
          fade: true,
        };
      }
      if (many) {
        const all = many.answer.paths.map((path, i) => ({ places: along(path.path, many?.places), colour: theme.paths[i % theme.paths.length] as Rgb, width: 5 }));
        // Its number near the middle of each path: colours alone are not told apart by everyone.
        const scene = page.pane.scene;
        const marks = all.flatMap((way, i) => (scene && way.places.length > 1 ? [{ place: travelled(way.places, Math.floor((way.places.length - 2) / 2) + 0.5, scene), colour: way.colour, form: "packet" as const, size: 8, label: String(i + 1) }] : []));
        return { ways: all, marks, travellers: all.map((way) => ({ places: way.places, colour: way.colour })), pace: 550, again: true, fade: true };
      }
      return NOTHING;
    },
    clicked: (hit) => {
      if (hit.what !== "node") return false;
      const id = key(hit.id);
      if (store.get("a") === "" || store.get("b") !== "") page.set({ a: id, b: "", hop: "" });
      else page.set({ b: id, hop: "" });
      return true;
    },
  };
}
