import { endOperatorKey, listOperatorKeys, maxOperatorKeys } from "@idanimo/contract/console/keys";
import {
  changeOperatorRoles,
  createInvitationLink,
  disableOperator,
  inviteOperator,
} from "@idanimo/contract/console/operators";
import { hasRight, type OperatorRole, operatorRoleNames, operatorRoles } from "@idanimo/contract/console/rights";
import { email as emailField } from "@idanimo/contract/fields";
import { fail } from "@idanimo/contract/problems";
import * as z from "zod/mini";
import { Database } from "../../database/database.ts";
import { writeAudit } from "../audit/index.ts";
import {
  countActiveOperators,
  createInvitation,
  createKey,
  endKey,
  findExampleCode,
  findOperatorByEmail,
  findOperators,
  insertOperator,
  isExampleOperator,
  listKeys,
  type Operator,
} from "../operator-identity/index.ts";
import {
  type Command,
  type CommandInput,
  type CommandResult,
  failure,
  type OperatorDeps,
  success,
  usageError,
} from "./command.ts";
import { findKeyOperator, keyMessages } from "./key-operator.ts";
import { approvalLines, operationCommand, printProblem, runAs } from "./operation-command.ts";
import { formatTable, formatTimestamp } from "./terminal-format.ts";

/** Operators of the console. The application role has no right on them, so this uses the owner's connection. */

/** From this many active operators on, a new one needs an approval in the console. */
const activeForApproval = 2;

/** The email, role and name of the arguments, or why one of them is wrong. */
function parseNewOperator({ words, options }: CommandInput): NewOperator | CommandResult {
  const parsed = z.safeParse(emailField, words["email"] ?? "");
  if (!parsed.success) return usageError(words["email"] ?? "", "is not an email address");
  const email = parsed.data.toLowerCase();
  const role = operatorRoles.find((known) => known === options["role"]);
  if (!role) return usageError("--role", `must be one of ${operatorRoles.join(", ")}`);
  const name = options["name"] ?? email.slice(0, 60);
  if (name.length > 60) return usageError("--name", "must have at most 60 characters");
  return { email, role, name };
}
type NewOperator = { readonly email: string; readonly role: OperatorRole; readonly name: string };

/** Adds an operator without an approval. @param by undefined for the first one */
async function addAtOnce(
  { owner, ids, operatorUrl }: OperatorDeps,
  { email, role, name }: NewOperator,
  by: Operator | undefined,
): Promise<CommandResult> {
  return new Database(owner).transaction("system", async (tx): Promise<CommandResult> => {
    const known = await findOperatorByEmail(tx, email);
    if (known && known.state !== "invited") return usageError(email, "is an operator already");
    const id = known?.id ?? ids.publicId();
    if (!known) await insertOperator(tx, { id, email, name, roles: [role] }, by?.id ?? null);
    const token = await createInvitation(tx, ids, id);
    await writeAudit(tx, ids, {
      actorKind: by ? "operator" : "system",
      ...(by && { actorId: by.id }),
      action: "operator_added",
      objectId: id,
      reason: role,
    });
    return success([
      `${email} can set up the access within 60 minutes; the link works once:`,
      `${operatorUrl}/welcome/${token}`,
    ]);
  });
}

const addOperatorCommand: Command = {
  summary:
    "add an operator: the first one without a key, the second as an owner, later ones when another owner approves",
  words: ["email"],
  options: { role: operatorRoles.join("|"), name: "name", reason: "one sentence, for an approval" },
  operations: [inviteOperator],
  run: async (deps, given): Promise<CommandResult> => {
    const added = parseNewOperator(given);
    if (!("email" in added)) return added;
    const active = await new Database(deps.owner).transaction("system", countActiveOperators);
    if (active === 0) return addAtOnce(deps, added, undefined);
    const operator = await findKeyOperator(deps);
    if (typeof operator === "string") return failure(...keyMessages[operator]);
    if (active < activeForApproval)
      return hasRight(operator.roles, "manage_operators")
        ? addAtOnce(deps, added, operator)
        : printProblem(fail("operator_right_missing", {}).problem);
    const { email, name, role } = added;
    const fields = { email, name, roles: [role], reason: given.options["reason"] ?? "" };
    const requested = await runAs(deps, { operator })(inviteOperator, fields);
    if (!requested.ok) return printProblem(requested.problem);
    return success([...approvalLines(requested.value.approvalId), `Then: operator-link ${email}`]);
  },
};

/** The id of the operator with an email; an unknown one becomes an id that no operator has. */
const findId = ({ owner, ids }: OperatorDeps, { words }: CommandInput): Promise<string> =>
  new Database(owner).transaction(
    "system",
    async (tx) => (await findOperatorByEmail(tx, words["email"]?.toLowerCase() ?? ""))?.id ?? ids.publicId(),
  );
const unknown = ["email", "is no operator of whom this is possible; `operators` lists them"] as const;

const linkCommand = operationCommand(createInvitationLink, {
  summary: "print a new one-time link of an invited operator",
  words: ["email"],
  unknown,
  fields: async (given, deps) => ({ id: await findId(deps, given) }),
  lines: ({ url }) => ["It works once, within 60 minutes:", url],
});

const changeRolesCommand = operationCommand(changeOperatorRoles, {
  summary: "request other roles for an operator, separated by commas; another owner approves",
  words: ["email", "roles"],
  options: { reason: "one sentence" },
  unknown,
  fields: async (given, deps) => ({
    id: await findId(deps, given),
    roles: (given.words["roles"] ?? "").split(",").filter((role): role is OperatorRole => isOperatorRole(role.trim())),
    reason: given.options["reason"] ?? "",
  }),
  lines: ({ approvalId }) => approvalLines(approvalId),
});
const isOperatorRole = (text: string): text is OperatorRole => operatorRoles.some((known) => known === text);

const disableCommand = operationCommand(disableOperator, {
  summary: "end an operator's access, sign-ins, keys and pending requests at once",
  words: ["email"],
  options: { reason: "one sentence" },
  unknown,
  fields: async (given, deps) => ({ id: await findId(deps, given), reason: given.options["reason"] ?? "" }),
  lines: () => ["The operator's access has ended."],
});

const listKeysCommand = operationCommand(listOperatorKeys, {
  summary: "list the active keys of an operator: your own, or as an owner or auditor anyone's",
  words: ["email"],
  unknown,
  fields: async (given, deps) => ({ id: await findId(deps, given) }),
  lines: ({ keys }) =>
    keys.length === 0
      ? ["There is no active key."]
      : formatTable(
          ["key", "name", "begins", "ends", "last used"],
          keys.map(({ id, name, prefix, expiresAt, lastUsedAt }) => [
            id,
            name,
            prefix,
            formatTimestamp(new Date(expiresAt)),
            lastUsedAt === null ? "never" : formatTimestamp(new Date(lastUsedAt)),
          ]),
        ),
});

const endKeyCommand = operationCommand(endOperatorKey, {
  summary: "end a key at once: your own, or as an owner anyone's",
  words: ["email", "key"],
  unknown: ["key", "is not an active key of this operator; `keys` lists them"],
  fields: async (given, deps) => ({ id: await findId(deps, given), keyId: given.words["key"]?.toLowerCase() ?? "" }),
  lines: () => ["The key has ended."],
});

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

const exampleKeyCommand: Command = {
  summary: "print a new key of a demonstration's example operator",
  words: ["email"],
  run: async ({ owner, ids, isDemonstration }, { words }): Promise<CommandResult> => {
    const email = words["email"] ?? "";
    if (!isDemonstration || !isExampleOperator(email))
      return usageError(email, "is no example operator of a demonstration");
    return new Database(owner).transaction("system", async (tx): Promise<CommandResult> => {
      const operator = await findOperatorByEmail(tx, email);
      if (!operator) return usageError(email, "does not exist yet: start the product once");
      const [oldest, ...others] = (await listKeys(tx, operator.id)).toReversed();
      if (oldest && others.length + 1 >= maxOperatorKeys)
        await endKey(tx, ids, { operatorId: operator.id, keyId: oldest.id, by: operator.id });
      const created = await createKey(tx, ids, operator.id, "Demonstration");
      return created.ok ? success([created.value.key]) : printProblem(created.problem);
    });
  },
};

export const operatorCommands = {
  operators: listOperatorsCommand,
  "add-operator": addOperatorCommand,
  "operator-link": linkCommand,
  "change-roles": changeRolesCommand,
  "disable-operator": disableCommand,
  keys: listKeysCommand,
  "end-key": endKeyCommand,
  code: codeCommand,
  key: exampleKeyCommand,
} as const;
