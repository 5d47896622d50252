// Dead nodes and links as text: `5,7-8,(0,2,1)-(1,1,2)`. Commas inside of addresses do not part.

import { key, type Id } from "./types";

export function parts(text: string): string[] {
  const all: string[] = [];
  let deep = 0;
  let part = "";
  for (const letter of text) {
    if (letter === "(" || letter === "[") deep++;
    if (letter === ")" || letter === "]") deep--;
    if ((letter === "," || letter === ";") && deep <= 0) {
      if (part.trim()) all.push(part.trim());
      part = "";
    } else part += letter;
  }
  if (part.trim()) all.push(part.trim());
  return all;
}

/** Dead becomes alive, alive becomes dead. */
export function toggle(text: string, one: string): string {
  const all = parts(text);
  const other = one.includes("-") ? one.split("-").reverse().join("-") : one;
  const left = all.filter((each) => each !== one && each !== other);
  if (left.length === all.length) left.push(one);
  return left.join(",");
}

/** Ids of nodes, and ends of links, where they are written as ids. */
export function ids(text: string): { nodes: string[]; links: [string, string][] } {
  const nodes: string[] = [];
  const links: [string, string][] = [];
  for (const one of parts(text)) {
    const ends = /^(\d+)-(\d+)$/.exec(one);
    if (ends) links.push([ends[1] as string, ends[2] as string]);
    else if (/^\d+$/.test(one)) nodes.push(one);
  }
  return { nodes, links };
}

/** Returns `true` for links that these faults cut: dead ones, and all of a dead node. */
export function cutBy(text: string): (from: Id, to: Id) => boolean {
  const { nodes, links } = ids(text);
  const dead = new Set(nodes);
  const cut = new Set(links.flatMap(([a, b]) => [`${a}-${b}`, `${b}-${a}`]));
  return (from, to) => dead.has(key(from)) || dead.has(key(to)) || cut.has(`${key(from)}-${key(to)}`);
}
