import type { Tx } from "../../database/database.ts";
import { deleteExpiredRows } from "../../database/row-retention.ts";
import { httpRetentionRules } from "../../http/retention-rules.ts";
import { accountRetentionRules } from "../accounts/index.ts";
import { auditRetentionRules } from "../audit/index.ts";
import { consentRetentionRules, deleteExpiredLinks } from "../consent/index.ts";
import { developerRetentionRules } from "../developers/index.ts";
import { notificationRetentionRules } from "../notifications/index.ts";
import { operatorIdentityRetentionRules } from "../operator-identity/index.ts";
import { organisationRetentionRules } from "../organisations/index.ts";
import { purchaseRetentionRules } from "../purchases/index.ts";
import { resultRetentionRules } from "../results/index.ts";
import { subjectPortalRetentionRules } from "../subject-portal/index.ts";
import { verificationRetentionRules } from "../verification/index.ts";

/** Tables whose rows are deleted after a fixed time, as their owners state it. */
export const rowRetentionRules = [
  ...httpRetentionRules,
  ...auditRetentionRules,
  ...notificationRetentionRules,
  ...operatorIdentityRetentionRules,
  ...organisationRetentionRules,
  ...developerRetentionRules,
  ...accountRetentionRules,
  ...purchaseRetentionRules,
  ...consentRetentionRules,
  ...subjectPortalRetentionRules,
  ...resultRetentionRules,
  ...verificationRetentionRules,
] as const;

/** Deletes expired rows and link hashes. Idempotent. */
export async function deleteExpired(tx: Tx): Promise<void> {
  await deleteExpiredRows(tx, rowRetentionRules);
  await deleteExpiredLinks(tx);
}
