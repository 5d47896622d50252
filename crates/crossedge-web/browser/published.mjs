// A published folder in a real browser, from a plain file server:   node published.mjs PROGRAM [FOLDER FOR SCREENSHOTS]
// The program has ended before the page is opened. Every lesson, three networks with overlays and the zoom work in a subfolder; what was not
// published is said. Any error of the console and any failed request fails.
import { execFileSync } from "node:child_process";
import { createServer } from "node:http";
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, extname, join, normalize } from "node:path";
import { browse, camera, clickNode, must, SIZES, still, view, watch } from "./lib.mjs";

const [program, folder = "screens", only] = process.argv.slice(2);
if (!program) {
  console.error("usage: node published.mjs PROGRAM [FOLDER [PATTERN]]");
  process.exit(2);
}
mkdirSync(folder, { recursive: true });

const VIEWS = [
  ["route", "x=rdn(ring(3),+2)&p=route&a=0&b=647", "#panel-route .hops li"],
  ["disjoint", "x=rdn(ring(3),+2)&p=route&a=0&b=647&show=disjoint", "#panel-route .ways li"],
  ["ring", "x=rdn(ring(3),+2)&p=ring", "#panel-ring .command"],
  ["collective", "x=rdn(ring(3),+2)&p=collective&step=3", "#panel-collective .steps input"],
  ["loads", "x=torus(8,8)&p=loads&traffic=tornado", "#panel-loads table"],
  ["deadlock", "x=torus(8,8)&p=deadlock&routing=dimension&vcs=1", "#panel-deadlock .verdict"],
  ["compare", "x=torus(8,8)&p=compare&y=fattree(8)", "#panel-compare table"],
  ["faults", "x=fattree(8)&p=faults&f=7,130&a=0&b=100", "#panel-faults .command"],
  ["large", "x=rdn(ring(5),+3)&p=node&a=12345678", "#panel-node tbody tr"],
];
const NETWORKS = ["rdn(ring(3), 2)", "torus(8,8)", "fattree(8)", "rdn(ring(5), 3)"];

const site = mkdtempSync(join(tmpdir(), "crossedge-site-"));
const said = execFileSync(program, ["explore", ...NETWORKS, "--export", site, ...VIEWS.flatMap(([, link]) => ["--overlay", link])]);
console.log(`        ${String(said).split(" in ")[0]}`);

/** Files below /some/where/, and nothing else. */
const KINDS = { ".html": "text/html", ".js": "text/javascript", ".css": "text/css", ".json": "application/json", ".svg": "image/svg+xml" };
const server = createServer((request, response) => {
  const path = normalize(decodeURIComponent(new URL(request.url, "http://h").pathname));
  try {
    must(path.startsWith("/some/where/"), path);
    const name = path.slice("/some/where/".length) || "index.html";
    const bytes = readFileSync(join(site, name));
    response.writeHead(200, { "Content-Type": KINDS[extname(name)] ?? "text/plain" }).end(bytes);
  } catch {
    response.writeHead(404).end();
  }
});
await new Promise((done) => server.listen(0, "127.0.0.1", done));
const origin = `http://127.0.0.1:${server.address().port}`;
const home = `${origin}/some/where/`;
const browser = await browse();
const failures = [];

async function check(name, options, act) {
  if (only && !new RegExp(only).test(name)) return;
  const begin = Date.now();
  const context = await browser.open({ viewport: { width: 1100, height: 700 }, colorScheme: "light", reducedMotion: "reduce", ...options });
  const page = await context.newPage();
  page.setDefaultTimeout(60_000);
  const seen = watch(page, origin);
  page.on("response", (response) => {
    if (response.status() >= 400) seen.push(`${response.status()}: ${response.url()}`);
  });
  try {
    await page.goto(home, { timeout: 120_000 });
    await still(page);
    await act(page, context);
    must(seen.length === 0, `the console and the network are not quiet:\n  ${seen.join("\n  ")}`);
    console.log(`ok      ${name} (${Date.now() - begin} ms)`);
  } catch (error) {
    failures.push(name);
    console.log(`FAILED  ${name}\n${String(error.stack ?? error).replace(/^/gm, "        ")}${seen.length ? `\n        seen: ${seen.join("\n        ")}` : ""}`);
    await page.screenshot({ path: join(folder, `failed-${name.replace(/\W+/g, "-")}.png`) }).catch(() => undefined);
  } finally {
    await context.close();
  }
}

/** No panel shows an error, and nothing is under way. */
async function answered(page) {
  await page.waitForFunction(() => document.querySelectorAll(".progress").length === 0);
  await page.waitForTimeout(150);
  await page.waitForFunction(() => document.querySelectorAll(".progress").length === 0);
  const wrong = await page.locator(".error:visible, .mishap:visible").allInnerTexts();
  must(wrong.length === 0, `${page.url()}: ${wrong.join("; ")}`);
}

async function go(page, link) {
  await page.goto(`${home}#${link}`);
  await still(page);
}

try {
  await check("published: it opens with the first network, and its metrics have their proofs", {}, async (page) => {
    must((await view(page)).x === NETWORKS[0], `it opens with ${(await view(page)).x}`);
    await page.locator("#panel-figures .figure").first().waitFor();
    must((await page.locator("#panel-figures").innerText()).includes("proved"), "no evidence");
    await page.locator("#panel-figures .by button").first().click();
    await page.locator("#panel-figures .theorem:visible").first().waitFor();
    await page.waitForFunction(() => /Proof|proof|Method|method/.test(document.querySelector("#panel-figures .theorem:not([hidden])")?.textContent ?? ""));
    await page.locator("#panel-figures .cite summary").first().click();
    await page.locator("#panel-figures .cite pre").first().waitFor();
    await answered(page);
  });

  await check("published: every page of every lesson", {}, async (page) => {
    await go(page, "x=rdn(ring(3),+1)&p=lessons");
    await page.locator("#panel-lessons .cards li").first().waitFor();
    const count = await page.locator("#panel-lessons .cards li").count();
    must(count === 5, `five lessons, found ${count}`);
    for (let lesson = 0; lesson < count; lesson++) {
      await page.locator("#panel-lessons .cards button").nth(lesson).click();
      for (let pages = 1; ; pages++) {
        await still(page);
        await answered(page);
        must((await page.locator(".card:visible h2").count()) === 1, `lesson ${lesson + 1}, page ${pages}`);
        const next = page.locator(".card").getByRole("button", { name: "Next" });
        if (await next.isDisabled()) break;
        await next.click();
      }
      await page.locator(".card").getByRole("button", { name: "end the lesson" }).click();
    }
  });

  for (const [name, link, wanted] of VIEWS)
    await check(`published: ${name}`, {}, async (page) => {
      await go(page, link);
      await page.locator(wanted).first().waitFor();
      await answered(page);
      must((await page.evaluate(() => window.crossedge.scene().points.id.length + window.crossedge.scene().boxes.level.length)) > 0, "the map is empty");
      if (name === "collective") {
        const steps = page.locator("#panel-collective .steps input");
        for (const step of ["0", await steps.getAttribute("max")]) {
          await steps.fill(step);
          await answered(page);
        }
        await page.locator("#panel-collective .now", { hasText: "648 of 648 nodes hold" }).waitFor();
      }
    });

  await check("published: the zoom shows nodes and their addresses, and the whole again", { reducedMotion: "no-preference" }, async (page) => {
    for (const expression of NETWORKS) {
      await go(page, `x=${encodeURIComponent(expression)}&p=figures`);
      const before = await camera(page);
      await page.locator(".first .stage").focus();
      for (let i = 0; i < 8; i++) {
        await page.keyboard.press("+");
        await still(page);
      }
      const after = await camera(page);
      must(before.span / after.span > 8, `${expression}: from ${before.span} to ${after.span}`);
      const scene = await page.evaluate(() => window.crossedge.scene());
      if (Number(scene.nodes) < 1000) must(scene.points.id.length > 0 && scene.links_drawn.class.length > 0, `${expression}: no node and no link is drawn`);
      must(scene.points.id.length + scene.boxes.level.length > 0, `${expression}: nothing is drawn`);
      await page.keyboard.press("Home");
      await page.waitForTimeout(900);
      await still(page);
      must(Math.abs((await camera(page)).span / before.span - 1) < 0.05, `${expression}: the whole network is not shown again`);
      await answered(page);
    }
  });

  await check("published: a flight from 10^12 nodes to one port", { reducedMotion: "no-preference" }, async (page) => {
    await go(page, "x=rdn(ring(3),+1)&p=start&a=0&b=16");
    await page.locator("#plunge").click();
    await page.waitForFunction(() => window.crossedge.view().x === "rdn(ring(3), 4)");
    await page.waitForTimeout(5000);
    await still(page);
    const ids = await page.evaluate(() => window.crossedge.scene().points.id.map(String));
    must(ids.includes("333333333333"), "the node is not drawn where the map has flown to");
    await page.screenshot({ path: join(folder, "published-plunge.png") });
    await answered(page);
  });

  await check("published: the first minute, a click kills a node and a link", {}, async (page) => {
    await go(page, "x=rdn(ring(3),+1)&p=start&a=0&b=16");
    await clickNode(page, 9);
    await page.locator("#panel-start", { hasText: "17 of 18" }).waitFor();
    await answered(page);
    await page.getByRole("button", { name: "Revive all" }).click();
    await answered(page);
  });

  await check("published: the list of networks and views", {}, async (page) => {
    await go(page, "x=torus(8,8)&p=networks");
    const names = await page.locator("#panel-networks .gallery code").allInnerTexts();
    for (const name of NETWORKS) must(names.includes(name), `${name} is not among ${names}`);
    await page.waitForFunction((count) => [...document.querySelectorAll("#panel-networks .gallery .quiet")].filter((one) => one.textContent).length === count, names.length);
    const links = page.locator("#panel-networks .views a");
    must((await links.count()) === NETWORKS.length + VIEWS.length, `${await links.count()} views`);
    await page.screenshot({ path: join(folder, "published-networks.png") });
    await links.filter({ hasText: "tornado" }).click();
    await still(page);
    await page.locator("#panel-loads table").first().waitFor();
    await answered(page);
  });

  await check("published: what was not published is said, with the command that answers it", {}, async (page) => {
    await go(page, "x=rdn(ring(3),+2)&p=route&a=0&b=5");
    await page.locator("#panel-route .error").waitFor();
    must((await page.locator("#panel-route .error").innerText()).includes("this was not published"), await page.locator("#panel-route .error").innerText());
    must((await page.locator("#panel-route .error").innerText()).includes("run crossedge explore 'rdn(ring(3), 2)'"), await page.locator("#panel-route .error").innerText());
    await page.locator("#expression").fill("ring(77)");
    await page.keyboard.press("Enter");
    await page.locator(".hint .wrong", { hasText: "to compute it, run crossedge explore 'ring(77)'" }).waitFor();
    await page.goto(`${home}#x=ring(78)&p=figures`);
    await page.locator(".mishap", { hasText: "to compute it, run crossedge explore 'ring(78)'" }).waitFor();
    await page.screenshot({ path: join(folder, "published-missing.png") });
  });

  await check("published: a shared link opens the same view", {}, async (page, context) => {
    await go(page, VIEWS[0][1]);
    await page.getByRole("tab", { name: "Save" }).click();
    const link = await page.locator('input[aria-label="link to this view"]').inputValue();
    must(link.startsWith(home), `${link} is not below ${home}`);
    const other = await context.newPage();
    const seen = watch(other, origin);
    await other.goto(link);
    await still(other);
    await other.locator("#panel-route .hops li").first().waitFor();
    must(seen.length === 0, seen.join("; "));
  });

  if (!only || new RegExp(only).test("looks"))
    for (const [size, viewport] of Object.entries(SIZES))
      for (const colorScheme of ["light", "dark"])
        await check(`published: looks, ${size} and ${colorScheme}`, { viewport, colorScheme }, async (page) => {
          for (const [name, link, wanted] of VIEWS) {
            await go(page, link);
            await page.locator(wanted).first().waitFor();
            await page.waitForFunction(() => window.crossedge.ready());
            await page.waitForTimeout(250);
            await page.screenshot({ path: join(folder, `published-${name}-${size}-${colorScheme}.png`) });
            const wider = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
            must(wider <= 0, `${name}: ${wider} pixels too wide`);
          }
        });
} finally {
  server.close();
  await browser.clean();
  rmSync(site, { recursive: true });
}
console.log(failures.length ? `${failures.length} FAILED: ${failures.join("; ")}` : `all of ${basename(import.meta.url)} holds`);
process.exit(failures.length ? 1 : 0);
