// Numbers that are read on the page are those of the answers, and the answers add up.
import { must, still, view } from "./lib.mjs";

const go = async (page, hash, expression) => {
  await page.goto(`${new URL(page.url()).origin}/#${hash}`);
  await still(page, expression);
};

const NETWORKS = [
  "ring(9)", "path(12)", "complete(12)", "star(9)", "hypercube(6)", "hypercube(10)", "torus(8,8)", "torus(5,6,7)", "torus(50,50)", "mesh(6,9)",
  "hyperx(5,5)", "hyperx(8,8,8)", "dragonfly(4,2)", "dragonfly(16,8)", "hosts(dragonfly(4,2), 2)", "hosts(dragonfly(16,8), 8)", "fattree(8)", "fattree(48)", "slimfly(5)", "slimfly(17)",
  "polarity(5)", "wk(4,3)", "dualcube(4)", "dual(ring(3), ring(5))", "rdn(ring(3), 1)", "rdn(ring(3), 2)", "rdn(ring(5), 3)", "rdn(ring(3), 4)", "rdn(torus(5,5), 2)", "hdn(torus(2,3,5), [{1,2}])",
];

/** Numbers between 0 and 1 that are the same every time. */
function dice(seed) {
  let state = BigInt(seed);
  return () => {
    state = (state * 6364136223846793005n + 1442695040888963407n) & 0xffffffffffffffffn;
    return Number(state >> 11n) / 2 ** 53;
  };
}

/** What the page says of a window: read from its words. */
const said = (page) =>
  page.evaluate(() => {
    const number = (text) => Number(text.replace(/,/g, ""));
    const status = document.querySelector(".status").textContent;
    const one = (pattern) => number(pattern.exec(status)?.[1] ?? "0");
    const hidden = /not drawn: ([^;]*);/.exec(status)?.[1] ?? "";
    const part = (word) => number(new RegExp(`([\\d,]+) ${word}`).exec(hidden)?.[1] ?? "0");
    const scene = window.crossedge.scene();
    const legend = [...document.querySelectorAll(".classes li")].map((item) => item.textContent);
    return {
      page: { nodes: one(/^([\d,]+) nodes/), drawn: one(/· ([\d,]+) drawn/), clusters: one(/· ([\d,]+) boxes/), links: one(/· ([\d,]+) links/), bundles: one(/· ([\d,]+) bundles/), hidden: [part("boxes"), part("nodes"), part("links"), part("bundles")].join() },
      answer: {
        nodes: Number(scene.nodes),
        drawn: scene.points.id.length,
        clusters: scene.boxes.open.filter((open) => !open).length,
        links: scene.links_drawn.class.length,
        bundles: scene.bundles.class.length,
        hidden: ["boxes", "points", "links", "bundles"].map((name) => Number(scene.left_out[name])).join(),
      },
      legend,
      named: [...new Set([...scene.links_drawn.class, ...scene.bundles.class])].map((kind) => scene.classes[kind]),
      all: scene.classes,
      card: window.crossedge.links().count,
    };
  });

export const numbers = [
  [
    "numbers: the words over the map are those of its window, in windows of 30 networks",
    {},
    async (page) => {
      let windows = 0;
      for (const [seed, expression] of NETWORKS.entries()) {
        await go(page, `x=${encodeURIComponent(expression)}&p=figures`);
        const [size, nodes] = await page.evaluate(() => [window.crossedge.scene().size, String(window.crossedge.scene().nodes)]);
        const share = dice(seed);
        for (let i = 0; i < 3; i++) {
          if (i > 0) {
            const node = String((BigInt(Math.floor(share() * 2 ** 52)) * BigInt(nodes)) >> 52n);
            const span = Math.max(...size) * Math.pow(4 / Math.max(...size), share());
            await page.evaluate(
              async ([id, wide]) => {
                const [x, y] = (await window.crossedge.places([id]))[id];
                location.hash = location.hash.replace(/&v=[^&]*|$/, `&v=${x},${y},${wide}`);
              },
              [node, span],
            );
            await page.waitForFunction((wide) => Math.abs(window.crossedge.camera().span / wide - 1) < 1e-6, span);
            await page.waitForFunction(() => window.crossedge.still());
          }
          const { page: words, answer, legend, named, all, card } = await said(page);
          must(JSON.stringify(words) === JSON.stringify(answer), `${expression}: the page says ${JSON.stringify(words)}, the answer has ${JSON.stringify(answer)}`);
          must(card >= answer.links, `${expression}: ${card} lines for ${answer.links} links`);
          // Every kind that is drawn is named without "hidden"; every kind that is not is named as hidden, where its colour is its own.
          for (const kind of all.length <= 3 ? all : []) {
            const line = legend.find((text) => text.split(", ").includes(kind));
            must(line, `${expression}: ${kind} is not in the legend ${legend}`);
            const drawn = line.replace(/, hidden$/, "").split(", ").some((one) => named.includes(one));
            must(line.endsWith(", hidden") !== drawn, `${expression}: "${line}", and ${named} are drawn`);
          }
          windows++;
        }
      }
      must(windows === 90, `${windows} windows`);
    },
  ],
  [
    "matrix: blocks of 10^12 nodes hold all links, and a block opens down to one link",
    {},
    async (page) => {
      await go(page, "x=rdn(ring(3),+4)&p=figures", "rdn(ring(3), 4)");
      await page.getByRole("button", { name: "adjacency matrix" }).click();
      await page.waitForFunction(() => window.crossedge.matrix());
      const sums = () =>
        page.evaluate(() => {
          const { entries, rows, nodes, links } = window.crossedge.matrix();
          const ends = entries.links.reduce((sum, count, i) => sum + BigInt(count) * (entries.row[i] === entries.column[i] ? 2n : 1n), 0n);
          return { ends: String(ends), twice: String(2n * BigInt(links)), blocks: rows.from.length, nodes: String(nodes), held: String(rows.nodes.reduce((sum, count) => sum + BigInt(count), 0n)) };
        });
      const all = await sums();
      must(all.ends === all.twice && all.nodes === "1410554953728" && all.held === all.nodes && all.blocks >= 12, JSON.stringify(all));
      must((await page.locator(".matrix-window").innerText()).includes("4,231,664,861,184 links"), await page.locator(".matrix-window").innerText());
      // The tip has the count of the block that it is over.
      const box = await page.locator(".matrix-stage canvas").boundingBox();
      await page.mouse.move(box.x + 0.8 * box.width, box.y + 0.2 * box.height);
      const tip = page.locator(".matrix .tip");
      await tip.waitFor();
      const text = await tip.innerText();
      must(/class 0, clusters [\d,]+ to [\d,]+ \([\d,]+ nodes\) × class 1, clusters/.test(text), text);
      const counts = await page.evaluate(() => window.crossedge.matrix().entries.links.map((count) => BigInt(count).toLocaleString("en")));
      must(counts.includes(/: ([\d,]+) links/.exec(text)?.[1]), `${text} is the count of no block`);
      // By clicks from block to block: half of the network, clusters, one link.
      await page.mouse.wheel(0, -300);
      await still(page);
      must(/^\d+,\d+,\d+$/.test((await view(page)).m), `the window is in the link: ${(await view(page)).m}`);
      await page.locator(".matrix-stage").focus();
      for (let i = 0; i < 40 && (await view(page)).a === undefined; i++) {
        const cell = await page.evaluate(() => {
          // The place of the first link that is completely in the window.
          const { entries, rows, columns } = window.crossedge.matrix();
          const [row, column, span] = (window.crossedge.view().m === "all" ? `0,0,${window.crossedge.matrix().nodes}` : window.crossedge.view().m).split(",").map(BigInt);
          const at = (blocks, k, from) => Number((2n * (BigInt(blocks.from[k]) - from) + BigInt(blocks.nodes[k])) * 500_000n / span) / 1e6;
          for (let k = 0; k < entries.row.length; k++) {
            const [y, x] = [at(rows, entries.row[k], row), at(columns, entries.column[k], column)];
            if (x > 0 && x < 1 && y > 0 && y < 1) return [x, y];
          }
          return null;
        });
        must(cell, "a window next to a link has none");
        const now = await page.locator(".matrix-stage canvas").boundingBox();
        await page.mouse.click(now.x + cell[0] * now.width, now.y + cell[1] * now.height);
        await page.waitForTimeout(60);
        await still(page);
      }
      must((await view(page)).a !== undefined, `no node is reached from ${(await view(page)).m}`);
      await page.keyboard.press("Home");
      await still(page);
      must((await view(page)).m === "all", "Home shows all");
      await page.getByRole("button", { name: "close the matrix" }).click();
      must((await page.locator(".matrix:visible").count()) === 0, "the matrix is closed");
    },
  ],
];
