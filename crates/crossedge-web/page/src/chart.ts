// Two charts as SVG: curves with intervals, and points that can be clicked.

import { fill, h, s } from "./dom";
import { short } from "./format";

const WIDE = 320;
const HIGH = 210;
const LEFT = 44;
const BOTTOM = 34;

interface Axis {
  at: (value: number) => number;
  ticks: number[];
}

/** Round numbers along an axis. */
function axis(values: number[], from: number, to: number): Axis {
  let low = Math.min(...values);
  let high = Math.max(...values);
  if (!Number.isFinite(low) || !Number.isFinite(high)) [low, high] = [0, 1];
  if (low === high) [low, high] = [low - 0.5 * Math.abs(low || 1), high + 0.5 * Math.abs(high || 1)];
  const pad = 0.06 * (high - low);
  const [a, b] = [low - pad, high + pad];
  const rough = (high - low) / 4;
  const power = Math.pow(10, Math.floor(Math.log10(rough)));
  const step = [1, 2, 5, 10].map((each) => each * power).find((each) => each >= rough) ?? power;
  const ticks: number[] = [];
  for (let t = Math.ceil(a / step) * step; t <= b; t += step) ticks.push(Number(t.toPrecision(12)));
  return { at: (value) => from + ((value - a) / (b - a)) * (to - from), ticks };
}

function grid(x: Axis, y: Axis, across: string, up: string): SVGElement {
  return s(
    "g",
    null,
    x.ticks.map((tick) => [
      s("line", { x1: x.at(tick), x2: x.at(tick), y1: 8, y2: HIGH - BOTTOM, class: "rule" }),
      s("text", { x: x.at(tick), y: HIGH - BOTTOM + 13, "text-anchor": "middle", class: "axis" }, short(tick)),
    ]),
    y.ticks.map((tick) => [
      s("line", { x1: LEFT, x2: WIDE - 6, y1: y.at(tick), y2: y.at(tick), class: "rule" }),
      s("text", { x: LEFT - 5, y: y.at(tick) + 3, "text-anchor": "end", class: "axis" }, short(tick)),
    ]),
    s("text", { x: (LEFT + WIDE) / 2, y: HIGH - 5, "text-anchor": "middle", class: "axis name" }, across),
    s("text", { x: 10, y: (HIGH - BOTTOM) / 2, transform: `rotate(-90 10 ${(HIGH - BOTTOM) / 2})`, "text-anchor": "middle", class: "axis name" }, up),
  );
}

/** Curves over one axis: each point has its value and the two ends of its interval. */
export function curve(title: string, across: string, lines: { name: string; points: [number, number, number, number][] }[]): HTMLElement {
  const all = lines.flatMap((line) => line.points);
  const x = axis(all.map((point) => point[0]), LEFT, WIDE - 6);
  const y = axis([0, 1], HIGH - BOTTOM, 8);
  return h(
    "figure",
    { class: "chart" },
    s(
      "svg",
      { viewBox: `0 0 ${WIDE} ${HIGH}`, role: "img", "aria-label": title },
      grid(x, y, across, "share"),
      lines.map((line, i) =>
        s(
          "g",
          { class: `line c${i}` },
          s("polyline", { points: line.points.map((point) => `${x.at(point[0])},${y.at(point[1])}`).join(" ") }),
          line.points.map((point) => [
            s("line", { x1: x.at(point[0]), x2: x.at(point[0]), y1: y.at(point[2]), y2: y.at(point[3]) }),
            s("circle", { cx: x.at(point[0]), cy: y.at(point[1]), r: 3 }, s("title", null, `${line.name}: ${short(point[1])} at ${short(point[0])}, ${short(point[2])} to ${short(point[3])}`)),
          ]),
        ),
      ),
    ),
    h("figcaption", null, lines.map((line, i) => h("span", { class: `key c${i}` }, line.name))),
  );
}

export interface ChartPoint {
  name: string;
  x: number;
  y: number;
  best: boolean;
}

/** Points that lead somewhere: by mouse, and by keys. */
export function scatter(element: Element, title: string, across: string, up: string, points: ChartPoint[], chosen: (name: string) => void): void {
  const x = axis(points.map((point) => point.x), LEFT, WIDE - 8);
  const y = axis(points.map((point) => point.y), HIGH - BOTTOM, 10);
  const front = points.filter((point) => point.best).sort((a, b) => a.x - b.x);
  fill(
    element,
    s(
      "svg",
      { viewBox: `0 0 ${WIDE} ${HIGH}`, role: "group", "aria-label": title },
      grid(x, y, across, up),
      front.length > 1 ? s("polyline", { points: front.map((point) => `${x.at(point.x)},${y.at(point.y)}`).join(" "), class: "front" }) : null,
      points.map((point) =>
        s(
          "circle",
          {
            cx: x.at(point.x),
            cy: y.at(point.y),
            r: point.best ? 5.5 : 4,
            class: point.best ? "dot best" : "dot",
            tabindex: "0",
            role: "button",
            "aria-label": `${point.name}: ${across} ${short(point.x)}, ${up} ${short(point.y)}`,
            onclick: () => chosen(point.name),
            onkeydown: (event: KeyboardEvent) => {
              if (event.key === "Enter" || event.key === " ") {
                event.preventDefault();
                chosen(point.name);
              }
            },
          },
          s("title", null, `${point.name}: ${across} ${short(point.x)}, ${up} ${short(point.y)}`),
        ),
      ),
    ),
  );
}
