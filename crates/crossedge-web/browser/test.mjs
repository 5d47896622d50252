// The page in a real browser, against the real server:   node test.mjs PROGRAM [FOLDER FOR SCREENSHOTS [TESTS, A PATTERN]]
// Speed is measured by measure.mjs; no test depends on time.
import { mkdirSync } from "node:fs";
import { basename, join } from "node:path";
import { looks } from "./looks.mjs";
import { browse, camera, must, serve, still, view, watch } from "./lib.mjs";
import { steps } from "./steps.mjs";
import { questions } from "./questions.mjs";
import { keys } from "./keys.mjs";
import { saved } from "./saved.mjs";
import { numbers } from "./numbers.mjs";

const [program, folder = "screens", only] = process.argv.slice(2);
if (!program) {
  console.error("usage: node test.mjs PROGRAM [FOLDER [PATTERN]]");
  process.exit(2);
}
mkdirSync(folder, { recursive: true });

const server = program.startsWith("http") ? { address: program, stop: () => undefined } : await serve(program, "rdn(ring(3), 2)");
const origin = new URL(server.address).origin;
const browser = await browse();
const failures = [];

/** One test on a page of its own. Where nothing is said of it nothing moves by itself: a card made of software has enough to do. */
async function check(name, options, act) {
  if (only && !new RegExp(only).test(name)) return;
  const begin = Date.now();
  const context = await browser.open({ viewport: { width: 1100, height: 700 }, colorScheme: "light", reducedMotion: "reduce", ...options });
  const page = await context.newPage();
  page.setDefaultTimeout(60_000);
  const seen = watch(page, origin);
  try {
    await page.goto(server.address, { timeout: 120_000 });
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

try {
  for (const [name, options, act] of [...steps, ...questions, ...keys, ...saved, ...numbers]) await check(name, options, act);

  await check("a shared link shows the same on another page, and so does a reload", {}, async (page, context) => {
    await page.goto(`${origin}/#x=rdn(ring(3),+2)&p=route&a=0&b=647`);
    await still(page);
    await page.locator("#panel-route .hops li").first().waitFor();
    await page.locator(".first .stage").focus();
    for (const key of ["+", "+", "+", "ArrowRight", "ArrowDown"]) await page.keyboard.press(key);
    await still(page);
    await page.waitForTimeout(400);
    const before = { view: await view(page), camera: await camera(page), hops: await page.locator("#panel-route .hops").innerText(), address: page.url() };
    must(!before.address.includes("token"), "the token is in the address that is shared");
    must(before.view.v, "the window is not in the address");
    const plain = (one) => JSON.stringify(Object.entries(one).sort());
    const same = async (other, how) => {
      await still(other);
      await other.locator("#panel-route .hops li").first().waitFor();
      const after = { view: await view(other), camera: await camera(other), hops: await other.locator("#panel-route .hops").innerText() };
      must(plain(after.view) === plain(before.view), `${how}: another view: ${JSON.stringify(after.view)}, not ${JSON.stringify(before.view)}`);
      for (const name of ["x", "y", "span"]) must(Math.abs(after.camera[name] - before.camera[name]) <= 1e-9 * before.camera.span, `${how}: another camera: ${JSON.stringify(after.camera)}`);
      must(after.hops === before.hops, `${how}: another route`);
    };
    await page.reload();
    await same(page, "reload");
    const other = await context.newPage();
    await other.goto(before.address);
    await same(other, "link");
  });

  if (!only || new RegExp(only).test("looks")) failures.push(...(await looks(browser, origin, server.address, folder)));
} finally {
  server.stop();
  await browser.clean();
}
console.log(failures.length ? `${failures.length} FAILED: ${failures.join("; ")}` : `all of ${basename(import.meta.url)} holds`);
process.exit(failures.length ? 1 : 0);
