declare module "http_ece" {
  import type { ECDH } from "node:crypto";

  /** Opens what was sealed for a receiver. Throws where it was not, or is no such thing. Source: RFC 8188, RFC 8291. */
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
