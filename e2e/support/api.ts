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

/** Solves a captcha challenge as a page does: the first number whose derived key has the given prefix. */
async function solveCaptcha(purpose: Purpose): Promise<string> {
  const response = await fetch(`${origins.product}${apiBase}${captchaChallenge.path}?purpose=${purpose}`);
  const challenge = (await response.json()) as Challenge;
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
  const response = await fetch(`${origins.product}${apiBase}${path}`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  const reported = (await response.json()) as Record<string, unknown>;
  expect(response.status, `${path}: ${JSON.stringify(reported)}`).toBe(200);
  return reported;
}

/** A person with a new email address, also when a test is retried. */
export function makePerson(firstName: string, more: Partial<Person> = {}): Person {
  return {
    firstName,
    lastName: "Account",
    email: uniqueEmail(firstName.toLowerCase()),
    password: "Rain-on-7-roofs",
    ...more,
  };
}

/** Business details of a sign-up. */
export type Business = {
  readonly businessName: string;
  readonly rcNumber: string;
  readonly officeAddress: string;
  readonly designation: string;
  readonly nin: string;
};

/**
 * Creates and activates an account by API calls.
 * @param by the code that activates it: an SMS code leaves the email unverified
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

/** Signs a browser in by the API call of the form; the next page it opens is signed in. */
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

/** Signs in and opens the dashboard. */
export async function openDashboard(page: Page, person: Person): Promise<void> {
  await signInByApi(page, person);
  await page.goto("/main-dashboard");
}

/** Creates an account without history, signs in and opens the dashboard. */
export async function createAccountAndSignIn(page: Page, person: Person): Promise<void> {
  await createAccount(person);
  await openDashboard(page, person);
}
