import { formatMoney, money } from "@idanimo/contract/money";
import { quoteForTerminal } from "@idanimo/contract/terminal";
import type { Tx } from "../../database/database.ts";
import {
  unsealBankAccount,
  claimPayOut,
  markPaidOut,
  findUnpaidPayOut,
  isPaidOut,
  findUnpaidPayOuts,
  releasePayOut,
} from "../accounts/index.ts";
import { writeAudit } from "../audit/index.ts";
import { type Command, type OperatorDeps, type CommandResult, success, usageError } from "./command.ts";
import { formatTimestamp, formatTable } from "./terminal-format.ts";

/**
 * Balances of closed accounts. One operator takes one, reads where it goes and sends it; another one, who saw that it was sent, notes
 * it. Nobody sends what somebody else is sending.
 */

const idPattern = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const formatAmounts = ({ naira, dollars }: { readonly naira: bigint; readonly dollars: bigint }) =>
  [money("NGN", naira), money("USD", dollars)]
    .filter(({ minor }) => minor > 0n)
    .map(formatMoney)
    .join(" and ");
const unknownPayout = (id: string) => usageError(id, "is no pay-out that is still to be sent; `pay-outs` lists them");

const isSameOperator = (one: string, other: string) => one.toLowerCase() === other.toLowerCase();

type OpenPayout = NonNullable<Awaited<ReturnType<typeof findUnpaidPayOut>>>;

/** A command about one pay-out that is still to be sent. */
const payoutCommand = (
  summary: string,
  work: (deps: OperatorDeps, found: OpenPayout, by: string) => Promise<CommandResult>,
  onNotFound: (deps: OperatorDeps, id: string) => Promise<void> = () => Promise.resolve(),
): Command => ({
  summary,
  words: ["id"],
  isMutating: true,
  run: async (deps, { words, by }) => {
    const typed = words["id"] ?? "";
    const id = typed.toLowerCase();
    if (!idPattern.test(id)) return unknownPayout(typed);
    const found = await deps.db.transaction("system", (tx) => findUnpaidPayOut(tx, id));
    if (found) return work(deps, found, by);
    await onNotFound(deps, id);
    return unknownPayout(typed);
  },
});

/** The audit row of an operator's act on a pay-out. */
const auditPayout = (tx: Tx, { ids }: OperatorDeps, action: string, id: string, by: string) =>
  writeAudit(tx, ids, { actorKind: "operator", action, objectId: id, reason: by });

const listPayoutsCommand: Command = {
  summary: "balances of closed accounts that are to be sent, oldest first",
  run: async ({ db }) => {
    const open = await db.transaction("system", (tx) => findUnpaidPayOuts(tx));
    if (open.length === 0) return success(["Nothing is to be paid out."]);
    const rows = open.map((one) => [one.id, formatTimestamp(one.madeAt), formatAmounts(one), one.claimedBy ?? "-"]);
    return success(formatTable(["pay-out", "since", ">amount", "who sends it"], rows));
  },
};

const claimPayoutCommand = payoutCommand(
  "takes one balance to send and tells where to; nobody else is told until it is left",
  async (deps, found, by) => {
    const { id } = found;
    const has = await deps.db.transaction("system", async (tx) => {
      const claimedBy = await claimPayOut(tx, id, by);
      if (claimedBy !== undefined && isSameOperator(claimedBy, by)) await auditPayout(tx, deps, "pay_out_read", id, by);
      return claimedBy;
    });
    if (has === undefined) return unknownPayout(id);
    if (!isSameOperator(has, by))
      return usageError(id, `is being sent by ${has}; \`leave-pay-out\` ends that where nothing was sent`);
    const bank = await unsealBankAccount(deps.keys, found);
    return success([
      ...formatTable(
        ["pay-out", id],
        [
          ["amount", formatAmounts(found)],
          ["since", formatTimestamp(found.madeAt)],
        ],
      ),
      "Bank, as the account holder wrote it:",
      ...quoteForTerminal(bank.bankName),
      `Account number: ${bank.accountNumber}`,
      "Account name, as the account holder wrote it:",
      ...quoteForTerminal(bank.accountName),
      `Next: send it. Somebody else who sees that it was sent says so: paid-out ${id} --as <them>`,
    ]);
  },
);

const releasePayoutCommand = payoutCommand(
  "leaves a balance that was not sent to whoever takes it next; make sure of that first",
  async (deps, { id }, by) => {
    const isLeft = await deps.db.transaction("system", async (tx) => {
      if (!(await releasePayOut(tx, id))) return false;
      await auditPayout(tx, deps, "pay_out_left", id, by);
      return true;
    });
    return isLeft ? success(["Whoever runs `pay-out` next sends it."]) : usageError(id, "is sent by nobody yet");
  },
);

const markPaidOutCommand = payoutCommand(
  "notes that a balance was sent, by another name than who sent it, and forgets where to",
  async (deps, { id, claimedBy }, by) => {
    if (claimedBy === null) return usageError(id, "was taken by nobody: `pay-out` tells where it goes");
    if (isSameOperator(claimedBy, by))
      return usageError("--as", `is who sent it; somebody else notes that it was sent`);
    const ended = await deps.db.transaction("system", async (tx) => {
      if (!(await markPaidOut(tx, id, by))) return false;
      await auditPayout(tx, deps, "paid_out", id, by);
      return true;
    });
    if (!ended) return unknownPayout(id);
    await deps.keys.destroy([id]);
    return success(["Noted. The bank's details are deleted."]);
  },
  destroyLeftoverKey,
);

/** Of one that was noted before, the key may be left where the program was killed in between: it goes now. */
async function destroyLeftoverKey({ db, keys }: OperatorDeps, id: string): Promise<void> {
  if (await db.transaction("system", (tx) => isPaidOut(tx, id))) await keys.destroy([id]);
}

export const payoutCommands = {
  "pay-outs": listPayoutsCommand,
  "pay-out": claimPayoutCommand,
  "leave-pay-out": releasePayoutCommand,
  "paid-out": markPaidOutCommand,
} as const;
