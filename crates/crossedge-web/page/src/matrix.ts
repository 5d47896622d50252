// The adjacency matrix beside the map: blocks of nodes in the order of the construction, shaded by the share of linked pairs. Positions are exact at any
// size; all counts are those of the answer.

import { quick, refusal } from "./api";
import { announce, fill, h } from "./dom";
import { grouped, short } from "./format";
import { css, scale, type Theme } from "./palette";
import type { Id, MatrixAnswer } from "./types";
import { button } from "./widgets";

export interface MatrixHooks {
  theme: () => Theme;
  expression: () => string;
  /** The window has moved: as a link has it. */
  moved: (window: string) => void;
  /** A single node was chosen. */
  chosen: (id: Id) => void;
  close: () => void;
}

interface Window {
  row: bigint;
  column: bigint;
  span: bigint;
}

/** Pixels of a block, about. */
const CELL = 11;

/** Where a block begins and ends in a window, as a fraction of it. */
const part = (at: Id, from: bigint, span: bigint): number => Number(((BigInt(at) - from) * 1_000_000n) / span) / 1e6;

export class Matrix {
  readonly element: HTMLElement;
  private readonly canvas = h("canvas", { "aria-hidden": "true" });
  private readonly stage: HTMLElement;
  private readonly tip = h("div", { class: "tip", hidden: true, "aria-hidden": "true" });
  private readonly told = h("p", { class: "matrix-window" });
  private readonly legend = h("p", { class: "matrix-legend" });
  private readonly hooks: MatrixHooks;
  private window: Window | null = null;
  private answer: MatrixAnswer | null = null;
  private of = "";
  private busy = false;
  private again = false;
  private down: { x: number; y: number; moved: number; window: Window } | null = null;

  constructor(hooks: MatrixHooks) {
    this.hooks = hooks;
    this.stage = h("div", {
      class: "matrix-stage",
      tabindex: "0",
      role: "application",
      "aria-roledescription": "matrix",
      "aria-label": "adjacency matrix of the network",
      "aria-describedby": "matrix-keys",
    }, this.canvas, h("div", { class: "crosshair", "aria-hidden": "true" }));
    this.element = h(
      "div",
      { class: "second matrix", hidden: true },
      h("div", { class: "matrix-head" }, h("h2", null, "Adjacency matrix"), this.told, button("Close", () => hooks.close(), { class: "small", "aria-label": "close the matrix" })),
      this.stage,
      this.legend,
      this.tip,
      h("p", { id: "matrix-keys", class: "unseen" }, "Arrow keys move the window, plus and minus zoom, Home shows all, Enter opens the block under the crosshair."),
    );
    this.listen();
    new ResizeObserver(() => this.paint()).observe(this.stage);
  }

  /** Shows the window that a link has; closed where that is empty. */
  show(expression: string, written: string): void {
    this.element.hidden = written === "";
    if (written === "") return;
    if (expression !== this.of) {
      this.of = expression;
      this.answer = null;
    }
    const [row, column, span] = /^\d+,\d+,\d+$/.test(written) ? (written.split(",").map(BigInt) as [bigint, bigint, bigint]) : [0n, 0n, 0n];
    const next = span > 0n ? { row, column, span } : null;
    if (this.answer && this.written(next) === this.written(this.window)) return;
    this.window = next;
    this.ask();
  }

  setTheme(): void {
    if (!this.element.hidden) this.paint();
  }

  /** Nothing is asked, and the answer is drawn. */
  get still(): boolean {
    return !this.busy;
  }

  shown(): MatrixAnswer | null {
    return this.element.hidden ? null : this.answer;
  }

  escape(): boolean {
    const had = !this.tip.hidden;
    this.tip.hidden = true;
    return had;
  }

  private written(window: Window | null): string {
    return window ? `${window.row},${window.column},${window.span}` : "all";
  }

  private side(): number {
    const box = this.stage.getBoundingClientRect();
    return Math.max(40, Math.min(box.width, box.height));
  }

  private ask(): void {
    if (this.busy) {
      this.again = true;
      return;
    }
    this.busy = true;
    const { of, window } = this;
    const params = { expr: of, cells: Math.max(12, Math.min(72, Math.round(this.side() / CELL))), ...(window ? { row: String(window.row), column: String(window.column), span: String(window.span) } : {}) };
    quick<MatrixAnswer>("matrix", params)
      .then((answer) => {
        if (of !== this.of) return;
        this.answer = answer;
        this.paint();
      })
      .catch((error: unknown) => {
        if (of !== this.of) return;
        const body = refusal(error);
        this.answer = null;
        this.paint();
        fill(this.told, [body.message, body.help].filter(Boolean).join("; "));
      })
      .finally(() => {
        this.busy = false;
        if (!this.again) return;
        this.again = false;
        this.ask();
      });
  }

  /** The window, all of the matrix by default. */
  private now(): Window | null {
    return this.window ?? (this.answer ? { row: 0n, column: 0n, span: BigInt(this.answer.nodes) } : null);
  }

  private go(next: Window): void {
    const all = BigInt(this.answer?.nodes ?? 0);
    if (all === 0n) return;
    const within = (value: bigint, most: bigint): bigint => (value < 0n ? 0n : value > most ? most : value);
    const span = within(next.span < 1n ? 1n : next.span, all);
    const to = { row: within(next.row, all - span), column: within(next.column, all - span), span };
    this.window = span === all ? null : to;
    this.paint();
    this.ask();
    this.hooks.moved(this.written(this.window));
  }

  private zoom(factor: number, x: number, y: number): void {
    const now = this.now();
    if (!now) return;
    const span = (now.span * 1024n) / BigInt(Math.max(1, Math.round(1024 * factor)));
    const share = (at: number, long: bigint): bigint => (long * BigInt(Math.round(at * 1e6))) / 1_000_000n;
    this.go({ row: now.row + share(y, now.span) - share(y, span), column: now.column + share(x, now.span) - share(x, span), span });
  }

  private pan(dx: number, dy: number, from = this.now()): void {
    if (!from) return;
    const step = (part: number): bigint => (from.span * BigInt(Math.round(part * 1e6))) / 1_000_000n;
    this.go({ row: from.row + step(dy), column: from.column + step(dx), span: from.span });
  }

  /** The numbers of the blocks under a place of the window. */
  private at(x: number, y: number): [number, number] | null {
    const [answer, now] = [this.answer, this.now()];
    if (!answer || !now) return null;
    const find = (blocks: MatrixAnswer["rows"], from: bigint, at: number): number => blocks.from.findIndex((start, i) => part(start, from, now.span) <= at && at < part(BigInt(start) + BigInt(blocks.nodes[i] as Id) + "", from, now.span));
    const [row, column] = [find(answer.rows, now.row, y), find(answer.columns, now.column, x)];
    return row >= 0 && column >= 0 ? [row, column] : null;
  }

  private words([row, column]: [number, number]): string {
    const answer = this.answer as MatrixAnswer;
    const named = (blocks: MatrixAnswer["rows"], i: number): string => `${blocks.name[i] || "all nodes"}${String(blocks.nodes[i]) === "1" ? "" : ` (${grouped(blocks.nodes[i] as Id)} nodes)`}`;
    const entry = answer.entries.row.findIndex((one, i) => one === row && answer.entries.column[i] === column);
    const same = String(answer.rows.from[row]) === String(answer.columns.from[column]);
    const links = entry < 0 ? "no links" : `${grouped(answer.entries.links[entry] as Id)} ${String(answer.entries.links[entry]) === "1" ? "link" : "links"}, ${short(Number((100 * (answer.entries.density[entry] as number)).toPrecision(3)))} % of the pairs`;
    return same ? `inside of ${named(answer.rows, row)}: ${links}` : `${named(answer.rows, row)} × ${named(answer.columns, column)}: ${links}`;
  }

  /** Opens a block; a single node is chosen. */
  private enter(cell: [number, number]): void {
    const answer = this.answer as MatrixAnswer;
    const [row, column] = cell;
    const [rows, columns] = [BigInt(answer.rows.nodes[row] as Id), BigInt(answer.columns.nodes[column] as Id)];
    if (rows === 1n && columns === 1n) {
      this.hooks.chosen(answer.rows.first[row] as Id);
      return;
    }
    const span = rows > columns ? rows : columns;
    const centred = (from: Id, nodes: bigint): bigint => BigInt(from) - (span - nodes) / 2n;
    this.go({ row: centred(answer.rows.from[row] as Id, rows), column: centred(answer.columns.from[column] as Id, columns), span });
  }

  private paint(): void {
    const side = this.side();
    const ratio = Math.min(2, devicePixelRatio || 1);
    const theme = this.hooks.theme();
    this.canvas.width = this.canvas.height = Math.round(side * ratio);
    this.canvas.style.width = this.canvas.style.height = `${side}px`;
    const pen = this.canvas.getContext("2d");
    const [answer, now] = [this.answer, this.now()];
    if (!pen) return;
    pen.setTransform(ratio, 0, 0, ratio, 0, 0);
    pen.fillStyle = css(theme.ground);
    pen.fillRect(0, 0, side, side);
    if (!answer || !now) return;
    const { entries } = answer;
    const logs = entries.density.map(Math.log);
    const [least, most] = logs.reduce(([low, high], one) => [Math.min(low, one), Math.max(high, one)], [Infinity, -Infinity]);
    const edge = (blocks: MatrixAnswer["rows"], i: number, from: bigint): [number, number] => [side * part(blocks.from[i] as Id, from, now.span), side * part(String(BigInt(blocks.from[i] as Id) + BigInt(blocks.nodes[i] as Id)), from, now.span)];
    const [rows, columns] = [answer.rows.from.map((_, i) => edge(answer.rows, i, now.row)), answer.columns.from.map((_, i) => edge(answer.columns, i, now.column))];
    entries.row.forEach((row, i) => {
      const [[y0, y1], [x0, x1]] = [rows[row] as [number, number], columns[entries.column[i] as number] as [number, number]];
      pen.fillStyle = css(scale(theme, most > least ? ((logs[i] as number) - least) / (most - least) : 1));
      // Whole pixels: no seams between blocks.
      const [x, y] = [Math.floor(x0 * ratio) / ratio, Math.floor(y0 * ratio) / ratio];
      pen.fillRect(x, y, Math.max(1, Math.ceil(x1 * ratio) / ratio - x), Math.max(1, Math.ceil(y1 * ratio) / ratio - y));
    });
    pen.strokeStyle = css(theme.faint);
    pen.strokeRect(0.5, 0.5, side - 1, side - 1);
    // The diagonal, where it is not seen by itself.
    const [a, b] = [part(String(now.row), now.column, now.span) * side, part(String(now.row + now.span), now.column, now.span) * side];
    pen.strokeStyle = css(theme.faint, 0.5);
    pen.setLineDash([2, 4]);
    pen.beginPath();
    pen.moveTo(a, 0);
    pen.lineTo(b, side);
    pen.stroke();
    pen.setLineDash([]);
    const range = (from: bigint): string => `${grouped(String(from))} to ${grouped(String(from + now.span - 1n))}`;
    fill(this.told, this.window === null ? `${grouped(answer.nodes)} nodes, ${grouped(answer.links)} links` : `rows ${range(now.row)}, columns ${range(now.column)} of ${grouped(answer.nodes)}`);
    const percent = (log: number): string => `${short(Number((100 * Math.exp(log)).toPrecision(3)))} %`;
    const sample = (t: number): HTMLElement => {
      const swatch = h("span", { class: "matrix-swatch" });
      swatch.style.background = css(scale(theme, t));
      return swatch;
    };
    fill(this.legend, logs.length === 0 ? "No links in this window." : least === most ? [sample(1), `${percent(most)} of the pairs in a block are linked; none in the others`] : [sample(0), percent(least), " to ", sample(1), percent(most), " of the pairs in a block are linked"]);
  }

  private listen(): void {
    const place = (event: MouseEvent): [number, number] => {
      const box = this.canvas.getBoundingClientRect();
      return [(event.clientX - box.left) / box.width, (event.clientY - box.top) / box.height];
    };
    this.canvas.addEventListener("pointerdown", (event) => {
      const now = this.now();
      if (event.button !== 0 || !now) return;
      this.canvas.setPointerCapture(event.pointerId);
      this.down = { x: event.clientX, y: event.clientY, moved: 0, window: now };
    });
    this.canvas.addEventListener("pointermove", (event) => {
      const [x, y] = place(event);
      if (this.down) {
        const { width } = this.canvas.getBoundingClientRect();
        const [dx, dy] = [event.clientX - this.down.x, event.clientY - this.down.y];
        this.down.moved = Math.max(this.down.moved, Math.abs(dx) + Math.abs(dy));
        if (this.down.moved >= 5) this.pan(-dx / width, -dy / width, this.down.window);
        return;
      }
      const cell = this.at(x, y);
      this.tip.hidden = cell === null;
      if (!cell) return;
      this.tip.textContent = this.words(cell);
      const box = this.element.getBoundingClientRect();
      const right = event.clientX - box.left > box.width / 2;
      this.tip.style.left = right ? "" : `${event.clientX - box.left + 14}px`;
      this.tip.style.right = right ? `${box.right - event.clientX + 14}px` : "";
      this.tip.style.top = `${Math.min(event.clientY - box.top + 14, box.height - 70)}px`;
    });
    this.canvas.addEventListener("pointerup", (event) => {
      const down = this.down;
      this.down = null;
      const cell = this.at(...place(event));
      if (down && down.moved < 5 && cell) this.enter(cell);
    });
    this.canvas.addEventListener("pointerleave", () => (this.tip.hidden = true));
    this.canvas.addEventListener(
      "wheel",
      (event) => {
        event.preventDefault();
        const dy = Math.max(-240, Math.min(240, event.deltaY * (event.deltaMode === 1 ? 16 : 1)));
        this.zoom(Math.exp(-dy * 0.0022), ...place(event));
      },
      { passive: false },
    );
    this.stage.addEventListener("keydown", (event) => {
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      const acts: Record<string, () => void> = {
        ArrowLeft: () => this.pan(-0.12, 0),
        ArrowRight: () => this.pan(0.12, 0),
        ArrowUp: () => this.pan(0, -0.12),
        ArrowDown: () => this.pan(0, 0.12),
        "+": () => this.zoom(1.5, 0.5, 0.5),
        "=": () => this.zoom(1.5, 0.5, 0.5),
        "-": () => this.zoom(1 / 1.5, 0.5, 0.5),
        Home: () => this.answer && this.go({ row: 0n, column: 0n, span: BigInt(this.answer.nodes) }),
        Enter: () => {
          const cell = this.at(0.5, 0.5);
          if (!cell) return;
          announce(this.words(cell));
          this.enter(cell);
        },
      };
      const act = acts[event.key];
      if (!act) return;
      event.preventDefault();
      act();
    });
  }
}
