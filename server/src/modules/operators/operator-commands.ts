import { email as emailField } from "@idanimo/contract/fields";
import { operatorRoleNames, operatorRoles } from "@idanimo/contract/console/rights";
import * as z from "zod/mini";
import { Database } from "../../database/database.ts";
import { writeAudit } from "../audit/index.ts";
import {
  countActiveOperators,
  createInvitation,
  findExampleCode,
  findOperatorByEmail,
  findOperators,
  insertOperator,
} from "../operator-identity/index.ts";
import { type Command, type CommandResult, success, usageError } from "./command.ts";
import { formatTable, formatTimestamp } from "./terminal-format.ts";

/** Operators of the console. The application role has no right on them, so this uses the owner's connection. */

/** From this many active operators on, a new one needs an approval in the console. */
const activeForApproval = 2;

const addOperatorCommand: Command = {
  summary: "add an operator of the console while fewer than two are active; prints a link that works once",
  words: ["email"],
  options: { role: operatorRoles.join("|"), name: "name" },
  isMutating: true,
  run: async ({ owner, ids, operatorUrl }, { words, options, by }): Promise<CommandResult> => {
    const parsed = z.safeParse(emailField, words["email"] ?? "");
    if (!parsed.success) return usageError(words["email"] ?? "", "is not an email address");
    const email = parsed.data.toLowerCase();
    const role = operatorRoles.find((known) => known === options["role"]);
    if (!role) return usageError("--role", `must be one of ${operatorRoles.join(", ")}`);
    const name = options["name"] ?? email.slice(0, 60);
    if (name.length > 60) return usageError("--name", "must have at most 60 characters");
    return new Database(owner).transaction("system", async (tx): Promise<CommandResult> => {
      const known = await findOperatorByEmail(tx, email);
      if (known && known.state !== "invited") return usageError(email, "is an operator already");
      if (!known && (await countActiveOperators(tx)) >= activeForApproval)
        return usageError(
          email,
          "must be invited in the console, where a second owner approves: two operators are active",
        );
      const id = known?.id ?? ids.publicId();
      if (!known) await insertOperator(tx, { id, email, name, roles: [role] }, null);
      const token = await createInvitation(tx, ids, id);
      await writeAudit(tx, ids, {
        actorKind: "operator",
        action: "operator_added",
        objectId: id,
        reason: `${by}: ${role}`,
      });
      return success([
        `${email} can set up the access within 60 minutes; the link works once:`,
        `${operatorUrl}/welcome/${token}`,
      ]);
    });
  },
};

const listOperatorsCommand: Command = {
  summary: "list the operators of the console",
  run: async ({ owner }) => {
    const operators = await new Database(owner).transaction("system", findOperators);
    if (operators.length === 0) return success(["There is no operator: add one with add-operator."]);
    const rows = operators.map(({ email, name, state, roles, lastSeenAt }) => [
      email,
      name,
      state,
      roles.map((role) => operatorRoleNames[role]).join(", "),
      lastSeenAt ? formatTimestamp(lastSeenAt) : "-",
    ]);
    return success(formatTable(["email", "name", "state", "roles", "last active"], rows));
  },
};

const codeCommand: Command = {
  summary: "print the current authenticator code of a demonstration's example operator",
  words: ["email"],
  run: ({ isDemonstration }, { words }) => {
    const email = words["email"] ?? "";
    const code = isDemonstration ? findExampleCode(email) : undefined;
    return Promise.resolve(
      code === undefined ? usageError(email, "is no example operator of a demonstration") : success([code]),
    );
  },
};

export const operatorCommands = {
  operators: listOperatorsCommand,
  "add-operator": addOperatorCommand,
  code: codeCommand,
} as const;
