// The box for an expression: completion while typing, the position of an error, the arguments of the construction under the caret.

import { quick, refusal } from "./api";
import { announce, fill, h } from "./dom";
import { grouped } from "./format";
import { site } from "./site";
import { parse, type View } from "./state";
import type { CompleteAnswer, ErrorBody } from "./types";

const STARTS: [string, string][] = [
  ["rdn(ring(3), 2)", "648 nodes, two levels"],
  ["rdn(ring(5), 3)", "fifty million nodes"],
  ["rdn(torus(5,5), 2)", "three million nodes"],
  ["rdn(ring(3), 4)", "10^12 nodes"],
  ["hypercube(6)", "64 nodes in six dimensions"],
  ["torus(8,8)", "a torus"],
  ["dragonfly(4,2)", "groups of routers"],
  ["hdn(torus(2,3,5), [{1,2}])", "with super-nodes"],
  ["slimfly(5)", "diameter 2"],
];

export class ExpressionBox {
  readonly element: HTMLElement;
  private readonly input: HTMLInputElement;
  private readonly list: HTMLElement;
  private readonly hint: HTMLElement;
  private readonly open: (text: string) => void;
  private words: { insert: string; from: number; to: number; whole: boolean }[] = [];
  /** The text that the words were offered for: to another one they do not belong. */
  private offered = "";
  private active = -1;
  /** The words complete what is before the caret. */
  private begun = false;
  /** The mistake that is shown. */
  private mistake = "";
  private asked = 0;
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(open: (text: string) => void, link: (view: View) => void) {
    this.open = open;
    this.list = h("ul", { id: "words", role: "listbox", "aria-label": "completions", hidden: true });
    this.hint = h("div", { id: "hint", class: "hint", hidden: true });
    this.input = h("input", {
      id: "expression",
      type: "text",
      role: "combobox",
      "aria-autocomplete": "list",
      "aria-expanded": "false",
      "aria-controls": "words",
      "aria-describedby": "hint",
      autocomplete: "off",
      autocapitalize: "off",
      spellcheck: "false",
      enterkeyhint: "go",
      placeholder: "rdn(ring(5), 3)",
      oninput: () => {
        if (this.input.value.includes("#x=")) {
          link(parse(this.input.value.slice(this.input.value.indexOf("#"))));
          this.shut();
          return;
        }
        this.soon();
      },
      onkeydown: (event: KeyboardEvent) => this.key(event),
      onfocus: () => {
        if (this.input.value === "") this.soon();
      },
      onblur: () => setTimeout(() => this.shut(), 150),
    });
    this.element = h(
      "form",
      {
        class: "expression",
        role: "search",
        "aria-label": "network",
        onsubmit: (event: Event) => {
          event.preventDefault();
          this.submit();
        },
      },
      h("label", { for: "expression", class: "unseen" }, "Network expression"),
      this.input,
      h("button", { type: "submit", class: "primary" }, "Draw"),
      h("div", { class: "under" }, this.hint, this.list),
    );
  }

  show(text: string): void {
    this.input.setAttribute("aria-invalid", "false");
    if (this.input.value.trim() === text) return;
    // Another network by another road than this box: what was begun in it, and what was wrong with that, is over.
    clearTimeout(this.timer);
    this.asked++;
    this.input.value = text;
    this.shut();
  }

  /** Returns `true` if the box shows this mistake already; else only marks itself. */
  shows(error: ErrorBody): boolean {
    this.input.setAttribute("aria-invalid", "true");
    return !this.hint.hidden && this.mistake === error.message;
  }

  private soon(): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => void this.complete(), 70);
  }

  private async complete(all = false): Promise<void> {
    const turn = ++this.asked;
    const text = this.input.value;
    if (text.trim() === "") {
      const starts = site ? site.networks.map(({ x, nodes }): [string, string] => [x, `${grouped(nodes)} nodes`]) : STARTS;
      this.offer(starts.map(([word, summary]) => ({ word, signature: "", summary, insert: word, from: 0, to: text.length, whole: true })));
      this.hint.hidden = true;
      return;
    }
    const at = this.input.selectionStart ?? text.length;
    try {
      const answer = await quick<CompleteAnswer>("complete", { text, at });
      if (turn !== this.asked || text !== this.input.value || document.activeElement !== this.input) return;
      // Between names everything could follow: shown on demand, by the arrow key.
      const between = answer.from === answer.to && !all;
      this.offer((between ? [] : answer.words).slice(0, 12).map((word) => ({ ...word, from: answer.from, to: answer.to, whole: false })));
      // A name that is being typed is no mistake while it can be completed, nor is what is still open after it.
      const typed = text.slice(answer.from, at).toLowerCase();
      this.begun = !between && typed !== "" && answer.words.some((word) => word.word.toLowerCase().startsWith(typed));
      this.tell(this.begun ? { ...answer, error: null } : answer);
    } catch (error) {
      this.tell({ from: 0, to: 0, words: [], error: refusal(error) });
    }
  }

  private offer(words: { word: string; signature: string; summary: string; insert: string; from: number; to: number; whole: boolean }[]): void {
    this.words = words;
    this.begun = false;
    this.offered = this.input.value;
    this.active = -1;
    fill(
      this.list,
      words.map((word, i) =>
        h(
          "li",
          {
            id: `word-${i}`,
            role: "option",
            "aria-selected": "false",
            onpointerdown: (event: Event) => {
              event.preventDefault();
              this.take(i);
            },
          },
          h("code", null, word.signature || word.word),
          h("span", null, word.summary),
        ),
      ),
    );
    this.list.hidden = words.length === 0;
    this.input.setAttribute("aria-expanded", String(words.length > 0));
    this.input.removeAttribute("aria-activedescendant");
  }

  private tell(answer: CompleteAnswer): void {
    const { error, call } = answer;
    this.mistake = error?.message ?? "";
    const text = error?.text ?? this.input.value;
    const from = error?.from ?? 0;
    const to = Math.max(error?.to ?? 0, from + 1);
    fill(
      this.hint,
      call ? h("p", { class: "call" }, h("code", null, call.signature), " ", call.summary) : null,
      error
        ? h(
            "div",
            { class: "wrong" },
            typeof error.from === "number" && text ? h("p", { class: "caret" }, h("code", null, text.slice(0, from), h("mark", null, text.slice(from, to) || " "), text.slice(to))) : null,
            h("p", null, error.message, error.help ? h("span", { class: "help" }, ` — ${error.help}`) : null),
          )
        : answer.nodes !== undefined && answer.nodes !== null
          ? h("p", { class: "right" }, `${grouped(answer.nodes)} nodes · Enter draws it`)
          : null,
    );
    this.hint.hidden = this.hint.childElementCount === 0;
    this.input.setAttribute("aria-invalid", String(Boolean(error)));
  }

  private take(i: number): void {
    const word = this.words[i];
    const text = this.input.value;
    if (!word || text !== this.offered) return;
    this.offer([]);
    this.input.value = word.whole ? word.insert : text.slice(0, word.from) + word.insert + text.slice(word.to);
    const at = word.whole ? word.insert.length : word.from + word.insert.length;
    this.input.setSelectionRange(at, at);
    this.input.focus();
    if (word.whole) this.submit();
    else this.soon();
  }

  private key(event: KeyboardEvent): void {
    const many = this.words.length;
    const openList = !this.list.hidden && many > 0 && this.input.value === this.offered;
    if (event.key === "Escape") {
      // With nothing to shut it leaves the box.
      if (!this.list.hidden || !this.hint.hidden) event.preventDefault();
      this.shut();
      this.hint.hidden = true;
      return;
    }
    if ((event.key === "ArrowDown" || event.key === "ArrowUp") && openList) {
      event.preventDefault();
      this.active = event.key === "ArrowDown" ? (this.active + 1) % many : (Math.max(this.active, 0) + many - 1) % many;
      [...this.list.children].forEach((item, i) => item.setAttribute("aria-selected", String(i === this.active)));
      this.input.setAttribute("aria-activedescendant", `word-${this.active}`);
      this.list.children[this.active]?.scrollIntoView({ block: "nearest" });
      return;
    }
    if (event.key === "Enter" && openList && this.active >= 0) {
      event.preventDefault();
      this.take(this.active);
      return;
    }
    if (event.key === "Tab" && !event.shiftKey && openList && this.begun) {
      event.preventDefault();
      this.take(Math.max(0, this.active));
      return;
    }
    if (event.key === "ArrowDown" && !openList) void this.complete(true);
  }

  private submit(): void {
    const text = this.input.value.trim();
    if (!text) return;
    clearTimeout(this.timer);
    const turn = ++this.asked;
    this.offer([]);
    // Errors are shown here, and the current network stays.
    void quick<CompleteAnswer>("complete", { text, at: text.length })
      .then((answer) => {
        if (turn !== this.asked) return;
        this.tell({ ...answer, call: null, nodes: null });
        if (answer.error) {
          announce(answer.error.message);
          return;
        }
        announce(`drawing ${text}`);
        this.open(text);
      })
      .catch((error: unknown) => this.tell({ from: 0, to: 0, words: [], error: refusal(error) }));
  }

  private shut(): void {
    this.list.hidden = true;
    this.input.setAttribute("aria-expanded", "false");
    if (this.input.getAttribute("aria-invalid") !== "true" || document.activeElement !== this.input) {
      if (this.input.getAttribute("aria-invalid") !== "true") this.hint.hidden = true;
    }
  }
}
