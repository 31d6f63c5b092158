import { claimPayOut, confirmPayOut, releasePayOut, viewBankDetails } from "@idanimo/contract/console/pay-outs";
import { formatMoney, money } from "@idanimo/contract/money";
import { quoteForTerminal } from "@idanimo/contract/terminal";
import { findUnpaidPayOut, findUnpaidPayOuts } from "../payments/index.ts";
import { type Command, type KeyedInput, success, usageError, type KeyedCommand } from "./command.ts";
import { operationCommand, printProblem, runAs } from "./operation-command.ts";
import { isUuid } from "./rules.ts";
import { formatTimestamp, formatTable } from "./terminal-format.ts";

/**
 * Pays out balances of closed accounts. One operator claims a balance, reads its bank details and sends it; a
 * second operator confirms that it was sent. Only one operator at a time can claim a balance.
 */

const formatAmounts = ({ naira, dollars }: { readonly naira: bigint; readonly dollars: bigint }) =>
  [money("NGN", naira), money("USD", dollars)]
    .filter(({ minor }) => minor > 0n)
    .map(formatMoney)
    .join(" and ");
const notOpen = "is not an open pay-out; `payouts` lists them";

const idOf = ({ words }: KeyedInput) => ({ id: words["id"]?.toLowerCase() ?? "" });

const listPayoutsCommand: Command = {
  summary: "list balances of closed accounts that are not sent yet, oldest first",
  run: async ({ db }) => {
    const open = await db.transaction("system", (tx) => findUnpaidPayOuts(tx));
    if (open.length === 0) return success(["No pay-out is open."]);
    const rows = open.map((one) => [one.id, formatTimestamp(one.madeAt), formatAmounts(one), one.claimedBy ?? "-"]);
    return success(formatTable(["pay-out", "since", ">amount", "claimed by"], rows));
  },
};

const claimPayoutCommand: KeyedCommand = {
  summary: "claim one balance and show its bank details; no other operator can see them until you release it",
  words: ["id"],
  needsKey: true,
  operations: [claimPayOut],
  run: async (deps, given) => {
    const { id } = idOf(given);
    if (!isUuid(id)) return usageError(id, notOpen);
    const run = runAs(deps, given);
    const claimed = await run(claimPayOut, { id });
    if (!claimed.ok) return printProblem(claimed.problem);
    const found = await deps.db.transaction("system", (tx) => findUnpaidPayOut(tx, id));
    const bank = await run(viewBankDetails, { id });
    if (!bank.ok || !found) return usageError(id, notOpen);
    return success([
      ...formatTable(
        ["pay-out", id],
        [
          ["amount", formatAmounts(found)],
          ["since", formatTimestamp(found.madeAt)],
        ],
      ),
      "Bank, as entered by the account holder:",
      ...quoteForTerminal(bank.value.bankName),
      `Account number: ${bank.value.accountNumber}`,
      "Account name, as entered by the account holder:",
      ...quoteForTerminal(bank.value.accountName),
      `Next: send it. A second operator then confirms that it was sent: mark-paid-out ${id}`,
    ]);
  },
};

export const payoutCommands = {
  payouts: listPayoutsCommand,
  "claim-payout": claimPayoutCommand,
  "release-payout": operationCommand(releasePayOut, {
    summary: "release a balance that was not sent, so that another operator can claim it; check first that it was not",
    words: ["id"],
    fields: idOf,
    lines: () => ["The pay-out is released: any operator can claim it with `claim-payout`."],
  }),
  "mark-paid-out": operationCommand(confirmPayOut, {
    summary: "confirm as a second operator that a balance was sent, and delete its bank details",
    words: ["id"],
    fields: idOf,
    lines: () => ["The pay-out is marked as sent. Its bank details are deleted."],
  }),
} as const;
