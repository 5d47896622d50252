// Link loads under a traffic pattern and a routing: colours on the map, metrics next to it.

import { quick } from "../api";
import { fill, h } from "../dom";
import { grouped, ratio, short } from "../format";
import type { Page, Panel } from "../panel";
import { css, scale } from "../palette";
import { channelName } from "../scene";
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
  const legend = h("div", { class: "scale", hidden: true });
  const body = h("div", null, h("div", { class: "pair" }, field("Traffic", traffic), field("Routing", routing)), words, work.element, legend, out);
  let answer: Answer | null = null;
  let channelLoads = new Map<string, number>();
  /** The loads at the two ends of the scale. */
  let ends: [number, number] = [0, 1];
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

  const share = (load: number): number => (ends[1] > ends[0] ? (load - ends[0]) / (ends[1] - ends[0]) : 1);

  const colours = (): void => {
    const canvas = h("canvas", { width: "240", height: "12", role: "img", "aria-label": `scale of channel loads, from ${short(ends[0])} to ${short(ends[1])}` });
    const pen = canvas.getContext("2d");
    for (let i = 0; pen && i < 240; i++) {
      pen.fillStyle = css(scale(page.theme(), i / 239));
      pen.fillRect(i, 0, 1, 12);
    }
    const marks = ends[1] > ends[0] ? [ends[0], (ends[0] + ends[1]) / 2, ends[1]] : [ends[1]];
    fill(legend, canvas, h("p", { class: "marks" }, marks.map((value) => h("span", null, short(Number(value.toPrecision(4)))))), h("p", { class: "quiet" }, channelLoads.size ? "Load of a channel; the half of a link next to a node shows the channel that leaves it." : "Mean load of the channels of a kind; single channels are not listed at this size."));
  };

  const show = (envelope: Answer): void => {
    answer = envelope;
    page.answered("load", envelope);
    const all = envelope.answer;
    channelLoads = new Map();
    const channels = envelope.channels;
    channels?.from.forEach((from, i) => {
      const name = channelName(from, channels.to[i] as Id);
      channelLoads.set(name, Math.max(channelLoads.get(name) ?? 0, channels.load[i] ?? 0));
    });
    // From zero, unless all loads are near each other: then the scale shows how they differ.
    const least = Math.min(...all.classes.map((one) => Number((channels ? one.least : one.mean).value ?? 0)));
    const most = Math.max(...all.classes.map((one) => Number((channels ? one.most : one.mean).value ?? 0)), 0);
    ends = [least > 0.4 * most ? least : 0, most];
    const busiest = all.bottleneck_channel;
    legend.hidden = false;
    colours();
    fill(
      out,
      h(
        "table",
        null,
        h("caption", null, "Packets per cycle over each channel at injection rate 1, by kind of link"),
        h("thead", null, h("tr", null, ["Kind", "Channels", "Least", "Mean", "Most"].map((name) => h("th", { scope: "col" }, name)))),
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
      channels && !channels.exact ? h("p", { class: "quiet" }, `The ${grouped(channels.from.length)} busiest channels are listed; other links have the colour of the mean of their kind.`) : null,
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
    title: "Load",
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
    scale: () => (answer ? { from: ends[0], to: ends[1], text: `packets per cycle over a channel, ${store.get("traffic") || "uniform"} traffic` } : null),
    paint: () => {
      if (!answer) return {};
      const theme = page.theme();
      const classes = new Map(answer.answer.classes.map((one) => [one.link_class, Number(one.mean.value ?? 0)]));
      const complete = answer.channels?.exact === true;
      const names = page.network()?.classes ?? [];
      return {
        channel: (from, to) => {
          // A complete list omits idle channels.
          const load = channelLoads.get(channelName(from, to)) ?? (complete ? 0 : undefined);
          return load === undefined ? null : scale(theme, share(load));
        },
        kind: (kind) => {
          const load = classes.get(names[kind] ?? "");
          return load === undefined || ends[1] === 0 ? null : scale(theme, share(load));
        },
        fade: true,
      };
    },
  };
}
