import { unambiguousAlphabet } from "@idanimo/contract/consent";
import { lagosOffsetMs } from "@idanimo/contract/date-format";
import { fail, ok, type Result } from "@idanimo/contract/problems";
import * as texts from "@idanimo/contract/texts";
import { findNow, type Tx } from "../../../database/database.ts";
import type { KeyStore } from "../../../database/key-store.ts";
import type { Vault } from "../../../kernel/vault.ts";
import { writeAudit } from "../../audit/index.ts";
import { parseContact } from "../my-data/parse-contact.ts";
import { hashContact } from "../my-data/session.ts";
import { type CaseKey, createCaseKey, sealCaseContent } from "./open-case.ts";
import { type CaseActor, caseAuditEntry, type CaseDeps } from "./operator-cases.ts";
import { caseRetentionMonths } from "./rules.ts";
import { insertCase } from "./store.ts";

export type ArrivedCaseDeps = Pick<CaseDeps, "db" | "ids"> & {
  readonly vault: Vault;
  readonly keys: Pick<KeyStore, "create" | "destroy">;
};

export type ArrivedNotice = {
  /** A day in Lagos. */
  readonly arrivedOn: string;
  readonly arrivedBy: "post" | "email";
  /** As typed; empty if the notice has none. */
  readonly contact: string;
  readonly text: string;
};

const dayMs = 86_400_000;
const longestAgoMs = caseRetentionMonths * 31 * dayMs;

/**
 * Opens a grievance that arrived by post or email. Its clock runs from the start of the day of arrival in Lagos. The
 * person finds it on their own page by the contact, which is sealed with the text. [OC-15]
 */
export async function recordArrivedCase(
  deps: ArrivedCaseDeps,
  by: CaseActor,
  notice: ArrivedNotice,
): Promise<Result<{ readonly id: string; readonly reference: string }, "bad_input">> {
  const contact = notice.contact === "" ? undefined : parseContact(notice.contact);
  if (notice.contact !== "" && !contact)
    return fail("bad_input", {}, { fields: { contact: texts.noticeContactInvalid } });
  const arrivedAt = new Date(Date.parse(`${notice.arrivedOn}T00:00:00Z`) - lagosOffsetMs);
  const caseKey = await createCaseKey(deps);
  let isStored = false;
  try {
    const result = await deps.db.transaction("system", async (tx) => {
      const age = (await findNow(tx)).getTime() - arrivedAt.getTime();
      if (age < 0 || age > longestAgoMs)
        return fail("bad_input", {}, { fields: { arrivedOn: texts.arrivedOnInvalid } });
      const arrived = { by: notice.arrivedBy, at: arrivedAt, text: notice.text };
      const insert = () => insertArrived(deps, tx, caseKey, contact, arrived);
      // a second attempt draws another reference, in case the first one is taken
      const reference = (await insert()) ?? (await insert());
      if (reference === undefined) throw new Error("recordArrivedCase: no free reference");
      const reason = `arrived by ${notice.arrivedBy} on ${notice.arrivedOn}`;
      await writeAudit(tx, deps.ids, caseAuditEntry(by, "case_grievance", caseKey.id, reason));
      return ok({ id: caseKey.id, reference });
    });
    isStored = result.ok;
    return result;
  } finally {
    if (!isStored) await deps.keys.destroy([caseKey.id]);
  }
}

/** @returns the reference; undefined if it is taken */
async function insertArrived(
  { ids, vault }: ArrivedCaseDeps,
  tx: Tx,
  { id, key }: CaseKey,
  contact: ReturnType<typeof parseContact>,
  { by, at, text }: { readonly by: "post" | "email"; readonly at: Date; readonly text: string },
): Promise<string | undefined> {
  const reference = `ID-${ids.letters(6, unambiguousAlphabet)}`;
  const phone = contact?.kind === "phone" ? contact.value : null;
  const mail = contact?.kind === "mail" ? contact.value : null;
  const isInserted = await insertCase(tx, {
    id,
    reference,
    kind: "grievance",
    contactHash: contact ? hashContact({ vault }, contact) : null,
    requestId: null,
    ownerId: null,
    sealed: sealCaseContent(key, id, { text, phone, mail }),
    arrival: { by, at },
  });
  return isInserted ? reference : undefined;
}
