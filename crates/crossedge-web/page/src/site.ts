// A published folder: the answers are files beside the page, found by a list; no program answers. `crossedge explore --export` writes it.

import type { Params } from "./api";
import type { CompleteAnswer, ErrorBody, Id, Places } from "./types";

/** A window of a map that was published. */
interface Published {
  file: string;
  /** What the server would be asked for it. */
  params: Record<string, number>;
  window: [number, number, number, number];
  pixel: number;
  /** A nearer window would show more. */
  more: boolean;
}

interface Index {
  /** The view that the page opens with. */
  start: string;
  networks: { x: string; nodes: Id }[];
  views: { title: string; link: string }[];
  /** The file of each question. */
  answers: Record<string, string>;
  windows: Record<string, { size: [number, number]; list: Published[] }>;
  /** The file with places of each network. */
  places: Record<string, string>;
}

/** A window may be this much coarser than the view before a finer one is taken. */
const COARSER = 1.1;

const bare = (expression: string): string => expression.replace(/\s+/g, "");

/** The name of a question: `src/publish/questions.rs` writes the same. */
function question(verb: string, params: Params): string {
  const parts = Object.entries(params)
    // The size of the screen is not asked for: a matrix is published with one number of blocks.
    .filter(([name, value]) => value !== undefined && value !== "" && !(verb === "matrix" && name === "cells"))
    .map(([name, value]) => {
      const text = Array.isArray(value) ? value.join(";") : String(value);
      return `${name}=${name === "expr" || name === "exprs" ? bare(text) : text}`;
    });
  return `${verb}?${parts.sort().join("&")}`;
}

/** An expression as an argument of a shell. */
const quoted = (text: string): string => (/^[\w./,:=+-]+$/.test(text) ? text : `'${text.replace(/'/g, "'\\''")}'`);

function json(status: number, body: unknown): Response {
  return new Response(JSON.stringify(body), { status, headers: { "Content-Type": "application/json" } });
}

export class Site {
  private readonly index: Index;

  constructor(index: Index) {
    this.index = index;
  }

  get start(): string {
    return this.index.start;
  }

  get networks(): { x: string; nodes: Id }[] {
    return this.index.networks;
  }

  get views(): { title: string; link: string }[] {
    return this.index.views;
  }

  /** What was published for a question, or what to do where it was not. */
  async answer(verb: string, params: Params, signal?: AbortSignal): Promise<Response> {
    const expr = String(params.expr ?? "");
    if (verb === "complete") return json(200, this.complete(String(params.text ?? "")));
    if (verb === "places") return this.places(expr, String(params.nodes ?? "").split(";"), signal);
    const file = verb === "window" ? params.file : this.index.answers[question(verb, params)];
    return typeof file === "string" ? this.file(file, signal) : json(404, { error: this.refusal(expr) });
  }

  /** The published window for the one that is asked for; where there is none, what was asked for. */
  snap(params: Params): Params {
    const best = this.best(params);
    return best ? { expr: params.expr, file: best.file } : params;
  }

  /** Whether a window nearer than the one that is shown would show more, and was not published. */
  coarse(params: Params): boolean {
    const best = this.best(params);
    return best !== null && best.more && best.pixel > 2.2 * this.wanted(params).pixel;
  }

  /** How to see what was not published. */
  command(expression: string): string {
    return `crossedge explore ${quoted(expression)}`;
  }

  private wanted(params: Params): { box: [number, number, number, number]; pixel: number } {
    const size = this.index.windows[bare(String(params.expr))]?.size ?? [1, 1];
    const whole = [0, 0, size[0], size[1]];
    const [x0, y0, x1, y1] = ["x0", "y0", "x1", "y1"].map((name, i) => Number(params[name] ?? whole[i])) as [number, number, number, number];
    // The part of the view that is on the map.
    const box: [number, number, number, number] = [Math.max(0, x0), Math.max(0, y0), Math.min(size[0], x1), Math.min(size[1], y1)];
    return { box, pixel: Math.max((x1 - x0) / Number(params.width), (y1 - y0) / Number(params.height)) };
  }

  /** Of the windows that cover the view, the coarsest that is fine enough; else the finest. */
  private best(params: Params): Published | null {
    const all = this.index.windows[bare(String(params.expr))]?.list;
    if (!all) return null;
    const { box, pixel } = this.wanted(params);
    const slack = 0.02 * Math.max(box[2] - box[0], box[3] - box[1]);
    let best: Published | null = null;
    for (const one of all) {
      const [x0, y0, x1, y1] = one.window;
      if (box[0] < x0 - slack || box[1] < y0 - slack || box[2] > x1 + slack || box[3] > y1 + slack) continue;
      if (!best) best = one;
      else if (one.pixel <= COARSER * pixel ? best.pixel > COARSER * pixel || one.pixel > best.pixel : one.pixel < best.pixel) best = one;
    }
    // Beside the map is nothing: any window shows that.
    return best ?? all[0] ?? null;
  }

  private refusal(expression: string): ErrorBody {
    return { kind: "unpublished", message: "this was not published", help: `to compute it, run ${expression ? this.command(expression) : "crossedge explore"}` };
  }

  private async file(name: string, signal?: AbortSignal): Promise<Response> {
    const response = await fetch(name, { signal: signal ?? null });
    if (response.ok) return response;
    return json(response.status, { error: { kind: "network", message: `the file ${name} is missing: status ${response.status}`, help: "the folder was not copied as a whole; publish it again" } });
  }

  private async places(expr: string, wanted: string[], signal?: AbortSignal): Promise<Response> {
    const name = this.index.places[bare(expr)];
    if (!name) return json(404, { error: this.refusal(expr) });
    const all = (await (await this.file(name, signal)).json()) as { places: Places };
    if (wanted.some((id) => !all.places[id])) return json(404, { error: this.refusal(expr) });
    return json(200, { ...all, places: Object.fromEntries(wanted.map((id) => [id, all.places[id]])) });
  }

  /** The published networks that have this in their names. */
  private complete(text: string): CompleteAnswer {
    const is = this.networks.find((one) => bare(one.x) === bare(text));
    const words = this.networks.filter((one) => bare(one.x).toLowerCase().includes(bare(text).toLowerCase()));
    const all = { from: 0, to: text.length, words: words.map(({ x }) => ({ word: x, signature: "", summary: "published", insert: x })) };
    return is ? { ...all, words: [], nodes: is.nodes, canonical: is.x } : { ...all, error: this.refusal(text) };
  }
}

/** What is published here; `null` where the program answers. */
async function find(): Promise<Site | null> {
  const name = document.querySelector<HTMLMetaElement>('meta[name="crossedge-published"]')?.content;
  if (!name) return null;
  const response = await fetch(name);
  return new Site((await response.json()) as Index);
}

export const site: Site | null = await find();
