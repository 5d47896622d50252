// Failed nodes and links: the remaining network, routes around them, and survival of random failures.

import { fill, h } from "../dom";
import { parts, toggle } from "../faults";
import { grouped } from "../format";
import { along, NOTHING, type Overlay } from "../overlay";
import type { Page, Panel } from "../panel";
import { linkName } from "../scene";
import { key, type Envelope } from "../types";
import { button, commandLine, facts, fact, field, figureRow, input } from "../widgets";
import { curve } from "../chart";
import { Work } from "../work";
import type { LeftAnswer, PacketAnswer, Ratio, SurvivalAnswer } from "../answers";

/** Endpoints times links up to which the throughput after failures is shown without asking. */
const QUICK_WORK = 100_000;

export function faults(page: Page): Panel {
  const { store } = page;
  const workLeft = new Work();
  const workThroughput = new Work();
  const workPacket = new Work();
  const workMany = new Work();
  const outLeft = h("div", null);
  const outThroughput = h("div", null);
  const outPacket = h("div", null);
  const outMany = h("div", null);
  const chips = h("ul", { class: "chips", "aria-label": "failed nodes and links" });
  const kills = h("input", { type: "radio", name: "click", checked: true });
  const sends = h("input", { type: "radio", name: "click" });
  const add = input("", () => undefined, { placeholder: "5, 7-8, (0,2,1)" });
  const rates = input("0.01,0.02,0.05,0.1", () => undefined);
  const put = (): void => {
    const text = add.value.trim();
    if (text) page.set({ f: [...parts(store.get("f")), ...parts(text)].join(",") });
    add.value = "";
  };
  const body = h(
    "div",
    null,
    h(
      "fieldset",
      { class: "row" },
      h("legend", null, "A click on the map"),
      h("label", null, kills, " kills or revives"),
      h("label", null, sends, " sends a packet"),
    ),
    h("form", { class: "pair", onsubmit: (event: Event) => { event.preventDefault(); put(); } }, field("Failed nodes and links", add), h("button", { type: "submit", class: "small" }, "Add"), button("Clear failures", () => page.set({ f: "" }), { class: "small" })),
    chips,
    workLeft.element,
    outLeft,
    workThroughput.element,
    outThroughput,
    workPacket.element,
    outPacket,
    h("h3", null, "Random faults"),
    h("form", { class: "pair", onsubmit: (event: Event) => { event.preventDefault(); survive(); } }, field("Node failure rates", rates), h("button", { type: "submit" }, "Try 100 times each")),
    workMany.element,
    outMany,
  );
  let packet: Envelope<PacketAnswer> | null = null;
  /** The network and the failures whose throughput was asked for. */
  let asked = "";

  const survive = (): void => {
    workMany.ask("survival", { expr: store.get("x"), rates: rates.value.replace(/\s/g, ""), trials: 100 }, ((envelope: Envelope<SurvivalAnswer>) => {
      page.answered("survival", envelope);
      const points = envelope.answer.points;
      fill(
        outMany,
        curve("Share of trials in which the living nodes stayed one part, and of packets that arrived", "failed nodes", [
          { name: "one part", points: points.map((point) => [Number(point.written), point.connected.fraction ?? 0, point.connected.low, point.connected.high]) },
          { name: "delivered", points: points.map((point) => [Number(point.written), point.delivered.fraction ?? 0, point.delivered.low, point.delivered.high]) },
        ]),
        h("p", { class: "quiet" }, `sampled: ${points[0]?.trials ?? 0} trials for each rate; intervals: ${envelope.answer.intervals}`),
        commandLine(envelope.command),
      );
    }));
  };

  const showLeft = (envelope: Envelope<LeftAnswer>): void => {
    page.answered("left", envelope);
    const { answer } = envelope;
    fill(
      outLeft,
      facts(
        fact("Alive", `${grouped(answer.alive)} of ${grouped(answer.endpoints)}`),
        fact("Reach each other", grouped(answer.connected), answer.evidence),
        answer.cut_off.length ? fact("Cut off", answer.cut_off.slice(0, 30).map(grouped).join(", ") + (answer.cut_off.length > 30 ? " …" : "")) : null,
        figureRow("Diameter left", answer.diameter),
        answer.diameter_without_faults != null ? fact("Diameter before", grouped(answer.diameter_without_faults)) : null,
        figureRow("Mean distance left", answer.mean_distance),
      ),
      commandLine(envelope.command),
    );
  };

  /** A bound or both: 0.8486, 0.48 to 0.93. */
  const between = (lower: Ratio, upper: Ratio): string => {
    const text = (ratio: Ratio): string => String(Number((ratio.value ?? 0).toFixed(4)));
    if (key(lower.numerator) === key(upper.numerator) && key(lower.denominator) === key(upper.denominator)) return text(lower);
    return upper.value === null ? `at least ${text(lower)}` : `${text(lower)} to ${text(upper)}`;
  };

  const showThroughput = (envelope: Envelope<LeftAnswer>): void => {
    const { throughput } = envelope.answer;
    if (!throughput) return;
    fill(
      outThroughput,
      facts(
        fact("Throughput before", between(throughput.before_at_least, throughput.before_at_most)),
        fact("Throughput left", between(throughput.after_at_least, throughput.after_at_most), throughput.evidence),
      ),
      h("p", { class: "quiet" }, "Uniform traffic of the connected endpoints, in units of an endpoint port, with any routing."),
      commandLine(envelope.command),
    );
  };

  /** What the failures cost: at once where that takes a second, else when asked for. */
  const askThroughput = (): void => {
    const expr = store.get("x");
    const faults = store.get("f");
    const ask = (): void => workThroughput.ask("left", { expr, faults, throughput: true }, showThroughput, () => fill(outThroughput));
    const network = page.network();
    workThroughput.drop();
    fill(outThroughput);
    if (faults === "" || !network) return;
    if (Number(network.endpoints) * Number(network.links) <= QUICK_WORK) ask();
    else fill(outThroughput, button("Throughput before and after", ask, { class: "small" }));
  };

  const showPacket = (envelope: Envelope<PacketAnswer>): void => {
    packet = envelope;
    page.answered("fault", envelope);
    const { answer } = envelope;
    fill(
      outPacket,
      h("h3", null, `A packet from ${grouped(answer.from)} to ${grouped(answer.to)}`),
      facts(
        fact("End", answer.end),
        fact("Hops", `${answer.hops}, planned ${answer.plans} ${answer.plans === 1 ? "time" : "times"}`),
        figureRow("Shortest remaining path", answer.distance),
        answer.distance_without_faults != null ? fact("Without faults", answer.distance_without_faults) : null,
      ),
      commandLine(envelope.command),
    );
    page.relay();
  };

  return {
    id: "faults",
    title: "Failures",
    body,
    forget: () => {
      for (const work of [workLeft, workThroughput, workPacket, workMany]) work.drop();
      packet = null;
      asked = "";
      for (const out of [outLeft, outThroughput, outPacket, outMany]) fill(out);
    },
    refresh: () => {
      const text = store.get("f");
      const expr = store.get("x");
      fill(
        chips,
        parts(text).map((one) => h("li", null, button(`${one} ×`, () => page.set({ f: toggle(text, one) }), { class: "chip", "aria-label": `revive ${one}` }))),
      );
      if (text === "") {
        workLeft.drop();
        fill(outLeft, h("p", { class: "quiet" }, "No failures. Click a node or a link on the map."));
      } else workLeft.ask("left", { expr, faults: text }, showLeft, () => fill(outLeft));
      if (asked !== `${expr} ${text}`) {
        asked = `${expr} ${text}`;
        askThroughput();
      }
      const [a, b] = [store.get("a"), store.get("b")];
      if (a !== "" && b !== "") {
        workPacket.ask("fault", { expr, faults: text, from: a, to: b }, showPacket, () => {
          packet = null;
          fill(outPacket);
          page.relay();
        });
      } else {
        packet = null;
        workPacket.drop();
        fill(outPacket, h("p", { class: "quiet" }, "For a packet around the faults choose “sends a packet” and click two nodes."));
      }
      page.relay();
    },
    overlay: (): Overlay => {
      if (!packet) return NOTHING;
      const theme = page.theme();
      const places = along(packet.answer.path, packet.places);
      return { ways: [{ places, colour: theme.accent, width: 4 }], marks: [], travellers: [{ places, colour: theme.accent }], pace: 550, again: true, fade: true };
    },
    links: () => kills.checked,
    clicked: (hit) => {
      if (kills.checked) {
        if (hit.what === "node") page.set({ f: toggle(store.get("f"), key(hit.id)) });
        else if (hit.what === "link") page.set({ f: toggle(store.get("f"), linkName(hit.from, hit.to)) });
        return hit.what !== "box";
      }
      if (hit.what !== "node") return false;
      if (store.get("a") === "" || store.get("b") !== "") page.set({ a: key(hit.id), b: "" });
      else page.set({ b: key(hit.id) });
      return true;
    },
  };
}
