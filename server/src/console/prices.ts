import { createHash } from "node:crypto";
import type * as operations from "@idanimo/contract/console/prices";
import { type OperatorApprovalKind, operatorApprovalHours } from "@idanimo/contract/console/rights";
import { addMoney } from "@idanimo/contract/money";
import { isPriceItem, type PriceItem } from "@idanimo/contract/price-items";
import { chargeFor } from "@idanimo/contract/pricing";
import { fail, ok, type Result } from "@idanimo/contract/problems";
import * as texts from "@idanimo/contract/texts";
import type { Tx } from "../database/database.ts";
import { type Facts, requestApproval } from "../modules/approvals/index.ts";
import { parseLagosTimestamp } from "../modules/operators/index.ts";
import type { SignedInOperator } from "../modules/operator-identity/index.ts";
import {
  findPriceHistory,
  findRateHistory,
  planPrice,
  planRate,
  type PriceChange,
  type PriceChangeRejection,
  type PriceVersion,
  type RateVersion,
} from "../modules/pricing/index.ts";
import { hasApprover, operatorScope } from "./approvers.ts";
import type { ConsoleDeps } from "./deps.ts";
import type { ConsoleHandler } from "./mount.ts";
import { priceFacts, rateFacts } from "./price-approvals.ts";
import { previewPriceChange, previewRateChange } from "./price-preview.ts";

const maxVersions = 50;

type Version = { readonly from: Date; readonly isCurrent: boolean; readonly by: string };

/** Rows come newest first: those before the current one are planned. */
const factsOf = (rows: readonly Version[], row: Version) => {
  const current = rows.find(({ isCurrent }) => isCurrent);
  const isPlanned = current === undefined || row.from > current.from;
  return {
    from: row.from.toISOString(),
    state: row.isCurrent ? ("now" as const) : isPlanned ? ("planned" as const) : ("past" as const),
    by: row.by,
  };
};

const amountsOf = ({ price, vat, serviceFee, processingFee }: PriceItem) => ({
  price: price.NGN,
  vat: vat.NGN,
  serviceFee: serviceFee.NGN,
  processingFee,
  priceUsd: price.USD,
  vatUsd: vat.USD,
  serviceFeeUsd: serviceFee.USD,
});

function priceRowOf(versions: readonly PriceVersion[], row: PriceVersion, rate: bigint) {
  const ofItem = versions.filter(({ name }) => name === row.name);
  const totalIn = (of: "NGN" | "USD") => {
    const { price, tax } = chargeFor(row.item, rate, of);
    return addMoney(price, tax).minor;
  };
  return {
    ...factsOf(ofItem, row),
    item: row.name,
    amounts: amountsOf(row.item),
    totalNgn: totalIn("NGN"),
    totalUsd: totalIn("USD"),
  };
}
const rateRowOf = (rows: readonly RateVersion[], row: RateVersion) => ({ ...factsOf(rows, row), rate: row.rate });

async function readVersions(tx: Tx) {
  const versions = await findPriceHistory(tx);
  const rates = await findRateHistory(tx);
  const rate = rates.find(({ isCurrent }) => isCurrent)?.rate ?? 0n;
  return {
    prices: versions.map((row) => priceRowOf(versions, row, rate)),
    rates: rates.map((row) => rateRowOf(rates, row)),
  };
}

export const createListPrices =
  ({ db }: ConsoleDeps): ConsoleHandler<typeof operations.listPrices> =>
  async () => {
    const { prices, rates } = await db.transaction("system", readVersions);
    const isShown = ({ state }: { readonly state: string }) => state !== "past";
    return ok({ prices: prices.filter(isShown), rates: rates.filter(isShown) });
  };

export const createPriceHistory =
  ({ db }: ConsoleDeps): ConsoleHandler<typeof operations.priceHistory> =>
  async ({ item }) => {
    const { prices, rates } = await db.transaction("system", readVersions);
    if (item === undefined) return ok({ prices: [], rates: rates.slice(0, maxVersions) });
    return ok({ prices: prices.filter((row) => row.item === item).slice(0, maxVersions), rates: [] });
  };

const rejectionFields: Readonly<Record<PriceChangeRejection, (value: string) => Record<string, string>>> = {
  begins_in_the_past: () => ({ validFrom: texts.priceStartPassed }),
  begins_with_another: () => ({ validFrom: texts.priceStartTaken }),
  costs_nothing: (value) => ({ [value]: texts.priceZero }),
  too_far: (value) => ({ [value]: texts.rateTooFar }),
  changes_nothing: (value) => ({ [value]: texts.priceUnchanged }),
};
const rejected = (why: PriceChangeRejection, value: "price" | "rate") =>
  fail("bad_input", {}, { fields: rejectionFields[why](value) });

function parseStart(text: string | undefined): Result<Date | undefined, "bad_input"> {
  if (text === undefined) return ok(undefined);
  const at = parseLagosTimestamp(text);
  return at ? ok(at) : fail("bad_input", {}, { fields: { validFrom: texts.priceStartInvalid } });
}

type PriceInput = Parameters<ConsoleHandler<typeof operations.previewPrice>>[0];
const changeOf = (input: PriceInput): PriceChange => ({
  price: input.price,
  vat: input.vat,
  fee: input.serviceFee,
  processing: input.processingFee,
  usd: input.priceUsd,
  "usd-vat": input.vatUsd,
  "usd-fee": input.serviceFeeUsd,
});

async function readPrice(tx: Tx, input: PriceInput) {
  const start = parseStart(input.validFrom);
  if (!start.ok) return start;
  const { item } = input;
  if (!isPriceItem(item)) return fail("bad_input", {}, { fields: { item: texts.priceItemUnknown } });
  const plan = await planPrice(tx, item, changeOf(input), start.value);
  if (typeof plan === "string") return rejected(plan, "price");
  const preview = await previewPriceChange(tx, item, plan);
  return ok({ item, preview, facts: priceFacts(item, start.value, plan, preview) });
}

async function readRate(tx: Tx, input: Parameters<ConsoleHandler<typeof operations.previewRate>>[0]) {
  const start = parseStart(input.validFrom);
  if (!start.ok) return start;
  const plan = await planRate(tx, input.rate, start.value);
  if (typeof plan === "string") return rejected(plan, "rate");
  const preview = await previewRateChange(tx, plan);
  return ok({ preview, facts: rateFacts(start.value, plan, preview) });
}

export const createPreviewPrice =
  ({ db }: ConsoleDeps): ConsoleHandler<typeof operations.previewPrice> =>
  async (input) => {
    const read = await db.transaction("system", (tx) => readPrice(tx, input));
    return read.ok ? ok(read.value.preview) : read;
  };

export const createPreviewRate =
  ({ db }: ConsoleDeps): ConsoleHandler<typeof operations.previewRate> =>
  async (input) => {
    const read = await db.transaction("system", (tx) => readRate(tx, input));
    return read.ok ? ok(read.value.preview) : read;
  };

/** One id per item, so that a second change of it waits until the first is decided. */
function objectIdOf(name: string): string {
  const hex = createHash("sha256").update(`idanimo:price:${name}`).digest("hex");
  return [hex.slice(0, 8), hex.slice(8, 12), `8${hex.slice(13, 16)}`, `8${hex.slice(17, 20)}`, hex.slice(20, 32)].join(
    "-",
  );
}

async function request(
  tx: Tx,
  ids: ConsoleDeps["ids"],
  operator: SignedInOperator,
  wanted: {
    readonly kind: OperatorApprovalKind;
    readonly name: string;
    readonly facts: Facts;
    readonly reason: string;
  },
) {
  const { kind, name, facts, reason } = wanted;
  if (!(await hasApprover(tx, operator.id, kind))) return fail("second_operator_needed", {});
  return requestApproval(
    tx,
    { ids },
    {
      scope: operatorScope,
      kind,
      objectId: objectIdOf(name),
      facts,
      requestedBy: operator.id,
      reason,
      expiresInHours: operatorApprovalHours,
    },
  );
}

/** Requests other amounts of an item; nothing changes before another operator approves. [OC-12] */
export const createRequestPrice =
  ({ db, ids }: ConsoleDeps): ConsoleHandler<typeof operations.requestPrice> =>
  ({ reason, ...input }, operator) =>
    db.transaction("system", async (tx) => {
      const read = await readPrice(tx, input);
      if (!read.ok) return read;
      const { item, facts, preview } = read.value;
      const requested = await request(tx, ids, operator, { kind: "price", name: item, facts, reason });
      return requested.ok ? ok({ approvalId: requested.value.id, preview }) : requested;
    });

/** Requests another exchange rate. [OC-12] */
export const createRequestRate =
  ({ db, ids }: ConsoleDeps): ConsoleHandler<typeof operations.requestRate> =>
  ({ reason, ...input }, operator) =>
    db.transaction("system", async (tx) => {
      const read = await readRate(tx, input);
      if (!read.ok) return read;
      const { facts, preview } = read.value;
      const requested = await request(tx, ids, operator, { kind: "exchange_rate", name: "rate", facts, reason });
      return requested.ok ? ok({ approvalId: requested.value.id, preview }) : requested;
    });
