// Every construction of the language, with examples that draw at a click.

import { quick, refusal } from "../api";
import { fill, h } from "../dom";
import { Gallery } from "../gallery";
import type { Page, Panel } from "../panel";
import { site } from "../site";
import type { Envelope } from "../types";
import { button, field } from "../widgets";
import { errorBox } from "../work";
import type { ConstructionAnswer } from "../answers";

export function networks(page: Page): Panel {
  const list = h("ul", { class: "constructions" });
  const filter = h("input", { type: "search", placeholder: "dual, torus, fat tree …", oninput: () => draw() });
  const gallery = new Gallery((expression) => page.open(expression));
  const views = site?.views.length ? [h("h3", null, "Published views"), h("ul", { class: "views" }, site.views.map((one) => h("li", null, h("a", { href: `#${one.link}` }, one.title))))] : null;
  const body = h("div", null, views, gallery.element, h("h3", null, "All constructions"), field("Find a construction", filter), list);
  let all: ConstructionAnswer[] | null = null;

  const draw = (): void => {
    const text = filter.value.toLowerCase();
    fill(
      list,
      (all ?? [])
        .filter((one) => `${one.name} ${one.summary} ${one.paper}`.toLowerCase().includes(text))
        .map((one) =>
          h(
            "li",
            null,
            h("h3", null, h("code", null, one.signature)),
            h("p", null, one.summary),
            one.paper ? h("p", { class: "quiet" }, one.paper) : null,
            h("p", { class: "row" }, one.examples.slice(0, 4).map((example) => button(example, () => page.open(example), { class: "chip" }))),
          ),
        ),
    );
  };

  return {
    id: "networks",
    title: "Networks",
    body,
    refresh: () => {
      void gallery.show(page.theme());
      if (all) return;
      all = [];
      quick<Envelope<{ constructions: ConstructionAnswer[] }>>("list", {})
        .then(({ answer }) => {
          all = answer.constructions;
          draw();
        })
        .catch((error: unknown) => {
          all = null;
          fill(list, h("li", null, errorBox(refusal(error))));
        });
    },
  };
}
