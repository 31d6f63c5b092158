import type { ToldAmount } from "@idanimo/contract/pricing";
import { openingAmounts } from "../facts.ts";

/** An amount of the price list. The opening one is drawn; whoever serves the page finds it by its name and writes in today's. */
export function Amount({ name }: { readonly name: ToldAmount }) {
  return <data value={name}>{openingAmounts[name]}</data>;
}
