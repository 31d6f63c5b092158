import { pbkdf2Sync } from "node:crypto";

import { captchaChallenge, login, registration } from "@idanimo/contract/accounts";
import { apiBase } from "@idanimo/contract/operation";
import { expect, type Page } from "@playwright/test";

import { waitForCode, uniqueEmail, type Person } from "./account.ts";
import { origins } from "./test-environment.ts";

type Purpose = "login" | "registration" | "fpassword";
type Challenge = {
  readonly parameters: {
    readonly algorithm: string;
    readonly nonce: string;
    readonly salt: string;
    readonly cost: number;
    readonly keyLength: number;
    readonly keyPrefix: string;
  };
};

/** A challenge worked out as a page does it: the first number whose derived key begins as asked. */
async function solveCaptcha(purpose: Purpose): Promise<string> {
  const asked = await fetch(`${origins.product}${apiBase}${captchaChallenge.path}?purpose=${purpose}`);
  const challenge = (await asked.json()) as Challenge;
  const { algorithm, nonce, salt, cost, keyLength, keyPrefix } = challenge.parameters;
  expect(algorithm).toBe("PBKDF2/SHA-256");
  const number = Buffer.alloc(4);
  for (let counter = 0; ; counter += 1) {
    number.writeUInt32BE(counter);
    const password = Buffer.concat([Buffer.from(nonce, "hex"), number]);
    const derivedKey = pbkdf2Sync(password, Buffer.from(salt, "hex"), cost, keyLength, "sha256").toString("hex");
    if (derivedKey.startsWith(keyPrefix))
      return Buffer.from(JSON.stringify({ challenge, solution: { counter, derivedKey } })).toString("base64");
  }
}

async function post(path: string, body: object): Promise<Record<string, unknown>> {
  const answer = await fetch(`${origins.product}${apiBase}${path}`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  const told = (await answer.json()) as Record<string, unknown>;
  expect(answer.status, `${path}: ${JSON.stringify(told)}`).toBe(200);
  return told;
}

/** A person whose mail address nobody had before, also when a test is begun anew. */
export function makePerson(firstName: string, more: Partial<Person> = {}): Person {
  return {
    firstName,
    lastName: "Account",
    email: uniqueEmail(firstName.toLowerCase()),
    password: "Rain-on-7-roofs",
    ...more,
  };
}

/** What a business says of itself beside its person. */
export type Business = {
  readonly businessName: string;
  readonly rcNumber: string;
  readonly officeAddress: string;
  readonly designation: string;
  readonly nin: string;
};

/**
 * Opens an account without the screens, for tests of what comes after.
 * @param by which of the two codes opens it: the one of the SMS leaves the mailbox unproved
 */
export async function createAccount(
  person: Person,
  { by = "mail", business }: { readonly by?: "mail" | "sms"; readonly business?: Business } = {},
): Promise<void> {
  const { phone, ...rest } = person;
  const phoneNumber = phone?.replace(/^0/, "+234");
  const { id } = await post(registration.path, {
    userType: business ? "business" : "individual",
    ...rest,
    ...business,
    ...(phoneNumber && { phoneNumber }),
    ipAddress: null,
    captcha: await solveCaptcha("registration"),
  });
  const code = await waitForCode(by === "sms" && phoneNumber ? phoneNumber : person.email, by);
  await post("/auth/activation", { id, code });
}

/** Signs a browser in by the call that the form makes; the next page it opens is signed in. */
export async function signInByApi(page: Page, { email, password }: Person): Promise<void> {
  await page.goto("/contact", { waitUntil: "commit" });
  const body = { email, password, ipAddress: null, captcha: await solveCaptcha("login") };
  const status = await page.evaluate(
    async ([address, sent]) => {
      const headers = { "content-type": "application/json" };
      return (await fetch(address, { method: "POST", headers, body: sent })).status;
    },
    [apiBase + login.path, JSON.stringify(body)] as const,
  );
  expect(status, `${email} signs in`).toBe(200);
}

/** Somebody who has an account, signed in, at the dashboard. */
export async function openDashboard(page: Page, person: Person): Promise<void> {
  await signInByApi(page, person);
  await page.goto("/main-dashboard");
}

/** An account without a history, signed in, at the dashboard. */
export async function createAccountAndSignIn(page: Page, person: Person): Promise<void> {
  await createAccount(person);
  await openDashboard(page, person);
}
