// A server and a browser for the tests: both started here, both ended here.
import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { chromium } from "playwright-core";

const FLAGS = [
  "--no-sandbox",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  "--use-angle=swiftshader",
  "--enable-unsafe-swiftshader",
];

/** The fabrics that expressions may name. */
const FABRICS = fileURLToPath(new URL("../../../examples/fabrics", import.meta.url));

/** Starts `crossedge explore`; its first line is the address. */
export async function serve(program, expression) {
  const child = spawn(program, ["explore", expression, "--no-open", "--files", FABRICS], { stdio: ["ignore", "pipe", "inherit"] });
  const address = await new Promise((done, failed) => {
    createInterface({ input: child.stdout }).once("line", done);
    child.once("error", failed);
    child.once("exit", (status) => failed(new Error(`the server ended with status ${status} before it gave its address`)));
    setTimeout(() => failed(new Error("the server gave no address within 30 s")), 30_000).unref();
  });
  return { address: String(address).trim(), stop: () => child.kill("SIGINT"), pid: child.pid };
}

/** One browser; every page stands in a context of its own, which shares nothing with the others but the process that draws. */
export async function browse() {
  const browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", headless: true, args: FLAGS });
  return { open: (options) => browser.newContext({ acceptDownloads: true, ...options }), clean: () => browser.close() };
}

export const SIZES = { wide: { width: 1400, height: 900 }, narrow: { width: 390, height: 844 } };

/** Watches a page: errors of the console, uncaught ones, and requests that leave the server. */
export function watch(page, origin) {
  const seen = [];
  page.on("console", (message) => {
    if (message.type() === "error" || (message.type() === "warning" && !/GPU stall|swiftshader|Automatic fallback/i.test(message.text()))) seen.push(`${message.type()}: ${message.text()} ${message.location().url}`);
  });
  page.on("pageerror", (error) => seen.push(`uncaught: ${error.stack ?? error.message}`));
  page.on("request", (request) => {
    const url = new URL(request.url());
    if (url.origin !== origin && !["blob:", "data:"].includes(url.protocol)) seen.push(`left the server: ${request.url()}`);
  });
  page.on("requestfailed", (request) => {
    const why = request.failure()?.errorText ?? "";
    if (!/ABORTED/.test(why)) seen.push(`failed: ${request.url()} ${why}`);
  });
  return seen;
}

/** The map stands still and shows a window of its own. */
export async function still(page, expression) {
  await page.waitForFunction(
    (wanted) => window.crossedge?.still() && (wanted === undefined || window.crossedge.view().x === wanted) && window.crossedge.scene(),
    expression,
    { timeout: 120_000 },
  );
  await page.waitForTimeout(80);
  await page.waitForFunction(() => window.crossedge.still(), undefined, { timeout: 120_000 });
}

export const view = (page) => page.evaluate(() => window.crossedge.view());
export const camera = (page) => page.evaluate(() => window.crossedge.camera());

/** Where a node lies on the screen. */
export async function pixel(page, id) {
  const [x, y] = await page.evaluate(async (node) => {
    const places = await window.crossedge.places([node]);
    return window.crossedge.pixel(places[String(node)]);
  }, id);
  const box = await page.locator(".first .stage").boundingBox();
  return [box.x + x, box.y + y];
}

export async function clickNode(page, id) {
  const [x, y] = await pixel(page, id);
  await page.mouse.click(x, y);
  // A second click soon after would be a double one.
  await page.waitForTimeout(360);
}

export function must(truth, what) {
  if (!truth) throw new Error(what);
}
