// The other panels: each is asked something whose answer is known.
import { readFileSync } from "node:fs";
import { camera, must, still, view } from "./lib.mjs";

const go = async (page, hash, expression) => {
  await page.goto(`${new URL(page.url()).origin}/#${hash}`);
  await still(page, expression);
};

export const questions = [
  [
    "start: the packet goes round a node that a click kills; then 10^12 nodes and a flight to one of them",
    { reducedMotion: "no-preference" },
    async (page) => {
      // Without an expression, as `crossedge explore` opens it.
      await page.evaluate(() => history.replaceState(null, "", location.pathname));
      await page.reload();
      await still(page, "rdn(ring(3), 1)");
      const told = page.locator("#panel-start .now");
      await page.locator("#panel-start .now", { hasText: "in 3 hops" }).waitFor();
      must((await page.evaluate(() => window.crossedge.overlay().travellers?.length)) === 1, "no packet runs");
      await page.locator("#panel-start .figure", { hasText: "Diameter" }).waitFor();
      const before = await page.evaluate(async () => window.crossedge.ask("route", { expr: "rdn(ring(3), 1)", from: 0, to: 16 }));
      const victim = before.answer.path[1];
      const [x, y] = await page.evaluate(async (id) => window.crossedge.pixel((await window.crossedge.places([id]))[String(id)]), victim);
      const box = await page.locator(".first .stage").boundingBox();
      await page.mouse.click(box.x + x, box.y + y);
      await page.locator("#panel-start .now", { hasText: "around 1 failure" }).waitFor();
      await page.locator("#panel-start .figure", { hasText: "17 of 18" }).waitFor();
      must(/hops/.test(await told.innerText()), "the packet does not arrive");
      await page.locator("#plunge").click();
      await still(page, "rdn(ring(3), 4)");
      const whole = (await camera(page)).span;
      await page.waitForFunction((wide) => window.crossedge.camera().span < wide / 1000, whole, { timeout: 20_000 });
      await still(page);
      const scene = await page.evaluate(() => window.crossedge.scene());
      must(scene.points.id.map(String).includes("333333333333"), "the flight does not end at the node");
      await page.locator("#panel-node tbody tr").first().waitFor();
    },
  ],
  [
    "gallery: sixteen networks with pictures, each opens",
    {},
    async (page) => {
      await go(page, "x=ring(5)&p=networks", "ring(5)");
      await page.waitForFunction(() => [...document.querySelectorAll(".gallery .quiet")].filter((one) => /nodes/.test(one.textContent)).length === 16);
      const drawn = await page.evaluate(() => [...document.querySelectorAll(".gallery canvas")].filter((one) => new Set(one.getContext("2d").getImageData(0, 0, one.width, one.height).data).size > 4).length);
      must(drawn === 16, `${drawn} pictures`);
      await page.locator(".gallery button", { hasText: "fattree(8)" }).click();
      await still(page, "fattree(8)");
    },
  ],
  [
    "ring: a cycle through all nodes runs",
    {},
    async (page) => {
      await go(page, "x=rdn(ring(3),+2)&p=ring", "rdn(ring(3), 2)");
      await page.locator("#panel-ring", { hasText: "there is one" }).waitFor();
      must((await page.locator("#panel-ring").innerText()).includes("648"), "648 nodes on the ring");
    },
  ],
  [
    "loads: colours and bounds",
    {},
    async (page) => {
      await go(page, "x=torus(4,4)&p=loads", "torus(4,4)");
      await page.locator("#panel-loads tbody tr").first().waitFor();
      must((await page.locator("#panel-loads").innerText()).includes("At most, by this routing"), "no throughput");
      await page.locator("#panel-loads input").fill("tornado");
      await page.keyboard.press("Enter");
      await page.waitForFunction(() => window.crossedge.view().traffic === "tornado");
      await page.locator("#panel-loads .command", { hasText: "tornado" }).waitFor();
    },
  ],
  [
    "loads: each direction of a link has its own colour, and the scale has values",
    {},
    async (page) => {
      await go(page, "x=torus(8,8)&p=loads&traffic=tornado", "torus(8,8)");
      await page.locator("#panel-loads .scale .marks").waitFor();
      must((await page.locator("#panel-loads .marks span").allInnerTexts()).join(" ") === "0 1.5 3", `the ends of the scale: ${await page.locator("#panel-loads .marks").innerText()}`);
      must((await page.locator("#panel-loads thead").innerText()).includes("Channels"), "channels are counted as links");
      // Tornado traffic runs one way round: half of the channels idle, half of them busy, and both colours on every link.
      const colours = await page.evaluate(() => {
        const { colours, count } = window.crossedge.links();
        const found = {};
        for (let i = 0; i < count; i++) {
          const name = [...colours.slice(4 * i, 4 * i + 3)].join();
          found[name] = (found[name] ?? 0) + 1;
        }
        return Object.values(found);
      });
      must(colours.length === 2 && colours[0] === colours[1], `two colours in equal parts: ${colours}`);
    },
  ],
  [
    "deadlock: a ring with one channel is refuted, with two proved",
    {},
    async (page) => {
      await go(page, "x=ring(6)&p=deadlock&vcs=1", "ring(6)");
      await page.locator("#panel-deadlock .verdict.bad").waitFor();
      must((await page.locator("#panel-deadlock .hops li").count()) >= 3, "the cycle is not listed");
      await page.locator("#panel-deadlock select").nth(1).selectOption("2");
      await page.locator("#panel-deadlock .verdict.good").waitFor();
    },
  ],
  [
    "deadlock: blocked packets stand still, and arrows lead to what they wait for",
    { reducedMotion: "no-preference" },
    async (page) => {
      await go(page, "x=ring(6)&p=deadlock&vcs=1", "ring(6)");
      await page.locator("#panel-deadlock .verdict.bad").waitFor();
      await page.waitForFunction(() => window.crossedge.ready());
      const picture = () => page.evaluate(() => window.crossedge.picture().toDataURL());
      const first = await picture();
      await page.waitForTimeout(700);
      must((await picture()) === first, "something moves in a deadlock");
      const laid = await page.evaluate(() => window.crossedge.overlay());
      must(!laid.travellers?.length && laid.arrows.length === 6, `six arrows, found ${laid.arrows.length}`);
      must(laid.marks.filter((mark) => mark.form === "packet").length === 6, "six packets");
      laid.arrows.forEach((arrow, i) => must(String(arrow.from) !== String(arrow.to) && String(arrow.to) === String(laid.arrows[(i + 1) % 6].from), `arrow ${i} does not lead to the next packet`));
    },
  ],
  [
    "compare: two maps move together",
    {},
    async (page) => {
      await go(page, "x=rdn(ring(3),+2)&p=compare&y=torus(18,36)", "rdn(ring(3), 2)");
      await page.locator("#panel-compare tbody tr").first().waitFor();
      must((await page.locator("#panel-compare thead th").count()) === 3, "two networks in the table");
      must((await page.locator(".stage").count()) === 2, "two maps");
      await page.waitForTimeout(600);
      const before = await camera(page);
      const box = await page.locator(".second .stage").boundingBox();
      await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
      await page.mouse.wheel(0, -500);
      await page.waitForTimeout(600);
      must((await camera(page)).span < before.span, "the first map does not follow the second");
    },
  ],
  [
    "design: the front, and a click into a network",
    {},
    async (page) => {
      await go(page, "x=ring(5)&p=design&ends=60..70&ports=..6", "ring(5)");
      await page.locator("#panel-design .families").waitFor();
      const text = await page.locator("#panel-design").innerText();
      must(/By family/.test(text) && /fat tree: the largest with 6 ports has/.test(text), `families without a design are named with the reason in:\n${text.slice(0, 900)}`);
      must(/not searched/.test(text), "nothing is said of networks that are not searched");
      const dot = page.locator("#panel-design .dot").first();
      await dot.waitFor({ timeout: 60_000 });
      const name = (await dot.getAttribute("aria-label")).split(": ")[0];
      await dot.click({ force: true });
      await page.waitForFunction(() => window.crossedge.view().x !== "ring(5)");
      const now = (await view(page)).x;
      must((await page.locator("#panel-design").innerText()).includes(now), `${now}, not ${name}`);
      await still(page);
    },
  ],
  [
    "stop: long work shows its progress and ends when it is cancelled",
    {},
    async (page) => {
      await go(page, "x=rdn(torus(4,4),+2)&p=faults", "rdn(torus(4,4), 2)");
      await page.locator("#panel-faults form").nth(1).locator("input").fill("0.001,0.002,0.005,0.01,0.02,0.03,0.04,0.05");
      await page.getByRole("button", { name: "Try 100 times each" }).click();
      const stop = page.locator("#panel-faults .progress button");
      await stop.waitFor();
      const before = await camera(page);
      // The map moves while the work goes on.
      await page.mouse.move(900, 450);
      await page.mouse.wheel(0, -300);
      await still(page);
      must((await camera(page)).span < before.span, "the map does not move while work is in progress");
      await stop.click();
      await page.locator("#panel-faults", { hasText: "Stopped." }).waitFor();
      await page.waitForFunction(async () => (await window.crossedge.ask("jobs", {})).jobs.every((job) => job.state !== "running"), undefined, { timeout: 20_000 });
    },
  ],
  [
    "save: PNG, SVG, CSV, JSON and the command line",
    {},
    async (page) => {
      await go(page, "x=rdn(ring(3),+1)&p=route&a=0&b=16", "rdn(ring(3), 1)");
      await page.locator("#panel-route .hops li").first().waitFor();
      await page.getByRole("tab", { name: "Save" }).click();
      const panel = page.locator("#panel-files");
      const fetched = async (name) => {
        const [download] = await Promise.all([page.waitForEvent("download"), panel.getByRole("button", { name, exact: true }).click()]);
        return { name: download.suggestedFilename(), content: readFileSync(await download.path()) };
      };
      const png = await fetched("PNG");
      must(png.name.endsWith(".png") && png.content.subarray(1, 4).toString() === "PNG" && png.content.length > 5000, `a PNG: ${png.name}, ${png.content.length} bytes`);
      const svg = await fetched("SVG");
      const drawn = svg.content.toString();
      const part = (name) => new RegExp(`<g class="${name}">(.*?)</g>`, "s").exec(drawn)?.[1] ?? "";
      must(drawn.startsWith("<svg") && (part("nodes").match(/<title>\d+<\/title>/g) ?? []).length === 18, "an SVG with 18 nodes");
      must(part("overlay").includes('stroke="rgb(179,23,79)"') && part("marks").includes("<circle"), "the route is not in the SVG");
      must(drawn.includes("rdn(ring(3), 1)") && drawn.includes("cross level 1") && drawn.includes("crossedge route"), "the SVG has no title, legend or command line");
      const high = png.content.readUInt32BE(20);
      must(high > (await page.locator(".first .stage").boundingBox()).height + 60, "the PNG has no room for its title and legend");
      const link = await panel.locator('input[aria-label="link to this view"]').inputValue();
      must(/[#&]p=route(&|$)/.test(link) && !/o=/.test(link), `the link leads to the route: ${link}`);
      must((await page.evaluate(() => window.crossedge.overlay().ways.length)) > 0, "the overlay is gone while files are saved");
      const rule = await fetched("Complete picture, SVG");
      must(rule.content.toString().includes("<svg"), "the complete picture");
      const json = JSON.parse((await fetched("route as JSON")).content);
      must(json.path[0] === 0 && json.path.at(-1) === 16, "the route as JSON");
      const csv = (await fetched("route as CSV")).content.toString();
      must(csv.split("\n")[0].includes("node"), "the route as CSV");
      const links = await fetched("Download");
      must(links.content.length > 100, `all links: ${links.name}`);
      must((await panel.locator(".command code").allInnerTexts()).some((text) => text.startsWith("crossedge route")), "the command line");
    },
  ],
  [
    "lessons: five tours, every page of which draws",
    {},
    async (page) => {
      const lessons = async () => {
        if (!(await page.getByRole("tab", { name: "Lessons" }).isVisible())) await page.getByRole("tab", { name: "Learn" }).click();
        await page.getByRole("tab", { name: "Lessons" }).click();
      };
      must((await page.getByRole("tab").first().innerText()) === "Learn", "lessons are not first");
      await lessons();
      await page.locator("#panel-lessons .cards li").nth(4).waitFor();
      must((await page.locator("#panel-lessons .cards li").count()) === 5, "five lessons");
      for (let i = 0; i < 5; i++) {
        await lessons();
        await page.locator("#panel-lessons .cards button").nth(i).click();
        const card = page.locator(".card");
        await card.locator("h2").waitFor();
        for (;;) {
          await still(page);
          must((await page.locator(".mishap:visible").count()) === 0, `${await card.innerText()}: ${await page.locator(".mishap").innerText()}`);
          await page.waitForTimeout(500);
          await page.waitForFunction(() => document.querySelectorAll(".body:not([hidden]) .progress").length === 0, undefined, { timeout: 60_000 });
          const wrong = page.locator(".body:not([hidden]) .error");
          must((await wrong.count()) === 0, `${await card.locator("h2").innerText()}: ${(await wrong.count()) ? await wrong.first().innerText() : ""}`);
          const next = card.getByRole("button", { name: "Next" });
          if (await next.isDisabled()) break;
          const title = await card.innerText();
          await next.click();
          await page.waitForFunction((before) => document.querySelector(".card").innerText !== before, title);
        }
        await card.getByRole("button", { name: "end the lesson" }).click();
      }
      // A lesson of a teacher: read from a file; errors in it are reported.
      const file = (name, text) => ({ name, mimeType: "application/json", buffer: Buffer.from(text) });
      await page.locator('#panel-lessons input[type="file"]').setInputFiles(file("bad.json", '{"id": "x", "title": "X", "summary": "", "pages": [{"title": "A", "text": ["a"], "view": {"q": 1}}]}'));
      await page.locator("#panel-lessons", { hasText: 'a view has no key "q"' }).waitFor();
      await page.locator('#panel-lessons input[type="file"]').setInputFiles(file("mine.json", '{"id": "mine", "title": "My ring", "summary": "Mine", "pages": [{"title": "A ring", "text": ["It has *five* nodes."], "view": {"x": "ring(5)"}}]}'));
      await page.getByRole("button", { name: "My ring" }).click();
      await still(page, "ring(5)");
    },
  ],
  [
    "evidence: the id of a theorem opens its statement",
    {},
    async (page) => {
      await go(page, "x=rdn(ring(3),+2)&p=figures", "rdn(ring(3), 2)");
      const row = page.locator("#panel-figures .figure", { hasText: "Diameter" }).first();
      const link = row.getByRole("button", { name: "dual-distance" });
      await link.click();
      await row.locator(".theorem h4").waitFor();
      const text = await row.locator(".theorem").innerText();
      const known = await page.evaluate(async () => (await window.crossedge.ask("theorem", { id: "dual-distance" })).answer.entries[0]);
      must(text.includes(known.title) && text.includes(known.statement.split("\n\n")[0].replace(/\n/g, " ")), `the statement is missing in:\n${text}`);
      must((await link.getAttribute("aria-expanded")) === "true", "the button does not say that it is open");
      await link.click();
      must((await row.locator(".theorem:visible").count()) === 0, "the statement stays");
    },
  ],
  [
    "ranks: the order of a job beside others, with its ranks and busiest cables on the map",
    {},
    async (page) => {
      await go(page, "x=file(%22today.ibnet%22)&p=ranks", 'file("today.ibnet")');
      await page.locator("#panel-ranks input").fill("tensor 4, data 16");
      await page.keyboard.press("Enter");
      await page.locator("#panel-ranks tbody tr").nth(1).waitFor();
      const known = await page.evaluate(async () => (await window.crossedge.ask("ranks", { expr: 'file("today.ibnet")', job: "tensor 4, data 16" })).answer);
      const text = await page.locator("#panel-ranks").innerText();
      must(text.includes(`${Number((known.microseconds / 1000).toPrecision(4))} ms`) && /linear/i.test(text), `the times are missing in:\n${text}`);
      await page.waitForFunction(() => window.crossedge.overlay().marks.length === 64 && window.crossedge.overlay().ways.length > 0);
      const labels = await page.evaluate(() => window.crossedge.overlay().marks.map((mark) => mark.label).join());
      must(labels === Array.from({ length: 64 }, (_, i) => i).join(), `the ranks on the map: ${labels}`);
      const crowded = await page.evaluate(async (ids) => {
        const places = await window.crossedge.places(ids);
        return window.crossedge.overlay().marks.every((mark, i) => String(mark.place) === String(places[String(ids[i])]));
      }, known.order);
      must(crowded, "a rank is not at its endpoint");
    },
  ],
];
