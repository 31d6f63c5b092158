import { rowOf, type SearchType } from "@idanimo/contract/catalogue";
import { asksSomebody } from "./rules.ts";

/** When the money returns and when not, said before paying. Source: design 2, LAND-12. */
export function RefundWords({ types }: { readonly types: readonly SearchType[] }) {
  const asked = asksSomebody(types);
  const perLine = types.some((type) => rowOf(type).priceTimes === "records");
  return (
    <>
      <p>
        <strong>Money back to your wallet:</strong> the source fails
        {asked &&
          ", nobody is reached, the record's number or mail is somebody else's, or the person is under 18 or cannot be asked now"}
        .
      </p>
      <p>
        <strong>No money back:</strong> what you typed is wrong, there is no such record
        {types.includes("bvn") && ", one of the bureaus holds nothing on the person"}
        {asked && ", or the person says no or does not answer in time"}.
      </p>
      {perLine && <p>Each line of the file counts by itself.</p>}
    </>
  );
}
