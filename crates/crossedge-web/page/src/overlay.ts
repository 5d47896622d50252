// Overlays of a map: paths, marks and moving dots, in units of the plane, so that they hold at any depth.

import type { Rgb } from "./palette";
import type { Id, Place } from "./types";
import { bowed, PIECES, type Bow } from "./bow";
import type { Frame, Lines } from "./scene";

export interface Way {
  places: Place[];
  colour: Rgb;
  width: number;
  alpha?: number;
}

export interface Mark {
  place: Place;
  colour: Rgb;
  /** A disc, a ring around the node, a cross over it, or a packet, which is a square. */
  form: "disc" | "ring" | "cross" | "packet";
  size: number;
  /** One of many packets: where there is no room for it, it is small and has no label. */
  crowded?: boolean;
  /** A node, which is drawn empty under its cross; a cross on a link keeps its size. */
  node?: boolean;
  label?: string;
}

/** A curved arrow between two places, bent away from a third. */
export interface Arrow {
  from: Place;
  to: Place;
  away: Place;
  colour: Rgb;
}

export interface Overlay {
  ways: Way[];
  marks: Mark[];
  arrows?: Arrow[];
  /** Dots that travel along ways, each at its own place between 0 and 1; played while there is time. */
  travellers?: { places: Place[]; colour: Rgb }[];
  /** How long a traveller takes over one hop, in milliseconds. */
  pace?: number;
  /** Travel once, or again and again. */
  again?: boolean;
  /** Nodes that the base map draws in a colour of their own. */
  nodes?: Map<string, Rgb>;
  fade?: boolean;
}

export const NOTHING: Overlay = { ways: [], marks: [] };

export function join(...all: Overlay[]): Overlay {
  const first = all.find((one) => one.travellers?.length);
  const nodes = all.find((one) => one.nodes)?.nodes;
  return {
    ways: all.flatMap((one) => one.ways),
    marks: all.flatMap((one) => one.marks),
    arrows: all.flatMap((one) => one.arrows ?? []),
    ...(first?.travellers ? { travellers: first.travellers, pace: first.pace ?? 500, again: first.again ?? true } : {}),
    ...(nodes ? { nodes } : {}),
    fade: all.some((one) => one.fade),
  };
}

/** Places of nodes in order; those whose place is not known are left out, with the hops that they break. */
export function along(path: Id[], places: Record<string, Place> | undefined): Place[] {
  return path.map((id) => places?.[String(id)]).filter((place): place is Place => place !== undefined);
}

/** The part of a segment inside a box, in numbers of 64 bits, before anything is rounded for the card. */
export function clip(a: Place, b: Place, box: [number, number, number, number]): [number, number, number, number] | null {
  let t0 = 0;
  let t1 = 1;
  const dx = b[0] - a[0];
  const dy = b[1] - a[1];
  const sides: [number, number][] = [
    [-dx, a[0] - box[0]],
    [dx, box[2] - a[0]],
    [-dy, a[1] - box[1]],
    [dy, box[3] - a[1]],
  ];
  for (const [p, q] of sides) {
    if (p === 0) {
      if (q < 0) return null;
      continue;
    }
    const r = q / p;
    if (p < 0) t0 = Math.max(t0, r);
    else t1 = Math.min(t1, r);
    if (t0 > t1) return null;
  }
  return [a[0] + t0 * dx, a[1] + t0 * dy, a[0] + t1 * dx, a[1] + t1 * dy];
}

/** Ways as lines in a frame, cut off far outside of the window. */
export function wayLines(ways: Way[], { frame, bow }: { frame: Frame; bow: Bow }, width: number, height: number): Lines {
  const far = 6 * Math.max(width, height) * frame.pixel;
  const box: [number, number, number, number] = [frame.x - far, frame.y - far, frame.x + width * frame.pixel + far, frame.y + height * frame.pixel + far];
  const ends: number[] = [];
  const colours: number[] = [];
  const widths: number[] = [];
  for (const way of ways) {
    for (let i = 0; i + 1 < way.places.length; i++) {
      const cut = clip(way.places[i] as Place, way.places[i + 1] as Place, box);
      if (!cut) continue;
      const [x0, y0, x1, y1] = [(cut[0] - frame.x) / frame.pixel, (cut[1] - frame.y) / frame.pixel, (cut[2] - frame.x) / frame.pixel, (cut[3] - frame.y) / frame.pixel];
      const bent = bow(x0, y0, x1, y1);
      const many = bent ? PIECES : 1;
      for (let k = 0; k < many; k++) {
        if (bent) ends.push(...bowed(x0, y0, bent, x1, y1, k / many), ...bowed(x0, y0, bent, x1, y1, (k + 1) / many));
        else ends.push(x0, y0, x1, y1);
        colours.push(...way.colour, Math.round((way.alpha ?? 1) * 255));
        widths.push(way.width);
      }
    }
  }
  return { count: widths.length, ends: Float32Array.from(ends), colours: Uint8ClampedArray.from(colours), widths: Float32Array.from(widths) };
}

/** The place after so many hops of a way, a fraction of a hop included. */
export function travelled(places: Place[], hops: number, { frame, bow }: { frame: Frame; bow: Bow }): Place {
  const i = Math.min(places.length - 2, Math.max(0, Math.floor(hops)));
  const a = places[i] as Place;
  const b = places[i + 1] ?? a;
  const f = Math.min(1, Math.max(0, hops - i));
  const [x0, y0, x1, y1] = [(a[0] - frame.x) / frame.pixel, (a[1] - frame.y) / frame.pixel, (b[0] - frame.x) / frame.pixel, (b[1] - frame.y) / frame.pixel];
  const bent = bow(x0, y0, x1, y1);
  if (!bent) return [a[0] + (b[0] - a[0]) * f, a[1] + (b[1] - a[1]) * f];
  const [x, y] = bowed(x0, y0, bent, x1, y1, f);
  return [frame.x + x * frame.pixel, frame.y + y * frame.pixel];
}
