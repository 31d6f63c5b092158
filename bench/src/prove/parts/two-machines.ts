import { createInterface } from "node:readline";
import { setTimeout as sleep } from "node:timers/promises";
import * as z from "zod/mini";
import { type Started, startProgram, stop } from "../../program.ts";

/** The rehearsal's cluster of `ops/failover`, as a proof sees it: two database machines and one address. */

const said = z.object({
  main: z.string(),
  keys: z.string(),
  machines: z.array(z.object({ name: z.string(), restUrl: z.string(), postgresPort: z.number() })),
  rest: z.object({ username: z.string(), password: z.string() }),
});
const answered = z.union([z.object({ done: z.string() }), z.object({ failed: z.string(), why: z.string() })]);

/** What can be done to a machine: see `ops/failover/cluster.ts`. */
type Act = "start" | "kill" | "kill-postgres" | "freeze" | "thaw" | "hold-receiver" | "drop-receiver";
export type DatabaseMachine = z.output<typeof said>["machines"][number];
export type TwoMachines = {
  /** Addresses for `startFleet`. */
  readonly databases: { readonly main: string; readonly keys: string };
  /** The main database, past the proxy. */
  urlOn(machine: DatabaseMachine): string;
  do(act: Act, machine: DatabaseMachine): Promise<void>;
  /** How often a machine could not come back by itself and was made anew, as a person does it with `patronictl reinit`. */
  readonly remade: number;
  /** Waits until one machine leads and the other one follows it, with all that is committed. */
  whole(): Promise<{ readonly primary: DatabaseMachine; readonly standby: DatabaseMachine }>;
  /** Waits until this machine leads. */
  leads(machine: DatabaseMachine): Promise<void>;
  /** A planned change of who leads. Asks again until Patroni takes it. */
  switchOver(from: DatabaseMachine, to: DatabaseMachine): Promise<void>;
  /** Changes what both machines are told: members of Patroni's dynamic configuration. */
  configure(change: Readonly<Record<string, unknown>>): Promise<void>;
  close(): Promise<void>;
};

/** A machine that is not back after this long will not come by itself: somebody makes it anew. */
const patienceMs = 60_000;
const mostMs = 240_000;

export async function startTwoMachines(): Promise<TwoMachines> {
  const program = await startProgram("ops/failover/cluster.ts", {});
  const { main, keys, machines, rest } = said.parse(program.ready);
  const [first, second] = machines;
  if (!first || !second) throw new Error("the cluster has not two machines");
  const authorization = `Basic ${Buffer.from(`${rest.username}:${rest.password}`).toString("base64")}`;
  const says = async (machine: DatabaseMachine, path: string) =>
    fetch(machine.restUrl + path, { signal: AbortSignal.timeout(1_000) }).then(
      ({ ok }) => ok,
      () => false,
    );
  const send = (machine: DatabaseMachine, method: "POST" | "PATCH", path: string, body: unknown) =>
    fetch(machine.restUrl + path, {
      method,
      headers: { authorization, "content-type": "application/json" },
      body: JSON.stringify(body),
    });
  const until = async <Value>(what: string, ask: () => Promise<Value | undefined>): Promise<Value> => {
    const deadline = Date.now() + mostMs;
    for (;;) {
      const answer = await ask();
      if (answer !== undefined) return answer;
      if (Date.now() > deadline) throw new Error(`waited ${mostMs / 1000} s in vain: ${what}`);
      await sleep(100);
    }
  };
  let isStrict = true;
  const stands = async (primary: DatabaseMachine, standby: DatabaseMachine) =>
    (await says(primary, "/primary")) && (await says(standby, isStrict ? "/synchronous" : "/replica?lag=1MB"))
      ? { primary, standby }
      : undefined;
  const eitherWay = async () => (await stands(first, second)) ?? (await stands(second, first));
  /** A machine that led for a moment without the lock has a history of its own, which Patroni may not see. */
  const remake = async () => {
    const leads = await Promise.all([says(first, "/primary"), says(second, "/primary")]);
    if (leads[0] === leads[1]) return; // nobody leads, or not yet one alone
    const { ok } = await send(leads[0] ? second : first, "POST", "/reinitialize", { force: true });
    if (ok) remade += 1;
  };
  let remade = 0;
  const take = commandsOf(program);
  return {
    get remade() {
      return remade;
    },
    databases: { main, keys },
    urlOn: ({ postgresPort }) => {
      const url = new URL(main);
      url.port = String(postgresPort);
      return url.href;
    },
    do: (act, { name }) => take(`${act} ${name}`),
    whole: () => {
      let asked = Date.now();
      return until("one leads, and one follows", async () => {
        const standing = await eitherWay();
        if (standing || Date.now() - asked < patienceMs) return standing;
        asked = Date.now();
        await remake();
        return undefined;
      });
    },
    leads: async (machine) => {
      await until(`${machine.name} leads`, async () => ((await says(machine, "/primary")) ? true : undefined));
    },
    switchOver: async (from, to) => {
      await until("a planned change", async () => {
        const { ok } = await send(from, "POST", "/switchover", { leader: from.name, candidate: to.name });
        return ok || (await says(to, "/primary")) ? true : undefined;
      });
    },
    configure: async (change) => {
      if (!(await send(first, "PATCH", "/config", change)).ok) throw new Error("the configuration was not taken");
      isStrict = change["synchronous_mode"] !== false;
    },
    close: () => stop(program),
  };
}

/** Sends one command at a time to the cluster's program, and waits for its word. */
function commandsOf(program: Started): (line: string) => Promise<void> {
  const { stdin, stdout } = program.process;
  if (!stdin || !stdout) throw new Error("the cluster cannot be spoken to");
  const waiting = new Map<string, { settle: () => void; fail: (error: Error) => void }>();
  createInterface({ input: stdout }).on("line", (line) => {
    const answer = z.safeParse(answered, JSON.parse(line));
    if (!answer.success) return;
    const command = "done" in answer.data ? answer.data.done : answer.data.failed;
    if ("done" in answer.data) waiting.get(command)?.settle();
    else waiting.get(command)?.fail(new Error(`${command}: ${answer.data.why}`));
    waiting.delete(command);
  });
  return (line) =>
    new Promise((settle, fail) => {
      waiting.set(line, { settle, fail });
      stdin.write(`${line}\n`);
    });
}
