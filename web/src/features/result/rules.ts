/** What a person's record is shown as. The wire has two shapes of it, with misspelt names of their own. Source: B§2, F-03. */

export type RecordField = {
  readonly label: string;
  /** Names on the wire, the usual shape first. */
  readonly names: readonly string[];
  readonly kind?: "date" | "digits" | "gender" | "height" | "words";
  /** One long word: on a phone it stands under its label. */
  readonly long?: true;
};
export type RecordGroup = {
  readonly title: string;
  readonly fields: readonly RecordField[];
  /** Left out when the record knows none of its names. */
  readonly onlyIfKnown?: true;
};

export const personGroups: readonly RecordGroup[] = [
  {
    title: "Who they are",
    fields: [
      { label: "Title", names: ["title"], kind: "words" },
      { label: "First name", names: ["firstName", "firstname"] },
      { label: "Middle name", names: ["middleName", "middlename"] },
      { label: "Last name", names: ["lastName", "surname"] },
      { label: "NIN", names: ["nin"], kind: "digits" },
      { label: "Date of birth", names: ["dob", "birthDate", "birthdate"], kind: "date" },
      { label: "Gender", names: ["gender"], kind: "gender" },
      { label: "Marital status", names: ["maritalStatus", "maritalstatus"], kind: "words" },
      { label: "Religion", names: ["religion"], kind: "words" },
      { label: "Height", names: ["height", "heigth"], kind: "height" },
    ],
  },
  {
    title: "Where to reach them",
    fields: [
      { label: "Phone", names: ["phone", "telephoneno"] },
      { label: "Mail", names: ["email"], long: true },
      { label: "Home address", names: ["residenceAddress"] },
      { label: "Town", names: ["residenceTown"], kind: "words" },
      { label: "Local government", names: ["residenceLGA", "residenceLga"], kind: "words" },
      { label: "State", names: ["residenceState"], kind: "words" },
    ],
  },
  {
    title: "Work and learning",
    fields: [
      { label: "Profession", names: ["profession"], kind: "words" },
      { label: "Employment", names: ["employmentSatus", "employmentstatus"], kind: "words" },
      { label: "Education", names: ["educationLevel", "educationallevel"], kind: "words" },
    ],
  },
  {
    title: "Where they come from",
    fields: [
      { label: "Place of origin", names: ["originPlace", "selfOriginPlace"], kind: "words" },
      { label: "Local government of origin", names: ["originLGA", "selfOriginLga"], kind: "words" },
      { label: "State of origin", names: ["originState", "selfOriginState"], kind: "words" },
      { label: "Country of birth", names: ["birthCountry"], kind: "words" },
      { label: "State of birth", names: ["birthState", "birthstate"], kind: "words" },
      { label: "Local government of birth", names: ["birthLGA", "birthlga"], kind: "words" },
    ],
  },
  {
    title: "Next of kin",
    onlyIfKnown: true,
    fields: [
      { label: "First name", names: ["nokFirstname"] },
      { label: "Middle name", names: ["nokMiddlename"] },
      { label: "Last name", names: ["nokSurname"] },
      { label: "Address", names: ["nokAddress1"] },
      { label: "Address, second line", names: ["nokAddress2"] },
      { label: "Town", names: ["nokTown"], kind: "words" },
      { label: "Local government", names: ["nokLga"], kind: "words" },
      { label: "State", names: ["nokState"], kind: "words" },
    ],
  },
  {
    title: "Parent",
    onlyIfKnown: true,
    fields: [
      { label: "First name", names: ["pfirstname"] },
      { label: "Last name", names: ["psurname"] },
    ],
  },
];

export type WireRecord = Readonly<Record<string, unknown>>;

/** The record inside an answer's `data`; it may stand there as it is or under `data` once more. Source: RESULT-COMMON-03. */
export function recordIn(data: WireRecord | null): WireRecord | undefined {
  const inner = data?.["data"];
  const record = typeof inner === "object" && inner !== null && !Array.isArray(inner) ? { ...inner } : data;
  return record && holdsAnything(record) ? record : undefined;
}

/** Whether there is a value anywhere in it. */
function holdsAnything(value: unknown): boolean {
  if (typeof value === "object" && value !== null) return Object.values(value).some(holdsAnything);
  return typeof value === "boolean" || textOf(value) !== undefined;
}

/** A value as text; undefined where it is empty, and the text `null` is empty. Source: RESULT-COMMON-05. */
export function textOf(value: unknown): string | undefined {
  if (typeof value !== "string" && typeof value !== "number") return undefined;
  const text = String(value).trim();
  return text === "" || text.toLowerCase() === "null" ? undefined : text;
}

/** The first of a field's names that holds something. */
export function rawValue(record: WireRecord | undefined, field: Pick<RecordField, "names">): string | undefined {
  for (const name of field.names) {
    const text = textOf(record?.[name]);
    if (text !== undefined) return text;
  }
  return undefined;
}

/** What stands in a field: its value as people write it, or a dash. Source: RESULT-COMMON-04, O-23. */
export function shownValue(record: WireRecord | undefined, field: RecordField): string {
  const text = rawValue(record, field);
  if (text === undefined) return "-";
  switch (field.kind) {
    case "date":
      return longDay(text);
    case "digits":
      return /^\d{11}$/.test(text) ? text.replace(/^(\d{3})(\d{4})(\d{4})$/, "$1 $2 $3") : text;
    case "gender":
      return { m: "Male", male: "Male", f: "Female", female: "Female" }[text.toLowerCase()] ?? text;
    case "height":
      return /^\d{2,3}$/.test(text) ? `${text} cm` : text;
    case "words":
      return capitalised(text);
    case undefined:
      return text;
  }
}

/** Whether a group is shown for a record. */
export function hasGroup(record: WireRecord | undefined, group: RecordGroup): boolean {
  return !group.onlyIfKnown || group.fields.some((field) => rawValue(record, field) !== undefined);
}

/** `MARRIED` and `married` as `Married`; what has letters of both kinds is left as it is. */
function capitalised(text: string): string {
  const oneKind = text === text.toLowerCase() || text === text.toUpperCase();
  return oneKind ? text.charAt(0).toUpperCase() + text.slice(1).toLowerCase() : text;
}

const longDate = new Intl.DateTimeFormat("en-US", { dateStyle: "long", timeZone: "UTC" });

/** A day of a register (`1991-05-04`, `04-05-1991`, `04/05/1991`) in long US form, without moving between time zones. */
export function longDay(text: string): string {
  const iso = /^(\d{4})-(\d{2})-(\d{2})/.exec(text);
  const local = /^(\d{2})[-/](\d{2})[-/](\d{4})$/.exec(text);
  const [year, month, day] = iso ? [iso[1], iso[2], iso[3]] : local ? [local[3], local[2], local[1]] : [];
  const at = new Date(`${year}-${month}-${day}T00:00:00Z`);
  return Number.isNaN(at.getTime()) ? text : longDate.format(at);
}

/** The full name, as far as the record has one. */
export function fullName(record: WireRecord | undefined): { readonly last: string; readonly others: string } {
  const part = (...names: readonly string[]) => rawValue(record, { names }) ?? "";
  const others = [part("firstName", "firstname"), part("middleName", "middlename")].filter(Boolean).join(" ");
  return { last: part("lastName", "surname") || "-", others };
}

const longestPicture = 4_000_000;

/** An address for a picture that came as base64: only what begins as a JPEG or PNG does. Source: B§9. */
export function pictureAddress(value: unknown): string | undefined {
  const text = textOf(value)
    ?.replace(/^data:image\/(?:jpeg|png);base64,/, "")
    .replace(/\s/g, "");
  if (!text || text.length > longestPicture || !/^[A-Za-z0-9+/]+={0,2}$/.test(text)) return undefined;
  if (text.startsWith("/9j/")) return `data:image/jpeg;base64,${text}`;
  return text.startsWith("iVBORw0KGgo") ? `data:image/png;base64,${text}` : undefined;
}

/** `23 h 12 min` until a moment, rounded down; under a minute in seconds, from two days on in days. Milliseconds. */
export function timeLeft(leftMs: number): string {
  const seconds = Math.max(0, Math.floor(leftMs / 1_000));
  if (seconds < 60) return `${seconds} s`;
  const minutes = Math.floor(seconds / 60);
  const hours = Math.floor(minutes / 60);
  if (hours >= 48) return `${Math.floor(hours / 24)} days ${hours % 24} h`;
  return minutes < 60 ? `${minutes} min` : `${hours} h ${minutes % 60} min`;
}
