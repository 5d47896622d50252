// Deadlock freedom of a routing: the verdict, and the cycle of channels that refutes it.

import { quick } from "../api";
import { fill, h } from "../dom";
import { grouped } from "../format";
import { NOTHING, travelled, type Overlay } from "../overlay";
import type { Page, Panel } from "../panel";
import { channelName } from "../scene";
import { key, type Envelope, type Place, type Word } from "../types";
import { button, choose, commandLine, facts, fact, field, select } from "../widgets";
import { Work } from "../work";
import type { DeadlockAnswer } from "../answers";

export function deadlock(page: Page): Panel {
  const { store } = page;
  const work = new Work();
  const out = h("div", null);
  const routing = select([{ word: "usual" }], "usual", (value) => page.set({ routing: value === "usual" ? "" : value }));
  const vcs = select([{ word: "as needed" }, ...["1", "2", "3", "4", "6", "8"].map((word) => ({ word }))], "as needed", (value) => page.set({ vcs: value === "as needed" ? "" : value }));
  const body = h("div", null, h("div", { class: "pair" }, field("Routing", routing), field("Virtual channels", vcs)), work.element, out);
  let answer: Envelope<DeadlockAnswer> | null = null;
  let optionsOf = "";

  const show = (envelope: Envelope<DeadlockAnswer>): void => {
    answer = envelope;
    page.answered("deadlock", envelope);
    const all = envelope.answer;
    const verdict = all.proved ? "No deadlock can happen: proved" : all.cycle ? "Refuted: packets can wait for each other in a cycle" : (all.routing_error ?? "No verdict");
    fill(
      out,
      h("p", { class: all.proved ? "verdict good" : "verdict bad" }, verdict),
      facts(
        fact("Routing", all.routing),
        fact("Virtual channels", `${all.vcs}; the routing asks for ${all.vcs_required}`),
        all.proof ? fact("Proof", `${grouped(all.proof.channels)} channels, ${grouped(all.proof.dependencies)} dependencies; each leads to a lower rank, of ${grouped(all.proof.ranks)}`) : null,
        all.longest_route != null ? fact("Longest route", `${grouped(all.longest_route)} hops`) : null,
      ),
      all.cycle
        ? [
            h("h3", null, `A cycle of ${all.cycle.length} channels`),
            h("p", { class: "quiet" }, "Squares are blocked packets, each in the channel that it holds; an arrow leads to the packet that it waits for."),
            h(
              "ol",
              { class: "hops" },
              all.cycle.map((one) =>
                h(
                  "li",
                  null,
                  h("span", { class: "hop" }, button(grouped(one.from), () => void page.visit(one.from), { class: "link" }), " → ", button(grouped(one.to), () => void page.visit(one.to), { class: "link" }), h("span", { class: "quiet" }, ` channel ${one.vc}, ${one.link_class}`)),
                  h("span", { class: "case" }, `held by the packet ${grouped(one.packet.from)} → ${grouped(one.packet.to)}, which waits for the next`),
                ),
              ),
            ),
          ]
        : null,
      commandLine(envelope.command),
    );
    page.relay();
  };

  const none = (): void => {
    answer = null;
    fill(out);
    page.relay();
  };

  return {
    id: "deadlock",
    title: "Deadlock",
    body,
    forget: () => {
      work.drop();
      none();
    },
    refresh: () => {
      const expr = store.get("x");
      routing.value = store.get("routing") || "usual";
      vcs.value = store.get("vcs") || "as needed";
      if (optionsOf !== expr) {
        optionsOf = expr;
        void quick<{ routings?: Word[] }>("options", { expr })
          .then((options) => choose(routing, [{ word: "usual", summary: "the default routing of this network" }, ...(options.routings ?? []).filter((one) => one.word !== "usual")], store.get("routing") || "usual"))
          .catch(() => undefined);
      }
      work.ask<Envelope<DeadlockAnswer>>("deadlock", { expr, routing: store.get("routing"), vcs: store.get("vcs") }, show, none);
    },
    overlay: (): Overlay => {
      const cycle = answer?.answer.cycle;
      if (!cycle?.length) return NOTHING;
      const theme = page.theme();
      const ways = cycle.map((one) => [one.from, one.to].map((id) => answer?.places?.[key(id)]).filter((place): place is Place => place !== undefined)).filter((way) => way.length === 2);
      // Two channels of one link hold their packets next to each other, each in the half behind its direction.
      const both = new Set(cycle.map((one) => channelName(one.to, one.from)));
      const held = ways.map((way, i) => {
        const one = cycle[i];
        const part = one && both.has(channelName(one.from, one.to)) ? 0.36 : 0.5;
        return page.pane.scene ? travelled(way, part, page.pane.scene) : (way[0] as Place);
      });
      // A blocked packet does not move: the arrow goes from it to the packet that it waits for.
      return {
        ways: ways.map((way) => ({ places: way, colour: theme.accent, width: 4.5 })),
        marks: held.map((place, i) => ({ place, colour: theme.accent, form: "packet" as const, size: 8, label: String(i + 1) })),
        arrows: held.map((from, i) => ({ from, to: held[(i + 1) % held.length] as Place, away: ways[i]?.[1] as Place, colour: theme.ink })),
        fade: true,
      };
    },
  };
}
