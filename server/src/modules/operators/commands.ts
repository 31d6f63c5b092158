import { accountCommands } from "./account-commands.ts";
import { accountingReportCommands } from "./accounting-report-commands.ts";
import { approvalCommands } from "./approval-commands.ts";
import { caseCommands } from "./case-commands.ts";
import { caseWorkCommands } from "./case-work-commands.ts";
import { hasRight } from "@idanimo/contract/console/rights";
import { fail } from "@idanimo/contract/problems";
import {
  type Command,
  type CommandInput,
  type CommandResult,
  failure,
  formatUsage,
  type OperatorDeps,
  parseCommandInput,
} from "./command.ts";
import { breachCommands } from "./breach-commands.ts";
import { grievanceCommands } from "./grievance-commands.ts";
import { operatorCommands } from "./operator-commands.ts";
import { partitionCommands } from "./partition-commands.ts";
import { payoutCommands } from "./payout-commands.ts";
import { priceCommands } from "./price-commands.ts";
import { reconciliationCommands } from "./reconciliation-commands.ts";
import { refundCommands } from "./refund-commands.ts";
import { findKeyOperator, keyMessages } from "./key-operator.ts";
import { printProblem } from "./operation-command.ts";
import { restoreCommands } from "./restore-commands.ts";
import { sourceCommands } from "./source-commands.ts";
import { formatTable } from "./terminal-format.ts";
import { healthCommands } from "./health-commands.ts";

/** Every command by name. */
export const commands: Readonly<Record<string, Command>> = {
  ...healthCommands,
  ...operatorCommands,
  ...approvalCommands,
  ...accountCommands,
  ...sourceCommands,
  ...priceCommands,
  ...caseCommands,
  ...caseWorkCommands,
  ...payoutCommands,
  ...reconciliationCommands,
  ...refundCommands,
  ...accountingReportCommands,
  ...grievanceCommands,
  ...breachCommands,
  ...partitionCommands,
  ...restoreCommands,
};

/** Names of the previous release, which operators' notes and scripts may still have. */
const earlierNames: Readonly<Record<string, string>> = {
  books: "accounting-report",
  drill: "breach-report",
  "drill-tell": "breach-notify",
  watch: "overdue",
  months: "partitions",
  "detach-month": "detach-partition",
  "pay-outs": "payouts",
  "pay-out": "claim-payout",
  "leave-pay-out": "release-payout",
  "paid-out": "mark-paid-out",
  "drop-refund": "cancel-refund",
};

/** Lists every command with its summary. */
export function formatHelp(): readonly string[] {
  const rows = Object.entries(commands).map(([name, { summary }]) => [`  ${name}`, summary]);
  return [
    "Usage: npm run operator -- <command> [arguments]",
    "       npm run operator -- help <command>",
    "",
    ...formatTable(["  command", "what it does"], rows),
  ];
}

const helpFlags: readonly string[] = ["help", "--help", "-h"];
function findCommand(given: string): Command | undefined {
  const name = Object.hasOwn(earlierNames, given) ? (earlierNames[given] ?? given) : given;
  return Object.hasOwn(commands, name) ? commands[name] : undefined;
}

/**
 * Finds what to print without a database: the help of all commands or of one, or an error for an unknown command.
 * @returns undefined for a command to run
 */
export function findHelp(
  words: readonly string[],
): { readonly lines: readonly string[]; readonly exitCode: 0 | 2 } | undefined {
  const [first = "", ...rest] = words;
  const isHelp = first === "" || helpFlags.includes(first);
  const name = isHelp ? (rest[0] ?? "") : first;
  const command = findCommand(name);
  if (name !== "" && !command) return { lines: [`${name} is not a command.`, "", ...formatHelp()], exitCode: 2 };
  if (!command) return { lines: formatHelp(), exitCode: 0 };
  if (isHelp || rest.some((word) => word === "--help" || word === "-h"))
    return { lines: [command.summary, formatUsage(name, command)], exitCode: 0 };
  return undefined;
}

/**
 * Runs one command with its arguments.
 * @returns lines to print, and whether the command succeeded; a wrong argument is named with the usage, and nothing
 * is done
 */
export async function runCommand(
  deps: OperatorDeps,
  name: string,
  args: readonly string[],
): Promise<{ readonly lines: readonly string[]; readonly isWell: boolean }> {
  const command = findCommand(name);
  if (!command) return { lines: [`${name} is not a command.`, ...formatHelp()], isWell: false };
  const given = parseCommandInput(command, args);
  const result = "words" in given ? await runParsed(deps, command, given) : given;
  return "wrong" in result
    ? { lines: [`${result.wrong} ${result.why}.`, formatUsage(name, command)], isWell: false }
    : result;
}

/** Runs a command with its parsed arguments, as the operator of the key if it changes something. */
async function runParsed(deps: OperatorDeps, command: Command, given: CommandInput): Promise<CommandResult> {
  if (!command.needsKey) return command.run(deps, given);
  const operator = await findKeyOperator(deps);
  if (typeof operator === "string") return failure(...keyMessages[operator]);
  if (command.right !== undefined && !hasRight(operator.roles, command.right))
    return printProblem(fail("operator_right_missing", {}).problem);
  return command.run(deps, { ...given, operator });
}
