import { formatCount, formatDateTime } from "@idanimo/contract/date-format";
import { currencies, type Currency, textFromMinor } from "@idanimo/contract/money";
import { longDay } from "@idanimo/contract/record-fields";
import type { Days } from "@idanimo/contract/statement-days";
import { type Block, ourFoot, type PaperDocument } from "../../../documents/index.ts";
import {
  type AccountKind,
  accountKinds,
  type BesideLine,
  type Books,
  faultsIn,
  lineOf,
  type MovementKind,
  movementKinds,
} from "./rules.ts";

/** The accountant's report as a paper, before anybody draws it. Pure. It names kinds of accounts and sums, never a person. */

export const accountNames = {
  provider_cash: "Cash with the provider",
  wallet: "Customers' wallets",
  revenue: "Revenue",
  tax: "Tax and charges",
  adjustments: "Adjustments",
} as const satisfies Record<AccountKind, string>;

export const movementNames = {
  top_up: "Top-ups",
  late_payment: "Late payments and surplus",
  charge: "Look-ups charged",
  tax: "Tax and charges on them",
  refund: "Look-ups refunded",
  tax_refund: "Tax and charges refunded",
  operator_refund: "Refunds by operators",
  closed_balance: "Balances of closed accounts",
  correction: "Corrections",
} as const satisfies Record<MovementKind, string>;

export const besideNames = {
  put_aside: "Put aside: came, but did not fit what was asked",
  still_aside: "Put aside and not decided at the close",
  sent_back: "Sent back to the payer by the provider",
  paid_out: "Balances of closed accounts paid out",
  to_pay_out: "Balances of closed accounts still to be paid out at the close",
} as const satisfies Record<BesideLine["what"], string>;

const walletNames = { NGN: "Naira", USD: "US dollars" } as const satisfies Record<Currency, string>;
const signs: Readonly<Record<string, string>> = { NGN: "₦", USD: "$" };

/** As accountants write it: always two places, and what is below zero in brackets. */
export function accountantsAmount(currency: string, minor: bigint): string {
  const [whole = "0", rest = ""] = textFromMinor(minor < 0n ? -minor : minor).split(".");
  const sign = signs[currency] ?? `${currency} `;
  const text = `${sign}${whole.replace(/\B(?=(\d{3})+$)/g, ",")}.${rest.padEnd(2, "0")}`;
  return minor < 0n ? `(${text})` : text;
}

export function paperOf(books: Books, days: Days): PaperDocument {
  return {
    title: "Books",
    eyebrow: `${longDay(days.from)} to ${longDay(days.to)}`,
    blocks: [
      {
        kind: "facts",
        rows: [
          { label: "Period", value: `${longDay(days.from)} to ${longDay(days.to)}, both included; days in Lagos` },
          { label: "Read at", value: `${formatDateTime(books.now)}; every figure of the same moment` },
          { label: "Compared", value: comparedWords(books, days) },
          { label: "In brackets", value: "is below zero" },
        ],
      },
      ...currencies.flatMap((currency) => blocksOf(books, currency)),
      ...besideBlocks(books),
    ],
    foot: ourFoot,
  };
}

const dayMs = 86_400_000;

function comparedWords({ compared }: Books, { from, to }: Days): string {
  const days = Math.round((Date.parse(to) - Date.parse(from)) / dayMs) + 1;
  const open = compared.open === 0 ? "nothing differs" : `differences that stand: ${compared.open}`;
  return `with the provider's own list on ${compared.days} of ${days} days; ${open}`;
}

function blocksOf(books: Books, currency: Currency): readonly Block[] {
  const shown = (minor: bigint) => accountantsAmount(currency, minor);
  const of = (kind: AccountKind) => lineOf(books, currency, kind);
  const moved = movementKinds.flatMap((what) =>
    books.movements
      .filter((line) => line.currency === currency && line.what === what)
      .toSorted((one, other) => accountKinds.indexOf(one.from) - accountKinds.indexOf(other.from)),
  );
  const faults = faultsIn(books, currency);
  const { closing: cash } = of("provider_cash");
  const proof = ["wallet", "revenue", "tax", "adjustments"] as const;
  return [
    { kind: "heading", text: `${walletNames[currency]} (${currency})` },
    {
      kind: "table",
      title: `Accounts in ${currency}`,
      level: 3,
      columns: [
        { label: "Account" },
        { label: "Opening", amount: true },
        { label: "In", amount: true },
        { label: "Out", amount: true },
        { label: "Closing", amount: true },
      ],
      rows: accountKinds.map((kind) => {
        const { opening, cameIn, wentOut, closing } = of(kind);
        return [accountNames[kind], shown(opening), shown(cameIn), shown(wentOut), shown(closing)];
      }),
    },
    moved.length === 0
      ? { kind: "text", text: `Nothing moved in ${walletNames[currency].toLowerCase()} in these days.` }
      : {
          kind: "table",
          title: `Movements in ${currency}`,
          level: 3,
          columns: [
            { label: "What" },
            { label: "From" },
            { label: "To" },
            { label: "Times", amount: true },
            { label: "Amount", amount: true },
          ],
          rows: moved.map((line) => [
            movementNames[line.what],
            accountNames[line.from],
            accountNames[line.to],
            formatCount(line.times),
            shown(line.minor),
          ]),
        },
    faults.length === 0
      ? {
          kind: "note",
          tone: "good",
          text: `Adds up: opening + in - out = closing for every account, the movements are what came and went, and cash ${shown(cash)} = ${proof
            .map((kind) => `${accountNames[kind].toLowerCase()} ${shown(of(kind).closing)}`)
            .join(" + ")}.`,
        }
      : { kind: "note", tone: "bad", text: `This does not add up. ${faults.join("; ")}.` },
  ];
}

function besideBlocks({ beside }: Books): readonly Block[] {
  if (beside.length === 0) return [];
  return [
    {
      kind: "amounts",
      title: "Beside the ledger",
      rows: beside.map(({ what, currency, times, minor }) => ({
        label: `${besideNames[what]} (${times})`,
        value: accountantsAmount(currency, minor),
      })),
    },
  ];
}

/** All accounts of a currency with their names, in their order. */
export const booksLine = (books: Books, currency: Currency) =>
  accountKinds.map((kind) => ({ name: accountNames[kind], ...lineOf(books, currency, kind) }));
