import { brand } from "@idanimo/contract/brand";
import * as z from "zod/mini";
import { userHandleOf } from "./rules.ts";

/**
 * WebAuthn ceremonies. The library is loaded on demand. It throws on any rejection, which becomes undefined here.
 * Source: W3C WebAuthn, sections 7.1 and 7.2.
 */
const loadLibrary = () => import("@simplewebauthn/server");

/** EdDSA, ES256, RS256: the algorithms of current authenticators. */
const algorithms = [-8, -7, -257];
/** How long a browser waits, in milliseconds: people may have to find their phone. */
const ceremonyTimeoutMs = 300_000;

/** The relying party: the host of the product's own URL, and its one origin. */
export function relyingParty(publicUrl: string): { readonly id: string; readonly origin: string } {
  const { hostname, origin } = new URL(publicUrl);
  return { id: hostname, origin };
}

const base64url = (length: number) => z.string().check(z.maxLength(length), z.regex(/^[A-Za-z0-9_-]+$/));
const credentialSchema = <Response extends z.ZodMiniType>(response: Response) =>
  z.object({ id: base64url(1_400), rawId: base64url(1_400), type: z.literal("public-key"), response });

const registrationSchema = credentialSchema(
  z.object({
    clientDataJSON: base64url(4_000),
    attestationObject: base64url(12_000),
    transports: z.optional(z.array(z.string().check(z.regex(/^[a-z-]{1,30}$/))).check(z.maxLength(10))),
  }),
);
const authenticationSchema = credentialSchema(
  z.object({
    clientDataJSON: base64url(4_000),
    authenticatorData: base64url(4_000),
    signature: base64url(4_000),
    userHandle: z.optional(z.nullable(base64url(100))),
  }),
);

async function undefinedOnError<Value>(work: () => Promise<Value>): Promise<Value | undefined> {
  try {
    return await work();
  } catch {
    return undefined;
  }
}

export type PasskeyUser = { readonly userId: string; readonly email: string };

/** Options for a new passkey. @param challenge base64url */
export async function createCreationOptions(
  publicUrl: string,
  person: PasskeyUser,
  challenge: string,
  known: readonly { readonly id: string; readonly transports: string[] }[],
): Promise<Record<string, unknown>> {
  const { generateRegistrationOptions } = await loadLibrary();
  const options = await generateRegistrationOptions({
    rpName: brand.name,
    rpID: relyingParty(publicUrl).id,
    userID: new Uint8Array(userHandleOf(person.userId)),
    userName: person.email, // shown in the browser's own list; stays on the user's side
    userDisplayName: person.email,
    challenge: new Uint8Array(Buffer.from(challenge, "base64url")),
    timeout: ceremonyTimeoutMs,
    attestationType: "none",
    excludeCredentials: [...known],
    authenticatorSelection: { residentKey: "required", userVerification: "required" },
    supportedAlgorithmIDs: algorithms,
  });
  return { ...options };
}

/** Options for a sign-in with a discoverable passkey. */
export async function createRequestOptions(publicUrl: string, challenge: string): Promise<Record<string, unknown>> {
  const { generateAuthenticationOptions } = await loadLibrary();
  const options = await generateAuthenticationOptions({
    rpID: relyingParty(publicUrl).id,
    challenge: new Uint8Array(Buffer.from(challenge, "base64url")),
    timeout: ceremonyTimeoutMs,
    userVerification: "required",
  });
  return { ...options };
}

export type RegisteredPasskey = {
  readonly credentialId: string;
  readonly publicKey: Buffer;
  readonly counter: number;
  readonly transports: readonly string[];
};

/** Verifies a new passkey: challenge, origin, host and user verification. */
export async function verifyRegistration(
  publicUrl: string,
  challenge: string,
  response: unknown,
): Promise<RegisteredPasskey | undefined> {
  const parsed = z.safeParse(registrationSchema, response);
  if (!parsed.success) return undefined;
  const credential = parsed.data;
  const { verifyRegistrationResponse } = await loadLibrary();
  return undefinedOnError(async () => {
    const { clientDataJSON, attestationObject, transports = [] } = credential.response;
    const { id, origin } = relyingParty(publicUrl);
    const { registrationInfo } = await verifyRegistrationResponse({
      response: { ...credential, clientExtensionResults: {}, response: { clientDataJSON, attestationObject } },
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: id,
      requireUserVerification: true,
      supportedAlgorithmIDs: algorithms,
    });
    if (!registrationInfo || registrationInfo.credential.id !== credential.id) return undefined;
    const { publicKey, counter } = registrationInfo.credential;
    return { credentialId: credential.id, publicKey: Buffer.from(publicKey), counter, transports };
  });
}

/** The credential id of a sign-in response; undefined if it is malformed. */
export function credentialIdOf(response: unknown): string | undefined {
  const parsed = z.safeParse(authenticationSchema, response);
  return parsed.success ? parsed.data.id : undefined;
}

export type PasskeyCredential = { readonly userId: string; readonly publicKey: Buffer; readonly counter: bigint };

/** Verifies a sign-in with a stored passkey. @returns its new counter */
export async function verifyAuthentication(
  publicUrl: string,
  challenge: string,
  response: unknown,
  passkey: PasskeyCredential,
): Promise<number | undefined> {
  const parsed = z.safeParse(authenticationSchema, response);
  if (!parsed.success) return undefined;
  const credential = parsed.data;
  const { userHandle, ...answer } = credential.response;
  // a discoverable passkey names its user, who must match the stored one (section 7.2, step 6)
  if (userHandle !== userHandleOf(passkey.userId).toString("base64url")) return undefined;
  const { verifyAuthenticationResponse } = await loadLibrary();
  return undefinedOnError(async () => {
    const { id, origin } = relyingParty(publicUrl);
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: { ...credential, clientExtensionResults: {}, response: answer },
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: id,
      requireUserVerification: true,
      credential: {
        id: credential.id,
        publicKey: new Uint8Array(passkey.publicKey),
        counter: Number(passkey.counter),
      },
    });
    return verified ? authenticationInfo.newCounter : undefined;
  });
}
