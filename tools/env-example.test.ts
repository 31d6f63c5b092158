import { parseEnv } from "node:util";

import { describe, expect, test } from "vitest";

import { readSettings } from "../sandbox/src/config.ts";
import { readConfig } from "../server/src/config.ts";
import { limitSpecs } from "../server/src/http/limits.ts";
import { projectFiles, read } from "./shared/project.ts";

const page = read(".env.example");
/** What the file says when every setting in it is switched on: name to value. */
const example = parseEnv(page.replaceAll(/^#(?=[A-Z])/gm, ""));
const explained = Object.keys(example);

/** The members of the server's settings, as they stand in its three sources. */
const serverNames = [
  ...["config", "sign-in-settings", "source-settings"]
    .map((name) => read(`server/src/${name}.ts`))
    .join("\n")
    .matchAll(/^ {2}([A-Z][A-Z0-9_]+): /gm),
].map(([, name = ""]) => name);

/** Files that read the environment beside the server's own settings. Benchmarks and tests have knobs of their own. */
const readers = projectFiles().filter(
  (path) =>
    /^(scripts|server\/src|sandbox\/src|web)\/.*\.(m?ts|mjs)$/.test(path) && !/\.test\.|^scripts\/testing\//.test(path),
);
/** Of the machine, or passed from one of our programs to another. */
const notOurs = new Set(["PATH", "XDG_STATE_HOME", "NODE_ENV", "PLAYWRIGHT_JSON_OUTPUT_FILE"]);
const readElsewhere = readers
  .flatMap((path) => [...read(path).matchAll(/\benv(?:\[|, )"([A-Z][A-Z0-9_]+)"/g)].map(([, name = ""]) => name))
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

  test("has no setting switched on, and words before each group of them", () => {
    expect(page.match(/^[^#\n].*/gm)).toBeNull();
    expect(page.match(/(?<=\n\n)#[A-Z].*/g)).toBeNull();
  });

  test("shows the values that are used when nothing is set", () => {
    const usual = Object.entries(readConfig({})).filter(([, value]) => value !== undefined);
    expect(readConfig(example)).toMatchObject(Object.fromEntries(usual));
    expect(readSettings(example)).toEqual(readSettings({}));
  });

  test("names every limit with its points", () => {
    const missing = Object.entries(limitSpecs).filter(([name, { points }]) => !page.includes(`${name}=${points} `));
    expect(missing.map(([name]) => name)).toEqual([]);
  });
});
