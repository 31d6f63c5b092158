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

/** A folder with a database that was made once; most tests start with a copy of it, which saves them a second each. */
let made: string;
beforeAll(async () => {
  made = makeTempFolder();
  await end((await started(made)).program);
});
afterAll(() => removeFolder(made));

/** Ends what a test left running, then removes its files. */
afterEach(async () => {
  for (const { pid } of programs.splice(0)) if (isAlive(pid)) process.kill(pid, "SIGKILL");
  for (const folder of folders.splice(0)) {
    await waitUntil(() => findProcesses(folder).length === 0, `an end of all processes of ${folder}`);
    removeFolder(folder);
  }
});

/** A new folder without anything in it. */
function emptyFolder(): string {
  const folder = makeTempFolder();
  folders.push(folder);
  return folder;
}

/** A new folder with a database in it. */
function folder(): string {
  const folder = emptyFolder();
  execFileSync("cp", ["-a", join(made, "postgres"), folder]);
  return folder;
}

/** Starts a program on a data folder and waits for its server. */
async function started(dataDir: string, options?: Parameters<typeof startServerHolder>[1]) {
  const program = startServerHolder(dataDir, options);
  programs.push(program);
  const { url, adopted, dataDir: place, failed } = await program.next();
  if (url === undefined || place === undefined) throw new Error(failed ?? "the program said nothing of a server");
  return { program, pid: program.pid, url, adopted, place };
}

/** Starts a program that must fail, and answers its sentence. */
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

test("G-U1 whoever starts a server is told when one of its programs has begun, so that reading its own need not wait for it", async () => {
  const dataDir = emptyFolder();
  /** Of each time it was told: whether the database was made by then. */
  const told: boolean[] = [];
  const start = () =>
    startEmbedded({
      dataDir,
      durable: false,
      onWait: () => void told.push(existsSync(join(dataDir, "postgres", "PG_VERSION"))),
    });
  await (await start()).stop();
  expect(told).toEqual([false, true]);
  await (await start()).stop();
  expect(told.slice(2)).toEqual([true]);
});

test("what was written is there at the next start", async () => {
  const dataDir = folder();
  const first = await started(dataDir);
  await queryValue(first.url, "create table kept as select 'Ìdánimọ̀' as name");
  await end(first.program);
  const second = await started(dataDir);
  expect(await queryValue(second.url, "select name from kept")).toBe("Ìdánimọ̀");
  expect(second.adopted).toBe(false);
});

test("words sort alike on every machine, and letters beyond ASCII have their upper case", async () => {
  const { url } = await started(emptyFolder());
  expect(await queryValue(url, "select string_agg(w, ' ' order by w) from unnest(array['b','A','a','ọ','B']) w")).toBe(
    "A B a b ọ",
  );
  expect(await queryValue(url, "select upper('ọṣẹ')")).toBe("ỌṢẸ");
});

test("two copies run at once, each on its own data", async () => {
  const [one, two] = await Promise.all([started(emptyFolder()), started(emptyFolder())]);
  await queryValue(one.url, "create table mine (id int)");
  expect(await queryValue(two.url, "select to_regclass('mine')")).toBeNull();
});

test("Ctrl-C at the terminal reaches the program, which still has its database while it ends", async () => {
  const { program, pid, place } = await started(folder());
  process.kill(-pid, "SIGINT");
  expect(await program.next()).toEqual({ answeredWhileEnding: true });
  await waitUntil(() => findProcesses(place).length === 0, "no process left");
});

test("a program killed hard takes its server with it, and the next start is clean", async () => {
  const dataDir = folder();
  const first = await started(dataDir);
  await queryValue(first.url, "create table kept (id int)");
  killHard(first.pid);
  await waitUntil(() => findProcesses(dataDir).length === 0, "no process left");
  expect(existsSync(socketFolderOf(first.url))).toBe(false);
  const second = await started(dataDir);
  expect(await queryValue(second.url, "select to_regclass('kept')::text")).toBe("kept");
});

test("a start right after a hard kill finds the old server, ending or not, and works", async () => {
  const dataDir = folder();
  for (let round = 0; round < 5; round++) {
    const { pid, url } = await started(dataDir);
    await queryValue(url, `create table round_${round} (id int)`);
    killHard(pid);
  }
  const { url } = await started(dataDir);
  expect(await queryValue(url, "select count(*)::int from pg_tables where tablename like 'round%'")).toBe(5);
  // The guard of the last killed program must not end the server of this one.
  await waitUntil(() => queryValue(url, "select 1").then((one) => one === 1), "an answer");
});

test("a left-over server without any guard is taken over, and ended by its new owner", async () => {
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

test("a second program on the same data shares the server and leaves it running", async () => {
  const dataDir = folder();
  const first = await started(dataDir);
  const second = await started(dataDir);
  expect(second.adopted).toBe(true);
  await end(second.program);
  expect(await queryValue(first.url, "select 1")).toBe(1);
});

test("a server killed hard comes back by itself at the same address", async () => {
  const dataDir = folder();
  const { url } = await started(dataDir);
  await queryValue(url, "create table kept (id int)");
  const killed = serverPid(dataDir);
  killHard(killed);
  await waitUntil(() => queryValue(url, "select 1").then(Boolean, () => false), "an answer");
  expect(serverPid(dataDir)).not.toBe(killed);
  expect(await queryValue(url, "select to_regclass('kept')::text")).toBe("kept");
});

test("after server and program were killed hard together, the next start waits for the server's memory", async () => {
  const dataDir = folder();
  const first = await started(dataDir);
  killHard(serverPid(dataDir));
  killHard(first.pid);
  const second = await started(dataDir);
  expect(await queryValue(second.url, "select 1")).toBe(1);
  expect(existsSync(socketFolderOf(first.url))).toBe(false);
});

test("a pid file whose number belongs to another program now does not stop a start", async () => {
  const dataDir = folder();
  const first = await started(dataDir);
  await end(first.program);
  const pidFile = join(dataDir, "postgres", "postmaster.pid");
  writeFileSync(pidFile, `${process.pid}\n${join(dataDir, "postgres")}\n1700000000\n5432\n/tmp\n\n1 1\nready   \n`);
  const second = await started(dataDir);
  expect(second.adopted).toBe(false);
  expect(await queryValue(second.url, "select 1")).toBe(1);
});

test("what a start left half made is removed by the next", async () => {
  const dataDir = emptyFolder();
  const dead = execFileSync("/bin/sh", ["-c", "echo $$"], { encoding: "utf8" }).trim();
  const halfMade = join(dataDir, `postgres.new-${dead}-abcdef`);
  mkdirSync(halfMade);
  await started(dataDir);
  expect(existsSync(halfMade)).toBe(false);
});

test("a temporary folder with a long path is no trouble", async () => {
  const long = join(emptyFolder(), "a".repeat(100));
  mkdirSync(long);
  const { url } = await started(folder(), { env: { TMPDIR: long } });
  expect(dirname(socketFolderOf(url))).toBe("/tmp");
});

test("data made by a newer PostgreSQL is refused in a sentence that names both versions", async () => {
  const dataDir = emptyFolder();
  mkdirSync(join(dataDir, "postgres"));
  writeFileSync(join(dataDir, "postgres", "PG_VERSION"), "99\n");
  expect(await refusal(dataDir)).toMatch(/made by a newer PostgreSQL \(99; this program brings 18\).*DATABASE_URL/);
});

test("a folder that holds something else is refused and left alone", async () => {
  const dataDir = emptyFolder();
  mkdirSync(join(dataDir, "postgres"));
  writeFileSync(join(dataDir, "postgres", "diary.txt"), "dear");
  expect(await refusal(dataDir)).toMatch(/holds files but no database/);
  expect(readFileSync(join(dataDir, "postgres", "diary.txt"), "utf8")).toBe("dear");
});

const isRoot = process.getuid?.() === 0;
const nobody = 65534;
/** A plain account must be able to read the project to run it. */
const openToAll = isRoot && canRun(nobody);
const mayMount = isRoot && canMount();
const name = (title: string, possible: boolean, reason: string) => (possible ? title : `${title} (skipped: ${reason})`);

test.skipIf(!mayMount)(
  name("a full disk is named in a sentence, and nothing half made stays", mayMount, "needs root and mounts"),
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
  name("a plain account needs nothing but its folder", openToAll, "needs root and a folder all can read"),
  async () => {
    const dataDir = join(emptyFolder(), "own");
    execFileSync("install", ["-d", "-o", String(nobody), "-m", "700", dataDir]);
    const { place, url, program } = await started(dataDir, { as: nobody });
    expect(place).toBe(dataDir);
    expect(await queryValue(url, "select 1")).toBe(1);
    await end(program);
    // Run by root afterwards, the same data goes on under the account that owns it.
    const byRoot = await started(dataDir);
    expect(await queryValue(byRoot.url, "select 1")).toBe(1);
  },
);

test.skipIf(!openToAll)(
  name("a folder that cannot be written is named", openToAll, "needs root and a folder all can read"),
  async () => {
    expect(await refusal(join(emptyFolder(), "below"), { as: nobody })).toMatch(/cannot be written.*DATA_DIR/);
  },
);

test.skipIf(!isRoot)(
  name("where only root can enter, the database lives in a folder of the system and stays there", isRoot, "needs root"),
  async () => {
    const closed = emptyFolder();
    const dataDir = join(closed, "project", ".data");
    mkdirSync(dataDir, { recursive: true });
    execFileSync("chmod", ["700", closed]);
    const first = await started(dataDir);
    folders.push(first.place);
    expect(first.place).toMatch(/^\/var\/lib\/idanimo\//);
    await queryValue(first.url, "create table kept (id int)");
    await end(first.program);

    execFileSync("chmod", ["755", closed]);
    const second = await started(dataDir);
    expect(second.place).toBe(first.place);
    expect(await queryValue(second.url, "select to_regclass('kept')::text")).toBe("kept");
    await end(second.program);

    // A fresh clone at the same path has fresh keys, so it must not meet the old data.
    rmSync(dataDir, { recursive: true });
    execFileSync("chmod", ["700", closed]);
    const third = await started(dataDir);
    folders.push(third.place);
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
