/** Amounts are integer minor units (kobo, cents) inside the sandbox; the card provider's wire has major units. */
const minorPerMajor = 100;

/** Minor units of a wire amount; undefined if it has more than two places, is not above zero or is not a number. */
export function minorFrom(major: number | undefined): number | undefined {
  if (major === undefined) return undefined;
  const minor = Math.round(major * minorPerMajor);
  const exact = Math.abs(minor - major * minorPerMajor) < 1e-6 * Math.max(1, Math.abs(minor));
  return exact && minor > 0 && Number.isSafeInteger(minor) ? minor : undefined;
}

/** The JSON number of the wire, with at most two decimal places. */
export function majorOf(minor: number): number {
  return minor / minorPerMajor;
}

/** Formats an amount: `₦20,000.00`, `$2.14`. */
export function formatMoney(minor: number, currency: string): string {
  return new Intl.NumberFormat("en-NG", { style: "currency", currency, currencyDisplay: "narrowSymbol" }).format(
    majorOf(minor),
  );
}
