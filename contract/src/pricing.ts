import * as z from "zod/mini";
import { catalogueRowOf, type SearchOption, type SearchType } from "./catalogue.ts";
import { claimedIp } from "./fields.ts";
import {
  addMoney,
  amountOut,
  type Currency,
  currency,
  formatMoney,
  money,
  type Money,
  naira,
  multiplyMoney,
  toDollars,
} from "./money.ts";
import type { Operation } from "./operation.ts";
import type { PriceItem, PriceItemName } from "./price-items.ts";
import * as texts from "./texts.ts";

/** Price arithmetic, shared by the wizard and the server. Money is integer minor units throughout. */

/**
 * The price list, with the rate in kobo for one dollar. An item is missing only if an older server does not know it.
 */
export type PriceList = {
  readonly items: { readonly [Name in PriceItemName]?: PriceItem };
  readonly rate: bigint;
};

/** The parts of a lookup that determine its price. */
export type PricedSearch = {
  readonly type: SearchType;
  readonly options: readonly SearchOption[];
  /** Lines of a bulk file; 1 for everything else. */
  readonly records: number;
};

/** A price with its tax and charges; `vat` is the part of `tax` that is VAT. */
export type Charge = { readonly price: Money; readonly tax: Money; readonly vat: Money };
export type QuoteLine = { readonly label: string; readonly type: SearchType; readonly charge: Charge };
export type Quote = {
  readonly currency: Currency;
  readonly lines: readonly QuoteLine[];
  /** "Tax and charges": VAT, service fee and processing fee. */
  readonly tax: Money;
  /** The VAT in `tax`, for the receipt. */
  readonly vat: Money;
  readonly total: Money;
  readonly rate: bigint;
};

const zeroCharge = (of: Currency): Charge => ({ price: money(of, 0n), tax: money(of, 0n), vat: money(of, 0n) });
const addCharges = (left: Charge, right: Charge): Charge => ({
  price: addMoney(left.price, right.price),
  tax: addMoney(left.tax, right.tax),
  vat: addMoney(left.vat, right.vat),
});

/**
 * The amounts of one item of a price list.
 * @throws for a list without the item
 */
export function priceOf(list: PriceList, name: PriceItemName): PriceItem {
  const item = list.items[name];
  if (!item) throw new Error(`the price list has no item ${name}`);
  return item;
}

/**
 * The charge for the amounts of a price item. The processing fee is naira, converted at the rate [O-15].
 * @param rate kobo for one dollar
 */
export function chargeFor(item: PriceItem, rate: bigint, of: Currency): Charge {
  const processing = naira(item.processingFee);
  const fee = of === "NGN" ? processing.minor : toDollars(processing, rate).minor;
  const vat = item.vat[of];
  return { price: money(of, item.price[of]), tax: money(of, vat + item.serviceFee[of] + fee), vat: money(of, vat) };
}

/**
 * The charge for one item of a price list.
 * @throws for a list without the item
 */
export function chargeForItem(list: PriceList, name: PriceItemName, of: Currency): Charge {
  return chargeFor(priceOf(list, name), list.rate, of);
}

/**
 * Formatted prices of the checks by their names in public documents (`<data value="nin-total">`). Those documents
 * are built before there is a price list, so the server inserts the amounts. A check that is not offered has no
 * price.
 */
export function publicPriceTexts(
  chargeFor: (item: PriceItemName) => Charge,
  isOffered: (type: SearchType) => boolean = () => true,
) {
  const amount = (type: SearchType, item: PriceItemName, part: (charge: Charge) => Money) =>
    isOffered(type) ? formatMoney(part(chargeFor(item))) : texts.notOfferedHere;
  const total = (type: SearchType, item: PriceItemName) => amount(type, item, ({ price, tax }) => addMoney(price, tax));
  return {
    "nin-price": amount("nin", "nin", ({ price }) => price),
    "nin-tax": amount("nin", "nin", ({ tax }) => tax),
    "nin-total": total("nin", "nin"),
    "phone-total": total("phone", "phone"),
    "company-total": total("rc", "company"),
    "stakeholders-total": total("stakeholders", "stakeholders"),
    "bvn-total": total("bvn", "bvn"),
    "vin-total": total("vin", "vin"),
    "stolen-total": total("vin", "stolenCheck"),
    "plate-total": total("license_number", "licenseNumber"),
    "name_match-total": total("name_match", "nameMatch"),
    "over_age-total": total("over_age", "overAge"),
    "phone_is_theirs-total": total("phone_is_theirs", "phoneIsTheirs"),
    "nin_and_bvn_one_person-total": total("nin_and_bvn_one_person", "ninAndBvnOnePerson"),
    "score_band-total": total("score_band", "scoreBand"),
    "plate_vin_agree-total": total("plate_vin_agree", "plateVinAgree"),
  } as const;
}
export type PublicPriceName = keyof ReturnType<typeof publicPriceTexts>;

/** The charge of one lookup: the item times the bureaus or lines, plus the selected add-on. */
export function chargeForSearch(list: PriceList, search: PricedSearch, of: Currency): Charge {
  const row = catalogueRowOf(search.type);
  if (row.isFree) return zeroCharge(of);
  const chosen = row.options.filter((option) => search.options.includes(option));
  const count =
    row.multiplyPriceBy === "options" ? chosen.length : row.multiplyPriceBy === "records" ? search.records : 1;
  const single = chargeForItem(list, row.priceItem, of);
  const base: Charge = {
    price: multiplyMoney(single.price, count),
    tax: multiplyMoney(single.tax, count),
    vat: multiplyMoney(single.vat, count),
  };
  return row.addOn && chosen.includes(row.addOn.option)
    ? addCharges(base, chargeForItem(list, row.addOn.priceItem, of))
    : base;
}

/**
 * The price of a purchase: one line per lookup, tax and charges, total. Computed afresh each time, never as a
 * difference [F-21].
 */
export function quoteFor(searches: readonly PricedSearch[], list: PriceList, of: Currency): Quote {
  const lines = searches.map((search) => ({
    label: catalogueRowOf(search.type).label,
    type: search.type,
    charge: chargeForSearch(list, search, of),
  }));
  const sum = lines.reduce((left, line) => addCharges(left, line.charge), zeroCharge(of));
  return { currency: of, lines, tax: sum.tax, vat: sum.vat, total: addMoney(sum.price, sum.tax), rate: list.rate };
}

/** A quote on the wire. `lines` contain the price without tax; `rate` is naira for one dollar. */
export const quoteShape = z.object({
  lines: z.array(z.object({ label: z.string(), amount: amountOut })),
  tax: amountOut,
  total: amountOut,
  currency,
  rate: amountOut,
});

/** The wire shape of a quote, still in minor units; the codec writes the decimals. */
export function quoteToWire(quote: Quote): z.output<typeof quoteShape> {
  return {
    lines: quote.lines.map((line) => ({ label: line.label, amount: line.charge.price.minor })),
    tax: quote.tax.minor,
    total: quote.total.minor,
    currency: quote.currency,
    rate: quote.rate,
  };
}

/**
 * One price item on the wire, with the specified names: those with a 2 are the dollar counterparts [PRICE-02 O-15].
 * `name` is our addition.
 */
const servicePrice = z.object({
  name: z.string(),
  price: amountOut,
  price2: amountOut,
  serviceFee: amountOut,
  serviceFee2: amountOut,
  VAT: amountOut,
  VAT2: amountOut,
  processingFee: amountOut,
  currency,
});

/**
 * The price list and the rate: the ten specified items in their order, then all others [PRICE-04]. The address is
 * recorded; prices do not depend on it [API-17].
 */
export const servicePrices = {
  method: "POST",
  path: "/transaction/service-prices",
  access: "signed_in",
  right: "personal",
  summary: "The price list and the dollar rate.",
  input: z.object({ ipAddress: claimedIp }),
  output: z.object({ rate: amountOut, data: z.array(servicePrice) }),
  problems: [],
  passive: true,
} as const satisfies Operation;

/** The response of `servicePrices`. */
export type ServicePrices = z.output<(typeof servicePrices)["output"]>;

/** The price list of a `servicePrices` response. */
export function priceListFromWire(response: ServicePrices): PriceList {
  const items: Readonly<Record<string, PriceItem>> = Object.fromEntries(
    response.data.map((item) => [
      item.name,
      {
        price: { NGN: item.price, USD: item.price2 },
        vat: { NGN: item.VAT, USD: item.VAT2 },
        serviceFee: { NGN: item.serviceFee, USD: item.serviceFee2 },
        processingFee: item.processingFee,
      },
    ]),
  );
  return { rate: response.rate, items };
}
