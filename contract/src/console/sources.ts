import * as z from "zod/mini";
import { searchTypes } from "../catalogue.ts";
import { sourceMessageCodes } from "../source-messages.ts";
import * as texts from "../texts.ts";
import { operatorNote } from "./fields.ts";
import type { ConsoleOperation } from "./operation.ts";

const sourceMessage = z.enum(sourceMessageCodes);

const source = z.object({
  source: z.string(),
  searchTypes: z.array(z.enum(searchTypes)),
  /** Measured by the calls of all processes in the last hour. */
  health: z.enum(["up", "slow", "down"]),
  usualSeconds: z.nullable(z.number()),
  isOpen: z.boolean(),
  /** What customers read while it is closed. */
  message: z.nullable(sourceMessage),
  changedBy: z.nullable(z.string()),
  changedAt: z.nullable(z.string()),
});
export type SourceRow = z.output<typeof source>;

export const listSources = {
  method: "GET",
  path: "/sources",
  access: "signed_in",
  operatorRight: "read_sources",
  summary: "Returns every source with its measured health, and whether operators closed it.",
  input: z.strictObject({}),
  output: z.object({ sources: z.array(source) }),
  problems: [],
} as const satisfies ConsoleOperation;

/** Holds on every process within five seconds. What is paid already continues. */
export const switchSource = {
  method: "POST",
  path: "/sources/{source}",
  access: "signed_in",
  operatorRight: "switch_sources",
  acceptsIdempotencyKey: true,
  summary: "Closes a source for new purchases, or opens it again.",
  input: z.strictObject({
    source: z.string().check(z.regex(/^[A-Za-z][A-Za-z0-9 _-]{0,39}$/)),
    state: z.enum(["open", "closed"]),
    /** With state `closed`. */
    messageCode: z.optional(z.enum(sourceMessageCodes, texts.sourceMessageRequired)),
    reason: operatorNote(texts.reasonRequired),
  }),
  output: z.object({ result: z.literal("success") }),
  problems: ["source_unchanged"],
} as const satisfies ConsoleOperation;
