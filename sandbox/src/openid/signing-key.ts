import { createHash, generateKeyPairSync, type JsonWebKey, sign } from "node:crypto";

/** A signing key of the identity provider, created when it is first needed. */
export type SigningKey = {
  readonly privateJwk: JsonWebKey;
  readonly publicJwk: JsonWebKey;
  /** A compact JWS with these claims; `alg` "none" leaves the signature out. */
  signToken(claims: object, alg?: "RS256" | "none"): string;
};

const use = { alg: "RS256", use: "sig" } as const;
const encodeTokenPart = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");

export function createSigningKey(): SigningKey {
  const { privateKey, publicKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
  const bare = publicKey.export({ format: "jwk" });
  const kid = createHash("sha256").update(String(bare.n)).digest("hex").slice(0, 20);
  return {
    privateJwk: { ...privateKey.export({ format: "jwk" }), ...use, kid },
    publicJwk: { ...bare, ...use, kid },
    signToken(claims, alg = "RS256") {
      const signed = `${encodeTokenPart({ alg, typ: "JWT", ...(alg === "RS256" && { kid }) })}.${encodeTokenPart(claims)}`;
      return `${signed}.${alg === "none" ? "" : sign("sha256", Buffer.from(signed), privateKey).toString("base64url")}`;
    },
  };
}
