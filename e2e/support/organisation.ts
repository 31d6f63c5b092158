import {
  acceptInvitation,
  createOrganisation,
  inviteMember,
  updateOrganisation,
} from "@idanimo/contract/organisations/organisations";
import { apiBase, organisationHeader } from "@idanimo/contract/operation";
import type { BrowserContextOptions, BrowserContext, Page } from "@playwright/test";

import type { Person } from "./account.ts";
import { createAccount, makePerson, signInByApi } from "./api.ts";
import { extractFrom, waitForMessage } from "./inbox.ts";
import { expect } from "./patient-expect.ts";

/** Calls the API as a page of the product does, for an organisation if one is given. */
export async function callApi(
  page: Page,
  path: string,
  body: object,
  organisationId?: string,
): Promise<Record<string, unknown>> {
  const { status, reported } = await page.evaluate(
    async ([address, sent, header, organisation]) => {
      const headers = { "content-type": "application/json", ...(organisation && { [header]: organisation }) };
      const response = await fetch(address, { method: "POST", headers, body: sent });
      return { status: response.status, reported: (await response.json()) as Record<string, unknown> };
    },
    [apiBase + path, JSON.stringify(body), organisationHeader, organisationId ?? ""] as const,
  );
  expect(status, `${path}: ${JSON.stringify(reported)}`).toBe(200);
  return reported;
}

/** An organisation with its owner and a colleague, each signed in on a page that acts for it. */
export type TestOrganisation = {
  readonly id: string;
  readonly owner: Page;
  readonly ownerPerson: Person;
  readonly colleague: Page;
  readonly colleaguePerson: Person;
};

/** Creates an organisation, and a colleague who joined it. */
export async function createTestOrganisation(
  owner: Page,
  newPerson: (options?: BrowserContextOptions) => Promise<BrowserContext>,
  {
    name = "Bright Homes",
    roles = ["requester"],
    colleague: options,
  }: { readonly name?: string; readonly roles?: readonly string[]; readonly colleague?: BrowserContextOptions } = {},
): Promise<TestOrganisation> {
  const [ownerPerson, colleaguePerson] = [makePerson("Ngozi"), makePerson("Bola")];
  await createAccount(ownerPerson);
  await signInByApi(owner, ownerPerson);
  const created = createOrganisation.output.parse(await callApi(owner, createOrganisation.path, { name }));
  const id = created.organisation.organisationId;
  const facts = { rcNumber: "RC 123456", officeAddress: "4 Bello Road, Kano", acceptTerms: true };
  await callApi(owner, updateOrganisation.path, facts, id);
  await callApi(owner, inviteMember.path, { email: colleaguePerson.email, roles }, id);
  const mail = await waitForMessage(/\/join\//, { to: colleaguePerson.email, channel: "mail" });
  const token = extractFrom(mail, /\/join\/([\w-]+)/);
  await createAccount(colleaguePerson);
  const colleague = await (await newPerson(options)).newPage();
  await signInByApi(colleague, colleaguePerson);
  await callApi(colleague, acceptInvitation.path, { token });
  for (const page of [owner, colleague]) await page.goto(`/main-dashboard?organisation=${id}`);
  return { id, owner, ownerPerson, colleague, colleaguePerson };
}
