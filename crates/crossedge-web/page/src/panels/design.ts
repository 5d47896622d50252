// Networks for a requirement: the front as a chart, every point leads to its network.

import { scatter, type ChartPoint } from "../chart";
import { fill, h } from "../dom";
import { grouped, ratio, short, title } from "../format";
import type { Page, Panel } from "../panel";
import type { Envelope } from "../types";
import { button, commandLine, facts, fact, field, input, select } from "../widgets";
import { Work } from "../work";
import type { DesignAnswer, DesignedAnswer } from "../answers";

const AXES: [string, (row: DesignedAnswer) => number | null][] = [
  ["ports", (row) => row.ports],
  ["diameter", (row) => (row.diameter == null ? null : Number(row.diameter))],
  ["mean distance", (row) => row.mean_distance?.value ?? null],
  ["throughput, at least", (row) => row.throughput_at_least?.value ?? null],
  ["bisection, at least", (row) => (row.bisection_at_least == null ? null : Number(row.bisection_at_least))],
  ["cables", (row) => Number(row.cables)],
  ["endpoints", (row) => Number(row.endpoints)],
  ["switches", (row) => Number(row.switches)],
];

export function design(page: Page): Panel {
  const { store } = page;
  const work = new Work();
  const out = h("div", null);
  const chart = h("figure", { class: "chart pareto" });
  const endpoints = input("", () => undefined, { placeholder: "500..700" });
  const ports = input("", () => undefined, { placeholder: "..8" });
  const goal = input("", () => undefined, { placeholder: "throughput,ports" });
  const direct = h("input", { type: "checkbox" });
  const words = AXES.map(([word]) => ({ word }));
  const across = select(words, "cables", () => draw());
  const up = select(words, "mean distance", () => draw());
  const axes = h("div", { class: "pair", hidden: true }, field("Across", across), field("Up", up));
  const body = h(
    "div",
    null,
    h(
      "form",
      {
        onsubmit: (event: Event) => {
          event.preventDefault();
          page.set({ ends: endpoints.value.trim(), ports: ports.value.trim(), goal: [goal.value.trim(), direct.checked ? "direct" : ""].filter(Boolean).join(" ") });
        },
      },
      h("div", { class: "pair" }, field("Endpoints", endpoints), field("Ports", ports)),
      h("div", { class: "pair" }, field("Objectives", goal), h("label", { class: "check" }, direct, " without switches")),
      h("p", { class: "row" }, h("button", { type: "submit", class: "primary" }, "Search")),
    ),
    work.element,
    axes,
    chart,
    out,
  );
  let answer: DesignAnswer | null = null;

  const draw = (): void => {
    if (!answer) return;
    const fx = AXES.find(([word]) => word === across.value)?.[1];
    const fy = AXES.find(([word]) => word === up.value)?.[1];
    // Designs of the front, and the best of each family where that is not among them.
    const rows = new Map(answer.designs.map((row) => [row.expression, row]));
    for (const one of answer.families ?? []) if (one.design) rows.set(one.design.expression, one.design);
    const points: ChartPoint[] = [...rows.values()].flatMap((row) => {
      const x = fx?.(row) ?? null;
      const y = fy?.(row) ?? null;
      return x == null || y == null ? [] : [{ name: row.expression, x, y, best: row.expression === page.store.get("x") }];
    });
    if (points.length) scatter(chart, "Designs; each opens its network", across.value, up.value, points, (name) => page.open(name));
    else fill(chart, h("p", { class: "quiet" }, "No design has both metrics."));
  };

  const show = (envelope: Envelope<DesignAnswer>): void => {
    answer = envelope.answer;
    page.answered("design", envelope);
    const all = envelope.answer;
    const shown = new Set(all.designs.map((row) => row.expression));
    axes.hidden = all.designs.length === 0;
    draw();
    fill(
      out,
      facts(
        fact("Examined", `${grouped(all.examined)} candidates; ${grouped(all.feasible)} meet the requirement`, all.evidence),
        all.front != null ? fact("On the front", Number(all.front) > all.designs.length ? `${grouped(all.front)}; the first ${grouped(all.designs.length)} are shown` : grouped(all.front)) : null,
        all.choice ? fact("Recommended", h("span", null, button(all.choice.expression, () => page.open(all.choice?.expression ?? ""), { class: "link" }), `: ${all.choice.reason}`)) : null,
        // Throughput and bisection of a candidate are lower bounds: another design may carry more than is known of it.
        ...all.winners.slice(0, 6).map((one) => fact(`Best by ${one.objective}${/throughput|bisection/.test(one.objective) ? ", as guaranteed" : ""}`, `${one.expressions[0] ?? ""}${one.value == null ? "" : `: ${short(one.value)}`}${shown.has(one.expressions[0] ?? "") ? "" : " (not in the table)"}`)),
      ),
      all.families?.length
        ? [
            h("h3", null, "By family"),
            h("ul", { class: "families" }, all.families.map((one) => h("li", null, h("b", null, one.family), ": ", one.design ? button(one.design.expression, () => page.open(one.design?.expression ?? ""), { class: "link" }) : h("span", { class: "quiet" }, one.reason ?? "none")))),
          ]
        : null,
      h("p", { class: "quiet" }, "Random networks, e.g. jellyfish, are not searched; use Compare for them."),
      h(
        "div",
        { class: "wide", tabindex: "0", role: "region", "aria-label": "designs" },
        h(
          "table",
          null,
          h("caption", null, "The designs, best first"),
          h("thead", null, h("tr", null, ["Network", "Endpoints", "Ports", "Diameter", "Throughput ≥", "Cables"].map((name) => h("th", { scope: "col" }, name)))),
          h(
            "tbody",
            null,
            all.designs.map((row) =>
              h(
                "tr",
                null,
                h("td", null, button(row.expression, () => page.open(row.expression), { class: "link" })),
                h("td", null, grouped(row.endpoints)),
                h("td", null, row.ports),
                h("td", null, row.diameter == null ? "not known" : grouped(row.diameter)),
                h("td", null, row.throughput_at_least ? ratio(row.throughput_at_least) : "not known"),
                h("td", null, grouped(row.cables)),
              ),
            ),
          ),
        ),
      ),
      commandLine(envelope.command),
    );
  };

  return {
    id: "design",
    title: "Design",
    body,
    refresh: () => {
      if (document.activeElement?.closest("form")?.contains(endpoints) !== true) {
        endpoints.value = store.get("ends");
        ports.value = store.get("ports");
        goal.value = store.get("goal").replace(/ ?direct$/, "");
        direct.checked = / ?direct$/.test(store.get("goal"));
      }
      if (store.get("ends") === "") {
        work.drop();
        fill(out, h("p", { class: "quiet" }, `Say how many endpoints, as in 500..700, and how many ports, as in ..8. ${title("objectives")} are what is compared, the most important first.`));
        return;
      }
      const objectives = store.get("goal").replace(/ ?direct$/, "");
      work.ask<Envelope<DesignAnswer>>(
        "design",
        { endpoints: store.get("ends"), ports: store.get("ports"), objectives, ...(/ ?direct$/.test(store.get("goal")) ? { direct: true } : {}), limit: 60 },
        show,
        () => {
          answer = null;
          axes.hidden = true;
          fill(chart);
          fill(out);
        },
      );
      draw();
    },
  };
}
