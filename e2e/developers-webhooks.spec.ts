import { createHmac } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";

import type { Page } from "@playwright/test";

import { expectAccessible } from "./support/accessibility.ts";
import { createAccount, makePerson, signInByApi } from "./support/api.ts";
import { expectNoAxeViolations, setTheme, themes } from "./support/appearance.ts";
import { createTestOrganisation } from "./support/organisation.ts";
import { expect, test } from "./support/test.ts";

type Received = { readonly headers: IncomingHttpHeaders; readonly body: string };

/** A server of a customer on this machine, which responds with `status`. */
async function startReceiver() {
  const received: Received[] = [];
  const receiver = { status: 200, received, url: "", close: () => server.close() };
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      received.push({ headers: request.headers, body });
      response.writeHead(receiver.status).end(`Response number ${received.length}`);
    });
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  receiver.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hooks`;
  return receiver;
}

async function expectLooksRight(page: Page, what: string) {
  for (const width of [360, 1440])
    for (const theme of themes) {
      await page.setViewportSize({ width, height: 900 });
      await setTheme(page, theme);
      await expectNoAxeViolations(page, `${what} ${width} ${theme}`);
    }
}

/** Whether a delivery has a signature of a secret, by the Standard Webhooks specification. */
function isSignedBy({ headers, body }: Received, secret: string): boolean {
  const key = Buffer.from(secret.slice("whsec_".length), "base64");
  const signed = `${String(headers["webhook-id"])}.${String(headers["webhook-timestamp"])}.${body}`;
  const signature = createHmac("sha256", key).update(signed).digest("base64");
  return String(headers["webhook-signature"]).split(" ").includes(`v1,${signature}`);
}

/** Reads the secret in a dialog that shows it once, and closes it. */
async function takeSecret(page: Page, title: string): Promise<string> {
  const dialog = page.getByRole("dialog", { name: title });
  const secret = (await dialog.locator("code").textContent()) ?? "";
  expect(secret).toMatch(/^whsec_[\w+/=]{44}$/);
  await expect(dialog.getByText('There is no "v1," before the secret.')).toBeVisible();
  await expect(dialog.getByRole("button", { name: "Copy the secret" })).toBeVisible();
  await expect(dialog.getByRole("button", { name: "Done" })).toBeDisabled();
  await expectAccessible(page);
  await dialog.getByRole("checkbox", { name: "I have copied it" }).press("Space");
  await dialog.getByRole("button", { name: "Done" }).press("Enter");
  await expect(page.getByText(secret)).toHaveCount(0);
  return secret;
}

test("an owner adds an endpoint, receives events and sends them again [DP-06 DP-07 DP-11]", async ({
  page,
  newPerson,
  trouble,
}) => {
  trouble.allow(/developers\/webhooks/, 400); // an address that is not public
  const receiver = await startReceiver();
  const { owner, colleague } = await createTestOrganisation(page, newPerson);
  const deliveries = owner.getByRole("list", { name: "Deliveries, newest first" }).locator("> li");

  const secret =
    await test.step("the form says what is missing, by keyboard, and the secret is shown once", async () => {
      await owner.goto("/developers/keys");
      await owner
        .getByRole("navigation", { name: "Developers" })
        .getByRole("link", { name: "Webhooks" })
        .press("Enter");
      await expect(owner.getByText("No endpoints yet")).toBeVisible();
      await owner.getByRole("button", { name: "Add the first endpoint" }).press("Enter");
      const form = owner.getByRole("dialog", { name: "New endpoint" });
      await form.getByRole("button", { name: "Add endpoint" }).press("Enter");
      await expect(form.getByText("Choose at least one event.")).toBeVisible();
      await form.getByRole("checkbox", { name: "request.decided" }).press("Space");
      await form.getByLabel("URL").fill("https://10.0.0.1/hooks");
      await form.getByLabel("URL").press("Enter");
      await expect(form.getByText("This address is not on the public internet.", { exact: false })).toBeVisible();
      await expectAccessible(owner);
      await form.getByLabel("URL").fill(receiver.url);
      await form.getByLabel("URL").press("Enter");
      return takeSecret(owner, "The secret of your endpoint");
    });

  await test.step("a test event arrives, signed", async () => {
    const endpoints = owner.getByRole("table", { name: "Webhook endpoints" });
    await expect(endpoints).toContainText("Enabled");
    await expect(endpoints).toContainText("No attempts yet");
    await expectLooksRight(owner, "endpoints");
    await endpoints.getByRole("link", { name: receiver.url }).press("Enter");
    await expect(owner.getByText("No deliveries yet")).toBeVisible();
    await owner.getByRole("button", { name: "Send test event" }).press("Enter");
    await expect(deliveries.filter({ hasText: "webhook.test" })).toContainText("Delivered");
    expect(receiver.received.map(({ body }) => JSON.parse(body) as unknown)).toMatchObject([{ type: "webhook.test" }]);
    expect(receiver.received.map((one) => isSignedBy(one, secret))).toEqual([true]);
  });

  await test.step("the attempt is shown, and the delivery is sent again with its id", async () => {
    await deliveries.getByText("1 attempt").press("Enter");
    const attempts = deliveries.getByRole("table", { name: "Attempts, oldest first" });
    await expect(attempts).toContainText("200");
    await expect(attempts).toContainText(/\d+ ms/);
    await expect(attempts).toContainText("Response number 1");
    await expectAccessible(owner);
    await expectLooksRight(owner, "deliveries");
    await deliveries.getByRole("button", { name: "Send again" }).press("Enter");
    await expect(attempts).toContainText("Response number 2");
    const [first, second] = receiver.received;
    expect(second?.headers["webhook-id"]).toBe(first?.headers["webhook-id"]);
  });

  await test.step("a failure is shown; after disabling and enabling all failed ones are sent again", async () => {
    receiver.status = 500;
    await owner.getByRole("button", { name: "Send test event" }).click();
    await expect(deliveries).toHaveCount(2);
    await deliveries
      .first()
      .getByText(/^\d attempts?$/)
      .click();
    await expect(deliveries.first().getByRole("table")).toContainText("500");
    await expect(deliveries.first()).toContainText("Next attempt");
    await owner.getByRole("button", { name: "Disable" }).click();
    await owner.getByRole("alertdialog").getByRole("button", { name: "Disable endpoint" }).click();
    await expect(owner.getByText("A member disabled this endpoint")).toBeVisible();
    await owner.getByLabel("State").selectOption("Failed");
    await expect(deliveries).toHaveCount(1);
    await expectLooksRight(owner, "a disabled endpoint");
    receiver.status = 204;
    await owner.getByRole("button", { name: "Enable" }).click();
    await owner.getByRole("button", { name: "Send failed again" }).click();
    const form = owner.getByRole("dialog", { name: "Send failed deliveries again" });
    await form.getByLabel("Events of").selectOption("The last hour");
    await form.getByRole("button", { name: "Send again" }).press("Enter");
    await expect(owner.getByText("1 delivery is sent again.")).toBeVisible();
    await owner.getByLabel("State").selectOption("Delivered");
    await expect(deliveries).toHaveCount(2);
  });

  await test.step("after a changed secret, both sign", async () => {
    await owner.getByRole("button", { name: "Change secret" }).click();
    await owner.getByRole("alertdialog").getByRole("button", { name: "Change secret" }).click();
    const next = await takeSecret(owner, "The new secret of your endpoint");
    expect(next).not.toBe(secret);
    await expect(owner.getByText(/^Signs too until/)).toBeVisible();
    const before = receiver.received.length;
    await owner.getByRole("button", { name: "Send test event" }).click();
    await expect(deliveries).toHaveCount(3);
    const sent = receiver.received.slice(before);
    expect(sent.map((one) => [secret, next].map((key) => isSignedBy(one, key)))).toEqual([[true, true]]);
  });

  await test.step("it is deleted; a requester sees no webhooks", async () => {
    await owner.getByRole("button", { name: "Delete" }).click();
    await owner.getByRole("alertdialog").getByRole("button", { name: "Delete endpoint" }).click();
    await expect(owner.getByText("No endpoints yet")).toBeVisible();
    await colleague.goto("/developers/webhooks");
    await expect(colleague.getByText("Your role does not include this page")).toBeVisible();
  });
  receiver.close();
});

test("a person's own account is led to an organisation [DP-06]", async ({ page }) => {
  const person = makePerson("Ada");
  await createAccount(person);
  await signInByApi(page, person);
  await page.goto("/developers/webhooks");
  await expect(page.getByText("You are using your own account")).toBeVisible();
  await expectAccessible(page);
});

test("test mode has endpoints of its own [DP-17 DP-18]", async ({ page, newPerson }) => {
  const receiver = await startReceiver();
  const { owner } = await createTestOrganisation(page, newPerson, { name: "Kano Lenders" });
  await owner.getByRole("switch", { name: "Test mode" }).click();
  await owner.goto("/developers/webhooks");
  await owner.getByRole("button", { name: "Add the first endpoint" }).click();
  const form = owner.getByRole("dialog", { name: "New endpoint" });
  await form.getByRole("checkbox", { name: "request.closed" }).press("Space");
  await form.getByLabel("URL").fill(receiver.url);
  await form.getByLabel("URL").press("Enter");
  await takeSecret(owner, "The secret of your endpoint");
  const endpoints = owner.getByRole("table", { name: "Webhook endpoints" });
  await expect(endpoints.getByText("Test", { exact: true })).toBeVisible();
  await expectLooksRight(owner, "endpoints of test mode");
  await endpoints.getByRole("link", { name: receiver.url }).press("Enter");
  await owner.getByRole("button", { name: "Send test event" }).click();
  await expect(owner.getByRole("list", { name: "Deliveries, newest first" })).toContainText("Delivered");
  const bodies = receiver.received.map(({ body }) => JSON.parse(body) as unknown);
  expect(bodies).toMatchObject([{ type: "webhook.test", mode: "test" }]);
  await owner.getByRole("complementary", { name: "Test mode" }).getByRole("button", { name: "Leave" }).click();
  await owner.goto("/developers/webhooks");
  await expect(owner.getByText("No endpoints yet")).toBeVisible();
  receiver.close();
});
