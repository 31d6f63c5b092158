import { currencies, type Money, money } from "@idanimo/contract/money";
import { navigate, useLocation } from "../lib/router.ts";
import { useHashDialog } from "./use-hash-dialog.ts";

/** The wallet dialog, open at `#wallet`, and the missing amount if a low balance opened it. */
export function useWalletDialog() {
  const dialog = useHashDialog("wallet");
  const { pathname, search, state } = useLocation();
  const { missing, ...rest } = stateObject(state);
  return {
    ...dialog,
    missing: dialog.isOpen ? parseMissingAmount(missing) : undefined,
    openForMissing: ({ currency, minor }: Money) =>
      navigate(`${pathname}${search}#wallet`, {
        state: { ...rest, missing: { currency, minor: minor.toString() } },
        preserveScroll: true,
      }),
    close: () => {
      if (dialog.isOpen) navigate(pathname + search, { replace: true, state: rest, preserveScroll: true });
    },
  };
}

function stateObject(state: unknown): { readonly missing?: unknown } {
  return typeof state === "object" && state !== null ? state : {};
}

/** Reads the amount from the browser's history state, which holds plain data. */
function parseMissingAmount(stored: unknown): Money | undefined {
  if (typeof stored !== "object" || stored === null || !("currency" in stored && "minor" in stored)) return undefined;
  const { currency, minor } = stored;
  const known = currencies.find((one) => one === currency);
  return known && typeof minor === "string" && /^\d{1,15}$/.test(minor) ? money(known, BigInt(minor)) : undefined;
}
