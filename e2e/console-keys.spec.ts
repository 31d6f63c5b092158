import { operatorKeyPattern } from "@idanimo/contract/console/keys";
import { expectWellMade, signInOperator } from "./support/console.ts";
import { at } from "./support/keyboard.ts";
import { runOperator, runOperatorWith } from "./support/operator.ts";
import { expect, test } from "./support/test.ts";
import { origins } from "./support/test-environment.ts";

test("an operator makes a key, a command runs with it, and an owner ends it, by keyboard [OC-10 OC-19]", async ({
  newPerson,
  trouble,
}) => {
  test.setTimeout(300_000);
  trouble.allow(/\/console\/v1\/me$/, 401); // before the sign-in
  trouble.allow(/\/sign-in\/second-step$/, 400); // with a code that was used
  const name = `Work laptop of the first floor ${Date.now()}`;
  const zainab = await (await newPerson()).newPage();
  await signInOperator(zainab, "zainab@example.test");
  await zainab.goto(`${origins.console}/access`);
  await expect(zainab.getByRole("heading", { level: 2, name: "Keys for the terminal" })).toBeVisible();

  const key = await test.step("the key is shown once", async () => {
    await at(zainab, zainab.getByRole("button", { name: "Make a key" }), { press: "Enter" });
    const dialog = zainab.getByRole("dialog", { name: "Make a key" });
    await at(zainab, dialog.getByLabel("Name"), { type: name });
    await expectWellMade(zainab);
    await at(zainab, dialog.getByRole("button", { name: "Make the key" }), { press: "Enter" });
    const shown = zainab.getByRole("dialog", { name: "Your new key" });
    const text = await shown.locator("code").innerText();
    expect(text).toMatch(operatorKeyPattern);
    await expectWellMade(zainab);
    await at(zainab, shown.getByLabel("I have saved it"), { press: "Space" });
    await at(zainab, shown.getByRole("button", { name: "Done" }), { press: "Enter" });
    await expect(zainab.getByRole("cell", { name, exact: true })).toBeVisible();
    await expect(zainab.getByText(text)).toBeHidden();
    await expectWellMade(zainab);
    return text;
  });

  await test.step("a command runs as its operator", async () => {
    expect((await runOperator("jobs")).words).toContain("OPERATOR_KEY is missing");
    expect((await runOperatorWith(key, "jobs")).code).toBe(0);
    expect((await runOperatorWith(key, "set-rate", "1510", "--reason", "rate of today")).words).toContain("roles");
  });

  await test.step("an owner ends it", async () => {
    const olu = await (await newPerson()).newPage();
    await signInOperator(olu, "olu@example.test");
    await olu.goto(`${origins.console}/operators`);
    await at(olu, olu.getByRole("button", { name: "Keys of Zainab Example" }), { press: "Enter" });
    const dialog = olu.getByRole("dialog", { name: "Keys of Zainab Example" });
    await expect(dialog.getByRole("cell", { name, exact: true })).toBeVisible();
    await expectWellMade(olu);
    await olu.setViewportSize({ width: 1440, height: 900 });
    await at(olu, dialog.getByRole("button", { name: `End ${name}` }), { press: "Enter" });
    await expect(olu.getByText("The key has ended.")).toBeVisible();
    await expect(dialog.getByRole("cell", { name, exact: true })).toBeHidden();
    expect((await runOperatorWith(key, "jobs")).words).toContain("is not valid");
  });
});
