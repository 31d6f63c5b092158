import { currencies, type Money, money } from "@idanimo/contract/money";
import { go, usePlace } from "../lib/place.ts";
import { useHashDialog } from "./hash-dialog.ts";

/** The wallet dialog, open at `#wallet`, and how much is missing where it was opened because a balance is too low. */
export function useWallet() {
  const dialog = useHashDialog("wallet");
  const { pathname, search, said } = usePlace();
  const { missing, ...rest } = objectOf(said);
  return {
    ...dialog,
    missing: dialog.isOpen ? readMissing(missing) : undefined,
    openFor: ({ currency, minor }: Money) =>
      go(`${pathname}${search}#wallet`, {
        said: { ...rest, missing: { currency, minor: minor.toString() } },
        still: true,
      }),
    close: () => {
      if (dialog.isOpen) go(pathname + search, { replace: true, said: rest, still: true });
    },
  };
}

function objectOf(said: unknown): { readonly missing?: unknown } {
  return typeof said === "object" && said !== null ? said : {};
}

/** The amount as it is stored in the browser's history, which holds plain data. */
function readMissing(kept: unknown): Money | undefined {
  if (typeof kept !== "object" || kept === null || !("currency" in kept && "minor" in kept)) return undefined;
  const { currency, minor } = kept;
  const known = currencies.find((one) => one === currency);
  return known && typeof minor === "string" && /^\d{1,15}$/.test(minor) ? money(known, BigInt(minor)) : undefined;
}
