// Furniture of a map: link classes, legend, and the clusters that contain the window.

import { seen } from "./camera";
import { fill, h, s } from "./dom";
import { bytes, grouped } from "./format";
import { css, type Rgb, type Theme } from "./palette";
import type { Pane } from "./pane";
import { bundleWidth, classColour, type Scene } from "./scene";
import { site } from "./site";
import type { WindowAnswer } from "./types";
import { button } from "./widgets";

function line(colour: string, width: number): SVGElement {
  return s("svg", { viewBox: "0 0 26 10", width: 26, height: 10, "aria-hidden": "true" }, s("line", { x1: 1, y1: 5, x2: 25, y2: 5, stroke: colour, "stroke-width": width }));
}

/** A line of the legend. */
export interface Entry {
  colour: Rgb;
  width: number;
  text: string;
  hidden: boolean;
}

/** A colour for each kind of link that the network has, and how numbers of bundles are drawn. */
export function legendEntries({ answer, narrow }: Scene, theme: Theme): Entry[] {
  // Classes with one colour share a line: a torus has as many kinds as dimensions.
  const inks = new Map<string, { colour: Rgb; names: string[] }>();
  answer.classes.forEach((name, kind) => {
    const colour = classColour(theme, answer, kind);
    const one = inks.get(css(colour)) ?? { colour, names: [] };
    one.names.push(name);
    inks.set(css(colour), one);
  });
  const present = new Set([...answer.links_drawn.class, ...answer.bundles.class].map((kind) => answer.classes[kind]));
  const most = answer.bundles.count.reduce<number>((best, count) => Math.max(best, Number(count)), 0);
  const entries = [...inks.values()].map(({ colour, names }): Entry => {
    // Links that this window does not draw are named as hidden: between closed boxes, or inside of them.
    const hidden = !names.some((name) => present.has(name));
    const named = names.length > 3 ? `${names[0]} … ${names[names.length - 1]}` : names.join(", ");
    return { colour, width: 2.5, text: hidden ? `${named}, hidden` : named, hidden };
  });
  if (most > 1) entries.push({ colour: theme.faint, width: Math.max(1, bundleWidth(most) * narrow), text: `this wide: ${grouped(most)} links`, hidden: false });
  return entries;
}

export function legend(scene: Scene, theme: Theme): HTMLElement {
  const { answer } = scene;
  return h(
    "ul",
    null,
    legendEntries(scene, theme).map((one) => h("li", { class: one.hidden ? "hidden" : "", title: one.hidden ? "not drawn at this scale: zoom in or out" : null }, line(css(one.colour), one.width), one.text)),
    answer.endpoints !== answer.nodes ? h("li", null, s("svg", { viewBox: "0 0 26 10", width: 26, height: 10, "aria-hidden": "true" }, s("circle", { cx: 13, cy: 5, r: 3.6, fill: css(theme.ground), stroke: css(theme.ink), "stroke-width": 1.4 })), "switch") : null,
  );
}

/** The parts that did not fit, each with its number. */
function leftOut(out: WindowAnswer["left_out"]): string {
  const parts = (["boxes", "points", "links", "bundles"] as const).filter((name) => BigInt(out[name]) > 0n);
  const words = { boxes: "boxes", points: "nodes", links: "links", bundles: "bundles" };
  return parts.length ? `not drawn: ${parts.map((name) => `${grouped(out[name])} ${words[name]}`).join(", ")}; zoom in` : "";
}

/** What this window has, and what it cost; of a published one, whether there is more to see. */
export function status(scene: Scene, coarse: boolean): (HTMLElement | string)[] {
  const { answer } = scene;
  const closed = answer.boxes.open.filter((open) => !open).length;
  const parts = [
    `${grouped(answer.nodes)} nodes`,
    answer.points.id.length ? `${grouped(answer.points.id.length)} drawn` : "",
    closed ? `${grouped(closed)} boxes` : "",
    answer.links_drawn.class.length ? `${grouped(answer.links_drawn.class.length)} links` : "",
    answer.bundles.class.length ? `${grouped(answer.bundles.class.length)} bundles` : "",
    leftOut(answer.left_out),
    answer.points.id.length + answer.boxes.level.length + answer.links_drawn.class.length + answer.bundles.class.length === 0 ? "nothing here: press Home to show the entire network" : "",
    site ? "" : `${answer.milliseconds.toFixed(1)} ms${scene.bytes ? `, ${bytes(scene.bytes)}` : ""}`,
    site && coarse ? `nearer views were not published: run ${site.command(answer.expression)}` : "",
  ].filter(Boolean);
  return [parts.join(" · ")];
}

/** The frames around the middle of the window, from the outermost in; each can be seen as a whole. */
export function breadcrumbs(element: HTMLElement, pane: Pane): void {
  const scene = pane.scene;
  if (!scene) return;
  const { boxes } = scene.answer;
  const { frame } = scene;
  const view = seen(pane.camera, pane.size);
  const x = (pane.camera.x - frame.x) / frame.pixel;
  const y = (pane.camera.y - frame.y) / frame.pixel;
  const around: { label: string; rect: [number, number, number, number] }[] = [];
  for (let i = 0; i < boxes.level.length; i++) {
    const rect = boxes.rect.slice(4 * i, 4 * i + 4) as [number, number, number, number];
    const inside = x >= rect[0] && y >= rect[1] && x <= rect[0] + rect[2] && y <= rect[1] + rect[3];
    // A frame that is completely visible does not contain the window.
    const wider = rect[2] * frame.pixel > 0.9 * (view[2] - view[0]) || rect[3] * frame.pixel > 0.9 * (view[3] - view[1]);
    if (inside && boxes.open[i] && wider) around.push({ label: boxes.label[i] || `${grouped(boxes.nodes[i] ?? 0)} nodes`, rect });
  }
  fill(
    element,
    h(
      "ol",
      null,
      h("li", null, button("whole", () => pane.whole(), { class: "link" })),
      around.map((one) => h("li", null, button(one.label, () => pane.flyToRect(one.rect), { class: "link" }))),
    ),
  );
  element.hidden = around.length === 0;
}
