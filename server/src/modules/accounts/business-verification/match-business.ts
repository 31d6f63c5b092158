import { enqueue, type Tx } from "../../../database/database.ts";
import { openCase, writeAudit } from "../../audit/index.ts";
import { lockOrganisation } from "../../organisations/index.ts";
import type { AccountDeps } from "../deps.ts";
import { isSameCompanyName } from "./rules.ts";
import {
  type Business,
  findDueBusinesses,
  releaseMatchAttempt,
  isCompanyTaken,
  markVerified,
  claimMatchAttempt,
} from "./store.ts";

type MatchDeps = Pick<AccountDeps, "db" | "ids" | "limits" | "companies">;

/** Businesses per sweep. */
const batchSize = 50;

/** Enqueues a match with the company register; the job runs once this transaction commits. */
export const enqueueBusinessMatch = (tx: Tx, userId: string) =>
  enqueue(tx, "match_business", { userId }, `match_business:${userId}`);

/**
 * Looks a business up in the company register by its own RC number, and marks it as verified if the register lists
 * it under the account's name. The lookup is free and its result is not disclosed, so it is no way to look up other
 * companies. Only one account per company is verified; a second one opens a case for an operator. Idempotent.
 */
export async function matchBusiness(deps: MatchDeps, userId: string): Promise<void> {
  const source = deps.companies.find((one) => one.health().state !== "down");
  if (!source) return; // the next sweep retries
  const allowed = await deps.limits.consume("match_account", userId);
  if (!allowed.ok) return;
  const business = await claimMatchAttempt(deps.db.single, userId);
  if (!business) return;
  const result = await source.query({ by: "rc", text: business.rcNumber }, deps.ids.rowId());
  if (result.kind === "not_accepted") return releaseMatchAttempt(deps.db.single, userId);
  if (
    result.kind !== "found" ||
    !result.record.some((company) => isSameCompanyName(company.approvedName, business.name))
  )
    return;
  await deps.db.transaction("system", (tx) => verifyBusiness(tx, deps, userId, business));
}

async function verifyBusiness(tx: Tx, deps: Pick<MatchDeps, "ids">, userId: string, business: Business): Promise<void> {
  await lockOrganisation(tx, userId); // before the account that it follows
  if (await isCompanyTaken(tx, userId, business)) return openDuplicateCompanyCase(tx, deps, userId);
  if (!(await markVerified(tx, userId, business))) return;
  await writeAudit(tx, deps.ids, { actorKind: "system", action: "business_verified", objectId: userId });
}

/** Opens a case for an account whose company another account is verified with: at most once in 30 days. */
async function openDuplicateCompanyCase(tx: Tx, { ids }: Pick<MatchDeps, "ids">, userId: string): Promise<void> {
  await openCase(tx, ids, {
    kind: "company_claimed_twice",
    objectId: userId,
    detail: "another account is verified with this company",
    quietSeconds: 30 * 86_400,
  });
}

/** Job handlers by their names in the queue and the schedule. */
export function businessMatchJobs(deps: MatchDeps) {
  return {
    match_business: ({ userId }: { readonly userId: string }) => matchBusiness(deps, userId),
    /** Enqueues due businesses, each at most once a day: the register adds and corrects names. */
    sweep_matches: () =>
      deps.db.transaction("system", async (tx) => {
        for (const userId of await findDueBusinesses(tx, batchSize)) await enqueueBusinessMatch(tx, userId);
      }),
  };
}
