// The page in Firefox, by its own protocol (Marionette):   node firefox.mjs PROGRAM [FOLDER FOR SCREENSHOTS]
// Every panel opens with an answer, axe-core finds nothing serious, keys lead through the page, and what is saved is what is on the screen.
import { spawn } from "node:child_process";
import { createRequire } from "node:module";
import { createServer, connect } from "node:net";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { must, serve } from "./lib.mjs";
import { PANELS } from "./keys.mjs";

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const [program, folder = "screens"] = process.argv.slice(2);
if (!program) {
  console.error("usage: node firefox.mjs PROGRAM [FOLDER]");
  process.exit(2);
}
mkdirSync(folder, { recursive: true });

const freePort = () =>
  new Promise((done) => {
    const server = createServer().listen(0, "127.0.0.1", () => {
      const { port } = server.address();
      server.close(() => done(port));
    });
  });

/** A connection: packets are LENGTH:JSON, answers [1, id, error, value]. */
async function marionette(port) {
  let socket;
  for (let i = 0; ; i++) {
    socket = connect(port, "127.0.0.1");
    const open = await new Promise((done) => socket.once("connect", () => done(true)).once("error", () => done(false)));
    if (open) break;
    must(i < 240, "Firefox does not listen");
    await new Promise((done) => setTimeout(done, 250));
  }
  let buffer = Buffer.alloc(0);
  let id = 0;
  const waiting = new Map();
  socket.on("data", (data) => {
    buffer = Buffer.concat([buffer, data]);
    for (;;) {
      const colon = buffer.indexOf(":");
      const long = Number(buffer.subarray(0, colon));
      if (colon < 0 || buffer.length < colon + 1 + long) return;
      const packet = JSON.parse(buffer.subarray(colon + 1, colon + 1 + long));
      buffer = buffer.subarray(colon + 1 + long);
      if (!Array.isArray(packet)) continue;
      const [, which, error, value] = packet;
      const { done, failed } = waiting.get(which);
      waiting.delete(which);
      if (error) failed(new Error(`${error.error}: ${error.message}`));
      else done(value);
    }
  });
  const send = (name, params = {}) =>
    new Promise((done, failed) => {
      waiting.set(++id, { done, failed });
      const text = Buffer.from(JSON.stringify([0, id, name, params]));
      socket.write(Buffer.concat([Buffer.from(`${text.length}:`), text]));
    });
  return { send, close: () => socket.destroy() };
}

const server = await serve(program, "rdn(ring(3), 2)");
const origin = new URL(server.address).origin;
const profile = mkdtempSync(join(tmpdir(), "crossedge-firefox-"));
const port = await freePort();
writeFileSync(join(profile, "user.js"), [["marionette.port", port], ["ui.prefersReducedMotion", 1], ["app.update.enabled", false], ["datareporting.policy.dataSubmissionEnabled", false], ["browser.shell.checkDefaultBrowser", false], ["network.captive-portal-service.enabled", false], ["network.connectivity-service.enabled", false]].map(([name, value]) => `user_pref("${name}", ${JSON.stringify(value)});`).join("\n"));
const firefox = spawn(process.env.FIREFOX ?? "firefox-esr", ["--headless", "--marionette", "--profile", profile, "--no-remote", "--width", "1400", "--height", "985"], { stdio: "ignore", env: { ...process.env, HOME: profile, MOZ_CRASHREPORTER_DISABLE: "1" } });
const failures = [];
try {
  const { send, close } = await marionette(port);
  await send("WebDriver:NewSession", { capabilities: { alwaysMatch: { timeouts: { script: 120_000, pageLoad: 120_000 } } } });
  const run = async (script, ...args) => (await send("WebDriver:ExecuteScript", { script: `const page = window.wrappedJSObject ?? window; ${script}`, args, sandbox: "default", newSandbox: false })).value;
  const wait = async (what, script, ...args) => {
    for (let i = 0; i < 600; i++) {
      if (await run(script, ...args)) return;
      await new Promise((done) => setTimeout(done, 100));
    }
    throw new Error(`waited for: ${what}`);
  };
  const still = async () => {
    await wait("a map that rests", "return Boolean(page.crossedge?.still() && page.crossedge.scene())");
    await new Promise((done) => setTimeout(done, 300));
    await wait("a map that rests", "return Boolean(page.crossedge.still() && page.document.querySelectorAll('.progress').length === 0)");
  };
  const press = (key) => send("WebDriver:PerformActions", { actions: [{ type: "key", id: "keys", actions: [{ type: "keyDown", value: key }, { type: "keyUp", value: key }] }] });
  const shot = async (name) => writeFileSync(join(folder, `firefox-${name}.png`), Buffer.from((await send("WebDriver:TakeScreenshot", { full: false })).value, "base64"));
  const check = async (name, act) => {
    try {
      await act();
      console.log(`ok      ${name}`);
    } catch (error) {
      failures.push(name);
      console.log(`FAILED  ${name}: ${error.message}`);
      await shot(`failed-${name.replace(/\W+/g, "-")}`).catch(() => undefined);
    }
  };
  await send("WebDriver:Navigate", { url: server.address });
  await still();

  for (const [id, hash] of Object.entries(PANELS)) {
    await check(`Firefox: the panel ${id} has its answer, and axe-core finds nothing serious`, async () => {
      await run("page.location.hash = arguments[0]", `#${hash}`);
      await wait(`the panel ${id}`, "return page.crossedge.view().p === arguments[0] && !page.document.querySelector('#panel-' + arguments[0]).hidden", id);
      await still();
      must((await run("return page.document.querySelectorAll('.body:not([hidden]) .error, .mishap:not([hidden])').length")) === 0, "an error is shown");
      must((await run("return page.document.querySelector('#panel-' + arguments[0]).textContent.length", id)) > 60, "the panel is empty");
      const found = (
        await send("WebDriver:ExecuteAsyncScript", {
          script: `const done = arguments[arguments.length - 1]; ${axe}; axe.run(document, { resultTypes: ["violations"] }).then((r) => done(r.violations.filter((v) => ["serious", "critical"].includes(v.impact)).map((v) => v.id + " " + v.nodes[0].html.slice(0, 200))), (e) => done([String(e)]));`,
          args: [],
          sandbox: "default",
        })
      ).value;
      must(found.length === 0, found.join("; "));
      await shot(id);
    });
  }

  await check("Firefox: Escape leads from a panel to its tab and to the map, and keys move the map", async () => {
    await run("page.location.hash = '#x=rdn(ring(3),+2)&p=figures'");
    await still();
    await run("page.document.querySelector('#panel-figures').focus()");
    await press("\uE004");
    await press("\uE00C");
    must((await run("return page.document.activeElement.id")) === "tab-figures", "Escape does not lead to the tab");
    await press("\uE00C");
    must(await run("return page.document.activeElement.classList.contains('stage')"), "Escape does not lead to the map");
    const before = await run("return page.crossedge.camera().span");
    await press("+");
    await still();
    must((await run("return page.crossedge.camera().span")) < before, "a key does not zoom");
  });

  await check("Firefox: a reload shows the pixels of the screen", async () => {
    await run("page.location.hash = '#x=rdn(ring(3),+1)&p=route&a=0&b=16'");
    await still();
    await wait("the route", "return page.crossedge.answered().includes('route')");
    await run("page.document.querySelector('.stage').focus()");
    for (const key of ["+", "\uE012"]) await press(key);
    await still();
    await new Promise((done) => setTimeout(done, 500));
    const picture = "return page.crossedge.picture().toDataURL()";
    const first = await run(picture);
    const ready = await run("return page.crossedge.ready()");
    await send("WebDriver:Refresh");
    await still();
    await wait("the route", "return page.crossedge.answered().includes('route')");
    await wait("the same painter", "return page.crossedge.ready() === arguments[0]", ready);
    await new Promise((done) => setTimeout(done, 500));
    must((await run(picture)) === first, "other pixels");
    console.log(`        drawn ${ready ? "by WebGL" : "on a plain canvas"}`);
  });
  await send("Marionette:Quit", { flags: ["eForceQuit"] }).catch(() => undefined);
  close();
} finally {
  const gone = new Promise((done) => firefox.once("exit", done));
  if (firefox.exitCode === null) {
    firefox.kill();
    await gone;
  }
  server.stop();
  rmSync(profile, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
}
console.log(failures.length ? `${failures.length} FAILED: ${failures.join("; ")}` : "all of firefox.mjs holds");
process.exit(failures.length ? 1 : 0);
