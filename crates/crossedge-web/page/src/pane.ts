// One map: a network, a camera, the window that the server last answered, and what is laid over it.

import { refusal, sized, stopped, type Params } from "./api";
import { fit, flight, seen, toPixel, toPlane, zoomed, type Box, type Camera, type Size } from "./camera";
import { attach } from "./controls";
import { h } from "./dom";
import { paintLabels } from "./labels";
import { NOTHING, travelled, wayLines, type Overlay } from "./overlay";
import { css, type Theme } from "./palette";
import { paintPlain } from "./plain";
import { hit, makeScene, type Hit, type Lines, type Paint, type Scene } from "./scene";
import { Screen } from "./screen";
import { site } from "./site";
import type { ErrorBody, Place, WindowAnswer } from "./types";

export interface PaneHooks {
  /** The camera has moved: by the reader, or by a flight that has ended. */
  moved: (camera: Camera, size: Size) => void;
  /** The reader points at something. */
  clicked: (hit: Hit | null, place: Place, keyboard: boolean) => void;
  /** What a pointer over this tells. */
  told: (hit: Hit) => string;
  /** Another window is drawn. */
  drawn: (scene: Scene) => void;
  failed: (error: ErrorBody) => void;
  /** Whether links can be pointed at now. */
  links: () => boolean;
  /** What stands in the lower left corner of the map: how far it reaches from there. */
  legend?: () => Size;
}

const MARGIN = 0.3;

/** When the map has not moved for this long, it asks for the window that a link to it asks for, in milliseconds. */
const REST = 220;

/** How far the buttons for the scale reach from the upper right corner. */
const BUTTONS: Size = { width: 58, height: 140 };

/** All of a network between what stands over the map: the search above, the state of the window below, and what is in two of its corners. */
function fitted(box: Box, size: Size, legend: Size): Camera {
  const whole = placed(box, size, legend);
  const [right, top] = toPixel(whole, size, box[2], box[1]);
  if (right < size.width - BUTTONS.width || top > BUTTONS.height) return whole;
  const left = placed(box, { ...size, width: size.width - BUTTONS.width }, legend);
  return { ...left, x: left.x + BUTTONS.width / 2 / left.scale };
}

function placed(box: Box, size: Size, legend: Size): Camera {
  const [above, below] = size.height > 420 ? [60, 40] : [52, 50];
  const inside = (left: number, bottom: number): Camera => {
    const camera = fit(box, { width: size.width - left, height: size.height - above - bottom }, 0.03);
    return { ...camera, x: camera.x - left / 2 / camera.scale, y: camera.y - (above - bottom) / 2 / camera.scale };
  };
  const plain = inside(0, below);
  const [left, bottom] = toPixel(plain, size, box[0], box[3]);
  if (left > legend.width || bottom < size.height - legend.height) return plain;
  // The legend would cover a corner: the map goes next to it or above it, whichever is larger.
  const [beside, over] = [inside(legend.width, below), inside(0, Math.max(below, legend.height))];
  return beside.scale > over.scale ? beside : over;
}

export class Pane {
  readonly element: HTMLElement;
  readonly stage: HTMLElement;
  camera: Camera = { x: 0, y: 0, scale: 1 };
  size: Size = { width: 1, height: 1 };
  scene: Scene | null = null;
  expression = "";
  private readonly hooks: PaneHooks;
  private theme: Theme;
  private readonly screen: Screen;
  private readonly labels: HTMLCanvasElement;
  private readonly tip: HTMLElement;
  private overlay: Overlay = NOTHING;
  private paint: Paint = {};
  private placed = false;
  private wanted: string | null = null;
  private busy = false;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private resting: ReturnType<typeof setTimeout> | undefined;
  /** The window that is drawn, as it was asked for. */
  private drawn = "";
  private flying = 0;
  private playing = 0;
  private started = 0;
  private readonly kept = new Map<string, { body: WindowAnswer; bytes: number }>();
  private abort = new AbortController();
  /** Where the mouse is, if it is over the map. */
  private pointer: [number, number] | null = null;

  constructor(name: string, theme: Theme, hooks: PaneHooks) {
    this.hooks = hooks;
    this.theme = theme;
    const gl = h("div", { class: "gl", "aria-hidden": "true" });
    this.labels = h("canvas", { class: "labels", "aria-hidden": "true" });
    this.tip = h("div", { class: "tip", hidden: true, "aria-hidden": "true" });
    this.stage = h(
      "div",
      {
        class: "stage",
        tabindex: "0",
        role: "application",
        "aria-roledescription": "map",
        "aria-label": name,
        "aria-describedby": "map-keys",
      },
      gl,
      this.labels,
      h("div", { class: "crosshair", "aria-hidden": "true" }),
    );
    this.element = h("div", { class: "pane" }, this.stage, this.tip);
    this.screen = new Screen(gl, theme, () => this.write());
    attach(this.stage, {
      pan: (dx, dy) => this.move({ ...this.camera, x: this.camera.x - dx / this.camera.scale, y: this.camera.y - dy / this.camera.scale }),
      zoom: (factor, px, py) => this.move(this.bounded(zoomed(this.camera, this.size, factor, px, py))),
      click: (px, py, reach) => this.click(px, py, reach, false),
      enter: () => this.enter(),
      twice: (px, py) => this.fly(this.bounded(zoomed(this.camera, this.size, 2.5, px, py))),
      whole: () => this.whole(),
      over: (px, py) => this.over(px, py),
      size: () => this.size,
    });
    new ResizeObserver(() => this.resized()).observe(this.stage);
  }

  /** Shows another network; from a camera, or as a whole. */
  open(expression: string, view: { x: number; y: number; span: number } | null): void {
    this.stop();
    this.expression = expression;
    this.scene = null;
    this.kept.clear();
    this.abort.abort();
    this.abort = new AbortController();
    this.busy = false;
    this.measure();
    this.placed = view !== null;
    if (view) this.camera = { x: view.x, y: view.y, scale: this.short() / view.span };
    this.screen.clear();
    this.ask();
  }

  setTheme(theme: Theme): void {
    this.theme = theme;
    this.screen.setTheme(theme);
    this.again();
  }

  setOverlay(overlay: Overlay, paint: Paint): void {
    this.overlay = overlay;
    this.paint = paint;
    this.started = performance.now();
    this.again();
    cancelAnimationFrame(this.playing);
    this.playing = 0;
    if (overlay.travellers?.length) this.play();
  }

  /** The shorter side of the window. */
  short(): number {
    return Math.max(1, Math.min(this.size.width, this.size.height));
  }

  view(): { x: number; y: number; span: number } {
    return { x: this.camera.x, y: this.camera.y, span: this.short() / this.camera.scale };
  }

  /** The view as a link has it. */
  written(): [string, string, string] {
    const { x, y, span } = this.view();
    return [x, y, span].map((value) => String(Number(value.toPrecision(15)))) as [string, string, string];
  }

  look(view: { x: number; y: number; span: number }): void {
    this.stop();
    this.placed = true;
    this.camera = { x: view.x, y: view.y, scale: this.short() / view.span };
    this.refresh();
  }

  whole(): void {
    const home = this.home();
    if (home) this.fly(home);
  }

  /** The camera that shows the whole network. */
  home(): Camera | null {
    const size = this.scene?.answer.size;
    return size ? fitted([0, 0, size[0], size[1]], this.size, this.hooks.legend?.() ?? { width: 0, height: 0 }) : null;
  }

  /** Flies to a box of the plane. */
  flyTo(box: Box, margin = 0.06, time = 700): void {
    this.fly(this.bounded(fit(box, this.size, margin)), time);
  }

  zoomBy(factor: number): void {
    this.fly(this.bounded(zoomed(this.camera, this.size, factor, this.size.width / 2, this.size.height / 2)), 180);
  }

  fly(to: Camera, time = 700): void {
    this.stop();
    if (matchMedia("(prefers-reduced-motion: reduce)").matches || document.hidden) {
      this.move(to);
      return;
    }
    const way = flight(this.camera, to, this.size);
    const begin = performance.now();
    const frame = (now: number): void => {
      const t = Math.min(1, (now - begin) / time);
      this.camera = way(t);
      this.refresh();
      if (t < 1) this.flying = requestAnimationFrame(frame);
      else {
        this.flying = 0;
        this.hooks.moved(this.camera, this.size);
      }
    };
    this.flying = requestAnimationFrame(frame);
  }

  /** The graphics card draws. */
  get ready(): boolean {
    return this.screen.ready;
  }

  /** Levels of the window before are still seen. */
  get fades(): boolean {
    return this.screen.fades;
  }

  get moving(): boolean {
    return this.flying !== 0 || this.busy || this.wanted !== null || this.resting !== undefined;
  }

  /** The picture of this window, as the screen shows it. */
  picture(): HTMLCanvasElement {
    const ratio = this.labels.width / Math.max(1, this.size.width);
    const canvas = h("canvas", null);
    canvas.width = this.labels.width;
    canvas.height = this.labels.height;
    const pen = canvas.getContext("2d") as CanvasRenderingContext2D;
    pen.fillStyle = css(this.theme.ground);
    pen.fillRect(0, 0, canvas.width, canvas.height);
    const gl = this.screen.snapshot();
    if (gl && this.screen.ready) pen.drawImage(gl, 0, 0, this.size.width * ratio, this.size.height * ratio);
    pen.drawImage(this.labels, 0, 0);
    return canvas;
  }

  /** The scene in place of what was answered, for measuring: links of many windows at once. */
  showScene(answer: WindowAnswer): void {
    this.scene = makeScene(answer, 0, this.theme, this.paint);
    this.refresh(false);
  }

  /** What is laid over it. */
  laid(): Overlay {
    return this.overlay;
  }

  /** What is laid over it as lines, in pixels of the scene. */
  ways(): Lines | null {
    const larger = this.scene ? this.camera.scale * this.scene.frame.pixel : 1;
    return this.scene ? wayLines(this.overlay.ways, this.scene, this.size.width / larger, this.size.height / larger) : null;
  }

  /** Moves without asking for another window, for measuring. */
  place(camera: Camera): void {
    this.camera = camera;
    this.refresh(false);
  }

  close(): void {
    this.stop();
    clearTimeout(this.resting);
    cancelAnimationFrame(this.playing);
    this.abort.abort();
    this.screen.close();
    this.element.remove();
  }

  private stop(): void {
    cancelAnimationFrame(this.flying);
    this.flying = 0;
  }

  /** Hides the tip, or else ends a flight where it is; `false` if there is neither. */
  escape(): boolean {
    if (!this.tip.hidden) {
      this.over(null, 0);
      return true;
    }
    if (this.flying === 0) return false;
    this.stop();
    this.placed = true;
    this.refresh();
    this.hooks.moved(this.camera, this.size);
    return true;
  }

  private move(camera: Camera): void {
    this.stop();
    this.camera = camera;
    this.placed = true;
    this.refresh();
    this.hooks.moved(this.camera, this.size);
  }

  /** No smaller than a quarter of the window, no larger than one node. */
  private bounded(camera: Camera): Camera {
    const answer = this.scene?.answer;
    if (!answer) return camera;
    const least = 0.25 * Math.min(this.size.width / answer.size[0], this.size.height / answer.size[1]);
    const most = this.short() / (3 * answer.radius);
    const scale = Math.min(Math.max(camera.scale, least), Math.max(most, least));
    return { ...camera, scale };
  }

  private measure(): void {
    const box = this.stage.getBoundingClientRect();
    this.size = { width: Math.max(1, box.width), height: Math.max(1, box.height) };
    const ratio = Math.min(2, devicePixelRatio || 1);
    this.labels.width = Math.round(this.size.width * ratio);
    this.labels.height = Math.round(this.size.height * ratio);
  }

  private resized(): void {
    const before = this.view();
    const had = this.size.width > 1;
    this.measure();
    // The visible part stays in the middle, as large as the shorter side allows: a shared link shows the same on any screen.
    if (had && this.scene) this.camera = { x: before.x, y: before.y, scale: this.short() / before.span };
    this.refresh();
  }

  private refresh(ask = true): void {
    if (this.scene) this.show();
    if (!ask || !this.expression) return;
    this.askSoon();
    this.rest();
  }

  /** What was drawn on the way depends on the way; where the map rests it shows what a link to it shows. */
  private rest(): void {
    clearTimeout(this.resting);
    this.resting = setTimeout(() => {
      this.resting = undefined;
      if (this.flying !== 0 || this.busy || this.wanted !== null) this.rest();
      else if (this.placed && this.drawn !== JSON.stringify(this.window())) this.ask();
    }, REST);
  }

  /** The window around the camera, with a margin; from the digits that a link has. */
  private window(): Params {
    const params = this.asked(this.placed && !site ? 1 + 2 * MARGIN : 1);
    return site ? site.snap(params) : params;
  }

  /** The same for as many times the view. */
  private asked(more: number): Params {
    const [width, height] = [this.size.width, this.size.height].map((side) => Math.min(8192, Math.max(50, Math.round(side * more)))) as [number, number];
    const [x, y, span] = this.written().map(Number) as [number, number, number];
    const around = seen({ x, y, scale: this.short() / span }, { width, height });
    return { expr: this.expression, width, height, labels: true, ...(this.placed ? { x0: around[0], y0: around[1], x1: around[2], y1: around[3] } : {}) };
  }

  /** Whether a nearer window would show more, and was not published. */
  get coarse(): boolean {
    return site?.coarse(this.asked(1)) ?? false;
  }

  private again(): void {
    if (this.scene) this.scene = makeScene(this.scene.answer, this.scene.bytes, this.theme, this.paint);
    this.refresh(false);
  }

  private show(): void {
    if (!this.scene) return;
    this.screen.show(this.scene, this.camera, this.size, this.overlay, this.dots());
    if (!this.screen.ready) this.write();
    // The map has moved below the mouse: the tip belongs to what is there now.
    if (this.pointer) this.over(...this.pointer);
  }

  private write(): void {
    if (this.scene && !this.screen.ready) paintPlain(this.labels, this.scene, this.camera, this.size, this.overlay, this.dots(), this.theme);
    if (this.scene && performance.getEntriesByName("first picture").length === 0) performance.mark("first picture");
    if (this.scene) paintLabels(this.labels, this.scene, this.camera, this.size, this.overlay, this.theme, this.screen.ready);
  }

  /** Where the travellers are. */
  dots(): { place: Place; colour: [number, number, number] }[] {
    const all = this.overlay.travellers;
    const scene = this.scene;
    if (!scene || !all?.length || matchMedia("(prefers-reduced-motion: reduce)").matches) return [];
    const hops = (performance.now() - this.started) / (this.overlay.pace ?? 500);
    return all
      .filter((one) => one.places.length > 1)
      .map((one) => {
        const many = one.places.length - 1;
        // A rest at the end, so that the eye sees where it has come to.
        const at = this.overlay.again === false ? Math.min(many, hops) : Math.min(many, hops % (many + 1));
        return { place: travelled(one.places, at, scene), colour: one.colour };
      });
  }

  private play(): void {
    if (matchMedia("(prefers-reduced-motion: reduce)").matches) return;
    let last = 0;
    const frame = (now: number): void => {
      // Thirty pictures in a second are enough for dots, and leave time for everything else.
      if (this.scene && !document.hidden && now - last > 30) {
        last = now;
        this.show();
      }
      this.playing = requestAnimationFrame(frame);
    };
    this.playing = requestAnimationFrame(frame);
  }

  private covers(): boolean {
    const answer = this.scene?.answer;
    if (!answer) return false;
    if (site) return this.drawn === JSON.stringify(this.window());
    const box = seen(this.camera, this.size);
    const [x0, y0, x1, y1] = answer.window;
    const larger = this.camera.scale * answer.pixel;
    const slack = 0.02 * (box[2] - box[0]);
    // Everything is inside: there is nothing more on that side.
    const inside =
      Math.max(0, box[0]) >= x0 - slack && Math.max(0, box[1]) >= y0 - slack && Math.min(answer.size[0], box[2]) <= x1 + slack && Math.min(answer.size[1], box[3]) <= y1 + slack;
    return inside && larger > 0.8 && larger < 1.25;
  }

  private askSoon(): void {
    if (this.covers()) return;
    if (this.wanted !== null) return;
    this.wanted = "soon";
    clearTimeout(this.timer);
    this.timer = setTimeout(() => {
      this.wanted = null;
      if (!this.covers()) this.ask();
    }, 60);
  }

  private ask(): void {
    if (this.busy) {
      this.wanted = null;
      return;
    }
    const params = this.window();
    const name = JSON.stringify(params);
    const known = this.kept.get(name);
    if (known) {
      this.drawn = name;
      this.take(known.body, known.bytes);
      return;
    }
    this.busy = true;
    const signal = this.abort.signal;
    sized<WindowAnswer>("window", params, signal)
      .then(({ body, bytes }) => {
        if (signal.aborted) return;
        this.busy = false;
        if (this.kept.size > 40) this.kept.delete(this.kept.keys().next().value as string);
        this.kept.set(name, { body, bytes });
        this.drawn = name;
        this.take(body, bytes);
      })
      .catch((error: unknown) => {
        if (stopped(error) || signal.aborted) return;
        this.busy = false;
        this.hooks.failed(refusal(error));
      });
  }

  private take(answer: WindowAnswer, bytes: number): void {
    this.scene = makeScene(answer, bytes, this.theme, this.paint);
    const first = !this.placed;
    this.placed = true;
    if (first) this.camera = this.home() ?? this.camera;
    this.hooks.drawn(this.scene);
    // The legend is present now, and the map is placed next to it.
    if (first) this.camera = this.home() ?? this.camera;
    this.refresh();
  }

  private at(px: number, py: number, reach: number): Hit | null {
    if (!this.scene) return null;
    const { frame } = this.scene;
    const [x, y] = toPlane(this.camera, this.size, px, py);
    const larger = this.camera.scale * frame.pixel;
    return hit(this.scene, (x - frame.x) / frame.pixel, (y - frame.y) / frame.pixel, reach / larger, this.hooks.links());
  }

  private click(px: number, py: number, reach: number, keyboard: boolean): void {
    const found = this.at(px, py, reach);
    const place = toPlane(this.camera, this.size, px, py);
    this.hooks.clicked(found, place, keyboard);
  }

  /** Enter takes the drawn node nearest to the crosshair; where none is drawn, the place in the nearest cluster, however far it is. */
  private enter(): void {
    const [px, py] = [this.size.width / 2, this.size.height / 2];
    const found = this.at(px, py, this.short() / 2);
    const place = toPlane(this.camera, this.size, px, py);
    const scene = this.scene;
    if (scene && found?.what !== "node") {
      const { boxes } = scene.answer;
      const { frame } = scene;
      let best = Infinity;
      const [x, y] = place;
      for (let i = 0; i < boxes.level.length; i++) {
        if (boxes.open[i]) continue;
        const [rx, ry, w, hgt] = boxes.rect.slice(4 * i, 4 * i + 4) as [number, number, number, number];
        const inside = (value: number, from: number, long: number): number => Math.min(Math.max(value, from + 0.01 * long), from + 0.99 * long);
        const near: Place = [inside(x, frame.x + rx * frame.pixel, w * frame.pixel), inside(y, frame.y + ry * frame.pixel, hgt * frame.pixel)];
        const far = Math.hypot(near[0] - x, near[1] - y);
        if (far < best) [best, place[0], place[1]] = [far, near[0], near[1]];
      }
    }
    this.hooks.clicked(found, place, true);
  }

  private over(px: number | null, py: number): void {
    this.pointer = px === null ? null : [px, py];
    const found = px === null ? null : this.at(px, py, 9);
    if (!found || px === null) {
      this.tip.hidden = true;
      this.stage.classList.remove("pointing");
      return;
    }
    this.stage.classList.toggle("pointing", found.what !== "box" || !found.open);
    this.tip.textContent = this.hooks.told(found);
    this.tip.hidden = false;
    const right = px > this.size.width - 260;
    this.tip.style.left = right ? "" : `${px + 14}px`;
    this.tip.style.right = right ? `${this.size.width - px + 14}px` : "";
    this.tip.style.top = `${Math.min(py + 14, this.size.height - 60)}px`;
  }

  /** Flies to a box that the scene has, given in its pixels. */
  flyToRect(rect: [number, number, number, number]): void {
    const frame = this.scene?.frame;
    if (!frame) return;
    const [x, y, w, hgt] = rect;
    this.flyTo([frame.x + x * frame.pixel, frame.y + y * frame.pixel, frame.x + (x + w) * frame.pixel, frame.y + (y + hgt) * frame.pixel]);
  }

  /** Where a place of the plane lies in the window. */
  pixel(place: Place): [number, number] {
    return toPixel(this.camera, this.size, place[0], place[1]);
  }
}
