import { enqueue, type Tx } from "../../../database/database.ts";
import { writeAudit } from "../../audit/index.ts";
import type { AccountDeps } from "../deps.ts";
import { isSameCompanyName } from "./rules.ts";
import {
  type Business,
  findDueBusinesses,
  releaseMatchAttempt,
  isCompanyTaken,
  markVerified,
  openDuplicateCompanyCase,
  claimMatchAttempt,
} from "./store.ts";

type MatchDeps = Pick<AccountDeps, "db" | "ids" | "limits" | "companies">;

/** Businesses one round of the sweep wakes. */
const batchSize = 50;

/** Asks for a business to be looked for in the register, when this transaction commits. */
export const enqueueBusinessMatch = (tx: Tx, userId: string) =>
  enqueue(tx, "match_business", { userId }, `match_business:${userId}`);

/**
 * Looks a business up in the register of companies by its own number, and marks it as verified where the register knows it by the name
 * of the account. The account pays nothing and is told nothing of what the register says, so nobody can look companies up by
 * typing their numbers here: all there is to see is whether one's own name fits. A company is one account's: who comes second is not
 * marked, and a person looks at it. Safe to repeat.
 */
export async function matchBusiness(deps: MatchDeps, userId: string): Promise<void> {
  const source = deps.companies.find((one) => one.health().state !== "down");
  if (!source) return; // the sweep comes again
  const allowed = await deps.limits.consume("match_account", userId);
  if (!allowed.ok) return;
  const business = await claimMatchAttempt(deps.db.single, userId);
  if (!business) return;
  const answer = await source.query({ by: "rc", text: business.rcNumber }, deps.ids.rowId());
  if (answer.kind === "not_taken") return releaseMatchAttempt(deps.db.single, userId);
  if (
    answer.kind !== "found" ||
    !answer.record.some((company) => isSameCompanyName(company.approvedName, business.name))
  )
    return;
  await deps.db.transaction("system", (tx) => verifyBusiness(tx, deps, userId, business));
}

async function verifyBusiness(tx: Tx, deps: Pick<MatchDeps, "ids">, userId: string, business: Business): Promise<void> {
  if (await isCompanyTaken(tx, userId, business)) return openDuplicateCompanyCase(tx, deps.ids.rowId(), userId);
  if (!(await markVerified(tx, userId, business))) return;
  await writeAudit(tx, deps.ids, { actorKind: "system", action: "business_verified", objectId: userId });
}

/** The jobs by the names the queue and the schedule know them by. */
export function businessMatchJobs(deps: MatchDeps) {
  return {
    match_business: ({ userId }: { readonly userId: string }) => matchBusiness(deps, userId),
    /** Wakes businesses that wait: once a day each, since names come into the register and are mended there. */
    sweep_matches: () =>
      deps.db.transaction("system", async (tx) => {
        for (const userId of await findDueBusinesses(tx, batchSize)) await enqueueBusinessMatch(tx, userId);
      }),
  };
}
