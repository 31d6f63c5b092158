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

/** A client that is no browser: a bearer token over plain HTTP. */
export type Client = {
  readonly token: string;
  /** One call; throws `NoAnswer` when none came, and `Refused` with the problem's code for a refusal. */
  call<Op extends Operation>(operation: Op, input: SentInputOf<Op>, key?: string): Promise<OutputOf<Op>>;
};

/** No answer came. Its `code` is the system's word for why, where there is one: `ECONNREFUSED` means nobody has seen the call. */
export class NoAnswer extends Error {
  readonly code: string;
  constructor(message: string, code: string) {
    super(message);
    this.code = code;
  }
}
export class Refused extends Error {
  readonly code: string;
  readonly status: number;
  constructor(status: number, code: string) {
    super(`${status} ${code}`);
    this.status = status;
    this.code = code;
  }
}

const record = z.record(z.string(), z.unknown());
const caused = z.object({ cause: z.object({ code: z.string() }) });
const codeOf = (error: unknown) => z.safeParse(caused, error).data?.cause.code ?? "";

/** One call, decoded. Throws `NoAnswer` and `Refused` as a client's `call` does. */
export async function send<Op extends Operation>(
  url: string,
  operation: Op,
  input: SentInputOf<Op>,
  token: string,
  key?: string,
): Promise<OutputOf<Op>> {
  const given = record.parse(input);
  const inPath = pathParameterNames(operation.path);
  const path = operation.path.replace(/\{(\w+)\}/g, (_blank, name: string) => encodeURIComponent(String(given[name])));
  const rest = Object.fromEntries(
    Object.entries(given).filter(([name, value]) => !inPath.includes(name) && value !== undefined),
  );
  const isPost = operation.method === "POST";
  const query = new URLSearchParams(
    Object.entries(rest).map(([name, value]): [string, string] => [name, String(value)]),
  );
  let answer: Response;
  let body: unknown;
  try {
    answer = await fetch(`${url}${apiBase}${path}${isPost ? "" : `?${query.toString()}`}`, {
      method: operation.method,
      headers: {
        ...(token && { authorization: `Bearer ${token}` }),
        ...(isPost && { "content-type": "application/json" }),
        ...(key !== undefined && { "idempotency-key": key }),
      },
      ...(isPost && { body: JSON.stringify(rest) }),
      signal: AbortSignal.timeout(30_000),
    });
    body = await answer.json();
  } catch (error) {
    throw new NoAnswer(error instanceof Error ? error.message : "no answer", codeOf(error));
  }
  if (!answer.ok) throw new Refused(answer.status, String(record.parse(body)["code"]));
  /* oxlint-disable typescript/no-unsafe-type-assertion -- decoded by this very operation's schema */
  return z.decode(operation.output, body) as OutputOf<Op>;
  /* oxlint-enable typescript/no-unsafe-type-assertion */
}

/** A captcha of a program, solved as a browser would. */
export async function solvedCaptcha(url: string): Promise<string> {
  const challenge = await send(url, captchaChallenge, { purpose: "login" }, "");
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the solver checks the challenge itself
  const solution = await solveChallenge({ challenge: challenge as never, deriveKey });
  return Buffer.from(JSON.stringify({ challenge, solution })).toString("base64");
}

/** Signs in; the captcha is solved as a browser would. */
export async function signIn(url: string, email: string, password: string): Promise<Client> {
  const captcha = await solvedCaptcha(url);
  const user = await send(url, login, { email, password, ipAddress: null, captcha }, "");
  if (!("jwtToken" in user)) throw new Error("this account asks for a second step");
  const token = user.jwtToken;
  return { token, call: (operation, input, key) => send(url, operation, input, token, key) };
}

/** Repeats a call with the same key until an answer comes: what a careful client does when the line breaks. */
export async function untilAnswered<Value>(attempt: () => Promise<Value>, forMs = 600_000): Promise<Value> {
  const until = Date.now() + forMs;
  for (;;) {
    try {
      return await attempt();
    } catch (error) {
      const passing =
        error instanceof NoAnswer ||
        (error instanceof Refused &&
          ((error.status === 503 && error.code !== "source_down") ||
            error.code === "same_key_in_flight" ||
            error.status === 500));
      if (!passing || Date.now() > until) throw error;
      // a key whose program died is free again after a minute
      await sleep(error instanceof Refused && error.code === "same_key_in_flight" ? 1_000 : 100);
    }
  }
}
