import { formatMoney, money } from "@idanimo/contract/money";
import { quoteForTerminal } from "@idanimo/contract/terminal";
import type { Tx } from "../../database/database.ts";
import {
  bankOf,
  claimPayOut,
  endPayOut,
  findPayOut,
  isPaidOut,
  openPayOuts,
  unclaimPayOut,
} from "../accounts/index.ts";
import { writeAudit } from "../audit/index.ts";
import { type Command, type OperatorDeps, type Told, well, wrong } from "./command.ts";
import { moment, table } from "./table.ts";

/**
 * Balances of closed accounts. One operator takes one, reads where it goes and sends it; another one, who saw that it was sent, notes
 * it. Nobody sends what somebody else is sending.
 */

const anId = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const amounts = ({ naira, dollars }: { readonly naira: bigint; readonly dollars: bigint }) =>
  [money("NGN", naira), money("USD", dollars)]
    .filter(({ minor }) => minor > 0n)
    .map(formatMoney)
    .join(" and ");
const notOpen = (id: string) => wrong(id, "is no pay-out that is still to be sent; `pay-outs` lists them");

const isSame = (one: string, other: string) => one.toLowerCase() === other.toLowerCase();

type Open = NonNullable<Awaited<ReturnType<typeof findPayOut>>>;

/** A command about one pay-out that is still to be sent. */
const aboutOne = (
  about: string,
  work: (deps: OperatorDeps, found: Open, by: string) => Promise<Told>,
  elsewise: (deps: OperatorDeps, id: string) => Promise<void> = () => Promise.resolve(),
): Command => ({
  about,
  words: ["id"],
  changes: true,
  run: async (deps, { words, by }) => {
    const typed = words["id"] ?? "";
    const id = typed.toLowerCase();
    if (!anId.test(id)) return notOpen(typed);
    const found = await deps.db.transaction("system", (tx) => findPayOut(tx, id));
    if (found) return work(deps, found, by);
    await elsewise(deps, id);
    return notOpen(typed);
  },
});

/** The audit row of an operator's act on a pay-out. */
const note = (tx: Tx, { ids }: OperatorDeps, action: string, id: string, by: string) =>
  writeAudit(tx, ids, { actorKind: "operator", action, objectId: id, reason: by });

const payOuts: Command = {
  about: "balances of closed accounts that are to be sent, oldest first",
  run: async ({ db }) => {
    const open = await db.transaction("system", (tx) => openPayOuts(tx));
    if (open.length === 0) return well(["Nothing is to be paid out."]);
    const rows = open.map((one) => [one.id, moment(one.madeAt), amounts(one), one.claimedBy ?? "-"]);
    return well(table(["pay-out", "since", ">amount", "who sends it"], rows));
  },
};

const payOut = aboutOne(
  "takes one balance to send and tells where to; nobody else is told until it is left",
  async (deps, found, by) => {
    const { id } = found;
    const has = await deps.db.transaction("system", async (tx) => {
      const claimedBy = await claimPayOut(tx, id, by);
      if (claimedBy !== undefined && isSame(claimedBy, by)) await note(tx, deps, "pay_out_read", id, by);
      return claimedBy;
    });
    if (has === undefined) return notOpen(id);
    if (!isSame(has, by))
      return wrong(id, `is being sent by ${has}; \`leave-pay-out\` ends that where nothing was sent`);
    const bank = await bankOf(deps.keys, found);
    return well([
      ...table(
        ["pay-out", id],
        [
          ["amount", amounts(found)],
          ["since", moment(found.madeAt)],
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

const leavePayOut = aboutOne(
  "leaves a balance that was not sent to whoever takes it next; make sure of that first",
  async (deps, { id }, by) => {
    const isLeft = await deps.db.transaction("system", async (tx) => {
      if (!(await unclaimPayOut(tx, id))) return false;
      await note(tx, deps, "pay_out_left", id, by);
      return true;
    });
    return isLeft ? well(["Whoever runs `pay-out` next sends it."]) : wrong(id, "is sent by nobody yet");
  },
);

const paidOut = aboutOne(
  "notes that a balance was sent, by another name than who sent it, and forgets where to",
  async (deps, { id, claimedBy }, by) => {
    if (claimedBy === null) return wrong(id, "was taken by nobody: `pay-out` tells where it goes");
    if (isSame(claimedBy, by)) return wrong("--as", `is who sent it; somebody else notes that it was sent`);
    const ended = await deps.db.transaction("system", async (tx) => {
      if (!(await endPayOut(tx, id, by))) return false;
      await note(tx, deps, "paid_out", id, by);
      return true;
    });
    if (!ended) return notOpen(id);
    await deps.keys.destroy([id]);
    return well(["Noted. The bank's details are deleted."]);
  },
  forgetPaid,
);

/** Of one that was noted before, the key may be left where the program was killed in between: it goes now. */
async function forgetPaid({ db, keys }: OperatorDeps, id: string): Promise<void> {
  if (await db.transaction("system", (tx) => isPaidOut(tx, id))) await keys.destroy([id]);
}

export const payOutCommands = {
  "pay-outs": payOuts,
  "pay-out": payOut,
  "leave-pay-out": leavePayOut,
  "paid-out": paidOut,
} as const;
