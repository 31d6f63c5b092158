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

/** One database machine: Patroni and its PostgreSQL, as a set of processes that can be lost together. */
export type Machine = {
  readonly name: string;
  readonly postgresPort: number;
  /** Of Patroni's own API. */
  readonly restUrl: string;
  start(): void;
  /** The machine is gone: every process of it, at once. */
  kill(): Promise<void>;
  /** Its PostgreSQL alone dies; Patroni sees it. */
  killPostgres(): Promise<void>;
  /** Its line is cut or it hangs: all its processes stand still until `thaw`. */
  freeze(): Promise<void>;
  thaw(): Promise<void>;
  /** What it receives from the primary stands still until `drop`. */
  holdReceiver(): Promise<void>;
  /** The held line is cut for good; a new one begins. */
  dropReceiver(): Promise<void>;
  /** In order. */
  stop(): Promise<void>;
};

/**
 * @param folder of the whole rehearsal
 * @param values what its `patroni.yml` asks for, with NODE, POSTGRES_PORT and REST_PORT
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

  /** The postmaster and all it started. */
  const database = async () => {
    const [first] = (await readFile(`${own}/data/postmaster.pid`, "utf8").catch(() => "")).split("\n");
    const pid = Number(first);
    if (!(pid > 0) || !(await commandLineOf(pid)).includes(own)) return []; // it had ended, and left its file
    return [pid, ...(await childrenOf(pid))];
  };
  const all = async () => {
    const pid = patroni && !hasEnded(patroni) ? patroni.pid : undefined;
    return pid === undefined ? database() : [pid, ...(await childrenOf(pid)), ...(await database())];
  };
  const killAll = async (find: () => Promise<readonly number[]>) => {
    const found = await find();
    signalAll(found, "SIGKILL");
    const late = await find(); // what was just being started
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
      signalAll(held, "SIGTERM"); // taken before it reads on
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
