import * as z from "zod/mini";
import { savedViewNameMaxLength } from "./limits.ts";
import type { Operation } from "./operation.ts";
import { requiredLine } from "./plain-text.ts";
import * as texts from "./texts.ts";
import { historyFilterFields } from "./history.ts";

/** Filters of the history that an account saved under a name. */

const name = requiredLine(texts.savedViewNameRequired, savedViewNameMaxLength);
const savedView = z.object({ name: z.string(), filters: z.object(historyFilterFields) });
const output = z.object({ views: z.array(savedView) });

export const savedViews = {
  method: "GET",
  path: "/user/history-views",
  access: "signed_in",
  right: ["requests:create", "requests:read_all"],
  summary: "The saved filters of the history, by name.",
  input: z.strictObject({}),
  output,
  problems: [],
  passive: true,
} as const satisfies Operation;

/** Saves filters under a name, in place of an earlier view of that name. At most ten. */
export const saveView = {
  method: "POST",
  path: "/user/history-views",
  access: "signed_in",
  right: ["requests:create", "requests:read_all"],
  summary: "Saves filters of the history under a name; an earlier view of that name is replaced.",
  input: z.strictObject({ name, filters: z.strictObject(historyFilterFields) }),
  output,
  problems: [],
} as const satisfies Operation;

export const removeView = {
  method: "POST",
  path: "/user/history-views/remove",
  access: "signed_in",
  right: ["requests:create", "requests:read_all"],
  summary: "Removes a saved view of the history. Idempotent.",
  input: z.strictObject({ name }),
  output,
  problems: [],
} as const satisfies Operation;
