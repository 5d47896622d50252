// Metrics of the network, each with evidence.

import { quick } from "../api";
import { fill, h } from "../dom";
import { grouped, title } from "../format";
import type { Page, Panel } from "../panel";
import type { Envelope, Figure } from "../types";
import { bars, commandLine, facts, figureRow } from "../widgets";
import { Work } from "../work";

const ORDER = [
  "nodes", "links", "degree", "diameter", "mean_distance", "bisection", "throughput", "connectivity", "edge_connectivity", "vertex_transitivity",
  "edge_transitivity", "radius", "girth", "spectral_gap", "path_diversity", "cost_ratio", "moore_bound",
];
// Of networks with switches or wide links.
const MACHINE = ["endpoints", "switches", "radix", "cables", "ports_per_endpoint", "cables_per_endpoint", "oversubscription", "bisection_per_endpoint", "diameter_of_nodes"];

type Show = Record<string, Figure | null> & { notes?: string[] };

export function figures(page: Page): Panel {
  const work = new Work();
  const out = h("div", null);
  const works = h("details", { class: "cite" }, h("summary", null, "Papers to cite"));
  const body = h("div", null, work.element, out, works);
  let cited = "";

  works.addEventListener("toggle", () => {
    const expr = page.store.get("x");
    if (!works.open || cited === expr) return;
    cited = expr;
    quick<Envelope<{ publications: { key: string; constructions: string[]; bibtex: string }[]; folklore: string[] }>>("cite", { expr })
      .then(({ answer }) =>
        fill(
          works,
          h("summary", null, "Papers to cite"),
          answer.publications.map((one) => h("pre", { tabindex: "0" }, one.bibtex)),
          answer.folklore.length ? h("p", { class: "quiet" }, `Defined by nobody in particular: ${answer.folklore.join(", ")}`) : null,
        ),
      )
      .catch(() => (cited = ""));
  });

  const show = (envelope: Envelope<Show>): void => {
    const { answer } = envelope;
    page.answered("show", envelope);
    const counts = answer.histogram?.value as (number | string)[] | null | undefined;
    fill(
      out,
      facts(
        ...ORDER.map((name) => figureRow(title(name), answer[name])),
        ...MACHINE.map((name) => figureRow(title(name), answer[name])),
      ),
      counts && counts.length > 1 && counts.length < 400
        ? h(
            "div",
            { class: "chart" },
            h("h3", null, "Ordered pairs at each distance"),
            bars("Ordered pairs of nodes at each distance", counts.map(Number), (i) => `${grouped(counts[i] ?? 0)} pairs at distance ${i}`),
          )
        : null,
      answer.notes?.length ? h("ul", { class: "notes" }, answer.notes.map((note) => h("li", null, note))) : null,
      commandLine(envelope.command),
    );
  };

  return {
    id: "figures",
    title: "Metrics",
    body,
    forget: () => {
      work.drop();
      fill(out);
      works.open = false;
      cited = "";
    },
    refresh: () => {
      const expr = page.store.get("x");
      if (!page.network()) return;
      work.ask("show", { expr, histogram: true }, show);
    },
  };
}
