import { addMoney, formatMoney, parseMinor, money, naira } from "@idanimo/contract/money";
import { type PriceItem, priceItems } from "@idanimo/contract/price-items";
import { chargeFor } from "@idanimo/contract/pricing";
import {
  changePrice,
  changeRate,
  type PriceChangeRejection,
  type PriceChange,
  type PriceVersion,
  findPriceHistory,
  type PriceComponent,
  priceComponents,
  findRateHistory,
} from "../pricing/index.ts";
import { type Command, type CommandResult, success, usageError } from "./command.ts";
import { parseLagosTimestamp } from "./rules.ts";
import { formatTimestamp, formatTable } from "./terminal-format.ts";

/** Upper limit of one amount in minor units; above it is probably a typing error. */
const maxAmountMinor = 10_000_000_00n;

const findItemName = (word: string) => priceItems.find((name) => name.toLowerCase() === word.toLowerCase());
const unknownItem = (word: string) => usageError(word, `is not an item; the items are ${priceItems.join(", ")}`);

/** Parses an amount to minor units; undefined if the text is not an exact amount. */
function parseAmountMinor(text: string): bigint | undefined {
  const minor = parseMinor(text);
  return minor !== undefined && minor >= 0n && minor <= maxAmountMinor ? minor : undefined;
}
const invalidAmount = "is not an amount: write 1500 or 1500.50, at most 10000000";

/** Parses the timestamp of an option; `from` is undefined for now. */
function parseStart(text: string | undefined): { readonly from: Date | undefined } | undefined {
  if (text === undefined) return { from: undefined };
  const from = parseLagosTimestamp(text);
  return from && { from };
}
const invalidTimestamp = 'is not a time: write 2026-12-31 or "2026-12-31 18:00", in Lagos time';

const rejectionMessages: Readonly<Record<PriceChangeRejection, readonly [word: string, why: string]>> = {
  begins_in_the_past: ["--from", "is in the past; prices already charged cannot change"],
  begins_with_another: ["--from", "is the start of another planned change; choose another minute"],
  costs_nothing: ["the price", "must be above zero in both currencies"],
  too_far: ["the rate", "differs by more than 10% from the one before; check it for a typing error"],
  changes_nothing: ["the amount", "is the same as before"],
};

const priceColumns = [">price", ">VAT", ">fee", ">processing", ">total", ">price $", ">VAT $", ">fee $", ">total $"];
function priceCells(item: PriceItem, rate: bigint): readonly string[] {
  const total = (of: "NGN" | "USD") => {
    const { price, tax } = chargeFor(item, rate, of);
    return formatMoney(addMoney(price, tax));
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

/** Labels a row as past, current or planned; the rows come newest first. */
const validityLabel = (rows: readonly { readonly isCurrent: boolean }[], at: number) =>
  rows[at]?.isCurrent ? "now" : at < rows.findIndex((row) => row.isCurrent) ? "planned" : "past";

const formatPriceTable = (rows: readonly PriceVersion[], rate: bigint) =>
  formatTable(
    ["", "since", ...priceColumns, "by"],
    rows.map((row, at) => [validityLabel(rows, at), formatTimestamp(row.from), ...priceCells(row.item, rate), row.by]),
  );

const pricesCommand: Command = {
  summary: "list all prices, or the past, current and planned prices of one item",
  words: ["item?"],
  run: ({ db }, { words }) =>
    db.transaction("system", async (tx) => {
      const rate = (await findRateHistory(tx)).find((row) => row.isCurrent)?.rate ?? 0n;
      const rows = await findPriceHistory(tx);
      if (words["item"] === undefined) {
        const list = rows.filter((row) => row.isCurrent);
        return success([
          ...formatTable(
            ["item", ...priceColumns, "since"],
            list.map((row) => [row.name, ...priceCells(row.item, rate), formatTimestamp(row.from)]),
          ),
          `$1 is ${formatMoney(naira(rate))}.`,
        ]);
      }
      const name = findItemName(words["item"]);
      if (!name) return unknownItem(words["item"]);
      return success(
        formatPriceTable(
          rows.filter((row) => row.name === name),
          rate,
        ),
      );
    }),
};

/** Parses the price options; returns the usage error if one of them is wrong. */
function parsePriceChange(options: Readonly<Record<string, string>>): PriceChange | CommandResult {
  const change: { [Part in PriceComponent]?: bigint } = {};
  for (const part of priceComponents) {
    const text = options[part];
    if (text === undefined) continue;
    const minor = parseAmountMinor(text);
    if (minor === undefined) return usageError(`--${part} ${text}`, invalidAmount);
    change[part] = minor;
  }
  if (Object.keys(change).length === 0)
    return usageError("the amount", `is missing: give at least one of --${priceComponents.join(", --")}`);
  return change;
}

const rejectionError = (why: PriceChangeRejection) => usageError(...rejectionMessages[why]);

const setPriceCommand: Command = {
  summary: "change amounts of an item, from now or from a later time; other amounts stay the same",
  words: ["item"],
  options: {
    price: "naira",
    vat: "naira",
    fee: "naira",
    processing: "naira",
    usd: "dollars",
    "usd-vat": "dollars",
    "usd-fee": "dollars",
    from: "time",
  },
  isMutating: true,
  run: async ({ db, ids }, { words, options, by }) => {
    const name = findItemName(words["item"] ?? "");
    if (!name) return unknownItem(words["item"] ?? "");
    const change = parsePriceChange(options);
    if ("wrong" in change || "lines" in change) return change;
    const when = parseStart(options["from"]);
    if (!when) return usageError(`--from ${options["from"]}`, invalidTimestamp);
    const done = await db.transaction("system", (tx) => changePrice(tx, ids, name, change, { ...when, by }));
    if (typeof done === "string") return rejectionError(done);
    const { rows, rate } = await db.transaction("system", async (tx) => ({
      rows: (await findPriceHistory(tx)).filter((row) => row.name === name),
      rate: (await findRateHistory(tx)).find((row) => row.isCurrent)?.rate ?? 0n,
    }));
    return success([`${name} is changed. Existing purchases keep their price.`, ...formatPriceTable(rows, rate)]);
  },
};

const rate: Command = {
  summary: "list past, current and planned exchange rates of the dollar",
  run: ({ db }) =>
    db.transaction("system", async (tx) => {
      const rows = await findRateHistory(tx);
      return success(
        formatTable(
          ["", "since", ">one dollar", "by"],
          rows.map((row, at) => [
            validityLabel(rows, at),
            formatTimestamp(row.from),
            formatMoney(naira(row.rate)),
            row.by,
          ]),
        ),
      );
    }),
};

const setRateCommand: Command = {
  summary: "change the exchange rate: naira for one dollar",
  words: ["naira"],
  options: { from: "time" },
  isMutating: true,
  run: async ({ db, ids }, { words, options, by }) => {
    const minor = parseAmountMinor(words["naira"] ?? "");
    if (!minor) return usageError(words["naira"] ?? "", invalidAmount);
    const when = parseStart(options["from"]);
    if (!when) return usageError(`--from ${options["from"]}`, invalidTimestamp);
    const done = await db.transaction("system", (tx) => changeRate(tx, ids, minor, { ...when, by }));
    if (typeof done === "string") return rejectionError(done);
    const then = when.from ? `from ${formatTimestamp(when.from)}` : "now";
    return success([
      `One dollar was ${formatMoney(naira(done.before))} and is ${formatMoney(naira(done.after))} ${then}.`,
    ]);
  },
};

export const priceCommands = {
  prices: pricesCommand,
  "set-price": setPriceCommand,
  rate,
  "set-rate": setRateCommand,
} as const;
