// The one door to the server, or to the files of a published folder: the token in a header, errors as values with their caret, jobs followed to their end or stopped.

import { site } from "./site";
import type { ErrorBody, JobBody } from "./types";

export type Params = Record<string, string | number | boolean | string[] | undefined>;

const token = document.querySelector<HTMLMetaElement>('meta[name="crossedge-token"]')?.content ?? "";

/** An error that the server answered with, or that kept its answer from coming. */
export class Refused extends Error {
  readonly body: ErrorBody;
  constructor(body: ErrorBody) {
    super(body.message);
    this.body = body;
  }
}

async function request(method: "GET" | "POST", verb: string, params: Params, signal?: AbortSignal): Promise<Response> {
  if (site) return site.answer(verb, params, signal);
  const headers: Record<string, string> = { "X-Crossedge-Token": token };
  const given = Object.entries(params).filter(([, value]) => value !== undefined && value !== "");
  try {
    if (method === "POST") {
      headers["Content-Type"] = "application/json";
      return await fetch(`api/${verb}`, { method, headers, body: JSON.stringify(Object.fromEntries(given)), signal: signal ?? null });
    }
    const query = new URLSearchParams(given.map(([name, value]) => [name, String(value)]));
    return await fetch(`api/${verb}?${query}`, { headers, signal: signal ?? null });
  } catch (error) {
    if (signal?.aborted) throw error;
    throw new Refused({ kind: "network", message: "the program does not answer", help: "is `crossedge explore` still running? Start it again and open the address it prints" });
  }
}

async function read<T>(response: Response): Promise<T> {
  const body = (await response.json().catch(() => null)) as (T & { error?: ErrorBody }) | null;
  if (body === null) throw new Refused({ kind: "internal", message: `the program answered with status ${response.status} and no text` });
  if (!response.ok) throw new Refused(body.error ?? { kind: "internal", message: `status ${response.status}` });
  return body;
}

/** A question that is answered at once. */
export async function quick<T>(verb: string, params: Params, signal?: AbortSignal): Promise<T> {
  return read<T>(await request("GET", verb, params, signal));
}

/** How many bytes the last answer had, where the server tells it: shown with the window. */
export async function sized<T>(verb: string, params: Params, signal?: AbortSignal): Promise<{ body: T; bytes: number }> {
  const response = await request("GET", verb, params, signal);
  const bytes = Number(response.headers.get("content-length") ?? 0);
  return { body: await read<T>(response), bytes };
}

/** Whether this says that a job is no longer kept, and not what its answer is. */
async function gone(response: Response): Promise<boolean> {
  if (response.status === 410) return true;
  if (response.status !== 404) return false;
  const body = (await response.clone().json().catch(() => null)) as { error?: ErrorBody } | null;
  return body?.error?.message === "there is no such job";
}

/** Work that may take long. */
export class Job<E> {
  readonly answer: Promise<E>;
  private id: string | null = null;
  private ended = false;
  private readonly abort = new AbortController();

  constructor(verb: string, params: Params, progress: (job: JobBody) => void) {
    this.answer = this.follow(verb, params, progress).finally(() => {
      this.ended = true;
    });
  }

  private async follow(verb: string, params: Params, progress: (job: JobBody) => void): Promise<E> {
    const long = Object.values(params).some((value) => Array.isArray(value) || String(value ?? "").length > 1500);
    const begin = (): Promise<Response> => request(long ? "POST" : "GET", verb, params, this.abort.signal);
    let response = await begin();
    let again = 2;
    for (;;) {
      // After sleep the server may have dropped the job: start it again.
      if (this.id !== null && again > 0 && (await gone(response))) {
        again--;
        response = await begin();
      }
      if (response.status !== 202) break;
      const job = (await response.json()) as JobBody;
      this.id = job.job;
      if (this.abort.signal.aborted) break;
      progress(job);
      response = await request("GET", "job", { id: job.job, wait: 400 }, this.abort.signal);
    }
    return read<E>(response);
  }

  /** Stops it, here and there. */
  stop(): void {
    if (this.ended) return;
    this.abort.abort();
    if (this.id !== null) void request("POST", "stop", { id: this.id }).catch(() => undefined);
  }
}

/** Whether this is only the echo of our own stopping. */
export const stopped = (error: unknown): boolean => error instanceof DOMException && error.name === "AbortError";

export function refusal(error: unknown): ErrorBody {
  if (error instanceof Refused) return error.body;
  return { kind: "internal", message: error instanceof Error ? error.message : String(error) };
}
