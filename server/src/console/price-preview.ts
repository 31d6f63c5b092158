import type { PricePreview } from "@idanimo/contract/console/prices";
import { catalogueRowOf, type SearchOption, type SearchType, searchTypes } from "@idanimo/contract/catalogue";
import { addMoney, type Currency, formatMoney, money, naira } from "@idanimo/contract/money";
import type { PriceItem, PriceItemName } from "@idanimo/contract/price-items";
import { chargeForSearch, type PriceList } from "@idanimo/contract/pricing";
import type { Tx } from "../database/database.ts";
import { findCurrentPrices } from "../modules/pricing/index.ts";
import { countOpenQuotes } from "../modules/purchases/index.ts";

/** What a change of a price or the rate does: amounts, example totals, and how many quotes keep the old price. [OC-12] */

type Example = PricePreview["examples"][number];

/** The amounts of an item by their labels. */
const amountLines = ({ price, vat, serviceFee, processingFee }: PriceItem): readonly (readonly [string, string])[] => {
  const of = (currency: Currency, minor: bigint) => formatMoney(money(currency, minor));
  return [
    ["Price", of("NGN", price.NGN)],
    ["VAT", of("NGN", vat.NGN)],
    ["Service fee", of("NGN", serviceFee.NGN)],
    ["Processing fee", of("NGN", processingFee)],
    ["Price in dollars", of("USD", price.USD)],
    ["VAT in dollars", of("USD", vat.USD)],
    ["Service fee in dollars", of("USD", serviceFee.USD)],
  ];
};

/** The totals of one check of each kind, in both currencies. */
function examplesOf(before: PriceList, after: PriceList): readonly Example[] {
  const totalOf = (list: PriceList, type: SearchType, options: readonly SearchOption[], of: Currency) => {
    const { price, tax } = chargeForSearch(list, { type, options, records: 1 }, of);
    return addMoney(price, tax).minor;
  };
  const example = (searchType: SearchType, options: readonly SearchOption[], addOn: boolean): Example => {
    const both = (list: PriceList) => ({
      NGN: totalOf(list, searchType, options, "NGN"),
      USD: totalOf(list, searchType, options, "USD"),
    });
    return { searchType, addOn, before: both(before), after: both(after) };
  };
  return searchTypes
    .filter((type) => !catalogueRowOf(type).isFree)
    .flatMap((type) => {
      const row = catalogueRowOf(type);
      const one = row.multiplyPriceBy === "options" ? row.options.slice(0, 1) : [];
      return [example(type, one, false), ...(row.addOn ? [example(type, [row.addOn.option], true)] : [])];
    });
}

export const changesTotal = ({ before, after }: Example): boolean =>
  before.NGN !== after.NGN || before.USD !== after.USD;

export async function previewPriceChange(
  tx: Tx,
  name: PriceItemName,
  change: { readonly before: PriceItem; readonly after: PriceItem },
): Promise<PricePreview> {
  const list = await findCurrentPrices(tx);
  const listWith = (item: PriceItem): PriceList => ({ ...list, items: { ...list.items, [name]: item } });
  const examples = examplesOf(listWith(change.before), listWith(change.after));
  const after = amountLines(change.after);
  const types = examples.filter(changesTotal).map(({ searchType }) => searchType);
  return {
    changes: amountLines(change.before).flatMap(([label, was], at) => {
      const now = after[at]?.[1] ?? was;
      return was === now ? [] : [{ label, before: was, after: now }];
    }),
    examples: [...examples],
    openQuotes: await countOpenQuotes(tx, [...new Set(types)]),
  };
}

export async function previewRateChange(
  tx: Tx,
  { before, after }: { readonly before: bigint; readonly after: bigint },
): Promise<PricePreview> {
  const list = await findCurrentPrices(tx);
  return {
    changes: [{ label: "Naira for one dollar", before: formatMoney(naira(before)), after: formatMoney(naira(after)) }],
    examples: [...examplesOf({ ...list, rate: before }, { ...list, rate: after })],
    openQuotes: await countOpenQuotes(tx, undefined),
  };
}
