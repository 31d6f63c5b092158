import { seededRandom } from "../kernel/seeded-random.ts";
import { type Behaviour, bouncingMailEnding, undeliverablePhoneEnding } from "../reserved-endings.ts";
import { numbersOf } from "./person-numbers.ts";
import { occupations, type Community, communities, type Place, schooling, streets } from "./communities.ts";

/** A fictitious person, determined by a number alone and so always the same. */
export type Person = {
  /** The seed of all values: the same for each of a person's numbers. */
  readonly key: string;
  readonly nin: string;
  readonly bvn: string;
  readonly woman: boolean;
  readonly firstName: string;
  readonly middleName: string;
  readonly surname: string;
  readonly born: { readonly year: number; readonly month: number; readonly day: number };
  /** Empty if the record has none. */
  readonly phone: string;
  readonly email: string;
  readonly people: Community;
  readonly origin: Place;
  readonly residence: Place;
  readonly street: string;
  readonly occupation: string;
  readonly schooling: string;
  readonly religion: string;
  readonly married: boolean;
  readonly heightCm: number;
  readonly kin: { readonly firstName: string; readonly middleName: string; readonly street: string };
  /** The mother's family name, for records with former names. */
  readonly motherSurname: string;
  readonly centralId: string;
};

const ageOfMinor = 15;

/** Everyone but the minor was born in these years. */
const firstBirthYear = 1955;
const lastBirthYear = 2003;

/**
 * The person behind a number.
 * @param now milliseconds since 1970: only a minor's birth date depends on it, since a minor must stay one
 */
export function personOf(number: string, behaviour: Behaviour | undefined, now: number): Person {
  const { key, nin, bvn, phone: ownPhone } = numbersOf(number);
  const chance = seededRandom(`person:${key}`);
  const people = chance.pick(communities);
  const woman = chance.below(2) === 0;
  const ownNames = woman ? people.women : people.men;
  const firstName = chance.pick(ownNames);
  const middleName = pickOther(firstName, chance.pick(ownNames), ownNames);
  const surname = chance.pick(people.surnames);
  const origin = chance.pick(people.places);
  const residence = chance.below(10) < 6 ? origin : chance.pick(chance.pick(communities).places);
  const year = chance.between(firstBirthYear, lastBirthYear);
  const born = { year, month: chance.between(1, 12), day: chance.between(1, 28) };
  const network = chance.pick(["2", "3", "5", "6", "7", "8", "9"]);
  const anyPhone = `080${network}${chance.digits(3)}${chance.between(1000, 9999)}`; // from 1000: no reserved ending
  const mailName = `${asciiLetters(firstName)}.${asciiLetters(surname)}`;
  const email = `${mailName}${chance.between(100, 999)}@example.test`;
  return {
    key,
    nin,
    bvn,
    woman,
    firstName,
    middleName,
    surname,
    born: behaviour === "minor" ? birthOfMinor(now) : born,
    phone: phoneFor(behaviour, ownPhone ?? anyPhone),
    email: emailFor(behaviour, email, mailName),
    people,
    origin,
    residence,
    street: `${chance.between(1, 140)} ${chance.pick(streets)}`,
    occupation: behaviour === "minor" ? "STUDENT" : chance.pick(occupations),
    schooling: behaviour === "minor" ? "secondary" : chance.pick(schooling),
    religion: chance.pick(people.religions),
    married: behaviour !== "minor" && chance.below(3) > 0,
    heightCm: woman ? chance.between(150, 178) : chance.between(160, 192),
    kin: {
      firstName: chance.pick(woman ? people.men : people.women),
      middleName: chance.pick(woman ? people.men : people.women),
      street: `${chance.between(1, 140)} ${chance.pick(streets)}`,
    },
    motherSurname: chance.pick(people.surnames),
    centralId: String(chance.between(10_000_000, 99_999_999)),
  };
}

/**
 * A number of another person's record: never the requested one, and without a reserved ending; a phone for a phone.
 */
export function otherPersonNumber(number: string): string {
  const chance = seededRandom(`somebody else:${number}`);
  const start = number.startsWith("0") ? "080" : chance.between(1, 9);
  const other = `${start}${chance.digits(start === "080" ? 4 : 6)}${chance.between(1000, 9999)}`;
  return other === number ? `${other.slice(0, -1)}${(Number(other.at(-1)) + 1) % 10}` : other;
}

function phoneFor(behaviour: Behaviour | undefined, phone: string): string {
  if (behaviour === "no_contact" || behaviour === "mail_bounces") return "";
  return behaviour === "sms_fails" ? `${phone.slice(0, -4)}${undeliverablePhoneEnding}` : phone;
}

function emailFor(behaviour: Behaviour | undefined, email: string, mailName: string): string {
  if (behaviour === "no_contact") return "";
  return behaviour === "mail_bounces" ? `${mailName}${bouncingMailEnding}@example.test` : email;
}

/** Fifteen years old, with a birthday half a year ago. */
function birthOfMinor(now: number) {
  const today = new Date(now);
  const past = new Date(Date.UTC(today.getUTCFullYear() - ageOfMinor, today.getUTCMonth() - 6, 15));
  return { year: past.getUTCFullYear(), month: past.getUTCMonth() + 1, day: past.getUTCDate() };
}

function pickOther(taken: string, name: string, names: readonly [string, ...string[]]): string {
  return name === taken ? (names[(names.indexOf(name) + 1) % names.length] ?? name) : name;
}

function asciiLetters(name: string): string {
  return name.toLowerCase().replace(/[^a-z]/g, "");
}
