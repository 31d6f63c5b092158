import { readFile } from "node:fs/promises";
import { parseEnv } from "node:util";
import { describe, expect, test } from "vitest";
import { fillTemplate } from "./fill-template.ts";

const read = (name: string) => readFile(new URL(name, import.meta.url), "utf8");
const exampleSettings = Object.fromEntries(
  Object.entries(parseEnv(await read("cluster.env.example"))).map(([name, value]) => [name, value ?? ""]),
);
const secrets = Object.keys(exampleSettings).filter((name) => name.endsWith("_PASSWORD"));
/** As an operator fills it in. */
const given = {
  ...exampleSettings,
  ...Object.fromEntries(secrets.map((name) => [name, `secret-of-${name.toLowerCase()}`])),
};
const files = ["etcd.yml", "patroni.yml", "haproxy.cfg"];

describe("the configuration of a cluster that survives the loss of a machine", () => {
  test.each(files)("%s needs only settings of the example, and is complete when filled [R-24]", async (name) => {
    const text = await fillTemplate(name, given);
    expect(text).not.toMatch(/\$\{|undefined|\t/);
    expect(text.split("\n").filter((line) => /^\s*[\w-]+:\s*$/.test(line) && /password|port|hosts/.test(line))).toEqual(
      [],
    );
  });

  test.each(files)("%s reports a missing setting by name [R-24]", async (name) => {
    const asked = (await read(name)).match(/\$\{(\w+)\}/)?.[1] ?? "";
    await expect(fillTemplate(name, { ...given, [asked]: "" })).rejects.toThrow(asked);
  });

  test("contains no passwords [R-24]", async () => {
    expect(secrets.map((name) => exampleSettings[name])).toEqual(secrets.map(() => ""));
    for (const name of files)
      for (const [, value] of (await read(name)).matchAll(/password: (.*)/g)) expect(value).toMatch(/^\$\{\w+\}$/);
  });

  test("confirms a commit only when the standby has it [R-24]", async () => {
    const text = await fillTemplate("patroni.yml", given);
    expect(text).toMatch(/^ +synchronous_mode: true$/m);
    expect(text).toMatch(/^ +synchronous_mode_strict: true$/m);
    expect(text).toMatch(/^ +synchronous_commit: "on"$/m);
    expect(text).toMatch(/^ +primary_start_timeout: 0$/m);
    expect(text).toMatch(/^ +- data-checksums/m); // required by pg_rewind
  });

  test("gives Patroni the times that its own rule requires [R-24]", () => {
    const [ttl, look, retry] = ["TTL", "LOOP_WAIT", "RETRY_TIMEOUT"].map((name) => Number(exampleSettings[name]));
    expect(ttl).toBeGreaterThanOrEqual((look ?? 0) + 2 * (retry ?? 0));
  });

  test("leads to the primary alone, and cuts connections to a former one [R-24 R-25]", async () => {
    const text = await fillTemplate("haproxy.cfg", given);
    expect(text).toContain("uri /primary");
    expect(text.match(/default-server .*on-marked-down shutdown-sessions/g)).toHaveLength(1);
    expect(text.match(/^ +server \w+ .* check port \d+$/gm)).toHaveLength(2);
  });
});
