import type { ExtensionRecord } from "@idanimo/contract/records";
import { type PersonFound, personFound, type Subject } from "../../../providers/source.ts";
import type { Sources } from "../../../providers/sources.ts";
import { ask, found, type LookUp, noData } from "../look-up.ts";
import { question } from "../part.ts";

/** The search extension: who holds a phone number by the register of persons, and by the banks. Source: B§2, B§3. */
export function phoneLookUp(sources: Pick<Sources, "phone" | "bvnByPhone">): LookUp {
  const holder = question("phone", sources.phone, personFound, hasPhone);
  const account = question("bvn", sources.bvnByPhone, personFound, hasPhone);
  return {
    source: "National Identity Management Commission (NIMC) and Nigeria Inter-Bank Settlement System (NIBSS)",
    needs: () => [[holder.sources, account.sources]],
    next({ phone = "" }, _options, answered) {
      const [person, customer] = [holder.read(answered), account.read(answered)];
      const left = [...(person === undefined ? [holder] : []), ...(customer === undefined ? [account] : [])];
      if (person === undefined || customer === undefined) return ask(left.map((one) => one.of(phone)));
      const subject = subjectOf(person, customer);
      if (!subject) return noData;
      const record: ExtensionRecord = {
        premblyPhoneVerification: partOf(person),
        premblyBvnVerification: partOf(customer),
      };
      return found(record, subject);
    },
  };
}

function partOf(person: PersonFound | null): ExtensionRecord["premblyPhoneVerification"] {
  return {
    verificationStatus: person ? "VERIFIED" : "NOT-VERIFIED",
    verificationReference: person?.reference ?? null,
    data: person?.fields ?? null,
  };
}

/**
 * Whom to ask. The contact is of one record only, the phone's before the bank's, so that nobody agrees for somebody else; of two
 * birth dates the later one counts, since either record may be a minor's.
 */
function subjectOf(person: PersonFound | null, customer: PersonFound | null): Subject | null {
  const known = [person, customer].flatMap((one) => one?.subject ?? []);
  const dates = known.flatMap(({ birthDate }) => birthDate ?? []).sort((one, other) => one.localeCompare(other));
  const reachable = known.find(({ contact }) => contact.phone !== null || contact.mail !== null) ?? known[0];
  return reachable ? { birthDate: dates.at(-1) ?? null, contact: reachable.contact } : null;
}

const phoneFields = ["phone", "telephoneno", "phoneNumber", "phoneNumber1", "phoneNumber2"] as const;

/** Whether the record holds the number that was asked, however either of them writes it (T-62). */
function hasPhone({ number, fields }: PersonFound, asked: string): boolean {
  return [number, ...phoneFields.map((name) => fields[name])].some(
    (phone) => phone !== undefined && national(phone) === national(asked),
  );
}

/** Its digits without the country or the zero before it. */
const national = (phone: string) => phone.replace(/\D/g, "").replace(/^(?:234(?=\d{10}$)|0)/, "");
