import * as z from "zod/mini";
import { publicId } from "../fields.ts";
import { requiredLine } from "../plain-text.ts";
import * as texts from "../texts.ts";
import type { ConsoleOperation } from "./operation.ts";

/** Personal keys of operators: a terminal command runs as the operator of the key in `OPERATOR_KEY`. */

export const operatorKeyPrefix = "idn_op_";
/** The prefix, 40 random characters and a checksum of 6. */
export const operatorKeyPattern = /^idn_op_[0-9A-Za-z]{46}$/;
export const operatorKeyDays = 90;
/** Active keys of one operator. */
export const maxOperatorKeys = 5;

const key = z.object({
  id: publicId,
  name: z.string(),
  /** `idn_op_` and 8 characters; nothing else of the key is stored. */
  prefix: z.string(),
  createdAt: z.string(),
  expiresAt: z.string(),
  lastUsedAt: z.nullable(z.string()),
});
export type OperatorKeyRow = z.output<typeof key>;

export const listOperatorKeys = {
  method: "GET",
  path: "/operators/{id}/keys",
  access: "signed_in",
  operatorRight: null,
  summary:
    "Returns the active keys of the signed-in operator; of any operator to those who read the list of operators.",
  input: z.strictObject({ id: publicId }),
  output: z.object({ keys: z.array(key) }),
  problems: [],
} as const satisfies ConsoleOperation;

/** Operators make their own keys only: no one else may know one. */
export const createOperatorKey = {
  method: "POST",
  path: "/operators/{id}/keys",
  access: "signed_in",
  operatorRight: null,
  summary: "Creates a key of the signed-in operator for 90 days, and returns it this once.",
  input: z.strictObject({ id: publicId, name: requiredLine(texts.fieldMissing, 60) }),
  output: z.object({ id: publicId, key: z.string(), expiresAt: z.string() }),
  problems: ["operator_key_limit"],
} as const satisfies ConsoleOperation;

export const endOperatorKey = {
  method: "POST",
  path: "/operators/{id}/keys/{keyId}/end",
  access: "signed_in",
  operatorRight: null,
  acceptsIdempotencyKey: true,
  summary: "Ends an own key, or as an owner any operator's, at once.",
  input: z.strictObject({ id: publicId, keyId: publicId }),
  output: z.object({ result: z.literal("success") }),
  problems: [],
} as const satisfies ConsoleOperation;

/** Every operation on personal keys. */
export const keyOperations = [
  listOperatorKeys,
  createOperatorKey,
  endOperatorKey,
] as const satisfies readonly ConsoleOperation[];
