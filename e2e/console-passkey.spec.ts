import { expectWellMade, signInOperator } from "./support/console.ts";
import { at } from "./support/keyboard.ts";
import { addPasskeyDevice } from "./support/passkey-device.ts";
import { expect, test } from "./support/test.ts";
import { origins } from "./support/test-environment.ts";

test("an operator adds a passkey, signs in with it alone, and removes it, by keyboard [OC-03 OC-19]", async ({
  newPerson,
  trouble,
}) => {
  test.setTimeout(240_000);
  trouble.allow(/\/console\/v1\/me$/, 401); // before the sign-in
  trouble.allow(/\/sign-in\/second-step$/, 400); // with a code that was used
  const context = await newPerson();
  const olu = await context.newPage();
  const device = await addPasskeyDevice(context, olu);
  await signInOperator(olu, "olu@example.test");
  await olu.goto(`${origins.console}/access`);
  await expect(olu.getByText("You have no passkey.")).toBeVisible();
  await expectWellMade(olu);

  await test.step("the password and the device add it", async () => {
    await at(olu, olu.getByRole("button", { name: "Add a passkey" }), { press: "Enter" });
    const dialog = olu.getByRole("dialog", { name: "Add a passkey" });
    await at(olu, dialog.getByLabel("Your password"), { type: "Example-1-password" });
    await olu.keyboard.press("Enter");
    await expect(olu.getByText("The passkey is added.")).toBeVisible();
    expect(await device.credentials()).toHaveLength(1);
    await expectWellMade(olu);
  });

  await test.step("it signs in without password and code", async () => {
    await olu.setViewportSize({ width: 1440, height: 900 });
    await at(olu, olu.getByRole("button", { name: "Sign out" }), { press: "Enter" });
    await expect(olu.getByRole("heading", { level: 1, name: "Sign in to the console" })).toBeVisible();
    await expectWellMade(olu);
    await at(olu, olu.getByRole("button", { name: "Sign in with a passkey" }), { press: "Enter" });
    await expect(olu.getByRole("heading", { level: 1, name: "Your access" })).toBeVisible();
  });

  await test.step("the password removes it, and then it signs in no more", async () => {
    await at(olu, olu.getByRole("button", { name: /^Remove / }), { press: "Enter" });
    const dialog = olu.getByRole("dialog");
    await at(olu, dialog.getByLabel("Your password"), { type: "Example-1-password" });
    await olu.keyboard.press("Enter");
    await expect(olu.getByText("The passkey is removed.")).toBeVisible();
    await expect(olu.getByText("You have no passkey.")).toBeVisible();
  });
});
