import { type SearchType, searchTypes } from "./catalogue.ts";

/** A person's record in the parts a subject is asked for: each is named to them in their words, and some they may leave out. */

export const recordPartIds = ["identity", "picture", "reach", "life", "family", "bank", "credit"] as const;
export type RecordPart = (typeof recordPartIds)[number];

/** The parts that some words name, in their order here; other words name none. */
export const recordPartsIn = (words: readonly string[]): readonly RecordPart[] =>
  recordPartIds.filter((part) => words.includes(part));

/** What a part is called, to the person it is about. The subject's page has them in its other languages too. */
export const partWords = {
  identity: "your names, identity number, gender and birth date",
  picture: "your photo and signature",
  reach: "your phone, mail and address",
  life: "your origin, nationality, languages, marriage, height, job, religion and schooling",
  family: "your next of kin and parents",
  bank: "your BVN record, without accounts or balances",
  credit: "your credit score, loans and repayments",
} as const satisfies Record<RecordPart, string>;

type Asked = {
  readonly part: RecordPart;
  /** The person may leave it out and still say yes. */ readonly optional: boolean;
};
const always = (part: RecordPart): Asked => ({ part, optional: false });
const ifTheyLike = (part: RecordPart): Asked => ({ part, optional: true });

const ofPerson = [
  always("identity"),
  ifTheyLike("picture"),
  ifTheyLike("reach"),
  ifTheyLike("life"),
  ifTheyLike("family"),
];

/**
 * What is asked of the person, by search type. What was paid for cannot be left out: who they are, a face that was compared, the
 * credit record. A type that asks nobody has no parts. Source: T-46, design 3.
 */
export const partsAsked = {
  nin: ofPerson,
  bulk_nin: ofPerson,
  demographics: ofPerson,
  fingerprint: ofPerson,
  nin_face: ofPerson.map((asked) => (asked.part === "picture" ? always("picture") : asked)),
  phone: [...ofPerson, ifTheyLike("bank")],
  bvn: [always("identity"), ifTheyLike("reach"), always("credit")],
} as const satisfies Partial<Record<SearchType, readonly Asked[]>>;

/** What a part is called, to whoever asked: "their photo and signature". */
export const partWordsForAsker = (part: RecordPart): string => {
  const words: Readonly<Record<string, string>> = partWords;
  return words[part]?.replace(/^your /, "their ") ?? part; // one that only a newer server knows
};

/** The parts of a search type; none for one that asks nobody. */
export function partsOf(type: SearchType): readonly Asked[] {
  const known: Partial<Record<SearchType, readonly Asked[]>> = partsAsked;
  return known[type] ?? [];
}

/** Search types whose records have parts. */
export const typesWithParts: readonly SearchType[] = searchTypes.filter((type) => partsOf(type).length > 0);

/** Whether a text names a part that the person may leave out of this search type. */
export function mayLeaveOut(type: SearchType, part: string): part is RecordPart {
  return partsOf(type).some((asked) => asked.optional && asked.part === part);
}

const split = (names: string): readonly string[] => names.split(" ");

/**
 * The names of a person's record that make up each part, as the wire has them (`record-views.ts` labels them). A name that stands
 * in none of them is kept from everybody: the person was not asked for it.
 */
export const namesOfParts = {
  identity: split(
    "title firstName firstname middleName middlename lastName surname maidenName name gender nin bvn dob birthDate birthdate dateOfBirth",
  ),
  picture: split("photo signature"),
  reach: split(
    "phone telephoneno phoneNumber phoneNumber1 phoneNumber2 email address residenceAddress residenceTown residenceLGA residenceLga residenceState residenceStatus residentialAddress stateOfResidence lgaOfResidence",
  ),
  life: split(
    "maritalStatus maritalstatus religion height heigth nationality profession employmentSatus employmentstatus educationLevel educationallevel originPlace selfOriginPlace originLGA selfOriginLga originState selfOriginState birthCountry birthcountry birthState birthstate birthLGA birthlga stateOfOrigin lgaOfOrigin spokenLanguage otherLanguage",
  ),
  family: split(
    "nokFirstname nokMiddlename nokSurname nokAddress1 nokAddress2 nokTown nokLga nokState nokPostalcode pfirstname pmiddlename psurname",
  ),
  /** What only a bank's record has. Who leaves this part out leaves the whole of that record out. */
  bank: split("nameOnCard levelOfAccount registrationDate"),
} as const satisfies Partial<Record<RecordPart, readonly string[]>>;

const partByName: ReadonlyMap<string, RecordPart> = new Map(
  recordPartIds.flatMap((part) => {
    const names: Partial<Record<RecordPart, readonly string[]>> = namesOfParts;
    return (names[part] ?? []).map((name) => [name, part] as const);
  }),
);

/** The part that a name of a record stands in; undefined for one that nobody is asked for. */
export const partOfName = (name: string): RecordPart | undefined => partByName.get(name);
