// The window as SVG: the same lines, boxes and nodes as on the screen.

import { seen, toPixel } from "./camera";
import type { Pane } from "./pane";
import { css, type Theme } from "./palette";
import type { Lines } from "./scene";

export function svgOf(pane: Pane, theme: Theme): string {
  const scene = pane.scene;
  if (!scene) return "";
  const { width, height } = pane.size;
  const { frame } = scene;
  const at = (x: number, y: number): [number, number] => toPixel(pane.camera, pane.size, frame.x + x * frame.pixel, frame.y + y * frame.pixel);
  const n = (value: number): string => String(Math.round(value * 100) / 100);
  const larger = pane.camera.scale * frame.pixel;
  const out: string[] = [];
  const lines = (all: Lines): void => {
    for (let i = 0; i < all.count; i++) {
      const [x1, y1] = at(all.ends[4 * i] as number, all.ends[4 * i + 1] as number);
      const [x2, y2] = at(all.ends[4 * i + 2] as number, all.ends[4 * i + 3] as number);
      const c = all.colours.subarray(4 * i, 4 * i + 4);
      out.push(`<line x1="${n(x1)}" y1="${n(y1)}" x2="${n(x2)}" y2="${n(y2)}" stroke="rgb(${c[0]},${c[1]},${c[2]})" stroke-opacity="${n((c[3] as number) / 255)}" stroke-width="${n(all.widths[i] as number)}"/>`);
    }
  };
  for (let i = 0; i < scene.glyphs.count; i++) {
    const [x, middle, right] = scene.glyphs.ends.subarray(4 * i, 4 * i + 3) as unknown as [number, number, number];
    const high = scene.glyphs.widths[i] as number;
    const [px, py] = at(x, middle - high / 2);
    const c = scene.glyphs.colours.subarray(4 * i, 4 * i + 4);
    out.push(`<rect x="${n(px)}" y="${n(py)}" width="${n((right - x) * larger)}" height="${n(high * larger)}" fill="rgb(${c[0]},${c[1]},${c[2]})" fill-opacity="${n((c[3] as number) / 255)}"/>`);
  }
  lines(scene.frames);
  lines(scene.bundles);
  lines(scene.links);
  const ways = pane.ways();
  if (ways) lines(ways);
  const radius = Math.max(1.3, scene.answer.radius * pane.camera.scale);
  const { points } = scene.answer;
  points.id.forEach((id, i) => {
    const [x, y] = at(points.at[2 * i] as number, points.at[2 * i + 1] as number);
    const fill = points.kind[i] === 1 ? theme.ground : theme.ink;
    out.push(`<circle cx="${n(x)}" cy="${n(y)}" r="${n(radius)}" fill="${css(fill)}" stroke="${css(theme.ink)}"><title>${id}</title></circle>`);
    const high = Math.min(15, (radius * 1.7) / Math.max(1.5, String(id).length * 0.56));
    if (high >= 6) out.push(`<text x="${n(x)}" y="${n(y + high * 0.36)}" font-size="${n(high)}" font-family="sans-serif" font-weight="600" text-anchor="middle" fill="${css(points.kind[i] === 1 ? theme.ink : theme.ground)}">${id}</text>`);
  });
  const box = seen(pane.camera, pane.size).map((value) => value.toPrecision(6)).join(" ");
  const name = scene.answer.expression.replace(/[<>&]/g, "");
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${n(width)}" height="${n(height)}" viewBox="0 0 ${n(width)} ${n(height)}"><title>${name}, window ${box}</title><rect width="100%" height="100%" fill="${css(theme.ground)}"/>${out.join("")}</svg>\n`;
}
