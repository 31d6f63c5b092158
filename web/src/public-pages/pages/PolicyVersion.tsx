import { brand } from "../../brand.ts";
import { formatCalendarDay } from "@idanimo/contract/date-format";

/** Version and date of a policy that users accept. */
export function PolicyVersion() {
  const { number, date } = brand.policyVersion;
  return (
    <>
      Version {number}, in force from <time dateTime={date}>{formatCalendarDay(date)}</time>.
    </>
  );
}
