// Small things that panels share.

import { quick, refusal } from "./api";
import { fill, h, s } from "./dom";
import { known, missing, valued } from "./format";
import type { Envelope, Evidence, Figure, TheoremAnswer, Word } from "./types";

let number = 0;
export const fresh = (name: string): string => `${name}-${++number}`;

/** A field with its label above it. */
export function field(label: string, control: HTMLElement): HTMLElement {
  control.id ||= fresh("field");
  return h("div", { class: "field" }, h("label", { for: control.id }, label), control);
}

export function input(value: string, changed: (value: string) => void, more: Record<string, unknown> = {}): HTMLInputElement {
  const element = h("input", { type: "text", value, autocomplete: "off", spellcheck: "false", autocapitalize: "off", ...more, onchange: () => changed(element.value.trim()) });
  return element;
}

export function select(words: Word[], value: string, changed: (value: string) => void): HTMLSelectElement {
  const element = h(
    "select",
    { onchange: () => changed(element.value) },
    words.map((word) => h("option", { value: word.word, title: word.summary ?? "" }, word.word)),
  );
  choose(element, words, value);
  return element;
}

/** Other words in a select; a value that is not among them is added, so that a link keeps what it says. */
export function choose(element: HTMLSelectElement, words: Word[], value: string): void {
  const all = words.some((word) => word.word === value) || value === "" ? words : [...words, { word: value }];
  element.replaceChildren(...all.map((word) => h("option", { value: word.word, title: word.summary ?? "" }, word.word)));
  element.value = value;
}

export function button(text: string, act: () => void, more: Record<string, unknown> = {}): HTMLButtonElement {
  return h("button", { type: "button", onclick: act, ...more }, text);
}

/** How a value is known: one word, and on demand the whole. */
export function badge(evidence: Evidence | null | undefined): HTMLElement | null {
  if (!evidence) return null;
  return h("span", { class: `badge ${evidence.kind}` }, evidence.kind);
}

/** A theorem or a method: its title, its statement, its proof and the works behind it. */
function theorem(entry: TheoremAnswer["entries"][number]): HTMLElement {
  const text = (words: string): HTMLElement[] => words.split(/\n\n+/).map((paragraph) => h("p", null, paragraph.replace(/\n/g, " ")));
  return h(
    "div",
    null,
    h("h4", null, entry.title),
    text(entry.statement),
    entry.proof ? h("details", null, h("summary", null, "Proof"), text(entry.proof)) : null,
    entry.formal.length ? h("p", { class: "quiet" }, `Formal proof: ${entry.formal.map((one) => `${one.name} in proofs/${one.file}`).join(", ")}`) : null,
    entry.references.length ? h("details", null, h("summary", null, "References"), entry.references.map((one) => h("pre", { tabindex: "0" }, one))) : null,
    commandLine(`crossedge theorem ${entry.id}`),
  );
}

/** What evidence says, with a button for each theorem and method that it cites: its statement opens below. */
export function cited(evidence: Evidence | null | undefined, more = ""): HTMLElement | null {
  const words = known(evidence) + more;
  const ids = [...(evidence?.theorems ?? []), ...(evidence?.methods ?? [])];
  if (!words && ids.length === 0) return null;
  const out = h("div", { class: "theorem", hidden: true });
  const buttons: HTMLButtonElement[] = [];
  const link = (id: string): HTMLElement => {
    const one = button(id, () => {
      const close = one.getAttribute("aria-expanded") === "true";
      for (const each of buttons) each.setAttribute("aria-expanded", String(each === one && !close));
      out.hidden = close;
      if (close) return;
      fill(out, h("p", { class: "quiet" }, "asking…"));
      quick<Envelope<TheoremAnswer>>("theorem", { id })
        .then(({ answer }) => one.getAttribute("aria-expanded") === "true" && fill(out, answer.entries.map(theorem)))
        .catch((error: unknown) => fill(out, h("p", null, refusal(error).message)));
    }, { class: "link", "aria-expanded": "false", title: "open the statement" });
    buttons.push(one);
    return one;
  };
  // Ids stand in brackets in the words; those that do not are listed after them.
  const parts: (string | HTMLElement)[] = [];
  const left = new Set(ids);
  for (const piece of words.split(/([A-Za-z0-9]+(?:-[A-Za-z0-9]+)*)/)) {
    const is = ids.includes(piece);
    parts.push(is ? link(piece) : piece);
    if (is) left.delete(piece);
  }
  for (const id of left) parts.push(" ", link(id));
  return h("span", { class: "by" }, parts, out);
}

/** One figure: its name, its value, evidence. */
export function figureRow(name: string, figure: Figure | null | undefined): HTMLElement | null {
  if (!figure) return null;
  const none = figure.value === null || figure.value === undefined;
  const more = figure.counterexample ? `; refuted by: ${figure.counterexample}` : "";
  const why = none ? missing(figure) + more : "";
  return h(
    "div",
    { class: "figure" },
    h("dt", null, name),
    h("dd", null, h("span", { class: none ? "value none" : "value" }, none ? "not known" : valued(figure.value)), badge(figure.evidence), why ? h("span", { class: "by" }, why) : cited(figure.evidence, more)),
  );
}

/** A plain fact, with or without evidence. */
export function fact(name: string, value: string | number | HTMLElement, evidence?: Evidence | null): HTMLElement {
  return h("div", { class: "figure" }, h("dt", null, name), h("dd", null, h("span", { class: "value" }, value), badge(evidence), cited(evidence)));
}

export const facts = (...rows: (HTMLElement | null | false)[]): HTMLElement => h("dl", { class: "figures" }, rows);

/** The command line that gives the same. */
export function commandLine(command: string | undefined): HTMLElement | null {
  if (!command) return null;
  const copy = button("Copy", () => {
    void navigator.clipboard?.writeText(command).then(
      () => (copy.textContent = "Copied"),
      () => (copy.textContent = "Select it by hand"),
    );
  }, { class: "small", "aria-label": "copy the command line" });
  return h("div", { class: "command" }, h("code", { tabindex: "0", "aria-label": "the same on the command line" }, command), copy);
}

/** A slider with what it stands at. */
export function slider(label: string, least: number, most: number, value: number, changed: (value: number) => void): { element: HTMLElement; set: (value: number, most?: number) => void } {
  const told = h("output", null, String(value));
  const range = h("input", { type: "range", min: least, max: most, step: 1, value, oninput: () => {
    told.textContent = `${range.value} of ${range.max}`;
    changed(Number(range.value));
  } });
  const element = field(label, range);
  element.classList.add("slider");
  element.append(told);
  const set = (to: number, end = Number(range.max)): void => {
    range.max = String(end);
    range.value = String(to);
    told.textContent = `${range.value} of ${end}`;
  };
  set(value, most);
  return { element, set };
}

/** Bars: how many at each distance. */
export function bars(title: string, values: number[], name: (i: number) => string): SVGElement {
  const most = Math.max(...values, 1e-300);
  const wide = 300;
  const each = wide / values.length;
  return s(
    "svg",
    { viewBox: `0 0 ${wide} 96`, class: "bars", role: "img", "aria-label": title },
    values.map((value, i) =>
      s("rect", { x: i * each + 0.5, y: 80 - (76 * value) / most, width: Math.max(0.5, each - 1), height: Math.max(0.4, (76 * value) / most), class: "bar" }, s("title", null, name(i))),
    ),
    s("text", { x: 0, y: 93, class: "axis" }, "0"),
    s("text", { x: wide, y: 93, "text-anchor": "end", class: "axis" }, String(values.length - 1)),
  );
}

/** Saves text or a picture as a file. */
export function save(name: string, content: Blob): void {
  const address = URL.createObjectURL(content);
  const link = h("a", { href: address, download: name });
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}
