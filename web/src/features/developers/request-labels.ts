import type { ApiRequest } from "@idanimo/contract/developers/requests";
import type { Tone } from "../../ui/tone.ts";

/** Whether a call succeeded. */
export const toneOfStatus = (status: number): Tone => (status < 400 ? "success" : "problem");

/** `404 not_found`, or the status alone. */
export const statusText = ({ status, code }: Pick<ApiRequest, "status" | "code">): string =>
  code === null ? String(status) : `${status} ${code}`;

/** `GET /verification/quote`. */
export const callText = ({ method, route }: Pick<ApiRequest, "method" | "route">): string =>
  `${method} ${route ?? "unknown address"}`;

/** `12 ms`, or `1.2 s` from a second on. */
export const durationText = (ms: number): string => (ms < 1_000 ? `${ms} ms` : `${(ms / 1_000).toFixed(1)} s`);

/** A first call to copy. */
export const curlLine = (origin: string, mode: "live" | "test"): string =>
  `curl ${origin}/api/v2/verification/sources -H "Authorization: Bearer idn_${mode}_…"`;
