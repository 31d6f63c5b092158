import { generateKeyPairSync, sign } from "node:crypto";

/** Creates a server's key and a self-signed certificate. */
export function selfSigned(): { readonly key: string; readonly cert: string } {
  const { publicKey, privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const algorithm = node(0x30, node(0x06, Buffer.from("2a8648ce3d040302", "hex"))); // ecdsa-with-SHA256
  const commonName = node(0x30, node(0x06, Buffer.from("550403", "hex")), node(0x0c, Buffer.from("localhost")));
  const name = node(0x30, node(0x31, commonName));
  const life = node(0x30, node(0x18, Buffer.from("20200101000000Z")), node(0x18, Buffer.from("20991231235959Z")));
  const serial = node(0x02, Buffer.of(1));
  const body = node(0x30, serial, algorithm, name, life, name, publicKey.export({ type: "spki", format: "der" }));
  const signature = node(0x03, Buffer.of(0), sign("sha256", body, privateKey));
  const der = node(0x30, body, algorithm, signature).toString("base64");
  return {
    key: privateKey.export({ type: "pkcs8", format: "pem" }).toString(),
    cert: `-----BEGIN CERTIFICATE-----\n${der.replace(/(.{64})/g, "$1\n")}\n-----END CERTIFICATE-----\n`,
  };
}

/** One DER element: tag, length, content. */
function node(tag: number, ...parts: readonly Buffer[]): Buffer {
  const content = Buffer.concat(parts);
  const size = content.length;
  const length = size < 0x80 ? [size] : size < 0x100 ? [0x81, size] : [0x82, size >> 8, size & 0xff];
  return Buffer.concat([Buffer.from([tag, ...length]), content]);
}
