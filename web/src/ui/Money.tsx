import { formatMoney, type Money as Amount } from "@idanimo/contract/money";

/** An amount with its currency sign, in tabular figures. Undefined, a missing value, is shown as a dash. */
export function Money({ amount }: { readonly amount: Amount | undefined }) {
  return <span className="figures">{amount ? formatMoney(amount) : "-"}</span>;
}
