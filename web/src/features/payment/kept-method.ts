import type { Money } from "@idanimo/contract/money";
import { go, saidHere } from "../../lib/place.ts";
import { type PayMethod, payMethods } from "./rules.ts";

/** Of what, and at what price: for anything else the choice starts empty. */
type Bought = { readonly id: string; readonly total: Money };

const markOf = ({ id, total }: Bought) => `${id} ${total.currency} ${total.minor}`;

/**
 * Keeps how somebody was about to pay over the reload that follows a refusal, in the browser's own history: only their next press
 * pays. Source: PAY-15, C-14.
 */
export function keepMethod(bought: Bought, method: PayMethod): void {
  tell({ ...said(), paying: { of: markOf(bought), method } });
}

/** How this was about to be paid before the page was loaded again. */
export function keptMethod(bought: Bought): PayMethod | undefined {
  const { paying } = said();
  if (typeof paying !== "object" || paying === null || !("of" in paying && "method" in paying)) return undefined;
  if (paying.of !== markOf(bought)) return undefined;
  return Object.values(payMethods).find((known) => known === paying.method);
}

/** Once somebody chooses otherwise: another reload then brings nothing back. */
export function forgetMethod(): void {
  const { paying, ...rest } = said();
  if (paying !== undefined) tell(rest);
}

function said(): { readonly paying?: unknown } {
  const here = saidHere();
  return typeof here === "object" && here !== null ? here : {};
}

function tell(next: object): void {
  const { pathname, search, hash } = location;
  go(pathname + search + hash, { replace: true, said: next, still: true });
}
