import { brand } from "@idanimo/contract/brand";
import { Secret, TOTP } from "otpauth";

/** What every authenticator application supports: the defaults of its URI. Source: RFC 6238. */
const totpParameters = { algorithm: "SHA1", digits: 6, period: 30 } as const;
/** Steps that a phone's clock may be ahead or behind. */
const allowedDriftSteps = 1;
/** As long as the hash. Source: RFC 4226, section 4. */
export const totpSecretBytes = 20;

const toSecret = (bytes: Uint8Array) => new Secret({ buffer: new Uint8Array(bytes).buffer });

/** Formats a secret for typing, and as the URI inside a QR code. */
export function formatTotpSecret(
  bytes: Uint8Array,
  account: string,
): { readonly secret: string; readonly uri: string } {
  const secret = toSecret(bytes);
  const uri = new TOTP({ ...totpParameters, issuer: brand.name, label: account, secret }).toString();
  return { secret: secret.base32, uri };
}

/**
 * The time step a code belongs to; undefined for a wrong code.
 * @param nowMs milliseconds since 1970, by the database clock
 */
export function findTotpStep(bytes: Uint8Array, code: string, nowMs: number): bigint | undefined {
  const options = { ...totpParameters, secret: toSecret(bytes), timestamp: nowMs };
  const off = TOTP.validate({ ...options, token: code, window: allowedDriftSteps });
  return off === null ? undefined : BigInt(TOTP.counter({ period: totpParameters.period, timestamp: nowMs }) + off);
}
