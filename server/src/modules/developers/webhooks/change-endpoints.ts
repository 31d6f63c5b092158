import { webhookEndpointsMax } from "@idanimo/contract/developers/limits";
import type {
  changeWebhook,
  createWebhook,
  deleteWebhook,
  rotateWebhookSecret,
} from "@idanimo/contract/developers/webhooks";
import { fail, ok, type Result } from "@idanimo/contract/problems";
import type { Handler } from "../../../http/call.ts";
import { changeOrganisation } from "../../organisations/index.ts";
import { isPublicAddress } from "../../../providers/public-addresses.ts";
import { isIP } from "node:net";
import type { WebhookDeps } from "./deps.ts";
import * as store from "./endpoint-store.ts";
import { findAddressError } from "./rules.ts";
import { createSecret } from "./secrets.ts";

type Deps = Pick<WebhookDeps, "db" | "ids" | "keys" | "mode" | "isLoopbackAllowed">;
const needed = { right: "webhooks:manage" } as const;

/** Checks the address of an endpoint; a name is checked again at each connection [DP-06]. */
function checkAddress(url: string, isLoopbackAllowed: boolean): Result<void, "bad_input" | "address_not_public"> {
  const error = findAddressError(url, isLoopbackAllowed);
  if (error !== undefined) return fail("bad_input", {}, { fields: { url: error } });
  const { hostname, protocol } = new URL(url);
  const plain = hostname.replace(/^\[|\]$/g, "");
  const isLocal = isLoopbackAllowed && findAddressError(`http://${hostname}/`, true) === undefined;
  if (isLocal && /^https?:$/.test(protocol)) return ok(undefined);
  const isLocalName = /(^|\.)(localhost|local|internal)\.?$/i.test(plain);
  return (isIP(plain) !== 0 && !isPublicAddress(plain)) || isLocalName ? fail("address_not_public", {}) : ok(undefined);
}

/** Creates an endpoint. Its secret is stored sealed, so this response is the only one with it. */
export function makeWebhook(deps: Deps): Handler<typeof createWebhook> {
  return async ({ url, events }, caller) => {
    const allowed = checkAddress(url, deps.isLoopbackAllowed);
    if (!allowed.ok) return allowed;
    return changeOrganisation(deps, caller, needed, async (tx, organisation) => {
      if ((await store.countEndpoints(tx, organisation.id, deps.mode)) >= webhookEndpointsMax)
        return fail("endpoint_limit", { most: String(webhookEndpointsMax) });
      const id = deps.ids.publicId();
      await store.insertEndpoint(tx, {
        id,
        organisation_id: organisation.id,
        mode: deps.mode,
        url,
        events: [...new Set(events)],
        created_by: organisation.actor.userId,
      });
      const secret = await createSecret(tx, deps, { organisationId: organisation.id, endpointId: id });
      await organisation.audit(tx, { action: "webhook_created", objectId: id });
      return ok({ id, secret });
    });
  };
}

/** Changes address, events and state. Enabling sends nothing: a member chooses what is sent again. */
export function saveWebhook(deps: Deps): Handler<typeof changeWebhook> {
  return async ({ id, url, events, state }, caller) => {
    const allowed = url === undefined ? ok(undefined) : checkAddress(url, deps.isLoopbackAllowed);
    if (!allowed.ok) return allowed;
    return changeOrganisation(deps, caller, needed, async (tx, organisation) => {
      if (!(await store.findEndpoint(tx, organisation.id, deps.mode, id))) return fail("not_found", {});
      if (url !== undefined || events !== undefined) {
        await store.updateEndpoint(tx, id, {
          ...(url !== undefined && { url }),
          ...(events !== undefined && { events: [...new Set(events)] }),
        });
        await organisation.audit(tx, { action: "webhook_changed", objectId: id });
      }
      if (state === "enabled") await store.enableEndpoint(tx, id);
      if (state === "disabled") await store.disableEndpoint(tx, id, "member");
      if (state !== undefined) await organisation.audit(tx, { action: `webhook_${state}`, objectId: id });
      return ok({ result: "success" as const });
    });
  };
}

export function dropWebhook(deps: Deps): Handler<typeof deleteWebhook> {
  return ({ id }, caller) =>
    changeOrganisation(deps, caller, needed, async (tx, organisation) => {
      if (!(await store.findEndpoint(tx, organisation.id, deps.mode, id))) return fail("not_found", {});
      await store.deleteEndpoint(tx, id);
      await organisation.audit(tx, { action: "webhook_deleted", objectId: id });
      return ok({ result: "success" as const });
    });
}

/** Creates a new secret; the earlier one signs too for 24 hours. [DP-11] */
export function changeSecret(deps: Deps): Handler<typeof rotateWebhookSecret> {
  return ({ id }, caller) =>
    changeOrganisation(deps, caller, needed, async (tx, organisation) => {
      if (!(await store.findEndpoint(tx, organisation.id, deps.mode, id))) return fail("not_found", {});
      const until = await store.endCurrentSecret(tx, id);
      const secret = await createSecret(tx, deps, { organisationId: organisation.id, endpointId: id });
      await organisation.audit(tx, { action: "webhook_secret_changed", objectId: id });
      return ok({ secret, earlierSecretUntil: until.toISOString() });
    });
}
