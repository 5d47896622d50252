// What the painters of a map need of a canvas, and a pen that writes the same strokes as SVG: what is saved is drawn by the code of the screen.

type Used =
  | "fillStyle" | "strokeStyle" | "lineWidth" | "lineCap" | "lineJoin" | "font" | "textAlign" | "textBaseline"
  | "beginPath" | "moveTo" | "lineTo" | "quadraticCurveTo" | "arc" | "rect" | "fill" | "stroke" | "fillRect" | "fillText" | "strokeText" | "measureText";

/** A part of a canvas. */
export interface Pen extends Pick<CanvasRenderingContext2D, Used> {
  /** What follows belongs together; a canvas has no such parts. */
  part?(name: string): void;
  /** What the next shape is. */
  note?(text: string): void;
}

export const escaped = (text: string): string => text.replace(/&/g, "&amp;").replace(/</g, "&lt;").replace(/>/g, "&gt;").replace(/"/g, "&quot;");
const short = (value: number): string => String(Math.round(value * 100) / 100);

/** A colour and its opacity: viewers of SVG differ in what they make of rgba(). */
function ink(name: "fill" | "stroke", style: string): string {
  const parts = /^rgba\((\d+),(\d+),(\d+),([\d.e-]+)\)$/.exec(style);
  if (!parts) return `${name}="${escaped(style)}"`;
  const alpha = Math.round(Number(parts[4]) * 1000) / 1000;
  return `${name}="rgb(${parts[1]},${parts[2]},${parts[3]})"${alpha < 1 ? ` ${name}-opacity="${alpha}"` : ""}`;
}

/** Strokes as SVG. */
export class SvgPen implements Pen {
  fillStyle = "";
  strokeStyle = "";
  lineWidth = 1;
  lineCap: CanvasLineCap = "butt";
  lineJoin: CanvasLineJoin = "miter";
  textAlign: CanvasTextAlign = "start";
  textBaseline: CanvasTextBaseline = "alphabetic";
  private readonly out: string[] = [];
  private readonly ruler: CanvasRenderingContext2D;
  private path: string[] = [];
  private circle: [number, number, number] | null = null;
  private noted = "";
  private inside = false;
  private type = "10px sans-serif";
  private readonly baselines = new Map<string, number>();

  constructor() {
    this.ruler = document.createElement("canvas").getContext("2d") as CanvasRenderingContext2D;
  }

  get font(): string {
    return this.type;
  }

  set font(font: string) {
    this.type = font;
    this.ruler.font = font;
  }

  part(name: string): void {
    this.out.push(`${this.inside ? "</g>" : ""}<g class="${name}">`);
    this.inside = true;
  }

  note(text: string): void {
    this.noted = text;
  }

  /** Something that is SVG already. */
  put(svg: string): void {
    this.out.push(svg);
  }

  beginPath(): void {
    this.path = [];
    this.circle = null;
  }

  moveTo(x: number, y: number): void {
    this.path.push(`M${short(x)} ${short(y)}`);
  }

  lineTo(x: number, y: number): void {
    this.path.push(`L${short(x)} ${short(y)}`);
  }

  quadraticCurveTo(cx: number, cy: number, x: number, y: number): void {
    this.path.push(`Q${short(cx)} ${short(cy)} ${short(x)} ${short(y)}`);
  }

  /** Whole circles only. */
  arc(x: number, y: number, r: number): void {
    this.circle = [x, y, r];
  }

  rect(x: number, y: number, w: number, h: number): void {
    this.path.push(`M${short(x)} ${short(y)}H${short(x + w)}V${short(y + h)}H${short(x)}Z`);
  }

  fill(): void {
    this.shape(ink("fill", this.fillStyle));
  }

  stroke(): void {
    const cap = this.lineCap === "butt" ? "" : ` stroke-linecap="${this.lineCap}"`;
    this.shape(`fill="none" ${ink("stroke", this.strokeStyle)} stroke-width="${short(this.lineWidth)}"${cap}`);
  }

  fillRect(x: number, y: number, w: number, h: number): void {
    this.out.push(`<rect x="${short(x)}" y="${short(y)}" width="${short(w)}" height="${short(h)}" ${ink("fill", this.fillStyle)}/>`);
  }

  fillText(text: string, x: number, y: number, most?: number): void {
    this.write(text, x, y, ink("fill", this.fillStyle), most);
  }

  strokeText(text: string, x: number, y: number, most?: number): void {
    this.write(text, x, y, `fill="none" ${ink("stroke", this.strokeStyle)} stroke-width="${short(this.lineWidth)}" stroke-linejoin="${this.lineJoin}"`, most);
  }

  measureText(text: string): TextMetrics {
    return this.ruler.measureText(text);
  }

  /** Everything that was drawn. */
  svg(): string {
    return this.out.join("") + (this.inside ? "</g>" : "");
  }

  private shape(style: string): void {
    const title = this.noted ? `<title>${escaped(this.noted)}</title>` : "";
    this.noted = "";
    const end = (name: string): string => (title ? `>${title}</${name}>` : "/>");
    if (this.circle) {
      const [x, y, r] = this.circle;
      this.out.push(`<circle cx="${short(x)}" cy="${short(y)}" r="${short(r)}" ${style}${end("circle")}`);
    }
    if (this.path.length) this.out.push(`<path d="${this.path.join("")}" ${style}${end("path")}`);
  }

  /** How far the letters stand below the line that the text is placed by. */
  private below(): number {
    if (this.textBaseline === "alphabetic") return 0;
    const name = `${this.type} ${this.textBaseline}`;
    const known = this.baselines.get(name);
    if (known !== undefined) return known;
    const ascent = (baseline: CanvasTextBaseline): number => {
      this.ruler.textBaseline = baseline;
      return this.ruler.measureText("x").fontBoundingBoxAscent;
    };
    const below = ascent("alphabetic") - ascent(this.textBaseline);
    this.ruler.textBaseline = "alphabetic";
    this.baselines.set(name, below);
    return below;
  }

  private write(text: string, x: number, y: number, style: string, most?: number): void {
    const [, weight, size, family] = /^(?:(\d+) )?([\d.]+)px (.*)$/.exec(this.type) ?? [];
    const anchor = { center: "middle", right: "end", end: "end", left: "start", start: "start" }[this.textAlign];
    const narrow = most !== undefined && this.ruler.measureText(text).width > most ? ` textLength="${short(most)}" lengthAdjust="spacingAndGlyphs"` : "";
    this.out.push(
      `<text x="${short(x)}" y="${short(y + this.below())}" font-family="${escaped(family ?? "sans-serif")}" font-size="${short(Number(size ?? 10))}"${weight && weight !== "400" ? ` font-weight="${weight}"` : ""}` +
        `${anchor === "start" ? "" : ` text-anchor="${anchor}"`}${narrow} ${style}>${escaped(text)}</text>`,
    );
  }
}
