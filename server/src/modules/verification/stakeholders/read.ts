import { submitWaitMs } from "@idanimo/contract/limits";
import type { OutputOf } from "@idanimo/contract/operation";
import { fail, ok } from "@idanimo/contract/problems";
import { companiesRecord, type StakeholderRecord } from "@idanimo/contract/records";
import type {
  CompanyChoice,
  completeStakeholders,
  readStakeholders,
  StakeholderState,
} from "@idanimo/contract/stakeholders";
import * as texts from "@idanimo/contract/texts";
import type { Handler } from "../../../http/call.ts";
import { writeAudit } from "../../audit/index.ts";
import { openRecord, readOpenResult } from "../../results/index.ts";
import type { VerificationDeps } from "../deps.ts";
import { type Chosen, findChosen } from "./chosen-company.ts";
import { stateOf } from "./rules.ts";
import { newestPaid } from "./store.ts";

type Standing = { readonly state: StakeholderState; readonly people: readonly StakeholderRecord[] };

/** What is paid for, as far as it is there. Starts nothing and believes nothing that is said beside the company. Source: API-20, F-07. */
export const read =
  (deps: VerificationDeps): Handler<typeof readStakeholders> =>
  async ({ business }, caller) => {
    const chosen = await findChosen(deps, caller.userId, business);
    if (!chosen) return fail("not_found", {});
    return ok(inWords(await standingOf(deps, caller.userId, business), chosen));
  };

/** The same, after waiting for one that is being looked up: up to 20 s. Repeating it is harmless. Source: API-21, F-07. */
export const complete =
  (deps: VerificationDeps): Handler<typeof completeStakeholders> =>
  async ({ business }, caller) => {
    const chosen = await findChosen(deps, caller.userId, business);
    if (!chosen) return fail("not_found", {});
    const look = () => standingOf(deps, caller.userId, business);
    const standing = await deps.live.watch(caller.userId, submitWaitMs, look, ({ state }) => state !== "running");
    return ok(inWords(standing, chosen));
  };

async function standingOf(deps: VerificationDeps, ownerId: string, company: CompanyChoice): Promise<Standing> {
  const paid = await deps.db.transaction({ owner: ownerId }, (tx) => newestPaid(tx, company));
  const state = stateOf(paid);
  return { state, people: paid && state === "found" ? await peopleOf(deps, ownerId, paid.id) : [] };
}

/** The people of a delivered order. Each look at them leaves an audit row, as every record's does. */
async function peopleOf(
  deps: VerificationDeps,
  ownerId: string,
  requestId: string,
): Promise<readonly StakeholderRecord[]> {
  const key = await deps.keys.find(requestId);
  const open = await deps.db.transaction({ owner: ownerId }, async (tx) => {
    const found = await readOpenResult(tx, requestId);
    if (found)
      await writeAudit(tx, deps.ids, {
        actorKind: "user",
        actorId: ownerId,
        action: "looked_at_record",
        objectId: requestId,
      });
    return found;
  });
  if (!key || !open) throw new Error(`stakeholders that were found cannot be opened: ${requestId}`);
  const { companies } = companiesRecord.parse(openRecord(key, requestId, open.sealed));
  return companies.flatMap((company) => company["shareholders-data"] ?? []);
}

const words: Readonly<Record<StakeholderState, string>> = {
  not_bought: "The stakeholders of this company have not been looked up yet.",
  running: "The stakeholders are being looked up.",
  found: "Stakeholders found.",
  returned: texts.unexpectedServerErrorRefund,
};

function inWords({ state, people }: Standing, { currency }: Chosen): OutputOf<typeof readStakeholders> {
  const isEmpty = state === "found" && people.length === 0;
  return {
    status: state === "running" ? "processing" : "success",
    data: {
      business: {
        success: state === "found" ? 1 : 0,
        message: isEmpty ? texts.noStakeholders : words[state],
        state,
        data: [...people],
        currency,
      },
    },
  };
}
