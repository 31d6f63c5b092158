import { type Actor, scopeOf } from "../../../http/call.ts";
import { catalogueRowOf, isHolderCheck } from "@idanimo/contract/catalogue";
import type { PlateOwner } from "@idanimo/contract/plate-owner";
import { isResultAvailable } from "@idanimo/contract/request-status";
import { findVisibleOwner } from "../../results/index.ts";
import type { VerificationDeps } from "../deps.ts";
import { readRequest, type RequestView } from "../read-request.ts";
import { hasOwnerValues, mayAskAgain, ownerRequestState } from "./owner-values.ts";
import { findOwnerRequest, findResultOfOwnerRequest } from "./store.ts";

type ReadDeps = Pick<VerificationDeps, "db" | "keys" | "ids">;
type ReadAction = Parameters<typeof readRequest>[3];

/** A request as its requester may see it, and where the request to the vehicle's owner stands. */
export type PlateView = RequestView & {
  /** Null for other search types, and where the owner's values need no consent. */
  readonly plateOwner: PlateOwner | null;
};

/**
 * Reads a request like `readRequest`. A result of a registration number has the owner's values only while a request of
 * its own, which the owner granted, is visible; they are read through that request, with an audit row of their own.
 */
export async function readRequestWithOwner(
  deps: ReadDeps,
  actor: Actor,
  id: string,
  action: ReadAction,
): Promise<PlateView | undefined> {
  const view = await readRequest(deps, actor, id, action);
  if (!view) return undefined;
  if (isHolderCheck(view.row.search_type)) return readOwnerRequest(deps, actor, view);
  if (!catalogueRowOf(view.row.search_type).ownerCheck) return { ...view, plateOwner: null };
  const isOpen = isResultAvailable(view.standing, view.row.now);
  if (!isOpen || (view.found && hasOwnerValues(view.found.record))) return { ...view, plateOwner: null };
  return addOwner(deps, actor, view, action);
}

async function addOwner(deps: ReadDeps, actor: Actor, view: RequestView, action: ReadAction): Promise<PlateView> {
  const resultId = view.row.id;
  const { request, isStored } = await deps.db.transaction(scopeOf(actor), async (tx) => ({
    request: await findOwnerRequest(tx, resultId),
    isStored: (await findVisibleOwner(tx, resultId))?.piece !== undefined,
  }));
  const withOwner = (plateOwner: PlateOwner | null, owner?: RequestView): PlateView => ({
    ...view,
    found: view.found && {
      ...view.found,
      record: { ...view.found.record, ...owner?.found?.record },
      withheld: owner?.found ? [] : ["owner"],
    },
    plateOwner,
  });
  const unasked = { resultId, requestId: null, outcome: null, deadline: null, goneAt: null };
  if (request === undefined || (isStored && mayAskAgain(request.outcome)))
    return withOwner({ ...unasked, state: isStored ? "not_asked" : "no_contact" });
  const owner = await readRequest(deps, actor, request.requestId, action);
  return owner ? withOwner(ownerStateOf(resultId, owner), owner) : withOwner(null);
}

async function readOwnerRequest(deps: ReadDeps, actor: Actor, view: RequestView): Promise<PlateView> {
  const resultId = await deps.db.transaction(scopeOf(actor), (tx) => findResultOfOwnerRequest(tx, view.row.id));
  return { ...view, plateOwner: resultId === undefined ? null : ownerStateOf(resultId, view) };
}

const ownerStateOf = (resultId: string, { row, standing: status }: RequestView): PlateOwner => ({
  resultId,
  requestId: row.id,
  state: ownerRequestState(status, row.now),
  outcome: row.outcome,
  deadline: row.deadline?.toISOString() ?? null,
  goneAt: status.goneAt?.toISOString() ?? null,
});
