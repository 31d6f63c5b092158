import { formatMoney, type Money as Amount } from "@idanimo/contract/money";

/** An amount with its sign, in figures of one width. Undefined is a value that did not arrive: a dash. */
export function Money({ amount }: { readonly amount: Amount | undefined }) {
  return <span className="figures">{amount ? formatMoney(amount) : "-"}</span>;
}
