import { type PricePreview, requestPrice, requestRate } from "@idanimo/contract/console/prices";
import { addMoney, formatMinor, formatMoney, money, naira } from "@idanimo/contract/money";
import { type PriceItem, priceItems } from "@idanimo/contract/price-items";
import { chargeFor } from "@idanimo/contract/pricing";
import { findPriceHistory, findRateHistory, type PriceVersion } from "../pricing/index.ts";
import { type Command, success, usageError } from "./command.ts";
import { approvalLines, operationCommand } from "./operation-command.ts";
import { formatTimestamp, formatTable } from "./terminal-format.ts";

/** Lists prices and exchange rates, and requests others; another operator approves. */

const findItemName = (word: string) => priceItems.find((name) => name.toLowerCase() === word.toLowerCase());
const unknownItem = (word: string) => usageError(word, `is not an item; the items are ${priceItems.join(", ")}`);

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

/** A time as the console takes it: a day alone is its first minute. */
const startField = (from: string | undefined) =>
  from === undefined ? {} : { validFrom: /^\d{4}-\d{2}-\d{2}$/.test(from) ? `${from} 00:00` : from };

const previewLines = ({ changes, openQuotes }: PricePreview) => [
  ...formatTable(
    ["what changes", ">now", ">after"],
    changes.map(({ label, before, after }) => [label, before, after]),
  ),
  `${openQuotes} open quotes keep the price before.`,
];

const setPriceCommand = operationCommand(requestPrice, {
  summary: "request other amounts of an item, from the approval or from a later time; other amounts stay the same",
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
    reason: "one sentence",
  },
  fields: async ({ words, options }, { db }) => {
    const name = findItemName(words["item"] ?? "");
    if (!name) return unknownItem(words["item"] ?? "");
    const rows = await db.transaction("system", findPriceHistory);
    const now = rows.find((row) => row.name === name && row.isCurrent)?.item;
    if (!now) throw new Error(`set-price: ${name} has no price`);
    const amount = (option: string, minor: bigint) => options[option] ?? formatMinor(minor);
    return {
      item: name,
      price: amount("price", now.price.NGN),
      vat: amount("vat", now.vat.NGN),
      serviceFee: amount("fee", now.serviceFee.NGN),
      processingFee: amount("processing", now.processingFee),
      priceUsd: amount("usd", now.price.USD),
      vatUsd: amount("usd-vat", now.vat.USD),
      serviceFeeUsd: amount("usd-fee", now.serviceFee.USD),
      reason: options["reason"] ?? "",
      ...startField(options["from"]),
    };
  },
  lines: ({ approvalId, preview }) => [...previewLines(preview), ...approvalLines(approvalId)],
});

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

const setRateCommand = operationCommand(requestRate, {
  summary: "request another exchange rate: naira for one dollar, at most a tenth away",
  words: ["naira"],
  options: { from: "time", reason: "one sentence" },
  fields: ({ words, options }) => ({
    rate: words["naira"] ?? "",
    reason: options["reason"] ?? "",
    ...startField(options["from"]),
  }),
  lines: ({ approvalId, preview }) => [...previewLines(preview), ...approvalLines(approvalId)],
});

export const priceCommands = {
  prices: pricesCommand,
  "set-price": setPriceCommand,
  rate,
  "set-rate": setRateCommand,
} as const;
