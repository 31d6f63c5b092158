import { randomBytes } from "node:crypto";

import { expect, test } from "vitest";

import { findSecrets } from "./check-secrets.ts";

const letters = (count: number) => randomBytes(count).toString("hex").slice(0, count);

// Built at run time, so that this file contains none.
test.each([
  { what: "a private key", line: ["-----BEGIN RSA", "PRIVATE KEY-----"].join(" ") },
  { what: "a private key", line: ["-----BEGIN", "PRIVATE KEY-----"].join(" ") },
  { what: "an AWS key", line: `id = ${["AKIA", "ABCDEFGH", "12345678"].join("")}` },
  { what: "a GitHub token", line: `ghp_${letters(36)}` },
  { what: "a Flutterwave key", line: `key: FLWSECK-${letters(32)}-X` },
  { what: "a signed token", line: [`eyJ${letters(20)}`, `eyJ${letters(20)}`, letters(20)].join(".") },
  { what: "a password in an address", line: ["postgresql://owner", "hunter22@db.example/idanimo"].join(":") },
  { what: "a value for a secret", line: `MASTER_KEY=${letters(64)}` },
  { what: "a value for a secret", line: `const apiKey = "${letters(48)}";` },
  { what: "a default password", line: ["SMTP_PASSWORD", "changeme"].join("=") },
])("finds a secret: $what [T-73]", ({ what, line }) => {
  expect(findSecrets(`first\n${line}\n`)).toContain(`line 2: ${what}`);
});

test.each([
  "MASTER_KEY=",
  'flutterwaveSecretKey: env["FLW_SECRET_KEY"] || "sandbox-flw-secret-key",',
  "postgresql://postgres@/idanimo?host=%2Ftmp",
  'if (value === "changeme") refuse();',
  "const token = randomBytes(32).toString('base64url');",
  "DATABASE_URL=postgresql://user:<password>@host/idanimo",
  "smtps://user:password@host:465 is how an address looks",
])("ignores text that is not a secret: %s [T-73]", (line) => {
  expect(findSecrets(line)).toEqual([]);
});

test("reports the place of a secret without its value [T-73]", () => {
  const secret = letters(64);
  expect(findSecrets(`MASTER_KEY=${secret}`).join()).not.toContain(secret);
});
