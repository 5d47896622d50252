// The graphics card: lines and discs, the two primitives of a map, from flat buffers by WebGL. No other module uses it.
//
// Lines are quads: each vertex has its place, and the vector to the edge of the line in pixels. Moving and zooming change a uniform, and buffers
// are filled once for each scene. Edges are smoothed by the fragment program, which costs less than multisampling where the card is software.
// Very many lines are drawn as lines of one pixel: the browser then fills a third of the pixels.

import type { Camera, Size } from "./camera";
import { wayLines, type Overlay } from "./overlay";
import type { Rgb, Theme } from "./palette";
import { within, type Lines, type Scene } from "./scene";
import type { Place } from "./types";

type Dot = { place: Place; colour: Rgb };

/** More lines than this, or lines over more pixels than this, are drawn one pixel wide. */
const MANY = 12_000;
const MANY_PIXELS = 1_200_000;

/** Pixels that lines cover with their smooth edges, at the scale of their window. */
function covered(all: Lines): number {
  let sum = 0;
  for (let i = 0; i < all.count; i++) sum += Math.hypot((all.ends[4 * i] as number) - (all.ends[4 * i + 2] as number), (all.ends[4 * i + 1] as number) - (all.ends[4 * i + 3] as number)) * ((all.widths[i] as number) + 1);
  return sum;
}

const LINE_VERTEX = `#version 300 es
uniform vec2 half_size;
uniform vec3 place;
uniform vec2 thick;
layout(location = 0) in vec2 at;
layout(location = 1) in vec2 edge;
layout(location = 2) in vec4 colour;
out vec4 ink;
out vec2 across;
void main() {
  float half_width = length(edge) * thick.x;
  float side = half_width + thick.y;
  vec2 out_of = half_width > 0.0 ? normalize(edge) * side : vec2(0.0);
  vec2 pixel = at * place.z + place.xy + out_of;
  gl_Position = vec4(pixel / half_size * vec2(1.0, -1.0), 0.0, 1.0);
  ink = colour;
  across = vec2((gl_VertexID & 1) == 0 ? side : -side, half_width);
}`;

const LINE_FRAGMENT = `#version 300 es
precision highp float;
uniform float opacity;
in vec4 ink;
in vec2 across;
out vec4 result;
void main() {
  float alpha = ink.a * opacity * clamp(across.y + 0.5 - abs(across.x), 0.0, 1.0) * min(1.0, 2.0 * across.y + 0.2);
  result = vec4(ink.rgb * alpha, alpha);
}`;

const THIN_FRAGMENT = `#version 300 es
precision highp float;
uniform float opacity;
in vec4 ink;
in vec2 across;
out vec4 result;
void main() {
  float alpha = ink.a * opacity;
  result = vec4(ink.rgb * alpha, alpha);
}`;

const DISC_VERTEX = `#version 300 es
uniform vec2 half_size;
uniform vec3 place;
uniform float radius;
layout(location = 0) in vec2 at;
layout(location = 1) in vec2 edge;
layout(location = 2) in vec4 colour;
layout(location = 3) in vec4 rim;
out vec4 ink;
out vec4 edge_ink;
out vec2 from;
void main() {
  from = edge * (radius + 1.5);
  vec2 pixel = at * place.z + place.xy + from;
  gl_Position = vec4(pixel / half_size * vec2(1.0, -1.0), 0.0, 1.0);
  ink = colour;
  edge_ink = rim;
}`;

const DISC_FRAGMENT = `#version 300 es
precision highp float;
uniform float radius;
uniform float stroke;
in vec4 ink;
in vec4 edge_ink;
in vec2 from;
out vec4 result;
void main() {
  float away = length(from);
  float alpha = clamp(radius + 0.5 * stroke + 0.5 - away, 0.0, 1.0);
  vec3 colour = mix(ink.rgb, edge_ink.rgb, stroke > 0.0 ? clamp(away - (radius - 0.5 * stroke) + 0.5, 0.0, 1.0) : 0.0);
  result = vec4(colour * alpha, alpha);
}`;

/** Bytes of a vertex: place, edge, one colour or two. */
const LINE_BYTES = 20;
const DISC_BYTES = 24;

interface Mesh {
  array: WebGLVertexArrayObject;
  buffer: WebGLBuffer;
  /** Indices, or vertices of lines of one pixel. */
  count: number;
  thin: boolean;
}

/** Lines as quads of four vertices each: even ones lie to the left. */
function quads(all: Lines): ArrayBuffer {
  const bytes = new ArrayBuffer(all.count * 4 * LINE_BYTES);
  const floats = new Float32Array(bytes);
  const words = new Uint32Array(bytes);
  const inks = new Uint32Array(all.colours.buffer, all.colours.byteOffset, all.count);
  for (let i = 0, v = 0; i < all.count; i++) {
    const x0 = all.ends[4 * i] as number;
    const y0 = all.ends[4 * i + 1] as number;
    const x1 = all.ends[4 * i + 2] as number;
    const y1 = all.ends[4 * i + 3] as number;
    const long = Math.hypot(x1 - x0, y1 - y0) || 1;
    const half = (all.widths[i] as number) / 2 / long;
    const ex = (y0 - y1) * half;
    const ey = (x1 - x0) * half;
    const ink = inks[i] as number;
    for (let corner = 0; corner < 4; corner++, v += 5) {
      const side = corner & 1 ? -1 : 1;
      floats[v] = corner < 2 ? x0 : x1;
      floats[v + 1] = corner < 2 ? y0 : y1;
      floats[v + 2] = ex * side;
      floats[v + 3] = ey * side;
      words[v + 4] = ink;
    }
  }
  return bytes;
}

/** Lines of one pixel: two vertices each. */
function pairs(all: Lines): ArrayBuffer {
  const bytes = new ArrayBuffer(all.count * 2 * LINE_BYTES);
  const floats = new Float32Array(bytes);
  const words = new Uint32Array(bytes);
  const inks = new Uint32Array(all.colours.buffer, all.colours.byteOffset, all.count);
  for (let i = 0; i < all.count; i++) {
    for (let end = 0; end < 2; end++) {
      const v = 5 * (2 * i + end);
      floats[v] = all.ends[4 * i + 2 * end] as number;
      floats[v + 1] = all.ends[4 * i + 2 * end + 1] as number;
      words[v + 4] = inks[i] as number;
    }
  }
  return bytes;
}

function discs(count: number, at: ArrayLike<number>, fills: Uint8ClampedArray, rims: Uint8ClampedArray): ArrayBuffer {
  const bytes = new ArrayBuffer(count * 4 * DISC_BYTES);
  const floats = new Float32Array(bytes);
  const words = new Uint32Array(bytes);
  const [fill, rim] = [fills, rims].map((each) => new Uint32Array(each.buffer, each.byteOffset, count)) as [Uint32Array, Uint32Array];
  for (let i = 0, v = 0; i < count; i++) {
    for (let corner = 0; corner < 4; corner++, v += 6) {
      floats[v] = at[2 * i] as number;
      floats[v + 1] = at[2 * i + 1] as number;
      floats[v + 2] = corner < 2 ? -1 : 1;
      floats[v + 3] = corner & 1 ? -1 : 1;
      words[v + 4] = fill[i] as number;
      words[v + 5] = rim[i] as number;
    }
  }
  return bytes;
}

/** Programs and buffers of one canvas. */
class Card {
  private readonly gl: WebGL2RenderingContext;
  private readonly programs: Record<"line" | "thin" | "disc", { program: WebGLProgram; places: Map<string, WebGLUniformLocation | null> }>;
  private readonly indices: WebGLBuffer;
  private indexed = 0;

  constructor(gl: WebGL2RenderingContext) {
    this.gl = gl;
    this.programs = { line: this.program(LINE_VERTEX, LINE_FRAGMENT), thin: this.program(LINE_VERTEX, THIN_FRAGMENT), disc: this.program(DISC_VERTEX, DISC_FRAGMENT) };
    this.indices = gl.createBuffer();
    gl.enable(gl.BLEND);
    gl.blendFunc(gl.ONE, gl.ONE_MINUS_SRC_ALPHA);
  }

  private program(vertex: string, fragment: string): { program: WebGLProgram; places: Map<string, WebGLUniformLocation | null> } {
    const { gl } = this;
    const program = gl.createProgram();
    for (const [kind, text] of [[gl.VERTEX_SHADER, vertex], [gl.FRAGMENT_SHADER, fragment]] as const) {
      const shader = gl.createShader(kind);
      if (!shader) throw new Error("no shader");
      gl.shaderSource(shader, text);
      gl.compileShader(shader);
      gl.attachShader(program, shader);
    }
    gl.linkProgram(program);
    if (!gl.getProgramParameter(program, gl.LINK_STATUS)) throw new Error(gl.getProgramInfoLog(program) ?? "a program does not link");
    const places = new Map<string, WebGLUniformLocation | null>();
    for (const name of ["half_size", "place", "thick", "opacity", "radius", "stroke"]) places.set(name, gl.getUniformLocation(program, name));
    return { program, places };
  }

  /** Two triangles for every four vertices. */
  private index(many: number): void {
    const { gl } = this;
    gl.bindBuffer(gl.ELEMENT_ARRAY_BUFFER, this.indices);
    if (many <= this.indexed) return;
    this.indexed = Math.max(many, 2 * this.indexed, 1024);
    const all = new Uint32Array(6 * this.indexed);
    for (let i = 0; i < this.indexed; i++) all.set([4 * i, 4 * i + 1, 4 * i + 2, 4 * i + 2, 4 * i + 1, 4 * i + 3], 6 * i);
    gl.bufferData(gl.ELEMENT_ARRAY_BUFFER, all, gl.STATIC_DRAW);
  }

  private mesh(bytes: ArrayBuffer, many: number, stride: number, thin: boolean): Mesh {
    const { gl } = this;
    const array = gl.createVertexArray();
    gl.bindVertexArray(array);
    if (!thin) this.index(many);
    const buffer = gl.createBuffer();
    gl.bindBuffer(gl.ARRAY_BUFFER, buffer);
    gl.bufferData(gl.ARRAY_BUFFER, bytes, gl.STATIC_DRAW);
    for (const [place, offset] of [[0, 0], [1, 8]] as const) {
      gl.enableVertexAttribArray(place);
      gl.vertexAttribPointer(place, 2, gl.FLOAT, false, stride, offset);
    }
    for (let place = 2, offset = 16; offset < stride; place++, offset += 4) {
      gl.enableVertexAttribArray(place);
      gl.vertexAttribPointer(place, 4, gl.UNSIGNED_BYTE, true, stride, offset);
    }
    gl.bindVertexArray(null);
    return { array, buffer, count: thin ? 2 * many : 6 * many, thin };
  }

  lines(all: Lines, mayBeThin = false): Mesh {
    const thin = mayBeThin && (all.count > MANY || covered(all) > MANY_PIXELS);
    return this.mesh(thin ? pairs(all) : quads(all), all.count, LINE_BYTES, thin);
  }

  points(count: number, at: ArrayLike<number>, fills: Uint8ClampedArray, rims: Uint8ClampedArray): Mesh {
    return this.mesh(discs(count, at, fills, rims), count, DISC_BYTES, false);
  }

  drop(mesh: Mesh): void {
    this.gl.deleteBuffer(mesh.buffer);
    this.gl.deleteVertexArray(mesh.array);
  }

  clear(width: number, height: number, ground: Rgb): void {
    const { gl } = this;
    gl.viewport(0, 0, width, height);
    gl.clearColor(ground[0] / 255, ground[1] / 255, ground[2] / 255, 1);
    gl.clear(gl.COLOR_BUFFER_BIT);
  }

  /** Where pixels of the scene lie: half of the canvas, offset of its middle, and the scale, all in pixels of the canvas. */
  draw(kind: "line" | "disc", mesh: Mesh, where: Where, values: { thick?: [number, number]; opacity?: number; radius?: number; stroke?: number }): void {
    if (mesh.count === 0) return;
    const { gl } = this;
    const { program, places } = this.programs[mesh.thin ? "thin" : kind];
    const at = (name: string): WebGLUniformLocation | null => places.get(name) ?? null;
    gl.useProgram(program);
    gl.uniform2f(at("half_size"), where.half[0], where.half[1]);
    gl.uniform3f(at("place"), where.offset[0], where.offset[1], where.scale);
    if (values.thick) gl.uniform2f(at("thick"), values.thick[0], values.thick[1]);
    if (values.opacity !== undefined) gl.uniform1f(at("opacity"), values.opacity);
    if (values.radius !== undefined) gl.uniform1f(at("radius"), values.radius);
    if (values.stroke !== undefined) gl.uniform1f(at("stroke"), values.stroke);
    gl.bindVertexArray(mesh.array);
    if (mesh.thin) gl.drawArrays(gl.LINES, 0, mesh.count);
    else gl.drawElements(gl.TRIANGLES, mesh.count, gl.UNSIGNED_INT, 0);
    gl.bindVertexArray(null);
  }
}

interface Where {
  half: [number, number];
  offset: [number, number];
  scale: number;
}

const LAYERS = ["glyphs", "frames", "bundles", "links"] as const;

/** A scene on the card. */
interface Base {
  scene: Scene;
  meshes: Record<(typeof LAYERS)[number] | "points", Mesh>;
}

/** Links of a level that the next window has no more fade in this many milliseconds. */
const FADE = 350;

/** Returns `true` if a window has links of a class that the next one has not. */
function vanishes(before: Scene, after: Scene): boolean {
  const classes = ({ answer }: Scene): Set<number> => new Set([...answer.links_drawn.class, ...answer.bundles.class]);
  const left = classes(after);
  return [...classes(before)].some((one) => !left.has(one));
}

export class Screen {
  /** The card has drawn, and goes on drawing. */
  ready = false;
  private readonly parent: HTMLDivElement;
  private readonly rendered: () => void;
  private theme: Theme;
  private canvas: HTMLCanvasElement | null = null;
  private card: Card | null = null;
  private starting = false;
  private closed = false;
  private frame = 0;
  private latest: [Scene, Camera, Size, Overlay, Dot[]] | null = null;
  private base: Base | null = null;
  /** The window before this one, while its levels fade. */
  private fading: { base: Base; since: number } | null = null;

  constructor(parent: HTMLDivElement, theme: Theme, rendered: () => void) {
    this.parent = parent;
    this.theme = theme;
    this.rendered = rendered;
  }

  /** Makes the card ready, once something is on the plain canvas: buffers and programs keep the page waiting, and nobody should wait for the first picture. */
  private start(): void {
    if (this.starting) return;
    this.starting = true;
    requestAnimationFrame(() =>
      setTimeout(() => {
        if (this.closed) return;
        const canvas = document.createElement("canvas");
        try {
          const gl = canvas.getContext("webgl2", { antialias: false, alpha: false, depth: false, stencil: false });
          if (!gl) throw new Error("there is no WebGL");
          this.card = new Card(gl);
        } catch (error) {
          // Without a card the plain canvas goes on, and nothing is lost but speed.
          console.info(`the map is drawn without the graphics card: ${error instanceof Error ? error.message : ""}`);
          return;
        }
        canvas.addEventListener("webglcontextlost", () => {
          this.card = null;
          this.base = null;
          this.fading = null;
          this.ready = false;
          canvas.remove();
          if (this.latest) this.rendered();
        });
        this.canvas = canvas;
        this.parent.append(canvas);
        this.soon();
      }, 30),
    );
  }

  setTheme(theme: Theme): void {
    this.theme = theme;
  }

  clear(): void {
    this.latest = null;
    this.dropBase();
    if (this.canvas) this.card?.clear(this.canvas.width, this.canvas.height, this.theme.ground);
  }

  close(): void {
    this.closed = true;
    cancelAnimationFrame(this.frame);
    this.dropBase();
    this.canvas?.getContext("webgl2")?.getExtension("WEBGL_lose_context")?.loseContext();
    this.canvas?.remove();
    this.card = null;
  }

  private dropBase(): void {
    this.drop(this.base);
    this.base = null;
    this.dropFading();
  }

  private dropFading(): void {
    this.drop(this.fading?.base ?? null);
    this.fading = null;
  }

  private drop(base: Base | null): void {
    if (base && this.card) for (const mesh of Object.values(base.meshes)) this.card.drop(mesh);
  }

  /** Another scene: links of levels that it has not stay for a moment. */
  private replaceBase(scene: Scene): void {
    const { base } = this;
    if (base && base.scene.answer !== scene.answer && !matchMedia("(prefers-reduced-motion: reduce)").matches && vanishes(base.scene, scene)) {
      this.dropFading();
      this.fading = { base, since: performance.now() };
    } else this.drop(base);
    this.base = null;
  }

  /** Levels of the window before are still seen. */
  get fades(): boolean {
    return this.fading !== null;
  }

  /** The canvas with its content of this moment. */
  snapshot(): HTMLCanvasElement | null {
    this.dropFading();
    this.draw();
    return this.canvas;
  }

  show(scene: Scene, camera: Camera, size: Size, overlay: Overlay, dots: Dot[]): void {
    this.latest = [scene, camera, size, overlay, dots];
    if (!this.card) this.start();
    else this.soon();
  }

  /** Draws once in the next frame, however often something has changed. */
  private soon(): void {
    if (this.frame !== 0) return;
    this.frame = requestAnimationFrame(() => {
      this.frame = 0;
      if (!this.draw()) return;
      this.ready = true;
      this.rendered();
    });
  }

  private draw(): boolean {
    const { card, canvas, latest } = this;
    if (!card || !canvas || !latest) return false;
    const [scene, camera, size, overlay, dots] = latest;
    const ratio = Math.min(2, devicePixelRatio || 1);
    const [width, height] = [Math.round(size.width * ratio), Math.round(size.height * ratio)];
    if (canvas.width !== width || canvas.height !== height) [canvas.width, canvas.height] = [width, height];
    card.clear(width, height, this.theme.ground);
    if (this.base?.scene !== scene) {
      this.replaceBase(scene);
      const { points } = scene;
      this.base = {
        scene,
        meshes: { glyphs: card.lines(scene.glyphs), frames: card.lines(scene.frames), bundles: card.lines(scene.bundles), links: card.lines(scene.links, true), points: card.points(points.count, points.at, points.fills, points.edges) },
      };
    }
    const { meshes } = this.base;
    const larger = camera.scale * scene.frame.pixel;
    const scale = larger * ratio;
    const whereOf = ({ frame }: Scene): Where => {
      const [x, y] = within(frame, camera).target;
      const own = camera.scale * frame.pixel * ratio;
      return { half: [width / 2, height / 2], offset: [-x * own, -y * own], scale: own };
    };
    const where = whereOf(scene);
    // Lines grow a little with the nodes they join, so that a near view is no web of hairs.
    const radius = scene.answer.radius * camera.scale;
    const thick = Math.min(3, Math.max(1, radius / 6));
    const smooth = 0.5;
    card.draw("line", meshes.glyphs, where, { thick: [scale, 0], opacity: 1 });
    card.draw("line", meshes.frames, where, { thick: [ratio, smooth], opacity: 1 });
    const gone = this.fading ? Math.min(1, (performance.now() - this.fading.since) / FADE) : 1;
    if (this.fading && gone < 1) {
      const old = this.fading.base;
      for (const layer of ["bundles", "links"] as const) card.draw("line", old.meshes[layer], whereOf(old.scene), { thick: [ratio, smooth], opacity: (1 - gone) * (overlay.fade ? 0.4 : 0.9) });
      this.soon();
    } else this.dropFading();
    card.draw("line", meshes.bundles, where, { thick: [ratio, smooth], opacity: overlay.fade ? 0.35 : 1 });
    card.draw("line", meshes.links, where, { thick: [thick * ratio, smooth], opacity: overlay.fade ? 0.45 : 1 });
    this.once(card.lines(wayLines(overlay.ways, scene, size.width / larger, size.height / larger)), (mesh) => card.draw("line", mesh, where, { thick: [Math.min(2, thick) * ratio, smooth], opacity: 1 }));
    card.draw("disc", meshes.points, where, { radius: Math.max(1.3, radius) * ratio, stroke: 1.2 * ratio });
    const marks = overlay.marks.filter((mark) => mark.form === "disc");
    if (marks.length) this.scatter(marks, where, Math.max((marks[0]?.size ?? 4) / 2, radius) * ratio, null);
    if (dots.length) this.scatter(dots, where, Math.max(5, radius * 0.7) * ratio, this.theme.ground, 1.5 * ratio);
    return true;
  }

  private once(mesh: Mesh, act: (mesh: Mesh) => void): void {
    act(mesh);
    this.card?.drop(mesh);
  }

  private scatter(all: Dot[], where: Where, radius: number, rim: Rgb | null, stroke = 0): void {
    const frame = this.latest?.[0].frame;
    if (!frame || !this.card) return;
    const at = new Float32Array(all.length * 2);
    const fills = new Uint8ClampedArray(all.length * 4);
    const rims = new Uint8ClampedArray(all.length * 4);
    all.forEach((one, i) => {
      at[2 * i] = (one.place[0] - frame.x) / frame.pixel;
      at[2 * i + 1] = (one.place[1] - frame.y) / frame.pixel;
      fills.set([...one.colour, 255], 4 * i);
      rims.set([...(rim ?? one.colour), 255], 4 * i);
    });
    this.once(this.card.points(all.length, at, fills, rims), (mesh) => this.card?.draw("disc", mesh, where, { radius, stroke }));
  }
}
