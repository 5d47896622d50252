// How fast the explorer is:   node measure.mjs PROGRAM [TIMES]
// A browser and a server are started for it; every opening has a context of its own, so nothing is in any cache.
import { browse, serve, SIZES, still } from "./lib.mjs";
import { loadavg } from "node:os";

const [program, times = "10"] = process.argv.slice(2);
if (!program) {
  console.error("usage: node measure.mjs PROGRAM [TIMES]");
  process.exit(2);
}
const began = performance.now();
const server = await serve(program, "rdn(ring(3), 2)");
const started = performance.now() - began;
const origin = new URL(server.address).origin;
const browser = await browse();
const told = (values) => {
  const sorted = [...values].sort((a, b) => a - b);
  return `median ${sorted[sorted.length >> 1].toFixed(0)} ms, worst ${sorted.at(-1).toFixed(0)} ms of ${sorted.length}`;
};

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
  console.log(`load of the machine ${loadavg().map((load) => load.toFixed(2)).join(" ")}`);
} finally {
  server.stop();
  await browser.clean();
}
