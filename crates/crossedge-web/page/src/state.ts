// Everything that a view depends on, and the address bar that holds it. A link is a view; what is not in the link is not in the view.

/** The keys of a view. Lessons are written in them, so they keep their meaning. */
export const KEYS = [
  "x", // the expression
  "v", // the window: x, y of its middle and the extent of its shorter side [default: the entire map]
  "m", // the adjacency matrix beside the map: first row, first column and span, or all
  "p", // the panel
  "o", // the panel whose overlay stays on the map while files are saved
  "a", // the selected node, and where a route begins
  "b", // where it ends
  "alg", // how it is found: minimal, paper, address
  "show", // route or disjoint
  "hop", // the hop that is shown
  "f", // dead nodes and links: 5,7-8
  "kind", // the collective
  "calg", // its algorithm
  "root", // its root
  "step", // its step
  "pos", // the position where the drawn part of a ring begins
  "traffic", // traffic pattern
  "routing",
  "vcs", // virtual channels, for the deadlock verifier
  "y", // the other network of a comparison
  "ends", // endpoints of a design
  "ports", // its ports
  "goal", // its objectives
  "job", // the parallel groups whose ranks are ordered
  "lesson",
  "page", // the page of the lesson
  "theme", // light or dark; as the system has it without
] as const;

export type Key = (typeof KEYS)[number];
export type View = Partial<Record<Key, string>>;

const known = new Set<string>(KEYS);

/** The keys that say what is laid over a network: another network has none of them. */
const OVERLAID: Key[] = ["v", "a", "b", "hop", "f", "root", "step", "pos", "routing", "traffic", "vcs", "calg", "job"];

export function parse(hash: string): View {
  const view: View = {};
  for (const part of hash.replace(/^#/, "").split("&")) {
    const at = part.indexOf("=");
    const name = part.slice(0, at);
    if (at < 1 || !known.has(name)) continue;
    try {
      view[name as Key] = decodeURIComponent(part.slice(at + 1).replace(/\+/g, " ")).slice(0, 4000);
    } catch {
      // A truncated link: its valid part still counts.
    }
  }
  return view;
}

export function write(view: View): string {
  const parts = KEYS.filter((name) => view[name] !== undefined && view[name] !== "").map((name) => {
    const text = encodeURIComponent(view[name] as string).replace(/%2C/g, ",").replace(/%20/g, "+").replace(/%3B/g, ";");
    return `${name}=${text}`;
  });
  return parts.length ? `#${parts.join("&")}` : "";
}

type Listener = (changed: Set<Key>) => void;

export class Store {
  private view: View;
  private readonly listeners: Listener[] = [];
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor() {
    this.view = parse(location.hash);
    const query = new URLSearchParams(location.search);
    const expr = query.get("expr");
    if (!this.view.x && expr) this.view.x = expr;
    // The token has done its work: the cookie and the page have it, and shared links omit it.
    history.replaceState(null, "", `${location.pathname}${write(this.view)}`);
    addEventListener("popstate", () => this.replace(parse(location.hash), false));
    addEventListener("hashchange", () => this.replace(parse(location.hash), false));
  }

  get(name: Key): string {
    return this.view[name] ?? "";
  }

  all(): View {
    return { ...this.view };
  }

  link(): string {
    // Who opens it sees what was shown, not the panel for saving it.
    const view = this.view.p === "files" && this.view.o ? { ...this.view, p: this.view.o, o: "" } : this.view;
    return `${location.origin}${location.pathname}${write(view)}`;
  }

  listen(listener: Listener): void {
    this.listeners.push(listener);
  }

  /** Changes some keys. `push` makes a step that the browser's back button takes back. */
  set(patch: View, push = false): void {
    const next: View = { ...this.view, ...patch };
    if (patch.x !== undefined && patch.x !== this.view.x) {
      for (const name of OVERLAID) if (patch[name] === undefined) delete next[name];
      if (next.m && patch.m === undefined) next.m = "all";
    }
    this.change(next, push);
  }

  /** Another view altogether, as lessons and links give it; the theme stays the reader's unless the link has one. */
  replace(given: View, push = true): void {
    // A network is always shown: that of the link, else the current one.
    const next: View = { ...given, x: given.x || this.get("x") };
    this.change(next.theme === undefined && this.view.theme && push ? { ...next, theme: this.view.theme } : { ...next }, push);
  }

  private change(next: View, push: boolean): void {
    const changed = new Set<Key>();
    for (const name of KEYS) if ((this.view[name] ?? "") !== (next[name] ?? "")) changed.add(name);
    if (changed.size === 0) return;
    this.view = next;
    this.show(push, changed.size === 1 && changed.has("v"));
    for (const listener of this.listeners) listener(changed);
  }

  private show(push: boolean, later: boolean): void {
    clearTimeout(this.timer);
    const now = (): void => {
      const address = `${location.pathname}${write(this.view)}`;
      if (push) history.pushState(null, "", address);
      else history.replaceState(null, "", address);
    };
    // Browsers limit the rate of history changes; a moving window would exceed it.
    if (later) this.timer = setTimeout(now, 200);
    else now();
  }
}
