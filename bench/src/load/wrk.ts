import { execFile } from "node:child_process";
import { writeFile } from "node:fs/promises";
import { promisify } from "node:util";
import { inRoot } from "../program.ts";
import * as z from "zod/mini";

/** One request as it goes over the wire. */
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

const said = z.object({
  answers: z.number(),
  us: z.number(),
  refused: z.number(),
  broken: z.number(),
  p50: z.number(),
  p99: z.number(),
});

export type Slice = {
  readonly answers: number;
  readonly perSecond: number;
  /** Milliseconds. */
  readonly p50: number;
  readonly p99: number;
};

export type Load = {
  readonly url: string;
  readonly requests: readonly string[];
  readonly connections: number;
  readonly seconds: number;
  /** A file to keep the requests in. */
  readonly file: string;
  /** They may be sent again: reads. */
  readonly again?: true;
  /** Every answer must be a refusal. */
  readonly refused?: true;
};

/** Sends requests with wrk (Debian's `wrk`). Any answer that is not good, or not refused where that is asked for, ends the run: no wrong answer counts. */
export async function wrk({ url, requests, connections, seconds, file, again, ...wanted }: Load): Promise<Slice> {
  await writeFile(file, requests.join("\u0001"));
  const shape = ["-t", "1", "-c", String(connections), "-d", `${seconds}s`, "--timeout", "20s"];
  const script = ["-s", inRoot("bench/src/load/requests.lua"), `${url}/`, "--", file];
  const { stdout } = await promisify(execFile)("wrk", [...shape, ...script]).catch(
    (error: Error & { code?: unknown }) => {
      throw error.code === "ENOENT" ? new Error("this benchmark needs wrk: apt-get install wrk") : error;
    },
  );
  const line = stdout.split("\n").find((one) => one.startsWith('{"answers"'));
  const { answers, us, refused, broken, p50, p99 } = said.parse(JSON.parse(line ?? "{}"));
  const wrong = wanted.refused ? answers - refused : refused;
  if (wrong + broken > 0) throw new Error(`${refused} of ${answers} calls were refused, ${broken} broke`);
  if (!again && answers > requests.length - connections) throw new Error("too few requests were prepared");
  return { answers, perSecond: (answers / us) * 1e6, p50: p50 / 1000, p99: p99 / 1000 };
}
