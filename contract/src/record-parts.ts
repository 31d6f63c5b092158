import { type SearchType, searchTypes } from "./catalogue.ts";

/** A person's record in the parts a subject is asked for: each is named to them in their words, and some they may leave out. */

export const recordPartIds = ["identity", "picture", "reach", "life", "family", "bank", "credit"] as const;
export type RecordPart = (typeof recordPartIds)[number];

/** The parts that some words name, in their order here; other words name none. */
export const selectRecordParts = (words: readonly string[]): readonly RecordPart[] =>
  recordPartIds.filter((part) => words.includes(part));

/** What a part is called, to the person it is about. The subject's page has them in its other languages too. */
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
  /** The person may leave it out and still say yes. */ readonly optional: boolean;
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
 * What is asked of the person, by search type. What was paid for cannot be left out: who they are, a face that was compared, the
 * credit record. A type that asks nobody has no parts. Source: T-46, design 3.
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

/** What a part is called, to whoever asked: "their photo and signature". */
export const partDescriptionForRequester = (part: RecordPart): string => {
  const words: Readonly<Record<string, string>> = partDescriptions;
  return words[part]?.replace(/^your /, "their ") ?? part; // one that only a newer server knows
};

/** The parts of a search type; none for one that asks nobody. */
export function partsOfSearchType(type: SearchType): readonly ConsentPart[] {
  const known: Partial<Record<SearchType, readonly ConsentPart[]>> = partsBySearchType;
  return known[type] ?? [];
}

/** Search types whose records have parts. */
export const searchTypesWithParts: readonly SearchType[] = searchTypes.filter(
  (type) => partsOfSearchType(type).length > 0,
);

/** Whether a text names a part that the person may leave out of this search type. */
export function isOptionalPart(type: SearchType, part: string): part is RecordPart {
  return partsOfSearchType(type).some((asked) => asked.optional && asked.part === part);
}

const splitNames = (names: string): readonly string[] => names.split(" ");

/**
 * The names of a person's record that make up each part, as the wire has them (`record-views.ts` labels them). A name that stands
 * in none of them is kept from everybody: the person was not asked for it.
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
  /** What only a bank's record has. Who leaves this part out leaves the whole of that record out. */
  bank: splitNames("nameOnCard levelOfAccount registrationDate"),
} as const satisfies Partial<Record<RecordPart, readonly string[]>>;

const partByFieldName: ReadonlyMap<string, RecordPart> = new Map(
  recordPartIds.flatMap((part) => {
    const names: Partial<Record<RecordPart, readonly string[]>> = fieldNamesByPart;
    return (names[part] ?? []).map((name) => [name, part] as const);
  }),
);

/** The part that a name of a record stands in; undefined for one that nobody is asked for. */
export const partOfFieldName = (name: string): RecordPart | undefined => partByFieldName.get(name);
