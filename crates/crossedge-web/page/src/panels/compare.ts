// Two networks side by side: metrics in one table, and a second map whose window follows the first.

import { fill, h } from "../dom";
import { missing, title, valued } from "../format";
import type { Page, Panel } from "../panel";
import type { Envelope, Figure } from "../types";
import { badge, commandLine, field, input } from "../widgets";
import { Work } from "../work";

const ROWS = ["nodes", "links", "degree", "diameter", "mean_distance", "bisection", "throughput", "connectivity", "edge_connectivity", "vertex_transitivity", "girth", "cost_ratio"];

type Network = Record<string, Figure | null> & { expression?: string };

export function compare(page: Page): Panel {
  const { store } = page;
  const work = new Work();
  const out = h("div", null);
  const other = input("", (value) => page.set({ y: value }), { placeholder: "torus(18,36)" });
  const body = h(
    "div",
    null,
    h("p", { class: "quiet" }, "The second map shows the same part of the other network, and both move together."),
    h("form", { class: "pair", onsubmit: (event: Event) => { event.preventDefault(); page.set({ y: other.value.trim() }); } }, field("Compare with", other), h("button", { type: "submit" }, "Compare")),
    work.element,
    out,
  );

  const cell = (figure: Figure | null | undefined): HTMLElement =>
    h("td", { title: figure?.evidence?.by ?? (figure ? missing(figure) : "") }, figure?.value == null || figure?.value === undefined ? "not known" : valued(figure.value), " ", badge(figure?.evidence));

  const show = (envelope: Envelope<{ networks: Network[] }>): void => {
    page.answered("compare", envelope);
    const nets = envelope.answer.networks;
    const names = [store.get("x"), store.get("y")];
    fill(
      out,
      h(
        "div",
        { class: "wide", tabindex: "0", role: "region", "aria-label": "metrics side by side" },
        h(
          "table",
          { class: "compare" },
          h("caption", { class: "unseen" }, "Metrics side by side"),
          h("thead", null, h("tr", null, h("th", { scope: "col" }, "Metric"), nets.map((net, i) => h("th", { scope: "col" }, h("code", null, net.expression ?? names[i] ?? ""))))),
          h("tbody", null, ROWS.filter((row) => nets.some((net) => net[row])).map((row) => h("tr", null, h("th", { scope: "row" }, title(row)), nets.map((net) => cell(net[row]))))),
        ),
      ),
      commandLine(envelope.command),
    );
  };

  return {
    id: "compare",
    title: "Compare",
    body,
    forget: () => {
      work.drop();
      fill(out);
    },
    refresh: () => {
      const y = store.get("y");
      if (document.activeElement !== other) other.value = y;
      if (y === "") {
        work.drop();
        fill(out);
        return;
      }
      work.ask<Envelope<{ networks: Network[] }>>("compare", { exprs: [store.get("x"), y] }, show, () => fill(out));
    },
  };
}
