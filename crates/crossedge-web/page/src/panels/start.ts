// The first minute: a packet runs through a small network, a click kills a node, and the packet goes round it. Then a network of 10^12 nodes.

import { fill, h } from "../dom";
import { parts, toggle } from "../faults";
import { grouped } from "../format";
import { along, NOTHING, type Overlay } from "../overlay";
import type { Page, Panel } from "../panel";
import { linkName } from "../scene";
import { key, type Envelope, type Figure } from "../types";
import { button, commandLine, fact, facts, figureRow } from "../widgets";
import { Work } from "../work";
import type { LeftAnswer, PacketAnswer } from "../answers";

/** The network that the page opens with, and the ends of its packet. */
export const FIRST = { x: "rdn(ring(3), 1)", p: "start", a: "0", b: "16" };

/** The large network of the same construction, and a node in the midst of it. */
const LARGE = "rdn(ring(3), 4)";
const VISITED = "333333333333";

export function start(page: Page): Panel {
  const { store } = page;
  const workPacket = new Work();
  const workWhole = new Work();
  const outPacket = h("div", null);
  const outWhole = h("div", null);
  const status = h("p", { class: "now", "aria-live": "polite" });
  const revive = button("Revive all", () => page.set({ f: "" }), { class: "small" });
  const body = h(
    "div",
    null,
    h("p", null, "A packet runs from one node of this network to another. ", h("b", null, "Click a node or a link on the map to kill it"), ": the packet goes round it, and the numbers change."),
    status,
    workPacket.element,
    outPacket,
    workWhole.element,
    outWhole,
    h("p", { class: "row" }, revive),
    h("div", { class: "offer" }, h("p", null, "The same construction, four levels deep instead of one. Nothing is stored: every window is computed from the rule."), button("Now 10¹² nodes", () => void page.plunge(LARGE, VISITED), { class: "primary", id: "plunge" })),
    h("p", { class: "row" }, button("Take a lesson", () => page.turnTo("lessons")), button("See 16 networks", () => page.turnTo("networks"))),
  );
  let packet: Envelope<PacketAnswer> | null = null;

  const showPacket = (envelope: Envelope<PacketAnswer>): void => {
    packet = envelope;
    page.answered("fault", envelope);
    const { answer } = envelope;
    const dead = parts(store.get("f")).length;
    status.textContent = answer.end === "delivered" ? `From ${grouped(answer.from)} to ${grouped(answer.to)} in ${answer.hops} hops${dead ? `, around ${dead} ${dead === 1 ? "failure" : "failures"}` : ""}.` : `The packet from ${grouped(answer.from)} to ${grouped(answer.to)} does not arrive: ${answer.end}.`;
    fill(outPacket, commandLine(envelope.command));
    page.relay();
  };

  return {
    id: "start",
    title: "Start",
    body,
    forget: () => {
      for (const work of [workPacket, workWhole]) work.drop();
      packet = null;
      status.textContent = "";
      for (const out of [outPacket, outWhole]) fill(out);
    },
    refresh: () => {
      const [expr, a, b, f] = [store.get("x"), store.get("a"), store.get("b"), store.get("f")];
      revive.hidden = f === "";
      if (a !== "" && b !== "") {
        workPacket.ask("fault", { expr, faults: f, from: a, to: b }, showPacket, () => {
          packet = null;
          fill(outPacket);
          page.relay();
        });
      } else {
        packet = null;
        status.textContent = "Click two nodes: the packet goes from the first to the second.";
        fill(outPacket);
        page.relay();
      }
      if (f === "") {
        // Of networks with switches there is no connectivity.
        const network = page.network();
        const metrics = network && network.endpoints === network.nodes ? "nodes,diameter,connectivity" : "nodes,endpoints,diameter";
        workWhole.ask("show", { expr, metrics }, (envelope: Envelope<Record<string, Figure | null>>) =>
          fill(outWhole, facts(figureRow("Nodes", envelope.answer.nodes), figureRow("Endpoints", envelope.answer.endpoints), figureRow("Diameter", envelope.answer.diameter), figureRow("Connectivity", envelope.answer.connectivity))),
        );
      } else {
        workWhole.ask("left", { expr, faults: f }, ({ answer }: Envelope<LeftAnswer>) =>
          fill(outWhole, facts(fact("Alive", `${grouped(answer.alive)} of ${grouped(answer.endpoints)}`), figureRow("Diameter left", answer.diameter), fact("Connected", `${grouped(answer.connected)} of ${grouped(answer.alive)} live nodes`, answer.evidence))),
        );
      }
    },
    overlay: (): Overlay => {
      if (!packet) return NOTHING;
      const theme = page.theme();
      const places = along(packet.answer.path, packet.places);
      return { ways: [{ places, colour: theme.accent, width: 4 }], marks: [], travellers: [{ places, colour: theme.accent }], pace: 550, again: true, fade: true };
    },
    links: () => true,
    clicked: (hit) => {
      if (hit.what === "link") page.set({ f: toggle(store.get("f"), linkName(hit.from, hit.to)) });
      if (hit.what === "node") {
        const id = key(hit.id);
        if (store.get("a") === "" || store.get("b") === "") page.set(store.get("a") === "" ? { a: id } : { b: id });
        else if (id !== store.get("a") && id !== store.get("b")) page.set({ f: toggle(store.get("f"), id) });
      }
      return hit.what !== "box";
    },
  };
}
