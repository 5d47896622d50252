// A collective step by step: the messages of a step on the map, and the holders of the data after it.

import { quick } from "../api";
import { fill, h } from "../dom";
import { bytes as sized, grouped, short } from "../format";
import { along, NOTHING, type Mark, type Overlay } from "../overlay";
import type { Page, Panel } from "../panel";
import { level } from "../palette";
import { key, type Envelope, type Id, type Word } from "../types";
import { button, choose, commandLine, facts, fact, field, input, select, slider } from "../widgets";
import { Work } from "../work";
import type { CollectiveAnswer } from "../answers";

interface Steps {
  count: number;
  messages: number[];
  step: number;
  paths: Id[][];
  bytes: number[];
  left_out: number;
  reached?: Id[];
}

type Answer = Envelope<CollectiveAnswer> & { steps?: Steps | null; reached?: Id[] };

const KINDS: Word[] = ["broadcast", "allreduce", "allgather", "reduce", "scatter", "gather", "reduce-scatter", "all-to-all", "barrier"].map((word) => ({ word }));
const VERDICT: Record<string, string> = { holds: "verified by replay", formula: "cost by a verified formula", refused: "rejected by the verifier", none: "not for this network", "not tried": "not tried" };

const MODEL: Record<string, string> = { "store-and-forward": "store and forward", "cut-through": "cut-through", loggp: "LogGP" };
const PORTS: Record<string, string> = { half: "one port, sends or receives", one: "one port, sends and receives", all: "all ports at once" };

const duration = (seconds: number): string => (seconds < 1e-6 ? `${short(Number((seconds * 1e9).toPrecision(6)))} ns` : `${short(Number((seconds * 1e6).toPrecision(6)))} µs`);
const rate = (bytes: number): string => (bytes >= 1e9 ? `${short(bytes / 1e9)} GB/s` : `${short(bytes / 1e6)} MB/s`);

export function collective(page: Page): Panel {
  const { store } = page;
  const work = new Work();
  const out = h("div", null);
  const kind = select(KINDS, "broadcast", (value) => page.set({ kind: value === "broadcast" ? "" : value, calg: "", step: "" }));
  const how = select([{ word: "best" }], "best", (value) => page.set({ calg: value === "best" ? "" : value, step: "" }));
  const root = input("0", (value) => page.set({ root: value === "0" ? "" : value, step: "" }));
  const step = slider("Step", 0, 1, 0, (value) => go(value));
  const play = button("Play", () => (timer ? halt() : start()));
  const back = button("◀", () => go(Math.max(0, at() - 1)), { "aria-label": "one step back" });
  const on = button("▶", () => go(Math.min(count(), at() + 1)), { "aria-label": "one step on" });
  const steps = h("div", { class: "steps", hidden: true }, step.element, h("div", { class: "row" }, back, play, on));
  const told = h("p", { class: "now", "aria-live": "polite" });
  const body = h("div", null, h("div", { class: "pair" }, field("Collective", kind), field("Root", root)), field("Algorithm", how), work.element, steps, told, out);

  let answer: Answer | null = null;
  let optionsOf = "";
  let timer: ReturnType<typeof setInterval> | undefined;

  const at = (): number => Number(store.get("step") || 0);
  const count = (): number => answer?.steps?.count ?? 0;
  const go = (value: number): void => page.set({ step: value === 0 ? "" : String(value) });
  const halt = (): void => {
    clearInterval(timer);
    timer = undefined;
    play.textContent = "Play";
  };
  const start = (): void => {
    play.textContent = "Pause";
    if (at() >= count()) go(0);
    timer = setInterval(() => (at() >= count() ? halt() : go(at() + 1)), 900);
  };

  const offered = (expr: string): void => {
    const name = `${expr} ${kind.value}`;
    if (optionsOf === name) return;
    optionsOf = name;
    void quick<{ collectives?: (Word & { algorithms?: (Word | string)[] })[] }>("options", { expr })
      .then((options) => {
        const mine = options.collectives?.find((one) => one.word === kind.value);
        const words = (mine?.algorithms ?? []).map((one) => (typeof one === "string" ? { word: one } : one));
        choose(how, [{ word: "best", summary: "the fastest verified one" }, ...words.filter((word) => word.word !== "best")], store.get("calg") || "best");
      })
      .catch(() => undefined);
  };

  const show = (envelope: Answer): void => {
    answer = envelope;
    page.answered("collective", envelope);
    const all = envelope.answer;
    const mine = all.algorithms?.[0];
    steps.hidden = !envelope.steps;
    if (envelope.steps) {
      const now = envelope.steps;
      step.set(at(), now.count);
      const messages = at() === 0 ? 0 : (now.messages[at() - 1] ?? now.paths.length);
      const holders = reached(envelope);
      told.textContent =
        at() === 0
          ? `Before the first of ${now.count} steps.`
          : `Step ${at()} of ${now.count}: ${grouped(messages)} ${messages === 1 ? "message" : "messages"}${now.left_out ? `, ${grouped(now.left_out)} of them not drawn` : ""}` +
            (holders ? `; ${grouped(holders.length)} of ${grouped(all.nodes)} nodes hold the data.` : ".");
    } else told.textContent = mine ? "At this size its messages are not listed; the cost is below." : "";
    fill(
      out,
      facts(
        fact("Algorithm", all.best ?? mine?.algorithm ?? "none"),
        fact("Steps", `${all.step_count == null ? "none" : grouped(all.step_count)}; no schedule has fewer than ${all.lower_bound ? grouped(all.lower_bound.step_count) : "one"}`),
        mine?.message_count != null ? fact("Messages", grouped(mine.message_count)) : null,
        all.time_seconds != null ? fact("Time", `${short(all.time_seconds * 1e6)} µs${mine?.ratio_to_bound ? `, ${short(mine.ratio_to_bound)} times the bound` : ""}`) : null,
        fact("Cost model", `${MODEL[all.model] ?? all.model}, ${PORTS[all.ports] ?? all.ports}: ${all.bytes != null ? `${sized(Number(all.bytes))}, ` : ""}latency ${duration(all.link_latency_seconds)} per hop, ${rate(all.link_bytes_per_second)} per link`),
        all.verdict ? fact("Verdict", VERDICT[all.verdict] ?? all.verdict) : null,
        mine?.paper ? fact("Paper", mine.paper) : null,
        envelope.steps?.bytes[0] ? fact("A message has", sized(envelope.steps.bytes[0])) : null,
      ),
      commandLine(envelope.command),
    );
    page.relay();
  };

  const reached = (envelope: Answer): Id[] | null => envelope.steps?.reached ?? envelope.reached ?? null;

  const none = (): void => {
    answer = null;
    steps.hidden = true;
    told.textContent = "";
    fill(out);
    halt();
    page.relay();
  };

  return {
    id: "collective",
    title: "Collectives",
    body,
    forget: () => {
      work.drop();
      none();
    },
    refresh: (changed) => {
      kind.value = store.get("kind") || "broadcast";
      if (document.activeElement !== root) root.value = store.get("root") || "0";
      how.value = store.get("calg") || "best";
      const expr = store.get("x");
      offered(expr);
      if (changed && (changed.has("x") || changed.has("kind"))) halt();
      work.ask<Answer>("collective", { expr, kind: kind.value, algorithm: store.get("calg"), root: store.get("root"), step: at(), ports: "one" }, show, none);
    },
    hidden: halt,
    overlay: (): Overlay => {
      if (!answer?.steps) return NOTHING;
      const theme = page.theme();
      const places = answer.places;
      const paths = at() === 0 ? [] : answer.steps.paths.map((path) => along(path, places)).filter((way) => way.length > 1);
      const holders = at() === 0 ? [store.get("root") || "0"] : (reached(answer) ?? []);
      const colour = level(theme, 3);
      const marks: Mark[] = holders.flatMap((id) => {
        const place = places?.[key(id)];
        return place ? [{ place, colour, form: "disc" as const, size: 7 }] : [];
      });
      return {
        ways: paths.map((way) => ({ places: way, colour: theme.accent, width: paths.length > 300 ? 1.6 : 3 })),
        marks,
        ...(paths.length <= 600 ? { travellers: paths.map((way) => ({ places: way, colour: theme.accent })), pace: 700, again: true } : {}),
        fade: true,
      };
    },
    clicked: (hit) => {
      if (hit.what !== "node") return false;
      page.set({ root: key(hit.id), step: "", a: key(hit.id) });
      return true;
    },
  };
}
