// Dead nodes and links as text: `5,7-8,(0,2,1)-(1,1,2)`. Commas inside of addresses do not part.

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
