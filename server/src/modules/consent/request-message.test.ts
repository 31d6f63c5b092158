import { catalogueRowOf, isAnswerType, type SearchType } from "@idanimo/contract/catalogue";
import { brand } from "@idanimo/contract/brand";
import { type PurposeCode, purposeCodes, unambiguousAlphabet } from "@idanimo/contract/consent";
import {
  disclosureFor,
  type DisclosureRule,
  searchTypesWithParts,
  selectRecordParts,
  shortPartNames,
} from "@idanimo/contract/record-parts";
import fc from "fast-check";
import { SegmentedMessage } from "sms-segments-calculator";
import { expect, test } from "vitest";
import { consentRequestMessage } from "../notifications/index.ts";
import { sealQuestion } from "./contact.ts";
import { requestFactsOf } from "./request-facts.ts";
import type { Consent } from "./store.ts";

/** Longest link: a public host of 40 characters and the token of 43. */
const link = `https://${"h".repeat(40)}/consent/${"t".repeat(43)}`;
const at = new Date("2026-11-21T19:40:00Z");

const requestId = "00000000-0000-4000-8000-000000000001";
const key = Buffer.alloc(32, 1);
/** What a requester typed for a question. */
const typed = { name: "Ada Obi", age: "21", phone: "08031234567", bureau: "Credit Registry", atLeast: "751" };

/** Everything that a subject can be asked for. */
const asked = searchTypesWithParts.flatMap((searchType) =>
  purposeCodes.flatMap((purpose) => {
    const disclosure = disclosureFor(searchType, purpose);
    return disclosure ? [{ searchType, purpose, disclosure }] : [];
  }),
);
const consentOf = (
  { searchType, purpose, disclosure }: { searchType: SearchType; purpose: PurposeCode; disclosure: DisclosureRule },
  requester: Partial<Consent["requester"]>,
  but: Partial<Consent>,
): Consent => ({
  requestId,
  ownerId: "00000000-0000-4000-8000-000000000002",
  searchType,
  retention: catalogueRowOf(searchType).retention,
  purpose,
  noteSealed: null,
  questionSealed: isAnswerType(searchType) ? sealQuestion(key, requestId, typed) : null,
  expectedNameSealed: null,
  contactSealed: null,
  state: "pending",
  createdAt: at,
  deadline: at,
  goneAt: null,
  endsBy: null,
  vehicle: searchType === "plate_owner" ? "******XA" : null,
  isSelf: false,
  disclosure,
  granted: [],
  ruleVersion: null,
  bureaus: disclosure.required.includes("credit") ? ["crc", "firstCentral", "creditRegistry"] : [],
  codeAttemptsLeft: 5,
  now: at,
  requester: { name: "Ada Obi", userType: "business", since: at, isVerified: false, ...requester },
  ...but,
});

const name = fc.oneof(
  fc.string({ unit: "grapheme", minLength: 1, maxLength: 80 }),
  fc.string({ unit: fc.constantFrom("N", "W", "M", " ", "€", "ọ", "'", "&", "_"), minLength: 60, maxLength: 80 }),
);
const code = fc.string({ unit: fc.constantFrom(...unambiguousAlphabet), minLength: 6, maxLength: 6 });
const until = fc.date({
  min: new Date("2026-01-01T00:00:00Z"),
  max: new Date("2030-01-01T00:00:00Z"),
  noInvalidDate: true,
});

// Covers: CL-05 CL-07
test.each([
  { kind: "request", language: "en" },
  { kind: "request", language: "pcm" },
  { kind: "reminder", language: "en" },
  { kind: "reminder", language: "pcm" },
] as const)(
  "a $kind fits three GSM-7 segments and names the required parts in $language [CL-05]",
  ({ kind, language }) => {
    fc.assert(
      fc.property(
        fc.constantFrom(...asked),
        name,
        code,
        until,
        fc.boolean(),
        fc.boolean(),
        fc.constantFrom("business" as const, "individual" as const),
        (one, requester, reply, deadline, isVerified, isSelf, userType) => {
          const consent = consentOf(one, { name: requester, isVerified, userType }, { isSelf });
          const { sms } = consentRequestMessage(
            {
              ...requestFactsOf(consent, language, key),
              purpose: one.purpose,
              link,
              myData: "https://idanimo.example/my-data",
              code: reply,
              until: deadline,
            },
            kind,
          );
          const counted = new SegmentedMessage(sms);
          const { encodingName: encoding, segmentsCount: segments } = counted;
          expect({ sms, encoding, fits: segments <= 3 && sms.length <= 459 }).toEqual({
            sms,
            encoding: "GSM-7",
            fits: true,
          });
          expect(sms).toContain(
            selectRecordParts(one.disclosure.required)
              .map((part) => shortPartNames[language][part])
              .join(", "),
          );
          expect(sms).toContain(`YES ${reply} or NO ${reply}`);
          expect(sms).toContain(language === "en" ? `To withdraw: NO ${reply}.` : `To take am back: NO ${reply}.`);
          expect(sms).not.toContain(shortPartNames[language].family);
          expect(/ staff( ask)?\. /.test(sms)).toBe(userType === "business" && !isSelf); // [TM-10]
          if (isAnswerType(one.searchType)) {
            expect(sms).not.toContain("Ada Obi");
            expect(sms).not.toContain(typed.phone);
          }
          expect(sms.startsWith(`${brand.name}: `)).toBe(true);
        },
      ),
      { numRuns: 500 },
    );
  },
);

test("names the purpose as the subject's page does in Pidgin [CL-05]", () => {
  const [tenancy] = asked.filter(({ purpose }) => purpose === "tenancy");
  if (!tenancy) throw new Error("no request for a home");
  expect(requestFactsOf(consentOf(tenancy, {}, {}), "pcm", key).reason).toBe("To rent house");
});
