import { parseEnv } from "node:util";

import { describe, expect, test } from "vitest";

import { readSettings } from "../sandbox/src/config.ts";
import { readConfig } from "../server/src/config/config.ts";
import { type LimitSpec, limitSpecs } from "../server/src/http/rate-limits.ts";
import { defaultAlarmThresholds } from "../server/src/kernel/alarm-thresholds.ts";
import { projectFiles, readProjectFile } from "./shared/project.ts";

const page = readProjectFile(".env.example");
/** The settings of the file when each one is enabled: name to value. */
const example = parseEnv(page.replaceAll(/^#(?=[A-Z])/gm, ""));
const explained = Object.keys(example);

/** The members of the server's settings, from the three files that define them. */
const serverNames = [
  ...["config", "sign-in-settings", "source-settings"]
    .map((name) => readProjectFile(`server/src/config/${name}.ts`))
    .join("\n")
    .matchAll(/^ {2}([A-Z][A-Z0-9_]+): /gm),
].map(([, name = ""]) => name);

/**
 * Files that read the environment outside the server's own settings. Benchmarks and tests have settings of their
 * own.
 */
const readers = projectFiles().filter(
  (path) =>
    /^(scripts|server\/src|sandbox\/src|web)\/.*\.(m?ts|mjs)$/.test(path) && !/\.test\.|^scripts\/testing\//.test(path),
);
/** Variables of the machine, or passed between our own programs. */
const notOurs = new Set(["PATH", "XDG_STATE_HOME", "NODE_ENV", "PLAYWRIGHT_JSON_OUTPUT_FILE"]);
const readElsewhere = readers
  .flatMap((path) =>
    [...readProjectFile(path).matchAll(/\benv(?:\[|, )"([A-Z][A-Z0-9_]+)"/g)].map(([, name = ""]) => name),
  )
  .filter((name) => !notOurs.has(name));

describe("the example settings file", () => {
  test("explains every setting of the server", () => {
    expect(serverNames).toEqual(expect.arrayContaining(["PUBLIC_URL", "PORT", "LIMITS", "WATCH_STDIN"]));
    expect(serverNames.filter((name) => !explained.includes(name))).toEqual([]);
  });

  test("explains every setting of the sandbox, the scripts and the tools", () => {
    expect(readElsewhere).toEqual(expect.arrayContaining(["SANDBOX", "SANDBOX_DATA", "CHROMIUM_PATH"]));
    expect(readElsewhere.filter((name) => !explained.includes(name))).toEqual([]);
  });

  test("explains nothing that no program reads", () => {
    expect(explained.filter((name) => !serverNames.includes(name) && !readElsewhere.includes(name))).toEqual([]);
  });

  test("has no setting enabled, and an explanation before each group", () => {
    expect(page.match(/^[^#\n].*/gm)).toBeNull();
    expect(page.match(/(?<=\n\n)#[A-Z].*/g)).toBeNull();
  });

  test("shows the default values", () => {
    const usual = Object.entries(readConfig({})).filter(([, value]) => value !== undefined);
    expect(readConfig(example)).toMatchObject(Object.fromEntries(usual));
    expect(readSettings(example)).toEqual(readSettings({}));
  });

  test("lists every limit with its points, its period and its scope, and no other", () => {
    const section = (from: string, to: string) => page.slice(page.indexOf(from), page.indexOf(to));
    const listed = (part: string) =>
      [...part.matchAll(/^#   ([a-z_]+=\d+ [a-z0-9 ]+?)(?::.*)?$/gm)].map(([, line = ""]) => line).toSorted();
    const usual = (isMine: (spec: LimitSpec, name: string) => boolean) =>
      Object.entries<LimitSpec>(limitSpecs)
        .filter(([name, spec]) => isMine(spec, name))
        .map(([name, { points, seconds }]) => `${name}=${points} ${timeWords(seconds)}`)
        .toSorted();
    const together = (name: string) => name === "code_texts";
    expect(listed(section("# For each address", "# For each account"))).toEqual(usual(({ perAddress }) => perAddress));
    expect(listed(section("# For each account", "# For all users"))).toEqual(
      usual(({ perAddress }, name) => !perAddress && !together(name)),
    );
    expect(listed(section("# For all users", "#LIMITS="))).toEqual(usual((_spec, name) => together(name)));
  });

  test("lists every alarm with its default threshold", () => {
    for (const [name, level] of Object.entries(defaultAlarmThresholds)) expect(page).toContain(`${name}=${level} (`);
  });
});

/** `in 2 seconds`, `in 5 minutes`, `an hour`. */
function timeWords(seconds: number): string {
  const single = new Map([
    [60, "a minute"],
    [3600, "an hour"],
    [86_400, "a day"],
  ]);
  return single.get(seconds) ?? (seconds < 60 ? `in ${seconds} seconds` : `in ${seconds / 60} minutes`);
}
