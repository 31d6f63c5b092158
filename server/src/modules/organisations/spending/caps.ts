import { spendingCapsMax } from "@idanimo/contract/organisations/limits";
import { isBuiltInRole, roleTexts } from "@idanimo/contract/organisations/rights";
import type {
  organisationCaps as list,
  removeCap as remove,
  saveCap as save,
  SpendingCap,
} from "@idanimo/contract/organisations/spending";
import * as texts from "@idanimo/contract/organisations/texts";
import { fail, ok, type Result } from "@idanimo/contract/problems";
import type { Tx } from "../../../database/database.ts";
import { type Handler, scopeOf } from "../../../http/call.ts";
import { writeAudit } from "../../audit/index.ts";
import { type Cap, deleteCap, findCaps, hasCustomRole, isMember, storeCap } from "./cap-store.ts";
import type { SpendingDeps } from "./deps.ts";

async function readCaps({ people }: SpendingDeps, tx: Tx, organisationId: string): Promise<readonly SpendingCap[]> {
  const caps = await findCaps(tx, organisationId);
  const memberIds = caps.filter(({ appliesTo }) => appliesTo === "member").map(({ subjectId }) => subjectId);
  const members = await people.find(tx, memberIds);
  return caps.map((cap) => ({
    id: cap.id,
    appliesTo: cap.appliesTo,
    subjectId: cap.subjectId,
    subjectName: cap.appliesTo === "member" ? (members.get(cap.subjectId)?.name ?? "") : roleNameOf(cap),
    period: cap.period,
    searchType: cap.searchType,
    amount: cap.amountMinor,
    count: cap.count,
  }));
}

const roleNameOf = ({ subjectId, roleName }: Cap): string =>
  isBuiltInRole(subjectId) ? roleTexts[subjectId].name : (roleName ?? "");

/** Lists the caps of the organisation. */
export const organisationCaps =
  (deps: SpendingDeps): Handler<typeof list> =>
  async (_input, caller) =>
    deps.db.transaction(scopeOf(caller), async (tx) => ok({ caps: [...(await readCaps(deps, tx, caller.ownerId))] }));

type Input = Parameters<Handler<typeof save>>[0];

async function checkSubject(tx: Tx, organisationId: string, input: Input): Promise<Result<void, "bad_input">> {
  const { appliesTo, subjectId } = input;
  if (input.amount === null && input.count === null)
    return fail("bad_input", {}, { fields: { amount: texts.capLimitRequired } });
  if (appliesTo === "member")
    return (await isMember(tx, organisationId, subjectId))
      ? ok(undefined)
      : fail("bad_input", {}, { fields: { subjectId: texts.capMemberUnknown } });
  return isBuiltInRole(subjectId) || (await hasCustomRole(tx, organisationId, subjectId))
    ? ok(undefined)
    : fail("bad_input", {}, { fields: { subjectId: texts.capRoleUnknown } });
}

/** Sets a cap. It counts what was spent in its period before it was set. */
export const saveCap =
  (deps: SpendingDeps): Handler<typeof save> =>
  async (input, caller) => {
    return deps.db.transaction(scopeOf(caller), async (tx) => {
      const checked = await checkSubject(tx, caller.ownerId, input);
      if (!checked.ok) return checked;
      const { amount: amountMinor, ...rest } = input;
      const cap = { id: deps.ids.publicId(), organisationId: caller.ownerId, amountMinor, ...rest };
      const id = await storeCap(tx, cap, spendingCapsMax);
      if (id === undefined)
        return fail("organisation_full", { most: String(spendingCapsMax), what: texts.spendingCaps });
      await writeAudit(tx, deps.ids, {
        actorKind: "user",
        actorId: caller.userId,
        action: "cap_saved",
        objectId: id,
        reason: describeCap(input),
      });
      const saved = (await readCaps(deps, tx, caller.ownerId)).find((one) => one.id === id);
      if (!saved) throw new Error("a cap that was stored is missing");
      return ok({ cap: saved });
    });
  };

/** One line for the audit; ids and amounts only. */
const describeCap = ({ appliesTo, subjectId, period, searchType, amount, count }: Input): string =>
  [appliesTo, subjectId, `per ${period}`, searchType ?? "all", `kobo ${amount ?? "-"}`, `count ${count ?? "-"}`].join(
    " ",
  );

export const removeCap =
  (deps: SpendingDeps): Handler<typeof remove> =>
  async ({ id }, caller) => {
    return deps.db.transaction(scopeOf(caller), async (tx) => {
      if (!(await deleteCap(tx, caller.ownerId, id))) return ok({ result: "success" }); // removed already
      await writeAudit(tx, deps.ids, {
        actorKind: "user",
        actorId: caller.userId,
        action: "cap_removed",
        objectId: id,
      });
      return ok({ result: "success" });
    });
  };
