// One question of a panel at a time: its progress, a button that stops it, its answer or what was wrong.

import { Job, refusal, stopped, type Params } from "./api";
import { announce, fill, h } from "./dom";
import { grouped } from "./format";
import type { ErrorBody } from "./types";

/** What was wrong, with its caret and what to do. */
export function errorBox(error: ErrorBody): HTMLElement {
  const text = error.text ?? "";
  const has = typeof error.from === "number" && typeof error.to === "number" && text !== "";
  const from = error.from ?? 0;
  const to = Math.max(error.to ?? 0, from + 1);
  return h(
    "div",
    { class: "error", role: "alert" },
    h("p", null, h("strong", null, error.kind === "limit" ? "Too large: " : ""), error.message),
    has && h("p", { class: "caret" }, h("code", null, text.slice(0, from), h("mark", null, text.slice(from, to) || " "), text.slice(to))),
    error.help ? h("p", { class: "help" }, error.help) : null,
  );
}

export class Work {
  readonly element = h("div", { class: "work" });
  private current: { name: string; job: Job<unknown> | null } | null = null;

  /** Asks, unless just this was asked last. */
  ask<E>(verb: string, params: Params, done: (envelope: E) => void, failed?: (error: ErrorBody) => void): void {
    const name = JSON.stringify([verb, params]);
    if (this.current?.name === name) return;
    this.drop();
    const bar = h("progress", { max: "1", "aria-label": `progress of ${verb}` });
    const word = h("span", { class: "stage-word" }, "asking…");
    const button = h("button", { type: "button", class: "small", onclick: () => this.cancel() }, "Stop");
    const shown = h("div", { class: "progress" }, bar, word, button);
    // Immediate answers show no bar: it would only flicker.
    const timer = setTimeout(() => fill(this.element, shown), 250);
    fill(this.element);
    const job = new Job<E>(verb, params, (now) => {
      if (now.total > 0) {
        bar.max = now.total;
        bar.value = Math.min(now.done, now.total);
      } else bar.removeAttribute("value");
      const part = now.total > 0 ? `${grouped(now.done)} of ${grouped(now.total)}` : now.done > 0 ? grouped(now.done) : "";
      word.textContent = [now.state === "waiting" ? "waiting for others" : now.stage, part, `${now.seconds.toFixed(0)} s`].filter(Boolean).join(" · ");
    });
    const mine: { name: string; job: Job<unknown> | null } = { name, job: job as Job<unknown> | null };
    this.current = mine;
    job.answer
      .then((envelope) => {
        if (this.current !== mine) return;
        mine.job = null;
        fill(this.element);
        done(envelope);
      })
      .catch((error: unknown) => {
        if (this.current !== mine || stopped(error)) return;
        const body = refusal(error);
        // The same may be asked again: there may be room now, or time.
        this.current = null;
        fill(this.element, errorBox(body));
        failed?.(body);
        if (!(error instanceof Error)) throw error;
      })
      .finally(() => clearTimeout(timer));
  }

  /** The reader stops it. */
  private cancel(): void {
    this.current?.job?.stop();
    this.current = null;
    fill(this.element, h("p", { class: "quiet" }, "Stopped."));
    announce("stopped");
  }

  /** Nobody wants the answer any more. */
  drop(): void {
    this.current?.job?.stop();
    this.current = null;
    fill(this.element);
  }
}
