import { execFile } from "node:child_process";
import { writeFile } from "node:fs/promises";
import { promisify } from "node:util";
import * as z from "zod/mini";
import { inRoot } from "../support/processes.ts";

/** One HTTP/1.1 request as it is sent. */
export function rawRequest(
  method: "GET" | "POST",
  url: string,
  path: string,
  headers: Readonly<Record<string, string>>,
  body = "",
): string {
  const lines = Object.entries({ host: new URL(url).host, ...headers, ...(body && { "content-length": body.length }) });
  return `${method} ${path} HTTP/1.1\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join("")}\r\n${body}`;
}

const number = z.number();
const summary = z.object({ responses: number, us: number, rejected: number, broken: number, p50: number, p99: number });
export type Slice = {
  readonly responses: number;
  readonly perSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
};

export type WrkPlan = {
  readonly url: string;
  readonly requests: readonly string[];
  readonly connections: number;
  readonly seconds: number;
  /** A file to store the requests in. */
  readonly file: string;
  /** Requests may be sent more than once. */
  readonly isRepeatable?: true;
};

/** Sends requests with wrk (Debian's package `wrk`). Throws after a failed or rejected request: no wrong response counts. */
export async function wrk({ url, requests, connections, seconds, file, isRepeatable }: WrkPlan): Promise<Slice> {
  await writeFile(file, requests.join("\u0001"));
  const shape = ["-t", "1", "-c", String(connections), "-d", `${seconds}s`, "--timeout", "20s"];
  const script = ["-s", inRoot("bench/src/benchmarks/wrk-requests.lua"), `${url}/`, "--", file];
  const { stdout } = await promisify(execFile)("wrk", [...shape, ...script]).catch(
    (error: Error & { code?: unknown }) => {
      throw error.code === "ENOENT" ? new Error("this benchmark needs wrk: apt-get install wrk") : error;
    },
  );
  const line = stdout.split("\n").find((one) => one.startsWith('{"responses"'));
  const { responses, us, rejected, broken, p50, p99 } = summary.parse(JSON.parse(line ?? "{}"));
  if (rejected + broken > 0) throw new Error(`${rejected} of ${responses} calls were rejected, ${broken} broke`);
  if (!isRepeatable && responses > requests.length - connections) throw new Error("too few requests were prepared");
  return { responses, perSecond: (responses / us) * 1e6, p50Ms: p50 / 1000, p99Ms: p99 / 1000 };
}
