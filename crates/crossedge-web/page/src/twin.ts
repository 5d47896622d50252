// The second map of a comparison. Both windows show the same part of their planes: moving one moves the other.

import { h } from "./dom";
import type { Theme } from "./palette";
import { Pane } from "./pane";
import type { Page } from "./panel";
import type { Hit } from "./scene";

export class Twin {
  readonly element = h("div", { class: "second", hidden: true });
  private readonly page: Page;
  private readonly told: (hit: Hit) => string;
  private pane: Pane | null = null;
  private quiet = false;
  /** The other network has been drawn. */
  private shown = false;

  constructor(page: Page, told: (hit: Hit) => string) {
    this.page = page;
    this.told = told;
  }

  setTheme(theme: Theme): void {
    this.pane?.setTheme(theme);
  }

  /** Opens, changes or closes the second map, as the view says. */
  refresh(): void {
    const { store } = this.page;
    const y = store.get("p") === "compare" ? store.get("y") : "";
    this.element.hidden = y === "";
    if (y === "") {
      this.pane?.close();
      this.pane = null;
      return;
    }
    if (!this.pane) {
      const name = h("p", { class: "twin-name" });
      this.pane = new Pane("map of the other network", this.page.theme(), {
        moved: () => this.lead(),
        clicked: (hit) => {
          if (hit?.what === "box" && !hit.open) this.pane?.flyToRect(hit.rect);
        },
        told: this.told,
        drawn: (scene) => {
          name.textContent = scene.answer.expression;
          // Its first window is that of the first map; later ones would cut off a flight of its own.
          const first = !this.shown;
          this.shown = true;
          if (first) this.follow();
        },
        failed: (error) => {
          name.textContent = error.message;
        },
        links: () => false,
      });
      this.element.replaceChildren(this.pane.element, name);
    }
    if (this.pane.expression === y) return;
    this.shown = false;
    this.pane.open(y, null);
  }

  /** Hides its tip, or ends its flight; `false` if there is neither. */
  escape(): boolean {
    return this.pane?.escape() ?? false;
  }

  /** The first map has moved. */
  follow(): void {
    this.match(this.page.pane, this.pane);
  }

  private lead(): void {
    this.match(this.pane, this.page.pane);
    this.page.keep();
  }

  private match(from: Pane | null, to: Pane | null): void {
    const a = from?.scene?.answer.size;
    const b = to?.scene?.answer.size;
    const there = from?.home();
    const here = to?.home();
    if (!from || !to || !a || !b || !there || !here || this.quiet) return;
    // The same relative position and zoom: when one shows all, so does the other.
    const x = here.x + ((from.camera.x - there.x) / a[0]) * b[0];
    const y = here.y + ((from.camera.y - there.y) / a[1]) * b[1];
    const scale = here.scale * (from.camera.scale / there.scale);
    this.quiet = true;
    to.look({ x, y, span: to.short() / scale });
    this.quiet = false;
  }
}
