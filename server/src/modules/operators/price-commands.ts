import { type PriceItemName, priceItems } from "@idanimo/contract/catalogue";
import { add, formatMoney, minorFromText, money, naira } from "@idanimo/contract/money";
import { chargeOf, type PriceItem } from "@idanimo/contract/pricing";
import {
  changePrice,
  changeRate,
  type NotChanged,
  type PriceChange,
  type PricedSince,
  priceHistory,
  type PricePart,
  priceParts,
  rateHistory,
} from "../pricing/index.ts";
import { type Command, type Told, well, wrong } from "./command.ts";
import { momentFrom } from "./rules.ts";
import { moment, table } from "./table.ts";

/** The most one amount may be: above it somebody mistyped. Minor units. */
const mostAmount = 10_000_000_00n;

const names = Object.keys(priceItems).filter((name): name is PriceItemName => Object.hasOwn(priceItems, name));
const nameAt = (position: number) => names.find((name) => priceItems[name] === position) ?? String(position);
const findItem = (word: string) => names.find((name) => name.toLowerCase() === word.toLowerCase());
const noItem = (word: string) => wrong(word, `is no item; it is one of ${names.join(", ")}`);

/** An amount in minor units; undefined where the text is no exact amount. */
function amountFrom(text: string): bigint | undefined {
  const minor = minorFromText(text);
  return minor !== undefined && minor >= 0n && minor <= mostAmount ? minor : undefined;
}
const noAmount = "is no amount: write 1500 or 1500.50, at most 10000000";

/** The moment an option names; undefined for now. */
function readFrom(text: string | undefined): { readonly from: Date | undefined } | undefined {
  if (text === undefined) return { from: undefined };
  const from = momentFrom(text);
  return from && { from };
}
const noMoment = 'is no moment: write 2026-12-31 or "2026-12-31 18:00", in Lagos time';

const whyNot: Readonly<Record<NotChanged, readonly [word: string, why: string]>> = {
  begins_in_the_past: ["--from", "is past already; what was charged stays as it was"],
  begins_with_another: ["--from", "is when another planned change begins; choose another minute"],
  costs_nothing: ["the price", "must be above zero in both currencies: nothing can be bought for nothing"],
  too_far: ["the rate", "is more than a tenth away from the one before: a mistyped rate would move every dollar price"],
  changes_nothing: ["the amount", "is what it is already"],
};

const columns = [">price", ">VAT", ">fee", ">processing", ">total", ">price $", ">VAT $", ">fee $", ">total $"];
function cells(item: PriceItem, rate: bigint): readonly string[] {
  const total = (of: "NGN" | "USD") => {
    const { price, tax } = chargeOf({ rate, items: [item] }, "nin", of);
    return formatMoney(add(price, tax));
  };
  const printed = (of: "NGN" | "USD", amounts: readonly bigint[]) =>
    amounts.map((minor) => formatMoney(money(of, minor)));
  return [
    ...printed("NGN", [item.price.NGN, item.vat.NGN, item.serviceFee.NGN, item.processingFee]),
    total("NGN"),
    ...printed("USD", [item.price.USD, item.vat.USD, item.serviceFee.USD]),
    total("USD"),
  ];
}

/** Past, now or planned, of rows that come newest first. */
const standingAt = (rows: readonly { readonly counts: boolean }[], at: number) =>
  rows[at]?.counts ? "now" : at < rows.findIndex((row) => row.counts) ? "planned" : "past";

const priceTable = (rows: readonly PricedSince[], rate: bigint) =>
  table(
    ["", "since", ...columns, "by"],
    rows.map((row, at) => [standingAt(rows, at), moment(row.from), ...cells(row.item, rate), row.by]),
  );

const prices: Command = {
  about: "the price list, or what one item has cost and will cost",
  words: ["item?"],
  run: ({ db }, { words }) =>
    db.transaction("system", async (tx) => {
      const rate = (await rateHistory(tx)).find((row) => row.counts)?.rate ?? 0n;
      const rows = await priceHistory(tx);
      if (words["item"] === undefined) {
        const list = rows.filter((row) => row.counts);
        return well([
          ...table(
            ["item", ...columns, "since"],
            list.map((row) => [nameAt(row.position), ...cells(row.item, rate), moment(row.from)]),
          ),
          `$1 is ${formatMoney(naira(rate))}.`,
        ]);
      }
      const name = findItem(words["item"]);
      if (!name) return noItem(words["item"]);
      return well(
        priceTable(
          rows.filter((row) => row.position === priceItems[name]),
          rate,
        ),
      );
    }),
};

/** What the options say, or which of them is wrong. */
function readChange(options: Readonly<Record<string, string>>): PriceChange | Told {
  const change: { [Part in PricePart]?: bigint } = {};
  for (const part of priceParts) {
    const text = options[part];
    if (text === undefined) continue;
    const minor = amountFrom(text);
    if (minor === undefined) return wrong(`--${part} ${text}`, noAmount);
    change[part] = minor;
  }
  if (Object.keys(change).length === 0)
    return wrong("the amount", `is missing: at least one of --${priceParts.join(", --")}`);
  return change;
}

const refused = (why: NotChanged) => wrong(...whyNot[why]);

const setPrice: Command = {
  about: "changes amounts of an item, from now on or from a moment; what is not named stays",
  words: ["item"],
  options: {
    price: "naira",
    vat: "naira",
    fee: "naira",
    processing: "naira",
    usd: "dollars",
    "usd-vat": "dollars",
    "usd-fee": "dollars",
    from: "moment",
  },
  changes: true,
  run: async ({ db, ids }, { words, options, by }) => {
    const name = findItem(words["item"] ?? "");
    if (!name) return noItem(words["item"] ?? "");
    const change = readChange(options);
    if ("wrong" in change || "lines" in change) return change;
    const when = readFrom(options["from"]);
    if (!when) return wrong(`--from ${options["from"]}`, noMoment);
    const done = await changePrice(db, ids, name, change, { ...when, by });
    if (typeof done === "string") return refused(done);
    const { rows, rate } = await db.transaction("system", async (tx) => ({
      rows: (await priceHistory(tx)).filter((row) => row.position === priceItems[name]),
      rate: (await rateHistory(tx)).find((row) => row.counts)?.rate ?? 0n,
    }));
    return well([`${name} is changed. Purchases already made keep their price.`, ...priceTable(rows, rate)]);
  },
};

const rate: Command = {
  about: "the dollar rate, with what it was and will be",
  run: ({ db }) =>
    db.transaction("system", async (tx) => {
      const rows = await rateHistory(tx);
      return well(
        table(
          ["", "since", ">one dollar", "by"],
          rows.map((row, at) => [standingAt(rows, at), moment(row.from), formatMoney(naira(row.rate)), row.by]),
        ),
      );
    }),
};

const setRate: Command = {
  about: "changes how many naira one dollar is",
  words: ["naira"],
  options: { from: "moment" },
  changes: true,
  run: async ({ db, ids }, { words, options, by }) => {
    const minor = amountFrom(words["naira"] ?? "");
    if (!minor) return wrong(words["naira"] ?? "", noAmount);
    const when = readFrom(options["from"]);
    if (!when) return wrong(`--from ${options["from"]}`, noMoment);
    const done = await changeRate(db, ids, minor, { ...when, by });
    if (typeof done === "string") return refused(done);
    const then = when.from ? `from ${moment(when.from)} on` : "now";
    return well([
      `One dollar was ${formatMoney(naira(done.before))} and is ${formatMoney(naira(done.after))} ${then}.`,
    ]);
  },
};

export const priceCommands = { prices, "set-price": setPrice, rate, "set-rate": setRate } as const;
