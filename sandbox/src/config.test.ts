import { expect, test } from "vitest";
import { readSettings } from "./config.ts";
import { SettingError } from "./kernel/setting-error.ts";

test("has defaults that match the product's", () => {
  const settings = readSettings({});
  expect(settings).toMatchObject({
    port: 8090,
    smtpPort: 8091,
    productUrl: "http://localhost:8080",
    watchStdin: false,
  });
  expect(settings.dataFile).toBeUndefined();
});

test.each([
  { env: { SANDBOX_PORT: "9000" }, port: 9000, smtpPort: 9001, why: "the mail port follows the port" },
  { env: { SANDBOX_PORT: "0" }, port: 0, smtpPort: 0, why: "any free port means any free mail port" },
  { env: { SANDBOX_SMTP_PORT: "2525" }, port: 8090, smtpPort: 2525, why: "the mail port can be set alone" },
])("$why", ({ env, port, smtpPort }) => {
  expect(readSettings(env)).toMatchObject({ port, smtpPort });
});

test.each([
  { env: { SANDBOX_PORT: "eighty" }, names: "SANDBOX_PORT" },
  { env: { SANDBOX_PORT: "70000" }, names: "SANDBOX_PORT" },
  { env: { SANDBOX_SMTP_PORT: "-1" }, names: "SANDBOX_SMTP_PORT" },
  { env: { PRODUCT_URL: "localhost" }, names: "PRODUCT_URL" },
  { env: { PRODUCT_URL: "ftp://localhost" }, names: "PRODUCT_URL" },
  { env: { SANDBOX_WATCH_STDIN: "yes" }, names: "SANDBOX_WATCH_STDIN" },
])("rejects an invalid setting with its name: $names", ({ env, names }) => {
  const read = () => readSettings({ SANDBOX_SMTP_PORT: "0", ...env });
  expect(read).toThrow(SettingError);
  expect(read).toThrow(names);
});
