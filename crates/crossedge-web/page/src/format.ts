// Numbers and metrics as text. Integers stay exact: they are grouped as text.

import type { Evidence, Figure, Id, Ratio } from "./types";

/** 50000000 → 50,000,000; of any length. */
export function grouped(id: Id): string {
  const text = String(id);
  return /^-?\d+$/.test(text) ? text.replace(/\B(?=(\d{3})+(?!\d))/g, ",") : text;
}

/** A number with as many places as tell something. */
export function short(value: number): string {
  if (Number.isInteger(value) && Math.abs(value) < 1e15) return grouped(value);
  const size = Math.abs(value);
  if (size !== 0 && (size < 1e-4 || size >= 1e9)) return value.toExponential(3);
  return String(Number(value.toPrecision(6)));
}

export function ratio(value: Ratio | null | undefined): string {
  if (!value) return "not known";
  const of = `${grouped(value.numerator)}/${grouped(value.denominator)}`;
  if (value.value === null) return of;
  if (String(value.denominator) === "1") return grouped(value.numerator);
  return of.length > 24 ? short(value.value) : `${short(value.value)} (${of})`;
}

const isRatio = (value: unknown): value is Ratio => typeof value === "object" && value !== null && "numerator" in value && "denominator" in value;

/** The value of a figure, whatever its shape. */
export function valued(value: unknown): string {
  if (value === null || value === undefined) return "not known";
  if (typeof value === "boolean") return value ? "yes" : "no";
  if (typeof value === "number") return short(value);
  if (typeof value === "string") return grouped(value);
  if (isRatio(value)) return ratio(value);
  if (Array.isArray(value)) return value.map(valued).join(" · ");
  const parts = value as Record<string, unknown>;
  if ("lower" in parts && "upper" in parts) {
    const low = valued(parts.lower);
    const high = valued(parts.upper);
    return low === high ? low : `${low} to ${high}`;
  }
  if ("min" in parts && "max" in parts) return String(parts.min) === String(parts.max) ? `${valued(parts.min)}, regular` : `${valued(parts.min)} to ${valued(parts.max)}`;
  if ("plain" in parts) return `${parts.lower_bound ? "≥ " : ""}${valued(parts.plain)}`;
  return Object.entries(parts)
    .filter(([, each]) => each !== null)
    .map(([name, each]) => `${name.replace(/_/g, " ")} ${valued(each)}`)
    .join(", ");
}

export function known(evidence: Evidence | null | undefined): string {
  if (!evidence) return "";
  const sample = evidence.count !== undefined && evidence.count !== null ? ` (${grouped(evidence.count)} drawn, seed ${evidence.seed ?? 0})` : "";
  return `${evidence.by ?? ""}${sample}`;
}

/** Why a figure has no value. */
export const missing = (figure: Figure): string => [figure.reason, figure.help].filter(Boolean).join("; ");

export function bytes(count: number): string {
  if (count < 1024) return `${count} B`;
  if (count < 1024 * 1024) return `${(count / 1024).toFixed(count < 10240 ? 1 : 0)} KB`;
  return `${(count / 1024 / 1024).toFixed(1)} MB`;
}

export const title = (name: string): string => {
  const words = name.replace(/_/g, " ");
  return words.charAt(0).toUpperCase() + words.slice(1);
};
