import { keyPattern } from "@idanimo/contract/developers/key-format";
import { keyPrefixes } from "@idanimo/contract/developers/mode";
import { requestOf, type SampleCall } from "@idanimo/contract/developers/samples";
import { missingSampleValue, sampleValueSources } from "@idanimo/contract/developers/sample-values";
import { newestVersion, versionHeader } from "@idanimo/contract/developers/versions";

/** Headers of a response that say something to its reader. */
const shownHeaders = [
  "Idanimo-Version",
  "x-request-id",
  "Retry-After",
  "RateLimit-Remaining",
  "Deprecation",
  "Sunset",
] as const;

export type SentResponse = {
  readonly status: number;
  readonly ms: number;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: unknown;
};

/** Why a key is not sent; undefined for a complete key of test mode. */
export function keyError(key: string): string | undefined {
  if (key === "") return "Paste a test key. You create one under Developers → Keys.";
  if (key.startsWith(keyPrefixes.live))
    return "This is a live key, which spends real money. It was not sent. Paste a key that begins with idn_test_.";
  return key.startsWith(keyPrefixes.test) && keyPattern.test(key) ? undefined : "This is not a complete test key.";
}

/** The input of the form; an error names the field or the value that is missing. */
export function parseForm(
  fields: Readonly<Record<string, string>>,
  body: string | undefined,
):
  | { readonly ok: true; readonly input: Readonly<Record<string, unknown>> }
  | { readonly ok: false; readonly error: string } {
  const missing = missingSampleValue([...Object.values(fields), body ?? ""].join(" "));
  if (missing)
    return { ok: false, error: `Replace $${missing} by a value. The call ${sampleValueSources[missing]} returns one.` };
  const filled = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== ""));
  if (body === undefined) return { ok: true, input: filled };
  try {
    const parsed: unknown = JSON.parse(body);
    if (typeof parsed === "object" && parsed !== null && !Array.isArray(parsed))
      return { ok: true, input: { ...parsed, ...filled } };
  } catch {
    // said below
  }
  return { ok: false, error: "The body is not a JSON object." };
}

/** Sends a call with a key of test mode, without cookies. */
export async function sendCall(call: Omit<SampleCall, "name">, key: string): Promise<SentResponse> {
  const { address, body } = requestOf(call);
  const start = performance.now();
  const response = await fetch(address, {
    method: call.method,
    credentials: "omit",
    cache: "no-store",
    headers: {
      authorization: `Bearer ${key}`,
      [versionHeader]: newestVersion,
      ...(call.acceptsIdempotencyKey && { "idempotency-key": crypto.randomUUID() }),
      ...(body && { "content-type": "application/json" }),
    },
    ...(body && { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  return {
    status: response.status,
    ms: Math.round(performance.now() - start),
    headers: shownHeaders.flatMap((name) => {
      const value = response.headers.get(name);
      return value === null ? [] : [[name, value] as const];
    }),
    body: parseBody(text),
  };
}

function parseBody(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
