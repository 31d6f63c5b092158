import { domainOfEmail, type findSso, type SsoFailure } from "@idanimo/contract/organisations/single-sign-on";
import { ok } from "@idanimo/contract/problems";
import type { CallContext, Handler } from "../../../http/call.ts";
import { secretsEqual } from "../../../kernel/vault.ts";
import { admitBySso, findSignOnOfDomain, openConnection, ssoReturnUrl } from "../../organisations/index.ts";
import type { AccountDeps } from "../deps.ts";
import { createFlow, type RedirectFlow } from "../social/flow-cookies.ts";
import { consumeNonce } from "../social/store.ts";
import { completeFirstFactor, type LoginResponse } from "../use-cases/complete-sign-in.ts";
import { findOrCreateSsoAccount } from "./find-or-create-account.ts";

/** Whether a domain signs in with an organisation's provider; about the domain only, so it discloses no account. */
export function lookUpSso(deps: AccountDeps): Handler<typeof findSso> {
  return async ({ email }, _caller, context) => {
    const inLimit = await deps.limits.consume("sso_lookup_address", context.ip);
    if (!inLimit.ok) return inLimit;
    const found = await findSignOnOfDomain(deps.db.single, domainOfEmail(email));
    return ok({
      organisation: found ? { id: found.id, name: found.name, enforced: found.state === "enforced" } : null,
    });
  };
}

type Departure = { readonly address: string; readonly flow: RedirectFlow };

/** Begins a sign-in with an organisation's provider. @returns the provider's page, or why there is none */
export async function beginSsoSignIn(
  deps: AccountDeps,
  organisationId: string,
  browser: { readonly ip: string; readonly device: string | undefined },
): Promise<Departure | SsoFailure> {
  if (!(await deps.limits.consume("login_address", browser.ip)).ok) return "too_many";
  const connection = await openConnection(deps, organisationId);
  if (!connection) return "not_offered";
  const flow = createFlow(deps.ids, browser.device);
  const address = await deps.enterpriseSignIn.begin(connection, flow, ssoReturnUrl(deps.publicUrl));
  return address === undefined ? "unreachable" : { address, flow };
}

export type SsoReturn = {
  /** The query with which the browser came back. */
  readonly query: string;
  /** What this browser stored when it left. */
  readonly stored: { readonly organisationId: string; readonly flow: RedirectFlow };
  readonly context: CallContext;
};

/** Signs in the person for whom the provider vouches, once per flow, as a member of the organisation. [TM-11] */
export async function finishSsoSignIn(
  deps: AccountDeps,
  { query, stored: { organisationId, flow }, context }: SsoReturn,
): Promise<LoginResponse | SsoFailure> {
  const returned = new URL(ssoReturnUrl(deps.publicUrl));
  returned.search = query;
  const state = returned.searchParams.getAll("state");
  if (state.length !== 1 || !secretsEqual(state[0] ?? "", flow.state)) return "refused";
  // count only now: any page can make a browser come here without parameters
  if (!(await deps.limits.consume("login_address", context.ip)).ok) return "too_many";
  if (!(await consumeNonce(deps.db.single, flow.state))) return "refused";
  const connection = await openConnection(deps, organisationId);
  if (!connection) return "not_offered";
  const outcome = await deps.enterpriseSignIn.finish(connection, returned, flow);
  if (outcome.kind !== "person") return outcome.kind;
  const account = await findOrCreateSsoAccount(deps, organisationId, outcome.person);
  if (typeof account === "string") return account;
  const { userId } = account;
  const name = `${outcome.person.firstName} ${outcome.person.lastName}`.trim();
  const refusal = await admitBySso(deps, { organisationId, userId, name });
  if (refusal !== undefined) return refusal;
  const response = await completeFirstFactor(deps, userId, context);
  if (!response) return "refused";
  await deps.limits.refund("login_address", context.ip); // only failures count: many people share an address
  return response;
}
