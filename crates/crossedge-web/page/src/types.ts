// Answers of the server (docs/EXPLORE.md). Only keys that the page reads; metrics keep their evidence.

/** Exact: a number up to 2^53, a string of digits beyond. */
export type Id = number | string;
export type Place = [number, number];
export type Places = Record<string, Place>;

export interface WindowAnswer {
  expression: string;
  nodes: Id;
  endpoints: Id;
  links: Id;
  size: [number, number];
  window: [number, number, number, number];
  pixel: number;
  radius: number;
  levels: number;
  classes: string[];
  inks: (number | null)[];
  boxes: { rect: number[]; level: number[]; nodes: Id[]; first: Id[]; open: boolean[]; label: string[] };
  points: { at: number[]; id: Id[]; kind: number[]; address?: string[] };
  links_drawn: { ends: number[]; class: number[]; from: Id[]; to: Id[] };
  bundles: { ends: number[]; class: number[]; count: Id[] };
  left_out: { boxes: Id; points: Id; links: Id; bundles: Id };
  milliseconds: number;
}

export interface ErrorBody {
  kind: string;
  message: string;
  help?: string | null;
  text?: string | null;
  from?: number | null;
  to?: number | null;
  rendered?: string | null;
}

export interface JobBody {
  job: string;
  verb: string;
  state: string;
  stage: string;
  done: number;
  total: number;
  seconds: number;
}

export interface Envelope<A = Record<string, unknown>> {
  answer: A;
  places?: Places;
  command?: string;
  milliseconds?: number;
}

export interface Evidence {
  kind: string;
  by?: string;
  count?: number;
  seed?: number;
}

export interface Ratio {
  numerator: Id;
  denominator: Id;
  value: number | null;
}

export interface Figure<V = unknown> {
  value?: V | null;
  evidence?: Evidence | null;
  counterexample?: string | null;
  reason?: string | null;
  help?: string | null;
}

export interface NodeAnswer {
  expression: string;
  node: Id;
  address: string;
  notation: string;
  degree: Id;
  ports: { port: number; node: Id; address: string; back_port: number; link_class: string; link_level: number }[];
}

export interface RouteAnswer {
  from: Id;
  from_address: string;
  to: Id;
  to_address: string;
  notation: string;
  algorithm: string;
  reason: string | null;
  length: number | null;
  distance: Figure<Id>;
  stretch: Ratio | null;
  path: Id[] | null;
  hops: { port: number; node: Id; address: string; link_class: string; cases: { part: string; rule: string; goal: string }[] }[];
}

export interface DisjointAnswer {
  from: Id;
  to: Id;
  count: Figure<Id>;
  most: number;
  distance: Figure<Id>;
  longest: number;
  excess: number | null;
  paths: { hops: number; excess: number | null; path: Id[] }[];
}

export interface Word {
  word: string;
  summary?: string;
}

export interface CompleteAnswer {
  from: number;
  to: number;
  words: { word: string; signature: string; summary: string; insert: string }[];
  call?: { name: string; signature: string; summary: string; argument: number } | null;
  error?: ErrorBody | null;
  nodes?: Id | null;
  canonical?: string | null;
}

export const key = (id: Id): string => String(id);
