import { auditRetentionRules } from "../../server/src/modules/audit/retention-rules.ts";
import { consentRetentionRules } from "../../server/src/modules/consent/retention-rules.ts";
import { notificationRetentionRules } from "../../server/src/modules/notifications/retention-rules.ts";
import { operatorIdentityRetentionRules } from "../../server/src/modules/operator-identity/retention-rules.ts";
import { developerRetentionRules } from "../../server/src/modules/developers/retention-rules.ts";
import { organisationRetentionRules } from "../../server/src/modules/organisations/retention-rules.ts";
import { purchaseRetentionRules } from "../../server/src/modules/purchases/retention-rules.ts";
import { resultRetentionRules } from "../../server/src/modules/results/retention-rules.ts";
import { subjectPortalRetentionRules } from "../../server/src/modules/subject-portal/retention-rules.ts";
import { accountRetentionRules } from "../../server/src/modules/accounts/retention-rules.ts";
import { verificationRetentionRules } from "../../server/src/modules/verification/retention-rules.ts";
import { httpRetentionRules } from "../../server/src/http/retention-rules.ts";

/** The rules of `server/src/modules/retention/expired-rows.ts`, without loading the modules. */
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
