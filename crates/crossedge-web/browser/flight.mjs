// The flight from 10^12 nodes to one port, frame by frame:   node flight.mjs PROGRAM [FOLDER]
// Pictures as the browser showed them, and which kinds of links each frame had. For looking at, and for bench/runs/explore.txt.
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { browse, serve, SIZES, still } from "./lib.mjs";

const [program, folder = "flight"] = process.argv.slice(2);
if (!program) {
  console.error("usage: node flight.mjs PROGRAM [FOLDER]");
  process.exit(2);
}
mkdirSync(folder, { recursive: true });
const server = await serve(program, "rdn(ring(3), 1)");
const browser = await browse();
try {
  const context = await browser.open({ viewport: SIZES.wide, colorScheme: "light", reducedMotion: "no-preference" });
  const page = await context.newPage();
  await page.goto(`${server.address.split("&expr")[0]}#x=rdn(ring(3),+1)&p=start&a=0&b=16`);
  await still(page);
  await page.waitForFunction(() => window.crossedge.ready(), undefined, { timeout: 120_000 });
  const session = await context.newCDPSession(page);
  let shots = 0;
  session.on("Page.screencastFrame", ({ data, sessionId }) => {
    writeFileSync(join(folder, `shot-${String(shots++).padStart(3, "0")}.png`), Buffer.from(data, "base64"));
    void session.send("Page.screencastFrameAck", { sessionId });
  });
  await page.evaluate(() => {
    const begin = performance.now();
    const frames = [];
    const look = () => {
      const scene = window.crossedge.scene();
      const { span } = window.crossedge.camera();
      if (scene && window.crossedge.view().x === "rdn(ring(3), 4)") {
        const kinds = [...new Set([...scene.links_drawn.class, ...scene.bundles.class])].sort();
        frames.push({ at: performance.now() - begin, span, larger: scene.pixel, kinds: kinds.join(""), fades: window.crossedge.fades(), boxes: scene.boxes.level.length, nodes: scene.points.id.length });
      }
      requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
    window.flightFrames = frames;
  });
  await session.send("Page.startScreencast", { format: "png", everyNthFrame: 1 });
  await page.locator("#plunge").click();
  await page.waitForFunction(() => window.crossedge.view().x === "rdn(ring(3), 4)");
  await page.waitForTimeout(6000);
  await still(page);
  await session.send("Page.stopScreencast");
  const frames = await page.evaluate(() => window.flightFrames);
  const spans = frames.map((frame) => frame.span);
  const begin = spans.findIndex((span) => span < 0.99 * spans[0]);
  const end = spans.findIndex((span) => span <= 1.001 * spans.at(-1));
  const moving = frames.slice(begin, end + 1);
  const gaps = moving.slice(1).map((frame, i) => frame.at - moving[i].at).sort((a, b) => a - b);
  console.log(`flight: ${moving.length} frames in ${((moving.at(-1).at - moving[0].at) / 1000).toFixed(2)} s, from ${spans[0].toPrecision(3)} to ${spans.at(-1).toPrecision(3)} units; a frame takes ${gaps[gaps.length >> 1].toFixed(0)} ms, the slowest ${gaps.at(-1).toFixed(0)} ms; ${shots} pictures in ${folder}`);
  let last = "";
  for (const frame of frames) {
    const now = `${frame.kinds} ${frame.boxes} ${frame.nodes}`;
    if (now !== last) console.log(`  ${(frame.at / 1000).toFixed(2)} s: span ${frame.span.toPrecision(3)}, kinds of links ${[...frame.kinds].join(" ")}, ${frame.boxes} boxes, ${frame.nodes} nodes${frame.fades ? ", levels of the window before fade" : ""}`);
    last = now;
  }
} finally {
  server.stop();
  await browser.clean();
}
