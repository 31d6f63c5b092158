import { formatMoney, parseMinor } from "@idanimo/contract/money";
import { Database } from "../../database/database.ts";
import { requestRefund, confirmRefund, cancelRefund, findRefund, findPendingRefunds } from "../payments/index.ts";
import { type Command, type OperatorDeps, type CommandResult, success, usageError } from "./command.ts";
import { containsPersonalNumber, isUuid } from "./rules.ts";
import { formatTimestamp, formatTable } from "./terminal-format.ts";

/** Money back for a look-up whose charge was kept: it takes two operators, and the person who paid is told. */

const unknownItem = (typed: string) =>
  usageError(typed, "is no look-up; its id stands in the address of its result, and in its case");
/** The running program's role gives nothing back: it is done on the owner's connection. Source: T-36 */
const ownerDatabase = ({ owner }: OperatorDeps) => new Database(owner);
/** What an audit row has room for, beside a name. */
const maxReasonLength = 150;

const requestRefundCommand: Command = {
  summary: "asks for money back for one look-up, all of it or an amount; another operator confirms it",
  words: ["look-up"],
  options: { reason: "in a sentence", amount: "in its currency" },
  isMutating: true,
  run: async (deps, { words, options, by }) => {
    const typed = words["look-up"] ?? "";
    const { reason = "", amount } = options;
    if (!isUuid(typed)) return unknownItem(typed);
    if (reason === "") return usageError("--reason", "is missing: the audit keeps why");
    if (reason.length > maxReasonLength || /\p{Cc}/u.test(reason))
      return usageError("--reason", `is one line of at most ${maxReasonLength} letters`);
    if (containsPersonalNumber(reason))
      return usageError("--reason", "seems to hold somebody's number; the audit keeps no personal values");
    const minor = amount === undefined ? undefined : parseMinor(amount);
    if (amount !== undefined && (minor === undefined || minor <= 0n))
      return usageError("--amount", "takes an amount above 0, such as 588 or 2.14");
    const itemId = typed.toLowerCase();
    return ownerDatabase(deps).transaction("system", async (tx): Promise<CommandResult> => {
      switch (await requestRefund(tx, deps.ids, { itemId, minor, by, why: reason })) {
        case "asked": {
          const asked = await findRefund(tx, itemId);
          return success([
            `${asked ? formatMoney(asked.amount) : ""} is to go back. Nothing has moved yet.`,
            `Next: another operator looks at it and says: confirm-refund ${itemId} --as <them>`,
          ]);
        }
        case "not_kept":
          return usageError(typed, "has no charge to give back: it has not ended, or its money went back already");
        case "too_much":
          return usageError("--amount", "is more than was paid");
        case "known":
          return usageError(typed, "is asked for or given back already: `refunds` lists what waits");
        case "account_closed":
          return usageError(typed, "was paid from an account that is closed; its money goes another way");
        case "unknown":
          return unknownItem(typed);
      }
    });
  },
};

/** A command about one refund that was asked for. */
const pendingRefundCommand = (
  summary: string,
  work: (deps: OperatorDeps, itemId: string, by: string) => Promise<CommandResult>,
): Command => ({
  summary,
  words: ["look-up"],
  isMutating: true,
  run: (deps, { words, by }) => {
    const typed = words["look-up"] ?? "";
    return isUuid(typed) ? work(deps, typed.toLowerCase(), by) : Promise.resolve(unknownItem(typed));
  },
});

const confirmRefundCommand = pendingRefundCommand(
  "gives money back that another operator asked for, to the wallet, and tells whoever paid",
  (deps, itemId, by) =>
    ownerDatabase(deps).transaction("system", async (tx): Promise<CommandResult> => {
      switch (await confirmRefund(tx, deps.ids, itemId, by)) {
        case "refunded":
          return success(["The money is in the wallet. Whoever paid is told."]);
        case "same_name":
          return usageError("--as", "is who asked for it; it takes somebody else");
        case "already":
          return usageError(itemId, "went back already");
        case "account_closed":
          return usageError(itemId, "was paid from an account that has closed meanwhile; its money goes another way");
        case "unknown":
          return usageError(itemId, "was asked for by nobody: `refunds` lists what waits");
      }
    }),
);

const cancelRefundCommand = pendingRefundCommand(
  "takes back a refund that was asked for and not confirmed",
  (deps, itemId, by) =>
    ownerDatabase(deps).transaction("system", async (tx) =>
      (await cancelRefund(tx, deps.ids, itemId, by))
        ? success(["It is asked for no more."])
        : usageError(itemId, "waits for nobody: `refunds` lists what does"),
    ),
);

const listRefundsCommand: Command = {
  summary: "refunds that wait for a second operator, oldest first",
  run: async ({ db }) => {
    const waiting = await db.transaction("system", findPendingRefunds);
    if (waiting.length === 0) return success(["No refund waits for a second name."]);
    const rows = waiting.map((one) => [
      one.itemId,
      formatTimestamp(one.askedAt),
      formatMoney(one.amount),
      one.askedBy,
      one.reason,
    ]);
    return success(formatTable(["look-up", "since", ">amount", "asked by", "why"], rows));
  },
};

export const refundCommands = {
  refunds: listRefundsCommand,
  refund: requestRefundCommand,
  "confirm-refund": confirmRefundCommand,
  "drop-refund": cancelRefundCommand,
} as const;
