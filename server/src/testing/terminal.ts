import { createOperationRunner } from "../console/run-operation.ts";
import { randomIds } from "../kernel/ids.ts";
import { createKey } from "../modules/operator-identity/index.ts";
import { runCommand } from "../modules/operators/index.ts";
import type { TestApp } from "./app.ts";
import type { TestConsole, TestOperator } from "./console.ts";

type Run = (name: string, ...args: readonly string[]) => ReturnType<typeof runCommand>;

/** The operators' terminal of a test application, with the console's operations. */
export type TestTerminal = {
  /** Runs a command without a key. */
  readonly run: Run;
  /** Runs a command with any key. */
  withKey(key: string): Run;
  /** Runs commands with a new personal key of an operator. */
  as(operator: Pick<TestOperator, "id">): Promise<Run>;
};

export function createTestTerminal(product: TestApp, { deps }: TestConsole): TestTerminal {
  const runOperation = createOperationRunner(deps);
  const withKey =
    (operatorKey?: string): Run =>
    (name, ...args) =>
      runCommand(
        {
          owner: product.owner,
          db: product.db,
          keys: product.keys,
          ids: randomIds,
          operatorUrl: deps.consoleUrl,
          sources: [],
          runOperation,
          operatorKey,
        },
        name,
        args,
      );
  return {
    run: withKey(),
    withKey,
    async as({ id }) {
      const created = await deps.db.transaction("system", (tx) => createKey(tx, randomIds, id, "Terminal"));
      if (!created.ok) throw new Error(`createTestTerminal: ${created.problem.code}`);
      return withKey(created.value.key);
    },
  };
}
