// The window as a file: what is on the screen, with its expression, legend and command line. One pen writes pixels, another SVG; both are led by the
// code that draws the screen.

import { seen, type Size } from "./camera";
import { h } from "./dom";
import { short } from "./format";
import type { Entry } from "./furniture";
import { drawLabels, FONT } from "./labels";
import type { Pane } from "./pane";
import { css, scale as scaleColour, type Theme } from "./palette";
import { escaped, SvgPen, type Pen } from "./pen";
import { drawPlain } from "./plain";

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

export const HEAD = 40;
const ROW = 20;
const MARGIN = 14;
const WORDS = `400 12.5px ${FONT}`;

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

/** Where the words below the map are, and how high all of it is. */
function layOut(caption: Caption, size: Size, measure: Pen): { placed: ReturnType<typeof rows>; legendRows: number; height: number } {
  measure.font = WORDS;
  const placed = rows(caption.entries, size.width, (text) => measure.measureText(text).width);
  const legendRows = placed.length ? Math.max(...placed.map((one) => one.row)) + 1 : 0;
  const foot = 10 + ROW * (legendRows + (caption.scale ? 1 : 0) + (caption.command ? 1 : 0));
  return { placed, legendRows, height: HEAD + size.height + foot };
}

/** Ground, title, and all words below the map; `map` draws what is between them. */
function drawAround(pen: Pen, caption: Caption, size: Size, theme: Theme, map: () => void): void {
  const { width } = size;
  const { placed, legendRows, height } = layOut(caption, size, pen);
  pen.fillStyle = css(theme.ground);
  pen.fillRect(0, 0, width, height);
  map();
  pen.part?.("caption");
  // What is near the edge of the map is no wider than the map.
  pen.fillStyle = css(theme.ground);
  pen.fillRect(0, 0, width, HEAD);
  pen.fillRect(0, HEAD + size.height, width, height - HEAD - size.height);
  pen.textAlign = "left";
  pen.textBaseline = "middle";
  pen.lineCap = "butt";
  pen.fillStyle = css(theme.ink);
  pen.font = `600 17px ${FONT}`;
  pen.fillText(caption.title, MARGIN, HEAD / 2 + 2, width - 2 * MARGIN);
  pen.font = WORDS;
  let y = HEAD + size.height + ROW / 2;
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
    pen.font = '400 12px ui-monospace, "DejaVu Sans Mono", monospace';
    pen.fillStyle = css(theme.ink, 0.75);
    pen.fillText(caption.command, MARGIN, y, width - 2 * MARGIN);
  }
}

/** The map with its caption as a picture of pixels. */
export function pictureOf(pane: Pane, theme: Theme, caption: Caption): HTMLCanvasElement {
  const map = pane.picture();
  const { size } = pane;
  const ratio = map.width / Math.max(1, size.width);
  const canvas = h("canvas", null);
  const pen = canvas.getContext("2d") as CanvasRenderingContext2D;
  canvas.width = map.width;
  canvas.height = Math.round(layOut(caption, size, pen).height * ratio);
  pen.scale(ratio, ratio);
  drawAround(pen, caption, size, theme, () => pen.drawImage(map, 0, HEAD, size.width, size.height));
  return canvas;
}

/** The same as SVG. */
export function svgOf(pane: Pane, theme: Theme, caption: Caption): string {
  const { scene, size, camera } = pane;
  if (!scene) return "";
  const [map, around] = [new SvgPen(), new SvgPen()];
  drawPlain(map, scene, camera, size, pane.laid(), pane.dots(), theme);
  drawLabels(map, scene, camera, size, pane.laid(), theme);
  const n = (value: number): string => String(Math.round(value * 100) / 100);
  drawAround(around, caption, size, theme, () => around.put(`<svg y="${HEAD}" width="${n(size.width)}" height="${n(size.height)}">${map.svg()}</svg>`));
  const box = seen(camera, size).map((value) => value.toPrecision(6)).join(" ");
  const [wide, high] = [n(size.width), n(layOut(caption, size, new SvgPen()).height)];
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${wide}" height="${high}" viewBox="0 0 ${wide} ${high}"><title>${escaped(scene.answer.expression)}, window ${box}</title>${around.svg()}</svg>\n`;
}
