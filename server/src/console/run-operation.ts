import type { ConsoleOperation } from "@idanimo/contract/console/operation";
import { hasRight } from "@idanimo/contract/console/rights";
import type { InputOf, OutputOf, ProblemCodeOf, SentInputOf } from "@idanimo/contract/operation";
import { fail, type Result } from "@idanimo/contract/problems";
import { parseFields } from "../http/input.ts";
import type { Operator, SignedInOperator } from "../modules/operator-identity/index.ts";
import type { RunOperation } from "../modules/operators/index.ts";
import type { ConsoleDeps } from "./deps.ts";
import type { ConsoleContext } from "./mount.ts";
import { consoleRoutes } from "./routes.ts";

type SignedInHandler<Op extends ConsoleOperation> = (
  input: InputOf<Op>,
  operator: SignedInOperator,
  context: ConsoleContext,
) => Promise<Result<OutputOf<Op>, ProblemCodeOf<Op>>>;

/** The terminal has no browser and no sign-in; only the operations of a sign-in read these. */
const terminal: ConsoleContext = { ip: "", userAgent: "", origin: "", csrfToken: "", setToken: () => undefined };

/**
 * Runs the console's operations for the terminal: the same right, the same check of the input and the same handler, so
 * that both write the same audit rows. [OC-20]
 */
export function createOperationRunner(deps: ConsoleDeps): RunOperation {
  const handlers = new Map<ConsoleOperation, unknown>();
  consoleRoutes((operation, handler) => {
    handlers.set(operation, handler);
  }, deps);
  return async <Op extends ConsoleOperation>(operation: Op, fields: SentInputOf<Op>, by: Operator) => {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- stored under its own operation above
    const handler = handlers.get(operation) as SignedInHandler<Op> | undefined;
    if (!handler || operation.access !== "signed_in") throw new Error(`${operation.path} has no handler`);
    if (operation.operatorRight !== null && !hasRight(by.roles, operation.operatorRight))
      return fail("operator_right_missing", {});
    const input = parseFields(operation.input, fields);
    if (!input.ok) return input;
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- parsed by this operation's schema
    return handler(input.value as InputOf<Op>, { ...by, signInId: "" }, terminal);
  };
}
