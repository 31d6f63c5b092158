import { formatCalendarDay, formatCount } from "./date-format.ts";
import { normaliseNigerianPhone } from "./nigerian-phone.ts";
import { partOfFieldName, type RecordPart } from "./record-parts.ts";

/** How a value of a record is formatted, on a result's page and in its report [F-03]. */

export type RecordField = {
  readonly label: string;
  /** Names on the wire, the usual shape first. */
  readonly names: readonly string[];
  readonly kind?: "date" | "digits" | "gender" | "height" | "words" | "yes" | "count" | "phone";
  /** One long word: on a phone it is shown under its label. */
  readonly long?: true;
};
export type RecordGroup = {
  readonly title: string;
  readonly fields: readonly RecordField[];
  /** Left out if the record has none of its names. */
  readonly onlyIfKnown?: true;
};

export type WireRecord = Readonly<Record<string, unknown>>;

/** A value as text; undefined if it is empty, and the text `null` is empty [RESULT-COMMON-05]. */
export function nonEmptyText(value: unknown): string | undefined {
  if (typeof value !== "string" && typeof value !== "number") return undefined;
  const text = String(value).trim();
  return text === "" || text.toLowerCase() === "null" ? undefined : text;
}

/** The first of a field's names with a value. */
export function firstValue(record: WireRecord | undefined, field: Pick<RecordField, "names">): string | undefined {
  for (const name of field.names) {
    const text = nonEmptyText(record?.[name]);
    if (text !== undefined) return text;
  }
  return undefined;
}

/** The text of a field: its formatted value, or a dash [RESULT-COMMON-04 O-23]. */
export function formatField(record: WireRecord | undefined, field: RecordField): string {
  const text = firstValue(record, field);
  if (text === undefined) return "-";
  switch (field.kind) {
    case "date":
      return formatRegisterDay(text);
    case "digits":
      return /^\d{11}$/.test(text) ? text.replace(/^(\d{3})(\d{4})(\d{4})$/, "$1 $2 $3") : text;
    case "gender":
      return { m: "Male", male: "Male", f: "Female", female: "Female" }[text.toLowerCase()] ?? text;
    case "height":
      return /^\d{2,3}$/.test(text) ? `${text} cm` : text;
    case "words":
      return capitalise(text);
    case "yes":
      return { true: "Yes", yes: "Yes", "1": "Yes", false: "No", no: "No", "0": "No" }[text.toLowerCase()] ?? text;
    case "count":
      return /^\d{1,15}$/.test(text) ? formatCount(Number(text)) : text;
    case "phone":
      return formatPhone(text);
    case undefined:
      return text;
  }
}

/** A Nigerian number in any spelling as `0803 555 1122`; any other text is unchanged. */
export const formatPhone = (text: string): string =>
  normaliseNigerianPhone(text)?.replace(/^(\d{4})(\d{3})(\d{4})$/, "$1 $2 $3") ?? text;

/** Whether a record has a value for one of the fields. */
export const hasAnyField = (record: WireRecord | undefined, fields: readonly RecordField[]): boolean =>
  fields.some((field) => firstValue(record, field) !== undefined);

/** The groups that are shown for a record, without the fields of parts that were not granted [CL-10]. */
export function visibleGroups(
  record: WireRecord | undefined,
  groups: readonly RecordGroup[],
  withheld: readonly RecordPart[],
): readonly RecordGroup[] {
  return groups
    .map((group) => ({ ...group, fields: grantedFields(group.fields, withheld) }))
    .filter(({ fields, onlyIfKnown }) => fields.length > 0 && (!onlyIfKnown || hasAnyField(record, fields)));
}

/** The fields of the parts that were granted. */
export const grantedFields = (
  fields: readonly RecordField[],
  withheld: readonly RecordPart[],
): readonly RecordField[] =>
  fields.filter(({ names }) => !names.some((name) => withheld.some((part) => part === partOfFieldName(name))));

/** `MARRIED` and `married` as `Married`; a text of mixed case is unchanged. */
export function capitalise(text: string): string {
  const oneKind = text === text.toLowerCase() || text === text.toUpperCase();
  return oneKind ? text.charAt(0).toUpperCase() + text.slice(1).toLowerCase() : text;
}

/** The ISO day of a register's day (`1991-05-04`, `04-05-1991`, `04/05/1991`); undefined for any other text. */
export function parseRegisterDay(text: string): string | undefined {
  const iso = /^(\d{4})-(\d{2})-(\d{2})/.exec(text);
  const local = /^(\d{2})[-/](\d{2})[-/](\d{4})$/.exec(text);
  const [year, month, day] = iso ? [iso[1], iso[2], iso[3]] : local ? [local[3], local[2], local[1]] : [];
  const at = new Date(`${year}-${month}-${day}T00:00:00Z`);
  // a day that is not in the calendar would become another one
  return at.getUTCDate() === Number(day) ? `${year}-${month}-${day}` : undefined;
}

/** A register's day in long US form, without time zone conversion; any other text is unchanged [CONST-17]. */
export function formatRegisterDay(text: string): string {
  const day = parseRegisterDay(text);
  return day === undefined ? text : formatCalendarDay(day);
}

const pictureMaxLength = 4_000_000;

/** A picture that came as base64, plain or as a data URL. */
export type Picture = { readonly type: "image/jpeg" | "image/png"; readonly base64: string };

/** Accepts only data with the signature of a JPEG or PNG. */
export function parsePicture(value: unknown): Picture | undefined {
  const base64 = nonEmptyText(value)
    ?.replace(/^data:image\/(?:jpeg|png);base64,/, "")
    .replace(/\s/g, "");
  if (!base64 || base64.length > pictureMaxLength || !/^[A-Za-z0-9+/]+={0,2}$/.test(base64)) return undefined;
  if (base64.startsWith("/9j/")) return { type: "image/jpeg", base64 };
  return base64.startsWith("iVBORw0KGgo") ? { type: "image/png", base64 } : undefined;
}
