// First steps: load, type, move, find a node, route, fail nodes, step.
import { camera, clickNode, must, pixel, still, view } from "./lib.mjs";

const SMALL = "rdn(ring(3), 1)";

async function small(page, panel) {
  await page.goto(`${new URL(page.url()).origin}/#x=${encodeURIComponent(SMALL)}&p=${panel}`);
  await still(page, SMALL);
}

export const steps = [
  [
    "load: the network is drawn, and the token leaves the address bar",
    {},
    async (page) => {
      must((await view(page)).x === "rdn(ring(3), 2)", "the expression of the command line is not shown");
      must(!page.url().includes("token"), `the token stays in ${page.url()}`);
      const scene = await page.evaluate(() => window.crossedge.scene());
      must(String(scene.nodes) === "648", `648 nodes, found ${scene.nodes}`);
      await page.locator("#panel-figures .figure").first().waitFor();
      const text = await page.locator("#panel-figures").innerText();
      must(/Diameter\s+10/.test(text) && text.includes("proved"), `the diameter 10 with its proof is missing in:\n${text.slice(0, 400)}`);
      // The picture is no empty sheet: plain at first, then by the card, lines have several colours.
      const count = () =>
        page.evaluate(() => {
          const canvas = window.crossedge.picture();
          const data = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height).data;
          const found = new Set();
          for (let i = 0; i < data.length; i += 4) found.add((data[i] >> 5) * 64 + (data[i + 1] >> 5) * 8 + (data[i + 2] >> 5));
          return found.size;
        });
      must((await count()) >= 4, "no lines before the card is ready");
      await page.waitForFunction(() => window.crossedge.ready(), undefined, { timeout: 120_000 });
      const colours = await count();
      must(colours >= 4, `only ${colours} colours on the map`);
    },
  ],
  [
    "type: completion, the place of a mistake, another network",
    {},
    async (page) => {
      const box = page.locator("#expression");
      await box.fill("rdn(rnig(3), 2)");
      await page.locator(".hint .wrong").waitFor();
      must((await page.locator(".hint mark").innerText()) === "rnig", "the mistake is not marked");
      must((await page.locator(".hint").innerText()).includes("ring"), "no help with the mistake");
      must((await box.getAttribute("aria-invalid")) === "true", "the box is not marked invalid");
      await box.fill("");
      await box.pressSequentially("rdn(rin");
      // The placeholder of an empty box remains until the answer arrives: wait only for matching suggestions.
      await page.waitForFunction(() => [...document.querySelectorAll("#words:not([hidden]) li code")].every((word) => word.textContent.startsWith("rin")) && document.querySelector("#words li"));
      await page.keyboard.press("ArrowDown");
      must((await page.locator('#words li[aria-selected="true"]').count()) === 1, "no completion is chosen by the arrow key");
      await page.keyboard.press("Enter");
      must((await box.inputValue()).startsWith("rdn(ring("), `completed to ${await box.inputValue()}`);
      await page.keyboard.type("5), 3)");
      await page.keyboard.press("Enter");
      await still(page, "rdn(ring(5), 3)");
      const scene = await page.evaluate(() => window.crossedge.scene());
      must(String(scene.nodes) === "50000000", `50,000,000 nodes, found ${scene.nodes}`);
      await page.goBack();
      await still(page, "rdn(ring(3), 2)");
    },
  ],
  [
    "type: a name is completed by Tab, without an error before it is whole",
    {},
    async (page) => {
      const box = page.locator("#expression");
      await box.fill("");
      await box.pressSequentially("fat");
      await page.locator("#words li", { hasText: "fattree" }).waitFor();
      must((await page.locator(".hint .wrong:visible").count()) === 0, "an error is shown while the name is typed");
      must((await box.getAttribute("aria-invalid")) === "false", "the box is marked while the name is typed");
      await page.keyboard.press("Tab");
      must((await box.inputValue()).startsWith("fattree("), `Tab completed to ${await box.inputValue()}`);
      await box.fill("torus(0,4)");
      await page.keyboard.press("Enter");
      await page.locator(".hint .wrong").waitFor();
      await page.waitForTimeout(400);
      must((await page.locator(".wrong:visible, .mishap:visible").count()) === 1, "the error is shown once");
    },
  ],
  [
    "move: wheel, drag and keys",
    {},
    async (page) => {
      const start = await camera(page);
      await page.mouse.move(900, 450);
      await page.mouse.wheel(0, -400);
      await still(page);
      const nearer = await camera(page);
      must(nearer.span < start.span, "the wheel does not zoom");
      await page.mouse.down();
      await page.mouse.move(700, 450, { steps: 6 });
      await page.mouse.up();
      await still(page);
      const dragged = await camera(page);
      must(dragged.x > nearer.x, "dragging does not pan");
      await page.locator(".first .stage").focus();
      await page.keyboard.press("+");
      await page.keyboard.press("ArrowLeft");
      await page.keyboard.press("ArrowUp");
      await still(page);
      const keyed = await camera(page);
      must(keyed.span < dragged.span && keyed.x < dragged.x && keyed.y < dragged.y, "keys do not move the map");
      await page.keyboard.press("Enter");
      await page.waitForFunction(() => window.crossedge.view().a !== undefined);
      await page.keyboard.press("Home");
      await still(page);
      await page.waitForTimeout(800);
      must((await camera(page)).span > keyed.span, "Home does not show the entire map");
    },
  ],
  [
    "move: the tip follows the zoom",
    {},
    async (page) => {
      await page.goto(`${new URL(page.url()).origin}/#x=rdn(ring(5),+3)`);
      await still(page, "rdn(ring(5), 3)");
      const [x, y] = await pixel(page, 12345678);
      await page.mouse.move(x, y);
      const tip = page.locator(".first .tip");
      const first = await tip.innerText();
      must(/nodes/.test(first), `the tip over a cluster: ${first}`);
      for (let i = 0; i < 16; i++) {
        await page.mouse.wheel(0, -240);
        await page.waitForTimeout(30);
      }
      await still(page);
      const shown = await page.evaluate(() => window.crossedge.scene().points.id.length);
      must(shown > 0, "no single nodes are seen yet");
      const text = (await tip.isVisible()) ? await tip.innerText() : "";
      must(text !== first, `the tip still says ${first}`);
      await page.mouse.move(x + 1, y);
      must(text === ((await tip.isVisible()) ? await tip.innerText() : ""), `another tip after a move of one pixel: ${text}`);
    },
  ],
  [
    "move: levels fade, and the legend names those that are hidden",
    { reducedMotion: "no-preference" },
    async (page) => {
      const origin = new URL(page.url()).origin;
      await page.goto(`${origin}/#x=rdn(ring(5),+3)`);
      await still(page, "rdn(ring(5), 3)");
      const legend = () => page.locator(".classes li").allInnerTexts();
      must((await legend()).filter((text) => /, hidden$/.test(text)).length === 3, `of four levels the whole machine shows the outermost: ${await legend()}`);
      const { size } = await page.evaluate(() => window.crossedge.scene());
      const [x, y] = await page.evaluate(async () => (await window.crossedge.places([12345678]))["12345678"]);
      await page.goto(`${origin}/#x=rdn(ring(5),+3)&v=${x},${y},16`);
      await still(page);
      must(!(await legend()).some((text) => /hidden/.test(text)), `all levels are drawn: ${await legend()}`);
      await page.waitForFunction(() => window.crossedge.ready() && !window.crossedge.fades());
      // Three levels are not in the next window: they fade.
      const faded = page.evaluate(
        () =>
          new Promise((done) => {
            let seen = false;
            const begin = performance.now();
            const look = () => {
              seen ||= window.crossedge.fades();
              if (performance.now() - begin < 3000 && !(seen && !window.crossedge.fades())) requestAnimationFrame(look);
              else done(seen && !window.crossedge.fades());
            };
            look();
          }),
      );
      await page.evaluate(([wide, high]) => (location.hash = `#x=rdn(ring(5),+3)&v=${wide / 2},${high / 2},${Math.min(wide, high)}`), size);
      must(await faded, "levels vanish at once, or fade for ever");
    },
  ],
  [
    "move: two fingers",
    { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
    async (page, context) => {
      const start = await camera(page);
      const box = await page.locator(".first .stage").boundingBox();
      const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
      const session = await context.newCDPSession(page);
      const touch = (type, points) => session.send("Input.dispatchTouchEvent", { type, touchPoints: points.map(([px, py], id) => ({ x: px, y: py, id })) });
      await touch("touchStart", [[x - 30, y], [x + 30, y]]);
      for (let i = 1; i <= 6; i++) await touch("touchMove", [[x - 30 - 10 * i, y], [x + 30 + 10 * i, y]]);
      await touch("touchEnd", []);
      await still(page);
      const pinched = await camera(page);
      must(pinched.span < 0.6 * start.span, `two fingers do not zoom: ${start.span} to ${pinched.span}`);
      await touch("touchStart", [[x, y]]);
      for (let i = 1; i <= 5; i++) await touch("touchMove", [[x + 14 * i, y]]);
      await touch("touchEnd", []);
      await still(page);
      must((await camera(page)).x < pinched.x, "one finger does not pan");
    },
  ],
  [
    "zoom to a node: search by id and by address, at fifty million nodes",
    { reducedMotion: "no-preference" },
    async (page) => {
      await page.goto(`${new URL(page.url()).origin}/#x=rdn(ring(5),+3)`);
      await still(page, "rdn(ring(5), 3)");
      const wide = (await camera(page)).span;
      await page.locator("#search").fill("12345678");
      await page.keyboard.press("Enter");
      await page.waitForFunction(() => window.crossedge.view().a === "12345678");
      await page.waitForTimeout(900);
      await still(page);
      must((await camera(page)).span < wide / 100, "the map did not fly to the node");
      const scene = await page.evaluate(() => window.crossedge.scene());
      must(scene.points.id.map(String).includes("12345678"), "the node is not drawn where the map has flown to");
      const [x, y] = await pixel(page, 12345678);
      const box = await page.locator(".first .stage").boundingBox();
      must(x > box.x && x < box.x + box.width && y > box.y && y < box.y + box.height, "the node is outside of the window");
      await page.locator("#panel-node tbody tr").first().waitFor();
      must((await page.locator("#panel-node tbody tr").count()) === 5, "five ports");
      const address = await page.locator("#panel-node .figure", { hasText: "Address" }).locator(".value").innerText();
      await page.locator("#search").fill("0");
      await page.keyboard.press("Enter");
      await page.waitForFunction(() => window.crossedge.view().a === "0");
      await page.locator("#search").fill(address);
      await page.keyboard.press("Enter");
      await page.waitForFunction(() => window.crossedge.view().a === "12345678");
    },
  ],
  [
    "route: two clicks, the case at each level, disjoint paths",
    { reducedMotion: "no-preference" },
    async (page) => {
      await small(page, "route");
      await clickNode(page, 0);
      must((await view(page)).a === "0", `the first click selects node 0, found ${(await view(page)).a}`);
      await clickNode(page, 16);
      await page.locator("#panel-route .hops li").nth(1).waitFor();
      const now = await view(page);
      must(now.a === "0" && now.b === "16", `from 0 to 16, found ${now.a} to ${now.b}`);
      const text = await page.locator("#panel-route").innerText();
      must(/Distance/.test(text) && /proved|computed/.test(text), "the distance has no evidence");
      must((await page.locator("#panel-route .hops .case").count()) > 1, "no cases are shown");
      const hops = (await page.locator("#panel-route .hops li").count()) - 1;
      await page.locator('#panel-route input[type="range"]').fill("1");
      await page.waitForFunction(() => window.crossedge.view().hop === "1");
      must((await page.locator("#panel-route .hops li.now").count()) === 1, "the hop is not marked");
      must(hops >= 1 && hops <= 4, `a route of ${hops} hops in a network of diameter 4`);
      await page.locator("#panel-route select").first().selectOption("disjoint paths");
      await page.locator("#panel-route .ways li").first().waitFor();
      must((await page.locator("#panel-route .ways li").count()) === 3, "three disjoint paths at degree 3");
      const shared = await page.evaluate(() => {
        const { colours, count } = window.crossedge.links();
        const classes = new Set(Array.from({ length: count }, (_, i) => [...colours.slice(4 * i, 4 * i + 3)].join()));
        const paths = window.crossedge.overlay().ways.map((way) => way.colour.join());
        return { own: new Set(paths).size, both: paths.filter((one) => classes.has(one)).length };
      });
      must(shared.own === 3 && shared.both === 0, `three colours, none of them that of a link class: ${JSON.stringify(shared)}`);
    },
  ],
  [
    "fault: a click kills a node and a link, routes and distances change",
    {},
    async (page) => {
      await small(page, "faults");
      const before = await page.evaluate(async () => window.crossedge.ask("route", { expr: "rdn(ring(3), 1)", from: 0, to: 16 }));
      const victim = before.answer.path[1];
      must(before.answer.path.length > 2, "the route has an inner node");
      await clickNode(page, victim);
      must((await view(page)).f === String(victim), `node ${victim} is dead, found ${(await view(page)).f}`);
      await page.locator("#panel-faults", { hasText: "17 of 18" }).waitFor();
      // Its three links are cut: each is drawn as eight dashes instead of one line.
      const drawn = await page.evaluate(() => window.crossedge.links().count);
      must(drawn === 24 + 3 * 8, `24 lines and three cut ones, found ${drawn} pieces`);
      const [a, b] = [3, 4];
      const [p, q] = [await pixel(page, a), await pixel(page, b)];
      await page.mouse.click((p[0] + q[0]) / 2, (p[1] + q[1]) / 2);
      await page.waitForFunction((want) => window.crossedge.view().f?.endsWith(want), `${a}-${b}`);
      await page.waitForTimeout(360);
      await page.locator('input[name="click"]').nth(1).check();
      await clickNode(page, 0);
      await clickNode(page, 16);
      await page.locator("#panel-faults", { hasText: "delivered" }).waitFor();
      const around = await page.evaluate(async (faults) => window.crossedge.ask("fault", { expr: "rdn(ring(3), 1)", from: 0, to: 16, faults }), (await view(page)).f);
      must(!around.answer.path.includes(victim), "the packet goes through the dead node");
      await page.locator("#panel-faults .chips button").first().click();
      must((await view(page)).f === `${a}-${b}`, "the node is alive again");
    },
  ],
  [
    "step: a broadcast by its slider",
    {},
    async (page) => {
      await small(page, "collective");
      const told = page.locator("#panel-collective .now");
      await page.locator("#panel-collective .steps input").waitFor();
      const model = await page.locator("#panel-collective .figure", { hasText: "Cost model" }).innerText();
      must(/1 µs per hop/.test(model) && /1 GB\/s per link/.test(model), `the parameters of the time: ${model}`);
      must((await told.innerText()).startsWith("Before"), `before the first step: ${await told.innerText()}`);
      await page.getByRole("button", { name: "one step on" }).click();
      await page.locator("#panel-collective .now", { hasText: "Step 1 of" }).waitFor();
      const last = await page.locator("#panel-collective .steps input").getAttribute("max");
      await page.locator("#panel-collective .steps input").fill(last);
      await page.locator("#panel-collective .now", { hasText: `Step ${last} of ${last}` }).waitFor();
      must((await told.innerText()).includes("18 of 18 nodes hold"), `after the last step all hold the message: ${await told.innerText()}`);
      must((await view(page)).step === last, "the step is not in the address");
    },
  ],
  [
    "findings: a dump is linted, and a finding is shown on the map",
    {},
    async (page) => {
      const fabric = 'file("today.ibnet")';
      await page.goto(`${new URL(page.url()).origin}/#x=${encodeURIComponent(fabric)}&p=findings`);
      await still(page);
      const first = page.locator("#panel-findings .hops li").first();
      await first.waitFor();
      const text = await page.locator("#panel-findings").innerText();
      must(text.includes("leaf-03") && text.includes("Repair:"), `no cable and no repair in:\n${text.slice(0, 400)}`);
      must(/Plan\s+width\(clos\(12,8,4\)/.test(text), `the plan is not recognized in:\n${text.slice(0, 400)}`);
      const picture = () => page.evaluate(() => window.crossedge.picture().toDataURL());
      const all = await picture();
      await first.locator("button").click();
      await page.waitForTimeout(1000);
      must((await picture()) !== all, "a chosen finding shows the same as all of them");
    },
  ],
];
