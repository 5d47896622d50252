// A ring through all nodes: a stretch of it on the map, and a token that runs along it.

import { fill, h } from "../dom";
import { grouped } from "../format";
import { along, NOTHING, type Overlay } from "../overlay";
import type { Page, Panel } from "../panel";
import type { Envelope, Id } from "../types";
import { button, commandLine, facts, fact, field, input } from "../widgets";
import { Work } from "../work";
import type { RingAnswer } from "../answers";

type Answer = Envelope<RingAnswer> & { order?: { from: Id; nodes: Id[] } | null };

export function ring(page: Page): Panel {
  const { store } = page;
  const work = new Work();
  const out = h("div", null);
  const position = input("0", (value) => page.set({ pos: value === "0" ? "" : value }), { inputmode: "numeric" });
  const shift = (by: bigint): void => {
    const many = answer?.answer.length ? BigInt(answer.answer.length) : 0n;
    if (many === 0n) return;
    const now = (((BigInt(store.get("pos") || "0") + by) % many) + many) % many;
    page.set({ pos: now === 0n ? "" : String(now) });
  };
  const body = h(
    "div",
    null,
    h("p", { class: "quiet" }, "One cycle through every living node. The token runs along the part that is drawn."),
    h("div", { class: "pair" }, field("From position", position), button("◀", () => shift(-1000n), { "aria-label": "a thousand positions back" }), button("▶", () => shift(1000n), { "aria-label": "a thousand positions on" })),
    work.element,
    out,
  );
  let answer: Answer | null = null;

  const show = (envelope: Answer): void => {
    answer = envelope;
    page.answered("ring", envelope);
    const all = envelope.answer;
    const nodes = envelope.order?.nodes ?? [];
    fill(
      out,
      facts(
        fact("Ring", all.exists === true ? "there is one" : all.exists === false ? "there is none" : "none was found, none is ruled out"),
        all.reason ? fact("Why", all.reason) : null,
        all.length != null && all.length !== undefined ? fact("Nodes on it", grouped(all.length)) : null,
        all.omitted ? fact("Live nodes omitted", grouped(all.omitted)) : null,
        all.construction ? fact("Construction", all.construction) : null,
        all.verified ? fact("Verified", `${grouped(all.verified.positions)} positions${all.verified.all ? ", all of them" : ", drawn at random"}`) : null,
      ),
      nodes.length ? h("p", { class: "quiet" }, `On the map: ${grouped(nodes.length)} nodes from position ${grouped(envelope.order?.from ?? 0)}: ${nodes.slice(0, 12).map(grouped).join(", ")}${nodes.length > 12 ? " …" : ""}`) : null,
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
    id: "ring",
    title: "Ring",
    body,
    forget: () => {
      work.drop();
      none();
    },
    refresh: () => {
      if (document.activeElement !== position) position.value = store.get("pos") || "0";
      work.ask<Answer>("ring", { expr: store.get("x"), faults: store.get("f"), start: store.get("pos"), count: 1200 }, show, none);
    },
    overlay: (): Overlay => {
      const order = answer?.order?.nodes;
      if (!order?.length) return NOTHING;
      const theme = page.theme();
      const whole = answer?.answer.length != null && String(answer?.answer.length) === String(order.length);
      const places = along(whole ? [...order, order[0] as Id] : order, answer?.places);
      return { ways: [{ places, colour: theme.accent, width: 2.6 }], marks: [], travellers: [{ places, colour: theme.accent }], pace: 140, again: true, fade: true };
    },
  };
}
