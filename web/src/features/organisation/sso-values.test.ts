import { describe, expect, test } from "vitest";
import { toSsoInput, toSsoValues } from "./sso-values.ts";

const owner = "0198c0de-0000-7000-8000-000000000001";
const saved = toSsoValues({
  connection: { issuer: "https://login.example", clientId: "id", state: "enforced", exemptUserId: owner },
  redirectUrl: "https://idanimo.example/api/v2/sso/callback",
  owners: [],
});

describe("the connection that is sent [TM-11]", () => {
  test("has no secret unless one was typed", () => {
    expect(toSsoInput(saved)).toEqual({
      issuer: "https://login.example",
      clientId: "id",
      state: "enforced",
      exemptUserId: owner,
    });
    expect(toSsoInput({ ...saved, clientSecret: "new" })).toMatchObject({ clientSecret: "new" });
  });

  test("has an exempt owner only while single sign-on is enforced", () => {
    expect(toSsoInput({ ...saved, state: "offered" }).exemptUserId).toBeNull();
    expect(toSsoInput({ ...saved, exemptUserId: "" }).exemptUserId).toBeNull();
  });
});
