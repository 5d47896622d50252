// An order of the ranks of a job: the time of its phases beside linear and random order, and the bound; on the map the ranks and the busiest cables.

import { quick } from "../api";
import { fill, h } from "../dom";
import { grouped, short } from "../format";
import { NOTHING, type Overlay } from "../overlay";
import type { Page, Panel } from "../panel";
import { key, type Envelope, type Id, type Place } from "../types";
import { button, commandLine, fact, facts, field, input } from "../widgets";
import { Work } from "../work";
import type { RanksAnswer } from "../answers";

/** With more ranks their numbers would cover each other. */
const MOST = 256;

const milliseconds = (microseconds: number): string => `${short(Number((microseconds / 1000).toPrecision(4)))} ms`;

export function ranks(page: Page): Panel {
  const { store } = page;
  const work = new Work();
  const out = h("div", null);
  const job = input("", () => undefined, { placeholder: "tensor 4, data 16" });
  const form = h(
    "form",
    {
      class: "pair",
      onsubmit: (event: Event) => {
        event.preventDefault();
        page.set({ job: job.value.trim() });
      },
    },
    field("Parallel groups of the job", job),
    h("button", { type: "submit" }, "Order the ranks"),
  );
  const body = h("div", null, h("p", { class: "quiet" }, "An order of ranks in which the phases of a training step load the busiest cables least."), form, work.element, out);
  let answer: Envelope<RanksAnswer> | null = null;
  let places: Record<string, Place> = {};
  /** The busiest cable of each phase. */
  let busiest: [Place, Place][] = [];

  const locate = async (envelope: Envelope<RanksAnswer>): Promise<void> => {
    const all = envelope.answer;
    const expr = store.get("x");
    const cables = all.phases.flatMap((phase) => (phase.bottleneck?.length === 2 ? [phase.bottleneck] : []));
    const [found, ...ends] = await Promise.all([page.places(all.order.slice(0, MOST)), ...cables.map((cable) => quick<{ places: Record<string, Place> }>("places", { expr, nodes: cable.join(";") }))]);
    if (answer !== envelope) return;
    places = found;
    busiest = ends.flatMap((one) => {
      const [a, b] = Object.values(one.places);
      return a && b ? [[a, b] as [Place, Place]] : [];
    });
    page.relay();
  };

  const show = (envelope: Envelope<RanksAnswer>): void => {
    answer = envelope;
    places = {};
    busiest = [];
    page.answered("ranks", envelope);
    const all = envelope.answer;
    // Names without the quotes that expressions need.
    const cable = (ends: string[] | null): string => (ends?.length === 2 ? ends.map((end) => end.replace(/^"(.*)"$/, "$1")).join(" – ") : "none");
    fill(
      out,
      facts(
        fact("This order", `${milliseconds(all.microseconds)}, ${short(Number(all.ratio_to_bound.toPrecision(4)))} times the bound`, all.evidence),
        ...all.others.map((other) => fact(other.order, milliseconds(other.microseconds))),
        fact("No order is below", milliseconds(all.bound_microseconds), all.bound_evidence),
      ),
      h(
        "table",
        null,
        h("caption", null, `Phases of ${grouped(all.ranks)} ranks on ${grouped(all.endpoints)} endpoints`),
        h("thead", null, h("tr", null, ["Phase", "Time", "Linear", "Bound", "Busiest cable"].map((name) => h("th", { scope: "col" }, name)))),
        h("tbody", null, all.phases.map((phase) => h("tr", null, h("td", null, phase.phase), [phase.microseconds, phase.linear_microseconds, phase.bound_microseconds].map((time) => h("td", null, milliseconds(time))), h("td", null, cable(phase.bottleneck))))),
      ),
      h("p", { class: "quiet" }, `Routing: ${all.routing}; endpoint ports of ${grouped(all.gbit_per_second)} Gbit/s.${all.order.length > MOST ? ` The first ${MOST} ranks are on the map.` : ""}`),
      commandLine(envelope.command),
    );
    page.relay();
    void locate(envelope).catch(() => undefined);
  };

  const none = (): void => {
    answer = null;
    places = {};
    busiest = [];
    fill(out);
    page.relay();
  };

  return {
    id: "ranks",
    title: "Ranks",
    body,
    forget: () => {
      work.drop();
      none();
    },
    refresh: (changed) => {
      if (changed !== null && !changed.has("x") && !changed.has("job")) return;
      if (document.activeElement !== job) job.value = store.get("job");
      if (store.get("job") === "") {
        work.drop();
        none();
        fill(out, h("p", { class: "row" }, ["tensor 4, data 16", "tensor 8, pipeline 2, data 4"].map((text) => button(text, () => page.set({ job: text }), { class: "chip" }))));
        return;
      }
      work.ask<Envelope<RanksAnswer>>("ranks", { expr: store.get("x"), job: store.get("job") }, show, none);
    },
    overlay: (): Overlay => {
      if (!answer) return NOTHING;
      const theme = page.theme();
      const at = (id: Id): Place | undefined => places[key(id)];
      return {
        ways: busiest.map((ends) => ({ places: ends, colour: theme.accent, width: 4 })),
        marks: answer.answer.order.slice(0, MOST).flatMap((id, rank) => {
          const place = at(id);
          return place ? [{ place, colour: theme.accent, form: "packet" as const, size: rank < 100 ? 7 : 9, label: String(rank), crowded: true }] : [];
        }),
        fade: true,
      };
    },
  };
}
