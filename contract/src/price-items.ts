/** The price items and their opening prices. Money is integer minor units: kobo and cents. */

/** One row of the price list: price, VAT and service fee in both currencies, and a processing fee in naira. */
export type PriceItem = {
  readonly price: { readonly NGN: bigint; readonly USD: bigint };
  readonly vat: { readonly NGN: bigint; readonly USD: bigint };
  readonly serviceFee: { readonly NGN: bigint; readonly USD: bigint };
  readonly processingFee: bigint;
};

type Amounts = readonly [price: bigint, vat: bigint, serviceFee: bigint];
const priceItem = ({ NGN, USD }: { readonly NGN: Amounts; readonly USD: Amounts }): PriceItem => ({
  price: { NGN: NGN[0], USD: USD[0] },
  vat: { NGN: NGN[1], USD: USD[1] },
  serviceFee: { NGN: NGN[2], USD: USD[2] },
  processingFee: 0n,
});

const roundUp = (amount: bigint, percent: bigint, step: bigint) =>
  ((amount * percent + 100n * step - 1n) / (100n * step)) * step;

/** A part of another item's amounts, each rounded up to 1 naira or 1 cent. */
export function shareOfPrice(item: PriceItem, percent: bigint): PriceItem {
  const share = (of: PriceItem["price"]) => ({
    NGN: roundUp(of.NGN, percent, 100n),
    USD: roundUp(of.USD, percent, 1n),
  });
  return {
    price: share(item.price),
    vat: share(item.vat),
    serviceFee: share(item.serviceFee),
    processingFee: roundUp(item.processingFee, percent, 100n),
  };
}

const usual = priceItem({ NGN: [1_000_00n, 75_00n, 50_00n], USD: [1_40n, 11n, 7n] });

/** The ten specified items, in the order of `servicePrices` [PRICE-04 PRICE-05 PRICE-06 PRICE-07 PRICE-08]. */
const specifiedPrices = {
  nin: priceItem({ NGN: [500_00n, 38_00n, 50_00n], USD: [70n, 6n, 7n] }),
  phone: usual,
  face: usual,
  company: priceItem({ NGN: [800_00n, 60_00n, 50_00n], USD: [1_10n, 9n, 7n] }),
  bvn: priceItem({ NGN: [1_500_00n, 113_00n, 0n], USD: [1_99n, 15n, 0n] }),
  vin: priceItem({ NGN: [5_000_00n, 375_00n, 50_00n], USD: [6_99n, 53n, 7n] }),
  licenseNumber: usual,
  stolenCheck: usual,
  stakeholders: usual,
  legitCar: usual,
} as const;

/** What a check of one question costs, of the full check's price, VAT and fee: the least disclosure is the cheapest. */
const answerPercent = 40n;

/** The sum of two items, for a question that needs both sources. */
const addPrices = (one: PriceItem, other: PriceItem): PriceItem => {
  const add = (left: PriceItem["price"], right: PriceItem["price"]) => ({
    NGN: left.NGN + right.NGN,
    USD: left.USD + right.USD,
  });
  return {
    price: add(one.price, other.price),
    vat: add(one.vat, other.vat),
    serviceFee: add(one.serviceFee, other.serviceFee),
    processingFee: one.processingFee + other.processingFee,
  };
};

/**
 * What each item costs until an operator changes it. The server inserts the price of a missing item when it starts.
 * New items go to the end: the first ten keep their specified places in `servicePrices`.
 */
export const openingPrices = {
  ...specifiedPrices,
  nameMatch: shareOfPrice(specifiedPrices.nin, answerPercent),
  overAge: shareOfPrice(specifiedPrices.nin, answerPercent),
  phoneIsTheirs: shareOfPrice(specifiedPrices.nin, answerPercent),
  ninAndBvnOnePerson: shareOfPrice(addPrices(specifiedPrices.nin, specifiedPrices.bvn), answerPercent),
  scoreBand: shareOfPrice(specifiedPrices.bvn, answerPercent),
  plateVinAgree: shareOfPrice(addPrices(specifiedPrices.vin, specifiedPrices.licenseNumber), answerPercent),
} as const satisfies Readonly<Record<string, PriceItem>>;

export type PriceItemName = keyof typeof openingPrices;

/** Whether a text names a price item. */
export function isPriceItem(text: string): text is PriceItemName {
  return Object.hasOwn(openingPrices, text);
}

/** The names of all price items, in the order of the price list. */
export const priceItems: readonly PriceItemName[] = Object.keys(openingPrices).filter(isPriceItem);

/** Kobo for one dollar, until an operator changes it. */
export const openingRate = 1_500_00n;
