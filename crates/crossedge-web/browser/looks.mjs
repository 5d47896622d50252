// Appearance: screenshots at two sizes in both themes, and the axe-core report of every panel.
import { createRequire } from "node:module";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { SIZES, still, watch } from "./lib.mjs";

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

const VIEWS = [
  ["figures", "x=rdn(ring(3),+2)"],
  ["machine", "x=rdn(ring(5),+3)&p=networks"],
  ["node", "x=rdn(ring(3),+2)&p=node&a=7"],
  ["route", "x=rdn(ring(3),+2)&p=route&a=0&b=647"],
  ["faults", "x=rdn(ring(3),+1)&p=faults&f=7,3-4&a=0&b=16"],
  ["collective", "x=rdn(ring(3),+2)&p=collective&step=5"],
  ["ring", "x=rdn(ring(3),+2)&p=ring"],
  ["loads", "x=torus(8,8)&p=loads&traffic=tornado"],
  ["deadlock", "x=ring(6)&p=deadlock&vcs=1"],
  ["compare", "x=rdn(ring(3),+2)&p=compare&y=torus(18,36)"],
  ["design", "x=hypercube(6)&p=design&ends=60..70&ports=..6"],
  ["hosts", "x=hosts(dragonfly(4,2),+2)&p=figures"],
  ["lesson", "x=rdn(ring(3),+1)&p=route&a=0&b=16&lesson=routing&page=2"],
  ["lessons", "x=rdn(ring(3),+1)&p=lessons"],
  ["save", "x=rdn(ring(3),+1)&p=files"],
];

/** In the other theme of each size these are enough: the colours are the same everywhere. */
const SHORT = ["figures", "route", "faults", "loads", "design", "lesson"];

/** Takes the pictures; answers with what is wrong. */
export async function looks(browser, origin, address, folder) {
  const failures = [];
  for (const [size, viewport] of Object.entries(SIZES)) {
    for (const colorScheme of ["light", "dark"]) {
      const context = await browser.open({ viewport, colorScheme, reducedMotion: "reduce" });
      const page = await context.newPage();
      const seen = watch(page, origin);
      const session = await context.newCDPSession(page);
      await page.goto(address, { timeout: 120_000 });
      await still(page);
      const views = (size === "wide") === (colorScheme === "light") ? VIEWS : VIEWS.filter(([name]) => SHORT.includes(name));
      for (const [name, hash] of views) {
        const what = `${name}-${size}-${colorScheme}`;
        try {
          await page.goto(`${origin}/#${hash}`);
          await still(page);
          await page.waitForTimeout(500);
          await page.waitForFunction(() => document.querySelectorAll(".progress").length === 0, undefined, { timeout: 120_000 });
          await page.waitForFunction(() => window.crossedge.ready(), undefined, { timeout: 120_000 });
          await page.waitForTimeout(200);
          await page.screenshot({ path: join(folder, `${what}.png`) });
          // By the debugger, past the content security policy, which lets no such script in.
          await session.send("Runtime.evaluate", { expression: `${axe};undefined` });
          const { result } = await session.send("Runtime.evaluate", {
            expression: `axe.run(document, { resultTypes: ["violations"] }).then((r) => JSON.stringify(r.violations.map((v) => ({ id: v.id, impact: v.impact, help: v.help, nodes: v.nodes.slice(0, 4).map((n) => n.html.slice(0, 160) + " " + (n.any[0]?.message ?? "")) }))))`,
            awaitPromise: true,
            returnByValue: true,
          });
          const found = JSON.parse(result.value);
          for (const one of found) {
            const line = `${what}: axe ${one.impact} ${one.id}: ${one.help}\n          ${one.nodes.join("\n          ")}`;
            if (["serious", "critical"].includes(one.impact)) failures.push(line);
            else console.log(`note    ${line}`);
          }
          const wider = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
          if (wider > 0) failures.push(`${what}: ${wider} pixels too wide`);
        } catch (error) {
          failures.push(`${what}: ${error.message}`);
        }
      }
      if (seen.length) failures.push(`${size} ${colorScheme}: ${seen.join("\n  ")}`);
      await context.close();
      console.log(`looked  ${size} ${colorScheme}: ${views.length} pictures`);
    }
  }
  for (const line of failures) console.log(`FAILED  ${line}`);
  return failures.map((line) => line.split("\n")[0]);
}
