import { execFile } from "node:child_process";
import type { Call, Parameter } from "./samples.ts";

export type Tried = {
  /** What sqlmap found, in its words; undefined where it found nothing. */
  readonly found: string | undefined;
  /** Requests it made. */
  readonly requests: number;
};

/** What sqlmap calls a value: of one made of others it knows the names of those inside alone. */
function leavesOf(name: string, sample: unknown): readonly string[] {
  if (typeof sample !== "object" || sample === null) return [name];
  if (Array.isArray(sample)) return sample.flatMap((one) => leavesOf(name, one));
  return Object.entries(sample).flatMap(([inner, value]) => leavesOf(inner, value));
}

/** Has sqlmap try some parameters of a call, at level 3 and risk 2. */
export async function tryWithSqlmap(
  sqlmap: string,
  call: Call,
  chosen: readonly Parameter[],
  given: { readonly origin: string; readonly token: string; readonly folder: string },
): Promise<Tried> {
  const text = (value: unknown) => (typeof value === "string" ? value : JSON.stringify(value));
  const isChosen = (one: Parameter) => chosen.includes(one);
  const path = call.parameters
    .filter(({ place }) => place === "path")
    .reduce(
      (all, one) => all.replace(`{${one.name}}`, encodeURIComponent(text(one.sample)) + (isChosen(one) ? "*" : "")),
      call.path,
    );
  const query = new URLSearchParams(
    call.parameters
      .filter(({ place }) => place === "query")
      .map(({ name, sample }): [string, string] => [name, text(sample)]),
  );
  const body = call.parameters.filter(({ place }) => place === "body").map(({ name, sample }) => [name, sample]);
  const named = [
    ...new Set(chosen.filter(({ place }) => place !== "path").flatMap(({ name, sample }) => leavesOf(name, sample))),
  ];
  const args = [
    "-u",
    `${given.origin}${path}${query.size > 0 ? `?${query.toString()}` : ""}`,
    `--method=${call.method}`,
    ...(call.method === "POST" ? [`--data=${JSON.stringify(Object.fromEntries(body))}`] : []),
    ...(named.length > 0 ? ["-p", named.join(",")] : []),
    `--headers=Authorization: Bearer ${given.token}\nContent-Type: application/json`,
    ..."--batch --level=3 --risk=2 --dbms=PostgreSQL --time-sec=3 --timeout=10 --retries=1".split(" "),
    ..."--ignore-code=* --flush-session --disable-coloring --threads=4".split(" "),
    `--output-dir=${given.folder}`,
  ];
  const said = await new Promise<string>((resolve) => {
    const options = { timeout: 1_200_000, maxBuffer: 64_000_000, cwd: given.folder };
    execFile(sqlmap, args, options, (_error, out, err) => resolve(out + err));
  });
  const found = /identified the following injection point[\s\S]*?---\n([\s\S]*?)---/.exec(said)?.[1]?.trim();
  const requests = Number(/with a total of (\d+) HTTP/.exec(said)?.[1] ?? 0);
  const tested = (said.match(/testing '/g) ?? []).length;
  if (found === undefined && tested === 0)
    throw new Error(`sqlmap tried nothing at ${call.method} ${call.path}: ${said.slice(-600)}`);
  return { found, requests: Math.max(requests, tested) };
}
