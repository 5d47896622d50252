// The page is built into dist/, which the program carries. Scripts are not inlined: the content security policy allows no inline script.
import { readdirSync, readFileSync } from "node:fs";

const LESSONS = new URL("../lessons/", import.meta.url);

/** Lessons are data beside the page: lessons/NAME.json, and the list of them in the order of their names. */
const lessons = {
  name: "lessons",
  generateBundle() {
    const names = readdirSync(LESSONS).filter((name) => name.endsWith(".json")).sort();
    for (const name of names) {
      const source = readFileSync(new URL(name, LESSONS), "utf8");
      JSON.parse(source);
      this.emitFile({ type: "asset", fileName: `lessons/${name}`, source });
    }
    this.emitFile({ type: "asset", fileName: "lessons/index.json", source: JSON.stringify(names) });
  },
};

export default {
  base: "./",
  plugins: [lessons],
  build: {
    target: "es2022",
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    cssCodeSplit: false,
    chunkSizeWarningLimit: 1500,
  },
};
