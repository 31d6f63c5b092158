import { readFileSync } from "node:fs";

/**
 * Calls back once when the npm that started this process has ended. npm passes a signal on, but not a hard kill,
 * which would leave everything running without a terminal.
 */
export function onNpmExit(then: () => void): void {
  if (!process.env["npm_lifecycle_event"] || process.platform !== "linux") return;
  const npmAncestors = () => npmAncestorsOf(process.pid).join();
  const atStart = npmAncestors();
  const watch = setInterval(() => {
    if (npmAncestors() === atStart) return;
    clearInterval(watch);
    then();
  }, 1_000);
  watch.unref();
}

/** The process ids of the npms above a process, nearest first: `npm start` runs one npm inside another. */
function npmAncestorsOf(pid: number): number[] {
  const parent = parentOf(pid);
  if (parent === undefined || !commandLineOf(parent).startsWith("npm")) return [];
  return [parent, ...npmAncestorsOf(parent)];
}

function parentOf(pid: number): number | undefined {
  try {
    return Number(/^PPid:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]);
  } catch {
    return undefined;
  }
}

function commandLineOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, "utf8");
  } catch {
    return "";
  }
}
