// The current view and answers as files; and a link to them.

import { quick } from "../api";
import { fill, h } from "../dom";
import { parts } from "../faults";
import type { Page, Panel } from "../panel";
import { site } from "../site";
import { pictureOf, svgOf } from "../picture";
import type { Envelope, Word } from "../types";
import { button, choose, commandLine, field, save, select } from "../widgets";
import { Work } from "../work";

/** A name for a file, from the expression. */
const named = (expr: string): string => expr.replace(/[^A-Za-z0-9]+/g, "-").replace(/^-|-$/g, "").slice(0, 60) || "network";

/** A table from an answer: its longest list of objects, one column for each key. */
export function table(answer: Record<string, unknown>): string {
  const lists = Object.values(answer).filter((value): value is Record<string, unknown>[] => Array.isArray(value) && typeof value[0] === "object" && value[0] != null && !Array.isArray(value[0]));
  const longest = lists.sort((a, b) => b.length - a.length)[0];
  const plain = (value: unknown): unknown => {
    if (typeof value !== "object" || value == null) return value;
    const parts = value as Record<string, unknown>;
    return "numerator" in parts ? parts.value : "value" in parts ? plain(parts.value) : JSON.stringify(value);
  };
  const quoted = (value: unknown): string => {
    const text = String(plain(value) ?? "");
    return /[",\n]/.test(text) ? `"${text.replace(/"/g, '""')}"` : text;
  };
  if (longest) {
    const keys = [...new Set(longest.flatMap((row) => Object.keys(row)))];
    return [keys.join(","), ...longest.map((row) => keys.map((name) => quoted(row[name])).join(","))].join("\n") + "\n";
  }
  const rows = Object.entries(answer).map(([name, value]) => {
    const figure = value as { evidence?: { kind?: string; by?: string } } | null;
    return [name, quoted(value), quoted(figure?.evidence?.kind ?? ""), quoted(figure?.evidence?.by ?? "")].join(",");
  });
  return ["key,value,evidence,by", ...rows].join("\n") + "\n";
}

export function files(page: Page): Panel {
  const { store } = page;
  const work = new Work();
  const link = h("input", { type: "text", readonly: true, "aria-label": "link to this view", onfocus: () => link.select() });
  const copied = button("Copy", () => {
    link.value = store.link();
    void navigator.clipboard?.writeText(link.value).then(
      () => (copied.textContent = "Copied"),
      () => link.select(),
    );
  });
  const answers = h("div", null);
  const commands = h("div", null);
  const format = select([{ word: "cables" }], "cables", () => undefined);
  let optionsOf = false;

  const picture = (): void => {
    pictureOf(page.pane, page.theme(), page.caption()).toBlob((blob) => {
      if (blob) save(`${named(store.get("x"))}.png`, blob);
    }, "image/png");
  };
  const drawn = (): void => {
    const panel = store.get("o");
    const params = {
      expr: store.get("x"),
      theme: page.theme().dark ? "dark" : "light",
      ...(store.get("a") && store.get("b") ? { route: `${store.get("a")},${store.get("b")}` } : {}),
      ...(parts(store.get("f")).length ? { faults: store.get("f") } : {}),
      ...(panel === "ring" ? { ring: true } : {}),
    };
    work.ask<Envelope & { svg: string }>("draw", params, (envelope) => save(`${named(store.get("x"))}-by-rule.svg`, new Blob([envelope.svg], { type: "image/svg+xml" })));
  };
  const exported = (): void => {
    work.ask<Envelope & { text: string; name: string }>("export", { expr: store.get("x"), to: format.value }, (envelope) => {
      page.answered("export", { ...envelope, text: undefined } as never);
      save(envelope.name || `${named(store.get("x"))}.${format.value}`, new Blob([envelope.text], { type: "text/plain" }));
    });
  };

  const body = h(
    "div",
    null,
    h("h3", null, "A link to this view"),
    h("div", { class: "pair" }, h("div", { class: "field" }, link), copied),
    site
      ? h("p", { class: "quiet" }, "It holds the expression, the window and all that is laid over it, and works for everyone who can open this page.")
      : h("p", { class: "quiet" }, "It holds the expression, the window and all that is laid over it. On another machine start ", h("code", null, "crossedge explore"), " and paste it into the box of the expression."),
    h("h3", null, "This window"),
    h(
      "p",
      { class: "row" },
      button("PNG", picture),
      button("SVG", () => {
        if (page.pane.scene) save(`${named(store.get("x"))}.svg`, new Blob([svgOf(page.pane, page.theme(), page.caption())], { type: "image/svg+xml" }));
      }),
      button("Complete picture, SVG", drawn),
    ),
    h("h3", null, "All links"),
    h("div", { class: "pair" }, field("Format", format), button("Download", exported)),
    work.element,
    h("h3", null, "Answers"),
    answers,
    h("h3", null, "The same on the command line"),
    commands,
  );

  return {
    id: "files",
    title: "Save",
    body,
    refresh: () => {
      link.value = store.link();
      copied.textContent = "Copy";
      if (!optionsOf) {
        optionsOf = true;
        void quick<{ formats?: Word[] }>("options", {})
          .then((options) => choose(format, options.formats ?? [{ word: "cables" }], "cables"))
          .catch(() => (optionsOf = false));
      }
      const all = [...page.lastAnswers()];
      fill(
        answers,
        all.length === 0 ? h("p", { class: "quiet" }, "No requests yet.") : null,
        all.map(([verb, envelope]) =>
          h(
            "p",
            { class: "row" },
            h("span", { class: "verb" }, verb),
            button("JSON", () => save(`${named(store.get("x"))}-${verb}.json`, new Blob([JSON.stringify(envelope.answer, null, 2)], { type: "application/json" })), { "aria-label": `${verb} as JSON` }),
            button("CSV", () => save(`${named(store.get("x"))}-${verb}.csv`, new Blob([table(envelope.answer ?? {})], { type: "text/csv" })), { "aria-label": `${verb} as CSV` }),
          ),
        ),
      );
      fill(commands, all.map(([, envelope]) => commandLine(envelope.command)));
    },
  };
}
