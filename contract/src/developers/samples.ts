import { apiBase } from "../operation.ts";
import { newestVersion, versionHeader } from "./versions.ts";

/** Samples of calls for the documentation [DP-20]. */

export type SampleCall = {
  readonly name: string;
  readonly method: string;
  /** Relative to the base of the API, with `{names}`. */
  readonly path: string;
  readonly input: Readonly<Record<string, unknown>>;
  readonly acceptsIdempotencyKey: boolean;
};

/** The path with its values, and what of the input is left for the query or the body. */
export function requestOf({ method, path, input }: Pick<SampleCall, "method" | "path" | "input">): {
  readonly address: string;
  readonly body: Readonly<Record<string, unknown>> | undefined;
} {
  const rest: Record<string, unknown> = { ...input };
  const filled = path.replace(/\{(\w+)\}/g, (_braces, name: string) => {
    const value = rest[name];
    delete rest[name];
    return typeof value === "string" ? value : "";
  });
  if (method === "POST") return { address: apiBase + filled, body: rest };
  const query = Object.entries(rest)
    .map(([name, value]) => `${name}=${String(value)}`)
    .join("&");
  return { address: apiBase + filled + (query && `?${query}`), body: undefined };
}

/** A command for a shell. Values of other calls are its variables. */
export function curlSample(call: SampleCall): string {
  const { address, body } = requestOf(call);
  const lines = [
    `curl ${call.method === "GET" || call.method === "POST" ? "" : `-X ${call.method} `}"$IDANIMO_URL${address}"`,
    `-H "Authorization: Bearer $IDANIMO_KEY"`,
    `-H "${versionHeader}: ${newestVersion}"`,
    ...(call.acceptsIdempotencyKey ? [`-H "Idempotency-Key: order-1042"`] : []),
    ...(body ? [`-H "Content-Type: application/json"`, `-d @- <<END`] : []),
  ];
  const command = lines.join(" \\\n  ");
  return body ? `${command}\n${JSON.stringify(body, null, 2)}\nEND` : command;
}

/** A JSON value as TypeScript writes it: names without quotes, values of other calls as variables. */
function literalOf(value: unknown, indent: string, before = indent.length): string {
  if (typeof value === "string")
    return value.startsWith("$") ? `process.env.${value.slice(1)}!` : JSON.stringify(value);
  if (typeof value !== "object" || value === null) return String(value);
  const deeper = `${indent}  `;
  const parts = Array.isArray(value)
    ? value.map((one) => literalOf(one, deeper))
    : Object.entries(value).map(([name, one]) => `${name}: ${literalOf(one, deeper)}`);
  const [open, close] = Array.isArray(value) ? ["[", "]"] : ["{ ", " }"];
  if (parts.length === 0) return open.trim() + close.trim();
  const line = open + parts.join(", ") + close;
  return before + line.length <= 80
    ? line
    : `${open.trim()}\n${parts.map((part) => `${deeper}${part},`).join("\n")}\n${indent}${close.trim()}`;
}

/** A program with `@idanimo/client`. */
export function typescriptSample({ name, input }: Pick<SampleCall, "name" | "input">): string {
  const given = Object.keys(input).length === 0 ? "" : literalOf(input, "", name.length + 32);
  return `import { createClient } from "@idanimo/client";

const idanimo = createClient({
  key: process.env.IDANIMO_KEY!,
  baseUrl: process.env.IDANIMO_URL!,
});
const response = await idanimo.${name}(${given});
`;
}
