// Position of the window on the plane of the network. 64-bit numbers: from a machine of 10^12 nodes down to one of them is a factor of
// a million and more, which the 32 bits of a graphics card do not hold. So the card is given places about a frame near the window.

export interface Camera {
  /** The middle of the window, in units of the plane. */
  x: number;
  y: number;
  /** Pixels for a unit of the plane. */
  scale: number;
}

export interface Size {
  width: number;
  height: number;
}

export type Box = [number, number, number, number];

/** The part of the plane that a window shows: left, top, right, bottom. */
export function seen(camera: Camera, size: Size): Box {
  const w = size.width / camera.scale / 2;
  const h = size.height / camera.scale / 2;
  return [camera.x - w, camera.y - h, camera.x + w, camera.y + h];
}

/** A camera that shows a box, with a margin around it. */
export function fit(box: Box, size: Size, margin = 0.06): Camera {
  const w = Math.max(box[2] - box[0], 1e-9);
  const h = Math.max(box[3] - box[1], 1e-9);
  const room = 1 - 2 * margin;
  const scale = Math.min((size.width * room) / w, (size.height * room) / h);
  return { x: (box[0] + box[2]) / 2, y: (box[1] + box[3]) / 2, scale };
}

/** From pixels of the window to the plane. */
export function toPlane(camera: Camera, size: Size, px: number, py: number): [number, number] {
  return [camera.x + (px - size.width / 2) / camera.scale, camera.y + (py - size.height / 2) / camera.scale];
}

/** From the plane to pixels of the window. */
export function toPixel(camera: Camera, size: Size, x: number, y: number): [number, number] {
  return [(x - camera.x) * camera.scale + size.width / 2, (y - camera.y) * camera.scale + size.height / 2];
}

/** Larger by a factor, with one pixel held where it is. */
export function zoomed(camera: Camera, size: Size, factor: number, px: number, py: number): Camera {
  const [x, y] = toPlane(camera, size, px, py);
  const scale = camera.scale * factor;
  return { x: x - (px - size.width / 2) / scale, y: y - (py - size.height / 2) / scale, scale };
}

/** A way from one camera to another: out far enough that both are seen, across, and in again. */
export function flight(from: Camera, to: Camera, size: Size): (t: number) => Camera {
  const smooth = (t: number): number => t * t * (3 - 2 * t);
  const far = Math.hypot(to.x - from.x, to.y - from.y);
  const least = Math.min(from.scale, to.scale);
  const both = far > 0 ? Math.min(least, (0.6 * Math.min(size.width, size.height)) / far) : least;
  const up = Math.log(both / least);
  return (t) => {
    const u = smooth(t);
    const scale = Math.exp(Math.log(from.scale) * (1 - u) + Math.log(to.scale) * u + up * Math.sin(Math.PI * u));
    // Across while the view is wide: most of the path is where the scale is least, so that nothing rushes past.
    const across = far * least < 1e-9 ? u : share(from.scale, to.scale, u);
    return { x: from.x + (to.x - from.x) * across, y: from.y + (to.y - from.y) * across, scale };
  };
}

/** How much of the way is done when the scale has gone from a to b evenly in its logarithm: speed in pixels is then even. */
function share(a: number, b: number, u: number): number {
  const ratio = b / a;
  if (Math.abs(Math.log(ratio)) < 1e-3) return u;
  return (1 - Math.pow(ratio, -u)) / (1 - 1 / ratio);
}
