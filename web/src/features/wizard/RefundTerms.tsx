import { catalogueRowOf, isAnswerType, type SearchType } from "@idanimo/contract/catalogue";
import { requiresConsent } from "./rules.ts";

/** When a payment is refunded and when not, shown before paying [LAND-12]. */
export function RefundTerms({ types }: { readonly types: readonly SearchType[] }) {
  const needsConsent = requiresConsent(types);
  const perLine = types.some((type) => catalogueRowOf(type).multiplyPriceBy === "records");
  return (
    <>
      <p>
        <strong>Refunded to your wallet</strong> if the source fails
        {types.some(isAnswerType) && " or does not have the data for the answer"}
        {needsConsent &&
          ", the person can't be reached or asked, the contact in the record belongs to someone else, or the person is under 18"}
        .
      </p>
      <p>
        <strong>Not refunded</strong> if the number is wrong, there is no record
        {types.some((type) => catalogueRowOf(type).recordShape === "credit") &&
          ", one of the bureaus has no record of the person"}
        {needsConsent && ", or the person refuses or doesn't reply in 24 hours"}.
      </p>
      {perLine && <p>Each line is charged and refunded separately.</p>}
    </>
  );
}
