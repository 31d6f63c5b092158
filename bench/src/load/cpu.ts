import { readFile } from "node:fs/promises";

/** Processor time that processes have used, as `/proc` counts it: the steadiest figure on a machine that others use too. */

/** Ticks of `/proc` in a second. */
const ticks = 100;

async function statOf(pid: number): Promise<readonly number[]> {
  const text = await readFile(`/proc/${pid}/stat`, "utf8").catch(() => "");
  return text
    .slice(text.lastIndexOf(")") + 2)
    .split(" ")
    .map(Number);
}

/** Seconds that a process has used itself. */
export async function cpuOf(pid: number | undefined): Promise<number> {
  const fields = await statOf(pid ?? 0);
  return ((fields[11] ?? 0) + (fields[12] ?? 0)) / ticks;
}

/** Seconds of a PostgreSQL: its postmaster, the children it has, and those that have ended. */
export async function cpuOfPostgres(folder: string): Promise<number> {
  const pid = Number((await readFile(`${folder}/pg/postmaster.pid`, "utf8")).split("\n")[0]);
  const fields = await statOf(pid);
  const ended = ((fields[13] ?? 0) + (fields[14] ?? 0)) / ticks;
  const children = (await readFile(`/proc/${pid}/task/${pid}/children`, "utf8")).split(" ").filter(Boolean).map(Number);
  const running = await Promise.all([pid, ...children].map(cpuOf));
  return running.reduce((sum, one) => sum + one, ended);
}
