import type { BureauRecord, CreditRecord } from "@idanimo/contract/checks/bvn/record";
import type { NamedTexts } from "@idanimo/contract/named-texts";
import { type Bureau, type BureauFound, type PersonFound, personFound } from "../../../providers/source.ts";
import type { Sources } from "../../../providers/sources.ts";
import { queryParts, endWithRecord, type LookupPlan, endWithoutRecord } from "../lookup-plan.ts";
import { definePart } from "../lookup-part.ts";
import { bureauFound } from "./result-schemas.ts";

export const bureauNames = ["crc", "firstCentral", "creditRegistry"] as const satisfies readonly Bureau[];
type BureauResults = Readonly<Record<Bureau, BureauFound | null | undefined>>;

/**
 * The credit profile of a BVN: first the person, then the ticked bureaus in parallel. No bureau is paid if the BVN
 * is unknown, or its owner is a minor or unreachable.
 */
export function bvnLookup(sources: Pick<Sources, "bvn" | "bureau">): LookupPlan {
  const owner = definePart("bvn", sources.bvn, personFound, (record, bvn) => record.number === bvn);
  const defineBureau = (name: Bureau) =>
    definePart(name, sources.bureau[name], bureauFound, (record, bvn: string) => record.bvn === bvn);
  const bureauParts = {
    crc: defineBureau("crc"),
    firstCentral: defineBureau("firstCentral"),
    creditRegistry: defineBureau("creditRegistry"),
  };
  const tickedOf = (options: readonly string[]) => bureauNames.filter((name) => options.includes(name));
  return {
    sourceLabel: "Nigeria Inter-Bank Settlement System (NIBSS) and the credit bureaus",
    sourcesByStep: (options) => [[owner.sources], tickedOf(options).map((name) => bureauParts[name].sources)],
    nextStep({ bvn = "" }, options, answered) {
      const person = owner.readResult(answered);
      if (person === undefined) return queryParts([owner.bind(bvn)]);
      if (person === null) return endWithoutRecord;
      const ticked = tickedOf(options);
      const read = (name: Bureau) => (ticked.includes(name) ? bureauParts[name].readResult(answered) : null);
      const answers: BureauResults = {
        crc: read("crc"),
        firstCentral: read("firstCentral"),
        creditRegistry: read("creditRegistry"),
      };
      const missing = ticked.filter((name) => answers[name] === undefined);
      if (missing.length > 0)
        return queryParts(
          missing.map((name) => bureauParts[name].bind(bvn)),
          person.subject,
        );
      if (!ticked.some((name) => answers[name])) return endWithoutRecord;
      return endWithRecord(creditRecord(bvn, ticked, person, answers), person.subject);
    },
  };
}

function creditRecord(
  bvn: string,
  ticked: readonly Bureau[],
  person: PersonFound,
  answers: BureauResults,
): CreditRecord {
  const records = bureauNames.flatMap((name) => answers[name] ?? []);
  const bureauOf = (name: Bureau): BureauRecord | null => answers[name]?.bureau ?? null;
  return {
    asked: [...ticked],
    "basic-data": [basicDataOf(bvn, person), ...records.map(({ basic }) => basic)].filter(
      (head) => Object.keys(head).length > 0,
    ),
    "FICO-Score": { ficoScore: records.find(({ ficoScore }) => ficoScore !== null)?.ficoScore ?? null },
    "crc-data": bureauOf("crc"),
    "firstCentral-data": bureauOf("firstCentral"),
    "creditRegistry-data": bureauOf("creditRegistry"),
  };
}

/** The owner of the BVN with the field names of a bureau's `basic-data`. */
function basicDataOf(bvn: string, { fields, subject }: PersonFound): NamedTexts {
  const name = [fields["firstName"], fields["middleName"], fields["lastName"]].filter(Boolean).join(" ");
  const head = {
    name: name || undefined,
    dateOfBirth: subject.birthDate ?? undefined,
    gender: fields["gender"],
    phone: subject.contact.phone ?? undefined,
    bvn,
    address: fields["residentialAddress"],
    email: subject.contact.mail ?? undefined,
  };
  return Object.fromEntries(Object.entries(head).flatMap(([key, text]) => (text === undefined ? [] : [[key, text]])));
}
