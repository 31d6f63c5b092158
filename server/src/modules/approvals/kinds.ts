import type { ProblemCode, Result } from "@idanimo/contract/problems";
import type { Tx } from "../../database/database.ts";
import type { Facts } from "./rules.ts";
import type { Approval } from "./store.ts";

/** What an approval of one kind depends on, and what it does. The module that requests it defines it. */
export type ApprovalKind<Code extends ProblemCode = never> = {
  /**
   * Reads the facts again, under the locks that `apply` needs.
   * @returns undefined if the object is gone
   */
  readFacts(tx: Tx, requested: Pick<Approval, "objectId" | "facts">): Promise<Facts | undefined>;
  /** Applies the act in the deciding transaction. After a failure nothing is applied and the approval stays pending. */
  apply(tx: Tx, approval: Approval, decidedBy: string): Promise<Result<void, Code>>;
};

export type ApprovalKinds<Code extends ProblemCode = never> = Readonly<Record<string, ApprovalKind<Code>>>;
