// The findings of `lint` about this fabric, with the cables and nodes that they name highlighted on the map.

import { fill, h } from "../dom";
import { NOTHING, type Overlay } from "../overlay";
import type { Page, Panel } from "../panel";
import { key, type Envelope, type Id, type Place } from "../types";
import { button, commandLine, fact, facts } from "../widgets";
import { Work } from "../work";
import type { LintAnswer } from "../answers";

type Finding = LintAnswer["findings"][number];
type Answered = Envelope<LintAnswer> & { ids?: Record<string, Id> };

const MOST = 60;

export function findings(page: Page): Panel {
  const { store } = page;
  const work = new Work();
  const out = h("div", null);
  const body = h("div", null, work.element, out);
  let answer: Answered | null = null;
  let chosen: Finding | null = null;

  const place = (name: string): Place | undefined => {
    const id = answer?.ids?.[name];
    return id === undefined ? undefined : answer?.places?.[key(id)];
  };

  const choose = (finding: Finding): void => {
    chosen = chosen === finding ? null : finding;
    const first = finding.places.map((one) => answer?.ids?.[one.node]).find((id) => id !== undefined);
    if (chosen && first !== undefined) void page.visit(first, false);
    page.relay();
  };

  const show = (envelope: Answered): void => {
    answer = envelope;
    chosen = null;
    page.answered("lint", envelope);
    const all = envelope.answer;
    const bad = all.findings.filter((one) => one.severity !== "info").length;
    fill(
      out,
      h("p", { class: bad ? "verdict bad" : "verdict good" }, bad ? `${bad} findings` : "No errors or warnings"),
      facts(
        all.plan ? fact("Plan", `${all.plan.expression}${all.plan.exact.value ? ", exactly" : `: ${all.plan.missing} of ${all.plan.planned} cables missing, ${all.plan.extra} extra`}`) : fact("Plan", "none recognized"),
        all.throughput ? fact("Throughput", `${all.throughput.now.text} of injection${all.throughput.repaired ? `, ${all.throughput.repaired.text} with all repairs` : ""}`) : null,
      ),
      h(
        "ol",
        { class: "hops" },
        all.findings.slice(0, MOST).map((one) =>
          h(
            "li",
            null,
            h("span", { class: "hop" }, button(`${one.rule} ${one.name}`, () => choose(one), { class: "link" }), h("span", { class: "quiet" }, ` ${one.severity}${one.repaired ? `, then ${one.repaired.text}` : ""}`)),
            h("span", { class: "case" }, one.message),
            one.repair ? h("span", { class: "case" }, `Repair: ${one.repair}`) : null,
          ),
        ),
      ),
      all.findings.length > MOST ? h("p", { class: "quiet" }, `and ${all.findings.length - MOST} more; the command line lists all`) : null,
      commandLine(envelope.command),
    );
    page.relay();
  };

  const none = (): void => {
    answer = null;
    chosen = null;
    fill(out);
    page.relay();
  };

  return {
    id: "findings",
    title: "Findings",
    body,
    forget: () => {
      work.drop();
      none();
    },
    refresh: (changed) => {
      if (changed !== null && !changed.has("x")) return;
      work.ask<Answered>("lint", { expr: store.get("x") }, show, none);
    },
    overlay: (): Overlay => {
      if (!answer) return NOTHING;
      const theme = page.theme();
      const listed = (chosen ? [chosen] : answer.answer.findings.filter((one) => one.severity !== "info")).slice(0, MOST);
      const marks = new Map<string, Place>();
      const ways: Place[][] = [];
      for (const one of listed) {
        const ends = one.places.map((end) => [end.node, place(end.node)] as const);
        for (const [name, at] of ends) if (at) marks.set(name, at);
        // Places of cables come in pairs.
        for (let i = 0; i + 1 < ends.length; i += 2) {
          const [a, b] = [ends[i]?.[1], ends[i + 1]?.[1]];
          if (a && b && /cable|trunk/.test(one.name)) ways.push([a, b]);
        }
      }
      return {
        ways: ways.map((places) => ({ places, colour: theme.accent, width: 3.5 })),
        marks: [...marks].map(([label, at]) => ({ place: at, colour: theme.accent, form: "ring" as const, size: 7, label })),
        fade: true,
      };
    },
  };
}
