import { catalogueRowOf, isAnswerType, type SearchType } from "@idanimo/contract/catalogue";
import { requiresConsent } from "./rules.ts";

/** When a payment is refunded and when not, shown before paying [LAND-12]. */
export function RefundTerms({ types }: { readonly types: readonly SearchType[] }) {
  const needsConsent = requiresConsent(types);
  const perLine = types.some((type) => catalogueRowOf(type).multiplyPriceBy === "records");
  return (
    <>
      <p>
        <strong>Money back to your wallet:</strong> the source fails
        {types.some(isAnswerType) && " or does not have what the question needs"}
        {needsConsent &&
          ", the person is not reached, the number or email in the record belongs to another person, or they are under 18 or cannot be asked now"}
        .
      </p>
      <p>
        <strong>No money back:</strong> what you typed is wrong, there is no such record
        {types.includes("bvn") && ", one of the bureaus holds nothing on the person"}
        {needsConsent && ", or the person says no or does not answer in time"}.
      </p>
      {perLine && <p>Each line of the file counts by itself.</p>}
    </>
  );
}
