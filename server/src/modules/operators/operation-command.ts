import type { ConsoleOperation } from "@idanimo/contract/console/operation";
import type { OutputOf, SentInputOf } from "@idanimo/contract/operation";
import { type Problem, problemBodyOf } from "@idanimo/contract/problems";
import {
  type CommandResult,
  failure,
  type KeyedCommand,
  type KeyedInput,
  type OperatorDeps,
  success,
  usageError,
} from "./command.ts";

/** Commands that run one operation of the console. [OC-20] */

/** Runs an operation as the operator of the key. */
export function runAs({ runOperation }: OperatorDeps, { operator }: Pick<KeyedInput, "operator">) {
  if (!runOperation) throw new Error("runAs: the operations of the console are missing");
  return <Op extends ConsoleOperation>(operation: Op, fields: SentInputOf<Op>) =>
    runOperation(operation, fields, operator);
}

/** Prints a problem as the console words it, with the wrong fields. */
export function printProblem(problem: Problem): CommandResult {
  const { message, fields } = problemBodyOf(problem);
  return failure(...(fields ? Object.entries(fields).map(([name, why]) => `${name}: ${why}`) : [message]));
}

type Fields<Op extends ConsoleOperation> = SentInputOf<Op> | CommandResult;
type Parts<Op extends ConsoleOperation> = Pick<KeyedCommand, "summary" | "words" | "options"> & {
  /** The input as JSON would have it, or why the arguments give none. */
  readonly fields: (given: KeyedInput, deps: OperatorDeps) => Fields<Op> | Promise<Fields<Op>>;
  readonly lines: (output: OutputOf<Op>, given: KeyedInput) => readonly string[];
  /** What to print of an object that does not exist: the argument that names it, and where they are listed. */
  readonly unknown?: readonly [word: string, why: string];
};

const isResult = (value: unknown): value is CommandResult =>
  typeof value === "object" && value !== null && ("wrong" in value || "lines" in value);

/** A command that runs one operation of the console as the operator of the key. */
export const operationCommand = <Op extends ConsoleOperation>(
  operation: Op,
  { fields, lines, unknown, ...parts }: Parts<Op>,
): KeyedCommand => ({
  ...parts,
  needsKey: true,
  operations: [operation],
  run: async (deps, given) => {
    const sent = await fields(given, deps);
    if (isResult(sent)) return sent;
    const result = await runAs(deps, given)(operation, sent);
    if (result.ok) return success(lines(result.value, given));
    if (result.problem.code === "not_found" && unknown)
      return usageError(given.words[unknown[0]] ?? unknown[0], unknown[1]);
    return printProblem(result.problem);
  },
});

/** What to print when another operator must approve. */
export const approvalLines = (approvalId: string): readonly string[] => [
  "Requested. Nothing is done before another operator approves it within 72 hours.",
  `Next, with the key of another operator: approve ${approvalId}`,
];
