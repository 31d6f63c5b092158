import { submitWaitMs } from "@idanimo/contract/limits";
import type { OutputOf } from "@idanimo/contract/operation";
import { fail, ok } from "@idanimo/contract/problems";
import { type CompaniesRecord, companiesRecord, type StakeholderRecord } from "@idanimo/contract/checks/company/record";
import type {
  CompanyChoice,
  completeStakeholders,
  readStakeholders,
  StakeholderState,
} from "@idanimo/contract/stakeholders";
import * as texts from "@idanimo/contract/texts";
import { type Handler, type Actor, scopeOf } from "../../../http/call.ts";
import { writeAudits } from "../../audit/index.ts";
import { type SourceRecord, openRecord, findVisibleResults, recordViews } from "../../results/index.ts";
import type { VerificationDeps } from "../deps.ts";
import { type ChosenCompany, findChosenCompany } from "./chosen-company.ts";
import { stakeholderStateOf } from "./rules.ts";
import { findNewestPaidOrder, findNewestPaidOrders } from "./store.ts";

type ReadDeps = Pick<VerificationDeps, "db" | "keys" | "ids">;
type StakeholderStatus = { readonly state: StakeholderState; readonly people: readonly StakeholderRecord[] };

/**
 * Returns the paid result as far as it is available. Starts nothing and ignores any claim in the request [API-20
 * F-07].
 */
export const readStakeholderOrder =
  (deps: VerificationDeps): Handler<typeof readStakeholders> =>
  async ({ business }, caller) => {
    const chosen = await findChosenCompany(deps, caller, business);
    if (!chosen) return fail("not_found", {});
    return ok(toResponse(await findStakeholderStatus(deps, caller, business), chosen));
  };

/** The same, but waits up to 20 s for a running lookup. Idempotent [API-21 F-07]. */
export const awaitStakeholderOrder =
  (deps: VerificationDeps): Handler<typeof completeStakeholders> =>
  async ({ business }, caller) => {
    const chosen = await findChosenCompany(deps, caller, business);
    if (!chosen) return fail("not_found", {});
    const readStatus = () => findStakeholderStatus(deps, caller, business);
    const status = await deps.live.waitUntil(
      caller.ownerId,
      submitWaitMs,
      readStatus,
      ({ state }) => state !== "running",
    );
    return ok(toResponse(status, chosen));
  };

async function findStakeholderStatus(
  deps: VerificationDeps,
  actor: Actor,
  company: CompanyChoice,
): Promise<StakeholderStatus> {
  const paid = await deps.db.transaction(scopeOf(actor), (tx) => findNewestPaidOrder(tx, company));
  const state = stakeholderStateOf(paid);
  const people = paid && state === "found" ? await openStakeholders(deps, actor, [paid.id]) : undefined;
  return { state, people: people?.get(paid?.id ?? "") ?? [] };
}

/** The people of delivered orders, by order id. Each view leaves an audit row. */
async function openStakeholders(
  deps: ReadDeps,
  actor: Actor,
  orderIds: readonly string[],
): Promise<ReadonlyMap<string, readonly StakeholderRecord[]>> {
  if (orderIds.length === 0) return new Map();
  const keys = await deps.keys.findAll(orderIds);
  const open = await deps.db.transaction(scopeOf(actor), async (tx) => {
    const found = await findVisibleResults(tx, orderIds);
    const entry = { actorKind: "user", actorId: actor.userId, action: "viewed_record" } as const;
    await writeAudits(
      tx,
      deps.ids,
      [...found.keys()].map((objectId) => ({ ...entry, objectId })),
    );
    await recordViews(tx, deps.ids, actor, [...found.keys()]);
    return found;
  });
  return new Map(
    orderIds.map((id) => {
      const result = open.get(id);
      if (!keys.has(id) || !result) throw new Error(`stakeholders that were found cannot be opened: ${id}`);
      const { companies } = companiesRecord.parse(openRecord(keys, "stakeholders", id, result));
      return [id, companies.flatMap((company) => company["shareholders-data"] ?? [])];
    }),
  );
}

/**
 * Adds to a business result the stakeholders of each of its companies whose order found them [RESULT-BUSINESS-06].
 */
export async function withStakeholders(
  deps: ReadDeps,
  actor: Actor,
  requestId: string,
  record: SourceRecord,
): Promise<CompaniesRecord> {
  const orders = await deps.db.transaction(scopeOf(actor), (tx) => findNewestPaidOrders(tx, requestId));
  const found = orders.filter((order) => stakeholderStateOf(order) === "found");
  const people = await openStakeholders(
    deps,
    actor,
    found.map(({ id }) => id),
  );
  const byCompany = new Map(found.map(({ cacId, id }) => [cacId, people.get(id) ?? []]));
  return {
    companies: companiesRecord.parse(record).companies.map((company) => {
      const own = byCompany.get(company.cacid);
      return own ? { ...company, "shareholders-data": [...own] } : company;
    }),
  };
}

const stateMessages: Readonly<Record<StakeholderState, string>> = {
  not_bought: "The stakeholders of this company have not been looked up yet.",
  running: "The stakeholders are being looked up.",
  found: "Stakeholders found.",
  returned: texts.unexpectedServerErrorRefund,
};

function toResponse(
  { state, people }: StakeholderStatus,
  { currency }: ChosenCompany,
): OutputOf<typeof readStakeholders> {
  const isEmpty = state === "found" && people.length === 0;
  return {
    status: state === "running" ? "processing" : "success",
    data: {
      business: {
        success: state === "found" ? 1 : 0,
        message: isEmpty ? texts.noStakeholders : stateMessages[state],
        state,
        data: [...people],
        currency,
      },
    },
  };
}
