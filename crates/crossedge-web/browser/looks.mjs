// Appearance: screenshots at two sizes in both themes, and the axe-core report of every panel.
import { createRequire } from "node:module";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { SIZES, still, watch } from "./lib.mjs";

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** What a reader may see before anything is asked, and what is open over the map. */
const STATES = [
  ["start", "x=rdn(ring(3),+1)&p=start&a=0&b=16"],
  ["dead", "x=rdn(ring(3),+1)&p=start&a=0&b=16&f=9"],
  ["gallery", "x=rdn(ring(3),+1)&p=networks"],
  ["fabric", "x=file(%22today.ibnet%22)&p=findings"],
  ["ranks", "x=file(%22today.ibnet%22)&p=ranks&job=tensor+4,+data+16"],
  ["matrix", "x=rdn(ring(3),+4)&p=figures&m=all"],
  ["disjoint", "x=rdn(ring(3),+2)&p=route&a=0&b=647&show=disjoint"],
  ["hop", "x=rdn(ring(3),+2)&p=route&a=0&b=647&hop=3"],
  ["large", "x=rdn(ring(3),+4)&p=figures"],
  ["refused", "x=rdn(ring(3),+4)&p=deadlock"],
  ["mistake", "x=torus(0,4)&p=figures"],
  [
    "completion",
    "x=ring(5)&p=figures",
    async (page) => {
      await page.locator("#expression").fill("");
      await page.locator("#expression").pressSequentially("fat");
      await page.locator("#words li").first().waitFor();
    },
  ],
  [
    "unknown-node",
    "x=ring(5)&p=figures",
    async (page) => {
      await page.locator("#search").fill("77");
      await page.keyboard.press("Enter");
      await page.locator(".search-error", { hasText: "77" }).waitFor();
    },
  ],
];

const VIEWS = [
  ...STATES,
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

/** The report of axe-core. By the debugger, past the content security policy, which lets no such script in. */
async function audit(session) {
  await session.send("Runtime.evaluate", { expression: `${axe};undefined` });
  const { result } = await session.send("Runtime.evaluate", {
    expression: `axe.run(document, { resultTypes: ["violations"] }).then((r) => JSON.stringify(r.violations.map((v) => ({ id: v.id, impact: v.impact, help: v.help, nodes: v.nodes.slice(0, 4).map((n) => n.html.slice(0, 160) + " " + (n.any[0]?.message ?? "")) }))))`,
    awaitPromise: true,
    returnByValue: true,
  });
  return JSON.parse(result.value);
}

/** Takes the pictures; answers with what is wrong. */
export async function looks(browser, origin, address, folder) {
  const failures = [];
  for (const [size, viewport] of Object.entries(SIZES)) {
    const context = await browser.open({ viewport, colorScheme: "light", reducedMotion: "reduce" });
    const page = await context.newPage();
    const seen = watch(page, origin);
    const session = await context.newCDPSession(page);
    await page.goto(address, { timeout: 120_000 });
    await still(page);
    // An audit that finds nothing must be one that would find something.
    await page.evaluate(() => document.querySelector(".tools").append(Object.assign(document.createElement("button"), { id: "planted" })));
    if (!(await audit(session)).some((one) => one.id === "button-name" && one.impact === "critical")) failures.push("axe-core does not find a button without a name");
    await page.evaluate(() => document.querySelector("#planted").remove());
    for (const [name, hash, act] of VIEWS) {
      try {
        // Away from the view before it: what a state has left open must not be in the next one.
        await page.goto(`${origin}/#x=ring(4)&p=figures`);
        await still(page, "ring(4)");
        await page.goto(`${origin}/#${hash}`);
        if (name === "mistake") await page.locator(".mishap:visible").waitFor();
        else await still(page);
        await act?.(page);
        await page.waitForTimeout(500);
        await page.waitForFunction(() => document.querySelectorAll(".progress").length === 0, undefined, { timeout: 120_000 });
        if (name !== "mistake") await page.waitForFunction(() => window.crossedge.ready(), undefined, { timeout: 120_000 });
        for (const colorScheme of ["light", "dark"]) {
          const what = `${name}-${size}-${colorScheme}`;
          await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
          await page.waitForFunction((wanted) => document.documentElement.dataset.theme === wanted, colorScheme);
          await page.waitForTimeout(200);
          await page.screenshot({ path: join(folder, `${what}.png`) });
          for (const one of await audit(session)) {
            const line = `${what}: axe ${one.impact} ${one.id}: ${one.help}\n          ${one.nodes.join("\n          ")}`;
            if (["serious", "critical"].includes(one.impact)) failures.push(line);
            else console.log(`note    ${line}`);
          }
          const wider = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
          if (wider > 0) failures.push(`${what}: ${wider} pixels too wide`);
        }
        await page.emulateMedia({ colorScheme: "light", reducedMotion: "reduce" });
      } catch (error) {
        failures.push(`${name}-${size}: ${error.message}`);
      }
    }
    // The two states that show an error are answered with one.
    const others = seen.filter((line) => !/status of (400|404|413|422)/.test(line));
    if (others.length) failures.push(`${size}: ${others.join("\n  ")}`);
    await context.close();
    console.log(`looked  ${size}: ${VIEWS.length} states in two themes`);
  }
  for (const line of failures) console.log(`FAILED  ${line}`);
  return failures.map((line) => line.split("\n")[0]);
}
