import { setTimeout as sleep } from "node:timers/promises";
import { captchaChallenge, login } from "@idanimo/contract/accounts";
import {
  apiBase,
  type Operation,
  type OutputOf,
  pathParameterNames,
  type SentInputOf,
} from "@idanimo/contract/operation";
import { solveChallenge } from "altcha-lib";
import { deriveKey } from "altcha-lib/algorithms/pbkdf2";
import * as z from "zod/mini";
import type { Random } from "./random.ts";

/** A signed-in API client with a bearer token. */
export type Client = {
  readonly token: string;
  /** One attempt. Throws `NoResponse`, or `Rejected` with the problem's code. */
  call<Op extends Operation>(operation: Op, input: SentInputOf<Op>, key?: string): Promise<OutputOf<Op>>;
};

/** The connection failed. */
export class NoResponse extends Error {}
/** The API responded with a problem. */
export class Rejected extends Error {
  readonly status: number;
  readonly code: string;
  constructor(status: number, code: string, path: string) {
    super(`${path}: ${status} ${code}`);
    this.status = status;
    this.code = code;
  }
}

const record = z.record(z.string(), z.unknown());

/** Sends one request of the API and decodes the response. */
export async function send<Op extends Operation>(
  url: string,
  operation: Op,
  input: SentInputOf<Op>,
  token = "",
  key?: string,
): Promise<OutputOf<Op>> {
  const inputFields = record.parse(input);
  const inPath = pathParameterNames(operation.path);
  const path = operation.path.replace(/\{(\w+)\}/g, (_blank, name: string) =>
    encodeURIComponent(String(inputFields[name])),
  );
  const rest = Object.entries(inputFields).filter(([name, value]) => !inPath.includes(name) && value !== undefined);
  const isPost = operation.method === "POST";
  const query = new URLSearchParams(rest.map(([name, value]): [string, string] => [name, String(value)]));
  let response: Response;
  let body: unknown;
  try {
    response = await fetch(`${url}${apiBase}${path}${isPost ? "" : `?${query.toString()}`}`, {
      method: operation.method,
      headers: {
        ...(token && { authorization: `Bearer ${token}` }),
        ...(isPost && { "content-type": "application/json" }),
        ...(key !== undefined && { "idempotency-key": key }),
      },
      ...(isPost && { body: JSON.stringify(Object.fromEntries(rest)) }),
      signal: AbortSignal.timeout(30_000),
    });
    body = await response.json();
  } catch (error) {
    throw new NoResponse(`${operation.path}: no response`, { cause: error });
  }
  if (!response.ok) throw new Rejected(response.status, String(record.parse(body)["code"]), operation.path);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- decoded by this operation's own schema
  return z.decode(operation.output, body) as OutputOf<Op>;
}

/** What the clients of a run observed; the oracle reports both lists as faults of the product. */
export type ResponseLog = {
  /** First final response to each idempotency key. */
  readonly byKey: Map<string, string>;
  /** Later responses to a key that differ from the first. */
  readonly differing: string[];
  /** Responses with status 500, which are never right. */
  readonly serverErrors: string[];
};
export const newResponseLog = (): ResponseLog => ({ byKey: new Map(), differing: [], serverErrors: [] });

type ClientOptions = {
  /** Chooses the program for each call, and sends some keyed calls again to compare the responses. */
  readonly random?: Random;
  readonly log?: ResponseLog;
};
const repeatShare = 0.3;
const textOf = (value: unknown) =>
  JSON.stringify(value, (_name, part: unknown) => (typeof part === "bigint" ? part.toString() : part));

/** @param urls programs to call; without `random` only the first is called */
export function createClient(urls: readonly string[], token: string, { random, log }: ClientOptions = {}): Client {
  const [first = "", ...others] = urls;
  async function callOnce<Op extends Operation>(operation: Op, input: SentInputOf<Op>, key?: string) {
    const note = (response: string) => {
      if (!log || key === undefined) return;
      const before = log.byKey.get(key);
      if (before === undefined) log.byKey.set(key, response);
      else if (before !== response) log.differing.push(`${operation.path}: first ${before}, then ${response}`);
    };
    try {
      const output = await send(random?.pick([first, ...others]) ?? first, operation, input, token, key);
      note(textOf(output));
      return output;
    } catch (error) {
      if (error instanceof Rejected) {
        if (error.status === 500) log?.serverErrors.push(error.message);
        if (error.status < 500 && error.code !== "same_key_in_flight") note(error.code);
      }
      throw error;
    }
  }
  return {
    token,
    call: async (operation, input, key) => {
      const output = await callOnce(operation, input, key);
      if (key !== undefined && random && log && random.next() < repeatShare)
        await callOnce(operation, input, key).catch(() => undefined); // the log has compared it
      return output;
    },
  };
}

/** A captcha, solved as a browser solves it. */
export async function solveCaptcha(url: string): Promise<string> {
  const challenge = await send(url, captchaChallenge, { purpose: "login" });
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the solver checks the challenge
  const solution = await solveChallenge({ challenge: challenge as never, deriveKey });
  return Buffer.from(JSON.stringify({ challenge, solution })).toString("base64");
}

export type Credentials = { readonly email: string; readonly password: string };

/** Signs in and returns the bearer token. */
export async function signIn(url: string, { email, password }: Credentials): Promise<string> {
  const captcha = await solveCaptcha(url);
  const user = await send(url, login, { email, password, ipAddress: null, captcha });
  if (!("jwtToken" in user)) throw new Error("this account asks for a second factor");
  return user.jwtToken;
}

const isTemporary = (error: unknown) =>
  error instanceof NoResponse ||
  (error instanceof Rejected &&
    (error.status === 500 ||
      (error.status === 503 && error.code !== "source_down") ||
      error.code === "same_key_in_flight"));

/** Repeats a call until there is a final response. A keyed call keeps its key, as a careful client does. */
export async function retry<Value>(attempt: () => Promise<Value>, forMs = 600_000): Promise<Value> {
  for (const until = Date.now() + forMs; ;) {
    try {
      return await attempt();
    } catch (error) {
      if (!isTemporary(error) || Date.now() > until) throw error;
      // the key of a killed program is free again after a minute
      await sleep(error instanceof Rejected && error.code === "same_key_in_flight" ? 1_000 : 50);
    }
  }
}

/** What became of a call: `ok` with the output, or the code of the problem. */
export type CallResult<Value> =
  | { readonly code: "ok"; readonly value: Value }
  | { readonly code: string; readonly value?: undefined };

export async function resultOf<Value>(attempt: () => Promise<Value>): Promise<CallResult<Value>> {
  try {
    return { code: "ok", value: await attempt() };
  } catch (error) {
    if (error instanceof Rejected) return { code: error.code };
    if (error instanceof NoResponse) return { code: "no_response" };
    throw error;
  }
}
