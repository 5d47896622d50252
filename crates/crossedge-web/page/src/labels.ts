// Words on the map: ids and addresses of nodes, names and sizes of clusters, crosses over what is dead. Drawn as text by the browser, so that
// letters are sharp at every scale.

import { toPixel, type Camera, type Size } from "./camera";
import { grouped } from "./format";
import type { Arrow, Overlay } from "./overlay";
import { css, type Theme } from "./palette";
import type { Pen } from "./pen";
import type { Scene } from "./scene";
import type { Place } from "./types";

export const FONT = 'ui-sans-serif, system-ui, "Segoe UI", "Helvetica Neue", "DejaVu Sans", sans-serif';

export function paintLabels(canvas: HTMLCanvasElement, scene: Scene, camera: Camera, size: Size, overlay: Overlay, theme: Theme, clear: boolean): void {
  const pen = canvas.getContext("2d");
  if (!pen) return;
  const ratio = canvas.width / Math.max(1, size.width);
  pen.setTransform(ratio, 0, 0, ratio, 0, 0);
  if (clear) {
    pen.clearRect(0, 0, size.width, size.height);
    // An empty canvas is not always shown: Chromium keeps the picture before it when nothing is drawn after clearing.
    pen.fillStyle = css(theme.ground, 0.01);
    pen.fillRect(0, 0, 1, 1);
  }
  drawLabels(pen, scene, camera, size, overlay, theme);
}

/** Draws in pixels of the window. */
export function drawLabels(pen: Pen, scene: Scene, camera: Camera, size: Size, overlay: Overlay, theme: Theme): void {
  const { frame, answer } = scene;
  const larger = camera.scale * frame.pixel;
  const px = (x: number): number => (frame.x + x * frame.pixel - camera.x) * camera.scale + size.width / 2;
  const py = (y: number): number => (frame.y + y * frame.pixel - camera.y) * camera.scale + size.height / 2;
  const radius = answer.radius * camera.scale;

  pen.part?.("words");
  pen.textBaseline = "middle";
  names(pen, scene, size, theme, px, py, larger);

  const points = answer.points;
  if (radius >= 6.5) {
    pen.textAlign = "center";
    const free = room(points.at, px, py, radius);
    for (let i = 0; i < points.id.length; i++) {
      const x = px(points.at[2 * i] as number);
      const y = py(points.at[2 * i + 1] as number);
      if (x < -40 || y < -40 || x > size.width + 40 || y > size.height + 40) continue;
      const id = String(points.id[i]);
      const high = Math.min(15, (radius * 1.7) / Math.max(1.5, id.length * 0.56));
      if (high >= 6) {
        pen.font = `600 ${high}px ${FONT}`;
        pen.fillStyle = css(points.kind[i] === 1 ? theme.ink : theme.ground);
        pen.fillText(id, x, y + high * 0.04);
      }
      const address = points.address?.[i];
      if (address && address !== id && radius >= 13 && free(x, y + radius + 9, address.length * 6.2, 11, i)) written(pen, address, x, y + radius + 9, 11, theme);
    }
  }
  pen.part?.("marks");
  marks(pen, overlay, camera, size, theme, radius);
  pen.part?.("arrows");
  for (const arrow of overlay.arrows ?? []) arrowed(pen, arrow, (place) => toPixel(camera, size, place[0], place[1]), radius, theme);
}

/** The curve of an arrow in pixels; its ends keep clear of what it joins. `null` where there is no room. */
function bend(arrow: Arrow, pixel: (place: Place) => [number, number], radius: number): { from: [number, number]; control: [number, number]; tip: [number, number]; heading: [number, number] } | null {
  const [[x0, y0], [x1, y1], [ax, ay]] = [pixel(arrow.from), pixel(arrow.to), pixel(arrow.away)];
  const long = Math.hypot(x1 - x0, y1 - y0);
  if (long < 24) return null;
  // Away from the third place, or around it to the right where all three are in line.
  const [mx, my] = [(x0 + x1) / 2 - ax, (y0 + y1) / 2 - ay];
  const off = Math.hypot(mx, my);
  const inLine = off <= 0.05 * long;
  const [ux, uy] = inLine ? [(y0 - y1) / long, (x1 - x0) / long] : [mx / off, my / off];
  const out = inLine ? Math.max(0.3 * long, 2 * radius + 20) : 0.3 * long;
  const [cx, cy] = [(x0 + x1) / 2 + ux * out, (y0 + y1) / 2 + uy * out];
  const gap = Math.min(11, 0.2 * long);
  const towards = (x: number, y: number): [number, number] => [(cx - x) / Math.hypot(cx - x, cy - y), (cy - y) / Math.hypot(cx - x, cy - y)];
  const [[sx, sy], heading] = [towards(x0, y0), towards(x1, y1)];
  return { from: [x0 + sx * gap, y0 + sy * gap], control: [cx, cy], tip: [x1 + heading[0] * gap, y1 + heading[1] * gap], heading };
}

/** An arrow on a halo of the ground. */
function arrowed(pen: Pen, arrow: Arrow, pixel: (place: Place) => [number, number], radius: number, theme: Theme): void {
  const curve = bend(arrow, pixel, radius);
  if (!curve) return;
  const { from, control, tip: [tx, ty], heading: [ex, ey] } = curve;
  pen.lineCap = "round";
  for (const [wide, colour] of [[6, css(theme.ground, 0.9)], [2.2, css(arrow.colour)]] as const) {
    pen.lineWidth = wide;
    pen.strokeStyle = colour;
    pen.beginPath();
    pen.moveTo(...from);
    pen.quadraticCurveTo(...control, tx + ex * 6, ty + ey * 6);
    pen.stroke();
  }
  pen.fillStyle = css(arrow.colour);
  pen.beginPath();
  pen.moveTo(tx, ty);
  pen.lineTo(tx + ex * 11 - ey * 5, ty + ey * 11 + ex * 5);
  pen.lineTo(tx + ex * 11 + ey * 5, ty + ey * 11 - ex * 5);
  pen.fill();
}

/** Whether words have room: they lie on no node but their own, and on no words that were written before. */
function room(at: number[], px: (x: number) => number, py: (y: number) => number, radius: number): (x: number, y: number, wide: number, high: number, own: number) => boolean {
  const taken: [number, number, number, number][] = [];
  return (x, y, wide, high, own) => {
    const [dx, dy] = [wide / 2, high / 2];
    for (let k = 0; k < at.length / 2; k++) {
      if (k !== own && Math.abs(px(at[2 * k] as number) - x) < dx + radius && Math.abs(py(at[2 * k + 1] as number) - y) < dy + radius) return false;
    }
    if (taken.some(([ox, oy, odx, ody]) => Math.abs(ox - x) < dx + odx && Math.abs(oy - y) < dy + ody)) return false;
    taken.push([x, y, dx, dy]);
    return true;
  };
}

/** Text with a halo of the ground, readable over lines. */
function written(pen: Pen, text: string, x: number, y: number, high: number, theme: Theme, weight = 400): void {
  pen.font = `${weight} ${high}px ${FONT}`;
  pen.lineJoin = "round";
  pen.strokeStyle = css(theme.ground, 0.9);
  pen.lineWidth = 3.5;
  pen.strokeText(text, x, y);
  pen.fillStyle = css(theme.ink);
  pen.fillText(text, x, y);
}

function names(pen: Pen, scene: Scene, size: Size, theme: Theme, px: (x: number) => number, py: (y: number) => number, larger: number): void {
  const { boxes } = scene.answer;
  const numbers: { text: string; label: string; x: number; y: number; letters: number }[] = [];
  let left = 160;
  for (let i = 0; i < boxes.level.length; i++) {
    const [x, y, w, hgt] = boxes.rect.slice(4 * i, 4 * i + 4) as [number, number, number, number];
    const wide = w * larger;
    const high = hgt * larger;
    const x0 = px(x);
    const y0 = py(y);
    if (x0 > size.width || y0 > size.height || x0 + wide < 0 || y0 + high < 0) continue;
    const label = boxes.label[i] ?? "";
    if (boxes.open[i]) {
      if (!label || wide < 150 || high < 90 || left === 0) continue;
      pen.textAlign = "left";
      // On the upper edge, clear of the nodes below it; inside the window even where the corner is outside: one always reads where one is.
      const at = Math.max(x0 + 6, 8);
      const top = Math.max(y0 + 1, 12);
      if (at > x0 + wide - 40 || top > y0 + high - 14 || (y0 + 1 < 12 && x0 + 6 < 8)) continue;
      written(pen, label, at, top, 11, theme);
      left--;
      continue;
    }
    const text = grouped(boxes.nodes[i] ?? 0);
    const letters = Math.min(13, wide / (text.length * 0.62 + 1), high / 2);
    if (letters >= 7) numbers.push({ text, label: high > 44 && wide > label.length * 6.4 ? label : "", x: x0 + wide / 2, y: y0 + high / 2, letters });
  }
  // All of them or none: some alone would look like more than the others.
  if (numbers.length > 250) return;
  pen.textAlign = "center";
  for (const { text, label, x, y, letters } of numbers) {
    written(pen, text, x, y, letters, theme, 600);
    if (label) written(pen, label, x, y + letters + 4, 10, theme);
  }
}

function marks(pen: Pen, overlay: Overlay, camera: Camera, size: Size, theme: Theme, radius: number): void {
  const drawn: [number, number, number][] = [];
  for (const mark of overlay.marks) {
    if (mark.form === "disc") continue;
    const [x, y] = toPixel(camera, size, mark.place[0], mark.place[1]);
    if (x < -60 || y < -60 || x > size.width + 60 || y > size.height + 60) continue;
    if (mark.form === "packet") {
      const covers = mark.crowded && drawn.some(([ox, oy, other]) => Math.max(Math.abs(ox - x), Math.abs(oy - y)) < other + mark.size + 1);
      const half = covers ? 2.5 : mark.size;
      if (!covers) drawn.push([x, y, half]);
      pen.fillStyle = css(mark.colour);
      pen.strokeStyle = css(theme.ground);
      pen.lineWidth = covers ? 1 : 2;
      pen.beginPath();
      pen.rect(x - half, y - half, 2 * half, 2 * half);
      pen.fill();
      pen.stroke();
      if (mark.label && !covers) {
        pen.textAlign = "center";
        pen.font = `600 ${1.25 * mark.size}px ${FONT}`;
        pen.fillStyle = css(theme.ground);
        pen.fillText(mark.label, x, y + 0.5);
      }
      continue;
    }
    const r = mark.form === "cross" && !mark.node ? mark.size : Math.max(mark.size, radius + (mark.form === "ring" ? 3 : 0));
    if (mark.form === "cross" && mark.node) {
      pen.fillStyle = css(theme.ground);
      pen.strokeStyle = css(theme.faint);
      pen.lineWidth = 1.5;
      pen.beginPath();
      pen.arc(x, y, r, 0, 2 * Math.PI);
      pen.fill();
      pen.stroke();
    }
    pen.strokeStyle = css(theme.ground, 0.9);
    pen.lineCap = "round";
    for (const [wide, colour] of [[mark.form === "cross" ? 5.5 : 5, css(theme.ground, 0.9)], [mark.form === "cross" ? 2.6 : 2.4, css(mark.colour)]] as const) {
      pen.lineWidth = wide;
      pen.strokeStyle = colour;
      pen.beginPath();
      if (mark.form === "ring") pen.arc(x, y, r, 0, 2 * Math.PI);
      else {
        const d = r * (mark.node ? 0.55 : 1);
        pen.moveTo(x - d, y - d);
        pen.lineTo(x + d, y + d);
        pen.moveTo(x + d, y - d);
        pen.lineTo(x - d, y + d);
      }
      pen.stroke();
    }
    if (mark.label) {
      // Above the ring, where there is the most room next to links and nodes.
      pen.textAlign = "center";
      pen.textBaseline = "middle";
      written(pen, mark.label, x, y - r > 18 ? y - r - 9 : y + r + 10, 12, theme, 600);
    }
  }
}
