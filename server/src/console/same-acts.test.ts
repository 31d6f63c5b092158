import { consoleOperations } from "@idanimo/contract/console/operations";
import type { ConsoleOperation } from "@idanimo/contract/console/operation";
import { afterAll, afterEach, describe, expect, test } from "vitest";
import { commands } from "../modules/operators/index.ts";
import { createTestApp } from "../testing/app.ts";
import { createTestConsole } from "../testing/console.ts";
import { createTestTerminal } from "../testing/terminal.ts";
import { type Act, actSteps } from "./testing/acts.ts";

/**
 * Does every act of operators once in the console and once at the terminal, and compares the audit rows. An act without
 * its counterpart fails. [OC-20]
 */

const product = await createTestApp({ SUBJECT_REQUESTS_A_DAY: "40" });
const operatorConsole = await createTestConsole(product, undefined, { refundApprovalAbove: 500_00n });
const ada = await operatorConsole.operator("owner", "privacy");
const bola = await operatorConsole.operator("owner", "privacy");
const asAda = await createTestTerminal(product, operatorConsole).as(ada);
const acts: Readonly<Record<string, Act>> = actSteps({ product, operatorConsole, ada, bola });
afterEach(async () => {
  await product.drainQueue();
  await product.checkInvariants();
});
afterAll(() => product.close());

const changing = consoleOperations.filter(({ method, access }) => method === "POST" && access === "signed_in");

/** What only a browser does: signing out, and passkeys. What else is missing at the terminal has its reason. */
const consoleOnly: Readonly<Record<string, string>> = {
  "/sign-out": "the terminal has no sign-in",
  "/passkeys/options": "a passkey is made by a browser",
  "/passkeys": "a passkey is made by a browser",
  "/passkeys/{id}/remove": "needs the password, which must not be on a command line",
  "/operators/{id}/keys": "a key must not make the next key",
  "/grievances/snag": "has the person's contact, which must not be on a command line",
};

type AuditRow = { readonly id: string; readonly line: string };
const auditRows = async () =>
  (
    await product.owner.query<AuditRow>(
      `select id, concat_ws(' ', action, actor_kind, coalesce(actor_id::text, 'no one'), coalesce(object_id::text, 'nothing'), reason) as line
       from audit_log where actor_kind = 'operator' order by at, id`,
    )
  ).rows;

/** The rows of an act, with the ids that differ between two objects replaced. */
async function rowsOf(
  act: () => Promise<unknown>,
  names: Readonly<Record<string, string>>,
): Promise<readonly string[]> {
  const before = new Set((await auditRows()).map(({ id }) => id));
  await act();
  const made = (await auditRows()).filter(({ id }) => !before.has(id));
  return made.map(({ line }) =>
    Object.entries(names)
      .reduce((text, [name, value]) => text.replaceAll(value, `<${name}>`), line)
      .replaceAll(ada.id, "<operator>")
      .replaceAll(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, "<id>")
      .replaceAll(/[\w-]{43}/g, "<hash>"),
  );
}

const nameOf = ({ path }: Pick<ConsoleOperation, "path">) => path;

test("every changing operation has a command, or a reason to have none", () => {
  const ofCommands = new Set(Object.values(commands).flatMap(({ operations = [] }) => operations));
  for (const operation of changing)
    expect([nameOf(operation), ofCommands.has(operation)]).toEqual([
      nameOf(operation),
      consoleOnly[operation.path] === undefined,
    ]);
});

test("every changing operation with a command is compared below", () => {
  const expected = changing.map(nameOf).filter((path) => consoleOnly[path] === undefined);
  expect(
    Object.keys(acts)
      .map((name) => name.split(" ")[0])
      .toSorted(),
  ).toEqual(expect.arrayContaining(expected.toSorted()));
});

describe("the console and the terminal write the same audit rows", () => {
  test.each(Object.entries(acts))("for %s [OC-20]", async (_name, act) => {
    const one = await act();
    const inConsole = await rowsOf(async () => {
      const response = await one.inConsole();
      expect([response.statusCode, response.body]).toEqual([expect.toSatisfy((code) => code < 300), expect.anything()]);
    }, one.names);
    await one.after?.();
    const other = await act();
    const atTerminal = await rowsOf(async () => {
      const [command, ...args] = other.atTerminal;
      const result = await asAda(command, ...args);
      expect([result.isWell, result.lines]).toEqual([true, expect.anything()]);
    }, other.names);
    await other.after?.();
    expect(inConsole.join("\n")).toContain(" operator <operator> ");
    expect(atTerminal).toEqual(inConsole);
  });
});
