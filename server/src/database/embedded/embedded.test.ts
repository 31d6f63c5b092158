import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";

import { startEmbedded } from "./index.ts";
import { isAlive } from "./pid-file.ts";
import {
  queryValue,
  startServerHolder,
  makeTempFolder,
  type ServerHolder,
  findProcesses,
  removeFolder,
  serverPid,
  waitUntil,
} from "./testing/server-holder.ts";

vi.setConfig({ testTimeout: 60_000 });
const folders: string[] = [];
const programs: ServerHolder[] = [];

/** A folder with a database; most tests start with a copy of it, which is faster. */
let made: string;
beforeAll(async () => {
  made = makeTempFolder();
  await end((await started(made)).program);
});
afterAll(() => removeFolder(made));

/** Stops what a test left running, then removes its files. */
afterEach(async () => {
  for (const { pid } of programs.splice(0)) if (isAlive(pid)) process.kill(pid, "SIGKILL");
  for (const folder of folders.splice(0)) {
    await waitUntil(() => findProcesses(folder).length === 0, `an end of all processes of ${folder}`);
    removeFolder(folder);
  }
});

/** Creates an empty folder. */
function emptyFolder(): string {
  const folder = makeTempFolder();
  folders.push(folder);
  return folder;
}

/** Creates a folder with a database. */
function folder(): string {
  const folder = emptyFolder();
  execFileSync("cp", ["-a", join(made, "postgres"), folder]);
  return folder;
}

/** Starts a program on a data folder and waits for its server. */
async function started(dataDir: string, options?: Parameters<typeof startServerHolder>[1]) {
  const program = startServerHolder(dataDir, options);
  programs.push(program);
  const { url, adopted, dataDir: startedFolder, failed } = await program.next();
  if (url === undefined || startedFolder === undefined) throw new Error(failed ?? "the program reported no server");
  return { program, pid: program.pid, url, adopted, startedFolder };
}

/** Starts a program that must fail, and returns its message. */
async function refusal(
  dataDir: string,
  options?: Parameters<typeof startServerHolder>[1],
): Promise<string | undefined> {
  const program = startServerHolder(dataDir, options);
  programs.push(program);
  return (await program.next()).failed;
}

const socketFolderOf = (url: string) => new URL(url.replace("@/", "@local/")).searchParams.get("host") ?? "";
const killHard = (pid: number) => process.kill(pid, "SIGKILL");

async function end(program: ServerHolder) {
  process.kill(program.pid, "SIGTERM");
  await waitUntil(() => program.child.exitCode !== null, "the program's end");
}

test("calls onWait when a PostgreSQL program has started [G-U1]", async () => {
  const dataDir = emptyFolder();
  /** Whether the database existed at each call. */
  const databaseExisted: boolean[] = [];
  const start = () =>
    startEmbedded({
      dataDir,
      durable: false,
      onWait: () => void databaseExisted.push(existsSync(join(dataDir, "postgres", "PG_VERSION"))),
    });
  await (await start()).stop();
  expect(databaseExisted).toEqual([false, true]);
  await (await start()).stop();
  expect(databaseExisted.slice(2)).toEqual([true]);
});

test("keeps the data for the next start", async () => {
  const dataDir = folder();
  const first = await started(dataDir);
  await queryValue(first.url, "create table kept as select 'Ìdánimọ̀' as name");
  await end(first.program);
  const second = await started(dataDir);
  expect(await queryValue(second.url, "select name from kept")).toBe("Ìdánimọ̀");
  expect(second.adopted).toBe(false);
});

test("sorts alike on every machine and has upper case beyond ASCII", async () => {
  const { url } = await started(emptyFolder());
  expect(await queryValue(url, "select string_agg(w, ' ' order by w) from unnest(array['b','A','a','ọ','B']) w")).toBe(
    "A B a b ọ",
  );
  expect(await queryValue(url, "select upper('ọṣẹ')")).toBe("ỌṢẸ");
});

test("runs two servers at once, each on its own data", async () => {
  const [one, two] = await Promise.all([started(emptyFolder()), started(emptyFolder())]);
  await queryValue(one.url, "create table mine (id int)");
  expect(await queryValue(two.url, "select to_regclass('mine')")).toBeNull();
});

test("Ctrl-C at the terminal reaches the program, which has its database until it ends", async () => {
  const { program, pid, startedFolder } = await started(folder());
  process.kill(-pid, "SIGINT");
  expect(await program.next()).toEqual({ answeredWhileEnding: true });
  await waitUntil(() => findProcesses(startedFolder).length === 0, "no process left");
});

test("stops the server of a killed program, and the next start is clean", async () => {
  const dataDir = folder();
  const first = await started(dataDir);
  await queryValue(first.url, "create table kept (id int)");
  killHard(first.pid);
  await waitUntil(() => findProcesses(dataDir).length === 0, "no process left");
  expect(existsSync(socketFolderOf(first.url))).toBe(false);
  const second = await started(dataDir);
  expect(await queryValue(second.url, "select to_regclass('kept')::text")).toBe("kept");
});

test("starts right after a kill, whether the old server is still stopping or not", async () => {
  const dataDir = folder();
  for (let round = 0; round < 5; round++) {
    const { pid, url } = await started(dataDir);
    await queryValue(url, `create table round_${round} (id int)`);
    killHard(pid);
  }
  const { url } = await started(dataDir);
  expect(await queryValue(url, "select count(*)::int from pg_tables where tablename like 'round%'")).toBe(5);
  // The watchdog of the killed program must not stop the server of this one.
  await waitUntil(() => queryValue(url, "select 1").then((one) => one === 1), "an answer");
});

test("takes over a server without a watchdog, and stops it with its new owner", async () => {
  const dataDir = folder();
  const first = await started(dataDir);
  const server = serverPid(dataDir);
  for (const pid of findProcesses(join(dataDir, "postgres")).filter((found) => commandOf(found) === "sh"))
    killHard(pid);
  killHard(first.pid);
  await waitUntil(() => !isAlive(first.pid), "the first program's end");
  expect(isAlive(server)).toBe(true);
  const second = await started(dataDir);
  expect(second.adopted).toBe(true);
  expect(serverPid(dataDir)).toBe(server);
  await end(second.program);
  await waitUntil(() => !isAlive(server), "the server's end");
});

test("shares the server with a second program on the same data and leaves it running", async () => {
  const dataDir = folder();
  const first = await started(dataDir);
  const second = await started(dataDir);
  expect(second.adopted).toBe(true);
  await end(second.program);
  expect(await queryValue(first.url, "select 1")).toBe(1);
});

test("restarts a killed server at the same address", async () => {
  const dataDir = folder();
  const { url } = await started(dataDir);
  await queryValue(url, "create table kept (id int)");
  const killed = serverPid(dataDir);
  killHard(killed);
  await waitUntil(() => queryValue(url, "select 1").then(Boolean, () => false), "an answer");
  expect(serverPid(dataDir)).not.toBe(killed);
  expect(await queryValue(url, "select to_regclass('kept')::text")).toBe("kept");
});

test("waits for a killed server's memory if server and program were killed together", async () => {
  const dataDir = folder();
  const first = await started(dataDir);
  killHard(serverPid(dataDir));
  killHard(first.pid);
  const second = await started(dataDir);
  expect(await queryValue(second.url, "select 1")).toBe(1);
  expect(existsSync(socketFolderOf(first.url))).toBe(false);
});

test("starts although the process id in the pid file belongs to another program", async () => {
  const dataDir = folder();
  const first = await started(dataDir);
  await end(first.program);
  const pidFile = join(dataDir, "postgres", "postmaster.pid");
  writeFileSync(pidFile, `${process.pid}\n${join(dataDir, "postgres")}\n1700000000\n5432\n/tmp\n\n1 1\nready   \n`);
  const second = await started(dataDir);
  expect(second.adopted).toBe(false);
  expect(await queryValue(second.url, "select 1")).toBe(1);
});

test("removes what an earlier start left incomplete", async () => {
  const dataDir = emptyFolder();
  const dead = execFileSync("/bin/sh", ["-c", "echo $$"], { encoding: "utf8" }).trim();
  const halfMade = join(dataDir, `postgres.new-${dead}-abcdef`);
  mkdirSync(halfMade);
  await started(dataDir);
  expect(existsSync(halfMade)).toBe(false);
});

test("works with a long path of the temporary folder", async () => {
  const long = join(emptyFolder(), "a".repeat(100));
  mkdirSync(long);
  const { url } = await started(folder(), { env: { TMPDIR: long } });
  expect(dirname(socketFolderOf(url))).toBe("/tmp");
});

test("rejects data of a newer PostgreSQL and names both versions", async () => {
  const dataDir = emptyFolder();
  mkdirSync(join(dataDir, "postgres"));
  writeFileSync(join(dataDir, "postgres", "PG_VERSION"), "99\n");
  expect(await refusal(dataDir)).toMatch(/made by a newer PostgreSQL \(99; this program brings 18\).*DATABASE_URL/);
});

test("rejects a folder with other contents and leaves it unchanged", async () => {
  const dataDir = emptyFolder();
  mkdirSync(join(dataDir, "postgres"));
  writeFileSync(join(dataDir, "postgres", "diary.txt"), "dear");
  expect(await refusal(dataDir)).toMatch(/contains files but no database/);
  expect(readFileSync(join(dataDir, "postgres", "diary.txt"), "utf8")).toBe("dear");
});

const isRoot = process.getuid?.() === 0;
const nobodyUid = 65534;
/** An ordinary account must be able to read the project. */
const openToAll = isRoot && canRun(nobodyUid);
const mayMount = isRoot && canMount();
const name = (title: string, possible: boolean, reason: string) => (possible ? title : `${title} (skipped: ${reason})`);

test.skipIf(!mayMount)(
  name("reports a full disk and leaves nothing incomplete", mayMount, "needs root and mounts"),
  async () => {
    const dataDir = emptyFolder();
    execFileSync("mount", ["-t", "tmpfs", "-o", "size=20m,mode=755", "none", dataDir]);
    try {
      expect(await refusal(dataDir)).toMatch(/no space left for the database in .*free some space, or set DATA_DIR/);
      expect(existsSync(join(dataDir, "postgres"))).toBe(false);
    } finally {
      execFileSync("umount", [dataDir]);
    }
  },
);

test.skipIf(!openToAll)(
  name("runs under an ordinary account that has only its folder", openToAll, "needs root and a folder all can read"),
  async () => {
    const dataDir = join(emptyFolder(), "own");
    execFileSync("install", ["-d", "-o", String(nobodyUid), "-m", "700", dataDir]);
    const { startedFolder, url, program } = await started(dataDir, { as: nobodyUid });
    expect(startedFolder).toBe(dataDir);
    expect(await queryValue(url, "select 1")).toBe(1);
    await end(program);
    // If root runs it afterwards, the owner of the data keeps its account.
    const byRoot = await started(dataDir);
    expect(await queryValue(byRoot.url, "select 1")).toBe(1);
  },
);

test.skipIf(!openToAll)(
  name("names a folder that is not writable", openToAll, "needs root and a folder all can read"),
  async () => {
    expect(await refusal(join(emptyFolder(), "below"), { as: nobodyUid })).toMatch(/cannot be written.*DATA_DIR/);
  },
);

test.skipIf(!isRoot)(
  name("uses a system folder if only root can enter, and stays there", isRoot, "needs root"),
  async () => {
    const closed = emptyFolder();
    const dataDir = join(closed, "project", ".data");
    mkdirSync(dataDir, { recursive: true });
    execFileSync("chmod", ["700", closed]);
    const first = await started(dataDir);
    folders.push(first.startedFolder);
    expect(first.startedFolder).toMatch(/^\/var\/lib\/idanimo\//);
    await queryValue(first.url, "create table kept (id int)");
    await end(first.program);

    execFileSync("chmod", ["755", closed]);
    const second = await started(dataDir);
    expect(second.startedFolder).toBe(first.startedFolder);
    expect(await queryValue(second.url, "select to_regclass('kept')::text")).toBe("kept");
    await end(second.program);

    // A new clone at the same path has new keys, so it must not get the old data.
    rmSync(dataDir, { recursive: true });
    execFileSync("chmod", ["700", closed]);
    const third = await started(dataDir);
    folders.push(third.startedFolder);
    expect(await queryValue(third.url, "select to_regclass('kept')")).toBeNull();
  },
);

test.skipIf(!isRoot)(
  name("data whose account can no longer enter is not replaced by an empty database", isRoot, "needs root"),
  async () => {
    const closed = emptyFolder();
    const { program } = await started(closed);
    await end(program);
    execFileSync("chmod", ["700", closed]);
    expect(await refusal(closed)).toMatch(/can no longer enter/);
  },
);

function commandOf(pid: number): string {
  return readFileSync(`/proc/${pid}/comm`, "utf8").trim();
}

function canRun(account: number): boolean {
  try {
    execFileSync(process.execPath, ["--version"], { uid: account, gid: account, cwd: "/", stdio: "ignore" });
    execFileSync("/bin/cat", [import.meta.filename], { uid: account, gid: account, cwd: "/", stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
}

function canMount(): boolean {
  try {
    execFileSync("unshare", ["-m", "true"], { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
}
