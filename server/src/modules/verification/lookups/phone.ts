import type { ExtensionRecord } from "@idanimo/contract/checks/phone/record";
import { type PersonFound, personFound, type Subject } from "../../../providers/source.ts";
import type { Sources } from "../../../providers/sources.ts";
import { queryParts, endWithRecord, type LookupPlan, endWithoutRecord } from "../lookup-plan.ts";
import { definePart } from "../lookup-part.ts";

/**
 * The search extension: the holder of a phone number in the national identity register and, if the bank's record can
 * be shown, at the banks. Otherwise the bank register is queried only for the requester's own record.
 */
export function phoneLookup(sources: Pick<Sources, "phone" | "bvnByPhone">): LookupPlan {
  const holder = definePart("phone", sources.phone, personFound, hasPhone);
  const account = definePart("bvn", sources.bvnByPhone, personFound, hasPhone);
  return {
    sourceLabel: "National Identity Management Commission (NIMC) and Nigeria Inter-Bank Settlement System (NIBSS)",
    sourcesByStep: (_options, shown) => [
      shown === undefined || shown.includes("bank") ? [holder.sources, account.sources] : [holder.sources],
    ],
    nextStep({ phone = "" }, _options, results, { parts, isOwn }) {
      const person = holder.readResult(results);
      const needsBank = parts.includes("bank") || (person ? isOwn(person.subject) : false);
      const customer = needsBank ? account.readResult(results) : null;
      const missing = [...(person === undefined ? [holder] : []), ...(customer === undefined ? [account] : [])];
      if (person === undefined || customer === undefined)
        return queryParts(
          missing.map((one) => one.bind(phone)),
          person?.subject,
        );
      const subject = chooseSubject(person, customer);
      if (!subject) return endWithoutRecord;
      const record: ExtensionRecord = {
        premblyPhoneVerification: extensionPartOf(person),
        premblyBvnVerification: extensionPartOf(customer),
      };
      return endWithRecord(record, subject);
    },
  };
}

function extensionPartOf(person: PersonFound | null): ExtensionRecord["premblyPhoneVerification"] {
  return {
    verificationStatus: person ? "VERIFIED" : "NOT-VERIFIED",
    verificationReference: person?.reference ?? null,
    data: person?.fields ?? null,
  };
}

/**
 * Chooses the subject to ask. The contact comes from one record only, the phone record before the bank record, so
 * that no other person consents; of two birth dates the later one counts, so that neither may be a minor's.
 */
function chooseSubject(person: PersonFound | null, customer: PersonFound | null): Subject | null {
  const known = [person, customer].flatMap((one) => one?.subject ?? []);
  const dates = known.flatMap(({ birthDate }) => birthDate ?? []).sort((one, other) => one.localeCompare(other));
  const reachable = known.find(({ contact }) => contact.phone !== null || contact.mail !== null) ?? known[0];
  return reachable ? { birthDate: dates.at(-1) ?? null, contact: reachable.contact } : null;
}

const phoneFields = ["phone", "telephoneno", "phoneNumber", "phoneNumber1", "phoneNumber2"] as const;

/** Whether the record has the requested number, in any notation [T-62]. */
function hasPhone({ number, fields }: PersonFound, asked: string): boolean {
  return [number, ...phoneFields.map((name) => fields[name])].some(
    (phone) => phone !== undefined && nationalNumber(phone) === nationalNumber(asked),
  );
}

/** Digits without country code and leading zero. */
const nationalNumber = (phone: string) => phone.replace(/\D/g, "").replace(/^(?:234(?=\d{10}$)|0)/, "");
