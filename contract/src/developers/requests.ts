import * as z from "zod/mini";
import { cursor, publicId } from "../fields.ts";
import type { Operation } from "../operation.ts";
import { isDay } from "../statement-days.ts";
import { dayInvalid } from "../texts.ts";
import * as texts from "./texts.ts";

/** The log of API calls that keys made, without bodies, queries and values [DP-13]. */

/** Classes of responses: succeeded, rejected, failed on our side. */
export const statusClasses = ["2xx", "4xx", "5xx"] as const;

const id = (message: string) =>
  z.string(message).check(z.regex(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/, message));

const request = z.object({
  /** The response's `x-request-id`. */
  id: publicId,
  /** When the call arrived. */
  at: z.string(),
  method: z.string(),
  /** The pattern of the address, such as `/verification/session/{sessionCode}`; null for an address that does not exist. */
  route: z.nullable(z.string()),
  status: z.number(),
  /** The code of the problem; null for a success. */
  code: z.nullable(z.string()),
  ms: z.number(),
  keyId: publicId,
  /** Null if the key was deleted. */
  keyName: z.nullable(z.string()),
});
export type ApiRequest = z.output<typeof request>;

const access = { access: "signed_in", right: "api_log:read" } as const;

export const apiRequests = {
  method: "GET",
  path: "/developers/requests",
  ...access,
  summary: "API calls of the organisation's keys in the last 30 days, newest first.",
  input: z.strictObject({
    /** A class such as `4xx`, or a status. */
    status: z.optional(z.string(texts.statusInvalid).check(z.regex(/^([245]xx|[1-5][0-9]{2})$/, texts.statusInvalid))),
    /** A pattern, such as `/verification/session/{sessionCode}`. */
    route: z.optional(z.string(texts.routeUnknown).check(z.regex(/^\/[A-Za-z0-9_./{}-]{1,200}$/, texts.routeUnknown))),
    key: z.optional(id(texts.keyIdInvalid)),
    /** A day in Lagos. */
    day: z.optional(z.string(dayInvalid).check(z.refine(isDay, dayInvalid))),
    after: cursor,
  }),
  output: z.object({
    requests: z.array(request),
    next: z.nullable(z.string()),
    /** Keys whose calls the log may have, newest first. */
    keys: z.array(z.object({ id: publicId, name: z.string(), prefix: z.string() })),
    /** Patterns of the calls that keys can make. */
    routes: z.array(z.string()),
  }),
  problems: [],
  passive: true,
} as const satisfies Operation;

export const apiRequest = {
  method: "GET",
  path: "/developers/requests/{id}",
  ...access,
  summary: "One API call by its x-request-id, with its problem explained.",
  input: z.strictObject({ id: id(texts.requestIdInvalid) }),
  output: z.object({
    request: z.extend(request, {
      /** What the call does; null for an address that does not exist. */
      summary: z.nullable(z.string()),
      /** What the code means and what to do; null for a success. */
      explanation: z.nullable(z.string()),
      keyPrefix: z.nullable(z.string()),
      /** The dated version of the API. */
      version: z.nullable(z.string()),
      /** A keyed hash: the same for calls with the same Idempotency-Key; null without one. */
      idempotencyKeyHash: z.nullable(z.string()),
      /** The block of addresses that it came from: `102.89.23.0/24`. */
      addressBlock: z.nullable(z.string()),
    }),
  }),
  problems: [],
  passive: true,
} as const satisfies Operation;
export type ApiRequestDetail = z.output<typeof apiRequest.output>["request"];
