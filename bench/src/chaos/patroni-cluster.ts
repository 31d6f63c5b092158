import { createInterface } from "node:readline";
import * as z from "zod/mini";
import { onCleanup } from "../support/cleanup.ts";
import { waitFor } from "../support/concurrency.ts";
import { type RunningProgram, startProgram, stop } from "../support/processes.ts";

/** The rehearsal cluster of ops/failover: two database machines and one address. */

const ready = z.object({
  main: z.string(),
  keys: z.string(),
  machines: z.array(z.object({ name: z.string(), restUrl: z.string(), postgresPort: z.number() })),
  rest: z.object({ username: z.string(), password: z.string() }),
});
export type Machine = z.output<typeof ready>["machines"][number];
/** Commands of `ops/failover/cluster.ts`. */
type Action = "start" | "kill" | "kill-postgres" | "freeze" | "hold-receiver" | "drop-receiver";
export type PatroniCluster = Awaited<ReturnType<typeof startPatroniCluster>>;

/** A machine that is not back after this long is reinitialised, as an operator does with `patronictl reinit`. */
const patienceMs = 60_000;

export async function startPatroniCluster() {
  const program = await startProgram("ops/failover/cluster.ts", {});
  onCleanup(() => stop(program));
  const { main, keys, machines, rest } = ready.parse(program.ready);
  const [first, second] = machines;
  if (!first || !second) throw new Error("the cluster needs two machines");
  const authorization = `Basic ${Buffer.from(`${rest.username}:${rest.password}`).toString("base64")}`;
  const isTrue = (machine: Machine, path: string) =>
    fetch(machine.restUrl + path, { signal: AbortSignal.timeout(1_000) }).then(
      ({ ok }) => ok,
      () => false,
    );
  const send = async (machine: Machine, method: "POST" | "PATCH", path: string, body: unknown) => {
    const headers = { authorization, "content-type": "application/json" };
    return (await fetch(machine.restUrl + path, { method, headers, body: JSON.stringify(body) })).ok;
  };
  let isSynchronous = true;
  const asPair = async (primary: Machine, standby: Machine) =>
    (await isTrue(primary, "/primary")) &&
    (await isTrue(standby, isSynchronous ? "/synchronous" : "/replica?lag=1MB")) && { primary, standby };
  /** A machine that led without the lock has a timeline of its own, which Patroni may not see. */
  const reinitialise = async () => {
    const [leads, otherLeads] = await Promise.all([isTrue(first, "/primary"), isTrue(second, "/primary")]);
    if (leads !== otherLeads) await send(leads ? second : first, "POST", "/reinitialize", { force: true });
  };
  const act = commandsOf(program);
  return {
    databases: { main, keys },
    /** The main database of one machine, past the proxy. */
    urlOf: ({ postgresPort }: Machine) => Object.assign(new URL(main), { port: String(postgresPort) }).href,
    act: (action: Action, { name }: Machine) => act(`${action} ${name}`),
    /** Waits until one machine leads and the other follows with everything that is committed. */
    inStep: () => {
      let since = Date.now();
      return waitFor("two machines in step", async () => {
        const pair = (await asPair(first, second)) || (await asPair(second, first));
        if (pair || Date.now() - since < patienceMs) return pair;
        since = Date.now();
        await reinitialise();
        return undefined;
      });
    },
    leads: (machine: Machine) => waitFor(`${machine.name} to lead`, () => isTrue(machine, "/primary")),
    switchOver: (from: Machine, to: Machine) =>
      waitFor("a switchover", async () => {
        const body = { leader: from.name, candidate: to.name };
        return (await send(from, "POST", "/switchover", body)) || (await isTrue(to, "/primary"));
      }),
    /** Changes Patroni's dynamic configuration. */
    configure: async (change: Readonly<Record<string, unknown>>) => {
      if (!(await send(first, "PATCH", "/config", change))) throw new Error("Patroni rejected the configuration");
      isSynchronous = change["synchronous_mode"] !== false;
    },
  };
}

const result = z.union([z.object({ done: z.string() }), z.object({ failed: z.string(), why: z.string() })]);

/** Sends commands to the cluster's program; each is answered by one line. */
function commandsOf({ process: { stdin, stdout } }: RunningProgram): (command: string) => Promise<void> {
  if (!stdin || !stdout) throw new Error("the cluster has no input");
  const waiting = new Map<string, PromiseWithResolvers<void>>();
  createInterface({ input: stdout }).on("line", (line) => {
    const { data } = z.safeParse(result, JSON.parse(line));
    if (!data) return;
    const command = "done" in data ? data.done : data.failed;
    if ("done" in data) waiting.get(command)?.resolve();
    else waiting.get(command)?.reject(new Error(`${command}: ${data.why}`));
    waiting.delete(command);
  });
  return (command) => {
    const pending = Promise.withResolvers<void>();
    waiting.set(command, pending);
    stdin.write(`${command}\n`);
    return pending.promise;
  };
}
