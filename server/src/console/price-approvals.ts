import { catalogueRowOf } from "@idanimo/contract/catalogue";
import type { PricePreview } from "@idanimo/contract/console/prices";
import { formatDateTimeShort } from "@idanimo/contract/date-format";
import { formatMoney, money } from "@idanimo/contract/money";
import { isPriceItem, type PriceItem } from "@idanimo/contract/price-items";
import { ok } from "@idanimo/contract/problems";
import * as z from "zod/mini";
import type { Tx } from "../database/database.ts";
import type { ApprovalKind, Facts } from "../modules/approvals/index.ts";
import { findOperator } from "../modules/operator-identity/index.ts";
import { changePrice, changeRate, planPrice, planRate, type PriceChange } from "../modules/pricing/index.ts";
import type { ConsoleDeps } from "./deps.ts";
import { changesTotal } from "./price-preview.ts";

/** What operators approve of a price or rate: both values, the start, and what the requester saw. [OC-12] */

type Plan<Value> = { readonly before: Value; readonly after: Value };

const minorOf = ({ price, vat, serviceFee, processingFee }: PriceItem) =>
  [price.NGN, vat.NGN, serviceFee.NGN, processingFee, price.USD, vat.USD, serviceFee.USD].join("/");

/** All amounts of an item, from the facts. */
function changeOf(facts: Facts): PriceChange {
  const [price, vat, fee, processing, usd, usdVat, usdFee] = (facts["after"] ?? "").split("/").map(BigInt);
  return Object.fromEntries(
    Object.entries({ price, vat, fee, processing, usd, "usd-vat": usdVat, "usd-fee": usdFee }).filter(
      ([, minor]) => minor !== undefined,
    ),
  );
}

/** As `createRequestPrice` saw it; approvers read the same text. */
const shownOf = ({ changes, examples, openQuotes }: PricePreview) => ({
  changes: JSON.stringify(changes.map(({ label, before, after }) => [label, before, after])),
  examples: JSON.stringify(
    examples.filter(changesTotal).map(({ searchType, addOn, before, after }) => {
      const both = (of: typeof before) =>
        `${formatMoney(money("NGN", of.NGN))} or ${formatMoney(money("USD", of.USD))}`;
      return [catalogueRowOf(searchType).label + (addOn ? " with its extra" : ""), both(before), both(after)];
    }),
  ),
  openQuotes: String(openQuotes),
});
const shownLines = z.array(z.tuple([z.string(), z.string(), z.string()]));

export const priceFacts = (item: string, from: Date | undefined, plan: Plan<PriceItem>, preview: PricePreview) => ({
  item,
  from: from?.toISOString() ?? "",
  before: minorOf(plan.before),
  after: minorOf(plan.after),
  ...shownOf(preview),
});
export const rateFacts = (from: Date | undefined, plan: Plan<bigint>, preview: PricePreview) => ({
  from: from?.toISOString() ?? "",
  before: String(plan.before),
  after: String(plan.after),
  ...shownOf(preview),
});

const startOf = ({ from = "" }: Facts) => (from === "" ? undefined : new Date(from));

/** The labelled lines that an approver reads. */
export function describePriceChange(facts: Facts) {
  const start = startOf(facts);
  const linesOf = (text: string | undefined) =>
    shownLines.parse(JSON.parse(text ?? "[]")).map(([label, before, after]) => ({
      label,
      value: `${before} now, ${after} after`,
    }));
  const examples = linesOf(facts["examples"]);
  return [
    ...(facts["item"] === undefined ? [] : [{ label: "Item", value: facts["item"] }]),
    { label: "Starts", value: start ? formatDateTimeShort(start) : "when it is approved" },
    ...linesOf(facts["changes"]),
    ...(examples.length === 0
      ? [{ label: "Totals of one check", value: "none of them changes" }]
      : examples.map(({ label, value }) => ({ label: `Total: ${label}`, value }))),
    { label: "Open quotes that keep the old price, when requested", value: facts["openQuotes"] ?? "0" },
  ];
}

/** Both operators, as the price list names its authors. */
async function authorsOf(tx: Tx, requestedBy: string, decidedBy: string): Promise<string> {
  const [by, second] = [await findOperator(tx, requestedBy), await findOperator(tx, decidedBy)];
  if (!by || !second) throw new Error("authorsOf: an operator is missing");
  return `${by.email}, ${second.email}`;
}

export const priceApproval = ({ ids }: Pick<ConsoleDeps, "ids">): ApprovalKind => ({
  readFacts: async (tx, { facts }) => {
    const item = facts["item"] ?? "";
    const plan = isPriceItem(item) ? await planPrice(tx, item, changeOf(facts), startOf(facts)) : "costs_nothing";
    return typeof plan === "string" ? undefined : { ...facts, before: minorOf(plan.before) };
  },
  apply: async (tx, { facts, requestedBy }, decidedBy) => {
    const item = facts["item"] ?? "";
    if (!isPriceItem(item)) throw new Error(`priceApproval: ${item} is no price item`);
    const by = await authorsOf(tx, requestedBy, decidedBy);
    const done = await changePrice(tx, ids, item, changeOf(facts), { from: startOf(facts), by, actorId: decidedBy });
    if (typeof done === "string") throw new Error(`priceApproval: ${done}, although the facts are unchanged`);
    return ok(undefined);
  },
});

export const rateApproval = ({ ids }: Pick<ConsoleDeps, "ids">): ApprovalKind => ({
  readFacts: async (tx, { facts }) => {
    const plan = await planRate(tx, BigInt(facts["after"] ?? "0"), startOf(facts));
    return typeof plan === "string" ? undefined : { ...facts, before: String(plan.before) };
  },
  apply: async (tx, { facts, requestedBy }, decidedBy) => {
    const by = await authorsOf(tx, requestedBy, decidedBy);
    const from = startOf(facts);
    const done = await changeRate(tx, ids, BigInt(facts["after"] ?? "0"), { from, by, actorId: decidedBy });
    if (typeof done === "string") throw new Error(`rateApproval: ${done}, although the facts are unchanged`);
    return ok(undefined);
  },
});
