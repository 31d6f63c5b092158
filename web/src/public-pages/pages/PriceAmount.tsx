import type { PublicPriceName } from "@idanimo/contract/pricing";
import { defaultAmounts } from "../policy-facts.ts";

/**
 * An amount of the price list. The build renders the opening price; the server finds it by its name and replaces it
 * with the current one.
 */
export function PriceAmount({ name }: { readonly name: PublicPriceName }) {
  return <data value={name}>{defaultAmounts[name]}</data>;
}
