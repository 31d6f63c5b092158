import { type PriceItem, priceItems } from "@idanimo/contract/price-items";
import { type PriceList, priceOf, type ServicePrices } from "@idanimo/contract/pricing";

/** An amount of a price item, as an operator names it. The first four are naira, those with `usd` dollars. */
type PriceComponent = "price" | "vat" | "fee" | "processing" | "usd" | "usd-vat" | "usd-fee";
/** New amounts in minor units; missing ones stay as they are. */
export type PriceChange = { readonly [Part in PriceComponent]?: bigint };

export function applyPriceChange(item: PriceItem, to: PriceChange): PriceItem {
  return {
    price: { NGN: to.price ?? item.price.NGN, USD: to.usd ?? item.price.USD },
    vat: { NGN: to.vat ?? item.vat.NGN, USD: to["usd-vat"] ?? item.vat.USD },
    serviceFee: { NGN: to.fee ?? item.serviceFee.NGN, USD: to["usd-fee"] ?? item.serviceFee.USD },
    processingFee: to.processing ?? item.processingFee,
  };
}

/** Whether an item costs something in both currencies; a free purchase cannot be made. */
export function hasPrice(item: PriceItem): boolean {
  return (["NGN", "USD"] as const).every((of) => item.price[of] > 0n);
}

/** Whether a rate differs from the previous one by at most a tenth. [T-29] */
export function isPlausibleRateChange(before: bigint, after: bigint): boolean {
  const away = after > before ? after - before : before - after;
  return away * 10n <= before;
}

/**
 * The `servicePrices` response for a price list: the ten specified items in their order, then all others [PRICE-04].
 * @throws for a list without one of the items, because clients may read the first ten by position
 */
export function priceListToWire(list: PriceList): ServicePrices {
  return {
    rate: list.rate,
    data: priceItems.map((name) => {
      const { price, vat, serviceFee, processingFee } = priceOf(list, name);
      return {
        name,
        price: price.NGN,
        price2: price.USD,
        serviceFee: serviceFee.NGN,
        serviceFee2: serviceFee.USD,
        VAT: vat.NGN,
        VAT2: vat.USD,
        processingFee,
        currency: "NGN" as const,
      };
    }),
  };
}
