import * as z from "zod/mini";
import { searchTypes } from "../catalogue.ts";
import { publicId } from "../fields.ts";
import { amountIn, amountOut, parseMinor } from "../money.ts";
import { priceItems } from "../price-items.ts";
import * as texts from "../texts.ts";
import { operatorNote } from "./fields.ts";
import type { ConsoleOperation } from "./operation.ts";

/** Upper limit of one amount in minor units; above it is probably a typing error. */
export const maxPriceMinor = 10_000_000_00n;

/** An amount of a price; a tax or fee may be zero. */
const priceAmount = z.codec(z.string(texts.amountInvalid).check(z.maxLength(20)), z.bigint(), {
  decode: (wire, context) => {
    const minor = parseMinor(wire.trim());
    if (minor !== undefined && minor >= 0n && minor <= maxPriceMinor) return minor;
    context.issues.push({ code: "custom", input: wire, message: texts.amountInvalid });
    return z.NEVER;
  },
  encode: (minor) => `${minor / 100n}.${(minor % 100n).toString().padStart(2, "0")}`,
});

const itemName = z.string().check(z.refine((text) => priceItems.some((name) => name === text), texts.priceItemUnknown));
/** In Lagos time; from the approval on if absent. */
const validFrom = z.optional(z.string().check(z.regex(/^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}$/, texts.priceStartInvalid)));

const amountFields = {
  price: priceAmount,
  vat: priceAmount,
  serviceFee: priceAmount,
  processingFee: priceAmount,
  priceUsd: priceAmount,
  vatUsd: priceAmount,
  serviceFeeUsd: priceAmount,
};
const amounts = z.object({
  price: amountOut,
  vat: amountOut,
  serviceFee: amountOut,
  processingFee: amountOut,
  priceUsd: amountOut,
  vatUsd: amountOut,
  serviceFeeUsd: amountOut,
});
export type PriceAmounts = z.output<typeof amounts>;

const versionFacts = { from: z.string(), state: z.enum(["past", "now", "planned"]), by: z.string() };
const priceVersion = z.object({ ...versionFacts, item: z.string(), amounts, totalNgn: amountOut, totalUsd: amountOut });
export type PriceVersionRow = z.output<typeof priceVersion>;
/** Naira for one dollar. */
const rateVersion = z.object({ ...versionFacts, rate: amountOut });
export type RateVersionRow = z.output<typeof rateVersion>;

const totals = z.object({ NGN: amountOut, USD: amountOut });
const preview = z.object({
  /** The amounts that change, before and after, as labelled lines. */
  changes: z.array(z.object({ label: z.string(), before: z.string(), after: z.string() })),
  /** The total of one check of each kind; an add-on is a line of its own. */
  examples: z.array(z.object({ searchType: z.enum(searchTypes), addOn: z.boolean(), before: totals, after: totals })),
  /** Unpaid quotes that keep the old price until they end. */
  openQuotes: z.number(),
});
export type PricePreview = z.output<typeof preview>;

export const listPrices = {
  method: "GET",
  path: "/prices",
  access: "signed_in",
  operatorRight: "read_prices",
  summary: "Returns the current and planned prices and exchange rates.",
  input: z.strictObject({}),
  output: z.object({ prices: z.array(priceVersion), rates: z.array(rateVersion) }),
  problems: [],
} as const satisfies ConsoleOperation;

export const priceHistory = {
  method: "GET",
  path: "/prices/history",
  access: "signed_in",
  operatorRight: "read_prices",
  summary: "Returns the latest 50 prices of one item, or exchange rates without an item, newest first.",
  input: z.strictObject({ item: z.optional(itemName) }),
  output: z.object({ prices: z.array(priceVersion), rates: z.array(rateVersion) }),
  problems: [],
} as const satisfies ConsoleOperation;

export const previewPrice = {
  method: "GET",
  path: "/prices/preview",
  access: "signed_in",
  operatorRight: "change_prices",
  summary: "Returns what a change of an item's price would do. Changes nothing.",
  input: z.strictObject({ item: itemName, ...amountFields, validFrom }),
  output: preview,
  problems: [],
} as const satisfies ConsoleOperation;

export const requestPrice = {
  method: "POST",
  path: "/prices",
  access: "signed_in",
  operatorRight: "change_prices",
  acceptsIdempotencyKey: true,
  summary: "Requests other amounts of an item; another operator approves.",
  input: z.strictObject({ item: itemName, ...amountFields, validFrom, reason: operatorNote(texts.reasonRequired) }),
  output: z.object({ approvalId: publicId, preview }),
  statusOf: () => 202,
  problems: ["approval_pending", "second_operator_needed"],
} as const satisfies ConsoleOperation;

export const previewRate = {
  method: "GET",
  path: "/exchange-rate/preview",
  access: "signed_in",
  operatorRight: "change_prices",
  summary: "Returns what a change of the exchange rate would do. Changes nothing.",
  input: z.strictObject({ rate: amountIn, validFrom }),
  output: preview,
  problems: [],
} as const satisfies ConsoleOperation;

export const requestRate = {
  method: "POST",
  path: "/exchange-rate",
  access: "signed_in",
  operatorRight: "change_prices",
  acceptsIdempotencyKey: true,
  summary: "Requests another exchange rate, in naira for one dollar; another operator approves.",
  input: z.strictObject({ rate: amountIn, validFrom, reason: operatorNote(texts.reasonRequired) }),
  output: z.object({ approvalId: publicId, preview }),
  statusOf: () => 202,
  problems: ["approval_pending", "second_operator_needed"],
} as const satisfies ConsoleOperation;
