import type { Answer } from "@idanimo/contract/answers";
import { parseScore } from "@idanimo/contract/credit-score";
import { lagosOffsetMs } from "@idanimo/contract/date-format";
import { normaliseNigerianPhone } from "@idanimo/contract/nigerian-phone";
import { compareNames, type NameParts } from "./compare-names.ts";

/** Comparisons of one value with a record, each `unknown` if the record lacks the value [AO-06]. */

/** The instant at which a person reaches an age in Lagos; undefined for a date that does not exist. */
function birthdayOf(birthDate: string | null, age: number): number | undefined {
  const written = /^(\d{4})-(\d{2})-(\d{2})$/.exec(birthDate ?? "");
  if (!written) return undefined;
  const [year, month, day] = written.slice(1).map(Number);
  if (year === undefined || month === undefined || day === undefined) return undefined;
  const born = new Date(Date.UTC(year, month - 1, day));
  if (born.getUTCMonth() !== month - 1 || born.getUTCDate() !== day) return undefined;
  return Date.UTC(year + age, month - 1, day) - lagosOffsetMs; // born on 29 February: on 1 March
}

/** Whether a person has reached an age on the current date in Lagos. */
export function compareAge(birthDate: string | null, age: number, now: Date): Answer {
  const reachedAt = birthdayOf(birthDate, age);
  if (reachedAt === undefined) return "unknown";
  return now.getTime() >= reachedAt ? "yes" : "no";
}

const phoneDigits = (phone: string): string | undefined =>
  normaliseNigerianPhone(phone) ?? (phone.replace(/\D/g, "") || undefined);

/** Whether one of a record's phone numbers is the typed one, in any spelling. */
export function comparePhones(typed: string, recorded: readonly (string | null | undefined)[]): Answer {
  const numbers = recorded.flatMap((phone) => (phone ? (phoneDigits(phone) ?? []) : []));
  if (numbers.length === 0) return "unknown";
  return numbers.includes(phoneDigits(typed) ?? "") ? "yes" : "no";
}

/** Whether a credit score is at least the lower end of a band. */
export function compareScore(score: string | null | undefined, atLeast: number): Answer {
  const points = parseScore(score);
  if (points === undefined) return "unknown";
  return points >= atLeast ? "yes" : "no";
}

/** A person in one register. */
export type RegisteredPerson = { readonly name: NameParts; readonly birthDate: string | null };

/**
 * Whether two registers have the same person: the same birth date, and the names of one register in the other.
 * `near`: the names nearly match.
 */
export function comparePersons(left: RegisteredPerson, right: RegisteredPerson): Answer {
  const [leftBirthday, rightBirthday] = [birthdayOf(left.birthDate, 0), birthdayOf(right.birthDate, 0)];
  if (leftBirthday === undefined || rightBirthday === undefined) return "unknown";
  // one register may have a middle name that the other lacks, so both directions count
  const directions = [compareNames(left.name, right.name).answer, compareNames(right.name, left.name).answer];
  if (directions.includes("unknown")) return "unknown";
  if (leftBirthday !== rightBirthday) return "no";
  if (directions.includes("yes")) return "yes";
  return directions.includes("near") ? "near" : "no";
}
