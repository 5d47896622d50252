// How fast a map moves: links of as many windows as are needed are put into one scene, and the map is moved frame by frame.

import { quick } from "./api";
import { seen } from "./camera";
import type { Pane } from "./pane";
import type { WindowAnswer } from "./types";

export interface Measured {
  links: number;
  windows: number;
  frames: number;
  milliseconds: number;
  slowest: number;
}

export async function measure(pane: Pane, wanted: number, frames: number): Promise<Measured> {
  const first = pane.scene?.answer;
  if (!first) throw new Error("there is no window yet");
  const sum: WindowAnswer = structuredClone(first);
  let windows = 1;
  const width = Math.round(pane.size.width);
  const height = Math.round(pane.size.height);
  // Windows around this one, ring by ring, as large in pixels: their links are put where they lie on the plane.
  const around: [number, number][] = [];
  for (let r = 1; r <= 12; r++) for (let i = -r; i <= r; i++) for (let j = -r; j <= r; j++) if (Math.max(Math.abs(i), Math.abs(j)) === r) around.push([i, j]);
  const box = seen(pane.camera, { width, height });
  for (const [i, j] of around) {
    if (sum.links_drawn.class.length >= wanted) break;
    const [dx, dy] = [(box[2] - box[0]) * i, (box[3] - box[1]) * j];
    const other = await quick<WindowAnswer>("window", { expr: pane.expression, x0: box[0] + dx, y0: box[1] + dy, x1: box[2] + dx, y1: box[3] + dy, width, height });
    windows++;
    const ox = (other.window[0] - sum.window[0]) / sum.pixel;
    const oy = (other.window[1] - sum.window[1]) / sum.pixel;
    const k = other.pixel / sum.pixel;
    for (let e = 0; e < other.links_drawn.ends.length; e += 2) sum.links_drawn.ends.push((other.links_drawn.ends[e] as number) * k + ox, (other.links_drawn.ends[e + 1] as number) * k + oy);
    for (const name of ["class", "from", "to"] as const) for (const one of other.links_drawn[name]) (sum.links_drawn[name] as unknown[]).push(one);
  }
  pane.showScene(sum);
  const start = pane.camera;
  const times: number[] = [];
  let last = 0;
  await new Promise<void>((done) => {
    let frame = -2;
    const next = (now: number): void => {
      if (frame > 0) times.push(now - last);
      last = now;
      frame++;
      if (frame > frames) {
        done();
        return;
      }
      pane.place({ ...start, x: start.x + (Math.sin(frame / 8) * 200) / start.scale, y: start.y + (frame * 4) / start.scale });
      requestAnimationFrame(next);
    };
    requestAnimationFrame(next);
  });
  pane.place(start);
  const milliseconds = times.reduce((all, one) => all + one, 0);
  return { links: sum.links_drawn.class.length, windows, frames: times.length, milliseconds, slowest: Math.max(...times) };
}
