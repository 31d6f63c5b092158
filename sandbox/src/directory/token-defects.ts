import { fieldsOf } from "../kernel/fields.ts";
import type { Directory, TokenDefect } from "./directory.ts";

/** Gives one ID token the defect that a test asked for, and signs it again. */
export function applyNextDefect(token: string, directory: Directory): string {
  const { nextDefect, key, foreignKey } = directory;
  if (nextDefect === "none") return token;
  directory.nextDefect = "none";
  const claims = fieldsOf(JSON.parse(Buffer.from(token.split(".")[1] ?? "", "base64url").toString()));
  const past = Math.floor(Date.now() / 1_000) - 7_200;
  const changes: Readonly<Record<TokenDefect, object>> = {
    none: {},
    other_client: { aud: "another-client" },
    other_issuer: { iss: "https://elsewhere.example" },
    other_nonce: { nonce: "n".repeat(43) },
    expired: { iat: past, exp: past + 3_600 },
    foreign_key: {},
  };
  const signer = nextDefect === "foreign_key" ? foreignKey() : key();
  return signer.signToken({ ...claims, ...changes[nextDefect] });
}
