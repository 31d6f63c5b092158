import type { Database } from "../../../database/database.ts";
import type { KeyStore } from "../../../database/key-store.ts";
import type { IdSource } from "../../../kernel/ids.ts";
import {
  caseAnsweredMessage,
  caseReadMessage,
  findExistingMessageIds,
  queueMessage,
} from "../../notifications/index.ts";
import type { CaseNotice } from "./operator-cases.ts";
import { openCaseContent } from "./open-case.ts";
import { findSubjectCase } from "./store.ts";

export type CaseJobDeps = {
  readonly db: Database;
  readonly keys: Pick<KeyStore, "find">;
  readonly ids: IdSource;
  /** Of the subject's own page. */
  readonly myDataUrl: string;
};

type NoticeJob = { readonly caseId: string; readonly notice: CaseNotice; readonly messageId: string };

/** Notifies subjects about their cases. Only these jobs open the contact in a case. */
export const caseJobs = ({ db, keys, ids, myDataUrl }: CaseJobDeps) => ({
  /** Sends by SMS if the case has a phone number, else by email; once, even if the job runs twice. */
  notify_subject: async ({ caseId, notice, messageId }: NoticeJob): Promise<void> => {
    const key = await keys.find(caseId);
    if (!key) return; // erased meanwhile
    await db.transaction("system", async (tx) => {
      const found = await findSubjectCase(tx, { id: caseId });
      if (!found?.sealed || (await findExistingMessageIds(tx, [messageId])).has(messageId)) return;
      const { phone, mail, answer = "" } = openCaseContent(key, found.id, found.sealed);
      const copy =
        notice === "case_read"
          ? caseReadMessage(found.reference, myDataUrl)
          : caseAnsweredMessage(found.reference, answer, myDataUrl);
      const message = { id: messageId, kind: notice, keyId: found.id, key, requestId: null } as const;
      if (phone !== null) await queueMessage(tx, { ...message, channel: "sms", to: phone, text: copy.sms }, ids);
      else if (mail !== null) await queueMessage(tx, { ...message, channel: "mail", to: mail, ...copy.mail }, ids);
    });
  },
});
