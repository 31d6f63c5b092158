import { decideApproval, requestRefund } from "@idanimo/contract/console/approvals";
import { formatMoney, money } from "@idanimo/contract/money";
import { Database } from "../../database/database.ts";
import { findApprovalOf, findApprovals } from "../approvals/index.ts";
import { findOperatorNames } from "../operator-identity/index.ts";
import { cancelRefund } from "../payments/index.ts";
import { type KeyedCommand, type OperatorDeps, success, usageError, type Command } from "./command.ts";
import { approvalLines, operationCommand, printProblem, runAs } from "./operation-command.ts";
import { isUuid } from "./rules.ts";
import { formatTimestamp, formatTable } from "./terminal-format.ts";

/**
 * Refunds lookups whose charge was kept, as the console does: a small amount at once, a larger one when another
 * operator approves.
 */

const operators = { kind: "operator" } as const;
const unknownItem = ["lookup", "is not a lookup; its id is in the URL of its result, and in its case"] as const;
const noRequest = "has no requested refund: `refunds` lists them";

const refundCommand = operationCommand(requestRefund, {
  summary: "refund one lookup, in full or in part: a small amount at once, a larger one when another operator approves",
  words: ["lookup"],
  options: { reason: "one sentence", amount: "in its currency" },
  unknown: unknownItem,
  fields: ({ words, options }) => {
    const lookup = words["lookup"] ?? "";
    if (!isUuid(lookup)) return usageError(lookup, unknownItem[1]);
    const { reason = "", amount } = options;
    return { requestId: lookup.toLowerCase(), reason, ...(amount !== undefined && { amount }) };
  },
  lines: (output) =>
    "approvalId" in output ? approvalLines(output.approvalId) : ["The money is in the wallet. The payer is notified."],
});

/** The pending approval of a lookup's refund. */
const findPending = ({ owner }: OperatorDeps, objectId: string) =>
  new Database(owner).transaction("system", async (tx) => {
    const found = await findApprovalOf(tx, operators, { kind: "refund", objectId });
    return found?.state === "pending" ? found : undefined;
  });

/** Decides the requested refund of a lookup. */
const decide = (
  summary: string,
  decision: "approve" | "cancel",
  done: string,
  otherwise: (deps: OperatorDeps, itemId: string, email: string) => Promise<boolean> = () => Promise.resolve(false),
): KeyedCommand => ({
  summary,
  words: ["lookup"],
  needsKey: true,
  operations: [decideApproval],
  run: async (deps, given) => {
    const typed = given.words["lookup"] ?? "";
    if (!isUuid(typed)) return usageError(typed, unknownItem[1]);
    const pending = await findPending(deps, typed.toLowerCase());
    if (!pending)
      return (await otherwise(deps, typed.toLowerCase(), given.operator.email))
        ? success([done])
        : usageError(typed, noRequest);
    const result = await runAs(deps, given)(decideApproval, { id: pending.id, decision });
    return result.ok ? success([done]) : printProblem(result.problem);
  },
});

const listRefundsCommand: Command = {
  summary: "list refunds that a second operator must approve, newest first",
  run: async ({ owner }) => {
    const { waiting, names } = await new Database(owner).transaction("system", async (tx) => {
      const filter = { pending: true, kinds: ["refund"], after: undefined, limit: 100 };
      const found = await findApprovals(tx, operators, filter);
      return {
        waiting: found,
        names: await findOperatorNames(
          tx,
          found.map(({ requestedBy }) => requestedBy),
        ),
      };
    });
    if (waiting.length === 0) return success(["No refund waits for approval."]);
    const rows = waiting.map(({ objectId, requestedAt, requestedBy, reason, facts }) => [
      objectId,
      formatTimestamp(requestedAt),
      formatMoney(money(facts["currency"] === "USD" ? "USD" : "NGN", BigInt(facts["amountMinor"] ?? "0"))),
      names.get(requestedBy) ?? "-",
      reason,
    ]);
    return success(formatTable(["lookup", "since", ">amount", "requested by", "reason"], rows));
  },
};

export const refundCommands = {
  refunds: listRefundsCommand,
  refund: refundCommand,
  "confirm-refund": decide(
    "approve a refund that another operator requested: it goes to the wallet, and the payer is notified",
    "approve",
    "The money is in the wallet. The payer is notified.",
  ),
  "cancel-refund": decide(
    "cancel a refund that you requested and no one has approved",
    "cancel",
    "The refund request is cancelled.",
    // a request of the release before, which was no approval
    ({ owner, ids }, itemId, email) =>
      new Database(owner).transaction("system", (tx) => cancelRefund(tx, ids, itemId, email)),
  ),
} as const;
