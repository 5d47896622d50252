// The map without a graphics card: the same lines and nodes on a plain canvas. It draws the first picture while the card is made ready, all
// pictures where there is none, and those that are saved as SVG.

import type { Camera, Size } from "./camera";
import { wayLines, type Overlay } from "./overlay";
import { css, type Rgb, type Theme } from "./palette";
import type { Pen } from "./pen";
import { within, type Lines, type Scene } from "./scene";
import type { Place } from "./types";

type Dots = { place: Place; colour: Rgb }[];

export function paintPlain(canvas: HTMLCanvasElement, scene: Scene, camera: Camera, size: Size, overlay: Overlay, dots: Dots, theme: Theme): void {
  const pen = canvas.getContext("2d");
  if (!pen) return;
  const ratio = canvas.width / Math.max(1, size.width);
  pen.setTransform(ratio, 0, 0, ratio, 0, 0);
  pen.clearRect(0, 0, size.width, size.height);
  drawPlain(pen, scene, camera, size, overlay, dots, theme);
}

/** Draws in pixels of the window. */
export function drawPlain(pen: Pen, scene: Scene, camera: Camera, size: Size, overlay: Overlay, dots: Dots, theme: Theme): void {
  const { target, zoom } = within(scene.frame, camera);
  const larger = Math.pow(2, zoom);
  const [ox, oy] = [size.width / 2 - target[0] * larger, size.height / 2 - target[1] * larger];
  const radius = scene.answer.radius * camera.scale;
  const thick = Math.min(3, Math.max(1, radius / 6));

  const draw = (all: Lines, widths: number, opacity: number): void => {
    for (let i = 0; i < all.count; i++) {
      const c = all.colours.subarray(4 * i, 4 * i + 4);
      pen.strokeStyle = css([c[0] as number, c[1] as number, c[2] as number], ((c[3] as number) / 255) * opacity);
      pen.lineWidth = (all.widths[i] as number) * widths;
      pen.beginPath();
      pen.moveTo((all.ends[4 * i] as number) * larger + ox, (all.ends[4 * i + 1] as number) * larger + oy);
      pen.lineTo((all.ends[4 * i + 2] as number) * larger + ox, (all.ends[4 * i + 3] as number) * larger + oy);
      pen.stroke();
    }
  };
  const disc = (x: number, y: number, r: number, inside: Rgb, rim: Rgb | null): void => {
    pen.beginPath();
    pen.arc(x, y, r, 0, 2 * Math.PI);
    pen.fillStyle = css(inside);
    pen.fill();
    if (!rim) return;
    pen.strokeStyle = css(rim);
    pen.lineWidth = 1.2;
    pen.stroke();
  };
  const at = (place: Place): [number, number] => [((place[0] - scene.frame.x) / scene.frame.pixel) * larger + ox, ((place[1] - scene.frame.y) / scene.frame.pixel) * larger + oy];

  pen.lineCap = "butt";
  pen.part?.("boxes");
  draw(scene.glyphs, larger, 1);
  draw(scene.frames, 1, 1);
  pen.part?.("links");
  draw(scene.bundles, 1, overlay.fade ? 0.35 : 1);
  draw(scene.links, thick, overlay.fade ? 0.45 : 1);
  pen.part?.("overlay");
  draw(wayLines(overlay.ways, scene, size.width / larger, size.height / larger), Math.min(2, thick), 1);
  const { points } = scene.answer;
  pen.part?.("nodes");
  for (let i = 0; i < points.id.length; i++) {
    pen.note?.(String(points.id[i]));
    disc((points.at[2 * i] as number) * larger + ox, (points.at[2 * i + 1] as number) * larger + oy, Math.max(1.3, radius), points.kind[i] === 1 ? theme.ground : theme.ink, theme.ink);
  }
  pen.part?.("marks");
  for (const mark of overlay.marks) if (mark.form === "disc") disc(...at(mark.place), Math.max(mark.size / 2, radius), mark.colour, null);
  for (const dot of dots) disc(...at(dot.place), Math.max(5, radius * 0.7), dot.colour, theme.ground);
}
