import { type ConsentType, type SearchType, searchTypes } from "./catalogue.ts";
import { type PurposeCode, purposeCodes } from "./consent.ts";

/**
 * The parts of a person's record, and which of them each purpose can show. The wizard, the quote, the messages, the
 * subject's pages, results, reports and public documents all read this table [CL-06 CL-08 CL-12].
 */

export const recordPartIds = [
  "identity",
  "photo",
  "signature",
  "contact",
  "address",
  "education_work",
  "personal_details",
  "religion",
  "family",
  "bank",
  "credit",
  "owner",
  "answer",
  "answer_details",
] as const;
export type RecordPart = (typeof recordPartIds)[number];

/** The parts among these names, in their order here; other names are ignored. */
export const selectRecordParts = (names: readonly string[]): readonly RecordPart[] =>
  recordPartIds.filter((part) => names.includes(part));

/** Description of a part for the subject. The subject's page also has them in its other languages. */
export const partDescriptions = {
  identity: "your names, identity number, gender and birth date",
  photo: "your photo",
  signature: "your signature",
  contact: "your phone number and email",
  address: "your home address",
  education_work: "your education, profession and employment",
  personal_details: "your origin, birthplace, nationality, languages, marital status, height and title",
  religion: "your religion",
  family: "your next of kin and parents",
  bank: "your BVN record, without accounts or balances",
  credit: "your credit score, loans and repayments",
  owner: "your name, phone number and address as the owner of the vehicle",
  answer: "the answer to one question, and nothing of your record",
  answer_details: "what the answer depends on", // never offered: shown to the subject before they decide [AO-05]
} as const satisfies Record<RecordPart, string>;

/** What a request is about, as messages and pages name it. */
export type RecordKind = "identity" | "identity_and_bank" | "identity_and_credit" | "owner";

/** Names of the parts in an SMS, in characters of the GSM-7 alphabet [CL-05]. */
export const shortPartNames = {
  en: {
    identity: "names, ID number, gender, birth date",
    photo: "photo",
    signature: "signature",
    contact: "phone, email",
    address: "home address",
    education_work: "education, work",
    personal_details: "origin, languages, marital status",
    religion: "religion",
    family: "next of kin, parents",
    bank: "BVN record",
    credit: "credit score, loan history",
    owner: "name, phone and address of the vehicle owner",
    answer: "the answer only",
    answer_details: "what the answer depends on",
  },
  pcm: {
    identity: "names, ID number, gender, birth date",
    photo: "photo",
    signature: "signature",
    contact: "phone, email",
    address: "where you dey live",
    education_work: "school, work",
    personal_details: "where you from, languages, marriage",
    religion: "religion",
    family: "parents, close family",
    bank: "BVN record",
    credit: "credit score, loan history",
    owner: "name, phone and address of who get the motor",
    answer: "the answer only",
    answer_details: "wetin the answer depend on",
  },
} as const satisfies Record<"en" | "pcm", Record<RecordPart, string>>;

/** The parts that contain data about other people; the subject's page says so [CL-07]. */
export const partsAboutOthers: readonly RecordPart[] = ["family"];

/** Description of a part for the requester: "their photo". */
export const partDescriptionForRequester = (part: RecordPart): string => {
  const descriptions: Readonly<Record<string, string>> = partDescriptions;
  return descriptions[part]?.replaceAll(/\byour /g, "their ") ?? part; // a part that only a newer server knows
};

/** Names of parts for public documents: `photo; home address`. A part's own name contains commas. */
export const listParts = (parts: readonly RecordPart[]): string =>
  parts.map((part) => partDescriptions[part].replace(/^your /, "")).join("; ") || "nothing more";

/** What a purpose can show of a record. Every part in neither list is discarded before anything is stored. */
export type DisclosureRule = {
  /** Shown whenever the subject consents: without them the check is pointless. */
  readonly required: readonly RecordPart[];
  /** Shown only if the subject adds them on the page; never by SMS. */
  readonly optional: readonly RecordPart[];
};
/** The parts that a rule can show, required ones first. */
export const partsOfRule = ({ required, optional }: DisclosureRule): readonly RecordPart[] => [
  ...required,
  ...optional,
];
type RulesByPurpose = { readonly [Purpose in PurposeCode]?: DisclosureRule };

/** Version of the rules, stored with each request. Change it together with the rules. */
export const disclosureRuleVersion = "2026-11-27.1";

const identityAnd = (...optional: readonly RecordPart[]): DisclosureRule => ({ required: ["identity"], optional });

const personRules = {
  employment: identityAnd("photo", "contact", "address", "education_work", "personal_details", "family"),
  tenancy: identityAnd("photo", "contact", "address"),
  credit: identityAnd("photo", "contact", "address", "education_work"),
  guarantor: identityAnd("photo", "contact", "address", "education_work", "family"),
  domestic_staff: identityAnd("photo", "contact", "address", "personal_details", "family"),
  business_partner: identityAnd("photo", "contact", "address"),
  sale: identityAnd("photo", "contact"),
  account_opening: identityAnd(
    "photo",
    "signature",
    "contact",
    "address",
    "education_work",
    "personal_details",
    "family",
  ),
  family: identityAnd("photo", "contact", "address", "education_work", "personal_details", "religion", "family"),
  other: identityAnd("photo", "contact"),
} as const satisfies Record<PurposeCode, DisclosureRule>;

const mapRules = (change: (rule: DisclosureRule, purpose: PurposeCode) => DisclosureRule): RulesByPurpose =>
  Object.fromEntries(purposeCodes.map((purpose) => [purpose, change(personRules[purpose], purpose)]));

/** A compared face must be shown. */
const faceRules = mapRules(({ required, optional }) => ({
  required: [...required, "photo"],
  optional: optional.filter((part) => part !== "photo"),
}));

const bankPurposes: readonly PurposeCode[] = ["credit", "account_opening"];
const phoneRules = mapRules(({ required, optional }, purpose) => ({
  required,
  optional: bankPurposes.includes(purpose) ? [...optional, "bank"] : optional,
}));

/** A vehicle's owner has one part, which any purpose may ask for [CL-15]. */
const ownerRules = mapRules(() => ({ required: ["owner"], optional: [] }));

/** A check with one question shows its answer, whatever the purpose [AO-02]. */
const answerRule: DisclosureRule = { required: ["answer"], optional: [] };
const answerRules = mapRules(() => answerRule);

const creditRule: DisclosureRule = { required: ["identity", "credit"], optional: ["contact"] };

/** What each type that needs consent can show for each purpose. A missing purpose cannot buy the check. */
export const partsFor = {
  nin: personRules,
  bulk_nin: personRules,
  demographics: personRules,
  fingerprint: personRules,
  nin_face: faceRules,
  phone: phoneRules,
  bvn: { credit: creditRule, guarantor: creditRule, business_partner: creditRule, tenancy: creditRule },
  plate_owner: ownerRules,
  name_match: answerRules,
  over_age: answerRules,
  phone_is_theirs: answerRules,
  nin_and_bvn_one_person: answerRules,
  score_band: { credit: answerRule, guarantor: answerRule, business_partner: answerRule, tenancy: answerRule },
} as const satisfies Record<ConsentType, RulesByPurpose>;

const rulesOf = (type: SearchType): RulesByPurpose => {
  const rules: { readonly [Type in SearchType]?: RulesByPurpose } = partsFor;
  return rules[type] ?? {};
};

/** What a search can show for a purpose; undefined if the purpose cannot buy it, or the type shows no person. */
export const disclosureFor = (type: SearchType, purpose: PurposeCode): DisclosureRule | undefined =>
  rulesOf(type)[purpose];

/** What a request with this rule is about. */
export function recordKindOf({ required, optional }: DisclosureRule): RecordKind {
  if (required.includes("credit")) return "identity_and_credit";
  if (required.includes("owner")) return "owner";
  return optional.includes("bank") ? "identity_and_bank" : "identity";
}

/** The purposes that can buy a search type; none for one that shows no person. */
export const allowedPurposes = (type: SearchType): readonly PurposeCode[] =>
  purposeCodes.filter((purpose) => disclosureFor(type, purpose) !== undefined);

/**
 * The union over all purposes: for a quote without a purpose, for public documents, and for people who look up their
 * own record over a contact that their account confirmed.
 */
export function disclosureForAnyPurpose(type: SearchType): DisclosureRule {
  const rules = purposeCodes.flatMap((purpose) => disclosureFor(type, purpose) ?? []);
  const required = selectRecordParts(rules.flatMap((rule) => rule.required));
  return { required, optional: partsOfSearchType(type).filter((part) => !required.includes(part)) };
}

/** All parts that some purpose can show of a search type; none for one that shows no person. */
export function partsOfSearchType(type: SearchType): readonly RecordPart[] {
  return selectRecordParts(
    purposeCodes.flatMap((purpose) => {
      const rule = disclosureFor(type, purpose);
      return rule ? partsOfRule(rule) : [];
    }),
  );
}

/** The parts of a search type that were not granted; an ungranted part is in no response [CL-02]. */
export const withheldParts = (type: SearchType, granted: readonly string[]): readonly RecordPart[] =>
  partsOfSearchType(type).filter((part) => !granted.includes(part));

/** Search types whose records have parts. */
export const searchTypesWithParts: readonly SearchType[] = searchTypes.filter(
  (type) => partsOfSearchType(type).length > 0,
);

/** The search types whose records have parts, those with the same rules for all purposes together. */
export const groupSearchTypesByRule = (): readonly (readonly [SearchType, ...SearchType[]])[] =>
  [...Map.groupBy(searchTypesWithParts, (type) => JSON.stringify(rulesOf(type))).values()].flatMap(
    ([first, ...others]) => (first ? [[first, ...others] as const] : []),
  );

const splitNames = (names: string): readonly string[] => names.split(" ");

/**
 * The field names of a person's record in each part, as on the wire (`checks/person/view.ts` labels them). A name in no
 * part is never shown, since the subject was not asked for it.
 */
export const fieldNamesByPart = {
  identity: splitNames(
    "firstName firstname middleName middlename lastName surname maidenName name gender nin bvn dob birthDate birthdate dateOfBirth",
  ),
  photo: splitNames("photo"),
  signature: splitNames("signature"),
  contact: splitNames("phone telephoneno phoneNumber phoneNumber1 phoneNumber2 email"),
  address: splitNames(
    "address residenceAddress residenceTown residenceLGA residenceLga residenceState residenceStatus residentialAddress stateOfResidence lgaOfResidence",
  ),
  education_work: splitNames("profession employmentSatus employmentstatus educationLevel educationallevel"),
  personal_details: splitNames(
    "title maritalStatus maritalstatus height heigth nationality originPlace selfOriginPlace originLGA selfOriginLga originState selfOriginState birthCountry birthcountry birthState birthstate birthLGA birthlga stateOfOrigin lgaOfOrigin spokenLanguage otherLanguage",
  ),
  religion: splitNames("religion"),
  family: splitNames(
    "nokFirstname nokMiddlename nokSurname nokAddress1 nokAddress2 nokTown nokLga nokState nokPostalcode pfirstname pmiddlename psurname",
  ),
  /** Only a bank's record has these. Without this part nothing of that record is shown. */
  bank: splitNames("nameOnCard levelOfAccount registrationDate"),
  answer: splitNames("answer askedAt"),
  answer_details: splitNames("differing"),
  owner: splitNames(
    "owner_first_name owner_middle_name owner_last_name owner_phone owner_address owner_lga owner_state",
  ),
} as const satisfies Partial<Record<RecordPart, readonly string[]>>;

const partByFieldName: ReadonlyMap<string, RecordPart> = new Map(
  recordPartIds.flatMap((part) => {
    const names: Partial<Record<RecordPart, readonly string[]>> = fieldNamesByPart;
    return (names[part] ?? []).map((name) => [name, part] as const);
  }),
);

/** The part of a field name; undefined for one that no subject is asked for. */
export const partOfFieldName = (name: string): RecordPart | undefined => partByFieldName.get(name);
