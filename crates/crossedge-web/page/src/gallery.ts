// Sixteen networks to begin with, each with a small picture from its map.

import { quick } from "./api";
import { fit } from "./camera";
import { h } from "./dom";
import { grouped } from "./format";
import { NOTHING } from "./overlay";
import type { Theme } from "./palette";
import { site } from "./site";
import { paintPlain } from "./plain";
import { makeScene } from "./scene";
import type { WindowAnswer } from "./types";

const SHOWN = [
  "rdn(ring(3), 1)",
  "rdn(ring(3), 2)",
  "rdn(ring(5), 3)",
  "rdn(ring(3), 4)",
  "hypercube(6)",
  "torus(8,8)",
  "mesh(6,9)",
  "hyperx(5,5)",
  "dragonfly(4,2)",
  "hosts(dragonfly(16,8), 8)",
  "fattree(8)",
  "fattree(48)",
  "slimfly(5)",
  "polarity(5)",
  "wk(4,3)",
  "rdn(torus(5,5), 2)",
];

const WIDTH = 150;
const HEIGHT = 104;

export class Gallery {
  readonly element: HTMLElement;
  private readonly pictures: { canvas: HTMLCanvasElement; count: HTMLElement; expr: string; answer: WindowAnswer | null }[];
  private begun = false;
  private dark: boolean | null = null;

  constructor(open: (expression: string) => void) {
    this.pictures = (site?.networks.map((one) => one.x) ?? SHOWN).map((expr) => ({ expr, answer: null, canvas: h("canvas", { "aria-hidden": "true", width: 2 * WIDTH, height: 2 * HEIGHT }), count: h("span", { class: "quiet" }) }));
    this.element = h(
      "ul",
      { class: "gallery", "aria-label": "networks to begin with" },
      this.pictures.map((one) => h("li", null, h("button", { type: "button", onclick: () => open(one.expr) }, one.canvas, h("code", null, one.expr), one.count))),
    );
  }

  /** Draws what is there in these colours, and asks for the rest one after the other. */
  async show(theme: Theme): Promise<void> {
    if (this.dark !== theme.dark) {
      this.dark = theme.dark;
      for (const one of this.pictures) this.paint(one, theme);
    }
    if (this.begun) return;
    this.begun = true;
    for (const one of this.pictures) {
      const params = { expr: one.expr, width: 3 * WIDTH, height: 3 * HEIGHT };
      one.answer = await quick<WindowAnswer>("window", site?.snap(params) ?? params).catch(() => null);
      one.count.textContent = one.answer ? `${grouped(one.answer.nodes)} nodes` : "";
      this.paint(one, theme);
    }
  }

  private paint(one: { canvas: HTMLCanvasElement; answer: WindowAnswer | null }, theme: Theme): void {
    if (!one.answer) return;
    const size = { width: 3 * WIDTH, height: 3 * HEIGHT };
    const scene = makeScene(one.answer, 0, theme, {});
    paintPlain(one.canvas, scene, fit([0, 0, ...one.answer.size], size, 0.05), size, NOTHING, [], theme);
  }
}
