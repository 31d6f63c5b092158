import { expect, test } from "vitest";
import { safeParse } from "zod/mini";
import { creationOptions } from "./creation-options.ts";
import { formatRecoveryCodesFile, deviceName, groupSecret, passkeyErrorMessage } from "./rules.ts";

const phone = "Mozilla/5.0 (Linux; Android 14; Tecno) AppleWebKit/537.36 Chrome/140 Mobile Safari/537.36";

test.each([
  { userAgent: phone, name: "Android phone" },
  { userAgent: "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X)", name: "iPhone" },
  { userAgent: "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)", name: "Mac" },
  { userAgent: "Mozilla/5.0 (Windows NT 10.0; Win64; x64)", name: "Windows computer" },
  { userAgent: "curl/8", name: "This device" },
])("names a passkey after its device at first: $name", ({ userAgent, name }) => {
  expect(deviceName(userAgent)).toBe(name);
});

test("explains every error of a device, and what to do", () => {
  const named = (name: string) => Object.assign(new Error("x"), { name });
  const all = ["InvalidStateError", "NotAllowedError", "NotSupportedError", "SecurityError"].map((name) =>
    passkeyErrorMessage(named(name)),
  );
  expect(new Set(all).size).toBe(4);
  expect(passkeyErrorMessage("a text")).toBe(passkeyErrorMessage(named("SecurityError")));
});

test("only adds spaces to a secret for typing", () => {
  const secret = "JBSWY3DPEHPK3PXPAB";
  expect(groupSecret(secret)).toBe("JBSW Y3DP EHPK 3PXP AB");
  expect(groupSecret(secret).replaceAll(" ", "")).toBe(secret);
});

test("lists the recovery codes one per line, with the account's email", () => {
  const codes = ["k7dm-29xp-q4tw", "aaaa-bbbb-cccc"];
  const lines = formatRecoveryCodesFile(codes, "Idanimo", "ada@example.test").split("\r\n");
  expect(lines.filter((line) => codes.includes(line))).toEqual(codes);
  expect(lines[0]).toContain("ada@example.test");
});

test("rejects incomplete creation options", () => {
  const options = {
    challenge: "abc",
    rp: { name: "Idanimo", id: "localhost" },
    user: { id: "u", name: "ada@example.test", displayName: "Ada" },
    pubKeyCredParams: [{ alg: -7, type: "public-key" }],
    extensions: { credProps: true },
  };
  expect(safeParse(creationOptions, options).success).toBe(true);
  const { challenge: _gone, ...without } = options;
  expect(safeParse(creationOptions, without).success).toBe(false);
});
