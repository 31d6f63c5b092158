import { brand } from "../../brand.ts";
import { longDate } from "../../lib/format.ts";

/** Version and date of a text that people agree to. */
export function Version() {
  const { number, date } = brand.policyVersion;
  return (
    <>
      Version {number}, in force from <time dateTime={date}>{longDate(date)}</time>.
    </>
  );
}
