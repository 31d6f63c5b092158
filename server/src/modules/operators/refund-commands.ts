import { formatMoney, minorFromText } from "@idanimo/contract/money";
import { Database } from "../../database/database.ts";
import { askRefund, confirmRefund, dropRefund, findRefund, waitingRefunds } from "../payments/index.ts";
import { type Command, type OperatorDeps, type Told, well, wrong } from "./command.ts";
import { holdsNumber, isId } from "./rules.ts";
import { moment, table } from "./table.ts";

/** Money back for a look-up whose charge was kept: it takes two operators, and the person who paid is told. */

const notAnItem = (typed: string) =>
  wrong(typed, "is no look-up; its id stands in the address of its result, and in its case");
/** The running program's role gives nothing back: it is done on the owner's connection. Source: T-36 */
const asOwner = ({ owner }: OperatorDeps) => new Database(owner);
/** What an audit row has room for, beside a name. */
const longest = 150;

const refund: Command = {
  about: "asks for money back for one look-up, all of it or an amount; another operator confirms it",
  words: ["look-up"],
  options: { reason: "in a sentence", amount: "in its currency" },
  changes: true,
  run: async (deps, { words, options, by }) => {
    const typed = words["look-up"] ?? "";
    const { reason = "", amount } = options;
    if (!isId(typed)) return notAnItem(typed);
    if (reason === "") return wrong("--reason", "is missing: the audit keeps why");
    if (reason.length > longest || /\p{Cc}/u.test(reason))
      return wrong("--reason", `is one line of at most ${longest} letters`);
    if (holdsNumber(reason))
      return wrong("--reason", "seems to hold somebody's number; the audit keeps no personal values");
    const minor = amount === undefined ? undefined : minorFromText(amount);
    if (amount !== undefined && (minor === undefined || minor <= 0n))
      return wrong("--amount", "takes an amount above 0, such as 588 or 2.14");
    const itemId = typed.toLowerCase();
    return asOwner(deps).transaction("system", async (tx): Promise<Told> => {
      switch (await askRefund(tx, deps.ids, { itemId, minor, by, why: reason })) {
        case "asked": {
          const asked = await findRefund(tx, itemId);
          return well([
            `${asked ? formatMoney(asked.amount) : ""} is to go back. Nothing has moved yet.`,
            `Next: another operator looks at it and says: confirm-refund ${itemId} --as <them>`,
          ]);
        }
        case "not_kept":
          return wrong(typed, "has no charge to give back: it has not ended, or its money went back already");
        case "too_much":
          return wrong("--amount", "is more than was paid");
        case "known":
          return wrong(typed, "is asked for or given back already: `refunds` lists what waits");
        case "account_closed":
          return wrong(typed, "was paid from an account that is closed; its money goes another way");
        case "unknown":
          return notAnItem(typed);
      }
    });
  },
};

/** A command about one refund that was asked for. */
const aboutOne = (about: string, work: (deps: OperatorDeps, itemId: string, by: string) => Promise<Told>): Command => ({
  about,
  words: ["look-up"],
  changes: true,
  run: (deps, { words, by }) => {
    const typed = words["look-up"] ?? "";
    return isId(typed) ? work(deps, typed.toLowerCase(), by) : Promise.resolve(notAnItem(typed));
  },
});

const confirm = aboutOne(
  "gives money back that another operator asked for, to the wallet, and tells whoever paid",
  (deps, itemId, by) =>
    asOwner(deps).transaction("system", async (tx): Promise<Told> => {
      switch (await confirmRefund(tx, deps.ids, itemId, by)) {
        case "refunded":
          return well(["The money is in the wallet. Whoever paid is told."]);
        case "same_name":
          return wrong("--as", "is who asked for it; it takes somebody else");
        case "already":
          return wrong(itemId, "went back already");
        case "account_closed":
          return wrong(itemId, "was paid from an account that has closed meanwhile; its money goes another way");
        case "unknown":
          return wrong(itemId, "was asked for by nobody: `refunds` lists what waits");
      }
    }),
);

const drop = aboutOne("takes back a refund that was asked for and not confirmed", (deps, itemId, by) =>
  asOwner(deps).transaction("system", async (tx) =>
    (await dropRefund(tx, deps.ids, itemId, by))
      ? well(["It is asked for no more."])
      : wrong(itemId, "waits for nobody: `refunds` lists what does"),
  ),
);

const refunds: Command = {
  about: "refunds that wait for a second operator, oldest first",
  run: async ({ db }) => {
    const waiting = await db.transaction("system", waitingRefunds);
    if (waiting.length === 0) return well(["No refund waits for a second name."]);
    const rows = waiting.map((one) => [
      one.itemId,
      moment(one.askedAt),
      formatMoney(one.amount),
      one.askedBy,
      one.reason,
    ]);
    return well(table(["look-up", "since", ">amount", "asked by", "why"], rows));
  },
};

export const refundCommands = { refunds, refund, "confirm-refund": confirm, "drop-refund": drop } as const;
