import { formatMoney, money } from "@idanimo/contract/money";
import { quoteForTerminal } from "@idanimo/contract/terminal";
import type { Tx } from "../../database/database.ts";
import {
  unsealBankAccount,
  claimPayOut,
  destroyPayOutKey,
  isSameOperator,
  markPaidOut,
  findUnpaidPayOut,
  findUnpaidPayOuts,
  releasePayOut,
} from "../payments/index.ts";
import { writeAudit } from "../audit/index.ts";
import { type Command, type OperatorDeps, type CommandResult, success, usageError } from "./command.ts";
import { formatTimestamp, formatTable } from "./terminal-format.ts";

/**
 * Pays out balances of closed accounts. One operator claims a balance, reads its bank details and sends it; a
 * second operator confirms that it was sent. Only one operator at a time can claim a balance.
 */

const idPattern = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const formatAmounts = ({ naira, dollars }: { readonly naira: bigint; readonly dollars: bigint }) =>
  [money("NGN", naira), money("USD", dollars)]
    .filter(({ minor }) => minor > 0n)
    .map(formatMoney)
    .join(" and ");
const unknownPayout = (id: string) => usageError(id, "is not an open pay-out; `payouts` lists them");

type OpenPayout = NonNullable<Awaited<ReturnType<typeof findUnpaidPayOut>>>;

/** A command about one pay-out that is not sent yet. */
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

const auditPayout = (tx: Tx, { ids }: OperatorDeps, action: string, id: string, by: string) =>
  writeAudit(tx, ids, { actorKind: "operator", action, objectId: id, reason: by });

const listPayoutsCommand: Command = {
  summary: "list balances of closed accounts that are not sent yet, oldest first",
  run: async ({ db }) => {
    const open = await db.transaction("system", (tx) => findUnpaidPayOuts(tx));
    if (open.length === 0) return success(["No pay-out is open."]);
    const rows = open.map((one) => [one.id, formatTimestamp(one.madeAt), formatAmounts(one), one.claimedBy ?? "-"]);
    return success(formatTable(["pay-out", "since", ">amount", "claimed by"], rows));
  },
};

const claimPayoutCommand = payoutCommand(
  "claim one balance and show its bank details; no other operator can see them until you release it",
  async (deps, found, by) => {
    const { id } = found;
    const has = await deps.db.transaction("system", async (tx) => {
      const claimedBy = await claimPayOut(tx, id, by);
      if (claimedBy !== undefined && isSameOperator(claimedBy, by)) await auditPayout(tx, deps, "pay_out_read", id, by);
      return claimedBy;
    });
    if (has === undefined) return unknownPayout(id);
    if (!isSameOperator(has, by))
      return usageError(id, `is claimed by ${has}; \`leave-pay-out\` releases it if nothing was sent`);
    const bank = await unsealBankAccount(deps.keys, found);
    return success([
      ...formatTable(
        ["pay-out", id],
        [
          ["amount", formatAmounts(found)],
          ["since", formatTimestamp(found.madeAt)],
        ],
      ),
      "Bank, as entered by the account holder:",
      ...quoteForTerminal(bank.bankName),
      `Account number: ${bank.accountNumber}`,
      "Account name, as entered by the account holder:",
      ...quoteForTerminal(bank.accountName),
      `Next: send it. A second operator then confirms that it was sent: paid-out ${id} --as <their name>`,
    ]);
  },
);

const releasePayoutCommand = payoutCommand(
  "release a balance that was not sent, so that another operator can claim it; check first that it was not",
  async (deps, { id }, by) => {
    const isLeft = await deps.db.transaction("system", async (tx) => {
      if (!(await releasePayOut(tx, id))) return false;
      await auditPayout(tx, deps, "pay_out_left", id, by);
      return true;
    });
    return isLeft
      ? success(["The pay-out is released: any operator can claim it with `claim-payout`."])
      : usageError(id, "is not claimed");
  },
);

const markPaidOutCommand = payoutCommand(
  "confirm as a second operator that a balance was sent, and delete its bank details",
  async (deps, { id, claimedBy }, by) => {
    if (claimedBy === null)
      return usageError(id, "is not claimed: `claim-payout` claims it and shows its bank details");
    if (isSameOperator(claimedBy, by))
      return usageError("--as", "is the operator who sent it; another operator must confirm");
    const ended = await deps.db.transaction("system", async (tx) => {
      if (!(await markPaidOut(tx, id, by))) return false;
      await auditPayout(tx, deps, "paid_out", id, by);
      return true;
    });
    if (!ended) return unknownPayout(id);
    await deps.keys.destroy([id]);
    return success(["The pay-out is marked as sent. Its bank details are deleted."]);
  },
  // a process that was killed may have left the key of a pay-out that is marked as sent
  destroyPayOutKey,
);

export const payoutCommands = {
  payouts: listPayoutsCommand,
  "claim-payout": claimPayoutCommand,
  "release-payout": releasePayoutCommand,
  "mark-paid-out": markPaidOutCommand,
} as const;
