import type { ChildProcess } from "node:child_process";
import { mkdir, chown, readFile, writeFile } from "node:fs/promises";
import { fillTemplate } from "./fill-template.ts";
import {
  type Account,
  startProcess,
  childrenOf,
  stopProcess,
  waitForExit,
  hasEnded,
  signalAll,
  commandLineOf,
  waitFor,
} from "./processes.ts";

/** One database machine: Patroni and its PostgreSQL, as a set of processes that fail together. */
export type Machine = {
  readonly name: string;
  readonly postgresPort: number;
  /** Of Patroni's own API. */
  readonly restUrl: string;
  start(): void;
  /** Loses the machine: kills all its processes at once. */
  kill(): Promise<void>;
  /** Kills PostgreSQL alone; Patroni notices. */
  killPostgres(): Promise<void>;
  /** Simulates a cut network or a hang: stops all processes until `thaw`. */
  freeze(): Promise<void>;
  thaw(): Promise<void>;
  /** Pauses the WAL receiver until `dropReceiver`. */
  holdReceiver(): Promise<void>;
  /** Ends the paused WAL receiver; a new one starts. */
  dropReceiver(): Promise<void>;
  /** Shuts it down in order. */
  stop(): Promise<void>;
};

/**
 * @param folder of the test cluster
 * @param values of its `patroni.yml`, with NODE, POSTGRES_PORT and REST_PORT
 */
export async function createMachine(
  folder: string,
  account: Account | undefined,
  values: Readonly<Record<string, string>> & { readonly NODE: string },
): Promise<Machine> {
  const own = `${folder}/${values.NODE}`;
  await mkdir(own, { mode: 0o700 });
  const config = `${own}/patroni.yml`;
  await writeFile(config, await fillTemplate("patroni.yml", { ...values, NODE_DATA: own }), { mode: 0o600 });
  if (account) for (const path of [own, config]) await chown(path, account.uid, account.gid);
  let patroni: ChildProcess | undefined;
  let frozen: readonly number[] = [];
  let held: readonly number[] = [];

  /** The postmaster and its child processes. */
  const database = async () => {
    const [first] = (await readFile(`${own}/data/postmaster.pid`, "utf8").catch(() => "")).split("\n");
    const pid = Number(first);
    if (!(pid > 0) || !(await commandLineOf(pid)).includes(own)) return []; // it had ended, and left its pid file
    return [pid, ...(await childrenOf(pid))];
  };
  const all = async () => {
    const pid = patroni && !hasEnded(patroni) ? patroni.pid : undefined;
    return pid === undefined ? database() : [pid, ...(await childrenOf(pid)), ...(await database())];
  };
  const killAll = async (find: () => Promise<readonly number[]>) => {
    const found = await find();
    signalAll(found, "SIGKILL");
    const late = await find(); // processes that were just starting
    signalAll(late, "SIGKILL");
    await waitForExit([...found, ...late]);
  };
  return {
    name: values.NODE,
    postgresPort: Number(values["POSTGRES_PORT"]),
    restUrl: `http://${values["NODE_ADDRESS"]}:${values["REST_PORT"]}`,
    start: () => {
      patroni = startProcess(account, own, "patroni.log", "/usr/bin/patroni", [config]);
    },
    kill: () => killAll(all),
    killPostgres: () => killAll(database),
    freeze: async () => {
      frozen = await all();
      signalAll(frozen, "SIGSTOP");
    },
    thaw: async () => {
      signalAll(frozen, "SIGCONT");
      frozen = [];
    },
    holdReceiver: async () => {
      held = await waitFor(`${values.NODE} receives`, async () => {
        const titles = await Promise.all(
          (await database()).map(async (pid) => ({ pid, title: await commandLineOf(pid) })),
        );
        const receivers = titles.filter(({ title }) => title.includes("walreceiver")).map(({ pid }) => pid);
        return receivers.length > 0 ? receivers : undefined; // a standby that just came back has none yet
      });
      signalAll(held, "SIGSTOP");
    },
    dropReceiver: async () => {
      signalAll(held, "SIGTERM"); // pending before it continues
      signalAll(held, "SIGCONT");
      held = [];
    },
    stop: async () => {
      signalAll([...frozen, ...held], "SIGCONT");
      if (patroni) await stopProcess(patroni, "SIGTERM");
      await killAll(all);
    },
  };
}
