import { createHash, generateKeyPairSync, randomBytes, sign, type KeyObject } from "node:crypto";

/**
 * A software authenticator with the messages of a real one: P-256, no attestation, resident credential. Tests
 * change only what an attacker could. Source: W3C WebAuthn, sections 6.1 and 6.5; RFC 8949 for the CBOR.
 */

const sha256 = (data: Buffer | string) => createHash("sha256").update(data).digest();
const base64url = (data: Buffer | string) => Buffer.from(data).toString("base64url");

// the part of CBOR that these messages need
const cborHead = (major: number, size: number) =>
  size < 24
    ? Buffer.of((major << 5) | size)
    : size < 256
      ? Buffer.of((major << 5) | 24, size)
      : Buffer.of((major << 5) | 25, size >> 8, size & 0xff);
const cborInteger = (value: number) => (value < 0 ? cborHead(1, -1 - value) : cborHead(0, value));
const cborBytes = (value: Buffer) => Buffer.concat([cborHead(2, value.length), value]);
const cborText = (value: string) => Buffer.concat([cborHead(3, value.length), Buffer.from(value)]);
const cborMap = (entries: readonly (readonly [Buffer, Buffer])[]) =>
  Buffer.concat([cborHead(5, entries.length), ...entries.flat()]);

/** What a test can falsify in one message. */
export type Tampering = {
  readonly origin?: string;
  readonly challenge?: string;
  readonly rpId?: string;
  readonly type?: string;
  readonly userHandle?: string | null;
  /** The user was not verified by finger, face or PIN. */
  readonly unchecked?: boolean;
  readonly counter?: number;
  readonly signedWith?: KeyObject;
  readonly credentialId?: string;
};

/** The server's options, as far as a device reads them. */
export type CeremonyOptions = {
  readonly challenge: string;
  readonly rp?: { readonly id: string };
  readonly rpId?: string;
  readonly user?: { readonly id: string };
};

const authenticatorFlags = { present: 0x01, checked: 0x04, keptHere: 0x40 } as const;

/** Creates a device with one credential. @param origin of the page that uses it */
export function createPasskeyDevice(origin: string) {
  const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const id = randomBytes(32).toString("base64url");
  let counter = 0;
  let handle: string | undefined;

  const clientData = (type: string, options: CeremonyOptions, lies: Tampering) =>
    Buffer.from(
      JSON.stringify({
        type: lies.type ?? type,
        challenge: lies.challenge ?? options.challenge,
        origin: lies.origin ?? origin,
        crossOrigin: false,
      }),
    );
  const authenticatorData = (options: CeremonyOptions, lies: Tampering, stored?: Buffer) => {
    counter += 1;
    const start = Buffer.alloc(5);
    start[0] =
      authenticatorFlags.present |
      (lies.unchecked ? 0 : authenticatorFlags.checked) |
      (stored ? authenticatorFlags.keptHere : 0);
    start.writeUInt32BE(lies.counter ?? counter, 1);
    const host = lies.rpId ?? options.rp?.id ?? options.rpId ?? "";
    return Buffer.concat([sha256(host), start, stored ?? Buffer.alloc(0)]);
  };
  const publicBytes = () => {
    const { x = "", y = "" } = publicKey.export({ format: "jwk" });
    const point = (value: string) => cborBytes(Buffer.from(value, "base64url"));
    return cborMap([
      [cborInteger(1), cborInteger(2)],
      [cborInteger(3), cborInteger(-7)],
      [cborInteger(-1), cborInteger(1)],
      [cborInteger(-2), point(x)],
      [cborInteger(-3), point(y)],
    ]);
  };

  return {
    id,
    /** Responds to options for a new passkey. */
    make(options: CeremonyOptions, lies: Tampering = {}) {
      handle = options.user?.id;
      const credentialId = Buffer.from(lies.credentialId ?? id, "base64url");
      const size = Buffer.of(credentialId.length >> 8, credentialId.length & 0xff);
      const data = authenticatorData(
        options,
        lies,
        Buffer.concat([Buffer.alloc(16), size, credentialId, publicBytes()]),
      );
      const clientDataJSON = clientData("webauthn.create", options, lies);
      const attestation = cborMap([
        [cborText("fmt"), cborText("none")],
        [cborText("attStmt"), cborMap([])],
        [cborText("authData"), cborBytes(data)],
      ]);
      const shownId = credentialId.toString("base64url");
      return {
        id: shownId,
        rawId: shownId,
        type: "public-key",
        authenticatorAttachment: "platform",
        clientExtensionResults: {},
        response: {
          clientDataJSON: base64url(clientDataJSON),
          attestationObject: base64url(attestation),
          transports: ["internal", "hybrid"],
        },
      };
    },
    /** Responds to sign-in options. */
    use(options: CeremonyOptions, lies: Tampering = {}) {
      const data = authenticatorData(options, lies);
      const clientDataJSON = clientData("webauthn.get", options, lies);
      const signed = Buffer.concat([data, sha256(clientDataJSON)]);
      const shownId = lies.credentialId ?? id;
      return {
        id: shownId,
        rawId: shownId,
        type: "public-key",
        clientExtensionResults: {},
        response: {
          clientDataJSON: base64url(clientDataJSON),
          authenticatorData: base64url(data),
          signature: base64url(sign("sha256", signed, lies.signedWith ?? privateKey)),
          userHandle: lies.userHandle === undefined ? handle : lies.userHandle,
        },
      };
    },
  };
}
