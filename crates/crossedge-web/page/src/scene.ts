// A window as arrays for the graphics card. Places stay in pixels of the window that was answered: its frame gives their position on the plane.

import { bowed, bows, PIECES, type Bow } from "./bow";
import type { Camera } from "./camera";
import { level, type Rgb, type Theme } from "./palette";
import { key, type Id, type WindowAnswer } from "./types";

/** How a window lies on the plane: the place of its first pixel, and the units of one pixel. */
export interface Frame {
  x: number;
  y: number;
  pixel: number;
}

/** Other colours for links: by their ends, else by their class. */
export interface Paint {
  link?: (from: Id, to: Id, kind: number) => Rgb | null;
  /** The colour of one direction of a link: the half next to `from` shows it. */
  channel?: (from: Id, to: Id) => Rgb | null;
  kind?: (kind: number) => Rgb | null;
  /** Everything that has no colour of its own steps back. */
  fade?: boolean;
  /** `true` for links that are cut, or that lead to a dead node. */
  dead?: (from: Id, to: Id) => boolean;
}

export interface Lines {
  count: number;
  ends: Float32Array;
  colours: Uint8ClampedArray;
  widths: Float32Array;
}

export interface Scene {
  answer: WindowAnswer;
  frame: Frame;
  bytes: number;
  bundles: Lines;
  /** By how much bundles are narrower than their numbers ask for. */
  narrow: number;
  links: Lines;
  bow: Bow;
  frames: Lines;
  /** Boxes as lines as wide as they are high: one program of the card draws them and all links. */
  glyphs: Lines;
  points: { count: number; at: Float32Array; fills: Uint8ClampedArray; edges: Uint8ClampedArray };
}

/** A camera in the frame of a scene, as the card wants it: middle and zoom. */
export function within(frame: Frame, camera: Camera): { target: [number, number, number]; zoom: number } {
  return {
    target: [(camera.x - frame.x) / frame.pixel, (camera.y - frame.y) / frame.pixel, 0],
    zoom: Math.log2(camera.scale * frame.pixel),
  };
}

/** The colour of a class of links. */
export function classColour(theme: Theme, answer: WindowAnswer, kind: number): Rgb {
  const ink = answer.inks[kind];
  return level(theme, ink === null || ink === undefined ? 0 : ink + 1);
}

/** How wide a bundle is drawn: by its number, on a scale of doublings. */
export const bundleWidth = (count: number): number => Math.min(9, 0.9 + 0.42 * Math.log2(Math.max(1, count)));

/** How much of the ground that bundles stand on they would cover at full width; more than one where they would hide each other. */
function covered({ ends, count }: WindowAnswer["bundles"]): number {
  let [ink, left, top, right, bottom] = [0, Infinity, Infinity, -Infinity, -Infinity];
  for (let i = 0; i < count.length; i++) {
    const [x0, y0, x1, y1] = ends.slice(4 * i, 4 * i + 4) as [number, number, number, number];
    ink += Math.hypot(x1 - x0, y1 - y0) * bundleWidth(Number(count[i]));
    [left, right] = [Math.min(left, x0, x1), Math.max(right, x0, x1)];
    [top, bottom] = [Math.min(top, y0, y1), Math.max(bottom, y0, y1)];
  }
  return ink / Math.max(1e4, (right - left) * (bottom - top));
}

function lines(count: number, ends: ArrayLike<number>, colour: (i: number) => [Rgb, number], width: (i: number) => number): Lines {
  const colours = new Uint8ClampedArray(count * 4);
  const widths = new Float32Array(count);
  for (let i = 0; i < count; i++) {
    const [c, alpha] = colour(i);
    colours[4 * i] = c[0];
    colours[4 * i + 1] = c[1];
    colours[4 * i + 2] = c[2];
    colours[4 * i + 3] = Math.round(alpha * 255);
    widths[i] = width(i);
  }
  return { count, ends: Float32Array.from(ends), colours, widths };
}

export function makeScene(answer: WindowAnswer, bytes: number, theme: Theme, paint: Paint): Scene {
  const frame = { x: answer.window[0], y: answer.window[1], pixel: answer.pixel };
  const drawn = answer.links_drawn;
  // Many lines become a mist through which places are still seen.
  const dense = drawn.class.length + answer.bundles.class.length;
  const thin = dense > 3000 ? 0.5 : dense > 800 ? 0.7 : 0.9;
  // Bundles that would hide each other are all drawn narrower and paler.
  const cover = answer.bundles.count.length ? covered(answer.bundles) : 0;
  const narrow = Math.min(1, Math.max(0.25, Math.pow(0.3 / Math.max(cover, 1e-9), 0.7)));
  const mist = Math.min(0.75, Math.max(0.35, 0.85 - 0.5 * cover * narrow));
  const base = (kind: number): number => (answer.inks[kind] === null ? 0.85 : thin);

  // Straight links as they are, bows in pieces; of each piece the link that it belongs to.
  const bow = bows(answer.points, answer.radius / answer.pixel);
  const pieces: number[] = [];
  const owner: number[] = [];
  // Each half of a link has the colour of the channel that leaves the node next to it.
  const halves = drawn.class.map((_, i): [Rgb, Rgb] | null => {
    const [there, back] = [paint.channel?.(drawn.from[i] as Id, drawn.to[i] as Id), paint.channel?.(drawn.to[i] as Id, drawn.from[i] as Id)];
    return there && back ? [there, back] : null;
  });
  const half: number[] = [];
  const alive: boolean[] = [];
  for (let i = 0; i < drawn.class.length; i++) {
    const [x0, y0, x1, y1] = drawn.ends.slice(4 * i, 4 * i + 4) as [number, number, number, number];
    const bent = bow(x0, y0, x1, y1);
    const cut = paint.dead?.(drawn.from[i] as Id, drawn.to[i] as Id) ?? false;
    // Short bows need few pieces to look round.
    const many = cut ? PIECES : bent ? Math.min(PIECES, 2 * Math.ceil(Math.hypot(x1 - x0, y1 - y0) / 40) + 2) : halves[i] ? 2 : 1;
    const at = (t: number): [number, number] => (bent ? bowed(x0, y0, bent, x1, y1, t) : [x0 + (x1 - x0) * t, y0 + (y1 - y0) * t]);
    for (let k = 0; k < many; k++) {
      // Dashes: every second piece of a cut link is missing.
      if (cut && k % 2 === 1) continue;
      pieces.push(...at(k / many), ...at((k + 1) / many));
      owner.push(i);
      half.push(2 * k < many ? 0 : 1);
      alive.push(!cut);
    }
  }
  const links = lines(
    owner.length,
    pieces,
    (piece) => {
      const i = owner[piece] as number;
      const kind = drawn.class[i] as number;
      if (!alive[piece]) return [theme.faint, 0.7];
      const own = halves[i]?.[half[piece] as 0 | 1] ?? paint.link?.(drawn.from[i] as Id, drawn.to[i] as Id, kind) ?? paint.kind?.(kind);
      if (own) return [own, 0.95];
      return [classColour(theme, answer, kind), paint.fade ? 0.22 : base(kind)];
    },
    (piece) => {
      const i = owner[piece] as number;
      const kind = drawn.class[i] as number;
      const own = halves[i] ?? paint.link?.(drawn.from[i] as Id, drawn.to[i] as Id, kind);
      return own ? 2 : 1;
    },
  );
  // Next to the largest bundle of its kind one of few links is hardly seen.
  const most = new Map<number, number>();
  answer.bundles.class.forEach((kind, i) => most.set(kind, Math.max(most.get(kind) ?? 0, Number(answer.bundles.count[i]))));
  const share = (i: number): number => 0.25 + 0.75 * Math.sqrt(Number(answer.bundles.count[i]) / Math.max(1, most.get(answer.bundles.class[i] as number) ?? 1));
  const bundles = lines(
    answer.bundles.class.length,
    answer.bundles.ends,
    (i) => {
      const kind = answer.bundles.class[i] as number;
      const own = paint.kind?.(kind);
      return own ? [own, 0.85] : [classColour(theme, answer, kind), (paint.fade ? 0.15 : mist) * share(i)];
    },
    (i) => bundleWidth(Number(answer.bundles.count[i])) * narrow,
  );

  const middles: number[] = [];
  const edges: number[] = [];
  const boxes = answer.boxes;
  for (let i = 0; i < boxes.level.length; i++) {
    const [x, y, w, h] = boxes.rect.slice(4 * i, 4 * i + 4) as [number, number, number, number];
    middles.push(x, y + h / 2, x + w, y + h / 2);
    edges.push(x, y, x + w, y, x + w, y, x + w, y + h, x + w, y + h, x, y + h, x, y + h, x, y);
  }
  // Frames are faint, so that their contents are easy to see; a closed cluster is a solid glyph.
  const breath = (i: number): number => (boxes.open[i] ? (theme.dark ? 0.055 : 0.035) : theme.dark ? 0.27 : 0.19);
  const glyphs = lines(boxes.level.length, middles, (i) => [theme.ink, breath(i)], (i) => boxes.rect[4 * i + 3] as number);
  const frames = lines(
    boxes.level.length * 4,
    edges,
    (k) => [theme.faint, boxes.open[k >> 2] ? Math.max(0.3, 0.75 - 0.12 * (boxes.level[k >> 2] as number)) : 0.5],
    () => 1,
  );

  const many = answer.points.id.length;
  const fills = new Uint8ClampedArray(many * 4);
  const rims = new Uint8ClampedArray(many * 4);
  for (let i = 0; i < many; i++) {
    const isSwitch = answer.points.kind[i] === 1;
    const inside = isSwitch ? theme.ground : theme.ink;
    fills.set([...inside, 255], 4 * i);
    rims.set([...theme.ink, 255], 4 * i);
  }
  return { answer, frame, bytes, bundles, narrow, links, bow, frames, glyphs, points: { count: many, at: Float32Array.from(answer.points.at), fills, edges: rims } };
}

/** What lies under a pixel of the frame: a node within reach, else a link, else the innermost box. */
export type Hit =
  | { what: "node"; id: Id; address: string | null }
  | { what: "link"; from: Id; to: Id; kind: string }
  | { what: "box"; rect: [number, number, number, number]; open: boolean; nodes: Id; level: number; label: string };

export function hit(scene: Scene, x: number, y: number, reach: number, wantLinks: boolean): Hit | null {
  const { points, links_drawn: drawn, boxes } = scene.answer;
  let best = reach * reach;
  let found = -1;
  for (let i = 0; i < points.id.length; i++) {
    const dx = (points.at[2 * i] as number) - x;
    const dy = (points.at[2 * i + 1] as number) - y;
    const d = dx * dx + dy * dy;
    if (d < best) {
      best = d;
      found = i;
    }
  }
  if (found >= 0) return { what: "node", id: points.id[found] as Id, address: points.address?.[found] || null };
  if (wantLinks) {
    let near = reach * 0.75;
    for (let i = 0; i < drawn.class.length; i++) {
      const d = far(scene.bow, x, y, drawn.ends, 4 * i);
      if (d < near) {
        near = d;
        found = i;
      }
    }
    if (found >= 0) {
      const kind = scene.answer.classes[drawn.class[found] as number] ?? "";
      return { what: "link", from: drawn.from[found] as Id, to: drawn.to[found] as Id, kind };
    }
  }
  for (let i = boxes.level.length - 1; i >= 0; i--) {
    const rect = boxes.rect.slice(4 * i, 4 * i + 4) as [number, number, number, number];
    const inside = x >= rect[0] && y >= rect[1] && x <= rect[0] + rect[2] && y <= rect[1] + rect[3];
    if (inside) return { what: "box", rect, open: boxes.open[i] as boolean, nodes: boxes.nodes[i] as Id, level: boxes.level[i] as number, label: boxes.label[i] ?? "" };
  }
  return null;
}

/** How far a place is from a link, along its bow where it has one. */
function far(bow: Bow, x: number, y: number, ends: number[], at: number): number {
  const [x0, y0, x1, y1] = ends.slice(at, at + 4) as [number, number, number, number];
  const bent = bow(x0, y0, x1, y1);
  if (!bent) return segment(x, y, ends, at);
  let best = Infinity;
  for (let k = 0; k < PIECES; k++) best = Math.min(best, segment(x, y, [...bowed(x0, y0, bent, x1, y1, k / PIECES), ...bowed(x0, y0, bent, x1, y1, (k + 1) / PIECES)], 0));
  return best;
}

function segment(x: number, y: number, ends: number[], at: number): number {
  const [ax, ay, bx, by] = ends.slice(at, at + 4) as [number, number, number, number];
  const dx = bx - ax;
  const dy = by - ay;
  const long = dx * dx + dy * dy;
  const t = long === 0 ? 0 : Math.min(1, Math.max(0, ((x - ax) * dx + (y - ay) * dy) / long));
  return Math.hypot(ax + t * dx - x, ay + t * dy - y);
}

/** A name for a channel: a link in one direction. */
export const channelName = (from: Id, to: Id): string => `${key(from)}>${key(to)}`;

/** A name for a link, the same from both ends. */
export function linkName(from: Id, to: Id): string {
  const [a, b] = BigInt(from) <= BigInt(to) ? [from, to] : [to, from];
  return `${key(a)}-${key(b)}`;
}
