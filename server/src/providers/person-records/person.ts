import type { PersonFound } from "../source.ts";
import { membersOf, wireText } from "../wire-json.ts";
import { parseImage, parsePhone, parseIsoDate, parseEmail } from "./values.ts";

/** For each of the product's names, the wire names that may contain it, best first. */
type Names = Readonly<Record<string, readonly string[]>>;

/**
 * How one provider sends one register's record. The product's names are those of the specification, with its
 * misspellings.
 */
export type PersonShape = {
  /** Wire names of the number the record is about. */
  readonly number: readonly string[];
  /** Whether that number is a phone, which has many formats. */
  readonly isByPhone?: boolean;
  /** The product's name of the birth date, which is among `dates`. */
  readonly birthDate: string;
  readonly texts: Names;
  readonly dates: Names;
  /** The first valid phone number is the subject's. */
  readonly phones: Names;
  readonly mails: Names;
  readonly pictures: Names;
};

const textMaxLength = 300;

/**
 * Parses a record; undefined without the number it is about, because then it could be anyone's.
 * @param asked a phone number equal to the requested one is returned in the requested format, so that both can be
 * compared [T-62]
 */
export function parsePerson(wire: unknown, shape: PersonShape, asked = ""): PersonFound | undefined {
  const members = membersOf(Array.isArray(wire) && wire.length === 1 ? wire[0] : wire);
  const number = parseNumber(members, shape, asked);
  if (number === undefined) return undefined;
  const fields: Record<string, string> = {};
  const take = (names: Names, read: (value: unknown) => string | null | undefined) => {
    for (const [name, candidates] of Object.entries(names)) {
      const value = candidates.map((candidate) => read(members[candidate])).find(Boolean);
      if (value) fields[name] = value;
    }
  };
  take(shape.texts, (value) => wireText(value)?.slice(0, textMaxLength));
  take(shape.dates, (value) => parseIsoDate(wireText(value)));
  take(shape.phones, (value) => parsePhone(wireText(value)));
  take(shape.mails, (value) => parseEmail(wireText(value)));
  take(shape.pictures, parseImage);
  const firstOf = (names: Names) =>
    Object.keys(names)
      .map((name) => fields[name])
      .find(Boolean) ?? null;
  return {
    number,
    reference: null,
    subject: {
      birthDate: fields[shape.birthDate] ?? null,
      contact: { phone: firstOf(shape.phones), mail: firstOf(shape.mails) },
    },
    fields,
  };
}

function parseNumber(
  members: Readonly<Record<string, unknown>>,
  shape: PersonShape,
  asked: string,
): string | undefined {
  const numbers = shape.number.flatMap((name) => wireText(members[name]) ?? []);
  const phone = shape.isByPhone ? parsePhone(asked) : null;
  return phone !== null && numbers.some((number) => parsePhone(number) === phone) ? asked : numbers[0];
}
