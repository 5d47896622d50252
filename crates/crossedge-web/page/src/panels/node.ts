// One node: its address and where its ports lead. Walking along links needs no mouse.

import { fill, h } from "../dom";
import { grouped } from "../format";
import { NOTHING, type Overlay } from "../overlay";
import type { Page, Panel } from "../panel";
import { level } from "../palette";
import { key, type Envelope, type NodeAnswer, type Place } from "../types";
import { button, commandLine, facts, fact } from "../widgets";
import { Work } from "../work";

export function node(page: Page): Panel {
  const work = new Work();
  const out = h("div", null);
  const body = h("div", null, work.element, out);
  let shown: Envelope<NodeAnswer> | null = null;

  const show = (envelope: Envelope<NodeAnswer>): void => {
    shown = envelope;
    page.answered("node", envelope);
    const { answer } = envelope;
    fill(
      out,
      facts(
        fact("Node", grouped(answer.node)),
        answer.notation !== "id" ? fact("Address", answer.address) : null,
        answer.notation !== "id" ? fact("Read as", answer.notation) : null,
        fact("Links", grouped(answer.degree)),
      ),
      h(
        "table",
        null,
        h("caption", null, "Ports"),
        h("thead", null, h("tr", null, ["Port", "To", "Address", "Link"].map((name) => h("th", { scope: "col" }, name)))),
        h(
          "tbody",
          null,
          answer.ports.map((port) =>
            h(
              "tr",
              null,
              h("td", null, port.port),
              h("td", null, button(grouped(port.node), () => void page.visit(port.node), { class: "link", "aria-label": `go to node ${port.node} over port ${port.port}` })),
              h("td", null, h("code", null, port.address)),
              h("td", null, port.link_class),
            ),
          ),
        ),
      ),
      h(
        "p",
        { class: "row" },
        button("Look at it", () => void page.visit(answer.node)),
        button("Route from here", () => page.set({ p: "route", a: key(answer.node), b: "", hop: "" })),
        button("Route to here", () => page.set({ p: "route", b: key(answer.node), hop: "" })),
      ),
      commandLine(envelope.command),
    );
    page.relay();
  };

  return {
    id: "node",
    title: "Node",
    body,
    forget: () => {
      work.drop();
      shown = null;
      fill(out);
    },
    refresh: () => {
      const which = page.store.get("a");
      if (which === "") {
        work.drop();
        shown = null;
        fill(out, h("p", { class: "quiet" }, "Click a node on the map, or search one by its id or address."));
        page.relay();
        return;
      }
      work.ask("node", { expr: page.store.get("x"), node: which }, show, () => {
        shown = null;
        fill(out);
        page.relay();
      });
    },
    overlay: (): Overlay => {
      const places = shown?.places;
      const answer = shown?.answer;
      if (!places || !answer || key(answer.node) !== page.store.get("a")) return NOTHING;
      const here = places[key(answer.node)];
      if (!here) return NOTHING;
      const network = page.network();
      const ways = answer.ports.flatMap((port) => {
        const there = places[key(port.node)];
        const kind = network?.classes.indexOf(port.link_class) ?? -1;
        const ink = kind >= 0 ? network?.inks[kind] : null;
        const colour = level(page.theme(), ink == null || ink === undefined ? 0 : ink + 1);
        return there ? [{ places: [here, there] as Place[], colour, width: 3 }] : [];
      });
      return { ways, marks: [], fade: true };
    },
    clicked: (hit) => {
      if (hit.what !== "node") return false;
      page.set({ a: key(hit.id) });
      return true;
    },
  };
}
