// Types that the server adds to the answers of verbs (docs/EXPLORE.md); those are in answers.ts.

import type { Asked, Id } from "./answers";

export type { DisjointAnswer, Evidence, Id, NodeAnswer, Ratio, RouteAnswer } from "./answers";
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

interface Blocks {
  from: Id[];
  nodes: Id[];
  first: Id[];
  name: string[];
}

export interface MatrixAnswer {
  expression: string;
  nodes: Id;
  links: Id;
  rows: Blocks;
  columns: Blocks;
  entries: { row: number[]; column: number[]; links: Id[]; density: number[] };
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

/** A metric as panels show it. */
export type Figure<V = unknown> = Partial<Asked<V>>;

export interface TheoremAnswer {
  entries: { id: string; kind: string; title: string; statement: string; proof: string; references: string[]; formal: { file: string; name: string }[] }[];
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
