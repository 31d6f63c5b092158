import { Database } from "../../database/database.ts";
import { findOperatorByKey, type Operator } from "../operator-identity/index.ts";
import type { OperatorDeps } from "./command.ts";

/** Finds the operator of the key in `OPERATOR_KEY`. */
export async function findKeyOperator({ owner, operatorKey }: OperatorDeps): Promise<Operator | "no_key" | "invalid"> {
  if (operatorKey === undefined || operatorKey === "") return "no_key";
  const operator = await new Database(owner).transaction("system", (tx) => findOperatorByKey(tx, operatorKey));
  return operator ?? "invalid";
}

/** What to do without a valid key. The key itself is never printed. */
export const keyMessages = {
  no_key: [
    "OPERATOR_KEY is missing: this command runs as the operator of a personal key.",
    "Make a key in the console under Your access, and set it for this shell: read -rs OPERATOR_KEY && export OPERATOR_KEY",
  ],
  invalid: ["The key in OPERATOR_KEY is not valid: it is mistyped, has ended or expired, or its operator is disabled."],
} as const satisfies Record<"no_key" | "invalid", readonly string[]>;
