// The page without a mouse: every panel is reached, used and left by keys.
import { camera, must, still, view } from "./lib.mjs";

const go = async (page, hash, expression) => {
  await page.goto(`${new URL(page.url()).origin}/#${hash}`);
  await still(page, expression);
};

/** The focused element: what it is called, and where it is. */
const focused = (page) =>
  page.evaluate(() => {
    const one = document.activeElement;
    const style = getComputedStyle(one);
    const label = one.getAttribute("aria-label") ?? one.labels?.[0]?.textContent ?? document.getElementById(one.getAttribute("aria-labelledby") ?? "")?.textContent ?? one.textContent ?? "";
    const box = one.getBoundingClientRect();
    return {
      id: one.id,
      tag: one.tagName.toLowerCase(),
      name: label.trim(),
      panel: one.closest(".body")?.id ?? "",
      ring: style.outlineStyle !== "none" && parseFloat(style.outlineWidth) >= 1,
      seen: box.width > 0 && box.height > 0 && box.bottom > 0 && box.top < innerHeight && box.right > 0 && box.left < innerWidth,
    };
  });

/** Views in which each panel has an answer. */
export const PANELS = {
  start: "x=rdn(ring(3),+1)&p=start&a=0&b=16&f=9",
  lessons: "x=rdn(ring(3),+1)&p=lessons",
  figures: "x=rdn(ring(3),+1)&p=figures",
  node: "x=rdn(ring(3),+1)&p=node&a=7",
  networks: "x=rdn(ring(3),+1)&p=networks",
  route: "x=rdn(ring(3),+1)&p=route&a=0&b=16",
  ring: "x=rdn(ring(3),+1)&p=ring",
  loads: "x=torus(4,4)&p=loads",
  deadlock: "x=ring(6)&p=deadlock&vcs=1",
  collective: "x=rdn(ring(3),+1)&p=collective",
  faults: "x=rdn(ring(3),+1)&p=faults&f=7&a=0&b=16",
  compare: "x=ring(5)&p=compare&y=ring(6)",
  design: "x=ring(5)&p=design&ends=60..70&ports=..6",
  findings: "x=file(%22today.ibnet%22)&p=findings",
  ranks: "x=file(%22today.ibnet%22)&p=ranks&job=tensor+4,+data+16",
  files: "x=rdn(ring(3),+1)&p=files&o=route&a=0&b=16",
};

export const keys = [
  [
    "keys: tabs lead to every panel, and arrows go round",
    {},
    async (page) => {
      await go(page, "x=ring(5)&p=start", "ring(5)");
      await page.locator('.tabs [aria-selected="true"]').focus();
      const panels = new Set();
      const groups = await page.locator(".tabs [role=tab]").count();
      for (let i = 0; i < groups; i++) {
        const inner = page.locator(".inner-tabs [role=tab]:visible");
        if ((await inner.count()) > 1) {
          await page.keyboard.press("Tab");
          for (let k = 0; k < (await inner.count()); k++) {
            panels.add((await view(page)).p);
            await page.keyboard.press("ArrowRight");
          }
          await page.keyboard.press("Shift+Tab");
        }
        panels.add((await view(page)).p);
        must((await page.locator(".body:visible").count()) === 1, `${(await view(page)).p}: one panel is open`);
        await page.keyboard.press("ArrowRight");
      }
      must((await page.locator(".tabs [role=tab]").first().getAttribute("aria-selected")) === "true", "the arrows do not go round");
      const all = await page.evaluate(() => [...document.querySelectorAll(".body")].map((one) => one.id.slice(6)));
      const missed = all.filter((id) => !panels.has(id));
      must(missed.length === 0 && all.length >= 16, `not reached: ${missed}`);
      for (const id of all) must(PANELS[id], `${id} has no view in this test`);
    },
  ],
  ...Object.entries(PANELS).map(([id, hash]) => [
    `keys: everything in the panel ${id} is reached and has a name, and Escape leaves it`,
    {},
    async (page) => {
      await go(page, hash);
      await page.waitForTimeout(400);
      await page.waitForFunction(() => document.querySelectorAll(".body:not([hidden]) .progress").length === 0, undefined, { timeout: 60_000 });
      await page.locator(`#panel-${id}`).focus();
      const wanted = await page.evaluate((panel) => [...document.querySelectorAll(`#panel-${panel} :is(a[href], button, input, select, summary, [tabindex="0"])`)].filter((one) => !one.disabled && one.getClientRects().length > 0 && !(one.type === "radio" && !one.checked)).length, id);
      let reached = 0;
      for (;;) {
        await page.keyboard.press("Tab");
        const now = await focused(page);
        if (now.panel !== `panel-${id}`) break;
        reached++;
        must(now.name !== "", `a ${now.tag} without a name`);
        must(now.seen, `${now.tag} "${now.name}" is focused and not seen`);
        must(now.ring || now.tag === "input", `nothing shows that ${now.tag} "${now.name}" has the focus`);
        must(reached <= wanted, "the panel does not let go of the focus");
      }
      must(reached === wanted, `${reached} of ${wanted} controls are reached`);
      await page.locator(`#panel-${id}`).focus();
      if (wanted > 0) await page.keyboard.press("Tab");
      await page.keyboard.press("Escape");
      must((await focused(page)).id === `tab-${id}`, `Escape leads to ${JSON.stringify(await focused(page))}`);
      await page.keyboard.press("Escape");
      must(await page.evaluate(() => document.activeElement.classList.contains("stage")), "a second Escape does not lead to the map");
    },
  ]),
  [
    "keys: a route, a dead node and its revival without a mouse",
    {},
    async (page) => {
      await go(page, "x=rdn(ring(3),+1)&p=route", "rdn(ring(3), 1)");
      await page.locator("#panel-route").focus();
      await page.keyboard.press("Tab");
      await page.keyboard.type("0");
      await page.keyboard.press("Tab");
      await page.keyboard.type("16");
      await page.keyboard.press("Tab");
      await page.locator("#panel-route .hops li").nth(1).waitFor();
      await go(page, "x=rdn(ring(3),+1)&p=faults", "rdn(ring(3), 1)");
      await page.locator(".first .stage").focus();
      await page.keyboard.press("Enter");
      await page.waitForFunction(() => window.crossedge.view().f);
      await page.locator("#panel-faults .chips button").focus();
      await page.keyboard.press("Enter");
      await page.waitForFunction(() => !window.crossedge.view().f);
    },
  ],
  [
    "keys: Escape hides a tip, ends a flight where it is, and shuts completions",
    { reducedMotion: "no-preference" },
    async (page) => {
      await go(page, "x=rdn(ring(3),+1)&p=figures", "rdn(ring(3), 1)");
      const at = await page.evaluate(async () => window.crossedge.pixel((await window.crossedge.places([7]))["7"]));
      const box = await page.locator(".first .stage").boundingBox();
      await page.mouse.move(box.x + at[0], box.y + at[1]);
      await page.locator(".first .tip:visible").waitFor();
      await page.keyboard.press("Escape");
      must((await page.locator(".first .tip:visible").count()) === 0, "the tip stays");
      await page.mouse.move(box.x + 2, box.y + box.height / 2);
      await go(page, "x=rdn(ring(3),+4)&p=figures", "rdn(ring(3), 4)");
      const wide = (await camera(page)).span;
      // A flight that would take a minute: it ends where Escape finds it.
      await page.evaluate(() => window.crossedge.fly("333333333333", 60_000));
      await page.waitForFunction((span) => window.crossedge.camera().span < 0.99 * span, wide);
      await page.keyboard.press("Escape");
      await still(page);
      const there = (await camera(page)).span;
      must(there < wide && there > wide / 1e5, `the flight went on to ${there} of ${wide}`);
      await page.locator("#expression").fill("");
      await page.locator("#expression").pressSequentially("fat");
      await page.locator("#words li").first().waitFor();
      await page.keyboard.press("Escape");
      must((await page.locator("#words li:visible").count()) === 0, "the completions stay");
      must((await focused(page)).id === "expression", "the first Escape leaves the box");
      await page.keyboard.press("Escape");
      must(await page.evaluate(() => document.activeElement.classList.contains("stage")), "the second Escape does not lead to the map");
    },
  ],
];
