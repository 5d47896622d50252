// Guided tours: pages of text, each with the view that it speaks of. A lesson is a file that a teacher writes; its views are the keys of the
// address bar.

import { fill, h } from "../dom";
import type { Page, Panel } from "../panel";
import { KEYS, parse, type View } from "../state";
import { button } from "../widgets";

interface LessonPage {
  title: string;
  text: string[];
  /** A view by its keys, or as the part of a link from # on. Without it the view stays. */
  view?: Record<string, string | number> | string;
  /** Something to do. */
  try?: string;
  /** A question, and what is right. */
  question?: string;
  answer?: string;
}

interface Lesson {
  id: string;
  title: string;
  summary: string;
  pages: LessonPage[];
}

/** Text with `code` and *stress*; nothing else is read in it. */
function prose(text: string): (Node | string)[] {
  return text.split(/(`[^`]+`|\*[^*\s][^*]*\*)/).map((part) => {
    if (part.length > 2 && part.startsWith("`") && part.endsWith("`")) return h("code", null, part.slice(1, -1));
    if (part.length > 2 && part.startsWith("*") && part.endsWith("*")) return h("em", null, part.slice(1, -1));
    return part;
  });
}

/** What is wrong with a lesson, in words for whoever writes it; null when nothing is. */
export function wrong(lesson: unknown): string | null {
  const one = lesson as Partial<Lesson> | null;
  if (typeof one !== "object" || one == null) return "a lesson is an object with id, title, summary and pages";
  for (const name of ["id", "title", "summary"] as const) if (typeof one[name] !== "string") return `"${name}" must be a text`;
  if (!Array.isArray(one.pages) || one.pages.length === 0) return '"pages" must be a list of at least one page';
  for (const [i, page] of one.pages.entries()) {
    if (typeof page?.title !== "string") return `page ${i + 1}: "title" must be a text`;
    if (!Array.isArray(page.text) || page.text.some((each) => typeof each !== "string")) return `page ${i + 1}: "text" must be a list of paragraphs`;
    if (typeof page.view === "object") {
      const other = Object.keys(page.view).find((name) => !(KEYS as readonly string[]).includes(name));
      if (other) return `page ${i + 1}: a view has no key "${other}"; it has ${KEYS.join(", ")}`;
    }
  }
  return null;
}

export interface Lessons extends Panel {
  /** The page of the lesson that is open: it stands above whatever panel it speaks of. */
  card: HTMLElement;
}

export function lessons(page: Page): Lessons {
  const { store } = page;
  const body = h("div", { class: "lessons" });
  const card = h("section", { class: "card", hidden: true, "aria-label": "lesson" });
  let all: Lesson[] | null = null;
  let told = "";
  let shown = "";

  const turn = (lesson: Lesson, to: number): void => {
    const next = lesson.pages[to];
    if (!next) return;
    const given = next.view;
    const view: View = typeof given === "string" ? parse(given) : given ? Object.fromEntries(Object.entries(given).map(([name, value]) => [name, String(value)])) : store.all();
    const keep = { lesson: lesson.id, page: to === 0 ? "" : String(to + 1) };
    page.store.replace({ ...view, ...keep, p: view.p ?? "figures" });
  };

  const index = (): void => {
    fill(
      body,
      h("p", { class: "quiet" }, "Each lesson is a tour of a few pages; every page moves the map to what it speaks of."),
      h(
        "ol",
        { class: "cards" },
        (all ?? []).map((lesson) =>
          h("li", null, h("h3", null, lesson.title), h("p", null, lesson.summary), button(`Begin, ${lesson.pages.length} pages`, () => turn(lesson, 0), { class: "primary", "aria-label": `Begin, ${lesson.pages.length} pages: ${lesson.title}` })),
        ),
      ),
      told ? h("p", { class: "error", role: "alert" }, told) : null,
      h("h3", null, "A lesson of your own"),
      h("p", { class: "quiet" }, "A file of JSON, as those of this program; its views are parts of links. It is read by this page and goes nowhere."),
      h("label", { class: "file" }, "Open a lesson ", h("input", { type: "file", accept: ".json,application/json", onchange: (event: Event) => void read(event) })),
    );
  };

  const read = async (event: Event): Promise<void> => {
    const file = (event.target as HTMLInputElement).files?.[0];
    if (!file) return;
    try {
      const lesson: unknown = JSON.parse(await file.text());
      const fault = wrong(lesson);
      told = fault ? `${file.name}: ${fault}` : "";
      if (!fault) all = [...(all ?? []).filter((one) => one.id !== (lesson as Lesson).id), lesson as Lesson];
    } catch (error) {
      told = `${file.name} is no JSON: ${error instanceof Error ? error.message : ""}`;
    }
    index();
  };

  const draw = (): void => {
    index();
    const lesson = all?.find((one) => one.id === store.get("lesson"));
    card.hidden = !lesson;
    if (!lesson) {
      shown = "";
      return;
    }
    const at = Math.min(lesson.pages.length, Math.max(1, Number(store.get("page") || 1))) - 1;
    const now = lesson.pages[at] as LessonPage;
    const name = `${lesson.id} ${at}`;
    if (name === shown) return;
    shown = name;
    fill(
      card,
      h("p", { class: "quiet" }, `${lesson.title} · page ${at + 1} of ${lesson.pages.length}`),
      h("h2", null, now.title),
      now.text.map((text) => h("p", null, prose(text))),
      now.try ? h("p", { class: "try" }, h("b", null, "Try: "), prose(now.try)) : null,
      now.question ? h("details", { class: "question" }, h("summary", null, prose(now.question)), h("p", null, prose(now.answer ?? ""))) : null,
      h(
        "p",
        { class: "row" },
        button("Back", () => turn(lesson, at - 1), { disabled: at === 0 }),
        button("Next", () => turn(lesson, at + 1), { disabled: at + 1 === lesson.pages.length, class: "primary" }),
        button("Show this view again", () => turn(lesson, at), { class: "small" }),
        button("End", () => page.set({ lesson: "", page: "", p: "lessons" }), { class: "small", "aria-label": "end the lesson" }),
      ),
    );
  };

  return {
    id: "lessons",
    title: "Lessons",
    body,
    card,
    refresh: () => {
      if (all) {
        draw();
        return;
      }
      all = [];
      void fetch("./lessons/index.json")
        .then((response) => response.json() as Promise<string[]>)
        .then((names) => Promise.all(names.map((each) => fetch(`./lessons/${each}`).then((response) => response.json() as Promise<Lesson>))))
        .then((found) => {
          all = found.filter((lesson) => wrong(lesson) == null);
          draw();
        })
        .catch(() => {
          told = "The lessons of the program could not be read.";
          index();
        });
    },
  };
}
