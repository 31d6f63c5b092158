import { spawnSync } from "node:child_process";
import { describe, expect, test } from "vitest";
import { projectFiles, readProjectFile, root } from "./shared/project.ts";

/**
 * Programs for operators. Benchmarks, checks and the tests' own programs print for developers, and print no
 * untrusted text.
 */
const operated = /^(contract\/src|server\/src|ops|scripts\/start(\.ts$|\/))/;
/** The printers themselves, and an image that a program passes to its parent. */
const printers = ["server/src/kernel/terminal.ts", "server/src/modules/accounts/profile/reencode-program.ts"];
/** Methods of the global console by name: `console` is also the operators' website, in fields and file names. */
const consoleMethods = Object.keys(globalThis.console).join("|");
const direct = new RegExp(
  String.raw`\bconsole\.(?:${consoleMethods})\b|\bprocess\.std(out|err)\.(write|end)\b|\bpino\.destination\b`,
);

describe("the terminal", () => {
  test("is written to by the one print function only", () => {
    const files = projectFiles().filter(
      (path) => operated.test(path) && /\.m?ts$/.test(path) && !/\.test\.ts$|\/testing\//.test(path),
    );
    expect(files.length).toBeGreaterThan(100);
    const found = files.filter((path) => direct.test(readProjectFile(path))).filter((path) => !printers.includes(path));
    expect(found).toEqual(["server/src/kernel/log-stream.ts"]); // it escapes each line that it passes on
  });

  test.each([
    ["operator", ["server/src/operator.ts", "\u001b[2J\u009b31m\u202eno-command"]],
    [
      "restore",
      ["ops/backup/restore.ts", "--from", "/nowhere", "--to", "/nowhere", "--at", "\u001b]0;owned\u0007\u202e"],
    ],
  ])("gets no escape sequence from an argument that %s quotes", (_name, args) => {
    const { stdout, stderr, status } = spawnSync(process.execPath, args, { cwd: root, encoding: "utf8" });
    expect(status).not.toBe(0);
    expect(stderr.replaceAll("\n", "")).toContain("\ufffd");
    expect((stdout + stderr).replaceAll("\n", "")).not.toMatch(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u);
  });
});
