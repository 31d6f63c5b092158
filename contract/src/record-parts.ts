import { type SearchType, searchTypes } from "./catalogue.ts";

/**
 * The parts of a person's record that a subject consents to: each has a plain description, and some can be
 * withheld.
 */

export const recordPartIds = ["identity", "picture", "reach", "life", "family", "bank", "credit"] as const;
export type RecordPart = (typeof recordPartIds)[number];

/** The parts among these names, in their order here; other names are ignored. */
export const selectRecordParts = (words: readonly string[]): readonly RecordPart[] =>
  recordPartIds.filter((part) => words.includes(part));

/** Description of a part for the subject. The subject's page also has them in its other languages. */
export const partDescriptions = {
  identity: "your names, identity number, gender and birth date",
  picture: "your photo and signature",
  reach: "your phone, mail and address",
  life: "your origin, nationality, languages, marriage, height, job, religion and schooling",
  family: "your next of kin and parents",
  bank: "your BVN record, without accounts or balances",
  credit: "your credit score, loans and repayments",
} as const satisfies Record<RecordPart, string>;

type ConsentPart = {
  readonly part: RecordPart;
  /** The subject may withhold it and still grant consent. */ readonly optional: boolean;
};
const requiredPart = (part: RecordPart): ConsentPart => ({ part, optional: false });
const optionalPart = (part: RecordPart): ConsentPart => ({ part, optional: true });

const personParts = [
  requiredPart("identity"),
  optionalPart("picture"),
  optionalPart("reach"),
  optionalPart("life"),
  optionalPart("family"),
];

/**
 * The parts that the subject is asked for, by search type. What was paid for cannot be withheld: the identity, a
 * compared face, the credit record. A type without consent has no parts [T-46].
 */
export const partsBySearchType = {
  nin: personParts,
  bulk_nin: personParts,
  demographics: personParts,
  fingerprint: personParts,
  nin_face: personParts.map((asked) => (asked.part === "picture" ? requiredPart("picture") : asked)),
  phone: [...personParts, optionalPart("bank")],
  bvn: [requiredPart("identity"), optionalPart("reach"), requiredPart("credit")],
} as const satisfies Partial<Record<SearchType, readonly ConsentPart[]>>;

/** Description of a part for the requester: "their photo and signature". */
export const partDescriptionForRequester = (part: RecordPart): string => {
  const words: Readonly<Record<string, string>> = partDescriptions;
  return words[part]?.replace(/^your /, "their ") ?? part; // a part that only a newer server knows
};

/** The parts of a search type; none for one without consent. */
export function partsOfSearchType(type: SearchType): readonly ConsentPart[] {
  const known: Partial<Record<SearchType, readonly ConsentPart[]>> = partsBySearchType;
  return known[type] ?? [];
}

/** Search types whose records have parts. */
export const searchTypesWithParts: readonly SearchType[] = searchTypes.filter(
  (type) => partsOfSearchType(type).length > 0,
);

/** Whether a text names a part that the subject may withhold from this search type. */
export function isOptionalPart(type: SearchType, part: string): part is RecordPart {
  return partsOfSearchType(type).some((asked) => asked.optional && asked.part === part);
}

const splitNames = (names: string): readonly string[] => names.split(" ");

/**
 * The field names of a person's record in each part, as on the wire (`record-views.ts` labels them). A name in no
 * part is never shown, since the subject was not asked for it.
 */
export const fieldNamesByPart = {
  identity: splitNames(
    "title firstName firstname middleName middlename lastName surname maidenName name gender nin bvn dob birthDate birthdate dateOfBirth",
  ),
  picture: splitNames("photo signature"),
  reach: splitNames(
    "phone telephoneno phoneNumber phoneNumber1 phoneNumber2 email address residenceAddress residenceTown residenceLGA residenceLga residenceState residenceStatus residentialAddress stateOfResidence lgaOfResidence",
  ),
  life: splitNames(
    "maritalStatus maritalstatus religion height heigth nationality profession employmentSatus employmentstatus educationLevel educationallevel originPlace selfOriginPlace originLGA selfOriginLga originState selfOriginState birthCountry birthcountry birthState birthstate birthLGA birthlga stateOfOrigin lgaOfOrigin spokenLanguage otherLanguage",
  ),
  family: splitNames(
    "nokFirstname nokMiddlename nokSurname nokAddress1 nokAddress2 nokTown nokLga nokState nokPostalcode pfirstname pmiddlename psurname",
  ),
  /** Only a bank's record has these. Withholding this part withholds that record completely. */
  bank: splitNames("nameOnCard levelOfAccount registrationDate"),
} as const satisfies Partial<Record<RecordPart, readonly string[]>>;

const partByFieldName: ReadonlyMap<string, RecordPart> = new Map(
  recordPartIds.flatMap((part) => {
    const names: Partial<Record<RecordPart, readonly string[]>> = fieldNamesByPart;
    return (names[part] ?? []).map((name) => [name, part] as const);
  }),
);

/** The part of a field name; undefined for one that no subject is asked for. */
export const partOfFieldName = (name: string): RecordPart | undefined => partByFieldName.get(name);
