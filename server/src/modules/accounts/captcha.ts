import { createChallenge, verifySolution } from "altcha-lib";
import { deriveKey } from "altcha-lib/algorithms/pbkdf2";
import type { CaptchaPurpose } from "@idanimo/contract/accounts";
import { sql } from "kysely";
import * as z from "zod/mini";
import type { AccountDeps } from "./deps.ts";

/**
 * Proof-of-work captcha: self-hosted and accessible. If an operator configures a hosted captcha, proofs of work are
 * rejected. [T-08]
 */

const algorithm = "PBKDF2/SHA-256";
const challengeLifetimeSeconds = 120;

const hexString = (bytes: number) => z.string().check(z.regex(new RegExp(`^[0-9a-f]{${bytes * 2}}$`)));

/**
 * The solver's message, sent in base64. Strict, so that the library's test mode and its other formats are rejected.
 */
const solutionSchema = z.object({
  challenge: z.object({
    parameters: z.strictObject({
      algorithm: z.literal(algorithm),
      nonce: hexString(16),
      salt: hexString(16),
      cost: z.number(),
      keyLength: z.number(),
      keyPrefix: z.string(),
      data: z.strictObject({ purpose: z.string(), expiresAt: z.number() }),
    }),
    signature: hexString(32),
  }),
  solution: z.object({ counter: z.number(), derivedKey: z.string() }),
});

type CaptchaDeps = Pick<AccountDeps, "db" | "vault" | "captchaCost" | "hostedCaptcha">;

/** HMAC secret of challenges, derived from the configured secret and therefore the same in every process. */
const deriveSignatureSecret = (deps: CaptchaDeps) => deps.vault.indexHash("captcha", "signature").toString("hex");

/**
 * Creates a challenge for one form. Nothing is stored: the signature shows that it is ours. The expiry is signed as
 * data of ours, because the library compares its own `expiresAt` with the local clock, and the database clock
 * decides.
 */
export async function createCaptchaChallenge(deps: CaptchaDeps, purpose: CaptchaPurpose) {
  const found = await sql<{ now: number }>`select extract(epoch from product_now())::float8 as now`.execute(
    deps.db.single,
  );
  return createChallenge({
    algorithm,
    cost: deps.captchaCost,
    deriveKey,
    data: { purpose, expiresAt: Math.floor(found.rows[0]?.now ?? 0) + challengeLifetimeSeconds },
    hmacSignatureSecret: deriveSignatureSecret(deps),
  });
}

/**
 * Verifies a captcha for this form and consumes it: a second call with the same one is false, in every process.
 * @param answer base64 of the solver's JSON, or the token of the hosted captcha
 */
export async function consumeCaptcha(deps: CaptchaDeps, purpose: CaptchaPurpose, answer: string): Promise<boolean> {
  if (deps.hostedCaptcha) return deps.hostedCaptcha.passes(answer, purpose);
  const parsed = z.safeParse(solutionSchema, parseBase64Json(answer));
  if (!parsed.success || parsed.data.challenge.parameters.data.purpose !== purpose) return false;
  const { challenge, solution } = parsed.data;
  const checked = await verifySolution({
    challenge,
    solution,
    deriveKey,
    hmacSignatureSecret: deriveSignatureSecret(deps),
  });
  if (!checked.verified) return false;
  const { nonce, data } = challenge.parameters;
  const spent = await sql`
    insert into spent_captchas (nonce, ends_at) select ${nonce}, to_timestamp(${data.expiresAt})
    where to_timestamp(${data.expiresAt}) > product_now() on conflict (nonce) do nothing returning nonce`.execute(
    deps.db.single,
  );
  return spent.rows.length === 1;
}

function parseBase64Json(base64: string): unknown {
  try {
    return JSON.parse(Buffer.from(base64, "base64").toString());
  } catch {
    return undefined; // not JSON
  }
}
