// Writes src/answers.ts, the types of the answers that the page reads, from the schemas that the program prints.
//
//     node tools/write_types.mjs PROGRAM           write
//     node tools/write_types.mjs PROGRAM --check   tell whether the file is up to date
import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";

const VERBS = ["cite", "collective", "deadlock", "design", "disjoint", "fault", "lint", "list", "load", "node", "ranks", "ring", "route"];
const HEAD = new Set(["schema_version", "crossedge_version", "command", "expression"]);
const FILE = new URL("../src/answers.ts", import.meta.url);
const [program, option] = process.argv.slice(2);
if (!program) {
  console.error("usage: node tools/write_types.mjs PROGRAM [--check]");
  process.exit(2);
}

/** Text of each type by name. */
const written = new Map([["Integer", null], ["Node", null]]);

const title = (verb) => verb[0].toUpperCase() + verb.slice(1);

/** The types of one verb: definitions that another verb has with other contents get the name of the verb in front. */
function writer(verb, defs) {
  const names = new Map([["Integer", "Id"], ["Node", "Id"]]);

  const reference = (name) => {
    const known = names.get(name);
    if (known) return known;
    // Generic types of the library: schemas number them.
    const generic = /^(Known|Asked)\d*$/.exec(name)?.[1];
    if (generic) return `${generic}<${type(defs[name].properties.value).replace(/ \| null$/, "")}>`;
    names.set(name, name);
    let text = declare(name, defs[name]);
    const other = written.get(name);
    if (other && other !== text) {
      const own = title(verb) + name;
      names.set(name, own);
      text = declare(own, defs[name]);
      written.set(own, text);
      return own;
    }
    written.set(name, text);
    return name;
  };

  const array = (inner) => (/[|&]/.test(inner) ? `(${inner})[]` : `${inner}[]`);
  const union = (types) => [...new Set(types)].join(" | ");

  const type = (schema) => {
    if (schema === true || schema === undefined) return "unknown";
    if (schema.$ref) return reference(schema.$ref.split("/").at(-1));
    if ("const" in schema) return JSON.stringify(schema.const);
    if (schema.enum) return union(schema.enum.map((value) => JSON.stringify(value)));
    const several = schema.anyOf ?? schema.oneOf;
    if (several) return union(several.map(type));
    if (schema.allOf) return schema.allOf.map(type).join(" & ");
    const kinds = [schema.type ?? []].flat();
    if (kinds.length === 0) return "unknown";
    return union(kinds.map((kind) => {
      if (kind === "integer" || kind === "number") return "number";
      if (kind === "array") return schema.prefixItems ? `[${schema.prefixItems.map(type).join(", ")}]` : array(type(schema.items));
      if (kind !== "object") return kind;
      if (schema.properties) return `{ ${keys(schema).join("; ")} }`;
      return `Record<string, ${schema.additionalProperties ? type(schema.additionalProperties) : "unknown"}>`;
    }));
  };

  const keys = (schema) => Object.entries(schema.properties)
    .filter(([key]) => !HEAD.has(key) || schema.properties.schema_version === undefined)
    // Old names of keys, which the page does not read.
    .filter(([, inner]) => !inner.deprecated)
    .map(([key, inner]) => `${key}${schema.required?.includes(key) ? "" : "?"}: ${type(inner)}`);

  const declare = (name, schema) => {
    const doc = schema.description ? `/** ${schema.description.split("\n")[0]} */\n` : "";
    const plain = schema.properties && !schema.anyOf && !schema.oneOf;
    if (plain) return `${doc}export interface ${name} {\n${keys(schema).map((line) => `  ${line};\n`).join("")}}\n`;
    return `${doc}export type ${name} = ${type(schema)};\n`;
  };

  return { declare, type };
}

for (const verb of VERBS) {
  const schema = JSON.parse(execFileSync(program, ["schema", verb], { encoding: "utf8", maxBuffer: 1 << 24 }));
  const { declare, type } = writer(verb, schema.$defs ?? {});
  const branches = schema.anyOf ?? schema.oneOf;
  if (branches) {
    branches.map(type);
    continue;
  }
  const name = `${title(verb)}Answer`;
  if (written.has(name)) throw new Error(`${name} is the name of another type`);
  written.set(name, declare(name, { ...schema, description: `The answer of \`${verb}\`.` }));
}

const texts = [...written.entries()].filter(([, text]) => text).sort(([a], [b]) => (a < b ? -1 : 1)).map(([, text]) => text);
const text = `// Written by tools/write_types.mjs from the schemas of the program. Do not edit.

/** Exact: a number up to 2^53, a string of digits beyond. */
export type Id = number | string;

/** A value and its evidence. */
export interface Known<V> {
  value: V;
  evidence: Evidence;
}

/** A metric: its value and evidence, or why there is none. */
export interface Asked<V> {
  value: V | null;
  evidence: Evidence | null;
  counterexample?: string | null;
  reason?: string | null;
  help?: string | null;
}

${texts.join("\n")}`;
if (option === "--check") {
  if (readFileSync(FILE, "utf8") !== text) {
    console.error("src/answers.ts is out of date: run node tools/write_types.mjs PROGRAM in crates/crossedge-web/page");
    process.exit(1);
  }
} else {
  writeFileSync(FILE, text);
}
