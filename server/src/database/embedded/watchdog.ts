import { type ChildProcess, spawn } from "node:child_process";

import { serverEnvironment } from "./account.ts";

/** What the watchdog stops and removes when this program has ended. */
export type WatchdogOptions = {
  readonly cluster: string;
  /** File with the identity of the program that owns the server. */
  readonly ownerFile: string;
  readonly ownerMark: string;
  readonly socketFolder: string;
  /** A folder to remove after the server ended, for disposable databases. */
  readonly remove?: string | undefined;
};

// Waits for the end of its input, which comes when this program ends in any way, kill -9 included. Then it stops
// the server, unless another program owns it by now. The server may be starting, so it looks for its process id for
// a while.
const script = `
cat >/dev/null
owned() { [ "$(cat "$2" 2>/dev/null)" = "$3" ]; }
tries=0
while [ "$tries" -lt 60 ] && owned "$@"; do
  pid=$(head -n 1 "$1/postmaster.pid" 2>/dev/null)
  if [ -n "$pid" ] && { [ ! -d /proc/self ] || [ "$(readlink "/proc/$pid/cwd")" = "$1" ]; }; then
    kill -INT "$pid"
    while kill -0 "$pid" 2>/dev/null && [ -e "$1/postmaster.pid" ]; do sleep 0.1; done
    break
  fi
  tries=$((tries + 1))
  sleep 0.05
done
owned "$@" || { grep -qF "$4" "$1/postmaster.pid" 2>/dev/null || rm -rf "$4"; exit 0; }
rm -rf "$4" "$2"
[ -z "$5" ] || rm -rf "$5"
`;

/** Starts a small process that stops the server if this program ends without stopping it. */
export function startWatchdog(watched: WatchdogOptions): ChildProcess {
  const { cluster, ownerFile, ownerMark, socketFolder, remove } = watched;
  const guard = spawn("/bin/sh", ["-c", script, "guard", cluster, ownerFile, ownerMark, socketFolder, remove ?? ""], {
    cwd: "/",
    env: serverEnvironment,
    stdio: ["pipe", "ignore", "ignore"],
    detached: true, // a Ctrl-C at the terminal must not end it before the server
  });
  guard.on("error", () => {}); // without a shell there is no watchdog; the next start finds the left-over server
  guard.stdin?.on("error", () => {});
  guard.unref();
  if (guard.stdin && "unref" in guard.stdin && typeof guard.stdin.unref === "function") guard.stdin.unref();
  return guard;
}
