declare module "http_ece" {
  import type { ECDH } from "node:crypto";

  /** Decrypts what was encrypted for a receiver (RFC 8188, RFC 8291). @throws if it cannot be decrypted */
  export function decrypt(
    sealed: Buffer,
    with_: { readonly version: "aes128gcm"; readonly privateKey: ECDH; readonly authSecret: string },
  ): Buffer;

  export function encrypt(
    plain: Buffer,
    with_: {
      readonly version: "aes128gcm";
      readonly privateKey: ECDH;
      readonly dh: string;
      readonly authSecret: string;
    },
  ): Buffer;
}
