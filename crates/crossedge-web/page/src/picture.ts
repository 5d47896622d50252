// The window as a file: the same lines, boxes, nodes and overlay as on the screen, with its expression, legend and command line.

import { seen, toPixel } from "./camera";
import { h } from "./dom";
import { short } from "./format";
import type { Entry } from "./furniture";
import { bend, FONT } from "./labels";
import type { Pane } from "./pane";
import { css, scale as scaleColour, type Theme } from "./palette";
import type { Lines } from "./scene";
import type { Place } from "./types";

/** A scale of colours, with the values at its ends. */
export interface Scale {
  from: number;
  to: number;
  text: string;
}

/** The words of a saved picture. */
export interface Caption {
  title: string;
  entries: Entry[];
  scale: Scale | null;
  command: string;
}

const HEAD = 40;
const ROW = 20;
const MARGIN = 14;

/** The legend in rows that fit: entries with their left edges. */
function rows(entries: Entry[], width: number, wide: (text: string) => number): { entry: Entry; x: number; row: number }[] {
  let [x, row] = [MARGIN, 0];
  return entries.map((entry) => {
    const long = 34 + wide(entry.text) + 20;
    if (x > MARGIN && x + long > width - MARGIN) [x, row] = [MARGIN, row + 1];
    const place = { entry, x, row };
    x += long;
    return place;
  });
}

/** The height below the map. */
const footHeight = (caption: Caption, legendRows: number): number => 10 + ROW * (legendRows + (caption.scale ? 1 : 0) + (caption.command ? 1 : 0));

/** The map with its caption as a picture of pixels. */
export function pictureOf(pane: Pane, theme: Theme, caption: Caption): HTMLCanvasElement {
  const map = pane.picture();
  const { width, height } = pane.size;
  const ratio = map.width / Math.max(1, width);
  const canvas = h("canvas", null);
  const pen = canvas.getContext("2d") as CanvasRenderingContext2D;
  const set = (weight: number, size: number): void => {
    pen.font = `${weight} ${size}px ${FONT}`;
  };
  set(400, 12.5);
  const placed = rows(caption.entries, width, (text) => pen.measureText(text).width);
  const legendRows = placed.length ? Math.max(...placed.map((one) => one.row)) + 1 : 0;
  canvas.width = map.width;
  canvas.height = Math.round((height + HEAD + footHeight(caption, legendRows)) * ratio);
  pen.scale(ratio, ratio);
  pen.fillStyle = css(theme.ground);
  pen.fillRect(0, 0, width, canvas.height / ratio);
  pen.drawImage(map, 0, HEAD, width, height);
  pen.textBaseline = "middle";
  pen.fillStyle = css(theme.ink);
  set(600, 17);
  pen.fillText(caption.title, MARGIN, HEAD / 2 + 2, width - 2 * MARGIN);
  set(400, 12.5);
  let y = HEAD + height + ROW / 2;
  for (const { entry, x, row } of placed) {
    pen.strokeStyle = css(entry.colour, entry.hidden ? 0.4 : 1);
    pen.lineWidth = entry.width;
    pen.beginPath();
    pen.moveTo(x, y + row * ROW);
    pen.lineTo(x + 26, y + row * ROW);
    pen.stroke();
    pen.fillStyle = css(theme.ink, entry.hidden ? 0.6 : 1);
    pen.fillText(entry.text, x + 34, y + row * ROW);
  }
  y += legendRows * ROW;
  if (caption.scale) {
    pen.fillStyle = css(theme.ink);
    const low = short(Number(caption.scale.from.toPrecision(4)));
    pen.fillText(low, MARGIN, y);
    const left = MARGIN + pen.measureText(low).width + 8;
    for (let i = 0; i < 160; i++) {
      pen.fillStyle = css(scaleColour(theme, i / 159));
      pen.fillRect(left + i, y - 5, 1.2, 10);
    }
    pen.fillStyle = css(theme.ink);
    pen.fillText(`${short(Number(caption.scale.to.toPrecision(4)))} ${caption.scale.text}`, left + 168, y);
    y += ROW;
  }
  if (caption.command) {
    pen.font = '12px ui-monospace, "DejaVu Sans Mono", monospace';
    pen.fillStyle = css(theme.ink, 0.75);
    pen.fillText(caption.command, MARGIN, y, width - 2 * MARGIN);
  }
  return canvas;
}

const escaped = (text: string): string => text.replace(/&/g, "&amp;").replace(/</g, "&lt;").replace(/>/g, "&gt;");

/** The same as SVG. */
export function svgOf(pane: Pane, theme: Theme, caption: Caption): string {
  const scene = pane.scene;
  if (!scene) return "";
  const { width, height } = pane.size;
  const { frame } = scene;
  const at = (x: number, y: number): [number, number] => toPixel(pane.camera, pane.size, frame.x + x * frame.pixel, frame.y + y * frame.pixel);
  const pixel = (place: Place): [number, number] => toPixel(pane.camera, pane.size, place[0], place[1]);
  const n = (value: number): string => String(Math.round(value * 100) / 100);
  const larger = pane.camera.scale * frame.pixel;
  const overlay = pane.laid();
  const radius = Math.max(1.3, scene.answer.radius * pane.camera.scale);
  const thick = Math.min(3, Math.max(1, (scene.answer.radius * pane.camera.scale) / 6));
  const out: string[] = [];
  const lines = (all: Lines, opacity: number, wide: number): void => {
    for (let i = 0; i < all.count; i++) {
      const [x1, y1] = at(all.ends[4 * i] as number, all.ends[4 * i + 1] as number);
      const [x2, y2] = at(all.ends[4 * i + 2] as number, all.ends[4 * i + 3] as number);
      const c = all.colours.subarray(4 * i, 4 * i + 4);
      out.push(`<line x1="${n(x1)}" y1="${n(y1)}" x2="${n(x2)}" y2="${n(y2)}" stroke="rgb(${c[0]},${c[1]},${c[2]})" stroke-opacity="${n(((c[3] as number) / 255) * opacity)}" stroke-width="${n((all.widths[i] as number) * wide)}"/>`);
    }
  };
  for (let i = 0; i < scene.glyphs.count; i++) {
    const [x, middle, right] = scene.glyphs.ends.subarray(4 * i, 4 * i + 3) as unknown as [number, number, number];
    const high = scene.glyphs.widths[i] as number;
    const [px, py] = at(x, middle - high / 2);
    const c = scene.glyphs.colours.subarray(4 * i, 4 * i + 4);
    out.push(`<rect x="${n(px)}" y="${n(py)}" width="${n((right - x) * larger)}" height="${n(high * larger)}" fill="rgb(${c[0]},${c[1]},${c[2]})" fill-opacity="${n((c[3] as number) / 255)}"/>`);
  }
  lines(scene.frames, 1, 1);
  lines(scene.bundles, overlay.fade ? 0.35 : 1, 1);
  lines(scene.links, overlay.fade ? 0.45 : 1, thick);
  const ways = pane.ways();
  if (ways) lines(ways, 1, Math.min(2, thick));
  const { points } = scene.answer;
  const text = (x: number, y: number, size: number, words: string, fill: string, weight = 400, anchor = "middle"): string =>
    `<text x="${n(x)}" y="${n(y)}" font-size="${n(size)}" font-family="sans-serif" font-weight="${weight}" text-anchor="${anchor}" fill="${fill}">${escaped(words)}</text>`;
  points.id.forEach((id, i) => {
    const [x, y] = at(points.at[2 * i] as number, points.at[2 * i + 1] as number);
    const fill = points.kind[i] === 1 ? theme.ground : theme.ink;
    out.push(`<circle cx="${n(x)}" cy="${n(y)}" r="${n(radius)}" fill="${css(fill)}" stroke="${css(theme.ink)}"><title>${id}</title></circle>`);
  });
  for (const mark of overlay.marks.filter((one) => one.form === "disc")) {
    const [x, y] = pixel(mark.place);
    out.push(`<path class="mark" d="M ${n(x - Math.max(mark.size / 2, radius))} ${n(y)} a ${n(Math.max(mark.size / 2, radius))} ${n(Math.max(mark.size / 2, radius))} 0 1 0 ${n(2 * Math.max(mark.size / 2, radius))} 0 a ${n(Math.max(mark.size / 2, radius))} ${n(Math.max(mark.size / 2, radius))} 0 1 0 ${n(-2 * Math.max(mark.size / 2, radius))} 0" fill="${css(mark.colour)}"/>`);
  }
  points.id.forEach((id, i) => {
    const [x, y] = at(points.at[2 * i] as number, points.at[2 * i + 1] as number);
    const high = Math.min(15, (radius * 1.7) / Math.max(1.5, String(id).length * 0.56));
    if (high >= 6) out.push(text(x, y + high * 0.36, high, String(id), css(points.kind[i] === 1 ? theme.ink : theme.ground), 600));
  });
  for (const mark of overlay.marks) {
    const [x, y] = pixel(mark.place);
    const size = mark.form === "cross" && !mark.node ? mark.size : Math.max(mark.size, radius + (mark.form === "ring" ? 3 : 0));
    const colour = css(mark.colour);
    if (mark.form === "packet") out.push(`<rect class="mark" x="${n(x - mark.size)}" y="${n(y - mark.size)}" width="${2 * mark.size}" height="${2 * mark.size}" fill="${colour}"/>`, text(x, y + 3.5, 10, mark.label ?? "", css(theme.ground), 600));
    if (mark.form === "ring") out.push(`<path class="mark" d="M ${n(x - size)} ${n(y)} a ${n(size)} ${n(size)} 0 1 0 ${n(2 * size)} 0 a ${n(size)} ${n(size)} 0 1 0 ${n(-2 * size)} 0" fill="none" stroke="${colour}" stroke-width="2.4"/>`);
    if (mark.form === "cross") {
      const d = size * (mark.node ? 0.55 : 1);
      if (mark.node) out.push(`<path d="M ${n(x - size)} ${n(y)} a ${n(size)} ${n(size)} 0 1 0 ${n(2 * size)} 0 a ${n(size)} ${n(size)} 0 1 0 ${n(-2 * size)} 0" fill="${css(theme.ground)}" stroke="${css(theme.faint)}"/>`);
      out.push(`<path class="mark" d="M ${n(x - d)} ${n(y - d)} L ${n(x + d)} ${n(y + d)} M ${n(x + d)} ${n(y - d)} L ${n(x - d)} ${n(y + d)}" stroke="${colour}" stroke-width="2.6"/>`);
    }
    if (mark.label && mark.form !== "packet") out.push(text(x, (y - size > 18 ? y - size - 9 : y + size + 10) + 4, 12, mark.label, css(theme.ink), 600));
  }
  for (const arrow of overlay.arrows ?? []) {
    const curve = bend(arrow, pixel, scene.answer.radius * pane.camera.scale);
    if (!curve) continue;
    const { from, control, tip, heading } = curve;
    const [ex, ey] = heading;
    out.push(
      `<path class="arrow" d="M ${n(from[0])} ${n(from[1])} Q ${n(control[0])} ${n(control[1])} ${n(tip[0] + ex * 6)} ${n(tip[1] + ey * 6)}" fill="none" stroke="${css(arrow.colour)}" stroke-width="2.2"/>`,
      `<path d="M ${n(tip[0])} ${n(tip[1])} L ${n(tip[0] + ex * 11 - ey * 5)} ${n(tip[1] + ey * 11 + ex * 5)} L ${n(tip[0] + ex * 11 + ey * 5)} ${n(tip[1] + ey * 11 - ex * 5)} Z" fill="${css(arrow.colour)}"/>`,
    );
  }
  const placed = rows(caption.entries, width, (words) => words.length * 6.6);
  const legendRows = placed.length ? Math.max(...placed.map((one) => one.row)) + 1 : 0;
  const foot: string[] = [];
  let y = HEAD + height + ROW / 2;
  for (const { entry, x, row } of placed) {
    foot.push(`<line x1="${x}" y1="${y + row * ROW}" x2="${x + 26}" y2="${y + row * ROW}" stroke="${css(entry.colour, entry.hidden ? 0.4 : 1)}" stroke-width="${n(entry.width)}"/>`, text(x + 34, y + row * ROW + 4, 12.5, entry.text, css(theme.ink), 400, "start"));
  }
  y += legendRows * ROW;
  if (caption.scale) {
    const stops = Array.from({ length: 9 }, (_, i) => `<stop offset="${i / 8}" stop-color="${css(scaleColour(theme, i / 8))}"/>`).join("");
    foot.push(`<defs><linearGradient id="scale">${stops}</linearGradient></defs>`, text(MARGIN, y + 4, 12.5, short(Number(caption.scale.from.toPrecision(4))), css(theme.ink), 400, "start"), `<rect x="70" y="${y - 5}" width="160" height="10" fill="url(#scale)"/>`, text(238, y + 4, 12.5, `${short(Number(caption.scale.to.toPrecision(4)))} ${caption.scale.text}`, css(theme.ink), 400, "start"));
    y += ROW;
  }
  if (caption.command) foot.push(`<text x="${MARGIN}" y="${y + 4}" font-size="12" font-family="monospace" fill="${css(theme.ink, 0.75)}">${escaped(caption.command)}</text>`);
  const all = height + HEAD + footHeight(caption, legendRows);
  const box = seen(pane.camera, pane.size).map((value) => value.toPrecision(6)).join(" ");
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="${n(width)}" height="${n(all)}" viewBox="0 0 ${n(width)} ${n(all)}"><title>${escaped(scene.answer.expression)}, window ${box}</title>` +
    `<rect width="100%" height="100%" fill="${css(theme.ground)}"/>${text(MARGIN, HEAD / 2 + 6, 17, caption.title, css(theme.ink), 600, "start")}` +
    `<svg y="${HEAD}" width="${n(width)}" height="${n(height)}">${out.join("")}</svg>${foot.join("")}</svg>\n`
  );
}
