// Link loads under a traffic pattern and a routing: colours on the map, metrics next to it.

import { quick } from "../api";
import { fill, h } from "../dom";
import { grouped, ratio } from "../format";
import type { Page, Panel } from "../panel";
import { css, scale } from "../palette";
import { linkName } from "../scene";
import type { Envelope, Id, Word } from "../types";
import { button, choose, commandLine, facts, fact, field, figureRow, input, select } from "../widgets";
import { Work } from "../work";
import type { LoadAnswer } from "../answers";

type Answer = Envelope<LoadAnswer> & { channels?: { from: Id[]; to: Id[]; load: number[]; share: number[]; exact: boolean } | null };

export function loads(page: Page): Panel {
  const { store } = page;
  const work = new Work();
  const out = h("div", null);
  const words = h("datalist", { id: "traffics" });
  const traffic = input("uniform", (value) => page.set({ traffic: value === "uniform" ? "" : value }), { list: "traffics" });
  const routing = select([{ word: "usual" }], "usual", (value) => page.set({ routing: value === "usual" ? "" : value }));
  const legend = h("div", { class: "legend", hidden: true }, h("span", null, "idle"), h("canvas", { width: "160", height: "10", role: "img", "aria-label": "scale of loads, from idle to busiest" }), h("span", null, "busiest"));
  const body = h("div", null, h("div", { class: "pair" }, field("Traffic", traffic), field("Routing", routing)), words, work.element, legend, out);
  let answer: Answer | null = null;
  let shares = new Map<string, number>();
  let optionsOf = "";

  const offered = (expr: string): void => {
    if (optionsOf === expr) return;
    optionsOf = expr;
    void quick<{ traffic?: Word[]; routings?: Word[] }>("options", { expr })
      .then((options) => {
        fill(words, (options.traffic ?? []).map((one) => h("option", { value: one.word }, one.summary ?? "")));
        choose(routing, [{ word: "usual", summary: "the default routing of this network" }, ...(options.routings ?? []).filter((one) => one.word !== "usual")], store.get("routing") || "usual");
      })
      .catch(() => undefined);
  };

  const colours = (): void => {
    const canvas = legend.querySelector("canvas") as HTMLCanvasElement;
    const pen = canvas.getContext("2d");
    for (let i = 0; pen && i < 160; i++) {
      pen.fillStyle = css(scale(page.theme(), i / 159));
      pen.fillRect(i, 0, 1, 10);
    }
  };

  const show = (envelope: Answer): void => {
    answer = envelope;
    page.answered("load", envelope);
    const all = envelope.answer;
    shares = new Map();
    const channels = envelope.channels;
    channels?.from.forEach((from, i) => {
      const name = linkName(from, channels.to[i] as Id);
      shares.set(name, Math.max(shares.get(name) ?? 0, channels.share[i] ?? 0));
    });
    const busiest = all.bottleneck_channel;
    legend.hidden = false;
    colours();
    fill(
      out,
      h(
        "table",
        null,
        h("caption", null, "Load of a link, each kind: packets in a cycle when every endpoint offers one"),
        h("thead", null, h("tr", null, ["Kind", "Links", "Least", "Mean", "Most"].map((name) => h("th", { scope: "col" }, name)))),
        h("tbody", null, all.classes.map((one) => h("tr", { class: one.link_class === all.bottleneck ? "chosen" : "" }, h("td", null, one.link_class), h("td", null, grouped(one.links)), [one.least, one.mean, one.most].map((each) => h("td", null, ratio(each)))))),
      ),
      facts(
        fact("Busiest", all.bottleneck ?? "nothing is sent", all.evidence),
        busiest ? fact("One of the busiest", h("span", null, button(grouped(busiest.from), () => void page.visit(busiest.from), { class: "link" }), " → ", button(grouped(busiest.to), () => void page.visit(busiest.to), { class: "link" }))) : null,
        fact("Mean hops", ratio(all.mean_hops)),
        all.ideal_throughput ? fact("At most, by this routing", `${ratio(all.ideal_throughput)} packets per endpoint and cycle`) : null,
        figureRow("At most, by any routing", all.cut_bound),
        all.routing_efficiency ? fact("Share of that", ratio(all.routing_efficiency)) : null,
      ),
      channels && !channels.exact ? h("p", { class: "quiet" }, "Not all channels are listed; links without a colour of their own have that of their kind.") : null,
      !channels ? h("p", { class: "quiet" }, "Known by kind of link: all links of a kind have one colour, that of their busiest.") : null,
      commandLine(envelope.command),
    );
    page.relay();
  };

  const none = (): void => {
    answer = null;
    legend.hidden = true;
    fill(out);
    page.relay();
  };

  return {
    id: "loads",
    title: "Loads",
    body,
    forget: () => {
      work.drop();
      none();
    },
    refresh: () => {
      const expr = store.get("x");
      offered(expr);
      if (document.activeElement !== traffic) traffic.value = store.get("traffic") || "uniform";
      routing.value = store.get("routing") || "usual";
      if (answer) colours();
      work.ask<Answer>("load", { expr, traffic: store.get("traffic"), routing: store.get("routing") }, show, none);
    },
    paint: () => {
      if (!answer) return {};
      const theme = page.theme();
      const most = Number(answer.answer.max_channel_load.value ?? 0);
      const classes = new Map(answer.answer.classes.map((one) => [one.link_class, Number(one.most.value ?? 0)]));
      const names = page.network()?.classes ?? [];
      return {
        link: (from, to) => {
          const share = shares.get(linkName(from, to));
          return share === undefined ? null : scale(theme, share);
        },
        kind: (kind) => {
          const load = classes.get(names[kind] ?? "");
          return load === undefined || most === 0 ? null : scale(theme, load / most);
        },
        fade: true,
      };
    },
  };
}
