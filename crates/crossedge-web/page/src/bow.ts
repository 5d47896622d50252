// Links that would run straight through other nodes, as those that close the rows of a torus: they are drawn as bows, and so is what runs along them.

import type { WindowAnswer } from "./types";

/** The control point of a bow from one place to another, in pixels of the frame; null where the way between them is free. */
export type Bow = (x0: number, y0: number, x1: number, y1: number) => [number, number] | null;

const SLACK = 0.6;

/** Places of nodes along one axis, by the pixel that they have on the other. */
function lanes(at: number[], along: 0 | 1): Map<number, [number, number][]> {
  const all = new Map<number, [number, number][]>();
  for (let i = 0; i < at.length; i += 2) {
    const across = at[i + 1 - along] as number;
    const lane = all.get(Math.round(across));
    const one: [number, number] = [at[i + along] as number, across];
    if (lane) lane.push(one);
    else all.set(Math.round(across), [one]);
  }
  for (const lane of all.values()) lane.sort((a, b) => a[0] - b[0]);
  return all;
}

/** The first node strictly between two places of a lane. */
function between(all: Map<number, [number, number][]>, across: number, from: number, to: number): number | null {
  let best: number | null = null;
  for (let k = Math.round(across) - 1; k <= Math.round(across) + 1; k++) {
    const lane = all.get(k);
    if (!lane) continue;
    let [low, high] = [0, lane.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((lane[middle] as [number, number])[0] <= from + 1) low = middle + 1;
      else high = middle;
    }
    for (; low < lane.length && (lane[low] as [number, number])[0] < to - 1; low++) {
      const [place, own] = lane[low] as [number, number];
      if (Math.abs(own - across) > SLACK) continue;
      if (best === null || place < best) best = place;
      break;
    }
  }
  return best;
}

export function bows(points: WindowAnswer["points"], radius: number): Bow {
  const rows = lanes(points.at, 0);
  const columns = lanes(points.at, 1);
  return (x0, y0, x1, y1) => {
    const flat = Math.abs(y1 - y0) < SLACK;
    if (!flat && Math.abs(x1 - x0) >= SLACK) return null;
    const [from, to] = flat ? [Math.min(x0, x1), Math.max(x0, x1)] : [Math.min(y0, y1), Math.max(y0, y1)];
    const first = flat ? between(rows, y0, from, to) : between(columns, x0, from, to);
    if (first === null) return null;
    // High enough to clear the first node that it passes, and no higher than the gap to the next lane has room for.
    const part = (first - from) / (to - from);
    const high = 2 * Math.min(0.45 * (first - from), Math.max(6 + 0.06 * (to - from), (1.3 * radius) / (4 * part * (1 - part))));
    return flat ? [(x0 + x1) / 2, y0 - high] : [x0 - high, (y0 + y1) / 2];
  };
}

/** A place on a bow. */
export function bowed(x0: number, y0: number, [cx, cy]: [number, number], x1: number, y1: number, t: number): [number, number] {
  const s = 1 - t;
  return [s * s * x0 + 2 * s * t * cx + t * t * x1, s * s * y0 + 2 * s * t * cy + t * t * y1];
}

/** How many straight pieces a bow is drawn in. */
export const PIECES = 16;
