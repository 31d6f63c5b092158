import type { PublicPriceName } from "@idanimo/contract/pricing";
import { defaultAmounts } from "../policy-facts.ts";

/** An amount of the price list. The opening one is drawn; whoever serves the page finds it by its name and writes in today's. */
export function PriceAmount({ name }: { readonly name: PublicPriceName }) {
  return <data value={name}>{defaultAmounts[name]}</data>;
}
