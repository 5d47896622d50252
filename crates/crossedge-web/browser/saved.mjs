// What is saved is what was on the screen: PNG, SVG and link are compared with the map pixel by pixel.
import { readFileSync } from "node:fs";
import { must, still } from "./lib.mjs";

const VIEWS = [
  ["route", "x=rdn(ring(3),+2)&p=route&a=0&b=647", ["route"]],
  ["disjoint paths", "x=rdn(ring(3),+1)&p=route&a=0&b=16&show=disjoint", ["disjoint"]],
  ["loads", "x=torus(8,8)&p=loads&traffic=tornado", ["load"]],
  ["faults", "x=rdn(ring(3),+1)&p=faults&f=7,3-4&a=0&b=16", ["left", "fault"]],
  ["collective", "x=rdn(ring(3),+2)&p=collective&step=5", ["collective"]],
  ["deadlock", "x=ring(6)&p=deadlock&vcs=1", ["deadlock"]],
  ["ring", "x=rdn(ring(3),+2)&p=ring", ["ring"]],
];

/** All requests are answered, and what they brought is drawn. */
async function settled(page, verbs) {
  await still(page);
  await page.waitForFunction((wanted) => window.crossedge.ready() && wanted.every((verb) => window.crossedge.answered().includes(verb)), verbs, { timeout: 60_000 });
  await page.waitForTimeout(300);
  await still(page);
  await page.waitForFunction(() => window.crossedge.ready() && !window.crossedge.fades());
}

const shot = (page) =>
  page.evaluate(() => {
    const canvas = window.crossedge.picture();
    return canvas.toDataURL("image/png");
  });

/** The share of pixels without a like one next to them in the other picture, in percent; the same for equal pixels. */
const difference = (page, first, second) =>
  page.evaluate(
    async ([a, b]) => {
      const pixels = async ({ url, top, width, height }) => {
        const image = new Image();
        image.src = url;
        await image.decode();
        const canvas = document.createElement("canvas");
        [canvas.width, canvas.height] = [width ?? image.width, height ?? image.height];
        const pen = canvas.getContext("2d", { willReadFrequently: true });
        pen.drawImage(image, 0, -(top ?? 0));
        return pen.getImageData(0, 0, canvas.width, canvas.height);
      };
      const one = await pixels(a);
      const two = await pixels({ width: one.width, height: one.height, ...b });
      const { width, height } = one;
      const away = (p, i, q, j) => Math.max(Math.abs(p.data[i] - q.data[j]), Math.abs(p.data[i + 1] - q.data[j + 1]), Math.abs(p.data[i + 2] - q.data[j + 2]));
      let [unequal, unlike] = [0, 0];
      for (let y = 1; y < height - 1; y++) {
        for (let x = 1; x < width - 1; x++) {
          const i = 4 * (y * width + x);
          if (away(one, i, two, i) <= 3) continue;
          unequal++;
          for (const [p, q] of [[one, two], [two, one]]) {
            let best = 255;
            for (let dy = -1; dy <= 1; dy++) for (let dx = -1; dx <= 1; dx++) best = Math.min(best, away(p, i, q, i + 4 * (dy * width + dx)));
            if (best > 56) {
              unlike++;
              break;
            }
          }
        }
      }
      const all = (width - 2) * (height - 2);
      return { unequal: (100 * unequal) / all, unlike: (100 * unlike) / all };
    },
    [first, second],
  );

const HEAD = 40;

export const saved = VIEWS.map(([name, hash, verbs]) => [
  `saved: PNG, SVG and link show the ${name} of the screen`,
  { reducedMotion: "reduce" },
  async (page, context) => {
    const origin = new URL(page.url()).origin;
    await page.goto(`${origin}/#${hash}`);
    await settled(page, verbs);
    // The window is moved, so that what is drawn depends on where the map has been.
    await page.locator(".first .stage").focus();
    for (const key of ["+", "+", "ArrowLeft", "ArrowUp", "-"]) {
      await page.keyboard.press(key);
      await page.waitForTimeout(90);
    }
    await page.locator('.tabs [aria-selected="true"]').focus();
    await settled(page, verbs);
    const screen = { url: await shot(page) };
    const blank = await page.evaluate(() => {
      const { width, height } = window.crossedge.picture();
      const canvas = Object.assign(document.createElement("canvas"), { width, height });
      return canvas.toDataURL("image/png");
    });
    must((await difference(page, screen, { url: blank })).unequal > 1, "the map is empty");
    await page.getByRole("tab", { name: "Save" }).click();
    await settled(page, verbs);
    must((await difference(page, screen, { url: await shot(page) })).unequal === 0, "the map changes when the panel for saving is opened");
    const panel = page.locator("#panel-files");
    const fetched = async (button) => {
      const [download] = await Promise.all([page.waitForEvent("download"), panel.getByRole("button", { name: button, exact: true }).click()]);
      return readFileSync(await download.path());
    };
    const png = `data:image/png;base64,${(await fetched("PNG")).toString("base64")}`;
    const pixels = await difference(page, screen, { url: png, top: HEAD });
    must(pixels.unequal === 0, `PNG: ${pixels.unequal} % of the pixels differ`);
    const text = await fetched("SVG");
    const svg = `data:image/svg+xml;base64,${text.toString("base64")}`;
    const strokes = await difference(page, screen, { url: svg, top: HEAD });
    must(strokes.unlike < 0.1, `SVG: ${strokes.unlike} % of the pixels differ by more than smooth edges`);
    // All words of the picture are those of the SVG: title, legend and command line, too.
    const words = await page.evaluate(() => [document.querySelector(".classes li")?.textContent ?? "", ...[...document.querySelectorAll("#panel-files .command code")].map((one) => one.textContent)]);
    const plain = text.toString().replace(/&lt;/g, "<").replace(/&gt;/g, ">").replace(/&quot;/g, '"').replace(/&amp;/g, "&");
    must(plain.includes(words.at(-1)), `the command line ${words.at(-1)} is not in the SVG`);
    const link = await panel.locator('input[aria-label="link to this view"]').inputValue();
    const other = await context.newPage();
    await other.goto(link);
    await settled(other, verbs);
    const again = await difference(page, screen, { url: await shot(other) });
    must(again.unequal === 0, `link: ${again.unequal} % of the pixels differ, ${again.unlike} % by more than smooth edges`);
    console.log(`        ${name}: SVG ${strokes.unequal.toFixed(2)} % unequal, ${strokes.unlike.toFixed(4)} % unlike; PNG and link equal`);
  },
]);
