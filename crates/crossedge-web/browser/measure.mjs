// How fast the explorer is:   node measure.mjs PROGRAM [TIMES [windows | pictures]]
// A browser and a server are started for it; every opening has a context of its own, so nothing is in any cache.
import { browse, serve, SIZES, still } from "./lib.mjs";
import { loadavg } from "node:os";

const [program, times = "10", part = ""] = process.argv.slice(2);
if (!program) {
  console.error("usage: node measure.mjs PROGRAM [TIMES [windows | pictures]]");
  process.exit(2);
}
const began = performance.now();
const server = await serve(program, "rdn(ring(3), 2)");
const started = performance.now() - began;
const origin = new URL(server.address).origin;
const browser = part === "windows" ? null : await browse();
const told = (values) => {
  const sorted = [...values].sort((a, b) => a - b);
  return `median ${sorted[sorted.length >> 1].toFixed(0)} ms, worst ${sorted.at(-1).toFixed(0)} ms of ${sorted.length}`;
};

/** Numbers between 0 and 1 that are the same every time. */
let state = 1n;
function share() {
  state = (state * 6364136223846793005n + 1442695040888963407n) & 0xffffffffffffffffn;
  return Number(state >> 11n) / 2 ** 53;
}

/** Random windows of a network, from all of it down to a few nodes, asked for one after the other. */
async function windows(expression, many) {
  const headers = { "X-Crossedge-Token": new URL(server.address).searchParams.get("token") };
  const ask = async (verb, params) => {
    const response = await fetch(`${origin}/api/${verb}?${new URLSearchParams({ expr: expression, ...params })}`, { headers });
    const text = await response.text();
    if (!response.ok) throw new Error(text);
    return { body: JSON.parse(text), bytes: Buffer.byteLength(text) };
  };
  const { body: whole } = await ask("window", {});
  const [times, sizes, left] = [[], [], { links: 0, points: 0, boxes: 0, bundles: 0 }];
  for (let i = 0; i < many; i += 100) {
    const ids = Array.from({ length: 100 }, () => String(BigInt(Math.floor(share() * Number(whole.nodes))) % BigInt(whole.nodes)));
    const { body } = await ask("places", { nodes: ids.join(";") });
    for (const id of ids) {
      const [x, y] = body.places[id];
      const half = 2 * (Math.max(...whole.size) / 4) ** share();
      const { body: seen, bytes } = await ask("window", { x0: x - half, y0: y - half, x1: x + half, y1: y + half, labels: true });
      times.push(seen.milliseconds);
      sizes.push(bytes);
      for (const name of Object.keys(left)) left[name] += Number(seen.left_out[name]) > 0 ? 1 : 0;
    }
  }
  times.sort((a, b) => a - b);
  sizes.sort((a, b) => a - b);
  const at = (list, part) => list[Math.min(list.length - 1, Math.floor(part * list.length))];
  console.log(`${many} windows of ${expression}: server time median ${at(times, 0.5).toFixed(2)} ms, 99 % ${at(times, 0.99).toFixed(2)} ms, most ${times.at(-1).toFixed(2)} ms; median ${at(sizes, 0.5)} bytes, most ${sizes.at(-1)} bytes; something left out in ${Math.max(...Object.values(left))}`);
}

async function opened(expression) {
  const context = await browser.open({ viewport: SIZES.wide, colorScheme: "light" });
  const page = await context.newPage();
  await page.goto(`${server.address.split("&expr")[0]}#x=${encodeURIComponent(expression)}`, { waitUntil: "commit" });
  await page.waitForFunction(() => performance.getEntriesByName("first picture").length > 0, undefined, { polling: 50, timeout: 120_000 });
  const first = await page.evaluate(() => performance.getEntriesByName("first picture")[0].startTime);
  return { context, page, first };
}

try {
  console.log(`load of the machine ${loadavg().map((load) => load.toFixed(2)).join(" ")}`);
  console.log(`the program gives its address after ${started.toFixed(0)} ms`);
  if (part !== "pictures") for (const expression of ["rdn(ring(5), 3)", "rdn(torus(5,5), 2)", "hosts(xgft([25,40,10],[1,5,10]), 100)", "rdn(ring(3), 4)"]) await windows(expression, 1000);
  if (browser) await pictures();
  console.log(`load of the machine ${loadavg().map((load) => load.toFixed(2)).join(" ")}`);
} finally {
  server.stop();
  await browser?.clean();
}

async function pictures() {
  for (const expression of ["rdn(ring(3), 2)", "rdn(ring(5), 3)", "rdn(ring(3), 4)"]) {
    const firsts = [];
    for (let i = 0; i < Number(times); i++) {
      const { context, first } = await opened(expression);
      firsts.push(first);
      await context.close();
    }
    console.log(`first picture of ${expression}, from opening the address: ${told(firsts)}`);
  }
  const { context, page } = await opened("torus(400,400)");
  await still(page, "torus(400,400)");
  const [wide, high] = await page.evaluate(() => window.crossedge.scene().size);
  await page.goto(`${origin}/#x=torus(400,400)&v=${wide / 2},${high / 2},${high / 9}`);
  await still(page);
  await page.waitForFunction(() => window.crossedge.ready(), undefined, { timeout: 120_000 });
  for (let i = 0; i < 3; i++) {
    const measured = await page.evaluate(() => window.crossedge.measure(60_000, 50));
    console.log(`panning: ${measured.frames} frames over ${measured.links} links of ${measured.windows} windows, ${SIZES.wide.width} × ${SIZES.wide.height} pixels: mean ${(measured.milliseconds / measured.frames).toFixed(1)} ms, worst ${measured.slowest.toFixed(1)} ms`);
  }
  await context.close();
}
