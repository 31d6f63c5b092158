import { readFile, writeFile } from "node:fs/promises";

/** Memory of a process as Linux counts it, MiB. */
async function memoryMiB(pid: number | undefined, field: "VmRSS" | "VmHWM"): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, "utf8");
  return Number(new RegExp(`${field}:\\s+(\\d+) kB`).exec(status)?.[1]) / 1024;
}
export const residentMiB = (pid: number | undefined) => memoryMiB(pid, "VmRSS");

/** Highest memory of a process during some work, above the memory before it. */
export async function peakMiBDuring(pid: number | undefined, work: () => Promise<unknown>): Promise<number> {
  await writeFile(`/proc/${pid}/clear_refs`, "5"); // resets the peak
  const before = await residentMiB(pid);
  await work();
  return (await memoryMiB(pid, "VmHWM")) - before;
}
