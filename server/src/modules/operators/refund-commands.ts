import { formatMoney, parseMinor } from "@idanimo/contract/money";
import { Database } from "../../database/database.ts";
import { requestRefund, confirmRefund, cancelRefund, findRefund, findPendingRefunds } from "../payments/index.ts";
import { type Command, type OperatorDeps, type CommandResult, success, usageError } from "./command.ts";
import { containsPersonalNumber, isUuid } from "./rules.ts";
import { formatTimestamp, formatTable } from "./terminal-format.ts";

/**
 * Refunds lookups whose charge was kept: one operator requests, another one confirms, and the payer is notified.
 */

const unknownItem = (typed: string) =>
  usageError(typed, "is not a lookup; its id is in the URL of its result, and in its case");
/** The application role may not refund, so this uses the owner's connection [T-36]. */
const ownerDatabase = ({ owner }: OperatorDeps) => new Database(owner);
/** An audit reason has a maximum length and also contains the operator's name. */
const maxReasonLength = 150;

const requestRefundCommand: Command = {
  summary: "request the refund of one lookup, in full or in part; another operator must confirm it",
  words: ["lookup"],
  options: { reason: "one sentence", amount: "in its currency" },
  isMutating: true,
  run: async (deps, { words, options, by }) => {
    const typed = words["lookup"] ?? "";
    const { reason = "", amount } = options;
    if (!isUuid(typed)) return unknownItem(typed);
    if (reason === "") return usageError("--reason", "is missing: the audit log records why");
    if (reason.length > maxReasonLength || /\p{Cc}/u.test(reason))
      return usageError("--reason", `must be one line of at most ${maxReasonLength} characters`);
    if (containsPersonalNumber(reason))
      return usageError("--reason", "seems to contain a personal number; the audit log must not store personal values");
    const minor = amount === undefined ? undefined : parseMinor(amount);
    if (amount !== undefined && (minor === undefined || minor <= 0n))
      return usageError("--amount", "must be an amount above 0, such as 588 or 2.14");
    const itemId = typed.toLowerCase();
    return ownerDatabase(deps).transaction("system", async (tx): Promise<CommandResult> => {
      switch (await requestRefund(tx, deps.ids, { itemId, minor, by, why: reason })) {
        case "asked": {
          const asked = await findRefund(tx, itemId);
          return success([
            `A refund of ${asked ? formatMoney(asked.amount) : ""} is requested. No money has moved yet.`,
            `Next: another operator checks it and runs: confirm-refund ${itemId} --as <their name>`,
          ]);
        }
        case "not_kept":
          return usageError(typed, "has no charge to refund: it has not ended, or is already refunded");
        case "too_much":
          return usageError("--amount", "is more than was paid");
        case "known":
          return usageError(typed, "already has a refund, requested or paid: `refunds` lists the requested ones");
        case "account_closed":
          return usageError(typed, "was paid from an account that is closed: it cannot be refunded to the wallet");
        case "unknown":
          return unknownItem(typed);
      }
    });
  },
};

/** A command about one requested refund. */
const pendingRefundCommand = (
  summary: string,
  work: (deps: OperatorDeps, itemId: string, by: string) => Promise<CommandResult>,
): Command => ({
  summary,
  words: ["lookup"],
  isMutating: true,
  run: (deps, { words, by }) => {
    const typed = words["lookup"] ?? "";
    return isUuid(typed) ? work(deps, typed.toLowerCase(), by) : Promise.resolve(unknownItem(typed));
  },
});

const confirmRefundCommand = pendingRefundCommand(
  "confirm a refund that another operator requested: it goes to the wallet, and the payer is notified",
  (deps, itemId, by) =>
    ownerDatabase(deps).transaction("system", async (tx): Promise<CommandResult> => {
      switch (await confirmRefund(tx, deps.ids, itemId, by)) {
        case "refunded":
          return success(["The money is in the wallet. The payer is notified."]);
        case "same_name":
          return usageError("--as", "is the operator who requested it; another operator must confirm");
        case "already":
          return usageError(itemId, "is already refunded");
        case "account_closed":
          return usageError(
            itemId,
            "was paid from an account that has been closed since: it cannot be refunded to the wallet",
          );
        case "unknown":
          return usageError(itemId, "has no requested refund: `refunds` lists them");
      }
    }),
);

const cancelRefundCommand = pendingRefundCommand(
  "cancel a refund that was requested and not confirmed",
  (deps, itemId, by) =>
    ownerDatabase(deps).transaction("system", async (tx) =>
      (await cancelRefund(tx, deps.ids, itemId, by))
        ? success(["The refund request is cancelled."])
        : usageError(itemId, "has no requested refund: `refunds` lists them"),
    ),
);

const listRefundsCommand: Command = {
  summary: "list refunds that a second operator must confirm, oldest first",
  run: async ({ db }) => {
    const waiting = await db.transaction("system", findPendingRefunds);
    if (waiting.length === 0) return success(["No refund waits for confirmation."]);
    const rows = waiting.map((one) => [
      one.itemId,
      formatTimestamp(one.askedAt),
      formatMoney(one.amount),
      one.askedBy,
      one.reason,
    ]);
    return success(formatTable(["lookup", "since", ">amount", "requested by", "reason"], rows));
  },
};

export const refundCommands = {
  refunds: listRefundsCommand,
  refund: requestRefundCommand,
  "confirm-refund": confirmRefundCommand,
  "cancel-refund": cancelRefundCommand,
} as const;
