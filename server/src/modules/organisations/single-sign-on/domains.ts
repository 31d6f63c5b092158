import { domainsMax } from "@idanimo/contract/organisations/limits";
import type {
  addDomain,
  checkDomain as checkDomainOperation,
  OrganisationDomain,
  organisationDomains,
  removeDomain,
} from "@idanimo/contract/organisations/single-sign-on";
import { emailDomains } from "@idanimo/contract/organisations/texts";
import { fail, ok } from "@idanimo/contract/problems";
import type { Handler } from "../../../http/call.ts";
import { changeOrganisation } from "../change-organisation.ts";
import type { OrganisationDeps } from "../deps.ts";
import * as store from "./domain-store.ts";

const recordPrefix = "idanimo-domain-verification=";

const domainView = ({ domain, token, verified_at: verifiedAt }: store.DomainRow): OrganisationDomain => ({
  domain,
  record: recordPrefix + token,
  verifiedAt: verifiedAt?.toISOString() ?? null,
});

export function listDomains({ db }: Pick<OrganisationDeps, "db">): Handler<typeof organisationDomains> {
  return async (_input, { ownerId }) => ok({ domains: (await store.findDomains(db.single, ownerId)).map(domainView) });
}

/** Adds a domain with a record of its own. An unverified one blocks no one. */
export function storeDomain(deps: OrganisationDeps): Handler<typeof addDomain> {
  return ({ domain }, caller) =>
    changeOrganisation(deps, caller, { right: "sso:manage" }, async (tx, organisation) => {
      const known = await store.findDomains(tx, organisation.id);
      const same = known.find((one) => one.domain === domain);
      if (same) return ok({ domain: domainView(same) });
      if ((await store.findDomainOwner(tx, domain)) !== undefined) return fail("domain_taken", {});
      if (known.length >= domainsMax)
        return fail("organisation_full", { most: String(domainsMax), what: emailDomains });
      const token = deps.ids.token();
      await store.insertDomain(tx, organisation.id, domain, token);
      await organisation.audit(tx, { action: "domain_added", objectId: organisation.id, reason: domain.slice(0, 200) });
      return ok({ domain: domainView({ domain, token, verified_at: null }) });
    });
}

/** Verifies a domain if its record is published. DNS is asked outside of any transaction. [TM-11] */
export function checkDomain(deps: OrganisationDeps): Handler<typeof checkDomainOperation> {
  return async ({ domain }, caller) => {
    const claimed = await store.findDomain(deps.db.single, caller.ownerId, domain);
    if (!claimed) return fail("not_found", {});
    if (claimed.verified_at) return ok({ domain: domainView(claimed) });
    const inLimit = await deps.limits.consume("domain_check_organisation", caller.ownerId);
    if (!inLimit.ok) return inLimit;
    const records = await deps.domainRecords.find(domain);
    if (!records) return fail("domain_unreachable", {});
    if (!records.some((record) => record.trim() === domainView(claimed).record))
      return fail("domain_record_missing", {});
    return changeOrganisation(deps, caller, { right: "sso:manage" }, async (tx, organisation) => {
      await store.lockDomain(tx, domain);
      const owner = await store.findDomainOwner(tx, domain);
      if (owner !== undefined && owner !== organisation.id) return fail("domain_taken", {});
      // removed and added again meanwhile: its record is another one
      const current = await store.findDomain(tx, organisation.id, domain);
      if (current?.token !== claimed.token) return fail("not_found", {});
      await store.markDomainVerified(tx, organisation.id, domain);
      await organisation.audit(tx, {
        action: "domain_verified",
        objectId: organisation.id,
        reason: domain.slice(0, 200),
      });
      const verified = await store.findDomain(tx, organisation.id, domain);
      return verified ? ok({ domain: domainView(verified) }) : fail("not_found", {});
    });
  };
}

export function dropDomain(deps: OrganisationDeps): Handler<typeof removeDomain> {
  return ({ domain }, caller) =>
    changeOrganisation(deps, caller, { right: "sso:manage" }, async (tx, organisation) => {
      if (!(await store.deleteDomain(tx, organisation.id, domain))) return fail("not_found", {});
      await organisation.audit(tx, {
        action: "domain_removed",
        objectId: organisation.id,
        reason: domain.slice(0, 200),
      });
      return ok({ result: "success" } as const);
    });
}
