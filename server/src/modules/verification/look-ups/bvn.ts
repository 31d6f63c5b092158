import type { BureauRecord, CreditRecord, NamedTexts } from "@idanimo/contract/records";
import { type Bureau, type BureauFound, type PersonFound, personFound } from "../../../providers/source.ts";
import type { Sources } from "../../../providers/sources.ts";
import { ask, found, type LookUp, noData } from "../look-up.ts";
import { question } from "../part.ts";
import { bureauFound } from "./shapes.ts";

const bureaus = ["crc", "firstCentral", "creditRegistry"] as const satisfies readonly Bureau[];
type Bureaus = Readonly<Record<Bureau, BureauFound | null | undefined>>;

/**
 * The credit profile behind a BVN: who it is first, then the ticked bureaus at once. Nobody pays a bureau for a BVN that is not
 * there, or whose owner is a minor or cannot be asked. Source: B§2, B§3.
 */
export function bvnLookUp(sources: Pick<Sources, "bvn" | "bureau">): LookUp {
  const owner = question("bvn", sources.bvn, personFound, (record, bvn) => record.number === bvn);
  const of = (name: Bureau) =>
    question(name, sources.bureau[name], bureauFound, (record, bvn: string) => record.bvn === bvn);
  const asked = { crc: of("crc"), firstCentral: of("firstCentral"), creditRegistry: of("creditRegistry") };
  const tickedOf = (options: readonly string[]) => bureaus.filter((name) => options.includes(name));
  return {
    source: "Nigeria Inter-Bank Settlement System (NIBSS) and the credit bureaus",
    needs: (options) => [[owner.sources], tickedOf(options).map((name) => asked[name].sources)],
    next({ bvn = "" }, options, answered) {
      const person = owner.read(answered);
      if (person === undefined) return ask([owner.of(bvn)]);
      if (person === null) return noData;
      const ticked = tickedOf(options);
      const read = (name: Bureau) => (ticked.includes(name) ? asked[name].read(answered) : null);
      const answers: Bureaus = {
        crc: read("crc"),
        firstCentral: read("firstCentral"),
        creditRegistry: read("creditRegistry"),
      };
      const left = ticked.filter((name) => answers[name] === undefined);
      if (left.length > 0)
        return ask(
          left.map((name) => asked[name].of(bvn)),
          person.subject,
        );
      if (!ticked.some((name) => answers[name])) return noData;
      return found(creditRecord(bvn, ticked, person, answers), person.subject);
    },
  };
}

function creditRecord(bvn: string, ticked: readonly Bureau[], person: PersonFound, answers: Bureaus): CreditRecord {
  const records = bureaus.flatMap((name) => answers[name] ?? []);
  const bureauOf = (name: Bureau): BureauRecord | null => answers[name]?.bureau ?? null;
  return {
    asked: [...ticked],
    "basic-data": [headOf(bvn, person), ...records.map(({ basic }) => basic)].filter(
      (head) => Object.keys(head).length > 0,
    ),
    "FICO-Score": { ficoScore: records.find(({ ficoScore }) => ficoScore !== null)?.ficoScore ?? null },
    "crc-data": bureauOf("crc"),
    "firstCentral-data": bureauOf("firstCentral"),
    "creditRegistry-data": bureauOf("creditRegistry"),
  };
}

/** The owner of the BVN in the names of a bureau's head. Source: B§3, basic-data. */
function headOf(bvn: string, { fields, subject }: PersonFound): NamedTexts {
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
